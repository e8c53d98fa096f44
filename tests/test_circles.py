"""No module imports itself by a way round, imports inside functions and imports for types included."""

from graphlib import TopologicalSorter

import grimp
import pytest


@pytest.mark.slow
def test_no_module_imports_itself_by_a_way_round() -> None:
    graph = grimp.build_graph("pencilwright", cache_dir=None)
    arrows = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    assert sum(map(len, arrows.values())) > 1000
    assert "pencilwright.games.rooms" in arrows["pencilwright.games"]  # for types
    TopologicalSorter(arrows).prepare()  # raises CycleError, which names the circle
