"""A game in one sitting at the terminal: asks for each choice with all that is legal, keeps whole turns."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

import click

from pencilwright.app import files
from pencilwright.app.answers.advice import MOST_MOVES, hint_of
from pencilwright.app.cli import terminal
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.own_values import named
from pencilwright.games.shared.session import Pick, Prompt, Session, SessionEvent
from pencilwright.templates.phrases import Sentence, Word, folded, phrase, say
from pencilwright.templates.tables import table, wrapped

COLUMNS: Final = 100
EMPTY: Final = "."
NAME: Final = "game.txt"
"""In a folder that the player names."""
COMMANDS: Final = {"hint, hint all": "hint", "table": "table", "undo": "undo", "quit": "quit"}
"""What may be typed besides a choice -> what of sitting.help.* says what it does."""
ALL: Final = "hint all"
EVERYTHING: Final = ("all", "--top 0")
"""What may stand after `hint`."""
SHORT: Final = {"?": "help", "u": "undo", "q": "quit", "exit": "quit"}


class Sitting:
    """A game that goes on at the terminal.

    Parameters
    ----------
    record : as the game's room `transcript` has it.
    path : where whole turns are kept.
    spoken : the language.
    rolls : whether dice are rolled without asking.
    """

    def __init__(self, game: Game, record: Any, path: str, spoken: str, *, rolls: bool) -> None:
        self.game, self.path, self.spoken, self.rolls = game, path, spoken, rolls
        self.room = game.sessions
        self.session: Session = self.room.opened(record)
        self.has_kept = bool(self.session.turns)
        self._shown_turns = len(self.session.turns)
        self._shown_events = 0
        self._is_headed = self._is_pictured = False
        self._opponent: Any = None
        self._other: Any = None

    def against(self, opponent: Any) -> None:
        """Let the adviser play the same dice beside the player, as solver/rooms.py has it."""
        self._opponent, self._other = opponent, self._record().opponent()

    def run(self) -> None:
        """Play to the end, or until the player stops."""
        code = self.game.code_of(self.session.begin)
        self._say("begin" if code else "begin.position", game=self.game.name, code=code)
        if names := named(self.game.id, self.game.unverified(self.session.begin)):
            self._say("unverified", names=names, command=f"pencilwright board {self.game.id}")
        if self.session.prompt is not None and self.session.prompt.dice is not None:
            click.echo()  # who begins with dice sees the table, too
            click.echo(self._picture(self.session.state))
        try:
            while self.session.prompt is not None:
                self._ask(self.session.prompt)
        except EOFError:
            click.echo()
            self._stop(code)
            return
        self._keep()  # what asked nothing, too
        self._news()
        click.echo()
        click.echo(self._picture(self.session.state))
        click.echo()
        click.echo(say(self.room.verdict(self.session.state), self.spoken))
        self._compare()
        self._say("end", file=self.path)

    def _record(self) -> Any:
        return self.room.record_of(self.session)

    def _answer(self) -> None:
        """Let the adviser play the turns that the player has played, and say what it did last."""
        if self._opponent is None:
            return
        record = self._record()
        other = self._other.with_dice_of(record)
        with terminal.working(phrase("progress.thinking")) as progress:
            self._other, value = self._opponent.follow(other, record, progress)
        if len(self._other.turns) > len(other.turns):
            self._say("adviser", move=self._other.turns[-1].words, value=f"{value:.1f}")

    def _compare(self) -> None:
        """Say who of the player and the adviser has more points."""
        if self._opponent is not None:
            self._answer()
            own, other = self._record().points, self._other.points
            self._say(f"end.{self.game.room('transcript').verdict(own, other)}", own=own, other=other)

    def _say(self, what: str, /, **words: Word) -> None:
        text = say(phrase(f"sitting.{what}", **words), self.spoken)
        click.echo(text if "file" in words else "\n".join(folded(text, COLUMNS)))

    def _stop(self, code: str) -> None:
        if self.has_kept:
            self._say("kept.part" if self.session.answers else "kept", file=self.path)
        elif code:
            self._say("not_kept", code=code)
        else:
            self._say("not_kept.position")

    # --- what is shown ------------------------------------------------------------------------------------

    def _news(self) -> None:
        """Show what has happened since the last time."""
        for played in self.session.turns[self._shown_turns :]:
            if not self._is_headed:
                self._head(played.who)
            self._events(played.events[self._shown_events :])
            self._shown_events, self._is_headed = 0, False
            self._shown_turns += 1
            self._is_pictured = False
            self._answer()
        prompt = self.session.prompt
        if prompt is None:
            return
        if not self._is_headed:
            self._head(prompt.who)
            self._is_headed = True
        if not self._is_pictured and prompt.dice is None:
            click.echo(self._picture(prompt.state))
            click.echo()
            self._is_pictured = True
        self._events(prompt.events[self._shown_events :])
        self._shown_events = len(prompt.events)

    def _head(self, who: Sentence) -> None:
        click.echo()
        self._say("turn", who=who)

    def _events(self, events: Iterable[SessionEvent]) -> None:
        for event in events:
            key = "event.rule" if event.rule else "event"
            rule = {"rule": event.rule} if event.rule else {}
            text = say(phrase(f"sitting.{key}", what=event.words, **rule), self.spoken)
            click.echo(wrapped([(" ", text)], COLUMNS))

    def _picture(self, state: Any) -> str:
        return self.room.picture(state, self.spoken)

    def _question(self, prompt: Prompt) -> None:
        """Show the question and all that is legal."""
        click.echo(say(prompt.words, self.spoken))
        if prompt.dice is not None:
            click.echo("  " + say(phrase("sitting.dice"), self.spoken))
        if not prompt.is_brief:
            rows = [(f"  {typed:>2}", self._pick(pick)) for typed, pick in _typed(prompt).items()]
            click.echo(wrapped(rows, COLUMNS))
        elif prompt.dice is None:
            self._spaces(prompt)
        if prompt.barred:
            self._say("barred", picks=tuple(bar.named for bar in prompt.barred))

    def _pick(self, pick: Pick) -> str:
        words = pick.words if not pick.price else phrase("sitting.priced", what=pick.words, price=pick.price)
        return say(words, self.spoken)

    def _spaces(self, prompt: Prompt) -> None:
        """Show the grid, the spaces that may be picked by their names and all others as they are."""
        keys = {pick.key for pick in prompt.picks}
        drawn = self.room.drawing(prompt.state)
        row_at, column_at = drawn.lines
        for row, codes in enumerate(drawn.grid, 1):
            names = [f"{chr(ord('A') + column)}{row}" for column in range(len(codes))]
            cells = (
                name if name in keys else "  " if code == EMPTY else f"({code})"
                for name, code in zip(names, codes, strict=True)
            )
            mark = ">" if row == row_at + 1 else " "
            click.echo(f"  {mark} " + " ".join(f"{cell:5}" for cell in cells).rstrip())
        click.echo(" " * (4 + 6 * column_at + 2) + "^")

    # --- what is typed ------------------------------------------------------------------------------------

    def _ask(self, prompt: Prompt) -> None:
        """Ask until something is picked, taken back or rolled."""
        self._news()
        if prompt.dice is not None and self.rolls:
            self._rolled()
            return
        self._question(prompt)
        while True:
            line = self._line(prompt.who)
            word = SHORT.get(line.lower(), line.lower())
            if word == "quit":
                raise EOFError
            if word == "undo":
                self._undo()
                return
            if word == "help":
                self._help()
            elif word == "table":
                click.echo(self._picture(prompt.state))
                self._question(prompt)
            elif word.partition(" ")[0] == "hint":
                self._hint(0 if word.partition(" ")[2] in EVERYTHING else MOST_MOVES)
            elif not line and prompt.dice is not None:
                self._rolled()
                return
            elif line:
                try:
                    picked = _typed(prompt).get(line)
                    self.session.answer(line if picked is None else picked.key)
                except InputError as error:
                    click.echo(say(error.sentence, self.spoken))
                    continue
                self._keep()
                return

    def _line(self, who: Sentence) -> str:
        """Return the next line of the player. Raises EOFError at the end."""
        click.echo(say(phrase("sitting.prompt", who=who), self.spoken) + " ", nl=False)
        line = sys.stdin.readline(1000)
        if not line:
            raise EOFError
        if not sys.stdin.isatty():  # the answers of a file are seen where they are read
            click.echo(files.display_name(line.rstrip("\r\n")))
        return line.strip()

    def _rolled(self) -> None:
        question = self.session.prompt
        key = self.session.roll()
        fields = {pick.key: pick.words for pick in question.picks} if question is not None else {}
        self._say("rolled", dice=fields[key])
        self._keep()

    def _undo(self) -> None:
        if self.session.undo():
            self._say("back")
            self._keep()
        else:
            self._say("back.none")
        self._shown_turns, self._shown_events = len(self.session.turns), 0
        prompt = self.session.prompt
        self._is_headed = prompt is not None and bool(self.session.answers)
        if prompt is not None and self._is_headed:
            self._shown_events = len(prompt.events)

    def _keep(self) -> None:
        """Write down the whole turns that there are; what goes on in a turn is not kept."""
        if self.session.answers or (not self.session.turns and not self.has_kept):
            return
        text = self.game.room("transcript").to_text(self.room.record_of(self.session))
        self.path = files.write(self.path, NAME, text.encode())
        self.has_kept = True

    def _help(self) -> None:
        rows = [*self.room.TYPED]
        rows += [(typed, phrase(f"sitting.help.{name}")) for typed, name in COMMANDS.items()]
        click.echo(table([(typed, say(does, self.spoken)) for typed, does in rows]))

    def _hint(self, top: int) -> None:
        """Show what the adviser says of the position before this turn."""
        try:
            with terminal.working(phrase("progress.thinking")) as progress:
                click.echo(hint_of(self.game, self.session, self.spoken, progress, top=top, all_by=ALL))
        except InputError as error:
            click.echo(say(error.sentence, self.spoken))


def _typed(prompt: Prompt) -> dict[str, Pick]:
    """Return what may be picked by what is typed for it: a running number where keys are words."""
    if prompt.is_brief or all(pick.key.isdigit() for pick in prompt.picks):
        return {pick.key: pick for pick in prompt.picks}
    return {str(number): pick for number, pick in enumerate(prompt.picks, 1)}
