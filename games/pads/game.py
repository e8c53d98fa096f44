"""A pad as a game: all rooms that a game has, made from its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from types import ModuleType
from typing import Annotated, Any, Final, NamedTuple, cast

from msgspec import Meta, Struct, defstruct
from msgspec.structs import replace

from pencilwright.games import Game
from pencilwright.games.controls import Control
from pencilwright.games.document import WITH_A5, Document, Seated, listed
from pencilwright.games.errors import InputError
from pencilwright.games.markrules import MarkRule
from pencilwright.games.numberrules import Follows, NumberRules
from pencilwright.games.pads import linear, plain
from pencilwright.games.pads.expressions import is_plain, plain_value
from pencilwright.games.pads.file import MOST_PLAYERS, Example, Number, Place, Player, words
from pencilwright.games.pads.lines import Path
from pencilwright.games.pads.pad import Pad, PadSpot, of_text, stem_of
from pencilwright.games.pads.reckoned import Reckoned
from pencilwright.games.rng import Stream
from pencilwright.games.shared import fixing, own_values, reading
from pencilwright.games.shared.boxfile import BoxFile, Source
from pencilwright.games.shared.marks import VALUES, SheetMark, for_template
from pencilwright.games.shared.options import NUMBER, Option
from pencilwright.games.shared.own_values import ValueLine
from pencilwright.games.shared.problems import Problem, refuse
from pencilwright.games.shared.scores import Score, ScoreLine, Tie
from pencilwright.games.shared.spaces import Range, Setups
from pencilwright.games.shared.tables import SetupRow
from pencilwright.templates.phrases import Atom, Sentence, phrase

PACKAGE: Final = "pads"
SHEET: Final = "score-sheet"
PLAYERS: Final = Option("players", NUMBER)
MOST_GIVEN: Final = 3
"""Written numbers from which one follows, at most: readers try all that may stand there."""
MOST_TRIES: Final = 40
"""Times that the faults of a random filling are mended."""
PARTS: Final = (2, 4, 8, 16)
"""Numbers are drawn from the lower half, quarter ... until what comes of them has room in its boxes."""


class Components(NamedTuple):
    """House rules: their numbers."""

    values: Mapping[str, int]

    @property
    def unverified(self) -> tuple[str, ...]:
        """Nothing: what a pad's file says is what is played by."""
        return ()


class Setup(Struct, frozen=True):
    """How many play."""

    players: int


class State(Struct, frozen=True):
    """The marks of a pad that are not blank, who plays where that is known, and the house rules."""

    marks: Mapping[str, str]
    setup: Setup | None
    box: Components


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A filled pad as a file."""

    players: Annotated[list[Player], Meta(max_length=MOST_PLAYERS)]
    setup: Setup | None = None


class PadGame(Game[Any, Any, Any]):
    """A pad as a game. It is each of its rooms itself, with the names that games/rooms.py gives them."""

    is_pad = True

    def __init__(self, pad: Pad) -> None:
        super().__init__(pad.file.pad, str(words(pad.file.name)), PACKAGE, pad.prefix)
        self.pad: Final = pad
        self.languages = pad.languages
        self.DRAW: Final = (PLAYERS,)
        self.EXAMPLE: Final = (PLAYERS,)
        self.ADVISE: Final[tuple[Option, ...]] = ()
        self.WITH_SETUP: Final[tuple[str, ...]] = ()
        self.OPEN_BY_DEFAULT: Final[tuple[str, ...]] = ()
        most = pad.players[-1]
        self.STANDARD: Final = Components(pad.file.values)
        self.SETUPS: Final = Setups(f"{pad.prefix}1", Setup, {"players": Range(pad.players[0], most)})
        self.to_code: Final = self.SETUPS.to_code
        self.from_code: Final = self.SETUPS.from_code
        self.as_dict: Final = self.SETUPS.as_dict
        about = dict.fromkeys(pad.file.values, Source("house rule", verified=False))
        self._box: Final = BoxFile(pad.file.values, about)
        self.PAD: Final = pad.sheet
        self.MARKS: Final[Sequence[SheetMark]] = pad.sheet.marks
        self.RULES: Final[Sequence[MarkRule]] = pad.sheet.rules
        self.CONTROLS: Final[Sequence[Control]] = pad.sheet.controls
        self.marks_of_field: Final = pad.sheet.marks_of_field
        self.LEFT: Final = ("row", len(pad.spots))
        self.MEASURES: Final[Mapping[str, Callable[[State, str], int]]] = {"points": self._total}
        seated = Seated(PLAYERS, self._seats) if pad.file.layout != "sheet" else None
        self.DOCUMENTS: Final = listed(
            "pads", Document(SHEET, 0, 3, fillable=True, seated=seated, final=True, papers=WITH_A5)
        )
        form, doc = f"{pad.file.pad}/{pad.file.edition}", {"__doc__": Position.__doc__}
        record = defstruct("Position", [], bases=(Position,), namespace=doc, tag_field="format", tag=form)
        self.record: Final = cast("type[Position]", record)

    def _imported(self, place: str) -> ModuleType:
        return cast("ModuleType", self)

    @property
    def name(self) -> Atom:
        """The pad's name as its file has it."""
        return words(self.pad.file.name)

    # --- own values, setup

    def load(self, text: str) -> Components:
        """Return the house rules of a TOML text. Raises InputError naming the key."""
        values = self.pad.file.values
        fields: list[Any] = [(name, Number) for name in values]
        fields.append(("changed", frozenset[str], frozenset()))
        read: Any = own_values.load(text, defstruct("Values", fields)(**values), self._box)
        return Components({name: getattr(read, name) for name in values})

    def value_lines(self, _components: Components | None = None) -> tuple[ValueLine, ...]:
        """Return the house rules line by line."""
        return own_values.value_lines(self.pad.file.values, {})

    def write(self) -> str:
        """Return the house rules as TOML to edit."""
        return own_values.write(self._box, self.pad.file.pad)

    def draw(
        self,
        seed: int | str,
        *,
        players: int = 0,
        fixed: fixing.Fixed = fixing.NOTHING_FIXED,
    ) -> Setup:
        """Return who plays: nothing is drawn. Raises InputError for more or fewer than can play."""
        del seed, fixed
        self.SETUPS.check_option("players", players or self.pad.players[-1])
        return Setup(players or self.pad.players[-1])

    def parse_fixed(self, texts: Sequence[str]) -> fixing.Fixed:
        """Return nothing: no part of a pad is drawn. Raises InputError for a text."""
        return fixing.parse(texts, (), ("--players",))

    def rows(self, setup: Setup, _components: object = None, /) -> tuple[SetupRow, ...]:
        """Return how many play."""
        return (SetupRow(phrase("pad.setup.players"), (str(setup.players),)),)

    def _seats(self, players: int) -> int:
        """Return the number of players for the page code. Raises InputError for one that cannot be."""
        self.SETUPS.check_option("players", players)
        return players

    # --- states and their forms

    def player_of(self, state: State, /) -> str:
        """Return the name of the only player, "" when there are several."""
        names = {mark: name for mark, name in state.marks.items() if mark.startswith("name.")}
        return next(iter(names.values()), "") if len(self._reckoned(state).playing) == 1 else ""

    def start(self, setup: Setup, components: Components, /) -> State:
        """Return an empty pad."""
        return State({}, setup, components)

    def parse(self, data: bytes | str) -> State:
        """Return the state in a file's text. Raises InputError, one sentence that names the field."""
        return self.SETUPS.parse_position(self.record, self.parse_text, self._state, data)

    def _state(self, position: Any) -> State:
        marks = plain.entries(self.pad, position.players)
        for at, player in enumerate(position.players):
            reading.printable_name(str(player.get("name", "")), f"players[{at}].name")
        return State(marks, position.setup, self.STANDARD)

    def to_json(self, state: State) -> bytes:
        """Return the state as canonical JSON."""
        position = self.record(plain.players(self.pad, state.marks), state.setup)
        return self.SETUPS.position_json(self.record, position)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema (draft 2020-12) of a filled pad."""
        result = self.SETUPS.position_schema(self.record, "Filled pad")
        result["title"] = f"Filled pad {self.pad.file.pad}"
        result["$id"] = result["$id"].replace("pencilwright:", "pencilwright:pad:")
        fields = result["$defs"]["Position"]["properties"]
        boxes = {name: self._box_schema(row.repeat, place) for name, (row, place) in self.pad.place.items()}
        properties = {"name": {"type": "string"}, **boxes}
        fields["players"]["items"] = {
            "type": "object", "properties": properties, "additionalProperties": False,
        }  # fmt: skip
        fields["players"]["maxItems"] = len(self.pad.seats)
        return result

    def _box_schema(self, repeat: int, place: Place) -> dict[str, Any]:
        item: dict[str, Any] = {"type": "integer", "minimum": place.least, "maximum": self.pad.most_of(place)}
        if place.write:
            item = {"enum": list(self.pad.allowed[place.id])}
        elif place.options:
            chosen = {"type": "array", "items": {"enum": place.options}, "uniqueItems": True}
            item = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": len(place.options)}, chosen]}
        if not repeat:
            return item
        return {"type": "array", "items": {"anyOf": [item, {"const": ""}]}, "maxItems": repeat}

    def to_text(self, state: State) -> str:
        """Return the state as text: share code, or the pad's letters and 1, then player by player."""
        code = self.SETUPS.prefix if state.setup is None else self.to_code(state.setup)
        return f"{code} {plain.to_text(self.pad, state.marks)}".strip()

    def parse_text(self, text: str) -> State:
        """Return the state of a text. Raises InputError naming the part."""
        code, *rest = text.split(maxsplit=1)
        setup = None if code.upper() == self.SETUPS.prefix else self.from_code(code)
        return State(plain.parse_text(self.pad, rest[0] if rest else ""), setup, self.STANDARD)

    # --- rules, points

    def _reckoned(self, state: State) -> Reckoned:
        return Reckoned(self.pad, state.marks, state.box.values)

    def problems(self, state: State) -> list[Problem]:
        """Return everything that is wrong with the marks."""
        record = self._reckoned(state)
        result = record.problems()
        if state.setup is not None and self.pad.file.layout != "sheet":
            for seat in self.pad.seats[state.setup.players :]:
                if marks := record.reading.of(seat):
                    rule = phrase("marks.not_playing", who=self.pad.who(seat))
                    result.append(Problem(marks[0], rule, phrase("marks.blank"), marks))
        return result

    def scores(self, state: State) -> list[tuple[Sentence, Score]]:
        """Return each player's name and score."""
        result = self._reckoned(state)
        return [(self._name(state, seat), self._score(result, seat)) for seat in result.playing]

    def _name(self, state: State, seat: str) -> Sentence:
        who = self.pad.who(seat)
        name = state.marks.get(f"name.{seat}", "").strip()
        return name or (phrase("pad.player", who=who) if isinstance(who, str) else phrase("plain", one=who))

    def _score(self, result: Reckoned, seat: str) -> Score:
        lines = []
        for spot in self.pad.spots:
            points = result.points(spot, seat)
            if points or f"{self._counts(spot)}.{seat}" in result.reading.marked:
                stem = stem_of(spot.row.id, spot.n)
                reason = words(spot.row.name or spot.row.id, spot.n)
                lines.append(ScoreLine(f"points.{stem}.{seat}", points, reason))
        sums = {
            self.pad.mark_of(place.id, spot.n, seat): int(result.box(place.id, spot.n, seat))
            for spot in self.pad.spots
            for place in spot.row.places
            if place.reckon
        }
        ties = tuple(self._tie(result, name, seat) for name in self.pad.file.ties)
        is_low = self.pad.file.wins == "least"
        total = result.total(seat)
        return Score(total=total, lines=tuple(lines), ties=ties, sums=sums, lowest_wins=is_low)

    def _tie(self, result: Reckoned, name: str, seat: str) -> Tie:
        row, place = self.pad.place[name]
        return Tie(self.pad.called(PadSpot(row, 0), place), int(result.box(name, 0, seat)))

    def _counts(self, spot: PadSpot) -> str:
        """Return the stem of the mark where a row's points are written, "" where they are not."""
        name = self.pad.sums[spot.row.id, "points"].text
        if name != spot.row.id or self.pad.place[name][1].options:
            return ""
        return stem_of(name, spot.n)

    def _total(self, state: State, who: str) -> int:
        if who not in self.pad.seats:
            raise InputError(phrase("pad.no_player", seat=who[:10], seats=self.pad.seats), field="player")
        return self._reckoned(state).total(who)

    def apply_actions(self, state: State, who: str, commands: Sequence[str]) -> State:
        """Return the pad after "BOX" or "BOX=NUMBER" of a player. Raises InputError naming what is no box."""
        if who not in self.pad.seats:
            raise InputError(phrase("pad.no_player", seat=who[:10], seats=self.pad.seats), field="player")
        marks = {**state.marks, **plain.parse_text(self.pad, " ".join((f"{who}:", *commands)))}
        after = replace(state, marks=marks)
        refuse(self.problems(after))
        return after

    # --- paper

    def to_marks(self, state: State) -> dict[str, str]:
        """Return the marks of a state: id -> value, without blank ones."""
        return self.pad.sheet.to_marks({}, state.marks)

    def read(self, values: Mapping[str, str], setup: Setup | None) -> tuple[State, tuple[Problem, ...]]:
        """Return the state that marks show. Raises InputError for an unknown id or value."""
        marked = self.pad.sheet.read(values).marked
        owned = {mark: value for mark, value in marked.items() if self.pad.sheet.box[mark].owner}
        return State(owned, setup, self.STANDARD), ()

    @cached_property
    def NUMBER_RULES(self) -> NumberRules:
        """The sums of written numbers, and the numbers that may be written."""
        sheet = self.pad.sheet
        follows = [
            results
            for seat in self.pad.seats
            for spot in self.pad.spots
            for place in spot.row.places
            if (results := self._follows(spot, place, seat)) is not None
        ]
        return NumberRules(
            follows=tuple(follows),
            most=sheet.most,
            notes=sheet.notes,
            allowed=sheet.allowed,
            marked=partial(linear.sums, self.pad),
        )

    def _follows(self, spot: PadSpot, place: Place, seat: str) -> Follows | None:
        """Return how a reckoned number follows from a few written ones; None where more decides."""
        if not place.reckon or place.least:
            return None
        expression = self.pad.sums[spot.row.id, place.id]
        names = tuple(sorted(expression.names - set(self.pad.file.values)))
        given = []
        for name in names:
            row, box = self.pad.place.get(name, (None, None))
            if box is None or box.options or box.least or (row is not spot.row and row and row.repeat):
                return None
            given.append(self.pad.mark_of(name, spot.n if row is spot.row else 0, seat))
        if not 1 <= len(names) <= MOST_GIVEN or not is_plain(expression):
            return None
        file = self.pad.file

        def rule(numbers: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
            try:
                value = plain_value(
                    expression, {**file.values, **dict(zip(names, numbers, strict=True))}, file.tables
                )
            except InputError:
                value = -1
            return ((value if isinstance(value, int) else -1,),)

        result = self.pad.mark_of(place.id, spot.n, seat)
        return Follows(tuple(given), (result,), rule)

    def data(
        self,
        _document: str,
        _setup: Setup | None,
        *,
        seats: int = 0,
        **_others: object,
    ) -> dict[str, Any]:
        """Return the plain data of the pad's template: its rows, each with its boxes.

        seats : columns or bands of the pad; 0: all.
        """
        file = self.pad.file
        playing = self.pad.seats[: seats or None]
        return {
            "title": words(file.name),
            "layout": file.layout,
            "seats": [{"id": seat, "name": self.pad.who(seat)} for seat in playing],
            "rows": [self._row(spot) for spot in self.pad.spots],
            "marks": for_template(self.MARKS),
        }

    def _row(self, spot: PadSpot) -> dict[str, Any]:
        return {
            "id": spot.row.id,
            "repeats": spot.row.repeat,
            "name": words(spot.row.name, spot.n) if spot.row.name else spot.row.id,
            "hint": words(spot.row.hint, spot.n) if spot.row.hint else "",
            "heavy": spot.row.heavy,
            "boxes": [self._box_data(spot, place) for place in spot.row.places],
        }

    def _box_data(self, spot: PadSpot, place: Place) -> dict[str, Any]:
        seats = self.pad.seats
        kind = "tick" if place.tick else "circle" if place.circle else "number"
        widths = self.pad.columns(place)
        marks = [list(self.pad.marks_of(place.id, spot.n, seat).values()) for seat in seats]
        visible = [
            words(
                {language: self.pad.choice_text(place, language)[at] for language in place.choices or ("en",)}
            )
            for at in range(len(place.options))
        ]
        return {
            "name": words(place.name, spot.n) if place.name and place is not spot.row else "",
            "kind": kind,
            "reckoned": bool(place.reckon),
            "heavy": place.heavy,
            "cells": len(str(self.pad.most_of(place))) if kind == "number" else 0,
            "widths": widths,
            "shown": visible,
            "marks": dict(zip(seats, marks, strict=True)),
            "signs": {seat: self.pad.sign_of(place.id, spot.n, seat) for seat in seats}
            if place.least
            else {},
        }

    # --- examples

    def example(self, seed: int | str, left: int, *, players: int = 0) -> State:
        """Return a pad filled at random and without a fault, its last rows left blank.

        Where numbers that are worked out have no room in their boxes, smaller ones are drawn.
        """
        result, has_room = self.filled(seed, left, players=players)
        for part in PARTS:
            if has_room:
                break
            result, has_room = self.filled(seed, left, players=players, part=part)
        return result

    def filled(
        self, seed: int | str, left: int = 0, *, players: int = 0, part: int = 1
    ) -> tuple[State, bool]:
        """Return a pad filled as `random_marks` does, without a fault, and whether all numbers have room."""
        setup = self.draw(seed, players=players)
        stream = Stream.from_seed(seed).fork("pad")
        spots = self.pad.spots[: len(self.pad.spots) - left]
        marks = self.random_marks(stream, self.pad.seats[: setup.players], spots, part)
        for _ in range(MOST_TRIES):
            faults = Reckoned(self.pad, marks, self.STANDARD.values).problems()
            if not faults:
                break
            # one change for each row at a time, since it may mend the row of other players, too
            mended = {fault.marks[0].rpartition(".")[0]: fault for fault in stream.shuffled(faults)}
            for fault in mended.values():
                changes = fault.remedy.marks if fault.remedy else dict.fromkeys(fault.marks[-1:], "")
                marks |= changes
            marks = {mark: value for mark, value in marks.items() if value}
        worked_out, has_room = self._worked_out(marks, spots)
        return State(marks | worked_out, setup, self.STANDARD), has_room

    def random_marks(
        self, stream: Stream, seats: Sequence[str], spots: Sequence[PadSpot], part: int = 1
    ) -> dict[str, str]:
        """Return marks in every box that is not worked out, whether they are legal or not.

        part : 2 for numbers of the lower half alone, and so on.
        """
        marks: dict[str, str] = {}
        for seat in seats:
            for spot in spots:
                for place in spot.row.places:
                    if not place.reckon:
                        marks |= self._filling(spot, place, seat, stream, part)
        return marks

    def _filling(self, spot: PadSpot, place: Place, seat: str, stream: Stream, part: int) -> dict[str, str]:
        marks = list(self.pad.marks_of(place.id, spot.n, seat).values())
        if place.write:
            allowed = self.pad.allowed[place.id]
            return {marks[0]: str(allowed[stream.below(max(1, len(allowed) // part))])}
        if place.circle:
            return {stream.shuffled(marks)[0]: VALUES["circle"][0]} if stream.below(3) else {}
        some = marks if place.order == "left" else stream.shuffled(marks)
        return dict.fromkeys(some[: stream.below(len(marks) + 1)], VALUES["tick"][0])

    def _worked_out(self, marks: Mapping[str, str], spots: Sequence[PadSpot]) -> tuple[dict[str, str], bool]:
        """Return what players write into the boxes that they work out, and whether all has room there."""
        record = Reckoned(self.pad, marks, self.STANDARD.values)
        result: dict[str, str] = {}
        has_room = True
        for spot in spots:
            for place in (place for place in spot.row.places if place.reckon):
                for seat in record.playing:
                    value = int(record.box(place.id, spot.n, seat))
                    if abs(value) > self.pad.most_of(place):
                        has_room = False
                    else:
                        mark = self.pad.mark_of(place.id, spot.n, seat)
                        sign = self.pad.sign_of(place.id, spot.n, seat)
                        result |= {mark: str(abs(value))} | ({sign: "ticked"} if value < 0 and sign else {})
        return result, has_room


def game_of(text: str) -> PadGame:
    """Return the game of a pad's file. Raises InputError, one sentence with line and row."""
    return PadGame(of_text(text))


def filled_examples(pad: Pad) -> Iterator[tuple[Example, Reckoned]]:
    """Yield the file's own examples that can be filled in."""
    for example in pad.file.example:
        with suppress(InputError):
            yield example, Reckoned(pad, plain.entries(pad, example.player), pad.file.values)


def failures(pad: Pad) -> list[Sentence]:
    """Return what the file's own examples show to be wrong, in sentences with their lines."""
    results = []
    for number, example in enumerate(pad.file.example):
        for at, failure in _failures(pad, example):
            message = phrase("pad.example", says=example.says, said=failure)
            results.append(failure if at is None else pad.read.at(("example", number, *at), message))
    return results


def _failures(pad: Pad, example: Example) -> Iterator[tuple[Path | None, Sentence]]:
    """Yield where in an example something is wrong, None for elsewhere in the file, and what."""
    try:
        reckoned = Reckoned(pad, plain.entries(pad, example.player), pad.file.values)
        totals = [reckoned.total(seat) for seat in pad.seats[: len(example.total)]]
        blamed = sorted({mark for problem in reckoned.problems() for mark in problem.marks})
    except InputError as error:
        at = re.match(r"players\[([0-9]+)\]\.(.+)", error.field or "")
        where: Path = ("player", int(at[1]), at[2]) if at else ("player",)
        yield None if error.field == "pad" else where, error.sentence
        return
    if totals != example.total:
        text = phrase("pad.example.total", expected=tuple(example.total), right=tuple(totals))
        yield ("total",), text
    if blamed != sorted(example.problems):
        names = {"expected": tuple(example.problems) or "-", "found": tuple(blamed) or "-"}
        yield ("problems",), phrase("pad.example.problems", **names)
