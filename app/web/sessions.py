"""A game in one sitting as the page keeps it: whole turns as a transcript, and this turn's answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from pencilwright.app.positions import setups, sources
from pencilwright.app.positions.entered import Position
from pencilwright.app.solvers import has_solver
from pencilwright.app.web import posted
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.session import LONGEST_ANSWER, Session, SessionEvent, one_turn
from pencilwright.templates.phrases import Sentence, phrase

LONGEST_NAMES: Final = 200


class StoredGame(msgspec.Struct):
    """What is kept of a game.

    Attributes
    ----------
    game : its transcript: whole turns.
    answers : those given in the turn that is going on.
    ghost : the transcript of the adviser's game with the same dice; "" where it does not play along.
    """

    game: str
    answers: tuple[str, ...] = ()
    ghost: str = ""


class Ghost(NamedTuple):
    """The adviser's game beside the player's.

    Attributes
    ----------
    points, own : its points so far, and the player's.
    last : its last move, "" for none.
    is_behind : whether it still has turns to play that the player has played.
    verdict : "won", "lost" or "draw" for the player, as it stands.
    """

    points: int
    own: int
    last: Sentence
    is_behind: bool
    verdict: str


class News(NamedTuple):
    """What has happened: who did it, each thing, and the position before."""

    who: Sentence
    events: tuple[SessionEvent, ...]
    before: Any

    @property
    def is_stepwise(self) -> bool:
        """Whether it is told step by step: each thing has a rule that decided it."""
        return bool(self.events) and all(event.rule for event in self.events)


def begun(game: Game, text: str, names: str = "") -> StoredGame:
    """Return a game that begins with a position, a code or a transcript. Raises InputError for none."""
    if text.lstrip().startswith("setup "):
        return stored_game(game, game.sessions.opened(game.room("transcript").parse(text)))
    return _begun(posted.of_text(game, text), names)


def drawn(game: Game, wishes: Mapping[str, Any], names: str = "") -> StoredGame:
    """Return a game of a fresh setup. Raises InputError for a wish that cannot be met."""
    custom = sources.user_components(game, None)
    setup = setups.drawn(game, setups.fresh_seed(), wishes, custom)
    return _begun(Position.at_start(game, setup, custom), names)


def _begun(position: Position, names: str) -> StoredGame:
    room = position.game.sessions
    given = [name.strip() for name in names[:LONGEST_NAMES].split(",")] if names.strip() else []
    return stored_game(position.game, room.opened(room.begun(position.state, given)))


def opened(game: Game, stored: StoredGame) -> Session:
    """Return a game as it was kept, to be gone on with."""
    return game.sessions.opened(game.room("transcript").parse(stored.game), stored.answers)


def stored_game(game: Game, session: Session, ghost: str = "") -> StoredGame:
    """Return what is kept of a game; the inverse of `opened`.

    ghost : the adviser's game so far. What it has played with other dice is dropped.
    """
    room: Any = game.room("transcript")
    record: Any = game.sessions.record_of(session)
    if has_solver(game, "match"):
        other = room.parse(ghost).with_dice_of(record) if ghost else record.opponent()
        ghost = room.to_text(other)
    return StoredGame(room.to_text(record), tuple(session.answers), ghost)


def haunted(game: Game, stored: StoredGame, ghost: str) -> StoredGame:
    """Return a game with what the ghost has played meanwhile: as it was, where that is of a time before."""
    room = game.room("transcript")
    before, after = room.parse(stored.ghost), room.parse(ghost)
    if after.setup != before.setup or len(after.turns) <= len(before.turns):
        return stored
    return stored_game(game, opened(game, stored), ghost)


def ghost_of(game: Game, stored: StoredGame) -> Ghost | None:
    """Return how the ghost stands; None where it does not play along."""
    if not stored.ghost:
        return None
    room = game.room("transcript")
    own, other = room.parse(stored.game), room.parse(stored.ghost)
    last = other.turns[-1].words if other.turns else ""
    is_behind = len(other.turns) < len(own.turns)
    return Ghost(other.points, own.points, last, is_behind, room.verdict(own.points, other.points))


def happened(game: Game, stored: StoredGame, what: str, fields: Mapping[str, str]) -> StoredGame:
    """Return a game after something: "answer" (said: `key`), "roll" or "undo".

    An undo that says of how many turns (`turn`) takes nothing back twice, however often it is sent.

    Raises InputError for what may not be now.
    """
    session = opened(game, stored)
    if what == "answer":
        session.answer((fields.get("key") or _dice_of(session, fields))[:LONGEST_ANSWER])
    elif what == "roll":
        session.roll()
    elif what == "undo":
        if fields.get("turn", str(len(session.turns))) == str(len(session.turns)):
            session.undo()
    else:
        raise InputError(phrase("web.solo.not_now"), field="turn")
    return stored_game(game, session, stored.ghost)


def in_turn(
    game: Game, stored: StoredGame, number: int, answers: Sequence[str]
) -> tuple[Session, StoredGame]:
    """Return the turn that goes on, answered so, and what is kept of the game then.

    number : of turns that were played before it.

    A turn that is answered whole is not played yet: what is kept lacks the last answer. Raises InputError for
    an answer that may not be given, and where the game has gone on.
    """
    before = _before_turn(game, stored, number)
    turn = one_turn(before.state, game.sessions.turn)
    keys: tuple[str, ...] = ()
    for answer in answers:
        keys = tuple(turn.answers)
        turn.answer(answer)
    if turn.prompt is not None:
        keys = tuple(turn.answers)
    return turn, replace(stored, answers=keys)


def played(game: Game, stored: StoredGame, number: int, answers: Sequence[str]) -> StoredGame:
    """Return a game once the turn that goes on is answered so; sent twice it is played once.

    Raises as `in_turn`.
    """
    session = opened(game, replace(stored, answers=()))
    if len(session.turns) == number + 1:
        before = session.turns[-2].state if number else session.begin
        with suppress(InputError):
            if one_turn(before, game.sessions.turn, answers).state == session.state:
                return stored
    session = _before_turn(game, stored, number)
    for answer in answers:
        session.answer(answer)
    return stored_game(game, session, stored.ghost)


def _before_turn(game: Game, stored: StoredGame, number: int) -> Session:
    session = opened(game, replace(stored, answers=()))
    if len(session.turns) != number:
        raise InputError(phrase("web.play.gone_on"), field="turn")
    return session


def _dice_of(session: Session, fields: Mapping[str, str]) -> str:
    """Return the dice that were tapped one by one, as they are typed."""
    faces = () if session.prompt is None else session.prompt.faces
    return " ".join(f"{before}{fields.get(f'die.{place}', '')}" for place, before in enumerate(faces))


def news(session: Session) -> list[News]:
    """Return what has happened since a person last decided, the oldest first.

    Within a turn that is what the turn did so far; at its beginning the turn before, and where a round has
    ended the turn before that.
    """
    prompt = session.prompt
    if prompt is not None and prompt.events:
        return [News(prompt.who, prompt.events, session.state)]
    if session.answers:
        return []
    count = 1
    while count < len(session.turns) and session.turns[-count].is_end:
        count += 1
    states = [session.begin, *(turn.state for turn in session.turns[:-1])]
    both = list(zip(session.turns, states, strict=False))[-count:]
    return [News(turn.who, turn.events, before) for turn, before in both]
