#!/usr/bin/env bash
# networkx 3.6.1: two goods lie in one town and are wanted in another, the cheapest way is asked for with network_simplex and with capacity_scaling,
# the two solvers that it has for flows of least cost; the roads take 0, 1 or 2 goods each. Then 400 small maps made at random.
# The guess: both are exact for whole numbers and raise NetworkXUnfeasible where the goods cannot be brought, as both pages of the manual say. Seen: where a
# road that is too narrow is open anywhere they do. Where every road is closed (all capacities 0, as when no boat is left), or there is no road at
# all, capacity_scaling answers that it costs 0 and moves nothing, though both goods are wanted elsewhere; network_simplex raises.
# In all other maps the two agree. So the most hopeless position is the cheapest one: look whether any road is open, or use network_simplex.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check networkx==3.6.1
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import itertools
import random
import sys

import networkx as nx


def cost(solver, roads, wanted):
    towns = nx.DiGraph()
    for name, demand in wanted.items():
        towns.add_node(name, demand=demand)
    for (start, end), (capacity, weight) in roads.items():
        towns.add_edge(start, end, capacity=capacity, weight=weight)
    try:
        return solver(towns)[0]
    except nx.NetworkXUnfeasible:
        return "unfeasible"


def both(roads, wanted):
    return cost(nx.network_simplex, roads, wanted), cost(nx.capacity_scaling, roads, wanted)


print("networkx", meta.version("networkx"))
wanted = {"port": -2, "hill": 2, "wood": 0}
seen = {
    "closed": both({("port", "hill"): (0, 3), ("port", "wood"): (0, 1)}, wanted),
    "no road": both({}, wanted),
    "too narrow": both({("port", "hill"): (1, 3), ("port", "wood"): (0, 1)}, wanted),
    "wide enough": both({("port", "hill"): (2, 3), ("port", "wood"): (0, 1)}, wanted),
}
for name, costs in seen.items():
    print(f"{name}: network_simplex {costs[0]}, capacity_scaling {costs[1]}")
chance, other, closed = random.Random(1), 0, 0
for _ in range(400):
    towns = range(chance.randint(2, 4))
    roads = {pair: (chance.randint(0, 1), chance.randint(0, 4)) for pair in itertools.permutations(towns, 2) if chance.random() < 0.4}
    demands = [chance.randint(-1, 1) for _ in towns]
    demands[0] -= sum(demands)
    costs = both(roads, dict(enumerate(demands)))
    is_closed = any(demands) and all(capacity == 0 for capacity, _ in roads.values())
    closed += is_closed
    if costs != (("unfeasible", 0) if is_closed else costs[:1] * 2):
        other += 1
print(f"random maps: {closed} without an open road, all answered with 0 by capacity_scaling; other differences {other}")
ok = seen["closed"] == seen["no road"] == ("unfeasible", 0) and seen["too narrow"] == ("unfeasible",) * 2
ok = ok and seen["wide enough"] == (6, 6) and closed > 20 and other == 0
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
