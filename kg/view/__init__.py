"""Pictures of the graph: a page that stands alone."""

from kg.view.page import PageOptions, write_page

__all__ = ["PageOptions", "write_page"]
