"""Requests that no page of ours sends: each gets an answer with the policy, and none is a fault of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pencilwright.app.web import jobs
from pencilwright.app.web.app import ADDRESSES, Address
from pencilwright.app.web.routes.sheet import blank
from pencilwright.games import GAMES
from tests.app.web.client import Browser, served, workers

LEFT_OUT = ("/quit", "/papers/{game}/{document}.pdf", "/today/{game}", "/puzzles/{game}")
"""What ends the server, and what a worker takes seconds for, whatever is asked."""
TASTED = [address for address in ADDRESSES if address.path not in LEFT_OUT]
CODES = [
    *(blank(game, "", "en") for game in GAMES.values()),
    *(game.setups.to_code(game.setups.draw(1)) for game in GAMES.values()),
    *GAMES,
]
TEXT = st.one_of(
    st.sampled_from(
        ["", "..", "%00", "/etc/passwd", "-", "null", "1e999", "\u202e", "😀" * 50, "BCDFG", *CODES]
    ),
    st.text(max_size=40),
)
NAMES = ["code", "lang", "theme", "id", "photo", "as", "path", "sheet", "copies", "players"]
FIELDS = st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=8), TEXT, max_size=4)
NEARLY = [
    b'{"marks": {}}',
    b'{"marks": {"x": "1"}, "lang": "xx"}',
    b'{"page_code": "x", "marks": {}}',
    b"[" * 5000,
]
NESTED = st.recursive(TEXT, lambda inner: st.dictionaries(TEXT, inner, max_size=3), max_leaves=5)
BODIES = st.one_of(
    st.binary(max_size=60),
    FIELDS.map(lambda text: urlencode(text, errors="replace").encode()),
    NESTED.map(lambda value: json.dumps(value).encode()),
    st.sampled_from(NEARLY),
)
TYPES = st.sampled_from(
    ["application/json", "application/x-www-form-urlencoded", "image/png", "text/plain", ""]
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with workers() as shared, served(shared) as item:
        yield item


def filled(address: Address, texts: list[str]) -> str:
    """The path of an address with texts in its places."""
    left = iter(texts)
    return re.sub(r"\{[a-z]+\}", lambda _: quote(next(left), safe="", errors="replace"), address.path)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    address=st.sampled_from(TASTED),
    texts=st.lists(TEXT, min_size=3, max_size=3),
    query=FIELDS,
    body=BODIES,
    kind=TYPES,
)
def test_no_request_is_a_fault_of_ours(
    browser: Browser,
    capfd: pytest.CaptureFixture[str],
    address: Address,
    texts: list[str],
    query: dict[str, str],
    body: bytes,
    kind: str,
) -> None:
    path = filled(address, texts) + "?" + urlencode(query, errors="replace")
    headers = {} if address.method in ("GET", "HEAD") else {"content-type": kind}
    answer = browser.ask(address.method, path, b"" if not headers else body, headers)
    assert answer.status < 500 or answer.status == 503, (
        path,
        answer.text[:300],
        capfd.readouterr().err[-2000:],
    )
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert jobs.ServerFault.__name__ not in answer.text
