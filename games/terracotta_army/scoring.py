"""Points of Terracotta Army: the scoring phase of a round and the end of the game, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pencilwright.games.shared.scores import Score, ScoreLine, Tie
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.rules import building
from pencilwright.games.terracotta_army.rules.grid import Grid, GridPiece, around
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase

if TYPE_CHECKING:
    from pencilwright.games.terracotta_army.components import Components
    from pencilwright.games.terracotta_army.state import State

NO_EXTRA: Final[Mapping[str, int]] = {}


class Award(NamedTuple):
    """One scoring event.

    Attributes
    ----------
    id : what is scored, such as "inspector.row" or "group.C3" (the first space of the group).
    points : player's letter -> points, without those who score nothing.
    why : player's letter -> the reason in words.
    unverified : names of components that no source proves and that these points depend on.
    """

    id: str
    points: Mapping[str, int]
    why: Mapping[str, Phrase]
    unverified: tuple[str, ...] = ()


# --- Domination and presence ------------------------------------------------------------------------------


def leader(counts: Mapping[str, int], archers: Mapping[str, int] | None) -> str | None:
    """Return who dominates: the only player with the most, among equals the one whom most archers face.

    Parameters
    ----------
    counts : what each player has of the thing counted.
    archers : kneeling archers facing each player's counted warriors; None where they break no tie.
    """
    most = max(counts.values(), default=0)
    top = [owner for owner, count in counts.items() if count == most and most > 0]
    if len(top) > 1 and archers is not None:
        favour = max(archers.get(owner, 0) for owner in top)
        top = [owner for owner in top if archers.get(owner, 0) == favour]
    return top[0] if len(top) == 1 else None


def dominates(
    counts: Mapping[str, int], archers: Mapping[str, int] | None, points: tuple[int, int]
) -> dict[str, int]:
    """Return the points for domination and presence (see `leader`); a player never has both (ruling A1)."""
    first = leader(counts, archers)
    return {owner: points[0] if owner == first else points[1] for owner, count in counts.items() if count > 0}


def tally(warriors: Iterable[GridPiece]) -> dict[str, int]:
    """Return how many of the warriors each player owns."""
    counts: dict[str, int] = {}
    for piece in warriors:
        counts[piece.owner] = counts.get(piece.owner, 0) + 1
    return counts


def archers_facing(grid: Grid, warriors: Sequence[GridPiece]) -> dict[str, int]:
    """Return how many archers face each player's warriors among these, wherever the archer stands (A4)."""
    counted = {piece.cells[0] for piece in warriors}
    result: dict[str, int] = {}
    for archer in grid.of_kind("kneeling_archer"):
        target = grid.faced(archer)
        if target is not None and target.cells[0] in counted:
            result[target.owner] = result.get(target.owner, 0) + 1
    return result


def _plus(counts: Mapping[str, int], extra: Mapping[str, int]) -> dict[str, int]:
    """Return counts with what difficulty options 6 and 7 add (ruling A26)."""
    return {owner: counts.get(owner, 0) + extra.get(owner, 0) for owner in {**counts, **extra}}


def _role(owner: str, counts: Mapping[str, int], archers: Mapping[str, int] | None) -> Phrase:
    """Return in words why a player scores: domination, presence, and what an equal count did."""
    equal = [other for other, count in counts.items() if count == counts[owner] and other != owner]
    if owner == leader(counts, archers):
        name = "archers" if equal else "domination"
    else:
        name = "tied" if equal and counts[owner] == max(counts.values()) else "presence"
    return phrase(f"terracotta.role.{name}")


def _award(
    name: str,
    what: Mapping[str, Word],
    counts: Mapping[str, int],
    archers: Mapping[str, int] | None,
    points: tuple[int, int],
    thing: str = "warrior",
    unverified: tuple[str, ...] = (),
) -> Award:
    """Return the event of one domination, with the reason for each player.

    what : what the words say besides count and role; the event's name begins the key of the words.
    """
    scored = dominates(counts, archers, points)
    key = f"terracotta.score.{name.partition('.')[0]}"
    why = {
        owner: phrase(
            key, **what, count=names.count(counts[owner], thing), role=_role(owner, counts, archers)
        )
        for owner in scored
    }
    return Award(name, scored, why, unverified)


# --- The scoring phase ------------------------------------------------------------------------------------


def inspector(grid: Grid, axis: str, index: int, extra: Mapping[str, int] = NO_EXTRA) -> Award:
    """Score the line of one inspector: axis "row" or "col", index from 0. `extra` counts on top."""
    cells = grid.row(index) if axis == "row" else grid.col(index)
    warriors = grid.warriors_on(cells)
    counts = _plus(tally(warriors), extra)
    return _award(
        f"inspector.{axis}",
        {"line": names.line(axis, index)},
        counts,
        archers_facing(grid, warriors),
        box.INSPECTOR_VP,
        unverified=("inspectors", "columns"),
    )


def musicians(grid: Grid) -> list[Award]:
    """Score every musician: a point for each own warrior in its row or column, once (ruling A7)."""
    result = []
    for piece in grid.of_kind("musician"):
        (cell,) = piece.cells
        seen = grid.warriors_on((*grid.row(cell // grid.cols), *grid.col(cell % grid.cols)))
        counts = tally(seen)
        where = grid.name(cell)
        why = {
            owner: phrase("terracotta.score.musician", cell=where, n=count) for owner, count in counts.items()
        }
        result.append(Award(f"musician.{where}", counts, why))
    return result


def quadrant(grid: Grid, name: str) -> list[int]:
    """Return the spaces of a quadrant: "NW", "NE", "SW" or "SE"; the centre cross belongs to none."""
    middle_row, middle_col = grid.rows // 2, grid.cols // 2
    rows = range(middle_row) if name[0] == "N" else range(middle_row + 1, grid.rows)
    cols = range(middle_col) if name[1] == "W" else range(middle_col + 1, grid.cols)
    return [row * grid.cols + col for row in rows for col in cols]


def tile_cells(grid: Grid, tile: str) -> list[int] | None:
    """Return the spaces that a row, column or quadrant tile counts; None for the other tiles."""
    if tile == "center_row":
        return list(grid.row(grid.rows // 2))
    if tile == "center_col":
        return list(grid.col(grid.cols // 2))
    return quadrant(grid, tile.removeprefix("quad:")) if tile.startswith("quad:") else None


def tile(
    grid: Grid,
    name: str,
    round_: int,
    board: Components,
    goods: Mapping[str, tuple[int, int]],
    extra: Mapping[str, int] = NO_EXTRA,
) -> Award:
    """Score a tile in a round (1 to 5). `goods` are coins and clay of each player."""
    points = (board.domination[round_ - 1], board.presence[round_ - 1])
    archers: Mapping[str, int] | None = None
    thing = "warrior"
    if name in ("coins", "clay"):
        counts = {owner: held[name == "clay"] for owner, held in goods.items()}
        thing = name.removesuffix("s")
    else:
        cells = tile_cells(grid, name)
        kind = name.removeprefix("type:")
        warriors = grid.of_kind(kind) if cells is None else grid.warriors_on(cells)
        counts, archers = tally(warriors), archers_facing(grid, warriors)
    return _award(
        f"tile.{name.replace(':', '.').lower()}",
        {"n": round_, "tile": names.tile(name)},
        _plus(counts, extra),
        archers,
        points,
        thing,
        ("domination", "presence", *(("columns",) if name.startswith(("quad", "center")) else ())),
    )


def extra_for(state: State, option: int) -> dict[str, int]:
    """Return what a difficulty option adds to the chancellor's counts: one, or nothing."""
    return {state.him.letter: 1} if state.hard(option) else {}


def goods_of(state: State) -> dict[str, tuple[int, int]]:
    """Return coins and clay of each player."""
    return {player.letter: (player.coins, player.wet + player.dry) for player in state.players}


def paid(
    goods: Mapping[str, tuple[int, int]], coins: Mapping[str, int], times: int
) -> dict[str, tuple[int, int]]:
    """Return goods after so many end phases."""
    return {owner: (held + times * coins[owner], clay) for owner, (held, clay) in goods.items()}


def income(state: State) -> dict[str, int]:
    """Return the coins that the end phase pays: one for each coin master, none to the chancellor (9.11)."""
    return {
        player.letter: 0 if state.is_him(player) else len({*player.masters} & {*box.COIN_MASTERS})
        for player in state.players
    }


def pay(state: State) -> None:
    """Pay everybody the coins of the end phase."""
    for letter, coins in income(state).items():
        state.player(letter).coins += coins


def phase(state: State) -> list[Award]:
    """Return the events of this round's scoring phase, in order, on the position as it stands.

    Nothing is changed: the inspectors' moves and the points are the rules' business. The second inspector
    stands where it is, since only the first one moves before it.
    """
    return [
        inspector(state.grid, "row", state.row, extra_for(state, 6)),
        inspector(state.grid, "col", state.col, extra_for(state, 6)),
        *musicians(state.grid),
        tile(
            state.grid,
            state.tiles[state.round - 1],
            state.round,
            state.board,
            goods_of(state),
            extra_for(state, 7),
        ),
    ]


# --- The end of the game ----------------------------------------------------------------------------------


def footmen(grid: Grid) -> list[Award]:
    """Score every footman: the warriors of any type on the eight spaces around it."""
    result = []
    for piece in grid.of_kind("footman"):
        (cell,) = piece.cells
        seen = grid.warriors_on(around(grid.cols, grid.rows)[cell])
        where = grid.name(cell)
        result.append(
            _award(
                f"footman.{where}", {"cell": where}, tally(seen), archers_facing(grid, seen), box.FOOTMAN_VP
            )
        )
    return result


def groups(grid: Grid) -> list[Award]:
    """Score every group: k points a warrior for k players in it; with two or more, domination."""
    result = []
    for group in grid.groups():
        counts = tally(group.warriors)
        players = len(counts)
        where = grid.name(min(group.cells))
        size = names.count(group.size, group.kind)
        points = {owner: players * count for owner, count in counts.items()}
        why = {
            owner: phrase("terracotta.score.group", size=size, cell=where, n=count, players=players)
            for owner, count in counts.items()
        }
        if players > 1:
            facing = {owner: group.faced.count(owner) for owner in counts}
            for owner, gained in dominates(counts, facing, box.GROUP_VP).items():
                points[owner] += gained
                role = _role(owner, counts, facing)
                why[owner] = phrase("terracotta.score.group.led", group=why[owner], points=gained, role=role)
        result.append(Award(f"group.{where}", points, why))
    return result


def archers(grid: Grid) -> list[Award]:
    """Score every kneeling archer: two points to the owner of the warrior that it faces."""
    result = []
    for archer in grid.of_kind("kneeling_archer"):
        target = grid.faced(archer)
        if target is not None:
            where, faced = grid.name(archer.cells[0]), grid.name(target.cells[0])
            why = phrase("terracotta.score.archer", cell=where, target=faced)
            result.append(Award(f"archer.{where}", {target.owner: box.ARCHER_VP}, {target.owner: why}))
    return result


def goods(held: Mapping[str, tuple[int, int]], due: Mapping[str, int] = NO_EXTRA) -> Award:
    """Score what is left: a point for two of coins and clay together. `due` of the coins are not paid yet."""
    points, why = {}, {}
    for owner, (coins, clay) in held.items():
        total = coins + clay
        if total // box.GOODS_PER_POINT:
            points[owner] = total // box.GOODS_PER_POINT
            fields = {"coins": names.count(coins, "coin"), "clay": names.count(clay, "clay")}
            why[owner] = phrase("terracotta.score.goods", **fields, per=box.GOODS_PER_POINT)
            if later := due.get(owner):
                why[owner] = phrase(
                    "terracotta.score.goods.due", **fields, due=later, per=box.GOODS_PER_POINT
                )
    return Award("goods", points, why)


def final(grid: Grid, held: Mapping[str, tuple[int, int]], due: Mapping[str, int] = NO_EXTRA) -> list[Award]:
    """Return the events of the end of the game, in order (section 8); ungrouped warriors count at footmen.

    due : coins among those held that the end phase is still to pay.
    """
    return [*footmen(grid), *groups(grid), *archers(grid), goods(held, due)]


def total(awards: Iterable[Award]) -> dict[str, int]:
    """Return the points of each player over several events."""
    result: dict[str, int] = {}
    for award in awards:
        for owner, points in award.points.items():
            result[owner] = result.get(owner, 0) + points
    return result


# --- A whole position -------------------------------------------------------------------------------------


def ending(state: State, rounds: int) -> list[Award]:
    """Return what so many rounds and then the end of the game score if nobody places another piece.

    Each of the rounds, this one first, is a scoring phase and the end phase after it, which pays its coins.
    """
    after = state.clone()
    results: list[Award] = []
    for _ in range(rounds):
        results += phase(after)
        building.advance_inspectors(after)
        pay(after)
        after.round += 1
    due = {owner: rounds * coins for owner, coins in income(state).items()}
    return [*results, *final(after.grid, goods_of(after), due)]


def awards(state: State) -> list[Award]:
    """Return what the position still scores if nobody places another piece from here.

    With all workers placed, the scoring phase and the end phase of this round come first, on the position as
    it stands: in the solo game his surprise construction, which may build more, is the simulation's
    (`chancellor --finish`). Then the end of the game. After the game nothing is left to score.
    """
    if state.over:
        return []
    return ending(state, int(all(player.in_hand == 0 for player in state.players)))


def scores(state: State) -> tuple[tuple[Sentence, Score], ...]:
    """Return the score of each player in turn order: the points on the track, and `awards` line by line.

    Of equal points the player wins who is earlier in the turn order of the end (section 8): in the solo game
    the chancellor. A pad of others, which holds points alone, does not tell that order.
    """
    scored = awards(state)
    order = [player.letter for player in state.order_after()] if _tells_order(state) else []
    when = None if state.over else phrase("terracotta.points.here")
    track_words = "terracotta.score.track" if state.over else "terracotta.points.now"
    result = []
    for player in state.players:
        track = ScoreLine("track", player.score - sum(player.final), phrase(track_words))
        lines = [
            ScoreLine(f"{row}.{player.colour}", points, phrase(f"terracotta.pad.row.{row}"))
            for row, points in zip(box.FINAL_ROWS, player.final, strict=False)
        ]
        lines += [
            ScoreLine(award.id, award.points[player.letter], award.why[player.letter], _still(state, award))
            for award in scored
            if player.letter in award.points
        ]
        name = player.name or (names.HIM if state.is_him(player) else names.colour(player.colour))
        total = sum(line.points or 0 for line in (track, *lines))
        ties = (Tie(phrase("terracotta.score.tie"), order[::-1].index(player.letter)),) if order else ()
        sums = {f"total.{player.colour}": total}
        result.append((name, Score(total=total, lines=(track, *lines), ties=ties, sums=sums, when=when)))
    return tuple(result)


def _tells_order(state: State) -> bool:
    """Return whether a position tells the turn order of the end; against the chancellor none is needed."""
    return not state.over or state.chancellor is not None or bool(state.grid.pieces) or any(state.wheel)


def _still(state: State, award: Award) -> tuple[str, ...]:
    """Return the names behind an award that a user's board has not confirmed."""
    return tuple(name for name in award.unverified if name in state.board.unverified)
