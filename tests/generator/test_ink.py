"""Words and lines are solid black in the black ink alone; the ink-saver has no other, and saves areas."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from PIL import Image

from pencilwright.generator import fill, pdf
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates.page import Page, Text
from pencilwright.templates.render import theme_colours
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
def test_words_and_lines_are_black_but_what_a_camera_should_not_see(order: Order) -> None:
    c = theme_colours(order.theme)
    hatches = {c[f"{name}_hatch"] for name in ("red", "yellow")}
    for page in order.pages:
        assert words(page) <= {"#000000", WHITE, c["faint"]}
        assert lines(page) <= {"#000000", WHITE, c["faint"]} | hatches


@pytest.mark.parametrize("order", EACH, ids=str)
def test_greys_are_written_in_the_black_ink_alone(order: Order) -> None:
    drawn = pdf.draw(order.pages, title="A title", subject="A subject")
    code = b"\n".join(part for parts in drawn.contents for part in parts).decode("latin-1")
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
    ("terracotta-army", "chancellor-reference"): (9.8, 8.5),
    ("troyes-dice", "score-sheet"): (9.8, 7.5),
    ("terra-mystica", "factions"): (7.5, 7.0),
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


@pytest.mark.viewers
@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not there")
@pytest.mark.parametrize("order", EACH, ids=str)
def test_no_place_of_a_print_takes_more_than_the_black_ink_where_words_are(
    order: Order, tmp_path: Path
) -> None:
    file = order.pdf()
    inks = printed(file, tmp_path, "tiff32nc", "-r150").astype(int).sum(2) / 255
    if order.theme == "ink-saver":
        assert inks.max() <= 1.01
        cyan, magenta, yellow, _ = printed(file, tmp_path, "ink_cov")
        assert (cyan, magenta, yellow) == (0, 0, 0)
    black = printed(file, tmp_path, "tiff32nc", "-r150")[..., 3] > 250
    assert np.percentile(inks[black], 99) <= 1.6  # words on a ground of colour overprint it at their edges
    if order.theme == "ink-saver" and (limits := SAVED.get((order.game, order.document))):
        dots = 1 - printed(file, tmp_path, "tiffg4", "-r600").mean()
        assert sum(printed(file, tmp_path, "ink_cov")) <= limits[0]
        assert 100 * dots <= limits[1]
