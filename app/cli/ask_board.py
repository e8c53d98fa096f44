"""Asks at the terminal for what no source proves of a game: where to look, and what the board says."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from pencilwright.app import files, user_values
from pencilwright.app.answers.board import OwnBoard
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import ValueLine
from pencilwright.templates.phrases import Word, folded, phrase, say
from pencilwright.templates.tables import table

COLUMNS: Final = 100
STOP: Final = ("quit", "q", "exit")


class BoardQuestions:
    """Goes through the unproven values of a game with a person who has it before them.

    What is told is kept after each value, so that stopping loses nothing.
    """

    def __init__(self, game: Game, spoken: str) -> None:
        self.game, self.spoken = game, spoken
        self.board = OwnBoard(game, user_values.used(game) or "")

    def run(self) -> None:
        """Ask for every value, or until the person stops."""
        lines = self.board.lines
        self._say("begin", game=self.game.name, n=len(lines), shown=own_values.AS_SHOWN, stop=STOP[0])
        try:
            for number, key in enumerate(lines, 1):
                self._value(number, key)
        except EOFError:
            click.echo()
        if self.board.typed:
            path = files.display_name(user_values.path_of(self.game))
            self._say("kept", n=len(self.board.typed), all=len(lines), path=path)
        else:
            self._say("kept.none")

    def _say(self, what: str, /, **words: Word) -> None:
        text = say(phrase(f"board.ask.{what}", **words), self.spoken)
        click.echo(text if "path" in words else "\n".join(folded(text, COLUMNS)))

    def _value(self, number: int, key: str) -> None:
        """Ask for one value until it is one, or is left open."""
        lines = self.board.lines[key]
        click.echo()
        self._say("value", n=number, all=len(self.board.lines), what=self.board.words(key, key), key=key)
        where = say(self.board.words(f"{key}.where", ""), self.spoken)
        if where:
            click.echo(where.rstrip("\n"))
        if known := lines[0].known:
            rows = [(f"  {place:>2}", say(name, self.spoken)) for place, (_, name) in enumerate(known, 1)]
            click.echo(table(rows))
        while (values := self._lines(lines)) is not None:
            try:
                self.board.tell({key: values})
            except InputError as error:
                click.echo(say(error.sentence, self.spoken))
                continue
            user_values.keep(self.game, self.board.text)
            return

    def _lines(self, lines: Sequence[ValueLine]) -> list[Any] | None:
        """Return what was told for each line of a value; None where one is left open."""
        entries: list[Any] = []
        for item in lines:
            row = say(self.board.words(f"{item.key}.{item.row}", item.row), self.spoken) if item.row else ""
            question = phrase(f"board.ask.{'row' if row else 'line'}", row=row, shown=self._written(item))
            click.echo("  " + say(question, self.spoken))
            while True:
                line = self._line()
                if not line:
                    return None
                try:
                    is_same = line == own_values.AS_SHOWN
                    entries.append(self.board.as_shown(item) if is_same else own_values.typed(item, line))
                    break
                except InputError as error:
                    click.echo(say(self.board.refusal(error, item.key).sentence, self.spoken))
        return entries

    def _written(self, one: ValueLine) -> str:
        """Return the values of a line as they are typed; words with their names."""
        names, visible = dict(one.known), self.board.values_of(one)
        if names:
            return say(tuple(names.get(value, str(value)) for value in visible), self.spoken)
        return " ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in visible)

    def _line(self) -> str:
        """Return what the person types. Raises EOFError to stop."""
        click.echo("> ", nl=False)
        line = sys.stdin.readline(4000)
        if not line or line.strip().lower() in STOP:
            raise EOFError
        if not sys.stdin.isatty():  # the answers of a file are seen where they are read
            click.echo(files.display_name(line.rstrip("\r\n")))
        return line.strip()
