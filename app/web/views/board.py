"""Check your copy: the values that no source proves as cards, with drawings to tap and native fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from pencilwright.app.answers.board import OwnBoard
from pencilwright.app.web.views.wheel import icon
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared import own_values
from pencilwright.games.shared.figures import Figure, Figures
from pencilwright.games.shared.own_values import ValueLine, named
from pencilwright.templates.phrases import Sentence, Word, phrase

SIDE: Final = 24
DIGIT: Final = 13
"""Units of an icon, and of a number beside it."""
FEW: Final = 4
"""Words of which all stand there at once."""
LONGEST: Final = 80
NAMED: Final = 3
"""Values that the line on what is unproved names; of more it says how many."""


class FieldChoice(NamedTuple):
    """A word that an entry may be: as it is typed, and what it is called."""

    value: str
    words: Word


class AskedCell(NamedTuple):
    """A field: one entry of a line, or one text that a list has or has not.

    Attributes
    ----------
    value : as it is typed. text : of a list's text; "" for an entry.
    """

    name: str
    label: Word
    value: str
    choices: Sequence[FieldChoice] = ()
    is_number: bool = False
    text: str = ""


class FieldRow(NamedTuple):
    """A line of a value: its name in the file, what it is called, its fields, whether its words are few."""

    name: str
    label: Word
    cells: Sequence[AskedCell]
    is_few: bool


class DrawnField(NamedTuple):
    """A spot of a drawing: its path, the field behind it, what a tap makes of it, and what it shows."""

    outline: str
    field: str
    text: str
    label: Word
    at: tuple[float, float]
    printed: str
    words: Word
    is_on: bool


class ValueCard(NamedTuple):
    """Values that are told together.

    Attributes
    ----------
    keys : of the values. where : what to look at.
    figure : their drawing, None where they stand in boxes.
    is_told : whether all are told. error : why they cannot be taken, "" for nothing.
    """

    id: str
    keys: tuple[str, ...]
    title: tuple[Word, ...]
    where: Word
    rows: Sequence[FieldRow]
    figure: Figure | None
    places: Sequence[DrawnField]
    is_told: bool
    error: Sentence


def cards(board: OwnBoard, sent: Mapping[str, str], error: InputError | None = None) -> list[ValueCard]:
    """Return the cards of a game, in the order of the file.

    sent : fields that could not be taken, which are shown again. error : why.
    """
    figures = board.game.figures()
    return [_card(board, figures, keys, sent, error) for keys in groups(board, figures)]


def groups(board: OwnBoard, figures: Figures) -> list[tuple[str, ...]]:
    """Return the keys of each card: of a drawing, or of single numbers and words in a row."""
    drawn = {key: figure.keys for figure in figures.drawings for key in figure.keys}
    results: list[tuple[str, ...]] = []
    singles: list[str] = []
    for key in board.lines:
        if key in drawn:
            group = drawn[key]
        elif _is_single(board, key):
            singles.append(key)
            continue
        else:
            group = (key,)
        if group not in results:
            results.append(group)
    return [*results, tuple(singles)] if singles else results


def _is_single(board: OwnBoard, key: str) -> bool:
    (first, *others) = board.lines[key]
    return not others and not first.is_list and len(first.value) == 1


def _card(
    board: OwnBoard,
    figures: Figures,
    keys: tuple[str, ...],
    sent: Mapping[str, str],
    error: InputError | None,
) -> ValueCard:
    figure = next((drawing for drawing in figures.drawings if drawing.keys == keys), None)
    is_sent = sent.get("keys") == " ".join(keys)
    again = sent if is_sent else {}
    rows = [_row(board, figure, line, again) for key in keys for line in board.lines[key]]
    return ValueCard(
        keys[0],
        keys,
        tuple(board.words(f"{key}.name", key) for key in keys),
        board.words(keys[0], keys[0]),
        rows,
        figure,
        _places(figure, rows),
        all(key in board.typed for key in keys),
        error.sentence if error is not None and is_sent else "",
    )


def name_of(item: ValueLine, which: object) -> str:
    """Return the name of a field: of an entry by its number, or of a text in a list."""
    return f"{item.key}.{item.row}.{which}"


def members(figure: Figure | None, item: ValueLine) -> list[str]:
    """Return the texts that a line of a list has or has not, by the places of its drawing; [] for others."""
    spots = figure.spots if figure is not None and item.is_list else ()
    return [spot.text for spot in spots if (spot.key, spot.row) == (item.key, item.row) and spot.text]


def count(board: OwnBoard, item: ValueLine) -> int:
    """Return how many fields a line has: as many as the longest line of its value."""
    return max(len(board.values_of(other)) for other in board.lines[item.key])


def _row(board: OwnBoard, figure: Figure | None, item: ValueLine, sent: Mapping[str, str]) -> FieldRow:
    visible = [own_values.toml(value).strip('"') for value in board.values_of(item)]
    label = _label(board, item)
    choices = [FieldChoice(own_values.toml(word).strip('"'), text) for word, text in item.known]
    listed = members(figure, item)
    chosen = [text for text in listed if name_of(item, text) in sent] if sent else visible
    cells = [
        AskedCell(name_of(item, text), text, text if text in chosen else "", text=text) for text in listed
    ] or [
        AskedCell(
            name_of(item, n),
            label if len(visible) == 1 else phrase("web.board.entry", what=label, n=n + 1),
            sent.get(name_of(item, n), "" if sent else visible[n] if n < len(visible) else ""),
            choices,
            isinstance(item.value[0], int) and not choices,
        )
        for n in range(count(board, item))
    ]
    is_few = len(choices) in range(1, FEW + 1) and not item.is_list
    return FieldRow(item.row, label, cells, is_few)


def _label(board: OwnBoard, item: ValueLine) -> Word:
    """Return what a line is called: a row by its name, a switch by what is asked."""
    if isinstance(item.value[0], bool):
        return board.words(item.key, item.key)
    whole, row = board.words(f"{item.key}.name", item.key), board.words(f"{item.key}.{item.row}", item.row)
    if not item.row:
        return whole
    return row if len(board.lines[item.key]) > 1 else phrase("web.board.entry", what=whole, n=row)


def _places(figure: Figure | None, rows: Iterable[FieldRow]) -> list[DrawnField]:
    """Return the spots of a drawing with what they show."""
    fields = {cell.name: cell for row in rows for cell in row.cells}
    results = []
    for spot in figure.spots if figure is not None else ():
        prefix = f"{spot.key}.{spot.row}."
        cell = fields.get(prefix + spot.text) or fields[f"{prefix}{spot.entry}"]
        label = phrase("web.board.entry", what=cell.label, n=spot.text) if spot.text else cell.label
        text = spot.printed or spot.text or cell.value
        names = {choice.value: choice.words for choice in cell.choices}
        is_on = spot.text == ((cell.text and cell.value) or cell.value)
        results.append(
            DrawnField(spot.outline, cell.name, spot.text, label, spot.at, text, names.get(text, text), is_on)
        )
    return results


def values(board: OwnBoard, keys: Iterable[str], sent: Mapping[str, str]) -> dict[str, list[Any]]:
    """Return what fields say: of each key what is told for each of its lines."""
    drawings = board.game.figures().drawings
    results: dict[str, list[Any]] = {}
    for key in keys:
        figure = next((drawing for drawing in drawings if key in drawing.keys), None)
        results[key] = [_typed(board, line, members(figure, line), sent) for line in board.lines[key]]
    return results


def _typed(board: OwnBoard, item: ValueLine, texts: Sequence[str], sent: Mapping[str, str]) -> Any:
    names = [name_of(item, which) for which in texts or range(count(board, item))]
    messages = [text for name in names if (text := sent.get(name, "").strip()[:LONGEST])]
    return own_values.typed(item, " ".join(messages))


class Symbol(NamedTuple):
    """What stands for a word: a number and icons, with their layers, and the width of all."""

    word: str
    icons: Sequence[tuple[str, tuple[tuple[str, str], ...]]]
    number: int
    width: int


def symbols(figures: Figures) -> list[Symbol]:
    """Return what stands for the words of a game."""
    return [
        Symbol(
            word,
            [(fill, icon(name)) for name, fill in zip_longest(sign.icons, sign.fills, fillvalue="")],
            sign.number,
            SIDE * len(sign.icons) + (DIGIT if sign.number else 0),
        )
        for word, sign in figures.signs.items()
    ]


class Doubt(NamedTuple):
    """The one line for an answer that rests on unproved values, and where they are asked, "" for nowhere."""

    words: Sentence
    see: str


def doubt(game: Game, names: Sequence[str]) -> Doubt | None:
    """Return what an answer rests on that nobody has proved or told; None for nothing."""
    if not names:
        return None
    is_asked = any(item.key in names for item in game.own_values.value_lines())
    several = dict.fromkeys(names)
    words = phrase("web.board.rests", names=named(game.id, several))
    if len(several) > NAMED:
        words = phrase("web.board.rests.many", n=len(several))
    return Doubt(words, f"/board/{game.id}" if is_asked else "")
