"""Everything in one go: prints, fills, reads back, scores and advises on a worked game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from pencilwright.app import files
from pencilwright.app.answers import advice, documents, score
from pencilwright.app.answers.documents import PrintOrder
from pencilwright.app.language import chosen
from pencilwright.app.positions import load
from pencilwright.app.positions.entered import Position
from pencilwright.games import GAMES, Game
from pencilwright.games.shared.answers import Answer
from pencilwright.games.shared.scores import Score
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates import tables
from pencilwright.templates.phrases import Phrase, Word, phrase, say

ROOM = "demo"
"""The room of a worked game: its last position, and its finished sheet."""
CARD = "setup-card"
MOVES = 3
WIDTH = 100
"""Moves that are shown, and the columns that a line may take."""
SEED = "demo"
PLAYERS = 4


class DemoFile(NamedTuple):
    """A file that the demo made: where, of which game, what it is, how large in bytes."""

    path: str
    game: str
    what: Phrase
    size: int


class Result(NamedTuple):
    """What the demo has to show: the game that is worked, files, score of the filled sheet, last advice."""

    game: Game
    made: list[DemoFile]
    score: Score
    advice: Answer


def run(folder: str | None) -> Result:
    """Make the files in a folder (None: output/), read the filled sheet back, score it, and advise."""
    played = worked()
    room: Any = played.room(ROOM)
    made = list(_documents(played, folder))
    before = Position(played, played.parse(room.BEFORE))
    filled = filled_sheet(played, before)
    made.append(_write(folder, played, f"{played.id}-worked-game-filled.pdf", filled, phrase("demo.filled")))
    position = played.to_json(before.state)
    made.append(_write(folder, played, f"{played.id}-{room.LAST}.json", position, phrase("demo.position")))
    made += _others(played, folder)
    (read_back,) = load.of_bytes(filled).positions
    (only,) = score.answers_for(read_back)
    return Result(played, made, only, advice.advice(advice.question(before, {})))


def _documents(played: Game, folder: str | None) -> Iterator[DemoFile]:
    setup, usual = played.setups.draw(SEED), PrintOptions(chosen())
    several = PrintOptions(chosen(), copies=PLAYERS)
    for order, what in (
        (PrintOrder("score-sheet", setup, several), phrase("demo.sheets", n=PLAYERS)),
        (PrintOrder(CARD, setup, usual), phrase(f"document.{CARD}")),
        (PrintOrder("reference", None, usual), phrase("document.reference")),
    ):
        yield _write(folder, played, documents.file_name(played, order), documents.make(played, order), what)


def worked() -> Game:
    """Return the game that has a worked game to show."""
    return next(known for known in GAMES.values() if ROOM in known.rooms)


def _others(played: Game, folder: str | None) -> Iterator[DemoFile]:
    """Make the cards of the other games, in the size that all games have."""
    for other in GAMES.values():
        if other == played or other.is_pad:
            continue
        setup, cards = other.setups.draw(SEED), other.paper.DOCUMENTS
        for document in (name for name, card in cards.items() if card.size == cards[CARD].size):
            with_setup = document in other.paper.WITH_SETUP
            order = PrintOrder(document, setup if with_setup else None, PrintOptions(chosen()))
            name, data = documents.file_name(other, order), documents.make(other, order)
            yield _write(folder, other, name, data, phrase(f"document.{document}"))


def filled_sheet(played: Game, before: Position) -> bytes:
    """Return a sheet with the finished worked game in its form, as a viewer would leave it."""
    from pencilwright.generator import fill

    final = played.parse(played.room(ROOM).AFTER)
    ((_, counted),) = played.scores(final)
    points = {line.id: str(line.points) for line in counted.lines if line.points}
    blank = documents.make(played, PrintOrder("score-sheet", before.state.setup))
    return fill.fill(blank, played.marks.to_marks(final) | points | {"total": str(counted.total)})


def _write(folder: str | None, known: Game, name: str, data: bytes, what: Phrase) -> DemoFile:
    return DemoFile(files.write(folder, name, data), known.id, what, len(data))


def in_words(result: Result, seconds: float, language: str) -> str:
    """Return the whole result for a person: score, best moves, what was made, and what to try next."""

    def text(key: str, **words: Word) -> str:
        return say(phrase(key, **words), language)

    counted = replace(result.score, lines=tuple(line for line in result.score.lines if line.points))
    moves = [(f"{move.value}", say(move.text, language)) for move in result.advice.choices[:MOVES]]
    proved = result.advice.certainty == "proved"
    made = [
        (
            say(known.name, language),
            say(tuple(item.what for item in result.made if item.game == known.id), language),
        )
        for known in GAMES.values()
        if any(item.game == known.id for item in result.made)
    ]
    folder = os.path.dirname(result.made[0].path) or os.curdir
    position = next(item.path for item in result.made if item.path.endswith(".json"))
    return "\n\n".join(
        (
            text("demo.score", name=say(result.game.name, language))
            + "\n"
            + score.lines_in_words(counted, language),
            text("demo.moves.proved" if proved else "demo.moves", n=len(moves))
            + "\n"
            + tables.wrapped(moves, WIDTH, right=True),
            text("demo.made", n=len(result.made), folder=folder, seconds=f"{seconds:.1f}")
            + "\n"
            + tables.wrapped(made, WIDTH),
            text(
                "demo.next",
                advise=f"pencilwright advise {position}",
                play=f"pencilwright play {result.game.id}",
            ),
        )
    )
