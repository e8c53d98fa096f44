#!/usr/bin/env bash
# OR-Tools 9.15.6755, CP-SAT: three places, each worth one of two whole numbers (an empty one costs, a full one brings: -5 or 2), at most two of
# them full, their sum times a whole weight to be maximised; 385 such models, one worker, each solved to the end.
# The guess: a model of whole numbers alone has a whole optimum, and objective_value is it, as a float. Seen: the values of the
# variables are right and the best in all 385, and in 88 of them objective_value is a hair beside their sum, -4.999999999999998 for -5 or
# 2.999999999999999 for 3, and best_objective_bound with it: the solver divides its goal by a step and multiplies it back in floats. So
# int(solver.objective_value) is one point short, == with a sum counted elsewhere is false, and floor() of the bound lies below the
# best answer itself. Round it, or sum the values of the variables.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check ortools==9.15.6755
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import itertools
import math
import sys

from ortools.sat.python import cp_model

EMPTY, STEPS, WEIGHTS = (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 7), (3, 5, 6, 7, 9, 10, 11), (1, 2, 3, 5, 7)

beside, cut, below, total = [], 0, 0, 0
for empty, step, weight in itertools.product(EMPTY, STEPS, WEIGHTS):
    model = cp_model.CpModel()
    worth = cp_model.Domain.from_values([empty, empty + step])
    places = [model.new_int_var_from_domain(worth, f"place {i}") for i in range(3)]
    model.add(sum(places) <= 3 * empty + 2 * step)
    model.maximize(weight * sum(places))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status, best = solver.solve(model), weight * (3 * empty + 2 * step)
    if status != cp_model.OPTIMAL or weight * sum(solver.value(place) for place in places) != best:
        sys.exit(f"CHANGED: {(empty, step, weight)} is not solved")
    told, bound, total = solver.objective_value, solver.best_objective_bound, total + 1
    if told != best:
        beside.append(((empty, empty + step, weight), told, bound))
        cut += int(told) != best
        below += math.floor(bound) < best
print("ortools", meta.version("ortools"))
print(f"models {total}, beside a whole number {len(beside)}, int() wrong {cut}, floor() of the bound below the best {below}")
print("first:", *beside[:4], sep="\n  ")
ok = len(beside) >= 40 and cut >= 20 and below >= 10 and all(abs(told - round(told)) < 1e-9 for _, told, _ in beside)
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
