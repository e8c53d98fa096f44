"""A filled form as a player leaves it: with gaps, and with letters that no font has."""

import pytest

from pencilwright.games.troyes_dice import setup
from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions, build
from tests.app.doors import Door


def filled(values: dict[str, str]) -> str:
    blank = build("troyes-dice", "score-sheet", setup=setup.draw(1), options=PrintOptions())
    with open("filled.pdf", "wb") as file:
        file.write(fill.fill(blank, values))
    return "filled.pdf"


def test_a_skipped_circle_is_scored_and_named(door: Door) -> None:
    ran = door("score", filled({"citizens.red.1": "circled", "citizens.red.3": "circled"}), code=1)
    assert "2 red citizens" in ran.out and ran.says("marks.gap", n=3, blank=2)


@pytest.mark.parametrize(("name", "text"), [("髙橋 蓮", ""), ("𠮷野 🎲", "𠮷 🎲")])
def test_fill_says_which_letters_of_a_name_it_cannot_draw(door: Door, name: str, text: str) -> None:
    done = door("fill -o fair.pdf", filled({"name": name}))
    assert done.says("form.lacking", signs=text) if text else not done.err
