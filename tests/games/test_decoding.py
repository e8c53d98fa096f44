"""What does not fit the schema is told in a player's words, with the field that it speaks of."""

from __future__ import annotations

import pytest

from pencilwright.games.decoding import refusal


@pytest.mark.parametrize(
    ("message", "words", "field"),
    [
        (
            "Expected `int` <= 6 - at `$.players[0].jade`",
            "players[0].jade: it must be a whole number, at most 6",
            "players[0].jade",
        ),
        (
            "Expected `int`, got `str` - at `$.governors[...]`",
            "an entry of governors: it must be a whole number, not a text",
            "governors[...]",
        ),
        (
            "Expected `array` of length >= 1 - at `$.players`",
            "players: it must be a list with at least 1 entry",
            "players",
        ),
        (
            "Expected `array` of length 3, got 2 - at `$.bowls`",
            "bowls: it must be a list with 3 entries, not 2",
            "bowls",
        ),
        (
            "Expected `str` of length <= 40 - at `$.name`",
            "name: it must be a text at most 40 signs long",
            "name",
        ),
        ("Object contains unknown field `bogus`", "the position has an unknown field 'bogus'", "bogus"),
        (
            "Object missing required field `faction` - at `$.players[1]`",
            "players[1] lacks the field 'faction'",
            "players[1].faction",
        ),
        (
            "Expected `str` matching regex '^[A-Z]$' - at `$.letter`",
            "letter: it must be a text of one letter A to Z",
            "letter",
        ),
    ],
)
def test_a_schema_message_becomes_a_sentence(message: str, words: str, field: str) -> None:
    found = refusal(message)
    assert (str(found), found.field) == (words, field)
