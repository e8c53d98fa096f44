"""The data that the templates are given says what the box and the setup say."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia import marks, paper
from pencilwright.games.tianxia.cards import catalogue, phrases
from pencilwright.games.tianxia.own_values import load
from pencilwright.games.tianxia.setup import draw, to_code
from pencilwright.templates import drawing
from pencilwright.templates.phrases import say
from tests.refusals import refused

TABLE = draw(7, players=4)


def test_the_pad_has_a_column_for_each_of_four() -> None:
    data = paper.data("score-sheet", None)
    assert [column["letter"] for column in data["columns"]] == list(marks.LETTERS)
    worked = paper.data("reference", None)["worked"]
    assert [player["letter"] for player in worked] == list(marks.LETTERS[:3]), "one name on pad and booklet"
    assert data["marks"].keys() == {mark.id for mark in marks.MARKS}


def test_the_pad_says_which_cards_count_what() -> None:
    fields = {row["id"]: row["cards"] for row in paper.data("score-sheet", None)["counts"]}
    assert fields == {
        "governors": "OB9–19", "coast": "OB9–19", "ships": "OB21–23", "walls": "OB24–27", "towers": "OB24–27",
        "own": "OB20, OB28",
    }  # fmt: skip


def test_the_buildings_of_a_setup_shows_only_what_is_in_play() -> None:
    def ids(data: dict[str, Any]) -> set[str]:
        return {entry["id"] for kind in ("start", "income", "passive", "demand") for entry in data[kind]}

    everything, some = ids(paper.data("buildings", None)), ids(paper.data("buildings", TABLE))
    assert {tile.id for tile in catalogue.BUILDINGS} == everything, (
        "all demand tiles lie on the page of tiles"
    )
    assert {name for name in some if name[0] in "IP"} == set(TABLE.buildings)
    assert {name for name in some if name[0] == "A"} == set(TABLE.starts)
    demand = [entry["demand"] for entry in paper.data("buildings", TABLE)["demand"]]
    assert set(demand) == set(TABLE.demand)
    assert paper.data("buildings", TABLE)["setup_code"] == to_code(TABLE)


def test_no_two_buildings_look_alike_on_the_setup_card() -> None:
    houses = [paper.house(tile.id) for tile in catalogue.BUILDINGS if tile.kind != "start"]
    assert len(houses) == 28
    assert len({(bool(house["when"]), *house["picture"]) for house in houses}) == 28


def test_goals_and_tiles_are_all_there() -> None:
    goals = paper.data("goals", None)["goals"]
    assert {card["id"] for card in goals} == {*catalogue.GOAL_IDS} and len(goals) == len(catalogue.GOALS)
    kinds = [card["kind"] for card in goals]
    assert len(list(groupby(kinds))) == len({*kinds})  # each kind stands together
    strips = {card["id"]: card["strip"] for card in goals}
    assert strips["OB28"] == [("0", 16), ("1–3", 11), ("4", 7), ("5–6", 4)]
    assert strips["OB24"][-1] == ("5+", 20) and strips["OB8"][-1] == ("6", 21) and not strips["OB7"]
    tiles = paper.data("tiles", None)
    assert [tile["demand"] for tile in tiles["demand"]] == [tile.id for tile in catalogue.DEMANDS]
    assert len(tiles["bonus"]) == 20 and [len(board["actions"]) for board in tiles["boards"]] == [3] * 8


ENTRIES = [
    *map(phrases.building, catalogue.BUILDINGS), *map(phrases.goal, catalogue.GOALS),
    *map(phrases.demand, catalogue.DEMANDS), *map(phrases.bonus, catalogue.BONUSES),
    *map(phrases.merchant, catalogue.MERCHANTS), *map(phrases.step, catalogue.STEPS),
]  # fmt: skip


def test_every_phrase_of_every_entry_has_words() -> None:
    assert len(ENTRIES) == 28 + 34 + 16 + 20 + 24 + 16
    for line in (line for entry in ENTRIES for line in entry.lines):
        assert say(line, "en") and not re.search("[a-z]{3,}", say(line, "ja"))


def test_two_things_of_a_kind_stand_in_the_plural() -> None:
    text = "\n".join(say(line, "en") for entry in ENTRIES for line in entry.lines)
    assert all(f"2 {words}" in text for words in ("soldiers", "helmets", "resources"))
    assert "2 soldier," not in text


def test_house_defaults_on_paper_are_flagged_until_the_user_overrides_them() -> None:
    assert paper.data("battle-sheet", None)["unverified"] is True
    assert paper.data("setup-card", TABLE)["flags_unverified"] is True
    assert paper.data("score-sheet", None)["unverified"] is True
    own = load(
        'tie_break = ["walls", "towers", "coins"]\nneutral_marker_ranks = true\n'
        'flag_dials = [["wei", "han"], ["zhao", "yan"], ["qi", "chu"], ["qin"]]\n'
        '[raid_values]\n"1" = [1, 2, 3]\n"2" = [3, 3, 3]\n"3" = [3, 3, 3]\n"4" = [3, 3, 3]\n'
        '[paths]\n"1" = ["qin1", "qin2", "qin3"]\n"2" = ["zhao1", "wei1", "han1"]\n'
        '"3" = ["zhao2", "wei2", "chu1"]\n"4" = ["yan1", "qi1", "chu2"]\n'
    )
    assert paper.data("battle-sheet", None, components=own)["unverified"] is False
    assert paper.data("battle-sheet", None, components=own)["paths"][0][1]["raid"] == 2
    assert paper.data("setup-card", TABLE, components=own)["flags_unverified"] is False
    assert paper.data("score-sheet", None, components=own)["unverified"] is False


def test_the_card_shows_seats_in_turn_order_with_their_coins_and_boards() -> None:
    seats = paper.data("setup-card", TABLE)["seats"]
    assert [seat["seat"] for seat in seats] == [(TABLE.first - 1 + n) % 4 + 1 for n in range(4)]
    assert [seat["coins"] for seat in seats] == list(box.START_COINS)
    assert all(seat["board"] == TABLE.boards[seat["seat"] - 1] for seat in seats)
    assert paper.data("setup-card", TABLE)["booklet"] is False
    assert paper.data("setup-card", draw(1, players=2))["booklet"] is True


def test_the_page_has_every_space_once_four_in_a_row_under_the_flag_of_its_region() -> None:
    data = paper.data("setup-page", TABLE)
    for row in data["map"]:
        assert sum(len(region["houses"]) for region in row) == 4
    regions = {region["region"]: region for row in data["map"] for region in row}
    assert [len(regions[name]["houses"]) for name in box.REGIONS] == list(box.SPACES.values())
    visible = [house["id"] for name in box.REGIONS for house in regions[name]["houses"]]
    assert visible == list(TABLE.buildings)
    for colour, names in zip(TABLE.flags, box.STANDARD.flag_dials, strict=True):
        assert {regions[name]["flag"] for name in names} == {colour}


def test_every_building_and_demand_tile_is_drawn_with_drawings_that_there_are() -> None:
    known = {*drawing.names(), "card", "tile", "marker", "merchant"}
    for tile in catalogue.BUILDING:
        house = paper.house(tile)
        visible = [house["when"], *(name for _, name in house["signs"])]
        assert house["signs"] and {name for name in visible if name} <= known, tile
    for kind in catalogue.DEMAND:
        ship = paper.ship("wave", "", kind)
        assert ship["gains"] and {name for _, name in ship["pays"] + ship["gains"] if name} <= known, kind
    data = paper.data("tiles", None)
    rows = [*data["bonus"], *(action for board in data["boards"] for action in board["actions"])]
    rows += [reward for track in data["steps"] for reward in track["rewards"]]
    for entry in rows:
        assert entry["signs"] and {name for _, name in entry["signs"] if name} <= known, entry["id"]
    assert catalogue.DRAWN.keys() <= {*catalogue.BUILDING, *(entry["id"] for entry in rows)}
    assert paper.house("P6")["when"] == "nomad"
    assert paper.house("P6")["signs"] == [("+2", "vp"), ("/", ""), ("", "wall"), ("", "tower")]
    assert paper.signs("1A-3") == [("", "flag_white"), ("5", ""), ("→", ""), ("?", "")]
    assert paper.ship("qi", "silk", "D9")["pays"] == [("−1", "helmet")]
    assert paper.ship("qi", "silk", "D9")["gains"] == [("+2", "coin"), ("−2", "nomad")]


def test_the_setup_page_says_what_ships_ask_for_and_starting_buildings_give() -> None:
    data = paper.data("setup-page", TABLE)
    assert [entry["id"] for entry in data["start_entries"]] == list(TABLE.starts)
    assert all(ship["lines"] for ship in data["ships"])
    with refused("print.setup", document="setup-page"):
        paper.data("setup-page", None)
