"""`pencilwright replay`: plays the log of a game through the rules, step by step, to its score."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import files, options, show
from pencilwright.app.answers.score import answers_for, in_words, ranking
from pencilwright.app.language import chosen as spoken
from pencilwright.app.language import tell
from pencilwright.app.position import Position
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

LARGEST = 1_000_000


@click.command()
@click.argument("source", metavar="LOG", type=click.Path(allow_dash=True))
@options.JSON
@click.option(
    "-o", "--output", metavar="PATH", type=click.Path(allow_dash=True), help="Write the position reached."
)
def replay(source: str, as_json: bool, output: str | None) -> None:
    """Replay the log of a game and score its end.

    LOG is a text file, or - for standard input: the share code of the setup, then one row for each player's
    commands, as in "witches: dig 1. build E7". The first command that may not be is named with its line.

    \b
    Examples:
      pencilwright replay game.txt
      pencilwright replay game.txt --json
      pencilwright replay game.txt -o position.json
    """
    try:
        text = files.read(source, limit=LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(phrase("file.utf8", path=source, n=error.start), field="log") from error
    chosen = game_of(text)
    state, over, waiting = chosen.room("log").reached(text)
    position = Position(chosen, state)
    if output is not None:
        files.write(output, f"{chosen.id}-replayed.json", chosen.room("reading").to_json(state))
    if output == files.STDIO:
        return
    answers = answers_for(position)
    stands = chosen.room("log").stands(over, waiting)
    data: dict[str, Any] = {
        "format": "pencilwright-replay/1",
        "game": chosen.id,
        "over": over,
        "next": waiting,
        "stands": stands,
        "sheets": answers,
        "ranking": ranking(answers),
    }
    if as_json:
        click.echo(show.encode(data), nl=False)
        return
    for answer in answers:
        click.echo(in_words(answer, spoken(), alone=False) + "\n")
    click.echo(tell(stands))


def game_of(text: str) -> Game:
    """Return the game whose share code a log begins with. Raises InputError when there is none."""
    known = [game for game in GAMES.values() if "log" in game.rooms]
    for line in text.splitlines():
        start = line.strip().upper()
        if start and not start.startswith("#"):
            for game in known:
                if start.startswith(game.prefix):
                    return game
            break
    raise InputError(phrase("replay.no_code", games=tuple(game.name for game in known)), field="log")
