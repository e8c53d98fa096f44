"""The area: the points for the size of the largest network at the end of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilwright.solver.terra_mystica.whole_round.context import MOST_STRUCTURES, Ground, Node
from pencilwright.solver.terra_mystica.whole_round.layers import Layer

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def area_points(model: cp_model.CpModel, ground: Ground, end: Layer) -> cp_model.IntVar:
    """Return the points for the area: one network, joined by what stands at the end, the card aside."""
    size = model.new_int_var(0, MOST_STRUCTURES, "network")
    won = model.new_int_var(0, max(ground.area), "area")
    model.add_element(size, ground.area, won)
    count = len(ground.own) + end.new["D"]
    if len(ground.parts) == 1 and not ground.card and ground.seat.faction != "witches":
        model.add(size <= count)
        return won
    nodes: list[Node] = [*ground.parts, *(frozenset((name,)) for name in ground.free)]
    counted = [model.new_bool_var(f"counted {min(node)}") for node in nodes]
    most = len(ground.parts) + ground.most_dwellings
    depth = [model.new_int_var(0, most, f"network depth {index}") for index in range(len(nodes))]
    starts = range(len(nodes))
    if ground.parts and len(ground.parts[0]) >= ground.most_dwellings:
        starts = range(len(ground.parts))
    root = {index: model.new_bool_var(f"network root {index}") for index in starts}
    model.add(sum(root.values()) <= 1)
    arcs: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    for stop, node in enumerate(nodes):
        name = min(node)
        if name in end.built:
            model.add_implication(counted[stop], end.built[name])
        for start, other in enumerate(nodes):
            for literals in _links(ground, end, node, other) if start != stop else ():
                results = arcs.setdefault((start, stop), [])
                arc = model.new_bool_var(f"network {start} {stop} {len(results)}")
                for literal in literals:
                    model.add_implication(arc, literal)
                model.add(depth[stop] >= depth[start] + 1).only_enforce_if(arc)
                results.append(arc)
    for stop, flag in enumerate(counted):
        ways = [arc for (_, to), entry in arcs.items() if to == stop for arc in entry]
        model.add(sum(ways) + root.get(stop, 0) == flag)
    for (start, stop), results in arcs.items():
        back = arcs.get((stop, start), [])
        for item in (start, stop):
            model.add(sum(results) + sum(back) <= counted[item])
    model.add(size <= sum(len(node) * flag for node, flag in zip(nodes, counted, strict=True)))
    return won


def _links(ground: Ground, end: Layer, node: Node, other: Node) -> list[list[cp_model.IntVar]]:
    """Return the ways in which two parts of a network are joined: [[]] for without condition."""
    if any(ground.near[name] & other for name in node):
        return [[]]
    results: list[list[cp_model.IntVar]] = []
    crossed = min(ground.crossed(a, b) for a in node for b in other)
    for flag in (end.sails(crossed, card=False), end.jumps(ground.hops(node, other))):
        if isinstance(flag, int):
            if flag:
                return [[]]
        else:
            results.append([flag])
    for place, (a, b) in ground.bridges.items():
        if (a in node and b in other) or (b in node and a in other):
            results.append([end.bridge[place]])
    return results
