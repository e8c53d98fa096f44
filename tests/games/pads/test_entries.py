"""What people write into a pad: in a file, in a line of text, as commands; and what cannot stand there."""

import json
from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.pads import plain
from pencilwright.games.pads.game import Setup, State, failures, filled_examples, game_of
from tests.games.pads.gallery import PADS, TEXTS
from tests.games.pads.test_scores import state
from tests.refusals import has, noted, refused

MINE = """pad = "mine"
name = "Mine"
players = "1..3"
layout = "columns"
[values]
each = 2
[tables]
prizes = [5, 3]
[[row]]
id = "r"
name = "R"
repeat = 2
box = [{ id = "w", write = "1..9" }, { id = "t", tick = ["x", "y"] }, { id = "c", circle = ["won", "2"] },
  { id = "k", tick = ["1", "5"] }]
points = "w + (PUT)"
[[row]]
id = "total"
name = "Total"
let.half = "all_points // 2"
reckon = "all_points"
"""


def made(sum_: str) -> list[int]:
    """Totals of a pad with a sum for each of two rows: 3 and 4 written, x ticked, "won" circled."""
    rooms = game_of(MINE.replace("PUT", sum_))
    marks = plain.entries(rooms.pad, [{"w": [3, 4], "t": [["x"]], "c": ["won", "2"], "k": [["1", "5"], []]}])
    return [score.total for _, score in rooms.scores(State(marks, None, rooms.STANDARD))]


# --- entries ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "marks"),
    [
        ({"name": "Ana", "worth_of": [0, 22]}, {"name.a": "Ana", "worth_of.2.a": "22"}),
        ({"name": ""}, {}),
        ({"lost": [1, 0, ["–"]]}, {"lost.1.a": "ticked", "lost.3.a": "ticked"}),
        ({"lost": ["–", "", []]}, {"lost.1.a": "ticked"}),
        ({"total": -146}, {"total.a": "146", "total.minus.a": "ticked"}),
        ({"total": 0}, {"total.a": "0"}),
    ],
)
def test_a_box_is_a_number_how_many_are_ticked_or_what_is_marked(
    player: dict[str, Any], marks: dict[str, str]
) -> None:
    pad = PADS["skat"].pad
    assert plain.entries(pad, [player]) == marks
    (again,) = plain.players(pad, marks) or ({},)
    assert plain.entries(pad, [again]) == marks


def test_a_pad_of_three_has_no_place_for_a_fourth() -> None:
    with refused("pad.entry.players", most=3, n=4):
        plain.entries(PADS["skat"].pad, [{}] * 4)


def test_a_line_of_text_names_the_player_and_then_boxes() -> None:
    rooms = PADS["skat"]
    line = "a: worth_of.1=48 b: worth_of.2=22 lost.2 total=146 total.minus"
    marks = plain.parse_text(rooms.pad, line)
    assert marks["lost.2.b"] == marks["total.minus.b"] == "ticked" and marks["worth_of.1.a"] == "48"
    assert plain.parse_text(rooms.pad, plain.to_text(rooms.pad, marks | {"name.a": "Ana"})) == marks


# --- rooms --------------------------------------------------------------------------------------------------


def test_commands_of_a_player_fill_boxes_and_what_cannot_be_is_refused() -> None:
    rooms = PADS["skat"]
    begin = rooms.start(rooms.draw(1), rooms.STANDARD)
    after = rooms.apply_actions(begin, "b", ["worth_of.1=48", "lost.1"])
    assert after.marks == {"worth_of.1.b": "48", "lost.1.b": "ticked"} and begin.marks == {}
    points = rooms.MEASURES["points"]
    assert [points(after, seat) for seat in "abc"] == [40, -146, 40]
    with pytest.raises(InputError) as caught:
        rooms.apply_actions(begin, "b", ["worth_of.1=17"])
    assert caught.value.field == "worth_of.1.b"
    for do in (lambda: rooms.apply_actions(begin, "d", []), lambda: points(begin, "d")):
        with refused("pad.no_player", seat="d"):
            do()


def test_a_pad_draws_nothing_but_how_many_play() -> None:
    rooms = PADS["quiz"]
    assert rooms.draw(1) == rooms.draw(2) == Setup(5) and rooms.draw(1, players=3) == Setup(3)
    assert [(noted(row.what), row.lines) for row in rooms.rows(Setup(3))] == [("pad.setup.players", ("3",))]
    assert rooms._seats(2) == 2
    for do in (
        lambda: rooms.draw(1, players=6),
        lambda: rooms._seats(1),
        lambda: rooms.parse_fixed(["R1=x"]),
    ):
        with pytest.raises(InputError):
            do()


def test_marks_of_a_column_that_does_not_play_are_named() -> None:
    rooms = PADS["quiz"]
    marks = {"right.1.a": "5", "right.1.e": "7"}
    (problem,) = rooms.problems(State(marks, Setup(4), rooms.STANDARD))
    assert problem.marks == ("right.1.e",) and has(problem.rule, "marks.not_playing who=E")
    assert rooms.problems(State(marks, Setup(5), rooms.STANDARD)) == []


def test_names_on_a_pad_are_those_of_the_score_and_an_only_player_is_known() -> None:
    rooms = PADS["quiz"]
    alone = state("quiz", {"name.a": "Ana", "right.1.a": "5"})
    assert rooms.player_of(alone) == "Ana" and [name for name, _ in rooms.scores(alone)] == ["Ana"]
    two = state("quiz", {"name.a": "Ana", "right.1.a": "5", "right.1.b": "5"})
    assert rooms.player_of(two) == ""
    assert [noted(name) if not isinstance(name, str) else name for name, _ in rooms.scores(two)] == [
        "Ana", "pad.player who=B",
    ]  # fmt: skip


def test_the_guess_decides_a_tie() -> None:
    rooms = PADS["quiz"]
    scores = [score for _, score in rooms.scores(state("quiz", {"guess.a": "9", "guess.b": "3"}))]
    assert [score.total for score in scores] == [0, 0]
    assert [[tie.value for tie in score.ties] for score in scores] == [
        [9] * len(rooms.pad.file.ties), [3] * len(rooms.pad.file.ties),
    ]  # fmt: skip


def test_house_rules_are_a_file_to_edit_that_changes_nothing_as_it_is_written() -> None:
    rooms = PADS["yatzy"]
    assert rooms.load(rooms.write()).values == rooms.STANDARD.values
    assert [line.key for line in rooms.value_lines()] == list(rooms.pad.file.values)
    changed = rooms.load("bonus_worth = 35")
    assert changed.values["bonus_worth"] == 35 and changed.unverified == ()


def test_a_schema_names_every_box_and_how_often_it_stands_there() -> None:
    fields = PADS["skat"].schema()["$defs"]["Position"]["properties"]["players"]
    assert fields["maxItems"] == 3
    boxes = fields["items"]["properties"]
    assert boxes["worth_of"]["maxItems"] == 12 and boxes["total"]["minimum"] == -9999
    assert set(boxes) == {"name", *PADS["skat"].pad.place}


def test_a_text_is_json_or_begins_with_the_code_of_the_pad() -> None:
    rooms = PADS["skat"]
    with_setup = State({"worth_of.1.a": "48"}, Setup(3), rooms.STANDARD)
    without = State(with_setup.marks, None, rooms.STANDARD)
    for item in (with_setup, without):
        assert rooms.parse(rooms.to_text(item)) == item == rooms.parse(rooms.to_json(item))
    assert rooms.parse_text(rooms.SETUPS.prefix).marks == {}
    data = json.loads(rooms.to_json(with_setup))
    data["players"][0]["name"] = "A\u200bna"
    with pytest.raises(InputError) as caught:
        rooms.parse(json.dumps(data))
    assert caught.value.field == "players[0].name"


# --- examples of a file -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "total = [112, -146, 40]",
            "total = [112, -146, 41]",
            "pad.example.total expected=[112, -146, 41] right=[112, -146, 40]",
        ),
        ("lost = [1] }, {}]", "lost = [1], won_games = 1 }, {}, {}]", "pad.entry.players most=3 n=4"),
        ("worth_of = [48]", 'worth_of = ["x"]', "pad.entry.value name=worth_of"),
        ("worth_of = [48], lost", "lost", "pad.example.problems expected=- found=[lost.1.b]"),
    ],
)
def test_an_example_that_does_not_hold_is_told_with_what_is_right(old: str, new: str, words: str) -> None:
    text = TEXTS["skat"]
    assert text.count(old) == 1
    pad = game_of(text.replace(old, new)).pad
    told = failures(pad)
    assert "says='a grand with one" in noted(told[0]) and any(has(item, words) for item in told)
    assert len(list(filled_examples(pad))) == len(pad.file.example) - ("pad.entry" in words)


# --- sums ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("0", 7),
        ("each", 11),
        ("seat", 9),
        ("n", 10),
        ("ticked(t, 'x')", 8),
        ("filled(c)", 9),
        ("5 if c == 'won' else 0", 12),
        ("sum(later(w))", 11),
        ("sum(earlier(w))", 10),
        ("before(w, 10)", 20),
        ("ranked(w, prizes)", 17),
        ("worth(k)", 13),
        ("last(k)", 12),
        ("sum(others(w))", 7),
        ("count(later(points))", 8),
    ],
)
def test_a_sum_sees_its_row_the_rows_around_it_and_the_others(text: str, total: int) -> None:
    assert made(text) == [total]


def test_points_that_are_several_numbers_are_refused() -> None:
    rooms = game_of(MINE.replace("w + (PUT)", "later(w)"))
    with refused("pad.at.row", line=15):
        rooms.scores(State({"w.1.a": "3"}, None, rooms.STANDARD))


def test_prizes_of_those_who_tie_are_shared_and_rounded_down() -> None:
    rooms = game_of(MINE.replace("PUT", "ranked(w, prizes)"))
    entries = plain.entries(rooms.pad, [{"w": [3, 9]}, {"w": [3, 1]}, {"w": [2]}])
    scores = [score.total for _, score in rooms.scores(State(entries, None, rooms.STANDARD))]
    assert scores == [3 + 4 + 9 + 5, 3 + 4 + 1 + 3, 2]


def test_what_decides_a_tie_stands_there_once() -> None:
    text = MINE.replace("PUT", "0").replace('"1..3"', '"1..10"\nties = ["total"]')
    assert game_of(text).pad.file.ties == ["total"]
