"""Puzzles of Terracotta Army: their kinds, their codes, and what the page of a puzzle shows.

This is the room. dictionary.py has the typical text that codes are packed with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from pencilwright.games import puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import AnswerStep, Question, kind_numbered
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import notation, paper, sectors
from pencilwright.games.terracotta_army.components import Components
from pencilwright.games.terracotta_army.legality import check
from pencilwright.games.terracotta_army.puzzle.dictionary import PRIMER
from pencilwright.games.terracotta_army.rules import building
from pencilwright.games.terracotta_army.rules.choice import ARCHER
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, phrase

PREFIX: Final = "TA"
WORDS: Final = "terracotta"
KINDS_OF_PUZZLE: Final = ("place", "chancellor")
"""Your best placement; which warrior the chancellor builds and where. A code begins with the number here."""
SLOW_KINDS: Final = ()
COST: Final = 0
"""Wet clay that the warrior of a placement costs: it is paid already."""
TEMPLATE: Final = "terracotta_army/puzzle.svg.j2"
SHEET: Final = ""
WINDOW: Final = (0.0, 0.0, 1.0, 1.0)
"""No sheet is shown, reduced: the template draws the position itself."""
COVER: Final = (
    ("officer", "guard", "crossbowman", "soldier"),
    ("guard", "crossbowman", "soldier", "officer"),
    ("crossbowman", "soldier", "officer", "guard"),
    ("soldier", "officer", "guard", "crossbowman"),
    ("horse", "footman", "kneeling_archer", "musician"),
)
"""Drawings on the cover of a book, row by row; see the Protocol."""
HOW: Final = (("grid", 3), ("tasks", 2), ("moves", 1))
"""Sections of the page that says how to read, and how many paragraphs each has."""
_FROM_0: Final = re.compile("(inner|middle|overseer) ([0-9]+)")
"""A sector in a code of before, when they counted from 0 and had no sign."""


def of_state(state: State, kind: str | None = None) -> Question:
    """Return the question that a typed position asks; without a kind, for your best placement.

    Raises InputError for a position that is over, or not of the solo game.
    """
    check(state)
    if state.chancellor is None or state.over:
        raise InputError(phrase("terracotta.error.puzzle.solo"), field="file")
    if state.board.changed:
        raise InputError(phrase("terracotta.error.puzzle.board"), field="board")
    kind = kind or KINDS_OF_PUZZLE[0]
    if kind == "chancellor" and (why := building.why_none(state, state.him)) is not None:
        raise InputError(phrase("terracotta.error.puzzle.none", why=why), field="file")
    return Question(kind, state)


def to_code(question: Question) -> str:
    """Return the code of a puzzle."""
    text = f"{KINDS_OF_PUZZLE.index(question.kind)}\n{notation.to_text(question.state).strip()}"
    return puzzlecode.encode(PREFIX, text, PRIMER)


def from_code(code: str) -> Question:
    """Return the puzzle of a code; the inverse of `to_code`. Raises InputError for a wrong one."""
    number, _, text = puzzlecode.decode(PREFIX, code, PRIMER).partition("\n")
    kind = kind_numbered(number, KINDS_OF_PUZZLE, KINDS_OF_PUZZLE, WORDS)
    text = _FROM_0.sub(lambda old: f"{old[1]} {sectors.write(int(old[2]) + 1)}", text)
    return of_state(notation.parse_text(text), kind)


def key(question: Question) -> str:
    """Return what puzzles share that differ in the players' colours or in what is not asked about."""
    state = question.state
    you, him = state.human, state.him
    roles = {you.letter: "you", him.letter: "him", "": ""}
    pieces = sorted(
        (piece.kind, roles[piece.owner], piece.cells, piece.facing) for piece in state.grid.pieces
    )
    goods = [(item.coins, item.wet + item.dry) for item in (you, him)]
    questions = (sorted(you.active),) if question.kind == "place" else (him.active, state.chancellor.row)
    return repr(
        (
            question.kind,
            pieces,
            state.round,
            state.tiles[state.round - 1 :],
            state.row,
            state.col,
            goods,
            questions,
        )
    )


def question_text(question: Question) -> tuple[Phrase, ...]:
    """Return the question in phrases."""
    return (phrase(f"terracotta.puzzle.ask.{question.kind}"),)


def _rules(question: Question) -> dict[str, Any]:
    """Return what the page needs to say the chancellor's rules, with his whole table of spaces."""
    if question.kind != "chancellor":
        return {}
    board: Components = question.state.board
    return paper.data("chancellor-reference", None, components=board) | {"placement": board.priorities()}


def page(question: Question) -> dict[str, Any]:
    """Return the data of the puzzle's page: pieces, inspectors, tiles, the organizer, goods and weapons."""
    state = question.state
    you, him = state.human, state.him
    cols = state.grid.cols

    def place(cell: int) -> tuple[int, int]:
        return cell % cols, cell // cols

    return _rules(question) | {
        "kind": question.kind,
        "pieces": [
            {
                "kind": piece.kind,
                "yours": piece.owner == you.letter,
                "cells": [place(cell) for cell in piece.cells],
                "facing": piece.facing,
            }
            for piece in state.grid.pieces
        ],
        "cols": cols,
        "rows": state.grid.rows,
        "row": state.row,
        "col": state.col,
        "round": state.round,
        "tiles": paper.rounds_of(state.tiles, state.board)[state.round - 1 :],
        "types": [
            {
                "kind": kind,
                "weapon": weapon,
                "points": state.value_of_type(kind),
                "left": state.left_of_type(kind),
            }
            for weapon, kind in box.TYPE_OF_WEAPON.items()
        ],
        "specialists": [
            {
                "kind": kind,
                "weapon": state.board.specialist_weapon[kind],
                "cost": building.cost_of(state, kind),
            }
            for kind in box.SPECIALISTS
            if state.bought(kind) < box.PER_SPECIALIST
        ],
        "players": [
            {"who": who, "coins": item.coins, "wet": item.wet, "dry": item.dry, "weapons": list(item.active)}
            for who, item in (("you", you), ("him", him))
        ],
        "weapons_row": list(state.chancellor.row) if state.chancellor is not None else [],
        "side": state.board.weapon_preference,
    }


def steps(_question: Question, name: str, _messages: Sequence[Phrase]) -> tuple[AnswerStep, ...]:
    """Return a placement as piece, which way it looks, column and row."""
    short, cell, *way = name.split()
    kind = ARCHER if short == "archer" else short
    return (
        AnswerStep(short, names.piece(kind), phrase("terracotta.choose.piece"), places=(f"piece.{kind}",)),
        *(AnswerStep(item, names.way(item), phrase("terracotta.choose.way")) for item in way),
        AnswerStep(cell[0], cell[0], phrase("terracotta.choose.column")),
        AnswerStep(cell[1:], cell[1:], phrase("terracotta.choose.row"), places=(cell,)),
    )
