"""The form's fields lie on the marks, speak the sheet's language, and show answers as a pencil would."""

from __future__ import annotations

import io
import re

import numpy as np
import pikepdf
import pytest

from pencilwright.generator import fill, form
from tests.generator.file_checks import annotations
from tests.generator.orders import SHEETS
from tests.generator.pictures import raster
from tests.generator.test_postprocess import finished


def test_kinds_of_marks_become_kinds_of_fields() -> None:
    fields = {name: annotation for name, (_, annotation) in annotations(finished(1)).items()}
    kinds = {name: (a["/FT"], a.get("/Ff", 0), str(a["/V"])) for name, a in fields.items() if name[-1] != "."}
    assert kinds == {
        "copy1.die.red.1": ("/Btn", 0, "/Off"),
        "copy1.cathedral.1.1": ("/Btn", 0, "/Off"),
        "copy1.name": ("/Tx", 0, ""),
        "copy1.link.1": ("/Btn", 0, "/Off"),
    }
    assert set(fields["copy1.die.red.1"]["/AP"]["/N"]) == {"/struck", "/Off"}


def test_fields_of_one_size_share_their_drawings() -> None:
    order = SHEETS[0]
    page = order.rendered().page
    sizes = {(m.kind, round(m.rect.width, 2), round(m.rect.height, 2)) for m in page.marks}
    with pikepdf.open(io.BytesIO(order.pdf(2))) as pdf:
        drawings = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    typed = [mark for mark in page.marks if mark.kind in ("text", "number")]  # viewers write into theirs
    assert len(drawings) <= 2 * len(sizes) + 2 * len(typed)


VALUE_OF = {
    "die.red.1": "struck",
    "cathedral.1.1": "ticked",
    "link.1": "circled",
    "name": "用紙",
}
RECTS = {
    "die.red.1": (2, 10, 6, 6),
    "cathedral.1.1": (12, 25, 6, 6),
    "link.1": (42, 25, 6, 6),
    "name": (22, 25, 16, 6),
}


@pytest.mark.parametrize("mark", VALUE_OF)
def test_an_answer_is_seen_inside_its_mark_and_nowhere_else(mark: str) -> None:
    scale = 10
    blank = np.asarray(raster(finished(1), pixels_per_mm=scale))
    filled = np.asarray(raster(fill.fill(finished(1), {mark: VALUE_OF[mark]}), pixels_per_mm=scale))
    changed = [(x / scale, y / scale) for y, x in np.argwhere((blank != filled).any(axis=2))]
    x, y, width, height = RECTS[mark]
    assert len(changed) > 50
    assert all(x - 0.2 <= px <= x + width + 0.2 and y - 0.2 <= py <= y + height + 0.2 for px, py in changed)


def ink(mark: str, value: str, at: tuple[float, float]) -> bool:
    """Whether there is blue ink at a part (from 0 to 1, y down) of a filled mark's box."""
    x, y, width, height = RECTS[mark]
    picture = raster(fill.fill(finished(1), {mark: value}), pixels_per_mm=20)
    red, _, blue = picture.getpixel((round((x + at[0] * width) * 20), round((y + at[1] * height) * 20)))
    return bool(blue > red + 40)


def test_a_ring_runs_round_the_edge_and_a_cross_through_the_middle() -> None:
    edge, middle, corner = (0.05, 0.5), (0.5, 0.5), (0.25, 0.75)
    assert [ink("link.1", "circled", at) for at in (edge, middle)] == [True, False]
    assert [ink("die.red.1", "struck", at) for at in (edge, middle, corner)] == [False, True, True]


def test_a_tick_stands_upright() -> None:
    assert [ink("cathedral.1.1", "ticked", at) for at in ((0.42, 0.78), (0.8, 0.2), (0.2, 0.2))] == [
        True,
        True,
        False,
    ]


def test_the_default_font_of_the_form_is_embedded_and_has_the_widths_of_its_file() -> None:
    from fontTools.ttLib import TTFont

    with pikepdf.open(io.BytesIO(finished(1))) as pdf:
        font = pdf.Root.AcroForm.DR.Font[form.FONT_NAME]
        (letters,) = font.DescendantFonts
        file = TTFont(io.BytesIO(letters.FontDescriptor.FontFile2.read_bytes()))
        places = letters.CIDToGIDMap.read_bytes()
        ranges = re.findall(rb"^<(.{4})> <(.{4})> <(.{4})>$", font.ToUnicode.read_bytes(), re.MULTILINE)
        rare = re.findall(rb"^<(.{4})> <(.{8})>$", font.ToUnicode.read_bytes(), re.MULTILINE)
        widths = {
            int(first) + at: int(width)
            for first, run in zip(letters.W[::2], letters.W[1::2], strict=True)
            for at, width in enumerate(run)
        }
    names, units = file.getBestCmap(), file["head"].unitsPerEm
    for sign in "AZaz09 äéß€ひらガナー々田中花子蓮🐉":
        view = names.get(ord(sign)) or names[ord("□")]  # of what the font lacks
        assert (ord(sign) in names) == (sign not in "蓮🐉")
        code = ord(sign) if ord(sign) < 0x10000 else int(dict(map(reversed, rare))[b"D83DDC09"], 16)
        assert places[2 * code : 2 * code + 2] == file.getGlyphID(view).to_bytes(2, "big")
        assert widths.get(code, letters.DW) == round(1000 * file["hmtx"][view][0] / units)
    assert all(low == meant for low, _, meant in ranges)
    covered = [code for low, high, _ in ranges for code in range(int(low, 16), int(high, 16) + 1)]
    assert len(covered) > 60_000 and not {0, 0xD800, 0xFEFF, 0xFFFE} & set(covered)
