"""Which tests a change can touch: those that import it, by however many steps, the nearest first.

What no import statement says is read from the text: modules that are imported under a name put together
(``import_module(f"pencilwright.games.{package}.{name}")``: whatever lies under the part that is fixed), and
those that are named (``"-m", "pencilwright.app.worker"``).
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
CODE: Final = ("games", "templates", "generator", "solver", "app")
PACKAGE: Final = "pencilwright"
BESIDES: Final = ("teaching", "benchmarks", "tests")
ALL: Final = ("pyproject.toml", "constraints.txt", "tests/conftest.py", "tests/reach.py")
"""Files that any test may feel."""
BY_NAME: Final = 100
"""The weight of a step that only a name makes; the steps of import statements weigh 1."""
NAMED: Final = re.compile(r"""["']((?:pencilwright|teaching|benchmarks)[\w.]*)(["'{])""")


def changed(revision: str, root: Path = ROOT) -> list[str]:
    """Return the files that differ from a revision, and new ones. Raises ValueError if there is none such."""
    results = []
    differ, new = (
        ("diff", "--name-only", "--no-renames", "-z", revision, "--"),
        ("ls-files", "-oz", "--exclude-standard"),
    )
    for words in (differ, new):
        done = subprocess.run(["git", *words], cwd=root, check=False, capture_output=True, text=True)
        if done.returncode:
            raise ValueError(done.stderr.strip())
        results += [name for name in done.stdout.split("\0") if name]
    return results


def reached(files: Sequence[str], root: Path = ROOT) -> dict[str, int]:
    """Return the test files that changes of these files can touch, and how far each is, the nearest first.

    The test of the mirrored file is at 0, of its name in the folders above at 1, its folder's at 2, others at
    as many import statements as there are.
    """
    tests = [path.relative_to(root).as_posix() for path in sorted((root / "tests").rglob("test_*.py"))]
    far = {test: 2 * BY_NAME for test in tests if files and test.count("/") == 1}  # those look at all files
    games = {path.parent.name for path in (root / "games").glob("*/components.py")}
    users = _users(root)
    for file in files:
        distances = _distances(_modules(file, users, root), users)
        folder, _, stem = file.removesuffix(".py").rpartition("/")
        own_games = {game for game in games if game in file}
        for test in tests:
            distance = distances.get(test.removesuffix(".py").replace("/", "."))
            home, _, name = test.rpartition("/")
            if (
                distance is not None
                and distance >= BY_NAME
                and own_games
                and not own_games & (of := {g for g in games if g in test})
                and of
            ):
                distance = None  # of another game, which it knows by name only
            if test == file or (home == f"tests/{folder}" and name == f"test_{stem}.py"):
                distance = 0
            elif name.startswith(f"test_{stem}") and f"tests/{folder}/".startswith(f"{home}/"):
                distance = 1
            elif home == f"tests/{folder}" or (
                file.startswith("tests/") and not file.endswith(".py") and home.startswith(folder)
            ):
                distance = min(distance or 2, 2)
            elif file in ALL or (stem == "conftest" and home.startswith(folder)):
                distance = 1
            if distance is not None:
                far[test] = min(far.get(test, distance), distance)
    return dict(sorted(far.items(), key=lambda item: (item[1], item[0])))


def _modules(file: str, users: dict[str, dict[str, int]], root: Path) -> list[str]:
    """Return the modules that a file is, or that read it: those of the nearest folder that has any."""
    path = Path(file)
    if path.parts[0] not in (*CODE, *BESIDES, PACKAGE) or (path.parts[0] == "tests" and path.suffix != ".py"):
        return []
    dotted = _dotted(path)
    if path.suffix == ".py" and path.name != "__init__.py" and (root / file).exists():
        return [dotted]
    folder = dotted.rpartition(".")[0]
    while folder:
        if inside := [name for name in users if name == folder or name.rpartition(".")[0] == folder]:
            return inside
        folder = folder.rpartition(".")[0]
    return []


def _distances(begin: Iterable[str], users: dict[str, dict[str, int]]) -> dict[str, int]:
    """Return how far it is from these modules to all that use them."""
    done: dict[str, int] = {}
    queue = [(0, name) for name in begin]
    while queue:
        distance, name = heappop(queue)
        if name not in done:
            done[name] = distance
            for user, weight in users.get(name, {}).items():
                heappush(queue, (distance + weight, user))
    return done


@cache
def _users(root: Path) -> dict[str, dict[str, int]]:
    """Return the modules that use each module, with the weight of the step."""
    import grimp

    graph = grimp.build_graph("pencilwright", *BESIDES, cache_dir=None, exclude_type_checking_imports=True)
    users: dict[str, dict[str, int]] = {name: {} for name in graph.modules}
    for name in graph.modules:
        users[name] |= dict.fromkeys(graph.find_modules_that_directly_import(name), 1)
    for path in (path for folder in (*CODE, *BESIDES) for path in (root / folder).rglob("*.py")):
        user = _dotted(path.relative_to(root)).removesuffix(".__init__")
        for named, goes_on in NAMED.findall(path.read_text(encoding="utf-8")):
            for name in [user for user in users if user.startswith(named)] if goes_on == "{" else [named]:
                if name in users and user in users:
                    users[name].setdefault(user, BY_NAME)
    return users


def _dotted(path: Path) -> str:
    """Return the name under which a file is imported."""
    return ("pencilwright." if path.parts[0] in CODE else "") + ".".join(path.with_suffix("").parts)
