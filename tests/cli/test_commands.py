import csv
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import networkx
import pytest
import rdflib

import kg as api
from tests.cli.conftest import Run


def test_build_says_what_it_made(kg: Run, corpus: Path, tmp_path: Path) -> None:
    code, out, err = kg("build", corpus, "-o", tmp_path / "g.kg")
    assert (code, out) == (0, "")
    for word in ("papers     2", "methods", "links", "relations", "triples", "seconds"):
        assert word in err
    assert "2 entries = 2 kept + 0 merged + 0 skipped" in err
    size = corpus.stat().st_size
    assert f"{size} bytes/{size} bytes" in err


def test_a_path_is_shown_as_it_is(kg: Run, corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "[red]:cat:.kg"
    _, _, err = kg("build", corpus, "-o", path)
    assert str(path) in err


def test_quiet_is_quiet(kg: Run, corpus: Path, tmp_path: Path) -> None:
    assert kg("build", corpus, "-o", tmp_path / "g.kg", "-q") == (0, "", "")


def test_info_counts_what_the_graph_holds(kg: Run, built: Path) -> None:
    code, out, _ = kg("info", built, "--json")
    counts = json.loads(out)
    assert code == 0 and counts["papers"] == 2
    assert set(counts) >= {"papers", "concepts", "links", "relations", "triples"}
    graph = api.open(built).to_networkx()
    ends = sum(counts["links"].values()) + sum(counts["relations"].values())
    assert graph.number_of_edges() == ends
    assert graph.number_of_nodes() == 2 + sum(counts["concepts"].values())
    code, table, _ = kg("info", built)
    assert code == 0 and "triples" in table


def test_show_gives_the_sentence_with_the_span_marked(kg: Run, built: Path) -> None:
    code, out, _ = kg("show", built, "GNN")
    assert code == 0
    assert "graph neural network" in out and "[graph neural networks]" in out
    assert kg("show", built, "Birch: a graph neural network for link prediction")[0] == 0


def test_show_of_an_unknown_name_helps(kg: Run, built: Path) -> None:
    code, out, err = kg("show", built, "link predictoin")
    assert (code, out) == (2, "") and "link prediction" in err


def test_query_takes_text_file_and_name(kg: Run, built: Path, tmp_path: Path) -> None:
    text = "SELECT (COUNT(*) AS ?n) { ?p a schema:ScholarlyArticle }"
    code, out, _ = kg("query", built, text, "-f", "json")
    assert code == 0
    assert json.loads(out)["results"]["bindings"][0]["n"]["value"] == "2"
    (tmp_path / "q.rq").write_text(text)
    assert kg("query", built, tmp_path / "q.rq", "-f", "csv")[1].split() == ["n", "2"]
    _, out, _ = kg("query", built, "datasets-of-task", "-p", "task=link prediction", "-f", "csv")
    assert any("FB15k-237" in cell for row in csv.reader(io.StringIO(out)) for cell in row)
    _, table, _ = kg("query", built, "SELECT ?m { ?m a pkg:Method }")
    assert ":c-birch (Birch)" in table


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT ?x WHERE { ?x a }", "line 1, column"),
        ("SELECT * { SERVICE <http://x/> { ?s ?p ?o } }", "SERVICE"),
        ("INSERT DATA { <a:a> <a:a> <a:a> }", ""),
    ],
)
def test_a_query_that_is_wrong_or_refused_is_a_usage_error(
    kg: Run, built: Path, query: str, message: str
) -> None:
    code, out, err = kg("query", built, query)
    assert (code, out) == (2, "") and message in err and "Traceback" not in err


def test_queries_lists_the_library(kg: Run) -> None:
    code, out, _ = kg("queries")
    assert code == 0 and "methods-by-papers" in out and "?" in out


def test_exports_agree_on_their_counts(kg: Run, built: Path, tmp_path: Path) -> None:
    counts = json.loads(kg("info", built, "--json")[1])
    for format, media in (("turtle", "turtle"), ("ntriples", "nt")):
        file = tmp_path / f"g.{media}"
        assert kg("export", built, "-f", format, "-o", file)[0] == 0
        assert len(rdflib.Graph().parse(file, format=media)) == counts["triples"]
    assert kg("export", built, "-f", "graphml", "-o", tmp_path / "g.graphml")[0] == 0
    read = networkx.read_graphml(tmp_path / "g.graphml", force_multigraph=True)
    mine = api.open(built).to_networkx()
    assert (len(read), read.size()) == (len(mine), mine.size())


def test_an_unknown_format_lists_the_known(kg: Run, built: Path, tmp_path: Path) -> None:
    code, _, err = kg("export", built, "-f", "dot", "-o", tmp_path / "x")
    assert code == 2 and "graphml" in err and not (tmp_path / "x").exists()


def test_no_output_ends_the_graph(kg: Run, built: Path) -> None:
    before = (built / "CURRENT").read_text()
    for arguments in (
        ("export", built, "-f", "turtle"),
        ("export", built, "-f", "csv"),
        ("view", built),
        ("fetch", "arxiv", "beans"),
        ("extract", built / "no-such-input"),
    ):
        code, _, err = kg(*arguments, "-o", built / "CURRENT")
        assert code == 2 and "CURRENT is a part of the graph" in err
    assert (built / "CURRENT").read_text() == before and kg("info", built)[0] == 0


def test_a_folder_of_files_is_made_and_no_stream(kg: Run, built: Path, tmp_path: Path) -> None:
    arguments = ("export", built, "-f", "csv", "-o")
    code, out, err = kg(*arguments, tmp_path / "not" / "yet", "--concepts-only")
    assert (code, out) == (0, "") and err == f"wrote {tmp_path / 'not' / 'yet'}\n"
    with (tmp_path / "not" / "yet" / "nodes.csv").open(encoding="utf-8", newline="") as stream:
        assert {row["kind"] for row in csv.DictReader(stream)} == {"concept"}
    code, out, err = kg(*arguments, "-")
    assert (code, out) == (2, "") and "csv is a folder of files" in err
    code, _, err = kg(*arguments, tmp_path / "x", "--concepts-only", "--papers-only")
    assert code == 2 and not (tmp_path / "x").exists()


def test_standard_output_is_what_the_file_would_be(built: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kg", "export", str(built), "-f", "gexf", "-o"]
    subprocess.run([*command, str(tmp_path / "g.gexf")], check=True)
    shown = subprocess.run([*command, "-"], check=True, capture_output=True).stdout
    assert shown == (tmp_path / "g.gexf").read_bytes()
    assert not Path("-").exists()


def test_link_says_how_many(kg: Run, built: Path, tmp_path: Path) -> None:
    shutil.copytree(built, tmp_path / "g.kg")
    (tmp_path / "x.csv").write_text("iri,label\nurn:x:1,Link Predictions\n", "utf-8")
    code, out, err = kg("link", tmp_path / "g.kg", tmp_path / "x.csv")
    assert (code, out) == (0, "") and "1 exact and 0 close matches for 1 concepts" in err
    code, _, err = kg("link", tmp_path / "g.kg", tmp_path / "none.csv")
    assert code == 1 and "none.csv" in err and "Traceback" not in err


def test_view_writes_one_page(kg: Run, built: Path, tmp_path: Path) -> None:
    code, _, err = kg("view", built, "-o", tmp_path / "page.html")
    assert code == 0 and "page.html" in err
    assert "<html" in (tmp_path / "page.html").read_text("utf-8")[:200]


def test_view_shows_a_part_on_demand(kg: Run, built: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert kg("view", built, "-o", page, "--focus", "Birch", "--hops", 1)[0] == 0
    assert kg("view", built, "-o", page, "--query", "methods-by-papers")[0] == 0
    assert kg("view", built, "-o", page, "--renderer", "pyvis", "--max-nodes", 3)[0] == 0
    assert "vis.Network" in page.read_text("utf-8")
    code, _, err = kg("view", built, "-o", tmp_path / "none.html", "--focus", "nobody")
    assert code == 2 and "nobody" in err and not (tmp_path / "none.html").exists()


def test_extract_prints_one_object_a_paper(kg: Run, corpus: Path, tmp_path: Path) -> None:
    code, out, _ = kg("extract", corpus, "-q")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and [row["id"] for row in rows] == ["birch", "cedar"]
    for row in rows:
        assert set(row) == {"id", "title", "concepts", "relations"}
        labels = {concept["label"] for concept in row["concepts"]}
        assert all(head in labels and tail in labels for head, _, tail in row["relations"])
    assert kg("extract", corpus, "-q", "-o", tmp_path / "x.jsonl")[0] == 0
    assert (tmp_path / "x.jsonl").read_text("utf-8") == out


def test_extract_writes_through_links_and_into_new_folders(
    kg: Run, corpus: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "new" / "x.jsonl")
    assert kg("extract", corpus, "-q", "-o", tmp_path / "link")[0] == 0
    assert (tmp_path / "link").is_symlink() and (tmp_path / "new" / "x.jsonl").stat().st_size


def test_stdin_is_an_input(corpus: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kg", "build", "-", "-o", str(tmp_path / "g.kg")],
        input=corpus.read_bytes(), capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and b"papers     2" in done.stderr


def test_a_reader_that_goes_away_is_no_failure(built: Path) -> None:
    query = "SELECT * { ?a ?b ?c . ?d ?e ?f }"  # more than a pipe holds
    done = subprocess.Popen(
        [sys.executable, "-m", "kg", "query", str(built), query, "-f", "csv"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert done.stdout is not None and done.stderr is not None
    done.stdout.readline()
    done.stdout.close()
    assert (done.wait(60), done.stderr.read()) == (0, b"")


def test_output_is_utf8_under_the_c_locale(built: Path) -> None:
    query = r'SELECT ("\u03C0 \u2192 \u03A9" AS ?x) {}'
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "kg", "query", str(built), query],
        env=environment, capture_output=True, check=True,
    )  # fmt: skip
    assert "π → Ω" in done.stdout.decode("utf-8")


def test_version_and_help(kg: Run) -> None:
    assert kg("--version")[1] == f"kg {api.__version__}\n"
    assert "build" in kg("--help")[1]
    assert kg()[0] == 2
    assert kg("build", "--no-such")[0] == 2
