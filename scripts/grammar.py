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
from pencilwright.games.shared.textform import TextLine, Words

PAGE = Path(__file__).parent.parent / "docs" / "formats.md"
PADS = PAGE.with_name("pads.md")
_KEYS = re.compile(r"(<!-- keys: (\w+), made by scripts/grammar\.py -->\n\n).*?(<!-- end -->)", re.DOTALL)
_LINE = re.compile(
    r"(<!-- line: (\S+ \S+), made by scripts/grammar\.py -->\n\n).*?(\n\n<!-- end -->)", re.DOTALL
)


def lines() -> dict[str, TextLine | Words]:
    """Return the declared lines of the games: "terra-mystica PLAYER", by game and name in its notation.py."""
    return {
        f"{game_id} {name}": value
        for game_id in GAMES
        for name, value in vars(game(game_id).room("notation")).items()
        if isinstance(value, TextLine | Words) and not name.startswith("_")
    }


def page(text: str) -> str:
    """Return the page with the grammars of today. Raises KeyError for a line that no game has."""
    known = lines()
    return _LINE.sub(lambda result: result[1] + grammar(known[result[2]]) + result[3], text)


def grammar(line: TextLine | Words) -> str:
    """Return a line's parts: their names, forms and examples."""
    if isinstance(line, TextLine):
        parts = [(part.name, part.form.grammar, part.examples) for part in line.parts]
    else:
        parts = [(word.name, word.grammar, (word.begin + word.example,)) for word in line.words]
    return "\n".join(
        f"- {name}: {form} ({' or '.join(f'`{example}`' for example in examples)})"
        for name, form, examples in parts
    )


def described(text: str) -> list[str]:
    """Return the lines whose grammar the page shows."""
    return [item[2] for item in _LINE.finditer(text)]


def keys(text: str) -> str:
    """Return the page of pads with the keys of today."""
    known = {kind.__name__: kind for kind in RECORDS}

    def rows(result: re.Match[str]) -> str:
        lines = [f"- `{name}`: {key}" for name, key in described_keys(known[result[2]]).items()]
        return "\n".join([result[1] + lines[0], *lines[1:], "", result[3]])

    return _KEYS.sub(rows, text)


def described_keys(kind: type[Struct]) -> dict[str, str]:
    """Return the keys of a table that no other table has shown before."""
    shared = described_pad(Place) if kind is Row else {}
    return {name: text for name, text in described_pad(kind).items() if name not in shared}


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PADS.write_text(keys(PADS.read_text(encoding="utf-8")), encoding="utf-8")
