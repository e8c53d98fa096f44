"""What the arrays of the search say of a plan is what the rules give it; for a crossbow it is a bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pencilwright.games.terracotta_army import components as box
from pencilwright.solver.terracotta_army.carry import Carried, Pieces, best_order
from pencilwright.solver.terracotta_army.clusters import clusters, linked
from pencilwright.solver.terracotta_army.options import Wanted, layout_of, options
from pencilwright.solver.terracotta_army.question import Put, Question, ordered
from pencilwright.solver.terracotta_army.search import Scene, Search
from pencilwright.solver.terracotta_army.totals import IMPOSSIBLE
from tests.games.terracotta_army.helpers import archer, cell, grid, warrior
from tests.solver.terracotta_army.test_plan import position


class Checked(Search):
    """A search that keeps nothing, so that it offers every plan, and compares a sample with the rules."""

    every, checked = 1, 0

    def _keep(self, pieces: Pieces, carried: Carried, points: int) -> None:
        del pieces, carried, points

    def _offer(
        self, scene: Scene, total: Any, more: int, puts: Callable[[int, int], tuple[Put, ...]]
    ) -> None:
        base = scene.worth + more
        possible = np.argwhere(total > IMPOSSIBLE // 2)
        for row, col in possible[self.checked % self.every :: self.every]:
            plan = ordered(puts(int(row), int(col)))
            carried = best_order(self.question, Pieces(plan, scene.slide, scene.step))
            if carried is None:
                continue
            bound = int(total[row, col]) + base
            points = carried.at_once + self.weigh.points(carried.state, carried.state.grid)
            shooting = "crossbow" in self.player.active and any(put.kind == "crossbowman" for put in plan)
            assert bound >= points if shooting else bound == points, (plan, scene.slide, scene.step)
            self.checked += 1


@pytest.mark.parametrize(
    ("pieces", "seeds", "every"), [(1, range(20), 3), (2, range(6), 67), (3, range(2), 5003)]
)
def test_every_plan_is_worth_what_its_arrays_add_up_to(pieces: int, seeds: range, every: int) -> None:
    for seed in seeds:
        state = position(f"bounds {seed}", 4, 3, most=9)
        you = state.player("Y")
        you.wet, you.coins, you.active = 6, 5, box.WEAPONS
        search = Checked(Question(state, "Y", pieces, seed % 3, 1 + (6 - state.round) // 3), 1)
        search.every = every
        search.run()
        assert search.checked


def test_an_archer_that_a_new_warrior_wakes_is_one_archer_in_a_tie() -> None:
    for his_archers, gain in (((), 2 + 5 + 2), ((archer("C2", "W"),), 2 + 2 + 2)):
        board = grid(warrior("P", "guard", "B2"), archer("A1", "S"), *his_archers)
        layout = layout_of(board, "guard", board.empty())
        found = options(board, layout, "Y", Wanted(warriors=True, horses=False, archers=False))
        (here,) = [index for index, option in enumerate(found) if option.put.cell == cell("A2")]
        made = clusters(board, layout, found, linked(board, layout, found), "Y", 1)
        assert [cluster.gain for cluster in made if cluster.members == (here,)] == [gain]
