"""The rules of the marks of every game hold for its own examples, and refuse a second digit."""

from functools import cache
from typing import Any

import pytest

from pencilwright.games import Game
from pencilwright.games import game as known_game
from pencilwright.games.markrules import MarkRule, Term, at_most_one, holds
from tests.games.test_sheets import each_game


@cache
def ended(game_id: str, seed: int) -> Any:
    """The end of an example, the same for every sheet of the game."""
    return known_game(game_id).examples.example(seed, 0)


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_examples_keep_their_rules(game: Game, seed: int) -> None:
    state = ended(game.id, seed)
    drawn = game.marks.to_marks(state)
    rules = game.mark_rules(state.setup)
    assert rules
    assert [rule.reason for rule in rules if not holds(rule, drawn)] == []


@each_game
def test_each_rule_speaks_of_marks_that_there_are(game: Game) -> None:
    known = {mark.id for mark in game.marks.MARKS}
    setup = ended(game.id, 1).setup
    for rule in game.mark_rules(setup):
        assert {mark for term in rule.terms for mark in term.marks} <= known


def test_a_row_has_one_mark_at_most() -> None:
    rule = at_most_one(("a", "b"), "one")
    assert rule == MarkRule((Term(1, ("a",)), Term(1, ("b",))), 0, 1, "one")
    assert holds(rule, {}) and holds(rule, {"b": "ticked"})
    assert not holds(rule, {"a": "ticked", "b": "ticked"})


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_own_sums_are_what_the_rules_of_numbers_say(game: Game, seed: int) -> None:
    state = ended(game.id, seed)
    rules = game.number_rules(state.setup)
    marked = game.marks.to_marks(state)
    written = {mark.id: 0 for mark in game.marks.MARKS if mark.kind == "number"}
    written |= {name: int(value) for name, value in marked.items() if name in written}
    own = {name: n for _, score in game.scores(state) for name, n in score.sums.items()}
    written |= {name: number for name, number in own.items() if name in written}
    for rule in rules.sums:
        assert {*rule.rows, rule.total} <= set(written)
        if rule.total in own:
            assert written[rule.total] == sum(written[row] for row in rule.rows), rule.total
    for follows in rules.follows:
        results = tuple(written[mark] for mark in follows.results)
        if set(follows.results) & set(own):
            assert results in list(follows.rule(tuple(written[mark] for mark in follows.given)))
    assert all(written[name] <= most for name, most in rules.most.items())
    assert set(rules.notes) <= set(written)
