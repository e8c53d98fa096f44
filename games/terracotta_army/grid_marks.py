"""The marks of the grid sheet: who stands on each space of the mausoleum, and what a player has beside it.

A space has a circle for each player and each type, one for a horse, one for each specialist; a kneeling
archer's says where it looks. A mounted warrior is marked on its own space with the horse, and with the horse
alone on the two others. What the sheet does not tell is as at the start: no worker is placed, and without a
setup the scoring tiles are not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from pencilwright.games.controls import Control, OneOf, Toggle
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import TICKED, Mark, checked, name_at, number_of, written
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import words
from pencilwright.games.terracotta_army.components import COLOURS, STANDARD, TYPES, WEAPONS
from pencilwright.games.terracotta_army.grid import DIRECTIONS, Grid, Piece, mounted_cells
from pencilwright.games.terracotta_army.marks import seated
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.state import COLOUR_OF, LETTER_OF, Player, State, start
from pencilwright.templates.phrases import phrase

VALUES: Final[Mapping[str, tuple[str, ...]]] = {"tick": (TICKED,), "number": (), "text": ()}
"""The values of each kind of mark besides blank; a number is digits, a text may be anything."""
EMPTY: Final = Grid(STANDARD.columns, STANDARD.rows)
SPACES: Final = tuple(EMPTY.name(cell).lower() for cell in EMPTY.empty())
HORSE: Final = "horse"
LOOKING: Final = dict(zip(("up", "right", "down", "left"), DIRECTIONS, strict=True))
"""A kneeling archer, by where it looks."""
SPECIALISTS: Final = ("footman", "musician", *LOOKING)
"""Pieces that nobody owns."""
ON_A_SPACE: Final = (*COLOURS, *TYPES, HORSE, *SPECIALISTS)
NUMBERS: Final[Mapping[str, int]] = {"score": 3, "coins": 2, "wet": 2, "dry": 2}
"""What is written of each player, and its digits."""
ROWS: Final = tuple(f"row.{row}" for row in range(1, EMPTY.rows + 1))
LETTERS: Final = tuple(f"column.{space[0]}" for space in SPACES[: EMPTY.cols])
"""The rows and columns where the two inspectors may stand."""
PLAYED: Final = tuple(f"round.{number}" for number in range(1, box.ROUNDS + 1))


def places_of(colour: str) -> tuple[str, ...]:
    """Return the circles of a player's place in the turn order."""
    return tuple(f"order.{place}.{colour}" for place in range(1, box.MOST_PLAYERS + 1))


def _named(kind: str) -> str:
    """Return the key of the name of what a circle of a space says."""
    if kind in COLOURS:
        return f"terracotta.colour.{kind}"
    if kind in LOOKING:
        return f"terracotta.grid.archer.{kind}"
    return f"terracotta.{'type' if kind in TYPES else 'piece'}.{kind}"


def _marks() -> Iterator[Mark]:
    yield Mark("table", "text", "pad.table")
    yield Mark("date", "text", "sheet.date")
    for space in SPACES:
        for kind in ON_A_SPACE:
            what = ("what", _named(kind))
            yield Mark(f"{space}.{kind}", "tick", "terracotta.mark.space", (what,), space.upper())
    for mark in ROWS:
        yield Mark(mark, "tick", "terracotta.mark.row", (("n", int(mark[4:])),))
    for mark in LETTERS:
        yield Mark(mark, "tick", "terracotta.mark.column", (), mark[7:].upper())
    for mark in PLAYED:
        yield Mark(mark, "tick", "terracotta.mark.played", (("n", int(mark[6:])),))
    for colour in COLOURS:
        who = ("colour", f"terracotta.colour.{colour}")
        yield Mark(f"name.{colour}", "text", "terracotta.mark.name", (who,))
        for place, mark in enumerate(places_of(colour), start=1):
            yield Mark(mark, "tick", "terracotta.mark.order", (who, ("n", place)))
        for name in NUMBERS:
            yield Mark(f"{name}.{colour}", "number", f"terracotta.mark.{name}", (who,))
        for weapon in WEAPONS:
            said = (who, ("weapon", f"terracotta.weapon.{weapon}"))
            yield Mark(f"{weapon}.{colour}", "tick", "terracotta.mark.weapon", said)


MARKS: Final = tuple(_marks())
"""All marks of the grid sheet, in a fixed order; a sheet has the rows of those who play."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}


def circles(space: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the circles of some kinds on a space."""
    return tuple(f"{space}.{kind}" for kind in kinds)


def _controls() -> Iterator[Control]:
    for space in SPACES:
        yield OneOf(circles(space, COLOURS))
        yield OneOf(circles(space, TYPES))
        yield OneOf(circles(space, SPECIALISTS))
        yield Toggle(f"{space}.{HORSE}")
    yield from (OneOf(ROWS), OneOf(LETTERS), OneOf(PLAYED))
    yield from (OneOf(places_of(colour)) for colour in COLOURS)
    yield from (Toggle(f"{weapon}.{colour}") for colour in COLOURS for weapon in WEAPONS)
    yield from written(MARKS)


CONTROLS: Final[tuple[Control, ...]] = tuple(_controls())
"""What a tap sets: a player, a type, a specialist and a horse of a space, and what is beside the grid."""


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a position: id -> value, without blank ones, in the order of MARKS.

    Raises InputError for a board of another size, and for a number that the sheet has no room for.
    """
    if (state.grid.cols, state.grid.rows) != (EMPTY.cols, EMPTY.rows):
        said = phrase("terracotta.error.grid_size", cols=EMPTY.cols, rows=EMPTY.rows)
        raise InputError(said, field="grid")
    marked = {mark for piece in state.grid.pieces for mark in _circles_of(piece)}
    marked |= {PLAYED[state.round - 1], ROWS[state.row], LETTERS[state.col]}
    found = dict.fromkeys(marked, TICKED)
    for place, player in enumerate(state.players):
        colour = player.colour
        found |= {f"name.{colour}": player.name} if player.name else {}
        found |= {places_of(colour)[place]: TICKED} if state.chancellor is None else {}
        found |= {f"{weapon}.{colour}": TICKED for weapon in player.active}
        for name, cells in NUMBERS.items():
            number = getattr(player, name)
            if not 0 <= number < 10**cells:
                who, what = words.colour(colour), phrase(f"terracotta.grid.{name}")
                said = phrase("terracotta.error.pad", colour=who, n=number, line=what, most=10**cells - 1)
                raise InputError(said, field=f"{name}.{colour}")
            found |= {f"{name}.{colour}": str(number)} if number else {}
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def _circles_of(piece: Piece) -> Iterator[str]:
    """Yield the circles of a piece."""
    first, *others = (SPACES[cell] for cell in piece.cells)
    if piece.owner:
        yield from (f"{first}.{COLOUR_OF[piece.owner]}", f"{first}.{piece.kind}")
        yield from (f"{space}.{HORSE}" for space in (first, *others) if others)
    else:
        looking = next((name for name, facing in LOOKING.items() if facing == piece.facing), "")
        yield f"{first}.{looking or piece.kind}"


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position that the sheet shows, and what is wrong with its marks.

    The players are those of the setup; without one those with a mark, and on an empty sheet all. A space
    whose marks are no piece is empty. Raises InputError for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    faults: list[Problem] = []
    state = _begun(marked, setup)
    state.grid = Grid(EMPTY.cols, EMPTY.rows, _pieces(marked, faults))
    played, row, column = (_one(marked, marks, faults) for marks in (PLAYED, ROWS, LETTERS))
    state.round = box.ROUNDS if played is None else played + 1
    state.row = state.row if row is None else row
    state.col = state.col if column is None else column
    places = {}
    for index, player in enumerate(state.players):
        _take(marked, player, faults)
        place = _one(marked, places_of(player.colour), faults)
        places[player.colour] = (index if place is None else place, index)
    if state.chancellor is None:
        state.players.sort(key=lambda player: places[player.colour])
    faults += _faults_of_order(marked, state)
    playing = [player.colour for player in state.players]
    for colour in COLOURS:
        strange = tuple(mark for mark in marked if colour not in playing and mark.endswith(f".{colour}"))
        if strange:
            said = phrase("terracotta.problem.not_playing", colour=words.colour(colour))
            faults.append(Problem(f"players.{colour}", said, marks=strange))
    return state, tuple(faults)


def _begun(marked: Mapping[str, str], setup: Setup | None) -> State:
    """Return the position at the start, as far as it is known."""
    if setup is not None:
        return start(setup)
    shown = [colour for colour in COLOURS if any(mark.endswith(f".{colour}") for mark in marked)]
    colours = shown or seated(None)
    players = [Player(colour, craftsmen=box.WORKERS[len(colours)]) for colour in colours]
    return State(players, (), EMPTY, row=STANDARD.inspectors.row_start, col=STANDARD.inspectors.col_start)


def _one(marked: Mapping[str, str], marks: tuple[str, ...], faults: list[Problem]) -> int | None:
    """Return which of some marks is set, None for none; of several the first, and they are a fault."""
    found = tuple(mark for mark in marks if mark in marked)
    if len(found) > 1:
        faults.append(Problem(found[1], phrase("terracotta.problem.several", n=len(found)), "", found))
    return marks.index(found[0]) if found else None


def _take(marked: Mapping[str, str], player: Player, faults: list[Problem]) -> None:
    """Give a player what the row of the sheet says."""
    colour = player.colour
    player.name = name_at(marked, f"name.{colour}", faults)
    player.active = tuple(weapon for weapon in WEAPONS if f"{weapon}.{colour}" in marked)
    for name, cells in NUMBERS.items():
        mark = f"{name}.{colour}"
        setattr(player, name, number_of(marked, mark, faults, mark, most=10**cells - 1))


def _faults_of_order(marked: Mapping[str, str], state: State) -> Iterator[Problem]:
    """Yield places in the turn order that two players have."""
    for place in range(box.MOST_PLAYERS):
        both = tuple(mark for player in state.players if (mark := places_of(player.colour)[place]) in marked)
        if len(both) > 1:
            yield Problem(both[1], phrase("terracotta.problem.one_place", n=place + 1), "", both)


# --- pieces -------------------------------------------------------------------------------------------------


def _pieces(marked: Mapping[str, str], faults: list[Problem]) -> list[Piece]:
    """Return the pieces of all spaces; what is none is added to the faults."""
    pieces: dict[int, Piece] = {}
    horses = set()
    for cell, space in enumerate(SPACES):
        set_here = [kind for kind in ON_A_SPACE if f"{space}.{kind}" in marked]
        piece = _piece(cell, [kind for kind in set_here if kind != HORSE])
        if HORSE in set_here:
            horses.add(cell)
        if piece is not None and not (piece.owner == "" and HORSE in set_here):
            pieces[cell] = piece
        elif set_here != [HORSE] and set_here:
            horses.discard(cell)
            marks = circles(space, tuple(set_here))
            said = phrase("terracotta.problem.parts", cell=space.upper())
            faults.append(Problem(marks[0], said, "", marks))
    riders = {cell: piece for cell, piece in pieces.items() if cell in horses}
    return list((pieces | _mounted(riders, horses - riders.keys(), faults)).values())


def _piece(cell: int, kinds: list[str]) -> Piece | None:
    """Return the piece that the circles of a space are without a horse, None for what is none."""
    match kinds:
        case [colour, kind] if colour in COLOURS and kind in TYPES:
            return Piece(kind, LETTER_OF[colour], (cell,))
        case [kind] if kind in LOOKING:
            return Piece("kneeling_archer", "", (cell,), LOOKING[kind])
        case [kind] if kind in SPECIALISTS:
            return Piece(kind, "", (cell,))
    return None


def _mounted(riders: dict[int, Piece], bodies: set[int], faults: list[Problem]) -> dict[int, Piece]:
    """Return the mounted warriors: each rider with the two spaces of its horse.

    Where several ways are possible, those that leave no choice go first. A rider without a horse stands on
    foot, and a horse without a rider is left out; both are faults.
    """
    found, left = dict(riders), set(bodies)
    waiting = set(riders)
    while waiting:
        ways = {rider: [way for way in _ways(rider) if left.issuperset(way[1:])] for rider in waiting}
        claims = Counter(chain.from_iterable(set(chain.from_iterable(each)) for each in ways.values()))
        alone = {
            rider: [way for way in each if any(claims[cell] == 1 for cell in way[1:])]
            for rider, each in ways.items()
        }
        rider = min(waiting, key=lambda one: (not alone[one], len(alone[one]) or len(ways[one]), one))
        waiting.remove(rider)
        for way in (alone[rider] or ways[rider])[:1]:
            found[rider] = riders[rider]._replace(cells=way)
            left.difference_update(way)
    astray = {cell for cell in riders if len(found[cell].cells) == 1} | left
    for cell in sorted(astray):
        mark = f"{SPACES[cell]}.{HORSE}"
        said = phrase("terracotta.problem.horse", cell=EMPTY.name(cell))
        faults.append(Problem(mark, said, "", (mark,)))
    return found


def _ways(rider: int) -> Iterator[tuple[int, int, int]]:
    """Yield the three spaces of a horse for each direction in which it may stand."""
    for direction in DIRECTIONS:
        cells = mounted_cells(EMPTY, rider, direction)
        if cells is not None:
            yield cells


# --- fields -------------------------------------------------------------------------------------------------


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state ("grid.C5", "players.green.coins"); () for none."""
    if field in _KIND_OF:
        return (field,)
    what, _, rest = field.partition(".")
    if what == "grid":
        named = (rest.lower(),) if rest else SPACES
        return tuple(mark for mark in _KIND_OF if mark.split(".")[0] in named)
    if what == "players":
        colour, _, name = rest.partition(".")
        rows = (colour,) if colour else COLOURS
        of_players = (mark for mark in _KIND_OF if mark.split(".")[0] not in SPACES)
        theirs = tuple(mark for mark in of_players if mark.rpartition(".")[2] in rows)
        return tuple(mark for mark in theirs if mark.startswith(f"{name}.")) or theirs
    return tuple(mark for mark in _KIND_OF if f"{mark}.".startswith(f"{field}."))
