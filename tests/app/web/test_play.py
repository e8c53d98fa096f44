"""A game against the ghost on the page: dice, moves, taking back, the ghost's half-days, hint and review."""

from __future__ import annotations

import re
import time
from urllib.parse import urlencode

import pytest

from pencilwright.app.web import ghost_game, requests, worker_tasks
from pencilwright.app.web.routes import play as pages
from pencilwright.app.web.store import Play, Store
from pencilwright.games import GAMES, game
from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import rules, setup, transcript, wording
from pencilwright.generator import documents, svg
from pencilwright.solver.troyes_dice import match

from .client import Answer, Browser

pytestmark = pytest.mark.usefixtures("kept_moves")

GAME = game("troyes-dice")
SETUP = setup.draw("play")
CODE = setup.to_code(SETUP)
SECONDS = 0.001
PATIENCE = 60.0


def post(browser: Browser, address: str, **said: str) -> Answer:
    return browser.ask("POST", address, urlencode(said).encode(), {"content-type": requests.FORM})


def played(play: ghost_game.Play, half_days: int) -> ghost_game.Play:
    """The game after so many half-days with rolled dice and the first move of the last group."""
    for _ in range(half_days):
        play = ghost_game.happened(play, "roll", {})
        play = ghost_game.happened(play, "move", {"move": play.own.choices(play.dice)[-1].moves[0].notation})
    return play


def test_a_whole_game_is_played_kept_and_reviewed() -> None:
    play = played(ghost_game.begun(GAME, SETUP, "Ana"), 16)
    assert play.own.is_over and [turn.roll for turn in play.own.turns] == transcript.fair_rolls(CODE)
    assert ghost_game.loaded(GAME, ghost_game.kept(play)) == play
    with pytest.raises(InputError):
        ghost_game.happened(play, "roll", {})
    own = transcript.to_text(play.own)
    late = play.own._replace(turns=play.own.turns[:14])
    assert play.is_behind
    ghost = transcript.to_text(late._replace(player=""))
    ended = ghost_game.answered(play, worker_tasks.ghost(GAME.id, own, ghost, SECONDS))
    assert not ended.is_behind and ended.ghost.is_over
    assert ended.scores == (
        rules.final_score(play.own.turns[-1].after),
        rules.final_score(ended.ghost.turns[-1].after),
    )
    begun = transcript.to_text(play.own._replace(turns=play.own.turns[:6]))
    found = worker_tasks.reviewed(GAME.id, begun, SECONDS)
    assert not found.over and len(found.half_days) == 6
    assert found.start + found.luck - found.loss == pytest.approx(found.end)


def test_the_ghost_plays_the_table_s_dice_as_the_adviser_does() -> None:
    play = ghost_game.happened(ghost_game.begun(GAME, SETUP, ""), "dice", {"dice": "b3 1 5 6"})
    play = ghost_game.happened(play, "move", {"move": play.own.choices(play.dice)[0].moves[0].notation})
    own, other = transcript.to_text(play.own), transcript.to_text(play.ghost)
    ended = ghost_game.answered(play, worker_tasks.ghost(GAME.id, own, other, SECONDS))
    adviser = match.Adviser(SETUP, SECONDS)
    assert ended.ghost == adviser.answered(transcript.begin(SETUP), (3, 1, 5, 6))[0]


def test_what_the_ghost_played_of_dice_that_were_taken_back_is_dropped() -> None:
    play = played(ghost_game.begun(GAME, SETUP, ""), 1)
    ghost = worker_tasks.ghost(GAME.id, transcript.to_text(play.own), transcript.to_text(play.ghost), SECONDS)
    back = ghost_game.happened(ghost_game.happened(play, "undo", {}), "undo", {})
    assert not back.own.turns and not back.dice
    other = ghost_game.happened(back, "dice", {"dice": "b1 1 1 1"})
    other = ghost_game.happened(other, "move", {"move": other.own.choices(other.dice)[0].moves[0].notation})
    assert ghost_game.answered(other, ghost).is_behind


def test_taking_back_keeps_the_dice_of_the_table() -> None:
    play = ghost_game.happened(ghost_game.begun(GAME, SETUP, ""), "dice", {"dice": "b3 1 5 6"})
    moved = ghost_game.happened(play, "move", {"move": play.own.choices(play.dice)[0].moves[0].notation})
    assert ghost_game.happened(moved, "undo", {}) == play
    assert not ghost_game.happened(play, "undo", {}).dice


def test_the_groups_hold_every_legal_move_once() -> None:
    play = ghost_game.happened(ghost_game.begun(GAME, SETUP, ""), "roll", {})
    legal = [one.notation for one in wording.legal_actions(*play.own.rolled(play.dice))]
    found = play.own.choices(play.dice)
    assert sorted(one.notation for choice in found for one in choice.moves) == sorted(legal)
    for choice in found:
        assert all(str(one.text).startswith(str(choice.head)) for one in choice.moves)


def test_a_game_on_the_page(browser: Browser) -> None:
    sent = post(browser, "/play/troyes-dice", code=CODE, player="Ana <b>")
    address = sent.headers["location"]
    first = browser.get(address).text
    assert "Ana &lt;b&gt;" in first and 'name="die.3"' in first
    dice = {f"die.{place}": number for place, number in enumerate("3156")}
    assert post(browser, f"{address}/dice", **dice).status == 303
    moves = re.findall(r'<button name="move" value="([^"]+)"', browser.get(address).text)
    assert post(browser, f"{address}/move", move="s9 castle").status == 422
    assert post(browser, f"{address}/move", move=moves[0].replace("&gt;", ">")).status == 303
    moved = browser.get(f"{address}?hint=forgotten").text
    assert 'id="ghost"' in moved
    drawing = moved[moved.index('class="paper"') :]
    assert 'stroke="var(--pen)"' in drawing and "#1a296b" not in moved
    text = browser.get(f"{address}/game.txt")
    assert transcript.parse(text.text).turns[0].roll == (3, 1, 5, 6)
    assert "attachment" in text.headers["content-disposition"]
    assert post(browser, f"{address}/undo").status == 303 and 'id="moves"' in browser.get(address).text
    assert "troyes-dice" in browser.get("/play/troyes-dice").text


def begun(browser: Browser) -> str:
    """The address of a game in which the ghost is behind by a half-day."""
    address = post(browser, "/play/troyes-dice", code=CODE).headers["location"]
    return moved(browser, address)


def moved(browser: Browser, address: str) -> str:
    post(browser, f"{address}/roll")
    moves = re.findall(r'<button name="move" value="([^"]+)"', browser.get(address).text)
    assert post(browser, f"{address}/move", move=moves[0].replace("&gt;", ">")).status == 303
    return address


def over(browser: Browser, job: str) -> None:
    by = time.monotonic() + PATIENCE
    while not browser.get(f"/jobs/{job}").data["is_over"]:
        assert time.monotonic() < by
        browser.wait(0.05)


def test_who_asks_for_the_ghost_twice_is_told_of_the_same_job_and_a_hint_has_room(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "HINT_SECONDS", SECONDS)
    address = begun(browser)
    first = browser.post(f"{address}/ghost", {})
    assert first.status == 202
    assert browser.post(f"{address}/ghost", {}).data == first.data
    assert post(browser, f"{address}/roll").status == 303
    assert browser.post(f"{address}/ghost", {}).data == first.data
    hint = browser.post(f"{address}/hint", {})
    assert hint.status == 202
    for job in (first, hint):
        over(browser, job.data["job"])
    page = browser.get(address).text
    assert 'id="ghost"' not in page and 'id="moves"' in page, "the ghost has played, and the dice are there"
    assert browser.post(f"{address}/ghost", {}).status == 422


def test_a_browser_without_scripts_waits_for_the_ghost(browser: Browser) -> None:
    address = begun(browser)
    assert post(browser, f"{address}/ghost").headers["location"] == address
    assert 'id="ghost"' not in browser.get(address).text


@pytest.mark.parametrize("place", ["play", "solo"])
def test_a_play_of_another_kind_is_no_game(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    kept = Play("", "x", f"{GAME.id}.puzzle", b"{}", 0)
    monkeypatch.setattr(Store, "play", lambda _self, _id: kept)
    assert browser.get(f"/{place}/{place[0]}uzzle").status == 404


def test_a_game_is_of_its_browser_and_of_who_sits_at_the_computer(browser: Browser) -> None:
    address = post(browser, "/play/troyes-dice", code=CODE).headers["location"]
    token = {name: value for name, value in browser.jar.items() if not name.endswith("_who")}
    other = Browser(browser.app, browser.runner, token)
    assert other.ask("GET", address, client="192.168.1.9").status == 404
    assert other.ask("GET", address).status == 200
    assert browser.get("/play/pnothing").status == 404
    assert post(browser, "/play/troyes-dice", code="TD1-WRONG").status == 422


@pytest.mark.parametrize(
    "known", [known for known in GAMES.values() if "transcript" not in known.rooms], ids=str
)
def test_games_without_an_adviser_are_not_played(browser: Browser, known: object) -> None:
    assert browser.get(f"/play/{known}").status == 404


def test_the_wheel_shows_the_dice_of_the_half_day_on_their_plazas_until_the_game_is_over() -> None:
    game = GAMES["troyes-dice"]
    play = ghost_game.begun(game, game.setups.draw("wheel", expansion=True), "")
    status = game.room("status")
    for half in range(16):
        play = ghost_game.happened(play, "roll", {})
        table = play.own.rolled(play.dice)[1]
        template, data = status.wheel(table)
        assert (data["day"], data["half"]) == (half // 2 + 1, ("am", "pm")[half % 2])
        assert sorted(die["value"] for die in data["dice"]) == sorted(play.dice)
        assert [die["notch"] for die in data["dice"]] == [
            (data["day"] + place + 4 * (half % 2)) % 9 for place in range(4)
        ]
        assert sum(die["black"] for die in data["dice"]) == 1
        if half == 0:
            drawing = svg.still(documents.figure(template, data, "ja"), {})
            assert drawing.startswith('<svg class="paper"')
            assert "#" not in drawing
        play = ghost_game.happened(play, "move", {"move": play.own.choices(play.dice)[0].moves[0].notation})
    assert status.wheel(play.own.position()[1]) is None
