"""A position that is laid by taps as its page shows it: one part, whose, what, what is open or wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from pencilwright.app.web import laid
from pencilwright.app.web.laid import StoredPosition, ValuedMove
from pencilwright.app.web.views import wheel
from pencilwright.app.web.views.advice import RINGED
from pencilwright.games import Game
from pencilwright.games.shared import editor
from pencilwright.games.shared.editor import BoardFault, BoardPart, BoardPlace, Count
from pencilwright.games.shared.session import Pick
from pencilwright.templates.phrases import Sentence, phrase

FEW: Final = 12
"""Values up to which each is a key; a number with more has digits."""
SIZE: Final = 48
"""Width of a hex."""
DIGITS: Final = "digits"
ASK: Final = "ask"
"""What is looked at while it is asked who wants to know what is best."""


class Look(NamedTuple):
    """What of a position is looked at: names of its part, of the piece that a tap puts, of the count.

    keys : DIGITS where a number is told digit by digit though small ones have a key each.
    """

    part: str = ""
    piece: str = ""
    at: str = ""
    keys: str = ""

    @property
    def query(self) -> str:
        """The same as an address says it."""
        return "?" + urlencode({name: text for name, text in self._asdict().items() if text})


class Tab(NamedTuple):
    """A part: how it stands in words, and whether something is wrong or has yet to be told."""

    part: BoardPart
    address: str
    note: Sentence
    is_wrong: bool
    is_open: bool


class KeyLink(NamedTuple):
    """Where a key leads: what it is, its address, whether it is chosen. item : the owner or the piece."""

    item: Any
    address: str
    is_chosen: bool


class Three(NamedTuple):
    """The best moves, and one of them or one's own, as far as it is known.

    n : its place among all, 0 where none of them puts anything at the place that was tapped.
    listed : moves with their places. state : the position after the one that is looked at.
    rings : place -> what stands in its ring.
    """

    n: int
    listed: Sequence[tuple[int, ValuedMove]]
    at: Sentence
    state: Any
    rings: Mapping[str, str]


def three(game: Game, state: Any, moves: Sequence[ValuedMove], at: str) -> Three:
    """Return the three best moves and the one that is looked at: that of a number, or the best at a place."""
    parts = game.editor.parts(state)
    places = [tuple(_gained(parts, game.editor.parts(move.state))) for move in moves]
    named = dict(names(parts)).get(at, "")
    n = next((n for n, there in enumerate(places, 1) if at in there), 0 if named else 1)
    if at.isdecimal():
        n = min(max(1, int(at[:4])), len(moves))
    rings: dict[str, list[str]] = defaultdict(list)
    listed = sorted({*range(1, min(RINGED, len(moves)) + 1), n} - {0})
    for k in listed:
        for place in places[k - 1]:
            rings[place].append(str(k))
    tags = {place: " ".join(tags) for place, tags in rings.items()}
    return Three(n, [(k, moves[k - 1]) for k in listed], named, moves[n - 1].state if n else state, tags)


def _gained(before: Sequence[BoardPart], after: Sequence[BoardPart]) -> Iterator[str]:
    """Yield the places where pieces were put; in a part where a player's were, those of players alone."""
    for then, part in zip(before, after, strict=True):
        old = {place.key: Counter(place.tokens) for place in (*then.places, *then.sectors)}
        new = [(place.key, Counter(place.tokens) - old[place.key]) for place in (*part.places, *part.sectors)]
        owned = [key for key, tokens in new if any(token.owner for token in tokens)]
        yield from owned or (key for key, tokens in new if tokens)


def view(
    game: Game,
    stored: StoredPosition,
    state: Any,
    look: Look,
    before: Any = None,
    rings: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return what the page of a position shows.

    before : the position that it is compared with, where a step of a plan, or a move, is shown.
    rings : place -> the numbers of the moves that put something there.
    """
    parts, faults = game.editor.parts(state), game.editor.faults(state)
    then = parts if before is None else game.editor.parts(before)
    opened = laid.open_counts(parts, stored)
    lacks = tuple(item.words for item in laid.lacks(parts, stored))
    first = next(part for part in parts if part.owners or part.key in opened.values())
    changed = (part for part in parts if _fresh(part, then))
    part = next((part for part in parts if part.key == look.part), next(changed, first))
    look = look._replace(part=part.key)
    owners, pieces = _palette(part, look)
    piece = next((way.item for way in pieces if way.is_chosen), None)
    look = look._replace(piece=piece.key if piece else "")
    count = next((count for count in part.counts if count.key == look.at), None)
    has_pad = count is not None and not look.keys and count.few > 0 and int(count.value) <= count.few
    wrong = {fault.place: fault for fault in faults if fault.part == part.key}
    sectors = [Pick(one.key, one.words, place=one.key) for one in part.sectors]
    return {
        "look": look,
        "part": part,
        "tabs_of": [_tab(item, faults, opened, look, rings) for item in parts],
        "owners": owners,
        "pieces": pieces,
        "piece": piece,
        "whose": next((way.item for way in owners if way.is_chosen), None),
        "count": count,
        "keys": _keys(count, has_pad) if count else (),
        "is_told_at_once": has_pad or bool(count and count.values),
        "longer": look._replace(keys=DIGITS).query if has_pad else "",
        "after": _following(parts, count.key) if count else "",
        "opened": opened,
        "lacking": phrase("web.laid.sheet", parts=lacks) if lacks else "",
        "left": len(opened),
        "askers": askers if len(askers := game.editor.askers(state)) > 1 else (),
        "wrong": wrong,
        "fault": _first(faults, part, look),
        "faults": [fault for fault in faults if not fault.is_missing],
        "fresh": {tap.where for tap in stored.taps[-1:]} if before is None else _fresh(part, then),
        "wheel": wheel.drawn(part.wheel, picks=sectors, rings=rings) if part.wheel else None,
        "next": _next(parts, part, look, opened),
        "names": dict(names(parts)),
        "paints": {owner.letter: owner.paint for item in parts for owner in item.owners},
        "map": _map(part, look),
        "icons": sorted(set(_icons(part))),
        "n": len(stored.taps),
        "text": game.to_json(state).decode(),
    }


def _palette(part: BoardPart, look: Look) -> tuple[list[KeyLink], list[KeyLink]]:
    """Return whose pieces may be put, and the pieces of who is chosen."""
    if not part.owners:
        return [], []
    named = [(o, p) for o, owner in enumerate(part.owners) for p, piece in enumerate(owner.pieces)
             if piece.key == look.piece]  # fmt: skip
    chosen, place = named[0] if named else (0, 0)
    owners = []
    for n, owner in enumerate(part.owners):
        first = owner.pieces[place if place < len(owner.pieces) and n < len(part.owners) - 1 else 0]
        owners.append(KeyLink(owner, look._replace(piece=first.key, at="").query, n == chosen))
    pieces = [
        KeyLink(piece, look._replace(piece=piece.key, at="").query, n == place)
        for n, piece in enumerate(part.owners[chosen].pieces)
    ]
    return owners, pieces


def _tab(
    part: BoardPart,
    faults: Sequence[BoardFault],
    opened: Mapping[str, str],
    look: Look,
    rings: Mapping[str, str],
) -> Tab:
    wrong = sum(fault.part == part.key and not fault.is_missing for fault in faults)
    missing = any(fault.part == part.key and fault.is_missing for fault in faults)
    left = sum(where == part.key for where in opened.values()) or int(missing)
    key, n = ("wrong", wrong) if wrong else ("left", left) if left else ("laid", 0)
    note: Sentence = phrase(f"web.laid.{key}", n=n) if n else phrase("web.laid.laid")
    if rings:
        here = {tag for place in (*part.places, *part.sectors) for tag in rings.get(place.key, "").split()}
        note = " ".join(sorted(here, key=int))
    first = next((where for where, whose in opened.items() if whose == part.key), "")
    address = Look(part.key, at=first if not part.owners else "").query
    return Tab(part, look.query if look.part == part.key else address, note, bool(wrong), bool(left))


def _first(faults: Sequence[BoardFault], part: BoardPart, look: Look) -> BoardFault | None:
    """Return the fault that the dock speaks of: of the place that is looked at, else of the part."""
    here = [fault for fault in faults if fault.part == part.key]
    at = [fault for fault in here if fault.place == look.at]
    return next(iter((*at, *(fault for fault in here if not (look.at and fault.is_missing)))), None)


def _keys(count: Count, has_pad: bool) -> tuple[tuple[str, Sentence], ...]:
    """Return the keys of a count: its values, a pad of small numbers, or a digit each."""
    digits = ((f"{laid.DIGIT}{n}", str(n)) for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0))
    return count.values or (editor.numbers(count.few) if has_pad else tuple(digits))


def _next(
    parts: Sequence[BoardPart], part: BoardPart, look: Look, opened: Mapping[str, str]
) -> tuple[str, str]:
    """Return where the way leads on, a part and what is counted there; "" at the end."""
    order = [(item.key, count.key) for item in parts for count in item.counts if count.key in opened]
    here = [entry for entry in order if entry[0] == part.key and entry[1] != look.at]
    counts = [count.key for count in part.counts]
    if look.at in counts:
        later = [entry for entry in here if counts.index(entry[1]) > counts.index(look.at)]
        here = later or here
    if here:
        return here[0]
    keys = [item.key for item in parts]
    after = keys[keys.index(part.key) + 1 :]
    if look.at not in opened and not after:
        return "", ""
    others = [entry for entry in order if entry[0] != part.key]
    return (after[0], next((at for key, at in others if key == after[0]), "")) if after else ("", "")


def _following(parts: Sequence[BoardPart], where: str) -> str:
    """Return what is asked after a count was told by one key: the next one of its part."""
    for part in parts:
        counts = [count.key for count in part.counts]
        if where in counts[:-1]:
            return counts[counts.index(where) + 1]
    return where


def _fresh(part: BoardPart, before: Sequence[BoardPart]) -> set[str]:
    """Return the places of a part that look other than before."""
    then = next(item for item in before if item.key == part.key)
    now = dict(_looks(part))
    return {place for place, look in _looks(then) if now.get(place) != look} | now.keys() - dict(_looks(then))


def _looks(part: BoardPart) -> Iterator[tuple[str, object]]:
    for place in (*part.places, *part.sectors):
        yield place.key, place.tokens
    for count in part.counts:
        yield count.key, count.value


def _map(part: BoardPart, look: Look) -> dict[str, Any] | None:
    """Return a map of hexes in units of SIZE: its size, outline of a hex, hexes, and places between them."""
    if not part.spots:
        return None
    wide, high = max(spot.x for spot in part.spots) + 0.5, max(spot.y for spot in part.spots) + 0.6
    corners = [(0, -0.577), (0.5, -0.289), (0.5, 0.289), (0, 0.577), (-0.5, 0.289), (-0.5, -0.289)]
    outline = "M" + "L".join(f"{SIZE * x:.1f} {SIZE * y:.1f}" for x, y in corners) + "Z"
    visible = [
        (spot, round(SIZE * spot.x, 1), round(SIZE * spot.y, 1), _may(spot.place, look))
        for spot in part.spots
        if spot.paint or (spot.place and (spot.place.tokens or _may(spot.place, look)))
    ]
    taps = [spot.place for spot in part.spots if _may(spot.place, look)]
    size = {"wide": SIZE * wide, "high": SIZE * high}
    return {**size, "outline": outline, "spots": visible, "taps": taps}


def _may(place: BoardPlace | None, look: Look) -> bool:
    return place is not None and (not place.takes or look.piece in place.takes)


def names(parts: Sequence[BoardPart]) -> Iterator[tuple[str, Sentence]]:
    """Yield the name of each part, of each place and of each count."""
    for part in parts:
        yield part.key, part.words
        yield from ((place.key, place.words) for place in (*part.places, *part.sectors))
        yield from ((count.key, count.words) for count in part.counts)


def _icons(part: BoardPart) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Yield each drawing of a part's pieces with its layers."""
    names = [piece.icon for owner in part.owners for piece in owner.pieces]
    names += [token.icon for place in part.places for token in place.tokens]
    names += [row.icon for row in part.rows]
    return ((name, wheel.icon(name)) for name in names if name)
