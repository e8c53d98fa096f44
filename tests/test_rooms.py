"""docs/adding-a-game.md lists exactly what the command line calls of each room of a game."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from pencilwright.games import GAMES, ROOMS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
SOLVERS = ("lines", "proof", "adviser", "review", "carrying")
HALF_DAYS = ("advise.py", "chances.py", "demo.py", "play.py", "review.py", "transcripts.py")
"""Modules of app/ that only games played in half-days, known by a solver `lines`, need to answer to."""

Calls = dict[str, set[str]]


def room_of(node: ast.AST) -> str | None:
    """Return the room that an expression such as game.room("setup") or solver_of(position, "lines") opens."""
    if not isinstance(node, ast.Call):
        return None
    opener = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    name = node.args[-1] if node.args else None
    if opener not in ("room", "solver_of") or not isinstance(name, ast.Constant):
        return None
    return str(name.value)


def bound(function: ast.AST) -> dict[str, str]:
    """Return which names hold a room inside a function: parameters that are modules, and what is assigned."""
    names = {}
    for node in ast.walk(function):
        if isinstance(node, ast.arg) and node.annotation and ast.unparse(node.annotation) == "ModuleType":
            names[node.arg] = node.arg
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            (target,) = node.targets
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for name, value in pairs:
                room = room_of(value)
                if isinstance(name, ast.Name) and room is not None:
                    names[name.id] = room
    return names


def called(without: tuple[str, ...] = ()) -> Calls:
    """Return what app/ takes from each room, found in its source; some of its modules may be left out."""
    result: Calls = defaultdict(set)
    for path in sorted((ROOT / "app").rglob("*.py")):
        if path.name in without:
            continue
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            names = bound(function)
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute):
                    known = isinstance(node.value, ast.Name) and names.get(node.value.id)
                    room = known or room_of(node.value)
                    if room:
                        result[room].add(node.attr)
    return dict(result)


def listed(heading: str) -> Calls:
    """Return what the page's table under a heading lists: room -> names."""
    section = PAGE.split(heading)[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", section, re.MULTILINE)
    return {room: set(re.findall(r"`(\w+)[`(]", cells)) for room, cells in rows}


def test_the_page_lists_exactly_what_the_command_line_calls_of_each_room() -> None:
    assert listed("`app/` asks them for") == {
        room: names for room, names in called().items() if room not in SOLVERS
    }


def test_the_page_lists_exactly_what_the_command_line_calls_of_the_solvers() -> None:
    assert listed("## 4. The answers") == {room: names for room, names in called().items() if room in SOLVERS}


def test_every_game_has_what_is_called() -> None:
    for game in GAMES.values():
        half_days = (ROOT / "solver" / game.package / "lines.py").exists()
        for room, names in called(() if half_days else HALF_DAYS).items():
            if room in game.rooms and (room in ROOMS or game.rooms != ROOMS):
                assert [name for name in names if not hasattr(game.room(room), name)] == []


def test_every_room_that_is_opened_is_one() -> None:
    own = {room for game in GAMES.values() for room in game.rooms}
    assert set(called()) <= {*own, *SOLVERS}
