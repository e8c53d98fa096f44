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
from pencilwright.games.shared.own_values import Asked, named
from pencilwright.templates.phrases import Sentence, Word, phrase

SIDE: Final = 24
DIGIT: Final = 13
"""Units of an icon, and of a number beside it."""
FEW: Final = 4
"""Words of which all stand there at once."""
LONGEST: Final = 80
NAMED: Final = 3
"""Values that the line on what is unproved names; of more it says how many."""


class Choice(NamedTuple):
    """A word that an entry may be: as it is typed, and what it is called."""

    value: str
    words: Word


class Cell(NamedTuple):
    """A field: one entry of a line, or one text that a list has or has not.

    Attributes
    ----------
    value : as it is typed. text : of a list's text; "" for an entry.
    """

    name: str
    label: Word
    value: str
    choices: Sequence[Choice] = ()
    is_number: bool = False
    text: str = ""


class Row(NamedTuple):
    """A line of a value: its name in the file, what it is called, its fields, whether its words are few."""

    name: str
    label: Word
    cells: Sequence[Cell]
    is_few: bool


class Place(NamedTuple):
    """A spot of a drawing: its path, the field behind it, what a tap makes of it, and what it shows."""

    outline: str
    field: str
    text: str
    label: Word
    at: tuple[float, float]
    shown: str
    words: Word
    is_on: bool


class Card(NamedTuple):
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
    rows: Sequence[Row]
    figure: Figure | None
    places: Sequence[Place]
    is_told: bool
    error: Sentence


def figures_of(game: Game) -> Figures:
    """Return the drawings of a game's values; it may have none."""
    return game.figures.drawn() if "figures" in game.rooms else Figures()


def cards(board: OwnBoard, sent: Mapping[str, str], error: InputError | None = None) -> list[Card]:
    """Return the cards of a game, in the order of the file.

    sent : fields that could not be taken, which are shown again. error : why.
    """
    figures = figures_of(board.game)
    return [_card(board, figures, keys, sent, error) for keys in groups(board, figures)]


def groups(board: OwnBoard, figures: Figures) -> list[tuple[str, ...]]:
    """Return the keys of each card: of a drawing, or of single numbers and words in a row."""
    drawn = {key: figure.keys for figure in figures.drawings for key in figure.keys}
    found: list[tuple[str, ...]] = []
    singles: list[str] = []
    for key in board.lines:
        if key in drawn:
            group = drawn[key]
        elif _is_single(board, key):
            singles.append(key)
            continue
        else:
            group = (key,)
        if group not in found:
            found.append(group)
    return [*found, tuple(singles)] if singles else found


def _is_single(board: OwnBoard, key: str) -> bool:
    (first, *others) = board.lines[key]
    return not others and not first.is_list and len(first.value) == 1


def _card(
    board: OwnBoard,
    figures: Figures,
    keys: tuple[str, ...],
    sent: Mapping[str, str],
    error: InputError | None,
) -> Card:
    figure = next((one for one in figures.drawings if one.keys == keys), None)
    is_sent = sent.get("keys") == " ".join(keys)
    again = sent if is_sent else {}
    rows = [_row(board, figure, one, again) for key in keys for one in board.lines[key]]
    return Card(
        keys[0],
        keys,
        tuple(board.words(f"{key}.name", key) for key in keys),
        board.words(keys[0], keys[0]),
        rows,
        figure,
        _places(figure, rows),
        all(key in board.told for key in keys),
        error.sentence if error is not None and is_sent else "",
    )


def name_of(one: Asked, which: object) -> str:
    """Return the name of a field: of an entry by its number, or of a text in a list."""
    return f"{one.key}.{one.row}.{which}"


def members(figure: Figure | None, one: Asked) -> list[str]:
    """Return the texts that a line of a list has or has not, by the places of its drawing; [] for others."""
    spots = figure.spots if figure is not None and one.is_list else ()
    return [spot.text for spot in spots if (spot.key, spot.row) == (one.key, one.row) and spot.text]


def count(board: OwnBoard, one: Asked) -> int:
    """Return how many fields a line has: as many as the longest line of its value."""
    return max(len(board.shown(other)) for other in board.lines[one.key])


def _row(board: OwnBoard, figure: Figure | None, one: Asked, sent: Mapping[str, str]) -> Row:
    shown = [own_values.toml(value).strip('"') for value in board.shown(one)]
    label = _label(board, one)
    choices = [Choice(own_values.toml(word).strip('"'), said) for word, said in one.known]
    cells = [
        Cell(name_of(one, text), text, text if _is_in(one, text, shown, sent) else "", text=text)
        for text in members(figure, one)
    ] or [
        Cell(
            name_of(one, n),
            label if len(shown) == 1 else phrase("web.board.entry", what=label, n=n + 1),
            sent.get(name_of(one, n), "" if sent else shown[n] if n < len(shown) else ""),
            choices,
            isinstance(one.value[0], int) and not choices,
        )
        for n in range(count(board, one))
    ]
    is_few = len(choices) in range(1, FEW + 1) and not one.is_list
    return Row(one.row, label, cells, is_few)


def _label(board: OwnBoard, one: Asked) -> Word:
    """Return what a line is called: a row by its name, a switch by what is asked."""
    if isinstance(one.value[0], bool):
        return board.words(one.key, one.key)
    whole, row = board.words(f"{one.key}.name", one.key), board.words(f"{one.key}.{one.row}", one.row)
    if not one.row:
        return whole
    return row if len(board.lines[one.key]) > 1 else phrase("web.board.entry", what=whole, n=row)


def _is_in(one: Asked, text: str, shown: Sequence[str], sent: Mapping[str, str]) -> bool:
    return name_of(one, text) in sent if sent else text in shown


def _places(figure: Figure | None, rows: Iterable[Row]) -> list[Place]:
    """Return the spots of a drawing with what they show."""
    fields = {cell.name: cell for row in rows for cell in row.cells}
    found = []
    for spot in figure.spots if figure is not None else ():
        prefix = f"{spot.key}.{spot.row}."
        cell = fields.get(prefix + spot.text) or fields[f"{prefix}{spot.entry}"]
        label = phrase("web.board.entry", what=cell.label, n=spot.text) if spot.text else cell.label
        shown = spot.shown or spot.text or cell.value
        names = {one.value: one.words for one in cell.choices}
        is_on = spot.text == ((cell.text and cell.value) or cell.value)
        found.append(
            Place(spot.outline, cell.name, spot.text, label, spot.at, shown, names.get(shown, shown), is_on)
        )
    return found


def values(board: OwnBoard, keys: Iterable[str], sent: Mapping[str, str]) -> dict[str, list[Any]]:
    """Return what fields say: of each key what is told for each of its lines.

    Raises InputError for a number beyond the words that there are.
    """
    drawings = figures_of(board.game).drawings
    found: dict[str, list[Any]] = {}
    for key in keys:
        figure = next((one for one in drawings if key in one.keys), None)
        found[key] = [_told(board, one, members(figure, one), sent) for one in board.lines[key]]
    return found


def _told(board: OwnBoard, one: Asked, texts: Sequence[str], sent: Mapping[str, str]) -> Any:
    names = [name_of(one, which) for which in texts or range(count(board, one))]
    said = [text for name in names if (text := sent.get(name, "").strip()[:LONGEST])]
    try:
        return own_values.typed(one, " ".join(said))
    except InputError as error:
        raise board.refusal(error, one.key) from error


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
    is_asked = any(one.key in names for one in game.own_values.asked())
    several = dict.fromkeys(names)
    words = phrase("web.board.rests", names=named(game.id, several))
    if len(several) > NAMED:
        words = phrase("web.board.rests.many", n=len(several))
    return Doubt(words, f"/board/{game.id}" if is_asked else "")
