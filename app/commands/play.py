"""`pencilwright play`: a whole game in the terminal, in one sitting, or against the adviser's same dice."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from pencilwright.app import files, language, options, positions, show, transcripts
from pencilwright.app.answers import start
from pencilwright.app.by_game import ByGame
from pencilwright.app.choose import SetupOptions, choose, own_values
from pencilwright.app.sitting import Sitting
from pencilwright.app.solvers import solver_of
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import TIME, Option
from pencilwright.templates.phrases import Sentence, phrase, say

HINTS = 3
NAME = "game.txt"
"""In a folder that the player names."""
COMMANDS = {"moves [WORDS]": "moves", "hint": "hint", "sheet": "sheet", "quit": "quit"}
"""What may be typed besides a move -> what of play.help.* says what it does."""
AGAINST_THE_ADVISER = (
    Option("player", metavar="NAME"),
    Option("seconds", TIME, spelt="time"),
    Option("advice_seed", metavar="TEXT"),
)
"""What may be said of a game that is played against the adviser."""


def _played(chosen: Game) -> Sequence[Option]:
    """Return what may be said to a game besides its draw."""
    return chosen.sessions.OPTIONS if "session" in chosen.rooms else AGAINST_THE_ADVISER


def _own(chosen: Game) -> Sequence[Option]:
    return (*chosen.options.DRAW, *_played(chosen))


class ByGameOrFile(ByGame):
    """A command whose first argument is a game, or the file of one that was stopped."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a game, or that of the game that a file tells, which then goes on."""
        if ctx.resilient_parsing or cmd_name in GAMES or not os.path.isfile(cmd_name):
            return super().get_command(ctx, cmd_name)
        known, _ = transcripts.load(cmd_name)
        found = super().get_command(ctx, known.id)
        if found is None:
            return None
        function: Any = found.callback

        def with_file(**said: Any) -> Any:
            if said["source"] is not None or said["resume"] is not None:
                raise InputError(phrase("answer.refused.two_files", file=cmd_name), field="file")
            return function(**said | {"resume": cmd_name})

        found.callback = with_file
        return found


def by_game_or_file(whole: click.Command) -> ByGameOrFile:
    """Return the command for each game that is played here, with what may be said about it."""
    command = ByGameOrFile(whole, _own, "transcript")
    command.subcommand_metavar = "GAME|FILE [OPTIONS]"
    return command


@by_game_or_file
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
    **said: Any,
) -> None:
    """Play a whole game in the terminal.

    \b
    Examples:
      pencilwright play troyes-dice
      pencilwright play troyes-dice --code TD1-... --player Ana
      pencilwright play troyes-dice --resume output/troyes-dice-game-TD1-....txt
      pencilwright play terracotta-army --seed friday --difficulty 1,4
      pencilwright play terracotta-army --players 3 --player Ana,Ben,Cleo
      pencilwright play terracotta-army position.json --roll
      pencilwright play output/terracotta-army-game-TA1-....txt
    """
    if "transcript" not in chosen.rooms:
        raise InputError(phrase("answer.refused.not_played", game=chosen.name), field="game")
    said = {name: value for name, value in said.items() if value is not None}
    played = {option.name: said.pop(option.spelling.replace("-", "_"), None) for option in _played(chosen)}
    begin = Beginning(chosen, SetupOptions(seed, code, components, **said), played.pop("player") or "")
    if resume is None and source is not None and transcripts.is_one(source):
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
    if "session" in chosen.rooms:
        Sitting(chosen, record, output, language.chosen(), rolls=bool(played["roll"])).run()
    else:
        _against_the_adviser(chosen, record, output, is_resumed=resume is not None, **played)


class Beginning:
    """How a game begins: with a setup, with a position, or where it was stopped."""

    def __init__(self, chosen: Game, wishes: SetupOptions, player: str) -> None:
        self.game, self.wishes, self.player = chosen, wishes, player
        self.code = ""

    def fresh(self) -> Any:
        """Return the game of a drawn setup, or of that of a share code."""
        own = own_values(self.game, self.wishes.components)
        setup = choose(self.game, self.wishes, own)
        self.code = self.game.setups.to_code(setup)
        if "session" not in self.game.rooms:
            return self.game.room("transcript").begin(setup, self.player)
        return self._begun(start.of_setup(self.game, setup, own).state)

    def of_position(self, source: str) -> Any:
        """Return the game that begins with a position. Raises InputError where the game has no such thing."""
        if "session" not in self.game.rooms:
            said = phrase("answer.refused.no_position", game=self.game.name, resume="--resume")
            raise InputError(said, field="file")
        if self.wishes.said:
            raise InputError(phrase("answer.refused.position"), field="file")
        if source == files.STDIO:
            raise InputError(phrase("answer.refused.output"), field="file")
        position = positions.one(source, components=self.wishes.components)
        self._check(position.game, source)
        self.code = self.game.sessions.code_of(position.state)
        return self._begun(position.state)

    def _begun(self, state: Any) -> Any:
        names = [name.strip() for name in self.player.split(",")] if self.player else []
        return self.game.sessions.begun(state, names)

    def resumed(self, file: str) -> Any:
        """Return the game of a transcript."""
        if self.wishes.said or self.wishes.components or self.player:
            raise InputError(phrase("answer.refused.resume"), field="resume")
        known, record = transcripts.load(file)
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


def _against_the_adviser(
    chosen: Game,
    record: Any,
    output: str,
    *,
    is_resumed: bool,
    seconds: float | None,
    advice_seed: str | None,
) -> None:
    show.hint_at_speed()
    solver = solver_of(chosen, "match")
    adviser = solver.Adviser(record.setup, seconds or options.MOVE_SECONDS, advice_seed or "")
    match = Match(chosen, record, adviser, output, language.chosen())
    try:
        match.run()
    except EOFError:
        click.echo()
        if match.record.turns or is_resumed:
            match.say(phrase("play.kept", file=match.path))
        else:
            match.say(phrase("play.not_kept", code=match.code))


class Match:
    """A game of the player and the same game of the adviser, side by side."""

    def __init__(self, chosen: Game, record: Any, adviser: Any, path: str, spoken: str) -> None:
        self.game = chosen
        self.code = chosen.setups.to_code(record.setup)
        self.room = chosen.room("transcript")
        self.rolls = self.room.fair_rolls(self.code)
        self.record = record
        self.other = record.opponent()
        self.adviser = adviser
        self.path = path
        self.spoken = spoken

    def say(self, said: Sentence) -> None:
        """Show a sentence in the player's language."""
        click.echo(say(said, self.spoken))

    def run(self) -> None:
        """Play to the end. Raises EOFError when the player stops before; InputError for foreign dice."""
        for number, turn in enumerate(self.record.turns):
            if turn.roll != self.rolls[number]:
                raise InputError(phrase("answer.refused.foreign_dice", when=turn.when), field="resume")
        self.say(phrase("play.begin", game=self.game.name, code=self.code))
        for number, roll in enumerate(self.rolls):
            if number == len(self.record.turns):
                self._turn(roll)
            self._answer(roll)
        self._end()

    def _turn(self, roll: Any) -> None:
        dice, raid = self.room.dice_in_words(roll), self.record.raid(roll)
        click.echo()
        head = {"when": self.record.when, "dice": dice}
        self.say(phrase("play.turn.raid", raid=raid, **head) if raid else phrase("play.turn", **head))
        self._status(roll)
        self.record = self.record.played(roll, self._ask(roll))
        self.path = files.write(self.path, NAME, self.room.to_text(self.record).encode())
        self.say(phrase("play.you", move=self.record.turns[-1].words))

    def _answer(self, roll: Any) -> None:
        """The adviser's turn with the same dice."""
        with show.working(phrase("progress.thinking")) as progress:
            self.other, value = self.adviser.answered(self.other, roll, progress)
        if len(self.other.turns) == len(self.record.turns):
            told = self.other.turns[-1].words
            self.say(phrase("play.adviser", move=told, value=f"{value:.1f}"))

    def _ask(self, roll: Any) -> Any:
        """Ask until a legal move is given."""
        listed: list[Any] = []
        while True:
            line = self._line()
            word, _, rest = line.partition(" ")
            if word in ("quit", "exit", "q"):
                raise EOFError
            if word in ("help", "?"):
                self._help()
            elif word == "sheet":
                self._status(roll)
            elif word == "hint":
                self._hint(roll)
            elif word == "moves":
                listed = self._list(roll, rest.split())
            elif line.isdigit():
                if 0 < int(line) <= len(listed):
                    return listed[int(line) - 1]
                self.say(phrase("play.no_number"))
            elif line:
                try:
                    return self.record.parse_move(line, roll)
                except InputError as error:
                    self.say(phrase("play.refused", refusal=error.sentence))

    def _line(self) -> str:
        """Return the next line of the player, lower-case words untouched. Raises EOFError at the end."""
        click.echo(f"{say(phrase('play.prompt'), self.spoken)} ", nl=False)
        line = sys.stdin.readline(1000)
        if not line:
            raise EOFError
        return line.strip()

    def _status(self, roll: Any) -> None:
        click.echo(self.record.status(roll, self.spoken))

    def _help(self) -> None:
        """Show how to give a move, and what else may be typed."""
        own = self.room.HOW_TO_MOVE
        rows = [*own, *((typed, phrase(f"play.help.{name}")) for typed, name in COMMANDS.items())]
        click.echo(show.table([(typed, say(does, self.spoken)) for typed, does in rows]))

    def _hint(self, roll: Any) -> None:
        """Show the adviser's best moves, the one that it would play first, each with its error."""
        with show.working(phrase("progress.thinking")) as progress:
            hint = self.adviser.hint(self.record, roll, HINTS, progress)
        click.echo(solver_of(self.game, "match").hint_in_words(hint, self.spoken))

    def _list(self, roll: Any, words: list[str]) -> list[Any]:
        """Show the moves whose notation or description has all these words; return them."""
        found = []
        for move, notation, text in self.record.legal_actions(roll):
            told = notation, say(text, self.spoken)
            if all(word.lower() in ": ".join(told).lower() for word in words):
                found.append((move, told))
        if found:
            rows = [(number, *told) for number, (_, told) in enumerate(found, 1)]
            click.echo(show.table(rows, right=[0]))
        else:
            self.say(phrase("play.no_move"))
        return [move for move, _ in found]

    def _end(self) -> None:
        own, other = self.record.points, self.other.points
        click.echo()
        verdict = self.room.verdict(own, other)
        self.say(phrase(f"play.end.{verdict}", own=own, other=other, file=self.path))
        self.say(phrase("play.review", file=self.path))
