"""Own values as they are asked: line by line, typed back, put together, and written as TOML."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.boxfile import BoxFile, Source
from pencilwright.games.shared.own_values import ValueLine, joined, text_of, typed, value_lines, write
from pencilwright.templates.phrases import languages, say

VALUES: dict[str, Any] = {
    "columns": 9,
    "title": "a word, or two",
    "deep": True,
    "ring": ["clay", "coins"],
    "rows": [[1, 2], [3]],
    "start": {"row": 1, "way": "down"},
    "titles": [{"at": 3, "title": "Master"}],
    "nothing": [],
}
KNOWN = {"ring": ("clay", "coins", "build")}


def lines(key: str) -> list[ValueLine]:
    """Return the lines of a key."""
    return [item for item in value_lines(VALUES, KNOWN) if item.key == key]


def test_each_value_is_a_line_and_lists_of_tables_are_left_to_the_file() -> None:
    assert [(item.key, item.row, item.value) for item in value_lines(VALUES, KNOWN)] == [
        ("columns", "", (9,)),
        ("title", "", ("a word, or two",)),
        ("deep", "", (True,)),
        ("ring", "", ("clay", "coins")),
        ("rows", "0", (1, 2)),
        ("rows", "1", (3,)),
        ("start", "row", (1,)),
        ("start", "way", ("down",)),
    ]
    assert [item.in_table for item in (*lines("start"), *lines("rows"))] == [True, True, False, False]


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("columns", " 7 ", 7),
        ("columns", "seven", "seven"),
        ("columns", "7 8", [7, 8]),
        ("columns", "123456789", "123456789"),
        ("title", " my own, title ", "my own, title"),
        ("deep", "FALSE", False),
        ("deep", "perhaps", "perhaps"),
        ("ring", "build,clay", ["build", "clay"]),
        ("ring", "3 coins", ["3", "coins"]),
        ("rows", "-4, 5", [-4, 5]),
        ("rows", "--4 5-", ["--4", "5-"]),
    ],
)
def test_what_is_typed_is_numbers_or_words(key: str, text: str, value: object) -> None:
    assert typed(lines(key)[0], text) == value


def test_what_was_told_for_each_line_is_put_together() -> None:
    assert joined(lines("columns"), [7]) == 7
    assert joined(lines("rows"), [[4], [5, 6]]) == [[4], [5, 6]]
    assert joined(lines("start"), [2, "up"]) == {"row": 2, "way": "up"}


def test_values_are_written_as_toml_that_reads_back() -> None:
    plain = {key: value for key, value in VALUES.items() if key not in ("titles", "nothing")}
    odd = {"a b": 'say "no" \\ yes', "table": {"2": [1], "ö": False}}
    assert tomllib.loads(text_of(plain | odd)) == plain | odd
    box = BoxFile(VALUES, dict.fromkeys(VALUES, Source("what is known", verified=False)))
    summary = write(box, "Head.\nMore.")
    assert summary.startswith("# Head.\n# More.\n\n## what is known\n#columns = 9\n")
    _, _, body = summary.partition("\n\n")
    bare = "\n".join(line.removeprefix("#") for line in body.splitlines() if not line.startswith("##"))
    assert tomllib.loads(bare) == VALUES


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_every_value_of_a_game_as_it_is_shown_is_taken(known: Game) -> None:
    room, fields = known.own_values, dict[str, list[Any]]()
    for item in room.value_lines():
        assert item.key in known.components.STANDARD.unverified
        fields.setdefault(item.key, []).append(list(item.value) if item.is_list else item.value[0])
        for _, name in item.known:
            assert all(say(name, language) for language in languages())
    mine = {
        key: joined([entry for entry in room.value_lines() if entry.key == key], all_)
        for key, all_ in fields.items()
    }
    parsed = room.load(text_of(mine))
    assert not fields.keys() & set(parsed.unverified)
    if any(entry.known for entry in room.value_lines()):
        with pytest.raises(InputError):
            key = next(entry.key for entry in room.value_lines() if entry.known)
            room.load(text_of({key: ["nonsense"]}))
