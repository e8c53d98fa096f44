"""Remake the pictures of pads in docs/images/ from the files in examples/pads/.

    python scripts/pad_pictures.py

Needs the extra `dev`.
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from pencilwright.app import pads
from pencilwright.generator.documents import PrintOptions, build

FOLDER = Path(__file__).resolve().parent.parent
DOTS_PER_INCH = 72
POINTS_PER_INCH = 72
COLOURS = 96  # enough for our flat drawings

PICTURES = {
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
    """Write a picture of each."""
    for name, options in PICTURES.items():
        game = pads.add(str(FOLDER / "examples" / "pads" / f"{name}.toml"))
        document = pypdfium2.PdfDocument(build(game.id, "score-sheet", setup=None, options=options))
        image = document[0].render(scale=DOTS_PER_INCH / POINTS_PER_INCH).to_pil().convert("RGB")
        image.quantize(COLOURS).save(FOLDER / "docs" / "images" / f"pads-{name}.png", optimize=True)


if __name__ == "__main__":
    main()
