"""A player's plan, followed on the table: what is at hand after each command, and what comes."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import forecast, reading
from pencilwright.games.terra_mystica.setup import draw, parse_fixed, to_code
from pencilwright.templates.phrases import Sentence, say

TEXT = "TM1 r3 | witches vp:20 c:20 w:9 p:1 pw:2/4/6 D:F4,F2 bon:BON9 | nomads passed vp:20 D:F3"


def ahead(text: str, who: str) -> dict[str, list[str]]:
    """What comes, in English."""

    def told(sentence: Sentence) -> str:
        return sentence if isinstance(sentence, str) else say(sentence, "en")

    found = forecast.ahead(reading.parse(text), who)
    return {told(row.what): [told(line) for line in row.lines] for row in found}


def test_a_player_is_meant_by_faction_by_colour_or_by_being_alone() -> None:
    state = reading.parse(TEXT)
    assert forecast.player(state, "Witches") == forecast.player(state, " green ") == "witches"
    assert forecast.player(reading.parse("TM1 r3 | auren D:F4"), "") == "auren"
    for said in ("", "swarmlings", "purple"):
        with pytest.raises(InputError):
            forecast.player(state, said)


def test_goods_after_each_command_and_others_neither_act_nor_take_power() -> None:
    state = reading.parse(TEXT)
    plan = forecast.commands("dig 1. build E7. upgrade F4 to TH. advance ship")
    states = list(forecast.follow(state, "witches", plan))
    after = [[cell for _, cell in forecast.has(one, "witches")] for one in states]
    coins, workers = [row[1] for row in after], [row[2] for row in after]
    assert workers == [6, 5, 3, 3]
    assert coins == [20, 18, 15, 11], "a trading house beside the Nomads costs 3 coins"
    last = states[-1]
    assert last.player("nomads") == state.player("nomads") and last.player("witches").shipping == 1
    assert state.player("witches").coins == 20, "the position that was entered stays as it is"


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (("build E7",), "spade"),
        (("dig 1", "build E7", "dance"), "there is no '"),
        (("upgrade F4 to TH", "upgrade F4 to TE"), "favour"),
        (("pass", "advance ship"), "pass BON3"),
    ],
)
def test_the_first_command_that_is_not_allowed_and_what_is_left_to_settle_end_it(
    plan: tuple[str, ...], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        list(forecast.follow(reading.parse(TEXT), "witches", plan))


def test_income_counts_the_card_only_when_it_was_taken() -> None:
    told = ahead(TEXT, "witches")
    assert told["Income of the next round"] == [
        "3 workers",
        "and that of the bonus card taken on passing",
    ]
    passed = ahead(TEXT.replace("witches vp", "witches passed vp").replace("BON9", "BON7"), "witches")
    assert "and that of the bonus card taken on passing" not in passed["Income of the next round"]
    assert "20 points" in passed["Points now"] and len(passed["Points now"]) == 1


def test_points_on_passing_are_told_while_there_are_any() -> None:
    assert ahead(TEXT, "witches")["Points now"] == ["20 points", "2 more on passing"]


def test_the_last_round_brings_no_income_and_no_cult_bonus() -> None:
    told = ahead(TEXT.replace("r3", "r6"), "witches")
    assert set(told) == {"Points now", "Points if the game ended here"}


@pytest.mark.parametrize(
    ("tile", "cults", "words"),
    [("SCORE2", "0/0/8/0", "2 spades"), ("SCORE2", "9/9/3/9", "nothing"), ("SCORE5", "0/9/0/0", "nothing")],
)
def test_the_bonus_of_a_cult_is_told_with_the_rounds_tile(tile: str, cults: str, words: str) -> None:
    drawn = draw(1, players=2, fixed=parse_fixed([f"R3={tile}", "P1=witches", "P2=nomads", "BON9"]))
    text = TEXT.replace("TM1", to_code(drawn)).replace("pw:2/4/6 D", f"pw:2/4/6 cult:{cults} D")
    assert ahead(text, "witches")["Cult bonus at the end of this round"] == [words]
