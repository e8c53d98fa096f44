"""What does not fit its record is told in one sentence for all games, with the field that it speaks of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import (
    ascending,
    convert,
    document,
    hinted,
    is_json,
    known_hint,
    printable_name,
)
from pencilwright.templates.phrases import phrase, plain


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """A player."""

    colour: Literal["red", "green"]
    letter: Annotated[
        str, Meta(pattern="^[A-Z]$", description="one letter A to Z", extra={"words": "form.letter"})
    ] = "A"
    jade: Annotated[int, Meta(ge=1, le=6)] = 1
    name: Annotated[str, Meta(max_length=4)] = ""


class Game(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="format", tag="x/1"):
    """A position."""

    players: Annotated[tuple[Person, ...], Meta(min_length=1)]
    bowls: tuple[int, int, int] = (0, 0, 0)
    governors: dict[str, int] = {}
    table: Person | None = None
    over: bool = False


RED: dict[str, Any] = {"colour": "red"}
NAMES = ("format", *Game.__struct_fields__, *Person.__struct_fields__, "red", "green")
"""What stands in the notation of a position, whatever the language."""


@pytest.mark.parametrize(
    ("given", "words", "field"),
    [
        ({"players": [RED | {"jade": 7}]}, "players[0].jade: it must be a whole number, at most 6",
         "players[0].jade"),
        ({"players": [RED | {"jade": 0}]}, "players[0].jade: it must be a whole number, at least 1",
         "players[0].jade"),
        ({"players": [RED], "governors": {"a": "x"}},
         "an entry of governors: it must be a whole number, not a text", "governors[...]"),
        ({"players": []}, "players: it must be a list with at least 1 entry", "players"),
        ({"players": [RED], "bowls": [1, 2]}, "bowls: it must be a list with 3 entries, not 2", "bowls"),
        ({"players": [RED | {"name": "12345"}]}, "players[0].name: it must be a text at most 4 signs long",
         "players[0].name"),
        ({"players": [RED], "xyz": 1},
         "the position has an unknown field 'xyz'; it has format, players, bowls, governors, table, over",
         "xyz"),
        ({"players": [RED], "overs": True}, "the position has an unknown field 'overs'; did you mean 'over'?",
         "overs"),
        ({"players": [RED | {"nmae": ""}]}, "players[0] has an unknown field 'nmae'; did you mean 'name'?",
         "players[0].nmae"),
        ({"players": [RED], "table": RED | {"jad": 1}},
         "table has an unknown field 'jad'; did you mean 'jade'?", "table.jad"),
        ({"players": [{}]}, "players[0] lacks the field 'colour'", "players[0].colour"),
        ({}, "the position lacks the field 'players'", "players"),
        ({"players": [{"colour": "gren"}]},
         "players[0].colour: there is no 'gren'; did you mean 'green'?; choose green, red",
         "players[0].colour"),
        ({"players": [{"colour": "xxx"}]}, "players[0].colour: there is no 'xxx'; choose green, red",
         "players[0].colour"),
        ({"players": [RED | {"letter": "ab"}]}, "players[0].letter must be one letter A to Z, not N",
         "players[0].letter"),
        ({"players": [RED], "over": 1}, "over: it must be true or false, not a whole number", "over"),
        ({"players": 5}, "players: it must be a list, not a whole number", "players"),
    ],
)  # fmt: skip
def test_a_mistake_of_each_kind_is_one_sentence(given: dict[str, Any], words: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        convert({"format": "x/1"} | given, Game)
    assert (str(caught.value), caught.value.field) == (words, field)


@pytest.mark.parametrize(
    ("text", "words", "field"),
    [
        ("[]", 'a position is a JSON object with "format", "players", "bowls" and more', "file"),
        ("{}", "this position has no format; this program reads 'x/1'", "format"),
        ('{"format": "y/1"}', "this position is of format 'y/1'; this program reads 'x/1'", "format"),
    ],
)
def test_another_format_is_named(text: str, words: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        document(text, Game)
    assert (str(caught.value), caught.value.field) == (words, field)
    result = convert(document('{"format": "x/1", "players": [{"colour": "red"}]}', Game), Game)
    assert result.players[0].colour == "red"


def test_json_begins_with_a_bracket_or_a_quotation_mark() -> None:
    assert [is_json(text) for text in ("{}", "[]", '"a"', "TD1 x", "1")] == [True, True, True, False, False]


def test_the_hinted_name_is_offered_only_when_it_is_near() -> None:
    text = plain("no")
    assert str(hinted(text, "captin", ["captain", "builder"])) == "no; did you mean 'captain'?"
    assert hinted(text, "zebra", ["captain", "builder"]) is text
    assert str(known_hint(text, "zebra", ["captain", "builder"])) == "no; it has captain, builder"


def test_what_stands_twice_is_named_and_the_rest_put_in_order() -> None:
    assert ascending([3, 1, 2], "list") == (1, 2, 3)
    with pytest.raises(InputError, match="list has 2 twice"):
        ascending([2, 1, 2], "list")


def test_a_name_has_at_most_a_hundred_signs_that_can_be_printed() -> None:
    assert printable_name(" Ana ", "name") == "Ana"
    assert printable_name("x" * 100, "name") == "x" * 100
    with pytest.raises(InputError, match="name has 101 characters; at most 100 fit"):
        printable_name("x" * 101, "name")
    with pytest.raises(InputError, match="name holds a character that cannot be printed"):
        printable_name("a\x1bb", "name")


class Pair(Struct):
    """Two numbers that differ."""

    one: int
    other: int

    def __post_init__(self) -> None:
        if self.one == self.other:
            raise InputError(phrase("words.wrong", text="1", example="2"), field="other")


def test_what_a_record_itself_refuses_is_told_as_it_says() -> None:
    with pytest.raises(InputError) as caught:
        convert({"pair": {"one": 1, "other": 1}}, dict[str, Pair])
    assert (caught.value.sentence, caught.value.field) == (
        phrase("words.wrong", text="1", example="2"),
        "other",
    )
