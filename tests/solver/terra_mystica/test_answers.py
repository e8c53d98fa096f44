"""The constructed optima of the rules come out, and small cases agree with trying everything."""

import pytest

from pencilwright.games.terra_mystica.boards.hexes import LAND, TERRAIN
from pencilwright.games.terra_mystica.components import STANDARD
from pencilwright.games.terra_mystica.rules import dwelling_sites
from pencilwright.games.terra_mystica.rules.prices import Price, spades_for
from pencilwright.solver.terra_mystica import first_dwellings, town
from pencilwright.solver.terra_mystica.actions import dwelling_actions
from tests.games.terra_mystica.helpers import at, lay
from tests.refusals import refused
from tests.solver.terra_mystica import brute


def test_the_cheapest_town_costs_23_and_24_with_dwellings_only() -> None:
    table = at("witches SH:F4")
    answer = town.cheapest_town(town.TownQuestion(table, "witches"))
    assert answer is not None and answer.weight == 23 and answer.price == Price(11, 12)
    dwellings = town.cheapest_town(town.TownQuestion(table, "witches", kinds=("D",)))
    assert dwellings is not None and dwellings.weight == 24
    assert brute.cheapest_town(table, "witches", 4, ("D", "TH", "TE")) == 23


def test_a_bridge_can_be_the_cheapest_way_to_a_town() -> None:
    table = at("witches SH:F3 D:E4,E5 TH:G1")
    table.bridge_places = STANDARD.bridge_places
    answer = town.cheapest_town(town.TownQuestion(table, "witches", bridges=1))
    assert answer is not None and answer.changes == {} and answer.weight == 3
    assert len(answer.bridges) == 1 and answer.bridges[0] in ("F3-G1", "E4-G1")
    assert town.cheapest_town(town.TownQuestion(at("witches SH:A1 tw:TW1=A1"), "witches", kinds=())) is None


@pytest.mark.parametrize(("faction", "each"), [("halflings", 1), ("darklings", 2), ("witches", 0)])
def test_spades_of_a_dwelling_score_for_halflings_and_darklings(faction: str, each: int) -> None:
    table = at(f"{faction} c:9 w:9 p:4 pw:3/5/4 D:F4 bon:BON2")
    lay(table, ("SCORE3",) * 6)
    table.round = 6
    seat = table.seats[faction]
    results = {action.name: action.points for action in dwelling_actions(table, seat)}
    assert results
    for name, points in results.items():
        count = spades_for(seat, table.terrain_of(name.split()[1]), seat.colour)
        assert points == 2 + each * count


@pytest.mark.parametrize(
    ("faction", "hexes", "worth"),
    [
        ("witches", ("F2", "F4"), 23),
        ("mermaids", ("D2", "H4"), 15),
        ("fakirs", ("B4", "F3"), 15),
        ("nomads", ("B4", "B6", "F3"), 17),
        ("chaosmagicians", ("D4",), 7),
    ],
)
def test_first_dwellings_stand_where_a_model_of_integers_had_them(
    faction: str, hexes: tuple[str, ...], worth: int
) -> None:
    table = at(f"{faction} | cultists D:E6,E2 | giants D:G2,A9")
    answer = first_dwellings.best_dwellings(table, faction, len(hexes))
    assert (answer.hexes, answer.worth) == (hexes, worth)


@pytest.mark.parametrize("stands", ["D5", "E4", "I10"])
def test_what_a_dwelling_that_stands_opens_counts_once_beside_the_next_one(stands: str) -> None:
    table = at(f"swarmlings D:{stands} | cultists D:E6,E2 | giants D:G2,A9")
    answer = first_dwellings.best_dwellings(table, "swarmlings", count=1)
    seat = table.seats["swarmlings"]
    homes = [name for name in LAND if TERRAIN[name] == seat.colour and name != stands]
    assert answer.worth == max(dwelling_sites.worth(table, seat.faction, (n,)).worth for n in homes)
    del seat.structures[stands]
    both = dwelling_sites.worth(table, seat.faction, (stands, *answer.hexes))
    assert both.worth == answer.worth and both.open_hexes == answer.open_hexes


def test_first_dwellings_refuse_what_has_no_answer() -> None:
    with refused("mystica.advice.few_homes", n=12):
        first_dwellings.best_dwellings(at("witches"), "witches", count=12)
