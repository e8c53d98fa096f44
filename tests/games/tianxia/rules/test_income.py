"""The income phase: what round 1 leaves out, what buildings pay, who is pushed off."""

from __future__ import annotations

from pencilwright.games.tianxia.rules.income import effect_of, income
from pencilwright.games.tianxia.setup import draw, parse_fixed
from pencilwright.games.tianxia.state import Barges, Palace, PalaceTrack, Player, Section, State
from tests.refusals import noted

PLAYERS = (Player(letter="B", start="A5"), Player(letter="O"), Player(letter="P"))
BUILT = {"qin1": "I3", "wei1": "I8", "chu1": "P2"}


def position(round_: int, players: tuple[Player, ...] = PLAYERS) -> State:
    return State(
        round=round_,
        players=players,
        barges=Barges(stone="BBO", wood="P"),
        governors={"qin1": "BO", "wei1": "B", "chu1": "O"},
        buildings=BUILT,
        palace=Palace(
            white=PalaceTrack("BO", (5, 3)),
            red=PalaceTrack("B", (2,)),
            black=PalaceTrack("B", (3,)),
            blue=PalaceTrack("O", (9,)),
        ),
    )


def told(state: State, index: int, tile: str) -> str:
    return noted(effect_of(state, state.players[index], tile)).replace("tianxia.", "")


def test_round_1_has_building_income_but_no_barges_and_no_neutral_workers() -> None:
    result = income(position(1))
    assert {gain.step for gain in result.gains} == {"b"}
    assert result.pushed == ()
    assert result.barges == Barges(stone="BBO", wood="P")


def test_later_rounds_pay_a_resource_for_each_worker_then_buildings() -> None:
    gains = [
        (gain.step, gain.player, gain.source, noted(gain.effect).replace("tianxia.amount.", ""))
        for gain in income(position(2)).gains
    ]
    assert gains == [
        ("a", "B", "stone", "stone n=2 sign=+"),
        ("b", "B", "A5", "[(good n=1 sign=+)]"),
        ("b", "B", "I3", "[(stone n=1 sign=+), (coin n=1 sign=+)]"),
        ("b", "B", "I8", "pp n=2 sign=+"),
        ("a", "O", "stone", "stone n=1 sign=+"),
        ("b", "O", "I3", "[(stone n=1 sign=+), (coin n=1 sign=+)]"),
        ("a", "P", "wood", "wood n=1 sign=+"),
    ]


def test_four_players_have_no_neutral_workers() -> None:
    result = income(position(3, (*PLAYERS, Player(letter="G"))))
    assert result.barges == Barges(stone="BBO", wood="P")
    assert result.pushed == ()


def test_three_players_have_a_neutral_worker_on_each_barge() -> None:
    result = income(position(3))
    assert result.barges == Barges(stone="NBB", rice="N", wood="NP")
    assert result.pushed == (("stone", "O"),)


def test_i10_offers_every_lowest_track() -> None:
    state = position(2)
    blue, red, black = (f"effect.track.one n=1 track=(track.{name})" for name in ("blue", "red", "black"))
    assert told(state, 0, "I10") == blue
    assert told(state, 1, "I10") == f"either one=({red}) other=({black})"


def test_choices_are_told_in_words() -> None:
    state = position(2)
    for tile in ("I7", "I9"):
        assert told(state, 0, tile).startswith(f"building.{tile} ")
    assert told(state, 0, "I6") == "amount.pp n=0 sign=+"


def test_the_setup_says_which_building_lies_where() -> None:
    table = draw(1, fixed=parse_fixed(["qin1=I3"]))
    state = State(setup=table, round=1, players=PLAYERS, governors={"qin1": "B"}, wall=(Section(),) * 4)
    assert [gain.source for gain in income(state).gains] == ["A5", "I3"]
