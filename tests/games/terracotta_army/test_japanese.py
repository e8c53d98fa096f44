"""All that is said about a position is Japanese in Japanese: only what is typed stays in Latin letters."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import (
    commands,
    example,
    legality,
    marks,
    notation,
    own_values,
    paper,
    puzzle,
    scoring,
    setup,
)
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.rules import actions, building, choice, turns
from pencilwright.games.terracotta_army.rules.choice import Choice
from pencilwright.games.terracotta_army.rules.grid import from_codes
from pencilwright.games.terracotta_army.state import State, _workers
from pencilwright.solver.terracotta_army import advice, puzzles
from pencilwright.templates.phrases import Phrase, Word, say
from tests.games.terracotta_army.helpers import EMPTY, cell, footman, grid, solo, table, warrior

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
        assert left_in_english(simulation.Step(rule, Phrase("terracotta.did.nothing")).rule_in_words) == set()


def wordings() -> set[str]:
    from pencilwright.templates.phrases import words

    return set(words("ja"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", (0, 2))
def test_placements_and_answers_of_puzzles_are_told_in_japanese(seed: int) -> None:
    state = example.example(seed, 3)
    for pieces in (1, 2) if seed == 0 else (1,):
        answer = advice.answer_for(state, pieces=pieces, cost=1)
        assert len({entry.notation for entry in answer.placements}) == len(answer.placements)
        *blocks, doubt = re.sub(r"\[[^]]*\]", "", advice.in_words(answer, 5, "ja")).split("\n\n")
        assert "未確認" in doubt and len(blocks) == 5
        assert set(LATIN.findall("".join(blocks[:3] + blocks[4:]))) == set(), "all but the picture"
    weighed = puzzles.weigh(puzzle.of_state(state, "place"))
    for option in weighed.options:
        assert option.text and not left_in_english(option.text)
    assert not any(map(left_in_english, puzzles.hints(puzzle.of_state(state, "place"), weighed)))


# --- refusals ---------------------------------------------------------------------------------------------


def player(**goods: Any) -> State:
    state = table(2, warrior("Y", "guard", "C3"), warrior("P", "guard", "D3"))
    for name, value in goods.items():
        setattr(state.player("Y"), name, value)
    return state


def does(name: str, what: Choice, **goods: Any) -> Callable[[], object]:
    """A player's choice with an action, in a sector with an artisan of hers."""
    state = player(**goods)
    state.set_workers(0, "Ya")
    you = state.player("Y")
    if name.startswith("m:"):
        return lambda: actions._use_master(state, you, 0, name[2:], what)
    return lambda: actions.apply_action_for(state, you, 0, name, what)


BUILD = Choice("build", "guard", cell("A1"))


REFUSED: dict[str, Callable[[], object]] = {
    "ring": lambda: actions.rotate(player(), player().players[0], "outer"),
    "coins": lambda: actions.rotate(player(coins=0), player(coins=0).player("Y"), "inner"),
    "no artisan": lambda: actions.place(player(), player().player("Y"), 0, True),
    "taken": lambda: turns.apply_turn(solo(), turns.read(EMPTY, "P 0c / - / - / -")),
    "no substitute": lambda: actions.apply_action(player(), player().players[0], 0, "outer", Choice("coin")),
    "do a build": does("build3", Choice("do"), wet=3),
    "clay for a specialist": does("specialist", Choice("clay")),
    "an artisan": does("upgrade", Choice("do")),
    "ready": does("w:pike", Choice("do"), active=("pike",)),
    "little clay": does("build3", BUILD, wet=2),
    "unknown weapon use": does("build3", BUILD._replace(ability=building.Ability("pike")), wet=3),
    "full space": does("build3", Choice("build", "guard", cell("C3")), wet=3),
    "no token": does("m:censor", Choice("do", axis="row", steps=1)),
    "dear token": does("m:censor", Choice("do", axis="row", steps=1, token=6)),
    "censor": does("m:censor", Choice("do"), masters=("censor",)),
    "not the most": does("m:builder", BUILD, masters=("builder",)),
    "poor builder": does("m:builder", Choice("build", "officer", 0), masters=("builder",), coins=0),
    "one storehouse": does("m:chancellor", Choice("do", stores=(1, 1)), masters=("chancellor",)),
    "specialist": does("specialist", Choice("specialist", "musician", 0)),
    "spot": does("specialist", Choice("specialist", "horse", cell("A1"), "N"), active=("sword",)),
    "phase": lambda: actions.score_phase(table()),
    "turn": lambda: turns.read(EMPTY, "xyz", "Y"),
    "choice": lambda: choice.read_choice(EMPTY, "xyz"),
    "order": lambda: turns.apply_turn(solo(), turns.read(EMPTY, "Y 0c / - / - / -")),
    "space": lambda: EMPTY.cell("Z9"),
    "off": lambda: grid(warrior("Y", "guard", "A1")._replace(cells=(63,))),
    "both": lambda: grid(footman("A1"), warrior("Y", "guard", "A1")),
    "rows": lambda: from_codes([], 9, 7),
    "columns": lambda: from_codes(["."] * 7, 9, 7),
    "code": lambda: from_codes(["Q" + " ." * 8, *[". " * 9] * 6], 9, 7),
    "arrow": lambda: from_codes(["Yo! " + ". " * 8, *[". " * 9] * 6], 9, 7),
    "reach": lambda: from_codes(["Yo^ " + ". " * 8, *[". " * 9] * 6], 9, 7),
    "body": lambda: from_codes(["Yo> F = " + ". " * 6, *[". " * 9] * 6], 9, 7),
    "loose": lambda: from_codes(["= " + ". " * 8, *[". " * 9] * 6], 9, 7),
    "command": lambda: commands.apply_actions(player(), "Y", ("do",)),
    "price": lambda: commands.apply_actions(player(), "Y", ("build guard A1 for 3 coins",)),
    "his": lambda: commands.apply_actions(solo(), "P", ("build guard A1 with pike",)),
    "nobody": lambda: player().player("G"),
    "solo": lambda: player().him,
    "players": lambda: setup.draw(1, players=7),
    "difficulty": lambda: setup.draw(1, difficulty="9"),
    "difficulty of many": lambda: setup.draw(1, players=2, difficulty="1"),
    "part": lambda: setup.parse_fixed(["xyz"]),
    "line": lambda: notation.parse_text("TA1\nxyz 1"),
    "no grid": lambda: notation.parse_text("TA1\nround 1"),
    "whole number": lambda: notation.parse_text("TA1\nround x"),
    "word alone": lambda: notation.parse_text("TA1\nrings inner"),
    "twice": lambda: notation.parse_text("TA1\nrings inner 1 inner 1"),
    "no colour": lambda: notation.parse_text("TA1\nplayer xyz"),
    "wheel": lambda: _workers("Qc", 3),
    "inner": lambda: own_values.load(f"inner = {['moisten'] * 12}"),
    "board columns": lambda: own_values.load("columns = 8"),
    "quarters": lambda: own_values.load(f"quarters = {[0] * 12}"),
    "decree": lambda: own_values.load("[decree]\n3 = 1"),
    "placement": lambda: own_values.load("placement = [[1]]"),
    "pad": lambda: marks.PAD.to_marks({"yellow": {"name": "", **dict.fromkeys(marks.LINES, 1600)}}),
    "document": lambda: paper.data("xyz", None),
    "setup page": lambda: paper.data("setup-page", None),
    "example": lambda: example.example(1, 9),
    "his turn": lambda: example.example(1, 2, players=2, his_turn=True),
    "puzzle": lambda: puzzle.of_state(player()),
    "dice": lambda: simulation.follow(procedure.turn((7, 7)), solo()),
    "your turn first": lambda: simulation.follow(procedure.turn((1, 1)), solo(craftsmen=4)),
    "round goes on": lambda: simulation.follow(procedure.finish_round, solo()),
    "who": lambda: advice.answer_for(player(), ask="placement"),
    "pink": lambda: advice.answer_for(player(), colour="pink"),
    "pieces": lambda: advice.answer_for(player(), colour="yellow", pieces=9),
    "cost": lambda: advice.answer_for(player(), colour="yellow", cost=-1),
    "phases": lambda: advice.answer_for(player(), colour="yellow", rounds=6),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_may_not_be_is_refused(name: str) -> None:
    with pytest.raises(InputError):  # in Japanese too: tests/conftest.py
        REFUSED[name]()


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
