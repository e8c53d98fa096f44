"""`python -m mutants`: change the program in small ways and see whether a test notices.

    python -m mutants --seed spring --count 150     a sample; about 40 minutes on 2 cores
    python -m mutants --seed spring --list          the sample, not tried
    python -m mutants --only games/rng.py:22:15:arithmetic

Each mutant is tried in a copy of the tree. docs/testing.md says how the tests are chosen.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

from mutants import recording, report, sample
from mutants.choice import BUDGET, chosen
from mutants.making import Mutant
from mutants.recording import Recording
from mutants.report import Result
from mutants.tree import copy_tree
from mutants.trial import EQUIVALENT, Bench, Verdict

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "output" / "mutants"
RECORDING = KEPT / "recording.json.gz"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    options = argparse.ArgumentParser(
        prog="python -m mutants", description="Small changes of the program that some test should notice."
    )
    options.add_argument("--seed", default="1", help="text that decides the sample")
    options.add_argument("--count", type=int, default=150, help="how many mutants (150)")
    options.add_argument(
        "--area", nargs="+", choices=sample.AREAS, default=sample.AREAS, help="only of these"
    )
    options.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    options.add_argument(
        "--json", type=Path, help="file of results, to which new ones are added (output/mutants)"
    )
    options.add_argument("--only", action="append", metavar="ID", help="only this mutant, again; repeatable")
    options.add_argument("--list", action="store_true", help="print the sample and try nothing")
    options.add_argument("--record", action="store_true", help="record anew which test reaches which line")
    options.add_argument(
        "--budget", type=float, default=BUDGET, help=f"seconds of tests per mutant ({BUDGET:g})"
    )
    return options


def main(arguments: Sequence[str] | None = None) -> None:
    """Try the mutants that are asked for, and print what became of them."""
    wanted = parser().parse_args(arguments)
    everything = sample.all_mutants(ROOT, wanted.area)
    if wanted.only:
        by_id = {mutant.id: mutant for mutant in everything}
        if unknown := [name for name in wanted.only if name not in by_id]:
            sys.exit(f"there is no mutant {unknown[0]} in this tree")
        drawn = [by_id[name] for name in wanted.only]
    else:
        drawn = sample.draw(everything, wanted.seed, wanted.count)
    if wanted.list:
        for mutant in drawn:
            print(f"{mutant.id}\n    - {mutant.before}\n    + {mutant.after}")
        return
    file = wanted.json or KEPT / f"{wanted.seed}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    results = survey(drawn, file, wanted.jobs, wanted.budget, again=bool(wanted.only), anew=wanted.record)
    print(report.table(results))
    if left := report.survivors(results):
        print(f"\n{left}")


def survey(
    drawn: Sequence[Mutant], file: Path, jobs: int, budget: float, *, again: bool, anew: bool
) -> list[Result]:
    """Return the results of these mutants, old ones from the file and new ones, which are added to it."""
    before = {one.id: one for one in report.read(file)}
    known = {} if again else before
    done = {name: one for mutant in drawn if (one := known.get(name := mutant.id)) and one.belongs_to(mutant)}
    equivalent = sample.equivalents()
    left: list[Mutant] = []
    for mutant in drawn:
        if any(entry.means(mutant) for entry in equivalent):
            done[mutant.id] = report.result(mutant, Verdict(EQUIVALENT, "", 0, 0.0))
        elif mutant.id not in done:
            left.append(mutant)
    if left:
        with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
            for one in _try(left, Path(folder), jobs, budget, anew=anew):
                report.append(file, one)
                done[one.id] = one
                print(
                    f"[{len(done)}/{len(drawn)}] {one.verdict}, {one.seconds:g} s: {one.id}", file=sys.stderr
                )
    return [done[mutant.id] for mutant in drawn]


def _try(left: Sequence[Mutant], work: Path, jobs: int, budget: float, *, anew: bool) -> Iterator[Result]:
    """Yield the results of mutants as they come, from several copies of the tree at a time."""
    first = copy_tree(ROOT, work / "tree 1")
    known = recorded(first, work, jobs, anew=anew)
    seconds = known.seconds
    benches = [Bench(first, work / "bench 1")]
    for number in range(2, jobs + 1):
        tree = shutil.copytree(first, work / f"tree {number}", symlinks=True)
        benches.append(Bench(Path(tree), work / f"bench {number}"))
    free: SimpleQueue[Bench] = SimpleQueue()
    for bench in benches:
        if (work / "cache").exists():
            shutil.copytree(work / "cache", bench.work / "cache")
        free.put(bench)

    def judge(mutant: Mutant) -> Result:
        bench = free.get()
        try:
            return report.result(mutant, bench.judge(mutant, chosen(mutant, known, budget), seconds))
        finally:
            free.put(bench)

    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(judge, mutant) for mutant in left]
        try:
            for future in as_completed(waiting):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for bench in benches:
                bench.stop()
            raise


def recorded(tree: Path, work: Path, jobs: int, *, anew: bool) -> Recording:
    """Return which test reaches which line, recording now what isn't known yet."""
    if anew or not RECORDING.exists():
        print("Recording which test reaches which line; this happens once.", file=sys.stderr)
        known = recording.record(tree, work, jobs)
        known.save(RECORDING)
        return known
    known = recording.load(RECORDING)
    today = recording.digests(tree)
    if changed := [name for name, digest in today.items() if known.digests.get(name) != digest]:
        print(f"Recording {len(changed)} test files that are new or have changed.", file=sys.stderr)
        known = known.updated(recording.record(tree, work, jobs, changed))
        known.save(RECORDING)
    return known


if __name__ == "__main__":
    main()
