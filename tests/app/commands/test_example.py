"""An example is a legal position that its own commands understand."""

import json

import pytest

from pencilwright.app.commands import example
from pencilwright.games import GAMES, game
from tests.app.doors import Door

TROYES = game("troyes-dice")


@pytest.mark.parametrize("known", GAMES)
@pytest.mark.parametrize("share", [0, 0.1, 0.3, 1])
def test_an_example_scores_without_a_fault(known: str, share: float, door: Door) -> None:
    left = round(share * GAMES[known].examples.LEFT[1])
    assert door(f"example {known} --left {left} -o a.json").out == "wrote a.json\n"
    door("score a.json")


@pytest.mark.parametrize(("left", "known"), [(0, 0), (1, 1), (4, 4), (5, 1), (16, 1)])
def test_dice_of_up_to_four_half_days_are_rolled_in_advance(left: int, known: int) -> None:
    state = example.position(TROYES, "3", left)
    assert len(state.table.rolls) == known
    assert TROYES.room("rules").OVER - TROYES.room("vectors").half_index(state.table) == left


def test_the_same_seed_gives_the_same_position_as_a_line_too(door: Door) -> None:
    lines = [door(f"example troyes-dice --seed {seed}").out for seed in "aab"]
    assert lines[0] == lines[1] != lines[2]
    line = door("example troyes-dice --seed a --text").out
    assert line.count("\n") == 1 and TROYES.parse(line) == TROYES.parse(lines[0])


def test_the_simple_player_scores_as_people_do() -> None:
    totals = [
        TROYES.room("scoring").score(example.position(TROYES, str(seed), 0)).total for seed in range(12)
    ]
    assert 38 <= sum(totals) / len(totals) <= 55


def test_an_example_fits_the_published_schema(door: Door) -> None:
    schema = json.loads(door("schema troyes-dice").out)
    assert schema["$schema"].startswith("https://json-schema.org/")
    state = json.loads(TROYES.to_json(example.position(TROYES, "1", 3)))
    assert set(state) <= set(schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"])
