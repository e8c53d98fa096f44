"""Draws the page of all our drawings: python scripts/specimen.py [-o output/icons.pdf] [--lang en]."""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

from pencilwright.generator.postprocess import plain
from pencilwright.templates import drawing
from pencilwright.templates.page import Page
from pencilwright.templates.render import render

SECTIONS = (
    ("fortress", "game.troyes-dice", "yellow_fill"),
    ("officer", "game.terracotta-army", "clay"),
    ("dwelling", "game.terra-mystica", "water"),
    ("meeple", "game.tianxia", "leaf"),
    ("die", "specimen.all", "coin"),
    ("", "", ""),
)
"""First drawing of each section of icons.toml, its heading, the colour that its bodies are shown in."""
PLAYERS = ("yellow", "green", "blue", "purple")


def page(language: str = "en", theme: str = "colour") -> Page:
    """Return the specimen page."""
    names = drawing.names()
    starts = [names.index(first) if first else len(names) for first, _, _ in SECTIONS]
    sections = [
        {"title": title, "fill": fill, "icons": names[start:end]}
        for (_, title, fill), (start, end) in zip(SECTIONS, pairwise(starts), strict=False)
    ]
    data = {"sections": sections, "players": PLAYERS}
    return render("specimen.svg.j2", data=data, language=language, theme=theme, paper="a4")


def main() -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("output/icons.pdf"))
    parser.add_argument("--lang", default="en")
    parser.add_argument("--theme", default="colour")
    text = parser.parse_args()
    text.output.parent.mkdir(parents=True, exist_ok=True)
    drawn = page(text.lang, text.theme)
    text.output.write_bytes(plain([drawn]))


if __name__ == "__main__":
    main()
