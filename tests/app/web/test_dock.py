"""The dock under a sheet: it always has a way on, names the sheet's turn, and loses nothing entered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from pencilwright.app.web import serve
from pencilwright.games.errors import InputError
from tests.app.web.test_browser import (
    PATIENCE,
    Seen,
    chromium,
    expect,
    house,
    looking,
    new_troyes,
    pytestmark,
    served,
)
from tests.app.web.test_turn import told

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

__all__ = ["chromium", "house", "pytestmark"]

STEPS = 30
PLAYS = "would", "best", "three", "mine"
"""States of the dock in which the blue button writes a move."""
HELD = """new Promise((then) => setTimeout(then, 100)).then(() => Object.fromEntries(
    Object.entries(JSON.parse(localStorage.getItem('pencilwright.sheet.%s') ?? '{"values": {}}').values)
    .filter(([, value]) => value)))"""
"""What the browser has kept of a sheet, a moment after a tap."""
FOCUSED = (
    "document.querySelector('#turn').contains(document.activeElement) ? document.activeElement.innerText : ''"
)


class Dock:
    """The dock of a sheet, with a finger on it."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.page, self.code = seen, seen.page, new_troyes(seen)
        self.turn, self.go = self.page.locator("#turn"), self.page.locator("#go")
        self.is_away = False

    @property
    def state(self) -> str:
        """What the dock says that it is; "by hand" while it is folded."""
        return (self.turn.get_attribute("data-state") or "") if self.turn.is_visible() else "by hand"

    @property
    def marks(self) -> dict[str, str]:
        """What is written on the sheet."""
        id = self.page.url.rpartition("id=")[2].partition("#")[0]
        written: dict[str, str] = self.seen.reckoned(HELD % f"{self.code}.{id}")
        return written

    @property
    def dice(self) -> list[str]:
        """The dice that are seen, as far as they are typed or picked from."""
        return self.turn.locator(".typed .die, .four .die").all_inner_texts()

    def settle(self) -> None:
        """Wait until the dock has got its answer, the first one of the best."""
        waits = self.page.locator('#turn[data-state="waits"]:visible, #turn[data-state="away"]:visible')
        expect(waits).to_have_count(0, timeout=3 * PATIENCE * 1000)
        if self.state in PLAYS:
            expect(self.go).to_be_enabled(timeout=3 * PATIENCE * 1000)

    def click(self, place: Locator) -> None:
        """Press a button; a ring under something is pressed all the same."""
        place.dispatch_event("click")

    def switch(self) -> None:
        """Take the network away, or give it back."""
        self.is_away = not self.is_away
        self.seen.context.set_offline(self.is_away)

    def check(self) -> None:
        """Ask what must hold after each step."""
        if self.is_away:
            assert not self.turn.get_by_text("Failed").count()
            return
        self.settle()
        ways = self.page.locator("#go:visible:enabled, #hand:visible, #turn:visible button:enabled")
        assert ways.count(), self.state
        if self.state == "by hand":
            return
        if self.state in ("asks", *PLAYS):
            assert self.page.locator("#go:visible, #turn:visible button:enabled").count(), self.state
            expect(self.page.locator("#note")).to_have_text(self.time(), timeout=PATIENCE * 1000)
        if self.state == "best" and not self.turn.locator(".big").count():
            raise AssertionError(self.turn.inner_text())

    def time(self) -> str:
        """Which turn it is by the rules."""
        try:
            return str(told(self.code, self.marks, [], "en")["who"])
        except InputError as error:
            raise AssertionError(f"{self.state}: {error}") from error

    def seen_now(self) -> tuple[Any, ...]:
        """What a reload must bring back."""
        heading = self.turn.locator("h2").first
        words = heading.inner_text() if self.state == "asks" and heading.count() else ""
        return self.state, words, self.dice, self.seen.reckoned(FOCUSED) if self.state == "asks" else ""


class Walk:
    """A random walk: each step is one that a person could do now."""

    def __init__(self, dock: Dock, seed: int) -> None:
        self.dock, self.random, self.done = dock, Random(seed), list[str]()
        self.written: list[dict[str, str]] = []

    def steps(self) -> dict[str, Callable[[], None]]:
        """Return what can be done now."""
        dock, state = self.dock, self.dock.state
        results: dict[str, Callable[[], None]] = {}
        if dock.turn.locator(".six button:visible").count():
            results["die"] = self.die
        if state in ("asks", "away") and dock.turn.locator(".four:not(.again) button, .ways button").count():
            results["ring"] = self.ring
        if dock.go.is_visible() and dock.go.is_enabled():
            results["play" if state in PLAYS else "best"] = self.blue
        if dock.page.locator("#undo").is_enabled() and state != "by hand":
            results["undo"] = self.undo
        if dock.page.locator("#hand").is_visible():
            results["by hand"] = self.by_hand
        if not dock.is_away:
            results["reload"] = self.reload
        if dock.page.locator("#more").is_visible():
            results["more"] = self.more
        if state == "three" and dock.turn.locator(".one").count():
            results["row"] = self.row
            results["own"] = self.own
        results["back" if dock.is_away else "away"] = dock.switch
        return results

    def step(self) -> None:
        """Do one of them; typing and picking go before the others, so that turns are played."""
        steps = self.steps()
        weights = [{"die": 6, "ring": 4, "play": 3, "best": 2, "back": 4}.get(name, 1) for name in steps]
        (name,) = self.random.choices(list(steps), weights)
        self.done.append(name)
        steps[name]()
        self.dock.check()

    def die(self) -> None:
        """Type a die: it is seen."""
        keys, before = self.dock.turn.locator(".six button:visible"), self.dock.dice
        typed = [text for text in before if text.isdigit()]
        number = self.random.randrange(6)
        self.dock.click(keys.nth(number))
        if len(before) == 4 and len(typed) < 3:
            assert self.dock.dice[: len(typed) + 1] == [*typed, str(number + 1)]

    def ring(self) -> None:
        """Pick one of what is asked."""
        keys = self.dock.turn.locator(".four:not(.again) button, .ways button")
        self.dock.click(keys.nth(self.random.randrange(keys.count())))

    def blue(self) -> None:
        """Press the blue button: what it plays is written at once."""
        writes, before = self.dock.state in PLAYS, self.dock.marks
        self.dock.click(self.dock.go)
        if writes:
            assert self.dock.marks != before
            self.written.append(before)

    def more(self) -> None:
        """Show three moves, or close what was opened."""
        self.dock.click(self.dock.page.locator("#more"))

    def row(self) -> None:
        """Choose one of three."""
        rows = self.dock.turn.locator(".one")
        self.dock.click(rows.nth(self.random.randrange(rows.count())))

    def own(self) -> None:
        """Ask why one's own move is not the best."""
        self.dock.click(self.dock.turn.locator(".three ~ .row button"))

    def undo(self) -> None:
        """Take back: a turn that was written, whole."""
        before = self.dock.marks
        self.dock.click(self.dock.page.locator("#undo"))
        if (after := self.dock.marks) != before:
            assert self.written.pop() == after

    def by_hand(self) -> None:
        """Mark by hand, or not any more."""
        self.dock.click(self.dock.page.locator("#hand"))

    def reload(self) -> None:
        """Load the page anew: marks, dice and focus are kept."""
        if self.dock.state in ("asks", *PLAYS):
            self.dock.settle()
        before, marks = self.dock.seen_now(), self.dock.marks
        self.dock.page.reload()
        self.dock.settle()
        assert self.dock.marks == marks
        if before[0] in ("asks", "would"):
            assert self.dock.seen_now() == before


@contextmanager
def docked(chromium: Browser, house: Any) -> Iterator[Dock]:
    """A dock in a window in which nothing goes wrong but the network."""
    seen = Seen(chromium, house, "phone")
    try:
        yield Dock(seen)
        assert [fault for fault in seen.faults if "Failed to load" not in fault] == []
    finally:
        seen.close()


@pytest.mark.parametrize(
    "seed", [0, 12, *(pytest.param(n, marks=pytest.mark.long) for n in range(40) if n not in (0, 12))]
)
def test_whatever_is_done_there_is_a_way_on_the_title_is_the_sheets_and_nothing_is_lost(
    chromium: Browser, seed: int
) -> None:
    with served(serve.ServePlan()) as house, docked(chromium, house) as dock:
        dock.settle()
        walk = Walk(dock, seed)
        try:
            for _ in range(STEPS):
                walk.step()
        except Exception as error:
            raise AssertionError(f"{walk.done}: {dock.state}: {dock.turn.inner_text()!r}") from error


def test_three_moves_stand_on_the_drawing_and_ones_own_is_held_against_the_best(
    chromium: Browser, house: Any
) -> None:
    with looking(chromium, house, "phone") as seen:
        dock, more = Dock(seen), seen.page.locator("#more")
        rings, rows = seen.page.locator("#sheet .price:visible"), dock.turn.locator(".one")
        tabs = seen.page.locator('#rooms [data-moves]:not([data-moves=""])')
        for number in (3, 1, 5, 6):
            dock.click(dock.turn.locator(".six button").nth(number - 1))
        expect(dock.turn.locator(".four button").first).to_be_visible()
        dock.click(dock.go)
        expect(dock.turn.locator(".big")).to_be_visible(timeout=3 * PATIENCE * 1000)
        expect(dock.turn.locator("progress")).to_have_count(0, timeout=5 * PATIENCE * 1000)
        before = dock.marks
        dock.click(more)
        expect(rows).to_have_count(3)
        expect(dock.go).to_have_text(seen.words("web.sheet.js.play_n", n=1))
        placed = [*rings.all_text_contents(), *(tab.get_attribute("data-moves") or "" for tab in tabs.all())]
        assert sorted(" ".join(placed).split()) == ["1", "2", "3"]
        seen.check("turn-three")
        dock.click(rows.nth(1))
        expect(dock.go).to_have_text(seen.words("web.sheet.js.play_n", n=2))
        expect(rows.nth(1)).to_have_attribute("aria-pressed", "true")

        dock.click(seen.button("web.sheet.js.why_not"))
        dock.click(dock.turn.locator(".four button").nth(1))  # a die, and what it is used for
        dock.click(dock.turn.locator(".ways button").first)
        expect(dock.turn).to_have_attribute("data-state", "mine")
        expect(dock.turn.locator(".gains")).to_be_visible(timeout=3 * PATIENCE * 1000)
        expect(rings.get_by_text(seen.words("web.sheet.js.me"))).to_be_attached()
        seen.check("turn-mine")
        assert dock.marks == before
        mine = seen.button("web.sheet.js.play_mine")
        expect(mine).to_be_visible()
        expect(dock.go).to_have_text(seen.words("web.sheet.js.play_n", n=1))
        dock.click(more)
        expect(dock.turn.locator(".big")).to_be_visible()
        expect(dock.go).to_have_text(seen.words("web.sheet.js.play"))
        dice = dock.turn.locator(".muted").first
        expect(dice).to_have_text("1am · 3 1 5 6")
        dock.click(dock.go)
        expect(dock.turn.locator(".six button")).to_have_count(6)
        assert dock.marks != before
        dock.click(seen.page.locator("#undo"))
        expect(dock.turn.locator(".four button").first).to_be_visible()
        dock.click(dock.go)
        expect(dice).to_have_text("1am · 3 1 5 6")


def test_what_another_phone_wrote_on_the_sheet_is_told_and_dice_are_for_the_next_turn(
    chromium: Browser, house: Any
) -> None:
    with looking(chromium, house, "phone") as one, docked(chromium, house) as dock:

        def play() -> None:
            for number in (3, 1, 5, 6):
                dock.click(dock.turn.locator(".six button").nth(number - 1))
            dock.click(dock.turn.locator(".four button").first)
            dock.click(dock.turn.locator(".ways button").first)
            expect(dock.turn).to_have_attribute("data-state", "would")
            dock.click(dock.go)
            expect(dock.turn.locator(".six button")).to_have_count(6)

        with dock.page.expect_response(lambda answer: answer.request.method == "PUT"):
            play()
        one.open(f"/sheet/{dock.code}?{dock.page.url.rpartition('?')[2]}")
        expect(one.page.locator("#note")).to_have_text("1pm")
        for number in (3, 2):
            one.page.locator("#turn .six button").nth(number - 1).click()
        play()
        expect(one.page.locator("#note")).to_have_text("2am")
        told = one.words("web.sheet.js.wrote_dice", time="1pm", next="2am")
        expect(one.page.locator("#turn .small", has_text=told)).to_be_visible()
        expect(one.page.locator("#turn .typed .die").first).to_have_text("3")
        one.button("web.sheet.js.away").click()
        expect(one.page.locator("#turn .typed .die").first).to_have_text("?")
        expect(one.page.locator("#turn .small", has_text=told)).to_have_count(0)


def test_a_choice_of_a_game_alone_waits_for_the_computer_and_is_made_once_it_answers(
    chromium: Browser, house: Any
) -> None:
    with docked(chromium, house) as dock:
        page = dock.seen.open("/play/terracotta-army")
        dock.seen.send(dock.seen.button("web.solo.fresh"))
        before = page.locator("#asked").inner_text()
        dock.switch()
        page.locator(".asking form button, #picks button").first.dispatch_event("click")
        expect(page.locator("#waits")).to_have_text(dock.seen.words("web.sheet.js.waits"))
        assert page.locator("#asked").inner_text() == before
        with page.expect_navigation():
            dock.switch()
        expect(page.locator("#waits")).to_be_hidden()


def test_the_network_may_go_at_each_step_and_what_was_tapped_goes_on_when_it_is_back(
    chromium: Browser, house: Any
) -> None:
    with docked(chromium, house) as dock:
        dock.settle()
        waits = dock.turn.get_by_text(dock.seen.words("web.sheet.js.waits"))
        four, rings = dock.turn.locator(".four:not(.again) button"), dock.turn.locator(".ways button")
        big, six = dock.turn.locator(".big"), dock.turn.locator(".six button")

        def while_away(pressed: Locator, then: Locator) -> None:
            """Press without the network: the dock says that it waits, and goes on by itself."""
            dock.switch()
            dock.click(pressed)
            expect(waits).to_be_visible()
            assert dock.page.locator("#undo").is_enabled() and dock.page.locator("#hand").is_visible()
            dock.switch()
            expect(then).to_be_visible(timeout=3 * PATIENCE * 1000)
            expect(waits).to_have_count(0)

        for number in (3, 2, 4):
            dock.click(six.nth(number - 1))
        while_away(six.nth(5), four.first)
        while_away(four.first, rings.first)
        dock.click(dock.page.locator("#undo"))
        expect(four.first).to_be_visible()
        while_away(dock.go, big)
        dock.switch()  # while a better answer is looked for
        expect(waits.or_(dock.page.locator("#turn:not(:has(progress))"))).to_be_visible()
        expect(big).to_be_visible()
        before = dock.marks
        dock.click(dock.go)
        expect(waits).to_be_visible()
        assert dock.marks != before, "it is played while the computer is away"
        dock.switch()
        expect(six).to_have_count(6)
        expect(dock.page.locator("#note")).to_have_text("1pm", timeout=PATIENCE * 1000)
