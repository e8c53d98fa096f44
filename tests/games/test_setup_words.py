"""A setup in words: for every number of players what is laid out, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from pencilwright.games import GAMES, Game, game
from pencilwright.templates.phrases import languages, say
from tests.japanese import english_in

DRAWN: dict[str, list[dict[str, Any]]] = {
    "troyes-dice": [{}, {"expansion": True}],
    "terracotta-army": [
        {}, {"difficulty": "1,4"}, {"difficulty": "1,2,3,4,5,6,7,8"}, {"players": 2}, {"players": 4},
    ],
    "terra-mystica": [{"players": players} for players in (2, 5)],
    "tianxia": [{"players": players} for players in (3, 4)],
}  # fmt: skip


def rows(known: Game, seed: str, fields: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rows of a setup in English, all of them without English in Japanese."""
    setup = known.setups.draw(seed, **fields)
    results = known.rows(setup, known.components.STANDARD)
    for row in results:
        for item in (row.what, *row.lines):
            assert all(say(item, language) for language in languages()) and not english_in(item)
    return [(say(row.what, "en"), tuple(say(line, "en") for line in row.lines)) for row in results]


SETUPS = [
    (known, text) for known in GAMES.values() if "setup_words" in known.rooms for text in DRAWN[known.id]
]


@pytest.mark.parametrize(("known", "said"), SETUPS)
def test_each_setup_is_told_and_another_one_otherwise(known: Game, said: dict[str, Any]) -> None:
    entries = rows(known, "a", said)
    assert entries == rows(known, "a", said) != rows(known, "b", said)
    assert all(lines for _, lines in entries)


def test_only_solo_games_of_terracotta_army_tell_how_the_chancellor_begins() -> None:
    army = game("terracotta-army")
    solo, two = (rows(army, "a", text) for text in ({}, {"players": 2}))
    assert len(solo) == len(two) + 3
    (_, his) = solo[-1]
    assert len(his) == 2
    (_, harder) = rows(army, "a", {"difficulty": "1,4"})[-1]
    assert len(harder) == 4 and all("games" in line for line in harder[2:])
