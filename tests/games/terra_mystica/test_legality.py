"""What cannot arise is named by field; what the rules allow has no problems."""

import pytest
from msgspec.structs import replace

from pencilwright.games import game
from pencilwright.games.terra_mystica import notation, own_values, reading, state
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.legality import problems
from tests.games.terra_mystica.helpers import TOWN
from tests.refusals import has, noted


@pytest.mark.parametrize(
    "text",
    [
        f"{TOWN} key:1",
        f"{TOWN} cult:10/0/0/0",
        "TM1 | witches D:E4,E5 TH:E6,E7 TE:A3 fav:FAV5 key:1 tw:TW1=E4",
        "TM1 | witches TH:E6 SA:E5 TE:E7 fav:FAV9,FAV8,FAV7 key:1 tw:TW1=E5",
        "TM1 bri:F3-G1=witches | witches D:E4,E5 SH:F3 TH:G1 key:1 tw:TW1=F3",
        "TM1 | mermaids ship:1 TH:E4,E5 SA:F2 fav:FAV6,FAV9 key:1 tw:TW1=E4+E5+F2",
        "TM1 r4 bon:BON3=4 | witches D:F4",
    ],
)
def test_towns_by_the_rules_can_arise(text: str) -> None:
    assert problems(reading.parse(text)) == []


@pytest.mark.parametrize("change", ["bonus", "cards", "bowls"])
def test_a_position_of_a_known_setup_has_all_its_cards_and_power(change: str) -> None:
    reached = example("cards", 2, players=2)
    first = reached.players[0]
    assert problems(reached) == []
    if change == "cards":
        wrong, fields = replace(reached, cards={}), ["cards"] * 3
    elif change == "bowls":
        wrong, fields = replace(reached, players=(replace(first, bowls=(0, 0, 0)), *reached.players[1:])), []
        fields = ["players[0].bowls"]
    else:
        wrong = replace(reached, players=(replace(first, bonus=""), *reached.players[1:]))
        fields = ["cards", "players[0].bonus"]
    assert [problem.field for problem in problems(wrong)] == fields


def test_after_the_last_pass_of_the_last_round_nobody_holds_a_card() -> None:
    ended = example("cards", 0, players=2)
    assert problems(ended) == [] and ended.players[0].passed
    card = next(iter(ended.cards))
    free = {name: coins for name, coins in ended.cards.items() if name != card}
    wrong = replace(ended, cards=free, players=(replace(ended.players[0], bonus=card), *ended.players[1:]))
    who = f"who=(mystica.faction.{ended.players[0].faction})"
    assert [noted(problem.rule) for problem in problems(wrong)] == [f"mystica.problem.no_card_left {who}"]


@pytest.mark.parametrize("players", [2, 4])
def test_a_final_position_typed_without_terrain_towns_and_keys_has_no_faults(players: int) -> None:
    ended = example(f"typed {players}", 0, players=players)
    bare = tuple(
        replace(player, towns=(), keys=0) for player in ended.players if player.faction != "mermaids"
    )
    typed = replace(ended, setup=None, terrain={}, players=bare)
    assert problems(reading.parse(notation.to_text(typed))) == []


def test_a_users_own_bridge_places_count() -> None:
    read = reading.parse("TM1 bri:F3-G1=nomads | nomads name:Ann D:F3")
    assert problems(read) == [] and game("terra-mystica").player_of(read) == "Ann"
    own = state.with_components(read, own_values.load('bridge_places = ["B1-C1"]'))
    assert [problem.field for problem in problems(own)] == ["bridges.F3-G1"]


def test_factions_and_cards_agree_with_the_setup() -> None:
    reached = example("agree", 6, players=2)
    turned = replace(reached, players=reached.players[::-1])
    assert any(has(problem.rule, "mystica.problem.setup") for problem in problems(turned))
    missing = next(f"BON{n}" for n in range(1, 10) if f"BON{n}" not in reached.setup.bonus)  # type: ignore[union-attr]
    text = notation.to_text(reached).replace("bon:", f"bon:{missing}=0,", 1)
    assert any(
        has(problem.rule, "mystica.problem.card_unknown card=(mystica.thing.BON1)")
        for problem in problems(reading.parse(text))
    )
