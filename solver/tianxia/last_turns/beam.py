"""A line of the rules: from a position always the most promising few of what may come next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from pencilwright.games.tianxia.components import ITEMS_PER_POINT
from pencilwright.games.tianxia.rules.turns.frame import Turns
from pencilwright.games.tianxia.rules.turns.legal_actions import done, legal_parts, may_end, openers
from pencilwright.games.tianxia.state import State, leftovers_of
from pencilwright.solver.tianxia.last_turns.schedule import with_part

WIDTH: Final = 2
"""How many positions are followed at once."""
MOST: Final = 30
"""Positions of which all that may come next is tried."""

Counted = Callable[[State], Fraction]


class Node(NamedTuple):
    """Turns begun, their commands, and how promising they are: points, and what is left over."""

    turn: Turns
    line: tuple[str, ...]
    worth: Fraction


def line_from(turn: Turns, line: tuple[str, ...], counted: Counted) -> tuple[str, ...]:
    """Return the best line met that goes on from some turns; nothing after the last of them that may end.

    counted : what a position is worth.
    """
    edge = [Node(turn, line, _worth(turn, counted))]
    best: Node | None = None
    expanded = 0
    while edge:
        for node in edge:
            if may_end(node.turn) and (best is None or node.worth > best.worth):
                best = node
        nodes: dict[object, Node] = {}
        for node in edge[: MOST - expanded]:
            for after in _next(node, counted):
                nodes.setdefault((after.turn.own, after.turn.open, after.worth), after)
        expanded += len(edge)
        edge = sorted(nodes.values(), key=lambda node: node.worth, reverse=True)[:WIDTH]
    return best.line if best else ()


def _next(node: Node, counted: Counted) -> Iterator[Node]:
    """Yield what may come next: a part of the turn, or the beginning of another one with its first part."""
    turn = node.turn
    for text, after in legal_parts(turn):
        yield Node(after, with_part(node.line, text), _worth(after, counted))
    if not may_end(turn) or turn.open == "pass":
        return
    for opener in openers(turn):
        begun = done(turn, opener)
        if begun is not None:
            line = with_part(node.line, opener)
            yield Node(begun, line, _worth(begun, counted))


def _worth(turn: Turns, counted: Counted) -> Fraction:
    """Return what a position is worth: as it would be counted, and a little for each thing left over."""
    return counted(turn.state) + Fraction(leftovers_of(turn.own) % ITEMS_PER_POINT, 2 * ITEMS_PER_POINT)
