"""A game in one sitting on the page: all that is legal is a button, steps have their rules, and back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from html import unescape
from pathlib import Path
from typing import Any, cast

import pytest

from pencilwright.app import user_values as own
from pencilwright.app.web import sessions, worker_tasks
from pencilwright.app.web.routes import play as pages
from pencilwright.app.web.sessions import StoredGame
from pencilwright.app.web.views import wheel
from pencilwright.games import GAMES, game
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import session, transcript
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.reading import to_json
from pencilwright.games.terracotta_army.setup import draw, to_code
from pencilwright.templates.phrases import say

from .client import Answer, Browser

GAME = game("terracotta-army")
HIS = to_json(example("1", 2, his_turn=True)).decode()
LAST = to_json(example("1", 1, his_turn=True)).decode()
YOURS = to_json(example("1", 2)).decode()
LARGEST_PAGE = 70_000
"""Bytes, with all drawings of a turn that is shown step by step; a tenth of it is sent."""
FRAME = r'<div class="frame" data-step="(\d+)" hidden>.*?</svg>\s*</div>'


def keys(page: str) -> list[str]:
    """What the buttons of a page answer."""
    return [unescape(key) for key in re.findall(r'name="key" value="([^"]*)"', page)]


@pytest.mark.parametrize("players", [1, 3])
def test_a_round_is_played_by_the_buttons_of_the_page(browser: Browser, players: int) -> None:
    code = to_code(draw("page", players=players))
    address = browser.form(f"/play/{GAME.id}", position=code, names="Ana").location
    stored = sessions.begun(GAME, code, "Ana")
    stream, seen = Stream.from_seed("buttons"), set()
    while (now := sessions.opened(GAME, stored)).state.round == 1:
        page = browser.get(address).text
        assert len(page.encode()) < LARGEST_PAGE
        assert now.prompt is not None
        visible = [] if now.prompt.faces else [pick.key for pick in now.prompt.picks]
        assert sorted(keys(page)) == sorted(visible)
        assert page.count('name="die.') == 6 * len(now.prompt.faces)
        assert say(now.prompt.words, "en") in unescape(page)
        seen.add(now.prompt.words.key)
        assert ("/roll" in page) is (now.prompt.dice is not None)
        if now.prompt.dice is not None and stream.below(2):
            what, fields = "roll", {}
        else:
            what, fields = "answer", {"key": now.prompt.picks[stream.below(len(now.prompt.picks))].key}
        assert browser.form(f"{address}/{what}", **fields).status == 303
        stored = sessions.happened(GAME, stored, what, fields)
    text = browser.get(f"{address}/game.txt").text
    assert text == stored.game and transcript.parse(text).state == sessions.opened(GAME, stored).state
    assert len(seen) >= 5


def test_each_step_is_drawn_as_it_was_and_the_last_as_it_is(browser: Browser) -> None:
    stored, stream, kinds, gains = sessions.begun(GAME, HIS), Stream.from_seed("frames"), set(), set()
    address = browser.form(f"/play/{GAME.id}", position=HIS).location
    for _ in range(40):
        now = sessions.opened(GAME, stored)
        if now.prompt is None:
            break
        page = browser.get(address).text
        frames = [(int(frame[1]), frame[0]) for frame in re.finditer(FRAME, page, re.DOTALL)]
        points = re.findall(r'data-points="([^"]*)"', page)
        steps = [event for item in sessions.news(now) if item.is_stepwise for event in item.events]
        assert len(points) == len(steps) and [n for n, _ in frames] == sorted({n for n, _ in frames})
        if steps:
            last = GAME.sessions.drawing(now.prompt.state if now.prompt.events else now.state)
            assert points[-1].split() == [str(item[1]) for item in last.points]
            assert frames and frames[-1][0] <= len(steps)
            begins = next(item.before for item in sessions.news(now) if item.is_stepwise)
            his = [is_person for _, _, is_person in last.points].index(False)
            gain = last.points[his][1] - GAME.sessions.drawing(begins).points[his][1]
            him = re.search(r"<summary><b>(.*?)</b> · <span>(.*?)</span></summary>", page)
            assert him and him.groups() == ("the chancellor", f"{gain:+d}"), "whoever chooses for him"
            gains.add(gain)
            drawn = [GAME.sessions.drawing(event.state) for event in steps]
            at = [n for n, item in enumerate(drawn[1:], 2) if item.grid != drawn[n - 2].grid]
            grids = [n for n, text in frames if 'class="grid"' in text]
            assert set(at) <= set(grids)
            kinds |= {"grid" if n in grids else "wheel" for n, _ in frames}
        key = now.prompt.picks[stream.below(len(now.prompt.picks))].key
        browser.form(f"{address}/answer", key=key)
        stored = sessions.happened(GAME, stored, "answer", {"key": key})
    assert kinds == {"grid", "wheel"} and len(gains) > 1


def test_his_steps_are_told_one_after_the_other_and_a_decree_goes_on(browser: Browser) -> None:
    address = browser.form(f"/play/{GAME.id}", position=HIS).location
    stored = sessions.begun(GAME, HIS)
    while (prompt := sessions.opened(GAME, stored).prompt) is not None and prompt.dice is not None:
        key = "7" if "7" in [pick.key for pick in prompt.picks] else prompt.picks[0].key
        browser.form(f"{address}/answer", key=key)
        stored = sessions.happened(GAME, stored, "answer", {"key": key})
        page = browser.get(address).text
    his = sessions.opened(GAME, stored).turns[-1]
    assert len(re.findall(r"<li data-points=.*?><b>\d+</b><span>", page)) == len(his.events) > 5
    assert "<details open><summary>" in page, "without scripts the list is there"
    japanese = browser.get(f"{address}?lang=ja")
    browser.get(f"{address}?lang=en")
    assert say(his.events[-1].words, "ja") in unescape(japanese.text)
    assert "web." not in re.sub(r"/static/\S+", "", japanese.text)


def test_the_end_says_who_has_won_and_hands_out_the_game(browser: Browser) -> None:
    whole = session.opened(transcript.begin(example("end", 1)))
    while whole.prompt is not None:
        whole.answer(whole.prompt.picks[0].key)
    text = transcript.to_text(session.record_of(whole))
    address = browser.form(f"/play/{GAME.id}", position=text).location
    page = unescape(browser.get(address).text)
    assert say(session.verdict(whole.state), "en") in page
    assert keys(page) == [] and f"{address}/game.txt" in page
    assert browser.form(f"{address}/answer", key="1").status == 422
    assert browser.form(f"{address}/undo").status == 303
    assert keys(browser.get(address).text) != []


@pytest.mark.parametrize(
    ("what", "said"),
    [("answer", {"key": "99"}), ("answer", {}), ("dance", {}), ("answer", {"key": "x" * 9999})],
)
def test_what_may_not_be_now_is_refused(what: str, said: dict[str, str]) -> None:
    with pytest.raises(InputError):
        sessions.happened(GAME, sessions.begun(GAME, HIS), what, said)
    with pytest.raises(InputError):
        sessions.happened(GAME, sessions.begun(GAME, YOURS), "roll", {})


def test_a_fresh_game_has_the_players_and_difficulties_that_are_said(browser: Browser) -> None:
    alone = 'name="players" value="1" checked'
    assert alone in browser.get(f"/play/{GAME.id}").text
    address = browser.form(f"/play/{GAME.id}", difficulty="1,4").location
    assert browser.get(address).status == 200
    begun = transcript.parse(browser.get(f"{address}/game.txt").text).begin
    assert begun.chancellor is not None and begun.chancellor.difficulty == (1, 4)
    address = browser.form(f"/play/{GAME.id}", players="4", names="Ana, Ben").location
    begun = transcript.parse(browser.get(f"{address}/game.txt").text).begin
    assert {player.name for player in begun.players} == {"Ana", "Ben", ""} and len(begun.players) == 4


def test_a_code_is_put_into_the_form_as_it_was_typed(browser: Browser) -> None:
    assert "TA1-X" in browser.get(f"/play/{GAME.id}?code=TA1-X").text


def test_a_game_of_another_form_is_no_game(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    address = browser.form(f"/play/{GAME.id}").location
    real = sessions.StoredGame
    monkeypatch.setattr("pencilwright.app.web.routes.play.StoredGame", int)
    assert browser.get(address).status == 404
    monkeypatch.setattr("pencilwright.app.web.routes.play.StoredGame", real)
    assert browser.get(address).status == 200


def test_a_game_is_of_its_browser_and_of_who_sits_at_the_computer(browser: Browser) -> None:
    address = browser.form(f"/play/{GAME.id}").location
    other = browser.other()
    assert other.ask("GET", address, client="192.168.1.9").status == 404
    assert other.ask("GET", address).status == 200


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_wheel_shows_each_action_worker_and_storehouse(seed: str) -> None:
    state = example(seed, 2)
    drawn = wheel.drawn(session.drawing(state))
    assert drawn is not None
    assert len(drawn["signs"]) == 36 and len(drawn["numbers"]) == 12 and len(drawn["stores"]) == 4
    assert tuple(store["n"] for store in drawn["stores"]) == state.stores
    assert len(drawn["workers"]) == len(" ".join(state.wheel).split())
    assert sum(number["is_marked"] for number in drawn["numbers"]) == 1
    assert {sign["icon"] for sign in drawn["signs"]} == {name for name, _ in drawn["icons"]}


def test_a_hint_is_a_job_in_the_language_of_the_page(browser: Browser) -> None:
    record = worker_tasks.session_hint(GAME.id, sessions.begun(GAME, YOURS).game, ())
    assert set(record) == {"en", "ja"} and all(record.values())
    with pytest.raises(InputError):
        worker_tasks.session_hint(GAME.id, sessions.begun(GAME, HIS).game, ())
    address = browser.form(f"/play/{GAME.id}", position=YOURS).location
    see = browser.form(f"{address}/hint").location
    assert see.startswith(f"{address}?hint=")
    assert browser.get(see).status == 200


class Waiting:
    """Takes requests instead of a runner, so that several can be sent at once."""

    def __init__(self) -> None:
        self.requests: list[Coroutine[Any, Any, Answer]] = []

    def run(self, request: Coroutine[Any, Any, Answer]) -> Answer:
        self.requests.append(request)
        return Answer(0, [], b"")


def test_of_two_things_at_once_the_second_sees_the_first(browser: Browser) -> None:
    address = browser.form(f"/play/{GAME.id}", position=HIS).location
    waiting = Waiting()
    for dice in ("35", "66"):
        Browser(browser.app, cast(Any, waiting), browser.jar).form(f"{address}/answer", key=dice)

    async def both() -> list[Answer]:
        return list(await asyncio.gather(*waiting.requests))

    assert sorted(answer.status for answer in browser.runner.run(both())) == [303, 422]


def test_the_page_says_that_own_values_are_used(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    address = f"/play/{GAME.id}?lang=en"
    assert not browser.get(address).says("web.own")
    monkeypatch.setenv(own.VARIABLE, str(tmp_path))
    own.keep(GAME, "columns = 7\n")
    assert browser.get(address).says("web.own", game=GAME.name)
    begun = browser.form(f"/play/{GAME.id}").location
    assert '\nboard {"columns": 7}\n' in browser.get(f"{begun}/game.txt").text
    own.forget(GAME)
    assert '\nboard {"columns": 7}\n' in browser.get(f"{begun}/game.txt").text


def test_every_game_with_a_session_has_a_transcript() -> None:
    for known in GAMES.values():
        if "session" in known.rooms:
            assert "transcript" in known.rooms
            assert isinstance(sessions.drawn(known, {}), StoredGame)


def test_a_game_is_looked_back_on_turn_by_turn(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    games = Path(__file__).parents[2] / "games" / "terracotta_army" / "games"
    text = (games / "solo_five_rounds.txt").read_text(encoding="utf-8")
    begun = browser.form(f"/play/{GAME.id}", position=HIS).location
    assert f"{begun}/review" not in browser.get(begun).text, "nothing is played yet"
    short = "".join(f"{line}\n" for line in text.splitlines()[:8])
    address = browser.form(f"/play/{GAME.id}", position=short).location
    assert f"{address}/review" in browser.get(address).text
    see = browser.form(f"{address}/review").location
    assert see.startswith(f"{address}?review=") and "data-job" in browser.get(see).text
    done = {"is_over": True, "answer": worker_tasks.session_review(GAME.id, short)}
    monkeypatch.setattr(pages, "_job", lambda _asked, what: done if what == "review" else None)
    page = browser.get(see)
    assert page.text.count('<li class="judged">') == 6 and "officer at A1" in unescape(page.text)
    assert page.says("review.turns.luck.sum") and page.says("review.turns.sum", n=2)


def taps(page: str) -> list[str]:
    """What the lit places of the wheel answer."""
    return re.findall(r'data-key="([^"]*)"', page)


def test_sectors_and_spaces_are_tapped_on_their_drawing_and_what_the_turn_writes_is_fresh(
    browser: Browser,
) -> None:
    """Every sector that may be taken is lit, and no other; a piece that was built is framed."""
    code = to_code(draw("page", players=1))
    address = browser.form(f"/play/{GAME.id}", position=code).location
    stored, kinds, most = sessions.begun(GAME, code), set(), 0
    while not ({"ring", "sector", "at"} <= kinds and most):
        now = sessions.opened(GAME, stored)
        prompt, page = now.prompt, browser.get(address).text
        assert prompt is not None and now.state.round < 3
        kinds |= {pick.place.partition(".")[0] for pick in prompt.picks}
        lit = [pick.key for pick in prompt.picks if pick.place.startswith(("sector.", "ring."))]
        assert sorted(taps(page)) == sorted(lit)
        assert ("tap.js" in page) is bool(lit)
        assert ('class="listed"' in page) is (len(lit) == len(prompt.picks))
        grids = GAME.sessions.drawing(prompt.state).grid, GAME.sessions.drawing(now.state).grid
        built = sum(a != b for lines in zip(*grids, strict=True) for a, b in zip(*lines, strict=True))
        wheels = prompt.state.wheel, now.state.wheel
        framed = len(re.findall(r'class="([^"]* )?fresh"', re.sub(FRAME, "", page, flags=re.DOTALL)))
        assert framed == built + (wheels[0] != wheels[1])
        most = max(most, built)
        key = next(
            (pick.key for pick in prompt.picks if "build" in say(pick.words, "en")), prompt.picks[0].key
        )
        browser.form(f"{address}/answer", key=key)
        stored = sessions.happened(GAME, stored, "answer", {"key": key})
