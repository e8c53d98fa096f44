"""What tests of the page share: the workers of a run, and a browser at a server of each file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from pencilwright.app.web.views import sheet
from pencilwright.templates.page import Page

from .client import Browser, Workers, served, workers


@pytest.fixture(scope="session")
def shared_workers() -> Iterator[Workers]:
    with workers() as shared:
        yield shared


@pytest.fixture(scope="module")
def browser(shared_workers: Workers) -> Iterator[Browser]:
    with served(shared_workers) as item:
        yield item


DRAWN = dict[tuple[str, str], Page]()
DRAWINGS = cache(sheet._drawn.__wrapped__)


@pytest.fixture(scope="module")
def drawn_once() -> Iterator[None]:
    """Keep every page that is drawn: the server keeps a few, and some tests ask for all of them."""
    honest = sheet.page_of

    def page_of(item: sheet.OpenedSheet, language: str) -> Page:
        if (item.code, language) not in DRAWN:
            DRAWN[item.code, language] = honest(item, language)
        return DRAWN[item.code, language]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet, "page_of", page_of)
        patch.setattr(sheet, "_drawn", DRAWINGS)
        yield
