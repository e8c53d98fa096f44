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


HONEST, DRAWINGS = sheet.page_of, cache(sheet._drawn.__wrapped__)


@cache
def page(code: str, language: str) -> Page:
    return HONEST(sheet.opened(code), language)


@pytest.fixture(scope="module")
def drawn_once() -> Iterator[None]:
    """Keep every page that is drawn: the server keeps a few, and some tests ask for all of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheet, "page_of", lambda item, language: page(item.code, language))
        patch.setattr(sheet, "_drawn", DRAWINGS)
        yield
