"""A game against the ghost as the page keeps it: the player's turns, the ghost's, the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


class Kept(msgspec.Struct):
    """What is kept: transcripts as text, and the dice of this turn, () before they are rolled."""

    own: str
    ghost: str
    dice: tuple[int, ...] = ()


class Play(NamedTuple):
    """A game and the ghost's, as transcripts; `dice` as in Kept."""

    game: Game
    own: Any
    ghost: Any
    dice: tuple[int, ...] = ()

    @property
    def is_behind(self) -> bool:
        """Whether the ghost still has turns to play that the player has played."""
        return len(self.ghost.turns) < len(self.own.turns)

    @property
    def scores(self) -> tuple[int, int]:
        """Points of the player and of the ghost so far."""
        return self.own.points, self.ghost.points


def begun(game: Game, setup: Any, player: str) -> Play:
    """Return a game of which nothing is played. Raises InputError for a name that cannot be printed."""
    room = game.room("transcript")
    return Play(game, room.begin(setup, player), room.begin(setup))


def loaded(game: Game, data: bytes) -> Play:
    """Return the game that was kept."""
    kept = msgspec.json.decode(data, type=Kept)
    room = game.room("transcript")
    return Play(game, room.parse(kept.own), room.parse(kept.ghost), kept.dice)


def kept(play: Play) -> bytes:
    """Return the game as it is kept; the inverse of `loaded`."""
    room = play.game.room("transcript")
    return msgspec.json.encode(Kept(room.to_text(play.own), room.to_text(play.ghost), play.dice))


def happened(play: Play, what: str, said: Mapping[str, str]) -> Play:
    """Return the game after something: "dice", "roll", "move" or "undo".

    said : `dice` as they are written; `move` in notation or in words.

    Rolled dice follow from the setup's share code, so that whoever has it can play the same game, and taking
    back changes none. Raises InputError for what may not be now, and for no dice and no legal move.
    """
    if what == "undo":
        return undone(play)
    if play.own.is_over:
        raise InputError(phrase("web.play.over"), field="turns")
    if what == "move" and play.dice:
        move = play.own.parse_move(said.get("move", "")[:400], play.dice)
        return play._replace(own=play.own.played(play.dice, move), dice=())
    room = play.game.room("transcript")
    if what in ("dice", "roll") and not play.dice:
        if what == "roll":
            fair = room.fair_rolls(play.game.setups.to_code(play.own.setup))
            return play._replace(dice=tuple(fair[len(play.own.turns)]))
        return play._replace(dice=tuple(room.parse_roll(said.get("dice", ""))))
    raise InputError(phrase("web.solo.not_now"), field="turn")


def undone(play: Play) -> Play:
    """Return the game before the last thing: before the dice, or before the move, its dice still there."""
    if play.dice or not play.own.turns:
        return play._replace(dice=())
    *turns, last = play.own.turns
    own, ghost = play.own.back_to(len(turns)), play.ghost.back_to(len(turns))
    return play._replace(own=own, ghost=ghost, dice=tuple(last.roll))


def answered(play: Play, ghost: str) -> Play:
    """Return the game with what the ghost has played meanwhile, as far as its dice are still the table's."""
    other = play.game.room("transcript").parse(ghost)
    both = list(zip(other.turns, play.own.turns, strict=False))
    is_same = all(theirs.roll == mine.roll for theirs, mine in both)
    return play._replace(ghost=other.back_to(len(both))) if is_same else play
