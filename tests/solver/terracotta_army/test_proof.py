"""Placements and their worth by the rules, against the same rules written a second time."""

from __future__ import annotations

import pytest

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army.question import PlacingQuestion
from tests.oracles.terracotta_army.placing import Table
from tests.solver.terracotta_army.test_placing import position, values_of


def compare(state: State, number: int) -> None:
    """Compare what each placement of one piece is worth."""
    question = PlacingQuestion(state, "Y", number % 4, 1 + number % (6 - state.round))
    table = Table(state, "Y", question.cost, question.rounds)
    worths = sorted(map(table.worth, table.placements(table.start)), reverse=True)
    assert values_of(question) == worths


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.long) for first in range(6, 600, 6))]
)
def test_both_statements_of_the_rules_give_each_placement_of_a_small_board_the_same_worth(first: int) -> None:
    for number in range(first, first + 6):
        compare(position(number, most=12), number)


@pytest.mark.parametrize("number", [1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 60))])
def test_both_statements_give_each_placement_of_a_reached_position_the_same_worth(number: int) -> None:
    state = example(f"stated {number}", 5 - number % 5, players=1 + number % 4)
    own = state.player("Y")
    own.coins, own.wet, own.active, own.masters = 4, 3, box.WEAPONS[number % 3 :: 2], box.COIN_MASTERS[:1]
    compare(state, number)
