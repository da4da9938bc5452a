import bz2
import gzip
import re
from pathlib import Path

import pytest

from kg.errors import FormatError, InputError
from kg.model import Entry
from kg.readers.vocabulary import iter_entries, open_vocabulary


def entries(tmp_path: Path, name: str, text: str) -> list[Entry]:
    (tmp_path / name).write_text(text, "utf-8")
    return list(iter_entries(open_vocabulary(tmp_path / name)))


WIKIDATA = "http://www.wikidata.org/entity/"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.csv", f'item,itemLabel,itemAltLabel\n{WIKIDATA}Q1,oak,"oaks, Quercus"\n'),
        ("x.csv", "id;Label;Aliases\nQ1;oak;oaks|Quercus\n"),
        ("x.tsv", "\ufeffmethod\tmethodLabel\tmethodAltLabel\nQ1\toak\toaks, Quercus\n"),
        ("x.txt", f"label,synonyms,IRI\noak,oaks|Quercus,<{WIKIDATA}Q1>\nno iri,,\n,,Q2\n"),
    ],
)
def test_tables_go_by_their_headings(tmp_path: Path, name: str, text: str) -> None:
    assert entries(tmp_path, name, text) == [Entry(WIKIDATA + "Q1", ("oak",), ("oaks", "Quercus"))]


def test_a_label_with_a_colon_is_no_iri(tmp_path: Path) -> None:
    text = "label,iri\nnote:well,urn:x:1\n"
    assert entries(tmp_path, "x.csv", text) == [Entry("urn:x:1", ("note:well",))]


def test_rdf_gives_labels_in_english_or_no_language(tmp_path: Path) -> None:
    text = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<urn:x:1> skos:prefLabel "oak"@en, "Eiche"@de ; skos:altLabel "Quercus" ; skos:broader <urn:x:2> .
<urn:x:2> rdfs:label "tree"@en-GB .
[] rdfs:label "nameless" ."""
    assert entries(tmp_path, "x.ttl", text) == [
        Entry("urn:x:1", ("oak",)),
        Entry("urn:x:1", (), ("Quercus",)),
        Entry("urn:x:2", ("tree",)),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [("x.csv", ""), ("x.csv", "a,b\nurn:x:1,oak\n"), ("x.ttl", "<urn:x:1> a <urn:x:2> .")],
)
def test_a_file_with_nothing_to_link_to_says_what_is_wanted(
    tmp_path: Path, name: str, text: str
) -> None:
    with pytest.raises(FormatError, match=r"x\.(csv|ttl): nothing to link to; give"):
        entries(tmp_path, name, text)


def test_broken_and_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"x\.ttl is not valid Turtle"):
        entries(tmp_path, "x.ttl", "<urn:x:1> is no turtle")
    with pytest.raises(InputError, match=r"cannot read .*none\.csv"):
        open_vocabulary(tmp_path / "none.csv")


CSO = "http://cso.kmi.open.ac.uk"
TOPICS = f"""\
"<{CSO}/topics/nets>","<{CSO}/schema/cso#preferentialEquivalent>","<{CSO}/topics/net>"
"<{CSO}/topics/net>","<{CSO}/schema/cso#preferentialEquivalent>","<{CSO}/topics/net>"
"<{CSO}/topics/net>","<{CSO}/schema/cso#superTopicOf>","<{CSO}/topics/gan>"
"<{CSO}/topics/net>","<http://www.w3.org/2000/01/rdf-schema#label>","neural network@en ."
"<{CSO}/topics/nets>","<http://www.w3.org/2000/01/rdf-schema#label>","neural networks@en ."
"<{CSO}/topics/gan>","<http://www.w3.org/2000/01/rdf-schema#label>","gan@en ."
"<{CSO}/topics/gan>","<http://www.w3.org/2000/01/rdf-schema#label>","GAN@de ."
"""


def test_a_table_of_triples_is_read_and_its_equal_topics_are_one(tmp_path: Path) -> None:
    expected = [
        Entry(f"{CSO}/topics/net", ("neural network",)),
        Entry(f"{CSO}/topics/net", (), ("neural networks",)),
        Entry(f"{CSO}/topics/gan", ("gan",)),
    ]
    assert entries(tmp_path, "x.csv", TOPICS) == expected
    assert entries(tmp_path, "x.csv", "subject,predicate,object\n" + TOPICS) == expected
    turtle = re.sub(r'"<(.*?)>",', r"<\1> ", TOPICS).replace('"<', "<").replace('>"\n', "> .\n")
    turtle = re.sub(r'"(.*?)@(..) \."', r'"\1"@\2 .', turtle)
    assert entries(tmp_path, "x.ttl", turtle) == expected


def test_triples_in_a_table_may_be_as_plain_or_as_quoted_as_they_like(tmp_path: Path) -> None:
    label = "http://www.w3.org/2004/02/skos/core#prefLabel"
    plain = f"urn:x:1,{label},oak\nurn:x:2,{label},U.S.\nurn:x:3,{label},a@b c\nshort\n"
    quoted = f'"<urn:x:1>","<{label}>","""oak""@en-GB"\n'
    found = [("oak",), ("U.S.",), ("a@b c",)]
    assert [entry.labels for entry in entries(tmp_path, "x.csv", plain)] == found
    assert entries(tmp_path, "x.tsv", quoted) == [Entry("urn:x:1", ("oak",))]


def test_a_compressed_vocabulary_is_read_like_the_file_in_it(tmp_path: Path) -> None:
    (tmp_path / "x.csv.gz").write_bytes(gzip.compress(b"label,iri\noak,urn:x:1\n"))
    (tmp_path / "x.ttl.bz2").write_bytes(bz2.compress(b'<urn:x:1> rdfs:label "oak" .'))
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress(b"label,iri\noak,urn:x:1\n")[:-9])
    assert list(iter_entries(open_vocabulary(tmp_path / "x.csv.gz"))) == [
        Entry("urn:x:1", ("oak",))
    ]
    with pytest.raises(FormatError, match="is not valid Turtle"):
        open_vocabulary(tmp_path / "x.ttl.bz2")  # without its prefix it is none, but it was read
    with pytest.raises(InputError, match=r"cannot read .*cut\.csv\.gz"):
        open_vocabulary(tmp_path / "cut.csv.gz")
