"""Positions as people write them, for the tests: the worked game's final sheet, a fresh table, and others."""

import json
from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.games.troyes_dice.reading import parse, to_json
from pencilwright.games.troyes_dice.state import State, start

FINAL: dict[str, Any] = {
    "format": "troyes-dice/1",
    "setup": None,
    "table": None,
    "sheet": {
        "player": "",
        "influence": {"circled": 18, "spent": 9},
        "deniers": {"circled": 18, "spent": 12},
        "knowledge": {"circled": 16, "spent": 6},
        "citizens": {"red": 7, "yellow": 16, "white": 10},
        "built": {
            "fortress": [4],
            "counts_palace": [],
            "great_market": [1, 2, 3, 4],
            "town_hall": [1, 2, 5],
            "cathedral": {"3": 1, "4": 1},
            "bishops_palace": [1, 5, 6],
        },
        "struck": {"red": [1, 2, 6], "yellow": [3, 6], "white": [2, 3, 6]},
        "links": ["L6", "L9"],
    },
}


LINE = "TD1 - - - 18-9/18-12/16-6 7/16/10 4/-/1234/125/3:1,4:1/156 126/36/236 69"


def text_of(value: Any) -> str:
    return json.dumps(value)


def with_table(**changes: object) -> dict[str, Any]:
    drawn = setup.draw(1)
    table = {"day": 1, "half": "am", "up": setup.letters(up for up, _ in drawn.plazas)} | changes
    sheet = json.loads(to_json(start(drawn)))["sheet"]
    return {"format": "troyes-dice/1", "setup": setup.to_code(drawn), "table": table, "sheet": sheet}


def changed(*path: str, to: Any) -> str:
    value = json.loads(json.dumps(FINAL))
    part = value
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = to
    return text_of(value)


def refused(data: str | bytes) -> InputError:
    with pytest.raises(InputError) as caught:
        parse(data)
    return caught.value


def after_half_days(fresh: State, half_days: int) -> tuple[list[int], list[int]]:
    """Return the vectors after so many half-days in which nobody did anything."""
    sheet, table = vectors(fresh)
    for _ in range(half_days):
        rules.place(table, 1, 2, 3, 4)
        rules.end_half(table)
    return sheet, table
