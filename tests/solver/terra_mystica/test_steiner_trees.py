"""How many free hexes join groups into a town: held against every set of free hexes."""

from __future__ import annotations

from itertools import combinations

import pytest

from pencilwright.games.terra_mystica import reading
from pencilwright.solver.terra_mystica.whole_round import steiner_trees
from pencilwright.solver.terra_mystica.whole_round.context import Ground, ground_of

MOST = 2
POSITIONS = (
    "witches D:E4,E6,G4,F2 TH:H3",
    "mermaids ship:1 D:E4,G1 TH:H2",
    "engineers D:C3,G2,I5 TE:E8 SH:F4",
)


def at(text: str) -> Ground:
    """Return the ground of a position's first player."""
    state = reading.parse(f"TM1 r6 | {text} | nomads D:A5 passed")
    return ground_of(state, state.players[0].faction, {})


def is_joined(near: list[set[int]], nodes: set[int]) -> bool:
    """Whether nodes hang together."""
    reached = {min(nodes)}
    edge = list(reached)
    while edge:
        more = (near[edge.pop()] & nodes) - reached
        reached |= more
        edge += more
    return reached == nodes


def tried(ground: Ground, *, bridged: bool) -> dict[frozenset[int], int]:
    """Return the fewest free hexes for each set of groups, by trying all sets of a few."""
    near = steiner_trees._neighbours(ground, bridged=bridged)
    groups, nodes = len(ground.groups), len(ground.open_for_towns)
    rivers: list[set[int]] = [set(), *({river} for river in range(nodes, len(near)))]
    results = {frozenset[int](): 0}
    for count in range(MOST + 1):
        for free in combinations(range(groups, nodes), count):
            for n in range(1, groups + 1):
                for among in map(frozenset, combinations(range(groups), n)):
                    if among not in results and any(
                        is_joined(near, {*among, *free, *river}) for river in rivers
                    ):
                        results[among] = count
    return results


@pytest.mark.parametrize("bridged", [False, True])
@pytest.mark.parametrize("text", POSITIONS)
def test_the_fewest_hexes_that_join_groups_are_those_of_every_set_tried(text: str, bridged: bool) -> None:
    ground = at(text)
    assert len(ground.groups) > 2
    assert steiner_trees.joins(ground, MOST, bridged=bridged) == tried(ground, bridged=bridged)


def test_too_many_groups_are_left_to_the_model() -> None:
    places = ("A1", "A3", "A5", "A7", "A9", "A11", "C1", "E1", "G1", "I1")
    ground = at("witches D:A1,A3,A7,A9,A11,C1,E1 TH:G1,I1,I9")
    assert len(ground.groups) == len(places) > steiner_trees.MOST_GROUPS
    assert steiner_trees.joins(ground, MOST, bridged=False) is None
