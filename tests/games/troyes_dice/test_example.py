"""Example positions are legal, reached by decent play, and the same for ever."""

import pytest

from pencilwright.games import game
from pencilwright.games.troyes_dice import notation
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules, vectors
from tests.refusals import refused


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("left", range(17))
def test_an_example_is_a_legal_position_with_the_time_asked_for(left: int, expansion: bool) -> None:
    played = example(f"seed {left}", left, rolls=min(left, 2), expansion=expansion)
    assert game("troyes-dice").check(played) is played
    assert played.table is not None
    assert vectors.half_index(played.table) == 16 - left
    assert len(played.table.rolls) == min(left, 2)


def test_the_simple_player_reaches_what_decent_players_reach() -> None:
    scores = [rules.final_score(vectors.sheet_vector(example(seed, 0, rolls=0).sheet)) for seed in range(40)]
    assert 40 <= sum(scores) / len(scores) <= 60


def test_an_example_is_pinned() -> None:
    assert notation.to_text(example(7, 1)) == notation.to_text(example("7", 1))
    assert notation.to_text(example(7, 2, rolls=2)).startswith("TD1-0000-1BN5-B8CQ 8am ")


@pytest.mark.parametrize(
    ("left", "rolls", "key"),
    [
        (17, 0, "setup.wrong.range"), (-1, 0, "setup.wrong.range"),
        (2, 3, "troyes.problem.rolls"), (2, -1, "troyes.problem.rolls"),
    ],
)  # fmt: skip
def test_time_and_dice_that_a_game_does_not_have_are_refused(left: int, rolls: int, key: str) -> None:
    with refused(key):
        example(1, left, rolls=rolls)
