"""A position as it is typed, to a state and back: what its JSON and its text have in common."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import ascending, printable_name
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import own_values
from pencilwright.games.terracotta_army.grid import from_codes
from pencilwright.games.terracotta_army.state import (
    LETTER_OF,
    Inspectors,
    Player,
    Position,
    Rings,
    State,
    Worker,
)
from pencilwright.templates.phrases import phrase


def to_state(typed: Position) -> State:
    """Return the state of a position. Raises InputError naming the field."""
    board = own_values.read(typed.board)
    seen, col = typed.inspectors, ord(typed.inspectors.column) - ord("A")
    if seen.row > board.rows or col >= board.columns:
        size = {"rows": board.rows, "cols": board.columns}
        said = phrase("terracotta.error.inspectors", row=seen.row, col=seen.column, **size)
        raise InputError(said, field="inspectors")
    if len(typed.tiles) not in (0, box.ROUNDS):
        said = phrase("terracotta.error.tiles", n=len(typed.tiles), rounds=box.ROUNDS)
        raise InputError(said, field="tiles")
    if (him := typed.chancellor) is not None:
        him.difficulty = tuple(sorted(him.difficulty))
    return State(
        [_in_order(player, f"players[{index}]") for index, player in enumerate(typed.players)],
        typed.tiles,
        from_codes(typed.grid, board.columns, board.rows),
        board=board,
        setup=typed.setup,
        round=typed.round,
        over=typed.over,
        inner=typed.rings.inner,
        middle=typed.rings.middle,
        row=seen.row - 1,
        col=col,
        stores=list(typed.stores),
        wheel=[_workers(text, sector) for sector, text in enumerate(typed.wheel)],
        chancellor=him,
    )


def _in_order(player: Player, where: str) -> Player:
    """Return a player whose weapons, masters and tokens are in the order of the box, each there once."""
    weapons = ascending(player.active, f"{where}.weapons")
    masters = ascending(player.masters, f"{where}.masters")
    player.name = printable_name(player.name, f"{where}.name")
    player.active = tuple(weapon for weapon in box.WEAPONS if weapon in weapons)
    player.masters = tuple(master for master in box.MASTERS if master in masters)
    player.tokens = ascending(player.tokens, f"{where}.tokens")
    return player


def _workers(text: str, sector: int) -> tuple[Worker, ...]:
    """Return the workers of a text such as "Yc Pa"."""
    found = []
    for code in text.split():
        if len(code) != 2 or code[0] not in LETTER_OF.values() or code[1] not in "ca":
            said = phrase("terracotta.error.wheel", n=sector, code=code[:6], craftsman="Yc", artisan="Ya")
            raise InputError(said, field=f"wheel[{sector}]")
        found.append(Worker(code[0], code[1] == "a"))
    return tuple(found)


def from_state(state: State) -> Position:
    """Return the position as it is typed; the inverse of `to_state`."""
    return Position(
        setup=state.setup,
        board=own_values.changes(state.board),
        round=state.round,
        over=state.over,
        tiles=state.tiles,
        rings=Rings(state.inner, state.middle),
        inspectors=Inspectors(state.row + 1, chr(ord("A") + state.col)),
        stores=tuple(state.stores),
        wheel=tuple(_codes(workers) for workers in state.wheel),
        grid=tuple(state.grid.rows_of_codes()),
        players=tuple(state.players),
        chancellor=state.chancellor,
    )


def _codes(workers: Sequence[Worker]) -> str:
    return " ".join(worker.owner + ("a" if worker.artisan else "c") for worker in workers)
