"""A game's cards and tiles, searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pencilwright.games import Game
from pencilwright.templates.phrases import as_json, phrase, say
from pencilwright.templates.tables import table


def answer_for(
    game: Game, name: str, words: Sequence[str], language: str, **where: str | int | None
) -> dict[str, Any]:
    """Return what `--json` gives.

    Parameters
    ----------
    name : the catalogue.
    words : what must all be in an entry's id and text, as they are in the language.
    where : the region, section or track that an entry must speak of; None for any.

    Raises InputError for a game without catalogues, and for a catalogue, region or track that there is not.
    """
    rows = []
    for entry in game.room("search").entries(name, **where):
        lines = [say(line, language) for line in entry.lines]
        if all(wanted.lower() in " ".join((entry.id, *lines)).lower() for wanted in words):
            text = {"text": lines, "text_phrase": [as_json(line) for line in entry.lines]}
            rows.append({"id": entry.id, **text, "doubt": entry.doubt_phrase or ""})
    return {"format": "pencilwright-catalogue/1", "game": game.id, "catalogue": name, "entries": rows}


def in_words(answer: Mapping[str, Any], language: str) -> str:
    """Return an answer as a table, what is doubtful in the sources below it."""
    rows = answer["entries"]
    if not rows:
        return say(phrase("catalogue.nothing"), language)
    summary = table([(row["id"] + ("*" if row["doubt"] else ""), " · ".join(row["text"])) for row in rows])
    doubts = [f"* {say(row['doubt'], language)}" for row in rows if row["doubt"]]
    return summary + ("\n\n" + "\n".join(doubts) if doubts else "")
