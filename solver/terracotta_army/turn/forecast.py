"""What goods, weapons and masters bring to who plays on: an estimate, fitted to games against the chancellor.

A turn that is best by the points that are certain takes too little clay and readies too few weapons: most of
what a game brings is built later. The weights below did best in some hundred
paired games (benchmarks/chancellor.py); they are no rule and no proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import CLAY_MASTERS, COIN_MASTERS
from pencilwright.games.terracotta_army.state import Player, State
from pencilwright.solver.terracotta_army.turn.wheel import Purse


class Weights(NamedTuple):
    """Points that a thing is worth beyond what is certain.

    Attributes
    ----------
    wet, dry, coin : of each token that the turns to come can use.
    weapon : of each active weapon.
    coin_master, clay_master : of each master, in each round to come, and a fifth of it in each turn.
    artisan : of an upgrade, in each round to come.
    clay_a_turn, coins_a_turn : how much each turn to come can use; of dry clay three fifths of it.
    """

    wet: float
    dry: float
    coin: float
    weapon: float
    coin_master: float
    clay_master: float
    artisan: float
    clay_a_turn: float
    coins_a_turn: float


FITTED: Final = Weights(1.2, 0.45, 0.8, 1.56, 0.18, 0.4, 0.58, 3.0, 2.55)
A_TURN, DRY_SHARE = 0.2, 0.6
RIVAL: Final = 4
"""Quarters by which the chancellor's points count against the player's (kernel.weigh)."""


def turns_left(state: State, player: Player) -> int:
    """Return how many turns a player has after this one."""
    return (box.ROUNDS - state.round) * box.WORKERS[state.seats] + player.in_hand - 1


def forecast(state: State, player: Player, weights: Weights = FITTED) -> Callable[[Purse], float]:
    """Return what a purse is worth to a player after this turn, beyond the points that are certain."""
    rounds, in_round, turns = box.ROUNDS - state.round, player.in_hand - 1, turns_left(state, player)
    clay_masters, coin_masters = frozenset(CLAY_MASTERS), frozenset(COIN_MASTERS)
    most_clay, most_coins = weights.clay_a_turn * turns, weights.coins_a_turn * turns
    later = rounds + A_TURN * turns

    def worth(purse: Purse) -> float:
        if not turns:
            return 0.0
        clay = len(purse.masters & clay_masters)
        wet = purse.wet if in_round else min(purse.wet, clay)
        dry = purse.dry + purse.wet - wet
        return (
            weights.wet * min(wet, most_clay)
            + weights.dry * min(dry, DRY_SHARE * most_clay)
            + weights.coin * min(purse.coins, most_coins)
            + weights.weapon * len(purse.active)
            + later * weights.coin_master * len(purse.masters & coin_masters)
            + later * weights.clay_master * clay
            + weights.artisan * rounds * purse.upgraded
        )

    return worth
