"""What advice and puzzles say: the plan behind an answer, and what is said when there is none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.shared.answers import Plan
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import puzzle
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.state import Inspectors, State
from pencilwright.solver.terracotta_army import puzzles
from pencilwright.solver.terracotta_army.placing import best_placements
from pencilwright.solver.terracotta_army.question import PlacingQuestion as Placing
from pencilwright.solver.terracotta_army.turn import leaves
from pencilwright.solver.verify import Disagreement
from tests.games.terracotta_army.helpers import archer, cell, footman, musician, solo, table, warrior
from tests.refusals import refused

TILES = ("coins", "clay", "type:officer", "quad:NE", "type:soldier")


PLAIN = leaves.load(plain=True)


@pytest.fixture(autouse=True)
def _nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaves, "load", lambda **_: PLAIN)


def lone_soldier(*masters: str) -> State:
    """Round 5, one crossbowman of yours, one coin, the spear ready: a musician costs that coin."""
    state = table(2, warrior("Y", "crossbowman", "E4"), round=5, tiles=TILES)
    you = state.player("Y")
    you.coins, you.wet, you.active, you.masters = 1, 0, ("spear",), masters
    you.tokens = box.TOKEN_COSTS[len(masters) :]
    return state


def test_a_coin_that_the_end_phase_makes_a_pair_is_worth_as_much_as_a_musician() -> None:
    without, builder = (best_placements(Placing(lone_soldier(*some), "Y")) for some in ((), ("builder",)))
    assert (without.nothing, without.plans[0].points) == (0, 1)
    assert (builder.nothing, builder.plans[0].points) == (1, 1)


def full(free: int = 0) -> State:
    """A mausoleum with musicians everywhere but on the last spaces, and goods for anything."""
    names = [f"{col}{row}" for row in range(1, 8) for col in "ABCDEFGHI"]
    state = table(2, *(musician(name) for name in names[: len(names) - free]))
    you = state.player("Y")
    you.wet, you.coins, you.active = 9, 9, box.WEAPONS
    return state


def test_nothing_can_be_placed_without_goods_or_without_a_space() -> None:
    poor = table(2)
    poor.player("Y").wet = 2
    for state in (poor, full()):
        assert best_placements(Placing(state, "Y")).plans == ()


def test_one_free_space_takes_any_piece_that_can_be_paid() -> None:
    state = full(1)
    placed = {
        (plan.choice.what, plan.choice.kind, state.grid.name(plan.choice.cell))
        for plan in best_placements(Placing(state, "Y")).plans
    }
    assert placed > {("build", kind, "I7") for kind in ("officer", "guard", "crossbowman")}
    assert ("specialist", "footman", "I7") in placed and {space for *_, space in placed} == {"I7"}


def test_doing_nothing_may_be_better_than_the_best_placement() -> None:
    state = table(2, round=5, tiles=TILES)
    you = state.player("Y")
    you.coins, you.wet, you.active = 2, 0, ("spear",)
    result = best_placements(Placing(state, "Y"))
    assert (result.plans[0].points, result.nothing) == (0, 1)


# --- puzzles


def no_base() -> State:
    """The chancellor has placed all of his fifteen warriors."""
    names = [f"{col}{row}" for row in (1, 3, 5) for col in "ACEGI"]
    kinds = [kind for kind in box.TYPES for _ in range(4)]
    return solo(*(warrior("P", kind, name) for kind, name in zip(kinds, names, strict=False)))


def test_a_puzzle_about_his_warrior_needs_a_warrior_that_he_can_build() -> None:
    state = no_base()
    assert state.bases("P") == 0
    with refused("terracotta.why.base", colour="purple"):
        puzzle.of_state(state, "chancellor")
    assert puzzle.of_state(state).kind == "place"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 5, 6))])
def test_no_example_is_a_puzzle_that_breaks(seed: int) -> None:
    for kind in puzzle.KINDS_OF_PUZZLE:
        try:
            question = puzzle.of_state(example(seed, 1), kind)
        except InputError:
            continue
        weighed = puzzles.weigh(question)
        puzzles.confirm(question, weighed, "seed")
        assert weighed.options


def plans_of(question: Question) -> list[Plan]:
    weighed = puzzles.weigh(question)
    return [puzzles.plan_of(question, weighed, index) for index in range(len(weighed.options))]


def test_the_plans_of_a_puzzle_are_all_placements_and_for_each_answer_the_warrior_that_he_builds() -> None:
    state = solo(warrior("P", "guard", "E4"), active=("pike",), tiles=("coins", "clay", *TILES[2:]))
    state.inspectors = Inspectors.at(3, 4)
    state.human.wet = 0
    question = Question("chancellor", state)
    plans = plans_of(question)
    assert {plan.commands for plan in plans} == {("build guard F4",), ("build guard E5",)}
    assert {plan.who for plan in plans} == {"P"}
    assert {plan.measure for plan in plans if plan.gain == 3} == {"right of guard F4", "right of guard E5"}
    place = Question("place", state)
    weighed = puzzles.weigh(place)
    plans = plans_of(place)
    assert len(plans) == len(weighed.options) == 4 * 62
    assert (
        plans[0].gain
        == weighed.options[0].value - best_placements(Placing(state, state.human.letter, 0)).nothing
    )
    assert all(plan.who == "Y" and "clay" not in plan.commands[0] for plan in plans)


def test_a_warrior_half_foretold_is_worth_half() -> None:
    state = solo(warrior("P", "guard", "E4"), active=("pike",), tiles=("coins", "clay", *TILES[2:]))
    state.inspectors = Inspectors.at(3, 4)
    worth = {option.name: option.value for option in puzzles.weigh(Question("chancellor", state)).options}
    assert [worth[name] for name in ("guard F4", "guard E5", "officer F4", "guard A1", "officer A1")] == [
        3,
        3,
        2,
        1,
        0,
    ]


def test_a_false_value_is_a_disagreement() -> None:
    state = solo(warrior("P", "guard", "E4"), footman("A1"), archer("E5", "N"))
    for kind in puzzle.KINDS_OF_PUZZLE:
        question = Question(kind, state)
        weighed = puzzles.weigh(question)
        first, *rest = weighed.options
        last = (
            rest[-1]._replace(value=rest[-1].value + 1)
            if kind == "place"
            else rest[-1]._replace(value=Fraction(3))
        )
        with pytest.raises(Disagreement):
            puzzles.confirm(question, weighed._replace(options=(first, *rest[:-1], last)), "seed")
    assert state.grid.at[cell("E5")].facing == "N"
