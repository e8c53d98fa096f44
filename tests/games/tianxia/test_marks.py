"""The scoring pad: every position goes to marks and back with the same final points."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import boxes_for
from pencilwright.games.tianxia import marks
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.marks import read, to_marks
from pencilwright.games.tianxia.scoring import score
from pencilwright.games.tianxia.state import State
from tests.games.tianxia.positions import final_14_3


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


def test_mark_ids_are_different_and_of_known_kinds() -> None:
    assert len({mark.id for mark in marks.MARKS}) == len(marks.MARKS)
    assert {mark.kind for mark in marks.MARKS} == set(marks.VALUES)


def test_the_example_of_three_players_is_scored_the_same_from_its_pad() -> None:
    state = from_marks(to_marks(final_14_3()))
    assert totals(state) == [111, 106, 111]
    assert score(state).winners == "A"
    assert score(state).tie_break == "walls"


@given(st.integers(0, 2**32), st.sampled_from([3, 4]))
def test_a_position_is_scored_the_same_from_its_pad(seed: int, players: int) -> None:
    position = example(seed, 0, players=players)
    kept = recorded(position)
    assert totals(kept) == totals(position)
    assert recorded(kept) == kept
    assert kept.over


@pytest.mark.parametrize("boxes", [marks.POINT_BOXES, marks.COUNT_BOXES, marks.SHIP_BOXES, marks.TOWER_BOXES])
def test_every_number_up_to_the_sum_of_the_boxes_can_be_ticked(boxes: tuple[int, ...]) -> None:
    for number in range(sum(boxes) + 1):
        assert sum(boxes_for(number, boxes, "x")) == number


def test_a_number_without_room_is_refused() -> None:
    with pytest.raises(InputError, match="x is 42; the boxes of the sheet go to 41"):
        boxes_for(42, marks.COUNT_BOXES, "x")
    many = final_14_3()
    many = msgspec.structs.replace(many, players=(msgspec.structs.replace(many.players[0], points=300),))
    with pytest.raises(InputError, match=r"players\[0\].points is 300"):
        to_marks(many)


def test_names_are_kept_and_other_words_are_not() -> None:
    state = from_marks({"p2.name": "天下", "p2.jade.3": "ticked", "p2.sum.total": "99"})
    (player,) = state.players
    assert (player.letter, player.name, player.jade, player.points) == ("B", "天下", 3, 0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"p1.jad.3": "ticked"}, "did you mean 'p1.jade.3'"),
        ({"p1.jade.3": "struck"}, "it is blank or 'ticked'"),
        ({"p1.jade.3": "ticked", "p1.jade.4": "ticked"}, "has 3 and 4 ticked; a player has one number"),
        ({"p1.palace.red.1": "ticked", "p1.palace.red.2": "ticked"}, "one place on a track"),
    ],
)
def test_marks_that_say_two_things_are_refused(values: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(values)


def test_a_blank_pad_has_no_players_and_no_score() -> None:
    for values in ({}, {"p1.name": "A", "p2.sum.total": "9"}):
        state, problems = read(values)
        assert (state.players, problems, to_marks(state)) == ((), (), {})
        with pytest.raises(InputError, match="no players"):
            score(state)


def test_two_players_at_one_place_and_gaps_are_told() -> None:
    both = {"p1.palace.red.1": "ticked", "p2.palace.red.1": "ticked"}
    _, (problem,) = read(both)
    assert problem.field == "p2.palace.red.1"
    assert "ticked for two players" in problem.rule
    gap = {"p1.palace.red.4": "ticked"}
    state, (problem,) = read(gap)
    assert problem.field == "p1.palace.red.4"
    assert "nobody has place 2" in problem.rule
    assert state.palace.red.order == "NA"


def test_the_neutral_marker_takes_the_first_free_place_with_fewer_than_four_players() -> None:
    values = {"p1.palace.red.1": "ticked", "p2.palace.red.3": "ticked", "p3.jade.1": "ticked"}
    assert from_marks(values).palace.red.order == "ANB"
    four = values | {"p4.palace.red.2": "ticked"}
    assert from_marks(four).palace.red.order == "ADB"
