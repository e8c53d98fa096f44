"""The data that Terra Mystica's templates are given says what the box and the setup say."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica import paper
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.boards.hexes import LAND
from pencilwright.games.terra_mystica.own_values import load
from pencilwright.games.terra_mystica.setup import draw

TABLE = draw("paper", players=4)


def test_the_setup_shows_the_tiles_in_round_order_with_their_cult_bonus_and_none_at_the_end() -> None:
    rounds = paper.data("setup-page", TABLE)["rounds"]
    assert [tile["id"] for tile in rounds] == list(TABLE.scoring)
    assert [tile["round"] for tile in rounds if not tile["last"]] == [1, 2, 3, 4, 5]
    for tile in rounds:
        item = box.SCORING[tile["id"]]
        assert (tile["event"], tile["points"], tile["cult"]) == (item.event, item.points, item.cult)
        assert (tile["per"], tile["amount"], tile["reward"]) == (item.per, item.amount, item.reward)


def test_every_bonus_card_is_drawn_with_all_that_it_gives() -> None:
    cards = {name: paper.bonus_card(name) for name in box.BONUS}
    assert cards["BON5"]["income"] == [(1, "W"), (3, "PW")]
    assert (cards["BON6"]["points"], cards["BON6"]["each"]) == (4, ["SH", "SA"])
    assert [name for name, card in cards.items() if card["ship"]] == ["BON4"]
    assert [name for name, card in cards.items() if card["action"]] == ["BON1", "BON2"]
    assert all(card["income"] for card in cards.values())
    assert [card["id"] for card in paper.data("setup-card", TABLE)["bonus"]] == list(TABLE.bonus)


def seated(text: str) -> int:
    """Return the number of a pad's factions as its page code has them."""
    plan = paper.DOCUMENTS["score-sheet"].seated
    assert plan is not None
    return plan.number(text)


def test_a_pad_without_a_setup_knows_its_factions_by_a_number() -> None:
    number = seated("witches,giants,nomads")
    assert 0 < number < 2**40
    assert seated("giants,witches,nomads") != number
    plan = paper.DOCUMENTS["score-sheet"].seated
    assert plan is not None and list(plan.printed(number)) == [
        "p1.faction.witches", "p2.faction.giants", "p3.faction.nomads",
    ]  # fmt: skip
    pad = paper.data("score-sheet", None, blank_numbers=True, seats=number)
    assert pad != paper.data("score-sheet", None, blank_numbers=True)


@pytest.mark.parametrize("text", ["witches", "witches,elves", "witches,auren", ",".join(["witches"] * 6)])
def test_factions_that_cannot_sit_at_one_table_are_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        seated(text)
    assert refused.value.field == "factions"


@pytest.mark.parametrize("number", [15, 15**8])
def test_a_number_that_no_factions_have_is_refused(number: int) -> None:
    with pytest.raises(InputError) as refused:
        paper.data("score-sheet", None, blank_numbers=True, seats=number)
    assert refused.value.field == "code"


def test_documents_say_what_they_need() -> None:
    own = load('bridge_places = ["F3-G1"]\n')
    with pytest.raises(InputError) as refused:
        paper.data("map-sheet", None, components=own)
    assert refused.value.field == "components"


def test_references_need_no_setup() -> None:
    page = paper.data("factions", None)
    assert [item["board"].id for item in page["factions"]] == list(FACTIONS)
    differs = {item["board"].id: item["differs"] for item in page["factions"]}
    assert differs["witches"] == [], "its prices and income are the standard"
    assert differs["fakirs"] == [("", "SH"), ("4", "W"), ("10", "C"), ("+ 1", "P")]
    assert differs["dwarves"] == [("", "TH"), ("+ 3 5 7 10", "C"), ("+ 1 2 4 6", "PW")]
    assert [table["id"] for table in page["tables"]] == ["", "swarmlings", "engineers"]
    assert paper.data("reference", None)["setup_code"] == ""
    assert paper.data("map", None) != paper.data("reference", None)


def test_every_bridge_of_the_map_sheet_has_a_river_hex_of_its_own() -> None:
    places = paper.data("map-sheet", TABLE)["bridge_at"]
    assert len({place for _, place in places.values()}) == len(places) > 20
    assert not set(places) & set(LAND)
    rows = paper.data("map-sheet", TABLE)["rows"]
    assert [row["factions"][0] for row in rows] == list(TABLE.factions)


def test_the_turn_of_the_booklet_pays_and_gains_what_the_rules_say() -> None:
    worked = paper.data("reference", None)["worked"]
    has = [row[1:] for row in worked["rows"]]
    assert has[0] == (25, 4, 1, "0/0/5", 28)
    assert has[1] == (25, 4, 1, "4/0/1", 28), "4 power for the spade"
    assert has[2] == (25, 2, 1, "4/0/1", 28), "one more spade costs 2 workers after one improvement"
    assert has[3] == (23, 1, 1, "4/0/1", 30), "a dwelling 1 worker and 2 coins; 2 VP by the round's tile"
    assert has[4] == (29, 1, 1, "4/0/1", 35), "6 coins and 5 VP with the town"
    assert (worked["tile"], worked["site"]) == ("SCORE3", "F6")
    near = {name: hexes["kind"] for hexes in worked["hexes"] if hexes["yours"] for name in [hexes["name"]]}
    assert near == {"D3": "D", "F5": "D", "F7": "TH", "G4": "TE", "G7": "TH"}
