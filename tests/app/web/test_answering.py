"""A puzzle on a phone: what is asked is in sight above the dock, and is answered without the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pencilwright.games import puzzlecode
from tests.app.web.test_browser import SIZES, Seen, chromium, expect, house, phone, pytestmark, window
from tests.app.web.test_puzzle import asked

if TYPE_CHECKING:
    from playwright.sync_api import Locator

__all__ = ["chromium", "house", "phone", "pytestmark"]

short = window("short")
KINDS = (
    ("troyes-dice", "line-2"),
    ("terracotta-army", "place"),
    ("terra-mystica", "last-action"),
    ("terra-mystica", "liquidation"),
    ("tianxia", "wall"),
    ("tianxia", "deliveries"),
)
MOST_TAPS = 9


def opened(seen: Seen, game_id: str, kind: str) -> None:
    """Open the first puzzle of a kind."""
    item = asked(game_id, kind)
    code = puzzlecode.compact(item.game.puzzles.to_code(item.question))
    seen.open(f"/puzzle/{code}")
    expect(seen.page.locator("#dock")).to_be_visible()


def spots(seen: Seen, state: str) -> Locator:
    """The places of the drawing that are drawn so."""
    return seen.page.locator(f"[data-place].{state} rect:first-child:visible")


def check_in_sight(seen: Seen, state: str) -> None:
    """Check that question, a place of the drawing and dock with its first button are in the window."""
    names = (".bar", ".asked", "#dock", "#dock .btn:visible")
    bar, question, dock, button = (seen.page.locator(name).first.bounding_box() for name in names)
    assert bar and question and dock and button
    assert dock["y"] + dock["height"] <= SIZES[seen.size][1] + 1 and dock["y"] <= button["y"]
    top, bottom = question["y"] + question["height"], dock["y"]
    assert bar["y"] + bar["height"] - 1 <= question["y"] and top < bottom, (state, question)
    boxes = [box for spot in spots(seen, state).all() if (box := spot.bounding_box())]
    assert any(top <= box["y"] and box["y"] + box["height"] <= bottom for box in boxes), (state, top, bottom)


@pytest.mark.parametrize(("game_id", "kind"), KINDS)
@pytest.mark.parametrize("size", ["short", pytest.param("phone", marks=pytest.mark.long)])
def test_what_is_asked_is_in_sight_with_the_dock_and_answers_need_no_network(
    request: pytest.FixtureRequest, game_id: str, kind: str, size: str
) -> None:
    phone: Seen = request.getfixturevalue(size)
    opened(phone, game_id, kind)
    dock, page = phone.page.locator("#dock"), phone.page
    check_in_sight(phone, "open")
    phone.context.set_offline(True)
    while dock.get_attribute("data-state") == "asks":
        page.locator("#ways button").last.click()
        if states := [state for state in ("open", "taken") if spots(phone, state).count()]:
            check_in_sight(phone, states[0])
    expect(phone.button("web.puzzle.grade")).to_have_class("btn go")
    phone.context.set_offline(False)
    phone.button("web.puzzle.grade").click()
    expect(dock).to_have_attribute("data-state", "graded")
    expect(phone.button("web.puzzle.grade")).to_be_hidden()
    expect(phone.button("web.puzzle.next")).to_have_class("btn go")
    phone.page.locator("#dock [form=revealing]").click()
    expect(dock).to_have_attribute("data-state", "over")
    check_in_sight(phone, "best")
    assert "point" in page.locator("#verdict").inner_text()
    page.emulate_media(reduced_motion="no-preference")
    page.locator("#again").click()  # the answer is played, choice by choice
    expect(page.locator("#gone")).to_be_visible()
    expect(page.locator("#gone")).to_be_hidden()
    expect(page.get_by_text(phone.words("web.puzzle.made"))).to_be_visible()
    expect(page.locator("#result table")).to_be_hidden()
    phone.check(f"puzzle-{kind}")


@pytest.mark.parametrize(("game_id", "kind"), KINDS)
def test_taps_on_the_drawing_lead_to_an_answer_and_back(phone: Seen, game_id: str, kind: str) -> None:
    opened(phone, game_id, kind)
    dock, page = phone.page.locator("#dock"), phone.page
    for _ in range(MOST_TAPS):
        if dock.get_attribute("data-state") != "asks":
            break
        offered = page.locator("[data-place].open .hit:visible")
        (offered if offered.count() else page.locator("#ways button")).first.click()
    expect(dock).to_have_attribute("data-state", "chosen")
    chosen = page.locator("#chosen").inner_text()
    page.reload()
    expect(page.locator("#chosen")).to_have_text(chosen)
    before = spots(phone, "taken").count()
    assert before
    page.locator("[data-place].taken .hit:visible").first.click()
    assert page.locator("#chosen").inner_text() != chosen


def test_pieces_are_taken_from_the_wall_by_taps_one_by_one(phone: Seen) -> None:
    opened(phone, "tianxia", "wall")
    page, taken = phone.page, phone.page.locator(".piece [data-place].taken")
    while page.locator("#ways button:visible").count():
        page.locator("#ways button").last.click()
    for left in range(taken.count() - 1, -1, -1):
        place = taken.first.get_attribute("data-place")
        taken.first.locator(".hit").click()
        assert page.locator(f'.piece [data-place="{place}"].taken').count() == 0
        assert taken.count() <= left


def test_an_answer_that_is_taken_back_while_the_computer_is_away_is_not_graded(phone: Seen) -> None:
    opened(phone, "tianxia", "deliveries")
    page = phone.page
    while page.locator("#ways button:visible").count():
        page.locator("#ways button").last.click()
    phone.context.set_offline(True)
    phone.button("web.puzzle.grade").click()
    expect(page.locator("#refused")).to_have_text(phone.words("web.puzzle.lost"))
    phone.button("web.sheet.undo").click()
    expect(page.locator("#refused")).to_be_hidden()
    phone.context.set_offline(False)
    page.wait_for_timeout(1500)
    expect(page.locator("#dock")).to_have_attribute("data-state", "asks")
    page.reload()
    expect(page.locator("#dock")).to_have_attribute("data-state", "asks")
    assert page.locator("#result .huge").count() == 0
    phone.faults.clear()
