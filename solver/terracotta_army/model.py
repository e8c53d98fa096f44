"""A plan of the next pieces as a CP-SAT model: clusters are chosen, points follow from counts in regions.

What groups gain is exact in each cluster (see clusters.py), so the model only chooses clusters that do not
meet. Who dominates a region is decided by how many of our warriors it needs: a number for each region. An
archer of the plan (there is at most one) shifts that number by one. Regions where more can happen, because
idle archers wake up or a rider that archers face is mounted, compare one number a player instead: 64 times
warriors plus archers.

Expressions of ortools are added with "a = a + b": "+=" would change the same expression wherever else it is
used.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from games.terracotta_army import building, scoring
from games.terracotta_army import components as box
from games.terracotta_army.components import ARCHER_VP, FOOTMAN_VP, INSPECTOR_VP, TYPES
from games.terracotta_army.grid import Piece, around, neighbours
from solver.terracotta_army.clusters import clusters
from solver.terracotta_army.options import Option, options, rider
from solver.terracotta_army.question import Question, warriors_possible
from solver.terracotta_army.value import best_gap

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

WEIGHT: Final = 64
MOST: Final = 4096
"""Larger than any key of a count."""


class Region(NamedTuple):
    """A place where somebody may dominate.

    Attributes
    ----------
    counts, archers : warriors of each player and archers that face them, as they are today.
    ours : options that add a warrior of ours.
    facing : owner -> options that add an archer for that player's counted warriors.
    plain : whether options add one warrior or one archer and nothing else happens.
    """

    counts: dict[str, int]
    archers: dict[str, int]
    ours: list[int]
    facing: dict[str, list[int]]
    plain: bool


class PlanModel:
    """The model of one question; `chosen` reads a plan back out of a solution."""

    def __init__(self, question: Question) -> None:
        """Build the model."""
        from ortools.sat.python import cp_model

        self.question = question
        self.state, self.grid, self.me = question.state, question.state.grid, question.letter
        self.player = self.state.player(self.me)
        self.others = [player.letter for player in self.state.players if player.letter != self.me]
        self.options = options(question)
        self.idle = any(
            option.pieces > 1 or (option.archers and option.target < 0) for option in self.options
        )
        self.model: cp_model.CpModel = cp_model.CpModel()
        self.any = [self.model.new_bool_var(f"any{index}") for index in range(len(self.options))]
        self._points: list[Any] = []
        self._clusters()
        self._place()
        self._pay()
        self._phases()
        self._footmen()
        self._archer_points()
        self.objective = sum(self._points)

    def _bool(self, name: str) -> Any:
        return self.model.new_bool_var(name)

    # --- clusters

    def _clusters(self) -> None:
        """Choose clusters that share no option, touch no group twice and do not stand side by side."""
        model, question = self.model, self.question
        found = clusters(self.grid, self.options, self.me, question.pieces, warriors_possible(question))
        holding: list[list[Any]] = [[] for _ in self.options]
        touching: dict[int, list[Any]] = {}
        for number, cluster in enumerate(found):
            var = self._bool(f"cluster {number}")
            for index in cluster.members:
                holding[index].append(var)
            for group in cluster.touched:
                touching.setdefault(group, []).append(var)
            if cluster.gain:
                self._points.append(cluster.gain * var)
        for index, held in enumerate(holding):
            model.add(self.any[index] == sum(held))
        for held in touching.values():
            model.add_at_most_one(held)
        self._apart(
            [(cluster.members, held) for cluster, held in zip(found, self._all(found, holding), strict=True)]
        )
        today = scoring.total(scoring.groups(self.grid)).get(self.me, 0)
        self._points.append(today)

    def _all(self, found: list[Any], holding: list[list[Any]]) -> list[Any]:
        """Return the variable of each cluster, in order."""
        seen = [iter(held) for held in holding]
        result = []
        for cluster in found:
            taken = [next(seen[index]) for index in cluster.members]
            result.append(taken[0])
        return result

    def _apart(self, chosen: list[tuple[tuple[int, ...], Any]]) -> None:
        """Forbid two clusters of a type side by side: together they would be one."""
        near = neighbours(self.grid.cols, self.grid.rows)
        at: dict[tuple[str, int], dict[int, Any]] = {}
        for number, (members, var) in enumerate(chosen):
            for index in members:
                option = self.options[index]
                for cell in option.joins if option.type else ():
                    at.setdefault((option.type, cell), {})[number] = var
        for (kind, cell), here in at.items():
            for beside in near[cell]:
                if beside > cell and (kind, beside) in at:
                    there = at[kind, beside]
                    both = here | there
                    apart = sorted(here.keys() ^ there.keys())
                    self.model.add_at_most_one(both[number] for number in apart)

    def _place(self) -> None:
        """No space twice, no rider twice, no more pieces than asked for."""
        takers: dict[int, list[Any]] = {}
        for index, option in enumerate(self.options):
            for cell in option.taken:
                takers.setdefault(cell, []).append(self.any[index])
        for uses in takers.values():
            self.model.add_at_most_one(uses)
        self.model.add(sum(self.any) <= self.question.pieces)

    def _of(self, kind: str) -> Any:
        """Return how many pieces of a kind the plan holds."""
        return sum(self.any[index] for index, option in enumerate(self.options) if option.put.kind == kind)

    # --- goods

    def _pay(self) -> None:
        """Clay, coins, weapons, pieces of the box; organizer's and weapons' points; leftovers."""
        model, state, question = self.model, self.state, self.question
        count = {kind: self._of(kind) for kind in TYPES}
        warriors = sum(count.values())
        model.add(warriors <= warriors_possible(question))
        for kind in TYPES:
            self._organizer(kind, count[kind])
        coins: Any = 0
        for kind in box.SPECIALISTS:
            coins = coins - building.cost_of(state, kind) * self._of(kind)
            model.add(self._of(kind) <= 1)
        for weapon in self.player.active:
            coins = coins + self._weapon(weapon, count[box.TYPE_OF_WEAPON[weapon]])
        self.coins = self.player.coins + coins
        self.clay = self.player.wet + self.player.dry - question.cost * warriors
        model.add(self.coins >= 0)
        half = model.new_int_var(0, MOST, "goods")
        model.add(2 * half <= self.coins + self.clay)
        self._points.append(half)

    def _organizer(self, kind: str, count: Any) -> None:
        """Points of the next warriors of a type, and no more than are left."""
        left = self.state.left_of_type(kind)
        values = self.state.board.organizer[kind][box.PER_TYPE - left :]
        steps = []
        for number, value in enumerate(values[: self.question.pieces]):
            step = self._bool(f"{kind}{number}")
            steps.append(step)
            self._points.append(value * step)
        self.model.add(count == sum(steps))
        for one, other in pairwise(steps):
            self.model.add_implication(other, one)

    def _weapon(self, weapon: str, count: Any) -> Any:
        """Let an active weapon serve once, with a warrior or for a specialist; return the coins it brings."""
        model = self.model
        used = self._bool(f"{weapon} used")
        kind = next(name for name, tool in self.state.board.specialist_weapon.items() if tool == weapon)
        model.add(used + self._of(kind) <= 1)
        model.add(used <= count)
        if weapon == "crossbow":
            picked = []
            for index, option in enumerate(self.options):
                if option.put.kind == "crossbowman":
                    pick = self._bool(f"gap{index}")
                    model.add_implication(pick, self.any[index])
                    picked.append(pick)
                    self._points.append(best_gap(self.grid, option.put.cell) * pick)
            model.add(sum(picked) <= used)
            return 0
        points = {"sword": building.SWORD_VP, "pike": building.PIKE_VP, "spear": building.SPEAR_VP}[weapon]
        self._points.append(points * used)
        return building.SPEAR_COINS * used if weapon == "spear" else 0

    # --- who dominates

    def _region(self, cells: frozenset[int] | None, kind: str, extra: Mapping[str, int]) -> Region:
        """Return what counts among spaces (None: all) and of a type ("": any)."""
        grid = self.grid

        def counted(piece: Piece) -> bool:
            inside = cells is None or not cells.isdisjoint(piece.cells)
            return inside and (not kind or piece.kind == kind)

        today = [piece for piece in grid.pieces if piece.owner and counted(piece)]
        facing = scoring.archers_facing(grid, today)
        counts = {owner: extra.get(owner, 0) for owner in (self.me, *self.others)}
        for piece in today:
            counts[piece.owner] += 1
        ours: list[int] = []
        archers: dict[str, list[int]] = {owner: [] for owner in counts}
        plain = not self.idle
        for index, option in enumerate(self.options):
            if not option.type or (kind and option.type != kind):
                continue
            if option.put.kind == "horse":
                mount = rider(grid, option)
                if not counted(mount) and cells is not None and not cells.isdisjoint(option.taken):
                    ours.append(index)
                    plain = plain and not self._seen(mount)
            elif option.warriors:
                if cells is None or option.taken[0] in cells:
                    ours.append(index)
            else:
                there = grid.at.get(option.target)
                if counted(there) if there is not None else cells is None or option.target in cells:
                    archers[option.favours].append(index)
        return Region(counts, {o: facing.get(o, 0) for o in counts}, ours, archers, plain)

    def _seen(self, mount: Piece) -> bool:
        """Whether archers face a rider, today's or the plan's."""
        return bool(scoring.archers_facing(self.grid, [mount])) or any(
            option.target == mount.cells[0] and not option.needs for option in self.options
        )

    def _dominate(self, region: Region, points: tuple[int, int], name: str, when: Any = None) -> Any:
        """Return our points for domination or presence in a region; 0 unless `when` holds, if it is given."""
        if not region.plain or points[0] < points[1]:
            return self._compared(region, points, name, when)
        added = sum(self.any[index] for index in region.ours)
        here: Any = 1 if region.counts[self.me] else self._bool(f"{name} here")
        if not region.counts[self.me]:
            self.model.add(here <= added)
        first = self._first(region, added, name)
        if when is not None:
            for var in (here, first):
                if not isinstance(var, int):
                    self.model.add_implication(var, when)
            here = here * when if isinstance(here, int) else here
            first = first * when if isinstance(first, int) else first
        return points[1] * here + (points[0] - points[1]) * first

    def _needed(self, region: Region, favour: str) -> int:
        """Return how many more of our warriors it takes to dominate, with one more archer for `favour`."""
        archers = dict(region.archers)
        if favour:
            archers[favour] += 1
        for more in range(self.question.pieces + 1):
            own = (region.counts[self.me] + more, archers[self.me])
            if own[0] and all((region.counts[o], archers[o]) < own for o in self.others if region.counts[o]):
                return more
        return self.question.pieces + 1

    def _first(self, region: Region, added: Any, name: str) -> Any:
        """Return whether we dominate: a number, or a Boolean that may be 1 only when we do."""
        base = self._needed(region, "")
        shifts = [
            (base - self._needed(region, owner), found) for owner, found in region.facing.items() if found
        ]
        shifted = [(shift, found) for shift, found in shifts if shift]
        if not shifted and base == 0:
            return 1
        if not shifted and base > self.question.pieces:
            return 0
        first = self._bool(f"{name} first")
        level = added
        for shift, found in shifted:
            level = level + shift * sum(self.any[index] for index in found)
        if base > self.question.pieces and not any(shift > 0 for shift, _ in shifted):
            return 0
        self.model.add(level >= base).only_enforce_if(first)
        return first

    def _compared(self, region: Region, points: tuple[int, int], name: str, when: Any) -> Any:
        """Return the points by comparing 64 x warriors + archers of each player, whatever happens."""
        model = self.model
        counts: dict[str, Any] = dict(region.counts)
        archers: dict[str, Any] = dict(region.archers)
        for index in region.ours:
            option, var = self.options[index], self.any[index]
            counts[self.me] = counts[self.me] + var
            if option.put.kind == "horse":
                archers[self.me] = archers[self.me] + self._with_rider(index, option)
            elif option.archers:
                archers[self.me] = archers[self.me] + option.archers * var
        for owner, found in region.facing.items():
            archers[owner] = archers[owner] + sum(self.any[index] for index in found)
        archers[self.me] = archers[self.me] + self._woken(region)
        here, first = self._bool(f"{name} here"), self._bool(f"{name} first")
        model.add(counts[self.me] >= 1).only_enforce_if(here)
        keys = {owner: WEIGHT * counts[owner] + archers[owner] for owner in counts}
        ahead = []
        for owner in self.others:
            var = self._bool(f"{name} ahead of {owner}")
            model.add(keys[self.me] >= keys[owner] + 1).only_enforce_if(var)
            model.add(keys[self.me] <= keys[owner]).only_enforce_if(var.Not())
            ahead.append(var)
        for var in ahead:
            model.add_implication(first, var)
        model.add_implication(first, here)
        if when is not None:
            model.add_implication(here, when)
        elif points[0] < points[1]:
            model.add_bool_or([first, here.Not(), *(var.Not() for var in ahead)])
        return points[1] * here + (points[0] - points[1]) * first

    def _woken(self, region: Region) -> Any:
        """Return archers that wake up for riders who are counted already."""
        horses = [
            (index, option)
            for index, option in enumerate(self.options)
            if option.put.kind == "horse" and option.archers and index not in region.ours
        ]
        return sum(
            option.archers * self.any[index]
            for index, option in horses
            if region.counts[self.me] and self._counted_today(region, option)
        )

    def _counted_today(self, region: Region, option: Option) -> bool:
        """Whether a horse's rider is among the warriors of a region today."""
        return rider(self.grid, option).cells[0] in self._riders(region)

    def _riders(self, region: Region) -> frozenset[int]:
        """Return first spaces of own warriors that no horse would newly bring into a region."""
        newly = {self.options[index].put.cell for index in region.ours}
        return frozenset(
            option.put.cell
            for option in self.options
            if option.put.kind == "horse" and option.put.cell not in newly
        )

    def _with_rider(self, index: int, option: Option) -> Any:
        """Return the archers that a newly counted rider brings: today's, woken ones, and the plan's."""
        mount = rider(self.grid, option)
        today = scoring.archers_facing(self.grid, [mount]).get(self.me, 0)
        facing = sum(
            self.any[other]
            for other, archer in enumerate(self.options)
            if archer.target == mount.cells[0] and not archer.needs
        )
        both = self._bool(f"archer at rider {index}")
        self.model.add(both <= facing)
        self.model.add(both <= self.any[index])
        self.model.add(both >= facing + self.any[index] - 1)
        return (today + option.archers) * self.any[index] + both

    # --- what is scored

    def _phases(self) -> None:
        """Inspectors, musicians and tiles of the scoring phases that count."""
        state, grid = self.state, self.grid
        seen, extra = state.board.inspectors, scoring.extra_for(state, 6)
        for turn in range(self.question.rounds):
            row = grid.row((state.row + turn * seen.row_step) % grid.rows)
            col = grid.col((state.col + turn * seen.col_step) % grid.cols)
            for axis, line in (("row", row), ("col", col)):
                region = self._region(frozenset(line), "", extra)
                self._points.append(self._dominate(region, INSPECTOR_VP, f"{axis}{turn}"))
            self._tile(state.round + turn)
        self._musicians()

    def _tile(self, number: int) -> None:
        tile = self.state.tiles[number - 1]
        extra = scoring.extra_for(self.state, 7)
        points = (self.state.board.domination[number - 1], self.state.board.presence[number - 1])
        if tile in ("coins", "clay"):
            self._goods_tile(tile, points, extra, number)
            return
        cells = scoring.tile_cells(self.grid, tile)
        kind = tile.removeprefix("type:") if cells is None else ""
        region = self._region(None if cells is None else frozenset(cells), kind, extra)
        self._points.append(self._dominate(region, points, f"tile{number}"))

    def _goods_tile(self, tile: str, points: tuple[int, int], extra: Mapping[str, int], number: int) -> None:
        """Coins or clay: everybody else's stay, ours are what the plan leaves."""
        goods = scoring.goods_of(self.state)
        most = max((goods[owner][tile == "clay"] + extra.get(owner, 0) for owner in self.others), default=0)
        own = (self.clay if tile == "clay" else self.coins) + extra.get(self.me, 0)
        here, first = self._bool(f"tile{number} here"), self._bool(f"tile{number} first")
        self.model.add(own >= 1).only_enforce_if(here)
        self.model.add(own <= 0).only_enforce_if(here.Not())
        self.model.add(own >= most + 1).only_enforce_if(first)
        self.model.add(own <= most).only_enforce_if(first.Not())
        self._points.append(points[1] * here + (points[0] - points[1]) * first)

    def _cross(self, cell: int) -> frozenset[int]:
        return frozenset(self.grid.row(cell // self.grid.cols)) | frozenset(
            self.grid.col(cell % self.grid.cols)
        )

    def _musicians(self) -> None:
        """Musicians of today, and one that the plan places: our warriors in sight in each phase."""
        rounds, model = self.question.rounds, self.model
        for piece in self.grid.of_kind("musician"):
            region = self._region(self._cross(piece.cells[0]), "", {})
            self._points.append(
                rounds * (region.counts[self.me] + sum(self.any[index] for index in region.ours))
            )
        new = [index for index, option in enumerate(self.options) if option.put.kind == "musician"]
        if not new:
            return
        others = self.question.pieces - 1
        more = model.new_int_var(0, others, "new in sight of the new musician")
        model.add(more <= others * sum(self.any[index] for index in new))
        for index in new:
            region = self._region(self._cross(self.options[index].put.cell), "", {})
            self._points.append(rounds * region.counts[self.me] * self.any[index])
            added = sum(self.any[other] for other in region.ours)
            model.add(more <= added + others * (1 - self.any[index]))
        self._points.append(rounds * more)

    def _footmen(self) -> None:
        """Footmen of today, and one that the plan places: the eight spaces around."""
        ring = around(self.grid.cols, self.grid.rows)
        for piece in self.grid.of_kind("footman"):
            region = self._region(frozenset(ring[piece.cells[0]]), "", {})
            self._points.append(self._dominate(region, FOOTMAN_VP, f"footman {piece.cells[0]}"))
        for index, option in enumerate(self.options):
            if option.put.kind == "footman":
                region = self._region(frozenset(ring[option.put.cell]), "", {})
                points = self._dominate(region, FOOTMAN_VP, f"footman {option.put.cell}", self.any[index])
                self._points.append(points)

    def _archer_points(self) -> None:
        """Two points for every archer that faces a warrior of ours at the end."""
        today = scoring.total(scoring.archers(self.grid)).get(self.me, 0)
        more = sum(
            option.archers * self.any[index]
            for index, option in enumerate(self.options)
            if option.favours == self.me
        )
        self._points.append(today + ARCHER_VP * more)

    def chosen(self, values: Any) -> tuple[Option, ...]:
        """Return the options that a solution holds; `values` tells whether a variable is true."""
        return tuple(option for option, var in zip(self.options, self.any, strict=True) if values(var))
