"""The best single placement: every legal one with every use of its weapon, weighed one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.terracotta_army import building, notation, rules
from games.terracotta_army.grid import Grid
from games.terracotta_army.rules import Choice
from games.terracotta_army.state import Player, State
from solver.terracotta_army.question import Question, check, warriors_possible
from solver.terracotta_army.standing import Standing
from solver.terracotta_army.value import Part, Value, goods_after, standing, total


class Placement(NamedTuple):
    """One placement: the choice in the notation of turns, its points more than placing nothing, the grid."""

    choice: Choice
    text: str
    points: int
    gain: int
    grid: Grid


class Single(NamedTuple):
    """All placements from the best down, what placing nothing is worth, and the parts of the best one."""

    placements: tuple[Placement, ...]
    nothing: int
    best: Value


def candidates(question: Question) -> Iterator[Choice]:
    """Yield every legal build and purchase of one piece."""
    state, player = question.state, question.state.player(question.letter)
    if warriors_possible(question):
        yield from rules.builds(state, player, building.available_types(state, question.letter))
    for kind in building.purchasable(state, player):
        for cell, direction in building.specialist_places(state.grid, question.letter, kind):
            yield Choice("specialist", kind, cell, direction)


def best_single(question: Question) -> Single:
    """Weigh every single placement: points at once, the scoring phases that count, the end of the game.

    Frozen: everybody else's pieces and goods, and all that you would do later. A sword's move of an
    inspector and a pike's slide are counted. Raises InputError when the question cannot be answered.
    """
    check(question)
    weigh = Standing(question.state, question.letter, question.rounds)
    base = weigh.points(question.state, question.state.grid)
    found = []
    for choice in candidates(question):
        after, at_once = carried_out(question, choice)
        points = at_once + weigh.points(after, after.grid)
        text = notation.write_choice(after.grid, choice)
        found.append(Placement(choice, text, points, points - base, after.grid))
    found.sort(key=lambda placement: -placement.points)
    best = parts_of(question, found[0].choice) if found else total([])
    return Single(tuple(found), base, best)


def carried_out(question: Question, choice: Choice) -> tuple[State, int]:
    """Return the position after a placement, and the points at once. Clay goes to no storehouse here."""
    state = question.state
    after = _light(state, question.letter)
    player = after.player(question.letter)
    if choice.what == "specialist":
        player.coins -= building.cost_of(state, choice.kind)
        building.flip(player, state.board.specialist_weapon[choice.kind], active=False)
        after.grid = building.put_specialist(state.grid, choice.kind, choice.cell, choice.direction)
        return after, 0
    player.wet -= question.cost
    points = building.put_warrior(after, player, choice.kind, choice.cell)
    if choice.ability is not None:
        points += building.use(after, player, choice.cell, choice.ability)[0]
    return after, points


def _light(state: State, letter: str) -> State:
    """Return a copy in which only the grid, the inspectors and one player's goods may be changed."""
    players = [Player(**vars(p)) if p.letter == letter else p for p in state.players]
    return State(
        players,
        state.tiles,
        state.grid,
        state.board,
        round=state.round,
        row=state.row,
        col=state.col,
        chancellor=state.chancellor,
    )


def parts_of(question: Question, choice: Choice) -> Value:
    """Return the worth of a placement part by part, by the game's own scoring."""
    state = question.state
    after, at_once = carried_out(question, choice)
    player = state.player(question.letter)
    own = after.player(question.letter)
    goods = goods_after(question, own.wet - player.wet, own.coins - player.coins)
    parts: list[Part] = []
    if choice.what == "build":
        points = state.value_of_type(choice.kind)
        parts.append((f"organizer: {choice.kind}", points))
        if choice.ability is not None:
            parts.append((f"{choice.ability.weapon} used", at_once - points))
    parts += standing(after, after.grid, question.letter, goods, question.rounds)
    return total(parts)
