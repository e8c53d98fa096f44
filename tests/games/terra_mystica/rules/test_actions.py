"""Commands that everybody has, and what is refused: each with the rule in the message."""

import pytest

from pencilwright.games.terra_mystica import reading
from pencilwright.games.terra_mystica.legality import problems
from pencilwright.games.terra_mystica.scoring import final, tallies
from tests.games.terra_mystica.helpers import at, do, lay, under_way
from tests.refusals import refused

RICH = "witches vp:20 c:20 w:20 p:3 pw:0/0/12 D:F4,F2 TH:E9 | nomads D:F3"


@pytest.mark.parametrize(
    ("row", "points", "goods"),
    [
        ("advance ship", 22, (16, 20, 2)),
        ("advance dig", 26, (15, 18, 2)),
        ("send p to fire", 20, (20, 20, 2)),
        ("action ACT2", 20, (20, 20, 4)),
        ("action ACT3", 20, (20, 22, 3)),
        ("action ACT4", 20, (27, 20, 3)),
        ("dig 1. build E7", 20, (18, 16, 3)),
        (
            "convert 5pw to 1p. convert 3pw to 1w. convert 2pw to 2c. convert 1p to 1w. convert 2w to 2c",
            20,
            (24, 20, 3),
        ),
        ("upgrade E9 to SH", 20, (14, 16, 3)),
        ("upgrade F2 to TH", 20, (14, 18, 3)),
    ],
)
def test_what_a_command_costs_and_gives(row: str, points: int, goods: tuple[int, int, int]) -> None:
    seat = do(under_way(RICH), f"witches: {row}")
    assert seat.points == points
    assert (seat.coins, seat.workers, seat.priests) == goods


@pytest.mark.parametrize("first", ["transform E7", "build E7", "transform E7. build E7"])
def test_a_surplus_free_spade_goes_on_when_the_first_hex_is_home(first: str) -> None:
    game = under_way("witches c:20 w:20 pw:0/0/12 D:F4,F2")
    do(game, f"witches: action ACT6. {first}. transform F1")
    assert game.state.terrain_of("E7") == game.state.terrain_of("F1") == "green"


def test_only_the_player_whose_turn_it_is_acts() -> None:
    game = under_way("witches c:9 w:9 D:F4 | nomads vp:5 w:1 pw:5/7/0 D:F3")
    do(game, "witches: upgrade F4 to TH")
    with refused("mystica.refused.leech", n=1):
        do(game, "nomads: leech 2")
    with refused("mystica.refused.no_offer", who="mystica.faction.nomads"):
        do(game, "nomads: leech 1 from auren")
    do(game, "nomads: convert 1w to 1c. leech 1 from witches. pass BON3")
    assert game.state.seats["nomads"].bowls == (4, 8, 0)


def test_whoever_acts_has_refused_the_power_that_is_still_offered() -> None:
    game = under_way("witches c:9 w:9 D:F4 | nomads c:9 w:9 vp:5 pw:5/7/0 D:F3")
    do(game, "witches: upgrade F4 to TH")
    do(game, "nomads: upgrade F3 to TH")
    with refused("mystica.refused.no_offer"):
        do(game, "nomads: leech 1 from witches")


def test_a_spent_action_stays_spent_until_the_round_ends() -> None:
    game = under_way("witches pw:0/0/12 | nomads pw:0/0/12")
    do(game, "witches: action ACT4")
    with refused("mystica.refused.used"):
        do(game, "nomads: action ACT4")


def test_priests_fill_places_and_a_returned_one_keeps_none() -> None:
    game = under_way("witches p:6 pw:12/0/0")
    for place in (3, 2, 2, 2):
        do(game, f"witches: send p to air for {place}")
    with refused("mystica.refused.no_priest_place", n=2):
        do(game, "witches: send p to air for 2")
    seat = do(game, "witches: send p to air")
    assert seat.cults[3] == 9 and seat.priests == 1, "nine places taken; the tenth step needs a key"
    assert game.state.priests_on_board("witches") == 4


def test_supplies_end() -> None:
    game = under_way("witches pw:0/0/9 D:F4")
    game.state.bridges = dict.fromkeys(("A3-C1", "B1-C1", "B2-C1"), "witches")
    with refused("mystica.refused.none_left", what="mystica.pieces.bridges"):
        do(game, "witches: action ACT1. bridge F4:G3")
    game = under_way("witches pw:0/0/9 D:F4")
    game.state.bridges = {"F4-G3": "nomads"}
    with refused("mystica.refused.bridge_stands"):
        do(game, "witches: action ACT1. bridge F4:G3")


def test_a_town_that_grows_in_a_double_turn_keeps_its_claim_to_the_last_tile() -> None:
    tiles = ",".join(f"TW{n}=A1" for n in range(1, 6))
    text = f"chaosmagicians c:30 w:30 dig:2 SH:E5 TE:E6 D:E7 | giants tw:{tiles} | nomads tw:{tiles}"
    game = under_way(text)
    nomads = game.state.seats["nomads"]
    nomads.towns = nomads.towns[:-1]
    game.state.terrain |= {"E4": "red", "E8": "red"}
    seat = do(game, "chaosmagicians: action SH. build E8. build E4. +TW5")
    assert [(town.tile, set(town.hexes)) for town in seat.towns] == [("TW5", {"E4", "E5", "E6", "E7", "E8"})]


@pytest.mark.parametrize(
    ("tile", "gain"),
    [
        ("TW1", {"coins": 6, "points": 5}),
        ("TW2", {"workers": 2, "points": 7}),
        ("TW3", {"priests": 1, "points": 9}),
        ("TW4", {"points": 6}),
        ("TW5", {"points": 8}),
        ("TW6", {"points": 2, "keys": 2}),
        ("TW7", {"points": 4 + 2, "shipping": 1}),
        ("TW8", {"points": 11}),
    ],
)
def test_town_tiles(tile: str, gain: dict[str, int]) -> None:
    game = under_way("auren c:8 w:4 pw:12/0/0 D:E4,E5 TH:E6,E7 D:D1 fav:FAV5", scoring=("SCORE3",) * 6)
    lay(game.state, ("SCORE9",) * 6, ("towns",))
    seat = game.state.seats["auren"]
    before = {name: getattr(seat, name) for name in gain}
    do(game, f"auren: upgrade D1 to TH. +{tile}")
    cost = {"coins": 6, "workers": 2}
    for name, amount in gain.items():
        assert getattr(seat, name) - before[name] == amount - cost.get(name, 0)
    assert seat.bowls == ((4, 8, 0) if tile == "TW4" else (12, 0, 0))
    assert seat.cults == ({"TW5": 1, "TW6": 2}.get(tile, 0),) * 4


def test_too_few_keys_for_all_tens_ask_for_an_order() -> None:
    text = "auren c:9 w:9 pw:12/0/0 cult:9/9/0/0 D:E4,E5 TH:E6 SH:E7 D:D1 fav:FAV9"
    seat = do(under_way(text), "auren: upgrade D1 to TH. +TW5 water")
    assert seat.cults == (9, 10, 1, 1) and seat.keys == 0


def test_a_cult_named_twice_for_a_town_tile_goes_up_once() -> None:
    game = under_way("witches c:9 w:9 D:E4,E5 TH:E6 SH:E7")
    assert do(game, "witches: upgrade E6 to TE. +FAV10. +TW5 air air").cults == (1, 2, 1, 1)


@pytest.mark.parametrize("taken", ["+FAV4. +TW3", "+TW3. +FAV4"])
def test_the_key_of_a_town_carries_the_steps_of_the_same_action_to_the_top(taken: str) -> None:
    game = under_way("witches c:9 w:9 pw:6/0/0 cult:0/0/0/8 D:E4,E5 TH:E6 SH:E7")
    seat = do(game, f"witches: upgrade E6 to TE. {taken}")
    assert (seat.cults, seat.keys, seat.bowls) == ((0, 0, 0, 10), 0, (3, 3, 0))


def test_steps_stopped_at_nine_wait_for_no_key_when_another_marker_is_at_the_top_or_the_action_is_over() -> (
    None
):
    text = "chaosmagicians c:30 w:30 p:1 dig:2 cult:9/0/0/0 SH:E5 TE:E6 D:E7,E8"
    game = under_way(text)
    game.state.terrain |= {"E4": "red"}
    seat = do(game, "chaosmagicians: action SH. send p to fire. build E4. +TW3")
    assert (seat.cults[0], seat.keys) == (9, 1), "the priest was an action of its own"
    game = under_way("witches c:9 w:9 cult:0/0/0/8 D:E4,E5 TH:E6 SH:E7 | nomads cult:0/0/0/10")
    seat = do(game, "witches: upgrade E6 to TE. +FAV4. +TW3")
    assert (seat.cults[3], seat.keys) == (9, 1)


def test_passing_scores_cards_and_favour_12() -> None:
    for card, points in (("BON6", 8), ("BON7", 4), ("BON9", 3), ("BON8", 0), ("BON10", 6)):
        game = under_way(f"witches ship:2 D:F4,F2,D1 TH:E9,I6 SH:A3 SA:A10 bon:{card}")
        assert do(game, "witches: pass BON3").points == points
    game = under_way("witches D:F4 TH:E9,I6 bon:BON8 fav:FAV12")
    assert do(game, "witches: pass BON3").points == 3
    game = under_way("dwarves D:E7 bon:BON10")
    assert do(game, "dwarves: pass BON3").points == 0


def test_a_card_brings_its_coins_and_the_one_given_back_is_free_again() -> None:
    game = under_way("witches bon:BON1 | nomads bon:BON2")
    game.state.cards = {"BON3": 2}
    seat = do(game, "witches: pass BON3")
    assert seat.coins == 2 and game.state.cards == {"BON1": 0}
    with refused("mystica.refused.card_not_free", card="BON2"):
        do(game, "nomads: pass BON2")
    assert do(game, "nomads: pass BON1").bonus == "BON1"
    assert game.state.round == 4 and game.current == "witches"


def test_no_card_is_taken_in_the_last_round_and_the_game_ends() -> None:
    game = under_way("witches vp:10 bon:BON1 cult:1/0/0/0 c:7 D:F4")
    game.state.round = 6
    with refused("mystica.refused.no_card_last"):
        do(game, "witches: pass BON3")
    game = under_way("witches vp:10 bon:BON1 cult:1/0/0/0 c:7 D:F4")
    game.state.round = 6
    do(game, "witches: pass")
    with refused("wrong.over"):
        do(game, "witches: pass")
    assert final(tallies(game.state)).total == 10 + 8 + 18 + 2


def test_spades_of_a_cult_reach_by_ships_and_may_be_given_up() -> None:
    from pencilwright.games.terra_mystica.rules.turn import SPADES, Midgame

    table = at("witches D:F4 | nomads D:A5")
    lay(table, ("SCORE8",) * 6)
    game = Midgame(table, phase=SPADES, spades={"witches": 2, "nomads": 1})
    table.start = "witches"
    with refused("mystica.refused.cult_reach"):
        do(game, "witches: transform A2")
    do(game, "witches: transform E7. transform E6 to black\nnomads: drop spade")
    assert table.round == 4 and table.terrain_of("E6") == "black"


def test_a_bridge_begins_at_an_own_structure_so_nobody_joins_the_structures_of_another() -> None:
    game = under_way("nomads pw:0/0/12 D:A5 | witches D:E4,E5 SH:F3 TH:G1")
    with refused("mystica.problem.bridge_ends", bridge="F3-G1", who="mystica.faction.nomads"):
        do(game, "nomads: action ACT1. bridge F3:G1")
    typed = reading.parse("TM1 bri:F3-G1=nomads | nomads D:A5 | witches D:E4,E5 SH:F3 TH:G1 key:1 tw:TW1=F3")
    assert [problem.field for problem in problems(typed)] == ["bridges.F3-G1"]
    own = under_way("witches pw:0/0/12 D:E4,E5 SH:F3 TH:G1 | nomads D:A5")
    assert [town.hexes for town in do(own, "witches: action ACT1. bridge F3:G1. +TW1").towns] == [
        ("E4", "E5", "F3", "G1")
    ]
