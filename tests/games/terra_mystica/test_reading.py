"""Positions are read and written; what is none is refused in a sentence that names the field."""

import json

import jsonschema
import pytest

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import notation, reading, state
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.legality import problems
from tests.games.terra_mystica.helpers import TOWN

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
    with pytest.raises(InputError, match="nobody plays Auren"):
        read.player("auren")


@pytest.mark.parametrize("rounds", [0, 3, 6])
def test_positions_of_play_can_arise_and_come_back(rounds: int) -> None:
    reached = example(f"state {rounds}", 6 - rounds, players=3)
    assert game("terra-mystica").check(reached) is reached
    assert reading.parse(reading.to_json(reached)) == reached == reading.parse(notation.to_text(reached))
    assert state.in_order(reached.copied()) == reached
    jsonschema.validate(json.loads(reading.to_json(reached)), reading.schema())
    with pytest.raises(InputError, match="left is 7"):
        example(1, 7)


BASE = {"format": "terra-mystica/1", "players": [{"faction": "witches", "structures": {"F4": "D"}}]}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (b"\xff", "UTF-8"),
        ("{", "not complete JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("{}", "format"),
        ('{"format": "terra-mystica/2", "players": []}', "format"),
        ('{"format": "terra-mystica/1", "round": 7, "players": [{"faction": "witches"}]}', "round"),
        (
            json.dumps(BASE | {"moon": 1}),
            "the position has an unknown field 'moon'; it has format, setup, round",
        ),
        (
            json.dumps(BASE).replace("structures", "structure"),
            "unknown field 'structure'; did you mean 'structures'",
        ),
        (json.dumps({"format": "terra-mystica/1"}), "the position lacks the field 'players'"),
        (json.dumps(BASE).replace('"F4": "D"', '"F4": "D", "F4": "TH"'), "'F4' twice in one object"),
        (json.dumps(BASE).replace("F4", "r3"), "river"),
        (json.dumps(BASE).replace('"F4"', '"f4": "D", "F4"'), "F4 twice"),
        (json.dumps(BASE).replace("witches", "elves"), "elves"),
        (json.dumps(BASE | {"bridges": {"F4": "witches"}}), "like 'F3-G1'"),
        (json.dumps(BASE | {"bridges": {"F3-G1": "witches", "g1-f3": "nomads"}}), "bridges has F3-G1 twice"),
        (json.dumps(BASE | {"terrain": {"F4": "red", "f4": "green"}}), "terrain has F4 twice"),
        ("TM1 act:ACT1,ACT1 | witches", "used has ACT1 twice"),
        ("TM1 | witches used:SH,SH", "players.0..used has SH twice"),
        (json.dumps(BASE | {"terrain": {"F4": "pink"}}), "pink"),
        (json.dumps(BASE | {"used": ["ACT9"]}), "ACT9"),
        (json.dumps(BASE | {"cards": {"BON11": 1}}), "BON11"),
        (json.dumps(BASE | {"priests": {"moon": ["", "", "", ""]}}), "moon"),
        (json.dumps(BASE | {"setup": "TM1-0000"}), "share code"),
        ("x" * 1_000_001, "at most"),
        ("TM1 r3 what", "'what' is not understood"),
        ("TM1 r" + "9" * 5000 + " | witches", "it should look like .r6."),
        ("TM1 r9 | witches", "round: it must be a whole number, at most 6"),
        (
            json.dumps(BASE | {"players": [{"faction": "witches", "structures": {"F4": "XX"}}]}),
            "an entry of players.0..structures: there is no .XX.; choose D, SA, SH, TE, TH",
        ),
        ("TM1 |", "players.0. lacks the field .faction."),
        ("TM1 | witches c:x", "'c:x' is not understood; it should look like 'c:5'"),
        ("TM1 | witches D:F4 TH:F4", "'F4' appears twice"),
        ("TM1 | witches moon:1", "'moon:1' is not understood"),
        ("TM1 | witches tw:TW1", "like .tw:TW1=E5.E7."),
        ("TM1 ter:E7 | witches", "like .ter:D5=green."),
        ("TM1 | witches fav:FAV99", "FAV99"),
        ("TM1 | witches tw:TW9=E7", "TW9"),
        ("TM1 | witches tw:TW1=E7+E7", "players.0..towns has E7 twice"),
        ("TM1 | witches bon:BON99", "BON99"),
        ("TM1 | witches used:X", "X"),
        ("TM1 | witches name:%1B", "cannot be printed"),
    ],
)
def test_what_is_no_position_is_refused(text: str | bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        reading.parse(text)


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
