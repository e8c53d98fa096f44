"""Every answer about Terracotta Army is carried out by the rules on the whole position and scored again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from pencilwright.games import game
from pencilwright.games.question import Question as Asked
from pencilwright.games.rng import Stream
from pencilwright.games.shared.answers import Plan
from pencilwright.games.terracotta_army import commands, puzzle, scoring, transcript
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.example import example, simple_turn, turn_of_his
from pencilwright.games.terracotta_army.rules import actions
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army import puzzles
from pencilwright.solver.terracotta_army.carry_out import plan_of
from pencilwright.solver.terracotta_army.placing import best_placements
from pencilwright.solver.terracotta_army.question import PlacingQuestion
from tests.games.terracotta_army.test_transcript import GAMES

BEST, SAMPLE = 5, 9
"""Placements that are all carried out, and how many of the others: one in so many."""
GAME = game("terracotta-army")


def judged(state: State, who: str, rounds: int) -> int:
    """A player's points after so many scoring and end phases and the end of the game, by the rules alone.

    The last of these rounds is ended as round 5 is, with the values of its own tile.
    """
    state = state.clone()
    for number in range(1, rounds + 1):
        for player in state.players:
            player.craftsmen = player.artisans = 0
        if number == 1 == rounds:
            names = [player.name or player.colour for player in state.players]
            fields = dict(zip(names, (score.total for _, score in scoring.scores(state)), strict=True))
        actions.score_phase(state)
        state.round = 5 if number == rounds else state.round
        actions.end_phase(state)
    result = state.player(who)
    if rounds == 1:
        assert fields[result.name or result.colour] == result.score, "score says what the rules give"
    return result.score


def reached(number: int) -> State:
    """A position of real play: 1 to 4 players, any round, some workers placed, sometimes with more goods."""
    stream = Stream.from_seed(f"carried {number}")
    state = example(f"carried {number}", 1 + number % 5, players=1 + number // 2 % 4)
    for _ in range(stream.below(6)):
        player = state.to_move()
        if player is None:
            break
        if state.is_him(player):
            state = turn_of_his(state, stream)
        else:
            simple_turn(state, player, stream)
    for player in state.players:
        if not state.is_him(player) and stream.below(2):
            player.coins, player.wet, player.active = stream.below(6), stream.below(8), box.WEAPONS
            player.masters = box.COIN_MASTERS[: stream.below(4)]
            player.tokens = box.TOKEN_COSTS[len(player.masters) :]
    return state


def recorded() -> Iterator[State]:
    """The positions after each round of the transcripts."""
    for path in GAMES:
        for played in transcript.parse(path.read_text(encoding="utf-8")).turns:
            if played.line.startswith("end") and not played.state.over:
                yield played.state


def asked(state: State, number: int) -> PlacingQuestion:
    """A question of a human of the position; number decides who asks, cost and rounds."""
    humans = [player.letter for player in state.players if not state.is_him(player)]
    rounds = 1 + number % min(3, box.ROUNDS + 1 - state.round)
    return PlacingQuestion(state, humans[number % len(humans)], number % 4, rounds)


def answered(question: PlacingQuestion, every: int = SAMPLE) -> Iterator[tuple[str, State, Plan]]:
    """What every placement claims: the first ones and so many of the others."""
    result = best_placements(question)
    for plan in (*result.plans[:BEST], *result.plans[BEST::every]):
        gain = plan.points - result.nothing
        yield "place", question.state, plan_of(question, [plan.choice], gain)


def solved(state: State, kind: str) -> Iterator[tuple[str, State, Plan]]:
    """What `solve` and `check` claim of a puzzle."""
    question = Asked(kind, state)
    weighed = puzzles.weigh(question)
    for index in range(len(weighed.options)):
        yield f"solve --kind {kind}", state, puzzles.plan_of(question, weighed, index)


@cache
def sampled(number: int) -> tuple[tuple[str, State, Plan], ...]:
    """Return a sample of what all questions claim of a random position, worked out once for all tests."""
    return tuple(claims_of(number))


def claims_of(number: int, every: int = SAMPLE) -> Iterator[tuple[str, State, Plan]]:
    """What all questions claim of a random position."""
    state = reached(number)
    yield from answered(asked(state, number), every)
    if state.chancellor is not None:
        for kind in puzzle.KINDS_OF_PUZZLE:
            yield from solved(state, kind)


def holds(state: State, plan: Plan) -> None:
    """The rules carry the plan out on the entered position and give just the gain that it claims."""
    after = commands.apply_actions(state, plan.who, plan.commands)
    if plan.measure.startswith("right of"):
        (new,) = (piece for piece in after.grid.pieces if piece not in state.grid.pieces)
        _, _, kind, space = plan.measure.split()
        assert plan.gain == (new.kind == kind) + 2 * (after.grid.name(new.cells[0]) == space)
        return
    rounds = next(n for n in range(1, 6) if commands.points_of(n) == plan.measure)
    assert judged(after, plan.who, rounds) - _before(state, plan.who, rounds) == plan.gain
    assert plan.exact


_KNOWN: dict[tuple[int, str, int], tuple[State, int]] = {}


def _before(state: State, who: str, rounds: int) -> int:
    key = (id(state), who, rounds)
    if key not in _KNOWN:
        _KNOWN[key] = (state, judged(state, who, rounds))
    return _KNOWN[key][1]


@pytest.mark.parametrize(
    "number",
    [
        *(1, 5, pytest.param(9, marks=pytest.mark.slow)),
        *(pytest.param(n, marks=pytest.mark.long) for n in range(12) if n % 4 != 1),
    ],
)
def test_every_answer_of_a_random_position_is_worth_what_the_rules_give(number: int) -> None:
    for _, state, plan in sampled(number):
        holds(state, plan)


@pytest.mark.long
@pytest.mark.parametrize("number", range(160))
def test_all_placements_of_a_random_position_are_worth_what_the_rules_give(number: int) -> None:
    for _, state, plan in claims_of(number, every=1):
        holds(state, plan)


def test_every_answer_of_a_recorded_game_is_worth_what_the_rules_give() -> None:
    for number, state in enumerate(recorded()):
        for _, entered, plan in answered(asked(state, number)):
            holds(entered, plan)
