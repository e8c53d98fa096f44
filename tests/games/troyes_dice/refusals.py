"""How the inputs of each section of refusals.toml are tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pencilwright.games.shared.problems import Problem, refuse
from pencilwright.games.troyes_dice import legality, marks, setup
from pencilwright.games.troyes_dice.own_values import load
from pencilwright.games.troyes_dice.play import known_dice, move_text
from pencilwright.games.troyes_dice.reading import parse
from tests.games.changed import changed
from tests.games.troyes_dice.helpers import sheet, table
from tests.games.troyes_dice.written import FINAL, text_of, with_table

PLAYED = "TD1-0000-1BN5-B8CQ 8am RRWYRWYYR 3:225,1:335 18-8/18-10/14-3 9/13/6 -/1/1246/34/3:1/- 12356/2/24 7"
WHEEL = table("R1 *Y2 W4 R5")


def line(part: int, text: str) -> None:
    parts = PLAYED.split()
    parts[part] = text
    parse(" ".join(parts))


def draw(options: dict[str, Any], fixed: Sequence[str] = ()) -> None:
    setup.draw(1, **options, fixed=setup.parse_fixed(fixed))


def sheet_problems(changes: dict[str, Any]) -> Sequence[Problem]:
    """Return the problems of the worked game's final sheet without expansion, fields of it changed."""
    result = text_of(FINAL | {"setup": setup.to_code(setup.draw(1))})
    for path, value in changes.items():
        result = changed(result, f"sheet.{path}", value)
    return legality.problems(parse(result))


SECTIONS: dict[str, Callable[..., Any]] = {
    "parse": parse,
    "changed": lambda path, value: parse(changed(FINAL, path, value)),
    "table": lambda changes: parse(text_of(with_table(**changes))),
    "line": line,
    "own_values": load,
    "draw": draw,
    "marks": lambda values: refuse(marks.read(values)[1]),
    "move": lambda text: move_text.parse_move(text, sheet(), WHEEL),
    "dice": known_dice.parse_roll,
    "problems": sheet_problems,
    "problems_table": lambda changes: legality.problems(parse(text_of(with_table(**changes)))),
    "fixed": lambda *texts: setup.draw(1, fixed=setup.parse_fixed(texts)),
}
