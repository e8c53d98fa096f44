"""A pad's file: what may stand in it, and the sentence for what may not, with its line and row."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from pencilwright.games.errors import InputError
from pencilwright.games.pads.lines import Path, line_of, lines
from pencilwright.games.shared.reading import UNPRINTABLE, WORDS, convert
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase, translated

LARGEST: Final = 64 * 1024
"""Characters of a file at most."""
MOST_ROWS, MOST_REPEATS, MOST_PLAYERS, MOST_BOXES, MOST_OPTIONS = 60, 60, 10, 12, 30
MOST_TIES: Final = 5
MOST_IN_TABLE: Final = 10**6
LONGEST_WORDS: Final = 200
NAME: Final = "^[a-z][a-z0-9_]*$"
PAD: Final = "^(?!(?:con|prn|aux|nul|(?:com|lpt)[0-9])$)[a-z][a-z0-9-]*$"
"""Names of pads: files are called after them, and Windows has no file of some names."""


def _text(pattern: str, key: str, most: int | None = 40) -> Any:
    return Meta(pattern=pattern, max_length=most, extra={WORDS: key})


Id: TypeAlias = Annotated[str, _text(NAME, "pad.form.id", 30)]
Language: TypeAlias = Annotated[str, _text("^[a-z]{2,3}$", "pad.form.language", None)]
Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST_WORDS)]
Words: TypeAlias = Text | dict[Language, Text]
"""A text, or one for each language; the first stands in for any that has none."""
Sum: TypeAlias = Annotated[str, Meta(min_length=1, max_length=600)]
Options: TypeAlias = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=20)]], Meta(min_length=1, max_length=MOST_OPTIONS)
]
Number: TypeAlias = Annotated[int, Meta(ge=-9999, le=9999)]
Pair: TypeAlias = Annotated[list[int], Meta(min_length=2, max_length=2)]
Table: TypeAlias = Annotated[list[int | Pair], Meta(min_length=1, max_length=60)]
"""Numbers to look up by their place from 0, or pairs of a limit and what it brings, ascending.

Their limits are checked here: msgspec 0.22 crashes on a list of limited numbers beside one."""


class Place(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A box, or several to choose from: one of write, tick, circle and reckon says which.

    Attributes
    ----------
    id : its name in sums: small letters, digits and _.
    name : what it is called on paper, in one language or in several.
    hint : a line of help below the name.
    write : a number is written here; allowed numbers: "0..30", "0..30 by 6", "0, 15, 20..25".
    tick : boxes to tick; in sums the name is how many are ticked.
    circle : words of which one may be circled; in sums the name is the word.
    choices : what is printed in the boxes of tick or circle, language by language.
    reckon : a number that players work out and write; the program works it out, too, and compares.
    order : "left": ticked from the left on, without gaps.
    least : the minimum of reckon; below 0 a box for the sign is printed.
    most : the maximum of reckon.
    heavy : whether its frame is thick.
    note : whether nothing is counted from the number.
    rising : whether the number is never less than in the repeat before.
    one_player : whether only one of all players may have it.
    """

    id: Id
    name: Words = ""
    hint: Words = ""
    write: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    tick: Options | UnsetType = UNSET
    circle: Options | UnsetType = UNSET
    choices: dict[Language, Options] = {}
    reckon: Sum | UnsetType = UNSET
    order: Literal["", "left"] = ""
    least: Annotated[int, Meta(ge=-9999, le=0)] = 0
    most: Annotated[int, Meta(ge=1, le=9999)] = 999
    heavy: bool = False
    note: bool = False
    rising: bool = False
    one_player: bool = False

    @property
    def options(self) -> list[str]:
        """What may be ticked or circled; nothing for a number."""
        return self.tick or self.circle or []


class Row(Place, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A row: one box, or several side by side.

    Attributes
    ----------
    repeat : number of copies of the row; {n} in its words is the number of each.
    box : several boxes side by side instead of one.
    let : names for parts of sums.
    points : points of the row; without it a written number counts as it is, and nothing else does.
    """

    repeat: Annotated[int, Meta(ge=0, le=MOST_REPEATS)] = 0
    box: Annotated[list[Place], Meta(max_length=MOST_BOXES)] = []
    let: Annotated[dict[Id, Sum], Meta(max_length=30)] = {}
    points: Sum | UnsetType = UNSET

    @property
    def places(self) -> list[Place]:
        """Its boxes."""
        return self.box or [self]


class Check(Struct, forbid_unknown_fields=True, frozen=True):
    """A rule of the game, with its sentence.

    Attributes
    ----------
    row : the row that it is about; a row with repeats is looked at repeat by repeat.
    must : the condition that must hold.
    say : the sentence for whoever breaks it.
    remedy : how to fix it: box -> new value, 0 for blank.
    """

    row: Id
    must: Sum
    say: Words
    remedy: dict[Annotated[str, _text(r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)?$", "pad.form.id")], Sum] = {}


class Seat(Struct, forbid_unknown_fields=True, frozen=True):
    """A player who is called otherwise than by a letter.

    Attributes
    ----------
    id : a short name in files: small letters, digits and _.
    name : what stands on paper.
    """

    id: Id
    name: Words


Choice: TypeAlias = list[int | str]
Entry: TypeAlias = int | str | list[int | str | Choice]
Player: TypeAlias = dict[Annotated[str, Meta(max_length=40)], Entry]
"""Box -> its number, its word, the boxes that are ticked or how many; of a repeated row a list of these."""


class Example(Struct, forbid_unknown_fields=True, frozen=True):
    """A pad that was filled in: `pad check` scores it and compares.

    Attributes
    ----------
    says : what it shows.
    player : box -> its number, its word, how many are ticked, or which; of a row with repeats a list.
    total : the points of each player.
    problems : the boxes in which a rule is broken, as `pad check` calls them.
    """

    says: Text
    player: Annotated[list[Player], Meta(min_length=1, max_length=MOST_PLAYERS)]
    total: list[int] = []
    problems: list[str] = []


class File(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A pad.

    Attributes
    ----------
    pad : its name in commands and files: small letters, digits and hyphens.
    edition : 1, then raised when filled pads of an older file would mean something else.
    name : its title, in one language or in several.
    players : how many can play: "4", "1..6".
    layout : "columns": a player a column; "lines": a player a band of boxes; "sheet": a player a sheet.
    wins : who wins: with the most points or with the least.
    ties : boxes that part players of equal points, one after another; more is better.
    row : what is written, from top to bottom.
    seat : names of players instead of A, B, C.
    values : numbers of house rules, by the names that sums know them by.
    tables : lists of numbers for at() and ranked(), or of pairs [from, points] for step().
    check : rules of the game.
    example : pads that were filled in, as tests.
    """

    pad: Annotated[str, _text(PAD, "pad.form.pad", 30)]
    edition: Annotated[int, Meta(ge=1, le=99)] = 1
    name: Words
    players: Annotated[str, _text(r"^[0-9]{1,2}(\.\.[0-9]{1,2})?$", "pad.form.players")] = "1..4"
    layout: Literal["columns", "lines", "sheet"] = "columns"
    wins: Literal["most", "least"] = "most"
    ties: Annotated[list[Id], Meta(max_length=MOST_TIES)] = []
    row: Annotated[list[Row], Meta(min_length=1, max_length=MOST_ROWS)]
    seat: Annotated[list[Seat], Meta(max_length=MOST_PLAYERS)] = []
    values: Annotated[dict[Id, Number], Meta(max_length=30)] = {}
    tables: Annotated[dict[Id, Table], Meta(max_length=30)] = {}
    check: Annotated[list[Check], Meta(max_length=60)] = []
    example: Annotated[list[Example], Meta(max_length=60)] = []


class Read(NamedTuple):
    """A file, its plain values, and its text, which says in which line something stands."""

    file: File
    table: Mapping[str, Any]
    text: str

    def at(self, path: Path, message: Sentence) -> Phrase:
        """Return a sentence about what stands at a path, with its line and row."""
        return _at(self.text, self.table, path, message)

    def wrong(self, path: Path, message: Sentence) -> InputError:
        """Return the refusal of what stands at a path."""
        return InputError(self.at(path, message), field="pad")

    def path(self, place: Place) -> Path:
        """Return where a row or a box stands."""
        for at, row in enumerate(self.file.row):
            if row is place:
                return ("row", at)
            for number, box in enumerate(row.box):
                if box is place:
                    return ("row", at, "box", number)
        return ()


def read(text: str) -> Read:
    """Return a pad's file. Raises InputError, one sentence with its line, for anything that is none."""
    if len(text) > LARGEST:
        raise InputError(phrase("file.long", n=len(text), most=LARGEST), field="pad")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(text, str(error)) from error
    except RecursionError as error:
        raise InputError(phrase("pad.toml.deep"), field="pad") from error
    except ValueError as error:  # Python refuses whole numbers of thousands of digits
        raise InputError(phrase("pad.toml.digits"), field="pad") from error
    try:
        file = convert(table, File, call=_called)
    except InputError as error:
        message = _at(text, table, _path(error.field or ""), error.sentence)
        raise InputError(message, field="pad") from error
    result = Read(file, table, text)
    _check_texts(result)
    for name, entries in file.tables.items():
        flat = [item for entry in entries for item in (entry if isinstance(entry, list) else (entry,))]
        if any(abs(item) > MOST_IN_TABLE for item in flat):
            raise result.wrong(("tables", name), phrase("pad.expression.large"))
    return result


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of "0, 6..22 by 2", ascending. Raises InputError for another text."""
    results: set[int] = set()
    for part in text.split(","):
        got = re.fullmatch(
            r"\s*([0-9]{1,5})(?:\s*\.\.\s*([0-9]{1,5})(?:\s+by\s+([0-9]{1,5}))?)?\s*", part, re.ASCII
        )
        if got is None:
            raise InputError(phrase("pad.range", text=part.strip()[:40]), field="write")
        low, high, step = int(got[1]), int(got[2] or got[1]), int(got[3] or 1)
        if low > high or not step:
            raise InputError(phrase("pad.range", text=part.strip()[:40]), field="write")
        if high > 9999:
            raise InputError(phrase("pad.digits", n=high), field="write")
        results |= set(range(low, high + 1, step))
    return tuple(sorted(results))


def words(given: Words, n: int = 0) -> Phrase:
    """Return words of a file; {n} in them is the number of a repeat."""
    texts = {"en": given} if isinstance(given, str) else given or {"en": ""}
    return translated({language: text.replace("{n}", str(n)) for language, text in texts.items()})


def texts_of(given: Words) -> tuple[str, ...]:
    """Return the texts of words in all languages."""
    return (given,) if isinstance(given, str) else tuple(given.values())


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a pad's file, for editors that complete TOML."""
    results = msgspec.json.schema(File)
    for kind in RECORDS:
        known = results["$defs"][kind.__name__]
        known["description"] = str(kind.__doc__).partition("\n")[0]
        for name, description in described(kind).items():
            known["properties"][name]["description"] = description
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:pencilwright:pad"}
    return {**head, "title": "A score pad of one's own", **results}


def described(kind: type[Struct]) -> dict[str, str]:
    """Return what the keys of a table mean: the lines of its docstring and of those that it extends."""
    results: dict[str, str] = {}
    for item in reversed(kind.__mro__):
        if item in RECORDS:
            entries = cleandoc(item.__doc__ or "").partition("----------\n")[2]
            results |= dict(line.split(" : ", 1) for line in entries.splitlines())
    return results


RECORDS: Final[tuple[type[Struct], ...]] = (File, Row, Place, Check, Seat, Example)
"""The tables of a file."""


def _check_texts(result: Read) -> None:
    """Raise InputError for a text with signs that may steer a printer or a terminal, and without a title."""
    from unicodedata import category

    title = texts_of(result.file.name)
    if not title or not all(text.strip() for text in title):
        raise result.wrong(("name",), phrase("pad.name.empty"))
    for path, text in written_texts(result.table):
        if any(category(sign) in UNPRINTABLE for sign in text):
            raise result.wrong(path, phrase("name.unprintable", field=str(path[-1])))


def written_texts(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield all texts of a file, with where they stand."""
    if isinstance(value, str):
        yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    for key, part in parts:
        yield from written_texts(part, (*path, key))


# --- where something stands -------------------------------------------------------------------------------


def _path(field: str) -> Path:
    """Return the path of a field such as "row[3].write"."""
    steps = re.findall(r"[^.[\]]+", field.replace("[...]", ""))
    return tuple(int(step) if step.isdecimal() else step for step in steps)


def _called(field: str) -> Word:
    """Return what a field is called behind its line and its row: the last of its names."""
    names = [step for step in _path(field) if isinstance(step, str)]
    return names[-1] if names else phrase("pad.at.file")


def _at(text: str, table: Mapping[str, Any], path: Path, message: Sentence) -> Phrase:
    line, row = line_of(lines(text), path), _row(table, path)
    if row:
        return phrase("pad.at.row", line=line, row=row[:40], said=message)
    return phrase("pad.at", line=line, said=message)


def _row(table: Any, path: Path) -> str:
    """Return the name of the row or box in which a path ends, "" for none."""
    row = ""
    for step in path:
        try:
            table = table[step]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(table, Mapping) and isinstance(name := table.get("id", table.get("row")), str):
            row = name
    return row


_TOML: Final = {
    "Cannot overwrite": "twice",
    "Cannot declare": "twice",
    "Cannot mutate": "twice",
    "Duplicate": "twice",
    "Invalid value": "value",
    "Illegal character": "quote",
    'Expected "="': "equals",
    "Expected '='": "equals",
    "Expected newline": "rest",
}
"""How tomllib begins its sentences -> the end of our key."""


def _no_toml(text: str, message: str) -> InputError:
    """Return the refusal of what is no TOML; a line that ends inside { } is the usual mistake."""
    place = re.search(r"line (\d+)", message)
    line = int(place[1]) if place else text.count("\n") + 1
    before = text.split("\n")[:line]
    if message.startswith("Cannot") and before[-1].lstrip().startswith("["):
        why = "brackets"
    elif any(item.split("#")[0].count("{") > item.split("#")[0].count("}") for item in before[-3:]):
        why = "braces"
    else:
        known = (key for begin, key in _TOML.items() if message.startswith(begin))
        why = next(known, "other" if place else "end")
    return InputError(phrase("pad.at", line=line, said=phrase(f"pad.toml.{why}")), field="pad")
