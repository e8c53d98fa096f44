#!/usr/bin/env bash
# Ten libraries in which a model is written with Python's own signs: PuLP 3.3.2, OR-Tools 9.15.6755 (CP-SAT, pywraplp, MathOpt), z3-solver 5.4.1.0, highspy
# 1.16.0, linopy 0.10.1, CPMpy 1.1.1, PySCIPOpt 6.3.0 and CVXPY 1.9.3. Three rules, each a chain as Python has it: 2 <= a <= 5, a == b == 3 and
# a != b != c. Each is tried with values that break its first half alone, and with some that break its second alone.
# The guess: a chain is both rules, or is refused: Python takes "x < y < z" as "x < y and y < z", which needs a yes or no of a rule that is not yet
# decided. Seen: PySCIPOpt and CVXPY refuse all. PuLP, pywraplp and linopy take 2 <= a <= 5 as a <= 5, and 1 is an answer. Of a == b == 3
# PuLP, pywraplp, linopy and highspy keep b == 3; CP-SAT, MathOpt, z3 and CPMpy keep a == b: they refuse 2 <= a <= 5, but "==" has to say yes or no, to serve sets
# and dicts, and says no. So CP-SAT also keeps b != c alone of a != b != c, and PuLP none of it. highspy has a chain of its own for numbers at both ends, which
# is right, and loses "==" beside it. No one warns, and the answer is called optimal. Who has met the refusal trusts the other chains: write two rules.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pulp==3.3.2 ortools==9.15.6755 z3-solver==5.4.1.0 highspy==1.16.0 \
  linopy==0.10.1 cpmpy==1.1.1 pyscipopt==6.3.0 cvxpy==1.9.3
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import sys

import cpmpy
import cvxpy
import highspy
import linopy
import pulp
import pyscipopt
import z3
from ortools.linear_solver import pywraplp
from ortools.math_opt.python import mathopt
from ortools.sat.python import cp_model

RULES = {
    "2 <= a <= 5": lambda a, b, c: 2 <= a <= 5,
    "a == b == 3": lambda a, b, c: a == b == 3,
    "a != b != c": lambda a, b, c: a != b != c,
}
# Values for a, b and c that break the half that is named, and keep the other.
TRIALS = {
    "2 <= a <= 5": {"first": (1, 0, 0), "second": (6, 0, 0)},
    "a == b == 3": {"first": (4, 3, 0), "second": (4, 4, 0)},
    "a != b != c": {"first": (1, 1, 2), "second": (1, 2, 2)},
}


def by_pulp(rule, values):
    model = pulp.LpProblem("m")
    names = [pulp.LpVariable(name, value, value, "Integer") for name, value in zip("abc", values, strict=True)]
    model += 0 * names[0]
    model += rule(*names)
    return model.solve(pulp.HiGHS(msg=False)) == pulp.LpStatusOptimal


def by_cp_sat(rule, values):
    model = cp_model.CpModel()
    names = [model.new_int_var(0, 9, name) for name in "abc"]
    model.add(rule(*names))
    for name, value in zip(names, values, strict=True):
        model.add(name == value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) == cp_model.OPTIMAL


def by_pywraplp(rule, values):
    model = pywraplp.Solver.CreateSolver("SCIP")
    names = [model.IntVar(value, value, name) for name, value in zip("abc", values, strict=True)]
    model.Add(rule(*names))
    return model.Solve() == pywraplp.Solver.OPTIMAL


def by_mathopt(rule, values):
    model = mathopt.Model()
    names = [model.add_integer_variable(lb=value, ub=value, name=name) for name, value in zip("abc", values, strict=True)]
    model.add_linear_constraint(rule(*names))
    return mathopt.solve(model, mathopt.SolverType.CP_SAT).termination.reason == mathopt.TerminationReason.OPTIMAL


def by_z3(rule, values):
    solver, names = z3.Solver(), z3.Ints("a b c")
    solver.add(rule(*names))
    return solver.check(*(name == value for name, value in zip(names, values, strict=True))) == z3.sat


def by_highspy(rule, values):
    model = highspy.Highs()
    model.silent()
    names = [model.addIntegral(0, 9) for _ in values]
    model.addConstr(rule(*names))
    for name, value in zip(names, values, strict=True):
        model.addConstr(name == value)
    model.run()
    return model.getModelStatus() == highspy.HighsModelStatus.kOptimal


def by_linopy(rule, values):
    model = linopy.Model()
    names = [model.add_variables(lower=value, upper=value, name=name) for name, value in zip("abc", values, strict=True)]
    model.add_constraints(rule(*names), name="rule")
    model.add_objective(names[0])
    return model.solve("highs", output_flag=False, progress=False)[1] == "optimal"


def by_cpmpy(rule, values):
    names = [cpmpy.intvar(0, 9, name=name) for name in "abc"]
    model = cpmpy.Model(rule(*names))
    for name, value in zip(names, values, strict=True):
        model += name == value
    return model.solve("ortools", num_workers=1)


def by_pyscipopt(rule, values):
    model = pyscipopt.Model()
    model.hideOutput()
    names = [model.addVar(name, "I", value, value) for name, value in zip("abc", values, strict=True)]
    model.addCons(rule(*names))
    model.optimize()
    return model.getStatus() == "optimal"


def by_cvxpy(rule, values):
    names = [cvxpy.Variable(name=name) for name in "abc"]
    fixed = [name == value for name, value in zip(names, values, strict=True)]
    model = cvxpy.Problem(cvxpy.Minimize(0), [rule(*names), *fixed])
    model.solve(solver=cvxpy.HIGHS)
    return model.status == cvxpy.OPTIMAL


WAYS = {
    "PuLP": by_pulp, "CP-SAT": by_cp_sat, "pywraplp": by_pywraplp, "MathOpt": by_mathopt, "z3": by_z3, "highspy": by_highspy,
    "linopy": by_linopy, "CPMpy": by_cpmpy, "PySCIPOpt": by_pyscipopt, "CVXPY": by_cvxpy,
}  # fmt: skip


def kept(way, name):
    """Return which of the two comparisons the library keeps, or "refused" where it raises an error."""
    try:
        broken = {half for half, values in TRIALS[name].items() if way(RULES[name], values)}
    except Exception:
        return "refused"
    return {frozenset(): "both", frozenset({"first"}): "second", frozenset({"second"}): "first"}.get(frozenset(broken), "neither")


print(*(f"{name} {meta.version(name)}" for name in ("pulp", "ortools", "z3-solver", "highspy", "linopy", "cpmpy", "pyscipopt", "cvxpy")))
seen = {name: {rule: kept(way, rule) for rule in RULES} for name, way in WAYS.items()}
for name, rules in seen.items():
    print(f"{name}:", *(f"{rule} {half};" for rule, half in rules.items()))
no, a, b = "refused", "first", "second"
expected = {
    "PuLP": (b, b), "CP-SAT": (no, a), "pywraplp": (b, b), "MathOpt": (no, a), "z3": (no, a), "highspy": ("both", b), "linopy": (b, b),
    "CPMpy": (no, a), "PySCIPOpt": (no, no), "CVXPY": (no, no),
}  # fmt: skip
ok = {name: tuple(rules.values())[:2] for name, rules in seen.items()} == expected
ok = ok and (seen["CP-SAT"]["a != b != c"], seen["PuLP"]["a != b != c"]) == ("second", "neither")
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
