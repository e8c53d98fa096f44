"""The marks of the grid sheet: who stands on each space of the mausoleum, and what a player has beside it.

A space has a circle for each player and each type, one for a horse, one for each specialist; a kneeling
archer's says where it looks. A mounted warrior is marked on its own space with the horse, and with the horse
alone on the two others. What the sheet does not tell is as at the start: no worker is placed, and without a
setup the scoring tiles are not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.boxes import Exclusive, MarksReading, SheetBox, SheetBoxes
from pencilwright.games.shared.marks import TICKED, SheetMark
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import COLOURS, STANDARD, TYPES, WEAPONS
from pencilwright.games.terracotta_army.marks import seated
from pencilwright.games.terracotta_army.rules.grid import DIRECTIONS, Grid, GridPiece, mounted_cells
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.state import COLOUR_OF, LETTER_OF, Inspectors, Player, State, start
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import phrase

EMPTY: Final = Grid(STANDARD.columns, STANDARD.rows)
SPACES: Final = tuple(EMPTY.name(cell).lower() for cell in EMPTY.empty())
HORSE: Final = "horse"
FACINGS: Final = dict(zip(("up", "right", "down", "left"), DIRECTIONS, strict=True))
"""A kneeling archer, by where it looks."""
SPECIALISTS: Final = ("footman", "musician", *FACINGS)
"""Pieces that nobody owns."""
ON_A_SPACE: Final = (*COLOURS, *TYPES, HORSE, *SPECIALISTS)
NUMBERS: Final[Mapping[str, int]] = {"score": 3, "coins": 2, "wet": 2, "dry": 2}
"""What is written of each player, and its digits."""
ROWS: Final = tuple(f"row.{row}" for row in range(1, EMPTY.rows + 1))
LETTERS: Final = tuple(f"column.{space[0]}" for space in SPACES[: EMPTY.cols])
"""The rows and columns where the two inspectors may stand."""
PLAYED: Final = tuple(f"round.{number}" for number in range(1, box.ROUNDS + 1))
PLACES: Final = range(1, box.MOST_PLAYERS + 1)
"""Places in the turn order."""


@cache
def places_of(colour: str) -> tuple[str, ...]:
    """Return the circles of a player's place in the turn order."""
    return tuple(f"order.{place}.{colour}" for place in PLACES)


def _named(kind: str) -> str:
    """Return the key of the name of what a circle of a space says."""
    if kind in COLOURS:
        return f"terracotta.colour.{kind}"
    if kind in FACINGS:
        return f"terracotta.grid.archer.{kind}"
    return f"terracotta.{'type' if kind in TYPES else 'piece'}.{kind}"


@cache
def circles(space: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the circles of some kinds on a space."""
    return tuple(f"{space}.{kind}" for kind in kinds)


def rivals(place: int) -> tuple[str, ...]:
    """Return the circles of a place in the turn order, for each player."""
    return tuple(f"order.{place}.{colour}" for colour in COLOURS)


def _boxes() -> Iterator[SheetBox]:
    yield SheetBox(SheetMark("table", "text", "pad.table"))
    yield SheetBox(SheetMark("date", "text", "sheet.date"))
    for space in SPACES:
        for kind in ON_A_SPACE:
            what = (("what", _named(kind)),)
            mark = SheetMark(f"{space}.{kind}", "tick", "terracotta.mark.space", what, space.upper())
            yield SheetBox(mark, (f"grid.{space.upper()}",), kind if kind in COLOURS else "")
    for row in ROWS:
        yield SheetBox(SheetMark(row, "tick", "terracotta.mark.row", (("n", int(row[4:])),)))
    for letter in LETTERS:
        yield SheetBox(SheetMark(letter, "tick", "terracotta.mark.column", (), letter[7:].upper()))
    for played in PLAYED:
        yield SheetBox(SheetMark(played, "tick", "terracotta.mark.played", (("n", int(played[6:])),)))
    for colour in COLOURS:
        yield from _row(colour)


def _row(colour: str) -> Iterator[SheetBox]:
    """Yield the boxes of a player beside the grid."""
    who = ("colour", f"terracotta.colour.{colour}")
    player = f"players.{colour}"
    mark = SheetMark(f"name.{colour}", "text", "terracotta.mark.name", (who,))
    yield SheetBox(mark, (player, f"{player}.name"), colour, attrgetter("name"))
    for place, order in enumerate(places_of(colour), start=1):
        yield SheetBox(
            SheetMark(order, "tick", "terracotta.mark.order", (who, ("n", place))), (player,), colour
        )
    for name, cells in NUMBERS.items():
        mark = SheetMark(f"{name}.{colour}", "number", f"terracotta.mark.{name}", (who,))
        yield SheetBox(mark, (player, f"{player}.{name}"), colour, attrgetter(name), most=10**cells - 1)
    for weapon in WEAPONS:
        named = (who, ("weapon", f"terracotta.weapon.{weapon}"))
        mark = SheetMark(f"{weapon}.{colour}", "tick", "terracotta.mark.weapon", named)
        yield SheetBox(mark, (player, f"{player}.active"), colour)


def _groups() -> Iterator[Exclusive]:
    """A space holds one piece; there is one round, one row, one column, and one place for each player."""
    for space in SPACES:
        reason = phrase("terracotta.problem.parts", cell=space.upper())
        owners, types, alone = (circles(space, kinds) for kinds in (COLOURS, TYPES, SPECIALISTS))
        yield from (Exclusive(kinds, None) for kinds in (owners, types, alone))
        yield Exclusive((*owners, *alone), reason, tapped=False)
        yield Exclusive((f"{space}.{HORSE}", *alone), reason, tapped=False)
    for marks in (PLAYED, ROWS, LETTERS, *map(places_of, COLOURS)):
        yield Exclusive(marks, phrase("marks.one"))
    for place in PLACES:
        yield Exclusive(rivals(place), phrase("terracotta.problem.one_place", n=place), tapped=False)


SHEET: Final = SheetBoxes(_boxes(), _groups())
"""The grid sheet; it has the rows of those who play."""
MARKS: Final = SHEET.marks
CONTROLS: Final = SHEET.controls
marks_of_field = SHEET.marks_of_field


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a position: id -> value, without blank ones, in the order of MARKS.

    Raises InputError for a board of another size, and for a number that the sheet has no room for.
    """
    if (state.grid.cols, state.grid.rows) != (EMPTY.cols, EMPTY.rows):
        text = phrase("terracotta.error.grid_size", cols=EMPTY.cols, rows=EMPTY.rows)
        raise InputError(text, field="grid")
    marked = {mark for piece in state.grid.pieces for mark in _circles_of(piece)}
    marked |= {PLAYED[state.round - 1], ROWS[state.row], LETTERS[state.col]}
    for place, player in enumerate(state.players):
        marked |= {places_of(player.colour)[place]} if state.chancellor is None else set()
        marked |= {f"{weapon}.{player.colour}" for weapon in player.active}
    return SHEET.to_marks({player.colour: player for player in state.players}, dict.fromkeys(marked, TICKED))


def _circles_of(piece: GridPiece) -> Iterator[str]:
    """Yield the circles of a piece."""
    first, *others = (SPACES[cell] for cell in piece.cells)
    if piece.owner:
        yield from (f"{first}.{COLOUR_OF[piece.owner]}", f"{first}.{piece.kind}")
        yield from (f"{space}.{HORSE}" for space in (first, *others) if others)
    else:
        facing_sign = next((name for name, facing in FACINGS.items() if facing == piece.facing), "")
        yield f"{first}.{facing_sign or piece.kind}"


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position that the sheet shows, and what is wrong with its marks.

    The players are those of the setup; without one those with a mark, and on an empty sheet all. A space
    whose marks are no piece is empty. Raises InputError for an unknown id or value.
    """
    reading = SHEET.read(values)
    state = _begun(reading, setup)
    state.grid = Grid(EMPTY.cols, EMPTY.rows, _pieces(reading))
    state.round = _at(reading, PLAYED, box.ROUNDS - 1) + 1
    row, col = _at(reading, ROWS, state.row), _at(reading, LETTERS, state.col)
    state.inspectors = Inspectors.at(row, col)
    places = {}
    for index, player in enumerate(state.players):
        _take(reading, player)
        places[player.colour] = (_at(reading, places_of(player.colour), index), index)
    if state.chancellor is None:
        state.players = tuple(sorted(state.players, key=lambda player: places[player.colour]))
    for place in PLACES:
        reading.one_of(rivals(place))
    reading.strangers([player.colour for player in state.players], names.colour)
    return state, tuple(reading.problems)


def _begun(reading: MarksReading, setup: Setup | None) -> State:
    """Return the position at the start, as far as it is known."""
    if setup is not None:
        return start(setup)
    colours = [colour for colour in COLOURS if reading.of(colour)] or seated(None)
    players = tuple(Player(colour, craftsmen=box.WORKERS[len(colours)]) for colour in colours)
    return State(
        board=STANDARD,
        tiles=(),
        inspectors=Inspectors.at(STANDARD.inspectors.row, STANDARD.inspectors.col),
        grid=EMPTY,
        players=players,
    )


def _at(reading: MarksReading, marks: tuple[str, ...], otherwise: int) -> int:
    """Return which of some marks is set, counted from 0."""
    mark = reading.one_of(marks)
    return marks.index(mark) if mark else otherwise


def _take(reading: MarksReading, player: Player) -> None:
    """Give a player what the row of the sheet says."""
    colour = player.colour
    player.name = reading.name(f"name.{colour}")
    player.active = tuple(weapon for weapon in WEAPONS if f"{weapon}.{colour}" in reading.marked)
    for name in NUMBERS:
        setattr(player, name, reading.number(f"{name}.{colour}"))


# --- pieces -------------------------------------------------------------------------------------------------


def _pieces(reading: MarksReading) -> list[GridPiece]:
    """Return the pieces of all spaces; what is none is added to the faults."""
    pieces: dict[int, GridPiece] = {}
    horses = set()
    for cell, space in enumerate(SPACES):
        set_here = [kind for kind in ON_A_SPACE if f"{space}.{kind}" in reading.marked]
        piece = _piece(cell, [kind for kind in set_here if kind != HORSE])
        if HORSE in set_here:
            horses.add(cell)
        if piece is not None and not (piece.owner == "" and HORSE in set_here):
            pieces[cell] = piece
        elif set_here != [HORSE] and set_here:
            horses.discard(cell)
            marks = circles(space, tuple(set_here))
            text = phrase("terracotta.problem.parts", cell=space.upper())
            reading.problems.append(Problem(marks[0], text, "", marks))
    riders = {cell: piece for cell, piece in pieces.items() if cell in horses}
    return list((pieces | _mounted(riders, horses - riders.keys(), reading)).values())


def _piece(cell: int, kinds: list[str]) -> GridPiece | None:
    """Return the piece that the circles of a space are without a horse, None for what is none."""
    match kinds:
        case [colour, kind] if colour in COLOURS and kind in TYPES:
            return GridPiece(kind, LETTER_OF[colour], (cell,))
        case [kind] if kind in FACINGS:
            return GridPiece("kneeling_archer", "", (cell,), FACINGS[kind])
        case [kind] if kind in SPECIALISTS:
            return GridPiece(kind, "", (cell,))
    return None


def _mounted(riders: dict[int, GridPiece], bodies: set[int], reading: MarksReading) -> dict[int, GridPiece]:
    """Return the mounted warriors: each rider with the two spaces of its horse.

    Where several ways are possible, those that leave no choice go first. A rider without a horse stands on
    foot, and a horse without a rider is left out; both are faults.
    """
    result, left = dict(riders), set(bodies)
    waiting = set(riders)
    while waiting:
        ways = {rider: [way for way in _ways(rider) if left.issuperset(way[1:])] for rider in waiting}
        claims = Counter(chain.from_iterable(set(chain.from_iterable(each)) for each in ways.values()))
        alone = {
            rider: [way for way in each if any(claims[cell] == 1 for cell in way[1:])]
            for rider, each in ways.items()
        }
        rider = min(waiting, key=lambda item: (not alone[item], len(alone[item]) or len(ways[item]), item))
        waiting.remove(rider)
        for way in (alone[rider] or ways[rider])[:1]:
            result[rider] = riders[rider]._replace(cells=way)
            left.difference_update(way)
    astray = {cell for cell in riders if len(result[cell].cells) == 1} | left
    for cell in sorted(astray):
        mark = f"{SPACES[cell]}.{HORSE}"
        text = phrase("terracotta.problem.horse", cell=EMPTY.name(cell))
        reading.problems.append(Problem(mark, text, "", (mark,)))
    return result


def _ways(rider: int) -> Iterator[tuple[int, int, int]]:
    """Yield the three spaces of a horse for each direction in which it may stand."""
    for direction in DIRECTIONS:
        cells = mounted_cells(EMPTY, rider, direction)
        if cells is not None:
            yield cells
