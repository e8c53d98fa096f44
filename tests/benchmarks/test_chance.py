"""The generic core of chance and choice, on games whose values are known."""

from __future__ import annotations

from fractions import Fraction

import pytest

from benchmarks import chance, yahtzee_game
from benchmarks.chance import Chance, Choice, End, Expectimax, GraphBuilder
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels

FREE_JOKER = 254.589609
FORCED_JOKER = 254.587729
ONE_DIE = 1 - Fraction(5, 6) ** 3  # that a die shows a face within three throws
ONE_YAHTZEE = Fraction(347897, 7558272)  # of a Yahtzee within three throws, 4.6029 %


def again_or_stop(state: tuple[int, int]) -> End | Chance[tuple[int, int]] | Choice[tuple[int, int]]:
    """A die may be thrown again; state: (throws left, what shows), 0 before a throw, negative to stop."""
    left, shows = state
    if shows == 0:
        return Chance([(1, (left, face)) for face in range(1, 7)])
    if shows < 0 or left == 0:
        return End(abs(shows))
    return Choice([(left, -shows), (left - 1, 0)])


def test_a_die_thrown_up_to_three_times_is_worth_14_thirds() -> None:
    game = Expectimax(again_or_stop)
    assert [game.value((left, 0)) for left in range(3)] == [Fraction(7, 2), Fraction(17, 4), Fraction(14, 3)]


def test_the_distribution_of_best_play_has_the_value_as_its_mean() -> None:
    game = Expectimax(again_or_stop)
    spread = game.distribution((2, 0))
    assert sum(spread.values()) == 1
    assert sum(value * share for value, share in spread.items()) == game.value((2, 0))
    assert spread[Fraction(6)] == Fraction(1, 6) + Fraction(4, 6) * (Fraction(1, 6) + Fraction(3, 6) / 6)


def test_equal_states_are_followed_once() -> None:
    followed: list[int] = []

    def follow(state: int) -> End | Chance[int] | Choice[int]:
        followed.append(state)
        return End(state) if state >= 60 else Chance([(1, state + 1), (3, state + 2)])

    game = Expectimax(follow)
    assert 60 < game.value(0) < 61
    assert sorted(followed) == list(range(62))


def test_a_graph_of_chances_and_choices_agrees_with_exact_fractions() -> None:
    builder = GraphBuilder(6)
    node = builder.chance([(1, end) for end in range(6)])
    for _ in range(2):
        node = builder.chance([(1, builder.choice([end, node])) for end in range(6)])
    speed = compiled.load([chance], ["evaluate"], plain=True)
    graph = builder.graph(speed)
    unit = 1 << 40
    values = [unit * (end + 1) for end in range(6)] + [0] * (graph.shape[1] - 6)
    speed.evaluate(graph, values)
    assert 0 <= Fraction(14, 3) - Fraction(values[node], unit) < Fraction(3, unit)


def test_equal_nodes_are_merged_and_a_node_with_one_link_is_that_link() -> None:
    builder = GraphBuilder(3)
    assert builder.chance([(1, 0), (2, 1)]) == builder.chance([(2, 1), (1, 0)]) == 3
    assert builder.chance([(1, 0), (1, 1), (1, 1)]) == 3
    assert builder.choice([2, 0]) == builder.choice([0, 2, 2]) == 4
    assert builder.choice([1, 1]) == 1
    assert builder.chance([(5, 2)]) == 2
    assert len(builder.nodes) == 2


def test_a_turn_of_yahtzee_makes_a_yahtzee_as_often_as_is_known() -> None:
    """The plain text of the kernel, and the graph of a turn that the whole game uses."""
    speed = compiled.load([chance], ["evaluate"], plain=True)
    graph = yahtzee_game.turn().graph(speed)
    unit = 6**15  # three throws of five dice: no rounding
    values = speed.vector(graph.shape[1])
    for at, roll in enumerate(yahtzee_game.ROLLS):
        for box in range(yahtzee_game.BOXES):
            values[13 * at + box] = unit if roll[0] == roll[4] else 0
    speed.evaluate(graph, values)
    assert Fraction(values[-1], unit) == ONE_YAHTZEE


@pytest.fixture(scope="module")
def speed() -> Kernels:
    return yahtzee_game.kernels()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("box", "upper", "worth"),
    [
        (yahtzee_game.YAHTZEE, 0, 50 * ONE_YAHTZEE),
        (0, 0, 5 * ONE_DIE),
        (0, 62, 5 * ONE_DIE + 35 * (1 - (1 - ONE_DIE) ** 5)),
    ],
    ids=["Yahtzee", "ones", "ones and the bonus"],
)
def test_the_last_box_is_worth_what_a_turn_makes_of_it(
    speed: Kernels, box: int, upper: int, worth: Fraction
) -> None:
    graph = yahtzee_game.turn().graph(speed)
    game = yahtzee_game.new_game(speed, graph, forced=False)
    speed.solve_all(game, graph, 0, 1 + yahtzee_game.BOXES)
    filled = (1 << yahtzee_game.BOXES) - 1 - (1 << box)
    result = game.values[(64 * filled + upper) * 2] / yahtzee_game.UNIT
    assert result == pytest.approx(float(worth), abs=1e-9)


@pytest.mark.long
def test_solitaire_yahtzee_with_the_free_choice_joker_is_worth_what_is_known(speed: Kernels) -> None:
    assert yahtzee_game.value(speed, forced=False) == pytest.approx(FREE_JOKER, abs=1e-6)


@pytest.mark.long
def test_solitaire_yahtzee_with_the_forced_joker_is_worth_what_is_known(speed: Kernels) -> None:
    assert yahtzee_game.value(speed, forced=True) == pytest.approx(FORCED_JOKER, abs=1e-6)
