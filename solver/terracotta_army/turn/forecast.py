"""What goods, weapons and masters bring to who plays on: an estimate, fitted to games against the chancellor.

A turn that is best by the points that are certain takes too little clay and readies too few weapons: most of
what a game brings is built later. The weights below did best in some hundred
paired games (benchmarks/notes/terracotta-army.md); they are no rule and no proof.
"""

from __future__ import annotations

from collections.abc import Callable

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import CLAY_MASTERS, COIN_MASTERS
from pencilwright.games.terracotta_army.state import Player, State
from pencilwright.solver.terracotta_army.turn.wheel import Purse

WET, DRY, COIN, WEAPON = 1.2, 0.45, 0.8, 1.56
"""Points, beyond what is certain, of each token that the turns to come can use, and of each active weapon."""
COIN_MASTER, CLAY_MASTER, A_TURN = 0.18, 0.4, 0.2
"""Of each master, in each round to come, and this part of it in each turn."""
ARTISAN = 0.58
"""Of an upgrade, in each round to come."""
CLAY_A_TURN, COINS_A_TURN, DRY_SHARE = 3.0, 2.55, 0.6
"""How much each turn to come can use; of dry clay this part of it."""


def turns_left(state: State, player: Player) -> int:
    """Return how many turns a player has after this one."""
    return (box.ROUNDS - state.round) * box.WORKERS[state.seats] + player.in_hand - 1


def forecast(state: State, player: Player) -> Callable[[Purse], float]:
    """Return what a purse is worth to a player after this turn, beyond the points that are certain."""
    rounds, in_round, turns = box.ROUNDS - state.round, player.in_hand - 1, turns_left(state, player)
    clay_masters, coin_masters = frozenset(CLAY_MASTERS), frozenset(COIN_MASTERS)
    most_clay, most_coins = CLAY_A_TURN * turns, COINS_A_TURN * turns
    later = rounds + A_TURN * turns

    def worth(purse: Purse) -> float:
        if not turns:
            return 0.0
        clay = len(purse.masters & clay_masters)
        wet = purse.wet if in_round else min(purse.wet, clay)
        dry = purse.dry + purse.wet - wet
        return (
            WET * min(wet, most_clay)
            + DRY * min(dry, DRY_SHARE * most_clay)
            + COIN * min(purse.coins, most_coins)
            + WEAPON * len(purse.active)
            + later * COIN_MASTER * len(purse.masters & coin_masters)
            + later * CLAY_MASTER * clay
            + ARTISAN * rounds * purse.upgraded
        )

    return worth
