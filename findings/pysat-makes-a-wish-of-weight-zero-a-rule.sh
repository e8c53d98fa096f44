#!/usr/bin/env bash
# python-sat 1.9.dev24: a choice of two of three tiles as weighted clauses (WCNF), each tile wished for with what it is worth on
# this board, solved by RC2 (MaxSAT). One of them is worth 0 here.
# The guess: a wish of weight 0 changes nothing, as the one of weight 1 changes little. Seen: append() takes weight=0 for "no
# weight given", and a clause without a weight is hard: the tile worth nothing has to be taken, and the best answer costs
# more than it must. With two such wishes that bar each other RC2 says that there is no answer at all. Who computes
# weights leaves those of 0 out.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check python-sat==1.9.dev24
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, sys
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF


def best(worths, together):
    """Return the tiles of the best choice, with its cost; at most `together` of the tiles fit."""
    wishes = WCNF()
    if together == 2:
        wishes.append([-1, -2, -3])
    else:
        for a, b in ((1, 2), (1, 3), (2, 3)):
            wishes.append([-a, -b])
    for tile, worth in enumerate(worths, 1):
        wishes.append([tile], weight=worth)
    solver = RC2(wishes)
    answer = solver.compute()
    return answer and [tile for tile in answer if tile > 0], solver.cost, len(wishes.hard)


print("python-sat", meta.version("python-sat"))
seen = {(worths, fit): best(worths, fit) for worths, fit in (((1, 5, 4), 2), ((0, 5, 4), 2), ((0, 0, 4), 1))}
for (worths, fit), (tiles, cost, hard) in seen.items():
    print(f"worths {worths}, {fit} fit: tiles {tiles}, lost {cost}, hard clauses {hard}")
ok = [*seen.values()] == [([2, 3], 1, 1), ([1, 2], 4, 2), (None, 0, 5)]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
