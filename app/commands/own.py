"""Commands that games have of their own: a room that answers about a position."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import files
from pencilwright.app.cli import options, terminal
from pencilwright.app.positions import sources
from pencilwright.app.positions.setups import fresh_seed
from pencilwright.games import GAMES


def command(name: str) -> click.Command:
    """Return the command of the room of this name, with what the room says may be asked."""
    known = next(game for game in GAMES.values() if name in game.own_commands)
    room: Any = known.room(name)

    @click.command(name)
    @options.FILE
    @options.COMPONENTS
    @options.JSON
    def run(
        source: str, components: str | None, as_json: bool, output: str | None = None, **values: Any
    ) -> None:
        position = sources.one(source, components=components, doubts=options.asking())
        own: Any = position.game.room(name)
        given = {key: value for key, value in values.items() if value not in (None, ())}
        answer, after = own.answer_to(position.state, given, fresh_seed)
        if output is not None:
            data = position.game.to_json(after())
            files.write(output, f"{position.game.id}-next.json", data)
        if output == files.STDIO:
            return
        terminal.show(answer, lambda spoken: own.in_words(answer, spoken), as_json=as_json)

    run.params[1:1] = [options.of(option, known) for option in room.OPTIONS]
    if room.MOVES_ON:
        run = options.OUTPUT(run)
    return run
