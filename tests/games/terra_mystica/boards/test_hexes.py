"""The map is the printed one: its counts, its neighbours, its rivers and its bridge places."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

from pencilwright.games.terra_mystica import own_values
from pencilwright.games.terra_mystica.boards import hexes
from pencilwright.games.terra_mystica.boards.hexes import (
    EDGES,
    LAND,
    NEIGHBOURS,
    RIVERS,
    TERRAIN,
    networks,
    river_distances,
)
from pencilwright.games.terra_mystica.components import STANDARD, TERRAINS
from tests.refusals import refused


def test_there_are_77_land_and_36_river_hexes_eleven_of_each_terrain() -> None:
    assert (len(LAND), len(RIVERS)) == (77, 36)
    assert Counter(TERRAIN.values()) == dict.fromkeys(TERRAINS, 11)


def test_edges_are_130_between_land_127_to_the_river_and_39_in_it() -> None:
    assert sum(len(NEIGHBOURS[name]) for name in LAND) // 2 == 130
    assert sum(len(EDGES[name]) - len(NEIGHBOURS[name]) for name in LAND) == 127
    assert sum(other in RIVERS for name in RIVERS for other in EDGES[name]) // 2 == 39


def test_neighbours_are_mutual_and_differ_in_colour() -> None:
    for name in LAND:
        for other in NEIGHBOURS[name]:
            assert name in NEIGHBOURS[other]
            assert TERRAIN[name] != TERRAIN[other]


def test_land_falls_into_four_parts_and_the_river_is_one() -> None:
    assert [len(group) for group in networks(LAND, NEIGHBOURS)] == [22, 20, 19, 16]
    seen, queue = {RIVERS[0]}, [RIVERS[0]]
    while queue:
        for other in EDGES[queue.pop()]:
            if other in RIVERS and other not in seen:
                seen.add(other)
                queue.append(other)
    assert len(seen) == 36


def test_21_land_hexes_touch_no_river() -> None:
    assert sum(len(EDGES[name]) == len(NEIGHBOURS[name]) for name in LAND) == 21


@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("A1", {"A2", "B1"}),
        ("E5", {"E4", "E6", "F3", "r14", "r15", "r21"}),
        ("D6", {"C4", "r11", "r16", "r17", "r18", "r19"}),
        ("I12", {"H8", "I11"}),
    ],
)
def test_the_half_hex_shift_and_the_numbering_without_rivers(name: str, around: set[str]) -> None:
    assert set(EDGES[name]) == around


def test_ships_cross_1_2_or_3_river_hexes_between_138_104_and_102_pairs() -> None:
    pairs = Counter(steps for name in LAND for steps in river_distances(name).values())
    beyond = Counter(
        steps for name in LAND for other, steps in river_distances(name).items() if other not in EDGES[name]
    )
    assert [pairs[n] // 2 for n in (1, 2, 3)] == [138, 104, 102]
    assert [beyond[n] // 2 for n in (1, 2, 3)] == [85, 104, 102]


def test_from_f3_ships_of_level_1_and_2_reach_what_the_rules_list() -> None:
    near = {name for name, steps in river_distances("F3").items() if steps == 1}
    far = {name for name, steps in river_distances("F3").items() if steps == 2}
    assert near == {"E4", "E5", "G1", "G2"}
    assert far == {"E3", "F2", "H3", "I4", "I5", "I6"}


def test_distance_counts_steps_over_any_hex() -> None:
    assert hexes.distance("E5", "E5") == 0
    assert {hexes.distance("E5", other) for other in EDGES["E5"]} == {1}
    rings = Counter(hexes.distance("E5", name) for name in hexes.PLACES)
    steps, seen, ring = 0, {"E5"}, {"E5"}
    while ring:
        assert rings[steps] == len(ring)
        ring = {other for name in ring for other in EDGES[name]} - seen
        seen |= ring
        steps += 1


def test_the_29_bridge_places_are_all_pairs_that_face_each_other_over_two_river_hexes() -> None:
    assert set(hexes.facing_pairs()) == set(STANDARD.bridge_places)
    assert len(STANDARD.bridge_places) == 29


def test_bridge_places_are_unverified_until_the_user_gives_them() -> None:
    assert STANDARD.unverified == ("bridge_places",)
    own = own_values.load('bridge_places = ["F3-G1", "B1-C1"]')
    assert own.bridge_places == ("F3-G1", "B1-C1") and own.unverified == ()
    assert own_values.load("").unverified == ("bridge_places",)


def test_the_file_of_unproven_values_reads_back_as_the_standard() -> None:
    written = own_values.write()
    assert own_values.load(written) == STANDARD
    vouched = own_values.load(re.sub(r"(?m)^#(?![# ])", "", written))
    assert vouched == replace(STANDARD, changed=frozenset({"bridge_places"})) and vouched.unverified == ()


@pytest.mark.parametrize(
    ("a", "b", "steps"), [("yellow", "blue", 3), ("red", "yellow", 1), ("gray", "black", 3)]
)
def test_spades_are_the_shortest_way_round_the_wheel(a: str, b: str, steps: int) -> None:
    assert hexes.spades(a, b) == hexes.spades(b, a) == steps


def test_hexes_rivers_and_terrains_are_read_as_people_write_them() -> None:
    assert hexes.land(" e5 ", "hex") == "E5"
    assert hexes.river("R7", "hex") == "r7"
    assert hexes.terrain("Grey", "terrain") == hexes.terrain("mountains", "terrain") == "gray"
    with refused("mystica.read.river_hex", hex="r7"):
        hexes.land("r7", "hex")
    with refused("json.word", word="A14"):
        hexes.land("A14", "hex")
    with refused("json.word", word="r36"):
        hexes.river("r36", "hex")
    with refused("json.word", word="pink"):
        hexes.terrain("pink", "terrain")
