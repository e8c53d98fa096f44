"""`pencilwright play`: a solo game in the terminal against the adviser, who plays the same dice."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from pencilwright.app import files, language, options, show, transcripts
from pencilwright.app.answers import chances, match
from pencilwright.app.by_game import by_game
from pencilwright.app.choose import SetupOptions, choose, own_values
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.solver.compiled import Progress
from pencilwright.templates.phrases import Sentence, phrase, say

HINTS = 3
NAME = "game.txt"
"""In a folder that the player names."""
COMMANDS = {"moves [WORDS]": "moves", "hint": "hint", "sheet": "sheet", "quit": "quit"}
"""What may be typed besides a move -> what of play.help.* says what it does."""


@by_game(lambda chosen: chosen.room("options").DRAW, room="transcript")
@click.command()
@options.SETUP
@click.option("--player", default="", metavar="NAME", help="Your name, for the transcript.")
@click.option("--resume", metavar="FILE", type=click.Path(), help="Go on with a game that was stopped.")
@options.TIME
@options.ADVICE_SEED
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Where the game is written down. [default: a new file in output/, or that of --resume]",
)
def play(
    chosen: Game,
    seed: str | None,
    code: str | None,
    player: str,
    resume: str | None,
    seconds: float | None,
    advice_seed: str | None,
    output: str | None,
    **drawn: Any,
) -> None:
    """Play a game alone in the terminal against the adviser.

    The dice follow from the share code of the setup, so a friend with the code can play the very same game.
    The adviser plays the same dice on a sheet of its own and knows as little of the next roll as you do. The
    game is written down after every half-day, for review, and to go on later with --resume.

    \b
    Examples:
      pencilwright play troyes-dice
      pencilwright play troyes-dice --code TD1-... --player Ana
      pencilwright play troyes-dice --resume output/troyes-dice-game-TD1-....txt
    """
    if "transcript" not in chosen.rooms:
        raise InputError(phrase("answer.refused.not_played", game=chosen.name), field="game")
    if resume is not None:
        asked = SetupOptions(seed, code, **drawn)
        if asked.said or asked.components or player:
            raise InputError(phrase("answer.refused.resume"), field="resume")
        known, record = transcripts.load(resume)
        if known is not chosen:
            other = phrase("answer.refused.other_game", file=resume, game=known.name, wanted=chosen.name)
            raise InputError(other, field="resume")
        output = output or resume
    else:
        wishes = SetupOptions(seed, code, **drawn)
        setup = choose(chosen, wishes, own_values(chosen, wishes.components))
        record = chosen.room("transcript").begin(setup, player)
        output = output or _fresh_name(chosen, record)
    if output == files.STDIO:
        raise InputError(phrase("answer.refused.output"), field="output")
    show.hint_at_speed()
    adviser = Adviser(chosen, record.setup, seconds or options.MOVE_SECONDS, advice_seed or chances.SEED)
    match = Match(chosen, record, adviser, output, language.chosen())
    try:
        match.run()
    except EOFError:
        click.echo()
        if match.record.turns or resume:
            match.say(phrase("play.kept", file=match.path))
        else:
            match.say(phrase("play.not_kept", code=match.code))


def _fresh_name(chosen: Game, record: Any) -> str:
    """Return a file in output/ that does not exist yet, so that no earlier game is lost."""
    os.makedirs(files.OUTPUT, exist_ok=True)
    stem = os.path.join(files.OUTPUT, f"{chosen.id}-game-{chosen.room('setup').to_code(record.setup)}")
    names = [f"{stem}.txt", *(f"{stem}-{number}.txt" for number in range(2, 1000))]
    return next(name for name in names if not os.path.lexists(name))


class Adviser(match.Adviser):
    """The other player, who shows how long it thinks."""

    def weigh(
        self, sheet: list[int], table: list[int], count: int = 1, progress: Progress | None = None
    ) -> Any:
        """Return what every move is worth, as `match.Adviser.weigh`."""
        with show.working(phrase("progress.thinking")) as watched:
            return super().weigh(sheet, table, count, progress or watched)


class Match:
    """A game of the player and the same game of the adviser, side by side."""

    def __init__(self, chosen: Game, record: Any, adviser: Adviser, path: str, spoken: str) -> None:
        self.game = chosen
        self.code = chosen.room("setup").to_code(record.setup)
        self.rolls = chosen.room("transcript").fair_rolls(self.code)
        self.record = record
        self.other = record._replace(player="", turns=())
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
                self._half_day(roll)
            self._answer(roll)
        self._end()

    def _half_day(self, roll: Any) -> None:
        sheet, table = self.record.rolled(roll)
        before, _ = self.record.position()
        head = {
            "when": self.game.room("transcript").when(len(self.record.turns)),
            "dice": match.dice_in_words(roll),
        }
        raid = self.game.room("wording").describe_attack(before, table)
        click.echo()
        self.say(phrase("play.half_day.raid", raid=raid, **head) if raid else phrase("play.half_day", **head))
        self._status(sheet, table)
        move = self._ask(sheet, table)
        self.record = self.record.played(roll, move)
        self.path = files.write(self.path, NAME, self.game.room("transcript").to_text(self.record).encode())
        self.say(phrase("play.you", move=self.game.room("wording").describe(sheet, table, move)))

    def _answer(self, roll: Any) -> None:
        """The adviser's half-day with the same dice."""
        sheet, table = self.other.rolled(roll)
        self.other, best = match.answered(self.other, roll, self.adviser)
        if len(self.other.turns) == len(self.record.turns):
            told = self.game.room("wording").describe(sheet, table, best.move)
            self.say(phrase("play.adviser", move=told, value=f"{best.value:.1f}"))

    def _ask(self, sheet: list[int], table: list[int]) -> Any:
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
                self._status(sheet, table)
            elif word == "hint":
                self._hint(sheet, table)
            elif word == "moves":
                listed = self._list(sheet, table, rest.split())
            elif line.isdigit():
                if 0 < int(line) <= len(listed):
                    return listed[int(line) - 1]
                self.say(phrase("play.no_number"))
            elif line:
                try:
                    return self.game.room("wording").parse_move(line, sheet, table)
                except InputError as error:
                    self.say(phrase("play.refused", refusal=error.sentence))

    def _line(self) -> str:
        """Return the next line of the player, lower-case words untouched. Raises EOFError at the end."""
        click.echo(f"{say(phrase('play.prompt'), self.spoken)} ", nl=False)
        line = sys.stdin.readline(1000)
        if not line:
            raise EOFError
        return line.strip()

    def _status(self, sheet: list[int], table: list[int]) -> None:
        click.echo(self.game.room("status").tell(sheet, table, self.spoken))

    def _help(self) -> None:
        """Show how to give a move, and what else may be typed."""
        own = self.game.room("transcript").HOW_TO_MOVE
        rows = [*own, *((typed, phrase(f"play.help.{name}")) for typed, name in COMMANDS.items())]
        click.echo(show.table([(typed, say(does, self.spoken)) for typed, does in rows]))

    def _hint(self, sheet: list[int], table: list[int]) -> None:
        """Show the adviser's best moves, the one that it would play first, each with its error."""
        answer = match.hint(self.game, self.adviser, sheet, table, HINTS)
        click.echo(chances.moves_in_words(answer, answer["moves"], self.spoken))
        if len(answer["moves"]) > 1 and not answer["clear"]:
            self.say(phrase("answer.close"))

    def _list(self, sheet: list[int], table: list[int], words: list[str]) -> list[Any]:
        """Show the moves whose notation or description has all these words; return them."""
        found = []
        for move, notation, text in match.legal_moves(self.game, sheet, table):
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
        own = self.game.room("rules").final_score(self.record.turns[-1].after)
        other = self.game.room("rules").final_score(self.other.turns[-1].after)
        click.echo()
        self.say(phrase(f"play.end.{match.verdict(own, other)}", own=own, other=other, file=self.path))
        self.say(phrase("play.review", file=self.path))
