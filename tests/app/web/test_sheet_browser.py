"""Sheets on a phone that lies on its side, and without scripts: `pytest -m browser`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pencilwright.app.web.views import sheet
from pencilwright.games import GAMES
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import phrase, say
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


def test_without_scripts_a_sheet_is_filled_sent_and_counted(chromium: Browser, house: House) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(house.key)
    page.goto(f"{house.address}/sheet/terracotta-army")
    page.locator("noscript a").first.click()
    code = page.url.split("/sheet/")[1].partition("?")[0]
    numbers = [row["marks"][0] for row in sheet.page(code, "en")["rows"] if row["kind"] == "number"]

    def counts(mark: Mark) -> bool:
        return any(item["total"] for item in sheet.score(code, {mark.id: "31"}, "en")["players"])

    number = next(mark for mark in numbers if counts(mark))
    count = page.get_by_role("button", name=say(phrase("web.sheet.count"), "en"))
    page.get_by_label(number.label, exact=True).fill("31")
    count.click()
    assert page.get_by_label(number.label, exact=True).input_value() == "31"
    assert page.url.endswith("#account") and "31" in page.locator("#total").inner_text()
    page.get_by_label(number.label, exact=True).evaluate("one => one.removeAttribute('pattern')")
    page.get_by_label(number.label, exact=True).fill("x")
    count.click()
    assert page.get_by_role("alert").count() == 1
    assert page.get_by_label(number.label, exact=True).input_value() == "x"
    context.close()
