"""Towns: each new one is joined, large enough when it is founded, and touches no other new one.

A town is a tree of nodes (own groups and free hexes) with a root; numbers rise along its arcs. With a moment
of its own it must stand before its tile is taken, else at the end of the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from pencilwright.games.terra_mystica.components import SMALL_TOWN_FAVOUR, TOWN_POWER, TOWN_STRUCTURES
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.whole_round.context import Ground
from pencilwright.solver.terra_mystica.whole_round.layers import Layer
from pencilwright.solver.terra_mystica.whole_round.steiner_trees import joins

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class Towns:
    """The constraints of new towns; making it adds them to the model.

    Parameters
    ----------
    founded : whether each is founded. moments : the layers before the tiles of the first of them.
    end : the layer of the whole round, in which the others stand.
    """

    def __init__(
        self,
        model: cp_model.CpModel,
        ground: Ground,
        founded: Sequence[cp_model.IntVar],
        moments: Sequence[Layer],
        end: Layer,
    ) -> None:
        self.model, self.ground, self.founded, self.end = model, ground, founded, end
        self.timed = len(moments)
        self.layers = [*moments, *[end] * len(founded)][: len(founded)]
        self._add()

    def _add(self) -> None:
        """Add the towns, and that no two touch."""
        ground, model = self.ground, self.model
        nodes = ground.open_for_towns
        of = {name: index for index, node in enumerate(nodes) for name in node}
        links: list[dict[int, None]] = [{} for _ in nodes]  # as sets in order
        for index, node in enumerate(nodes):
            for name in sorted(node):
                near = sorted(ground.near[name])
                links[index] |= {of[other]: None for other in near if of.get(other, index) != index}
        bridged: list[tuple[int, int, str]] = []
        for place, (a, b) in ground.bridges.items():
            if a in of and b in of and of[a] != of[b]:
                bridged.append((of[a], of[b], place))
        members = [
            [model.new_bool_var(f"town {slot} holds {min(node)}") for node in nodes]
            for slot in range(len(self.founded))
        ]
        extras, roots = [], []
        for slot, held in enumerate(members):
            extra, root = self._one_town(slot, held, links, bridged)
            extras.append(extra)
            roots.append(root)
            for later in members[slot + 1 :]:
                for index in range(len(nodes)):
                    for other in (index, *links[index]):
                        model.add_bool_or([held[index].negated(), later[other].negated()])
        self._joined(members, len(ground.groups))
        # Towns without a moment of their own are alike: the first nodes are in their order.
        for root, later in pairwise(roots[self.timed :]):
            for index in range(len(nodes)):
                model.add(later[index] <= sum(root[:index]))
        # No structure lends its power to two towns: said once more for the linear relaxation.
        for index, node in enumerate(nodes if len(members) > 1 else ()):
            model.add_at_most_one(held[index] for held in members)
            model.add(
                sum(extra[index] for extra in extras) <= sum(sum(self.end.raised(n)) for n in sorted(node))
            )

    def _one_town(
        self,
        slot: int,
        held: list[cp_model.IntVar],
        links: list[dict[int, None]],
        bridged: list[tuple[int, int, str]],
    ) -> tuple[list[cp.Expr], list[cp_model.IntVar]]:
        """Found one town; return the power that upgrades lend each node, and where its first node is."""
        model, layer, town = self.model, self.layers[slot], self.founded[slot]
        root, ways = self._tree(slot, held, links, bridged)
        power, count, extra = list["cp.Expr"](), list["cp.Expr"](), list["cp.Expr"]()
        for index, node in enumerate(self.ground.open_for_towns):
            holds = held[index]
            model.add_implication(holds, town)
            model.add(sum(ways[index]) == holds)
            for earlier in range(index):
                model.add_bool_or([root[index].negated(), held[earlier].negated()])
            names = sorted(node)
            if names[0] in layer.built:
                model.add_implication(holds, layer.built[names[0]])
            raised = [flag for name in names for flag in layer.raised(name)]
            extra.append(self.end.if_(holds, sum(raised), len(raised), f"raised {slot} {index}"))
            power.append(sum(map(layer.base, names)) * holds + extra[-1])
            count.append(len(names) * holds)
            holy = sum(map(layer.sanctuary, names))
            if not isinstance(holy, int):
                count.append(self.end.if_(holds, holy, 1, f"sanctuary {slot} {index}"))
            elif holy:
                count.append(holy * holds)
        small = layer.favour(SMALL_TOWN_FAVOUR)
        model.add(sum(power) >= TOWN_POWER - small).only_enforce_if(town)
        model.add(sum(count) >= TOWN_STRUCTURES).only_enforce_if(town)
        model.add(sum(held) <= TOWN_POWER)
        return extra, root

    def _tree(
        self,
        slot: int,
        held: list[cp_model.IntVar],
        links: list[dict[int, None]],
        bridged: list[tuple[int, int, str]],
    ) -> tuple[list[cp_model.IntVar], list[list[cp_model.IntVar]]]:
        """Join the nodes of a town as a tree; return where its first node is, and the ways into each node."""
        ground, model, nodes = self.ground, self.model, self.ground.open_for_towns
        layer, town = self.layers[slot], self.founded[slot]
        root = [model.new_bool_var(f"root {slot} {index}") for index in range(len(nodes))]
        depth = [model.new_int_var(0, TOWN_POWER, f"depth {slot} {index}") for index in range(len(nodes))]
        model.add(sum(root) == town)
        ways: list[list[cp_model.IntVar]] = [[flag] for flag in root]

        def join(a: int, b: int, *literals: cp_model.IntVar) -> None:
            both = []
            for start, stop in ((a, b), (b, a)):
                arc = model.new_bool_var(f"joined {slot} {start} {stop} {len(ways[stop])}")
                model.add_implication(arc, held[start])
                for literal in literals:
                    model.add_implication(arc, literal)
                model.add(depth[stop] >= depth[start] + 1).only_enforce_if(arc)
                ways[stop].append(arc)
                both.append(arc)
            for end in (a, b):
                model.add(sum(both) <= held[end])

        for index, near in enumerate(links):
            for other in near:
                if index < other:
                    join(index, other)
        for a, b, place in bridged:
            join(a, b, layer.bridge[place])
        rivers = {river: model.new_bool_var(f"over {river} {slot}") for river in ground.rivers}
        model.add(sum(rivers.values()) <= 1)
        at = {node: index for index, node in enumerate(nodes)}
        for river, around in ground.rivers.items():
            for combination, two in combinations(around, 2):
                join(at[combination], at[two], rivers[river])
        return root, ways

    def _joined(self, members: list[list[cp_model.IntVar]], groups: int) -> None:
        """Say which groups each town holds, and how many free hexes that takes (for the relaxation)."""
        ground, model = self.ground, self.model
        most = ground.most_dwellings
        free, bridged = joins(ground, most, bridged=False), joins(ground, most, bridged=True)
        if free is None or bridged is None:
            return
        for slot, held in enumerate(members):
            bridges = sum(self.layers[slot].bridge.values())
            exactly = {among: model.new_bool_var(f"groups {slot} {sorted(among)}") for among in bridged}
            model.add(sum(exactly.values()) == self.founded[slot])
            for index in range(groups):
                model.add(held[index] == sum(flag for among, flag in exactly.items() if index in among))
            between = sum(held[groups:])
            model.add(between >= sum(cost * exactly[among] for among, cost in bridged.items()))
            saved = max(free.get(among, most + 1) - cost for among, cost in bridged.items())
            if saved:
                dear = sum(free.get(among, most + 1) * flag for among, flag in exactly.items())
                model.add(between + saved * bridges >= dear)
