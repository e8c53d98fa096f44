"""Words and lines are solid black in the black ink alone; the ink-saver has no other, and saves areas."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from PIL import Image

from pencilwright.generator import documents, fill, pdf
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates.page import Page, Text
from pencilwright.templates.paths import Box
from pencilwright.templates.render import theme_colours
from tests.generator import geometry
from tests.generator.geometry import Words
from tests.generator.orders import ORDERS, Order, setup
from tests.generator.pictures import at_dpi
from tests.generator.test_filled_form import widgets

EACH = [
    order for order in ORDERS if (order.language, order.paper, *order[5:]) == ("en", "a4", False, False)
]  # fmt: skip
"""Every document in every theme, once."""
WHITE = "#ffffff"


def lines(page: Page) -> set[str]:
    return {item.style.stroke for item in page.items if not isinstance(item, Text) and item.style.stroke}


def words(page: Page) -> set[str]:
    return {item.fill for item in page.items if isinstance(item, Text)}


@pytest.mark.parametrize("order", EACH, ids=str)
def test_words_lines_and_greys_are_black_but_what_a_camera_should_not_see(order: Order) -> None:
    c = theme_colours(order.theme)
    pages = order.pages
    for page in pages:
        assert words(page) <= {"#000000", WHITE, c["faint"]}
        assert lines(page) <= {"#000000", WHITE, c["faint"]}
    code = b"\n".join(part for parts in pdf.draw(pages).contents for part in parts).decode("latin-1")
    mixed = [parts for *parts, _ in re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)\b", code)]
    assert not [parts for parts in mixed if len(set(parts)) == 1]
    assert bool(mixed) <= (order.theme == "colour")
    assert re.search(r"^0 g$", code, re.MULTILINE)


def test_the_ink_saver_is_black_and_white_but_for_one_grey_and_black_only_in_lines_and_pieces() -> None:
    c = theme_colours("ink-saver")
    assert set(c.values()) == {"#000000", WHITE, c["faint"]}
    black = {
        name
        for name, value in c.items()
        if value == "#000000" and not name.endswith(("_line", "_text", "_hatch"))
    }
    assert black == {"ink", "on_tag", "piece_dark", "muted", "line", "accent", "frame", "separator"}


@pytest.mark.slow
def test_answers_on_the_form_of_the_ink_saver_are_grey_and_in_colour_they_are_not() -> None:
    coloured = {}
    for theme in ("colour", "ink-saver"):
        made = build(
            "troyes-dice", "score-sheet", setup=setup("troyes-dice"), options=PrintOptions(theme=theme)
        )
        filled = fill.fill(made, {"die.red.1": "struck", "influence.4": "circled"})
        picture = np.asarray(at_dpi(filled, 150)).astype(int)
        assert (picture != np.asarray(at_dpi(made, 150)).astype(int)).any()
        coloured[theme] = float((picture.max(2) - picture.min(2) > 12).mean())
    assert coloured["ink-saver"] == 0
    assert coloured["colour"] > 0.01


@pytest.mark.parametrize(("theme", "pen"), [("colour", b"0.102 0.1608 0.4196 rg"), ("ink-saver", b"\n0 g")])
def test_words_on_a_form_have_the_colour_of_its_pen(theme: str, pen: bytes) -> None:
    made = build("troyes-dice", "score-sheet", setup=setup("troyes-dice"), options=PrintOptions(theme=theme))
    with pikepdf.open(io.BytesIO(fill.fill(made, {"total": "77"}))) as opened:
        field = widgets(opened, "copy1.total")[0]
        assert pen in field.AP.N.read_bytes()


# --- through a printer's separations: pytest -n0 -m viewers

SAVED = {
    ("terracotta-army", "chancellor-reference"): (9.5, 8.0),
    ("troyes-dice", "score-sheet"): (9.6, 7.0),
    ("terra-mystica", "factions"): (7.1, 6.6),
}
"""Most ink of the ink-saver (sum of four, % of the page) and most black dots of a laser of 600 dpi, in %."""


def printed(file: bytes, folder: Path, device: str, *options: str) -> Any:
    """Return what Ghostscript makes of the first page: a picture, or the shares of the four inks."""
    (folder / "in.pdf").write_bytes(file)
    target = "-" if device == "ink_cov" else str(folder / "out.tif")
    command = [
        "gs",
        "-q",
        "-o",
        target,
        f"-sDEVICE={device}",
        *options,
        "-dLastPage=1",
        str(folder / "in.pdf"),
    ]
    made = subprocess.run(command, capture_output=True, check=True, timeout=120).stdout
    if device == "ink_cov":
        return [float(share) for share in made.split()[:4]]
    with Image.open(target) as picture:
        return np.asarray(picture)


LEGIBLE = {"colour": {300: 0.36, 600: 0.43, 196: 0.3}, "ink-saver": {300: 0.66, 600: 0.8, 196: 0.42}}
"""Least legibility of a line of the smallest words at so many dots an inch. Worst are one or two letters on
colour, which prints as dots; with the grey words of before all of the ink-saver's were at 0.4 and 0.46."""


def first_sheet(order: Order) -> Page:
    if order.kind.size == "page":
        return order.pages[0]
    parts = [order.rendered(1, part).page for part in range(1, order.kind.parts_on(order.paper) + 1)]
    return documents._sheets(order.game, order.kind, parts, None, order.options)[0]


def part_of(picture: Any, at: Box, across: float, down: float) -> Any:
    """Return the part of a picture of so many dots an inch."""
    left, right = int(at.x * across / 25.4), int(at.right * across / 25.4)
    return picture[int(at.y * down / 25.4) : int(at.bottom * down / 25.4) + 1, left : right + 1]


def legibility(file: bytes, words: Sequence[Words], folder: Path, across: int, down: int) -> list[float]:
    """Return how much of each line's ink a print of 1 bit has in its place: 1 less what is there or lacks."""
    dots = f"-r{across}x{down}"
    smooth = ("-dTextAlphaBits=4", "-dGraphicsAlphaBits=4")
    made = printed(file, folder, "tiffg4", dots), printed(file, folder, "tiffgray", dots, *smooth)
    pairs = [[part_of(each, line.ink, across, down) for each in made] for line in words]
    shares = [(1.0 - there, (255.0 - drawn) / (255.0 - drawn.min())) for there, drawn in pairs]
    return [float(1 - abs(there - ideal).sum() / ideal.sum()) for there, ideal in shares]


@pytest.mark.viewers
@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not there")
@pytest.mark.parametrize("order", EACH, ids=str)
def test_what_a_laser_a_fax_and_a_print_shop_make_of_a_document(order: Order, tmp_path: Path) -> None:
    """Option -s shows the numbers."""
    file, faint = order.pdf(), theme_colours(order.theme)["faint"]
    lines = [line for line in geometry.words(first_sheet(order)) if line.record.fill != faint]
    inks = printed(file, tmp_path, "tiff32nc", "-r150").astype(int)
    for line in lines:
        there = part_of(inks, line.ink, 150, 150).reshape(-1, 4)
        most = there[there[:, 3] > 250].sum(1).max(initial=0)
        assert most <= 256, f"{line.text!r} takes {most / 2.55:.0f} % of ink"
    least = min(line.record.size for line in lines)
    smallest = [line for line in lines if line.record.size == least and line.text.strip()]
    for across, down in ((300, 300), (600, 600), (204, 196)):
        worst, text = min(zip(legibility(file, smallest, tmp_path, across, down), smallest, strict=True))
        print(f"{order}: {worst:.2f} at {down}")
        assert worst >= LEGIBLE[order.theme][down], f"{text.text!r} at {down} dots an inch: {worst:.2f}"
    shares = printed(file, tmp_path, "ink_cov")
    print(f"{order}: {sum(shares):.1f} % of ink")
    assert inks.sum(2).max() <= 257
    if order.theme == "ink-saver":
        assert shares[:3] == [0, 0, 0]
        if limits := SAVED.get((order.game, order.document)):
            dots = 1 - printed(file, tmp_path, "tiffg4", "-r600").mean()
            assert sum(shares) <= limits[0]
            assert 100 * dots <= limits[1]
