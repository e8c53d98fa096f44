"""What each faction alone may do, and what its board says."""

from msgspec.structs import replace

from pencilwright.games.terra_mystica.boards.factions import FACTIONS, faction
from pencilwright.games.terra_mystica.boards.hexes import EDGES
from pencilwright.games.terra_mystica.components import CULTS, REVISED_START, SUPPLY
from pencilwright.games.terra_mystica.rules.turn import SPADES, begin, end_round, income
from pencilwright.games.terra_mystica.setup import draw
from tests.games.terra_mystica.helpers import do, under_way
from tests.refusals import refused


def test_fourteen_factions_two_on_each_board_all_with_twelve_tokens() -> None:
    assert len(FACTIONS) == 14
    colours = [board.colour for board in FACTIONS.values()]
    assert all(colours.count(colour) == 2 for colour in colours)
    for board in FACTIONS.values():
        assert sum(board.bowls) == 12 and len(board.cults) == len(CULTS)
        for (structure, _), totals in board.income.items():
            assert len(totals) == SUPPLY[structure] + 1 and list(totals) == sorted(totals)
    assert set(REVISED_START) == set(FACTIONS)


def test_a_faction_is_found_by_its_name() -> None:
    assert faction("Chaos Magicians").id == "chaosmagicians"
    with refused("hint.near", name="witches"):
        faction("withces")


def test_revised_points_at_the_start_are_an_option() -> None:
    setup = draw(3, players=2, include=("fakirs", "darklings"))
    assert {seat.points for seat in begin(setup).state.seats.values()} == {20}
    revised = begin(replace(setup, revised_start=True))
    assert {seat.points for seat in revised.state.seats.values()} == {33, 15}


def test_fakirs_fly_one_hex_for_a_priest_and_two_with_a_stronghold() -> None:
    game = under_way("fakirs c:9 w:9 p:2 D:F3")
    game.state.terrain["E7"] = "yellow"
    seat = do(game, "fakirs: build E7")
    assert (seat.priests, seat.points, seat.workers) == (1, 4, 8)
    assert do(under_way("fakirs c:9 w:9 p:2 SH:F3"), "fakirs: build E8").points == 4
    seat = do(under_way("fakirs c:9 w:9 p:2 D:F3"), "fakirs: advance dig")
    assert (seat.spade_level, seat.points) == (1, 6)


def test_nomads_turn_a_hex_over_an_edge_into_desert_without_spades() -> None:
    game = under_way("nomads c:9 w:9 SH:F3", scoring=("SCORE1",) * 6)
    seat = do(game, "nomads: action SH. build E5")
    assert (seat.points, seat.workers, seat.structures["E5"]) == (0, 8, "D")


def test_halflings_score_spades_and_get_three_with_the_stronghold() -> None:
    game = under_way("halflings c:20 w:20 TH:E6", scoring=("SCORE1",) * 6)
    seat = do(game, "halflings: upgrade E6 to SH. transform E5. build D4")
    assert seat.structures == {"E6": "SH", "D4": "D"}
    assert seat.points == 3 * 2 + 3
    assert game.state.terrain_of("E5") == "brown"


def test_cultists_take_a_step_when_power_is_taken_and_power_when_all_refuse() -> None:
    position = "cultists c:9 w:9 pw:4/8/0 D:E6 | nomads vp:5 pw:5/7/0 D:F3,F5 | witches vp:5 pw:5/7/0 D:F4"
    game = under_way(position)
    do(game, "cultists: upgrade E6 to TH\nwitches: leech 1 from cultists\nnomads: decline")
    seat = do(game, "cultists: +water")
    assert seat.cults == (0, 1, 0, 0) and seat.bowls == (4, 8, 0)
    game = under_way(position)
    seat = do(game, "cultists: upgrade E6 to TH\nwitches: decline 1 from cultists")
    assert game.state.seats["cultists"].bowls == (4, 8, 0), "the Nomads have not answered yet"
    do(game, "nomads: decline")
    assert game.state.seats["cultists"].bowls == (3, 9, 0) and not game.owed
    game = under_way(position.replace("pw:5/7/0", "pw:0/0/12"))
    do(game, "cultists: upgrade E6 to TH")
    assert game.state.seats["cultists"].bowls == (4, 8, 0) and game.current == "nomads"
    assert do(under_way("cultists c:9 w:9 TH:E6"), "cultists: upgrade E6 to SH").points == 7


def test_alchemists_trade_points_and_get_power_for_spades() -> None:
    game = under_way("alchemists vp:9 c:9 w:9 pw:12/0/0 TH:E5")
    seat = do(game, "alchemists: convert 3vp to 3c. upgrade E5 to SH")
    assert (seat.points, seat.coins, seat.bowls) == (6, 6, (0, 12, 0))
    seat = do(game, "alchemists: dig 1. transform E6. convert 4c to 2vp")
    assert (seat.points, seat.coins, seat.bowls) == (8, 2, (0, 10, 2))
    with refused("mystica.amount.C", n=2):
        do(game, "alchemists: convert 2c to 2vp")


def test_darklings_dig_with_priests_and_make_priests_of_workers_once() -> None:
    game = under_way("darklings c:9 w:9 p:2 TH:E5")
    seat = do(game, "darklings: dig 1. build E6")
    assert (seat.priests, seat.points) == (1, 2)
    seat = do(game, "darklings: upgrade E5 to SH. convert 3w to 3p")
    assert (seat.workers, seat.priests) == (1, 4)
    with refused("mystica.refused.no_rate", good="mystica.good.W", other="mystica.good.P"):
        do(game, "darklings: convert 1w to 1p")


def test_mermaids_sail_to_five_and_found_towns_over_a_river() -> None:
    game = under_way("mermaids c:9 w:9 ship:1 TH:E4,E5 SA:F2 TE:H4 fav:FAV5,FAV6,FAV9")
    assert do(game, "mermaids: connect r20. +TW2").keys == 1
    with refused("mystica.refused.river_no_town"):
        do(game, "mermaids: connect r20. +TW2")
    game = under_way("mermaids c:9 w:9 p:2 ship:1 TH:E4")
    assert do(game, "mermaids: upgrade E4 to SH").points == 2


def test_structures_that_wait_for_their_town_tile_found_no_second_town() -> None:
    """E4, F2 and H4 with G1 between two rivers: r19 and r20 lead to the same structures."""
    rivers = [name for name in EDGES if name[0] == "r" and {"E4", "F2"} <= set(EDGES[name])]
    assert rivers, "a river hex lies between E4 and F2"
    (river, *_) = rivers
    text = "mermaids c:9 w:9 ship:1 TH:E4,E5 SA:F2 TE:H4 fav:FAV5,FAV6,FAV9"
    with refused("mystica.refused.river_no_town"):
        do(under_way(text), f"mermaids: connect {river}. connect {river}. +TW2. +TW4")
    assert len(do(under_way(text), f"mermaids: connect {river}. +TW2").towns) == 1


def test_swarmlings_get_workers_for_towns_and_upgrade_for_nothing() -> None:
    game = under_way("swarmlings c:9 w:9 SH:E4 TH:E5 TE:D3 D:E3 fav:FAV9")
    seat = do(game, "swarmlings: action SH. upgrade E3 to TH. +TW2")
    assert (seat.workers, seat.coins, seat.points) == (9 + 3 + 2, 9, 7)


def test_witches_score_towns_and_fly_to_any_forest() -> None:
    game = under_way("witches c:9 w:9 SH:F4")
    seat = do(game, "witches: action SH. build A3")
    assert seat.structures["A3"] == "D" and (seat.workers, seat.coins) == (9, 9)
    with refused("mystica.refused.used"):
        do(game, "witches: action SH. build A10")


def test_auren_take_a_favour_and_two_steps() -> None:
    game = under_way("auren c:9 w:9 TH:F4")
    seat = do(game, "auren: upgrade F4 to SH. +FAV3\nauren: action SH. +2fire")
    assert seat.favours == ("FAV3",) and seat.cults == (2, 0, 3, 0)


def test_dwarves_tunnel_for_two_workers_and_one_with_a_stronghold() -> None:
    game = under_way("dwarves c:9 w:9 D:E7")
    game.state.terrain["F3"] = "gray"
    seat = do(game, "dwarves: build F3")
    assert (seat.workers, seat.points) == (9 - 2 - 1, 4)
    game = under_way("dwarves c:9 w:9 SH:E7")
    game.state.terrain["F3"] = "gray"
    assert do(game, "dwarves: build F3").workers == 9 - 1 - 1


def test_engineers_build_bridges_for_workers_and_score_them_on_passing() -> None:
    game = under_way("engineers c:9 w:9 SH:C2 D:E7 bon:BON8 | nomads D:A5")
    game.state.terrain["D4"] = "gray"
    game.state.seats["engineers"].structures["D4"] = "D"
    seat = do(game, "engineers: action BRIDGE. bridge C2:D4")
    assert seat.workers == 7 and game.current == "nomads"
    game.current = "engineers"
    assert do(game, "engineers: pass BON3").points == 3


def test_giants_always_need_two_spades_and_get_two_from_the_stronghold() -> None:
    game = under_way("giants c:9 w:9 dig:2 SH:D7")
    seat = do(game, "giants: action SH. build D8")
    assert (seat.workers, seat.structures["D8"]) == (8, "D")


def test_giants_keep_a_single_spade_of_a_cult_until_they_give_it_up() -> None:
    game = under_way("giants cult:0/0/0/5 D:D7 | nomads cult:0/0/0/4 D:F3", scoring=("SCORE8",) * 6)
    game.passed = ["giants"]
    end_round(game)
    assert game.phase == SPADES and list(game.spades) == ["giants", "nomads"]
    do(game, "giants: drop spade")
    assert list(game.spades) == ["nomads"]
    with refused("mystica.refused.not_now", n=6, what="build"):
        do(game, "nomads: transform E5 to brown. build E5")


def test_chaos_magicians_take_two_favours_and_two_turns() -> None:
    game = under_way("chaosmagicians c:20 w:30 SH:D7 TH:D6 | nomads D:F3")
    seat = do(game, "chaosmagicians: upgrade D6 to TE. +FAV1. +FAV2")
    assert seat.cults == (3, 3, 0, 0)
    game.current = "chaosmagicians"
    seat = do(game, "chaosmagicians: action SH. dig 2. build D8. dig 1. build C5")
    assert {"D8", "C5"} <= seat.structures.keys()


def test_income_differs_by_board() -> None:
    def of(text: str) -> dict[str, int]:
        table = under_way(text).state
        return income(table, next(iter(table.seats.values())))

    assert of("engineers D:E7,A2,C2 TE:C5,F1") == {"C": 0, "W": 2, "P": 1, "PW": 5}
    assert of("swarmlings TH:E4,E5 SA:F2 SH:H4") == {"C": 4, "W": 2, "P": 2, "PW": 8}
    assert of("fakirs SH:F3") == {"C": 0, "W": 1, "P": 1, "PW": 0}
    assert of("chaosmagicians SH:D7") == {"C": 0, "W": 3, "P": 0, "PW": 0}
    assert of("alchemists SH:E5 TH:E10") == {"C": 8, "W": 1, "P": 0, "PW": 1}
    assert of("darklings SA:E5")["P"] == 2
