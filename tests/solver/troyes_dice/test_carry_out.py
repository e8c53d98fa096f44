"""Every answer is carried out by the rules on the entered position, and scored by another program."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from pencilwright.games import game
from pencilwright.games.question import Question
from pencilwright.games.shared.answers import Plan
from pencilwright.games.troyes_dice import commands, puzzle, setup
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import demo, move_text, rules, transcript
from pencilwright.games.troyes_dice.play.known_dice import is_under_chance, with_rolls
from pencilwright.games.troyes_dice.play.vectors import (
    further_rolls,
    position,
    sheet_vector,
    vectors,
    with_vectors,
)
from pencilwright.games.troyes_dice.reading import parse
from pencilwright.games.troyes_dice.state import State, start
from pencilwright.solver.troyes_dice import advice, puzzles, review
from pencilwright.solver.troyes_dice import carry_out as carrying
from pencilwright.solver.troyes_dice.exact import expectimax
from pencilwright.solver.troyes_dice.known import lines
from pencilwright.solver.troyes_dice.proof import check
from pencilwright.solver.verify import Disagreement, carry_out, proposed
from tests.refusals import refused

TROYES = game("troyes-dice")
SEEDS = (0, 3)


def points(state: State) -> int:
    """Return the final score of a position by the checker, which shares no rule with scoring.py."""
    return check.CheckSheet(sheet_vector(state.sheet)).score()


def entered(seed: int, left: int, rolls: int | None = None) -> State:
    """Return an example: with the expansion where the seed is odd, its raid marked where it is 2 or 3."""
    state = example(f"carried {seed}", left, rolls, expansion=seed % 2 == 1)
    return puzzle.with_raid(state) if seed % 4 > 1 and state.table.rolls else state


def of_advise(state: State, seed: int) -> Plan:
    """Return the plan of the answer that `advise` gives."""
    if is_under_chance(state):
        answer = advice.answer_for(state, seconds=0.02, advice_seed=str(seed))
    else:
        answer = advice.answer_for(state, proof=False)
    return answer.plan


def of_puzzle(question: Question) -> Plan:
    """Return the plan of the best answer of a puzzle with known dice."""
    weighed = puzzles.weigh(question)
    best = lines.best_lines(weighed.workings.sheet, weighed.workings.table, weighed.workings.later, limit=1)
    return carrying.line(question.state, best.lines[0].moves, int(weighed.options[0].value))


def played(seed: int, half_days: int) -> transcript.Transcript:
    """Return the first half-days of a game in which the fifth legal move is played, or the last."""
    game_played = transcript.begin(setup.draw(f"carried {seed}", expansion=seed % 2 == 1))
    for roll in transcript.fair_rolls(setup.to_code(game_played.setup))[:half_days]:
        legal = rules.legal_actions(*game_played.rolled(roll))
        game_played = game_played.played(roll, legal[min(4, len(legal) - 1)])
    return game_played


def of_review(seed: int) -> Iterator[tuple[str, State, Plan]]:
    """Return what `review` says was best in each half-day."""
    game_played = played(seed, 2)
    answer = review.answer_for(game_played, seconds=0.005, seed=str(seed))
    for turn, day in zip(game_played.turns, answer.half_days, strict=True):
        state = with_vectors(start(game_played.setup), turn.sheet, turn.table)
        yield "review", state, day.plan


def claims() -> Iterator[tuple[str, State, Plan]]:
    """Return every question's answer for a cheap sample and the worked game: (question, position, plan)."""
    for seed in SEEDS:
        for left in (1, 2, 3):
            state = entered(seed, left)
            yield f"advise, {left} known half-days", state, of_advise(state, seed)
        for rolls_to_come in (1, 4, 9):
            state = entered(seed, 1 + rolls_to_come, 1)
            yield f"advise, {rolls_to_come} rolls to come", state, of_advise(state, seed)
        state = puzzle.with_raid(entered(seed, 2))
        yield "puzzle line-2", state, of_puzzle(Question("line-2", state))
    recorded = parse(demo.BEFORE)
    yield "advise, 1 known half-days", recorded, of_advise(recorded, 0)
    yield from of_review(1)


@pytest.mark.slow
def test_carrying_an_answer_out_gains_what_it_claims_by_an_independent_score() -> None:
    listed = list(claims())
    for question, state, plan in listed:
        known = question.startswith(("advise, 1 known", "advise, 2 known", "advise, 3 known", "puzzle"))
        assert plan.exact is known
        assert bool(plan.left_out) is not known
        after = commands.apply_actions(state, plan.who, plan.commands)
        assert points(after) - points(state) == plan.gain, question
        assert (after.table.half == "over") is known
        assert len(plan.commands) == (len(state.table.rolls) if known else 1)
    assert len(listed) == len(SEEDS) * 7 + 1 + 2


@pytest.mark.parametrize("left", [1, 2, 3])
def test_every_best_line_of_known_dice_is_carried_out(left: int) -> None:
    state = entered(2, left)
    sheet, table = position(state)
    advice = lines.best_lines(sheet, table, further_rolls(state))
    for line in advice.lines:
        plan = carrying.line(state, line.moves, advice.value)
        assert points(state) + plan.gain == advice.value
        assert points(commands.apply_actions(state, "", plan.commands)) == advice.value


def test_a_line_that_claims_a_point_more_or_less_is_not_shown() -> None:
    state = entered(1, 2)
    sheet, table = position(state)
    advice = lines.best_lines(sheet, table, further_rolls(state), limit=1)
    for wrong in (-1, 1):
        with pytest.raises(Disagreement, match="the answer claims"):
            carrying.line(state, advice.lines[0].moves, advice.value + wrong)


def test_a_move_that_a_solver_takes_to_another_sheet_is_not_shown() -> None:
    state = entered(0, 5, 1)
    sheet, table = position(state)
    (move, after), (_, other), *_ = rules.successors(sheet, table)
    assert rules.final_score(list(after)) == rules.final_score(list(other))
    carrying.move(state, move, after)
    with pytest.raises(Disagreement, match="different sheets"):
        carrying.move(state, move, other)
    poorer = list(after)
    poorer[rules.CIT] += 1
    with pytest.raises(Disagreement, match="the answer claims"):
        carrying.move(state, move, poorer)


def test_a_move_under_chance_says_that_its_value_is_an_expectation() -> None:
    state = entered(3, 4, 1)
    sheet, table = position(state)
    move, after = rules.successors(sheet, table)[0]
    plan = carrying.move(state, move, after)
    assert (plan.exact, plan.measure, plan.who) == (False, "points", "")
    assert plan.left_out == carrying.NOT_WEIGHED
    assert plan.commands == (move_text.notation(sheet, table, move),)
    again = carrying.move_of(state.setup, sheet, table, move, after)
    assert again == plan


def test_the_value_with_one_roll_to_come_is_the_mean_over_336_rolls_of_the_best_that_follows() -> None:
    state = entered(0, 2, 1)
    best = expectimax.best_moves(*position(state)).moves[0]
    plan = carrying.move(state, best.move, best.sheet)
    reached = commands.apply_actions(state, "", plan.commands)
    total = weights = 0
    for weight, *dice in rules.rolls():
        sheet, table = position(with_rolls(reached, [dice]))
        total += weight * max(check.CheckSheet(after).score() for _, after in rules.successors(sheet, table))
        weights += weight
    assert (weights, best.exact) == (1296, Fraction(total, 1296))


# --- The commands themselves ------------------------------------------------------------------------------


def test_a_command_is_a_move_in_notation_or_in_words() -> None:
    state = entered(0, 2)
    sheet, table = position(state)
    move = rules.legal_actions(sheet, table)[0]
    short = commands.apply_actions(state, "", [move_text.notation(sheet, table, move)])
    assert short == commands.apply_actions(state, "", [str(move_text.describe(sheet, table, move))])
    assert sheet_vector(short.sheet) == rules.apply_action(sheet, table, move)


def test_the_position_after_a_command_is_the_next_half_day_with_its_dice_not_yet_marked() -> None:
    state = entered(0, 3)
    sheet, table = position(state)
    command = move_text.notation(sheet, table, rules.legal_actions(sheet, table)[0])
    after = commands.apply_actions(state, "", [command])
    assert (after.table.day, after.table.half) == (8, "am") and not after.table.attacked
    assert after.table.rolls == state.table.rolls[1:]
    _, wheel = vectors(with_rolls(after, []))
    rules.end_half(table)
    assert wheel == table


def test_no_command_leaves_a_position_as_it_was_entered() -> None:
    state = entered(0, 2)
    assert commands.apply_actions(state, "", ()) == state
    assert carry_out(TROYES, state, proposed("", (), "points", Fraction(0))) == state


def test_a_command_that_the_rules_refuse_is_named() -> None:
    state = entered(0, 2)
    with refused("troyes.refused.sentence", command="fly"):
        commands.apply_actions(state, "", ["fly"])
    sheet, table = position(state)
    good = move_text.notation(sheet, table, rules.legal_actions(sheet, table)[0])
    with refused("troyes.refused.move", command="fallback"):
        commands.apply_actions(state, "", [good, "fallback"])
    with pytest.raises(Disagreement, match="the rules refuse"):
        carry_out(TROYES, state, proposed("", ("fly",), "points", Fraction(0)))


def test_a_command_needs_the_dice_of_its_half_day_and_a_game_that_goes_on() -> None:
    state = entered(0, 2, 1)
    sheet, table = position(state)
    good = move_text.notation(sheet, table, rules.legal_actions(sheet, table)[0])
    with refused("troyes.refused.no_dice"):
        commands.apply_actions(state, "", [good, good])
    with refused("wrong.over"):
        commands.apply_actions(entered(0, 0), "", [good])


def test_a_sheet_has_one_player() -> None:
    with refused("wrong.nobody", who="green"):
        commands.apply_actions(entered(0, 1), "green", ())
