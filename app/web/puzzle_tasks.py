"""What workers do for the pages of puzzles: weigh, grade, prove, draw, make. Plain values in and out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from pencilwright.app import make_puzzles
from pencilwright.app.answers import puzzle as answers
from pencilwright.app.answers.puzzle import Branch, OpenPuzzle
from pencilwright.app.positions import load
from pencilwright.games import game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.generator import book
from pencilwright.generator.book import Entry
from pencilwright.generator.print_options import PrintOptions
from pencilwright.solver.puzzles import Unproved, Weighed, module_of, rated
from pencilwright.templates.phrases import Phrase, phrase


class PuzzleFacts(Struct, frozen=True, kw_only=True):
    """What there is to know of a puzzle, reckoned once; all of it stays with the computer but the tree.

    Attributes
    ----------
    code : without hyphens. entry: as a book has it, what answers are worth with units.
    question : in words.
    tree : all answers, in an order that tells nothing. weighed: what they are worth.
    trap : the wrong answer that is liked most, "" for none.
    """

    game: str
    code: str
    entry: Entry
    question: tuple[Phrase, ...]
    tree: Branch
    weighed: Weighed
    trap: str

    @property
    def page(self) -> Entry:
        """What of it is drawn and printed: nothing of the answers."""
        return Entry(self.entry.code, self.entry.kind, self.entry.level, self.entry.hints)

    @property
    def open_puzzle(self) -> OpenPuzzle:
        """The puzzle with its answers weighed."""
        return OpenPuzzle(*answers.of_code(self.code, None), self.weighed)


def facts(code: str) -> PuzzleFacts:
    """Return what there is to know of a puzzle. Raises InputError for a wrong code."""
    puzzle = answers.weighed(*answers.of_code(code, None), confirm=False)
    if len(puzzle.weighed.options) < 2:
        raise InputError(phrase("puzzles.no_answers"), field="code")
    known = rated(puzzle.game.id, puzzle.question, puzzle.weighed)
    return PuzzleFacts(
        game=known.game,
        code=puzzlecode.compact(known.code),
        entry=answers.entry_of(known, partial(answers.in_units, puzzle)),
        question=tuple(puzzle.game.puzzles.question_text(puzzle.question)),
        tree=answers.tree(puzzle),
        weighed=puzzle.weighed,
        trap=known.answers[known.trap].name if known.trap else "",
    )


def graded(facts: PuzzleFacts, answer: str) -> dict[str, Any]:
    """Return what is shown of an answer's grade, and for people what it is worth and what it loses."""
    puzzle = facts.open_puzzle
    grade, (value, lost, _) = answers.grade_of(puzzle, answer, reveal=False)
    view = answers.in_units(puzzle, value), answers.in_units(puzzle, lost)
    fields = {"answer": grade.answer, "text": grade.text, "loss": grade.loss, "credit": grade.credit}
    return fields | {"view": view}


def proved(facts: PuzzleFacts) -> tuple[Phrase, ...] | None:
    """Reckon the answers a second time; return what is said of the proof, None where it does not end."""
    puzzle = facts.open_puzzle
    try:
        text = module_of(facts.game).confirm(puzzle.question, puzzle.weighed, "solve")
    except Unproved:
        return None
    return (text,) if text else ()


def drawn(game_id: str, entry: Entry, language: str, shade: str) -> bytes:
    """Return the drawing of a puzzle as SVG, in light or dark."""
    return book.drawing(game_id, entry, language, shade).encode()


def shapes(game_id: str, entry: Entry, language: str) -> bytes:
    """Return the parts and places of a puzzle's drawing as JSON."""
    return msgspec.json.encode(book.shapes(game_id, entry, language))


def printed(game_id: str, entry: Entry, options: PrintOptions) -> bytes:
    """Return the page of a puzzle as PDF."""
    return book.build(game_id, [entry], options=options, arguments="", is_page=True)


def made(game_id: str, kind: str, level: str, seed: str, progress: Callable[[Phrase, int, int], None]) -> str:
    """Return the code of the puzzle that a seed leads to, proved: the one that `puzzles --one` prints."""
    order = make_puzzles.BookOrder(game_id, (kind,), 1, level, seed)

    def tell(_count: int, tries: int) -> None:
        progress(phrase("web.puzzles.tried", n=tries), tries, 0)

    tell(0, 0)
    result = make_puzzles.harvest(order, tell, jobs=1)
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
    return puzzlecode.compact(chosen.puzzles.to_code(question))
