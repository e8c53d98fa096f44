"""What tests of the page share: the workers of a run, and a browser at a server of each file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .client import Browser, Workers, served, workers


@pytest.fixture(scope="session")
def shared_workers() -> Iterator[Workers]:
    with workers() as shared:
        yield shared


@pytest.fixture(scope="module")
def browser(shared_workers: Workers) -> Iterator[Browser]:
    with served(shared_workers) as item:
        yield item
