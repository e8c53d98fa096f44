"""Write what is declared of texts and files into the docs: `python -m scripts.grammar`.

The grammars of positions as text stand in docs/formats.md, the keys of a pad's file in docs/pads.md.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from pencilwright.games import GAMES, game
from pencilwright.games.pads.file import RECORDS, Place, Row
from pencilwright.games.pads.file import described as described_pad
from pencilwright.games.shared.textform import Line, Words

PAGE = Path(__file__).parent.parent / "docs" / "formats.md"
PADS = PAGE.with_name("pads.md")
_KEYS = re.compile(r"(<!-- keys: (\w+), made by scripts/grammar\.py -->\n\n).*?(<!-- end -->)", re.DOTALL)
_TABLE = re.compile(
    r"(<!-- line: (\S+ \S+), made by scripts/grammar\.py -->\n\n).*?(\n\n<!-- end -->)", re.DOTALL
)


def lines() -> dict[str, Line | Words]:
    """Return the declared lines of the games: "terra-mystica PLAYER", by game and name in its notation.py."""
    return {
        f"{game_id} {name}": value
        for game_id in GAMES
        for name, value in vars(game(game_id).notation).items()
        if isinstance(value, Line | Words) and not name.startswith("_")
    }


def page(text: str) -> str:
    """Return the page with the grammars of today. Raises KeyError for a line that no game has."""
    known = lines()
    return _TABLE.sub(lambda result: result[1] + known[result[2]].table() + result[3], text)


def described(text: str) -> list[str]:
    """Return the lines whose grammar the page shows."""
    return [item[2] for item in _TABLE.finditer(text)]


def keys(text: str) -> str:
    """Return the page of pads with the keys of today."""
    known = {kind.__name__: kind for kind in RECORDS}

    def rows(result: re.Match[str]) -> str:
        lines = [f"| `{name}` | {key} |" for name, key in described_keys(known[result[2]]).items()]
        return "\n".join([f"{result[1]}| key | means |", "|---|---|", *lines, "", result[3]])

    return _KEYS.sub(rows, text)


def described_keys(kind: type[Struct]) -> dict[str, str]:
    """Return the keys of a table that no other table has shown before."""
    shared = described_pad(Place) if kind is Row else {}
    return {name: text for name, text in described_pad(kind).items() if name not in shared}


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PADS.write_text(keys(PADS.read_text(encoding="utf-8")), encoding="utf-8")
