"""The solo opponent on the page: his steps are those of the command, decrees and choices follow, and back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator
from typing import Any, cast
from urllib.parse import urlencode

import pytest

from pencilwright.app.answers import chancellor
from pencilwright.app.position import Position
from pencilwright.app.web import bodies
from pencilwright.app.web.solo import MOST, Event, Solo, begun, happened, stand
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.reading import to_json

from .asking import Answer, Browser, served

GAME = game("terracotta-army")
HIS = to_json(example("1", 2, his_turn=True)).decode()
YOURS = to_json(example("1", 2)).decode()


def stream() -> Stream:
    return Stream.from_seed("solo")


def post(browser: Browser, address: str, **said: str) -> Answer:
    return browser.ask("POST", address, urlencode(said).encode(), {"content-type": bodies.FORM})


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with served() as one:
        yield one


@pytest.mark.parametrize("dice", ["11", "26", "35", "66"])
def test_his_steps_are_those_of_the_command(dice: str) -> None:
    solo = happened(GAME, begun(GAME, HIS), "his", {"dice": dice}, stream())
    decrees: tuple[int, ...] = ()
    position = Position(GAME, GAME.room("reading").parse(HIS.encode()))
    act = chancellor.act_of(position, ",".join(dice), None, finish=False)
    while True:
        now = stand(GAME, solo)
        wanted, _ = chancellor.answer_for(position, act, decrees)
        assert now.answer == wanted
        if not wanted["needs_decree"]:
            break
        solo = happened(GAME, solo, "decree", {"sum": "7"}, stream())
        decrees = (*decrees, 7)
    ended = stand(GAME, happened(GAME, solo, "next", {}, stream()))
    assert ended.answer is None and ended.turn != "his"


def test_a_round_is_played_to_its_end_and_taken_back() -> None:
    solo, kept = begun(GAME, HIS), []
    dice = stream()
    for _ in range(40):
        now = stand(GAME, solo)
        kept.append(solo)
        if now.answer is not None:
            solo = happened(GAME, solo, "decree" if now.answer["needs_decree"] else "next", {}, dice)
        elif now.turn == "his":
            solo = happened(GAME, solo, "his", {}, dice)
        elif now.turn == "finish":
            solo = happened(GAME, solo, "finish", {}, dice)
        elif now.turn == "yours":
            solo = next(filter(None, (tried(solo, n, worker) for n in range(12) for worker in "ca")))
        if stand(GAME, solo).position.state.round > now.position.state.round or now.turn == "over":
            break
    assert any(not event.yours and not event.dice and event.is_done for event in solo.events)
    while solo.events:
        solo = happened(GAME, solo, "undo", {}, dice)
    assert solo == begun(GAME, HIS)


def tried(solo: Solo, sector: int, worker: str) -> Solo | None:
    """The game after a turn of yours that does nothing but place a worker, None where that may not be."""
    for line in (f"{sector}{worker} / - / - / -", f"{sector}{worker} / do / - / -"):
        try:
            return happened(GAME, solo, "yours", {"line": line}, stream())
        except InputError:
            continue
    return None


def test_outcomes_can_be_chosen() -> None:
    for dice in ("11", "12", "13", "14", "15", "16", "22", "33", "44", "55"):
        solo = happened(GAME, begun(GAME, HIS), "his", {"dice": dice}, stream())
        while stand(GAME, solo).answer["needs_decree"]:  # type: ignore[index]
            solo = happened(GAME, solo, "decree", {"sum": "5"}, stream())
        answer = stand(GAME, solo).answer
        assert answer is not None
        legal = answer["outcomes"]
        last = stand(GAME, happened(GAME, solo, "outcome", {"outcome": str(legal)}, stream()))
        assert last.answer is not None and last.answer["outcome"] == legal
        with pytest.raises(InputError):
            happened(GAME, solo, "outcome", {"outcome": str(legal + 1)}, stream())


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("his", {"dice": "37"}),
        ("his", {"dice": "3"}),
        ("next", {}),
        ("decree", {"sum": "7"}),
        ("finish", {}),
        ("yours", {"line": "3c / do / clay / -"}),
        ("dance", {}),
    ],
)
def test_what_may_not_be_now_is_refused(what: str, said: dict[str, str]) -> None:
    with pytest.raises(InputError):
        happened(GAME, begun(GAME, HIS), what, said, stream())


def test_a_game_does_not_grow_without_end_and_needs_an_opponent() -> None:
    full = Solo(HIS, [])
    full.events = [Event(yours="-", is_done=True)] * MOST
    with pytest.raises(InputError):
        happened(GAME, full, "his", {}, stream())
    alone = to_json(example("1", 2, players=2)).decode()
    for text in (alone, "/etc/passwd", "%PDF-1.4 x"):
        with pytest.raises(InputError):
            begun(GAME, text)


def test_a_solo_game_on_the_page(browser: Browser) -> None:
    address = post(browser, f"/solo/{GAME.id}", position=HIS).headers["location"]
    assert 'id="dice"' in browser.get(address).text
    assert post(browser, f"{address}/his", dice="35").status == 303
    page = browser.get(address).text
    wanted = stand(GAME, happened(GAME, begun(GAME, HIS), "his", {"dice": "35"}, stream())).answer
    assert wanted is not None
    assert len(re.findall(r"<li><b>\d+</b><span>", page)) == len(wanted["steps"])
    assert post(browser, f"{address}/his", dice="35").status == 422
    token = {name: value for name, value in browser.jar.items() if not name.endswith("_who")}
    other = Browser(browser.app, browser.runner, token)
    assert other.ask("GET", address, client="192.168.1.9").status == 404
    japanese = browser.get(f"{address}?lang=ja").text
    assert "ルール" in japanese and "web." not in re.sub(r"/static/\S+", "", japanese)


def test_a_fresh_one_begins_and_games_without_an_opponent_have_none(browser: Browser) -> None:
    address = post(browser, f"/solo/{GAME.id}").headers["location"]
    assert browser.get(address).status == 200
    assert post(browser, f"/solo/{GAME.id}", position="/etc/passwd").status == 422
    assert browser.get("/solo/troyes-dice").status == 404
    assert browser.get("/solo/snothing").status == 404


class Waiting:
    """Takes requests instead of a runner, so that several can be sent at once."""

    def __init__(self) -> None:
        self.requests: list[Coroutine[Any, Any, Answer]] = []

    def run(self, request: Coroutine[Any, Any, Answer]) -> Answer:
        self.requests.append(request)
        return Answer(0, [], b"")


def test_of_two_things_at_once_the_second_sees_the_first(browser: Browser) -> None:
    address = post(browser, f"/solo/{GAME.id}", position=HIS).headers["location"]
    waiting = Waiting()
    for dice in ("35", "11"):
        post(Browser(browser.app, cast(Any, waiting), browser.jar), f"{address}/his", dice=dice)

    async def both() -> list[Answer]:
        return list(await asyncio.gather(*waiting.requests))

    assert sorted(answer.status for answer in browser.runner.run(both())) == [303, 422]
