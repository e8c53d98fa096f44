"""The rules of the pad's marks hold on every legal pad and are broken by what the game refuses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.markrules import holds
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.markrules import mark_rules, number_rules
from pencilwright.games.tianxia.marks import MARKS, read, to_marks
from pencilwright.games.tianxia.scoring import score
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


@given(st.integers(0, 2**32), st.data())
def test_what_no_kept_card_counts_changes_no_points(seed: int, data: st.DataObject) -> None:
    marked = to_marks(example(seed, 0))
    rules = number_rules(None)
    chosen = data.draw(st.sampled_from(rules.chosen[:3]))
    cards = {int(marked.get(name, "0")) for name in chosen.choices}
    idle = [name for name, counting in chosen.counted.items() if not counting & cards]
    name = data.draw(st.sampled_from(idle))
    other = str(data.draw(st.integers(0, rules.most[name])))
    before, after = (score(read(marks)[0]).players for marks in (marked, marked | {name: other}))
    assert {who: entry.total for who, entry in after.items()} == {
        who: entry.total for who, entry in before.items()
    }


def test_each_kept_card_is_in_the_rules_with_what_it_counts() -> None:
    chosen = number_rules(None).chosen[1]
    assert chosen.choices == ("p2.goal.1", "p2.goal.2", "p2.goal.3")
    assert {name for name, cards in chosen.counted.items() if 22 in cards} == {"p2.ship.yan", "p2.ship.qi"}
    assert {name for name, cards in chosen.counted.items() if 20 in cards} == {"p2.tiles"}
    assert not any(1 in cards for cards in chosen.counted.values())  # it counts places on palace tracks
