#!/usr/bin/env bash
# OR-Tools 9.15.6755, CP-SAT: a model to be maximised whose search ends with its limit before anything is known.
# The guess: best_objective_bound is what no solution exceeds, and where the search proved nothing it is infinite, or at
# least the sum of all upper bounds. Seen: the status is UNKNOWN, and the bound is 0.0, for a model where every solution is
# worth 5000 or more; the same to be minimised, where every solution is worth -5000 or less, says 0.0 too. It matters to
# whoever shows "at most N" beside the best that he has from elsewhere: the bound is a lie until the status is looked at.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check ortools==9.15.6755
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, sys
from ortools.sat.python import cp_model


def search(sign, seconds):
    model = cp_model.CpModel()
    stock = [model.new_int_var(0, 9, f"stock {i}") for i in range(12)]
    for left, right in zip(stock, stock[1:]):
        model.add(left + 2 * right <= 17)
    worth = sign * (5000 + sum(stock))
    (model.maximize if sign > 0 else model.minimize)(worth)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, seconds
    status = solver.status_name(solver.solve(model))
    return status, solver.best_objective_bound, solver.objective_value if status == "OPTIMAL" else None


print("ortools", meta.version("ortools"))
stopped, ended = [[search(sign, seconds) for sign in (1, -1)] for seconds in (0.0, 60.0)]
print("stopped at once, to be maximised and minimised (status, bound, value):", stopped)
print("run to the end:", ended)
ok = all(status == "UNKNOWN" and bound == 0 for status, bound, _ in stopped)
ok = ok and all(status == "OPTIMAL" for status, *_ in ended) and ended[0][2] >= 5000 and ended[1][2] <= -5000
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
