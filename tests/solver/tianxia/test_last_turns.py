"""The rest of round 4: the worked examples, the two cases that were wrong, and what holds of every answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pencilwright.games.tianxia.state import State
from pencilwright.solver.tianxia.last_turns.answer import Decision, best, everything
from tests.solver.tianxia import turn_examples as examples


def no_steps(decision: Decision) -> bool:
    """Return whether a decision is neither a palace step of a turn nor a barge turn."""
    return decision[0] not in ("step", "barge", "neutral")


def rice_alone(decision: Decision) -> bool:
    """Return whether a decision is no palace step of a turn, and no other barge than that of rice."""
    return decision[0] != "step" and (decision[0] not in ("barge", "neutral") or decision[2] == "rice")


def no_barges(decision: Decision) -> bool:
    """Return whether a decision is no barge turn."""
    return decision[0] not in ("barge", "neutral")


@pytest.mark.parametrize(
    ("state", "is_open", "nothing", "value"),
    [
        (examples.e1(), everything, 59, 79),
        (examples.e1(tile=True), everything, 59, 83),
        (examples.e2(), no_steps, 54, 65),
        (examples.e2(), rice_alone, 54, 69),
        (examples.e2(), no_barges, 54, 79),
        (examples.e2(flags=True), no_barges, 54, 86),
        (examples.e3(), everything, 44, 58),
        (examples.e4(), everything, 50, 57),
        (examples.e4(), lambda decision: decision[0] != "drop", 50, 53),
        (examples.e5(), everything, 40, 49),
        (examples.e5(p18=True), everything, 40, 53),
        (examples.e5(p18=True, card=True), everything, 47, 69),
        (examples.e6(), everything, 51, 67),
        (examples.e6(marker=True), everything, 51, 67),
    ],
    ids=[
        "E1",
        "E1-tile",
        "E2-bare",
        "E2-rice",
        "E2-steps",
        "E2-flags",
        "E3",
        "E4",
        "E4-kept",
        "E5",
        "E5-P18",
        "E5-OB28",
        "E6",
        "E6-marker",
    ],
)
def test_a_worked_example_is_worth_what_the_rules_file_says(
    state: State, is_open: Callable[[Decision], bool], nothing: int, value: int
) -> None:
    answer = best(state, "B", is_open)
    assert (answer.nothing, answer.value, answer.at_most) == (nothing, value, value)
