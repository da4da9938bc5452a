"""Papers written in the formats of catalogues and reference managers, for the battery."""

from collections.abc import Callable

Papers = list[tuple[str, str]]
Write = Callable[[Papers], str]


def _key(title: str) -> str:
    return title.split()[0].lower()


def _wrapped(text: str, indent: str) -> str:
    half = text.index(" ", len(text) // 2) if " " in text else 0
    return f"{text[:half]}\n{indent}{text[half + 1 :]}" if half else text


def write_ris(papers: Papers) -> str:
    return "\n".join(
        f"TY  - JOUR\nID  - {_key(title)}\nT1  - {title}\nA1  - Moor, Ada\nA1  - Berg, Jan\n"
        f"PY  - 1999/05/01/\nN2  - {abstract}\nER  - \n"
        for title, abstract in papers
    )


def write_medline(papers: Papers) -> str:
    return "\n".join(
        f"PMID- {len(title)}\nOWN - NLM\nTI  - {_wrapped(title, ' ' * 6)}\n"
        f"AB  - {_wrapped(abstract, ' ' * 6)}\nFAU - Moor, Ada\nAU  - Moor A\nDP  - 1999 May\n"
        for title, abstract in papers
    )


def write_wos(papers: Papers) -> str:
    records = "\n".join(
        f"PT J\nAU Moor, A\n   Berg, J\nTI {_wrapped(title, '   ')}\n"
        f"AB {_wrapped(abstract, '   ')}\n"
        f"PY 1999\nUT WOS:{_key(title)}\nER\n"
        for title, abstract in papers
    )
    return f"FN Clarivate Analytics Web of Science\nVR 1.0\n{records}\nEF\n"


def write_refworks(papers: Papers) -> str:
    return "\n".join(
        f"RT Journal Article\nSR Electronic(1)\nID {_key(title)}\nA1 Moor,Ada\nA1 Berg,Jan\n"
        f"T1 {title}\nYR 1999\nAB {abstract}\n"
        for title, abstract in papers
    )


def write_endnote(papers: Papers) -> str:
    return "\n".join(
        f"%0 Journal Article\n%F {_key(title)}\n%A Moor, Ada\n%A Berg, Jan\n%T {title}\n"
        f"%D 1999\n%X {abstract}\n"
        for title, abstract in papers
    )


def _xml(record: Callable[[str, str], str], frame: str) -> Write:
    """A writer of XML: each record as `record` makes it, all of them inside `frame`."""

    def write(papers: Papers) -> str:
        return frame.format("\n".join(record(*paper) for paper in papers))

    return write


write_acl = _xml(
    lambda title, abstract: (
        f"""<paper id="{len(title)}"><title><fixed-case>{title[0]}</fixed-case>{title[1:]}</title>
  <author><first>Ada</first><last>Moor</last></author><abstract>{abstract}</abstract></paper>"""
    ),
    """<?xml version='1.0' encoding='UTF-8'?>
<collection id="1999.moss"><volume id="main"><meta><booktitle>Garden Days</booktitle>
<year>1999</year></meta><frontmatter><url>1999.moss-main.0</url></frontmatter>
{}
</volume></collection>
""",
)
write_jats = _xml(
    lambda title, abstract: (
        f"""<article xml:lang="en"><front><journal-meta><journal-title-group>
  <journal-title>Garden Letters</journal-title></journal-title-group></journal-meta><article-meta>
  <article-id pub-id-type="doi">10.1234/{_key(title)}</article-id>
  <title-group><article-title>{title}</article-title></title-group>
  <contrib-group><contrib contrib-type="author"><name><surname>Moor</surname>
  <given-names>Ada</given-names></name></contrib></contrib-group>
  <pub-date pub-type="epub"><year>1999</year></pub-date>
  <abstract><p>{abstract}</p></abstract></article-meta></front></article>"""
    ),
    "<pmc-articleset>\n{}\n</pmc-articleset>\n",
)
write_pubmed = _xml(
    lambda title, abstract: (
        f"""<PubmedArticle><MedlineCitation><PMID>{len(title)}</PMID><Article>
  <Journal><JournalIssue><PubDate><Year>1999</Year></PubDate></JournalIssue></Journal>
  <ArticleTitle>{title}</ArticleTitle><Abstract><AbstractText>{abstract}</AbstractText></Abstract>
  </Article></MedlineCitation></PubmedArticle>"""
    ),
    "<PubmedArticleSet>\n{}\n</PubmedArticleSet>\n",
)
write_tei = _xml(
    lambda title, abstract: (
        f"""<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc>
  <titleStmt><title level="a" type="main">{title}</title></titleStmt></fileDesc>
  <profileDesc><abstract><div><p>{abstract}</p></div></abstract></profileDesc></teiHeader></TEI>"""
    ),
    "<teiCorpus>\n{}\n</teiCorpus>\n",
)
write_atom = _xml(
    lambda title, abstract: (
        f"""<entry><id>http://arxiv.org/abs/9905.0000{len(title) % 10}v1</id>
  <published>1999-05-01T00:00:00Z</published><title>{title}</title><summary>{abstract}
  </summary><arxiv:comment>3 pages</arxiv:comment></entry>"""
    ),
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">\n{}\n'
    "</feed>\n",
)
write_rss = _xml(
    lambda title, abstract: (
        f"""<item><guid>{_key(title)}</guid><title>{title}</title>
  <description>{abstract}</description><pubDate>Sat, 01 May 1999 00:00:00 GMT</pubDate></item>"""
    ),
    '<rss version="2.0"><channel><title>Gardens</title>\n{}\n</channel></rss>\n',
)
write_oai = _xml(
    lambda title, abstract: (
        f"""<record><header><identifier>oai:x:{_key(title)}</identifier></header>
  <metadata><arXiv><id>9905.0000{len(title) % 10}</id><created>1999-05-01</created>
  <title>{title}</title><abstract>  {abstract}
  </abstract></arXiv></metadata></record>"""
    ),
    '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>\n{}\n'
    "</ListRecords></OAI-PMH>\n",
)
write_mods = _xml(
    lambda title, abstract: (
        f"""<mods ID="{_key(title)}"><titleInfo><title>{title}</title></titleInfo>
  <name type="personal"><namePart type="family">Moor</namePart>
  <namePart type="given">Ada</namePart></name><abstract>{abstract}</abstract>
  <originInfo><dateIssued>1999-05</dateIssued></originInfo></mods>"""
    ),
    '<modsCollection xmlns="http://www.loc.gov/mods/v3">\n{}\n</modsCollection>\n',
)
write_endnote_xml = _xml(
    lambda title, abstract: (
        f"""<record><rec-number>{len(title)}</rec-number><ref-type name="Book">6</ref-type>
  <contributors><authors><author>Moor, Ada</author></authors></contributors>
  <titles><title><style face="italic">{title[0]}</style><style>{title[1:]}</style></title></titles>
  <dates><year>1999</year></dates><abstract>{abstract}</abstract></record>"""
    ),
    "<?xml version='1.0'?><xml><records>{}</records></xml>\n",
)
write_zotero_rdf = _xml(
    lambda title, abstract: (
        f"""<bib:Article rdf:about="#item_{len(title)}"><z:itemType>journalArticle</z:itemType>
  <bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Moor</foaf:surname></foaf:Person>
  </rdf:li></rdf:Seq></bib:authors><dc:title>{title}</dc:title>
  <dcterms:abstract>{abstract}</dcterms:abstract><dc:date>1999</dc:date></bib:Article>"""
    ),
    """<?xml version='1.0'?><rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#"
  xmlns:rdf="urn:r" xmlns:bib="urn:b" xmlns:foaf="urn:f" xmlns:dc="urn:d" xmlns:dcterms="urn:t">
{}\n</rdf:RDF>\n""",
)
# DBLP itself has no abstracts, but some who pass its records on have added them.
write_dblp = _xml(
    lambda title, abstract: (
        f"""<article mdate="1999-05-01" key="journals/m/{_key(title)}"><author>A. Moor 0001</author>
  <title>{title}.</title><abstract>{abstract}</abstract><year>1999</year>
  <journal>Garden Letters</journal></article>"""
    ),
    '<!DOCTYPE dblp SYSTEM "dblp.dtd">\n<dblp>\n{}\n</dblp>\n',
)


def with_line(write: Write, record: str) -> Write:
    """The first paper, a broken record, and the rest."""
    return lambda papers: write(papers[:1]).rstrip("\n") + f"\n{record}\n" + write(papers[1:])


def without_a_tag(write: Write, tag: str) -> Write:
    """All papers and, second, another in which a `tag` behind the abstract is not closed."""

    def broken(papers: Papers) -> str:
        text = write([papers[0], ("Broken Twigs", "One twig is broken."), *papers[1:]])
        at = text.index("One twig")
        return text[:at] + text[at:].replace(f"</{tag}>", "", 1)

    return broken
