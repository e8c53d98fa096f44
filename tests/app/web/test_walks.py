"""A phone's walks: from home to the answer and on, by what is in sight: `pytest -m browser`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from pencilwright.app.answers.board import OwnBoard
from pencilwright.app.web import serve
from pencilwright.app.web.views.sections import sections_of
from pencilwright.games import GAMES
from pencilwright.templates.phrases import say
from tests.app.commands.test_replay_pasted import made
from tests.app.web.test_browser import (
    DICE,
    PATIENCE,
    SIZES,
    House,
    Seen,
    Taps,
    chromium,
    expect,
    house,
    looking,
    pytestmark,
    served,
    window,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

__all__ = ["chromium", "house", "pytestmark"]

LARGE = 44
"""Pixels that a finger needs."""
MOST_TAPS_ALONE, MOST_TAPS = 700, 5
LINKS = """least => [...document.querySelectorAll('a[href]')].filter(link => {
    const box = link.getBoundingClientRect()
    return Math.min(box.width, box.height) >= least && link.checkVisibility({visibilityProperty: true})
}).map(link => link.getAttribute('href'))"""
"""All at once: a page that still builds itself may take a link away in between."""


seen = window("narrow", "ja", "dark")


def ways(seen: Seen) -> set[str]:
    """Return the paths of all links in sight that a finger can hit."""
    return {urlsplit(address).path for address in seen.page.evaluate(LINKS, LARGE - 0.5)}


def kinds(paths: set[str]) -> set[str]:
    """Return what begins the paths of pages."""
    return {path.split("/")[1] for path in paths if path}


def go(seen: Seen, start: str) -> None:
    """Tap the way in sight whose address begins so."""
    seen.send(seen.page.locator(f'a[href^="{start}"]:visible').first)


def sit(seen: Seen, game_id: str, name: str) -> str:
    """Begin a table from home and sit down at it; return the table's path. Three taps and a name."""
    seen.open("/")
    go(seen, "/tables")
    seen.send(seen.page.locator(f'button[name=game][value="{game_id}"]'))
    table = urlsplit(seen.page.url).path
    seen.page.locator('input[name="name"]:visible').fill(name)
    seen.send(seen.button("web.tables.join").first)
    return table


@pytest.mark.parametrize("game_id", GAMES)
def test_every_page_of_a_game_has_a_way_to_its_other_pages(seen: Seen, game_id: str) -> None:
    known = GAMES[game_id]
    seen.open("/")
    go(seen, f"/games/{game_id}")
    wanted = {section.name: urlsplit(section.address).path for section in sections_of(known)}
    for name, address in wanted.items():
        seen.page.goto(seen.house.address + f"/games/{game_id}")
        if name != "sheet":
            go(seen, address)
        lacks = {first for other, first in wanted.items() if other != name} - ways(seen)
        assert not lacks, f"{address}: {lacks}"
        assert seen.overflow() <= 0, address
    seen.open(f"/sheet/{game_id}")
    seen.page.locator(".menu summary").tap()
    others = wanted.keys() - {"setup", "advice"} | kinds({wanted.get("advice", "/play")})
    assert others <= kinds(ways(seen)), "of a sheet, by its menu"


def test_a_sheet_leads_to_the_standings_and_they_lead_back(seen: Seen) -> None:
    table = sit(seen, "troyes-dice", "Ada")
    own = seen.page.url
    expect(seen.page.locator("body.turning")).to_have_count(1)
    assert table in ways(seen)
    go(seen, table)
    expect(seen.page.locator("#standings li")).to_contain_text("Ada")
    seen.check(f"walk-standings-{seen.lang}")
    go(seen, "/sheet/")
    assert seen.page.url == own
    for page in ("/", "/tables", "/sheets", "/games/troyes-dice"):
        seen.open(page)
        assert table in ways(seen), page
    seen.open("/")
    seen.check(f"walk-tonight-{seen.lang}")


def test_by_hand_what_a_tap_means_is_chosen_in_sight_and_the_bar_is_not_too_small(seen: Seen) -> None:
    sit(seen, "troyes-dice", "Ada")
    page = seen.page
    expect(page.locator(".spent")).to_be_hidden()
    page.locator("#hand").tap()
    in_sight(seen, page.locator(".spent"), page.locator("#hand"))
    note, place = (
        page.locator("#note").bounding_box(),
        page.locator("#totable span:visible").first.bounding_box(),
    )
    assert note and place and place["y"] >= note["y"] + note["height"] - 2, "one is not over the other"


def test_the_switch_of_shades_leads_out_of_the_shade_that_is_seen(seen: Seen) -> None:
    seen.open("/")
    ground, switch = "getComputedStyle(document.body).backgroundColor", seen.page.locator(".shade:visible")
    before = seen.reckoned(ground)
    for _ in range(2):
        assert switch.count() == 1
        seen.send(switch)
        assert seen.reckoned(ground) != before
        before = seen.reckoned(ground)


def test_who_scans_a_tables_code_gives_a_name_and_has_a_sheet_and_the_dice(
    chromium: Browser,
) -> None:
    with served(serve.ServePlan()) as house, looking(chromium, house, "phone") as host:
        table = sit(host, "troyes-dice", "Ada")
        scanned = House(house.key.replace("/?", f"{table}?"), house.address)
        with looking(chromium, scanned, "narrow", lang="ja") as guest:
            assert guest.page.locator("input:visible").count() == 1
            guest.check("walk-join")
            guest.page.locator("input:visible").fill("文")
            guest.send(guest.button("web.tables.join"))
            place = guest.page.locator("#totable")
            text = guest.words("web.tables.place", place=1, n=2)
            expect(place).to_contain_text(text, timeout=PATIENCE * 1000)
            for number in "3156":
                host.page.locator("#turn .six button", has_text=number).tap()
            offered = guest.page.locator("#turn .offered")
            expect(offered).to_contain_text("Ada", timeout=PATIENCE * 1000)
            offered.tap()
            expect(guest.page.locator("#turn .four button[aria-pressed]")).to_have_count(3)


def test_papers_are_drawn_and_printed_with_one_tap(seen: Seen) -> None:
    seen.open("/games/terra-mystica")
    go(seen, "/papers/terra-mystica")
    draws = seen.page.locator("button[formaction]:visible", has_text=seen.words("web.papers.draw"))
    assert draws.count() > 0
    at = str(draws.first.get_attribute("formaction"))
    answer = seen.context.request.get(seen.house.address + at)
    assert answer.status == 200 and answer.body().startswith(b"%PDF")
    assert "code=" in answer.url, "the setup is named, so that it can be found again"


def test_a_game_alone_begins_with_two_taps_from_its_page(seen: Seen) -> None:
    for game_id in (game.id for game in GAMES.values() if "session" in game.rooms):
        seen.open(f"/games/{game_id}")
        go(seen, f"/play/{game_id}")
        ticked = seen.page.locator('[data-points]:not([data-points="0"])')
        for n in range(ticks := min(2, ticked.count())):
            ticked.nth(n).check()
        if ticks:
            points = sum(int(ticked.nth(n).get_attribute("data-points") or 0) for n in range(ticks))
            assert seen.words("web.setup.harder", n=points) in seen.page.locator("[data-sum]").inner_text()
        seen.send(seen.button("web.solo.fresh"))
        for place in ("#sheet, .look .view:visible svg", "#turn h2, #asked:visible"):
            box = seen.page.locator(place).first.bounding_box()
            assert box is not None and box["y"] < seen.page.viewport_size["height"] - 40, place
        path = urlsplit(seen.page.url).path
        seen.open("/")
        assert path in ways(seen), "a game that is going on is found at home"
        assert say(GAMES[game_id].name, seen.lang) in seen.page.locator("main").inner_text()


def in_sight(seen: Seen, *places: Locator) -> None:
    """Check that all of this begins in the window at once, on a tall phone and on a small one."""
    for size in ("phone", "narrow"):
        width, height = SIZES[size]
        seen.page.set_viewport_size({"width": width, "height": height})
        for place in places:
            # `bounding_box` is null at times for what is fixed at the foot of a window that has just changed
            box = place.evaluate("(item) => item.getBoundingClientRect().toJSON()")
            assert box["width"] > 0 and -1 <= box["y"] < height - LARGE, (size, str(place))
            assert box["right"] <= width + 1, (size, str(place))


def test_a_sector_is_tapped_on_the_wheel_and_the_worker_stands_there_in_blue(seen: Seen) -> None:
    """Every lit sector is whole in sight above the question, its list is folded; one step takes it back."""
    page = seen.page
    seen.open("/play/terracotta-army")
    seen.send(seen.button("web.solo.fresh"))
    lit, keys = page.locator(".w-tap"), page.locator("#picks button")
    for _ in range(MOST_TAPS_ALONE):
        if lit.count() == keys.count() > 1:
            break
        roll, further = seen.button("web.solo.roll"), page.locator("#next")
        while further.is_visible():
            further.tap()
        seen.send(roll if roll.is_visible() else keys.first)
    assert not keys.first.is_visible() and seen.overflow() <= 0
    seen.check("walk-solo-sector")
    asked, foot = page.locator("#asked").inner_text(), page.locator(".asking").bounding_box()
    for one in lit.all():
        box = one.bounding_box()
        assert box is not None and foot is not None and box["y"] + box["height"] <= foot["y"] + 1
    seen.send(lit.last)
    assert page.locator("#asked").inner_text() != asked
    seen.send(seen.button("web.solo.back"))
    assert page.locator("#asked").inner_text() == asked
    page.locator("details.listed summary").tap()
    seen.send(keys.last)
    if not page.locator("svg .fresh").count():
        seen.send(keys.first)
    assert page.locator("svg.wheel .fresh").count() == 1


def against_the_ghost(seen: Seen) -> Taps:
    """Begin a game against the ghost from home."""
    seen.open("/")
    go(seen, "/games/troyes-dice")
    go(seen, "/play/troyes-dice")
    seen.send(seen.button("web.solo.fresh"))
    return Taps(seen)


def test_a_half_day_against_the_ghost_is_three_taps_after_the_dice_and_one_undo(seen: Seen) -> None:
    page, taps = seen.page, against_the_ghost(seen)
    typed, die, done = (page.locator(f"#turn .{name}") for name in ("six button", "four button", "move1"))
    expect(typed).to_have_count(6)
    in_sight(seen, page.locator("#sheet .part").first, typed.first)
    seen.check("walk-ghost-dice")
    taps.dice(DICE)
    expect(die.first).to_be_visible()
    page.reload()
    expect(die.first).to_be_visible()  # the dice are kept
    before = taps.count
    taps.tap(die.first)
    ring = page.locator(".part:not([display]) .mark.resource:not([data-printed])").first
    expect(page.locator(".part:not([display]) .would").first).to_be_visible()
    in_sight(seen, ring, page.locator("#turn h2"))
    assert page.locator("#turn .ways:visible button").count() < 8, "all others are rings, and unfolded"
    seen.check("walk-ghost-what")
    taps.tap(ring.locator(".hit"))
    expect(done).to_be_visible()
    assert page.locator("#turn button").count() == 0
    taps.tap(page.locator("#go"))
    assert taps.count - before == 3
    expect(ring).to_have_class(re.compile("fresh"))
    expect(ring).to_have_attribute("data-value", "circled")
    expect(page.locator("#ghost")).to_have_count(0, timeout=3 * PATIENCE * 1000)
    in_sight(seen, page.locator("#outcome p"), typed.first)
    assert page.locator("#outcome p").inner_text() and seen.overflow() <= 0
    seen.check("walk-ghost-answered")
    taps.tap(page.locator("#undo"))
    expect(ring).to_have_attribute("data-value", "")
    expect(die.first).to_be_visible()  # one step; the dice are still there
    taps.tap(page.locator("#go"))
    expect(page.locator("#turn .big")).to_be_visible(timeout=3 * PATIENCE * 1000)
    seen.check("walk-ghost-best")


@pytest.mark.long
def test_a_whole_game_against_the_ghost_is_played_on_the_sheet(chromium: Browser, house: House) -> None:
    """Dice are rolled; rings and keys are taken in turn."""

    def count(place: Locator, n: int, times: int = 1) -> None:
        expect(place).to_have_count(n, timeout=times * PATIENCE * 1000)

    with looking(chromium, house, "narrow", lang="ja", theme="dark") as seen:
        page, taps = seen.page, against_the_ghost(seen)
        done = re.compile(seen.words("web.sheet.js.done"))
        ring = page.locator(".part:not([display]) .would")
        for half in range(16):
            count(page.locator("#turn .six button"), 6)
            taps.tap(seen.button("web.sheet.js.roll"))
            before = taps.count
            asked = page.locator("#turn h2")
            count(page.locator("#turn .six"), 0)
            while page.locator("#turn .move1").count() == 0:
                question = asked.inner_text()
                way = page.locator("#turn .four:not(.again) button").or_(page.locator("#turn .ways button"))
                taps.tap(ring.first if half % 2 and ring.count() else way.first)
                count(asked.filter(has_text=question), 0)
                assert seen.overflow() <= 0 and taps.count - before < MOST_TAPS
            expect(page.locator("#go")).to_have_text(done)
            taps.tap(page.locator("#go"))
            count(page.locator("#turn .move1"), 0)
        end = page.locator("#outcome .card")
        expect(end).to_be_visible()
        count(end.locator("p"), 2, 10)  # once the ghost has played them all: until then it is drawn anew
        in_sight(seen, end)
        points = page.locator("#points dd").all_inner_texts()
        assert len(points) == 2 and points[0] in end.inner_text()
        seen.check("walk-ghost-over")


def test_what_belongs_to_a_game_or_to_a_table_leads_back_to_it(seen: Seen) -> None:
    game = GAMES["troyes-dice"]
    wanted = {section.name for section in sections_of(game)} - {"sheet"}
    table = sit(seen, game.id, "Ada")
    sheet = urlsplit(seen.page.url)
    sheets = [f"{sheet.path}?{sheet.query}", f"{sheet.path}?{sheet.query}&as=list"]
    seen.open(f"/play/{game.id}")
    seen.send(seen.button("web.solo.fresh"))
    for page in (urlsplit(seen.page.url).path, f"/today/{game.id}", *sheets):
        seen.open(page)
        seen.page.wait_for_url(lambda url: "/today/" not in url, timeout=4 * PATIENCE * 1000)  # being made
        if seen.page.locator(".menu summary").is_visible():
            seen.page.locator(".menu summary").tap()
        view, names = ways(seen), sorted(kinds(ways(seen)) & wanted)
        assert names, f"{page}: no way to another page of its game"
        if page in sheets:
            assert table in view, page
        if set(names) != wanted:  # then a page that it leads to has the others
            go(seen, f"/{names[0]}/")
            assert wanted <= kinds(ways(seen)) | {names[0]}, page


def test_a_log_chosen_as_a_file_is_replayed_and_told_in_tables(seen: Seen, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(made(11), "utf-8")
    seen.open("/")
    go(seen, "/games/terra-mystica")
    go(seen, "/replay/terra-mystica")
    page = seen.page
    page.set_input_files("input[type=file]", tmp_path / "game.txt")
    page.wait_for_function("document.querySelector('textarea').value !== ''")
    page.click("#logs button")
    page.wait_for_selector(".figures", timeout=1000 * PATIENCE)
    assert page.locator(".figures").count() == 4 and seen.overflow() <= 0


# --- check your copy: places are tapped until they are right -----------------------------------------------

FORGET = """(at) => fetch(at, { method: "POST", body: new URLSearchParams({ forget: "1" }) })"""


@pytest.fixture
def board(seen: Seen) -> Iterator[Seen]:
    """The window, at whose end no copy is known."""
    yield seen
    for known in GAMES.values():
        seen.page.evaluate(FORGET, f"/board/{known.id}")


def spot(seen: Seen, field: str, text: str = "") -> Locator:
    return seen.page.locator(f'.spot[data-field="{field}"][data-text="{text}"]')


def told(seen: Seen, game_id: str) -> OwnBoard:
    """What the server, which keeps it in memory, was told."""
    text = seen.page.evaluate("async (at) => (await fetch(at)).text()", f"/board/{game_id}/board.toml")
    return OwnBoard(GAMES[game_id], text)


def test_a_wheel_and_a_mausoleum_that_differ_are_tapped_and_kept(board: Seen) -> None:
    board.open("/games/terracotta-army")
    board.send(board.page.get_by_role("link", name=board.words("web.board.check")))
    spot(board, "inspectors.column_start.0", "C").tap()
    assert "on" in str(spot(board, "inspectors.column_start.0", "C").get_attribute("class")).split()
    assert "on" not in str(spot(board, "inspectors.column_start.0", "A").get_attribute("class")).split()
    same = board.page.get_by_role("button", name=board.words("web.board.same"))
    board.send(same.first)
    assert board.page.url.endswith("#card-inner")
    board.page.reload()
    lines = GAMES["terracotta-army"].own_values.value_lines()
    item = next(item for item in lines if item.key == "inner")
    known = [word for word, _ in item.known]
    spot(board, "inner..1").tap()
    word, words = item.known[(known.index(item.value[1]) + 1) % len(known)]
    assert spot(board, "inner..1").locator("use").get_attribute("href") == f"#s-{word}"
    assert board.page.locator("#taken").inner_text()
    board.check("copy-wheel")
    board.send(board.page.locator("#card-inner .go"))
    kept = told(board, "terracotta-army")
    assert kept.typed["inner"][1] == word and kept.typed["inspectors"]["column_start"] == "C"
    assert words and kept.open[0] == "organizer"


def test_a_bridge_is_taken_away_and_a_plaza_has_another_face(board: Seen) -> None:
    board.open("/board/terra-mystica")
    spot(board, "bridge_places..B1-D1", "B1-D1").tap()
    board.check("copy-map")
    board.send(board.page.locator("#card-bridge_places .go"))
    assert len(told(board, "terra-mystica").typed["bridge_places"]) == 28
    board.open("/board/troyes-dice")
    faces = board.page.locator("[id='f-plazas..3'] option").evaluate_all(
        "(all) => all.map((one) => one.value)"
    )
    printed = board.page.locator("[id='f-plazas..3']").input_value()
    for _ in range(2):
        spot(board, "plazas..3").tap()
    board.send(board.page.locator("#card-plazas .go"))
    kept = told(board, "troyes-dice").typed["plazas"][3]
    assert kept == faces[(faces.index(printed) + 2) % len(faces)] != printed


def test_roofs_are_named_and_numbers_are_stepped(board: Seen) -> None:
    board.open("/board/tianxia")
    spot(board, "raid_values.1.0").tap()
    assert spot(board, "raid_values.1.0").locator("text").text_content() == "4"
    board.send(board.page.locator("#card-paths .go"))
    board.send(board.page.get_by_role("button", name=board.words("web.board.rest")))
    kept = told(board, "tianxia")
    assert kept.typed["raid_values"]["1"] == [4, 3, 3] and not kept.open
