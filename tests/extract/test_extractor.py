import json
import subprocess
import sys

import pytest

from kg.errors import UsageError
from kg.extract import ExtractOptions, Extractor, from_record, to_json, to_record
from kg.extract.extractor import code_files
from kg.model import RELATION_ENDS, ROLES, Mention, Span
from tests.extract.papers import CORPUS, ODD, paper


@pytest.fixture(scope="module")
def extractor():
    return Extractor()


@pytest.fixture(scope="module")
def found(extractor):
    return {one.id: extractor.extract(one) for one in CORPUS}


def by_label(extraction):
    return {entity.label: entity for entity in extraction.entities}


def test_forms_and_abbreviation_are_one_entity(found):
    entity = by_label(found["tide"])["graph neural network"]
    assert {"GNN", "GNNs", "Graph Neural Networks"} <= set(entity.aliases)


def test_roles(found):
    tide, cite = by_label(found["tide"]), by_label(found["cite"])
    assert tide["TideNet"].role == "introduced"
    assert tide["DCRNN"].role == "compared"
    assert tide["traffic forecasting"].role == "addressed"
    assert tide["METR-LA"].role == "used"
    assert cite["CiteBench"].role == "introduced"
    assert cite["CiteBench"].type == "dataset"


def test_relations(found):
    printed = to_json(CORPUS[1], found["tide"])["relations"]
    assert ["TideNet", "used-for", "traffic forecasting"] in printed
    assert ["TideNet", "evaluated-with", "METR-LA"] in printed
    assert ["TideNet", "compare-with", "DCRNN"] in printed


def test_everything_is_typed_as_the_model_says(found):
    for extraction in found.values():
        entities = extraction.entities
        for entity in entities:
            assert entity.role in ROLES[entity.type]
            assert 0 < entity.confidence <= 1 and 0 <= entity.salience <= 1
        for relation in extraction.relations:
            ends = entities[relation.head].type, entities[relation.tail].type
            assert ends in RELATION_ENDS[relation.kind]
            assert relation.head != relation.tail


def test_every_name_is_a_span_of_the_paper(found):
    for one in CORPUS:
        for entity in found[one.id].entities:
            surfaces = {mention.surface for mention in entity.mentions}
            assert {entity.label, *entity.aliases} <= surfaces
            for mention in entity.mentions:
                span = mention.span
                assert one.text(mention.field)[span.start : span.end] == mention.surface


@pytest.mark.parametrize("workers", [1, 4])
def test_alone_in_a_batch_shuffled_or_parallel_is_the_same(extractor, found, workers):
    papers = [*CORPUS, *ODD]
    straight = list(extractor.extract_all(papers, workers=workers))
    assert [extraction.paper_id for extraction in straight] == [one.id for one in papers]
    assert {e.paper_id: e for e in straight}.items() >= found.items()
    assert list(extractor.extract_all(papers[::-1], workers=workers))[::-1] == straight


def test_papers_are_read_as_they_are_needed(extractor):
    read = 0

    def endless():
        nonlocal read
        while True:
            read += 1
            yield paper("", name=str(read))

    results = extractor.extract_all(endless(), workers=2)
    assert [next(results).paper_id for _ in range(5)] == ["1", "2", "3", "4", "5"]
    results.close()
    assert read < 20


@pytest.mark.parametrize("one", ODD, ids=lambda one: one.id)
def test_odd_text_is_no_error(extractor, one):
    extraction = extractor.extract(one)
    assert extraction.paper_id == one.id
    if not one.id.startswith("title-only"):
        assert extraction.entities == ()


def test_a_title_alone_is_enough(extractor):
    labels = by_label(extractor.extract(ODD[-1]))
    assert set(labels) == {"Graph Neural Networks", "Traffic Forecasting"}


def test_huge_text_is_bounded(extractor):
    text = " ".join(f"We compare Net{i}X with Bag{i}Y on Set{i}Z." for i in range(4000))
    assert 0 < len(extractor.extract(paper(text)).entities) <= 150


def test_noun_chunks_where_the_tagger_finds_nothing():
    class Silent:
        name = "silent"

        def tag(self, paper):
            return ()

    extraction = Extractor(tagger=Silent()).extract(CORPUS[2])
    assert 0 < len(extraction.entities) <= 4


def test_another_tagger_replaces_the_rules():
    class One:
        name = "one"

        def tag(self, paper):
            return [Mention("abstract", Span(0, 2), "We", "task", 0.7)]

    (entity,) = Extractor(tagger=One()).extract(CORPUS[2]).entities
    assert (entity.label, entity.type, entity.confidence) == ("We", "task", 0.7)


def test_top_and_confidence_keep_fewer(found):
    top = Extractor(ExtractOptions(top=3)).extract(CORPUS[1])
    assert len(top.entities) == 3
    assert set(by_label(top)) <= set(by_label(found["tide"]))
    least = sorted(entity.confidence for entity in found["tide"].entities)[2]
    sure = Extractor(ExtractOptions(min_confidence=least)).extract(CORPUS[1])
    assert 0 < len(sure.entities) < len(found["tide"].entities)


@pytest.mark.parametrize("wrong", [{"top": 0}, {"min_confidence": 1.5}, {"diversity": -1}])
def test_options_out_of_range(wrong):
    with pytest.raises(UsageError):
        ExtractOptions(**wrong)


def test_fingerprint_follows_options_and_tagger(extractor):
    class Other:
        name = "other"

        def tag(self, paper):
            return ()

    prints = {
        extractor.fingerprint,
        Extractor(ExtractOptions(top=3)).fingerprint,
        Extractor(tagger=Other()).fingerprint,
    }
    assert len(prints) == 3
    assert Extractor().fingerprint == extractor.fingerprint


def test_fingerprint_follows_all_code_that_reads_papers():
    names = {path.name for path in code_files()}
    assert names >= {"extractor.py", "reader.py", "group.py", "clean.py", "papers.py"}


def test_printed_form(found):
    printed = json.loads(json.dumps(to_json(CORPUS[1], found["tide"])))
    assert list(printed) == ["id", "title", "concepts", "relations"]
    keys = ["type", "label", "aliases", "role", "confidence", "salience", "mentions"]
    assert all(list(concept) == keys for concept in printed["concepts"])
    for concept in printed["concepts"]:
        for mention in concept["mentions"]:
            text = CORPUS[1].text(mention["field"])
            assert text[mention["start"] : mention["end"]] == mention["text"]


def test_records_lose_nothing(found):
    for extraction in found.values():
        assert from_record(json.loads(json.dumps(to_record(extraction)))) == extraction


def test_importing_loads_no_engine():
    code = (
        "import sys, kg.extract;"
        "print([m for m in ('onnxruntime','keybert','numpy','tokenizers') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
