#!/usr/bin/env bash
# python-constraint2 2.9.0 (import constraint): two gauges that stand at whole numbers below and above zero, whose product is to be exactly, or at
# most, a number below zero; all three of its complete solvers, and trying every pair; then 500 such problems made at random.
# The guess: a constraint on a product holds for whole numbers of both signs, or those below zero are refused. Seen: MaxProdConstraint and
# ExactProdConstraint, given a bound below zero, say that there is no solution, or leave out a part of the solutions, without a word: numbers are struck
# from the domains first by a reckoning that takes more of one factor for more of the product. With the same numbers a function, lambda a, b: a * b == -4,
# finds all; so do MinProdConstraint, and the other two where the bound is not below zero.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check python-constraint2==2.9.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import itertools
import operator
import random
import sys

import constraint

SOLVERS = (constraint.BacktrackingSolver, constraint.OptimizedBacktrackingSolver, constraint.RecursiveBacktrackingSolver)
KINDS = {
    constraint.ExactProdConstraint: operator.eq,
    constraint.MaxProdConstraint: operator.le,
    constraint.MinProdConstraint: operator.ge,
}


def solutions(solver, domains, rule):
    problem = constraint.Problem(solver())
    for name, domain in zip("ab", domains, strict=True):
        problem.addVariable(name, list(domain))
    problem.addConstraint(rule, ["a", "b"])
    return sorted((one["a"], one["b"]) for one in problem.getSolutions())


def compared(kind, bound, domains):
    """Return the pairs that hold, and those that each solver finds."""
    holds = KINDS[kind]
    right = [pair for pair in itertools.product(*domains) if holds(pair[0] * pair[1], bound)]
    return right, [solutions(solver, domains, kind(bound)) for solver in SOLVERS]


print("python-constraint2", meta.version("python-constraint2"))
ok = True
for kind, bound, domains in (
    (constraint.ExactProdConstraint, -4, ((-1, 1), (1, 2, 3, 4, 5))),
    (constraint.MaxProdConstraint, -5, ((1, 3, 4), (-3, -2, -1, 4, 5))),
):
    right, found = compared(kind, bound, domains)
    by_function = solutions(SOLVERS[0], domains, lambda a, b, holds=KINDS[kind], bound=bound: holds(a * b, bound))
    print(f"{kind.__name__}({bound}) of {domains}: {len(right)} pairs, found {[len(one) for one in found]}, by a function {len(by_function)}")
    ok = ok and right and found == [[]] * 3 and by_function == right
chance, lost = random.Random(7), {}
for _ in range(500):
    kind, bound = chance.choice(list(KINDS)), chance.randint(-9, 9)
    domains = [sorted(chance.sample(range(-4, 6), chance.randint(2, 5))) for _ in range(2)]
    right, found = compared(kind, bound, domains)
    key = (kind.__name__, "below zero" if bound < 0 else "from zero")
    tried, wrong = lost.get(key, (0, 0))
    lost[key] = (tried + 1, wrong + (found != [right] * 3))
for key, (tried, wrong) in sorted(lost.items()):
    print(*key, f": {wrong} of {tried} wrong")
ok = ok and all((wrong > 0) == (key[0] != "MinProdConstraint" and key[1] == "below zero") for key, (_, wrong) in lost.items())
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
