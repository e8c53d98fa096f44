"""The map sheet: what its marks mean, and that a map that is marked is the one that is read."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pencilwright.games import game, sheets
from pencilwright.games.terra_mystica import legality, map_marks, paper, reading, scoring
from pencilwright.games.terra_mystica.boards.hexes import EDGES, LAND, RIVERS
from pencilwright.games.terra_mystica.components import STANDARD
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.setup import draw
from pencilwright.games.terra_mystica.state import State
from tests.refusals import has, refused

SHEET = game("terra-mystica").on(paper.DOCUMENTS["map-sheet"])


def marked(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "ticked")


def networks(state: State) -> dict[str, int]:
    return {tally.faction: tally.network for tally in scoring.tallies(state)}


@pytest.mark.parametrize("has_setup", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_the_map_of_a_real_game_is_read_as_it_was_marked(seed: int, has_setup: bool) -> None:
    state = example(seed, seed % 3, players=2 + seed)
    state = state if has_setup else replace(state, setup=None)
    values = map_marks.to_marks(state)
    read, faults = map_marks.read(values, state.setup)
    assert not faults and not legality.problems(read)
    assert (read.terrain, read.bridges) == (state.terrain, state.bridges)
    fields = {player.faction: (player.structures, player.shipping) for player in read.players}
    assert fields == {player.faction: (player.structures, player.shipping) for player in state.players}
    assert networks(read) == networks(state)
    assert map_marks.to_marks(read) == values
    assert reading.parse(reading.to_json(read)) == read


def test_only_the_area_counts_where_only_the_map_is_known() -> None:
    state, _ = map_marks.read(marked("faction.witches", "faction.giants", "a3.d", "d1.te", "a6.d"))
    assert [score.total for _, score in scoring.scores(state)] == [15, 15], "a tie shares 18 and 12"
    assert not legality.problems(state), "favour tiles and cards that were not entered are not missing"


def test_a_structure_on_changed_terrain_is_that_of_the_colour() -> None:
    state, faults = map_marks.read(marked("faction.witches", "a1.green", "a1.sh"))
    assert not faults
    assert state.terrain == {"A1": "green"}
    assert [(player.faction, dict(player.structures)) for player in state.players] == [
        ("witches", {"A1": "SH"})
    ]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("a1.d", "a1.th", "faction.cultists"), "marks.several n=2 reason=(marks.one)"),
        (("a1.red", "a1.blue"), "marks.several n=2 reason=(marks.one)"),
        (("a1.d",), "mystica.problem.which_faction land=(mystica.land.brown)"),
        (("bridge.a3.c1",), "mystica.problem.bridge_free bridge=A3-C1"),
        (
            ("bridge.a3.c1", "a3.d", "c1.d", "faction.witches", "faction.darklings"),
            "mystica.problem.bridge_of bridge=A3-C1",
        ),
    ],
)
def test_marks_that_are_no_map_are_problems_that_name_them(names: tuple[str, ...], told: str) -> None:
    problems = sheets.read(SHEET, marked(*names), None).problems
    assert any(has(problem.rule, told) for problem in problems), problems
    assert all(problem.marks for problem in problems)


def test_a_colour_that_nobody_plays_by_the_setup_is_a_problem() -> None:
    setup = draw("1", players=2)
    state, faults = map_marks.read(marked(*(f"{name.lower()}.d" for name in LAND[:8])), setup)
    assert setup.factions == tuple(player.faction for player in state.players)
    assert any(problem.rule.key == "marks.not_playing" for problem in faults)


def test_each_bridge_has_a_river_hex_of_its_own_that_it_spans() -> None:
    at = paper.data("map-sheet", None)["bridge_at"]
    assert set(at) <= set(RIVERS)
    assert sorted(place for _, place in at.values()) == sorted(STANDARD.bridge_places)
    assert all(river in EDGES[end] for river, (_, place) in at.items() for end in place.split("-"))


def test_own_places_of_bridges_are_not_on_the_sheet() -> None:
    own = replace(STANDARD, bridge_places=STANDARD.bridge_places[1:])
    with refused("mystica.paper.own_bridges"):
        paper.data("map-sheet", None, components=own)
    state = example(1, 1)
    with refused("marks.no_place", mark="bridge.a1.a2"):
        map_marks.to_marks(replace(state, bridges={"A1-A2": state.players[0].faction}))
