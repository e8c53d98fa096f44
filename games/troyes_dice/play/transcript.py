"""A whole game written down: its setup, and the dice and the move of each half-day, as text.

::

    setup TD1-...
    player Ana
    1am b1 4 4 5 | s1:I Y4 public
    1pm b3 2 5 6 | s2 W5 gain
    score 52

A line for each half-day in order, as many as have been played: when, the four dice (the black one with a b),
a bar, and the move in the notation of move_text.py or as a sentence of `move_text.describe` in any language.
`player` and `score` may be left out; a score that is given must be the one that the moves lead to. Lines that
begin with # and empty lines say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.refusals import game_over, in_line
from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.components import HALF_DAYS
from pencilwright.games.troyes_dice.example import roll
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.known_dice import DICE, parse_roll
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import vectors, with_vectors
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.games.troyes_dice.state import State, start
from pencilwright.templates.phrases import Phrase, phrase

__all__ = [
    "DICE",
    "PlayedHalfDay",
    "Transcript",
    "begin",
    "dice_in_words",
    "fair_rolls",
    "parse",
    "parse_roll",
    "time_of",
    "to_text",
    "verdict",
    "when",
]

LONGEST_LINE = 400


class PlayedHalfDay(NamedTuple):
    """One half-day as it was played.

    Attributes
    ----------
    sheet, table : the position that the move was chosen in, the dice placed and their raid marked.
    move : what was done.
    after : the sheet after it.
    """

    sheet: list[int]
    table: list[int]
    move: Move
    after: list[int]

    @property
    def time(self) -> str:
        """Day and half of it, such as "3pm"."""
        return time_of(self.table[rules.HALF])

    @property
    def when(self) -> Phrase:
        """Day and half of it in words."""
        return when(self.table[rules.HALF])

    @property
    def roll(self) -> tuple[int, int, int, int]:
        """The dice as rolled, the black one first."""
        dice = self.table[rules.DICE : rules.DICE + 4]
        black = dice.pop(self.table[rules.BLACK])
        return (black, dice[0], dice[1], dice[2])

    @property
    def words(self) -> Phrase:
        """The move in words."""
        return move_text.describe(self.sheet, self.table, self.move)


class Transcript(NamedTuple):
    """A game from its first half-day on; shorter than 16 turns when it was not played to its end."""

    setup: Setup
    player: str
    turns: tuple[PlayedHalfDay, ...]

    @property
    def is_over(self) -> bool:
        """Whether all half-days were played."""
        return len(self.turns) == HALF_DAYS

    @property
    def points(self) -> int:
        """The points so far."""
        return rules.final_score(self.position()[0])

    def back_to(self, turns: int) -> Transcript:
        """Return the game as it was after so many turns."""
        return self._replace(turns=self.turns[:turns])

    def with_dice_of(self, other: Transcript) -> Transcript:
        """Return the game as far as its dice are those of another player's game."""
        pairs = zip(self.turns, other.turns, strict=False)
        return self.back_to(sum(1 for _ in takewhile(lambda pair: pair[0].roll == pair[1].roll, pairs)))

    def opponent(self) -> Transcript:
        """Return the same game before its first turn, of another player."""
        return self._replace(player="", turns=())

    def state(self) -> State:
        """Return the position before the next roll."""
        state = with_vectors(start(self.setup, player=self.player), *self.position())
        slots = tuple(turn.table[rules.BLACK] for turn in self.turns)
        return replace(state, sheet=replace(state.sheet, slots=slots))

    def start(self) -> tuple[list[int], list[int]]:
        """Return (sheet, table) before the first roll."""
        return vectors(start(self.setup))

    def position(self) -> tuple[list[int], list[int]]:
        """Return (sheet, table) before the next roll."""
        sheet, table = self.start()
        if self.turns:
            sheet, table = self.turns[-1].after[:], self.turns[-1].table[:]
            rules.end_half(table)
        return sheet, table

    def rolled(self, dice: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return (sheet, table) of the next half-day with these dice, black first: placed, raid marked.

        Raises InputError when the game is over.
        """
        if self.is_over:
            raise game_over("turns")
        sheet, table = self.position()
        rules.place(table, *dice)
        rules.attack(sheet, table)
        return sheet, table

    def played(self, dice: Sequence[int], move: Move) -> Transcript:
        """Return the game with one more half-day. Raises InputError for a move that is not legal."""
        sheet, table = self.rolled(dice)
        turn = PlayedHalfDay(sheet, table, move, rules.apply_action(sheet, table, move))
        return self._replace(turns=(*self.turns, turn))


def begin(setup: Setup, player: str = "") -> Transcript:
    """Return a game of which nothing has been played. Raises InputError for a name that cannot be printed."""
    return Transcript(setup, start(setup, player=player).sheet.player, ())


def time_of(half: int) -> str:
    """Return "1am" for the first half-day (0) to "8pm" for the last (15)."""
    return f"{half // 2 + 1}{('am', 'pm')[half % 2]}"


def when(half: int) -> Phrase:
    """Return a half-day in words, from the first (0) to the last (15)."""
    return phrase(f"troyes.when.{('am', 'pm')[half % 2]}", day=half // 2 + 1)


def fair_rolls(code: str) -> list[tuple[int, int, int, int]]:
    """Return dice for a whole game, black first, that follow from a share code alone.

    Whoever has the code can check them, and can play the very same game.
    """
    stream = Stream.from_seed(setup.to_code(setup.from_code(code))).fork("game dice")
    return [roll(stream) for _ in range(HALF_DAYS)]


def dice_in_words(roll: Sequence[int]) -> str:
    """Return dice as they are written: "b3 1 5 6", the black one first."""
    black, *others = roll
    return " ".join([f"b{black}", *map(str, others)])


def verdict(own: int, other: int) -> str:
    """Return how a game has ended: "won", "lost" or "draw"."""
    return "draw" if own == other else "won" if own > other else "lost"


def to_text(transcript: Transcript) -> str:
    """Return the game as text; `parse` reads it back."""
    lines = [f"setup {setup.to_code(transcript.setup)}"]
    if transcript.player:
        lines.append(f"player {transcript.player}")
    for turn in transcript.turns:
        notation = move_text.notation(turn.sheet, turn.table, turn.move)
        lines.append(f"{turn.time} {dice_in_words(turn.roll)} | {notation}")
    if transcript.is_over:
        lines.append(f"score {rules.final_score(transcript.turns[-1].after)}")
    return "\n".join(lines) + "\n"


def parse(text: str) -> Transcript:
    """Return the game that a text tells.

    Raises InputError naming the line, for what cannot be read and for a move that the rules refuse.
    """
    game: Transcript | None = None
    claimed: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        try:
            if claimed is not None:
                raise InputError(phrase("transcript.after_score"))
            key, _, rest = words[:LONGEST_LINE].partition(" ")
            if game is None:
                game = begin(_setup(key, rest))
            elif key == "player" and not game.turns and not game.player:
                game = begin(game.setup, rest)
            elif key == "score":
                claimed = _score(rest, game)
            else:
                game = _turn(key, rest, game)
        except InputError as error:
            raise in_line(number, error) from error
    if game is None:
        raise InputError(phrase("transcript.empty"), field="transcript")
    return game


def _setup(key: str, rest: str) -> Setup:
    if key != "setup":
        raise InputError(phrase("transcript.setup", example="setup TD1-...", text=key[:20]))
    return setup.from_code(rest.strip())


def _score(text: str, game: Transcript) -> int:
    if not game.is_over:
        raise InputError(phrase("transcript.early_score"))
    right = rules.final_score(game.turns[-1].after)
    if text.strip() != str(right):
        raise InputError(phrase("transcript.other", right=str(right), text=text.strip()[:20]))
    return right


def add(game: Transcript, line: str) -> Transcript:
    """Return the game with one more half-day, as its line tells. Raises InputError as `parse` does."""
    time, _, rest = line.partition(" ")
    return _turn(time, rest, game)


def _turn(time: str, rest: str, game: Transcript) -> Transcript:
    if game.is_over:
        raise game_over("transcript")
    wanted = time_of(len(game.turns))
    if time.lower() != wanted:
        raise InputError(phrase("troyes.transcript.time", next=wanted, text=time[:20]))
    dice, bar, move = rest.partition("|")
    if not bar:
        raise InputError(phrase("troyes.transcript.no_bar", time=wanted))
    rolled = parse_roll(dice.strip())
    sheet, table = game.rolled(rolled)
    return game.played(rolled, move_text.parse_move(move.strip(), sheet, table))
