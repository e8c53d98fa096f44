"""The scoring pad: marks of a position and back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pencilwright import games
from pencilwright.games import sheets
from pencilwright.games.terracotta_army import legality, marks, notation, paper, reading, scoring
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import Player
from tests.games.terracotta_army.helpers import table
from tests.refusals import noted, refused


@pytest.mark.parametrize("seed", range(6))
def test_a_pad_reads_back_the_totals(seed: int) -> None:
    result = example(seed, seed % 2, players=2 + seed % 3)
    ticked = marks.to_marks(result)
    read, wrong = marks.read(ticked, result.setup)
    totals = {
        player.colour: score.total
        for player, (_, score) in zip(result.players, scoring.scores(result), strict=True)
    }
    assert wrong == () and {player.colour: player.score for player in read.players} == totals
    assert set(ticked) <= {mark.id for mark in marks.MARKS}


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (1, ["purple", "yellow"]),
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


def test_two_winners_name_both_marks_and_clearing_one_mends_it() -> None:
    game = games.game("terracotta-army")
    winners = ("winner.green", "winner.blue")
    values = {**dict.fromkeys(winners, "circled"), "track.blue": "100"}
    (problem,) = sheets.read(game, values, None).problems
    assert (set(problem.marks), noted(problem.rule)) == (
        {*winners},
        "marks.several n=2 reason=(terracotta.problem.winners)",
    )
    (mended,) = sheets.with_remedies(game, values, None, (problem,))
    assert mended.remedy is not None
    ((cleared, value),) = mended.remedy.marks.items()
    assert cleared in winners and value == ""


@pytest.mark.parametrize(
    ("written", "points", "wrong"),
    [
        ("27", 27, None),
        (" 7", 7, None),
        ("２７", 27, None),
        ("-", 0, None),
        ("2l", 0, "pad.no_number text=2l"),
        ("1234", 999, "pad.too_much most=999 n=1234"),
    ],
)
def test_a_number_is_what_its_comb_holds(written: str, points: int, wrong: str | None) -> None:
    state, faults = marks.read({"goods.green": written, "track.green": "0"})
    assert [(player.colour, player.score) for player in state.players] == [("green", points)]
    assert [(noted(fault.rule), fault.marks) for fault in faults] == (
        [] if wrong is None else [(wrong, ("goods.green",))]
    )


def test_notes_after_rounds_are_not_added() -> None:
    state, faults = marks.read({"round.1.blue": "12", "round.4.blue": "60", "track.blue": "80"})
    assert faults == () and state.players[0].score == 80


def test_a_field_of_the_state_is_shown_by_its_player_s_marks() -> None:
    of_green = [mark.id for mark in marks.MARKS if ".green" in mark.id]
    assert [*marks.marks_of_field("players.green.score")] == of_green
    of_nobody = {"date", "table", marks.CHANCELLOR}
    assert {*marks.marks_of_field("players")} == {mark.id for mark in marks.MARKS} - of_nobody
    assert marks.marks_of_field("total.blue") == ("total.blue",)
    assert marks.marks_of_field("round.2") == tuple(f"round.2.{colour}" for colour in COLOURS)
    assert marks.marks_of_field("round.2.bl") == marks.marks_of_field("grid.A1") == ()


def test_a_blank_pad_has_no_marks_and_what_it_lacks_is_refused() -> None:
    assert marks.to_marks(marks.read({})[0]) == {}
    for values, words in (({"vp.pink": "3"}, "marks.unknown"), ({"winner.green": "x"}, "marks.value")):
        with refused(words):
            marks.read(values)
    rich = table(2)
    rich.players[0].score = 1600
    with refused("marks.no_room", most=999):
        marks.to_marks(rich)


FILLED = {"track": "88", "footmen": "8", "groups": "14", "lead": "5", "archers": "4", "goods": "3"}


def test_a_filled_pad_is_scored_row_by_row() -> None:
    written = {f"{row}.yellow": value for row, value in FILLED.items()} | {"total.yellow": "122"}
    state, faults = marks.read(written, draw("pad", players=1))
    his, (name, score) = scoring.scores(state)
    assert (noted(his[0]), his[1].total) == ("terracotta.player.chancellor", 0)
    assert faults == () and (noted(name), score.total) == ("terracotta.player.yellow", 122)
    assert [(line.points, noted(line.reason)) for line in score.lines] == [
        (88, "terracotta.score.track"),
        (8, "terracotta.pad.row.footmen"),
        (14, "terracotta.pad.row.groups"),
        (5, "terracotta.pad.row.lead"),
        (4, "terracotta.pad.row.archers"),
        (3, "terracotta.pad.row.goods"),
    ]
    assert marks.to_marks(state) == {mark: value for mark, value in written.items() if "total" not in mark}


def test_what_a_pad_showed_is_kept_by_both_forms_of_a_position() -> None:
    state, _ = marks.read({f"{row}.blue": value for row, value in FILLED.items()})
    assert notation.parse_text(notation.to_text(state)) == state == reading.parse(reading.to_json(state))
    assert legality.problems(replace(state, players=[*state.players, Player("green")])) == []


def test_rows_of_a_pad_belong_to_a_finished_game_and_to_its_score() -> None:
    for players, over in (
        ([Player("yellow", score=9, final=(1, 2, 3, 4, 5)), Player("blue")], True),
        ([Player("yellow", score=9, final=(1, 2)), Player("blue")], True),
        ([Player("yellow", score=90, final=(1, 2, 3, 4, 5)), Player("blue")], False),
    ):
        state = replace(marks.read({})[0], players=players, over=over)
        assert [problem.field for problem in legality.problems(state)].count("players.yellow.final") == 1


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            {"round.1.yellow": "8", "round.4.yellow": "61", "footmen.yellow": "20", "groups.yellow": "14"},
            "terracotta.problem.no_track.noted colour=(terracotta.player.yellow) last=4 n=5 value=61",
        ),
        ({"footmen.yellow": "20"}, "terracotta.problem.no_track colour=(terracotta.player.yellow) n=5"),
    ],
)
def test_an_empty_box_of_the_track_is_named(written: dict[str, str], said: str) -> None:
    _, (problem,) = marks.read(written, draw("pad", players=1))
    assert (noted(problem.rule), problem.marks) == (said, ("track.yellow",))


def test_a_column_without_a_mark_does_not_play() -> None:
    state, _ = marks.read({"track.purple": "30", "track.blue": "20"}, draw("pad", players=4))
    assert [player.colour for player in state.players] == ["purple", "blue"]


def test_a_pad_without_a_setup_says_that_the_chancellor_plays_and_he_wins_a_tie() -> None:
    seats = paper.DOCUMENTS["score-sheet"].seated
    assert seats is not None
    number = seats.number("blue, chancellor")
    printed = seats.printed(number)
    state, wrong = marks.read({**printed, "track.blue": "40", "footmen.blue": "5", "track.purple": "45"})
    assert wrong == () and [*legality.problems(state)] == []
    assert paper.data("score-sheet", None, seats=number)["columns"] == ("blue", "purple")
    (his, first), (other, second) = scoring.scores(state)
    assert (noted(his), noted(other)) == ("terracotta.player.chancellor", "terracotta.player.blue")
    assert first.total == second.total == 45 and first.ties[0].number > second.ties[0].number
    assert seats.printed(seats.number("blue,green,yellow")) == {}
