"""A solo game as the page keeps it: where it began, and all that happened since; replayed at each look."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from pencilwright.app.answers import chancellor
from pencilwright.app.answers.positions import is_pdf, of_bytes
from pencilwright.app.position import Position
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.templates.phrases import Phrase, phrase

MOST: Final = 200
"""Things that may have happened; a solo game has some 60."""
LONGEST: Final = 400


class Event(msgspec.Struct, omit_defaults=True):
    """Something that happened.

    Attributes
    ----------
    yours : your turn as a line, "" where it was his or the end of the round.
    dice : his two dice, () for the end of a round.
    decrees : sums of his decree rolls.
    outcome : which of several legal outcomes was taken, from 1.
    is_done : whether the next thing may begin.
    """

    yours: str = ""
    dice: tuple[int, ...] = ()
    decrees: tuple[int, ...] = ()
    outcome: int = 1
    is_done: bool = False


class Solo(msgspec.Struct):
    """A solo game: the position that it began with, as JSON, and what happened since."""

    begin: str
    events: list[Event] = []


class Stand(NamedTuple):
    """How a solo game stands.

    Attributes
    ----------
    position : before what is going on.
    turn : as `chancellor.turn_of`: of the position.
    answer : what is going on, his turn or the end of the round, as `chancellor --json` gives it.
    event : what is going on.
    yours : what your last turn did, in words.
    """

    position: Position
    turn: str
    answer: dict[str, Any] | None = None
    event: Event | None = None
    yours: tuple[Phrase, ...] = ()


def begun(game: Game, text: str) -> Solo:
    """Return a solo game that begins with a position. Raises InputError for a text that is none."""
    data = text.encode()
    if is_pdf(data):
        raise InputError(phrase("position.none", begins=(game.prefix + "1",)), field="position")
    position = of_bytes(data).positions[0]
    if position.game.id != game.id:
        other = phrase("web.advice.other_game", game=position.game.name, wanted=game.name)
        raise InputError(other, field="position")
    if not chancellor.has_opponent(position):
        raise InputError(phrase("web.solo.no_opponent"), field="position")
    chancellor.checked(position)
    return Solo(game.room("reading").to_json(position.state).decode())


def stand(game: Game, solo: Solo) -> Stand:
    """Return how a solo game stands. Raises InputError for an event that the rules refuse."""
    position = Position(game, game.room("reading").parse(solo.begin.encode()))
    yours: tuple[Phrase, ...] = ()
    for event in solo.events:
        if event.yours:
            position, yours = _played(position, event.yours)
            continue
        answer, after = answered(position, event)
        if not event.is_done:
            return Stand(position, chancellor.turn_of(position), answer, event, yours)
        position, yours = position._replace(state=after), ()
    return Stand(position, chancellor.turn_of(position), yours=yours)


def _played(position: Position, line: str) -> tuple[Position, tuple[Phrase, ...]]:
    after = position._replace(state=position.state.clone())
    return after, chancellor.played(after, line)


def answered(position: Position, event: Event) -> tuple[dict[str, Any], Any]:
    """Return what he does, as `chancellor --json` gives it, and the position afterwards."""
    dice = ",".join(map(str, event.dice)) if event.dice else None
    act = chancellor.act_of(position, dice, None, finish=not event.dice)
    return chancellor.answer_for(position, act, event.decrees, None, event.outcome)


def happened(game: Game, solo: Solo, what: str, said: dict[str, str], stream: Stream) -> Solo:
    """Return a solo game after something: "yours", "his", "decree", "outcome", "next", "finish", "undo".

    said : `line` of yours; `dice` such as "35", or "" to roll; `sum` alike; `outcome`, "" for chance.

    Raises InputError for what may not be now.
    """
    events = list(solo.events)
    now = stand(game, solo)
    current = now.event
    if what == "undo":
        events = events[:-1]
    elif len(events) >= MOST:
        raise InputError(phrase("web.solo.long"), field="turn")
    elif what == "yours" and current is None:
        line = said.get("line", "")[:LONGEST].strip()
        events.append(Event(yours=line or "-", is_done=True))
    elif what == "his" and current is None:
        events.append(Event(dice=_dice(said.get("dice", ""), stream)))
    elif what == "finish" and current is None:
        events.append(Event())
    elif what == "decree" and current is not None and now.answer is not None and now.answer["needs_decree"]:
        events[-1] = msgspec.structs.replace(
            current, decrees=(*current.decrees, _sum(said.get("sum", ""), stream))
        )
    elif what == "outcome" and current is not None and now.answer is not None:
        chosen = said.get("outcome", "")
        number = int(chosen) if chosen.isdecimal() and len(chosen) < 5 else 0
        legal = int(now.answer["outcomes"])
        events[-1] = msgspec.structs.replace(current, outcome=number or 1 + stream.below(legal))
    elif what == "next" and current is not None and now.answer is not None:
        if now.answer["needs_decree"]:
            raise InputError(phrase("web.solo.decree_first"), field="decree")
        events[-1] = msgspec.structs.replace(current, is_done=True)
    else:
        raise InputError(phrase("web.solo.not_now"), field="turn")
    after = Solo(solo.begin, events)
    stand(game, after)
    return after


def _dice(text: str, stream: Stream) -> tuple[int, int]:
    if not text:
        return stream.die(), stream.die()
    if len(text) != 2 or not set(text) <= set("123456"):
        raise InputError(phrase("web.solo.dice"), field="dice")
    return int(text[0]), int(text[1])


def _sum(text: str, stream: Stream) -> int:
    if not text:
        return stream.die() + stream.die()
    return chancellor.sum_of(text)
