"""Towns over a river, with a favour tile, by ship and by skipping; rounds planned."""

import pytest

from games.rng import Stream
from games.terra_mystica.board import LAND, distance
from games.terra_mystica.components import STANDARD
from games.terra_mystica.table import Table
from solver.terra_mystica import last_round, round_plan, town
from tests.games.terra_mystica.helpers import at
from tests.solver.terra_mystica import brute


def crowded(faction: str, seed: int) -> Table:
    """Return a position with a sanctuary, a trading house and few free hexes near them."""
    stream = Stream.from_seed(f"towns {faction} {seed}")
    table = at(f"{faction} dig:{0 if faction == 'darklings' else 1}")
    start = stream.shuffled(LAND)[0]
    near = sorted(LAND, key=lambda name: distance(start, name))[1:]
    table.seats[faction].structures = {start: "SA"}
    free = stream.shuffled(near[:24])[:9]
    other = at("nomads" if table.seats[faction].colour != "yellow" else "giants").seats
    table.seats |= other
    next(iter(other.values())).structures = dict.fromkeys([n for n in near if n not in free], "D")
    return table


@pytest.mark.parametrize("faction", ["dwarves", "fakirs", "swarmlings"])
@pytest.mark.parametrize("seed", range(4))
def test_towns_by_skipping_and_by_ship_agree_with_trying_everything(faction: str, seed: int) -> None:
    table = crowded(faction, seed)
    found = town.cheapest_town(town.Question(table, faction, kinds=("D", "TH"), ship_steps=1))
    expected = [brute.cheapest_town(table, faction, 5, ("D", "TH"))]
    if faction == "swarmlings":
        table.seats[faction].shipping += 1
        later = brute.cheapest_town(table, faction, 5, ("D", "TH"))
        expected.append(None if later is None else later + 5)
    assert (found and found.weight) == min((value for value in expected if value is not None), default=None)


def test_a_favour_tile_from_a_new_temple_makes_six_power_enough() -> None:
    table = at("witches D:E4,E5 TH:E6,E7")
    found = town.cheapest_town(town.Question(table, "witches", kinds=("TE",)))
    assert found is not None and (found.weight, found.favour) == (7, "FAV5")
    assert "TE" in found.changes.values() and len(found.town) == 4
    held = at("witches D:E4,E5 TH:E6,E7 | giants TE:A1 fav:FAV5 | nomads fav:FAV5 | cultists fav:FAV5")
    other = town.cheapest_town(town.Question(held, "witches", kinds=("TE",)))
    assert other is not None and other.weight > 7 and other.favour == ""


def test_a_town_of_the_mermaids_leaves_out_one_river_hex() -> None:
    position = "SH:F3 D:E4,E5 TH:G1"
    found = town.cheapest_town(town.Question(at(f"mermaids ship:1 {position}"), "mermaids"))
    assert found is not None and found.weight == 0 and found.river.startswith("r")
    assert found.town == ("E4", "E5", "F3", "G1")
    other = town.cheapest_town(town.Question(at(f"swarmlings ship:1 {position}"), "swarmlings"))
    assert other is not None and other.weight > 0


def test_without_a_town_tile_there_is_no_town() -> None:
    tiles = ",".join(f"TW{n}=A1" for n in range(1, 6))
    table = at(f"witches SH:F4 D:C3,D5,E7 | giants tw:{tiles} | nomads tw:{tiles}")
    assert town.cheapest_town(town.Question(table, "witches")) is None


@pytest.mark.parametrize(
    ("target", "position", "actions"),
    [
        ("stronghold", "c:12 w:6 D:F4", 2),
        ("stronghold", "c:5 w:6 pw:0/0/4 D:F4 TH:E9", 1),
        ("stronghold", "c:5 w:4 pw:0/0/4 D:F4 TH:E9", 1),
        ("stronghold", "c:0 w:4 pw:0/0/4 D:F4 TH:E9", 2),
        ("stronghold", "c:12 w:5 D:F4", None),
        ("temple", "c:5 w:2 TH:E9", 1),
        ("sanctuary", "c:17 w:10 D:F4", 3),
        ("dwellings-2", "c:4 w:2 dig:2 ship:2 D:F4", 2),
        ("dwellings-2", "c:4 w:2 D:A13", None),
        ("dwellings-1", "c:2 w:1 pw:0/0/4 D:F4", 1),
        ("dwellings-2", "c:9 w:20 D:F4", 2),
        ("town", "c:12 w:11 SH:F4", 4),
        ("town", "c:1 w:1 SH:F4", None),
        ("stronghold", "c:99 w:99 SH:F4", None),
    ],
)
def test_a_round_is_planned_to_a_target(target: str, position: str, actions: int | None) -> None:
    table = at(f"witches {position}")
    table.bridge_places = STANDARD.bridge_places
    found, doubt = round_plan.best_plan(table, "witches", target)
    assert doubt == ""
    assert (found and sum(bool(step.action) for step in found.steps)) == actions


def test_a_stronghold_is_built_once_and_houses_count_at_the_pass() -> None:
    table = at("witches c:12 w:8 TH:F4,F2 bon:BON6 fav:FAV12 | giants D:G2")
    table.scoring, table.round = ("SCORE4",) * 6, 6
    question = last_round.from_table(table, "witches", cults=False)
    found = last_round.liquidate(question)
    assert sum("to SH" in step.action for step in found.steps) == 1
    # The stronghold scores 5 and 4; one trading house left scores 2 instead of 3; 6 coins, 4 workers: 3.
    assert found.points == found.at_most == 5 + 4 + 2 + 3 == brute.liquidate(question)
    table = at("witches c:4 w:2 D:F4 fav:FAV12 | giants D:G2")
    question = last_round.from_table(table, "witches", cults=False)
    found = last_round.liquidate(question)
    assert [step.action for step in found.steps] == ["upgrade F4 to TH"]
    assert found.points == found.at_most == 2 == brute.liquidate(question)
