"""Asks at the terminal for what no source proves of a game: where to look, and what the board says."""

from __future__ import annotations

import sys
import tomllib
from itertools import groupby
from typing import Any, Final

import click

from pencilwright.app import files, kept
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import Asked
from pencilwright.templates.phrases import Atom, Word, called, folded, phrase, say
from pencilwright.templates.tables import table

COLUMNS: Final = 100
STOP: Final = ("quit", "q", "exit")


class Looking:
    """Goes through the unproven values of a game with a person who has it before them.

    What is told is kept after each value, so that stopping loses nothing.
    """

    def __init__(self, game: Game, spoken: str) -> None:
        self.game, self.spoken = game, spoken
        self.room = game.own_values
        text = kept.used(game) or ""
        self.room.load(text)
        self.told: dict[str, Any] = tomllib.loads(text)

    def run(self) -> None:
        """Ask for every value, or until the person stops."""
        keys = [(key, list(lines)) for key, lines in groupby(self.room.asked(), lambda one: one.key)]
        self._say("begin", game=self.game.name, n=len(keys), shown=own_values.AS_SHOWN, stop=STOP[0])
        try:
            for number, (key, lines) in enumerate(keys, 1):
                self._value(number, len(keys), key, lines)
        except EOFError:
            click.echo()
        if self.told:
            path = files.shown(kept.path_of(self.game))
            self._say("kept", n=len(self.told), all=len(keys), path=path)
        else:
            self._say("kept.none")

    def _say(self, what: str, /, **said: Word) -> None:
        text = say(phrase(f"board.ask.{what}", **said), self.spoken)
        click.echo(text if "path" in said else "\n".join(folded(text, COLUMNS)))

    def _words(self, name: str, plain: str) -> Atom:
        return called(f"own.{self.game.id}.{name}", plain)

    def _value(self, number: int, count: int, key: str, lines: list[Asked]) -> None:
        """Ask for one value until it is one, or is left open."""
        click.echo()
        self._say("value", n=number, all=count, what=self._words(key, key), key=key)
        where = say(called(f"own.{self.game.id}.{key}.where", ""), self.spoken)
        if where:
            click.echo(where.rstrip("\n"))
        if known := lines[0].known:
            rows = [(f"  {place:>2}", say(name, self.spoken)) for place, (_, name) in enumerate(known, 1)]
            click.echo(table(rows))
        while (value := self._lines(key, lines)) is not None:
            try:
                self.room.load(own_values.text_of(self.told | {key: value}))
            except InputError as error:
                self._refuse(key, error)
                continue
            self.told[key] = value
            kept.keep(self.game, own_values.text_of(self.told))
            return

    def _lines(self, key: str, lines: list[Asked]) -> Any:
        """Return what was told for each line of a value; None where one is left open."""
        told: list[Any] = []
        for one in lines:
            shown = self._shown(one, len(told))
            row = say(self._words(f"{key}.{one.row}", one.row), self.spoken) if one.row else ""
            asked = phrase(f"board.ask.{'row' if row else 'line'}", row=row, shown=self._written(one, shown))
            click.echo("  " + say(asked, self.spoken))
            while True:
                line = self._line()
                if not line:
                    return None
                try:
                    told.append(
                        own_values.typed(one, line) if line != own_values.AS_SHOWN else _plain(one, shown)
                    )
                    break
                except InputError as error:
                    self._refuse(key, error)
        return own_values.joined(lines, told)

    def _refuse(self, key: str, error: InputError) -> None:
        """Say what a value must be; the person speaks of a board, not of the file that the values are in."""
        said = error.sentence
        wanted = dict(said.words).get("wanted")
        if wanted is not None:
            said = phrase("board.ask.wrong", what=self._words(f"{key}.name", key), wanted=wanted)
        click.echo(say(said, self.spoken))

    def _shown(self, one: Asked, place: int) -> tuple[Any, ...]:
        """Return what a line has: what was told before, else ours."""
        before = self.told.get(one.key)
        if one.row and before is not None:
            before = before.get(one.row) if one.in_table else before[place]
        if before is None:
            return one.value
        return tuple(before) if one.is_list else (before,)

    def _written(self, one: Asked, shown: tuple[Any, ...]) -> str:
        """Return values as they are typed; words with their names."""
        names = dict(one.known)
        if names:
            return say(tuple(names.get(value, str(value)) for value in shown), self.spoken)
        return " ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in shown)

    def _line(self) -> str:
        """Return what the person types. Raises EOFError to stop."""
        click.echo("> ", nl=False)
        line = sys.stdin.readline(4000)
        if not line or line.strip().lower() in STOP:
            raise EOFError
        if not sys.stdin.isatty():  # the answers of a file are seen where they are read
            click.echo(files.shown(line.rstrip("\r\n")))
        return line.strip()


def _plain(one: Asked, shown: tuple[Any, ...]) -> Any:
    return list(shown) if one.is_list else shown[0]
