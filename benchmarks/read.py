"""How fast papers are read: records a second, beside the bare library's parse of the same file.

    python benchmarks/read.py [NUMBER]

The corpus is made up: NUMBER papers (default 2,000) with abstracts of about 150 words, one in four
with some LaTeX or a tag, written in each format. `kg` reads, cleans, finds ids and languages and
merges; `library` only parses. Seconds are those of the processor, the better of two runs.
"""

import csv
import gzip
import json
import random
import resource
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.readers import read

WORDS = (
    "we the of and a to in that is with for on as by this show model graph neural network learn "
    "task dataset method propose improve accuracy training large small structure node edge "
    "language image sequence attention baseline result experiment approach robust efficient"
).split()
MARKS = (r"$\mathcal{O}(n)$", r"\emph{new}", "<i>fast</i>", "p &lt; 0.05", "state-\nof-the-art")
Paper = dict[str, Any]


def papers(number: int) -> list[Paper]:
    rng = random.Random(7)
    made = []
    for place in range(number):
        words = rng.choices(WORDS, k=150)
        if place % 4 == 0:
            words[75] = MARKS[place // 4 % len(MARKS)]
        made.append({
            "id": f"p{place}", "title": f"On {' '.join(rng.choices(WORDS, k=7))} {place}",
            "abstract": " ".join(words).capitalize() + ".", "authors": "Ada Moor; Jan Berg",
            "year": 2000 + place % 25, "venue": "Garden Letters",
        })  # fmt: skip
    return made


@dataclass(frozen=True)
class Format:
    suffix: str
    write: Callable[[list[Paper], Path], None]
    parse: Callable[[Path], Any]
    library: str


def write_jsonl(rows: list[Paper], path: Path) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def write_gzip(rows: list[Paper], path: Path) -> None:
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))


def write_csv(rows: list[Paper], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.DictWriter(stream, list(rows[0]))
        table.writeheader()
        table.writerows(rows)


def write_excel(rows: list[Paper], path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(list(rows[0]))
    for row in rows:
        sheet.append(list(row.values()))
    book.save(path)


def write_parquet(rows: list[Paper], path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.Table.from_pylist(rows), path)


def write_bibtex(rows: list[Paper], path: Path) -> None:
    entries = (
        f"@article{{{row['id']},\n title = {{{row['title']}}},\n author = {{Moor, Ada and Berg, Jan}},\n"  # noqa: E501
        f" journal = {{{row['venue']}}},\n year = {{{row['year']}}},\n abstract = {{{row['abstract']}}}\n}}\n"  # noqa: E501
        for row in rows
    )
    path.write_text("\n".join(entries), "utf-8")


def write_ris(rows: list[Paper], path: Path) -> None:
    entries = (
        f"TY  - JOUR\nID  - {row['id']}\nTI  - {row['title']}\nAU  - Moor, Ada\nAU  - Berg, Jan\n"
        f"PY  - {row['year']}\nJO  - {row['venue']}\nAB  - {' '.join(row['abstract'].split())}\nER  - \n"  # noqa: E501
        for row in rows
    )
    path.write_text("\n".join(entries), "utf-8")


def write_markdown(rows: list[Paper], path: Path) -> None:
    items = (f"1. **{row['title']}.** *Ada Moor, Jan Berg.* ICML {row['year']}."
             f" [[pdf](https://x.org/{row['id']}.pdf)]\n" for row in rows)  # fmt: skip
    path.write_text("# Papers\n\n" + "\n".join(items), "utf-8")


def parse_jsonl(path: Path) -> Any:
    with path.open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def parse_gzip(path: Path) -> Any:
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def parse_csv(path: Path) -> Any:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def parse_excel(path: Path) -> Any:
    import openpyxl

    sheet = openpyxl.load_workbook(path, read_only=True).worksheets[0]
    return list(sheet.iter_rows(values_only=True))


def parse_parquet(path: Path) -> Any:
    from pyarrow import parquet

    return parquet.read_table(path).to_pylist()


def parse_bibtex(path: Path) -> Any:
    import bibtexparser

    return bibtexparser.parse_string(path.read_text("utf-8")).entries


FORMATS = {
    "JSON Lines": Format(".jsonl", write_jsonl, parse_jsonl, "json"),
    "JSON Lines, gzip": Format(".jsonl.gz", write_gzip, parse_gzip, "gzip, json"),
    "CSV": Format(".csv", write_csv, parse_csv, "csv.DictReader"),
    "Excel": Format(".xlsx", write_excel, parse_excel, "openpyxl"),
    "Parquet": Format(".parquet", write_parquet, parse_parquet, "pyarrow"),
    "BibTeX": Format(".bib", write_bibtex, parse_bibtex, "bibtexparser"),
    "RIS": Format(".ris", write_ris, lambda path: path.read_text("utf-8").splitlines(), "none: lines"),  # noqa: E501
    "reading list": Format(".md", write_markdown, lambda path: path.read_text("utf-8").splitlines(),
                           "none: lines"),
}  # fmt: skip


def seconds(work: Callable[[], Any]) -> float:
    taken = []
    for _ in range(2):
        started = processor_time()
        work()
        taken.append(processor_time() - started)
    return min(taken)


def processor_time() -> float:
    """Seconds, those of processes apart included."""
    uses = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    rows = papers(number)
    print(f"| format | kg, records/s | library, records/s | library | share |\n|{'---|' * 5}")
    with tempfile.TemporaryDirectory() as folder:
        for name, kind in FORMATS.items():
            path = Path(folder, f"papers{kind.suffix}")
            kind.write(rows, path)
            found = len(read(path).papers)
            assert found == number, f"{name}: {found} of {number} papers"
            ours, theirs = seconds(lambda: read(path)), seconds(lambda: kind.parse(path))  # noqa: B023
            print(f"| {name} | {number / ours:,.0f} | {number / theirs:,.0f} | {kind.library}"
                  f" | {theirs / ours:.0%} |")  # fmt: skip


if __name__ == "__main__":
    main()
