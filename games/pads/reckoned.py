"""A filled pad: what its boxes hold, what is worked out of them, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.pads.expressions import MOST_STEPS, Expression, Value, Walk
from pencilwright.games.pads.file import words
from pencilwright.games.pads.pad import Pad, PadSpot, Rule
from pencilwright.games.shared.marks import VALUES, label
from pencilwright.games.shared.problems import Problem, Remedy
from pencilwright.templates.phrases import Phrase, Word, phrase

DEEPEST: Final = 40
"""Names that need each other, one inside the other, at most."""
_Key = tuple[str, str, int, str]


class Reckoned:
    """What the marks of a pad come to.

    Parameters
    ----------
    entries : mark -> what is written, without blank ones.
    values : the house rules that are played by.

    Raises InputError for marks that the pad does not have; what cannot be in them is a problem.
    """

    def __init__(self, pad: Pad, entries: Mapping[str, str], values: Mapping[str, int]) -> None:
        self.pad: Final = pad
        self.reading: Final = pad.sheet.read(entries)
        self.values: Final = values
        self.playing: Final = tuple(seat for seat in pad.seats if self.reading.of(seat)) or pad.seats[:1]
        self._numbers: Final = {
            mark: self.reading.number(mark)
            for mark in self.reading.marked
            if pad.sheet.box[mark].mark.kind == "number"
        }
        self._known: dict[_Key, Value] = {}
        self._busy: list[_Key] = []
        self._steps = 0

    # --- values

    def chosen(self, name: str, n: int, seat: str) -> list[str]:
        """Return the boxes of a choice that are marked."""
        marks = self.pad.marks_of(name, n, seat)
        return [option for option, mark in marks.items() if mark in self.reading.marked]

    def box(self, name: str, n: int, seat: str) -> Value:
        """Return what a box says: a number, how many are ticked, the word that is circled."""
        row, place = self.pad.place[name]
        if place.reckon:
            return self.worked(PadSpot(row, n), name, seat)
        if place.circle:
            return next(iter(self.chosen(name, n, seat)), "")
        if place.tick:
            return len(self.chosen(name, n, seat))
        return self._numbers.get(self.pad.mark_of(name, n, seat), 0)

    def points(self, spot: PadSpot, seat: str) -> int:
        """Return what a row brings."""
        result = self.worked(spot, "points", seat)
        if isinstance(result, list | str):
            at = self.pad.sums[spot.row.id, "points"].path
            raise self.pad.read.wrong(at, phrase("pad.expression.several"))
        return int(result)

    def total(self, seat: str) -> int:
        """Return what all rows bring."""
        return sum(self.points(spot, seat) for spot in self.pad.spots)

    def worked(self, spot: PadSpot, what: str, seat: str) -> Value:
        """Return what is worked out in a row. Raises InputError where it needs itself, or takes too long."""
        key = (spot.row.id, what, spot.n, seat)
        if key not in self._known:
            expression = self.pad.sums[spot.row.id, what]
            if key in self._busy or len(self._busy) > DEEPEST:
                text = phrase("pad.expression.itself" if key in self._busy else "pad.expression.steps")
                raise self.pad.read.wrong(expression.path, text)
            self._busy.append(key)
            self._known[key] = self.evaluated(expression, spot, seat)
            self._busy.pop()
        return self._known[key]

    def evaluated(self, expression: Expression, spot: PadSpot, seat: str) -> Value:
        """Return what an expression comes to in a row. Raises InputError with its line."""

        def look(name: str) -> Value:
            return self._named(name, spot, seat)

        def ask(function: str, name: str, rest: list[Value]) -> Value:
            return self._counted_boxes(function, name, rest, spot, seat)

        try:
            return Walk(look, ask, self.pad.file.tables, self._spend).value(expression.tree)
        except RecursionError as error:
            raise self.pad.read.wrong(expression.path, phrase("pad.expression.steps")) from error
        except InputError as error:
            if error.field == "pad":
                raise
            raise self.pad.read.wrong(expression.path, error.sentence) from error

    def _spend(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise InputError(phrase("pad.expression.steps"), field="expression")

    def _named(self, name: str, spot: PadSpot, seat: str) -> Value:
        """Return the value of a name, seen from a row: of its own row this repeat, of others all."""
        if name in spot.row.let or name == "points":
            return self.worked(spot, name, seat)
        if name in self.pad.place:
            other = self.pad.place[name][0]
            if other is spot.row or not other.repeat:
                return self.box(name, spot.n if other is spot.row else 0, seat)
            self._spend(other.repeat)
            return [self.box(name, n, seat) for n in range(1, other.repeat + 1)]
        if name in self.pad.file.values:
            return self.values.get(name, self.pad.file.values[name])
        if name == "all_points":
            return self.total(seat)
        if name == "n":
            return spot.n
        if name == "seat":
            return self.pad.seats.index(seat) + 1
        raise InputError(phrase("pad.expression.elsewhere", name=name), field="expression")

    def _counted_boxes(self, function: str, name: str, rest: list[Value], spot: PadSpot, seat: str) -> Value:
        is_box = name in self.pad.place
        n = spot.n if is_box and self.pad.place[name][0] is spot.row else 0
        if function in ("filled", "ticked", "worth", "last"):
            if not is_box or (self.pad.place[name][0].repeat and not n):
                raise InputError(phrase("pad.expression.box", name=function), field="expression")
            return self._marked(function, name, rest, n, seat)
        if function == "others":
            return [self._named(name, spot, other) for other in self.pad.seats if other != seat]
        if function == "ranked":
            return self._ranked(name, rest[0], spot, seat) if rest else 0
        return self._along(function, name, rest, spot, seat)

    def _marked(self, function: str, name: str, rest: list[Value], n: int, seat: str) -> Value:
        chosen = self.chosen(name, n, seat)
        if function == "filled":
            marks = self.pad.marks_of(name, n, seat).values()
            return int(any(mark in self.reading.marked for mark in marks))
        if function == "ticked":
            return int(str(rest[0]) in chosen)
        if not all(option.isdecimal() for option in self.pad.place[name][1].options):
            raise InputError(phrase("pad.expression.worth", name=name), field="expression")
        return sum(map(int, chosen)) if function == "worth" else int((chosen or ["0"])[-1])

    def _ranked(self, name: str, prizes: list[int], spot: PadSpot, seat: str) -> int:
        """Return what the rank of a number brings; those who tie share, rounded down, and 0 has no rank."""
        every = [self._named(name, spot, other) for other in self.playing]
        mine = self._named(name, spot, seat)
        if any(isinstance(item, list | str) for item in (mine, *every)):
            raise InputError(phrase("pad.expression.several"), field="expression")
        place, ties = sum(item > mine for item in every), every.count(mine)
        return sum(prizes[place : place + ties]) // ties if mine > 0 and ties else 0

    def _along(self, function: str, name: str, rest: list[Value], spot: PadSpot, seat: str) -> Value:
        """Return a name's values in the rows before or after, or the last one before."""
        pad = self.pad
        here = pad.spots.index(spot)
        rows = pad.spots[here + 1 :] if function == "later" else pad.spots[:here]
        some = [row for row in rows if name == "points" or name in row.row.let or self._is_in(name, row)]
        self._spend(len(rows))
        # the farthest first, so that each finds what it needs itself worked out already
        results = [self._named(name, item, seat) for item in (some[::-1] if function == "later" else some)]
        if function == "before":
            return results[-1] if results else rest[0]
        return results[::-1] if function == "later" else results

    def _is_in(self, name: str, spot: PadSpot) -> bool:
        return name in self.pad.place and self.pad.place[name][0] is spot.row

    # --- what is wrong

    def problems(self) -> list[Problem]:
        """Return what cannot be: the marks that it speaks of, and what mends it where that is known."""
        for marks in self.pad.sheet.exclusive:
            self.reading.one_of(marks)
        for marks in self.pad.sheet.tracks:
            self.reading.filled(marks)
        for seat in self.pad.seats:
            self.reading.name(f"name.{seat}")
        results = list(self.reading.problems)
        for seat in self.pad.seats:
            if self.reading.of(seat):
                results += self._falling(seat)
                results += self._signs(seat)
                results += self._broken(seat)
        return results

    def _falling(self, seat: str) -> Iterator[Problem]:
        for name, (row, place) in self.pad.place.items():
            if place.rising:
                marks = [self.pad.mark_of(name, n, seat) for n in range(1, row.repeat + 1)]
                written = [mark for mark in marks if mark in self._numbers]
                for first, other in pairwise(written):
                    if self._numbers[other] < self._numbers[first]:
                        words_ = {"n": self._numbers[other], "before": self._numbers[first]}
                        yield Problem(other, phrase("pad.problem.falls", **words_), "", (first, other))

    def _signs(self, seat: str) -> Iterator[Problem]:
        """Yield reckoned numbers whose box for the sign says another one than they have."""
        for spot in self.pad.spots:
            for place in spot.row.places:
                mark = self.pad.mark_of(place.id, spot.n, seat)
                sign = self.pad.sign_of(place.id, spot.n, seat)
                if not sign or mark not in self._numbers:
                    continue
                right = _whole(self.box(place.id, spot.n, seat))
                if (
                    abs(right) == self._numbers[mark]
                    and right
                    and (right < 0) != (sign in self.reading.marked)
                ):
                    value = VALUES["tick"][0] if right < 0 else ""
                    yield Problem(
                        sign,
                        phrase("pad.problem.sign", n=right),
                        "",
                        (sign,),
                        remedy=self._remedy({sign: value}),
                    )

    def _broken(self, seat: str) -> Iterator[Problem]:
        """Yield what the file's own rules say."""
        for rule in self.pad.checks:
            for spot in self.pad.spots:
                if spot.row.id == rule.check.row and not self.evaluated(rule.must, spot, seat):
                    yield self._against(rule, spot, seat)

    def _against(self, rule: Rule, spot: PadSpot, seat: str) -> Problem:
        changes: dict[str, str] = {}
        for to, expression in rule.remedy.items():
            name, _, option = to.partition(".")
            marks = self.pad.marks_of(name, spot.n, seat)
            value = _whole(self.evaluated(expression, spot, seat))
            kind = self.pad.sheet.box[
                mark := marks[option] if option else next(iter(marks.values()))
            ].mark.kind
            new = (str(value) if value > 0 else "") if kind == "number" else VALUES[kind][0] if value else ""
            if new != self.reading.marked.get(mark, ""):
                changes[mark] = new
        named = [name for name in self.pad.place if name in rule.must.names and self._is_in(name, spot)]
        every = (mark for name in named for mark in self.pad.marks_of(name, spot.n, seat).values())
        marked = self.reading.among(every) or tuple(
            mark for place in spot.row.places for mark in self.pad.marks_of(place.id, spot.n, seat).values()
        )
        row = self.pad.called(spot, spot.row)
        text = phrase("pad.problem.rule", row=row, said=words(rule.check.say, spot.n))
        mends = self._remedy(changes) if changes else None
        marks_ = tuple(changes) or marked
        return Problem(marks_[0], text, "", marks_, remedy=mends)

    def _remedy(self, changes: Mapping[str, str]) -> Remedy:
        messages: list[Phrase] = []
        for mark, value in changes.items():
            named = label(self.pad.sheet.box[mark].mark)
            if self.pad.sheet.box[mark].mark.kind == "number" and value:
                messages.append(phrase("pad.remedy.write", mark=named, n=int(value)))
            else:
                messages.append(phrase(f"remedy.{value or 'blank'}", mark=named))
        several: Word = tuple(messages)
        return Remedy(changes, messages[0] if len(messages) == 1 else phrase("pad.remedy", all=several))


def _whole(value: Any) -> int:
    """Return a value as a number; a list or a word is none."""
    return 0 if isinstance(value, list | str) else int(value)
