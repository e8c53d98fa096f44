"""Sharing without https: this page's address as a code and in words, and what a home screen needs."""

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

import numpy as np
from PIL import Image, ImageDraw

from pencilwright.app.web import static_files
from pencilwright.games import game
from pencilwright.solver.photo import code
from tests.app.web.client import HOST, TOKEN, Browser, phone

SETUP = f"/setup/troyes-dice/{game('troyes-dice').setups.to_code(game('troyes-dice').setups.draw('1'))}"
HOUSE = "http://192.168.1.20:8731"
DOT = 12
"""Pixels of a module of a code in a picture."""


@pytest.fixture
def phones(browser: Browser) -> Browser:
    """The server with phones: others may ask it for its address, too."""
    browser.state.address = f"{HOUSE}/?token={TOKEN}"
    return browser


@pytest.fixture(autouse=True)
def alone_again(browser: Browser) -> Iterator[None]:
    yield
    browser.state.address = ""


def seen(page: str) -> list[str]:
    """Return what a camera reads of the code on a page."""
    found = re.search(r'class="qr".*?viewBox="0 0 (\d+) .*?stroke="#000" d="([^"]+)"', page)
    assert found
    picture = Image.new("L", (int(found[1]) * DOT,) * 2, 255)
    x = y = 0.0
    for letter, numbers in re.findall(r"([Mmh])([^Mmh]*)", found[2]):
        values = [float(item) for item in re.findall(r"-?[\d.]+", numbers)]
        if letter == "h":
            box = [x * DOT, (y - 0.5) * DOT, (x + values[0]) * DOT - 1, (y + 0.5) * DOT - 1]
            ImageDraw.Draw(picture).rectangle(box, fill=0)
            x += values[0]
        else:
            x, y = (values[0], values[1]) if letter == "M" else (x + values[0], y + values[1])
    return list(code.read_qr(np.asarray(picture)))


@pytest.mark.parametrize("of", [SETUP, "/sheet/TDA00009AWT9E5YG018V?id=0a&as=list", "/table/KWXRW"])
def test_the_page_before_is_shared_with_its_key(phones: Browser, of: str) -> None:
    led = phones.ask("GET", "/share", headers={"referer": f"http://{HOST}{of}"})
    assert led.status == 303
    page = phones.get(led.location)
    link = f"{HOUSE}{of}{'&' if '?' in of else '?'}token={TOKEN}"
    assert f'id="link">{link}<' in unescape(page.text)
    assert seen(page.text) == [link]


def test_no_other_site_is_shared_and_no_address_that_no_code_holds(phones: Browser) -> None:
    for of in ("https://example.org/", "//example.org/", "/\\example.org", "/" + "x" * 3000):
        page = phones.get(f"/share?of={of}").text
        assert f'id="link">{HOUSE}/?token={TOKEN}<' in page and 'href="//' not in page


def test_who_serves_this_computer_alone_is_told_how_phones_come_in(browser: Browser) -> None:
    page = browser.get(f"/share?of={SETUP}")
    assert page.says("web.home.alone") and 'id="link"' not in page.text and 'class="qr"' not in page.text
    guest = phone(browser).get(f"/share?of={SETUP}")
    assert page.says("web.home.lan") and guest.says("web.home.alone") and not guest.says("web.home.lan")


def test_the_card_of_a_screen_holds_its_address_and_that_of_paper_its_code(phones: Browser) -> None:
    found = re.search(r'<img class="drawn" src="([^"]+)"', phones.get(SETUP).text)
    assert found
    address = unescape(found[1])
    here, paper = (phones.get(item).text for item in (address, address.replace("&here=1", "")))
    others = phones.get(address.replace("&here=1", "&link=https://example.org")).text
    assert here != paper == others
    phones.state.address = ""
    assert phones.get(address).text == paper


def test_what_stands_on_a_home_screen_opens_with_the_key_and_in_our_drawing(phones: Browser) -> None:
    page = phones.get("/").text
    assert page.count('name="theme-color"') == 2
    for address in re.findall(r'rel="(?:apple-touch-icon|manifest)" href="([^"]+)"', page):
        assert phones.get(address).status == 200
    guest = phone(phones)
    data = guest.get("/manifest.webmanifest").data
    assert data["start_url"] == f"{HOUSE}/?token={TOKEN}" and data["display"] == "standalone"
    for icon in data["icons"]:
        assert guest.get(icon["src"]).headers["content-type"].startswith("image/")
    assert Image.open(io.BytesIO(Path(static_files.FOLDER, "icon.png").read_bytes())).size == (180, 180)
