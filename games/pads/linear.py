"""Sums among the numbers of a filled pad, found by trying what its reckoned boxes come to.

Once ticks and circles are known, most of what players work out adds up numbers: each so often, and something
besides. Whether it does is seen from what comes out when every number is another one, and when all are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product, takewhile
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.numberrules import Sum
from pencilwright.games.pads.pad import Pad
from pencilwright.games.pads.reckoned import Reckoned

BESIDES: Final = (-1, 10, 100, 1000)
"""What a reckoned number that is no sum may be worth beside another: counted in it, or its first part."""


class _Form(NamedTuple):
    """A number of a player as a sum: mark -> how often it counts, and what is added."""

    seat: str
    counts: dict[str, int]
    plus: int

    def without(self, other: _Form) -> _Form:
        counts = {mark: self.counts.get(mark, 0) - other.counts.get(mark, 0)
                  for mark in {**self.counts, **other.counts}}  # fmt: skip
        return _Form(self.seat, {mark: n for mark, n in counts.items() if n}, self.plus - other.plus)


class _Try(NamedTuple):
    """Numbers that are written, what comes out, and whether those that are 0 on the sheet are 0 here, too."""

    numbers: Mapping[str, int]
    results: Mapping[str, int]
    keeps: bool


def sums(pad: Pad, values: Mapping[str, str]) -> tuple[Sum, ...]:
    """Return the sums of a pad whose marks show these values; of numbers only whether they are 0 or blank."""
    boxes = pad.sheet.box
    remaining = ((mark, value) for mark, value in values.items() if mark in boxes and boxes[mark].owner)
    return _sums(pad, frozenset((mark, str(min(1, int(v))) if v.isdecimal() else v) for mark, v in remaining))


@lru_cache(maxsize=8)
def _sums(pad: Pad, values: frozenset[tuple[str, str]]) -> tuple[Sum, ...]:
    fields = dict(values)
    boxes = {
        pad.mark_of(place.id, spot.n, seat): (place.id, spot.n, seat)
        for seat in pad.seats
        for spot in pad.spots
        for place in spot.row.places
        if place.reckon
    }
    signs = {mark: -1 if pad.sign_of(*box) in fields else 1 for mark, box in boxes.items()}
    written = [mark for mark in pad.sheet.box if fields.get(mark, "").isdecimal() and mark not in boxes]
    try:
        tries = list(_attempts(pad, fields, written, boxes))
    except InputError:
        return ()
    forms = {}
    for mark, (*_, seat) in boxes.items():
        if mark in fields and (form := _form(seat, fields, tries, {mark: 1})):
            forms[mark] = form
    result = [_shortest(mark, form, forms, {}, signs) for mark, form in forms.items()]
    bent = [mark for mark in boxes if mark not in forms]
    for at, last in enumerate(bent):
        seat = boxes[last][2]
        before = (mark for mark in bent[:at] if boxes[mark][2] == seat and last in fields)
        for first, worth in product(before, BESIDES):
            if (form := _form(seat, fields, tries, {first: worth, last: 1})) is not None:
                result.append(_shortest(last, form, forms, {first: -worth}, signs))
                break
    return tuple(result)


def _attempts(
    pad: Pad, fields: Mapping[str, str], written: Sequence[str], boxes: Mapping[str, tuple[str, int, str]]
) -> Iterator[_Try]:
    """Yield what comes of numbers: all at their least, each the next, all at their most, and mixed.

    Those that are 0 on the sheet are 0 at their least.
    """
    allowed = {mark: pad.sheet.allowed.get(mark, (0, 1, 2, 9)) for mark in written}
    more = {mark: tuple(filter(None, some)) for mark, some in allowed.items()}
    least = {mark: more[mark][0] if fields[mark] != "0" else 0 for mark in written}
    most = {mark: some[-1] for mark, some in more.items()}
    following = {
        mark: next((n for n in (*some, 0) if n != least[mark] and (n or 0 in allowed[mark])), least[mark])
        for mark, some in more.items()
    }
    zeros = dict.fromkeys((mark for mark in written if fields[mark] == "0"), 0)
    mixed = {mark: (most, least)[at % 3 == 0][mark] for at, mark in enumerate(written)}
    ticks = {mark: value for mark, value in fields.items() if not value.isdecimal()}
    for numbers in (
        least,
        *({**least, mark: n} for mark, n in following.items()),
        most | zeros,
        mixed | zeros,
        most,
        {**mixed, **dict.fromkeys(zeros, 0)} | {mark: most[mark] for mark in list(zeros)[::2]},
    ):
        view = {mark: str(n) for mark, n in numbers.items() if n or 0 in allowed[mark]}
        reckoned = Reckoned(pad, ticks | view, pad.file.values)
        came = {mark: reckoned.box(*box) for mark, box in boxes.items()}
        results = {mark: value for mark, value in came.items() if isinstance(value, int)}
        yield _Try(numbers, results, not any(numbers[mark] for mark in zeros))


def _form(
    seat: str, fields: Mapping[str, str], tries: Sequence[_Try], parts: Mapping[str, int]
) -> _Form | None:
    """Return reckoned numbers, each so often, as a sum of written ones; None where they are none.

    What is 0 on the sheet is left out where the rest is no sum with it.
    """
    if any(mark not in entry.results for entry in tries for mark in parts):
        return None
    came = [sum(n * entry.results[mark] for mark, n in parts.items()) for entry in tries]
    least = tries[0].numbers
    for some in (tries, [entry for entry in tries if entry.keeps]):
        counts = {}
        for mark, item, value in zip(least, tries[1:], came[1:], strict=False):
            if value != came[0] and (some is tries or fields[mark] != "0"):
                counts[mark] = (value - came[0]) // (item.numbers[mark] - least[mark])
        plus = came[0] - sum(n * least[mark] for mark, n in counts.items())
        if all(
            plus + sum(n * entry.numbers[mark] for mark, n in counts.items()) == value
            for entry, value in zip(tries, came, strict=True)
            if some is tries or entry.keeps
        ):
            return _Form(seat, counts, plus)
    return None


def _shortest(
    mark: str, form: _Form, forms: Mapping[str, _Form], taken: Mapping[str, int], signs: Mapping[str, int]
) -> Sum:
    """Return a number as a sum of few others: of those that the same player has worked out before, too."""
    counted = dict(taken)
    before = list(takewhile(lambda other: other != mark, forms))
    while True:
        shorter = {
            other: rest
            for other in before
            if other not in counted
            and forms[other].seat == form.seat
            and len((rest := form.without(forms[other])).counts) < len(form.counts)
        }
        if not shorter:
            break
        best = min(shorter, key=lambda other: len(shorter[other].counts))
        form, counted[best] = shorter[best], 1
    sign = signs[mark]
    rows = form.counts | {other: n * signs[other] for other, n in counted.items()}
    return Sum(tuple(rows), mark, tuple(sign * n for n in rows.values()), sign * form.plus)
