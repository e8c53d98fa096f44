"""Towns over a river, with a favour tile, by ship and by skipping; rounds planned."""

import subprocess
import sys

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica.boards.hexes import LAND, NEIGHBOURS, distance
from pencilwright.games.terra_mystica.components import STANDARD
from pencilwright.games.terra_mystica.rules.networks import clusters, makes_town
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver.terra_mystica import puzzles, town
from pencilwright.solver.terra_mystica.advice import answer_for
from pencilwright.solver.terra_mystica.whole_round.target import best, target_of
from tests.games.terra_mystica.helpers import at
from tests.solver.terra_mystica import brute

TUNNELS = ("A1", "A3", "A5", "A6")
"""Each hex is a tunnel away from the one before; the last one shares an edge with it instead."""


def crowded(faction: str, seed: int) -> State:
    """Return a position with a sanctuary, a trading house and few free hexes near them."""
    stream = Stream.from_seed(f"towns {faction} {seed}")
    table = at(f"{faction} dig:{0 if faction == 'darklings' else 1}")
    start = stream.shuffled(LAND)[0]
    near = sorted(LAND, key=lambda name: distance(start, name))[1:]
    table.seats[faction].structures = {start: "SA"}
    free = stream.shuffled(near[:24])[:9]
    other = at("nomads" if table.seats[faction].colour != "yellow" else "giants").players
    table.players += other
    other[0].structures = dict.fromkeys([n for n in near if n not in free], "D")
    return table


@pytest.mark.parametrize("faction", ["auren", "dwarves", "fakirs", "swarmlings"])
@pytest.mark.parametrize("seed", range(4))
def test_towns_by_skipping_and_by_ship_agree_with_trying_everything(faction: str, seed: int) -> None:
    table = crowded(faction, seed)
    result = town.cheapest_town(town.TownQuestion(table, faction, kinds=("D", "TH"), ship_steps=1))
    expected = [brute.cheapest_town(table, faction, 5, ("D", "TH"))]
    if faction == "swarmlings":
        table.seats[faction].shipping += 1
        later = brute.cheapest_town(table, faction, 5, ("D", "TH"))
        expected.append(None if later is None else later + 5)
    assert (result and result.weight) == min((value for value in expected if value is not None), default=None)
    if result and faction == "auren":
        seat = table.seats[faction]
        seat.structures |= result.changes
        assert any(makes_town(seat, group) and group == set(result.town) for group in clusters(table, seat))


def test_a_favour_tile_from_a_new_temple_makes_six_power_enough() -> None:
    table = at("witches D:E4,E5 TH:E6,E7")
    result = town.cheapest_town(town.TownQuestion(table, "witches", kinds=("TE",)))
    assert result is not None and (result.weight, result.favour) == (7, "FAV5")
    assert "TE" in result.changes.values() and len(result.town) == 4
    held = at("witches D:E4,E5 TH:E6,E7 | giants TE:A1 fav:FAV5 | nomads fav:FAV5 | cultists fav:FAV5")
    other = town.cheapest_town(town.TownQuestion(held, "witches", kinds=("TE",)))
    assert other is not None and other.weight > 7 and other.favour == ""


def test_the_model_of_a_town_is_the_same_whatever_order_sets_have() -> None:
    code = (
        "from tests.games.terra_mystica.helpers import at;"
        "from pencilwright.solver.terra_mystica import town;"
        "table = at('engineers D:E4,E5 TH:E6,E7');"
        "print(town._Model(town.TownQuestion(table, 'engineers', bridges=1), 1, 4, None).model.proto)"
    )
    models = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "12"
    ]
    assert models[0] and models[0] == models[1]


@pytest.mark.slow
def test_a_town_of_the_mermaids_leaves_out_one_river_hex() -> None:
    position = "SH:F3 D:E4,E5 TH:G1"
    result = town.cheapest_town(town.TownQuestion(at(f"mermaids ship:1 {position}"), "mermaids"))
    assert result is not None and result.weight == 0 and result.river.startswith("r")
    assert result.town == ("E4", "E5", "F3", "G1")
    other = town.cheapest_town(town.TownQuestion(at(f"swarmlings ship:1 {position}"), "swarmlings"))
    assert other is not None and other.weight > 0


@pytest.mark.slow
def test_a_town_of_the_mermaids_that_hangs_together_names_no_river() -> None:
    table = crowded("mermaids", 3)
    result = town.cheapest_town(town.TownQuestion(table, "mermaids", kinds=("D", "TH", "TE"), ship_steps=1))
    assert result is not None and result.town == ("A2", "A3", "A4") and result.river == ""
    assert answer_for(table, colour="mermaids", ask="town").plan is not None, "the rules carry it out"


def test_without_a_town_tile_there_is_no_town() -> None:
    tiles = ",".join(f"TW{n}=A1" for n in range(1, 6))
    table = at(f"witches SH:F4 D:C3,D5,E7 | giants tw:{tiles} | nomads tw:{tiles}")
    assert town.cheapest_town(town.TownQuestion(table, "witches")) is None


@pytest.mark.parametrize(
    ("target", "position", "actions"),
    [
        ("stronghold", "c:12 w:6 D:F4", 2),
        ("stronghold", "c:5 w:6 pw:0/0/4 D:F4 TH:E9", 1),
        ("stronghold", "c:5 w:4 pw:0/0/4 D:F4 TH:E9", 1),
        pytest.param("stronghold", "c:0 w:4 pw:0/0/4 D:F4 TH:E9", 2, marks=pytest.mark.slow),
        ("stronghold", "c:12 w:5 D:F4", None),
        ("temple", "c:5 w:2 TH:E9", 1),
        ("sanctuary", "c:17 w:10 D:F4", 3),
        ("dwellings-2", "c:4 w:2 dig:2 ship:2 D:F4", 2),
        pytest.param("dwellings-2", "c:4 w:2 D:A13", None, marks=pytest.mark.long),
        ("dwellings-1", "c:2 w:1 pw:0/0/4 D:F4", 1),
        ("dwellings-2", "c:9 w:20 D:F4", 2),
        pytest.param("town", "c:12 w:11 SH:F4", 4, marks=pytest.mark.long),
        ("town", "c:1 w:1 SH:F4", None),
        ("stronghold", "c:99 w:99 SH:F4", None),
    ],
)
def test_a_round_is_planned_to_a_target(target: str, position: str, actions: int | None) -> None:
    table = at(f"witches {position}")
    table.bridge_places = STANDARD.bridge_places
    result = best(table, "witches", target_of(target))
    assert (result.rows and result.actions) == actions
    assert actions is None or result.at_least == actions


def test_spades_for_the_ride_of_the_witches_lie_in_a_row_before_it() -> None:
    result = best(at("witches c:0 w:3 SH:F4"), "witches", target_of("dwellings-1"))
    assert (result.actions, result.at_least) == (1, 1)
    table = at("witches c:0 w:3 SH:F4 | giants")
    table.seats["giants"].structures = {name: "D" for name in LAND if table.terrain_of(name) == "green"}
    del table.seats["giants"].structures["F4"]
    result = best(table, "witches", target_of("dwellings-1"))
    assert (result.actions, result.at_least) == (2, 2)
    assert result.rows is not None and result.rows[1].startswith("action SH. build ")


def test_a_stronghold_of_the_darklings_is_planned_where_few_priests_more_can_be_held() -> None:
    result = best(at("darklings c:11 w:18 p:6 pw:0/0/8 TH:E2"), "darklings", target_of("stronghold"))
    assert result.rows and result.actions == result.at_least == 1


def lonely(faction: str, goods: str, hexes: tuple[str, ...]) -> State:
    """Return a position with a dwelling on the first hex; only the others are free, all of home terrain."""
    table = at(f"{faction} {goods} D:{hexes[0]} | nomads")
    table.terrain |= dict.fromkeys(hexes, table.seats[faction].colour)
    table.seats["nomads"].structures |= {name: "D" for name in LAND if name not in hexes}
    return table


@pytest.mark.parametrize(
    ("goods", "target", "actions", "coins"),
    [
        ("c:4 w:6", "dwellings-2", 2, 0),  # two dwellings, two tunnels
        ("c:4 w:5", "dwellings-2", None, 0),
        ("c:6 w:7", "dwellings-3", 3, 0),  # the third one shares an edge with the second
        ("c:6 w:8", "dwellings-3", 3, 1),
        ("c:6 w:6", "dwellings-3", None, 0),
        ("c:8 w:9", "dwellings-4", None, 0),
    ],
)
def test_a_round_leads_on_by_skipping_from_a_new_dwelling(
    goods: str, target: str, actions: int | None, coins: int
) -> None:
    table = lonely("dwarves", goods, TUNNELS)
    result = best(table, "dwarves", target_of(target))
    assert (result.rows and (result.actions, result.coins)) == (actions and (actions, coins))


def test_a_dwelling_beside_a_new_one_needs_no_tunnel() -> None:
    first, beside = "E5", "E4"
    far = next(n for n in NEIGHBOURS[beside] if n != first and n not in NEIGHBOURS[first])
    assert distance(first, far) == 2
    result = best(lonely("dwarves", "c:4 w:2", (first, beside, far)), "dwarves", target_of("dwellings-2"))
    assert result.rows == (f"build {beside}", f"build {far}")


def test_a_trading_house_becomes_a_sanctuary_by_way_of_a_temple() -> None:
    """Three trading houses have power 6; as a sanctuary one of them counts as two: 2 W 5 C and 4 W 6 C."""
    table = at("witches TH:E4,E5,E6")
    result = town.cheapest_town(town.TownQuestion(table, "witches", kinds=("TE", "SA")))
    assert result is not None and (result.weight, [*result.changes.values()]) == (17, ["SA"])


@pytest.mark.parametrize(("houses", "cost"), [("E4,E5,A3", 15), ("E4,E5,A3,D1", None)])
def test_a_temple_needs_a_free_trading_house_on_the_way(houses: str, cost: int | None) -> None:
    """E4 to E7 have power 6: a temple on E7 makes them a town, for 2 W 6 C and 2 W 5 C."""
    table = at(f"witches TH:{houses} D:E6,E7")
    assert town.weight_of(town.TownQuestion(table, "witches", kinds=("TE",)), {"E7": "TE"}) == cost
    assert puzzles._has_order(table, "witches", (("E7", "TE"),)) == (cost is not None)
    assert puzzles._has_order(table, "witches", (("E7", "TE"), ("E4", "SH")))
