"""Short ways to positions for the tests of Terracotta Army."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilwright.games.terracotta_army.rules.grid import Grid, Piece
from pencilwright.games.terracotta_army.setup import Setup, draw
from pencilwright.games.terracotta_army.state import Player, State, start

COLS, ROWS = 9, 7
EMPTY = Grid(COLS, ROWS)
TILES = ("quad:SE", "center_col", "coins", "clay", "type:guard")


def cell(name: str) -> int:
    return EMPTY.cell(name)


def cells(*names: str) -> list[int]:
    return [cell(name) for name in names]


def warrior(owner: str, kind: str, *names: str) -> Piece:
    return Piece(kind, owner, tuple(map(cell, names)))


def archer(name: str, facing: str) -> Piece:
    return Piece("kneeling_archer", "", (cell(name),), facing)


def footman(name: str) -> Piece:
    return Piece("footman", "", (cell(name),))


def musician(name: str) -> Piece:
    return Piece("musician", "", (cell(name),))


def grid(*pieces: Piece) -> Grid:
    return Grid(COLS, ROWS, pieces)


def solo(
    *pieces: Piece, round: int = 1, tiles: Sequence[str] = TILES, difficulty: str = "", **him: Any
) -> State:
    """A solo game: yellow is you, purple is he; `him` replaces his goods."""
    state = start(draw("helpers", difficulty=difficulty))
    state.grid, state.round, state.tiles = grid(*pieces), round, tuple(tiles)
    for name, value in him.items():
        setattr(state.him, name, value)
    return state


def table(players: int = 2, *pieces: Piece, round: int = 1, tiles: Sequence[str] = TILES) -> State:
    """A game of two to four with the first seat first."""
    drawn: Setup = draw("helpers", players=players)
    state = start(Setup(players, drawn.tiles, 0, 0))
    state.grid, state.round, state.tiles = grid(*pieces), round, tuple(tiles)
    return state


def at(state: State, ring: str, action: str) -> int:
    """The first free sector that shows an action, rings as they stand."""
    view = {"inner": state.inner_action, "middle": state.middle_action, "outer": state.outer_action}[ring]
    return next(sector for sector in range(12) if view(sector) == action and not state.wheel[sector])


def placed(state: State, player: Player, ring: str, action: str, artisan: bool = False) -> int:
    """Put a worker of a player in a sector that shows an action, and return the sector."""
    from pencilwright.games.terracotta_army.rules.actions import place

    sector = at(state, ring, action)
    if artisan and not player.artisans:
        player.craftsmen, player.artisans = player.craftsmen - 1, 1
    place(state, player, sector, artisan)
    return sector
