"""A phone's walks: from home to the answer and on, by what is in sight: `pytest -m browser`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from pencilwright.app.web import serve
from pencilwright.app.web.views.sections import sections_of
from pencilwright.games import GAMES
from pencilwright.templates.phrases import say
from tests.app.test_pastes import made
from tests.app.web.test_browser import (
    PATIENCE,
    House,
    Seen,
    chromium,
    house,
    looking,
    pytestmark,
    served,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["chromium", "house", "pytestmark"]

PHONES = [("phone", "en", "light"), ("narrow", "ja", "dark")]
LARGE = 44
"""Pixels that a finger needs."""


@pytest.fixture(params=PHONES, ids=lambda look: look[0])
def seen(request: pytest.FixtureRequest, chromium: Browser, house: House) -> Iterator[Seen]:
    size, lang, theme = request.param
    with looking(chromium, house, size, lang=lang, theme=theme) as one:
        yield one


def ways(seen: Seen) -> set[str]:
    """Return the paths of all links in sight that a finger can hit."""
    found = set()
    for link in seen.page.locator("a[href]:visible").all():
        box = link.bounding_box()
        if box and min(box["width"], box["height"]) >= LARGE - 0.5:
            found.add(urlsplit(str(link.get_attribute("href"))).path)
    return found


def go(seen: Seen, start: str) -> None:
    """Tap the way in sight whose address begins so."""
    with seen.page.expect_navigation():
        seen.page.locator(f'a[href^="{start}"]:visible').first.tap()


def sit(seen: Seen, game_id: str, name: str) -> str:
    """Begin a table from home and sit down at it; return the table's path. Three taps and a name."""
    seen.open("/")
    go(seen, "/tables")
    with seen.page.expect_navigation():
        seen.page.locator(f'button[name=game][value="{game_id}"]').tap()
    table = urlsplit(seen.page.url).path
    seen.page.locator('input[name="name"]:visible').fill(name)
    with seen.page.expect_navigation():
        seen.button("web.tables.join").first.tap()
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
        lacks = {one for other, one in wanted.items() if other != name} - ways(seen)
        assert not lacks, f"{address}: {lacks}"
        assert seen.overflow() <= 0, address


def test_a_sheet_leads_to_the_standings_and_they_lead_back(seen: Seen) -> None:
    table = sit(seen, "troyes-dice", "Ada")
    own = seen.page.url
    assert table in ways(seen)
    go(seen, table)
    seen.check(f"walk-standings-{seen.lang}")
    go(seen, "/sheet/")
    assert seen.page.url == own
    for page in ("/", "/tables", "/sheets", "/games/troyes-dice"):
        seen.open(page)
        assert table in ways(seen), page
    seen.open("/")
    seen.check(f"walk-tonight-{seen.lang}")


def test_who_scans_a_tables_code_gives_a_name_and_has_a_sheet_and_the_dice(
    chromium: Browser,
) -> None:
    from playwright.sync_api import expect

    with served(serve.Plan()) as house, looking(chromium, house, "phone") as host:
        table = sit(host, "troyes-dice", "Ada")
        scanned = House(house.key.replace("/?", f"{table}?"), house.address)
        with looking(chromium, scanned, "narrow", lang="ja") as guest:
            assert guest.page.locator("input:visible").count() == 1
            guest.check("walk-join")
            guest.page.locator("input:visible").fill("文")
            with guest.page.expect_navigation():
                guest.button("web.tables.join").tap()
            place = guest.page.locator("#totable")
            said = guest.words("web.tables.place", place=1, n=2)
            expect(place).to_contain_text(said, timeout=PATIENCE * 1000)
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
    for game_id in (one.id for one in GAMES.values() if "session" in one.rooms):
        seen.open(f"/games/{game_id}")
        go(seen, f"/play/{game_id}")
        with seen.page.expect_navigation():
            seen.button("web.solo.fresh").tap()
        for place in (".look .view:visible svg", "#asked"):
            box = seen.page.locator(place).first.bounding_box()
            assert box is not None and box["y"] < seen.page.viewport_size["height"] - 40, place  # type: ignore[index]
        path = urlsplit(seen.page.url).path
        seen.open("/")
        assert path in ways(seen), "a game that is going on is found at home"
        assert say(GAMES[game_id].name, seen.lang) in seen.page.locator("main").inner_text()


def test_logs_of_an_evening_chosen_as_files_become_tables_and_pictures(seen: Seen, tmp_path: Path) -> None:
    for n, name in ((11, "first.txt"), (12, "second.txt")):
        (tmp_path / name).write_text(made(n), "utf-8")
    seen.open("/")
    go(seen, "/games/terra-mystica")
    go(seen, "/replay/terra-mystica")
    page = seen.page
    page.set_input_files("input[type=file]", [tmp_path / "first.txt", tmp_path / "second.txt"])
    page.wait_for_function("document.querySelector('textarea').value.includes('# file: second.txt')")
    page.click("#logs button")
    page.wait_for_selector(".figures", timeout=1000 * PATIENCE)
    assert page.locator("svg.paper").count() == 2 and seen.overflow() <= 0
    assert {f"{urlsplit(page.url).path}/{name}.csv" for name in ("games", "points")} <= ways(seen)
