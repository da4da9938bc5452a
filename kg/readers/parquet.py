"""Parquet, read by pyarrow a batch of rows at a time; pyarrow is an extra, for it is big."""

from collections.abc import Iterator
from typing import Any

from kg.model import Failure, Notice, RawRecord, Source
from kg.readers.document import Document
from kg.readers.table import Row, read_rows

_BATCH = 256


def sniff(head: str, name: str) -> bool:
    """Accept by the magic number."""
    return head.startswith("PAR1")


def read(document: Document) -> Iterator[RawRecord | Failure | Notice]:
    """Give each row as a record with the names of the columns."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        yield Failure(Source(document.name, 0), "", "reading Parquet needs pyarrow",
                      "pip install pyarrow, or save the table as .csv")  # fmt: skip
        return
    with document.file() as stream:
        try:
            file = parquet.ParquetFile(stream)
        except (pyarrow.ArrowException, OSError) as error:
            yield _damaged(document.name, 0, error)
            return
        columns = [field.name for field in file.schema_arrow if _may_matter(field.type)]
        rows = _rows(file, columns, document.name)
        yield from read_rows(rows, document.name, header=Row(columns, 0))


def _rows(file: Any, columns: list[str], name: str) -> Iterator[Row | Failure]:
    """All rows; a group of rows that is damaged costs no other."""
    from pyarrow import ArrowException

    first = 1
    for group in range(file.num_row_groups):
        line = first
        try:
            batches = file.iter_batches(_BATCH, row_groups=[group], columns=columns)
            for batch in batches:
                cells = [batch.column(place).to_pylist() for place in range(batch.num_columns)]
                for row in zip(*cells, strict=True):
                    yield Row(row, line)
                    line += 1
        except (ArrowException, OSError) as error:
            yield _damaged(name, line, error)
        first += file.metadata.row_group(group).num_rows


def _may_matter(kind: Any) -> bool:
    """Not so bytes and lists of floats: images and embeddings would cost most of the time."""
    from pyarrow import types

    inner = (
        kind.value_type if hasattr(kind, "value_type") and not types.is_dictionary(kind) else kind
    )
    return not (types.is_binary(inner) or types.is_large_binary(inner)
                or (inner is not kind and types.is_floating(inner)))  # fmt: skip


def _damaged(name: str, line: int, error: Exception) -> Failure:
    reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    return Failure(Source(name, 0, line or None), "", f"the file is damaged ({reason})",
                   "fetch or write it again")  # fmt: skip
