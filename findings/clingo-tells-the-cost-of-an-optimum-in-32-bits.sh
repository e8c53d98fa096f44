#!/usr/bin/env bash
# clingo 5.8.3 (Python): three tiles worth 1,500,000,000 each (two goals packed into one number), as many as one likes to be
# taken, the sum to be maximised with #maximize.
# The guess: a sum above 31 bits is refused with an error, as clingo does where such a sum stands in a rule ("Value too
# large"), or counted right. Seen: the search is right and its cost is not. All three are taken and the optimum is called
# proved, but Model.cost says -205032704 where -4500000000 is meant, and two tiles cost +1294967296: more than none. Whoever
# compares costs of answers takes the empty one for better, and a product in a fact, 20*150000000, becomes -1294967296
# without a message.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check clingo==5.8.3
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, sys
import clingo


def answers(program):
    messages = []
    control = clingo.Control(["0", "--opt-mode=optN"], logger=lambda *message: messages.append(message))
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as search:
        return [(sorted(map(str, model.symbols(shown=True))), model.cost, model.optimality_proven) for model in search], messages


print("clingo", meta.version("clingo"))
found, messages = answers("{taken(1..3)}. #show taken/1. #maximize{1500000000,T : taken(T)}.")
facts, more = answers("points(20*150000000).")
for taken, cost, proved in found:
    print(f"taken {len(taken)}, cost {cost}, proved {proved}")
print("points:", facts[0][0], "| messages:", messages + more)
ok = found[-1] == (["taken(1)", "taken(2)", "taken(3)"], [2**32 - 4_500_000_000], True)
ok = ok and facts[0][0] == ["points(-1294967296)"] and not messages + more
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
