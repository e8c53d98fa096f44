"""Puzzles solved and graded: every answer with its value, its credit, and the plan that was carried out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import groupby, product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from zlib import crc32

from msgspec import UNSET, Struct, UnsetType

from pencilwright.app.positions.entered import Position
from pencilwright.games import GAMES, Game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import AnswerStep, Question
from pencilwright.games.shared import localized_notation
from pencilwright.games.shared.answers import Plan
from pencilwright.solver.puzzles import (
    FULL_CREDIT,
    Cooked,
    Puzzle,
    Reply,
    Unproved,
    Weighed,
    Why,
    credit,
    module_of,
)
from pencilwright.templates.phrases import Atom, Phrase, Word, called, chained, joined, languages, phrase, say
from pencilwright.templates.tables import table

if TYPE_CHECKING:
    from pencilwright.generator.book import Entry

DIGITS: Final = 3
AT_MOST: Final = "≤ "
AT_LEAST: Final = "≥ "
"""Stand before bounds."""
MINUS: Final = "\N{MINUS SIGN}"
MOST_REASONS: Final = 4
"""So many differences at most part the best answer from the next; those after the third are one."""


Value: TypeAlias = Fraction | float


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

FEW: Final = 9
"""Answers at most that are offered one by one, instead of part by part."""


class Branch(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A choice on the way to an answer: page and terminal go from one to the next of its ways.

    Attributes
    ----------
    label : what it is called among the others.
    ask, ways : what is asked next, and the choices; none at an answer.
    offers : places of the drawing that the choices concern.
    name, text : of an answer, its short form, and all of it in words.
    places : of the drawing, that the answer has; room: which room of the drawing it concerns, "" for all.
    """

    label: tuple[Atom, ...] = ()
    ask: Word = ""
    ways: tuple[Branch, ...] = ()
    offers: tuple[str, ...] = ()
    name: str = ""
    text: tuple[Atom, ...] = ()
    places: tuple[str, ...] = ()
    room: str = ""

    @property
    def answers(self) -> tuple[Branch, ...]:
        """All answers that it leads to."""
        return tuple(answer for way in self.ways for answer in way.answers) or (self,)


class _Stepped(NamedTuple):
    """An answer that may be given, with the parts that it is chosen by."""

    option: Reply
    steps: tuple[AnswerStep, ...]


def tree(question: OpenPuzzle) -> Branch:
    """Return all answers by their parts, in an order that tells nothing of their worth."""
    room = question.game.puzzles
    answers = [
        _Stepped(option, tuple(room.steps(question.question, option.name, option.text)))
        for option in question.weighed.options
    ]
    return _branch(sorted(answers, key=lambda item: [_natural(step.word) for step in item.steps]), 0)


def _natural(word: str) -> tuple[tuple[int, str], ...]:
    """Return what puts words into the order of people: B2 before B10."""
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", word))


def _branch(answers: Sequence[_Stepped], start: int) -> Branch:
    """Return the choice of answers that share the parts before `start`, and all that they share after it."""
    depth = start
    while len(groups := _by_word(answers, depth)) == 1 and len(answers[0].steps) > depth:
        depth += 1
    label = _label(answers[0].steps[start:depth])
    if len(groups) == 1:
        option, steps = answers[0]
        return Branch(
            label=label,
            name=option.name,
            text=option.text or (option.name,),
            places=_places(steps),
            room=next((step.room for step in reversed(steps) if step.room), ""),
        )
    parts = [step for answer in answers for step in answer.steps[depth : depth + 1]]
    if len(answers) <= FEW:
        groups = [[answer] for answer in answers]
        parts = [step for answer in answers for step in answer.steps[depth:]]
    is_one = len({answer.steps[depth : depth + 1] for answer in answers}) >= len(groups)
    return Branch(
        label=label,
        ask=parts[0].ask if is_one else phrase("puzzles.which"),
        ways=tuple(_branch(group, depth) for group in groups),
        offers=_places(parts),
    )


def _places(steps: Iterable[AnswerStep]) -> tuple[str, ...]:
    return tuple(sorted({place for step in steps for place in step.places}))


def _by_word(answers: Sequence[_Stepped], depth: int) -> list[list[_Stepped]]:
    """Return answers in groups of those that go on with the same part, or end there."""
    by_word = groupby(answers, lambda item: item.steps[depth].word if len(item.steps) > depth else None)
    return [list(group) for _, group in by_word]


def _label(steps: Sequence[AnswerStep]) -> tuple[Atom, ...]:
    """Return parts in words; those that say nothing only where there is no other."""
    visible = [step for step in steps if step.word] or steps[:1]
    whole = max((at for at, step in enumerate(visible) if step.is_whole), default=0)
    return sum((_words(step.text) for step in visible[whole:]), ()) or (phrase("puzzles.all"),)


def _words(message: Word) -> tuple[Atom, ...]:
    return message if isinstance(message, tuple) else (message,)


# --- answers ----------------------------------------------------------------------------------------------


class ListedAnswer(Struct, frozen=True, kw_only=True):
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
    answers: tuple[ListedAnswer, ...]


class Grade(Struct, frozen=True, kw_only=True):
    """What an answer of a person is worth, as of `ListedAnswer`, and the plan of it.

    best, best_text, best_plan : the best answer where it is told, else None and ().
    """

    format: str = "pencilwright-check/1"
    answer: str
    text: tuple[Phrase, ...]
    value: float
    is_bound: bool
    loss: float
    credit: int
    best: str | None
    best_text: tuple[Phrase, ...]
    plan: Plan | None
    best_plan: Plan | None


class Graded(NamedTuple):
    """A grade; and for people what the answer is worth, what it loses, and what the best is worth."""

    grade: Grade
    table_row: tuple[str, str, str]


def listed(question: OpenPuzzle, index: int, *, has_plan: bool = True) -> ListedAnswer:
    """Return an answer with what it is worth; its plan has been carried out by the rules."""
    kind, (best, *_) = question.question.kind, question.weighed.options
    own, option = module_of(question.game.id), question.weighed.options[index]
    return ListedAnswer(
        name=option.name,
        text=option.text,
        value=float(option.value),
        exact=str(option.value),
        is_bound=option.is_bound,
        loss=float(best.value - option.value),
        credit=credit(best.value - option.value, own.CREDIT_STEP[kind]),
        same_as=option.same,
        plan=own.plan_of(question.question, question.weighed, index) if has_plan else None,
    )


def answer_of(question: OpenPuzzle, top: int = 0) -> Solution:
    """Return every answer, its value, what it loses, its credit, its plan.

    top : so many are shown, 0 for all; the others have no plan.
    """
    count = len(question.weighed.options)
    return Solution(
        game=question.game.id,
        kind=question.question.kind,
        kind_name=question.game.kind_named(question.question.kind),
        code=question.game.puzzles.to_code(question.question),
        proofs=question.proof or UNSET,
        answers=tuple(listed(question, n, has_plan=n < top or not top) for n in range(count)),
    )


def with_answer(question: OpenPuzzle, text: str) -> tuple[OpenPuzzle, int]:
    """Return the puzzle and the number of the answer that a person means: by its short form, or by its words.

    One that is not listed is weighed and added. Raises InputError for what is none.
    """
    meant, options = " ".join(text.split()), question.weighed.options
    for language, (index, option) in product(languages(), enumerate(options)):
        if option.text and joined(option.text, language) == meant:
            return question, index
    own = module_of(question.game.id)
    short = localized_notation.parsed(text, question.game.puzzles.WORDS)
    with suppress(InputError):
        return question, own.index_of(question.question, question.weighed, text)
    try:
        return question, own.index_of(question.question, question.weighed, short)
    except InputError:
        more = own.with_answer(question.question, question.weighed, short)
        if more is None:
            raise
        return question._replace(weighed=more), len(more.options) - 1


def grade_of(question: OpenPuzzle, answer: str, *, reveal: bool) -> Graded:
    """Return an answer with its value and credit; the best one only if told to."""
    question, index = with_answer(question, answer)
    given, options = listed(question, index), question.weighed.options
    best = listed(question, 0) if reveal or options[0].value <= options[index].value else None
    digits = digits_of(option.value for option in options)
    grade = Grade(
        answer=given.name,
        text=given.text,
        value=given.value,
        is_bound=given.is_bound,
        loss=given.loss,
        credit=given.credit,
        best=best.name if best else None,
        best_text=best.text if best else (),
        plan=given.plan,
        best_plan=best.plan if best else None,
    )
    row = worth_and_loss(given.value, given.loss, digits, is_bound=given.is_bound)
    return Graded(grade, (*row, number(options[0].value, digits)))


# --- in words ---------------------------------------------------------------------------------------------


def digits_of(values: Iterable[Value]) -> int:
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


def number(value: Value, digits: int) -> str:
    """Return a value for people, with so many decimals."""
    return f"{float(value):.{digits}f}"


def worth_and_loss(value: Value, loss: Value, digits: int, *, is_bound: bool) -> tuple[str, str]:
    """Return what an answer is worth, and loses, for people; a bound with "≤", and with "≥"."""
    before = (AT_MOST, AT_LEAST) if is_bound else ("", "")
    return before[0] + number(value, digits), before[1] + number(loss, digits)


def in_units(question: OpenPuzzle, text: str) -> Phrase:
    """Return what an answer is worth or loses with the unit of its kind, points in most."""
    kind = question.question.kind.replace("-", "_")
    unit = called(f"{question.game.puzzles.WORDS}.puzzle.unit.{kind}", "")
    key = unit.key if isinstance(unit, Phrase) else "puzzles.unit"
    return phrase(key, value=text, n=float(text.lstrip(AT_MOST + AT_LEAST)))


def entry_of(puzzle: Puzzle, words: Callable[[str], Word] = str) -> Entry:
    """Return a puzzle with what is said of its answers, for a book or a page.

    words : what an answer is worth or loses, with a unit where it is to have one.
    """
    from pencilwright.generator.book import Entry, EntryAnswer

    best, second = puzzle.answers[:2]
    digits = digits_of(item.value for item in puzzle.answers)
    step = module_of(puzzle.game).CREDIT_STEP[puzzle.kind]

    def row(item: Reply) -> tuple[str, str]:
        return worth_and_loss(item.value, best.value - item.value, digits, is_bound=item.is_bound)

    lead = words(row(second)[1])
    key = "puzzles.costs" if best.value < 0 else "puzzles.worth"
    trap = puzzle.answers[puzzle.trap]
    shares = tuple(
        phrase("puzzles.found.share", player=phrase(f"puzzles.player.{name}"), n=round(100 * share))
        for name, share in puzzle.measures.items()
    )
    return Entry(
        puzzle.code,
        puzzle.kind,
        puzzle.level,
        puzzle.hints,
        tuple(
            EntryAnswer(item.name, item.text, row(item)[0], credit(best.value - item.value, step))
            for item in puzzle.answers
        ),
        puzzle.line or (best.text,),
        (phrase(key, value=words(number(abs(best.value), digits)), margin=lead),),
        why(puzzle.reasons, digits),
        bounded(puzzle.answers),
        (phrase("puzzles.trap", name=trap.text, loss=words(row(trap)[1])),) if puzzle.trap else (),
        (phrase("puzzles.found", found=shares),),
    )


def why(reasons: Sequence[Why], digits: int) -> tuple[Phrase, ...]:
    """Return why the best answer is best: its steps, or what parts it from the next one, the rest summed."""
    if not reasons or not reasons[0].lead:
        steps = [item.words for item in reasons]
        return (phrase("puzzles.why", reasons=chained(steps, "puzzles.why.then")),) if steps else ()
    leads = [(item.words, Fraction(item.lead)) for item in reasons]
    if len(leads) > MOST_REASONS:
        rest = sum((lead for _, lead in leads[MOST_REASONS - 1 :]), Fraction())
        leads = [*leads[: MOST_REASONS - 1], *([(phrase("puzzles.why.rest"), rest)] if rest else [])]
    parts = []
    for words, lead in leads:
        points = f"{float(lead):+.{0 if lead.denominator == 1 else digits}f}".replace("-", MINUS)
        parts.append(phrase("puzzles.why.part", part=words, lead=points))
    return (phrase("puzzles.why.next", reasons=chained(parts, "list.semicolon")),)


def bounded(answers: Sequence[Reply | ListedAnswer]) -> tuple[Phrase, ...]:
    """Return what is said where some answers are worth at most what is shown, perhaps less."""
    exact = sum(not item.is_bound for item in answers)
    return (phrase("puzzles.bounded", n=exact),) if exact < len(answers) else ()


def in_words(answer: Solution, language: str) -> str:
    """Return the answers that have a plan as a table: the notation, and the words beside it."""
    listed = answer.answers
    digits = digits_of(item.value for item in listed)
    rows = [
        (
            *worth_and_loss(item.value, item.loss, digits, is_bound=item.is_bound),
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
    messages += bounded(listed)
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
