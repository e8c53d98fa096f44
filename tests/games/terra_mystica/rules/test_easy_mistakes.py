"""The ten easiest mistakes of the rules (section 21), each as a test."""

from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import example
from pencilwright.games.terra_mystica.boards.hexes import EDGES
from pencilwright.games.terra_mystica.components import CULT_POINTS
from pencilwright.games.terra_mystica.rules.networks import largest_network, new_towns, offers, reaches
from pencilwright.games.terra_mystica.rules.turn import (
    CARDS,
    SPADES,
    Midgame,
    begin,
    dwelling_order,
    end_round,
    income,
    next_phase,
    whose,
)
from pencilwright.games.terra_mystica.scoring import shares
from pencilwright.games.terra_mystica.setup import draw
from tests.games.terra_mystica.helpers import at, do, under_way


def test_1_leech_counts_ones_own_structures_not_the_one_just_built() -> None:
    table = at("mermaids D:E5 | nomads D:F3 TE:E4")
    small = offers(table, ("mermaids", "nomads"), "E5", 1)
    table.seats["mermaids"].structures["E5"] = "SH"
    assert (
        [offer.power for offer in small]
        == [offer.power for offer in offers(table, ("mermaids", "nomads"), "E5", 1)]
        == [3]
    )


def test_2_even_rows_look_left_and_odd_rows_right_and_names_skip_the_river() -> None:
    assert {"D4", "E5", "E7", "F3", "F4"} <= set(EDGES["E6"])
    assert "E6" in EDGES["F4"] and "E7" in EDGES["F4"] and "E5" not in EDGES["F4"]


def test_3_shipping_builds_and_joins_areas_but_never_towns_or_power() -> None:
    table = at("witches ship:3 SH:F3 D:E4,E5 TH:G1 | nomads D:H2")
    seat = table.seats["witches"]
    assert reaches(table, seat, "H2") and len(largest_network(table, seat)) == 4
    assert not new_towns(table, seat)
    assert offers(table, ("witches", "nomads"), "E5", 1) == []


def test_3_the_shipping_card_counts_neither_for_cult_spades_nor_for_the_final_area() -> None:
    table = at("witches bon:BON4 D:F3,I6")
    seat = table.seats["witches"]
    assert reaches(table, seat, "G1") and not reaches(table, seat, "G1", card=False)
    assert len(largest_network(table, seat)) == 1


def test_4_a_sanctuary_adds_to_the_count_only() -> None:
    table = at("witches SA:E5 D:E4 TH:E6")
    assert not new_towns(table, table.seats["witches"]), "3 + 1 + 2 = 6 power"


def test_4_what_touches_an_old_town_founds_nothing() -> None:
    table = at("witches D:E4,E5 TH:E6 SH:E7 TE:F4 SA:F3 key:1 tw:TW1=E4+E5+E6+E7")
    assert not new_towns(table, table.seats["witches"])


def test_4_favour_5_founds_every_group_that_now_has_six() -> None:
    game = under_way("witches c:9 w:9 D:E4,E5,I6,I7 TH:E6,E7,I4,C5 TE:I5 fav:FAV9")
    seat = game.state.seats["witches"]
    assert new_towns(game.state, seat) == []
    do(game, "witches: upgrade C5 to TE. +FAV5. +TW1. +TW2")
    assert [sorted(town.hexes) for town in seat.towns] == [["E4", "E5", "E6", "E7"], ["I4", "I5", "I6", "I7"]]
    assert seat.points == 5 + 7 + 2 * 5 + 4


def test_5_tied_players_share_and_use_up_places_and_zero_is_out() -> None:
    assert shares([5, 5, 4, 0], CULT_POINTS) == [6, 6, 2, 0]


def test_6_a_trading_house_is_cheap_beside_an_opponent_and_free_ones_score() -> None:
    game = under_way("swarmlings c:9 w:9 D:E4 SH:G6 fav:FAV10 | nomads D:E3", scoring=("SCORE8",) * 6)
    seat = do(game, "swarmlings: action SH. upgrade E4 to TH")
    assert (seat.coins, seat.workers, seat.points) == (9, 9, 6)
    game = under_way("swarmlings c:9 w:9 D:E4 | nomads D:E3")
    seat = do(game, "swarmlings: upgrade E4 to TH")
    assert (seat.coins, seat.workers) == (5, 6)


def test_7_the_spade_tile_is_never_late_and_second_dwellings_and_cards_go_backwards() -> None:
    assert all("SCORE1" not in draw(seed).scoring[4:] for seed in range(100))
    order = dwelling_order(("chaosmagicians", "nomads", "mermaids", "darklings"))
    assert order == [
        "nomads", "mermaids", "darklings", "darklings", "mermaids", "nomads", "nomads", "chaosmagicians",
    ]  # fmt: skip
    game = begin(draw(1, players=3))
    while game.phase != CARDS:
        game, _ = example.step(game, Stream(1))
    assert game.queue == list(game.state.seats)[::-1]


def test_8_the_tenth_step_spends_a_key_and_closes_the_track() -> None:
    table = at("witches key:1 cult:9/0/0/0 | nomads key:3 cult:9/0/0/0")
    witches, nomads = table.seats.values()
    assert table.advance(witches, "fire", 1) == 1 and witches.keys == 0
    assert table.advance(nomads, "fire", 2) == 0 and nomads.keys == 3


def test_9_the_cult_bonus_is_of_the_round_just_played_and_not_in_round_6() -> None:
    game = under_way(
        "witches cult:4/4/0/0 | nomads cult:0/0/0/4", scoring=("SCORE8",) * 2 + ("SCORE4",) + ("SCORE8",) * 3
    )
    game.passed = ["nomads"]
    workers = income(game.state, game.state.seats["witches"])["W"] + 2
    end_round(game)
    assert next_phase(game)
    assert game.state.seats["witches"].workers == workers and game.current == "nomads"
    game = under_way("witches cult:4/4/0/0 | nomads cult:0/0/0/4", scoring=("SCORE8",) * 6)
    game.passed = ["nomads"]
    end_round(game)
    assert not next_phase(game) and game.phase == SPADES and whose(game) == "nomads"
    game.state.round = 6
    game.spades.clear()
    end_round(game)
    assert whose(game) == ""


def test_10_priests_are_seven_less_those_on_the_cult_board() -> None:
    table = at("witches p:5")
    seat = table.seats["witches"]
    table.priests = {"fire": ("witches", "", "", "")}
    assert Midgame(table).gain(seat, "P", 3) == 1 and seat.priests == 6
    game = under_way("witches p:1 cult:0/0/0/0")
    do(game, "witches: send p to fire for 1")
    assert game.state.priests_at_most("witches") == 7
