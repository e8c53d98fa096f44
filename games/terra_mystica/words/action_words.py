"""Rows of commands in words: what a player does, for people who do not read the notation of logs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pencilwright.games.terra_mystica.rules.prices import STEP_ACTIONS
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, Word, phrase


def in_words(row: str) -> tuple[Phrase, ...]:
    """Return a row of a log ("burn 1. action ACT5. build E7"), without its faction, in words.

    What an action does to a cult belongs to the action. Text that is no command stands as it is.
    """
    messages: list[Phrase] = []
    parts = [part.strip() for part in row.split(".") if part.strip()]
    while parts:
        text = parts.pop(0)
        step = re.fullmatch(r"\+(\d?)(fire|water|earth|air)", parts[0]) if parts else None
        if step and text.startswith("action "):
            parts.pop(0)
            messages.append(
                special(text.split()[1], step[2], int(step[1] or STEP_ACTIONS.get(text.split()[1], 1)))
            )
        else:
            messages.append(_command(text))
    return tuple(messages)


def special(action: str, cult: str, steps: int) -> Phrase:
    """Return an action that moves a marker up a cult."""
    return _move("special", what=names.thing(action), cult=names.cult(cult), n=steps)


def _move(kind: str, /, **words: Word) -> Phrase:
    return phrase(f"mystica.move.{kind}", **words)


def _command(text: str) -> Phrase:
    """Return one command in words."""
    for pattern, do in _COMMANDS:
        if match := pattern.fullmatch(text):
            return do(*match.groups())
    return _move("text", text=text)


def _send(cult: str, steps: str | None) -> Phrase:
    if steps is None:
        return _move("send_best", cult=names.cult(cult))
    return _move("send" if steps != "1" else "return", cult=names.cult(cult), n=int(steps))


def _convert(given: str, good: str, got: str, other: str) -> Phrase:
    first, second = names.amount(good.upper(), int(given or 1)), names.amount(other.upper(), int(got or 1))
    return _move("convert", given=first, got=second)


def _take(name: str, order: str | None) -> Phrase:
    cults = tuple(map(names.cult, (order or "").lower().replace(",", " ").split()))
    if cults and len(cults) < 4:
        return _move("take_first", what=names.thing(name), cults=cults)
    return _move("take", what=names.thing(name))


def _pass(card: str | None) -> Phrase:
    return _move("pass_card", what=names.thing(card)) if card else _move("pass")


def _transform(name: str, colour: str | None) -> Phrase:
    return (
        _move("transform_to", hex=name, terrain=names.land(colour))
        if colour
        else _move("transform", hex=name)
    )


def _grant(given: str) -> Phrase:
    goods: list[Phrase] = []
    for word in given.split():
        result = re.fullmatch(r"(\d+)(c|w|p|pw)", word)
        if result is None:
            goods.append(names.thing(word))
        elif result[1] != "0":
            goods.append(names.amount(result[2].upper(), int(result[1])))
    return _move("grant", what=tuple(goods))


def _offer(verb: str, power: str, giver: str) -> Phrase:
    return _move(verb, n=int(power), who=names.who(giver))


def _step(steps: str, cult: str) -> Phrase:
    return _move("step", cult=names.cult(cult), n=int(steps or 1))


_COMMANDS: Final[tuple[tuple[re.Pattern[str], Callable[..., Phrase]], ...]] = tuple(
    (re.compile(pattern), do)
    for pattern, do in (
        (r"build (\w+)", lambda hexa: _move("build", hex=hexa)),
        (r"dig(?: (\d+))?", lambda n: _move("dig", n=int(n or 1))),
        (r"transform (\w+)(?: to (\w+))?", _transform),
        (
            r"upgrade (\w+) to (TH|TE|SH|SA)",
            lambda hexa, kind: _move("upgrade", hex=hexa, kind=names.structure(kind)),
        ),
        (r"burn(?: (\d+))?", lambda n: _move("burn", n=int(n or 1))),
        (r"convert (\d*)(c|w|p|pw|vp) to (\d*)(c|w|p|pw|vp)", _convert),
        (r"action (ACT\d|BON\d+|FAV6|SH|BRIDGE)", names.thing),
        (r"send p to (fire|water|earth|air)(?: for (\d))?", _send),
        (r"advance (ship|dig)(?: \d)?", lambda track: _move(f"advance.{track}")),
        (r"bridge (\w+):(\w+)", lambda first, other: _move("bridge", one=first, other=other)),
        (r"connect (r\d+)", lambda hexa: _move("connect", hex=hexa)),
        (r"pass(?: (BON\d+))?", _pass),
        (r"drop spades?", lambda: _move("drop")),
        (r"\+(FAV\d+|TW\d|BON\d+)((?:[\s,]+\w+)*)", _take),
        (r"\+(\d?)(fire|water|earth|air)", _step),
        (r"(leech|decline) (\d+) from (\w+)", _offer),
        (r"grant (.+)", _grant),
    )
)
