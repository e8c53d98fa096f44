"""One player's commands carried out on a position, and what is counted of it."""

from fractions import Fraction

import pytest

from pencilwright.games import GAMES
from pencilwright.games.terra_mystica import commands, own_values, reading, state
from pencilwright.games.terra_mystica.scoring import score
from tests.refusals import refused

TEXT = (
    "TM1 r6 act:ACT2 bon:BON3=1 | witches vp:20 c:12 w:9 p:2 pw:2/4/4 ship:1 cult:4/0/7/2 D:F4 TH:E9 "
    "bon:BON7 fav:FAV12 | cultists vp:9 pw:5/7/0 D:E7,F5 cult:5/3/2/8 passed"
)
READ = reading.parse(TEXT)


def test_several_actions_of_one_player_are_carried_out_while_nobody_else_acts() -> None:
    after = commands.apply_actions(
        READ, "witches", ["advance ship", "burn 1. action ACT4", "upgrade F4 to TH"]
    )
    player = after.player("witches")
    assert (player.points, player.coins, player.workers, player.priests) == (23, 12 - 4 + 7 - 3, 7, 1)
    assert (player.bowls, player.structures["F4"], after.used) == ((6, 2, 1), "TH", ("ACT2", "ACT4"))
    assert after.player("cultists") == READ.player("cultists"), "the offered power is not taken"
    assert reading.parse(TEXT) == READ, "the entered position stays as it is"


def test_what_the_position_says_besides_stays_in_it() -> None:
    own = state.with_components(
        reading.parse(TEXT.replace("D:E7", "net:3 D:E7")), own_values.load("bridge_places = []")
    )
    after = commands.apply_actions(own, "witches", ["advance dig"])
    assert after.bridge_places == () and after.player("cultists").network == 3
    assert commands.apply_actions(own, "witches", []) == own


def test_only_players_of_the_position_who_have_not_passed_act() -> None:
    with refused("mystica.refused.passed", who="mystica.faction.cultists"):
        commands.apply_actions(READ, "cultists", ["send p to fire"])
    with refused("wrong.nobody.known", who="mystica.faction.giants"):
        commands.apply_actions(READ, "giants", [])


def test_goods_are_granted_and_power_actions_freed() -> None:
    after = commands.apply_actions(READ, "witches", ["grant 1w 2c 3p 4pw ACT2"])
    player = after.player("witches")
    assert (player.workers, player.coins, player.priests, player.bowls) == (10, 14, 5, (2, 4, 8))
    assert after.used == ()


def test_before_round_1_first_dwellings_are_placed_as_many_as_a_faction_has() -> None:
    start = reading.parse("TM1 r0 | nomads D:A5 | witches")
    after = commands.apply_actions(start, "nomads", ["build B1", "build B4"])
    assert sorted(after.player("nomads").structures) == ["A5", "B1", "B4"]
    assert after.player("nomads").workers == 0
    with refused("wrong.command", command="build B6"):
        commands.apply_actions(after, "nomads", ["build B6"])
    with refused("mystica.problem.terrain", home="mystica.land.yellow"):
        commands.apply_actions(start, "nomads", ["build A1"])


def test_points_are_the_final_score_and_what_passing_pays() -> None:
    assert commands.points(READ, "witches") == score(READ).totals["witches"] + 2 + 2
    passed = commands.apply_actions(READ, "witches", ["pass"])
    assert (
        commands.points(passed, "witches")
        == score(passed).totals["witches"]
        == commands.points(READ, "witches")
    )
    assert commands.points(READ, "cultists") == score(READ).totals["cultists"]


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("goods at hand", 12 + 9 + 2),
        ("towns", 0),
        ("structures", 2),
        ("temples", 0),
        ("strongholds", 0),
        ("sanctuaries", 0),
    ],
)
def test_what_is_counted(measure: str, value: Fraction) -> None:
    room = GAMES["terra-mystica"].commands
    assert room.MEASURES[measure](READ, "witches") == value
    assert "points" in room.MEASURES and "worth of first dwellings" in room.MEASURES


def test_structures_are_counted_by_kind() -> None:
    read = reading.parse("TM1 | witches SH:F4 TE:E9,G3 SA:A3 D:E4 key:1 tw:TW1=A3")
    counts = {
        name: commands.MEASURES[name](read, "witches")
        for name in ("temples", "strongholds", "sanctuaries", "towns")
    }
    assert counts == {"temples": 2, "strongholds": 1, "sanctuaries": 1, "towns": 1}


def test_first_dwellings_are_worth_two_for_an_open_hex_and_three_for_company_less_what_others_want() -> None:
    """F4 sees E7 and F3 at a spade or less; both by hand from the map."""
    alone = reading.parse("TM1 r0 | auren D:I11")
    company = reading.parse("TM1 r0 | auren D:I11 | giants D:I12")
    first, second = (commands.first_dwellings(item, "auren") for item in (alone, company))
    assert second - first <= 3 and first % 2 == 0
