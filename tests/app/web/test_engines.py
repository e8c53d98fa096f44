"""Ten walks of a phone in each of the three engines that phones have: `pytest -m browser`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from pencilwright.app.answers.puzzle import tree
from pencilwright.app.web import serve
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.views import sheet
from pencilwright.games import GAMES
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.templates.phrases import phrase, say
from tests.app.web.client import free_port, listening
from tests.app.web.engines import NEEDS, Window, lacking, windows

pytestmark = pytest.mark.browser
TROYES = GAMES["troyes-dice"]
BLANK = f"/sheet/{blank(TROYES, TROYES.setups.to_code(draw('a walk')), 'en')}?new=1"
WITCHES = "TM1 r6 | witches vp:20 ship:1 c:12 w:9 p:1 pw:2/4/2 cult:4/0/7/2 D:F4 | giants D:G2,D7"
DIE, FOUR, TEXT = "#turn .six button", "#turn .four:not(.again) button", "#text textarea"

Opened = Callable[[str], Window]


def engines(*often: str) -> pytest.MarkDecorator:
    """Walk in each engine that is here, in others than these with the long tests."""
    marks = {
        name: [
            pytest.mark.skipif(lacking(name) != "", reason=f"{name} needs {lacking(name)}"),
            *([] if name in often else [pytest.mark.long]),
        ]
        for name in NEEDS
    }
    each = [pytest.param(name, marks=own) for name, own in marks.items()]
    return pytest.mark.parametrize("opened", each, indirect=True)


@pytest.fixture
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    with windows(request.param, tmp_path) as item:
        yield item


@pytest.fixture(scope="module")
def key() -> Iterator[str]:
    with listening(serve.ServePlan()) as item:
        yield item


def words(key: str) -> str:
    return say(phrase(key), "en")


def best(page: Window) -> None:
    """Ask for the best move, and wait until it stands on the drawing."""
    page.count(FOUR, 3)
    page.tap("#go", words("web.sheet.js.best"))
    page.text("#turn .big")
    page.text("#go", words("web.sheet.js.play"))
    page.count("#turn progress", 0)


def dice(page: Window) -> None:
    """Type the dice of a half-day."""
    for number in (3, 1, 5, 6):
        page.tap(DIE, str(number))
    page.count(FOUR, 3)


def chosen(page: Window) -> None:
    """Take a die, and a resource for it by its ring."""
    page.tap(FOUR)
    page.text(".part:not([display]) .would")
    page.tap(".part:not([display]) .mark.resource:not([data-printed]) .hit")
    page.text("#turn .move1")


def joined(page: Window, name: str, table: str = "") -> str:
    """Sit down at a table, a new one unless it is named; return its letters."""
    if not table:
        page.open("/tables")
        page.go(f"button[name=game][value={TROYES.id}]")
        table = page.text(".spelled")
    page.open(f"/table/{table}")
    page.type("input[name=name]", name)
    page.go("main form button", words("web.tables.join"))
    return table


def laid(page: Window) -> str:
    """Begin a board with a position; return it as text."""
    page.open("/position/terra-mystica")
    page.type("textarea[name=position]", WITCHES)
    page.go("main form:has(textarea) button")
    return page.value(TEXT)


@engines("firefox", "webkit")
def test_the_best_move_is_played_taken_back_and_asked_for_again_after_a_reload(
    opened: Opened, key: str
) -> None:
    page = opened(key)
    page.open(BLANK)
    dice(page)
    chosen(page)
    for _ in range(2):
        page.tap("#undo")
    for is_played in (False, True, False, True):
        best(page)
        if is_played:
            page.tap("#go")
            page.text("#note", "1pm")
        page.tap("#undo")
        page.text("#note", "1am")
    page.count(FOUR, 3)
    page.reload()
    best(page)
    page.tap("#go")
    page.text("#note", "1pm")
    page.count(DIE, 6)


@engines("webkit")
def test_a_photograph_is_read_and_its_total_is_that_of_its_marks(
    opened: Opened, key: str, tmp_path: Path
) -> None:
    pytest.importorskip("cv2")
    pytest.importorskip("pypdfium2")
    from tests.solver.photo import photographs

    marks = photographs.example(9, 1)
    rendered, hand = photographs.sheet(marks, seed=9)
    taken = photographs.photograph(hand.paper, tilt=0.02, blur=0.6, shadow=0.05, turn=1.0)
    (tmp_path / "sheet.jpg").write_bytes(photographs.jpeg(taken))
    page = opened(key)
    page.open("/photo")
    page.type("label:nth-of-type(2) input[type=file]", str(tmp_path / "sheet.jpg"))
    assert page.text("#total") == str(sheet.score(rendered.code, marks, "en")["total"])


@engines()
def test_dice_of_a_table_come_to_its_other_phone_and_points_to_the_standings(
    opened: Opened, key: str
) -> None:
    ada, ben, of_ada = opened(key), opened(key), "#standings li:not(.ours) .pen"
    table = joined(ada, "Ada")
    joined(ben, "Ben", table)
    dice(ada)
    ben.tap("#turn .offered", "Ada")
    ben.count("#turn .four button[aria-pressed]", 3)
    ben.open(f"/table/{table}")
    before = ben.text(of_ada)
    chosen(ada)
    ada.tap("#go")
    assert ben.text(of_ada, but=before) == ada.text("#total")


@engines()
def test_what_is_tapped_without_the_computer_goes_on_when_it_is_back(opened: Opened, tmp_path: Path) -> None:
    plan = serve.ServePlan(port=free_port(), data=tmp_path / "web.db")
    with listening(plan) as key:
        page = opened(key)
        page.open(BLANK)
        for number in (3, 1, 5):
            page.tap(DIE, str(number))
    page.tap(DIE, "6")
    page.text("#turn", words("web.sheet.js.waits"))
    with listening(plan):
        page.count(FOUR, 3)
        chosen(page)
    page.tap("#go")
    page.text("#note.late")
    with listening(plan):
        page.count("#note.late", 0)
        page.count(DIE, 6)
        page.reload()
        page.text("#note", "1pm")


@engines()
def test_a_piece_is_laid_on_a_board_and_the_best_of_it_is_played(opened: Opened, key: str) -> None:
    page = opened(key)
    before = laid(page)
    page.tap('#tabs a[href*="part=map"]')
    page.tap("#look .hexes g[data-key]", n=40)
    page.value(TEXT, but=before)
    page.tap("#dock form[action*=undo] button")
    page.until("return document.querySelector(arguments[0]).value", TEXT, holds=lambda now: now == before)
    page.tap("#dock .acts :is(a, [form=ask])", words("web.advice.door"))
    page.tap("#dock .values [form=ask]")
    page.text("#dock .tag")
    page.tap("#dock form[action*=play] button")
    page.value(TEXT, but=before)


@engines()
def test_a_puzzle_is_solved_by_choices_and_its_solution_is_shown(opened: Opened, key: str) -> None:
    from tests.app.web.test_puzzle import first

    puzzle, code = first("tianxia")
    page, here, name = opened(key), tree(puzzle), puzzle.weighed.options[0].name
    page.open(f"/puzzle/{code}")
    while here.ways:
        at = next(n for n, way in enumerate(here.ways) if name in {one.name for one in way.answers})
        here = here.ways[at]
        page.tap("#ways button", n=at)
    page.tap("#give button")
    assert page.text("#result .huge") == "10"
    page.tap("#hinting button, button[form=revealing]", words("web.puzzle.solution"))
    page.text("#solved")
    page.text("#next button")


@engines()
def test_a_sheet_is_shared_by_its_code_and_its_address_opens_on_another_phone(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "lan_address", lambda: "127.0.0.2")
    with listening(serve.ServePlan(lan=True)) as key:
        page = opened(key)
        page.open(BLANK)
        page.tap(".menu summary")
        page.go("a#share")
        page.text(".qr")
        page.tap("#copy")
        assert page.text("#done", but="") in (words("web.share.copied"), words("web.share.marked"))
        opened(page.text("#link")).count(DIE, 6)


@engines()
def test_a_board_is_saved_by_a_name_and_opened_by_that_and_by_its_code(opened: Opened, key: str) -> None:
    page = opened(key)
    before = laid(page)
    page.tap("#keep summary")
    page.type("#keep input[name=name]", "Evening")
    page.tap("#keep form[action*=name] button")
    page.text("h1", "Evening")
    code = page.text("#keep .code-lines")
    page.open("/position/terra-mystica")
    page.go("#boards a", "Evening")
    assert page.value(TEXT) == before
    page.open(f"/position/{quote(code)}")
    page.go("main form:has(textarea) button")
    assert page.value(TEXT) == before


@engines()
def test_in_japanese_a_broken_rule_is_said_in_japanese(opened: Opened, key: str) -> None:
    page, mark = opened(key), "citizens.red.1"
    page.go("a.lang", "日本語")
    page.open(BLANK)
    assert page.run("return document.documentElement.lang") == "ja"
    code = page.run("return location.pathname").rpartition("/")[2]
    room = page.until(
        "return document.querySelector(arguments[0]).dataset.room", f'.part:has([id="m.{mark}"])'
    )
    page.tap("#hand")
    page.tap(f"#rooms [data-room={room}]")
    page.tap(f'[id="m.{mark}"] .hit')
    value = page.until("return document.getElementById(arguments[0]).dataset.value", f"m.{mark}")
    (problem,) = sheet.score(code, {mark: value}, "ja")["problems"]
    page.text("#p1 .told", problem["short"])
    page.tap("#undo")
    page.count("#p1 .told", 0)


@engines("chromium")
def test_the_chancellor_moves_by_himself_and_one_step_at_a_time_where_that_is_wanted(
    opened: Opened, key: str
) -> None:
    from tests.app.web.test_solo import GAME, HIS

    page = opened(key)
    page.open(f"/play/{GAME.id}")
    page.tap("summary", words("web.solo.from"))
    page.type("textarea[name=position]", HIS)
    page.go("main form:has(textarea) button")
    while not (count := page.run("return document.querySelectorAll('#steps li').length")):
        page.go("form[action*=roll] button")
    page.text("#steps li.now")
    page.count(".frame", 1)
    page.count(".view", 0)
    page.text("#again")  # nothing was tapped
    page.count("#steps li", 0)
    page.count(".view", 1)
    page.reload()
    page.tap("#again")
    page.tap("label:has(#slow)")
    page.reload()
    page.tap("#again")
    assert page.run("return document.getElementById('slow').checked")
    now = page.text("#steps li.now")
    time.sleep(1.5)
    assert page.text("#steps li.now") == now
    for _ in range(count):
        page.tap("#next")
    page.text("#again")
    asked = page.text("#asked")
    page.go("form[action*=roll] button, #picks button, .w-tap")
    page.text("#asked, #steps li.now", but=asked)
