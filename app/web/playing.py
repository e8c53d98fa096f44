"""A game against the ghost as the page keeps it: the player's half-days, the ghost's, the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Sentence, phrase


class Kept(msgspec.Struct):
    """What is kept: transcripts as text, and the dice of this half-day, () before they are rolled."""

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
        """Whether the ghost still has half-days to play that the player has played."""
        return len(self.ghost.turns) < len(self.own.turns)

    @property
    def scores(self) -> tuple[int, int]:
        """Points of the player and of the ghost so far."""
        room = self.game.room("rules")
        return room.final_score(self.own.position()[0]), room.final_score(self.ghost.position()[0])


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
        move = play.game.room("wording").parse_move(said.get("move", "")[:400], *play.own.rolled(play.dice))
        return play._replace(own=play.own.played(play.dice, move), dice=())
    if what in ("dice", "roll") and not play.dice:
        room = play.game.room("transcript")
        if what == "roll":
            fair = room.fair_rolls(play.game.setups.to_code(play.own.setup))
            return play._replace(dice=tuple(fair[len(play.own.turns)]))
        return play._replace(dice=tuple(play.game.room("table").parse_roll(said.get("dice", ""))))
    raise InputError(phrase("web.solo.not_now"), field="turn")


def undone(play: Play) -> Play:
    """Return the game before the last thing: before the dice, or before the move, its dice still there."""
    if play.dice or not play.own.turns:
        return play._replace(dice=())
    *turns, last = play.own.turns
    ghost = play.ghost._replace(turns=play.ghost.turns[: len(turns)])
    return play._replace(own=play.own._replace(turns=tuple(turns)), ghost=ghost, dice=tuple(last.roll))


def answered(play: Play, ghost: str) -> Play:
    """Return the game with what the ghost has played meanwhile, as far as its dice are still the table's."""
    other = play.game.room("transcript").parse(ghost)
    same = [
        theirs for theirs, mine in zip(other.turns, play.own.turns, strict=False) if theirs.roll == mine.roll
    ]
    is_whole = len(same) == min(len(other.turns), len(play.own.turns))
    return play._replace(ghost=other._replace(turns=tuple(same))) if is_whole else play


class Choice(NamedTuple):
    """The legal moves that begin alike: what they begin with, and the moves."""

    head: Sentence
    moves: list[Any]


def choices(play: Play) -> list[Choice]:
    """Return the legal moves of this half-day by the head of their notation: what they take."""
    sheet, table = play.own.rolled(play.dice)
    found: dict[str, Choice] = {}
    wording = play.game.room("wording")
    for legal in wording.legal_actions(sheet, table):
        key = wording.head(legal.notation)
        found.setdefault(key, Choice(_first(legal.text), [])).moves.append(legal)
    return list(found.values())


def _first(said: Any) -> Sentence:
    """Return the first part of a sentence that is made of parts."""
    while (parts := dict(getattr(said, "words", ()))) and "one" in parts and "other" in parts:
        said = parts["one"]
    first: Sentence = said
    return first
