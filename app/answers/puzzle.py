"""Puzzles solved and graded: every answer with its value, its credit, and the plan that was carried out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, takewhile
from typing import Final, NamedTuple
from zlib import crc32

from msgspec import UNSET, Struct, UnsetType

from pencilwright.app.positions.entered import Position
from pencilwright.games import GAMES, Game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import Question, Step
from pencilwright.games.shared import localized_notation
from pencilwright.games.shared.answers import Plan
from pencilwright.solver.puzzles import FULL_CREDIT, Cooked, Option, Unproved, Weighed, credit, module_of
from pencilwright.solver.verify import as_record
from pencilwright.templates.phrases import Atom, Phrase, Word, joined, languages, phrase, say
from pencilwright.templates.tables import table

DIGITS: Final = 3
AT_MOST: Final = "≤ "
AT_LEAST: Final = "≥ "
"""Stand before bounds."""


class OpenPuzzle(NamedTuple):
    """A puzzle of a person: the game, the question, all answers, and what is to be said of their proof."""

    game: Game
    question: Question
    weighed: Weighed
    proof: Phrase | None = None


# --- questions --------------------------------------------------------------------------------------------


def of_code(code: str, kind: str | None) -> tuple[Game, Question]:
    """Return the puzzle of a code. Raises InputError for a wrong one, and for a puzzle of another kind."""
    game = next((game for game in GAMES.values() if code.strip().upper().startswith(game.prefix)), None)
    if game is None:
        known = tuple(f"{game.prefix}{puzzlecode.FORMAT}" for game in GAMES.values())
        raise InputError(phrase("puzzles.code.game", given=code.strip()[:3], known=known), field="code")
    question = game.puzzles.from_code(code)
    if kind not in (None, question.kind):
        raise InputError(phrase("puzzles.code.kind", kind=question.kind), field="kind")
    return game, question


def of_position(position: Position, kind: str | None) -> tuple[Game, Question]:
    """Return the puzzle of a position. Raises InputError when it is none of the kind."""
    if kind is not None:
        kinds(position.game, (kind,))
    question: Question = position.game.puzzles.of_state(position.state, kind)
    return position.game, question


def kinds(game: Game, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds of puzzles that are wanted; where none is said, all that do not take long.

    Raises InputError for another.
    """
    room = game.puzzles
    known = tuple(room.KINDS_OF_PUZZLE)
    for kind in wanted:
        if kind not in known:
            text = phrase("puzzles.kind.none", game=game.name, kind=kind[:40], known=known)
            raise InputError(text, field="kind")
    return tuple(kind for kind in known if (kind in wanted if wanted else kind not in room.SLOW_KINDS))


def kind_of_the_day(known: Sequence[str], seed: str) -> str:
    """Return the kind of the one puzzle that a seed leads to."""
    return known[crc32(seed.encode()) % len(known)]


def weighed(game: Game, question: Question, *, confirm: bool) -> OpenPuzzle:
    """Return a question with all its answers weighed; `confirm`: reckon them a second time.

    Raises InputError where there is nothing to weigh, and where a proof does not end.
    """
    own = module_of(game.id)
    proof = None
    try:
        result = own.weigh(question)
    except Unproved as error:
        raise InputError(phrase("puzzles.unweighed"), field="file") from error
    if not result.options:
        raise InputError(phrase("puzzles.no_answers"), field="file")
    try:
        if confirm:
            proof = own.confirm(question, result, "solve")
    except Cooked as error:
        raise InputError(phrase("puzzles.cooked"), field="file") from error
    except Unproved as error:
        raise InputError(phrase("puzzles.unproved"), field="file") from error
    return OpenPuzzle(game, question, result, proof)


# --- choosing an answer -----------------------------------------------------------------------------------

WIDEST: Final = 16
"""Choices of a level at most; more are put into groups first."""
FEW: Final = 9
"""Answers of a puzzle that are offered one by one at once; after the first choice it is WIDEST."""


class Stepped(NamedTuple):
    """An answer that may be given: its short form, and the parts that it is chosen by."""

    name: str
    steps: tuple[Step, ...]


class Choice(NamedTuple):
    """One of the ways to go on: what it is called, and the answers that it leads to."""

    label: tuple[Atom, ...]
    answers: tuple[Stepped, ...]
    depth: int


class Level(NamedTuple):
    """A choice among several: what is asked, the choices, and which one is taken (None: none yet)."""

    ask: Word
    choices: tuple[Choice, ...]
    taken: int | None


class Walk(NamedTuple):
    """A way through the answers: its levels, and the short form of the answer where it has come to one."""

    levels: tuple[Level, ...]
    name: str | None


def stepped(question: OpenPuzzle) -> tuple[Stepped, ...]:
    """Return all answers with their parts, in an order that tells nothing of their worth."""
    room = question.game.puzzles
    results = (
        Stepped(option.name, tuple(room.steps(question.question, option.name, option.text)))
        for option in question.weighed.options
    )
    return tuple(sorted(results, key=lambda item: [_natural(step.word) for step in item.steps]))


def _natural(word: str) -> tuple[tuple[int, str], ...]:
    """Return what puts words into the order of people: B2 before B10."""
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", word))


def walk(answers: Sequence[Stepped], path: Sequence[int]) -> Walk:
    """Return the levels that a path of choices goes through, the one where it ends among them.

    What leaves no choice is passed by. Raises InputError for a choice that there is not.
    """
    levels: list[Level] = []
    here = _next(tuple(answers), 0)
    for taken in path:
        if isinstance(here, str) or not 0 <= taken < len(here.choices):
            raise InputError(phrase("puzzles.path"), field="path")
        levels.append(here._replace(taken=taken))
        choice = here.choices[taken]
        here = _next(choice.answers, choice.depth)
    return Walk(tuple(levels), here) if isinstance(here, str) else Walk((*levels, here), None)


def _next(answers: tuple[Stepped, ...], depth: int) -> Level | str:
    """Return what is asked next of answers that share their parts up to a depth, or the one that is left."""
    while len(choices := _choices(answers, depth)) == 1 and len(answers) > 1:
        answers, depth = choices[0].answers, choices[0].depth
    if len(choices) < 2:
        return answers[0].name
    asks = [item.steps[depth].ask for item in answers if len(item.steps) > depth]
    is_one = len({item.steps[depth : depth + 1] for item in answers}) >= len(choices)
    return Level(asks[0] if is_one else phrase("puzzles.which"), choices, None)


def _choices(answers: tuple[Stepped, ...], depth: int) -> tuple[Choice, ...]:
    """Return the ways to go on from the answers that share their parts up to a depth."""
    if 1 < len(answers) <= (WIDEST if depth else FEW):
        return tuple(_forced((answer,), depth) for answer in answers)
    results = []
    for word, same in groupby(
        answers, lambda item: item.steps[depth].word if len(item.steps) > depth else None
    ):
        group = tuple(same)
        if word is None:
            results.append(Choice((phrase("puzzles.all"),), group, depth))
        else:
            results.append(_forced(group, depth))
    if len(results) <= WIDEST:
        return tuple(results)
    size = -(-len(results) // -(-len(results) // WIDEST))
    return tuple(_group(results[at : at + size], depth) for at in range(0, len(results), size))


def _forced(group: tuple[Stepped, ...], depth: int) -> Choice:
    """Return the choice of a part, with the parts after it that leave none."""
    lines: tuple[Atom, ...] = ()
    is_empty = True
    while len(words := {item.steps[depth].word if len(item.steps) > depth else None for item in group}) == 1:
        if None in words:
            break
        step = group[0].steps[depth]
        if step.word and not is_empty:
            lines = (() if step.is_whole else lines) + _words(step.text)
        elif step.word or is_empty:
            lines = _words(step.text)
        is_empty = is_empty and not step.word
        depth += 1
    return Choice(lines or (phrase("puzzles.all"),), group, depth)


def _words(message: Word) -> tuple[Atom, ...]:
    return message if isinstance(message, tuple) else (message,)


def _group(choices: Sequence[Choice], depth: int) -> Choice:
    """Return neighbouring choices as one: from the first to the last of them."""
    if len(choices) == 1:
        return choices[0]
    message = phrase("puzzles.from_to", first=choices[0].label, last=choices[-1].label)
    return Choice((message,), tuple(answer for choice in choices for answer in choice.answers), depth)


def path_of(answers: Sequence[Stepped], name: str) -> tuple[int, ...]:
    """Return the path of choices that leads to an answer; () for one that is not offered."""
    return dict(_paths(tuple(answers), ())).get(name, ())


def told_of(answers: Sequence[Stepped], name: str) -> tuple[Atom, ...]:
    """Return an answer in the words of its choices."""
    return _forced(tuple(answer for answer in answers if answer.name == name), 0).label


# --- taps on the drawing ----------------------------------------------------------------------------------


class Tap(NamedTuple):
    """A place of the drawing: the path that a tap on it goes, and whether the answer so far has it."""

    place: str
    path: tuple[int, ...]
    is_taken: bool


class Touch(NamedTuple):
    """What of a drawing is open to taps, and which rooms of it the open choices concern; () for all."""

    taps: tuple[Tap, ...]
    rooms: tuple[str, ...]


def touched(answers: Sequence[Stepped], path: Sequence[int]) -> Touch:
    """Return what a tap on each place of the drawing does after a path of choices.

    It goes on to the answers with that place; else it takes the place to the others or away from them, where
    this is an answer, such as pieces on the wall, or the beginning of one; else it changes the last choice
    that can have it, or takes back the one that brought it.
    """
    paths = dict(_paths(tuple(answers), ()))
    here = tuple(path)
    rest = [answer for answer in answers if paths[answer.name][: len(here)] == here]
    begun = _begun(answers, paths)
    taken = begun[here]
    by_places = {frozenset(begun[path]): path for path in sorted(begun, key=len, reverse=True)}
    by_places |= {frozenset(_places(answer)): paths[answer.name] for answer in answers}
    taps = []
    for place in dict.fromkeys(place for answer in answers for place in sorted(_places(answer))):
        having = [(paths[answer.name], answer) for answer in answers if place in _places(answer)]
        toggled = by_places.get(frozenset(taken ^ {place}))
        if place in taken:
            before = [here[:n] for n in range(len(here)) if place not in begun[here[:n]]]
            taps.append(Tap(place, toggled if toggled is not None else (before or [here])[-1], True))
        elif (way := _onward(having, place, here)) is not None:
            taps.append(Tap(place, way, False))
        elif toggled is not None:
            taps.append(Tap(place, toggled, False))
        else:
            back = (_onward(having, place, here[:n]) for n in range(len(here) - 1, -1, -1))
            taps += [Tap(place, way, False) for way in (next(filter(None, back), None),) if way]
    return Touch(tuple(taps), _rooms(rest))


def _begun(
    answers: Sequence[Stepped], paths: Mapping[str, tuple[int, ...]]
) -> dict[tuple[int, ...], set[str]]:
    """Return the places that all answers have to which a path leads, for each path and its beginnings."""
    results: dict[tuple[int, ...], set[str]] = {}
    for answer in answers:
        path, places = paths[answer.name], _places(answer)
        for n in range(len(path) + 1):
            results[path[:n]] = results.get(path[:n], places) & places
    return results


def _rooms(rest: Sequence[Stepped]) -> tuple[str, ...]:
    """Return the room of the last part that all answers share, else those of their first parts."""
    first: set[str] = set()
    shared = ""
    for parts in zip(*(item.steps for item in rest), strict=False):
        if len({part.word for part in parts}) > 1:
            first |= {part.room for part in parts}
            break
        shared = parts[0].room or shared
    return tuple(sorted({shared} if shared else first - {""}))


def _paths(
    answers: tuple[Stepped, ...], before: tuple[int, ...], depth: int = 0
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the path to each answer, as `walk` goes it."""
    level = _next(answers, depth)
    if isinstance(level, str):
        yield level, before
        return
    for at, choice in enumerate(level.choices):
        yield from _paths(choice.answers, (*before, at), choice.depth)


def _places(answer: Stepped) -> set[str]:
    return {place for step in answer.steps for place in step.places}


def _onward(
    having: Sequence[tuple[tuple[int, ...], Stepped]], place: str, here: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Return how far the answers with a place go the same way, None where that is no further than here.

    Several ways to take what is asked for now, such as ways to pay, are all right: the first is taken.
    """
    ways = [(path, item) for path, item in having if path[: len(here)] == here]
    if not ways:
        return None
    ends = zip(min(ways)[0], max(ways)[0], strict=False)
    common = tuple(item for item, _ in takewhile(lambda pair: pair[0] == pair[1], ends))
    if len(common) > len(here):
        return common
    path, first = ways[0]
    if len(path) == len(here):
        return None
    word = next(step.word for step in first.steps if place in step.places)
    choice = path[: len(here) + 1]
    same = [
        way for way, item in ways if any(place in step.places and step.word == word for step in item.steps)
    ]
    return choice if all(way[: len(choice)] == choice for way in same) else None


# --- answers ----------------------------------------------------------------------------------------------


def plan_of(question: OpenPuzzle, index: int) -> Plan:
    """Return the plan of an answer, which the rules have carried out by then."""
    return as_record(module_of(question.game.id).plan_of(question.question, question.weighed, index))


class Answer(Struct, frozen=True, kw_only=True):
    """An answer of a puzzle.

    Attributes
    ----------
    name, text : in notation, and in words.
    value, exact : what it is worth, and the same as a fraction; is_bound: at most so much.
    loss : how much less than the best; credit: of FULL_CREDIT.
    same_as : answers that come to the same.
    plan : as the rules have carried it out; None where it is not listed.
    """

    name: str
    text: tuple[Phrase, ...]
    value: float
    exact: str
    is_bound: bool
    loss: float
    credit: int
    same_as: tuple[str, ...]
    plan: Plan | None


class Solution(Struct, frozen=True, kw_only=True):
    """All answers of a puzzle, the best first, and which proofs ended."""

    format: str = "pencilwright-puzzle/1"
    game: str
    kind: str
    kind_name: Atom
    code: str
    proofs: Phrase | UnsetType
    answers: tuple[Answer, ...]


class AnswerGrade(Struct, frozen=True, kw_only=True):
    """What an answer of a person is worth, as of `Answer`."""

    format: str = "pencilwright-check/1"
    answer: str
    text: tuple[Phrase, ...]
    value: float
    is_bound: bool
    loss: float
    credit: int


class Grade(AnswerGrade, frozen=True, kw_only=True):
    """A grade with the best answer where it is told, else None and (), and the plan of the person's."""

    best: str | None
    best_text: tuple[Phrase, ...]
    plan: Plan
    best_plan: Plan | None


class Graded(NamedTuple):
    """A grade; and for people what the answer is worth, what it loses, and what the best is worth."""

    grade: Grade
    table_row: tuple[str, str, str]


def answer_of(question: OpenPuzzle, top: int = 0) -> Solution:
    """Return every answer, its value, what it loses, its credit, its plan.

    top : so many are shown, 0 for all; the others have no plan.
    """
    best = question.weighed.options[0].value
    return Solution(
        game=question.game.id,
        kind=question.question.kind,
        kind_name=question.game.kind_named(question.question.kind),
        code=question.game.puzzles.to_code(question.question),
        proofs=question.proof or UNSET,
        answers=tuple(
            Answer(
                name=option.name,
                text=tuple(option.text),
                value=float(option.value),
                exact=str(option.value),
                is_bound=option.is_bound,
                loss=float(best - option.value),
                credit=_credit(question, option),
                same_as=tuple(option.same),
                plan=plan_of(question, index) if index < top or not top else None,
            )
            for index, option in enumerate(question.weighed.options)
        ),
    )


def _credit(question: OpenPuzzle, option: Option) -> int:
    step = module_of(question.game.id).CREDIT_STEP[question.question.kind]
    return credit(question.weighed.options[0].value - option.value, step)


def index_of(question: OpenPuzzle, text: str) -> int:
    """Return which answer a person means: by its short form, or by its words in any language."""
    meant = " ".join(text.split())
    for language in languages():
        for index, option in enumerate(question.weighed.options):
            if option.text and joined(option.text, language) == meant:
                return index
    own = module_of(question.game.id)
    short = localized_notation.parsed(text, question.game.puzzles.WORDS)
    try:
        return own.index_of(question.question, question.weighed, text)
    except InputError:
        if short == text:
            raise
        return own.index_of(question.question, question.weighed, short)


def _given(question: OpenPuzzle, text: str) -> tuple[OpenPuzzle, int]:
    """Return the puzzle and the number of a person's answer; one that is not listed is weighed and added."""
    try:
        return question, index_of(question, text)
    except InputError:
        short = localized_notation.parsed(text, question.game.puzzles.WORDS)
        more = module_of(question.game.id).with_answer(question.question, question.weighed, short)
        if more is None:
            raise
        return question._replace(weighed=more), len(more.options) - 1


def grade_of(question: OpenPuzzle, answer: str, *, reveal: bool) -> Graded:
    """Return an answer with its value and credit; the best one only if told to."""
    question, index = _given(question, answer)
    given, best = question.weighed.options[index], question.weighed.options[0]
    view = reveal or best.value <= given.value
    digits = digits_of(option.value for option in question.weighed.options)
    grade = Grade(
        answer=given.name,
        text=tuple(given.text),
        value=float(given.value),
        is_bound=given.is_bound,
        loss=float(best.value - given.value),
        credit=_credit(question, given),
        best=best.name if view else None,
        best_text=tuple(best.text) if view else (),
        plan=plan_of(question, index),
        best_plan=plan_of(question, 0) if view else None,
    )
    lost = loss(best.value - given.value, digits, is_bound=given.is_bound)
    return Graded(
        grade, (worth(given.value, digits, is_bound=given.is_bound), lost, number(best.value, digits))
    )


# --- in words ---------------------------------------------------------------------------------------------


def digits_of(values: Iterable[Fraction]) -> int:
    """Return how many decimals show the values of a table.

    Expected values, which have many, show as many as part the best two: one, three at most.
    """
    listed = list(values)
    visible = (f"{float(value):.{DIGITS}f}".rstrip("0") for value in listed)
    most = max(len(text) - text.index(".") - 1 for text in visible)
    if most < DIGITS:
        return most
    best, second = (*listed, *listed)[:2]
    return next((n for n in range(1, DIGITS) if number(best, n) != number(second, n)), DIGITS)


def number(value: Fraction, digits: int) -> str:
    """Return a value for people, with so many decimals."""
    return f"{float(value):.{digits}f}"


def worth(value: Fraction, digits: int, *, is_bound: bool) -> str:
    """Return what an answer is worth, for people; "≤" before what it is worth at most."""
    return (AT_MOST if is_bound else "") + number(value, digits)


def loss(value: Fraction, digits: int, *, is_bound: bool) -> str:
    """Return what an answer loses, for people; "≥" before what it loses at least."""
    return (AT_LEAST if is_bound else "") + number(value, digits)


def bounded(n_exact: int, n: int) -> tuple[Phrase, ...]:
    """Return what is said where some of n answers are worth at most what is shown, perhaps less."""
    return (phrase("puzzles.bounded", n=n_exact),) if n_exact < n else ()


def in_words(answer: Solution, language: str) -> str:
    """Return the answers that have a plan as a table: the notation, and the words beside it."""
    listed = answer.answers
    digits = digits_of(Fraction(item.exact) for item in listed)
    best = Fraction(listed[0].exact)
    rows = [
        (
            worth(Fraction(item.exact), digits, is_bound=item.is_bound),
            loss(best - Fraction(item.exact), digits, is_bound=item.is_bound),
            item.credit,
            item.name,
            say(item.text, language),
        )
        for item in listed
        if item.plan
    ]
    columns = ("value", "loss", "credit", "notation", "answer")
    head = [say(phrase(f"puzzles.head.{column}"), language) for column in columns]
    lines = [table(rows, head=head, right=(0, 1, 2))]
    messages = []
    if len(rows) < len(listed):
        messages.append(phrase("puzzles.more", n=len(listed) - len(rows)))
    ties = sum(item.loss == 0 for item in listed)
    messages.append(phrase("puzzles.solved", kind=answer.kind_name, n=ties, all=len(listed)))
    messages += bounded(sum(not item.is_bound for item in listed), len(listed))
    if answer.proofs is not UNSET:
        messages.append(answer.proofs)
    messages.append(phrase("puzzles.code", code=answer.code))
    return "\n".join([*lines, *(say(item, language) for item in messages)])


def grade_in_words(graded: Graded, language: str) -> str:
    """Return the grade of an answer, and the best one where it is told."""
    grade, (value, less, most) = graded
    given = phrase("puzzles.answer.both", words=grade.text, name=grade.answer)
    points = {"credit": grade.credit, "full": FULL_CREDIT}
    if grade.loss == 0:
        messages = [phrase("puzzles.check.best", answer=given, worth=value, **points)]
    else:
        messages = [phrase("puzzles.check.loses", answer=given, worth=value, loss=less, **points)]
        if grade.best is not None:
            best = phrase("puzzles.answer.both", words=grade.best_text, name=grade.best)
            messages.append(phrase("puzzles.check.reveal", answer=best, worth=most))
    return "\n".join(say(item, language) for item in messages)
