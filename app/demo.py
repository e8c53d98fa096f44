"""Everything in one go: prints, fills, reads back, scores and advises on one worked game of Troyes Dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pencilwright.app import files, show
from pencilwright.app.answers import score
from pencilwright.app.commands import advise, documents
from pencilwright.app.commands.documents import Order
from pencilwright.app.language import chosen
from pencilwright.app.position import Position
from pencilwright.app.positions import load
from pencilwright.games import Game, game

GAME = "troyes-dice"
OTHERS = {"terracotta-army": ("setup-card", "reference", "chancellor-cards")}
"""Documents of other games that the demo makes."""
SEED = "demo"
PLAYERS = 4
PLAYER = "Demo"

# The worked game before its last half-day (dice rolled, raid not yet marked), and after it. Both are given,
# so that the demo shows what reading, scoring and advising make of a game that this program did not play.
BEFORE = """{
  "format": "troyes-dice/1",
  "setup": {
    "plazas": ["R/Y", "R/W", "W/W", "Y/Y", "R/W", "W/Y", "W/Y", "Y/R", "R/R"],
    "numbers": {"red": [1, 2, 3, 4, 5, 6], "yellow": [1, 2, 3, 4, 5, 6], "white": [1, 2, 3, 4, 5, 6]}
  },
  "table": {
    "day": 8, "half": "pm", "up": "YRWYWWYRR", "rolls": [{"black": 3, "dice": [1, 3, 6]}], "attacked": false
  },
  "sheet": {
    "influence": {"circled": 18, "spent": 8},
    "deniers": {"circled": 18, "spent": 10},
    "knowledge": {"circled": 16, "spent": 6},
    "citizens": {"red": 7, "yellow": 14, "white": 10},
    "built": {
      "fortress": [4], "great_market": [1, 2, 3, 4], "town_hall": [1, 2],
      "cathedral": {"3": 1}, "bishops_palace": [1, 5, 6]
    },
    "struck": {"red": [1, 2, 6], "yellow": [3, 6], "white": [2, 6]}
  }
}"""
AFTER_SHEET = """{
  "format": "troyes-dice/1",
  "sheet": {
    "player": "Demo",
    "influence": {"circled": 18, "spent": 9},
    "deniers": {"circled": 18, "spent": 12},
    "knowledge": {"circled": 16, "spent": 6},
    "citizens": {"red": 7, "yellow": 16, "white": 10},
    "built": {
      "fortress": [4], "great_market": [1, 2, 3, 4], "town_hall": [1, 2, 5],
      "cathedral": {"3": 1, "4": 1}, "bishops_palace": [1, 5, 6]
    },
    "struck": {"red": [1, 2, 6], "yellow": [3, 6], "white": [2, 3, 6]},
    "links": ["L6", "L9"]
  }
}"""


class Made(NamedTuple):
    """A file that the demo made: where, what it is, how large in bytes."""

    path: str
    what: str
    size: int


class Result(NamedTuple):
    """What the demo has to show: files, the score of the filled sheet, the advice on the last half-day."""

    made: list[Made]
    score: dict[str, Any]
    advice: dict[str, Any]


def run(folder: str | None) -> Result:
    """Make the files in a folder (None: output/), read the filled sheet back, score it, and advise."""
    played = game(GAME)
    made = [*_documents(played, folder), *_others(folder)]
    before = Position(played, played.room("reading").parse(BEFORE))
    filled = filled_sheet(played, before)
    made.append(
        _write(folder, f"{GAME}-worked-game-filled.pdf", filled, "one sheet, filled with a worked game")
    )
    position = played.room("reading").to_json(before.state)
    made.append(
        _write(folder, f"{GAME}-last-half-day.json", position, "the position before its last half-day")
    )
    ((read_back,), _) = load(made[-2].path)
    return Result(made, score.answer_for(read_back), advise.answer_for(before, prove=True))


def _documents(played: Game, folder: str | None) -> Iterator[Made]:
    setup = played.room("setup").draw(SEED)
    for order, what in (
        (Order("score-sheet", setup, copies=PLAYERS), f"score sheets for {PLAYERS}, to print or fill"),
        (Order("setup-card", setup), "setup card for the table, with crop marks"),
        (Order("reference", None), "quick reference"),
    ):
        yield _write(folder, documents.file_name(played, order), documents.make(played, order), what)


def _others(folder: str | None) -> Iterator[Made]:
    for known, ids in OTHERS.items():
        other = game(known)
        setup = other.room("setup").draw(SEED)
        for document in ids:
            order = Order(document, setup if document in other.room("paper").WITH_SETUP else None)
            what = f"{document.replace('-', ' ')} of {other.title}"
            yield _write(folder, documents.file_name(other, order), documents.make(other, order), what)


def filled_sheet(played: Game, before: Position) -> bytes:
    """Return a sheet with the finished worked game in its form, as a viewer would leave it."""
    from pencilwright.generator import fill

    final = played.room("reading").parse(AFTER_SHEET)
    ((_, counted),) = played.room("scoring").scores(final)
    points = {line.id: str(line.points) for line in counted.lines if line.points}
    blank = documents.make(played, Order("score-sheet", before.state.setup))
    return fill.fill(blank, played.room("marks").to_marks(final) | points | {"total": str(counted.total)})


def _write(folder: str | None, name: str, data: bytes, what: str) -> Made:
    return Made(files.write(folder, name, data), what, len(data))


def in_words(result: Result, seconds: float) -> str:
    """Return the whole result for a person: score, advice, and the table of files at the end."""
    rows = [(made.path, show.size(made.size), made.what) for made in result.made]
    return "\n\n".join(
        (
            "The worked game, read back from the filled PDF and scored:",
            score.in_words(result.score, chosen()),
            "Its last half-day, every move with the final score it reaches:",
            advise.in_words(result.advice, 0, chosen()),
            f"Files made in {seconds:.1f} s:",
            show.table(rows, head=("file", "size", "what it is"), right=[1]),
        )
    )
