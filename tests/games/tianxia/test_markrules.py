"""The rules of the pad's marks hold on every legal pad and are broken by what the game refuses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.markrules import holds
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.markrules import mark_rules
from pencilwright.games.tianxia.marks import MARKS, to_marks
from tests.games.tianxia.positions import final_14_3

RULES = mark_rules(None)


@given(st.integers(0, 2**32), st.sampled_from([3, 4]))
def test_every_legal_pad_obeys_them(seed: int, players: int) -> None:
    marked = to_marks(example(seed, 0, players=players))
    assert all(holds(rule, marked) for rule in RULES)


def test_they_speak_only_of_marks_that_there_are() -> None:
    known = {mark.id for mark in MARKS}
    assert {mark for rule in RULES for term in rule.terms for mark in term.marks} <= known


def test_two_places_break_a_rule() -> None:
    assert all(holds(rule, to_marks(final_14_3())) for rule in RULES)
    two = dict.fromkeys(("p1.palace.red.1", "p1.palace.red.2", "p2.palace.red.2"), "circled")
    assert [str(rule.reason) for rule in RULES if not holds(rule, two)] == [
        "player 1 has one place on the red track",
        "one player has place 2 on the red track",
    ]
