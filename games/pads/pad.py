"""A pad from its file: its boxes, the names that expressions know, and the fingerprint of its marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from pencilwright.games import PADS, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.pads import file as pad_file
from pencilwright.games.pads.expressions import FUNCTIONS, OF_A_BOX, Expression, parse
from pencilwright.games.pads.file import Place, Read, Row, words
from pencilwright.games.pads.lines import Path
from pencilwright.games.shared.boxes import Exclusive, FromLeft, Group, SheetBox, SheetBoxes
from pencilwright.games.shared.marks import SheetMark
from pencilwright.games.shared.reading import hinted
from pencilwright.templates.phrases import Phrase, Word, phrase, width

MOST_MARKS: Final = 700
SEATS: Final = "abcdefghij"
KINDS: Final = ("write", "tick", "circle", "reckon")
"""Keys of which one says what a box is."""
RESERVED: Final = frozenset(("name", "n", "seat", "points", "all_points", "minus", "date", "table"))


class PadSpot(NamedTuple):
    """A row, or one repeat of it: its number from 1, 0 for a row that stands once."""

    row: Row
    n: int


class Rule(NamedTuple):
    """A rule of the file, what must hold, and what mends it: box -> what is to stand there."""

    check: pad_file.Check
    must: Expression
    remedy: Mapping[str, Expression]


class Pad:
    """A pad that can be printed, filled in and scored.

    Attributes
    ----------
    file : what stands in its file.
    players : how many can play.
    seats : the ids of those who do, at most.
    spots : its rows with all their repeats, from top to bottom.
    place : id of a box -> its row, and the box.
    allowed : id of a box -> the numbers that may be written.
    sums : row and what is worked out there ("points", a name of `let`, a reckoned box) -> how.
    checks : rules with their conditions, and what mends them.

    Raises InputError, one sentence with line and row, for what cannot be.
    """

    def __init__(self, read: Read) -> None:
        self.read: Final = read
        self.file: Final = read.file
        low, _, high = self.file.players.partition("..")
        self.players: Final = range(int(low), int(high or low) + 1)
        if not (self.players and 1 <= self.players[0] <= self.players[-1] <= pad_file.MOST_PLAYERS):
            raise read.wrong(("players",), phrase("pad.wrong.players", most=pad_file.MOST_PLAYERS))
        if self.file.seat and len(self.file.seat) < self.players[-1]:
            raise read.wrong(("players",), phrase("pad.wrong.seats", n=len(self.file.seat)))
        named = tuple(seat.id for seat in self.file.seat) or tuple(SEATS)
        self.seats: Final = named[: 1 if self.file.layout == "sheet" else self.players[-1]]
        self.spots: Final = tuple(
            PadSpot(row, n)
            for row in self.file.row
            for n in (range(1, row.repeat + 1) if row.repeat else (0,))
        )
        self.place: Final[dict[str, tuple[Row, Place]]] = {}
        self.allowed: Final[dict[str, tuple[int, ...]]] = {}
        for row in self.file.row:
            for place in row.places:
                self._add(row, place)
        self._check_names()
        self.sums: Final = {key: expression for row in self.file.row for key, expression in self._sums(row)}
        for number, name in enumerate(self.file.ties):
            self._tie(number, name)
        self.checks: Final = tuple(self._rule(number, check) for number, check in enumerate(self.file.check))
        count = sum(len(self.marks_of(place.id, spot.n, seat)) for spot, place, seat in self.boxes())
        if count > MOST_MARKS:
            raise read.wrong(("row",), phrase("pad.wrong.marks", n=count, most=MOST_MARKS))

    # --- what is in it

    def boxes(self) -> Iterator[tuple[PadSpot, Place, str]]:
        """Yield every box of every player."""
        for seat in self.seats:
            for spot in self.spots:
                for place in spot.row.places:
                    yield spot, place, seat

    def marks_of(self, name: str, n: int, seat: str) -> dict[str, str]:
        """Return option -> mark of a box; one without a choice has the option ""."""
        stem, options = stem_of(name, n), self.place[name][1].options
        if len(options) < 2:
            return {options[0] if options else "": f"{stem}.{seat}"}
        return {option: f"{stem}.{option}.{seat}" for option in options}

    def mark_of(self, name: str, n: int, seat: str) -> str:
        """Return the mark of a box that has one, the first of several."""
        return next(iter(self.marks_of(name, n, seat).values()))

    def sign_of(self, name: str, n: int, seat: str) -> str:
        """Return the mark for the sign of a reckoned number, "" where it has none."""
        if not self.place[name][1].least:
            return ""
        return f"{stem_of(name, n)}.minus.{seat}"

    def most_of(self, place: Place) -> int:
        """Return the largest number that a box has room for."""
        return self.allowed[place.id][-1] if place.write else max(place.most, -place.least)

    def choice_text(self, place: Place, language: str = "") -> list[str]:
        """Return what stands in the boxes of a choice in a language."""
        return place.choices.get(language) or next(iter(place.choices.values()), place.options)

    def called(self, spot: PadSpot, place: Place) -> Phrase:
        """Return what a box is called: its row, and its own name beside others."""
        row = words(spot.row.name or spot.row.id, spot.n)
        if place is spot.row:
            return row
        return phrase("pad.box", row=row, box=words(place.name or place.id, spot.n))

    def who(self, seat: str) -> Word:
        """Return what a player is called on the sheet."""
        for item in self.file.seat:
            if item.id == seat:
                return words(item.name)
        return seat.upper()

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its words, the first one first."""
        return tuple(self.file.name) if isinstance(self.file.name, dict) else ()

    @cached_property
    def sheet(self) -> SheetBoxes:
        """Its marks, and what holds of some of them together."""
        return SheetBoxes(self._all_boxes(), self._groups())

    @cached_property
    def prefix(self) -> str:
        """What all its codes begin with: another pad, and other rows, have another one.

        Words don't count, but for the room that they take in a box that is circled.
        """
        rows = [(row.repeat, list(map(self._shape, row.places))) for row in self.file.row]
        rest = (self.file.layout, self.players[-1], self.seats, rows)
        digest = [sha256(text).digest() for text in (self.file.pad.encode(), msgspec.json.encode(rest))]
        parts = (
            sharecode.number_to_symbols(int.from_bytes(item[:8], "big") % 32**size, size)
            for item, size in zip(digest, PADS[1:], strict=True)
        )
        return PADS[0] + "".join(parts)

    def _shape(self, place: Place) -> tuple[object, ...]:
        """Return what of a box decides about its marks and where they stand."""
        lines = (place.id, place.write or None, place.tick or None, place.circle or None, bool(place.reckon))
        return (*lines, bool(place.hint), place.order, place.least, self.most_of(place), self.columns(place))

    def columns(self, place: Place) -> list[int]:
        """Return how wide what stands in each box of a choice is, in signs: the widest of all languages."""
        several = [place.options, *place.choices.values()]
        return [max(width(some[at]) for some in several) for at in range(len(place.options))]

    # --- what is wrong with it

    def _wrong(self, place: Place, key: str, message: Phrase) -> InputError:
        """Return the refusal of what stands under a key of a row or box, "" for all of it."""
        return self.read.wrong((*self.read.path(place), *filter(None, (key,))), message)

    def _add(self, row: Row, place: Place) -> None:
        wrong = self._wrong
        kinds = [kind for kind in KINDS if getattr(place, kind) is not UNSET]
        if row.box and (both := [kind for kind in KINDS if getattr(row, kind) is not UNSET]):
            raise wrong(row, both[0], phrase("pad.wrong.both", key=both[0]))
        if len(kinds) != 1:
            raise wrong(place, "", phrase("pad.wrong.kinds", n=len(kinds)))
        if place.id in self.place or (row.box and place.id == row.id):
            raise wrong(place, "id", phrase("pad.wrong.twice", name=place.id))
        options = place.options
        if len(set(options)) < len(options):
            raise wrong(place, kinds[0], phrase("pad.wrong.twice", name=max(options, key=options.count)))
        if len(options) > 1 and (bad := [option for option in options if not _is_part(option)]):
            raise wrong(place, kinds[0], phrase("pad.wrong.option", option=bad[0]))
        if any(len(some) != len(options) for some in place.choices.values()):
            raise wrong(place, "choices", phrase("pad.wrong.choices", n=len(options)))
        for key in ("order", "rising", "one_player"):
            needs = {"order": place.tick, "rising": place.write, "one_player": place.options}[key]
            if getattr(place, key) and not needs:
                raise wrong(place, key, phrase("pad.wrong.needs", key=key))
        self.place[place.id] = (row, place)
        if place.write is not UNSET:
            try:
                self.allowed[place.id] = pad_file.numbers(place.write)
            except InputError as error:
                raise wrong(place, "write", error.sentence) from error

    def _check_names(self) -> None:
        """Raise InputError for a name that means two things."""
        path = self.read.path
        named: list[tuple[str, Path]] = [(name, ("values", name)) for name in self.file.values]
        named += [(name, ("tables", name)) for name in self.file.tables]
        named += [(name, (*path(place), "id")) for name, (_, place) in self.place.items()]
        named += [(row.id, (*path(row), "id")) for row in self.file.row if row.box]
        lets = [(name, (*path(row), "let", name)) for row in self.file.row for name in row.let]
        seen = {*RESERVED, *FUNCTIONS, *OF_A_BOX}
        for name, at in (*named, *lets):
            if name in seen:
                raise self.read.wrong(at, phrase("pad.wrong.twice", name=name))
            seen |= {name} - {let for let, _ in lets}
        for number, seat in enumerate(self.seats):
            if seat in self.seats[:number]:
                raise self.read.wrong(("seat", number, "id"), phrase("pad.wrong.twice", name=seat))

    def _sums(self, row: Row) -> Iterator[tuple[tuple[str, str], Expression]]:
        path = self.read.path
        counts = row.points or (row.id if row.write and not row.note else "0")
        texts = {"points": (counts, (*path(row), "points"))}
        texts |= {name: (text, (*path(row), "let", name)) for name, text in row.let.items()}
        texts |= {place.id: (place.reckon, (*path(place), "reckon")) for place in row.places if place.reckon}
        single = {"points", *row.let, *(place.id for place in row.places)} if row.repeat else set()
        for name, (text, at) in texts.items():
            expression = self._parsed(text, at)
            if lone := single & expression.gathered - set(row.let):
                raise self.read.wrong(at, phrase("pad.wrong.single", name=min(lone)))
            yield (row.id, name), expression

    def _tie(self, number: int, name: str) -> None:
        """Raise InputError for what is no box with a number that stands there once."""
        row, place = self.place.get(name, (None, None))
        if row is None or place is None or place.circle or row.repeat:
            text = hinted(phrase("pad.wrong.tie", name=name), name, set(self.place) - {name})
            raise self.read.wrong(("ties", number), text)

    def _rule(self, number: int, check: pad_file.Check) -> Rule:
        at = ("check", number)
        rows = [row.id for row in self.file.row]
        if check.row not in rows:
            message = hinted(phrase("pad.wrong.row", name=check.row), check.row, rows)
            raise self.read.wrong((*at, "row"), message)
        remedy = {}
        for to, text in check.remedy.items():
            name, _, option = to.partition(".")
            row, place = self.place.get(name, (None, None))
            if (
                row is None
                or place is None
                or row.id != check.row
                or (option and option not in place.options)
            ):
                raise self.read.wrong((*at, "remedy", to), phrase("pad.wrong.box", name=to))
            remedy[to] = self._parsed(text, (*at, "remedy", to))
        return Rule(check, self._parsed(check.must, (*at, "must")), remedy)

    def _parsed(self, text: str, at: Path) -> Expression:
        lets = {name for item in self.file.row for name in item.let}
        known = {"n", "seat", "points", "all_points", *self.file.values, *self.place, *lets}
        try:
            return parse(text, known, self.file.tables)._replace(path=at)
        except InputError as error:
            raise self.read.wrong(at, error.sentence) from error

    # --- its marks

    def _all_boxes(self) -> Iterator[SheetBox]:
        yield SheetBox(SheetMark("date", "text", "sheet.date"))
        yield SheetBox(SheetMark("table", "text", "pad.table"))
        for seat in self.seats:
            who = ("who", self._who(seat))
            yield SheetBox(
                SheetMark(f"name.{seat}", "text", "pad.mark.name", (who,), row=phrase("sheet.name")),
                owner=seat,
            )
        for spot, place, seat in self.boxes():
            who = ("who", self._who(seat))
            named = (("row", self.called(spot, place)), who)
            row = words(spot.row.name or spot.row.id, spot.n)
            kind = "tick" if place.tick else "circle" if place.circle else "number"
            allowed = self.allowed.get(place.id, ())
            for option, mark in self.marks_of(place.id, spot.n, seat).items():
                lines: tuple[tuple[str, str | int | Phrase], ...] = named
                if len(place.options) > 1:
                    lines = (*named, ("option", self._option(place, option)))
                label = "pad.mark.option" if len(place.options) > 1 else "pad.mark.box"
                most = self.most_of(place) if kind == "number" else 0
                fields = (f"{place.id}.{seat}",)
                named_mark = SheetMark(mark, kind, label, lines, row=row)
                yield SheetBox(named_mark, fields, seat, None, most, place.note, allowed, bool(place.reckon))
            if sign := self.sign_of(place.id, spot.n, seat):
                yield SheetBox(SheetMark(sign, "tick", "pad.mark.sign", named, row=row), (), seat, sum=True)

    def _who(self, seat: str) -> Phrase:
        who = self.who(seat)
        return who if isinstance(who, Phrase) else words(str(who))

    def _option(self, place: Place, option: str) -> Phrase:
        at = place.options.index(option)
        if not place.choices:
            return words(option)
        return words({language: some[at] for language, some in place.choices.items()})

    def _groups(self) -> Iterator[Group]:
        for spot, place, seat in self.boxes():
            marks = tuple(self.marks_of(place.id, spot.n, seat).values())
            reason = phrase("pad.rule.one", row=self.called(spot, place))
            if place.one_player:
                if seat == self.seats[0]:
                    every = [self.marks_of(place.id, spot.n, seat).values() for seat in self.seats]
                    yield Exclusive(tuple(mark for some in every for mark in some), reason)
            elif place.circle and len(marks) > 1:
                yield Exclusive(marks, reason)
            elif place.order == "left":
                yield FromLeft(marks, phrase("pad.rule.left", row=self.called(spot, place)))


def stem_of(name: str, n: int) -> str:
    """Return what the marks of a box begin with: its id, and the number of its repeat."""
    return f"{name}.{n}" if n else name


def _is_part(text: str) -> bool:
    """Return whether a text can be a part of a mark's name."""
    return text.isascii() and text.replace("_", "").isalnum() and text == text.lower()


def of_text(text: str) -> Pad:
    """Return the pad of a file's text. Raises InputError, one sentence with line and row."""
    return Pad(pad_file.read(text))
