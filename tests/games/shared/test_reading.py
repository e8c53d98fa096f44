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
from tests.refusals import has, refused


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


def test_a_document_is_that_of_its_format() -> None:
    result = convert(document('{"format": "x/1", "players": [{"colour": "red"}]}', Game), Game)
    assert result.players[0].colour == "red"


def test_json_begins_with_a_bracket_or_a_quotation_mark() -> None:
    assert [is_json(text) for text in ("{}", "[]", '"a"', "TD1 x", "1")] == [True, True, True, False, False]


def test_the_hinted_name_is_offered_only_when_it_is_near() -> None:
    text = plain("no")
    assert has(hinted(text, "captin", ["captain", "builder"]), "hint.near name=captain said=(plain one=no)")
    assert hinted(text, "zebra", ["captain", "builder"]) is text
    known = known_hint(text, "zebra", ["captain", "builder"])
    assert has(known, "hint.known known=[captain, builder] said=(plain one=no)")


def test_what_stands_twice_is_named_and_the_rest_put_in_order() -> None:
    assert ascending([3, 1, 2], "list") == (1, 2, 3)
    with refused("json.again", field="list", what=2):
        ascending([2, 1, 2], "list")


def test_a_name_has_at_most_a_hundred_signs_that_can_be_printed() -> None:
    assert printable_name(" Ana ", "name") == "Ana"
    assert printable_name("x" * 100, "name") == "x" * 100
    with refused("name.long", n=101, most=100):
        printable_name("x" * 101, "name")
    with refused("name.unprintable"):
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
