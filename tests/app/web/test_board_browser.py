"""Check your copy in a real browser: places are tapped, and what they are is chosen: `pytest -m browser`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from pencilwright.app.answers.board import OwnBoard
from pencilwright.games import GAMES, game
from tests.app.web.test_browser import House, Seen, chromium, house, looking, pytestmark

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

__all__ = ["chromium", "house", "pytestmark"]
FORGET = """(at) => fetch(at, { method: "POST", body: new URLSearchParams({ forget: "1" }) })"""


@pytest.fixture
def seen(chromium: Browser, house: House) -> Iterator[Seen]:
    with looking(chromium, house, "narrow", lang="ja", theme="dark") as item:
        yield item
        for known in GAMES.values():
            item.page.evaluate(FORGET, f"/board/{known.id}")


def spot(seen: Seen, field: str, text: str = "") -> Locator:
    return seen.page.locator(f'.spot[data-field="{field}"][data-text="{text}"]')


def told(seen: Seen, game_id: str) -> OwnBoard:
    """What the server, which keeps it in memory, was told."""
    text = seen.page.evaluate("async (at) => (await fetch(at)).text()", f"/board/{game_id}/board.toml")
    return OwnBoard(game(game_id), text)


def test_a_wheel_and_a_mausoleum_that_differ_are_tapped_and_kept(seen: Seen) -> None:
    seen.open("/games/terracotta-army")
    with seen.page.expect_navigation():
        seen.page.get_by_role("link", name=seen.words("web.board.check")).tap()
    spot(seen, "inspectors.column_start.0", "C").tap()
    assert "on" in str(spot(seen, "inspectors.column_start.0", "C").get_attribute("class")).split()
    assert "on" not in str(spot(seen, "inspectors.column_start.0", "A").get_attribute("class")).split()
    same = seen.page.get_by_role("button", name=seen.words("web.board.same"))
    with seen.page.expect_navigation():
        same.first.tap()
    assert seen.page.url.endswith("#card-inner")
    seen.page.reload()
    spot(seen, "inner..1").tap()
    ways = seen.page.locator("#ways button")
    chosen = game("terracotta-army").own_values.value_lines()
    word, words = next(item for item in chosen if item.key == "inner").known[2]
    ways.nth(2).tap()
    assert spot(seen, "inner..1").locator("use").get_attribute("href") == f"#s-{word}"
    assert seen.page.locator("#picked").inner_text().endswith("3")
    seen.page.locator("#picked-all").tap()
    seen.check("copy-wheel")
    with seen.page.expect_navigation():
        seen.page.locator("#card-inner .go").tap()
    board = told(seen, "terracotta-army")
    assert board.typed["inner"][1] == word and board.typed["inspectors"]["column_start"] == "C"
    assert words and board.open[0] == "organizer"


def test_a_bridge_is_taken_away_and_a_plaza_has_another_face(seen: Seen) -> None:
    seen.open("/board/terra-mystica")
    spot(seen, "bridge_places..B1-D1", "B1-D1").tap()
    seen.check("copy-map")
    with seen.page.expect_navigation():
        seen.page.locator("#card-bridge_places .go").tap()
    assert len(told(seen, "terra-mystica").typed["bridge_places"]) == 28
    seen.open("/board/troyes-dice")
    spot(seen, "plazas..3").tap()
    seen.page.locator("#ways button").nth(5).tap()
    seen.page.locator("#picked-all").tap()
    with seen.page.expect_navigation():
        seen.page.locator("#card-plazas .go").tap()
    assert told(seen, "troyes-dice").typed["plazas"][3] == "W/R"


def test_roofs_are_named_and_numbers_are_stepped(seen: Seen) -> None:
    seen.open("/board/tianxia")
    spot(seen, "raid_values.1.0").tap()
    seen.page.locator("#ways button").last.tap()
    assert spot(seen, "raid_values.1.0").locator("text").text_content() == "4"
    seen.page.locator("#picked-all").tap()
    with seen.page.expect_navigation():
        seen.page.locator("#card-paths .go").tap()
    with seen.page.expect_navigation():
        seen.page.get_by_role("button", name=seen.words("web.board.rest")).tap()
    board = told(seen, "tianxia")
    assert board.typed["raid_values"]["1"] == [4, 3, 3] and not board.open
