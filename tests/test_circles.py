"""No module imports itself by a way round, imports inside functions and imports for types included."""

from collections.abc import Mapping, Set

import grimp
import pytest


def circles(arrows: Mapping[str, Set[str]]) -> list[list[str]]:
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
    graph = grimp.build_graph("pencilwright", cache_dir=None)
    arrows = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    assert sum(map(len, arrows.values())) > 1000
    assert "pencilwright.games.rooms" in arrows["pencilwright.games"]  # for types
    assert circles(arrows) == []
