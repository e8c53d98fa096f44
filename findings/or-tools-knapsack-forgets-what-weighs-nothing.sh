#!/usr/bin/env bash
# OR-Tools 9.15.6755, its KnapsackSolver: four tiles worth 25, 10, 48 and 41 that cost 4, 0, 0 and 12 of 9 coins; then 400 small choices made at
# random (costs of 0 in a part of them), each by four of its algorithms and by trying every set.
# The guess: the algorithms differ in speed, and solve() is the worth of what best_solution_contains() names. Seen: brute force, the one for 64
# items and branch and bound are right. Dynamic programming names the best set (all three that fit, worth 83) and returns 25: what costs
# nothing is in the set and not in its worth. Of the small problems with such an item it tells too little in a fourth or more and names a
# lesser set in some; without one it is right in all. is_solution_optimal() is true throughout. Take what costs nothing first, and sum anew.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check ortools==9.15.6755
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import random
import sys

from ortools.algorithms.python.knapsack_solver import KnapsackSolver, SolverType

WAYS = {
    "brute force": SolverType.KNAPSACK_BRUTE_FORCE_SOLVER,
    "64 items": SolverType.KNAPSACK_64ITEMS_SOLVER,
    "dynamic programming": SolverType.KNAPSACK_DYNAMIC_PROGRAMMING_SOLVER,
    "branch and bound": SolverType.KNAPSACK_MULTIDIMENSION_BRANCH_AND_BOUND_SOLVER,
}


def solved(way, worths, costs, coins):
    """Return the worth that is told, the items that are named, and what these are worth."""
    solver = KnapsackSolver(WAYS[way], "tiles")
    solver.init(worths, [costs], [coins])
    told = solver.solve()
    assert solver.is_solution_optimal()
    named = [item for item in range(len(worths)) if solver.best_solution_contains(item)]
    return told, named, sum(worths[item] for item in named)


def best(worths, costs, coins):
    sets = ([item for item in range(len(worths)) if chosen >> item & 1] for chosen in range(1 << len(worths)))
    return max(sum(worths[item] for item in each) for each in sets if sum(costs[item] for item in each) <= coins)


print("ortools", meta.version("ortools"))
example = {way: solved(way, [25, 10, 48, 41], [4, 0, 0, 12], 9) for way in WAYS}
for way, (told, named, worth) in example.items():
    print(f"{way}: told {told}, named {named}, worth {worth}")
rng = random.Random(1)
counts = {way: {"free": [0, 0, 0], "none free": [0, 0, 0]} for way in WAYS}
for _ in range(400):
    n = rng.randint(1, 8)
    problem = rng.choices(range(1, 51), k=n), rng.choices(range(12), k=n), rng.randint(0, 30)
    truth = best(*problem)
    for way, by_kind in counts.items():
        told, _, worth = solved(way, *problem)
        count = by_kind["free" if 0 in problem[1] else "none free"]
        for place, is_so in enumerate((True, told != truth, worth != truth)):
            count[place] += is_so
for way, by_kind in counts.items():
    print(f"{way}: " + "; ".join(f"{kind}: {all_} problems, {low} told too low, {lesser} lesser sets" for kind, (all_, low, lesser) in by_kind.items()))
(free, low, lesser), none_free = counts.pop("dynamic programming").values()
ok = example == {way: (25 if way == "dynamic programming" else 83, [0, 1, 2], 83) for way in WAYS}
ok = ok and low > free / 5 and lesser > 0 and none_free[1:] == [0, 0]
ok = ok and all(count[1:] == [0, 0] for by_kind in counts.values() for count in by_kind.values())
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
