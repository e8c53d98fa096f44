"""A player's plan, followed on the table: what is at hand after each command, what comes, and prices."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import forecast
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.rules.prices import exchange
from pencilwright.games.tianxia.state import Barges, Palace, PalaceTrack, Player, State
from pencilwright.templates.phrases import Word
from tests.refusals import noted

STATE = State(
    round=1,
    players=(Player(letter="B", start="A5", coin=4, rice=3, jade=3), Player(letter="O"), Player(letter="P")),
    barges=Barges(stone="BBO", wood="P"),
    governors={"qin1": "BO", "wei1": "B", "chu1": "O"},
    buildings={"qin1": "I3", "wei1": "I8", "chu1": "P2"},
)


def told(sentence: Word) -> str:
    """A sentence by its key and values."""
    return re.sub(r"tianxia\.(forecast\.|amount\.)?", "", noted(sentence))


def ahead(state: State, who: str) -> dict[str, list[str]]:
    """What comes and what things cost."""
    return {told(row.what): [told(line) for line in row.lines] for row in forecast.ahead(state, who)}


def test_income_of_the_next_round_has_barges_and_buildings() -> None:
    assert ahead(STATE, "B")["income"] == [
        "gain gain=(stone n=2 sign=+) source=(barge.stone)",
        "gain gain=[(good n=1 sign=+)] source=A5",
        "gain gain=[(stone n=1 sign=+), (coin n=1 sign=+)] source=I3",
        "gain gain=(pp n=0 sign=+) source=I8",
    ]
    assert ahead(STATE, "P")["income"] == ["gain gain=(wood n=1 sign=+) source=(barge.wood)"]
    nobody = replace(STATE, barges=Barges(), governors={})
    assert ahead(nobody, "P")["income"] == ["nothing"]


def test_the_last_round_brings_no_income() -> None:
    assert "income" not in ahead(replace(STATE, round=4), "B")


def test_income_that_needs_an_unknown_height_says_so() -> None:
    built = STATE.buildings | {"chu1": "I10"}
    state = replace(STATE, buildings=built, palace=Palace(white=PalaceTrack("BO")))
    (line,) = ahead(state, "O")["income"]
    assert line == "wrong.steps field=palace.white.steps"


def test_prices_rise_with_what_lies_there_already() -> None:
    results = ahead(STATE, "B")
    assert results["barges"] == [
        "price price=(coin n=3 sign='') what=(barge.stone)",
        "price price=(coin n=1 sign='') what=(barge.rice)",
        "price price=(coin n=1 sign='') what=(barge.wood)",
    ]
    assert results["markers"] == ["marker n=1"]
    p8 = replace(STATE, buildings={**STATE.buildings, "wei1": "P8"})
    assert ahead(p8, "B")["markers"] == ["marker.free n=1"]
    assert len(results["exchange"]) == len(STATE.box.exchange)


def test_p1_changes_the_exchange() -> None:
    region = next(iter(STATE.box.exchange))
    assert exchange(region, p1=True, components=STATE.box) != exchange(region, p1=False, components=STATE.box)
    p1 = replace(STATE, buildings={**STATE.buildings, "wei1": "P1"})
    assert ahead(p1, "B")["exchange"] != ahead(STATE, "B")["exchange"] == ahead(p1, "O")["exchange"]


def test_goods_after_each_command() -> None:
    state = example(2)
    own = state.players[0]
    columns = [told(head) for head, _ in forecast.has(state, own.letter)]
    assert columns[:3] == ["head.points", "head.coin", "head.wood"] and columns[-1] == "head.meeples"
    assert [cell for _, cell in forecast.has(state, own.letter)][1] == own.coin
    with pytest.raises(InputError):
        list(forecast.follow(state, own.letter, ("prices save", "dance")))
    assert len(list(forecast.follow(state, own.letter, ("prices save",)))) == 1


def test_what_rests_on_house_defaults_is_named_until_they_are_replaced() -> None:
    assert set(forecast.unverified(STATE)) == set(forecast.RESTS_ON)
