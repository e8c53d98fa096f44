"""Remake pictures of the docs from the pages that the program prints today.

    python scripts/pictures.py

docs/images/score-sheet.png, the README's, is the worked game of the demo as a PDF viewer shows it;
docs/images/own-pad-sheet.png is the pad whose file docs/pads.md writes part by part; pads-*.png are those of
examples/pads/. Needs the extra `dev`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2

from pencilwright.app import demo, pads
from pencilwright.app.positions.entered import Position
from pencilwright.games import register
from pencilwright.games.pads.game import game_of
from pencilwright.generator.documents import PrintOptions, build

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "images"
DOTS_PER_INCH = 110
SMALL_DOTS_PER_INCH = 70
PAD_DOTS_PER_INCH = 72
POINTS_PER_INCH = 72
COLOURS = 160  # enough for our flat drawings, and half of the size
PAD_COLOURS = 96

PADS = {
    "bowling": PrintOptions("en", seats=4),
    "chicago": PrintOptions("en", "a5"),
    "cricket": PrintOptions("de", seats=3),
    "farkle": PrintOptions("en", theme="ink-saver", seats=4),
    "golf": PrintOptions("en", seats=4),
    "lanterns": PrintOptions("en", "a5"),
    "quiz": PrintOptions("en", seats=4),
    "skat": PrintOptions("de", "a5"),
    "terracotta": PrintOptions("ja", seats=4),
    "yatzy": PrintOptions("sv", theme="ink-saver", seats=4),
}


def main() -> None:
    """Write the pictures."""
    played = demo.worked()
    before = Position(played, played.parse(played.room(demo.ROOM).BEFORE))
    FOLDER.mkdir(exist_ok=True)
    picture(demo.filled_sheet(played, before), "score-sheet")
    register(game_of(pad_of_the_page()))
    picture(build("foxes", "score-sheet", setup=None), "own-pad-sheet", SMALL_DOTS_PER_INCH)
    for name, options in PADS.items():
        game = pads.add(str(ROOT / "examples" / "pads" / f"{name}.toml"))
        pdf = build(game.id, "score-sheet", setup=None, options=options)
        picture(pdf, f"pads-{name}", PAD_DOTS_PER_INCH, PAD_COLOURS)


def pad_of_the_page() -> str:
    """Return the file that docs/pads.md writes part by part."""
    page = (FOLDER.parent / "pads.md").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))


def picture(pdf: bytes, name: str, dots_per_inch: int = DOTS_PER_INCH, colours: int = COLOURS) -> None:
    """Draw the first page of a PDF as it looks on a screen."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    image = document[0].render(scale=dots_per_inch / POINTS_PER_INCH, may_draw_forms=True).to_pil()
    image.convert("RGB").quantize(colours).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
