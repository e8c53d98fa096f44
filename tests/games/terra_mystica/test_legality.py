"""What cannot arise is named by field; what the rules allow has no problems."""

import re

import pytest
from msgspec.structs import replace

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import notation, own_values, reading, state
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.legality import problems
from tests.games.terra_mystica.helpers import TOWN, in_japanese


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("TM1 | witches D:F4 | auren D:F2", "players", "two sides"),
        (
            "TM1 ter:F3=green | witches D:F3 | nomads D:F3",
            "players[1].structures.F3",
            "F3 holds a structure",
        ),
        ("TM1 ter:F3=red | witches D:F3", "players[0].structures.F3", "F3 is Wasteland"),
        ("TM1 bri:E5-E6=witches | witches D:F4", "bridges.E5-E6", "no bridge can be"),
        ("TM1 bri:A11-C5=witches | witches D:F4", "bridges.A11-C5", "neither end"),
        (
            "TM1 bri:C2-D3=dwarves,C2-D4=dwarves,C2-E5=dwarves,B2-C1=dwarves | dwarves D:C2",
            "bridges",
            "bridges of Dwarves: 4",
        ),
        ("TM1 bon:BON1=0 | witches bon:BON1 D:F4", "players", "2, but there are only 1"),
        (
            "TM1 | witches TE:F4 fav:FAV1 | nomads TE:F3 fav:FAV1",
            "players",
            "(FAV1): 2, but",
        ),
        (
            "TM1 | witches cult:10/0/0/0 | nomads cult:10/0/0/0",
            "cults.fire",
            "only one can be on step 10 of Fire",
        ),
        ("TM1 pri:fire=nomads+++ | witches D:F4", "priests.fire", "nobody plays Nomads"),
        ("TM1 sta:nomads | witches D:F4", "start", "nobody plays Nomads"),
        ("TM1 | witches TH:F4,F2,D1,A3,A10", "players[0].structures", "trading house of Witches: 5"),
        ("TM1 | witches p:8", "players[0].priests", "8, but there are only 7"),
        ("TM1 pri:fire=witches+witches++ | witches p:6", "players[0].priests", "2 on the cult board"),
        ("TM1 | witches pw:5/7/1", "players[0].bowls", "power tokens of Witches: 13"),
        ("TM1 | witches ship:4", "players[0].shipping", "0 to 3"),
        ("TM1 | mermaids D:E4", "players[0].shipping", "1 to 5"),
        ("TM1 | fakirs dig:2", "players[0].spade_level", "0 to 1, not 2"),
        ("TM1 | witches TE:F4", "players[0].favours", "gave 1"),
        ("TM1 | witches TE:F4,F2 fav:FAV5,FAV5", "players[0].favours", "already"),
        ("TM1 | witches D:F4 key:1 tw:TW1=F4+E7", "players[0].towns", "no structure on E7"),
        ("TM1 | witches D:F4 key:1", "players[0].keys", "gave 0"),
        ("TM1 | witches D:E4,E5 TH:E6,E7 key:1 tw:TW1=E4+E5+E6+E7", "players[0].towns", "power 7"),
        ("TM1 | witches D:E4,E5,E6,E7 key:1 tw:TW1=E4+E5", "players[0].towns", "is not a town"),
        ("TM1 | witches TH:E5 TE:E6 SH:E7 fav:FAV9 key:1 tw:TW1=E5", "players[0].towns", "4 structures"),
        ("TM1 | witches D:E4,E5,G1 SH:F3 key:1 tw:TW1=E4+E5+F3+G1", "players[0].towns", "is not connected"),
        ("TM1 | witches D:E4,E5 TH:E6 SH:E7 key:2", "players[0].keys", "1 key at most"),
        ("TM1 | witches D:E4,E5 TH:E6 SH:E7 cult:10/10/0/0", "players[0].keys", "2 were used"),
        ("TM1 r3 bon:BON3=4 | witches D:F4", "cards.BON3", "3 at most"),
        ("TM1 | witches key:3 tw:TW1=F4,TW1=F4,TW1=F4 D:F4", "players", "(TW1): 3, but there are only 2"),
    ],
)
def test_what_cannot_arise_is_named(text: str, field: str, words: str) -> None:
    results = problems(reading.parse(text))
    assert any(problem.field == field and words in str(problem.rule) for problem in results), results
    for problem in results:
        in_japanese(problem.rule)
        assert not isinstance(problem.nearest, str) or problem.nearest.isdecimal() or not problem.nearest
    with pytest.raises(InputError, match=re.escape(f"{results[0].field}: {results[0].rule}")):
        game("terra-mystica").check(reading.parse(text))


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
    assert [str(problem.rule) for problem in problems(wrong)] == [
        f"bonus card: the {ended.names[0]} have passed in the last round, so they hold none"
    ]


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
    assert any("the setup has" in str(problem.rule) for problem in problems(turned))
    missing = next(f"BON{n}" for n in range(1, 10) if f"BON{n}" not in reached.setup.bonus)  # type: ignore[union-attr]
    text = notation.to_text(reached).replace("bon:", f"bon:{missing}=0,", 1)
    assert any("is not in this game" in str(problem.rule) for problem in problems(reading.parse(text)))
