#!/usr/bin/env bash
# A ring of five places, 0 to 4, as a round track has it, and the step back: before = (place - 1) mod 5. Asked of CP-SAT (OR-Tools 9.15.6755, add_modulo_equality), CPMpy 1.1.1
# ("%", solved by CP-SAT), clingo 5.8.3 ("\") and z3-solver 5.4.1.0 ("%"), for each place; beside it the half of a debt, -7 divided by 2 and by -2.
# The guess: a model in Python means by "%" what Python means, and the place before 0 is 4. Seen: in CP-SAT, CPMpy and clingo the rest of -1 by 5 is -1. With before
# in 0 to 4 CP-SAT and CPMpy call the step back from 0 infeasible, so that the best tour that takes it is not found and another one is proved best; clingo derives
# before(0,-1), a place that is nowhere. z3 has 4. CP-SAT's page says so (it counts as C does); CPMpy writes it with Python's own sign, and its operator has no word on it.
# Division has three answers: -7 by 2 is -3 (CP-SAT, CPMpy, clingo) or -4 (z3, Python), -7 by -2 is 3 or, in z3 alone, 4. So a model that is
# carried from one to the other is another model, and tests on positive numbers do not tell. Write (place + 4) mod 5: all agree on it.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check ortools==9.15.6755 cpmpy==1.1.1 clingo==5.8.3 z3-solver==5.4.1.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import sys

import clingo
import cpmpy
import z3
from ortools.sat.python import cp_model

RING = range(5)


def by_cp_sat(kind, number, divisor, low=-9):
    """Return number mod divisor or number / divisor, or None where no value from low to 9 is allowed."""
    model = cp_model.CpModel()
    given, result = model.new_int_var(-9, 9, "given"), model.new_int_var(low, 9, "result")
    model.add(given == number)
    {"mod": model.add_modulo_equality, "div": model.add_division_equality}[kind](result, given, divisor)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.value(result) if solver.solve(model) == cp_model.OPTIMAL else None


def by_cpmpy(kind, number, divisor, low=-9):
    given, result = cpmpy.intvar(-9, 9), cpmpy.intvar(low, 9)
    model = cpmpy.Model(given == number, result == (given % divisor if kind == "mod" else given // divisor))
    return result.value() if model.solve("ortools", num_workers=1) else None


def by_clingo(kind, number, divisor, low=-9):
    control, found = clingo.Control(), []
    control.add("base", [], f"result(X{'/' if kind == 'div' else chr(92)}({divisor})) :- X = {number}.")
    control.ground([("base", [])])
    control.solve(on_model=lambda model: found.extend(symbol.arguments[0].number for symbol in model.symbols(atoms=True)))
    return found[0]


def by_z3(kind, number, divisor, low=-9):
    solver, given, result = z3.Solver(), z3.Int("given"), z3.Int("result")
    solver.add(given == number, result == (given % divisor if kind == "mod" else given / divisor), result >= low)
    return solver.model()[result].as_long() if solver.check() == z3.sat else None


WAYS = {"CP-SAT": by_cp_sat, "CPMpy": by_cpmpy, "clingo": by_clingo, "z3": by_z3}
print(*(f"{name} {meta.version(name)}" for name in ("ortools", "cpmpy", "clingo", "z3-solver")))
seen = {}
for name, way in WAYS.items():
    back = [way("mod", place - 1, 5) for place in RING]
    on_ring = [way("mod", place - 1, 5, low=0) for place in RING]
    other = [way("mod", place + 4, 5, low=0) for place in RING]
    halves = way("div", -7, 2), way("div", -7, -2)
    seen[name] = back, on_ring, other, halves
    print(f"{name}: back {back}, where only 0 to 9 is allowed {on_ring}, by + 4 {other}, -7 by 2 and -2 {halves}")
right = [(place - 1) % 5 for place in RING]
off, none = [-1, *right[1:]], [None, *right[1:]]
expected = {
    "CP-SAT": (off, none, right, (-3, 3)),
    "CPMpy": (off, none, right, (-3, 3)),
    "clingo": (off, off, right, (-3, 3)),
    "z3": (right, right, right, (-4, 4)),
}
ok = seen == expected
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
