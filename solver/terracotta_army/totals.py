"""What depends only on how many pieces of each kind a plan holds: goods, organizer, weapons' own points."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

import numpy as np

from pencilwright.games.terracotta_army import building, scoring
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import GOODS_PER_POINT
from pencilwright.solver.terracotta_army.question import Question
from pencilwright.solver.terracotta_army.tables import KINDS, ONE_OF

if TYPE_CHECKING:
    from numpy.typing import NDArray

IMPOSSIBLE: Final = -5_000
"""Points of what cannot be; sums of a few still fit into 16 bits."""
POINTS: Final = {
    "sword": building.SWORD_VP,
    "pike": building.PIKE_VP,
    "crossbow": 0,
    "spear": building.SPEAR_VP,
}


def totals(question: Question) -> NDArray[np.int16]:
    """Return the points of each number of pieces by kind (see tables.ONE_OF); IMPOSSIBLE where none are."""
    result = np.full(1 << 2 * len(KINDS), IMPOSSIBLE, np.int16)
    for size in range(question.pieces + 1):
        for kinds in combinations_with_replacement(KINDS, size):
            result[sum(ONE_OF[kind] for kind in kinds)] = _points(question, kinds)
    return result


def _points(question: Question, kinds: tuple[str, ...]) -> int:
    """Return organizer and weapon points, tiles of goods, and leftovers after pieces of these kinds."""
    state = question.state
    player = state.player(question.letter)
    warriors = [kind for kind in kinds if kind in box.TYPES]
    specialists = [kind for kind in kinds if kind not in box.TYPES]
    spent = [state.board.specialist_weapon[kind] for kind in specialists]
    wet = player.wet - question.cost * len(warriors)
    if (
        len(set(spent)) < len(spent)
        or not set(spent) <= set(player.active)
        or any(state.bought(kind) >= box.PER_SPECIALIST for kind in specialists)
        or len(warriors) > state.bases(question.letter)
        or wet < 0
    ):
        return IMPOSSIBLE
    points, coins = 0, player.coins - sum(building.cost_of(state, kind) for kind in specialists)
    for kind in set(warriors):
        left, count = state.left_of_type(kind), warriors.count(kind)
        if count > left:
            return IMPOSSIBLE
        points += sum(state.board.organizer[kind][box.PER_TYPE - left :][:count])
        weapon = box.WEAPON_OF_TYPE[kind]
        if weapon in player.active and weapon not in spent:
            points += POINTS.get(weapon, 0)
            coins += building.SPEAR_COINS if weapon == "spear" else 0
    if coins < 0:
        return IMPOSSIBLE
    return points + _goods(question, coins, wet + player.dry)


def _goods(question: Question, coins: int, clay: int) -> int:
    """Return the points of goods: tiles of the scoring phases that count, and what is left at the end."""
    state, letter = question.state, question.letter
    goods, income = scoring.goods_of(state) | {letter: (coins, clay)}, scoring.income(state)
    extra = scoring.extra_for(state, 7)
    points = sum(scoring.paid(goods, income, question.rounds)[letter]) // GOODS_PER_POINT
    for turn in range(question.rounds):
        number = state.round + turn
        tile = state.tiles[number - 1]
        if tile in ("coins", "clay"):
            held = scoring.paid(goods, income, turn)
            points += scoring.tile(state.grid, tile, number, state.board, held, extra).points.get(letter, 0)
    return points
