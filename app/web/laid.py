"""A position that is laid by taps as the page keeps it: what it began with, and the taps since."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from pencilwright.app import user_values
from pencilwright.app.web import posted
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared import editor, plans
from pencilwright.games.shared.answers import Answer, Plan
from pencilwright.templates.phrases import Sentence, phrase

WHOLE: Final = "="
"""Where a tap is that brings a whole position: `what` is its JSON."""
DIGIT, BACK, SAME = "+", "-", "="
"""What a key of a number says: one digit more, one less, as it is."""
KEY: Final = re.compile(r"\+[0-9]|-|=")
DEPTH: Final = 100
"""Taps that are gone through at once, where no position on the way is remembered."""
MOST_TAPS: Final = 2000
MOST_SIGNS: Final = 40


class LaidTap(NamedTuple):
    """What was put or told, and where."""

    what: str
    where: str


class StoredPosition(msgspec.Struct, frozen=True):
    """What is kept of a position.

    Attributes
    ----------
    begin : as JSON.
    is_blank : whether it began with nothing, so that what is counted has yet to be told.
    taps : what was tapped since.
    name : as a person has named it.
    on_sheet : places of what the sheet counts that it began with.
    """

    begin: str
    is_blank: bool = False
    taps: tuple[LaidTap, ...] = ()
    name: str = ""
    on_sheet: tuple[str, ...] = ()

    @property
    def touched(self) -> frozenset[str]:
        """The places of all taps, and of what a sheet counts."""
        return frozenset((*(tap.where for tap in self.taps), *self.on_sheet))


class ValuedMove(NamedTuple):
    """A move that an answer has valued: in words, what it loses against the best, the position after it."""

    words: Sentence
    loss: float
    state: Any


def begun(game: Game, state: Any, *, is_blank: bool = False) -> StoredPosition:
    """Return what is kept of a position that is begun with."""
    return StoredPosition(game.to_json(state).decode(), is_blank)


def of_sheet(game: Game, state: Any, blank: Any) -> StoredPosition:
    """Return what is kept of the position on a sheet; `blank` is that on the same sheet without a mark."""
    empty = {count.key: count.value for part in game.editor.parts(blank) for count in part.counts}
    counts = (count for part in game.editor.parts(state) for count in part.counts)
    on_sheet = tuple(count.key for count in counts if count.value not in ("", "0", empty.get(count.key)))
    return StoredPosition(game.to_json(state).decode(), is_blank=True, on_sheet=on_sheet)


def lacks(parts: Sequence[editor.BoardPart], stored: StoredPosition) -> list[editor.BoardPart]:
    """Return the parts of which the sheet that a position began with has nothing, and no tap either."""

    def is_empty(part: editor.BoardPart) -> bool:
        known = {item.key for items in (part.counts, part.sectors) for item in items}
        return not (stored.touched & known or any(place.tokens for place in part.places))

    return [part for part in parts if stored.on_sheet and WHOLE not in stored.touched and is_empty(part)]


def state_of(game: Game, stored: StoredPosition) -> Any:
    """Return the position after all taps."""
    given = game, user_values.text_of(game), stored.begin
    for n in range(0, len(stored.taps), DEPTH):
        _after(*given, stored.taps[:n])
    return _after(*given, stored.taps)


@lru_cache(maxsize=64)
def _after(game: Game, values: str | None, begin: str, taps: tuple[LaidTap, ...]) -> Any:
    """Return the position after some taps; each tap goes on from the last one.

    values : the person's own, on which a position that is read rests.
    """
    if taps and taps[-1].where != WHOLE:
        return game.editor.lay(_after(game, values, begin, taps[:-1]), *taps[-1])
    return posted.of_text(game, taps[-1].what if taps else begin).state


def tapped(game: Game, stored: StoredPosition, what: str, where: str) -> StoredPosition:
    """Return a position after a tap; a number is one tap, however many its keys.

    Raises InputError for what and where there is not.
    """
    what, where = what[:MOST_SIGNS], where[:MOST_SIGNS]
    state, taps = state_of(game, stored), stored.taps
    if len(taps) >= MOST_TAPS:
        raise InputError(phrase("web.laid.many", n=MOST_TAPS), field="where")
    last = taps[-1] if taps else LaidTap("", "")
    if KEY.fullmatch(what):
        count = editor.count_at(game.editor.parts(state), where)
        what = _typed(count, what, last.what if last.where == where else "")
        taps = taps[:-1] if last.where == where else taps
    game.editor.lay(state, what, where)
    return msgspec.structs.replace(stored, taps=(*taps, LaidTap(what, where)))


def _typed(count: editor.Count, key: str, before: str) -> str:
    """Return what is told once a key is pressed; a number that cannot grow any more begins anew."""
    if key == SAME:
        return count.value
    if key == BACK:
        return count.value[:-1] or "0"
    text = (before + key[1:]).lstrip("0") or "0"
    return text if text.isdigit() and int(text[:9]) <= count.most else key[1:]


def replaced(game: Game, stored: StoredPosition, state: Any) -> StoredPosition:
    """Return another position in place of this one; `undone` brings this one back."""
    tap = LaidTap(game.to_json(state).decode(), WHOLE)
    return msgspec.structs.replace(stored, taps=(*stored.taps, tap))


def undone(stored: StoredPosition) -> StoredPosition:
    """Return the position before its last tap."""
    return msgspec.structs.replace(stored, taps=stored.taps[:-1])


def open_counts(parts: Sequence[editor.BoardPart], stored: StoredPosition) -> dict[str, str]:
    """Return what has yet to be told of a position that began with nothing: place -> its part."""
    if not stored.is_blank or WHOLE in stored.touched:
        return {}
    return {
        count.key: part.key
        for part in parts
        for count in part.counts
        if count.is_asked and count.key not in stored.touched
    }


def after_steps(game: Game, state: Any, plan: Plan, steps: int) -> Any:
    """Return a position after the first steps of a plan. Raises InputError where the rules refuse one."""
    return game.commands.apply_actions(state, plan.who, plan.commands[:steps])


def moves_of(game: Game, state: Any, answer: Answer) -> list[ValuedMove]:
    """Return the moves that an answer has valued, the best first; [] where it has one plan alone."""
    plan, choices = answer.plan, answer.choices
    if plan is None or len(choices) < 2:
        return []
    try:
        after = [
            game.commands.apply_actions(state, plan.who, plans.commands(one.notation)) for one in choices
        ]
        is_whole = after[0] == after_steps(game, state, plan, len(plan.commands))
    except InputError:  # some games write a part of a move: it cannot be carried out alone
        return []
    best = choices[0].value
    moves = zip(choices, after, strict=True)
    return [ValuedMove(one.text, best - one.value, then) for one, then in moves] if is_whole else []
