"""No module imports itself by a way round, imports inside functions included."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("games", "templates", "generator", "solver", "app")


def modules() -> dict[str, Path]:
    """Return every module of ours with its file; a package's name stands for its __init__.py."""
    results = {}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            results[".".join(("pencilwright", *parts)).removesuffix(".__init__")] = path
    results["pencilwright"] = ROOT / "app" / "public.py"
    return results


def imported(tree: ast.AST, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules of ours that a module's source imports, wherever in it; not those for types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if name in known else node.module


def circles(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that reach each other (Tarjan's strongly connected components)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    results: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        path.append(name)
        for target in sorted(arrows[name]):
            if target not in number:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in path:
                low[name] = min(low[name], number[target])
        if low[name] == number[name]:
            group = path[path.index(name) :]
            del path[path.index(name) :]
            if len(group) > 1:
                results.append(sorted(group))

    for name in sorted(arrows):
        if name not in number:
            visit(name)
    return results


def test_a_circle_of_three_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


@pytest.mark.slow
def test_no_module_imports_itself_by_a_way_round() -> None:
    known = modules()
    arrows = {
        name: {
            to
            for to in imported(ast.parse(path.read_text(encoding="utf-8")), known)
            if to in known and to != name
        }
        for name, path in known.items()
    }
    assert sum(map(len, arrows.values())) > 1000
    assert circles(arrows) == []
