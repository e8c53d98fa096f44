"""What enters the mausoleum: warriors and their weapons' abilities, specialists, and where each may go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.rules import grid as grids
from pencilwright.games.terracotta_army.state import Inspectors, Player, State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, Word, phrase

SWORD_VP, PIKE_VP, SPEAR_VP, SPEAR_COINS = 1, 3, 1, 2
AXES: Final = ("row", "col")


class Ability(NamedTuple):
    """How a weapon is used right after a warrior was built.

    Attributes
    ----------
    weapon : the one that is flipped.
    axis, step : sword: which inspector moves, and by 1 or -1; ("", 0): neither.
    source, target : pike: first space of the own warrior that slides, and where that space goes; (-1, -1).
    direction : crossbow: the direction that is counted; "" when no statue stands in line.
    """

    weapon: str
    axis: str = ""
    step: int = 0
    source: int = -1
    target: int = -1
    direction: str = ""


# --- Warriors ---------------------------------------------------------------------------------------------


def available_types(state: State, letter: str) -> list[str]:
    """Return the types that a player can build: in the organizer, with a base and a free space (A15)."""
    if state.bases(letter) <= 0 or len(state.grid.at) >= state.grid.cols * state.grid.rows:
        return []
    return [kind for kind in box.TYPES if state.left_of_type(kind) > 0]


def why_none(state: State, player: Player) -> Phrase | None:
    """Return why a player can build no warrior at all; None when there is a type to build."""
    if available_types(state, player.letter):
        return None
    if state.bases(player.letter) <= 0:
        return phrase("terracotta.why.base", colour=names.colour(player.colour))
    if not state.grid.empty():
        return phrase("terracotta.why.space")
    return phrase("terracotta.why.organizer")


def plentiful_types(state: State, letter: str) -> list[str]:
    """Return the types that the builder allows: those of which most are left in the organizer."""
    types = available_types(state, letter)
    most = max((state.left_of_type(kind) for kind in box.TYPES), default=0)
    return [kind for kind in types if state.left_of_type(kind) == most]


def put_warrior(state: State, player: Player, kind: str, cell: int, *, scored: bool = True) -> int:
    """Build a warrior on an empty space, and return the points that the organizer gave for it."""
    if cell in state.grid.at:
        text = phrase("terracotta.error.spot", piece=names.one(kind), where=state.grid.name(cell))
        raise InputError(text, field="cell")
    points = state.value_of_type(kind) if scored else 0
    state.grid = state.grid.with_piece(grids.GridPiece(kind, player.letter, (cell,)))
    player.score += points
    return points


def move_inspector(state: State, axis: str, step: int) -> None:
    """Move an inspector so many steps forward (negative: backward); the tracks are loops."""
    seen = state.board.inspectors
    if axis == "row":
        row, col = (state.row + step * seen.row_step) % state.grid.rows, state.col
    else:
        row, col = state.row, (state.col + step * seen.col_step) % state.grid.cols
    state.inspectors = Inspectors.at(row, col)


def advance_inspectors(state: State) -> None:
    """Move both inspectors one space forward, as after a scoring phase."""
    for axis in AXES:
        move_inspector(state, axis, 1)


def line_name(state: State, axis: str) -> Phrase:
    """Return where an inspector stands, in words."""
    return names.line(axis, state.row if axis == "row" else state.col)


def crossbow_points(grid: grids.Grid, cell: int, direction: str) -> int:
    """Return the empty spaces between a space and the next statue in a direction; 0 when there is none."""
    ray = grids.rays(grid.cols, grid.rows)[cell][direction]
    for distance, other in enumerate(ray):
        if other in grid.at:
            return distance
    return 0


def crossbow_directions(grid: grids.Grid, cell: int) -> list[str]:
    """Return the directions in which a statue stands; [""] when there is none."""
    lines = grids.rays(grid.cols, grid.rows)[cell]
    results = [
        direction for direction in grids.DIRECTIONS if any(other in grid.at for other in lines[direction])
    ]
    return results or [""]


def slides(grid: grids.Grid, letter: str, but: int) -> Iterator[tuple[grids.GridPiece, tuple[int, ...]]]:
    """Yield each slide of an own warrior: the piece and its new spaces (A9).

    `but` is where the warrior just built stands or is about to: it neither slides nor lets others pass. Every
    space passed and every new one must be empty; a mounted warrior's three spaces move together.
    """
    lines = grids.rays(grid.cols, grid.rows)
    for piece in grid.pieces:
        if piece.owner != letter or but in piece.cells:
            continue
        for direction in grids.DIRECTIONS:
            tracks = [lines[cell][direction] for cell in piece.cells]
            for distance in range(min(map(len, tracks))):
                cells = tuple(track[distance] for track in tracks)
                if but in cells or any(grid.at.get(cell, piece) is not piece for cell in cells):
                    break
                yield piece, cells


def abilities(state: State, player: Player, kind: str, cell: int) -> Iterator[Ability]:
    """Yield each way to use the weapon of a warrior just built on a space; none when it is inactive."""
    weapon = box.WEAPON_OF_TYPE[kind]
    if weapon not in player.active:
        return
    if weapon == "sword":
        yield Ability(weapon)
        for axis in AXES:
            for step in (1, -1):
                yield Ability(weapon, axis, step)
    elif weapon == "pike":
        yield Ability(weapon)
        for piece, cells in slides(state.grid, player.letter, cell):
            yield Ability(weapon, source=piece.cells[0], target=cells[0])
    elif weapon == "crossbow":
        for direction in crossbow_directions(state.grid, cell):
            yield Ability(weapon, direction=direction)
    else:
        yield Ability(weapon)


def flip(player: Player, weapon: str, *, active: bool) -> None:
    """Turn a weapon to its active or its inactive side."""
    wanted = {*player.active, weapon} if active else {*player.active} - {weapon}
    player.active = tuple(name for name in box.WEAPONS if name in wanted)


def use(state: State, player: Player, cell: int, ability: Ability) -> tuple[int, Phrase]:
    """Use a weapon's ability for the warrior on a space; return its points, and what it did in words."""
    flip(player, ability.weapon, active=False)
    more: dict[str, Word] = {}
    points, key = SWORD_VP, ""
    if ability.weapon == "sword":
        if ability.axis:
            move_inspector(state, ability.axis, ability.step)
            key, more = ".inspector", {"line": line_name(state, ability.axis)}
    elif ability.weapon == "pike":
        points = PIKE_VP
        if ability.source >= 0:
            _slide(state, player, cell, ability)
            key, space = ".slide", state.grid.name
            more = {"source": space(ability.source), "target": space(ability.target)}
    elif ability.weapon == "crossbow":
        points = crossbow_points(state.grid, cell, ability.direction) if ability.direction else 0
    else:
        points = SPEAR_VP
        player.coins += SPEAR_COINS
        key, more = ".coins", {"coins": names.count(SPEAR_COINS, "coin")}
    player.score += points
    return points, phrase(f"terracotta.did.used{key}", weapon=names.weapon(ability.weapon), n=points, **more)


def _slide(state: State, player: Player, cell: int, ability: Ability) -> None:
    """Slide an own warrior as the pike allows."""
    grid = state.grid
    for piece, cells in slides(grid, player.letter, cell):
        if (piece.cells[0], cells[0]) == (ability.source, ability.target):
            state.grid = grid.with_changed(piece, piece._replace(cells=cells))
            return
    raise InputError(phrase("terracotta.error.weapon", weapon=names.weapon(ability.weapon)), field="ability")


# --- Specialists ------------------------------------------------------------------------------------------


def cost_of(state: State, kind: str) -> int:
    """Return the coins for a specialist: one, and one for each of its kind already bought."""
    return 1 + state.bought(kind)


def purchasable(state: State, player: Player) -> list[str]:
    """Return the specialists that a player can pay for, with the weapon active and a piece left."""
    return [
        kind
        for kind in box.SPECIALISTS
        if state.board.specialist_weapon[kind] in player.active
        and state.bought(kind) < box.PER_SPECIALIST
        and cost_of(state, kind) <= player.coins
    ]


def specialist_places(grid: grids.Grid, letter: str, kind: str) -> Iterator[tuple[int, str]]:
    """Yield each space and direction for a specialist; a horse's space is its rider's."""
    if kind == "horse":
        for piece in grid.pieces:
            if piece.owner == letter and len(piece.cells) == 1:
                for direction in grids.DIRECTIONS:
                    cells = grids.mounted_cells(grid, piece.cells[0], direction)
                    if cells is not None and not any(cell in grid.at for cell in cells[1:]):
                        yield piece.cells[0], direction
        return
    lines = grids.rays(grid.cols, grid.rows)
    for cell in grid.empty():
        if kind != "kneeling_archer":
            yield cell, ""
            continue
        for direction in grids.DIRECTIONS:
            ray = lines[cell][direction]
            target = grid.at.get(ray[0]) if ray else None
            if target is not None and target.owner:
                yield cell, direction


def put_specialist(grid: grids.Grid, kind: str, cell: int, direction: str) -> grids.Grid:
    """Return the grid with a specialist; a horse is put under the warrior that stands on the space."""
    if kind != "horse":
        return grid.with_piece(grids.GridPiece(kind, "", (cell,), direction))
    rider = grid.at[cell]
    cells = grids.mounted_cells(grid, cell, direction)
    if cells is None:
        raise grids.off_grid(grid, cell)
    return grid.with_changed(rider, rider._replace(cells=cells))


def buy_specialist(state: State, player: Player, kind: str, cell: int, direction: str) -> int:
    """Buy and place a specialist; return what it cost. Raises InputError when that is not allowed."""
    if kind not in purchasable(state, player):
        price = names.count(cost_of(state, kind), "coin")
        who, what = names.colour(player.colour), names.one(kind)
        text = phrase("terracotta.error.specialist", colour=who, piece=what, price=price)
        raise InputError(text, field="specialist")
    if (cell, direction) not in specialist_places(state.grid, player.letter, kind):
        where = names.place(state.grid.name(cell), direction)
        raise InputError(phrase("terracotta.error.spot", piece=names.one(kind), where=where), field="cell")
    cost = cost_of(state, kind)
    player.coins -= cost
    flip(player, state.board.specialist_weapon[kind], active=False)
    state.grid = put_specialist(state.grid, kind, cell, direction)
    return cost


def next_to(grid: grids.Grid, cell: int, kind: str) -> bool:
    """Return whether a warrior of a type, or an archer that counts as one, shares an edge with a space."""
    return any(
        other in grid.at and grid.type_of(grid.at[other]) == kind
        for other in grids.neighbours(grid.cols, grid.rows)[cell]
    )
