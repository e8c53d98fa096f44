"""A position laid by taps: forms do all of it, nothing is sent twice, and the best is carried out."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import unquote, urlencode

import msgspec
import pytest

from pencilwright.app.positions import load
from pencilwright.app.positions.position_code import code_of
from pencilwright.app.web import laid
from pencilwright.app.web.laid import LaidTap, StoredPosition
from pencilwright.app.web.posted import example
from pencilwright.app.web.routes.sheet import blank
from pencilwright.games import GAMES, Game, game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.shared.editor import PAD
from pencilwright.games.shared.options import TIME
from pencilwright.games.tianxia.components import BARGES
from pencilwright.templates.phrases import say
from tests.games.laying import blank_for, taps_to
from tests.often import often

from .client import Browser, phone

LAID = [known for known in GAMES.values() if "editor" in known.rooms]
SOON = {
    "terra-mystica": "TM1 r6 | witches vp:20 ship:1 c:12 w:9 p:1 pw:2/4/2 cult:4/0/7/2 D:F4 | giants D:G2,D7"
}
"""Positions of which the best is known sooner than that of the example."""
ARMY = game("terracotta-army")


def text_of(page: str) -> str:
    """The position that a page has as text."""
    found = re.search(r'<textarea[^>]*name="position"[^>]*>(.*?)</textarea>', page, re.S)
    assert found is not None
    return unescape(found[1])


def state_on(browser: Browser, known: Game, address: str) -> Any:
    return known.parse(text_of(browser.get(address).text))


@pytest.mark.parametrize("known", LAID, ids=str)
def test_a_board_is_begun_with_nothing_with_a_text_and_with_a_setup(browser: Browser, known: Game) -> None:
    page = browser.get(f"/position/{known.id}").text
    for n, (words, state) in enumerate(known.editor.blanks()):
        assert say(words, "en") in unescape(page)
        address = browser.form(f"/position/{known.id}", blank=str(n)).location
        assert state_on(browser, known, address) == state
    text = example(known)
    address = browser.form(f"/position/{known.id}", position=text).location
    assert state_on(browser, known, address) == known.parse(text)
    state = known.examples.example("2", 1)
    code = known.setups.to_code(state.setup)
    address = browser.form(f"/position/{known.id}", position=code).location
    assert state_on(browser, known, address).setup == state.setup
    assert f'href="{address}"' in browser.get(f"/position/{known.id}").text


@pytest.mark.parametrize("known", often(LAID, "terracotta-army"), ids=str)
def test_every_tap_of_the_page_is_a_form_and_undo_takes_back(browser: Browser, known: Game) -> None:
    target = known.examples.example("4", 1)
    address = browser.form(f"/position/{known.id}", blank=str(blank_for(known, target))).location
    start = state_on(browser, known, address)
    taps, last = taps_to(known, start, target)
    for n, tap in enumerate(taps):
        if n % 24 == 0:
            page = browser.get(f"{address}?part={tap.part}&piece={tap.what}&at={tap.where}").text
            assert f'value="{tap.where}"' in page or f'@{tap.where}"' in page
        answer = browser.form(f"{address}/tap", what=tap.what, where=tap.where, n=str(n))
        assert answer.status == 303
    after = state_on(browser, known, address)
    assert after == last
    again = browser.form(f"{address}/tap", what=tap.what, where=tap.where, n=str(len(taps) - 1))
    assert again.status == 303 and state_on(browser, known, address) == after, "sent twice, done once"
    late = browser.form(f"{address}/tap", what=tap.what, where=tap.where, n=str(len(taps) + 1))
    assert late.status == 422 and late.says("web.laid.changed")
    assert state_on(browser, known, address) == after, "a board of another tab"
    for n in range(len(taps), 0, -1):
        browser.form(f"{address}/undo", n=str(n))
    assert state_on(browser, known, address) == start


@pytest.mark.parametrize("known", often(LAID, "terracotta-army", "tianxia", others=pytest.mark.long), ids=str)
def test_the_best_stands_on_the_board_step_by_step_and_is_carried_out(browser: Browser, known: Game) -> None:
    address = browser.form(f"/position/{known.id}", position=SOON.get(known.id, example(known))).location
    state = state_on(browser, known, address)
    askers = known.editor.askers(state)
    who = {"colour": askers[0][0]} if askers else {}
    usual = {option.name: option.usual for option in known.options.ADVISE if option.usual}
    soon = {option.name: "1" for option in known.options.ADVISE if option.kind == TIME}
    see = browser.form(f"{address}/best", **{**usual, **soon, **who}).location
    job = see.rpartition("job=")[2]
    assert browser.over(job)["state"] == "done"
    page = browser.get(see).text
    assert "data-job" not in page and f"{address}/play" in page
    stepped = browser.get(f"{address}?job={job}&step=1").text
    assert "fresh" in stepped and text_of(stepped) != text_of(page)
    browser.form(f"{address}/play?job={job}", n="0")
    played = state_on(browser, known, address)
    assert played != state
    assert 'class="tag' not in browser.get(see).text, "the answer was one to another position"
    stale = browser.form(f"{address}/play?job={job}", n="0")
    assert stale.status == 422 and stale.says("web.laid.changed")
    browser.form(f"{address}/undo", n="1")
    assert state_on(browser, known, address) == state


@pytest.mark.slow
def test_three_best_are_rings_and_a_tap_holds_ones_own_move_against_them(browser: Browser) -> None:
    address = browser.form(f"/position/{ARMY.id}", position=example(ARMY)).location
    state = state_on(browser, ARMY, address)
    see = browser.form(f"{address}/best", time="1").location
    assert browser.over(see.rpartition("job=")[2])["state"] == "done"
    page = browser.get(f"{see}&three=1").text
    assert page.count('class="one"') == 3 and "data-tag=" in page
    assert re.search(r'<b class="number">2</b>.*?<b>−\d', page, re.S)
    spaces = re.findall(r'name="where" value="(at\.[A-Z]\d)"', page)
    job = see.partition("?")[2]
    own, none = list[str](), list[str]()
    while not (own and none):
        assert spaces, "some spaces are those of worse moves, others of none"
        page = browser.get(browser.form(f"{address}/mine?{job}", where=spaces.pop(0)).location).text
        own += [page] * (page.count('class="one"') == 4)
        none += [page] * ('class="small fault missing"' in page)
    tagged = re.search(r'value="at\.(\w\d)" class="[^"]*fresh"( data-tag="[^"]*")?', own[0])
    assert tagged is not None and tagged[2], "one's own has its ring, and lies there"
    n = re.findall(r'aria-current="true"><b class="number">(\d+)', own[0])[0]
    browser.form(f"{address}/play?{job}&three={n}", n="0")
    played = state_on(browser, ARMY, address)
    best = browser.form(f"{address}/undo", n="1")
    assert best.status == 303 and state_on(browser, ARMY, address) == state
    browser.form(f"{address}/play?{job}", n="0")
    assert state_on(browser, ARMY, address) not in (state, played)


@pytest.mark.parametrize("at", ["0", "999999", "²", "at.Z9", "nothing"])
def test_a_move_that_there_is_not_is_the_best_one(browser: Browser, at: str) -> None:
    address = browser.form(f"/position/{ARMY.id}", position=example(ARMY)).location
    see = browser.form(f"{address}/best").location
    assert browser.over(see.rpartition("job=")[2])["state"] == "done"
    page = browser.get(f"{see}&" + urlencode({"three": at}))
    assert page.status == 200 and page.text.count('aria-current="true"><b class="number">') == 1


def test_a_position_that_cannot_be_is_said_at_its_place_and_mended_by_one_tap(browser: Browser) -> None:
    address = browser.form(f"/position/{ARMY.id}", position=example(ARMY)).location
    browser.form(f"{address}/tap", what="4", where="players.1.craftsmen")
    browser.form(f"{address}/tap", what="3", where="players.1.craftsmen")
    page = browser.get(f"{address}?part=players").text
    wrong = re.search(r'class="fault">([^<]*)<', page)
    assert wrong is not None and "together they are" in wrong[1]
    refused = browser.form(f"{address}/best")
    assert refused.status == 422 and "together they are" in unescape(refused.text)
    assert "players." not in re.sub("<[^>]*>", " ", refused.text.partition('id="text"')[0])
    remedy = re.search(r'class="btn go" name="tap" value="([^"]*)"', page)
    assert remedy is not None
    browser.form(f"{address}/tap", tap=remedy[1])
    assert 'class="fault"' not in browser.get(f"{address}?part=players").text


def test_a_number_is_one_tap_however_many_its_keys_and_begins_anew_when_it_is_full(browser: Browser) -> None:
    address = browser.form(f"/position/{ARMY.id}", blank="0").location
    count = "players.0.score"
    for key, score in (("+0", 0), ("+1", 1), ("+6", 16), ("+7", 167), ("+3", 3), ("+4", 34), ("-", 3)):
        browser.form(f"{address}/tap", what=key, where=count)
        assert state_on(browser, ARMY, address).players[0].score == score
    browser.form(f"{address}/undo")
    assert state_on(browser, ARMY, address).players[0].score == 0
    left = "7 left", "8 left"
    assert left[1] in browser.get(address).text
    browser.form(f"{address}/tap", what="=", where=count)
    assert left[0] in browser.get(address).text, "a value may be right as it is"


def test_a_tap_on_what_there_is_not_and_a_broken_text_are_refused(browser: Browser) -> None:
    address = browser.form(f"/position/{ARMY.id}", blank="0").location
    for fields in ({"what": "Xx", "where": "at.A1"}, {"what": "Yo", "where": "at.Z9"}, {"tap": "nothing"}):
        assert browser.form(f"{address}/tap", **fields).status == 422
    assert browser.form(f"{address}/text", position="nothing").status == 422
    assert browser.form(f"{address}/dance").status == 404
    assert browser.form(f"{address}/play").status == 422
    assert browser.get("/position/b-none").status == 404
    assert phone(browser).get(address).status == 404, "a guest has no other's positions"


def test_another_text_takes_the_place_of_the_board_and_can_be_taken_back(browser: Browser) -> None:
    address = browser.form(f"/position/{ARMY.id}", blank="1").location
    before = state_on(browser, ARMY, address)
    browser.form(f"{address}/text", position=example(ARMY))
    assert state_on(browser, ARMY, address) == ARMY.parse(example(ARMY))
    assert " left" not in browser.get(address).text
    browser.form(f"{address}/undo")
    assert state_on(browser, ARMY, address) == before


def test_a_sheet_is_laid_as_it_is_marked(browser: Browser) -> None:
    known = next(game for game in LAID if len(game.paper.DOCUMENTS) and game.id == "tianxia")
    state = known.examples.example("3", 1)
    code = blank(known, "", "en")
    page = browser.get(f"/position/{known.id}?code={code}").text
    assert f'name="page_code" value="{code}"' in page
    import json

    marks = json.dumps(known.marks.to_marks(state))
    address = browser.form(f"/position/{known.id}", page_code=code, marks=marks).location
    assert state_on(browser, known, address).players[0].points == state.players[0].points


def test_a_sheet_says_what_it_lacks_and_only_that_is_asked(browser: Browser) -> None:
    known = game("tianxia")
    state = known.examples.example("3", 1)
    code, marks = blank(known, "", "en"), known.marks.to_marks(state)
    address = browser.form(
        f"/position/{known.id}", page_code=code, marks=msgspec.json.encode(marks).decode()
    ).location
    assert browser.get(address).says("web.laid.sheet", parts="barges, palace")
    assert 'at=players.0.points" data-lay class="cell"' in browser.get(f"{address}?part=players").text
    tiles = browser.get(browser.form("/position/terra-mystica", blank="2").location + "?part=tiles").text
    assert '@used.ACT1" class="cell all"' in tiles, "a box of the whole table is as wide as its columns"
    assert 'aria-label="player 1: Faction"' in browser.get("/sheet/TMA00000000001YGZ8J9").text
    browser.form(f"{address}/tap", what="B:worker", where=f"barge.{next(iter(BARGES))}")
    assert browser.get(address).says("web.laid.sheet", parts="palace")


@pytest.mark.slow
def test_a_position_is_named_listed_shared_by_its_code_and_printed(browser: Browser) -> None:
    address = browser.form(f"/position/{ARMY.id}", position=example(ARMY)).location
    state = state_on(browser, ARMY, address)
    for _ in range(7):
        browser.form(f"/position/{ARMY.id}", blank="0")
    assert f'href="{address}"' not in browser.get(f"/position/{ARMY.id}").text
    browser.form(f"{address}/name", name=" Friday ", n="0")
    assert browser.form(f"{address}/name", name="x" * 99).status == 422
    page = browser.get(address).text
    assert ">Friday</h1>" in page and f'href="{address}"' in browser.get(f"/position/{ARMY.id}").text
    assert ARMY.parse(browser.get(f"{address}/position.json").text) == state
    printed = browser.get(f"{address}/page.pdf?paper=letter")
    assert load.of_bytes(printed.body).positions[0].state == state
    assert browser.get(f"{address}/page.pdf?paper=a7").status == 422
    shared = re.search(r'href="/share\?of=([^"]*)"', page)
    assert shared is not None
    opened = phone(browser).get(unquote(shared[1])).text
    assert f'action="/position/{ARMY.id}"' in opened
    again = browser.form(f"/position/{ARMY.id}", position=text_of(opened)).location
    assert state_on(browser, ARMY, again) == state
    typed = browser.get("/code?" + urlencode({"code": code_of(ARMY, state)})).text
    assert text_of(typed) == text_of(opened)


def test_a_puzzle_a_setup_and_a_game_against_the_chancellor_are_one_tap_from_their_board(
    browser: Browser,
) -> None:
    state = ARMY.examples.example("2", 1)
    puzzle = ARMY.puzzles.to_code(ARMY.puzzles.of_state(state, "place"))
    game_played = browser.form(f"/play/{ARMY.id}", position=example(ARMY)).location
    setup = f"/setup/{ARMY.id}/{ARMY.setups.to_code(state.setup)}"
    for address in (f"/puzzle/{puzzlecode.compact(puzzle)}", game_played, setup):
        page = browser.get(address).text
        form = re.search(r'action="/position/terracotta-army"><input[^>]* value="([^"]*)"', page)
        assert form is not None, address
        laid_at = browser.form(f"/position/{ARMY.id}", position=unescape(form[1])).location
        assert "wheel" in browser.get(laid_at).text


def test_a_text_of_another_game_is_refused_by_its_name(browser: Browser) -> None:
    address = browser.form(f"/position/{ARMY.id}", blank="0").location
    refused = browser.form(f"{address}/text", position='{"format": "troyes-dice/1"}')
    assert refused.status == 422
    assert refused.says("web.advice.other_game", game=game("troyes-dice").name, wanted=ARMY.name)


def test_a_small_number_is_one_key_and_a_larger_one_is_typed_on(browser: Browser) -> None:
    address = browser.form(f"/position/{ARMY.id}", blank="0").location
    cell = "part=players&at=players.0.coins"
    keys = re.findall(r'name="what" value="(\d+)"', browser.get(f"{address}?{cell}").text)
    assert keys == [str(n) for n in range(PAD + 1)]
    browser.form(f"{address}/tap?{cell}&keys=digits", what="+2", where="players.0.coins")
    at = browser.form(f"{address}/tap?{cell}", what="+4", where="players.0.coins").location
    assert state_on(browser, ARMY, address).players[0].coins == 24
    assert 'value="+1"' in browser.get(at).text
    on = browser.form(
        f"{address}/tap?{cell}", what="5", where="players.0.coins", next="players@players.0.wet"
    )
    assert on.location.endswith("at=players.0.wet")


def test_empty_boards_stand_in_the_order_of_their_players() -> None:
    for known in LAID:
        sizes = [len(state.players) for _, state in known.editor.blanks() if known is not ARMY]
        assert sizes == sorted(sizes)


def test_no_position_has_more_taps_than_are_kept() -> None:
    state = ARMY.examples.example("4", 1)
    stored = laid.begun(ARMY, state)
    full = StoredPosition(stored.begin, taps=(LaidTap(stored.begin, laid.WHOLE),) * laid.MOST_TAPS)
    with pytest.raises(InputError):
        laid.tapped(ARMY, full, "Yo", "at.A1")
