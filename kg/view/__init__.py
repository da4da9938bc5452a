"""Pictures of the graph: pages that stand alone."""

from kg.view.page import Page, PageOptions, render_page, write_page

__all__ = ["Page", "PageOptions", "render_page", "write_page"]
