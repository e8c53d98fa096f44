"""What every placement now brings, written a second time from docs/rules-terracotta-army.md and the rulebook.

It shares no rule with games.terracotta_army: a piece is a tuple, spaces are (row, column), groups are flooded
from the pieces, and each scoring counts the whole mausoleum anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.state import State

Place = tuple[int, int]
Test = Callable[[Place], bool]
WAYS: Final = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
HORSE, FOOTMAN, ARCHER, MUSICIAN = box.SPECIALISTS


class Statue(NamedTuple):
    """What stands in the mausoleum; a warrior has an owner, an archer looks at a space."""

    kind: str
    owner: str
    places: tuple[Place, ...]
    looks_at: Place = (-9, -9)


class World(NamedTuple):
    """What a placement changes."""

    statues: tuple[Statue, ...]
    coins: int
    wet: int
    active: frozenset[str]
    row: int
    col: int
    gained: int = 0

    def at(self, place: Place) -> Statue | None:
        """Return what stands on a space."""
        return _standing(self.statues).get(place)


@lru_cache(maxsize=8)
def _standing(statues: tuple[Statue, ...]) -> dict[Place, Statue]:
    return {place: statue for statue in statues for place in statue.places}


def along(place: Place, way: str, steps: int = 1) -> Place:
    """Return the space so many steps away."""
    return place[0] + steps * WAYS[way][0], place[1] + steps * WAYS[way][1]


class Table:
    """A question: whose placements, what a warrior costs, how many scoring phases count before the end."""

    def __init__(self, state: State, me: str, cost: int, rounds: int) -> None:
        self.state, self.me, self.cost, self.rounds = state, me, cost, rounds
        self.places = [(row, col) for row in range(state.grid.rows) for col in range(state.grid.cols)]
        statues = []
        for piece in state.grid.pieces:
            places = tuple(divmod(cell, state.grid.cols) for cell in piece.cells)
            looks_at = along(places[0], piece.facing) if piece.facing else (-9, -9)
            statues.append(Statue(piece.kind, piece.owner, places, looks_at))
        own = state.player(me)
        active = frozenset(own.active)
        self.start = World(tuple(statues), own.coins, own.wet, active, state.row, state.col)

    # --- what may be placed -------------------------------------------------------------------------------

    def placements(self, world: World) -> Iterator[World]:
        """Yield the world after each placement of one piece."""
        empty = [place for place in self.places if world.at(place) is None]
        if world.wet >= self.cost and sum(each.owner == self.me for each in world.statues) < box.BASES:
            for kind in box.TYPES:
                gone = sum(each.kind == kind for each in world.statues)
                for place in empty if gone < box.PER_TYPE else ():
                    new = Statue(kind, self.me, (place,))
                    points = (*self.state.board.organizer[kind], 0)[gone]
                    after = world._replace(
                        statues=(*world.statues, new), wet=world.wet - self.cost, gained=world.gained + points
                    )
                    yield after
                    weapon = box.WEAPON_OF_TYPE[kind]
                    if weapon in world.active:
                        yield from self._used(after._replace(active=world.active - {weapon}), new, weapon)
        for kind, weapon in self.state.board.specialist_weapon.items():
            price = 1 + self._bought(world, kind)
            if weapon in world.active and price <= min(world.coins, box.PER_SPECIALIST):
                after = world._replace(coins=world.coins - price, active=world.active - {weapon})
                for statues in self._specialists(world, kind, empty):
                    yield after._replace(statues=tuple(statues))

    def _used(self, world: World, new: Statue, weapon: str) -> Iterator[World]:
        """Yield each use of a weapon for a warrior that has just been built."""
        if weapon == "spear":
            yield world._replace(gained=world.gained + 1, coins=world.coins + 2)
        elif weapon == "sword":
            seen, world = self.state.board.inspectors, world._replace(gained=world.gained + 1)
            yield world
            for step in (1, -1):
                yield world._replace(row=(world.row + step * seen.row_step) % self.state.grid.rows)
                yield world._replace(col=(world.col + step * seen.col_step) % self.state.grid.cols)
        elif weapon == "pike":
            world = world._replace(gained=world.gained + 3)
            yield world
            for other in world.statues:
                rest = tuple(each for each in world.statues if each != other)
                taken = {place for each in rest for place in each.places}
                for way, steps in product(
                    WAYS if other.owner == self.me and other != new else (), range(1, 9)
                ):
                    swept = {along(place, way, n) for place in other.places for n in range(1, steps + 1)}
                    if swept <= {*self.places} - taken:
                        places = tuple(along(place, way, steps) for place in other.places)
                        yield world._replace(statues=(*rest, other._replace(places=places)))
        else:
            shots = []
            for way in WAYS:
                line = [along(new.places[0], way, steps) for steps in range(1, 10)]
                shots += [number for number, place in enumerate(line) if world.at(place)][:1]
            yield from (world._replace(gained=world.gained + far) for far in shots or [0])

    def _bought(self, world: World, kind: str) -> int:
        """Return how many of a specialist are gone; against the chancellor one horse and musician lack."""
        gone = sum(len(each.places) > 1 if kind == HORSE else each.kind == kind for each in world.statues)
        return gone + (self.state.chancellor is not None and kind in (HORSE, MUSICIAN))

    def _specialists(self, world: World, kind: str, empty: list[Place]) -> Iterator[list[Statue]]:
        """Yield all statues after each way to place a specialist."""
        everything = list(world.statues)
        if kind == HORSE:
            for at, rider in enumerate(everything):
                for way in WAYS if rider.owner == self.me and len(rider.places) == 1 else ():
                    places = tuple(along(rider.places[0], way, steps) for steps in (0, 1, 2))
                    if {*places[1:]} <= {*empty}:
                        yield [*everything[:at], rider._replace(places=places), *everything[at + 1 :]]
        elif kind == ARCHER:
            for place in empty:
                for way in WAYS:
                    target = world.at(along(place, way))
                    if target is not None and target.owner:
                        yield [*everything, Statue(kind, "", (place,), along(place, way))]
        else:
            yield from ([*everything, Statue(kind, "", (place,))] for place in empty)

    # --- what it is worth ---------------------------------------------------------------------------------

    def worth(self, world: World) -> int:
        """Return the points gained, those of the scoring phases and those of the end of the game."""
        seen, total = self.state.board.inspectors, world.gained
        for phase in range(self.rounds):
            row = (world.row + phase * seen.row_step) % self.state.grid.rows
            col = (world.col + phase * seen.col_step) % self.state.grid.cols
            total += self._led(world, lambda place, row=row: place[0] == row, (7, 3), 6)
            total += self._led(world, lambda place, col=col: place[1] == col, (7, 3), 6)
            for musician in (each.places[0] for each in world.statues if each.kind == MUSICIAN):
                total += sum(
                    any(place[0] == musician[0] or place[1] == musician[1] for place in each.places)
                    for each in world.statues
                    if each.owner == self.me
                )
            total += self._tile(world, self.state.round + phase, phase)
        for row, col in (each.places[0] for each in world.statues if each.kind == FOOTMAN):
            total += self._led(
                world, lambda p, row=row, col=col: abs(p[0] - row) <= 1 and abs(p[1] - col) <= 1, (8, 2)
            )
        facing = [world.at(each.looks_at) for each in world.statues if each.kind == ARCHER]
        total += 2 * sum(target is not None and target.owner == self.me for target in facing)
        left = world.coins + self.rounds * self._income(self.me) + world.wet + self.state.player(self.me).dry
        return total + self._groups(world) + left // 2

    def _income(self, owner: str) -> int:
        """Return the coins that a player has of each end phase."""
        player = self.state.player(owner)
        coin_masters = {"builder", "captain", "censor"} & {*player.masters}
        return 0 if self.state.is_him(player) else len(coin_masters)

    def _tile(self, world: World, number: int, phase: int) -> int:
        """Return the points of the tile of a round, `phase` end phases from now."""
        tile, board = self.state.tiles[number - 1], self.state.board
        points = board.domination[number - 1], board.presence[number - 1]
        if tile in ("coins", "clay"):
            own, held = self.state.player(self.me), Counter[str]()
            for each in self.state.players:
                paid = each.coins + phase * self._income(each.letter)
                held[each.letter] = paid if tile == "coins" else each.wet + each.dry
            held[self.me] += world.coins - own.coins if tile == "coins" else world.wet - own.wet
            return self._share(held, Counter(), points, 7)
        what, _, name = tile.partition(":")
        if what == "type":
            return self._led(world, lambda place: True, points, 7, name)
        middle = self.state.grid.rows // 2, self.state.grid.cols // 2
        tests: dict[str, Test] = {
            "center_row": lambda place: place[0] == middle[0],
            "center_col": lambda place: place[1] == middle[1],
            "quad": lambda place: (
                (place[0] < middle[0] if "N" in name else place[0] > middle[0])
                and (place[1] < middle[1] if "W" in name else place[1] > middle[1])
            ),
        }
        return self._led(world, tests[what], points, 7)

    def _led(self, world: World, test: Test, points: tuple[int, int], option: int = 0, kind: str = "") -> int:
        """Return our points of the warriors, of a type where one is said, that stand where a test holds."""
        men = [each for each in world.statues if each.owner and kind in ("", each.kind)]
        there = [each for each in men if any(map(test, each.places))]
        facing = [world.at(each.looks_at) for each in world.statues if each.kind == ARCHER]
        archers = Counter(each.owner for each in facing if each in there)
        return self._share(Counter(each.owner for each in there), archers, points, option)

    def _share(
        self, counts: Counter[str], archers: Counter[str], points: tuple[int, int], option: int = 0
    ) -> int:
        """Return our points: the first for a lead, which archers part, else the second for presence."""
        if self.state.chancellor is not None and option in self.state.chancellor.difficulty:
            counts = counts + Counter({self.state.him.letter: 1})
        if not counts[self.me]:
            return 0
        ranks = {owner: (count, archers[owner]) for owner, count in counts.items()}
        mine = ranks.pop(self.me)
        return points[any(rank >= mine for rank in ranks.values())]

    def _groups(self, world: World) -> int:
        """Return our points of all groups: neighbours of one type, an archer having that which it faces."""
        nodes = []
        for each in world.statues:
            warrior = world.at(each.looks_at) if each.kind == ARCHER else each
            if warrior is not None and warrior.owner:
                nodes.append((warrior.kind, warrior.owner, each.kind == ARCHER, each.places))
        total, todo = 0, nodes[:]
        while todo:
            group = [todo.pop()]
            for kind, _, _, places in group:
                reach = {along(place, way) for place in places for way in WAYS}
                near = [node for node in todo if node[0] == kind and reach & {*node[3]}]
                todo = [node for node in todo if node not in near]
                group += near
            counts = Counter(owner for _, owner, is_archer, _ in group if not is_archer)
            archers = Counter(owner for _, owner, is_archer, _ in group if is_archer)
            if len(group) > 1:
                total += len(counts) * counts[self.me]
                total += self._share(counts, archers, (5, 2)) if len(counts) > 1 else 0
        return total
