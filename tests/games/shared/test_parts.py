"""Problems and own values as all games share them."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.shared import following, own_values
from pencilwright.games.shared.boxfile import BoxFile, Source
from pencilwright.games.shared.own_values import each, number, switch, table, word
from pencilwright.games.shared.problems import Problem, refuse

READERS: dict[str, own_values.Reader] = {
    "points": each(number(0, 9), "a list of 2 numbers", least=2, most=2),
    "stacks": switch,
    "way": word(("up", "down")),
    "costs": table(number(1, 5), ("wall", "tower"), "piece -> stone"),
}
TYPED = (*READERS, "up", "down", "wall", "tower", "a list of 2 numbers", "piece -> stone")


def test_what_cannot_be_seen_in_a_command_is_a_blank() -> None:
    assert following.commands("dig 1\u202e; \x1b[2J;\u3000build\u3000E7") == ("dig 1", "[2J", "build E7")


def test_nothing_is_refused_where_there_is_no_problem() -> None:
    refuse([])
    with pytest.raises(
        InputError, match=r"^a: is wrong; nearest legal reading: right \(and 1 more\)$"
    ) as caught:
        refuse([Problem("a", "is wrong", "right"), Problem("b", "too")])
    assert caught.value.field == "a"
    with pytest.raises(InputError, match=r"^b: too$"):
        refuse([Problem("b", "too")])


@pytest.mark.parametrize(
    ("text", "words", "field"),
    [
        ("points = [1", "is not TOML", "components"),
        (f"points = {'9' * 5000}", "has a number with too many digits", "components"),
        ("meeples = 3", "'meeples' in FILE is proven and cannot be changed; only", "meeples"),
        ("point = 3", "unknown key 'point' in FILE; did you mean 'points'?", "point"),
        ("zzz = 3", "unknown key 'zzz' in FILE; it may hold points, stacks, way, costs", "zzz"),
        ("points = [1, 10]", "points[1] in FILE must be a whole number from 0 to 9", "points[1]"),
        ("points = [1]", "points in FILE must be a list of 2 numbers", "points"),
        ("points = [1, true]", "must be a whole number from 0 to 9", "points[1]"),
        ("stacks = 1", "stacks in FILE must be true or false", "stacks"),
        ('way = "left"', "way in FILE must be one of up, down", "way"),
        ("costs = 3", "costs in FILE must be a table: piece -> stone", "costs"),
        ("[costs]\nwal = 3", "unknown key 'wal' in costs of FILE; did you mean 'wall'?", "costs.wal"),
        ("[costs]\nwall = 6", "costs.wall in FILE must be a whole number from 1 to 5", "costs.wall"),
    ],
)
def test_what_is_wrong_in_a_file_of_own_values_is_said(text: str, words: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        own_values.load(text, READERS, BoxFile({"meeples": 15}, {"meeples": Source("rules")}))
    assert words.replace("FILE", "the components file") in str(caught.value)
    assert caught.value.field == field


def test_own_values_are_written_commented_out_and_read_back() -> None:
    costs = {"wall": 3, "two words": 4}
    values: dict[str, Any] = {"points": [1, 2], "stacks": True, "way": 'u"p', "costs": costs}
    box = BoxFile(values, dict.fromkeys(values, Source("ours", verified=False)))
    text = own_values.write(box, "Two\nlines")
    assert text.startswith("# Two\n# lines\n\n## ours\n#points = [1, 2]\n")
    assert tomllib.loads(text) == {}
    lines = [line for line in text.splitlines() if line.startswith("#") and line[1] not in "# "]
    assert tomllib.loads("\n".join(line[1:] for line in lines)) == values
    assert own_values.load("points = [1, 9]\nstacks = false", READERS, BoxFile({}, {})) == {
        "points": (1, 9), "stacks": False,
    }  # fmt: skip
