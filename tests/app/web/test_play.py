"""A game against the ghost on the page: dice, moves, taking back, the ghost's half-days, hint and review."""

from __future__ import annotations

import re
from typing import Any, cast

import msgspec
import pytest

from pencilwright.app.web import sessions, worker_tasks
from pencilwright.app.web.sessions import Ghost, StoredGame
from pencilwright.app.web.store import Store, StoredPlay
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import session, setup
from pencilwright.games.troyes_dice.answer import Review
from pencilwright.games.troyes_dice.play import transcript
from pencilwright.generator import documents, svg
from pencilwright.solver.troyes_dice import match

from .client import Answer, Browser

pytestmark = pytest.mark.usefixtures("kept_moves")

GAME = game("troyes-dice")
SETUP = setup.draw("play")
CODE = setup.to_code(SETUP)
SECONDS = 0.001
PATIENCE = 60.0


def played(stored: StoredGame, half_days: int) -> StoredGame:
    """The game after so many half-days with rolled dice and the last thing that may be picked."""
    wanted = len(sessions.opened(GAME, stored).turns) + half_days
    while len((now := sessions.opened(GAME, stored)).turns) < wanted:
        assert now.prompt is not None
        what = "roll" if now.prompt.dice is not None else "answer"
        stored = sessions.happened(GAME, stored, what, {"key": now.prompt.picks[-1].key})
    return stored


def haunted(stored: StoredGame) -> StoredGame:
    """The game once the ghost has played."""
    return sessions.haunted(GAME, stored, worker_tasks.ghost(GAME.id, stored.game, stored.ghost, SECONDS))


def ghost(stored: StoredGame) -> Ghost:
    result = sessions.ghost_of(GAME, stored)
    assert result is not None
    return result


@pytest.mark.slow
def test_a_whole_game_is_played_kept_and_reviewed() -> None:
    stored = played(sessions.begun(GAME, CODE, "Ana"), 16)
    own = transcript.parse(stored.game)
    assert own.is_over and [turn.roll for turn in own.turns] == transcript.fair_rolls(CODE)
    with pytest.raises(InputError):
        sessions.happened(GAME, stored, "roll", {})
    assert ghost(stored).is_behind
    late = transcript.to_text(own._replace(turns=own.turns[:14], player=""))
    ended = haunted(sessions.haunted(GAME, stored, late))
    other = transcript.parse(ended.ghost)
    assert other.is_over and not ghost(ended).is_behind and ghost(ended).last == other.turns[-1].words
    assert (ghost(ended).own, ghost(ended).points) == (own.points, other.points)
    begun = transcript.to_text(own.back_to(1))
    result = worker_tasks.session_review(GAME.id, begun)
    assert isinstance(result, Review)
    assert not result.over and len(result.half_days) == 1
    assert result.start + result.luck + result.decided == pytest.approx(result.end)


def test_the_ghost_plays_the_table_s_dice_as_the_adviser_does() -> None:
    stored = sessions.happened(GAME, sessions.begun(GAME, CODE), "answer", {"key": "b3 1 5 6"})
    stored = played(stored, 1)
    own = transcript.parse(stored.game)
    assert own.turns[0].roll == (3, 1, 5, 6)
    adviser = match.Adviser(SETUP, SECONDS)
    assert transcript.parse(haunted(stored).ghost) == adviser.follow(transcript.begin(SETUP), own)[0]


def test_what_the_ghost_played_of_dice_that_were_taken_back_is_dropped() -> None:
    stored = played(sessions.begun(GAME, CODE), 1)
    late = worker_tasks.ghost(GAME.id, stored.game, stored.ghost, SECONDS)
    back = stored
    while sessions.opened(GAME, back).turns or sessions.opened(GAME, back).answers:
        back = sessions.happened(GAME, back, "undo", {})
    other = played(sessions.happened(GAME, back, "answer", {"key": "b1 1 1 1"}), 1)
    assert ghost(sessions.haunted(GAME, other, late)).is_behind
    played_on = sessions.haunted(GAME, stored, late)
    assert not ghost(played_on).is_behind
    later = haunted(played(played_on, 1))
    assert sessions.haunted(GAME, later, late) is later, "an address of before takes nothing back"


def test_a_game_on_the_page(browser: Browser) -> None:
    sent = browser.form("/play/troyes-dice", position=CODE, names="Ana <b>")
    address = sent.location
    first = browser.get(address).text
    assert "Ana &lt;b&gt;" in first and 'name="die.3"' in first
    dice = {f"die.{place}": number for place, number in enumerate("3156")}
    assert browser.form(f"{address}/answer", **dice).status == 303
    keys = re.findall(r'name="key" value="([^"]+)"', browser.get(address).text)
    assert keys == ["s0", "s2", "s3"]
    assert browser.form(f"{address}/answer", key="s9 castle").status == 422
    assert browser.form(f"{address}/answer", key="s0 R1 gain").status == 303
    page = browser.get(f"{address}?hint=forgotten").text
    assert 'id="ghost"' in page
    drawing = page[page.index('id="sheet"') :]
    assert 'data-value="circled"' in drawing, "what is written is seen without scripts too"
    text = browser.get(f"{address}/game.txt")
    assert transcript.parse(text.text).turns[0].roll == (3, 1, 5, 6)
    assert "attachment" in text.headers["content-disposition"]
    assert browser.form(f"{address}/undo").status == 303
    assert 'name="key"' in browser.get(address).text
    assert "troyes-dice" in browser.get("/play/troyes-dice").text


def test_a_turn_is_asked_kept_and_played_as_one_message(browser: Browser) -> None:
    address = browser.form("/play/troyes-dice", position=CODE).location

    def turn(*answers: str, n: int = 0, **more: bool) -> Answer:
        return browser.post(f"{address}/turn", {"turn": n, "answers": answers, **more})

    def kept() -> dict[str, Any]:
        data: dict[str, Any] = browser.get(address).script_data
        return data

    assert turn().data["prompt"]["faces"] == ["b", "", "", ""]
    keys = [pick["key"] for pick in turn("b3 1 5 6").data["prompt"]["picks"]]
    assert keys == ["s0", "s2", "s3"]
    picks = turn("b3156", "s0").data["prompt"]["picks"]
    assert kept()["play"] == {"address": address, "turn": 0, "answers": ["b3156", "s0"]}
    key = next(pick["key"] for pick in picks if pick["marks"])
    whole = turn("b3156", "s0", key).data
    assert whole["prompt"] is None and whole["changes"]
    assert kept()["play"]["answers"] == ["b3156", "s0"], "a whole turn is not played before it is done"
    before = kept()["marks"]
    assert turn("b3156", "s9").status == 422
    assert turn("b3156", "s0", key, is_done=True).status == 303
    after = kept()
    assert after["play"] == {"address": address, "turn": 1, "answers": []}
    assert {**before, **whole["changes"]} == {
        mark: after["marks"].get(mark, "") for mark in {**before, **whole["changes"]}
    }
    assert turn("b3156", "s0", key, is_done=True).status == 303, "its answer was lost, and it is sent again"
    assert kept()["play"] == after["play"]
    late = turn("b3156", "s0", is_done=True)
    assert late.status == 422 and late.says("web.play.gone_on")
    assert browser.post(f"{address}/undo", {"turn": "0"}).status == 303
    assert kept()["play"] == after["play"], "it was taken back before, as far as it knows"
    assert browser.post(f"{address}/roll", {}).status == 303
    dice = kept()["play"]["answers"]
    assert dice == [transcript.dice_in_words(transcript.fair_rolls(CODE)[1]).replace(" ", "")]
    assert browser.post(f"{address}/dance", {}).status == 422
    job = browser.post(f"{address}/turn/best", {"turn": 1, "answers": dice})
    assert job.status == 202 and job.data["see"].startswith("/answer/troyes-dice/")
    browser.ask("DELETE", f"/jobs/{job.data['job']}")
    assert browser.post(f"{address}/undo", {}).status == 303
    assert kept()["play"] == {"address": address, "turn": 1, "answers": []}
    assert browser.post(f"{address}/undo", {}).status == 303
    assert kept()["play"]["answers"] == ["b3156"] and kept()["marks"] == before


def begun(browser: Browser) -> str:
    """The address of a game in which the ghost is behind by a half-day."""
    address = browser.form("/play/troyes-dice", position=CODE).location
    browser.form(f"{address}/roll")
    while 'id="ghost"' not in (page := browser.get(address).text):
        keys = re.findall(r'name="key" value="([^"]+)"', page)
        assert browser.form(f"{address}/answer", key=keys[0]).status == 303
    return address


@pytest.mark.slow
def test_who_asks_for_the_ghost_twice_is_told_of_the_same_job_and_a_hint_has_room(browser: Browser) -> None:
    address = begun(browser)
    first = browser.post(f"{address}/ghost", {})
    assert first.status == 202
    assert browser.post(f"{address}/ghost", {}).data == first.data
    assert browser.form(f"{address}/roll").status == 303
    hint = browser.post(f"{address}/hint", {})
    assert hint.status == 202
    for job in (first, hint):
        browser.over(job.data["job"])
    page = browser.get(first.data["see"]).text
    assert 'id="ghost"' not in page and 'name="key"' in page, "the ghost has played, and the dice are there"
    assert browser.post(f"{address}/ghost", {}).status == 422


def test_a_browser_without_scripts_waits_for_the_ghost(browser: Browser) -> None:
    address = begun(browser)
    see = browser.form(f"{address}/ghost").location
    assert see.startswith(f"{address}?ghost=") and 'id="ghost"' not in browser.get(see).text
    assert 'id="ghost"' not in browser.get(address).text


def test_a_play_of_another_kind_is_no_game(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = StoredPlay(msgspec.Raw(b"{}"), owner="x", game=f"{GAME.id}.puzzle")
    monkeypatch.setattr(Store, "thing", lambda _self, _kind, **_which: stored)
    assert browser.get("/play/suzzle").status == 404


def test_the_wheel_shows_the_dice_of_the_half_day_on_their_plazas_until_the_game_is_over() -> None:
    setup = GAME.setups.draw("wheel", expansion=True)
    game = session.opened(transcript.begin(setup))
    for half in range(16):
        game.roll()
        assert game.prompt is not None
        figure = session.drawing(game.prompt.state).figure
        assert figure is not None
        template, data = figure
        assert (data["day"], data["half"]) == (half // 2 + 1, ("am", "pm")[half % 2])
        dice = cast("list[dict[str, int]]", data["dice"])
        assert sorted(die["value"] for die in dice) == sorted(
            transcript.fair_rolls(session.code_of(game.begin))[half]
        )
        assert [die["notch"] for die in dice] == [
            (half // 2 + 1 + place + 4 * (half % 2)) % 9 for place in range(4)
        ]
        assert sum(die["black"] for die in dice) == 1
        if half == 0:
            drawing = svg.still(documents.figure(template, data, "ja"))
            assert drawing.startswith('<svg class="paper"')
            assert "#" not in drawing
        while game.answers:
            game.answer(game.prompt.picks[0].key)
            assert game.prompt is not None or half == 15
    assert session.drawing(game.state).figure is None
