"""The mausoleum: pieces on a grid, who faces whom, groups, lines of sight, and rows of codes to type."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.shared.spaces import refusal
from pencilwright.games.terracotta_army.components import TYPE_LETTERS, TYPES
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Word, phrase

DIRECTIONS: Final = ("N", "E", "S", "W")
STEP: Final = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
ARROWS: Final = {"N": "^", "E": ">", "S": "v", "W": "<"}
_DIRECTION_OF: Final = {arrow: direction for direction, arrow in ARROWS.items()}
_TYPE_OF: Final = dict(zip(TYPE_LETTERS, TYPES, strict=True))
_LETTER_OF: Final = dict(zip(TYPES, TYPE_LETTERS, strict=True))
SPECIALIST_CODES: Final = {"F": "footman", "M": "musician", "A": "kneeling_archer"}
_CODE_OF: Final = {kind: code for code, kind in SPECIALIST_CODES.items()}
EMPTY, BODY = ".", "="
HORSE_LENGTH: Final = 3


class GridPiece(NamedTuple):
    """One statue.

    Attributes
    ----------
    kind : a warrior type, or "footman", "kneeling_archer", "musician".
    owner : letter of the player, "" for a specialist.
    cells : the spaces it stands on, the warrior's own first: three for a mounted warrior, else one.
    facing : where a kneeling archer looks, "" for all else.
    """

    kind: str
    owner: str
    cells: tuple[int, ...]
    facing: str = ""


class Group(NamedTuple):
    """Connected pieces of one type: warriors, and the archers that face one of this type."""

    kind: str
    warriors: tuple[GridPiece, ...]
    archers: tuple[GridPiece, ...]
    faced: tuple[str, ...]
    """Owner of the warrior that each archer faces."""

    @property
    def size(self) -> int:
        """Number of pieces; a mounted warrior is one."""
        return len(self.warriors) + len(self.archers)

    def count(self, owner: str) -> int:
        """Warriors of a player."""
        return sum(piece.owner == owner for piece in self.warriors)

    @property
    def cells(self) -> frozenset[int]:
        """All spaces that the group stands on."""
        return frozenset(cell for piece in (*self.warriors, *self.archers) for cell in piece.cells)


@cache
def neighbours(cols: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """Return the spaces that share an edge with each space."""
    return _at_steps(cols, rows, STEP.values())


@cache
def around(cols: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """Return the up to eight spaces around each space."""
    return _at_steps(cols, rows, [step for step in product((-1, 0, 1), (-1, 0, 1)) if any(step)])


def _at_steps(cols: int, rows: int, steps: Collection[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Return the spaces that some steps, down and across, lead to from each space."""
    return tuple(
        tuple(
            (row + down) * cols + col + across
            for down, across in steps
            if 0 <= row + down < rows and 0 <= col + across < cols
        )
        for row in range(rows)
        for col in range(cols)
    )


@cache
def rays(cols: int, rows: int) -> tuple[dict[str, tuple[int, ...]], ...]:
    """Return for each space and direction the spaces in that direction, nearest first."""
    result = []
    for row in range(rows):
        for col in range(cols):
            ray = {}
            for direction, (down, across) in STEP.items():
                cells, r, c = [], row + down, col + across
                while 0 <= r < rows and 0 <= c < cols:
                    cells.append(r * cols + c)
                    r, c = r + down, c + across
                ray[direction] = tuple(cells)
            result.append(ray)
    return tuple(result)


class Grid:
    """The pieces in the mausoleum; never changed, only replaced. Spaces are row * cols + column."""

    __slots__ = ("_components", "at", "cols", "pieces", "rows")

    def __init__(self, cols: int, rows: int, pieces: Iterable[GridPiece] = ()) -> None:
        """Put pieces on a grid. Raises InputError for a piece off the grid or two on one space."""
        self.cols, self.rows = cols, rows
        self.pieces = tuple(pieces)
        self.at: dict[int, GridPiece] = {}
        for piece in self.pieces:
            for cell in piece.cells:
                if not 0 <= cell < cols * rows:
                    text = phrase("terracotta.error.spot", piece=names.one(piece.kind), where=self.name(cell))
                    raise InputError(text, field="grid")
                if cell in self.at:
                    held = names.one(self.at[cell].kind)
                    raise _bad(self, cell, "both", one=held, other=names.one(piece.kind))
                self.at[cell] = piece
        self._components: tuple[Group, ...] | None = None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Grid)
            and (self.cols, self.rows) == (other.cols, other.rows)
            and self.at == other.at
        )

    def __hash__(self) -> int:
        return hash(frozenset(self.at.items()))

    def name(self, cell: int) -> str:
        """Return the name of a space: column letter and row number, such as "C5"."""
        return f"{chr(ord('A') + cell % self.cols)}{cell // self.cols + 1}"

    def cell(self, name: str) -> int:
        """Return the space of a name. Raises InputError when the grid has none of this name."""
        text = name.strip().upper()
        col = ord(text[0]) - ord("A") if text else -1
        number = text[1:]
        if not (0 <= col < self.cols and number.isdecimal() and 1 <= int(number) <= self.rows):
            last = self.name(self.cols * self.rows - 1)
            raise refusal("grid", "range", n=name[:12], low=self.name(0), high=last)
        return (int(number) - 1) * self.cols + col

    def with_piece(self, piece: GridPiece) -> Grid:
        """Return the grid with one piece more."""
        return Grid(self.cols, self.rows, (*self.pieces, piece))

    def with_changed(self, old: GridPiece, new: GridPiece) -> Grid:
        """Return the grid with one piece in place of another."""
        return Grid(self.cols, self.rows, (new if piece is old else piece for piece in self.pieces))

    def empty(self) -> list[int]:
        """Return the empty spaces in order."""
        return [cell for cell in range(self.cols * self.rows) if cell not in self.at]

    def row(self, index: int) -> range:
        """Return the spaces of a row."""
        return range(index * self.cols, (index + 1) * self.cols)

    def col(self, index: int) -> range:
        """Return the spaces of a column."""
        return range(index, self.cols * self.rows, self.cols)

    def warriors_on(self, cells: Iterable[int]) -> list[GridPiece]:
        """Return the warriors that stand on at least one of the spaces, each once."""
        results: dict[int, GridPiece] = {}
        for cell in cells:
            piece = self.at.get(cell)
            if piece is not None and piece.owner:
                results[piece.cells[0]] = piece
        return list(results.values())

    def of_kind(self, kind: str) -> list[GridPiece]:
        """Return the pieces of a kind."""
        return [piece for piece in self.pieces if piece.kind == kind]

    def faced(self, archer: GridPiece) -> GridPiece | None:
        """Return the warrior on the space before a kneeling archer, or None (ruling A3)."""
        (cell,) = archer.cells
        ray = rays(self.cols, self.rows)[cell][archer.facing]
        target = self.at.get(ray[0]) if ray else None
        return target if target is not None and target.owner else None

    def type_of(self, piece: GridPiece) -> str:
        """Return the warrior type that a piece counts as: an archer's that of whom it faces; "" for none."""
        if piece.owner:
            return piece.kind
        target = self.faced(piece) if piece.kind == "kneeling_archer" else None
        return target.kind if target is not None else ""

    def components(self) -> tuple[Group, ...]:
        """Return all sets of connected pieces of one type, single ones as well, in order of their spaces."""
        if self._components is None:
            self._components = tuple(self._connected())
        return self._components

    def groups(self) -> list[Group]:
        """Return the groups: connected sets of two or more pieces."""
        return [group for group in self.components() if group.size > 1]

    def _connected(self) -> Iterator[Group]:
        near = neighbours(self.cols, self.rows)
        kind_at: dict[int, str] = {}
        for piece in self.pieces:
            kind = self.type_of(piece)
            if kind:
                for cell in piece.cells:
                    kind_at[cell] = kind
        seen: set[int] = set()
        for start in sorted(kind_at):
            if start in seen:
                continue
            kind, waiting, members = kind_at[start], [start], {}
            seen.add(start)
            while waiting:
                cell = waiting.pop()
                piece = self.at[cell]
                members[piece.cells[0]] = piece
                for other in (*piece.cells, *near[cell]):
                    if other not in seen and kind_at.get(other) == kind:
                        seen.add(other)
                        waiting.append(other)
            results = list(members.values())
            archers = tuple(piece for piece in results if not piece.owner)
            yield Group(
                kind,
                tuple(piece for piece in results if piece.owner),
                archers,
                tuple(target.owner for archer in archers if (target := self.faced(archer)) is not None),
            )

    # --- rows of codes ------------------------------------------------------------------------------------

    def rows_of_codes(self) -> list[str]:
        """Return the grid as it is typed: one text a row, a code for each space, blanks between."""
        codes = [EMPTY] * (self.cols * self.rows)
        for piece in self.pieces:
            first, *others = piece.cells
            if piece.owner:
                codes[first] = piece.owner + _LETTER_OF[piece.kind] + self._mount(piece)
            else:
                codes[first] = _CODE_OF[piece.kind] + ARROWS.get(piece.facing, "")
            for cell in others:
                codes[cell] = BODY
        width = max(2, *map(len, codes))
        lines = [codes[index : index + self.cols] for index in range(0, len(codes), self.cols)]
        return [" ".join(code.ljust(width) for code in line).rstrip() for line in lines]

    def _mount(self, piece: GridPiece) -> str:
        """Return the arrow of the horse's direction, "" for a warrior on foot."""
        if len(piece.cells) == 1:
            return ""
        ray = rays(self.cols, self.rows)[piece.cells[0]]
        return next(ARROWS[direction] for direction in DIRECTIONS if ray[direction][:1] == piece.cells[1:2])


def from_codes(texts: Sequence[str], cols: int, rows: int) -> Grid:
    """Return the grid of typed rows; the inverse of `rows_of_codes`.

    "." is empty; "Yo" a yellow officer (o g c s); "Yo>" one mounted, its horse to the right, whose two
    other spaces are "="; "F" footman, "M" musician, "A^" a kneeling archer that looks up. Raises InputError
    naming the space.
    """
    if len(texts) != rows:
        raise refusal("grid", "count", n=len(texts), need=rows)
    blank = Grid(cols, rows)
    codes: dict[int, str] = {}
    for row, text in enumerate(texts):
        cells = text.split()
        if len(cells) != cols:
            raise refusal(f"grid[{row}]", "count", n=len(cells), need=cols)
        codes |= {row * cols + col: code for col, code in enumerate(cells) if code != EMPTY}
    pieces, bodies = [], {cell for cell, code in codes.items() if code == BODY}
    for cell, code in codes.items():
        if code == BODY:
            continue
        piece = _piece(blank, cell, code)
        for other in piece.cells[1:]:
            if other not in bodies:
                raise _bad_code(blank, other, codes.get(other, EMPTY), (BODY,))
            bodies.discard(other)
        pieces.append(piece)
    for cell in sorted(bodies):
        raise _bad(blank, cell, "loose")
    return Grid(cols, rows, pieces)


def _bad(grid: Grid, cell: int, what: str, **fields: Word) -> InputError:
    name = grid.name(cell)
    return InputError(phrase(f"terracotta.error.{what}", cell=name, **fields), field=f"grid.{name}")


def _bad_code(grid: Grid, cell: int, code: str, codes: Sequence[str]) -> InputError:
    return unknown(f"grid.{grid.name(cell)}", code[:6], codes)


def off_grid(grid: Grid, cell: int) -> InputError:
    """Return the refusal of a horse that would leave the grid."""
    return _bad(grid, cell, "horse")


def _piece(grid: Grid, cell: int, code: str) -> GridPiece:
    """Return the piece of a code on a space."""
    if code[0] in SPECIALIST_CODES and code[1:2] not in _TYPE_OF:
        kind, facing = SPECIALIST_CODES[code[0]], _DIRECTION_OF.get(code[1:], "")
        if (kind == "kneeling_archer") != bool(facing) or (not facing and len(code) > 1):
            raise _bad_code(grid, cell, code, ("F", "M", "A^", "A>", "Av", "A<"))
        return GridPiece(kind, "", (cell,), facing)
    if len(code) not in (2, 3) or not ("A" <= code[0] <= "Z") or code[1] not in _TYPE_OF:
        raise _bad_code(grid, cell, code, (EMPTY, "Yo", "Yo>", BODY, "F", "M", "A^"))
    if len(code) == 2:
        return GridPiece(_TYPE_OF[code[1]], code[0], (cell,))
    direction = _DIRECTION_OF.get(code[2])
    if direction is None:
        raise _bad_code(grid, cell, code, tuple(code[:2] + arrow for arrow in ARROWS.values()))
    cells = mounted_cells(grid, cell, direction)
    if cells is None:
        raise off_grid(grid, cell)
    return GridPiece(_TYPE_OF[code[1]], code[0], cells)


def mounted_cells(grid: Grid, cell: int, direction: str) -> tuple[int, int, int] | None:
    """Return the three spaces of a warrior mounted towards a direction, or None when they leave the grid."""
    ray = rays(grid.cols, grid.rows)[cell][direction]
    return (cell, ray[0], ray[1]) if len(ray) >= HORSE_LENGTH - 1 else None
