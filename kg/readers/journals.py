"""Journals by the macros of astronomers, which NASA ADS writes in BibTeX instead of a name."""

#: Macro, without its backslash -> journal.
JOURNALS = {
    "aap": "Astronomy & Astrophysics",
    "aapr": "Astronomy & Astrophysics Review",
    "aaps": "Astronomy & Astrophysics Supplement Series",
    "actaa": "Acta Astronomica",
    "aj": "The Astronomical Journal",
    "ao": "Applied Optics",
    "apj": "The Astrophysical Journal",
    "apjl": "The Astrophysical Journal Letters",
    "apjs": "The Astrophysical Journal Supplement Series",
    "aplett": "Astrophysical Letters",
    "apss": "Astrophysics and Space Science",
    "araa": "Annual Review of Astronomy and Astrophysics",
    "baas": "Bulletin of the American Astronomical Society",
    "grl": "Geophysical Research Letters",
    "icarus": "Icarus",
    "jcap": "Journal of Cosmology and Astroparticle Physics",
    "jcp": "The Journal of Chemical Physics",
    "jgr": "Journal of Geophysical Research",
    "jqsrt": "Journal of Quantitative Spectroscopy and Radiative Transfer",
    "mnras": "Monthly Notices of the Royal Astronomical Society",
    "na": "New Astronomy",
    "nar": "New Astronomy Reviews",
    "nat": "Nature",
    "nphysa": "Nuclear Physics A",
    "pasa": "Publications of the Astronomical Society of Australia",
    "pasj": "Publications of the Astronomical Society of Japan",
    "pasp": "Publications of the Astronomical Society of the Pacific",
    "physrep": "Physics Reports",
    "planss": "Planetary and Space Science",
    "pra": "Physical Review A",
    "prb": "Physical Review B",
    "prc": "Physical Review C",
    "prd": "Physical Review D",
    "pre": "Physical Review E",
    "prl": "Physical Review Letters",
    "procspie": "Proceedings of SPIE",
    "qjras": "Quarterly Journal of the Royal Astronomical Society",
    "rmxaa": "Revista Mexicana de Astronomía y Astrofísica",
    "skytel": "Sky & Telescope",
    "solphys": "Solar Physics",
    "ssr": "Space Science Reviews",
}


def journal_of(text: str) -> str:
    r"""The journal that a macro stands for; any other text as it is.

    >>> journal_of(r"\apj"), journal_of("Nature")
    ('The Astrophysical Journal', 'Nature')
    """
    text = text.strip()
    return JOURNALS.get(text[1:].lower(), text) if text.startswith("\\") else text
