"""Which warrior the chancellor builds and where, written a second time from the rules dossier (9.7 and 9.8).

It shares no rule with games.terracotta_army.chancellor.warrior_choice: groups are flooded from the
pieces, every step works on whole lists of spaces as (row, column).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.state import State

Place = tuple[int, int]
Warrior = tuple[str, str, tuple[Place, ...]]
"""Type, "you" or "him", the spaces it stands on."""


class Board:
    """What stands where, in the words of the dossier."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.height, self.width = state.grid.rows, state.grid.cols
        you = state.human.letter
        self.taken: set[Place] = set()
        self.warriors: list[Warrior] = []
        self.archers: list[tuple[Place, Place]] = []
        self.specialists: list[tuple[str, Place]] = []
        for piece in state.grid.pieces:
            places = tuple(divmod(cell, self.width) for cell in piece.cells)
            self.taken.update(places)
            if piece.owner:
                self.warriors.append((piece.kind, "you" if piece.owner == you else "him", places))
            elif piece.kind == "kneeling_archer":
                down, across = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}[piece.facing]
                here = places[0]
                self.archers.append((here, (here[0] + down, here[1] + across)))
            else:
                self.specialists.append((piece.kind, places[0]))

    def beside(self, place: Place) -> list[Place]:
        """Return the spaces that share an edge with one."""
        row, col = place
        four = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        return [(r, c) for r, c in four if 0 <= r < self.height and 0 <= c < self.width]

    def empty(self) -> list[Place]:
        """Return the empty spaces, row by row."""
        every = ((row, col) for row in range(self.height) for col in range(self.width))
        return [place for place in every if place not in self.taken]

    def at(self, place: Place) -> Warrior | None:
        """Return the warrior on a space."""
        return next((warrior for warrior in self.warriors if place in warrior[2]), None)


def warrior_type(state: State, feasible: Iterable[str]) -> str:
    """Return the type of a build action (9.7, steps 1 to 4)."""
    points = {kind: state.value_of_type(kind) for kind in feasible}
    active = [kind for kind in points if box.WEAPON_OF_TYPE[kind] in state.him.active]
    lonely = [
        kind
        for kind in points
        if kind not in active
        and len(points) > 1
        and all(points[kind] >= points[other] + 3 for other in points if other != kind)
    ]
    remaining = active if active and not lonely else list(points)
    remaining = [kind for kind in remaining if points[kind] == max(points[other] for other in remaining)]
    for tile in state.tiles[state.round - 1 :]:
        if len(remaining) > 1 and tile.startswith("type:") and tile[5:] in remaining:
            remaining = [tile[5:]]
    row = state.chancellor.row if state.chancellor is not None else ()
    return max(remaining, key=lambda kind: row.index(box.WEAPON_OF_TYPE[kind]))


def warrior_places(state: State, kind: str) -> list[Place]:
    """Return the spaces that are left for a warrior of a type (9.7 groups, 9.8); several: you choose."""
    board = Board(state)
    stored = _narrowed(board, _candidates(board, kind))
    return stored


def _candidates(board: Board, kind: str) -> list[Place]:
    """Return the spaces beside the group that the ladder chooses, or those beside no warrior of the type."""
    left = 6 - board.state.round
    best: dict[str, list[tuple[int, set[Place]]]] = {}
    for members, faced in _groups(board, kind):
        edge = {near for place in members.places for near in board.beside(place)} - board.taken
        if edge:
            letter = _condition(members.yours, members.his, faced["you"], faced["him"], left)
            best.setdefault(letter, []).append((members.size, edge))
    for letter in "abcdef":
        if letter in best:
            largest = max(size for size, _ in best[letter])
            return sorted({place for size, edge in best[letter] if size == largest for place in edge})
    apart = [
        place
        for place in board.empty()
        if not any((near := board.at(other)) is not None and near[0] == kind for other in board.beside(place))
    ]
    return apart or board.empty()


class _Members:
    """A group while it grows."""

    def __init__(self) -> None:
        self.places: set[Place] = set()
        self.yours = self.his = self.size = 0


def _groups(board: Board, kind: str) -> list[tuple[_Members, dict[str, int]]]:
    """Return the groups and single warriors of a type, with the archers that count for each of you."""
    nodes: list[tuple[tuple[Place, ...], str, bool]] = [
        (places, owner, False) for warrior, owner, places in board.warriors if warrior == kind
    ]
    for here, looks_at in board.archers:
        seen = board.at(looks_at)
        if seen is not None and seen[0] == kind:
            nodes.append(((here,), seen[1], True))
    results, todo = [], list(range(len(nodes)))
    while todo:
        members, faced = _Members(), {"you": 0, "him": 0}
        edge = [todo.pop(0)]
        while edge:
            places, owner, is_archer = nodes[edge.pop()]
            members.size += 1
            members.places.update(places)
            if is_archer:
                faced[owner] += 1
            elif owner == "you":
                members.yours += 1
            else:
                members.his += 1
            reach = {near for place in places for near in board.beside(place)}
            joined = [index for index in todo if reach & set(nodes[index][0])]
            todo = [index for index in todo if index not in joined]
            edge += joined
        results.append((members, faced))
    return results


def _condition(yours: int, his: int, your_archers: int, his_archers: int, left: int) -> str:
    """Return the first of the conditions a to f, "g" for none."""
    gap, archers = yours - his, your_archers - his_archers
    ahead = gap > 0 or (gap == 0 and archers > 0)
    behind = gap < 0 or (gap == 0 and archers < 0)
    rules = (
        ("a", gap == 0 and archers == 0),
        ("b", gap == 1 or (gap == 0 and archers == 1)),
        ("c", gap > 0 and his > 0),
        ("d", ahead and yours > 0 and gap <= left),
        ("e", behind and yours > 0),
        ("f", yours == 0),
    )
    return next((letter for letter, holds in rules if holds), "g")


def _narrowed(board: Board, places: list[Place]) -> list[Place]:
    """Steps 1 to 6 of 9.8; a step that would leave nothing is skipped."""
    state = board.state

    def narrow(stored: list[Place], test: Callable[[Place], bool]) -> list[Place]:
        return [place for place in stored if test(place)] or stored

    def priority(place: Place) -> int:
        return 1 + (place[0] - state.row) % board.height + (place[1] - state.col) % board.width

    remaining = narrow(places, lambda place: priority(place) <= (3, 3, 2, 1, 1)[state.round - 1])
    middle_row, middle_col = board.height // 2, board.width // 2
    for tile in state.tiles[state.round - 1 :]:
        if tile == "center_row":
            remaining = narrow(remaining, lambda place: place[0] == middle_row)
        elif tile == "center_col":
            remaining = narrow(remaining, lambda place: place[1] == middle_col)
        elif tile.startswith("quad:"):
            north, west = tile[5] == "N", tile[6] == "W"
            remaining = narrow(
                remaining,
                lambda place, north=north, west=west: (  # type: ignore[misc]
                    place[0] != middle_row
                    and place[1] != middle_col
                    and (place[0] < middle_row) == north
                    and (place[1] < middle_col) == west
                ),
            )
    least = min(priority(place) for place in remaining)
    remaining = [place for place in remaining if priority(place) == least]
    musicians = [place for kind, place in board.specialists if kind == "musician"]
    audience = {place: sum(m[0] == place[0] or m[1] == place[1] for m in musicians) for place in remaining}
    remaining = [place for place in remaining if audience[place] == max(audience.values())]
    return _beside_footmen(board, remaining)


def _beside_footmen(board: Board, remaining: list[Place]) -> list[Place]:
    apart: dict[Place, int] = {}
    for kind, place in board.specialists:
        if kind != "footman":
            continue
        ring = {(place[0] + down, place[1] + across) for down in (-1, 0, 1) for across in (-1, 0, 1)} - {
            place
        }
        count = {"you": 0, "him": 0}
        for _, owner, places in board.warriors:
            count[owner] += bool(ring & set(places))
        for near in remaining:
            if near in ring:
                apart[near] = min(apart.get(near, 99), abs(count["you"] - count["him"]))
    return [place for place in apart if apart[place] == min(apart.values())] or remaining
