"""What workers do for the pages of puzzles: weigh, grade, prove, draw, make. Plain values in and out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import asdict

from pencilwright.app import make_puzzles
from pencilwright.app.answers import puzzle as answers
from pencilwright.app.answers.puzzle import Branch, OpenPuzzle
from pencilwright.app.positions import load
from pencilwright.app.processes.parallel import Journal
from pencilwright.games import game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.generator import book
from pencilwright.generator.book import Entry
from pencilwright.generator.print_options import PrintOptions
from pencilwright.solver.puzzles import Puzzle, Unproved, Weighed, module_of, rated
from pencilwright.templates.phrases import Phrase, phrase

MOST_SHOWN: Final = 10


class PuzzleFacts(Puzzle, frozen=True, kw_only=True):
    """What there is to know of a puzzle.

    Attributes
    ----------
    code : without hyphens. printed : as a page has it.
    question : in words.
    tree : all answers, in an order that tells nothing. weighed: what they are worth.
    """

    printed: str
    question: tuple[Phrase, ...]
    tree: Branch
    weighed: Weighed

    @property
    def entry(self) -> Entry:
        """What of it is drawn and printed."""
        return Entry(self.printed, self.kind, self.level, self.hints)

    @property
    def open_puzzle(self) -> OpenPuzzle:
        """The puzzle with its answers weighed."""
        return OpenPuzzle(*answers.of_code(self.code, None), self.weighed)


def facts(code: str) -> PuzzleFacts:
    """Return what there is to know of a puzzle. Raises InputError for a wrong code."""
    request = answers.weighed(*answers.of_code(code, None), confirm=False)
    question = request.question
    if len(request.weighed.options) < 2:
        raise InputError(phrase("puzzles.no_answers"), field="code")
    room = request.game.puzzles
    puzzle = rated(request.game.id, question, request.weighed)
    return PuzzleFacts(
        **asdict(puzzle) | {"code": puzzlecode.compact(puzzle.code)},
        printed=puzzle.code,
        question=tuple(room.question_text(question)),
        tree=answers.tree(request),
        weighed=request.weighed,
    )


GRADE_FIELDS: Final = ("answer", "text", "loss", "credit")
"""What the page tells of a grade: neither plans nor the best answer."""


def graded(facts: PuzzleFacts, answer: str) -> dict[str, Any]:
    """Return what is shown of an answer's grade, and for people what it is worth and what it loses."""
    puzzle = facts.open_puzzle
    grade, (value, lost, _) = answers.grade_of(puzzle, answer, reveal=False)
    fields = {name: getattr(grade, name) for name in GRADE_FIELDS}
    return fields | {"view": (answers.in_units(puzzle, value), answers.in_units(puzzle, lost))}


def solved(facts: PuzzleFacts, prove: bool) -> dict[str, Any]:
    """Return the best answers with their values, why they are, and whether a second proof was done."""
    question = facts.open_puzzle
    own, weighed = module_of(question.game.id), question.weighed
    proved, proofs = False, None
    if prove:
        with suppress(Unproved):
            proofs = own.confirm(question.question, weighed, "solve")
            proved = True
    entry = answers.entry_of(facts, partial(answers.in_units, question))
    reasons = answers.why(facts.reasons, answers.digits_of(item.value for item in weighed.options))
    return {
        "proved": proved,
        "line": entry.best,
        "reasons": [*entry.worth, *reasons, *entry.trap],
        "trap": facts.answers[facts.trap].name if facts.trap else "",
        "made": [*answers.bounded(weighed.options), *((proofs,) if proofs else ()), *entry.shares],
        "answers": entry.answers[:MOST_SHOWN],
        "count": len(weighed.options),
    }


def drawn(game_id: str, entry: Entry, language: str, shade: str) -> bytes:
    """Return the drawing of a puzzle as SVG, in light or dark."""
    return book.drawing(game_id, entry, language, shade).encode()


def shapes(game_id: str, entry: Entry, language: str) -> bytes:
    """Return the parts and places of a puzzle's drawing as JSON."""
    return msgspec.json.encode(book.shapes(game_id, entry, language))


def printed(game_id: str, entry: Entry, language: str, paper: str, theme: str) -> bytes:
    """Return the page of a puzzle as PDF."""
    options = PrintOptions(language, paper, theme)
    return book.build(game_id, [entry], options=options, arguments="", is_page=True)


def made(game_id: str, kind: str, level: str, seed: str, progress: Callable[[Phrase, int, int], None]) -> str:
    """Return the code of the puzzle that a seed leads to, proved: the one that `puzzles --one` prints."""
    order = make_puzzles.BookOrder(game_id, (kind,), 1, level, seed)

    def tell(_count: int, tries: int) -> None:
        progress(phrase("web.puzzles.tried", n=tries), 0, 0)

    tell(0, 0)
    result = make_puzzles.harvest(order, Journal(None, ""), tell, jobs=1)
    return puzzlecode.compact(result.puzzles[0].code)


def posed(game_id: str, data: bytes, kind: str) -> str:
    """Return the code of the puzzle of a position. Raises InputError, with the reason, where it is none."""
    position = load.of_bytes(data).positions[0]
    if position.game.id != game_id:
        other = position.game.name
        raise InputError(
            phrase("web.puzzles.other_game", game=game(game_id).name, other=other), field="position"
        )
    chosen, question = answers.of_position(position, kind or None)
    room = chosen.puzzles
    if question.kind not in room.SLOW_KINDS:  # these are weighed when their page is opened
        request = answers.weighed(chosen, question, confirm=False)
        if len(request.weighed.options) < 2:
            raise InputError(phrase("puzzles.no_answers"), field="position")
    return puzzlecode.compact(room.to_code(question))
