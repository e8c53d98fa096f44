"""The chancellor: his turn as a whole, his decree table, and the simulation (the rest: rulings.txt)."""

from __future__ import annotations

from itertools import product

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import example, scoring
from pencilwright.games.terracotta_army.chancellor import procedure, simulation, warrior_choice
from pencilwright.games.terracotta_army.chancellor.simulation import Decision, Simulation
from tests.games.terracotta_army.helpers import EMPTY, position, solo
from tests.refusals import has, noted, refused


def test_the_overseer_starts_opposite_the_upgrade() -> None:
    state = solo()
    assert state.chancellor is not None
    assert state.inner_action((state.chancellor.overseer + 6) % 12) == "upgrade"


def test_a_turn_out_of_turn_and_wrong_dice_are_refused() -> None:
    with refused("terracotta.error.no_turn.yours", colour="terracotta.player.yellow"):
        simulation.follow(procedure.turn((1, 1)), solo(craftsmen=4))
    with refused("wrong.die"):
        simulation.follow(procedure.turn((0, 7)), solo())


@pytest.mark.parametrize(
    ("rolled", "markers", "row"),
    [
        (7, set(), 7), (7, {7}, 6), (7, {7, 6}, 5), (7, {5, 6, 7}, 4), (3, {2, 3}, 4),
        (2, {2}, 3), (2, {2, 3, 4}, 5), (12, {12}, 11),
    ],
)  # fmt: skip
def test_a_decree_roll_marks_its_row_else_the_next_above_else_below(
    rolled: int, markers: set[int], row: int
) -> None:
    assert procedure.marked_row(markers, rolled) == row
    with refused("terracotta.error.rows.marked"):
        procedure.marked_row(set(range(2, 13)), rolled)


def test_marked_rows_turn_the_rings_together_and_act_from_the_top() -> None:
    state = solo(wet=3)
    play = Simulation(state)
    play.sector, play.markers = 1, {12, 3, 8}
    procedure._decrees(play)
    assert (play.state.rings.inner - state.rings.inner) % 12 == 2
    assert [noted(step.words) for step in play.steps if step.rule == "turn 6b"] == [
        "terracotta.step.row decree=(terracotta.decree.weapon.said weapon=(terracotta.weapon.sword)) row=3",
        "terracotta.step.row decree=(terracotta.decree.build.said n=3) row=8",
        "terracotta.step.row decree=(terracotta.decree.vp.said n=3) row=12",
    ]
    assert play.markers == set()


@pytest.mark.parametrize("kind", box.TYPES)
def test_a_decree_may_be_for_one_type_and_is_a_reserve_action_where_there_is_none(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for is_left in (True, False):
        left = [name for name in box.TYPES if is_left or name != kind]
        monkeypatch.setattr(procedure.building, "available_types", lambda *_, left=left: left)
        play = Simulation(solo(wet=3))
        play.sector = 1
        procedure._decree_action(play, f"build:3:{kind}")
        pieces = [piece.kind for piece in play.state.grid.at.values()]
        assert (pieces, play.steps[0].rule) == (([kind] if is_left else []), "build")
        assert (play.steps[-1].rule == "reserve") is not is_left
    assert procedure.decree_in_words(f"build:3:{kind}").key == "terracotta.decree.build.type.said"


@pytest.mark.parametrize(
    ("yours", "his", "archers", "rounds", "letter"),
    [
        (3, 1, (0, 0), 4, "c"), (3, 0, (0, 0), 4, "d"), (4, 0, (0, 0), 4, "d"), (5, 0, (0, 0), 4, ""),
        (2, 2, (0, 0), 1, "a"), (2, 2, (1, 1), 1, "a"), (2, 2, (1, 0), 1, "b"), (2, 2, (0, 1), 1, "e"),
        (2, 2, (2, 0), 1, "d"),
    ],
)  # fmt: skip
def test_a20_a22_the_condition_of_a_group(
    yours: int, his: int, archers: tuple[int, int], rounds: int, letter: str
) -> None:
    """Condition c needs one of his, d covers groups without; archers part equal warriors."""
    assert warrior_choice.condition(warrior_choice.Standing(yours, his, *archers), rounds) == letter


def test_the_ladder_never_empties() -> None:
    for seed in range(40):
        state = example.example(seed, 1 + seed % 5)
        for kind in box.TYPES:
            spaces = warrior_choice.choose_spaces(state, kind)
            assert spaces and all(space not in state.grid.at for space in spaces)
            assert warrior_choice.narrow_spaces(state, spaces)
    for numbers in product(range(4), range(4), range(3), range(3), (1, 3, 5)):
        now = warrior_choice.Standing(*numbers[:4])
        if not warrior_choice.condition(now, numbers[4]):
            assert now.his == 0 and now.yours > numbers[4]


def test_when_no_space_is_apart_every_empty_one_counts() -> None:
    others = " ".join(name for name in map(EMPTY.name, range(63)) if name not in ("A1", "B1", "C1", "D1"))
    full = position(f"Yg B1 C1 D1 musician {others} round=5")
    assert warrior_choice.choose_spaces(full, "guard") == [0]
    assert len(warrior_choice.choose_spaces(solo(round=5), "guard")) == 63


def test_you_win_only_with_more_than_he() -> None:
    state = solo(score=50)
    his, yours = (score for _, score in scoring.scores(state))
    state.human.score = his.total - yours.total
    his, yours = (score for _, score in scoring.scores(state))
    assert his.total == yours.total and his.ties[0].number > yours.ties[0].number


def test_option_1_rolls_once_when_nothing_did() -> None:
    for difficulty, rows in (("", 0), ("1", 1)):
        state = solo(difficulty=difficulty)
        rolled = simulation.follow(procedure.turn((1, 1)), state, stream=Stream.from_seed("option 1"))
        count = sum(has(step.words, "terracotta.step.roll") for step in rolled.steps)
        assert count >= rows
        if difficulty:
            assert count == 1 or not any(step.rule == "option 1" for step in rolled.steps)


def test_options_4_and_5_change_his_start() -> None:
    him = solo(difficulty="4,5").him
    assert (len(him.masters), him.craftsmen, him.artisans, him.wet) == (2, 4, 1, 4)


def test_a25_a_swing_is_what_the_line_gives_him_now_less_what_it_gave_before() -> None:
    assert procedure.swing(position("Po C3 at=3C"), "row", 1) == -7


# --- the simulation


def test_without_a_roll_the_oracle_stops_where_a_decree_is_due() -> None:
    def build(play: Simulation) -> None:
        procedure._act(play, "build4")

    outcome = simulation.follow(build, solo(wet=0))
    assert outcome.needs_decree and not outcome.unused_decrees
    outcome = simulation.follow(build, solo(wet=0), decrees=(4, 5))
    assert not outcome.needs_decree and outcome.unused_decrees == 1
    assert Simulation(solo()).sector == 0, "before a worker is placed"


def test_what_an_outcome_leaves_open_is_counted_through() -> None:
    def two_choices(play: Simulation) -> None:
        for question, options in (("first", "ab"), ("second", "xyz")):
            taken = play.choose(simulation.YOU, question, options, str.upper)
            play.say(question, taken)

    results = [outcome for outcome in simulation.outcomes(two_choices, solo())]
    words = ["".join(str(step.words) for step in outcome.steps) for outcome in results]
    assert words == ["ax", "ay", "az", "bx", "by", "bz"]
    assert len(list(simulation.outcomes(two_choices, solo(), most=4))) == 4
    assert results[2].decisions == (
        Decision("you", "first", ("A", "B"), 0), Decision("you", "second", ("X", "Y", "Z"), 2),
    )  # fmt: skip
    scripted = simulation.follow(two_choices, solo(), script=[1])
    assert [step.words for step in scripted.steps] == ["b", "x"]


def test_all_outcomes_are_different_decisions_and_the_first_takes_the_first() -> None:
    results = list(
        simulation.outcomes(procedure.surprise, position("done=1 him.wet=30 him.coins=30"), most=50)
    )
    taken = [tuple(decision.taken for decision in outcome.decisions) for outcome in results]
    assert len(set(taken)) == len(taken) and set(taken[0]) <= {0}


def test_an_outcome_says_which_house_defaults_it_rests_on() -> None:
    outcome = simulation.Outcome(solo(), (simulation.MoveStep("builds", "a guard"),), (), False, 0)
    assert simulation.unverified(outcome) == ("organizer",)
