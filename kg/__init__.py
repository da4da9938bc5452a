"""paperkg: a pile of research papers in, a knowledge graph out."""

__version__ = "0.1.0"
