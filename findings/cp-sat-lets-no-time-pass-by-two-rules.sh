#!/usr/bin/env bash
# OR-Tools 9.15.6755, CP-SAT: a piece is busy from 0 to 10, and an act that takes no time is to happen at 5, written in three ways: with
# add_no_overlap, with add_cumulative (one piece, each act wants one), and as boxes on a board with add_no_overlap_2d, where
# one side of the act's box is 0.
# The guess: what has no length is in nobody's way, or it is for all three. Seen: add_cumulative lets it be, the other two call
# it infeasible, so that a model that is changed from one piece by add_no_overlap to one piece by add_cumulative proves another optimum.
# At the edges (at 0 or at 10) all three agree. Acts without length are left out of no_overlap, or ordered by hand.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check ortools==9.15.6755
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, sys
from ortools.sat.python import cp_model


def status(constraint, at):
    model = cp_model.CpModel()
    busy = model.new_fixed_size_interval_var(0, 10, "busy")
    moment = model.new_fixed_size_interval_var(at, 0, "moment")
    row = model.new_fixed_size_interval_var(0, 10, "row")
    match constraint:
        case "add_no_overlap":
            model.add_no_overlap([busy, moment])
        case "add_cumulative":
            model.add_cumulative([busy, moment], [1, 1], 1)
        case "add_no_overlap_2d":
            model.add_no_overlap_2d([busy, moment], [row, row])
    solver = cp_model.CpSolver()
    return solver.status_name(solver.solve(model))


print("ortools", meta.version("ortools"))
seen = {}
for constraint in ("add_no_overlap", "add_cumulative", "add_no_overlap_2d"):
    seen[constraint] = [status(constraint, at) for at in (0, 5, 10)]
    print(f"{constraint}: at 0, 5, 10: {', '.join(seen[constraint])}")
barred = ["OPTIMAL", "INFEASIBLE", "OPTIMAL"]
ok = seen == {"add_no_overlap": barred, "add_cumulative": ["OPTIMAL"] * 3, "add_no_overlap_2d": barred}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
