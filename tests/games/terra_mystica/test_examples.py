"""The worked examples of the rules (section 17): power, leech, prices, towns, area, ties, cults, income."""

import pytest

from pencilwright.games.terra_mystica.components import AREA_POINTS, CULT_POINTS
from pencilwright.games.terra_mystica.rules.networks import (
    clusters,
    largest_network,
    makes_town,
    new_towns,
    offers,
)
from pencilwright.games.terra_mystica.rules.power import burn, gain_power, spend_power
from pencilwright.games.terra_mystica.rules.prices import spades_for, upgrade_price
from pencilwright.games.terra_mystica.rules.turn import answer, cult_bonus, income, offered
from pencilwright.games.terra_mystica.scoring import as_coins, coin_points, shares
from pencilwright.games.terra_mystica.state import Player
from tests.games.terra_mystica.helpers import at, do, lay, under_way
from tests.refusals import refused


def test_power_moves_from_bowl_1_to_2_and_then_to_3() -> None:
    assert gain_power((5, 7, 0), 3) == (2, 10, 0)
    assert gain_power((2, 10, 0), 4) == (0, 10, 2)
    assert spend_power((0, 10, 2), 2) == (2, 10, 0)


def test_sacrificed_power_leaves_the_game() -> None:
    assert burn((2, 10, 0), 3) == (2, 4, 3)
    assert spend_power((2, 4, 3), 3) == (5, 4, 0)
    assert spend_power(burn((3, 7, 2), 2), 4) == (7, 3, 0)


def test_surplus_power_is_lost() -> None:
    player = Player(faction="witches", bowls=(1, 1, 10))
    assert player.gain_power(5) == 3
    assert player.bowls == (0, 0, 12)


def test_too_little_power_is_refused() -> None:
    with refused("mystica.refused.bowl", bowl="III", has=1):
        spend_power((0, 0, 1), 2)
    with refused("mystica.refused.bowl", n=4):
        burn((0, 3, 0), 2)


def leech(vp: int, pw: str) -> tuple[int, int, tuple[int, ...]]:
    """Return offer, price and bowls after a TH on E5 becomes a SH beside the Nomads' D on F3 and TE on E4."""
    table = at(f"mermaids TH:E5 | nomads vp:{vp} pw:{pw} D:F3 TE:E4 ")
    seat = table.seats["nomads"]
    (offer,) = offers(table, ("mermaids", "nomads"), "E5", 1)
    can = offered(table, offer)
    seat.gain_power(can)
    return offer.power, can - 1, seat.bowls


def test_leech_is_the_value_of_ones_own_structures_and_costs_one_less() -> None:
    assert leech(20, "5/7/0") == (3, 2, (2, 10, 0))


def test_leech_is_capped_by_the_bowls_and_by_the_points() -> None:
    assert leech(20, "0/2/10") == (3, 1, (0, 0, 12))
    assert leech(1, "5/7/0") == (3, 1, (3, 9, 0))


def test_points_go_down_to_zero_exactly() -> None:
    game = under_way("mermaids c:20 w:20 TH:E5 | nomads vp:1 pw:5/7/0 D:F3 TE:E4 fav:FAV9")
    do(game, "mermaids: upgrade E5 to SH")
    answer(game, "nomads", 2, "", True)
    assert game.state.seats["nomads"].points == 0 and game.state.seats["nomads"].bowls == (3, 9, 0)


def test_a_trading_house_costs_3_coins_beside_an_opponent_and_6_alone() -> None:
    for other in ("E5", "E7", "D4", "F3", "F4"):
        terrain = {"E5": "black", "E7": "black", "D4": "black", "F3": "black", "F4": "black"}[other]
        game = under_way(f"cultists D:E6 | alchemists D:{other}")
        game.state.terrain[other] = terrain
        seat = game.state.seats["cultists"]
        assert upgrade_price(game.state, seat, "E6", "TH") == (2, 3, 0)
    game = under_way("cultists ship:3 D:E6 | alchemists D:G5")
    assert upgrade_price(game.state, game.state.seats["cultists"], "E6", "TH") == (2, 6, 0)


def test_spades_by_wheel_and_two_always_for_giants() -> None:
    table = at("witches dig:1 D:F4 | giants dig:1 D:D6")
    witches, giants = table.seats.values()
    assert [spades_for(witches, start, "green") for start in ("gray", "yellow")] == [1, 3]
    assert {spades_for(giants, start, "red") for start in ("yellow", "gray", "black", "blue")} == {2}


def test_a_surplus_free_spade_goes_to_a_second_hex_without_a_dwelling() -> None:
    game = under_way("witches c:9 w:9 pw:0/0/6 D:F4")
    seat = do(game, "witches: action ACT6. transform E7. transform E6 to black. build E7")
    assert game.state.terrain_of("E6") == "black" and seat.bowls == (6, 0, 0)
    assert (seat.workers, seat.coins) == (8, 7)
    game = under_way("witches c:9 w:9 pw:0/0/6 D:F4,D1")
    do(game, "witches: action ACT6. transform E7. build D2")  # as if D2 had been the first hex
    assert game.state.terrain_of("E7") == "green" and game.state.seats["witches"].structures["D2"] == "D"
    game = under_way("witches c:9 w:9 pw:0/0/6 D:F4,D1 | nomads D:A5")
    with refused("mystica.refused.too_many"):
        do(game, "witches: action ACT6. transform E7. build D2. build E7")


def towns_of(text: str, colour: str = "") -> list[list[str]]:
    """Return the new towns of the first player."""
    table = at(text)
    return [sorted(group) for group in new_towns(table, next(iter(table.seats.values())))]


@pytest.mark.parametrize(
    ("structures", "town"),
    [
        ("D:E4,E5 TH:E6 SH:E7", True),
        ("D:E4,E5 TH:E6 TE:E7", False),
        ("D:E4,E5 TH:E6 TE:E7 fav:FAV5", True),
        ("SA:E5 TH:E6 TE:E7", True),
        ("SH:E5 TH:E6 TE:E7", False),
        ("SH:F3 D:E4,E5 TH:G1 ship:3", False),
    ],
)
def test_towns_need_seven_power_and_four_structures_a_sanctuary_counting_twice(
    structures: str, town: bool
) -> None:
    assert bool(towns_of(f"witches {structures}")) == town


def test_a_bridge_can_make_a_town() -> None:
    table = at("witches SH:F3 D:E4,E5 TH:G1")
    seat = table.seats["witches"]
    assert not new_towns(table, seat)
    table.bridges["F3-G1"] = "witches"
    assert [sorted(group) for group in new_towns(table, seat)] == [["E4", "E5", "F3", "G1"]]
    assert makes_town(seat, clusters(table, seat)[0])


@pytest.mark.parametrize(
    ("ships", "bridge", "size"), [(0, False, 1), (1, False, 2), (2, False, 3), (0, True, 2)]
)
def test_area_counts_ships_and_bridges(ships: int, bridge: bool, size: int) -> None:
    table = at(f"witches ship:{ships} D:F3,G1,I6")
    if bridge:
        table.bridges["F3-G1"] = "witches"
    assert len(largest_network(table, table.seats["witches"])) == size


@pytest.mark.parametrize(
    ("sizes", "points"),
    [
        ([9, 7, 7, 5, 5], [18, 9, 9, 0, 0]),
        ([8, 8, 6, 6], [15, 15, 3, 3]),
        ([7, 7, 7], [12, 12, 12]),
        ([9, 4, 4, 4, 4], [18, 4, 4, 4, 4]),
        ([6, 6, 6, 6, 6], [7, 7, 7, 7, 7]),
    ],
)
def test_area_ties_share_the_places_they_fill(sizes: list[int], points: list[int]) -> None:
    assert shares(sizes, AREA_POINTS) == points


@pytest.mark.parametrize(
    ("steps", "points"),
    [
        ([7, 7, 3, 0], [6, 6, 2, 0]),
        ([10, 5, 5, 5], [8, 2, 2, 2]),
        ([6, 6, 6], [4, 4, 4]),
        ([9, 4, 2, 2], [8, 4, 1, 1]),
        ([9, 4, 2, 2, 2], [8, 4, 0, 0, 0]),
        ([4, 0, 0, 0], [8, 0, 0, 0]),
    ],
)
def test_cult_ties_round_down_and_zero_never_scores(steps: list[int], points: list[int]) -> None:
    assert shares(steps, CULT_POINTS) == points


@pytest.mark.parametrize(
    ("before", "keys", "after", "power", "left"), [(4, 0, 7, 4, 0), (8, 1, 10, 3, 0), (8, 0, 9, 0, 0)]
)
def test_cult_steps_give_power_and_the_tenth_needs_a_key(
    before: int, keys: int, after: int, power: int, left: int
) -> None:
    table = at(f"witches pw:12/0/0 key:{keys} cult:{before}/0/0/0")
    seat = table.seats["witches"]
    table.advance(seat, "fire", 3)
    assert (seat.cults[0], seat.keys, seat.bowls[1]) == (after, left, power)


@pytest.mark.parametrize(
    ("tile", "cults", "bonus"),
    [("SCORE4", "7/0/0/0", ("W", 3)), ("SCORE5", "9/0/0/0", ("PW", 8)), ("SCORE1", "0/0/6/0", ("C", 6))],
)
def test_the_cult_bonus_counts_full_steps(tile: str, cults: str, bonus: tuple[str, int]) -> None:
    table = at(f"witches cult:{cults}")
    lay(table, (tile,) * 6)
    assert cult_bonus(table, table.seats["witches"]) == bonus


def test_income_of_board_favour_and_card() -> None:
    table = at("witches D:A1,A2,A3,A4,A5 TH:B1,B2 TE:C1 fav:FAV9 bon:BON5")
    assert income(table, table.seats["witches"]) == {"C": 7, "W": 7, "P": 1, "PW": 5}
    nomads = at("nomads D:A1,A2,A3 TH:B1,B2,B3 TE:C1")
    assert income(nomads, nomads.seats["nomads"]) == {"C": 7, "W": 4, "P": 1, "PW": 3}


def test_what_is_left_becomes_coins_and_points() -> None:
    assert as_coins(4, 3, 1, (2, 5, 3)) == 13
    assert coin_points("witches", 13) == 4 and coin_points("alchemists", 13) == 6
