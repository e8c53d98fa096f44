"""The rules of the pad's marks hold on every legal pad and are broken by what the game refuses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.markrules import holds
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.markrules import NUMBER_RULES, RULES
from pencilwright.games.tianxia.marks import read, to_marks
from pencilwright.games.tianxia.scoring import score
from tests.games.tianxia.positions import final_14_3
from tests.refusals import noted


def test_two_places_break_a_rule() -> None:
    assert all(holds(rule, to_marks(final_14_3())) for rule in RULES)
    two = dict.fromkeys(("p1.palace.red.1", "p1.palace.red.2", "p2.palace.red.2"), "circled")
    assert [noted(rule.reason) for rule in RULES if not holds(rule, two)] == [
        "tianxia.rule.places column=A track=(tianxia.track.red)",
        "tianxia.rule.shared place=2 track=(tianxia.track.red)",
    ]


@given(st.integers(0, 2**32), st.data())
def test_what_no_kept_card_counts_changes_no_points(seed: int, data: st.DataObject) -> None:
    marked = to_marks(example(seed, 0))
    rules = NUMBER_RULES
    chosen = data.draw(st.sampled_from(rules.chosen[:3]))
    remaining = {int(marked.get(name, "0")) for name in chosen.choices}
    name = data.draw(st.sampled_from(sorted(chosen.only - chosen.counted(remaining))))
    other = str(data.draw(st.integers(0, rules.most[name])))
    before, after = (score(read(marks)[0]).players for marks in (marked, marked | {name: other}))
    assert {who: entry.total for who, entry in after.items()} == {
        who: entry.total for who, entry in before.items()
    }


@given(st.integers(0, 2**32))
def test_goal_cards_are_worth_what_the_score_says(seed: int) -> None:
    marked = to_marks(example(seed, 0))
    state, _ = read(marked)
    entries = score(state).players
    assert len(entries) == len(state.players) > 1
    for chosen, entry in zip(NUMBER_RULES.chosen[: len(entries)], entries.values(), strict=True):
        remaining = [int(marked[name]) for name in chosen.choices if name in marked]
        lines = {line.id.split(".")[-1]: line.points for line in entry.lines if ".goal." in line.id}
        assert sum(lines.values()) == entry.sums[chosen.result]
        for number in remaining:
            card = chosen.cards[number]
            points = lines[f"OB{number}"]
            if card.points is None:
                assert points in card.possible
            else:
                assert points == card.points(sum(int(marked.get(mark, "0")) for mark in card.marks))


def test_each_kept_card_is_in_the_rules_with_what_it_counts() -> None:
    chosen = NUMBER_RULES.chosen[1]
    assert chosen.choices == ("p2.goal.1", "p2.goal.2", "p2.goal.3")
    assert chosen.counted([22]) == {"p2.ship.yan", "p2.ship.qi"}
    assert chosen.counted([20, 24]) == {"p2.tiles", "p2.walls.1", "p2.walls.2", "p2.towers.1", "p2.towers.2"}
    assert not chosen.counted([1, 72])  # a card for places on palace tracks, and none
    assert chosen.counted([24]).isdisjoint(chosen.only)  # towers part equal totals
    ties = NUMBER_RULES.ties
    assert ties is not None
    assert chosen.counted([24]) <= ties.marks
    assert ties.totals == tuple(f"p{n}.sum.total" for n in range(1, 5))
