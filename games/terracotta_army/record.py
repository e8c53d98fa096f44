"""A position as it is typed, to a state and back: what its JSON and its text have in common."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import ascending, printable_name
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import own_values
from pencilwright.games.terracotta_army import setup as setups
from pencilwright.games.terracotta_army.grid import from_codes
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.state import (
    FORMAT,
    LETTER_OF,
    Chancellor,
    ChancellorData,
    InspectorsData,
    Player,
    PlayerData,
    Position,
    RingsData,
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
    him = typed.chancellor
    return State(
        [_player(player, f"players[{index}]") for index, player in enumerate(typed.players)],
        typed.tiles,
        from_codes(typed.grid, board.columns, board.rows),
        board,
        _setup(typed.setup),
        typed.round,
        typed.over,
        typed.rings.inner,
        typed.rings.middle,
        seen.row - 1,
        col,
        list(typed.stores),
        [_workers(text, sector) for sector, text in enumerate(typed.wheel)],
        None if him is None else Chancellor(him.colour, him.overseer, him.row, tuple(sorted(him.difficulty))),
    )


def _setup(given: str | Setup | None) -> Setup | None:
    try:
        if isinstance(given, str):
            return setups.from_code(given)
        return None if given is None else setups.check(given)
    except InputError as error:
        raise InputError(phrase("terracotta.error.setup", why=error.sentence), field="setup") from error


def _player(typed: PlayerData, where: str) -> Player:
    """Return a player; tokens that are not told are the cheapest gone (ruling A13)."""
    weapons = ascending(typed.weapons, f"{where}.weapons")
    masters = ascending(typed.masters, f"{where}.masters")
    tokens = box.TOKEN_COSTS[len(masters) :] if typed.tokens is None else typed.tokens
    return Player(
        typed.colour,
        printable_name(typed.name, f"{where}.name"),
        typed.score,
        typed.coins,
        typed.wet,
        typed.dry,
        tuple(weapon for weapon in box.WEAPONS if weapon in weapons),
        tuple(master for master in box.MASTERS if master in masters),
        ascending(tokens, f"{where}.tokens"),
        typed.craftsmen,
        typed.artisans,
        typed.priority,
        typed.final,
    )


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
    him = state.chancellor
    return Position(
        format=FORMAT,
        setup=None if state.setup is None else setups.to_code(state.setup),
        board=own_values.changes(state.board),
        round=state.round,
        over=state.over,
        tiles=state.tiles,  # type: ignore[arg-type]  # words of the box
        rings=RingsData(state.inner, state.middle),
        inspectors=InspectorsData(state.row + 1, chr(ord("A") + state.col)),
        stores=tuple(state.stores),
        wheel=tuple(_codes(workers) for workers in state.wheel),
        grid=tuple(state.grid.rows_of_codes()),
        players=tuple(_typed(player) for player in state.players),
        chancellor=None if him is None else ChancellorData(**vars(him)),
    )


def _codes(workers: Sequence[Worker]) -> str:
    return " ".join(worker.owner + ("a" if worker.artisan else "c") for worker in workers)


def _typed(player: Player) -> PlayerData:
    goods = dict(vars(player))
    return PlayerData(weapons=goods.pop("active"), **goods)
