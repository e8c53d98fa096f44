"""Puzzles of Troyes Dice: positions of well-played games, every move weighed exactly, twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.rng import Stream
from pencilwright.games.shared.answers import Plan
from pencilwright.games.troyes_dice import commands, puzzle, scoring
from pencilwright.games.troyes_dice.components import COLOURS, HALF_DAYS
from pencilwright.games.troyes_dice.example import roll, worth
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.known_dice import with_rolls
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import further_rolls, position, vectors, with_vectors
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.games.troyes_dice.state import start
from pencilwright.solver import compiled
from pencilwright.solver.puzzles import Reply, Tries, Unproved, Weighed, Why, WorthPart, against, best_of
from pencilwright.solver.troyes_dice import carry_out
from pencilwright.solver.troyes_dice.exact import engine, expectimax, three_rolls
from pencilwright.solver.troyes_dice.exact.engine import Engine, Sheet, WorkLimit
from pencilwright.solver.troyes_dice.known import ask
from pencilwright.solver.troyes_dice.known.lines import best_lines
from pencilwright.solver.troyes_dice.play import rollouts
from pencilwright.solver.troyes_dice.play.player import PolicyPlayer, Roll
from pencilwright.solver.troyes_dice.proof import check as checker
from pencilwright.solver.troyes_dice.proof import prove as proof
from pencilwright.solver.troyes_dice.proof.wheel import half_days
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import Phrase, phrase

MARGIN: Final = {
    "line-2": Fraction(1),
    "line-3": Fraction(1),
    "line-4": Fraction(1),
    "one-roll": Fraction(1, 4),
    "two-rolls": Fraction(1, 4),
    "three-rolls": Fraction(1, 4),
}
"""How far the best move leads at least, in points of the final score."""
CREDIT_STEP: Final = dict.fromkeys(MARGIN, Fraction(1, 4))
"""Points lost for which one of ten points of credit is taken away."""
FEWEST: Final = dict.fromkeys(MARGIN, 8)
"""Moves that lead to different sheets, at least."""
UNDER_CHANCE: Final = ("one-roll", "two-rolls", "three-rolls")
"""Kinds with half-days still to be rolled."""
EXPANSION: Final = 3
"""One game in so many is played with the expansion."""
SHORT, LONG, TRIES = 8, 96, 12
"""Futures that the two players of rollouts see, and how often each tries."""
CHECKED_ROLLS: Final = 6
"""Rolls for which the proof checks what the best move is worth after them."""
RIVALS: Final = 2
"""Moves that are proved after the best with known dice, or are exact with three rolls to come."""
MOST_RECKONED: Final = 60
"""Moves with two rolls to come that are all reckoned a second time: the time grows with their number."""
WORK: Final = 2_000_000
"""Values before the last roll that weighing a position with three rolls to come may work out."""
REMEMBERED: Final = 8
"""Positions with rolls to come whose moves a process remembers."""


class Workings(NamedTuple):
    """What weighing leaves for checking and rating: vectors, and the move and the sheet of each option."""

    sheet: list[int]
    table: list[int]
    later: list[Roll]
    moves: tuple[Move, ...]
    sheets: tuple[Sheet, ...]


@cache
def _player() -> PolicyPlayer:
    return PolicyPlayer(rollouts.kernels())


@cache
def _exact_kernels() -> Any:
    return engine.kernels()


@cache
def _known() -> ask.KnownDice:
    return ask.KnownDice(ask.kernels())


def candidate(kind: str, seed: str) -> Question:
    """Return the position that the fitted policy reaches in the game of a seed."""
    stream = Stream.from_seed(seed).fork("puzzle")
    left = puzzle.HALF_DAYS_LEFT[kind]
    state = start(draw(seed, expansion=stream.below(EXPANSION) == 0))
    sheet, table = vectors(state)
    for _ in range(HALF_DAYS - left):
        rules.place(table, *roll(stream))
        rules.attack(sheet, table)
        sheets = list(engine.moves_by_sheet(sheet, table))
        ratings = _player().ratings(table, sheets)
        sheet = list(sheets[max(range(len(sheets)), key=ratings.__getitem__)])
        rules.end_half(table)
    rolls = [roll(stream) for _ in range(puzzle.known_half_days(kind))]
    return Question(kind, puzzle.with_raid(with_rolls(with_vectors(state, sheet, table), rolls)))


class _Listed(NamedTuple):
    """Moves that lead to the same sheet, and what they are worth; `is_bound`: at most."""

    move: Move
    others: tuple[Move, ...]
    value: Fraction
    is_bound: bool = False


def weigh(question: Question) -> Weighed:
    """Return every move with its exact worth: the expected final score, or the best one with known dice.

    With three rolls to come the best two are exact, and the others get a proved bound. Raises Unproved where
    that needs more work or room than is allowed, InputError where nothing compiles the program for it.
    """
    sheet, table = position(question.state)
    later = further_rolls(question.state)
    listed: Sequence[_Listed]
    try:
        if question.kind.startswith("line"):
            listed = _known_moves(sheet, table, later)
        else:
            listed = _exact_moves(tuple(sheet), tuple(table))
    except WorkLimit as error:
        raise Unproved from error
    options = tuple(
        Reply(
            move_text.notation(sheet, table, item.move),
            item.value,
            tuple(move_text.notation(sheet, table, other) for other in item.others),
            puzzle.move_in_words(sheet, table, item.move),
            item.is_bound,
        )
        for item in listed
    )
    moves = tuple(item.move for item in listed)
    sheets = tuple(tuple(rules.apply_action(sheet, table, move)) for move in moves)
    own = Workings(sheet, table, later, moves, sheets)
    messages = (
        tuple(puzzle.move_in_words(*turn) for turn in _line(own, 0))
        if question.kind.startswith("line")
        else ()
    )
    return Weighed(options, messages, own)


@lru_cache(REMEMBERED)
def _exact_moves(sheet: Sheet, table: Sheet) -> Sequence[_Listed]:
    """Return the moves under chance, best first; with three rolls to come the best RIVALS are exact."""
    kernels = _exact_kernels()
    if table[rules.HALF] == rules.OVER - 1 - three_rolls.ROLLS:
        if not compiled.can_compile():
            raise InputError(phrase("troyes.refused.puzzle.compile"), field="kind")
        kernels = engine.third_kernels()
    exact = expectimax.best_moves(
        sheet, table, distributions=0, n_exact=RIVALS, work=WORK, with_kernels=kernels
    )
    return [
        _Listed(item.move, item.equivalents, item.exact, item.is_bound)
        for item in exact.moves
        if item.exact is not None
    ]


def _known_moves(sheet: Sequence[int], table: list[int], later: Sequence[Roll]) -> list[_Listed]:
    """Return the moves with those that lead to the same sheet and the best final score, best first."""
    moves = engine.moves_by_sheet(sheet, table)
    following = list(table)
    rules.end_half(following)
    values = _best_scores(following, later, list(moves))
    listed = [
        _Listed(same[0], tuple(same[1:]), Fraction(value))
        for same, value in zip(moves.values(), values, strict=True)
    ]
    return sorted(listed, key=lambda item: (-item.value, item.move))


def _line(own: Workings, index: int) -> Iterator[tuple[list[int], list[int], Move]]:
    """Yield sheet, table and move of each half-day: an option, and what is best after it with known dice."""
    sheet, table, move = own.sheet, list(own.table), own.moves[index]
    yield sheet, list(table), move
    for at, dice in enumerate(own.later):
        sheet = list(rules.apply_action(sheet, table, move))
        rules.end_half(table)
        rules.place(table, *dice)
        rules.attack(sheet, table)
        move = _known_moves(sheet, table, own.later[at + 1 :])[0].move
        yield sheet, list(table), move


def plan_of(question: Question, weighed: Weighed, index: int) -> Plan:
    """Return an answer as a plan that the rules have carried out. Raises Disagreement when they refuse it.

    With known dice it is the best line that the answer begins, under chance the move alone.
    """
    own: Workings = weighed.workings
    if question.kind in UNDER_CHANCE:
        return carry_out.move(question.state, own.moves[index], own.sheets[index])
    moves = [move for _, _, move in _line(own, index)]
    return carry_out.line(question.state, moves, weighed.options[index].value)


def reasons(question: Question, weighed: Weighed) -> tuple[Why, ...]:
    """Return which lines of the score lead: at the end of the best line, or after the move and the rolls."""

    def parts(index: int) -> list[WorthPart]:
        after = commands.apply_actions(question.state, "", plan_of(question, weighed, index).commands)
        result = scoring.score(after)
        listed = [WorthPart(line.id, line.reason, Fraction(line.known)) for line in result.lines]
        to_come = weighed.options[index].value - result.known
        return [*listed, WorthPart("to come", phrase("troyes.puzzle.to_come"), to_come)]

    return against(weighed.options, parts)


def _best_scores(following: list[int], later: Sequence[Roll], sheets: list[Sheet]) -> list[int]:
    """Return the best final score of each sheet when these are the dice of all half-days to come."""
    if not later:
        return [rules.final_score(list(sheet)) for sheet in sheets]
    results = _known().values(following, later, sheets)
    return [-1 if item.is_bound else item.value for item in results]


# --- The second way -------------------------------------------------------------------------------------


def confirm(question: Question, weighed: Weighed, seed: str) -> Phrase | None:
    """Reckon the values again by other programs; return how the optimum is proved, None under chance.

    Known dice: by the proof, the optimum and the first rivals. One roll to come: every move by the kernels of
    known dice, roll by roll. Two: every move roll by roll. Three: the best moves roll by roll, and whether
    the next one keeps its bound. Some rolls by the proof. The checker of the proof, which states the rules
    anew, has the very same moves. The rules carry every answer out, with known dice to its best line's end.

    Raises Disagreement when a value differs, Unproved when the proof reaches its limit.
    """
    own: Workings = weighed.workings
    if question.kind == "two-rolls" and len(weighed.options) > MOST_RECKONED:
        raise Unproved
    _same_moves(own)
    values = [option.value for option in weighed.options]
    following = list(own.table)
    rules.end_half(following)
    if question.kind == "one-roll":
        _equal(by_known_rolls(following, own.sheets), values)
    elif question.kind in ("two-rolls", "three-rolls"):
        n = len(own.sheets) if question.kind == "two-rolls" else RIVALS + 1
        try:
            again = by_recursion(following, own.sheets[:n])
        except WorkLimit as error:
            raise Unproved from error
        for place, (item, option) in enumerate(zip(again, weighed.options, strict=False), 1):
            if item > option.value or (item < option.value and not option.is_bound):
                raise _defect(place, item, option.value)
    else:
        for sheet, value in list(zip(own.sheets, values, strict=True))[1 : RIVALS + 1]:
            _no_more(sheet, following, own.later, value)
    if question.kind in UNDER_CHANCE:
        _check_rolls(following, own.sheets[0], seed)
        text = None
    else:
        best = [move for _, _, move in _line(own, 0)]
        _proved(own.sheet, own.table, own.later, best, values[0])
        text = phrase("troyes.puzzle.proved")
    for index in range(len(values)):
        plan_of(question, weighed, index)
    return text


def _same_moves(own: Workings) -> None:
    """Compare the sheets that the moves lead to with all that the checker's own steps lead to."""
    (day,) = half_days(own.table, [])
    results = {
        after for step in checker.steps(own.sheet, day) for after in checker.outcomes(own.sheet, day, step)
    }
    if differing := results ^ set(own.sheets):
        raise Disagreement(f"{len(differing)} positions after a move differ: a defect")


def _no_more(sheet: Sheet, following: list[int], rolls: Sequence[Roll], value: Fraction | int) -> None:
    """Prove that with these dice a sheet ends with so much and no more; raises as `_proved`."""
    _proved(sheet, following, rolls, best_lines(sheet, following, rolls, limit=1).lines[0].moves, value)


def _proved(
    sheet: Sequence[int],
    table: Sequence[int],
    rolls: Sequence[Roll],
    line: Sequence[Move],
    value: Fraction | int,
) -> None:
    """Prove that a line is worth so much and no line more.

    Raises Disagreement where that is not so, Unproved where the proof does not end within its limit.
    """
    try:
        optimum = proof.prove(sheet, table, rolls, line, limit=proof.PATIENT)
    except proof.ProofLimit as error:
        raise Unproved from error
    except proof.ProofError as error:
        raise Disagreement(str(error)) from error
    _equal([Fraction(optimum)], [Fraction(value)])


def _equal(again: Sequence[Fraction], values: Sequence[Fraction]) -> None:
    for place, (first, other) in enumerate(zip(again, values, strict=True), 1):
        if first != other:
            raise _defect(place, first, other)


def _defect(place: int, fraction: Fraction, other: Fraction) -> Disagreement:
    return Disagreement(f"option {place} of a puzzle is worth {other} or {fraction}: a defect")


def by_known_rolls(following: list[int], sheets: Sequence[Sheet]) -> list[Fraction]:
    """Return the expected final score of sheets before the last roll, from the best play after each roll."""
    totals = [0] * len(sheets)
    for weight, *dice in rules.rolls():
        for at, item in enumerate(_known().values(following, [(dice[0], dice[1], dice[2], dice[3])], sheets)):
            totals[at] += weight * item.value
    return [Fraction(total, expectimax.ROLLS_A_HALF_DAY) for total in totals]


def by_recursion(following: list[int], sheets: Sequence[Sheet]) -> list[Fraction]:
    """Return the expected final score of sheets before the last two or three rolls.

    For each first roll every move by the plain rules, what follows by the program for one roll less: the one
    for so many rolls (two_rolls.py, three_rolls.py) has no part in it.
    """
    behind: dict[tuple[int, ...], dict[Sheet, int]] = {}
    questions: list[list[tuple[int, tuple[int, ...], list[Sheet]]]] = [[] for _ in sheets]
    for weight, *dice in rules.rolls():
        rolled = list(following)
        rules.place(rolled, *dice)
        wheel = list(rolled)
        rules.end_half(wheel)
        place = tuple(wheel)
        for at, sheet in enumerate(sheets):
            before = list(sheet)
            rules.attack(before, rolled)
            after = [*dict.fromkeys(reached for _, reached in rules.successors(before, rolled))]
            behind.setdefault(place, {}).update(dict.fromkeys(after, 0))
            questions[at].append((weight, place, after))
    for place, values in behind.items():
        solver = Engine(place, None, _exact_kernels(), most_growth=three_rolls.SIZE)
        values.update(zip(values, solver.values(list(values)), strict=True))
    totals = [
        sum(weight * max(behind[place][item] for item in after) for weight, place, after in each)
        for each in questions
    ]
    scale = 2 * expectimax.ROLLS_A_HALF_DAY ** (rules.OVER - following[rules.HALF])  # half points
    return [Fraction(total, scale) for total in totals]


def _check_rolls(following: list[int], sheet: Sheet, seed: str) -> None:
    """Prove what known dice find after some rolls."""
    stream = Stream.from_seed(seed).fork("checked rolls")
    to_come = rules.OVER - following[rules.HALF]
    for _ in range(CHECKED_ROLLS):
        dice = [roll(stream) for _ in range(to_come)]
        (result,) = _known().values(following, dice, [sheet])
        _no_more(sheet, following, dice, result.value)


# --- The ladder -----------------------------------------------------------------------------------------


def ladder(question: Question, weighed: Weighed, seed: str) -> Mapping[str, Tries]:
    """Return how the players answer: greedy, by the policy's eye, by a few futures and by many."""
    own: Workings = weighed.workings
    results = {
        "greedy": best_of([worth(after) for after in own.sheets]),
        "eye": best_of(_player().ratings(own.table, own.sheets)),
    }
    following = list(own.table)
    rules.end_half(following)
    player = _player()
    if question.kind.startswith("line"):
        played = [scores[0] for scores in player.scores(own.sheets, following, [own.later])]
        return {**results, "short": best_of(played), "long": best_of(_two_deep(player, following, own))}
    stream = Stream.from_seed(seed).fork("ladder")
    to_come = rules.OVER - following[rules.HALF]
    for name, futures in (("short", SHORT), ("long", LONG)):
        dice = [[roll(stream) for _ in range(to_come)] for _ in range(futures * TRIES)]
        scores = player.scores(own.sheets, following, dice)
        picks: dict[int, float] = {}
        for at in range(TRIES):
            sums = [sum(score[futures * at : futures * (at + 1)]) for score in scores]
            (index,) = best_of(sums).shares
            picks[index] = picks.get(index, 0.0) + 1 / TRIES
        results[name] = Tries(picks)
    return results


def _two_deep(player: PolicyPlayer, following: list[int], own: Workings) -> list[int]:
    """Return for each option the best score of all next moves, the policy playing on after them."""
    wheel = list(following)
    rules.place(wheel, *own.later[0])
    after_all = []
    for after in own.sheets:
        now = list(after)
        rules.attack(now, wheel)
        after_all.append(list(engine.moves_by_sheet(now, wheel)))
    rules.end_half(wheel)
    flat = list(dict.fromkeys(sheet for sheets in after_all for sheet in sheets))
    if len(own.later) == 1:
        scores = [rules.final_score(list(sheet)) for sheet in flat]
    else:
        scores = [score[0] for score in player.scores(flat, wheel, [own.later[1:]])]
    value = dict(zip(flat, scores, strict=True))
    return [max(value[sheet] for sheet in sheets) for sheets in after_all]


def hints(question: Question, weighed: Weighed) -> tuple[Phrase, ...]:
    """Return two hints: what the best move does, and with which die."""
    del question
    own: Workings = weighed.workings
    move = own.moves[0]
    if move.code == rules.FALLBACK:
        return (phrase("troyes.puzzle.hint.fallback"),)
    parts = rules.decode(move.code)
    action = ("gain", "prestige", "public")[parts.action]
    wheel = list(own.table)
    notch = rules.NOTCH[4 * wheel[rules.HALF] + parts.slot]
    changed = rules.face(wheel, notch) != parts.colour or wheel[rules.DICE + parts.slot] != parts.value
    return (
        phrase(f"troyes.puzzle.hint.{action}"),
        phrase(
            f"troyes.puzzle.hint.{'changed' if changed else 'unchanged'}",
            colour=phrase(f"colour.{COLOURS[parts.colour]}"),
        ),
    )


def index_of(question: Question, weighed: Weighed, text: str) -> int:
    """Return which option a person's answer is. Raises InputError for what is no legal move."""
    del question
    own: Workings = weighed.workings
    move = move_text.parse_move(text, own.sheet, own.table)
    return own.sheets.index(tuple(rules.apply_action(own.sheet, own.table, move)))


def with_answer(question: Question, weighed: Weighed, text: str) -> Weighed | None:
    """Return None: every answer that the rules allow is in the list."""
    del question, weighed, text
    return None
