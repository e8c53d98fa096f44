"""The rules of the marks of every game hold for its own examples, and refuse a second digit."""

import pytest

from pencilwright.games import Game
from pencilwright.games.markrules import MarkRule, Term, at_most_one, holds
from tests.games.test_sheets import each_game


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_examples_keep_their_rules(game: Game, seed: int) -> None:
    state = game.room("example").example(seed, 0)
    drawn = game.room("marks").to_marks(state)
    rules = game.room("markrules").mark_rules(state.setup)
    assert rules
    assert [rule.reason for rule in rules if not holds(rule, drawn)] == []


@each_game
def test_each_rule_speaks_of_marks_that_there_are(game: Game) -> None:
    known = {mark.id for mark in game.room("marks").MARKS}
    setup = game.room("example").example(1, 0).setup
    for rule in game.room("markrules").mark_rules(setup):
        assert {mark for term in rule.terms for mark in term.marks} <= known


def test_a_row_has_one_mark_at_most() -> None:
    rule = at_most_one(("a", "b"), "one")
    assert rule == MarkRule((Term(1, ("a",)), Term(1, ("b",))), 0, 1, "one")
    assert holds(rule, {}) and holds(rule, {"b": "ticked"})
    assert not holds(rule, {"a": "ticked", "b": "ticked"})
