"""Rows of logs in words: every command of recorded games, in both languages."""

from pathlib import Path

import pytest

from pencilwright.games.terra_mystica.components import BONUS, FAVOURS, POWER_ACTIONS, TOWNS
from pencilwright.games.terra_mystica.log import read
from pencilwright.games.terra_mystica.words import names
from pencilwright.games.terra_mystica.words.action_words import in_words
from pencilwright.templates.phrases import say
from tests.games.terra_mystica.helpers import in_japanese
from tests.refusals import noted

LOGS = sorted((Path(__file__).parent.parent / "games").glob("*.txt"))


def test_every_command_of_recorded_games_has_words() -> None:
    met = set()
    for path in LOGS:
        for row in read.parse(path.read_text(encoding="utf-8")).lines:
            for word in in_words(". ".join(row.commands)):
                met.add(word.key)
                in_japanese(word)
    assert "mystica.move.text" not in met and len(met) > 10


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        (
            "burn 1. action ACT5. dig 1. build E7. +TW2",
            "burn n=1, thing.ACT5, move.dig n=1, move.build hex=E7, move.take what=(thing.TW2)",
        ),
        ("action BON2. +air", "special cult=(cult.air) n=1 what=(thing.BON2)"),
        ("action SH. +2water", "special cult=(cult.water) n=2 what=(thing.SH)"),
        (
            "convert 6pw to 2w. upgrade C4 to TE. send p to fire for 1. advance ship 2",
            "convert given=(amount.PW n=6) got=(amount.W n=2), move.upgrade hex=C4 kind=(structure.TE), "
            "move.return cult=(cult.fire) n=1, move.advance.ship",
        ),
        (
            "leech 2 from witches. convert pw to c. advance ship",
            "leech n=2 who=(faction.witches), move.convert given=(amount.PW n=1) got=(amount.C n=1), "
            "move.advance.ship",
        ),
        (
            "+TW5 air fire. moon",
            "take_first cults=[(cult.air), (cult.fire)] what=(thing.TW5), move.text text=moon",
        ),
        (
            "grant 10w 0c 3pw ACT1",
            "grant what=[(amount.W n=10), (amount.PW n=3), (thing.ACT1)]",
        ),
    ],
)
def test_a_row_in_words(row: str, wanted: str) -> None:
    assert ", ".join(map(noted, in_words(row))).replace("mystica.", "") == f"move.{wanted}"


@pytest.mark.parametrize("name", [*BONUS, *FAVOURS, *POWER_ACTIONS, *TOWNS, "SH", "BRIDGE"])
def test_a_thing_is_told_by_what_it_does_and_its_number(name: str) -> None:
    english, japanese = (say(names.thing(name), language) for language in ("en", "ja"))
    assert english.endswith(f" ({name})") and japanese.endswith(f"（{name}）")
