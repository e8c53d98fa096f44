"""The scoring pad: every position goes to marks and back with the same final points."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.tianxia import legality, marks
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.marks import read, to_marks
from pencilwright.games.tianxia.scoring import score, scores
from pencilwright.games.tianxia.setup import draw
from pencilwright.games.tianxia.state import State
from tests.games.tianxia.positions import final_14_3
from tests.refusals import has, noted, refused


def totals(position: State) -> list[int]:
    return [entry.total for entry in score(position).players.values()]


def from_marks(values: Mapping[str, str]) -> State:
    """The position of a pad with nothing wrong."""
    state, problems = read(values)
    assert problems == ()
    return state


def recorded(position: State) -> State:
    """What the pad keeps of a position."""
    return read(to_marks(position), position.setup)[0]


def test_the_example_of_three_players_is_scored_the_same_from_its_pad() -> None:
    state = from_marks(to_marks(final_14_3()))
    assert totals(state) == [111, 106, 111]
    assert score(state).winners == "A"
    assert score(state).tie_break == "walls"


@given(st.integers(0, 2**32), st.sampled_from([3, 4]))
def test_a_position_is_scored_the_same_from_its_pad(seed: int, players: int) -> None:
    position = example(seed, 0, players=players)
    stored = recorded(position)
    assert totals(stored) == totals(position)
    assert recorded(stored) == stored
    assert stored.over


def test_a_number_without_room_is_refused() -> None:
    many = final_14_3()
    many = msgspec.structs.replace(
        many, players=(msgspec.structs.replace(many.players[0], points=999, coin=100),)
    )
    with refused(
        "marks.no_room",
        mark="tianxia.mark.count column=(plain one=B) what=(tianxia.count.coin)",
        most=99,
        n=100,
    ):
        to_marks(many)


def test_of_a_hand_the_pad_has_the_cards_that_score() -> None:
    written = to_marks(final_14_3())
    assert [written[f"p1.goal.{n}"] for n in (1, 2, 3)] == ["10", "15", "28"]
    state, (problem, *more) = read({"p1.goal.1": "8", "p1.goal.3": "8", "p1.goal.2": "29"})
    assert state.players[0].goals == ("OB8", "OB28") and more[0].marks == ("p1.goal.3",)
    assert noted(problem.rule) == "pad.too_much most=28 n=29"
    assert noted(more[0].rule) == "tianxia.problem.twice card=OB8 column=A"


def test_governors_are_counted_by_region() -> None:
    state = from_marks({"p1.governor.qin": "2", "p2.governor.qin": "3", "p2.governor.han": "1"})
    assert state.governors == {"qin1": "AB", "qin2": "AB", "qin3": "B", "han1": "B"}


@pytest.mark.parametrize(
    ("mark", "written", "read_as", "rule"),
    [
        ("p1.jade", "7", "6", "pad.too_much most=6 n=7"),
        ("p1.governor.qi", "2", "1", "pad.too_much most=1 n=2"),
        ("p1.coin", "1l", "", "pad.no_number text=1l"),
        ("p1.sum.total", "x", "", "pad.no_number text=x"),
    ],
)
def test_what_is_no_number_and_what_cannot_be_are_told(
    mark: str, written: str, read_as: str, rule: str
) -> None:
    state, (problem,) = read({"p1.points": "30", mark: written})
    assert (noted(problem.rule), problem.marks) == (rule, (mark,))
    assert to_marks(state).get(mark, "") == read_as


def test_names_are_kept_and_other_words_are_not() -> None:
    state = from_marks({"p2.name": "天下", "p2.jade": "3", "p2.sum.total": "99", "date": "today"})
    (player,) = state.players
    assert (player.letter, player.name, player.jade, player.points) == ("B", "天下", 3, 0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"p1.jad": "3"}, "hint.near name=p1.jade said=(marks.unknown mark=p1.jad)"),
        ({"p1.winner": "struck"}, "marks.value mark=p1.winner value=struck words=(quoted text=circled)"),
    ],
)
def test_an_unknown_mark_or_value_is_refused(values: dict[str, str], message: str) -> None:
    with refused(message):
        read(values)


def test_a_blank_pad_has_no_players_and_no_score() -> None:
    for values in ({}, {"p1.name": "A", "p2.sum.total": "9", "p3.winner": "circled"}):
        state, problems = read(values)
        assert (state.players, problems, to_marks(state)) == ((), (), {})
        assert (scores(state), score(state).winners) == ((), "")


def test_two_players_at_one_place_and_gaps_are_told() -> None:
    both = {"p1.palace.red.1": "circled", "p2.palace.red.1": "circled"}
    _, (problem,) = read(both)
    assert problem.field == "p2.palace.red.1"
    assert has(problem.rule, "tianxia.rule.shared place=1 track=(tianxia.track.red)")
    assert (problem.marks, noted(problem.nearest)) == (
        tuple(both),
        "tianxia.problem.shared.nearest column=A place=1",
    )
    gap = {"p1.palace.red.4": "circled"}
    state, (problem,) = read(gap)
    assert problem.field == "p1.palace.red.4"
    assert has(problem.rule, "tianxia.problem.gap missing=2 place=4 track=(tianxia.track.red)")
    assert state.palace.red.order == "NA"


def circles(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "circled")


def told(values: Mapping[str, str]) -> list[tuple[str, str, tuple[str, ...]]]:
    """What is wrong with a pad: rule, nearest reading, marks."""
    return [(noted(item.rule), noted(item.nearest), item.marks) for item in read(values)[1]]


@pytest.mark.parametrize(
    ("one", "others", "order", "near"),
    [
        ((1, 2), {2: 2, 3: 3, 4: 4}, "ABCD", "one n=1"),
        ((2, 3), {2: 1, 3: 3, 4: 4}, "BACD", "one n=2"),
        ((1, 4), {2: 1, 3: 2, 4: 3}, "BCDA", "one n=4"),
        ((1, 2), {2: 1, 3: 2, 4: 3}, "BCD", "none n=0"),
        ((3, 4), {2: 1, 3: 2}, "BCAN", "one n=3"),
    ],
)
def test_of_two_places_the_one_is_read_that_keeps_most_marks(
    one: tuple[int, int], others: dict[int, int], order: str, near: str
) -> None:
    both = tuple(f"p1.palace.blue.{place}" for place in one)
    values = circles(*both, *(f"p{column}.palace.blue.{place}" for column, place in others.items()))
    assert read(values)[0].palace.blue.order == order
    rule = "marks.several n=2 reason=(tianxia.rule.places column=A track=(tianxia.track.blue))"
    assert told(values) == [(rule, f"tianxia.problem.places.{near}", both)]


def test_a_name_that_cannot_be_printed_is_read_without_what_cannot_and_breaks_no_rule() -> None:
    for name, known in (("A\u202eda", "Ada"), ("A\tda\r", "A da"), ("x" * 300, "x" * 100)):
        state, problems = read({"p1.jade": "1", "p1.name": name})
        assert (state.players[0].name, problems) == (known, ())


def test_columns_left_out_stay_empty() -> None:
    values = {"p2.coin": "3", "p4.jade": "2", "p4.goal.1": "7"}
    values |= circles("p2.palace.red.1", "p4.palace.red.2")
    state = from_marks(values)
    assert [owner.letter for owner in state.players] == ["B", "D"]
    assert to_marks(state) == values


def test_problems_of_the_table_name_marks_of_the_right_column() -> None:
    values = {"p2.goal.3": "7", "p4.goal.1": "7", "p4.walls.1": "3", "p4.walls.2": "4", "p1.coin": "1"}
    problems = {problem.field: problem.marks for problem in legality.problems(read(values)[0])}
    assert problems["players[2].goals"] == tuple(f"p{who}.goal.{n}" for who in (2, 4) for n in (1, 2, 3))
    assert problems["wall"] == ("p4.walls.1", "p4.walls.2")


def test_more_players_than_the_setup_has_are_the_emptiest_columns() -> None:
    values = to_marks(example(5, 0)) | {"p4.tiles": "3"}
    (problem,) = legality.problems(read(values, draw(1, players=3))[0])
    assert problem.marks == ("p4.tiles",)
    (problem,) = legality.problems(read({"p1.jade": "1", "p3.jade": "1"}, draw(1, players=3))[0])
    assert problem.marks == ("p2.name", "p4.name")


@pytest.mark.parametrize(
    ("field", "first", "count"),
    [
        ("p1.jade", "p1.jade", 1),
        ("players[1].goals", "p2.goal.1", 3),
        ("players[1].ships.qi", "p2.ship.qi", 1),
        ("players[0].silk", "p1.goods", 1),
        ("players[2].name", "p3.name", 1),
        ("players", "p1.name", 4),
        ("palace.white.order", "p1.palace.white.1", 16),
        ("wall", "p1.walls.1", 32),
        ("wall[3].towers", "p1.towers.4", 4),
        ("governors", "p1.governor.qin", 28),
        ("governors.qin1", "p1.governor.qin", 4),
    ],
)
def test_a_field_of_the_state_has_its_marks(field: str, first: str, count: int) -> None:
    result = marks.marks_of_field(field)
    assert (result[0], len(result)) == (first, count)
    assert {mark.id for mark in marks.MARKS} >= set(result)
    assert marks.marks_of_field("plan.save") == ()


def test_the_neutral_marker_takes_the_first_free_place_with_fewer_than_four_players() -> None:
    values = circles("p1.palace.red.1", "p2.palace.red.3") | {"p3.jade": "1"}
    assert from_marks(values).palace.red.order == "ANB"
    four = values | circles("p4.palace.red.2")
    assert from_marks(four).palace.red.order == "ADB"
