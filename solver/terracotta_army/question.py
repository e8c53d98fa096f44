"""What is asked: who places, how many pieces, what they may cost, and which scoring phases count."""

from __future__ import annotations

from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import building
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.grid import Grid, Piece, mounted_cells
from pencilwright.games.terracotta_army.state import State
from pencilwright.templates.phrases import Word, phrase

MOST_PIECES: Final = 3
MOST_COST: Final = 9


class Question(NamedTuple):
    """A question about placing.

    Attributes
    ----------
    state : the position; everybody else's pieces and goods stay as they are.
    letter : who places. The goods are this player's, as they stand in the state.
    pieces : pieces at most.
    cost : wet clay of each warrior.
    rounds : scoring phases that count, this round's first; the inspectors go on one space after each.
    """

    state: State
    letter: str
    pieces: int = 1
    cost: int = 3
    rounds: int = 1


class Put(NamedTuple):
    """One piece of a plan: a warrior type or a specialist, its space (a horse's: its rider's), direction."""

    kind: str
    cell: int
    direction: str = ""


def check(question: Question) -> Question:
    """Return the question when it can be answered, else raise InputError naming the field."""
    state = question.state
    if state.over:
        raise _refused("over", "over")
    if state.is_him(state.player(question.letter)):
        raise _refused("for", "his")
    if not 1 <= question.pieces <= MOST_PIECES:
        raise _refused("pieces", "pieces", most=MOST_PIECES, n=question.pieces)
    if not 0 <= question.cost <= MOST_COST:
        raise _refused("cost", "cost", most=MOST_COST, n=question.cost)
    left = box.ROUNDS + 1 - state.round
    if not 1 <= question.rounds <= left:
        raise _refused("rounds", "rounds", n=question.rounds, left=left)
    return question


def _refused(field: str, what: str, **said: Word) -> InputError:
    return InputError(phrase(f"terracotta.advice.error.{what}", **said), field=field)


def warriors_possible(question: Question) -> int:
    """Return how many warriors the clay and the bases allow."""
    player = question.state.player(question.letter)
    by_clay = player.wet // question.cost if question.cost else question.pieces
    return max(0, min(question.pieces, by_clay, question.state.bases(question.letter)))


def kinds_possible(question: Question) -> list[str]:
    """Return the specialists that may be bought, spear's coins counted: weapon active, a piece left."""
    state, player = question.state, question.state.player(question.letter)
    spear = building.SPEAR_COINS if "spear" in player.active else 0
    return [
        kind
        for kind in box.SPECIALISTS
        if state.board.specialist_weapon[kind] in player.active
        and state.bought(kind) < box.PER_SPECIALIST
        and building.cost_of(state, kind) <= player.coins + spear
    ]


def fits(grid: Grid, letter: str, put: Put) -> bool:
    """Whether a piece may be placed on the grid as it is now."""
    if put.kind in box.TYPES:
        return put.cell not in grid.at
    if put.kind == "horse":
        rider = grid.at.get(put.cell)
        if rider is None or rider.owner != letter or rider.cells != (put.cell,):
            return False
        cells = mounted_cells(grid, put.cell, put.direction)
        return cells is not None and not any(cell in grid.at for cell in cells[1:])
    if put.cell in grid.at:
        return False
    if put.kind != "kneeling_archer":
        return True
    target = grid.faced(Piece(put.kind, "", (put.cell,), put.direction))
    return target is not None


def ordered(puts: tuple[Put, ...]) -> tuple[Put, ...]:
    """Return the pieces in a fixed order: warriors, then horses, then the rest."""
    rank = {kind: index for index, kind in enumerate((*box.TYPES, *box.SPECIALISTS))}
    return tuple(sorted(puts, key=lambda put: (rank[put.kind] >= len(box.TYPES), rank[put.kind], put.cell)))
