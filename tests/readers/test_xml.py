"""XML: the kinds of catalogues and publishers, and what hostile or broken files may not do."""

import io
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model import Paper, Person
from kg.readers import ReadResult, read
from kg.readers.xml import cut
from kg.readers.xml.cut import Cutter, Piece

ATOM = "<feed xmlns='http://www.w3.org/2005/Atom'>{}</feed>"
LAUGHS = "".join(
    f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' if n else '<!ENTITY l0 "lol">' for n in range(10)
)


def read_xml(text: str | bytes) -> ReadResult:
    content = text if isinstance(text, bytes) else text.encode()
    result = read("-", stdin=io.BytesIO(content))
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    return result


def only(text: str) -> Paper:
    result = read_xml(text)
    assert not result.report.skipped
    (paper,) = result.papers
    return paper


def messages(result: ReadResult) -> str:
    return " | ".join(notice.message for notice in result.report.notices)


def entry(title: str, summary: str = "We grow beans.") -> str:
    return f"<entry><title>{title}</title><summary>{summary}</summary></entry>"


def test_acl_papers_inherit_from_their_volume_and_keep_marked_text() -> None:
    result = read_xml("""<collection id="P99"><volume id="1"><meta><booktitle>Garden
  Days</booktitle><year>1999</year></meta><frontmatter><url>P99-1000</url></frontmatter>
 <!-- <paper id="9"><title>Withdrawn</title></paper> -->
 <paper id="1"><title>On <fixed-case>B</fixed-case>eans of <tex-math>\\alpha^2</tex-math></title>
  <author><first>Ada</first><last>Moor</last><variant><first>A</first></variant></author>
  <abstract>We <i>grow</i> beans, see <url>https://b.org</url>.</abstract>
  <url hash="1">P99-1001</url><doi>10.18653/v1/P99-1001</doi></paper></volume>
 <volume id="2"><meta><booktitle>Night Garden</booktitle><year>2000</year></meta>
 <paper id="7"><title>On Peas</title><author>Bean Group</author></paper></volume></collection>""")
    first, second = result.papers
    assert (first.title, first.abstract) == (
        "On Beans of α²", "We grow beans, see https://b.org.")  # fmt: skip
    assert (first.id, first.acl, first.url) == (
        "P99-1001", "P99-1001", "https://aclanthology.org/P99-1001")  # fmt: skip
    assert first.persons == (Person("Ada Moor", "Ada", "Moor"),)
    assert (first.venue, first.year) == ("Garden Days", 1999)
    assert (second.id, second.venue, second.year) == ("P99-2007", "Night Garden", 2000)
    assert second.authors == ("Bean Group",)


def test_jats_takes_the_abstract_proper_with_its_labels() -> None:
    paper = only("""<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS.dtd">
<article xmlns:xlink="x" xml:lang="en"><front><journal-meta><journal-title-group><journal-title>
 Garden Letters</journal-title></journal-title-group></journal-meta><article-meta>
 <article-id pub-id-type="pmid">42</article-id><article-id pub-id-type="doi">10.1/x</article-id>
 <article-id pub-id-type="doi">10.1234/ABC</article-id>
 <title-group><article-title>On Beans<xref ref-type="fn">*</xref></article-title>
 <subtitle>A Study</subtitle></title-group>
 <contrib-group><contrib contrib-type="author"><name><surname>Moor</surname><given-names>Ada
 </given-names></name></contrib><contrib contrib-type="author"><collab>Bean Group</collab></contrib>
 <contrib contrib-type="editor"><name><surname>No</surname></name></contrib></contrib-group>
 <pub-date pub-type="epub"><year>2000</year></pub-date>
 <pub-date pub-type="ppub"><month>5</month><year>1999</year></pub-date>
 <abstract abstract-type="graphical"><p>A picture.</p></abstract>
 <abstract><title>Abstract</title><sec><title>Aim.</title><p>We grow x<sub>2</sub> beans.</p>
 <p>All year.</p></sec><sec><title>Results</title><p>Growth is <inline-formula><alternatives>
 <tex-math>\\documentclass{x}\\begin{document}$a^2$\\end{document}</tex-math><mml:math><mml:mi>a
 </mml:mi></mml:math></alternatives></inline-formula>.</p></sec></abstract>
 <abstract abstract-type="teaser"><p>Read on!</p></abstract>
 <trans-abstract xml:lang="fr"><p>Les haricots.</p></trans-abstract>
 <kwd-group><kwd>beans</kwd><kwd>peas</kwd></kwd-group></article-meta></front>
 <body><p>Much text.</p></body></article>""")
    assert paper.title == "On Beans: A Study"
    assert paper.abstract == "Aim: We grow x₂ beans. All year. Results: Growth is a²."
    assert [part.label for part in paper.parts] == ["Aim", "Results"]
    assert (paper.year, paper.venue, paper.doi) == (1999, "Garden Letters", "10.1234/abc")
    assert (paper.pmid, paper.language, paper.keywords) == ("42", "en", ("beans", "peas"))
    assert paper.authors == ("Ada Moor", "Bean Group")


def test_jats_without_an_abstract_proper() -> None:
    for kind, expected in (("graphical", ""), ("toc", ""), ("key-points", "Beans grow.")):
        paper = only(f"""<article><front><article-meta><title-group><article-title>On Beans
            </article-title></title-group><abstract abstract-type="{kind}"><title>Points</title>
            <p>Beans grow.</p></abstract></article-meta></front></article>""")
        assert paper.abstract == expected


def test_pubmed_keeps_labels_and_looks_into_no_references() -> None:
    paper = only("""<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">42</PMID>
 <Article><Journal><JournalIssue><PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate>
 </JournalIssue><Title>Garden letters</Title></Journal><ArticleTitle>On <i>Beans</i>.</ArticleTitle>
 <Abstract><AbstractText Label="AIM" NlmCategory="OBJECTIVE">We grow &#946;
   <sub>2</sub>-beans.</AbstractText><AbstractText Label="RESULTS">p &lt; 0.05.</AbstractText>
 <CopyrightInformation>All mine.</CopyrightInformation></Abstract>
 <AuthorList><Author><LastName>Moor</LastName><ForeName>Ada</ForeName></Author>
 <Author><CollectiveName>Bean Group</CollectiveName></Author></AuthorList>
 <Language>eng</Language></Article><KeywordList><Keyword>beans</Keyword></KeywordList>
 </MedlineCitation><PubmedData><ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">
 10.1234/other</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>
 </PubmedArticleSet>""")
    assert paper.abstract == "AIM: We grow β₂-beans. RESULTS: p < 0.05."
    assert [part.label for part in paper.parts] == ["AIM", "RESULTS"]
    assert (paper.id, paper.pmid, paper.year, paper.doi) == ("42", "42", 1998, "")
    assert paper.authors == ("Ada Moor", "Bean Group")
    assert (paper.venue, paper.keywords) == ("Garden letters", ("beans",))


def test_pubmed_books_and_abstracts_in_another_language() -> None:
    book = only("""<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>7</PMID><Book>
 <BookTitle>Gardens</BookTitle><PubDate><Year>1999</Year></PubDate></Book>
 <ArticleTitle>On Beans</ArticleTitle>
 <Abstract><AbstractText>We grow.</AbstractText></Abstract></BookDocument></PubmedBookArticle>
 </PubmedArticleSet>""")
    assert (book.id, book.title, book.venue, book.year) == ("7", "On Beans", "Gardens", 1999)
    other = only("""<MedlineCitation><PMID>8</PMID><Article><ArticleTitle>On Beans</ArticleTitle>
 </Article><OtherAbstract Language="fre"><AbstractText>Les haricots poussent.</AbstractText>
 </OtherAbstract></MedlineCitation>""")
    assert other.abstract == "Les haricots poussent."


def test_grobid_headers_and_an_abstract_that_became_a_section() -> None:
    header = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader xml:lang="en"><fileDesc>
 <titleStmt><title type="main">On Beans</title></titleStmt><sourceDesc><biblStruct><analytic>
 <author><persName><forename type="first">Ada</forename><forename type="middle">B</forename>
 <surname>Moor</surname></persName></author><author><affiliation>Garden</affiliation></author>
 </analytic><monogr><title level="j">Garden Letters</title><imprint><date when="1999-05"/>
 </imprint></monogr><idno type="DOI">10.1234/ABC</idno><idno type="arXiv">arXiv:9905.00001v3</idno>
 </biblStruct></sourceDesc></fileDesc><profileDesc><textClass><keywords><term>beans</term></keywords></textClass>
 {}</profileDesc></teiHeader><text><body><div><head>Abstract</head><p>In the body.</p></div>
 <div><head>Introduction</head><p>Long ago.</p></div></body></text></TEI>"""
    paper = only(header.format("<abstract><div><p>We grow beans.</p></div></abstract>"))
    assert (paper.title, paper.abstract, paper.year) == ("On Beans", "We grow beans.", 1999)
    assert paper.persons == (Person("Ada B Moor", "Ada B", "Moor"),)
    assert (paper.doi, paper.arxiv, paper.arxiv_version) == ("10.1234/abc", "9905.00001", 3)
    assert (paper.venue, paper.keywords) == ("Garden Letters", ("beans",))
    assert only(header.format("<abstract/>")).abstract == "In the body."


def test_atom_entries_of_arxiv_and_its_errors() -> None:
    result = read_xml("""<feed xmlns="http://www.w3.org/2005/Atom"><title>Query</title>
 <entry><id>http://arxiv.org/abs/hep-th/9901001v2</id><published>1999-01-01T00:00:00Z</published>
 <title>On
  Beans</title><summary>  We grow $x^2$ beans.
 </summary><author><name>Ada Moor</name></author><arxiv:doi>10.1234/ABC</arxiv:doi>
 <link href="http://arxiv.org/abs/hep-th/9901001v2" rel="alternate"/>
 <link title="pdf" href="http://arxiv.org/pdf/hep-th/9901001v2" rel="related"/>
 <category term="hep-th"/></entry>
 <entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>bad id</summary></entry>
 </feed>""")
    (paper,) = result.papers
    assert (paper.id, paper.arxiv, paper.arxiv_version) == ("hep-th/9901001", "hep-th/9901001", 2)
    assert (paper.title, paper.abstract, paper.year) == ("On Beans", "We grow x² beans.", 1999)
    assert (paper.authors, paper.doi, paper.keywords) == (("Ada Moor",), "10.1234/abc", ("hep-th",))
    assert paper.url == "http://arxiv.org/abs/hep-th/9901001v2"
    assert "bad id" in result.report.skipped[0].error


def test_feeds_of_arxiv_nature_and_sciencedirect() -> None:
    paper = only(
        """<rss xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel>
        <title>cs.CL updates on arXiv.org</title><description>All of cs.CL</description>
        <item><title>On Beans</title><link>https://arxiv.org/abs/2401.00001</link>
        <description>arXiv:2401.00001v2 Announce Type: replace-cross
Abstract: We grow beans.</description><guid>oai:arXiv.org:2401.00001v2</guid>
        <category>cs.CL</category><pubDate>Wed, 03 Jan 2024 00:00:00 -0500</pubDate>
        <dc:creator>Ada Moor, Jan Berg</dc:creator></item></channel></rss>"""
    )
    assert (paper.title, paper.abstract, paper.year) == ("On Beans", "We grow beans.", 2024)
    assert (paper.authors, paper.arxiv) == (("Ada Moor", "Jan Berg"), "2401.00001")
    paper = only(
        """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns="http://purl.org/rss/1.0/"><channel><title>Garden</title></channel>
        <item rdf:about="https://x.org/1"><title>On Beans</title>
        <content:encoded><![CDATA[<p>Garden, Published online: 03 May 2023; doi:10.1234/b1</p>We
        grow beans.]]></content:encoded><dc:creator>Ada Moor</dc:creator>
        <dc:creator>Jan Berg</dc:creator><dc:identifier>doi:10.1234/b1</dc:identifier>
        <dc:date>2023-05-03</dc:date>
        <prism:publicationName>Garden</prism:publicationName></item></rdf:RDF>"""
    )
    assert (paper.abstract, paper.year, paper.venue) == ("We grow beans.", 2023, "Garden")
    assert (paper.authors, paper.doi) == (("Ada Moor", "Jan Berg"), "10.1234/b1")
    paper = only(
        """<rss version="2.0"><channel><item><title>On Beans</title><description><![CDATA[
        <p>Publication date: May 2022</p><p><b>Source:</b> Garden, Volume 7</p>
        <p>Author(s): Ada Moor, Jan Berg</p>]]></description></item></channel></rss>"""
    )
    assert (paper.abstract, paper.year, paper.venue) == ("", 2022, "Garden, Volume 7")
    assert paper.authors == ("Ada Moor", "Jan Berg")


def test_oai_in_its_forms_and_deleted_records() -> None:
    result = read_xml("""<OAI-PMH><ListRecords>
 <record><header status="deleted"><identifier>oai:arXiv.org:1</identifier></header></record>
 <record><header/><metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>9905.00001</id>
 <created>1999-05-01</created><updated>2001-01-01</updated><authors><author><keyname>Moor</keyname>
 <forenames>Ada</forenames></author></authors><title>On Beans</title><categories>cs.CL cs.LG
 </categories><abstract>We grow.</abstract></arXiv></metadata></record>
 <record><metadata><arXivRaw><id>9905.00002</id><version version="v1"><date>Mon, 3 May 1999 10:00:00
 GMT</date></version><version version="v2"><date>2 Jan 2002</date></version><title>On Peas</title>
 <authors>Ada Moor and Jan Berg</authors><abstract>We climb.</abstract></arXivRaw></metadata>
 </record><record><metadata><oai_dc:dc>
 <dc:title>On Leeks</dc:title><dc:creator>Moor, Ada</dc:creator>
 <dc:description>We dig for leeks.</dc:description><dc:description>Comment: 37 pages with many and
 large figures</dc:description><dc:date>2001-01-01</dc:date><dc:date>1999-05-01</dc:date>
 <dc:identifier>http://arxiv.org/abs/9905.00003</dc:identifier><dc:identifier>doi:10.1234/ABC
 </dc:identifier></oai_dc:dc></metadata></record>
 <record><metadata><marc><leader/></marc></metadata></record></ListRecords></OAI-PMH>""")
    beans, peas, leeks = result.papers
    assert {paper.year for paper in result.papers} == {1999}
    assert [paper.id for paper in result.papers] == ["9905.00001", "9905.00002", "9905.00003"]
    assert beans.persons == (Person("Ada Moor", "Ada", "Moor"),)
    assert beans.keywords == ("cs.CL", "cs.LG")
    assert (peas.authors, peas.arxiv_version) == (("Ada Moor", "Jan Berg"), 2)
    assert (leeks.abstract, leeks.doi, leeks.arxiv) == (
        "We dig for leeks.", "10.1234/abc", "9905.00003")  # fmt: skip
    assert [failure.source.record for failure in result.report.skipped] == [1, 5]


def test_a_billion_laughs_are_not_told() -> None:
    text = f"<!DOCTYPE feed [{LAUGHS}]>" + ATOM.format(entry("On &l9; Beans") + entry("On Peas"))
    result = read_xml(text)
    assert [paper.title for paper in result.papers] == ["On &l9; Beans", "On Peas"]
    assert "the entity &l9;, which is not expanded" in messages(result)


def test_external_entities_are_not_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret of the garden", encoding="utf-8")
    result = read_xml(
        f'<!DOCTYPE feed [<!ENTITY x SYSTEM "{secret.as_uri()}"><!ENTITY % y SYSTEM '
        f'"http://127.0.0.1:9/none.dtd"> %y;]>' + ATOM.format(entry("On Beans", "We grow &x;."))
    )
    assert result.papers[0].abstract == "We grow &x;."
    assert "not expanded" in messages(result)


def test_characters_that_html_names_are_known_and_bare_ampersands_forgiven() -> None:
    result = read_xml(ATOM.format(entry("B&eacute;e &amp; R&D &lt; &#946;", "a&#2;b grow")))
    assert result.papers[0].title == "Bée & R&D < β"
    assert result.papers[0].abstract == "a b grow"
    assert "bare &" in messages(result)
    assert "control characters" in messages(result)


def test_a_broken_record_is_named_with_its_line_and_costs_only_itself() -> None:
    result = read_xml(ATOM.format("\n\n".join([
        entry("On Beans"), entry("On <b>Peas"), entry("On Leeks").replace("</entry>", ""),
        entry("On Chard"), entry("On Kale").replace("<entry>", ""), entry("On <b><i>Red</b></i>"),
        "<entry/>", entry("On Cress"), entry("On Dill")[:30]])))  # fmt: skip
    assert [paper.title for paper in result.papers] == ["On Beans", "On Chard", "On Cress"]
    assert result.report.entries == 9
    told = {failure.source.line: failure.error for failure in result.report.skipped}
    assert told[3] == "it is not well-formed XML (mismatched tag, line 3)"
    assert told[5] == "its end tag is missing"
    assert told[9] == "its start tag is missing"
    assert "cut off" in told[17]
    assert all(failure.remedy for failure in result.report.skipped)


def test_several_documents_in_one_file_are_read() -> None:
    one = "<?xml version='1.0'?>\n" + ATOM.format(entry("On Beans"))
    assert len(read_xml(one + one.replace("Beans", "Peas")).papers) == 2


def test_comments_and_cdata_hide_tags() -> None:
    hidden = "<![CDATA[ </entry><entry> ]]><!-- </entry> -->"
    result = read_xml(ATOM.format(entry(f"On {hidden}Beans") + "<!--" + entry("No") + "-->"))
    assert [paper.title for paper in result.papers] == ["On </entry><entry> Beans"]
    unended = read_xml(ATOM.format("<!-- " + entry("On Beans") + entry("On Peas")))
    assert len(unended.papers) == 2


def test_deep_nesting_is_refused_not_followed() -> None:
    deep = "<b>" * 50_000 + "</b>" * 50_000
    result = read_xml(ATOM.format(entry(f"On {deep}") + entry("On Peas")))
    assert [paper.title for paper in result.papers] == ["On Peas"]
    assert "nested too deeply" in result.report.skipped[0].error


@pytest.mark.parametrize("chunk", [1, 7, 64, 1 << 20])
def test_cutting_is_the_same_whatever_the_chunk(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "<a>\n<!-- <r> --><r>1</r><m x='1'/>\n<r>2<![CDATA[</r>]]></r><r/>\n<r>3<r>4</r></r></a>"
    monkeypatch.setattr(cut, "_CHUNK", chunk)
    assert list(Cutter(io.StringIO(text), ("r",), ("m",)).pieces()) == [
        Piece("r", "<r>1</r>", 2),
        Piece("m", "<m x='1'/>", 2),
        Piece("r", "<r>2<![CDATA[</r>]]></r>", 3),
        Piece("r", "<r/>", 3),
        Piece("r", "<r>3", 4, "its end tag is missing"),
        Piece("r", "<r>4</r>", 4),
        Piece("r", "</r>", 4, "its start tag is missing"),
    ]


def test_memory_is_bounded_by_the_longest_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut, "_CHUNK", 64)
    monkeypatch.setattr(cut, "LONGEST", 256)
    cutter = Cutter(
        io.StringIO("<r>" + "x" * 5000 + "</r> <!-- " + "y" * 5000 + "<r>1</r>"), ("r",)
    )
    held = []
    found = []
    for piece in cutter.pieces():
        held.append(len(cutter._text))
        found.append((piece.text[:8], bool(piece.fault)))
    assert found == [("<r>xxxxx", True), ("<r>1</r>", False)]
    assert max(held) < 1000


def test_the_encoding_that_a_file_declares_is_believed() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-2"?>' + ATOM.format(entry("O ¶wietle i łąkach"))
    text = text.replace("¶", "ś")
    assert read_xml(text.encode("iso-8859-2")).papers[0].title == "O świetle i łąkach"


def test_pages_of_the_web_are_no_papers() -> None:
    for page in ("<!DOCTYPE html><html><article><p>Hi</p></article></html>", "<svg><title/></svg>"):
        with pytest.raises(InputError):
            read_xml(page)
