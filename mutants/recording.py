"""Which test reaches which line, recorded in a run of the default tests, and looked up by the lines' text."""

from __future__ import annotations

import ast
import gzip
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mutants.making import Mutant
from mutants.plugin import REPORT
from mutants.sample import AREAS
from mutants.tree import environment

SETTINGS = """\
[run]
source = {areas}
data_file = {data}
"""

Lines = dict[str, dict[str, frozenset[str]]]
"""File -> function and text of a line -> the tests that reach it."""


class Recording(NamedTuple):
    """The tests that pass and their seconds, the lines they reach, and a hash of every test file.

    Lines are known by their function and their text, so that a recording stays of use when lines move.
    """

    seconds: dict[str, float]
    lines: Lines
    digests: dict[str, str]

    def reaching(self, mutant: Mutant) -> set[str]:
        """Return the tests that reach a mutant's line.

        Where the line isn't known by its text, they are those that reach its function; where there is none,
        those that reach its file.
        """
        lines = self.lines.get(mutant.file, {})
        if mutant.function:
            exact = lines.get(_key(mutant.function, mutant.before))
            if exact is not None:
                return set(exact)
            function = _key(mutant.function, "")
            if known := [tests for key, tests in lines.items() if key.startswith(function)]:
                return set().union(*known)
        return set().union(*lines.values())

    def updated(self, other: Recording) -> Recording:
        """Return this recording with the other's tests in place of those whose file is no longer the same."""
        stale = {file for file, digest in self.digests.items() if other.digests.get(file) != digest}
        seconds = {test: time for test, time in self.seconds.items() if file_of(test) not in stale}
        lines: Lines = {}
        for file in sorted(self.lines.keys() | other.lines.keys()):
            old, new = self.lines.get(file, {}), other.lines.get(file, {})
            lines[file] = {
                key: frozenset(test for test in old.get(key, ()) if test in seconds)
                | new.get(key, frozenset())
                for key in (*old, *(key for key in new if key not in old))
            }
        return Recording(seconds | other.seconds, lines, other.digests)

    def save(self, path: Path) -> None:
        """Write the recording. A set of tests that many lines share is written once."""
        tests = {test: number for number, test in enumerate(self.seconds)}
        sets: dict[frozenset[str], int] = {}
        lines = {
            file: {key: sets.setdefault(found, len(sets)) for key, found in known.items()}
            for file, known in self.lines.items()
        }
        kept = {
            "seconds": self.seconds,
            "sets": [sorted(tests[test] for test in found) for found in sets],
            "lines": lines,
            "digests": self.digests,
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        with gzip.open(part, "wt", encoding="utf-8", compresslevel=5) as file:
            json.dump(kept, file)
        os.replace(part, path)


def load(path: Path) -> Recording:
    """Return a recording that was saved."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        kept = json.load(file)
    tests = list(kept["seconds"])
    sets = [frozenset(tests[number] for number in found) for found in kept["sets"]]
    lines = {
        file: {key: sets[place] for key, place in known.items()} for file, known in kept["lines"].items()
    }
    return Recording(kept["seconds"], lines, kept["digests"])


def digests(tree: Path) -> dict[str, str]:
    """Return a hash of every test file."""
    return {
        path.relative_to(tree).as_posix(): sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted((tree / "tests").rglob("test_*.py"))
    }


def record(tree: Path, work: Path, jobs: int, files: Sequence[str] = ()) -> Recording:
    """Run the default tests of a copy of the tree, or of some test files, and return what they reach.

    Tests that fail in this tree take no part.
    """
    settings, data, report = work / "coverage.ini", work / "coverage.data", work / "tests.json"
    settings.write_text(SETTINGS.format(areas=",".join(AREAS), data=data), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", f"--numprocesses={jobs}", "-p", "mutants.plugin", "--cov"]
    command += [f"--cov-config={settings}", "--cov-context=test", "--cov-report=", "-W", "default", *files]
    settled = {**environment(tree, work / "cache"), REPORT: str(report)}
    subprocess.run(command, cwd=tree, env=settled, stdout=sys.stderr, check=False)
    return from_coverage(tree, data, json.loads(report.read_text(encoding="utf-8")))


def from_coverage(tree: Path, data: Path, report: Mapping[str, Mapping[str, Any]]) -> Recording:
    """Return the recording that coverage's data and the plugin's report make."""
    from coverage import CoverageData

    seconds = {
        test: round(phases["seconds"], 3) for test, phases in report.items() if phases["outcome"] == "passed"
    }
    lines: Lines = {}
    reached = CoverageData(str(data))
    reached.read()
    shared: dict[frozenset[str], frozenset[str]] = {}
    for measured in sorted(reached.measured_files()):
        source = Path(measured).read_text(encoding="utf-8")
        functions, texts = functions_by_line(source), source.splitlines()
        known: dict[str, set[str]] = defaultdict(set)
        for line, contexts in reached.contexts_by_lineno(measured).items():
            if tests := {context.rpartition("|")[0] for context in contexts} & seconds.keys():
                known[_key(functions.get(line, ""), texts[line - 1].strip())] |= tests
        found = {key: frozenset(tests) for key, tests in known.items()}
        lines[Path(measured).relative_to(tree).as_posix()] = {
            key: shared.setdefault(tests, tests) for key, tests in found.items()
        }
    return Recording(seconds, lines, digests(tree))


def functions_by_line(source: str) -> dict[int, str]:
    """Return the qualified name of the innermost function of each line that lies in one's body."""
    found: dict[int, str] = {}

    def walk(children: Iterable[ast.AST], names: tuple[str, ...], *, inside: bool) -> None:
        for child in children:
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                below = (*names, child.name)
                in_function = inside or not isinstance(child, ast.ClassDef)
                if in_function:
                    last = child.end_lineno or child.lineno
                    found.update(dict.fromkeys(range(child.body[0].lineno, last + 1), ".".join(below)))
                walk(child.body, below, inside=in_function)
            else:
                walk(ast.iter_child_nodes(child), names, inside=inside)

    walk(ast.parse(source).body, (), inside=False)
    return found


def file_of(test: str) -> str:
    """Return the file of a test's id."""
    return test.partition("::")[0]


def _key(function: str, line: str) -> str:
    return f"{function}\0{line}"
