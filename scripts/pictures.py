"""Remake the README's picture, docs/images/score-sheet.png, from the page that the program prints today.

    python scripts/pictures.py

It is the worked game of the demo as a PDF viewer shows it; needs the extra `dev`.
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from pencilwright.app import demo
from pencilwright.app.position import Position
from pencilwright.games import game

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
DOTS_PER_INCH = 110
POINTS_PER_INCH = 72
COLOURS = 64  # enough for our flat drawings, and a third of the size


def main() -> None:
    """Write the picture."""
    played = game(demo.GAME)
    before = Position(played, played.reading.parse(demo.BEFORE))
    FOLDER.mkdir(exist_ok=True)
    picture(demo.filled_sheet(played, before), "score-sheet")


def picture(pdf: bytes, name: str) -> None:
    """Draw the first page of a PDF as it looks on a screen."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    image = document[0].render(scale=DOTS_PER_INCH / POINTS_PER_INCH, may_draw_forms=True).to_pil()
    image.convert("RGB").quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
