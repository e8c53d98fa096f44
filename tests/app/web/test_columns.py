"""One player's column on a phone: filled by taps alone, counted, kept; as a form without scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

from pencilwright import games
from pencilwright.app.web.views import sheet
from pencilwright.games import Game
from pencilwright.games.controls import marks_of
from tests.app.web.test_browser import House, Seen, chromium, expect, house, looking, pytestmark
from tests.games.pads.gallery import PADS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

__all__ = ["chromium", "house", "pytestmark"]
MOST_TAPS = {
    "terra-mystica": 13,
    "terracotta-army": 19,
    "tianxia": 42,
    "bowling": 25,
    "yatzy": 19,
    "lanterns": 14,
}
"""Taps for a whole column: every number has its keys, and goes on by itself where it can grow no more."""
LEAST = 44
"""Pixels of what is tapped."""


@pytest.fixture(autouse=True)
def pads() -> Iterator[None]:
    """The example pads are known, as if their folder were this one's."""
    names = ("bowling", "yatzy", "lanterns")
    for name in names:
        games.register(PADS[name])
    yield
    for name in names:
        games.forget(name)


def example_of(game: Game, code: str) -> tuple[str, dict[str, str]]:
    """An owner, and what is written in that column of an example: all that the program does not work out."""
    state = game.examples.example("filled", 1)
    visible = {mark.id for mark in sheet._drawn(code, "en").marks}
    marks = {mark: value for mark, value in game.marks.to_marks(state).items() if mark in visible}
    boxes = game.columns
    owner = next(boxes[mark].owner for mark in marks if boxes[mark].owner)
    written = {
        mark: value
        for mark, value in marks.items()
        if boxes[mark].owner == owner and not boxes[mark].sum and boxes[mark].mark.kind != "text"
    }
    return owner, written


def wanted(game: Game, marks: Mapping[str, str], field: Locator) -> str:
    """What the keys are to say at a field: a number, how far a track is filled, or the mark of a choice."""
    mark = field.get_attribute("data-mark")
    control = next(control for control in game.marks.CONTROLS if mark in marks_of(control))
    on = [item for item in marks_of(control) if item in marks]
    if field.get_attribute("data-part"):
        return str(len(on)) if on else ""
    if field.evaluate("one => one.tagName") == "SELECT":
        return on[0] if on else ""
    return marks.get(mark or "", "")


class Column:
    """A column that is filled by taps on what is in sight; they are counted."""

    def __init__(self, seen: Seen, game: Game, owner: str) -> None:
        self.seen, self.game, self.owner, self.taps = seen, game, owner, 0
        self.at = seen.page.locator(f'.column[data-owner="{owner}"] .num.at')

    def tap(self, place: Locator) -> None:
        box = place.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 40 and box["height"] >= LEAST
        self.seen.press(place)
        self.taps += 1

    def show(self) -> None:
        """Go to the column, where there are others."""
        tab = self.seen.page.locator(f'#who [data-owner="{self.owner}"]')
        if tab.count():
            self.tap(tab)

    def fill(self, marks: Mapping[str, str]) -> None:
        """Fill what keys set from the first field on, then tick what is left."""
        page = self.seen.page
        while self.at.count():
            before = self.at.get_attribute("data-mark")
            value = wanted(self.game, marks, self.at)
            keys = page.locator(".values [data-key]")
            signs = [
                key for key in keys.all() if (key.get_attribute("data-key") or "").removeprefix("!") in marks
            ]
            if value and page.locator(f'.values [data-key="={value}"]').count():
                self.tap(page.locator(f'.values [data-key="={value}"]'))
            elif value:
                for digit in value:
                    self.tap(page.locator(f'.values [data-key="{digit}"]'))
            if signs and self.at.count() and self.at.get_attribute("data-mark") == before:
                self.tap(signs[0])
            if self.at.count() and self.at.get_attribute("data-mark") == before:
                self.tap(page.locator("#onward"))
        self.show()
        for mark in marks:
            box = page.locator(f'.column[data-owner="{self.owner}"] .tick:has([data-mark="{mark}"])')
            if box.count() and not box.locator("input").is_checked():
                box.scroll_into_view_if_needed()
                self.tap(box)


def opened(seen: Seen, game: Game) -> str:
    """Open a blank sheet of a game, and return its page code."""
    page = seen.open(f"/sheet/{game.id}?lang={seen.lang}")
    expect(page.locator("#undo")).to_be_visible()
    return page.url.rpartition("/")[2].partition("?")[0]


@pytest.mark.parametrize(
    "name",
    [
        name if name in ("terracotta-army", "lanterns") else pytest.param(name, marks=pytest.mark.long)
        for name in MOST_TAPS
    ],
)
def test_a_column_is_filled_by_taps_and_has_the_right_total(
    chromium: Browser, house: House, name: str
) -> None:
    game = games.game(name)
    with looking(chromium, house, "phone") as seen:
        code = opened(seen, game)
        owner, marks = example_of(game, code)
        assert marks
        column = Column(seen, game, owner)
        column.show()
        column.fill(marks)
        answer = sheet.score(code, marks, "en")
        (player,) = (item for item in answer["players"] if item["owner"] == owner)
        expect(seen.page.locator("#total")).to_contain_text(str(player["total"]))
        assert player["total"] and seen.overflow() <= 0
        assert column.taps <= MOST_TAPS[name], column.taps
        if (tabs := seen.page.locator("#who button")).count():
            tabs.last.click()
        seen.page.reload()
        expect(seen.page.locator("#total")).to_contain_text(str(player["total"]))
        if tabs.count():
            expect(tabs.last).to_have_attribute("aria-pressed", "true")
