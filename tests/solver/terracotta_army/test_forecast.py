"""What goods are worth to who plays on: nothing after the last turn."""

from __future__ import annotations

from pencilwright.games.terracotta_army.example import example
from pencilwright.solver.terracotta_army.turn.best import Search
from pencilwright.solver.terracotta_army.turn.forecast import forecast
from tests.solver.terracotta_army.test_turn import PLAIN


def test_nothing_is_worth_keeping_after_the_last_turn() -> None:
    state = example("outlook", 1)
    purse = next(iter(Search(state, "Y", 1, PLAIN).ways)).way.purse
    assert forecast(state, state.human)(purse) > 0
    state.human.craftsmen, state.human.artisans = 1, 0
    assert forecast(state, state.human)(purse) == 0
