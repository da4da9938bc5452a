"""What `kg COMMAND --help` shows below the options: lines to copy, and what no option says."""

from collections.abc import Mapping

#: Command -> lines that begin with `kg`, perhaps a remark below them.
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "fetch": (
        'kg fetch arxiv "cat:cs.CL AND abs:parsing" --limit 200 -o papers.jsonl',
        "kg fetch openreview ICLR.cc/2024/Conference -o iclr2024.jsonl",
    ),
    "build": (
        "kg build papers.bib -o mine.kg",
        "kg build folder/ more.zip -o mine.kg --report report.md",
        'kg build table.csv -o mine.kg --map "title=Name,abstract=Summary text"',
        "",
        "Formats: BibTeX, RIS, MEDLINE, Web of Science, EndNote, XML (ACL, JATS, PubMed,",
        "TEI, Atom, OAI), JSON, JSON Lines, CSV, Excel, Parquet, Markdown, text, PDF, and",
        "archives of them; the content tells which.",
    ),
    "add": ("kg add mine.kg new.bib",),
    "remove": ('kg remove mine.kg "Attention Is All You Need"',),
    "link": ("kg link mine.kg wikidata.csv cso.ttl",),
    "info": ("kg info mine.kg --json",),
    "show": (
        'kg show mine.kg "graph neural network"',
        "kg show mine.kg paper-vaswani2017attention --all",
    ),
    "explain": ("kg explain mine.kg GNN",),
    "merge": ('kg merge mine.kg "vision transformer" "ViT-style model"',),
    "split": ('kg split mine.kg transformer "vision transformer"',),
    "query": (
        "kg query mine.kg methods-by-papers -p atleast=3",
        'kg query mine.kg datasets-of-task -p "task=machine translation" -f csv',
        'kg query mine.kg "SELECT ?name { ?m a pkg:Method ; skos:prefLabel ?name }"',
        "kg query mine.kg datasets-of-task --export part.graphml",
    ),
    "queries": (
        "kg queries --tag tasks",
        "kg queries datasets-of-task",
    ),
    "export": (
        "kg export mine.kg -f graphml -o mine.graphml",
        "kg export mine.kg -f csv -o tables/",
        "kg export mine.kg -f turtle -o mine.ttl --evidence full",
        "",
        "csv, neo4j, obsidian and parquet are folders, the others files. --papers-only and",
        "--concepts-only hold for graphml, gexf, cyjs, csv, parquet and neo4j.",
    ),
    "push": (
        "kg push mine.kg http://localhost:7878/store",
        "kg push mine.kg http://localhost:7878/store --graph https://example.org/papers",
    ),
    "view": (
        "kg view mine.kg -o mine.html",
        "kg view mine.kg -o bert.html --focus BERT --hops 2",
    ),
    "extract": ("kg extract papers.bib -o extractions.jsonl",),
    "verify": ("kg verify mine.kg",),
    "eval": ("kg eval dev.gold.jsonl --errors 20",),
}


def examples_of(command: str) -> str:
    """The examples of a command, as one block that the help does not wrap anew."""
    lines = (f"  {line}" if line.startswith("kg ") else line for line in EXAMPLES[command])
    return "\n".join(("\b", "Examples:", *lines))
