"""Draws documents as PNG files to look at while editing templates (needs pypdfium2; for developers only).

    python scripts/preview.py [DOCUMENT ...] [--lang en,ja] [--paper a4] [--theme colour] [--dpi 110]
                              [--seed 1] [--expansion] [--players N] [--blank-numbers] [--form]
                              [--out output/preview]

Without DOCUMENT, all documents of the game. Run it in the project's folder.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import pypdfium2

sys.path.insert(0, str(Path(__file__).parent.parent))

from pencilwright import games
from pencilwright.app.positions import setups
from pencilwright.generator.documents import PrintOptions, build

INCH = 72


def main(given: Sequence[str] | None = None) -> None:
    """Read the command line and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("documents", nargs="*")
    parser.add_argument("--game", default="troyes-dice")
    parser.add_argument("--lang", default="en,ja")
    parser.add_argument("--paper", default="a4")
    parser.add_argument("--theme", default="colour")
    parser.add_argument("--dpi", type=float, default=110)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--expansion", action="store_true")
    parser.add_argument("--players", type=int)
    parser.add_argument("--blank-numbers", action="store_true")
    parser.add_argument("--form", action="store_true")
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("output/preview"))
    arguments = parser.parse_args(given)
    game = games.game(arguments.game)
    named = {option.name for option in game.options.DRAW}
    fields = {"expansion": arguments.expansion or None, "players": arguments.players}
    fields = {name: value for name, value in fields.items() if value is not None and name in named}
    setup = setups.drawn(game, arguments.seed, fields, setups.own_values(game, None))
    arguments.out.mkdir(parents=True, exist_ok=True)
    for document in arguments.documents or list(game.paper.DOCUMENTS):
        for language in arguments.lang.split(","):
            for theme in arguments.theme.split(","):
                options = PrintOptions(
                    language,
                    arguments.paper,
                    theme,
                    arguments.copies,
                    arguments.form,
                    arguments.blank_numbers,
                )
                pdf = build(arguments.game, document, setup=setup, options=options)
                stem = arguments.out / f"{game.id}-{document}-{language}-{arguments.paper}-{theme}"
                stem.with_suffix(".pdf").write_bytes(pdf)
                for path in pictures(pdf, stem, arguments.dpi):
                    print(path, len(pdf) // 1024, "kB")


def pictures(pdf: bytes, stem: Path, dpi: float) -> list[Path]:
    """Write one PNG a page and return the paths."""
    made = []
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    for number, page in enumerate(document, 1):
        path = stem.with_name(f"{stem.name}-{number}.png")
        page.render(scale=dpi / INCH, may_draw_forms=True).to_pil().save(path)
        made.append(path)
    return made


if __name__ == "__main__":
    main()
