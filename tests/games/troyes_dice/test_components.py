"""The data of the box is what section 12 of the rules says."""

import json
from typing import Any

from pencilwright.games.troyes_dice import components as box
from pencilwright.templates.phrases import phrase

# The machine-readable data of the rules, section 12, as it stands there.
SECTION_12: dict[str, Any] = json.loads("""
{
  "colours": ["red", "yellow", "white"],
  "resourceOf": {"red": "influence", "yellow": "deniers", "white": "knowledge"},
  "days": 8, "halvesPerDay": 2, "notches": 9,
  "slotCost": [{}, {"any": 1}, {"deniers": 1}, {"deniers": 2}],
  "plazas": ["RR", "YY", "WW", "RY", "RY", "YW", "YW", "WR", "WR"],
  "attackFromDay": 3,
  "resourceTrack": {"length": 18, "start": 3, "citizenAt": [6, 12, 18]},
  "citizenTrack": {"length": 20, "prestigeAt": 15, "citizensAt": 20, "columnBonusAt": [3, 6, 11]},
  "fortressCitizen": ["red", "red", "yellow", "yellow", "white", "white"],
  "market": [
    {"per": "red", "gain": "influence", "n": 3}, {"per": "red", "gain": "redCitizen", "n": 2},
    {"per": "yellow", "gain": "deniers", "n": 3}, {"per": "yellow", "gain": "yellowCitizen", "n": 2},
    {"per": "white", "gain": "knowledge", "n": 3}, {"per": "white", "gain": "whiteCitizen", "n": 2}],
  "cathedralScores": ["fortress", "countsPalace", "greatMarket", "townHall", "cathedral", "bishopsPalace"],
  "cathedralNumberByOrder": [1, 1, 2, 2, 3, 3],
  "publicBuildingCitizens": 2,
  "links": [
    {"row": "fortress", "columns": [1, 2], "gain": "redCitizen", "n": 1},
    {"row": "fortress", "columns": [3, 4], "gain": "yellowCitizen", "n": 1},
    {"row": "fortress", "columns": [5, 6], "gain": "whiteCitizen", "n": 1},
    {"row": "countsPalace", "columns": [1, 2], "gain": "redCitizen", "n": 2},
    {"row": "countsPalace", "columns": [5, 6], "gain": "influence", "n": 3},
    {"row": "townHall", "columns": [1, 2], "gain": "deniers", "n": 3},
    {"row": "townHall", "columns": [3, 4], "gain": "yellowCitizen", "n": 2},
    {"row": "bishopsPalace", "columns": [3, 4], "gain": "knowledge", "n": 3},
    {"row": "bishopsPalace", "columns": [5, 6], "gain": "whiteCitizen", "n": 2}],
  "fifteenth": {"red": ["greatMarket", "cathedral"], "yellow": ["fortress", "cathedral"],
    "white": ["fortress", "greatMarket"]},
  "twentieth": {"red": ["yellow", "white"], "yellow": ["red", "white"], "white": ["red", "yellow"]},
  "valueStepCost": {"influence": 1}, "colourChangeCost": {"knowledge": 2},
  "fallback": {"influence": 1, "deniers": 1, "knowledge": 1},
  "pointsPerCitizen": 1, "resourcesPerPoint": 2
}
""")
KINDS = ["fortress", "countsPalace", "greatMarket", "townHall", "cathedral", "bishopsPalace"]


def test_the_wheel_and_the_tracks_are_those_of_section_12() -> None:
    data = SECTION_12
    assert list(box.COLOURS) == data["colours"]
    assert dict(zip(box.COLOURS, box.RESOURCES, strict=True)) == data["resourceOf"]
    assert (data["days"], data["halvesPerDay"]) == (box.DAYS, box.HALVES_PER_DAY)
    assert data["notches"] == box.NOTCHES
    assert [{kind: amount} if kind else {} for kind, amount in box.SLOT_COST] == data["slotCost"]
    assert [plaza.replace("/", "") for plaza in box.STANDARD.plazas] == data["plazas"]
    assert data["attackFromDay"] == box.ATTACK_FROM_DAY
    assert data["resourceTrack"] == {
        "length": box.RESOURCE_SPACES,
        "start": box.RESOURCE_START,
        "citizenAt": list(box.RESOURCE_CITIZEN_AT),
    }
    assert data["citizenTrack"] == {
        "length": box.CITIZEN_SPACES,
        "prestigeAt": box.PRESTIGE_BONUS_AT,
        "citizensAt": box.CITIZENS_BONUS_AT,
        "columnBonusAt": list(box.COLUMN_BONUS_AT),
    }


def test_buildings_and_bonuses_are_those_of_section_12() -> None:
    data = SECTION_12
    colours, resources = box.COLOURS, box.RESOURCES

    def gain(colour: int, citizens: bool) -> str:
        return f"{colours[colour]}Citizen" if citizens else resources[colour]

    assert [colours[c] for c in box.FORTRESS_CITIZEN] == data["fortressCitizen"]
    markets = zip(box.MARKET_COLOUR, box.MARKET_GIVES_CITIZENS, box.MARKET_AMOUNT, strict=True)
    assert [{"per": colours[c], "gain": gain(c, bool(k)), "n": n} for c, k, n in markets] == data["market"]
    assert [KINDS[kind] for kind in box.CATHEDRAL_SCORES] == data["cathedralScores"]
    assert list(box.CATHEDRAL_NUMBER_BY_ORDER) == data["cathedralNumberByOrder"]
    assert data["publicBuildingCitizens"] == box.PUBLIC_CITIZENS
    assert [
        {
            "row": KINDS[link.kind],
            "columns": list(link.columns),
            "gain": gain(link.gain, link.citizens),
            "n": link.amount,
        }
        for link in box.LINKS
    ] == data["links"]
    for colour, name in enumerate(colours):
        assert [KINDS[kind] for kind in box.FIFTEENTH[colour]] == data["fifteenth"][name]
        assert [colours[other] for other in box.TWENTIETH[colour]] == data["twentieth"][name]


def test_prices_and_points_are_those_of_section_12() -> None:
    data = SECTION_12
    assert data["valueStepCost"] == {"influence": box.VALUE_STEP_INFLUENCE}
    assert data["colourChangeCost"] == {"knowledge": box.COLOUR_CHANGE_KNOWLEDGE}
    assert dict.fromkeys(box.RESOURCES, box.FALLBACK_GAIN) == data["fallback"]
    assert data["pointsPerCitizen"] == box.POINTS_PER_CITIZEN
    assert data["resourcesPerPoint"] == box.RESOURCES_PER_POINT


def test_a4_three_plazas_have_equal_faces_and_each_colour_has_six_faces() -> None:
    assert sum(plaza[0] == plaza[2] for plaza in box.STANDARD.plazas) == box.EQUAL_FACED_PLAZAS == 3
    faces = "".join(box.STANDARD.plazas)
    assert [faces.count(letter) for letter in "RYW"] == [6, 6, 6]


def test_links_join_neighbours_of_one_row_and_never_markets_or_cathedrals() -> None:
    assert [link.id for link in box.LINKS] == [f"L{number}" for number in range(1, 10)]
    for link in box.LINKS:
        assert link.columns in ((1, 2), (3, 4), (5, 6))
        assert box.KINDS[link.kind] not in ("great_market", "cathedral")


def test_there_are_eight_expansion_tiles() -> None:
    assert tuple(range(1, 9)) == box.TILES
    lines = {str(phrase(f"troyes.tile.{tile}.{side}")) for tile in box.TILES for side in ("feast", "pillage")}
    assert len(lines) == 16
