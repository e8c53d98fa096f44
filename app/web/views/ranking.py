"""Kept sheets as people who are compared: their answers, places, and what an evening leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from pencilwright.app.answers.score import answers_for, as_csv, ranking
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.twice import once
from pencilwright.app.web import posted
from pencilwright.app.web.store import StoredSheet
from pencilwright.games.errors import InputError
from pencilwright.games.shared.scores import Score
from pencilwright.templates.phrases import Phrase, Sentence, phrase, say

FORMAT = "pencilwright-score/1"


class Compared(NamedTuple):
    """Kept sheets that are compared.

    Attributes
    ----------
    answers : the score of each player, in the order of the sheets. The name is
        the one that the sheet was given, else what is written on it, else its number here. `sheet` is the id
        of the kept one.
    refused : who plays a sheet that cannot be counted, such as one of an older version or with a typed number
        that is none, and why.
    twice : what is said of photographs of one sheet.
    """

    answers: list[Score]
    refused: list[tuple[Sentence, Sentence]]
    twice: Sequence[Phrase] = ()


def compared(remaining: Iterable[StoredSheet], *, of_photographs: bool = False) -> Compared:
    """Return the scores of kept sheets; `of_photographs`: two photographs may be of one sheet."""
    results: list[Score] = []
    refused: list[tuple[Sentence, Sentence]] = []
    known: list[tuple[Sentence, Position, StoredSheet]] = []
    for number, item in enumerate(remaining, 1):
        called = item.name or phrase("web.photo.sheet", n=number)
        try:
            position = posted.of_sheet(item.page_code, item.marks)._replace(copy=0)
            position.refuse_unread()
        except InputError as error:
            refused.append((called, error.sentence))
            continue
        is_photograph = of_photographs and "." in item.id
        known.append((called, position if is_photograph else position._replace(page_code=""), item))
    twice = once([(called, position) for called, position, _ in known])
    for called, position, item in (known[at] for at in twice.left):
        scored = answers_for(position)
        for answer in scored:
            named: Any = item.name or position.game.player_of(position.state)
            if len(scored) > 1:
                player = answer.player
                named = phrase("entered.player", place=item.name, player=player) if item.name else player
            results.append(replace(answer, name=named or called, sheet=item.id))
    return Compared(results, refused, twice.messages)


def of_game(results: Iterable[Score], game_id: str) -> list[Score]:
    """Return the scores of one game."""
    return [answer for answer in results if answer.game == game_id]


def as_record(stored: Mapping[str, StoredSheet], result: Compared) -> dict[str, Any]:
    """Return an evening as JSON has it: scores and ranking as the command gives them, and the marks.

    stored : what the sheets are called there -> the sheets.
    """
    called = {item.id: name for name, item in stored.items()}
    return {
        "format": FORMAT,
        "sheets": [replace(answer, sheet=called[answer.sheet]) for answer in result.answers],
        "ranking": ranking(result.answers),
        "refused": [{"name": name, "error": why} for name, why in result.refused],
        "marks": {
            name: {"page_code": item.page_code, "name": item.name, "marks": item.marks}
            for name, item in stored.items()
        },
    }


def as_table(result: Compared, language: str) -> str:
    """Return the ranking as a table for a spreadsheet."""
    return as_csv(result.answers, [(say(name, language), why) for name, why in result.refused], language)
