"""Try small wrong changes, which Cosmic Ray makes, and see whether a test notices: docs/testing.md."""

import ast
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import chain, islice, pairwise
from pathlib import Path

import click
import pytest
from cosmic_ray import ast as parso
from cosmic_ray import mutating, plugins

from tests.reach import reached

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "output" / "mutants"
AREAS = ("games", "solver", "generator", "app")
VERDICTS = ("killed", "timed out", "survived", "time was up", "equivalent")
OPERATORS = re.compile(
    "AddNot|Replace(And|Or|True|False|Break|Continue)With|NumberReplacer|ZeroIteration|_(Add_Sub|Sub_Add|Mul_Add"
    "|(Floor)?Div_Mul|Mod_FloorDiv|Pow_Mul|LShift_RShift|RShift_LShift|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitOr"
    "|Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is|USub_UAdd|Delete_Not)$"
)
FAR = (-1, 0, 1, 2, 99, 1000)  # between two of these distances (tests/reach.py) lie the tests of one run
LONGEST, TOO_LATE = 120, 77  # seconds of the processor for a test; how pytest ends when there are no more


@cache
def mutants_of(file):
    """Return {line: [(operator, which on the line, which in the file)]}, none of types and decorators."""
    source, spans, results = (ROOT / file).read_text(encoding="utf-8"), [], {}
    for node in ast.walk(ast.parse(source)):
        silent = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        silent += getattr(node, "decorator_list", [])
        silent += [node.value] if isinstance(node, ast.keyword) and node.arg == "strict" else []
        spans += [((n.lineno, n.col_offset), (n.end_lineno, n.end_col_offset)) for n in silent if n]
    nodes = list(parso.ast_nodes(parso.get_ast(source)))
    for name in filter(OPERATORS.search, plugins.operator_names()):
        operator = plugins.get_operator(name)()
        for number, (place, _) in enumerate(p for node in nodes for p in operator.mutation_positions(node)):
            bare = source.split("\n")[place[0] - 1].startswith("*,", place[1])
            if not bare and not any(start <= place < end for start, end in spans):
                line = results.setdefault(place[0], [])
                line.append((name, sum(other[0] == name for other in line), number))
    return results


def drawn(area, seed):
    """Yield mutants and their source: lines by a hash of their text, and of each one mutant by another."""
    lines = []
    for path in (ROOT / area).rglob("*.py"):
        file, seen = path.relative_to(ROOT).as_posix(), Counter()
        for at, line in enumerate(map(str.strip, path.read_text(encoding="utf-8").split("\n")), 1):
            rank = sha256(f"{seed}\0{file}\0{line}\0{seen[line]}".encode()).digest()
            lines.append((rank, file, line, seen[line], at))
            seen[line] += 1
    for _, file, line, nth, at in sorted(lines):
        here = mutants_of(file).get(at)
        if (
            here
            and not re.match("if TYPE_CHECKING|if __name__", line)
            and not file.endswith(("/primer.py", "/dictionary.py"))
        ):
            name, which, number = min(here, key=lambda m: sha256(f"{seed}\0{m[0]}\0{m[1]}".encode()).digest())
            source = (ROOT / file).read_text(encoding="utf-8")
            source = mutating.mutate_code(source, plugins.get_operator(name)(), number)
            key = {"file": file, "line": line, "nth": nth, "operator": name, "which": which}
            yield {**key, "new": source.split("\n")[at - 1].strip()}, source


def run(tree, budget, *tests):
    """Return how pytest ended in a tree, and the test that it began last."""
    (note := tree.parent / "last").write_text("")
    ours = {"PYTHONPATH": f"{tree}", "MUTANTS": f"{budget} {note}"}
    ours["PENCILWRIGHT_CACHE"] = str(RESULTS / "kernels")
    command = [sys.executable, "-m", "pytest", "-x", "-n0", "-pscripts.mutants", "-pno:cacheprovider", *tests]
    process = subprocess.Popen(command, cwd=tree, env=os.environ | ours, stdout=-3, process_group=0)
    try:
        return process.wait(), note.read_text()
    finally:
        subprocess.call(["kill", "-9", "--", f"-{process.pid}"], stderr=-3)  # and what the tests have started


def pytest_runtest_logstart(nodeid):
    """Note which test begins, and give it its time, or end where none is left."""
    budget, note = os.environ["MUTANTS"].split(" ", 1)
    if sum(os.times()[:4]) > float(budget):
        pytest.exit("the time is up", TOO_LATE)
    Path(note).write_text(nodeid)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)


def judge(tree, file, source, far, budget, left_out):
    """Return what becomes of a mutant, and by which test: one that passes in the unchanged tree."""
    path, original = tree / file, (tree / file).read_text(encoding="utf-8")
    for least, most in pairwise(FAR):
        tests, code = [test for test, distance in far.items() if least < distance <= most], 1
        while tests and code not in (0, 5):  # 5: no test was left
            path.write_text(source, encoding="utf-8")
            before = sum(os.times()[2:4])
            code, last = run(tree, budget, *tests, *(f"--deselect={test}" for test in left_out))
            budget -= sum(os.times()[2:4]) - before
            path.write_text(original, encoding="utf-8")
            if code in (TOO_LATE, -signal.SIGPROF):
                return ("time was up", "") if code == TOO_LATE else ("timed out", last)
            elif code not in (0, 5):
                if run(tree, 1e9, *([last] if last else [*tests, "--collect-only"]))[0] == 0:
                    return "killed", last
                left_out.append(last)
    return "survived", ""


@click.command()
@click.option("--seed", default="1", help="Decides the sample.")
@click.option("--count", default=80, help="How many, the same number in each area (80).")
@click.option("--budget", default=120.0, help="Seconds of the processor for each (120).")
@click.option("--of", type=Path, help="Only those that this file of other results has.")
def main(seed, count, budget, of):
    """Try the mutants that the file of results lacks, and print the table of all that it has then."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    with (RESULTS / f"{seed}.jsonl").open("a+") as results, tempfile.TemporaryDirectory() as folder:
        results.seek(0)
        known, tree, left_out = [json.loads(line) for line in results], Path(folder, "tree"), []
        wanted = [json.loads(line)["mutant"] for line in of.open()] if of else None
        subprocess.check_call(["git", "checkout-index", "-a", f"--prefix={tree}/"], cwd=ROOT)
        subprocess.check_call(
            [sys.executable, "-mcompileall", "-q", "--invalidation-mode=checked-hash", tree]
        )
        sample = chain.from_iterable(zip(*(drawn(area, seed) for area in AREAS), strict=False))
        for item, source in islice(sample, count):
            if (wanted is None or item in wanted) and item not in [other["mutant"] for other in known]:
                verdict, by = judge(tree, item["file"], source, reached([item["file"]]), budget, left_out)
                known.append({"mutant": item, "verdict": verdict, "by": by})
                print(json.dumps(known[-1], ensure_ascii=False), file=results, flush=True)
                print(f"{verdict}: {item['file']}\n    - {item['line']}\n    + {item['new']}", flush=True)
    print("| area |", " | ".join(VERDICTS), "|\n|---" + "|---" * len(VERDICTS) + "|")
    for area in (*AREAS, ""):
        count = Counter(entry["verdict"] for entry in known if entry["mutant"]["file"].startswith(area))
        print("|", area or "all", "|", " | ".join(str(count[word]) for word in VERDICTS), "|")


if __name__ == "__main__":
    main()
