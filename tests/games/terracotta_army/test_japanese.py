"""All that is said about a position is Japanese in Japanese: only what is typed stays in Latin letters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import (
    example,
    legality,
    puzzle,
    scoring,
)
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.rules import actions
from pencilwright.solver.terracotta_army import puzzles
from pencilwright.templates.phrases import Phrase, Word, say

HERE = Path(__file__).parents[3]
LATIN = re.compile("[A-Za-z]{3,}")


def left_in_english(text: Word) -> set[str]:
    """The words of a sentence in Japanese that stand in Latin letters."""
    return set(LATIN.findall(say(text, "ja")))


# --- points, steps, plans ---------------------------------------------------------------------------------


def said_in_a_game(seed: int, players: int) -> Iterator[Word]:
    """All that is said in two rounds of a game and at its end."""
    stream, state = Stream.from_seed(seed), example.example(seed, 2, players=players)
    while not state.over:
        while (player := state.to_move()) is not None:
            if state.is_him(player):
                dice = (stream.die(), stream.die())
                outcome = simulation.follow(procedure.turn(dice), state, stream=stream)
                yield from told_of(outcome)
                state = outcome.state
            else:
                yield from example.simple_turn(state, player, stream)
        for _, score in scoring.scores(state):
            yield from (line.reason for line in score.lines)
            yield from (tie.what for tie in score.ties)
        if state.chancellor is not None:
            outcome = simulation.follow(procedure.finish_round, state, stream=stream)
            yield from told_of(outcome)
            state = outcome.state
        else:
            actions.score_phase(state)
            actions.end_phase(state)


def told_of(outcome: simulation.Outcome) -> Iterator[Word]:
    for step in outcome.steps:
        yield from (step.rule_in_words, step.words)
    for decision in outcome.decisions:
        yield from (decision.question, decision.options)


@pytest.mark.parametrize(("seed", "players"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_a_game_is_told_without_a_word_of_english(seed: int, players: int) -> None:
    messages = list(said_in_a_game(seed, players))
    assert len(messages) > 40
    assert {word for item in messages for word in left_in_english(item)} == set()


def test_every_step_and_every_rule_of_his_has_words() -> None:
    """The keys that his rules make of letters and numbers are all there."""
    messages = {key for key in wordings() if key.startswith("terracotta.step.")}
    assert {f"terracotta.step.group.1{letter}" for letter in box.LADDER} <= messages
    for rule in ("turn 4b", "decree 12", "decree", "coins3", "clay_maker", "group 1f", "option 1", "end"):
        assert (
            left_in_english(simulation.MoveStep(rule, Phrase("terracotta.did.nothing")).rule_in_words)
            == set()
        )


def wordings() -> set[str]:
    from pencilwright.templates.phrases import words

    return set(words("ja"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", (0, 2))
def test_answers_of_puzzles_are_told_in_japanese(seed: int) -> None:
    state = example.example(seed, 3)
    weighed = puzzles.weigh(puzzle.of_state(state, "place"))
    for option in weighed.options:
        assert option.text and not left_in_english(option.text)
    assert not any(map(left_in_english, puzzles.hints(puzzle.of_state(state, "place"), weighed)))


@pytest.mark.parametrize("seed", range(4))
def test_what_cannot_be_is_told_in_japanese(seed: int) -> None:
    state = example.example(seed, 2, players=1 + seed)
    him, you = state.players[0], state.players[-1]
    him.coins, him.masters, you.craftsmen, you.priority = -1, (), 7, 3
    you.colour = "green"
    state.tiles, state.over = ("coins",) * 5, seed > 1
    state.set_workers(0, "Qc", "Qc", "Qc")
    if state.chancellor is not None:
        him.dry, state.chancellor.row = 2, ("pike",)
    results = legality.problems(state)
    assert len(results) > 5
    for problem in results:
        assert left_in_english(problem.rule) == set() and left_in_english(problem.nearest) == set()


def test_no_error_and_no_problem_of_the_game_is_a_plain_text() -> None:
    """What is shown to people is a phrase: no text stands where a sentence is expected."""
    speaking = {"InputError", "Problem", "Line", "Tie", "wrong", "each", "table"}
    paths = [*HERE.glob("games/terracotta_army/*.py"), *HERE.glob("solver/terracotta_army/*.py")]
    plain = [
        f"{path.name}:{node.lineno}"
        for path in (
            *paths,
            HERE / "games" / "terracotta_army" / "chancellor" / "answer.py",
            HERE / "app" / "answers" / "advice.py",
        )
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in speaking
        for argument in (*node.args, *(keyword.value for keyword in node.keywords))
        if isinstance(argument, ast.JoinedStr | ast.Constant | ast.BinOp)
        for text in [part.value for part in ast.walk(argument) if isinstance(part, ast.Constant)]
        if isinstance(text, str) and " " in text.strip()
    ]
    assert plain == []
