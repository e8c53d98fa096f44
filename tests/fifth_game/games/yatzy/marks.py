"""The marks of the pad: boxes whose sum is a row's points, names, and sums that players write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pencilwright.games.controls import Control, Number, Text
from pencilwright.games.shared.marks import TICKED, Mark, boxes_for, checked
from pencilwright.games.shared.problems import Problem
from pencilwright.games.yatzy.components import BOXES, ROWS, SEATS
from pencilwright.games.yatzy.setup import Setup
from pencilwright.games.yatzy.state import Player, State
from pencilwright.templates.phrases import phrase

VALUES: Final[Mapping[str, tuple[str, ...]]] = {"tick": (TICKED,), "text": ()}
WRITTEN: Final = ("name", "upper", "bonus", "total")
"""What is written, not ticked; the last three are sums, which are reckoned anew."""


def _marks() -> Iterator[Mark]:
    for seat in SEATS:
        for what in WRITTEN:
            yield Mark(f"{what}.{seat}", "text", f"yatzy.mark.{what}", (("seat", seat),))
        for row, groups in BOXES.items():
            for value in (value for group in groups for value in group):
                named = (("seat", seat), ("row", f"yatzy.row.{row}"), ("value", value))
                yield Mark(f"{row}.{seat}.{value}", "tick", "yatzy.mark.box", named)


MARKS: Final = tuple(_marks())
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}


def _controls() -> Iterator[Control]:
    for seat in SEATS:
        yield from (Text(f"{what}.{seat}") for what in WRITTEN)
        for row, groups in BOXES.items():
            values = tuple(value for group in groups for value in group)
            yield Number(tuple(f"{row}.{seat}.{value}" for value in values), values)


CONTROLS: Final = tuple(_controls())


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the field itself where it is a mark, else the boxes of its row, as `ones.A`."""
    return tuple(mark for mark in _KIND_OF if mark == field or mark.startswith(f"{field}."))


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a state: id -> value, without blank ones."""
    found = {f"name.{player.seat}": player.name for player in state.players if player.name}
    for player in state.players:
        for row, points in player.rows.items():
            boxes = [value for group in BOXES[row] for value in group]
            ticked = boxes_for(points, [value for value in boxes if value], row) or [0]
            found |= {f"{row}.{player.seat}.{value}": TICKED for value in ticked}
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def read(values: Mapping[str, str], setup: Setup | None) -> tuple[State, tuple[Problem, ...]]:
    """Return the state that marks show, the seats with a name or a tick, and two boxes for one digit."""
    marked = checked(values, _KIND_OF, VALUES)
    faults: list[Problem] = []
    players = []
    for seat in SEATS:
        rows: dict[str, int] = {}
        for row in ROWS:
            name = f"{row}.{seat}"
            for group in BOXES[row]:
                ticked = [value for value in group if f"{name}.{value}" in marked]
                if ticked:
                    rows[row] = rows.get(row, 0) + max(ticked)
                if len(ticked) > 1:
                    rule = phrase("yatzy.problem.boxes", n=len(ticked))
                    faults.append(Problem(name, rule, str(max(ticked))))
        if rows or f"name.{seat}" in marked:
            players.append(Player(seat, marked.get(f"name.{seat}", "").strip(), rows))
    return State(tuple(players), setup), tuple(faults)
