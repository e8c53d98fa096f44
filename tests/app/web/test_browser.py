"""The page in a real browser, on a phone and on a desktop: `pytest -m browser`."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlsplit

import pytest

from pencilwright.app.answers.advice import advice, question
from pencilwright.app.answers.puzzle import grade_of, tree, weighed
from pencilwright.app.web import serve, sessions
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.views import sheet
from pencilwright.app.web.views.advice import answer_view
from pencilwright.app.web.worker_tasks import Entered
from pencilwright.games import GAMES, Game
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.templates.phrases import phrase, say
from tests.app.commands.test_replay_pasted import made
from tests.app.web.client import free_port, listening
from tests.app.web.test_turn import told
from tests.games.laying import Tap, blank_for, taps_to
from tests.refusals import pattern

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

CHROMIUM = os.environ.get("PENCILWRIGHT_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_spec("playwright") is None, reason="needs the extra browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium"),
]
PATIENCE = 40.0
LONG = 3 * PATIENCE * 1000
SETTINGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
]
SIZES = {"phone": (390, 844), "short": (360, 740), "narrow": (320, 640)}
SIZES |= {"tablet": (820, 1180), "desktop": (1280, 800)}
TROYES = GAMES["troyes-dice"]
DICE = ("b3", "1", "5", "6")


SMALL_FIELDS = """[...document.querySelectorAll("input, select, textarea")]
    .filter((one) => !["radio", "checkbox", "hidden", "file"].includes(one.type))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.name || one.id)"""
OVERLAPS = """(() => {
    const layer = (one) => {
        for (let at = one; at; at = at.parentElement) {
            if (["sticky", "fixed"].includes(getComputedStyle(at).position)) return at;
        }
    };
    const cut = ({ left, right, top, bottom }, one) => {
        for (let at = one; at !== document.body; at = at.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(at), by = at.getBoundingClientRect();
            if (overflowX !== "visible") [left, right] = [Math.max(left, by.left), Math.min(right, by.right)];
            if (overflowY !== "visible") [top, bottom] = [Math.max(top, by.top), Math.min(bottom, by.bottom)];
        }
        return { left, right, top, bottom, height: bottom - top };
    };
    const boxes = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
        const one = text.parentElement;
        const isSeen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const words = one.closest("svg, script, noscript, .hide, .skip, option") ? "" : text.data.trim();
        if (!words || !isSeen) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const over = layer(one);
        for (const rect of range.getClientRects()) boxes.push({ box: cut(rect, one), one, over, words });
    }
    const both = (a, b) => {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        return wide > 3 && high > 3 && high > 0.45 * Math.min(a.box.height, b.box.height);
    };
    return boxes.flatMap((a, n) => boxes.slice(0, n)
        .filter((b) => a.over === b.over && a.one !== b.one && both(a, b)).map((b) => [b.words, a.words]));
})()"""
"""Texts that lie over each other, where neither is a bar above the page."""
TWICE = {"fontSizes": {"standard": 32, "fixed": 26}}


class House(NamedTuple):
    """A server that runs: the address with its token, and without."""

    key: str
    address: str


@contextmanager
def served(plan: serve.ServePlan) -> Iterator[House]:
    """A server that ends with the block."""
    with listening(plan) as key:
        yield House(key, key.partition("/?")[0])


def expect(place: Locator) -> Any:
    """Return what playwright expects of a place within its patience; imported where there is a playwright."""
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=PATIENCE * 1000)
    return expected(place)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with served(serve.ServePlan()) as item:
        yield item


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SETTINGS)
        yield browser
        browser.close()


class Seen:
    """A browser's window that has opened the address, and all that it should not have done."""

    def __init__(
        self, chromium: Browser, house: House, size: str, *, lang: str = "en", theme: str = "light"
    ) -> None:
        from axe_playwright_python.base import AXE_FILE_PATH

        width, height = SIZES[size]
        scheme: Any = theme
        self.context: BrowserContext = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale={"en": "en-GB", "ja": "ja-JP"}[lang],
            has_touch=size != "desktop",
            reduced_motion="reduce",
        )
        self.house, self.size, self.lang = house, size, lang
        self.faults: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.add_init_script(path=str(AXE_FILE_PATH))
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("console", lambda message: self.faults.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._asked)
        self.page.goto(house.key)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.house.address, "blob:", "data:")):
            self.faults.append(f"request: {request.url}")

    def open(self, path: str) -> Page:
        """Open a page of ours."""
        self.page.goto(self.house.address + path)
        self.images()
        return self.page

    def images(self) -> None:
        """Wait for the images of the page; one that does not come is an error."""
        self.reckoned(
            "Promise.all([...document.images].filter(one => one.loading != 'lazy').map(one => one.decode()))"
        )

    def reckoned(self, expression: str) -> Any:
        """Return what an expression is in the page; asked beside the page's policy, which stays in force."""
        session = self.context.new_cdp_session(self.page)
        fields = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        answer = session.send("Runtime.evaluate", fields)
        session.detach()
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def violations(self) -> list[str]:
        """Return what axe-core finds."""
        results = json.loads(self.reckoned("axe.run().then(found => JSON.stringify(found.violations))"))
        return [
            f"{item['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for item in results
            for node in item["nodes"]
        ]

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        wide = self.reckoned("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return int(wide)

    def wrong(self) -> list[str]:
        """Return what is wrong on every page where it is found."""
        wrong = self.violations()
        if self.overflow() > 0:
            wrong.append(f"{self.overflow()} pixels too wide")
        if self.page.locator("h1").count() != 1:
            wrong.append(f"{self.page.locator('h1').count()} headings of the first order")
        if small := self.reckoned(SMALL_FIELDS):
            wrong.append(f"fields into which iPhones zoom: {small}")
        if "web." in self.page.locator("body").inner_text():
            wrong.append("a key of the words in sight")
        return wrong

    def check(self, name: str) -> None:
        """Check that a page that comes up within a flow is for everybody, on a narrow screen too."""
        self.images()
        self.reckoned("scrollTo(0, 0)")
        wrong = self.wrong()
        for size in (self.size, "narrow"):
            width, height = SIZES[size]
            self.page.set_viewport_size({"width": width, "height": height})
            if (over := self.overflow()) > 0:
                wrong.append(f"{over} pixels too wide at {width}")
        width, height = SIZES[self.size]
        self.page.set_viewport_size({"width": width, "height": height})
        assert not wrong, f"{name}: {wrong}"

    def words(self, key: str, **values: Any) -> str:
        """Return words of the page in its language."""
        return say(phrase(key, **values), self.lang)

    def sentence(self, key: str) -> re.Pattern[str]:
        """Return what matches the sentence of a key in the page's language, whatever is in its blanks."""
        return re.compile(pattern(key, self.lang))

    def link(self, key: str) -> Locator:
        """Return the link that says this."""
        return self.page.get_by_role("link", name=self.words(key), exact=True)

    def button(self, key: str) -> Locator:
        """Return the button that says this."""
        return self.page.get_by_role("button", name=self.words(key), exact=True)

    def press(self, place: Locator) -> None:
        """Press the middle of something drawn: by finger, or by mouse where there is no touch."""
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box is not None
        by = self.page.mouse.click if self.size == "desktop" else self.page.touchscreen.tap
        by(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def send(self, button: Locator) -> None:
        """Press a button that leads to another page."""
        with self.page.expect_navigation():
            (button.click if self.size == "desktop" else button.tap)()

    def tap(self, mark: str) -> None:
        """Tap a mark of a drawing: on a phone in its room."""
        place = self.page.locator(f'[id="m.{mark}"] .hit')
        if self.page.locator("#rooms").is_visible():
            part = self.page.locator(f'.part:has([id="m.{mark}"])')
            room = part.get_attribute("data-room") if part.count() else ""
            self.page.locator(f'#rooms [data-room="{room}"]').click()
        self.uncover(place)
        self.press(place)

    def uncover(self, place: Locator) -> None:
        """Scroll something out from under the dock, unless it is in there."""
        if self.page.locator(".foot", has=place).count():
            return
        box, foot = place.bounding_box(), self.page.locator(".foot").bounding_box()
        if self.size != "desktop" and box and foot and box["y"] + box["height"] > foot["y"]:
            self.reckoned(f"scrollBy(0, {box['y'] + box['height'] - foot['y'] + 8})")

    def close(self) -> None:
        self.context.close()


@contextmanager
def looking(chromium: Browser, house: House, size: str, **look: str) -> Iterator[Seen]:
    """A window in which nothing may go wrong."""
    seen = Seen(chromium, house, size, **look)
    try:
        yield seen
        assert seen.faults == []
    finally:
        seen.close()


# --- every page -------------------------------------------------------------------------------------------


def pages() -> list[str]:
    """Return the address of every page that any game has."""
    from pencilwright.app.web.views.sections import sections_of

    own_games = [section.address for game in GAMES.values() for section in sections_of(game)]
    more = [f"/{name}" for game in GAMES for name in (f"board/{game}", f"sheet/{game}?as=list")]
    return ["/", "/photo", "/about", *own_games, *more, "/nothing"]


LOOKS = [
    ("narrow", "ja", "dark", ""),
    ("desktop", "en", "light", TROYES.id),
    pytest.param("narrow", "en", "light", "", marks=pytest.mark.long),
    pytest.param("desktop", "en", "dark", "", marks=pytest.mark.long),
]
"""Window, language, shade, and the game whose pages are looked at so: "" for all pages."""


@pytest.mark.parametrize(("size", "lang", "theme", "game"), LOOKS)
def test_every_page_is_for_everybody(
    chromium: Browser, house: House, size: str, lang: str, theme: str, game: str
) -> None:
    seen = Seen(chromium, house, size, lang=lang, theme=theme)
    results: dict[str, list[str]] = {}
    try:
        for path in (path for path in pages() if game in path):
            seen.open(path)
            if path == "/nothing":
                seen.faults = [fault for fault in seen.faults if "404" not in fault]
            if wrong := [*seen.wrong(), *seen.faults]:
                results[path] = wrong
            seen.faults = []
        assert not results, json.dumps(results, indent=1, ensure_ascii=False)
    finally:
        seen.close()


@pytest.mark.parametrize("lang", ["en", pytest.param("ja", marks=pytest.mark.long)])
def test_letters_of_twice_the_size_lie_over_nothing_and_widen_no_page(
    chromium: Browser, house: House, lang: str
) -> None:
    results: dict[str, object] = {}
    boards = [f"/position/{game}" for game in GAMES if "editor" in GAMES[game].rooms]
    with looking(chromium, house, "phone", lang=lang) as seen:
        seen.context.new_cdp_session(seen.page).send("Page.setFontSizes", TWICE)
        for path in [*pages()[:-1], "/tables", "/pads", "/sheets", "/share", *boards]:
            page = seen.open(path)
            if path in boards:
                seen.send(page.locator("main .ways button").first)
            over, wide = seen.reckoned(OVERLAPS), seen.overflow()
            if over or wide > 0:
                results[path] = over, wide
        assert not results, json.dumps(results, indent=1, ensure_ascii=False)


# --- flows ------------------------------------------------------------------------------------------------


def window(size: str, lang: str = "en", theme: str = "light") -> Any:
    """A fixture: a window in which nothing may go wrong."""

    @pytest.fixture
    def fixture(chromium: Browser, house: House) -> Iterator[Seen]:
        with looking(chromium, house, size, lang=lang, theme=theme) as item:
            yield item

    return fixture


phone, desktop, narrow = window("phone"), window("desktop", "ja", "dark"), window("narrow", "ja", "dark")


def test_a_setup_is_drawn_drawn_again_and_opened_as_a_sheet(phone: Seen) -> None:
    page = phone.page
    assert page.url == phone.house.address + "/"
    assert "token" not in str(phone.reckoned("document.referrer + location.href"))
    page.locator("a.game", has_text=say(TROYES.name, "en")).click()
    phone.link("web.setup.draw").click()
    phone.button("web.setup.draw").click()
    first = page.locator("p.code").inner_text()
    random = page.get_by_role("radio", name=phone.words("web.draw.troyes-dice.numbering.random"))
    random.check()
    phone.button("web.setup.again").click()
    expect(page.locator("p.code")).not_to_have_text(first)
    expect(random).to_be_checked()
    phone.link("web.setup.sheet").click()
    expect(page.locator("#total")).to_have_text("3")


@pytest.mark.parametrize(
    ("size", "game_id", "mark"),
    [("phone", "troyes-dice", "citizens.red.1"), ("desktop", "tianxia", "p1.palace.white.3")],
)
def test_a_broken_rule_is_framed_and_said_in_japanese_until_it_is_undone(
    chromium: Browser, house: House, size: str, game_id: str, mark: str
) -> None:
    """The mark alone on a sheet breaks a rule."""
    with looking(chromium, house, size, lang="ja") as seen:
        page = seen.open(f"/sheet/{game_id}")
        code = page.url.rpartition("/")[2].partition("?")[0]
        seen.tap(mark)
        value = page.locator(f'[id="m.{mark}"]').get_attribute("data-value") or ""
        (problem,) = sheet.score(code, {mark: value}, "ja")["problems"]
        assert re.search("[ぁ-ん]", problem["text"])
        expect(page.locator("#p1 .told")).to_contain_text(problem["short"])
        frames = [frame.bounding_box() for frame in page.locator(".framed").all()]
        for item in problem["marks"]:
            box = page.locator(f'[id="m.{item}"] .hit').bounding_box()
            if box is None:
                continue  # in another room
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            assert any(
                frame and 0 < x - frame["x"] < frame["width"] and 0 < y - frame["y"] < frame["height"]
                for frame in frames
            ), item
        seen.check(f"broken-{game_id}")
        page.locator("#undo").click()
        expect(page.locator(".say")).to_have_count(0)
        expect(page.locator(".framed, .pinned")).to_have_count(0)
        expect(page.locator("#faults")).to_be_hidden()


@pytest.mark.long
def test_a_photograph_is_answered_by_a_tap_and_its_two_sheets_are_ranked(
    desktop: Seen, chromium: Browser
) -> None:
    pytest.importorskip("cv2")
    pytest.importorskip("pypdfium2")
    from tests.app.web.test_photo import LEFT, RIGHT, two_sheets

    picture, mark = two_sheets()
    page = desktop.open("/photo")
    chosen = page.locator("#send input").nth(1)
    chosen.set_input_files({"name": "none.jpg", "mimeType": "image/jpeg", "buffer": b"once upon a time"})
    expect(page.get_by_role("alert")).to_contain_text(desktop.words("web.photo.neither"))
    desktop.check("photo-refused")
    desktop.faults = [fault for fault in desktop.faults if "422" not in fault]
    page.get_by_role("link", name=desktop.words("web.photo.again")).click()
    chosen.set_input_files({"name": "evening.jpg", "mimeType": "image/jpeg", "buffer": picture})
    tabs = page.locator("nav.tabs a")
    page.wait_for_url("**/photo/*")
    with looking(chromium, desktop.house, "phone") as other:  # as the host, whose photograph it is not
        expect(other.open(urlsplit(page.url).path).locator("nav.tabs a")).to_have_count(2, timeout=LONG)
    expect(tabs).to_have_count(2, timeout=LONG)
    page.locator("nav.tabs a", has=page.locator(".tag.bad")).click()
    expect(page.locator("#total")).to_have_text(re.compile(r"^\d+\D+\d+$"))
    desktop.check("photo-open")
    there = page.get_by_role("link", name=desktop.words("web.photo.as_sheet")).get_attribute("href") or ""
    code = there.rpartition("/")[2].partition("?")[0]
    points = [sheet.score(code, marks, desktop.lang)["total"] for marks in (LEFT, {**RIGHT, mark: "circled"})]
    tile, ways = page.locator(f'[id="tile-{mark}"]'), ["blank", "circled", "spent"]
    while (following := tile.get_attribute("value")) != "spent":  # the next tap of a circled one
        tile.click()
        after = ways[(ways.index(str(following)) + 1) % 3]
        expect(tile).to_have_attribute("value", after)
    expect(page.locator("#total")).to_have_text(str(points[1]))
    page.locator(".rest button").click()
    expect(tile).to_have_count(0)
    expect(page.locator("#total")).to_have_text(str(points[1]))
    desktop.press(page.locator(f'.photograph .hit[data-mark="{mark}"]'))
    expect(page.locator("#picked button[value=circled]")).to_have_attribute("aria-pressed", "true")
    desktop.check("photo-read")
    page.get_by_role("link", name=desktop.words("web.photo.rank")).click()
    expect(page.locator(".place[open]")).to_have_count(0)
    desktop.check("reveal")
    turn = page.locator("#next")
    turn.click()
    assert page.locator(".place[open]").get_attribute("data-place") == "2"
    turn.click()
    expect(turn).to_be_hidden()
    assert [int(text) for text in page.locator(".place .huge").all_inner_texts()] == sorted(points)[::-1]
    desktop.check("reveal-turned")


def test_the_puzzle_of_the_day_is_answered_wrongly_and_rightly_and_shared(phone: Seen) -> None:
    known = GAMES["tianxia"]
    page = phone.open(f"/puzzles/{known.id}")
    page.locator('main a[href^="/today/"]').click()
    expect(page.locator("#dock")).to_be_visible(timeout=3 * PATIENCE * 1000)
    phone.check("puzzle")
    code, _, day = page.url.rpartition("/")[2].partition("?day=")
    puzzle = weighed(known, known.puzzles.from_code(code), confirm=False)
    answers, options = tree(puzzle), puzzle.weighed.options
    credit, tried = page.locator("#result .huge"), page.locator("#result .credits .in")

    def give(name: str) -> None:
        while page.locator("#back").is_enabled():
            page.locator("#back").click()
        here = answers
        while here.ways:
            at = next(n for n, way in enumerate(here.ways) if name in {one.name for one in way.answers})
            here = here.ways[at]
            page.locator("#ways button").nth(at).click()
        phone.button("web.puzzle.grade").click()

    give(options[-1].name)
    wrong = grade_of(puzzle, options[-1].name, reveal=False).grade.credit
    expect(credit).to_have_text(str(wrong))
    assert wrong < 10 and tried.count() == wrong
    phone.check("puzzle-wrong")
    phone.button("web.sheet.undo").click()
    phone.button("web.puzzle.hint").click()
    expect(page.locator(".told-hints li")).to_have_count(1)
    give(options[0].name)
    expect(credit).to_have_text("10")
    hints = phrase("web.puzzle.hints", n=1)
    line = phone.words("web.puzzle.line_of", date=day, game=known.name, n=8, full=10, hints=hints)
    expect(page.locator("#shared .code")).to_have_text(line)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.button("web.puzzle.share").click()
    expect(phone.button("web.puzzle.copied")).to_be_visible()
    shared = str(phone.reckoned("navigator.clipboard.readText()"))
    assert shared.splitlines() == [line, code]
    phone.button("web.puzzle.reveal").click()
    expect(page.locator("#solved")).to_be_visible()
    phone.check("puzzle-solved")


def give_dice(seen: Seen, faces: str) -> None:
    """Tap the dice that lie on the table, a key each, and take them."""
    for place, face in enumerate(faces):
        seen.page.locator(f'label:has([name="die.{place}"][value="{face}"])').click()
    seen.send(seen.button("web.play.dice.go"))


def in_sight(seen: Seen, *places: Locator) -> None:
    """Check that all of this is in the window at once, at least its beginning."""
    _, height = SIZES[seen.size]
    for place in places:
        box = place.bounding_box()
        assert box is not None and -1 <= box["y"] < height - 40, place


@pytest.mark.long
def test_a_round_against_the_chancellor_is_played_to_its_end(narrow: Seen) -> None:
    from tests.app.web.test_solo import GAME, LAST

    stored, stream, looks = sessions.begun(GAME, LAST), Stream.from_seed("flow"), set()
    page = narrow.open(f"/play/{GAME.id}")
    page.get_by_text(narrow.words("web.solo.from")).click()
    page.locator("textarea").fill(LAST)
    narrow.send(page.locator("form:has(textarea) button"))
    begun = sessions.opened(GAME, stored).state.round
    while (now := sessions.opened(GAME, stored)).state.round == begun and now.prompt is not None:
        if page.locator("#skip").is_visible():
            page.locator("#skip").click()
        lines = [item for item in sessions.news(now) if item.is_stepwise]
        assert page.locator("#steps li").count() == sum(len(item.events) for item in lines)
        if (look := now.prompt.words.key) not in looks:
            narrow.reckoned("scrollTo(0, 0)")
            drawn = page.locator(".look .board, .look .view:visible svg").first
            in_sight(narrow, drawn, page.locator("#asked"))
            narrow.check(f"solo-{look.rpartition('.')[2]}")
            looks.add(look)
        key = now.prompt.picks[stream.below(len(now.prompt.picks))].key
        if now.prompt.faces:
            give_dice(narrow, key)
        else:
            assert page.locator("#picks button").count() == len(now.prompt.picks)
            button = page.locator(f'#picks button[value="{key}"]')
            if not button.is_visible():
                page.locator("details.listed summary").click()
            narrow.send(button)
        expect(page.locator("[role=alert]")).to_have_count(0)
        stored = sessions.happened(GAME, stored, "answer", {"key": key})
    assert len(looks) > 4
    if page.locator("#skip").is_visible():
        page.locator("#skip").click()
    view = page.locator(".points dd").all_inner_texts()
    assert sorted(map(int, view)) == sorted(player.score for player in now.state.players)
    assert page.locator("main .card.strong .ttl").is_visible()
    narrow.check("solo-over")


def sit_down(seen: Seen, code: str, name: str) -> None:
    """Find a table by its letters and begin a sheet there."""
    page = seen.open("/tables")
    page.get_by_role("textbox").fill(code)
    seen.send(seen.button("web.home.open"))
    page.get_by_role("textbox", name=seen.words("web.tables.name")).fill(name)
    seen.send(seen.button("web.tables.join"))


SOON = 3000
"""Milliseconds after which another phone has what was tapped."""


def begin_table(seen: Seen) -> str:
    """Begin a table, and return its letters."""
    page = seen.open("/tables")
    seen.send(page.get_by_role("button", name=say(TROYES.name, "en")))
    return page.locator(".spelled").inner_text()


def test_the_server_is_gone_and_back_and_nothing_is_lost(chromium: Browser, tmp_path: Path) -> None:
    plan = serve.ServePlan(port=free_port(), data=tmp_path / "web.db")
    with served(plan) as house:
        phone = Seen(chromium, house, "phone")
        page, code = phone.page, begin_table(phone)
        sit_down(phone, code, "Ada")
        blank = page.locator("#total").inner_text()
        with page.expect_response(lambda answer: answer.request.method == "PUT"):
            phone.tap("citizens.red.2")
        stored = page.locator("#total").inner_text()
        assert stored != blank
        table = phone.context.new_page()
        table.goto(f"{house.address}/table/{code}")
        late, standings = table.locator("#late"), table.locator("#standings .pen")
    phone.tap("citizens.yellow.2")
    expect(page.locator("#note")).to_contain_text(phone.sentence("web.sheet.js.lost"))
    assert page.locator("#total").inner_text() == stored
    expect(late).to_contain_text(phone.sentence("web.tables.lost"))
    with served(plan) as house:
        with looking(chromium, house, "desktop") as desktop:
            result = desktop.open(f"/table/{code}").locator("#standings .pen")
            expect(page.locator("#note.late")).to_have_count(0, timeout=SOON)
            total = page.locator("#total").inner_text()
            assert total != stored
            for view in (result, standings):
                expect(view).to_have_text(total, timeout=2 * SOON)
            expect(late).to_have_text("")
        page.reload()
        for mark in ("citizens.red.2", "citizens.yellow.2"):
            assert page.locator(f'[id="m.{mark}"]').get_attribute("data-value")
    away = [fault for fault in phone.faults if "Failed to load" not in fault]
    phone.close()
    assert away == []


# --- a phone's walks: from home to the answer, by what is in sight ----------------------------------------


def follow(seen: Seen, name: str, *, exact: bool = True) -> None:
    """Tap the link in sight that says this, or that begins so."""
    seen.send(seen.page.get_by_role("link", name=name, exact=exact).first)


def enter(seen: Seen) -> None:
    """Tap the game in sight at home."""
    seen.send(seen.page.locator("a.game", has_text=say(TROYES.name, seen.lang)))


def is_tall(seen: Seen, name: str) -> bool:
    """Whether the link that says this is large enough for a finger."""
    box = seen.page.get_by_role("link", name=name, exact=True).first.bounding_box()
    return box is not None and min(box["width"], box["height"]) >= 44


def test_a_phone_walks_from_a_photograph_to_the_best_move(phone: Seen) -> None:
    pytest.importorskip("cv2")
    pytest.importorskip("pypdfium2")
    from tests.solver.photo import photographs

    marks = photographs.example(9, 1) | {f"slot.{half}.{half * 9 % 4}": "circled" for half in range(1, 16)}
    rendered, hand = photographs.sheet(marks, seed=9)
    picture = photographs.jpeg(photographs.photograph(hand.paper, tilt=0.02, blur=0.6, shadow=0.05, turn=1.0))
    best = advice(question(Entered("", rendered.code, marks).position(TROYES), {"dice": " ".join(DICE)}))
    page = phone.page
    follow(phone, phone.words("web.home.photo"))
    with page.expect_file_chooser() as chooser:
        page.locator("label.take", has_text=phone.words("web.photo.take")).tap()
    chooser.value.set_files({"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": picture})
    expect(page.locator("#total")).to_be_visible(timeout=3 * PATIENCE * 1000)
    phone.check(f"walk-photo-{phone.lang}")
    assert is_tall(phone, phone.words("web.advice.door"))
    follow(phone, phone.words("web.advice.door"))
    taps = Taps(phone)
    taps.dice(DICE)  # nothing else: the best is asked for already
    assert taps.count == len(DICE)
    expect(page.locator("#turn .tag")).to_be_visible(timeout=3 * PATIENCE * 1000)
    expect(page.locator("#turn progress")).to_have_count(0, timeout=3 * PATIENCE * 1000)
    expect(page.locator("#turn .big")).to_have_text(f"{best.value}")
    expect(page.locator("#turn")).to_contain_text(say(best.moves[0].text, phone.lang))


def test_a_phone_walks_from_a_tapped_sheet_and_its_list_to_the_best_move(phone: Seen) -> None:
    page, door = phone.page, phone.words("web.advice.door")
    enter(phone)
    follow(phone, phone.words("web.sheet.new"))
    code = page.url.rpartition("/")[2].partition("?")[0]
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        phone.tap("citizens.red.3")
    page.locator(".menu summary").tap()
    follow(phone, phone.words("web.sheet.list"))
    phone.check(f"walk-list-{phone.lang}")
    assert is_tall(phone, door)
    follow(phone, door)
    assert page.url.endswith("#best") and code in page.url


def test_a_phone_with_an_old_key_is_told_to_scan_again_and_loses_nothing(
    chromium: Browser, tmp_path: Path
) -> None:
    plan, first, later = serve.ServePlan(port=free_port(), data=tmp_path / "web.db"), "red.2", "yellow.2"
    with served(plan) as house:
        phone = Seen(chromium, house, "phone", lang="ja")
        page = phone.open("/sheet/troyes-dice")
        with page.expect_response(lambda answer: answer.request.method == "PUT"):
            phone.tap(f"citizens.{first}")
        before, where = page.locator("#total").inner_text(), page.url
    with served(plan._replace(has_new_key=True)) as house:
        expect(page.locator("#note")).to_have_text(phone.words("web.door.scan"))
        phone.tap(f"citizens.{later}")  # while the key is old
        expect(page.locator("#note")).to_have_text(phone.words("web.door.scan"))
        page.reload()
        heading = page.get_by_role("heading", name=phone.words("web.door.again"))
        expect(heading).to_be_visible()
        expect(page.get_by_text(phone.words("web.door.kept"))).to_be_visible()
        assert page.locator("html").get_attribute("lang") == "ja"
        assert phone.reckoned("getComputedStyle(document.querySelector('.card')).borderTopWidth") == "2px"
        phone.check("scan-again")
        scanned = phone.context.new_page()
        scanned.goto(house.key)
        with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
            page.bring_to_front()
        expect(page.locator("#total")).not_to_have_text(before)
        assert page.url == where
        for mark in (first, later):
            expect(page.locator(f'[id="m.citizens.{mark}"]')).to_have_attribute("data-value", "circled")
        total = page.locator("#total").inner_text()
        scanned.reload()
        expect(scanned.locator("ul.list .pen")).to_have_text(total)  # at home, as the computer keeps it
    away = [fault for fault in phone.faults if "Failed to load" not in fault]
    phone.close()
    assert away == []


class Taps:
    """A finger that counts its taps on what is in sight."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.count = seen, 0

    def tap(self, place: Locator) -> None:
        """Tap the middle of something that nothing covers."""
        expect(place).to_be_visible()
        self.seen.uncover(place)
        box = place.bounding_box()
        assert box is not None
        self.seen.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.count += 1

    def dice(self, dice: tuple[str, ...]) -> None:
        """Type dice, the black one first."""
        keys = self.seen.page.locator("#turn .six button")
        for die in dice:
            self.tap(keys.nth(int(die[-1]) - 1))


def new_troyes(seen: Seen) -> str:
    """Open a blank sheet of a fixed setup, and return its page code."""
    code = blank(TROYES, TROYES.setups.to_code(draw("a walk")), seen.lang)
    seen.open(f"/sheet/{code}?new=1")
    return code


def value(seen: Seen, mark: str) -> str | None:
    """What a mark shows."""
    return seen.page.locator(f'[id="m.{mark}"]').get_attribute("data-value")


def test_the_best_move_of_a_sheet_is_one_tap_after_the_dice_and_is_played(
    chromium: Browser, house: House
) -> None:
    with looking(chromium, house, "narrow") as seen:
        code, page = new_troyes(seen), seen.page
        taps = Taps(seen)
        taps.dice(DICE)
        expect(page.locator("#turn .four button").first).to_be_visible()
        taps.tap(page.locator("#go"))
        assert taps.count == len(DICE) + 1
        view = page.locator("#turn .big")
        expect(view).to_be_visible(timeout=3 * PATIENCE * 1000)
        expect(page.locator("#sheet .picked").first).to_be_visible()
        expect(page.locator("#turn progress")).to_have_count(0, timeout=5 * PATIENCE * 1000)
        seen.check("turn-best")
        best = advice(question(Entered("", code, {}).position(TROYES), {"dice": " ".join(DICE)}))
        shown = answer_view(best).view.value
        expect(view).to_have_text(shown)
        changes = told(code, {}, ["b3156", best.moves[0].notation], "en")["changes"]
        page.locator("#more").click()
        there = page.locator("#turn .three ~ .row a").get_attribute("href")
        page.locator("#more").click()
        taps.tap(page.locator("#go"))
        expect(page.locator("#turn .six button")).to_have_count(6)
        assert {mark: value(seen, mark) for mark in changes} == changes
        seen.open(there or "")
        expect(page.locator("main .card.strong .huge")).to_have_text(shown)
        assert page.locator("main .move").count() > 0
        seen.check("answer")


def test_a_sheet_that_does_not_tell_the_wheel_asks_for_it_and_takes_the_best_move_from_there(
    phone: Seen,
) -> None:
    new_troyes(phone)
    page, taps = phone.page, Taps(phone)
    build_by_hand(taps)
    turned = page.locator("#turn .parts").last.locator("button:enabled").nth(1)
    expect(page.locator("#go")).to_be_disabled()
    before, lay = taps.count, turned.get_attribute("aria-label")
    taps.tap(page.locator("#turn .six button").first)
    taps.tap(page.locator("#turn .six button").last)
    taps.tap(turned)
    assert turned.get_attribute("aria-label") != lay
    phone.check(f"turn-wheel-{phone.lang}")
    taps.tap(page.locator("#go"))
    expect(page.locator("#turn .six button")).to_have_count(6)
    taps.dice(DICE)
    expect(page.locator("#turn .four button").first).to_be_visible()
    taps.tap(page.locator("#go"))
    assert taps.count - before == 5 + len(DICE)  # day, half, plaza, Done, Best move
    expect(page.locator("#turn .big")).to_be_visible(timeout=3 * PATIENCE * 1000)
    page.reload()
    expect(page.locator("#turn .big")).to_be_visible(
        timeout=3 * PATIENCE * 1000
    )  # the dice are kept, and the wheel
    taps.tap(page.locator("#undo"))
    for _ in (*DICE, "the wheel"):
        expect(page.locator('#turn[data-state="asks"]')).to_be_visible()
        taps.tap(page.locator("#undo"))
    expect(page.locator("#turn .parts").last).to_be_visible()


def test_the_wheel_that_one_phone_told_is_offered_to_the_others_of_its_table(
    chromium: Browser, house: House
) -> None:
    with looking(chromium, house, "phone") as ada, looking(chromium, house, "phone") as ben:
        table = begin_table(ada)
        for seen, name in ((ada, "Ada"), (ben, "Ben")):
            sit_down(seen, table, name)
            build_by_hand(Taps(seen))
            page, taps = seen.page, Taps(seen)
            if seen is ada:
                taps.tap(page.locator("#turn .six button").first)
                taps.tap(page.locator("#turn .six button").last)
            else:
                taps.tap(page.locator("#turn .offered"))
            taps.tap(page.locator("#go"))
            expect(page.locator("#turn .six button")).to_have_count(6)
            assert taps.count == (3 if seen is ada else 2)
            expect(page.locator("#note")).to_have_text("1pm")
        ada.open(f"/table/{table}")
        assert not ada.page.locator(".rolled").count()


def build_by_hand(taps: Taps) -> None:
    """Build by hand, and ask for a turn: no place of the black die tells which."""
    page = taps.seen.page
    taps.tap(page.locator("#hand"))
    taps.seen.tap("building.fortress.1")
    taps.tap(page.locator("#hand"))
    page.locator("#turn .parts").last.wait_for()


def test_a_problem_is_told_after_a_rest_in_a_sentence_and_its_blue_button_mends_it(phone: Seen) -> None:
    new_troyes(phone)
    page, taps = phone.page, Taps(phone)
    taps.tap(page.locator("#hand"))
    phone.tap("building.fortress.1")
    expect(page.locator('[id="m.citizens.red.1"]')).to_have_attribute("data-value", "circled")
    phone.tap("building.cathedral.3")
    expect(page.locator('[id="m.cathedral.3.1"]')).to_have_attribute("data-value", "ticked")
    page.wait_for_timeout(2600)
    expect(page.locator("#say")).to_be_hidden()  # what it brings came with it
    phone.tap("cathedral.3.2")
    page.wait_for_timeout(1000)
    assert page.locator("#say").is_hidden()
    expect(page.locator("#say")).to_be_visible()
    summary = page.locator("#say .told").inner_text()
    assert len(summary) <= (60 if phone.lang == "en" else 30), summary
    phone.check(f"problem-{phone.lang}")
    before = taps.count
    taps.tap(page.locator("#say .go"))
    expect(page.locator("#say")).to_be_hidden()
    assert taps.count == before + 1 and value(phone, "cathedral.3.1") == "ticked"


def lay(seen: Seen, known: Game, state: Any, taps: list[Tap]) -> int:
    """Tap a position on its board as a finger does, from another one on, and return the number of taps."""
    page, count = seen.page, 0

    def tap(place: Locator) -> None:
        nonlocal count
        count += 1
        seen.reckoned("document.getElementById('look').dataset.before = 1")
        place.click()
        expect(page.locator("#look[data-before]")).to_have_count(0)
        expect(page.locator("#refused")).to_be_hidden()

    for what in taps:
        part = next(part for part in known.editor.parts(state) if part.key == what.part)
        state = known.editor.lay(state, what.what, what.where)
        tab = page.locator(f'#tabs a[href*="part={what.part}&"], #tabs a[href$="part={what.part}"]').first
        if tab.get_attribute("aria-current") is None:
            tap(tab)
        cell = page.locator(f'#look a.cell[href$="at={what.where}"], #look button[value$="@{what.where}"]')
        if cell.count():
            tap_count(tap, page, cell.first, what)
            continue
        piece = page.locator(f'#dock .pieces a[href*="piece={quote(what.what)}&"], '
                             f'#dock .pieces a[href$="piece={quote(what.what)}"]')  # fmt: skip
        if not piece.count():
            whose = [any(one.key == what.what for one in owner.pieces) for owner in part.owners]
            tap(page.locator("#dock .whose a").nth(whose.index(True)))
        if piece.get_attribute("aria-current") is None:
            tap(piece)
        drawn = page.locator(f'#look [data-key="{what.where}"]')
        tap(drawn if drawn.count() else page.locator(f'#look button[value="{what.where}"]'))
    return count


def tap_count(tap: Callable[[Locator], None], page: Page, cell: Locator, what: Tap) -> None:
    """Tell a count: a box that is ticked, a key of its own, or a number digit by digit."""
    if cell.get_attribute("aria-pressed") is not None:
        return tap(cell)
    if cell.get_attribute("aria-current") is None:
        tap(cell)
    key = page.locator(f'#dock :is(.values,.numbers) button[value="{what.what}"]')
    if key.count():
        return tap(key)
    if page.locator("#dock .numbers").count():
        tap(page.locator("#dock .numbers a"))
    for digit in what.what:
        tap(page.locator(f'#dock .digits button[value="+{digit}"]'))
    return None


def laid_from_nothing(seen: Seen, known: Game) -> tuple[int, Any]:
    """Lay a game's example on an empty board by taps alone; return their number, and the position."""
    target = known.examples.example("4", 1)
    begin = blank_for(known, target)
    start = known.editor.blanks()[begin][1]
    taps, state = taps_to(known, start, target)
    page = seen.open(f"/position/{known.id}")
    seen.send(page.locator("main .ways button").nth(begin))
    count = lay(seen, known, start, taps)
    assert known.parse(page.locator("#text textarea").input_value()) == state
    return count + 1, state


def ask_for_the_best(seen: Seen) -> int:
    """Ask on a board, as the first of those who may; return the number of taps."""
    page, count = seen.page, 1
    page.locator("#dock .acts :is(a, [form=ask])").last.tap()
    asked = page.locator("#dock .values [form=ask]")
    expect(asked.or_(page.locator("#dock [data-job], #dock .tag")).first).to_be_visible()
    if asked.count():
        asked.first.tap()
        count += 1
    expect(page.locator("#dock .tag")).to_be_visible(timeout=3 * PATIENCE * 1000)  # the first answer
    return count


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "taps"), [("terracotta-army", 103), ("terra-mystica", 165), ("tianxia", 152)]
)
def test_the_first_example_of_a_game_is_laid_by_so_many_taps_alone_and_asked_about(
    phone: Seen, name: str, taps: int
) -> None:
    page, known = phone.page, GAMES[name]
    count, state = laid_from_nothing(phone, known)
    assert count == taps
    phone.check(f"position-laid-{name}")
    ask_for_the_best(phone)
    phone.check(f"position-best-{name}")
    phone.button("web.laid.play").click(timeout=6 * PATIENCE * 1000)
    expect(page.locator("#dock .tag")).to_have_count(0)
    assert known.parse(page.locator("#text textarea").input_value()) != state


@pytest.mark.long
def test_a_round_of_a_log_is_three_taps_from_the_best_last_round(phone: Seen) -> None:
    page = phone.open("/replay/terra-mystica")
    page.locator("[name=log]").fill(made(11))
    phone.send(page.locator("#logs .go"))
    phone.send(page.get_by_label(phone.words("web.replay.lay.round", n=6), exact=True))
    phone.check("position-of-a-log")
    assert 1 + ask_for_the_best(phone) == 3
    phone.check("position-of-a-log-best")
