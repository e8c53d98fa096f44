"""A position laid by taps: the mausoleum, the wheel, what players have, and what lies on the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared import editor
from pencilwright.games.shared.editor import (
    BoardFault,
    BoardPart,
    BoardPlace,
    BoardRemedy,
    BoardToken,
    Count,
    CountRow,
    Owner,
    Piece,
)
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import legality
from pencilwright.games.terracotta_army.figures import sign_of
from pencilwright.games.terracotta_army.puzzle import dictionary
from pencilwright.games.terracotta_army.rules.grid import (
    ARROWS,
    DIRECTIONS,
    Grid,
    mounted_cells,
    rays,
)
from pencilwright.games.terracotta_army.rules.grid import GridPiece as Statue
from pencilwright.games.terracotta_army.session.picture import drawing
from pencilwright.games.terracotta_army.setup import Setup, draw
from pencilwright.games.terracotta_army.state import (
    ARTISAN,
    CRAFTSMAN,
    MOST_GOODS,
    Inspectors,
    Player,
    Rings,
    State,
    start,
)
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, Sentence, phrase

PRIMER: Final = dictionary.PRIMER
HORSE, ARCHER, OVERSEER = "H", "A", "overseer"
WORKERS: Final = {CRAFTSMAN: "craftsman", ARTISAN: "artisan"}
SPECIALISTS: Final = {"F": "footman", "M": "musician", ARCHER: "kneeling_archer", HORSE: "horse"}
INSPECTORS: Final = ("inspector_row", "inspector_column")
RINGS: Final = ("inner", "middle")
GOODS: Final = {"score": "vp", "coins": "coin", "wet": "clay_wet", "dry": "clay_dry"}
"""What is counted of a player -> its drawing."""
IN_HAND: Final = {"craftsmen": "craftsman", "artisans": "artisan"}
_TYPE_OF: Final = dict(zip(box.TYPE_LETTERS, box.TYPES, strict=True))


def blanks() -> tuple[tuple[Phrase, State], ...]:
    """Return the positions with nothing in them, by who plays."""
    alone = (phrase("terracotta.editor.solo"), _blank(box.SOLO))
    several = range(2, box.MOST_PLAYERS + 1)
    return alone, *((phrase("terracotta.editor.blank", n=n), _blank(n)) for n in several)


def _blank(players: int) -> State:
    state = start(draw("blank", players=players))
    state.setup, state.tiles, state.rings = None, (), Rings(1, 1)
    if state.chancellor is not None:
        state.chancellor.row, state.chancellor.difficulty = tuple(box.WEAPONS), ()
        state.him.masters, state.him.tokens = (), tuple(box.TOKEN_COSTS)
    return state


def of_setup(setup: Setup) -> State:
    """Return the position at the start of a game."""
    return start(setup)


def parts(state: State) -> tuple[BoardPart, ...]:
    """Return the parts of a position, each with what may be put where."""
    return _grid(state), _wheel(state), _players(state), _table(state)


def _called(state: State, player: Player) -> Sentence:
    if state.is_him(player):
        return names.HIM
    if state.chancellor is not None:
        return phrase("terracotta.editor.you")
    return player.name or names.colour(player.colour)


# --- The mausoleum ----------------------------------------------------------------------------------------


def _grid(state: State) -> BoardPart:
    grid = state.grid
    owners = [
        Owner(
            player.letter,
            _called(state, player),
            tuple(
                Piece(player.letter + letter, names.piece(kind), kind, max(0, state.left_of_type(kind)))
                for letter, kind in _TYPE_OF.items()
            ),
        )
        for player in state.players
    ]
    alone = [
        Piece(key, names.piece(kind), kind, max(0, box.PER_SPECIALIST - state.bought(kind)))
        for key, kind in SPECIALISTS.items()
    ]
    alone += [Piece(name, phrase(f"terracotta.editor.{name}"), name) for name in INSPECTORS]
    owners.append(Owner("", phrase("terracotta.editor.nobody"), tuple(alone)))
    rows = tuple(tuple(_space(state, cell) for cell in grid.row(row)) for row in range(grid.rows))
    heads = tuple(("", grid.name(col)[0]) for col in range(grid.cols))
    sides = tuple(str(row + 1) for row in range(grid.rows))
    return BoardPart("grid", phrase("terracotta.editor.grid"), tuple(owners), rows, heads=heads, sides=sides)


def _space(state: State, cell: int) -> BoardPlace:
    grid = state.grid
    tokens: tuple[BoardToken, ...] = ()
    if statue := grid.at.get(cell):
        sign = ARROWS[_way(statue)] if _way(statue) and cell == statue.cells[0] else ""
        tokens = (BoardToken(statue.kind if cell == statue.cells[0] else "horse", statue.owner, sign),)
    row, col = divmod(cell, grid.cols)
    return BoardPlace(f"at.{grid.name(cell)}", grid.name(cell), tokens, row == state.row or col == state.col)


def _way(statue: Statue) -> str:
    """Return where an archer looks or a horse stands, "" for all else."""
    if len(statue.cells) == 1:
        return statue.facing
    step = statue.cells[1] - statue.cells[0]
    return {1: "E", -1: "W"}.get(step, "S" if step > 0 else "N")


def _on_grid(state: State, what: str, cell: int) -> None:
    """Put a piece on a space, or take it away. Raises InputError for a horse without a rider."""
    grid = state.grid
    row, col = divmod(cell, grid.cols)
    if what == INSPECTORS[0]:
        state.inspectors = Inspectors.at(row, state.col)
    elif what == INSPECTORS[1]:
        state.inspectors = Inspectors.at(state.row, col)
    else:
        before = grid.at.get(cell)
        rest = Grid(grid.cols, grid.rows, (statue for statue in grid.pieces if statue is not before))
        after = _mounted(rest, before) if what == HORSE else _put(rest, before, what, cell)
        state.grid = rest if after is None else rest.with_piece(after)


def _put(rest: Grid, before: Statue | None, what: str, cell: int) -> Statue | None:
    """Return what stands on a space after a tap with a piece; None where it is taken away."""
    if what == ARCHER:
        looks = before.facing if before is not None and before.facing else ""
        left = DIRECTIONS[DIRECTIONS.index(looks) + 1 :] if looks else DIRECTIONS
        ways = [way for way in left if rays(rest.cols, rest.rows)[cell][way]]
        return Statue(SPECIALISTS[ARCHER], "", (cell,), ways[0]) if ways else None
    owner, kind = ("", SPECIALISTS[what]) if what in SPECIALISTS else (what[0], _TYPE_OF[what[1]])
    if before is not None and (before.owner, before.kind) == (owner, kind):
        return None
    return Statue(kind, owner, (cell,))


def _mounted(rest: Grid, rider: Statue | None) -> Statue:
    """Return a warrior on a horse, in the next direction that has room; on foot after the last one."""
    if rider is None or not rider.owner:
        raise InputError(phrase("terracotta.editor.rider"), field="grid")
    way, first = _way(rider), rider.cells[0]
    left = DIRECTIONS[DIRECTIONS.index(way) + 1 :] if way else DIRECTIONS
    for direction in left:
        cells = mounted_cells(rest, first, direction)
        if cells is not None and not any(cell in rest.at for cell in cells):
            return rider._replace(cells=cells)
    if not way:
        raise InputError(phrase("terracotta.editor.room"), field="grid")
    return rider._replace(cells=(first,))


# --- The wheel --------------------------------------------------------------------------------------------


def _wheel(state: State) -> BoardPart:
    owners = [
        Owner(
            player.letter,
            _called(state, player),
            tuple(
                Piece(player.letter + kind, phrase(f"terracotta.editor.{name}"), name, in_hand)
                for (kind, name), in_hand in zip(
                    WORKERS.items(), (player.craftsmen, player.artisans), strict=True
                )
            ),
        )
        for player in state.players
    ]
    rings = [
        Piece(
            ring,
            phrase("terracotta.editor.ring", ring=names.ring(ring), sign=names.action(_first(state, ring))),
            sign_of(_first(state, ring))[0],
        )
        for ring in RINGS
    ]
    him = [Piece(OVERSEER, phrase("terracotta.editor.overseer"), "inspector")] if state.chancellor else []
    owners.append(Owner("", phrase("terracotta.editor.nobody"), (*rings, *him)))
    return BoardPart("wheel", phrase("terracotta.editor.wheel"), tuple(owners), wheel=drawing(state))


def _first(state: State, ring: str) -> str:
    """Return the action on the first place of a ring: where it lies says how the ring is turned."""
    return state.board.inner[0] if ring == RINGS[0] else state.board.middle[0]


def _on_wheel(state: State, what: str, sector: int) -> None:
    if what == OVERSEER and state.chancellor is not None:
        state.chancellor.overseer = sector
    elif what in RINGS:
        turned = {ring: getattr(state.rings, ring) for ring in RINGS} | {what: sector}
        state.rings = Rings(**turned)
    else:
        player, workers = state.player(what[0]), state.workers(sector)
        is_there, is_artisan = what in workers, what[1] == ARTISAN
        if is_there:
            workers.remove(what)
        else:
            workers = sorted((*workers, what), key=lambda code: code[1] == ARTISAN)
        _in_hand(player, is_artisan, 1 if is_there else -1)
        state.set_workers(sector, *workers)


def _in_hand(player: Player, is_artisan: bool, by: int) -> None:
    """Count a worker that came to hand or left it: an artisan may have been a craftsman before."""
    if by < 0 and not (player.artisans if is_artisan else player.craftsmen):
        is_artisan = not is_artisan
    if is_artisan:
        player.artisans = max(0, player.artisans + by)
    else:
        player.craftsmen = max(0, player.craftsmen + by)


# --- What is counted --------------------------------------------------------------------------------------


def _players(state: State) -> BoardPart:
    people = [(player, _called(state, player)) for player in state.players]
    heads = tuple((player.letter, who) for player, who in people)
    goods = Count("", "", "", most=MOST_GOODS, is_asked=True)
    yes = Count("", "", "", tuple(editor.YES_NO))
    hand = Count("", "", "", editor.numbers(max(box.WORKERS.values())))
    of = partial(editor.row, people)
    rows = [
        of(name, phrase(f"terracotta.forecast.{name}"), icon,
           goods._replace(few=editor.PAD if name != "score" else 0))
        for name, icon in GOODS.items()
    ]  # fmt: skip
    rows += [of(name, phrase(f"terracotta.editor.{name}"), icon, hand) for name, icon in IN_HAND.items()]
    rows += [of(f"active.{name}", names.weapon(name), name, yes) for name in box.WEAPONS]
    rows += [of(f"masters.{name}", names.master(name), name, yes) for name in box.MASTERS]
    if state.chancellor is None:
        held = Count("", "", "", editor.numbers(len(state.players) - 1))
        rows.append(of("priority", phrase("terracotta.editor.priority"), "priority", held))
    return BoardPart("players", phrase("terracotta.editor.players"), heads=heads, rows=tuple(rows))


def _table(state: State) -> BoardPart:
    tiles = tuple((name, names.tile(name)) for name in box.TILES)
    weapons = tuple((name, names.weapon(name)) for name in box.WEAPONS)
    counts = [
        (
            phrase("terracotta.editor.round"),
            Count("round", "", str(state.round), editor.numbers(box.ROUNDS, 1), is_asked=True),
        )
    ]
    for number in range(state.round, box.ROUNDS + 1):
        words = phrase("terracotta.editor.tile", n=number)
        value = state.tiles[number - 1] if state.tiles else ""
        counts.append((words, Count(f"tiles.{number}", "", value, tiles, is_asked=True)))
    for store, clay in enumerate(state.stores):
        words = phrase("terracotta.editor.store", n=store)
        counts.append((words, Count(f"stores.{store}", "", str(clay), most=MOST_GOODS, few=editor.PAD)))
    if state.chancellor is not None:
        for place, weapon in enumerate(state.chancellor.row):
            words = phrase("terracotta.editor.row", n=place + 1)
            counts.append((words, Count(f"row.{place}", "", weapon, weapons)))
        for option in box.DIFFICULTIES:
            words, value = phrase("terracotta.editor.difficulty", n=option), str(int(state.hard(option)))
            counts.append((words, Count(f"difficulty.{option}", "", value.strip("0"), tuple(editor.YES_NO))))
    rows = tuple(CountRow(words, (count._replace(words=words),)) for words, count in counts)
    return BoardPart("table", phrase("terracotta.editor.table"), rows=rows)


def _counted(state: State, what: str, where: str) -> None:
    """Let a count be what a tap says. Raises InputError for a place or a value that there is not."""
    value = editor.count_at(parts(state), where).read(what)
    kind, _, name = where.partition(".")
    if kind == "players":
        place, _, thing = name.partition(".")
        state.players = tuple(
            _of_player(player, thing, value) if str(n) == place else player
            for n, player in enumerate(state.players)
        )
    elif kind == "round":
        state.round = int(value)
    elif kind == "tiles":
        state.tiles = _swapped(state.tiles or tuple(box.TILES[: box.ROUNDS]), int(name) - 1, value)
    elif kind == "stores":
        state.set_store(int(name), int(value))
    elif state.chancellor is not None and kind == "row":
        state.chancellor.row = _swapped(state.chancellor.row, int(name), value)
    elif state.chancellor is not None:
        others = {*state.chancellor.difficulty} - {int(name)}
        state.chancellor.difficulty = tuple(sorted(others | ({int(name)} if value else set())))


def _swapped(things: tuple[str, ...], place: int, thing: str) -> tuple[str, ...]:
    """Return things with one at a place; what was there goes to where it was."""
    there = things[place]
    return tuple(thing if n == place else there if item == thing else item for n, item in enumerate(things))


def _of_player(player: Player, name: str, value: str) -> Player:
    """Return a player of whom something is told; weapons and masters lie in the order of the box."""
    after = editor.with_value(player, name, value)
    after.active = tuple(filter(after.active.__contains__, box.WEAPONS))
    after.masters = tuple(filter(after.masters.__contains__, box.MASTERS))
    if after.masters != player.masters:
        after.tokens = box.TOKEN_COSTS[len(after.masters) :]
    return after


# --- Laid or taken ----------------------------------------------------------------------------------------


def lay(state: State, what: str, where: str) -> State:
    """Return the position after a tap: a piece is put or taken away, or something is counted.

    Raises InputError for a piece, a place or a value that there is not.
    """
    after = state.clone()
    kind = editor.kind_of((_grid(state), _wheel(state)), what, where)
    name = where.partition(".")[2]
    if kind == "at":
        _on_grid(after, what, after.grid.cell(name))
    elif kind:
        _on_wheel(after, what, int(name))
    else:
        _counted(after, what, where)
    return after


def askers(_state: State) -> tuple[()]:
    """Return who may ask what is best: who is to move alone."""
    return ()


def faults(state: State) -> tuple[BoardFault, ...]:
    """Return what cannot be, and what is missing for an answer, each at its place with what mends it."""
    wrong = [_fault(state, problem) for problem in legality.problems(state)]
    if not state.tiles and not state.over:
        missing = phrase("terracotta.editor.no_tiles")
        wrong.append(BoardFault("table", f"tiles.{state.round}", missing, is_missing=True))
    return tuple(wrong)


def _fault(state: State, problem: Problem) -> BoardFault:
    kind, _, name = problem.field.partition(".")
    if kind == "grid":
        return BoardFault("grid", f"at.{name}", problem.rule, tuple(_taken(state, name)))
    if kind == "wheel":
        workers = state.workers(int(name)) if name else []
        take = phrase("terracotta.editor.take")
        mend = (BoardRemedy(take, workers[-1], f"sector.{name}"),) if workers else ()
        return BoardFault("wheel", f"sector.{name}" if name else "", problem.rule, mend)
    if kind in ("tiles", "chancellor", "over"):
        return BoardFault("table", "", problem.rule)
    for place, player in enumerate(state.players):
        if player.colour == name.partition(".")[0]:
            where, placed = f"players.{place}.craftsmen", "".join(state.wheel).count(player.letter)
            right = box.WORKERS.get(state.seats, 0) - placed - player.artisans
            mend = (BoardRemedy(phrase("terracotta.editor.hand", n=right), str(right), where),)
            fits = player.colour == name and 0 <= right <= max(box.WORKERS.values())
            return BoardFault("players", where, problem.rule, mend if fits else ())
    return BoardFault("players", "", problem.rule)


def _taken(state: State, name: str) -> Iterator[BoardRemedy]:
    """Yield what takes the piece on a space away."""
    statue = state.grid.at[state.grid.cell(name)]
    codes = dict(zip(box.TYPES, box.TYPE_LETTERS, strict=True)) | {v: k for k, v in SPECIALISTS.items()}
    if statue.kind != SPECIALISTS[ARCHER]:
        take = phrase("terracotta.editor.take")
        yield BoardRemedy(take, statue.owner + codes[statue.kind], f"at.{name}")
