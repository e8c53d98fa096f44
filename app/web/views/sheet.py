"""The tapped sheet: what its page is made of, and the score of its marks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import east_asian_width

from pencilwright.app.answers.score import (
    answers_for,
    band_in_words,
    differs_in,
    doubtful_in,
    fills,
    problem_text,
    scores_of,
)
from pencilwright.app.positions.entered import Position
from pencilwright.app.web import posted
from pencilwright.app.web.views import board, columns, listed
from pencilwright.games import Game, pagecode
from pencilwright.games.controls import Control, Number, OneOf, Text, Toggle, Track, marks_of
from pencilwright.games.document import Document
from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.scores import Difference, Score
from pencilwright.generator import svg
from pencilwright.generator.documents import on_screen
from pencilwright.templates.page import VALUES, Mark, Page
from pencilwright.templates.phrases import ENGLISH, Phrase, dotted, phrase, say, sentences, shortened, words

if TYPE_CHECKING:
    from pencilwright.app.answers.score import Scored

MOST_KEPT = 16
"""Drawn sheets that are kept in memory: some 400 kB each at most."""
MOST_LETTERS = 60
"""Of a problem in sight; a wide letter counts twice."""
LEFT = "left."
"""What begins the names of areas that picture what a track holds."""
MARK = re.compile(r'(<g id="m\.([^"]+)"[^>]* data-value=")"')
"""A blank mark as `svg.screen` draws it."""
SCRIPT_WORDS = "web.sheet.js."
"""What begins the keys of the sentences that the page's script says itself."""


class OpenedSheet(NamedTuple):
    """What a page code opens: game, document, the setup that is printed on it (None for none), who plays."""

    game: Game
    document: Document
    code: str
    setup: Any
    blank_numbers: bool
    seats: int


class Begins(NamedTuple):
    """What a sheet on the screen begins with.

    Attributes
    ----------
    marks : mark id -> value. stamps : mark id -> when it was last tapped, milliseconds since 1970.
    id, version : of the kept sheet; version 0 for one that is kept from its first tap on, id "" too for one
        that gets its id then.
    place : parts sheets of one page code in one browser, where it is not the kept sheet's id.
    table : code of the table that the kept sheet is at, "" for none.
    """

    marks: Mapping[str, str] = {}
    stamps: Mapping[str, int] = {}
    id: str = ""
    version: int = 0
    place: str = ""
    table: str = ""

    @property
    def which(self) -> dict[str, str]:
        """What an address says of which sheet of its page code it is."""
        return {"id": self.id} if self.id else {"photo": self.place} if self.place else {}


class DrawnSheet(NamedTuple):
    """A sheet in a language: its title, its marks in the order of the paper, and its SVG.

    Attributes
    ----------
    rooms : name (a key of the words) and picture of each room of a narrow screen, () where it has none.
    tracks : name and picture of each track of which a room shows what is left.
    columns : its fields.
    """

    title: str
    marks: tuple[Mark, ...]
    svg: str
    rooms: tuple[tuple[str, str], ...]
    tracks: tuple[tuple[str, str], ...]
    columns: tuple[columns.Column, ...]


def opened(page_code: str) -> OpenedSheet:
    """Return what a page code opens. Raises InputError for a wrong code and a page without marks."""
    text = pagecode.decode(page_code[:80])
    game, document = pagecode.document_of(text)
    if not document.fillable:
        raise InputError(
            phrase("web.sheet.no_marks", document=phrase(f"document.{document.id}")), field="code"
        )
    setup = pagecode.setup_of(game, text.setup) if text.setup else None
    return OpenedSheet(game, document, pagecode.encode(text), setup, text.blank_numbers, text.seats)


def page_of(sheet: OpenedSheet, language: str) -> Page:
    """Return the page of a sheet as it is drawn on screens."""
    return on_screen(
        sheet.game.id,
        sheet.document.id,
        setup=sheet.setup,
        language=language,
        blank_numbers=sheet.blank_numbers,
        seats=sheet.seats,
    )


@lru_cache(maxsize=MOST_KEPT)
def _drawn(code: str, language: str) -> DrawnSheet:
    """Return a sheet as it is drawn on screens."""
    sheet = opened(code)
    page = page_of(sheet, language)
    cut = [(area.id.removeprefix(LEFT), area.rect) for area in page.areas if area.id.startswith(LEFT)]
    tracks = tuple((name, svg.cutting(page, rect)) for name, rect in cut)
    drawn = svg.screen(page, sheet.game.marks.CONTROLS)
    wrote = {mark: "1" for mark in columns.first_numbers(sheet.game, page)}  # so all play, by their names
    names = {player["owner"]: player["name"] for player in score(code, wrote, language)["players"]}
    fields = columns.of_page(sheet.game, page, names, language)
    return DrawnSheet(page.title, tuple(page.marks), drawn, tuple(svg.rooms(page).items()), tracks, fields)


def forget_drawings() -> None:
    """Draw every sheet anew from now on."""
    _drawn.cache_clear()


def page(page_code: str, language: str, begins: Begins | None = None, **more: Any) -> dict[str, Any]:
    """Return what the template of a sheet needs.

    Parameters
    ----------
    page_code : as it stands on paper; what a person may type of it.
    begins : what the sheet begins with, such as the marks read from a photograph.
    more : what else its script knows.

    Raises InputError for a wrong code, and for an unknown mark or value.
    """
    sheet = opened(page_code)
    drawn = _drawn(sheet.code, language)
    begins = begins or Begins()
    scored = score(sheet.code, begins.marks, language)
    return {
        "title": drawn.title,
        "game": sheet.game.id,
        "document": sheet.document,
        "code": sheet.code,
        "pretty": pagecode.pretty(sheet.code),
        "language": language,
        "svg": MARK.sub(lambda mark: f'{mark[1]}{escape(begins.marks.get(mark[2], ""))}"', drawn.svg),
        "rooms": drawn.rooms,
        "tracks": drawn.tracks,
        "data": _as_script({**_data(sheet, drawn, language, begins, scored), **more}),
        "score": scored,
        "has_spent": any(mark.kind == "resource" for mark in drawn.marks),
        "columns": drawn.columns,
        "has_columns": bool(sheet.game.columns),
        "kinds": VALUES,
        "sums": {mark: n for player in scored["players"] for mark, n in player["sums"].items()},
        "said": _values_in_words(sheet, drawn, begins.marks),
        "before": json.dumps(dict(begins.marks)),
    }


def _as_script(data: Mapping[str, Any]) -> str:
    """Return plain values as JSON that may stand inside a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _values_in_words(sheet: OpenedSheet, page: DrawnSheet, values: Mapping[str, str]) -> dict[str, str]:
    """Return what the fields of the list say."""
    marks_by_id = {mark.id: mark for mark in page.marks}
    results: dict[str, str] = {}
    for control in _controls(sheet, marks_by_id):
        results |= listed.fields(control, marks_by_id, values)
    return results


def entered(page_code: str, sent: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    """Return the marks that a sent list says: mark id -> value, "" for blank. Raises as `listed.entered`."""
    sheet = opened(page_code)
    marks_by_id = {mark.id: mark for mark in _drawn(sheet.code, ENGLISH).marks}
    return listed.entered(_controls(sheet, marks_by_id), marks_by_id, sent, before)


def _data(
    sheet: OpenedSheet, page: DrawnSheet, language: str, begins: Begins, scored: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what the page's script knows of the sheet."""
    marks_by_id = {mark.id: mark for mark in page.marks}
    fields = {
        key.removeprefix(SCRIPT_WORDS): text
        for key, text in words(language).items()
        if key.startswith(SCRIPT_WORDS)
    }
    return {
        "code": sheet.code,
        "language": language,
        "values": {kind: VALUES[kind] for kind in dict.fromkeys(mark.kind for mark in page.marks)},
        "cells": {mark.id: mark.cells for mark in page.marks if mark.cells},
        "controls": [_as_list(control) for control in _controls(sheet, marks_by_id)],
        "marks": dict(begins.marks),
        "stamps": dict(begins.stamps),
        "stored": {"id": begins.id, "version": begins.version, "place": begins.id or begins.place},
        "score": scored,
        "words": fields,
    }


def _controls(sheet: OpenedSheet, view: Mapping[str, Mark]) -> Iterator[Control]:
    """Yield the controls of the marks that are on the page."""
    for control in sheet.game.marks.CONTROLS:
        if any(mark in view for mark in marks_of(control)):
            yield control


def _as_list(control: Control) -> list[Any]:
    """Return a control as the script has it: what it is, its marks, and what else its record holds."""
    match control:
        case Toggle() | Text():
            return [type(control).__name__, [control.mark]]
        case Track():
            return ["Track", control.marks, control.printed]
        case OneOf():
            return ["OneOf", control.marks, control.brings]
        case Number():
            return ["Number", control.marks, control.worth, control.rows]


# --- the score --------------------------------------------------------------------------------------------


def score(page_code: str, marks: Mapping[str, str], language: str) -> dict[str, Any]:
    """Return the score of a sheet's marks, as `in_words`.

    marks : mark id -> value; blank ones may be left out. Raises InputError for a wrong code, and for an
        unknown mark or value.
    """
    written = {mark: value for mark, value in marks.items() if value.strip()}
    position = posted.of_sheet(opened(page_code).code, written)._replace(copy=0)
    plain = scores_of(position)
    return in_words(position, plain, answers_for(position, plain), language)


def in_words(position: Position, plain: Scored, answers: Sequence[Score], language: str) -> dict[str, Any]:
    """Return the score of a sheet in a language, as a page is told it.

    plain, answers : as the rules give them, and as `answers_for` does: points are words ("at least 25") where
        marks are open, or a typed number cannot be read.

    Returns `total` (None where several play), `players` with name, total, band, lines, remarks, `owner` and
    `sums` of the column, `doubt` (the line on what nobody has proved, None for nothing), `problems` with the
    marks that they name and what mends them, and `fills`: what belongs in the sheet's own places for points.
    """
    is_blank = position.written == position.seated
    problems = answers[0].problems if answers and not is_blank else ()
    doubt = board.doubt(position.game, doubtful_in(answers))
    return {
        "total": answers[0].amount(language) if len(answers) == 1 else None,
        "players": [
            _player(answer, language) | _owned(position.game, result)
            for answer, (_, result) in zip(answers, plain, strict=True)
        ],
        "doubt": None if doubt is None else {"text": say(doubt.words, language), "see": doubt.see},
        "problems": _differing(differs_in(answers), language)
        + [_problem(item, language) for item in problems],
        "fills": fills(position, plain),
    }


def _owned(game: Game, result: Score) -> dict[str, Any]:
    """Return whose column a score is, "" for nobody's, and what stands at the column's own sums."""
    boxes = game.columns
    names = {box.owner for box in boxes.values()}
    owners = [boxes[mark].owner for mark in result.sums if mark in boxes]
    owners += [owner for line in result.lines if (owner := line.id.rpartition(".")[2]) in names]
    return {"owner": next(iter(owners), ""), "sums": dict(result.sums)}


def _player(answer: Score, language: str) -> dict[str, Any]:
    """Return the score of one player in words."""
    return {
        "name": say(answer.name, language),
        "total": answer.amount(language),
        "band": None if answer.band is None else say(band_in_words(answer.band), language),
        "lines": [
            {
                "id": line.id,
                "points": line.amount(language),
                "text": say(line.reason, language),
                "is_doubtful": bool(line.unverified),
            }
            for line in answer.lines
        ],
        "remarks": [say(remark, language) for remark in answer.remarks],
    }


def _differing(differs: Sequence[Difference], language: str) -> list[dict[str, Any]]:
    """Return as one problem where what is written is not what the marks give, none where all is the same.

    What mends it is that the marks are right, where none is open that counts.
    """
    if not differs:
        return []
    right = {item.mark: str(item.low) for item in differs if item.low == item.high}
    words = say(phrase("web.sheet.marks_right", n=differs[0].low), language)
    return [
        {
            "text": dotted((say(item.text, language) for item in differs), language),
            "short": in_short(differs[0].text, language),
            "marks": [item.mark for item in differs],
            "remedies": [{"text": words, "short": words, "marks": right}] * (len(right) == len(differs)),
            "written": True,
        }
    ]


def in_short(rule: Phrase, language: str, about: Sequence[Phrase] = ()) -> str:
    """Return what is wrong in a sentence that is in sight at once: the first mark, and what is wrong with it.

    Where there is no room for both it is what is wrong, or which mark it is; all marks are framed.
    """
    wrong, unfit = say(shortened(rule), language), say(phrase("web.sheet.unfit"), language)
    called = [say(text, language) for mark in about[:1] for text in (mark, shortened(mark))]
    things = [text for text in called if not text.isdecimal()]
    both = [(thing, wrong) for thing in things if not wrong.lower().startswith(thing.lower())]
    pairs = [*both, ("", wrong), *((thing, unfit) for thing in things)]
    texts = (say(phrase("web.sheet.thing", at=at, rule=text), language) if at else text for at, text in pairs)
    framed = say(phrase("web.sheet.framed"), language)
    text = next((text for text in texts if _width(text) <= MOST_LETTERS), framed)
    return text[:1].upper() + text[1:]


def _width(text: str) -> int:
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text)


def _problem(problem: Problem, language: str) -> dict[str, Any]:
    """Return a problem in words, with what mends it, the likely way first.

    A way without marks shows where a person must pick what is missing.
    """
    return {
        "text": sentences(problem_text(problem, mended=False), language),
        "short": in_short(problem.rule, language, problem.labels or ()),
        "marks": list(problem.marks),
        "remedies": [
            {
                "text": say(remedy.words, language),
                "short": say(shortened(remedy.words), language),
                "marks": remedy.marks,
            }
            for remedy in (problem.remedy, problem.other)
            if remedy
        ],
    }
