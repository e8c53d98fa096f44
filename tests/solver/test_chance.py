"""The generic chance core solves a game with a known answer."""

from fractions import Fraction

import pytest

from solver.chance import Chance, Choice, End, Expectimax
from tests.solver import yahtzee

State = tuple[str, int]


def reroll_once(state: State) -> End | Chance[State] | Choice[State]:
    """A die is thrown; it may be thrown again once, then it counts."""
    kind, value = state
    if kind == "start":
        return Chance([(1, ("thrown", face)) for face in range(1, 7)])
    if kind == "thrown":
        return Choice([("kept", value), ("again", 0)])
    if kind == "again":
        return Chance([(1, ("kept", face)) for face in range(1, 7)])
    return End(value)


def test_a_die_that_may_be_thrown_again_once_is_worth_four_and_a_quarter() -> None:
    game = Expectimax(reroll_once)
    assert game.value(("start", 0)) == Fraction(17, 4)
    spread = game.distribution(("start", 0))
    assert sum(spread.values()) == 1
    assert spread[Fraction(6)] == Fraction(1, 6) + Fraction(1, 2) * Fraction(1, 6)
    assert sum(value * chance for value, chance in spread.items()) == Fraction(17, 4)


@pytest.mark.slow
@pytest.mark.parametrize(("forced", "known"), [(True, 254.587729), (False, 254.589609)])
def test_solitaire_yahtzee_is_worth_what_is_known(forced: bool, known: float) -> None:
    """The two joker rules; values that three independent programs agree on."""
    assert yahtzee.value(yahtzee.kernels(), forced=forced) == pytest.approx(known, abs=1e-6)
