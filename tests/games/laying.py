"""The taps that lead from one position to another, as a person with the table before them finds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.editor import BoardPart

MOST_TURNS = 4
"""Taps of one piece at one place after which it has been turned to all sides."""


class Tap(NamedTuple):
    """What is tapped where, and in which part."""

    part: str
    what: str
    where: str


def places_of(part: BoardPart) -> list[str]:
    """Where a piece of a part may be tapped."""
    return [place.key for place in (*part.places, *part.sectors)]


def pieces_of(part: BoardPart) -> list[str]:
    """What may be put on a part, nobody's pieces last."""
    return [piece.key for owner in part.owners for piece in owner.pieces]


def looks(part: BoardPart) -> dict[tuple[str, int], Any]:
    """How each place of a part looks: what lies there, and what else may be seen."""
    wheel = enumerate(part.wheel.sectors, 1) if part.wheel else ()
    sectors = {f"sector.{n}": (sector.workers, sector.is_marked, *sector.actions) for n, sector in wheel}
    every = {place.key: (place.tokens, place.is_lined) for place in part.places} | sectors
    every |= {spot.place.key: (spot.place.tokens, spot.paint) for spot in part.spots if spot.place}
    return {(place, n): look for place, several in every.items() for n, look in enumerate(several)}


def differing(part: BoardPart, other: BoardPart) -> list[tuple[str, int]]:
    """What looks different, by its place."""
    then = looks(other)
    return [place for place, look in looks(part).items() if then.get(place, look) != look]


def taps_to(known: Game, state: Any, target: Any) -> tuple[list[Tap], Any]:
    """The taps from a position to another, and the position that they lead to."""
    taps: list[Tap] = []
    for wanted in (count for part in known.editor.parts(target) for count in part.counts):
        if wanted.key.endswith(".faction"):  # whose the pieces are
            taps.append(Tap(known.editor.parts(target)[0].key, wanted.value, wanted.key))
            state = known.editor.lay(state, wanted.value, wanted.key)
    for n, goal in enumerate(known.editor.parts(target)):
        while differing(known.editor.parts(state)[n], goal):
            before = len(taps)
            state = _sweep(known, state, n, goal, taps)
            assert len(taps) > before, f"no tap leads on: {differing(known.editor.parts(state)[n], goal)}"
    for n, goal in enumerate(known.editor.parts(target)):
        for wanted in goal.counts:
            now = {count.key: count.value for count in known.editor.parts(state)[n].counts}
            if now.get(wanted.key, "") != wanted.value:
                taps.append(Tap(goal.key, wanted.value, wanted.key))
                state = known.editor.lay(state, wanted.value, wanted.key)
    return taps, state


def _sweep(known: Game, state: Any, n: int, goal: BoardPart, taps: list[Tap]) -> Any:
    """Tap wherever that lets fewer places look different, until some have or all was tried."""
    part = known.editor.parts(state)[n]
    for wanted in _orders(pieces_of(part)):
        before = len(taps)
        open_places = [*dict.fromkeys(where for where, _ in differing(part, goal))]
        while open_places:
            where, after = open_places[0], state
            try:
                for what in wanted:
                    after = known.editor.lay(after, what, where)
                now = known.editor.parts(after)[n]
            except InputError:
                now = part
            if len(differing(now, goal)) < len(differing(part, goal)) or _nearer(now, part, goal, where):
                taps += [Tap(goal.key, what, where) for what in wanted]
                state, part = after, now
            else:
                open_places.pop(0)
        if len(wanted) > 1 and len(taps) > before:
            break
    return state


def _orders(pieces: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for count in range(1, MOST_TURNS + 1):
        yield from ((piece,) * count for piece in pieces)
    for count in range(1, MOST_TURNS + 1):
        yield from ((first, *(other,) * count) for first in pieces for other in pieces if first != other)


def _nearer(now: BoardPart, before: BoardPart, goal: BoardPart, where: str) -> bool:
    """Whether one more of the pieces at a place are those that should lie there; horses come last."""
    right, has, had = (looks(part).get((where, 0), ()) for part in (goal, now, before))
    if any(place.key == where for row in goal.grid for place in row):  # their order says nothing
        plain = [{(one.icon, one.owner) for one in tokens} for tokens in (right, has, had)]
        return len(plain[0] & plain[1]) > len(plain[0] & plain[2])
    kinds = {getattr(one, "icon", one) for one in has}
    both = [
        [[one for one in each if getattr(one, "icon", one) == kind] for each in (right, has)]
        for kind in kinds
    ]
    return len(has) > len(had) and all(wanted[: len(lying)] == lying for wanted, lying in both)


def blank_for(known: Game, target: Any) -> int:
    """Which empty board has the columns of a position: of as many players, of the same ones where it can."""
    heads = [part.heads for part in known.editor.parts(target)]
    blanks = [[part.heads for part in known.editor.parts(state)] for _, state in known.editor.blanks()]
    alike = [n for n, item in enumerate(blanks) if item == heads]
    sizes = [len(item) for item in heads]
    return next(iter((*alike, *(n for n, item in enumerate(blanks) if [len(one) for one in item] == sizes))))
