"""Write the grammars of positions as text into docs/formats.md: `python -m scripts.grammar`."""

from __future__ import annotations

import re
from pathlib import Path

from pencilwright.games import GAMES, game
from pencilwright.games.shared.textform import Line, Words

PAGE = Path(__file__).parent.parent / "docs" / "formats.md"
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
    return _TABLE.sub(lambda found: found[1] + known[found[2]].table() + found[3], text)


def described(text: str) -> list[str]:
    """Return the lines whose grammar the page shows."""
    return [found[2] for found in _TABLE.finditer(text)]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
