"""Setups as declared spaces: share codes, checks, JSON and its schema follow from one table a game.

A space knows how many values it has, the number of each value and the value of each number, so a record of
spaces is one number in mixed radix: the share code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from math import prod
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import msgspec

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared import reading
from pencilwright.games.shared.refusals import unknown
from pencilwright.templates.phrases import Word, phrase

S = TypeVar("S", bound=msgspec.Struct)
P = TypeVar("P", bound=msgspec.Struct)
T = TypeVar("T")


def refusal(field: str, rule: str, **words: Word) -> InputError:
    """Return the error of a field; `rule` ends the key of the sentence."""
    return InputError(phrase(f"setup.wrong.{rule}", field=field, **words), field=field)


class Space(msgspec.Struct, frozen=True):
    """All values that a part of a setup may have, in a fixed order.

    A subclass has `size` (how many numbers the part takes in a code; some may be of no legal value), `index`
    and `at` (the number of a value, the value of a number below `size`), `check` (raises InputError, naming
    the field, for a value that is not in the space), `form` and `schema` (the type in JSON, its JSON Schema).
    """

    if TYPE_CHECKING:

        @property
        def size(self) -> int: ...
        @property
        def form(self) -> Any: ...
        def index(self, value: Any) -> int: ...
        def at(self, index: int) -> Any: ...
        def check(self, value: Any, field: str) -> None: ...
        def schema(self) -> dict[str, Any]: ...

    def to_plain(self, value: Any) -> Any:
        """Return a value as JSON has it."""
        return value

    def from_plain(self, value: Any) -> Any:
        """Return the value of JSON of the right form; it may still be illegal."""
        return value


class Range(Space, frozen=True):
    """Whole numbers; a code has room for `room` of them, where `high` depends on other parts."""

    low: int
    high: int
    room: int = 0

    @property
    def form(self) -> Any:
        return int

    @property
    def size(self) -> int:
        return self.room or self.high - self.low + 1

    def index(self, value: int) -> int:
        return value - self.low

    def at(self, index: int) -> int:
        return self.low + index

    def check(self, value: int, field: str) -> None:
        if not self.low <= value <= self.high:
            raise refusal(field, "range", n=value, low=self.low, high=self.high)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.low + self.size - 1}

    def draw(self, stream: Stream, fixed: int | None = None) -> int:
        """Return the fixed number, else one at random."""
        return self.low + stream.below(self.high - self.low + 1) if fixed is None else fixed


class Among(Space, frozen=True):
    """One of some values.

    Attributes
    ----------
    of : the values, in the order of their numbers.
    legal : those that there are in this game; all where none is given.
    names : texts that JSON may have for values; the first of a value is the one that is written.
    """

    of: Sequence[Any]
    legal: Sequence[Any] = ()
    names: Mapping[str, Any] = {}

    @property
    def size(self) -> int:
        return len(self.of)

    def index(self, value: Any) -> int:
        return self.of.index(value)

    def at(self, index: int) -> Any:
        return self.of[index]

    def check(self, value: Any, field: str) -> None:
        known = self.legal or self.of
        if value not in known:
            visible = tuple(map(str, map(self.to_plain, known)))
            raise unknown(field, str(value), visible)

    @property
    def form(self) -> Any:
        return str if self.names else type(self.of[0])

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.names or self.of)}

    def to_plain(self, value: Any) -> Any:
        return next((name for name, meant in self.names.items() if meant == value), value)

    def from_plain(self, value: Any) -> Any:
        return self.names.get(value, value)


FLAG = Among((False, True))


class _Several(Space, frozen=True):
    """Several values: in JSON a list, or an object where `many` has the names of their places.

    Attributes
    ----------
    of : the space of each value, or the things of which they are different ones.
    many : how many values there are, or the names of their places; None for any number.
    legal : things that there are in this game; all where none is given.
    """

    of: Any
    many: int | Sequence[str] | None = None
    legal: Sequence[Any] = ()

    @property
    def each(self) -> Space:
        """The space of each value."""
        return self.of if isinstance(self.of, Space) else Among(self.of, self.legal)

    @property
    def places(self) -> Sequence[str]:
        """The names of the places; none in a list."""
        return () if self.many is None or isinstance(self.many, int) else self.many

    @property
    def count(self) -> int:
        """How many values there are; 0 for any number."""
        return self.many if isinstance(self.many, int) else len(self.places)

    def check(self, value: Sequence[Any], field: str, most: int = 1) -> None:
        if self.many is not None and len(value) != self.count:
            raise refusal(field, "count", n=len(value), need=self.count)
        places = [f".{place}" for place in self.places] or [f"[{index}]" for index in range(len(value))]
        for item, place in zip(value, places, strict=True):
            self.each.check(item, field + place)
        for item in value:
            if value.count(item) > most:
                raise refusal(field, "often", name=str(self.each.to_plain(item)), most=most)

    @property
    def form(self) -> Any:
        if not self.places:
            return GenericAlias(tuple, (self.each.form, ...))
        fields = [(place, self.each.form) for place in self.places]
        return msgspec.defstruct("Places", fields, forbid_unknown_fields=True)

    def schema(self, *, unique: bool = True, room: int = 0) -> dict[str, Any]:
        if self.places:
            places = {place: self.each.schema() for place in self.places}
            closed = {"required": list(places), "additionalProperties": False}
            return {"type": "object", "properties": places, **closed}
        limits = {"minItems": self.count, "maxItems": room or self.count, "uniqueItems": unique}
        return {"type": "array", "items": self.each.schema(), **limits}

    def to_plain(self, value: Sequence[Any]) -> Any:
        plain = tuple(map(self.each.to_plain, value))
        return dict(zip(self.places, plain, strict=True)) if self.places else plain

    def from_plain(self, value: Any) -> tuple[Any, ...]:
        given = msgspec.structs.astuple(value) if self.places else value
        return tuple(map(self.each.from_plain, given))


class Each(_Several, frozen=True):
    """A value of the space `of` at each of some places, `most` of a kind (0: any number)."""

    most: int = 0

    @property
    def size(self) -> int:
        return int(self.each.size**self.count)

    def index(self, value: Sequence[Any]) -> int:
        return number((self.each.index(item), self.each.size) for item in value)

    def at(self, index: int) -> tuple[Any, ...]:
        return tuple(map(self.each.at, digits(index, [self.each.size] * self.count)))

    def check(self, value: Sequence[Any], field: str, most: int = 0) -> None:
        super().check(value, field, most or self.most or self.count)

    def schema(self, *, unique: bool = False, room: int = 0) -> dict[str, Any]:
        return super().schema(unique=unique or self.most == 1, room=room)


class Dealt(_Several, frozen=True):
    """Different ones of the things `of`, in order.

    A code has room for `room` of them, where how many there are depends on other parts.
    """

    room: int = 0

    @property
    def _ranks(self) -> list[int]:
        """Among how many things each one is numbered."""
        return list(range(len(self.of), len(self.of) - (self.room or self.count), -1))

    @property
    def size(self) -> int:
        return prod(self._ranks)

    def index(self, value: Sequence[Any]) -> int:
        rest, ranks = list(self.of), []
        others = (entry for entry in self.of if entry not in value)
        for item, radix in zip(chain(value, others), self._ranks, strict=False):
            ranks.append((rest.index(item), radix))
            rest.remove(item)
        return number(ranks)

    def at(self, index: int) -> tuple[Any, ...]:
        rest = list(self.of)
        return tuple(rest.pop(rank) for rank in digits(index, self._ranks))[: self.count]

    def schema(self, *, unique: bool = True, room: int = 0) -> dict[str, Any]:
        return super().schema(unique=unique, room=room or self.room)

    def draw(self, stream: Stream, fixed: Mapping[Any, Any] | None = None) -> tuple[Any, ...]:
        """Return the things in random order round the fixed ones; see `arranged`."""
        return arranged(stream, self.of, self.places or range(self.count), fixed or {})


class Subset(_Several, frozen=True):
    """Different ones of the things `of`, in the order in which these are written.

    Attributes
    ----------
    sets : all sets that have a number, in order; where none is given the number has a bit for each thing.
    """

    sets: Sequence[tuple[Any, ...]] = ()

    @property
    def size(self) -> int:
        return len(self.sets) or 1 << len(self.of)

    def index(self, value: Sequence[Any]) -> int:
        if self.sets:
            return self.sets.index(tuple(value))
        return sum(1 << bit for bit, item in enumerate(self.of) if item in value)

    def at(self, index: int) -> tuple[Any, ...]:
        if self.sets:
            return self.sets[index]
        return tuple(item for bit, item in enumerate(self.of) if index >> bit & 1)

    def check(self, value: Sequence[Any], field: str, most: int = 1) -> None:
        if value and not self.of:
            raise refusal(field, "empty")
        super().check(value, field, most)
        if tuple(sorted(value, key=self.of.index)) != tuple(value):
            raise refusal(field, "order", known=tuple(map(str, self.of)))

    def schema(self, *, unique: bool = True, room: int = 0) -> dict[str, Any]:
        return super().schema(unique=unique, room=self.count or len(self.of)) | {"minItems": 0}

    def from_plain(self, value: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(sorted(value, key=lambda item: self.of.index(item) if item in self.of else len(self.of)))

    def draw(self, stream: Stream, fixed: Iterable[Any] | None = None) -> tuple[Any, ...]:
        """Return the fixed things and others at random. Raises InputError for more than there may be."""
        remaining, known = list(fixed or ()), self.legal or self.of
        for item in remaining:
            self.each.check(item, "fix")
        if len(remaining) > self.count:
            raise refusal("fix", "most", n=len(remaining), most=self.count)
        others = stream.shuffled(entry for entry in known if entry not in remaining)
        chosen = {*remaining, *others[: self.count - len(remaining)]}
        return tuple(entry for entry in known if entry in chosen)


NOTHING = Subset(())
"""What a part is in a game that lacks it."""


def arranged(
    stream: Stream, things: Iterable[Any], places: Iterable[Any], fixed: Mapping[Any, Any]
) -> tuple[Any, ...]:
    """Return things in random order, one a place, with the fixed ones (place -> thing) at their places.

    Raises InputError for a thing at two places.
    """
    stored = once(fixed)
    rest = stream.shuffled(thing for thing in things if thing not in stored)
    return tuple(fixed[place] if place in fixed else rest.pop() for place in places)


def once(fixed: Mapping[Any, Any]) -> list[Any]:
    """Return the fixed things. Raises InputError for a thing at two places."""
    remaining = list(fixed.values())
    if twice := next((item for item in remaining if remaining.count(item) > 1), None):
        raise refusal("fix", "two_places", name=str(twice))
    return remaining


def number(pairs: Iterable[tuple[int, int]]) -> int:
    """Return a number in mixed radix from (digit, radix), the most significant first."""
    result = 0
    for digit, radix in pairs:
        result = result * radix + digit
    return result


def digits(value: int, radices: Sequence[int]) -> list[int]:
    """Return the digits of a number in mixed radix; the inverse of `number`."""
    result = []
    for radix in reversed(radices):
        value, digit = divmod(value, radix)
        result.append(digit)
    return result[::-1]


# --- a whole setup ----------------------------------------------------------------------------------------

Part = Space | Callable[[Mapping[str, Any]], Space]
"""A space, or the function that makes it of the parts that stand after it in the code."""


class Setups(msgspec.Struct, Generic[S], frozen=True):
    """All setups of a game.

    Attributes
    ----------
    prefix : begins every code: the game's letters and the version of the format.
    kind : the record.
    parts : attribute -> space, in the order of the code, the most significant first.
    sample : values of the attributes that functions in `parts` need, of the largest setup: for the schema.
    rules : attribute -> what must hold besides; raises InputError naming the given field.
    derived : attribute that is no field -> the field that it is derived from.
    """

    prefix: str
    kind: type[S]
    parts: dict[str, Part]
    sample: Mapping[str, Any] = {}
    rules: Mapping[str, Callable[[S, str], None]] = {}
    derived: Mapping[str, str] = {}

    def space(self, name: str, known: Mapping[str, Any]) -> Space:
        """Return the space of a part, where the parts after it are known."""
        part = self.parts[name]
        return part if isinstance(part, Space) else part(known)

    def _spaces(self, setup: S) -> dict[str, tuple[Space, Any]]:
        """Return space and value of each part."""
        known = {name: getattr(setup, name) for name in self.parts}
        return {name: (self.space(name, known), value) for name, value in known.items()}

    def check(self, setup: S) -> S:
        """Return the setup when it can be laid out, else raise InputError naming the field."""
        known = {name: getattr(setup, name) for name in self.parts}
        first = (*self.derived, *self.derived.values())
        for name in dict.fromkeys((*first, *self.kind.__struct_fields__)):
            field = f"setup.{self.derived.get(name, name)}"
            self.space(name, known).check(known[name], field)
            if name in self.rules:
                self.rules[name](setup, field)
        return setup

    def check_option(self, name: str, value: Any) -> None:
        """Raise InputError for an option of a draw that no setup has as this part."""
        self.space(name, self.sample).check(value, name)

    def drawn(self, stream: Stream, given: Mapping[str, Any], fixed: Mapping[str, Any]) -> S:
        """Return a setup of given parts and others drawn at random, each with a stream of its own name.

        fixed : parts of what is drawn that are kept, as the `draw` of their space takes them.
        Raises InputError for what cannot be together.
        """
        known = dict(given)
        for name in reversed(self.parts):
            if name not in known:
                space = cast(Any, self.space(name, known))
                known[name] = space.draw(stream.fork(name), fixed.get(name))
        return self.check(self._made(known))

    def _made(self, known: Mapping[str, Any]) -> S:
        return self.kind(**{name: value for name, value in known.items() if name not in self.derived})

    # --- share code

    def number(self, setup: S) -> int:
        """Return the number of a legal setup in its code."""
        return number((space.index(value), space.size) for space, value in self._spaces(setup).values())

    def of_number(self, rest: int) -> S | None:
        """Return the setup of a number, legal or not; None where the number is too large."""
        known: dict[str, Any] = {}
        for name in reversed(self.parts):
            space = self.space(name, known)
            rest, digit = divmod(rest, space.size)
            known[name] = space.at(digit)
        return None if rest else self._made(known)

    def to_code(self, setup: S) -> str:
        """Return the share code of a setup. Raises InputError for one that cannot be laid out."""
        return sharecode.encode(self.prefix, self.number(self.check(setup)))

    def from_code(self, code: str) -> S:
        """Return the setup of a share code. Raises InputError, one sentence, for a code that no setup has."""
        given = sharecode.decode(self.prefix, code)
        written = sharecode.encode(self.prefix, given)
        setup = self.of_number(given)
        try:
            if setup is not None and self.to_code(setup) == written:
                return setup
        except InputError as error:
            text = phrase("setup.wrong.code.why", code=written, why=error.sentence)
            raise InputError(text, field="code") from error
        raise InputError(phrase("setup.wrong.code", code=written), field="code")

    # --- JSON

    def as_dict(self, setup: S) -> dict[str, Any]:
        """Return the setup as plain values, without parts that its game lacks."""
        spaces = self._spaces(setup)
        parts = {name: spaces[name] for name in self.kind.__struct_fields__}
        plain = {name: space.to_plain(value) for name, (space, value) in parts.items() if space != NOTHING}
        result: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
        return result

    def from_dict(self, data: Mapping[str, Any]) -> S:
        """Return the checked setup of plain values; `code` beside them is allowed where it is its code.

        Raises InputError naming the field.
        """
        names, defaults = self.kind.__struct_fields__, self.kind.__struct_defaults__
        spaces = {name: self.space(name, self.sample) for name in names}
        fields: list[Any] = [(name, space.form) for name, space in spaces.items()]
        first = len(names) - len(defaults)
        fields[first:] = [(name, form | None, None) for name, form in fields[first:]]
        form = msgspec.defstruct("Setup", [*fields, ("code", str, "")], forbid_unknown_fields=True)
        whole = msgspec.defstruct("Position", [("setup", form)])
        given = msgspec.structs.asdict(cast(Any, reading.convert({"setup": data}, whole)).setup)
        code = given.pop("code")
        parts = {name: spaces[name].from_plain(value) for name, value in given.items() if value is not None}
        setup = self.check(self.kind(**parts))
        if code and self.from_code(code) != setup:
            raise refusal("setup.code", "other_code", code=self.to_code(setup))
        return setup

    def read(self, given: str | Mapping[str, Any] | None) -> S | None:
        """Return the setup of a share code or of plain values. Raises InputError in field "setup"."""
        if isinstance(given, Mapping):
            return self.from_dict(given)
        try:
            return None if given is None else self.from_code(given)
        except InputError as error:
            raise InputError(
                phrase("problem.at", field="setup", rule=error.sentence), field="setup"
            ) from error

    # --- in a position, whose tag is its format and whose field "setup" is a setup of these

    def position(self, value: Mapping[str, Any], kind: type[P]) -> P:
        """Return the position of plain values. Raises InputError, one sentence that names the field."""
        rest = {name: part for name, part in value.items() if name != "setup"}
        given = reading.convert({"setup": value.get("setup")}, _Given).setup
        return msgspec.structs.replace(reading.convert(rest, kind), setup=self.read(given))

    def parse_position(
        self, kind: type[P], of_line: Callable[[str], T], of_record: Callable[[P], T], data: bytes | str
    ) -> T:
        """Return the state in a file's text, by how a game reads its lines and what it makes of a record.

        Raises InputError, one sentence that names the field, for anything that is not a position. A position
        that can be read but breaks the rules is returned; a game's `problems` says how.
        """
        text = reading.position_text(data)
        if not reading.is_json(text):
            return of_line(text)
        return of_record(self.position(reading.document(text, kind), kind))

    def position_json(self, kind: type[msgspec.Struct], position: msgspec.Struct) -> bytes:
        """Return a position as JSON, a value a line; the same one always gives the same bytes."""
        return msgspec.json.format(msgspec.json.encode(self.plain(position, kind)), indent=2) + b"\n"

    def plain(self, position: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
        """Return a position as plain values: its format and the fields of a record, the setup as a code."""
        config, setup = kind.__struct_config__, cast(Any, position).setup
        names = {str(config.tag_field), *kind.__struct_encode_fields__}
        result = {name: part for name, part in msgspec.to_builtins(position).items() if name in names}
        return result if setup is None else result | {"setup": self.to_code(setup)}

    def position_schema(self, kind: type[msgspec.Struct], game: str) -> dict[str, Any]:
        """Return the JSON Schema (draft 2020-12) of a position of a game, named as people call it."""
        tag = str(kind.__struct_config__.tag)
        schema = msgspec.json.schema(kind)
        properties = schema["$defs"][kind.__name__]["properties"]
        properties["format"] = {"const": tag, "type": "string"}
        text, nothing = {"type": "string"}, {"type": "null"}
        properties["setup"]["anyOf"] = [text, {"$ref": "#/$defs/Setup"}, nothing]
        schema["$defs"]["Setup"] = self.schema()
        head = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:pencilwright:{tag.replace('/', ':')}",
            "title": f"{game} position",
        }
        return head | schema

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a setup that is written out."""
        names = self.kind.__struct_fields__
        required = names[: len(names) - len(self.kind.__struct_defaults__)]
        parts = {name: self.space(name, self.sample).schema() for name in names}
        for name, schema in parts.items():
            if not isinstance(self.parts[name], Space):  # a smaller setup may have fewer
                schema.pop("minItems", None)
        return {
            "title": "Setup",
            "type": "object",
            "properties": parts | {"code": {"type": "string"}},
            "required": list(required),
            "additionalProperties": False,
        }


class _Given(msgspec.Struct):
    """The field of a position that holds its setup: a share code, or the parts written out."""

    setup: str | dict[str, Any] | None = None
