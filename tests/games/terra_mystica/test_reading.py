"""Positions are read and written; what is none is refused in a sentence that names the field."""

import json

import jsonschema
import pytest

from pencilwright.games.terra_mystica import notation, reading
from pencilwright.games.terra_mystica.legality import problems
from tests.games.terra_mystica.helpers import TOWN
from tests.refusals import refused

GOOD = (
    "TM1 r6 act:ACT2 ter:E7=green bri:F4-G3=witches pri:fire=witches+++ bon:BON3=2 sta:witches "
    "| witches name:Ann%20B vp:34 c:5 w:3 p:1 ship:1 dig:2 pw:5/4/1 cult:10/0/3/4 D:F4,G3 TH:E7 TE:E9 SH:F2 "
    "bon:BON2 fav:FAV5 tw:TW1=E7+F2+F4+G3 used:FAV6,SH passed | nomads vp:20 D:F3"
)


def test_the_short_form_and_json_say_the_same() -> None:
    read = reading.parse(GOOD)
    assert notation.to_text(read) == GOOD
    assert reading.parse(reading.to_json(read)) == read
    assert read.player("witches").name == "Ann B"
    jsonschema.validate(json.loads(reading.to_json(read)), reading.schema())
    with refused("wrong.nobody.known", who="mystica.faction.auren"):
        read.player("auren")


def test_structures_say_their_terrain_and_the_town_that_they_are() -> None:
    read = reading.parse(TOWN)
    assert problems(read) == [] and read.terrain == {
        "E4": "green",
        "E5": "green",
        "E6": "green",
        "E7": "green",
    }
    (town,) = read.players[0].towns
    assert (town.tile, town.hexes) == ("", ("E4", "E5", "E6", "E7"))
    assert reading.parse(notation.to_text(read)) == read == reading.parse(reading.to_json(read))
    jsonschema.validate(json.loads(reading.to_json(read)), reading.schema())
    named = reading.parse(f"{TOWN} key:1 tw:TW2=E6")
    assert problems(named) == [] and named.players[0].towns[0].hexes == ("E4", "E5", "E6", "E7")


@pytest.mark.parametrize(
    ("text", "is_town"),
    [
        ("D:E4,E5 TH:E6 SH:E7", True),
        ("D:E4,E5 TH:E6 TE:E7 fav:FAV9", False),
        ("D:E4,E5 TH:E6 TE:E7 fav:FAV5", True),
        ("SA:E5 TH:E6 TE:E7 fav:FAV9,FAV8,FAV7", True),
        ("SH:E5 TH:E6 TE:E7 fav:FAV9", False),
        ("SH:F3 D:E4,E5 TH:G1 ship:3", False),
    ],
)
def test_the_worked_towns_of_the_rules(text: str, is_town: bool) -> None:
    assert bool(reading.parse(f"TM1 | witches {text}").players[0].towns) == is_town
