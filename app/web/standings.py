"""Kept sheets as people who are compared: their answers, places, and what an evening leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pencilwright.app.answers import positions
from pencilwright.app.answers.score import answers_for, as_csv, ranking
from pencilwright.app.web.keep import Sheet
from pencilwright.templates.phrases import phrase

FORMAT = "pencilwright-score/1"


def answers(kept: Iterable[Sheet]) -> list[dict[str, Any]]:
    """Return what `pencilwright score --json` gives for each player of kept sheets, in their order.

    The name is the one that the sheet was given, else what is written on it, else its number here. `sheet` is
    the id of the kept one.
    """
    found = []
    for number, one in enumerate(kept, 1):
        position = positions.of_page(one.page_code, one.marks)._replace(copy=0)
        scored = answers_for(position)
        for answer in scored:
            named: Any = one.name or position.game.room("state").player_of(position.state)
            if len(scored) > 1:
                player = answer["player"]
                named = phrase("entered.player", place=one.name, player=player) if one.name else player
            answer |= {"name": named or phrase("web.photo.sheet", n=number), "sheet": one.id}
            found.append(answer)
    return found


def places(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the places of one game with the answer of each, the first one first.

    An entry has what `pencilwright score --json` gives as "ranking", and `answer`.
    """
    known = {f"{n}": answer for n, answer in enumerate(found)}
    ranked = ranking([answer | {"file": key} for key, answer in known.items()])
    return [entry | {"file": "", "answer": known[entry["file"]]} for entry in ranked]


def of_game(found: Sequence[dict[str, Any]], game_id: str) -> list[dict[str, Any]]:
    """Return the answers of one game."""
    return [answer for answer in found if answer["game"] == game_id]


def as_record(kept: Sequence[Sheet], found: list[dict[str, Any]]) -> dict[str, Any]:
    """Return an evening as JSON has it: scores and ranking as the command gives them, and the marks."""
    return {
        "format": FORMAT,
        "sheets": found,
        "ranking": ranking(found),
        "refused": [],
        "marks": {one.id: {"page_code": one.page_code, "name": one.name, "marks": one.marks} for one in kept},
    }


def as_table(found: list[dict[str, Any]], language: str) -> str:
    """Return the ranking as a table for a spreadsheet."""
    return as_csv(found, (), language)
