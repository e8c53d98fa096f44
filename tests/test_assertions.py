"""Every test can fail: it asserts, or calls a helper of the tests that does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
OF_OTHERS = {"raises", "warns", "fail", "expect"}
"""What pytest and playwright assert with."""
Known = tuple[str, str]
"""A function or method: its module, such as tests.app.cli.test_main, and its name."""


def reached(path: Path, module: ast.Module) -> Iterator[str]:
    """Yield the modules whose functions and fixtures a module may call: its own, imported ones, conftests."""
    own_items = ["tests", *path.relative_to(TESTS).with_suffix("").parts]
    yield ".".join(own_items)
    for n in range(1, len(own_items)):
        yield ".".join([*own_items[:n], "conftest"])
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            source = ".".join(
                [*(own_items[: -node.level] if node.level else ()), *filter(None, [node.module])]
            )
            yield from (source, *(f"{source}.{name.name}" for name in node.names))


def read(path: Path) -> Iterator[tuple[Known, bool, list[str], set[str]]]:
    """Yield each function, whether it asserts itself, and what it may call: modules and names."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    modules = list(reached(path, module))
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        asserts, names = False, set()
        for node in ast.walk(function):
            match node:
                case ast.Assert() | ast.Raise():
                    asserts = True
                case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                    names.add(name)
        yield (modules[0], function.name), asserts or bool(names & OF_OTHERS), modules, names


def test_every_test_asserts() -> None:
    results = [item for path in TESTS.rglob("*.py") for item in read(path)]
    defined, asserting = {item[0] for item in results}, {known for known, asserts, _, _ in results if asserts}
    names_of = {name for _, name in defined}
    calls = {
        known: {(module, name) for module in modules for name in names & names_of} & defined
        for known, _, modules, names in results
    }
    while more := {known for known, called in calls.items() if called & asserting} - asserting:
        asserting |= more
    tests = {known for known in defined if known[1].startswith("test_")}
    assert len(tests) > 1000 and not sorted(tests - asserting)
