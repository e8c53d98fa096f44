"""What advice and puzzles say: the plan behind an answer, and what is said when there is none."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec import to_builtins

from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.shared.answers import Plan
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import puzzle
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.state import Inspectors, State
from pencilwright.solver.terracotta_army import advice, puzzles
from pencilwright.solver.terracotta_army.placing import best_placements
from pencilwright.solver.terracotta_army.question import PlacingQuestion as Placing
from pencilwright.solver.terracotta_army.turn import leaves
from pencilwright.solver.terracotta_army.turn.best import Search
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import Phrase, phrase
from tests.games.terracotta_army.helpers import archer, cell, footman, musician, solo, table, warrior
from tests.refusals import keys_of, refused, says

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
    without, builder = (
        advice.answer_for(lone_soldier(*some), colour="yellow", ask="placement")
        for some in ((), ("builder",))
    )
    assert (without.nothing, without.value) == (0, 1)
    assert (builder.nothing, builder.value, builder.placements[0].gain) == (1, 1, 0)
    assert not any("terracotta.score.goods.due" in keys_of(part.text) for part in builder.parts)


def test_the_plan_of_an_answer_is_the_best_placement_as_a_command() -> None:
    state = table(2, warrior("Y", "guard", "E4"), tiles=TILES)
    state.player("Y").wet = 3
    answer = advice.answer_for(state, colour="yellow", cost=2)
    assert to_builtins(answer.plan) == {
        "who": "Y", "commands": (f"{answer.placements[0].notation} for 2 clay",), "measure": "points",
        "gain": answer.value - answer.nothing, "exact": True, "left_out": "",
    }  # fmt: skip
    assert answer.reason == "" and answer.method == phrase("terracotta.advice.method.one")
    two = advice.answer_for(state, colour="yellow", cost=1, pieces=2, rounds=2)
    assert len(two.plan.commands) == 2 and two.plan.measure == "points of 2 rounds"
    assert two.plan.gain == two.value - two.nothing > 0


def test_an_answer_that_the_rules_do_not_confirm_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table(2, warrior("Y", "guard", "E4"), tiles=TILES)
    state.player("Y").wet = 3
    worth = Search._worth
    monkeypatch.setattr(Search, "_worth", lambda self, purse: worth(self, purse) + len(purse.pieces))
    with pytest.raises(Disagreement, match="the rules give"):
        advice.answer_for(state, colour="yellow", ask="placement")


def full(free: int = 0) -> State:
    """A mausoleum with musicians everywhere but on the last spaces, and goods for anything."""
    names = [f"{col}{row}" for row in range(1, 8) for col in "ABCDEFGHI"]
    state = table(2, *(musician(name) for name in names[: len(names) - free]))
    you = state.player("Y")
    you.wet, you.coins, you.active = 9, 9, box.WEAPONS
    return state


def without(**goods: Any) -> State:
    state = table(2)
    for name, value in goods.items():
        setattr(state.player("Y"), name, value)
    return state


def clay(have: int) -> Phrase:
    return phrase("terracotta.why.clay", colour=phrase("terracotta.player.yellow"), n=3, have=have)


def too_dear(coins: int) -> Phrase:
    return phrase("terracotta.why.specialist", colour=phrase("terracotta.player.yellow"), n=coins)


def no_space(*pieces: str) -> Phrase:
    return phrase("terracotta.why.spots", pieces=tuple(phrase(f"terracotta.one.{name}") for name in pieces))


@pytest.mark.parametrize(
    ("state", "warrior", "specialist"),
    [
        (without(wet=2), clay(2), too_dear(3)),
        (without(wet=2, active=("pike",), coins=0), clay(2), too_dear(0)),
        (without(wet=0, active=("sword",)), clay(0), no_space("horse")),
        (full(), phrase("terracotta.why.space"), no_space("horse", "footman", "kneeling_archer")),
    ],
)
def test_when_nothing_can_be_placed_the_answer_says_so_and_why(
    state: State, warrior: Phrase, specialist: Phrase
) -> None:
    for pieces in (1, 2):
        answer = advice.answer_for(state, colour="yellow", pieces=pieces)
        assert answer.reason == phrase("terracotta.why.nothing", warrior=warrior, specialist=specialist)
        assert (answer.value, answer.placements, answer.plan.commands) == (None, (), ())
        text = advice.in_words(answer, 0, "en")
        nothing = phrase("terracotta.advice.nothing", n=answer.nothing)
        assert text.startswith(f"{answer.reason} {nothing}\n")
        assert "[" not in text.splitlines()[0]


def test_no_base_is_a_reason_too() -> None:
    fifteen = [
        warrior("Y", kind, f"{col}{2 * at + 1}") for at, kind in enumerate(box.TYPES) for col in "ACEG"
    ]
    state = table(2, *fifteen[:15])
    state.grid = state.grid.with_piece(warrior("Y", "soldier", "I7")) if len(fifteen) < 15 else state.grid
    you = state.player("Y")
    you.wet = 9
    while state.bases("Y"):
        free = state.grid.name(state.grid.empty()[-1])
        state.grid = state.grid.with_piece(warrior("Y", "soldier", free))
    answer = advice.answer_for(state, colour="yellow", ask="placement")
    assert keys_of(answer.reason)[:2] == ["terracotta.why.nothing", "terracotta.why.specialist"]
    assert "terracotta.why.base" in keys_of(answer.reason)


def test_one_free_space_takes_any_piece_that_can_be_paid() -> None:
    answer = advice.answer_for(full(1), colour="yellow", ask="placement")
    texts = {entry.notation.rpartition(" with")[0] or entry.notation for entry in answer.placements}
    assert {"build officer I7", "build guard I7", "build crossbowman I7", "footman I7"} <= texts
    assert all("I7" in text for text in texts)


def test_best_answers_are_counted_and_the_table_is_as_long_as_asked() -> None:
    answer = advice.answer_for(lone_soldier(), colour="yellow", ask="placement")
    text = advice.in_words(answer, 0, "en")
    assert says(text, "terracotta.advice.best", n=14) and says(text, "terracotta.advice.nothing", n=0)
    assert text.split("\n\n")[0].count("[") == 10
    assert advice.in_words(answer, 3, "en").split("\n\n")[0].count("[") == 3
    worse = advice.answer_for(lone_soldier("builder", "captain"), colour="yellow", ask="placement")
    assert worse.value == 2 and not says(advice.in_words(worse, 0, "en"), "terracotta.advice.better")


def test_the_mausoleum_after_the_best_placement_is_drawn_with_its_letters_and_numbers() -> None:
    head, *rows = advice.answer_for(lone_soldier(), colour="yellow", ask="placement").grid
    assert head.split() == [*"ABCDEFGHI"] and [row[0] for row in rows] == [*"1234567"]
    assert rows[3].split()[5] == "Yc" and rows[0].split()[5] == "M"


def test_doing_nothing_may_be_better_than_the_best_placement() -> None:
    state = table(2, round=5, tiles=TILES)
    you = state.player("Y")
    you.coins, you.wet, you.active = 2, 0, ("spear",)
    answer = advice.answer_for(state, colour="yellow", ask="placement")
    assert (answer.value, answer.nothing) == (0, 1)
    assert says(advice.in_words(answer, 0, "en"), "terracotta.advice.better")


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
        == weighed.options[0].value - best_placements(Placing(state, state.human.letter, 1, 0)).nothing
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
