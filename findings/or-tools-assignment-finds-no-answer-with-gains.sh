#!/usr/bin/env bash
# OR-Tools 9.15.6755, SimpleLinearSumAssignment: workers to places, some pairs barred, costs from -20 to 20 (a gain is a negative cost), two to four
# of each; all 2 x 2 ones with one barred pair and costs from -4 to 4, and 3000 made at random, each also by trying every order.
# The guess: INFEASIBLE means that no worker can be placed; a constant added to all costs changes the sum and nothing else. Seen: some problems
# that have an answer are called INFEASIBLE, with a line on standard error that a first iteration had "found a feasible assignment". They
# are nearly all of two workers (one of three), with a barred pair and negative costs. With 20 added to each cost all are solved, and
# right. So the smallest choices, where one pair is forced, are the ones that fail: shift gains to costs first.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check ortools==9.15.6755
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import itertools
import random
import sys
from collections import Counter

from ortools.graph.python.linear_sum_assignment import SimpleLinearSumAssignment


def solved(costs, shift=0):
    """Return the status, and the sum of costs where there is one."""
    solver = SimpleLinearSumAssignment()
    for worker, row in enumerate(costs):
        for place, cost in enumerate(row):
            if cost is not None:
                solver.add_arc_with_cost(worker, place, cost + shift)
    status = solver.solve()
    is_done = status == solver.OPTIMAL
    return status.name, solver.optimal_cost() - shift * len(costs) if is_done else None


def best(costs):
    orders = itertools.permutations(range(len(costs)))
    sums = ([row[place] for row, place in zip(costs, order)] for order in orders)
    return min((sum(each) for each in sums if None not in each), default=None)


print("ortools", meta.version("ortools"))
rng = random.Random(5)
made = [[[a, b], [c, None]] for a, b, c in itertools.product(range(-4, 5), repeat=3)]
for _ in range(3000):
    n = rng.randint(2, 4)
    made.append([[None if rng.random() < 0.3 else rng.randint(-20, 20) for _ in range(n)] for _ in range(n)])
counts, refused, shifted_right = Counter(), [], 0
for costs in made:
    truth = best(costs)
    if truth is None:
        continue
    status, cost = solved(costs)
    counts[len(costs), "right" if cost == truth else status] += 1
    shifted_right += solved(costs, 20) == ("OPTIMAL", truth)
    if status == "INFEASIBLE":
        refused.append(costs)
for key, count in sorted(counts.items()):
    print(f"{key[0]} workers: {key[1]} {count}")
print(f"with 20 added to each cost: {shifted_right} of {counts.total()} right; an example of those refused: {refused[:1]}")
has_gain = all(any(cost is not None and cost < 0 for row in costs for cost in row) for costs in refused)
has_bar = all(any(cost is None for row in costs for cost in row) for costs in refused)
ok = len(refused) > 20 and has_gain and has_bar and sum(len(costs) == 2 for costs in refused) > len(refused) - 5
ok = ok and shifted_right == counts.total() and {key[1] for key in counts} == {"right", "INFEASIBLE"}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" 2> /dev/null
