"""`pencilwright play`: a whole game in the terminal, choice by choice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from pencilwright.app import files, language
from pencilwright.app.cli import options, terminal
from pencilwright.app.cli.game_commands import Beside, by_game
from pencilwright.app.cli.session import Sitting
from pencilwright.app.cli.setup_options import SetupOptions, choose
from pencilwright.app.positions import sources
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.sources import user_components
from pencilwright.app.solvers import has_solver, solver_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import Option
from pencilwright.templates.phrases import phrase


def _session_options(chosen: Game) -> Sequence[Option]:
    """Return what may be said to a game: its draw, and how it is played."""
    return (*chosen.options.DRAW, *(chosen.sessions.OPTIONS if "session" in chosen.rooms else ()))


def _of_file(name: str) -> Beside | None:
    """Return the game that a file tells, which then goes on; None for another text."""
    if not os.path.isfile(name):
        return None

    def with_file(fields: dict[str, Any]) -> dict[str, Any]:
        if fields["source"] is not None or fields["resume"] is not None:
            raise InputError(phrase("answer.refused.two_files", file=name), field="file")
        return fields | {"resume": name}

    return sources.transcript(name)[0], with_file


@by_game(_session_options, "session", beside=_of_file, metavar="GAME|FILE")
@click.command()
@click.argument("source", metavar="[FILE]", required=False)
@options.SETUP
@click.option("--resume", metavar="FILE", type=click.Path())
@click.option("-o", "--output", metavar="FILE")
def play(
    chosen: Game,
    source: str | None,
    seed: str | None,
    code: str | None,
    components: str | None,
    resume: str | None,
    output: str | None,
    **values: Any,
) -> None:
    """Play a whole game in the terminal."""
    if "session" not in chosen.rooms:
        raise InputError(phrase("answer.refused.not_played", game=chosen.name), field="game")
    values = {name: value for name, value in values.items() if value is not None}
    own_options = chosen.sessions.OPTIONS
    played = {option.name: values.pop(option.spelling.replace("-", "_"), None) for option in own_options}
    begin = Beginning(chosen, SetupOptions(seed, code, components, **values), played.pop("player") or "")
    if resume is None and source is not None and sources.is_transcript(source):
        resume, source = source, None
    if resume is not None:
        if source is not None:
            raise InputError(phrase("answer.refused.two_files", file=resume), field="file")
        record, output = begin.resumed(resume), output or resume
    else:
        record = begin.fresh() if source is None else begin.of_position(source)
        output = output or begin.path()
    if output == files.STDIO:
        raise InputError(phrase("answer.refused.output"), field="output")
    sitting = Sitting(chosen, record, output, language.chosen(), rolls=bool(played.pop("roll")))
    if has_solver(chosen, "match"):
        terminal.hint_at_speed()
        seconds, advice_seed = played["seconds"] or options.MOVE_SECONDS, played["advice_seed"] or ""
        sitting.against(solver_of(chosen, "match").Adviser(record.setup, seconds, advice_seed))
    sitting.run()


class Beginning:
    """How a game begins: with a setup, with a position, or where it was stopped."""

    def __init__(self, chosen: Game, wishes: SetupOptions, player: str) -> None:
        self.game, self.wishes, self.player = chosen, wishes, player
        self.code = ""

    def fresh(self) -> Any:
        """Return the game of a drawn setup, or of that of a share code."""
        custom = user_components(self.game, self.wishes.components)
        setup = choose(self.game, self.wishes, custom)
        self.code = self.game.setups.to_code(setup)
        return self._begun(Position.at_start(self.game, setup, custom).state)

    def of_position(self, source: str) -> Any:
        """Return the game that begins with a position. Raises InputError where none begins there."""
        if self.wishes.wishes_text:
            raise InputError(phrase("answer.refused.position"), field="file")
        if source == files.STDIO:
            raise InputError(phrase("answer.refused.output"), field="file")
        position = sources.one(source, components=self.wishes.components, doubts=options.asking())
        self._check(position.game, source)
        self.code = self.game.code_of(position.state)
        return self._begun(position.state)

    def _begun(self, state: Any) -> Any:
        names = [name.strip() for name in self.player.split(",")] if self.player else []
        return self.game.sessions.begun(state, names)

    def resumed(self, file: str) -> Any:
        """Return the game of a transcript."""
        if self.wishes.wishes_text or self.wishes.components or self.player:
            raise InputError(phrase("answer.refused.resume"), field="resume")
        known, record = sources.transcript(file)
        self._check(known, file)
        return record

    def _check(self, known: Game, file: str) -> None:
        if known is not self.game:
            other = phrase("answer.refused.other_game", file=file, game=known.name, wanted=self.game.name)
            raise InputError(other, field="file")

    def path(self) -> str:
        """Return a file in output/ that does not exist yet, so that no earlier game is lost."""
        os.makedirs(files.OUTPUT, exist_ok=True)
        named = f"{self.game.id}-game" + (f"-{self.code}" if self.code else "")
        stem = os.path.join(files.OUTPUT, named)
        names = [f"{stem}.txt", *(f"{stem}-{number}.txt" for number in range(2, 1000))]
        return next(name for name in names if not os.path.lexists(name))
