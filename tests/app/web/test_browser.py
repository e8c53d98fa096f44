"""The page in a real browser, on a phone and on a desktop: `pytest -m browser`."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.request import Request, urlopen

import pytest

from pencilwright.app.web import opening
from pencilwright.games import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = os.environ.get("PENCILWRIGHT_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_spec("playwright") is None, reason="needs the extra browser"),
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium"),
]
PATIENCE = 20.0
SETTINGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
]
SIZES = {"phone": (390, 844), "desktop": (1280, 800), "narrow": (320, 640)}
ARTEFACTS = Path("output") / "browser"


class House(NamedTuple):
    """A server that runs: the address with its token, and without."""

    key: str
    address: str


def end(key: str) -> None:
    """End a server, as who sits at its computer does."""
    address, _, token = key.partition("/?token=")
    port = address.rpartition(":")[2]
    headers = {"origin": address, "cookie": f"pencilwright_{port}={token}"}
    with urlopen(Request(f"{address}/quit", b"", headers), timeout=PATIENCE) as answer:
        assert answer.status == 200


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    opened: list[opening.Opened] = []
    ready = threading.Event()

    def told(where: opening.Opened) -> None:
        opened.append(where)
        ready.set()

    thread = threading.Thread(target=opening.serve, args=(opening.Plan(), told))
    thread.start()
    assert ready.wait(PATIENCE)
    key = opened[0].own
    yield House(key, key.partition("/?")[0])
    end(key)
    thread.join(PATIENCE)
    assert not thread.is_alive()


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
        self.house = house
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
        self.page.wait_for_load_state("networkidle")
        return self.page

    def reckoned(self, expression: str) -> Any:
        """Return what an expression is in the page; asked beside the page's policy, which stays in force."""
        session = self.context.new_cdp_session(self.page)
        said = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        answer = session.send("Runtime.evaluate", said)
        session.detach()
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def violations(self) -> list[str]:
        """Return what axe-core finds."""
        found = json.loads(self.reckoned("axe.run().then(found => JSON.stringify(found.violations))"))
        return [
            f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for one in found
            for node in one["nodes"]
        ]

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        wide = self.reckoned("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return int(wide)

    def keep(self, name: str) -> None:
        """Keep a picture of the page."""
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(ARTEFACTS / f"{name}.png"), full_page=True)

    def close(self) -> None:
        self.context.close()


# --- every page -------------------------------------------------------------------------------------------


def pages() -> list[str]:
    """Return the address of every page that any game has."""
    from pencilwright.app.web.sections import sections_of

    own = [section.address for game in GAMES.values() for section in sections_of(game)]
    return ["/", "/photo", "/about", *own, "/sheet/troyes-dice?as=list", "/nothing"]


LOOKS = [
    ("phone", "en", "light"),
    ("desktop", "ja", "dark"),
    ("narrow", "ja", "light"),
    ("desktop", "en", "dark"),
]


@pytest.mark.parametrize(("size", "lang", "theme"), LOOKS)
def test_every_page_is_for_everybody(
    chromium: Browser, house: House, size: str, lang: str, theme: str
) -> None:
    seen = Seen(chromium, house, size, lang=lang, theme=theme)
    found: dict[str, list[str]] = {}
    try:
        for path in pages():
            page = seen.open(path)
            seen.keep(f"{re.sub('[^a-z-]+', '-', path).strip('-') or 'home'}-{size}-{lang}-{theme}")
            wrong = seen.violations()
            if path == "/nothing":
                seen.faults = [one for one in seen.faults if "404" not in one]
            wrong += seen.faults
            seen.faults = []
            if seen.overflow() > 0:
                wrong.append(f"{seen.overflow()} pixels too wide")
            if page.locator("h1").count() != 1:
                wrong.append(f"{page.locator('h1').count()} headings of the first order")
            if "web." in page.locator("body").inner_text():
                wrong.append("a key of the words in sight")
            if wrong:
                found[path] = wrong
        assert not found, json.dumps(found, indent=1, ensure_ascii=False)
    finally:
        seen.close()


# --- flows ------------------------------------------------------------------------------------------------


@pytest.fixture(params=["phone", "desktop"])
def seen(request: pytest.FixtureRequest, chromium: Browser, house: House) -> Iterator[Seen]:
    one = Seen(chromium, house, request.param)
    yield one
    assert one.faults == []
    one.close()


def test_the_token_is_gone_once_the_address_is_open(seen: Seen) -> None:
    assert seen.page.url == seen.house.address + "/"
    assert "token" not in str(seen.reckoned("document.referrer + location.href"))
    seen.page.get_by_role("link", name="About").click()
    assert "token" not in str(seen.reckoned("document.referrer"))


def test_a_setup_is_drawn_drawn_again_and_opened_as_a_sheet(seen: Seen) -> None:
    from playwright.sync_api import expect

    page = seen.open("/")
    page.get_by_role("link", name="Troyes Dice").first.click()
    first = page.locator("#code").inner_text()
    page.get_by_role("radio", name="random").check()
    page.get_by_role("button", name="Draw again").click()
    expect(page.locator("#code")).not_to_have_text(first)
    expect(page.get_by_role("radio", name="random")).to_be_checked()
    page.get_by_role("link", name="Open the sheet").click()
    expect(page.locator("#total")).to_have_text("3")
