"""The scoring pad: marks of a position and back."""

from __future__ import annotations

import pytest

from pencilwright import games
from pencilwright.games import sheets
from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import marks, scoring
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.setup import draw
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


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (1, ["yellow", "purple"]),
        (2, ["yellow", "purple"]),
        (3, ["yellow", "purple", "green"]),
        (0, [*COLOURS]),
    ],
)
def test_on_an_empty_pad_all_who_may_play_have_nothing(players: int, colours: list[str]) -> None:
    drawn = draw("pad", players=players) if players else None
    sheet = sheets.read(games.game("terracotta-army"), {}, drawn)
    assert sheet.problems == () and [player.colour for player in sheet.state.players] == colours
    assert [score.total for _, score in scoring.scores(sheet.state)] == [0] * len(colours)


def test_two_ticks_for_a_digit_name_both_boxes_and_clearing_one_mends_it() -> None:
    game = games.game("terracotta-army")
    ticks = ("vp.green.goods.tens.2", "vp.green.goods.tens.7")
    values = dict.fromkeys((*ticks, "vp.blue.track.hundreds.1"), "ticked")
    (problem,) = sheets.read(game, values, None).problems
    assert (problem.marks, str(problem.rule), problem.nearest) == (
        ticks, "2 boxes are ticked for one digit", "70",
    )  # fmt: skip
    (mended,) = sheets.with_remedies(game, values, None, (problem,)).problems
    assert mended.remedy is not None and dict(mended.remedy.marks) == {ticks[0]: ""}


def test_a_field_of_the_state_is_shown_by_its_player_s_marks() -> None:
    of_green = [mark.id for mark in marks.MARKS if ".green" in mark.id]
    assert [*marks.marks_of_field("players.green.score")] == of_green
    assert [*marks.marks_of_field("players")] == [mark.id for mark in marks.MARKS]
    assert marks.marks_of_field("total.blue") == ("total.blue",)
    assert marks.marks_of_field("vp.blue.track.hundreds") == tuple(
        f"vp.blue.track.hundreds.{digit}" for digit in marks.HUNDREDS
    )
    assert marks.marks_of_field("vp.blue.track.ten") == marks.marks_of_field("grid.A1") == ()


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
