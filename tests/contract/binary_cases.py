"""Formats that are no text: how to write a few papers in each."""

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from xml.sax.saxutils import escape

import openpyxl
import pyarrow
import pyarrow.parquet

Papers = list[tuple[str, str]]


@dataclass(frozen=True)
class BinaryCase:
    """How a format writes papers; `most` is how many a file can hold."""

    format: str
    suffix: str
    write: Callable[[Papers], bytes]
    most: int = 3


def write_excel(papers: Papers) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Title", "Abstract", "Year"])
    for title, abstract in papers:
        sheet.append([title, abstract, 1999])
    book.create_sheet("Remarks").append(["nothing to see here"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def write_ods(papers: Papers) -> bytes:
    """A spreadsheet of LibreOffice, with the empty rows and columns that it writes to the end."""
    rows = [["Title", "Abstract", "Year"], *([title, text, "1999"] for title, text in papers)]
    cells = "".join(
        "<table:table-row>"
        + "".join('<table:table-cell office:value-type="string"><text:p>'
                  f"{escape(cell)}</text:p></table:table-cell>" for cell in row)
        + '<table:table-cell table:number-columns-repeated="16381"/></table:table-row>'
        for row in rows
    )  # fmt: skip
    names = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
                     for name in ("office", "table", "text"))  # fmt: skip
    content = (f'<office:document-content {names}><office:body><office:spreadsheet>'
               f'<table:table table:name="Sheet1">{cells}<table:table-row'
               ' table:number-rows-repeated="1048573"><table:table-cell'
               ' table:number-columns-repeated="16384"/></table:table-row></table:table>'
               "</office:spreadsheet></office:body></office:document-content>")  # fmt: skip
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", content)
    return out.getvalue()


def write_parquet(papers: Papers) -> bytes:
    columns = {"title": [t for t, _ in papers], "abstract": [a for _, a in papers],
               "year": [1999] * len(papers), "vector": [[0.5] * 4] * len(papers)}  # fmt: skip
    out = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), out)
    return out.getvalue()


def write_pdf(papers: Papers) -> bytes:
    """One page: the title in big letters, "Abstract", the abstract, the introduction."""
    ((title, abstract),) = papers
    words, lines = abstract.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 60:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    text = [(18, title), (12, "Ada Moor"), (12, "Abstract"), *((10, line) for line in lines),
            (12, "1 Introduction"), (10, "Stones are everywhere.")]  # fmt: skip
    shown, height = [], 780
    for size, line in text:
        plain = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        shown.append(f"/F1 {size} Tf 1 0 0 1 72 {height} Tm ({plain}) Tj")
        height -= size + 4
    return pdf_of("BT " + "\n".join(shown) + " ET")


def pdf_of(content: str, extra: str = "") -> bytes:
    """A PDF of one page with this content stream."""
    stream = content.encode("cp1252")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(stream), extra.encode(), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    return out + (
        b"xref\n0 6\n0000000000 65535 f \n%strailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"  # noqa: E501
        % (table, start)
    )


BINARY = [
    BinaryCase("excel", ".xlsx", write_excel),
    BinaryCase("excel", ".ods", write_ods),
    BinaryCase("parquet", ".parquet", write_parquet),
    BinaryCase("pdf", ".pdf", write_pdf, most=1),
]
