"""Short ways to positions for the tests of Terracotta Army."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import sectors
from pencilwright.games.terracotta_army.rules.grid import Grid, GridPiece
from pencilwright.games.terracotta_army.setup import Setup, draw
from pencilwright.games.terracotta_army.state import Inspectors, Player, Rings, State, start

COLS, ROWS = 9, 7
EMPTY = Grid(COLS, ROWS)
TILES = ("quad:SE", "center_col", "coins", "clay", "type:guard")


def cell(name: str) -> int:
    return EMPTY.cell(name)


def cells(*names: str) -> list[int]:
    return [cell(name) for name in names]


def warrior(owner: str, kind: str, *names: str) -> GridPiece:
    return GridPiece(kind, owner, tuple(map(cell, names)))


def archer(name: str, facing: str) -> GridPiece:
    return GridPiece("kneeling_archer", "", (cell(name),), facing)


def footman(name: str) -> GridPiece:
    return GridPiece("footman", "", (cell(name),))


def musician(name: str) -> GridPiece:
    return GridPiece("musician", "", (cell(name),))


def grid(*pieces: GridPiece) -> Grid:
    return Grid(COLS, ROWS, pieces)


def solo(
    *pieces: GridPiece, round: int = 1, tiles: Sequence[str] = TILES, difficulty: str = "", **him: Any
) -> State:
    """A solo game: yellow is you, purple is he; `him` replaces his goods."""
    state = start(draw("helpers", difficulty=difficulty))
    state.grid, state.round, state.tiles = grid(*pieces), round, tuple(tiles)
    for name, value in him.items():
        setattr(state.him, name, value)
    return state


def table(players: int = 2, *pieces: GridPiece, round: int = 1, tiles: Sequence[str] = TILES) -> State:
    """A game of two to four with the first seat first."""
    drawn: Setup = draw("helpers", players=players)
    state = start(Setup(players, drawn.tiles, 1, 1))
    state.grid, state.round, state.tiles = grid(*pieces), round, tuple(tiles)
    return state


def at(state: State, ring: str, action: str) -> int:
    """The first free sector that shows an action, rings as they stand."""
    view = {"inner": state.inner_action, "middle": state.middle_action, "outer": state.outer_action}[ring]
    return next(n for n in sectors.NUMBERS if view(n) == action and not state.workers(n))


def placed(state: State, player: Player, ring: str, action: str, artisan: bool = False) -> int:
    """Put a worker of a player in a sector that shows an action, and return the sector."""
    from pencilwright.games.terracotta_army.rules.actions import place

    sector = at(state, ring, action)
    if artisan and not player.artisans:
        player.craftsmen, player.artisans = player.craftsmen - 1, 1
    place(state, player, sector, artisan)
    return sector


KINDS = {"o": "officer", "g": "guard", "c": "crossbowman", "s": "soldier"}
GOODS = (
    "score", "coins", "wet", "dry", "active", "masters", "tokens", "craftsmen", "artisans", "priority",
)  # fmt: skip
"""Fields of a player that a line of text may give and that `changes` tells."""


def pieces(text: str) -> list[GridPiece]:
    """Return the pieces of a text: "Po A1 B1-C1-D1 archer C2S footman F6", a kind before its cells."""
    result, word = list[GridPiece](), ""
    for token in text.split():
        if not re.fullmatch(r"[A-I][1-7].*", token):
            word = token
        elif word == "archer":
            result.append(archer(token[:2], token[2]))
        elif word in ("footman", "musician"):
            result.append(GridPiece(word, "", (cell(token),)))
        else:
            result.append(warrior(word[0], KINDS[word[1]], *token.split("-")))
    return result


def position(text: str) -> State:
    """Return a position: "Yg A1 B1 archer C2S round=3 him.wet=4 at=3D wheel.1=Yc", of a solo game.

    "3 Yg A1" is one of a game of three. Players are "you" and "him", or have the letters of their colours.
    """
    words = [token for token in text.split() if "=" not in token and token != "-"]
    values = dict(token.split("=") for token in text.split() if "=" in token)
    seats = words.pop(0) if words[:1] and words[0] in ("2", "3", "4") else "1"
    difficulty = values.pop("options", "")
    state = solo(difficulty=difficulty) if seats == "1" else table(int(seats))
    state.grid = grid(*pieces(" ".join(words)))
    for name, value in values.items():
        _set(state, name, [] if value == "-" else value.split(","))
    return state


def _set(state: State, name: str, value: list[str]) -> None:
    who, _, field = name.partition(".")
    if name == "at":
        state.inspectors = Inspectors(int(value[0][0]), value[0][1])
    elif name == "done":
        for player in state.players:
            player.craftsmen = player.artisans = 0
    elif name == "rings":
        state.rings = Rings(*map(int, value))
    elif name in ("overseer", "row"):
        setattr(state.chancellor, name, tuple(value) if name == "row" else int(value[0]))
    elif who == "wheel":
        state.set_workers(int(field), *value)
    else:
        holder: Any = names_of(state)[who] if field else state
        old = getattr(holder, field or name)
        every = box.WEAPONS if value == ["all"] else value
        numbers = tuple(int(item) if item.lstrip("-").isdecimal() else item for item in every)
        setattr(holder, field or name, numbers[0] if isinstance(old, int) else numbers)


def names_of(state: State) -> dict[str, Player]:
    """Return the players by the names that `position` gives them."""
    if state.chancellor is not None:
        return {"you": state.human, "him": state.him}
    return {player.letter: player for player in state.players}


def _fields(state: State) -> dict[str, object]:
    result: dict[str, object] = {"round": state.round, "over": state.over, "stores": state.stores}
    result |= {"order": "".join(player.letter for player in state.players)}
    result |= {"rings": (state.rings.inner, state.rings.middle)}
    result |= {"at": f"{state.inspectors.row}{state.inspectors.column}"}
    result |= {f"wheel.{sector}": tuple(text.split()) for sector, text in enumerate(state.wheel, 1)}
    if state.chancellor is not None:
        result |= {"overseer": state.chancellor.overseer, "row": state.chancellor.row}
    for who, player in names_of(state).items():
        result |= {f"{who}.{name}": getattr(player, name) for name in GOODS}
    return result


def changes(before: State, after: State) -> str:
    """Return what has changed, as `position` reads it, and statues: + those that came, - those gone."""
    old, results = _fields(before), list[str]()
    for name, value in _fields(after).items():
        if value != old[name]:
            results.append(
                f"{name}={','.join(map(str, value)) or '-' if isinstance(value, tuple) else value}"
            )
    for sign, here, there in (("-", before, after), ("+", after, before)):
        for piece in here.grid.pieces:
            if piece not in there.grid.pieces:
                cells = "-".join(map(EMPTY.name, piece.cells)) + piece.facing
                results.append(f"{sign}{piece.owner}{piece.kind}:{cells}")
    return " ".join(results)


FX1 = grid(*pieces("Po C3 D3 Go E3 Bo F3 Yo C4 Po D4 Yo E4 Yg B6 C6 archer C2S D2S B4E F2S footman C5"))
FX2 = grid(*pieces("Yo B3 Pg C3 Ys E3 Pc F3 Gs H3 Pc E5 Ps B6 Yg H5 Go D6-E6-F6 archer C2S musician E1 B5"))
"""Boards of the worked examples FX1 and FX2."""
