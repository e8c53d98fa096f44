"""Carrying a plan out by the game's own rules: which order of its pieces is best, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from pencilwright.games.terracotta_army import building, commands, rules
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.building import Ability
from pencilwright.games.terracotta_army.choice import Choice
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.carried import Plan
from pencilwright.solver.terracotta_army.question import Put, Question, fits

Step = tuple[str, int]
Slide = tuple[int, int]


class Pieces(NamedTuple):
    """What a plan places, and what its weapons move.

    Attributes
    ----------
    puts : the pieces.
    slide : first space of the own warrior that the pike slides, and where that space goes; () for none.
    step : inspector that the sword moves, and 1 or -1; () for none.
    """

    puts: tuple[Put, ...]
    slide: Slide | tuple[()] = ()
    step: Step | tuple[()] = ()


class Carried(NamedTuple):
    """A plan carried out: its choices in order, the position after it, and the points on the way."""

    choices: tuple[Choice, ...]
    state: State
    at_once: int


def carried_out(question: Question, choice: Choice) -> tuple[State, int]:
    """Return the position after one placement, and the points at once."""
    after = question.state.clone()
    player = after.player(question.letter)
    if choice.what == "specialist":
        building.buy_specialist(after, player, choice.kind, choice.cell, choice.direction)
    else:
        rules.build(after, player, question.cost, choice)
    return after, player.score - question.state.player(question.letter).score


def plan_of(question: Question, choices: Iterable[Choice], gain: int | Fraction) -> Plan:
    """Return placements one after another as the plan that the rules carry out."""
    grid = question.state.grid
    return Plan(
        question.letter,
        tuple(commands.write(grid, choice, question.cost) for choice in choices),
        commands.points_of(question.rounds),
        Fraction(gain),
    )


def best_order(question: Question, pieces: Pieces) -> Carried | None:
    """Return the plan in the order that brings most points on the way; None when no order is allowed.

    All orders end on the same grid with the same goods: only what a crossbow counts depends on the order.
    """
    best: Carried | None = None
    player = question.state.player(question.letter)
    shooters = [put for put in pieces.puts if put.kind == "crossbowman"]
    any_order = bool(shooters) and "crossbow" in player.active
    for order in permutations(sorted(pieces.puts, key=_rank)):
        for carried in _carried(question, pieces, order):
            if best is None or carried.at_once > best.at_once:
                best = carried
        if best is not None and not any_order:
            break
    return best


def _rank(put: Put) -> tuple[int, int]:
    """Guards first, since their slide makes room; then soldiers, whose spear pays; specialists last."""
    order = ("guard", "soldier", "officer", "crossbowman", *box.SPECIALISTS)
    return order.index(put.kind), put.cell


def _carried(question: Question, pieces: Pieces, order: tuple[Put, ...]) -> Iterator[Carried]:
    """Yield the plan in an order, for each crossbowman who may use the weapon."""
    spent = {question.state.board.specialist_weapon[put.kind] for put in order if put.kind not in box.TYPES}
    shooters = [put.cell for put in order if put.kind == "crossbowman"]
    for shooter in shooters or [-1]:
        state, points, choices, moved = question.state, 0, [], pieces.slide == ()
        for put in order:
            choice = _choice(state, question.letter, put, pieces, spent, shooter)
            if choice is None:
                break
            moved = moved or bool(choice.ability and choice.ability.source >= 0)
            state, earned = carried_out(question._replace(state=state), choice)
            points += earned
            choices.append(choice)
        else:
            if moved:
                yield Carried(tuple(choices), state, points)


def _choice(
    state: State, letter: str, put: Put, pieces: Pieces, spent: set[str], shooter: int
) -> Choice | None:
    """Return how a piece is placed now, its weapon used as the plan says; None when it cannot be."""
    player = state.player(letter)
    if not fits(state.grid, letter, put):
        return None
    if put.kind not in box.TYPES:
        if put.kind not in building.purchasable(state, player):
            return None
        return Choice("specialist", put.kind, put.cell, put.direction)
    weapon = box.WEAPON_OF_TYPE[put.kind]
    ability = None
    if weapon in player.active and weapon not in spent:
        ability = _ability(state, letter, weapon, put.cell, pieces, shooter)
        if ability is None and weapon == "pike":
            return None
    return Choice("build", put.kind, put.cell, ability=ability)


def _ability(
    state: State, letter: str, weapon: str, cell: int, pieces: Pieces, shooter: int
) -> Ability | None:
    """Return the use of a weapon that the plan wants; None when it is not to be used, or cannot slide."""
    if weapon == "sword" and pieces.step:
        return Ability(weapon, *pieces.step)
    if weapon == "pike" and pieces.slide:
        possible = building.slides(state.grid, letter, cell)
        if any((piece.cells[0], cells[0]) == pieces.slide for piece, cells in possible):
            return Ability(weapon, source=pieces.slide[0], target=pieces.slide[1])
        return None
    if weapon == "crossbow":
        if cell != shooter:
            return None
        return Ability(weapon, direction=max_direction(state.grid, cell))
    return Ability(weapon)


def max_direction(grid: Grid, cell: int) -> str:
    """Return the direction in which a crossbow counts most; "" when no statue stands in line."""
    return max(
        building.crossbow_directions(grid, cell),
        key=lambda direction: building.crossbow_points(grid, cell, direction) if direction else 0,
    )
