"""Sheets on a phone that lies on its side, and without scripts: `pytest -m browser`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pencilwright.games import GAMES
from tests.app.web.test_browser import House, chromium, house, looking, pytestmark

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["chromium", "house", "pytestmark"]


@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_on_a_phone_that_lies_shows_marks_beside_what_is_done(
    chromium: Browser, house: House, name: str
) -> None:
    width, height = 640, 320
    with looking(chromium, house, "phone") as seen:
        seen.page.set_viewport_size({"width": width, "height": height})
        seen.open(f"/sheet/{name}")
        assert seen.overflow() <= 0
        for place in (".whole", ".dock"):
            box = seen.page.locator(place).first.bounding_box()
            assert box is not None and box["y"] < height and box["x"] + box["width"] <= width
        sheet_box, foot = (seen.page.locator(name).first.bounding_box() for name in (".whole", ".foot"))
        assert sheet_box and foot and sheet_box["x"] + sheet_box["width"] <= foot["x"] + 1
        assert sheet_box["width"] >= width / 2 and height - max(sheet_box["y"], 0) >= height / 2
        for button in seen.page.locator(".dock .btn:visible").all():
            item = button.bounding_box()
            assert item and item["y"] + item["height"] <= height + 1 and item["height"] >= 44


def test_a_small_phone_begins_with_a_district_and_shows_the_whole_sheet_at_its_width(
    chromium: Browser, house: House
) -> None:
    with looking(chromium, house, "narrow") as seen:
        page = seen.open("/sheet/troyes-dice")
        sheet_box = page.locator("#sheet")
        for _ in ("a district", "the whole"):
            box = sheet_box.bounding_box()
            assert box is not None and box["width"] >= 300 and seen.overflow() <= 0
            page.locator(".rooms button").last.click()
        assert page.locator(".rooms button").last.get_attribute("aria-pressed") == "true"
