"""What a set of pieces is worth, reckoned by the game's own scoring: the checker of plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.terracotta_army import building, scoring
from games.terracotta_army import components as box
from games.terracotta_army.components import WEAPON_OF_TYPE
from games.terracotta_army.grid import Grid
from games.terracotta_army.state import State
from solver.terracotta_army.question import Put, Question, fits, ordered, with_put

Part = tuple[str, int]


class Value(NamedTuple):
    """Points, and where they come from: words and points of each part that is not 0."""

    points: int
    parts: tuple[Part, ...]


def standing(
    state: State, grid: Grid, letter: str, goods: Mapping[str, tuple[int, int]], rounds: int
) -> list[Part]:
    """Return what a grid and goods are worth to a player: scoring phases that count, and the end of the game.

    Nothing else happens in between: pieces, goods and everybody else's plans stand still, the inspectors go
    on one space after each scoring phase.
    """
    parts: list[Part] = []
    moved = state.clone()
    extra = scoring.extra_for(state, 6)
    extra_tile = scoring.extra_for(state, 7)
    for turn in range(rounds):
        number = state.round + turn
        awards = [
            scoring.inspector(grid, "row", moved.row, extra),
            scoring.inspector(grid, "col", moved.col, extra),
            *scoring.musicians(grid),
            scoring.tile(grid, state.tiles[number - 1], number, state.board, goods, extra_tile),
        ]
        parts += [(award.why[letter], award.points[letter]) for award in awards if letter in award.points]
        for axis in building.AXES:
            building.move_inspector(moved, axis, 1)
    for award in scoring.final(grid, goods):
        if letter in award.points:
            parts.append((award.why[letter], award.points[letter]))
    return parts


def goods_after(question: Question, wet: int, coins: int) -> dict[str, tuple[int, int]]:
    """Return everybody's coins and clay, the placing player's changed by so much."""
    goods = scoring.goods_of(question.state)
    own = goods[question.letter]
    goods[question.letter] = (own[0] + coins, own[1] + wet)
    return goods


def total(parts: list[Part]) -> Value:
    """Return the parts with their sum."""
    kept = tuple(part for part in parts if part[1])
    return Value(sum(points for _, points in kept), kept)


def plan_value(question: Question, puts: tuple[Put, ...]) -> Value | None:
    """Return the worth of a plan, or None when it is not possible.

    Warriors first, in any order among themselves, then horses, then the other specialists. Each active weapon
    serves once, for a specialist or with a warrior of its type: the sword and the pike give their points and
    move nothing, the crossbow counts the grid as it is before the plan, the spear gives its point and coins.
    """
    state, letter = question.state, question.letter
    player = state.player(letter)
    grid, parts = state.grid, []
    warriors = [put for put in puts if put.kind in box.TYPES]
    specialists = [put for put in puts if put.kind not in box.TYPES]
    if len(puts) > question.pieces or len(warriors) > state.bases(letter):
        return None
    for put in ordered(puts):
        if not fits(grid, letter, put) or (put.kind == "horse" and put.cell not in state.grid.at):
            return None
        grid = with_put(grid, letter, put)
    for kind in box.TYPES:
        count = sum(put.kind == kind for put in warriors)
        if count > state.left_of_type(kind):
            return None
        taken = box.PER_TYPE - state.left_of_type(kind)
        earned = sum(state.board.organizer[kind][taken : taken + count])
        parts.append((f"organizer: {count} {box.PLURALS[kind] if count > 1 else kind}", earned))
    used = [state.board.specialist_weapon[put.kind] for put in specialists]
    if len(set(used)) != len(used) or not set(used) <= set(player.active):
        return None
    if any(state.bought(put.kind) >= box.PER_SPECIALIST for put in specialists):
        return None
    coins = -sum(building.cost_of(state, put.kind) for put in specialists)
    for weapon in player.active:
        points, gained = weapon_worth(state, weapon, warriors)
        if weapon not in used and points + gained:
            coins += gained
            parts.append((f"{weapon} used", points))
    wet = -question.cost * len(warriors)
    if player.wet + wet < 0 or player.coins + coins < 0:
        return None
    parts += standing(state, grid, letter, goods_after(question, wet, coins), question.rounds)
    return total(parts)


def weapon_worth(state: State, weapon: str, warriors: list[Put]) -> tuple[int, int]:
    """Return points and coins of a weapon used once with the best of these warriors; (0, 0) without one."""
    own = [put for put in warriors if WEAPON_OF_TYPE[put.kind] == weapon]
    if not own:
        return 0, 0
    if weapon == "crossbow":
        return max(best_gap(state.grid, put.cell) for put in own), 0
    return {
        "sword": (building.SWORD_VP, 0),
        "pike": (building.PIKE_VP, 0),
        "spear": (building.SPEAR_VP, building.SPEAR_COINS),
    }[weapon]


def best_gap(grid: Grid, cell: int) -> int:
    """Return the most empty spaces between a space and a statue in one of the four directions."""
    return max(
        building.crossbow_points(grid, cell, direction) if direction else 0
        for direction in building.crossbow_directions(grid, cell)
    )
