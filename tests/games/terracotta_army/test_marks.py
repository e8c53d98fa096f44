"""The scoring pad: marks of a position and back."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import marks, scoring
from pencilwright.games.terracotta_army.example import example
from tests.games.terracotta_army.helpers import table


@pytest.mark.parametrize("seed", range(6))
def test_a_pad_reads_back_the_totals(seed: int) -> None:
    found = example(seed, seed % 2, players=2 + seed % 3)
    ticked = marks.to_marks(found)
    read, wrong = marks.read(ticked, found.setup)
    totals = {
        player.colour: score.total
        for player, (_, score) in zip(found.players, scoring.scores(found), strict=True)
    }
    assert wrong == () and {player.colour: player.score for player in read.players} == totals
    assert set(ticked) <= {mark.id for mark in marks.MARKS}


def test_a_blank_pad_has_no_marks_and_two_ticks_for_a_digit_are_a_fault() -> None:
    assert marks.to_marks(marks.read({})[0]) == {}
    read, wrong = marks.read({"vp.yellow.track.ones.3": "ticked", "vp.yellow.track.ones.5": "ticked"})
    assert read.players[0].score == 5 and [problem.field for problem in wrong] == ["vp.yellow.track.ones"]
    for values, words in (({"vp.pink": "ticked"}, "no mark"), ({"vp.yellow.track.ones.3": "x"}, "blank or")):
        with pytest.raises(InputError, match=words):
            marks.read(values)
    rich = table(2)
    rich.players[0].score = 600
    with pytest.raises(InputError, match="room for 0 to 499"):
        marks.to_marks(rich)
