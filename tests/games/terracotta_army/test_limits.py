"""The numbers of the box and where each rule begins and ends: at the limit, and one beyond it."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import example, scoring
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.grid import Grid
from pencilwright.games.terracotta_army.setup import check, draw
from tests.games.terracotta_army.helpers import (
    archer,
    cells,
    musician,
    solo,
    table,
    warrior,
)  # fmt: skip
from tests.refusals import has, noted, refused

NAMES = [f"{col}{row}" for row in range(1, 8) for col in "ABCDEFGHI"]


def test_the_numbers_that_the_rulebooks_give() -> None:
    assert (box.ROUNDS, box.PER_TYPE, box.PER_SPECIALIST, box.BASES, box.SECTORS, box.SPOTS) == (
        5,
        11,
        4,
        15,
        12,
        2,
    )
    assert dict(box.WORKERS) == {1: 5, 2: 5, 3: 4, 4: 3}
    assert (box.START_COINS, box.START_WET, box.START_EXTRA_COINS) == (3, (0, 1, 2, 3), (0, 0, 1, 2))
    assert (box.START_STORE, box.STORES, box.ROTATE_COST, box.TOKEN_COSTS) == (1, 4, 2, (1, 2, 3, 4, 5, 6))
    assert (box.INSPECTOR_VP, box.FOOTMAN_VP, box.GROUP_VP) == ((7, 3), (8, 2), (5, 2))
    assert (box.ARCHER_VP, box.GOODS_PER_POINT, len(set(box.TILES))) == (2, 2, 12)
    assert (box.SURPRISE_CLAY, box.SURPRISE_COINS, box.SURPRISE_EASY, box.SURPRISE_TIMES) == (
        (6, 5),
        (8, 5),
        (6, 3),
        2,
    )
    assert (box.RESERVE_VP, box.RESERVE_HARD, box.RESERVE_CLAY_FROM, box.EXCEPTION_LEAD) == (2, 3, 5, 3)
    assert (box.HARD_START_CLAY, box.HARD_BUILD_COST, box.PRIORITY_LIMIT) == (4, 2, (3, 3, 2, 1, 1))
    assert box.COIN_MASTERS == ("builder", "captain", "censor") and not {*box.COIN_MASTERS} & {
        *box.CLAY_MASTERS
    }


def test_our_wheel_shows_every_action_that_exists_as_often_as_the_house_default_says() -> None:
    inner, middle, outer = (
        Counter(ring) for ring in (box.STANDARD.inner, box.STANDARD.middle, box.STANDARD.outer)
    )
    assert inner == {"upgrade": 1, "build2": 2, "build3": 2, "build4": 2, "moisten": 2, "coins3": 1,
                     "coins4": 1, "clay4": 1}  # fmt: skip
    assert middle == dict.fromkeys((f"m:{name}" for name in box.MASTERS), 1) | {
        "clay2": 2,
        "coins2": 2,
        "priority": 2,
    }
    assert outer == dict.fromkeys((f"w:{name}" for name in box.WEAPONS), 2) | {"specialist": 4}
    assert Counter(box.STANDARD.quarters) == {0: 3, 1: 3, 2: 3, 3: 3}
    assert set(box.STANDARD.organizer.values()) == {(5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2)}
    assert box.STANDARD.domination == (4, 5, 6, 8, 10)
    assert (box.STANDARD.presence, box.STANDARD.priority_clay) == ((1, 2, 3, 4, 5), (0, 1, 2))
    assert [box.STANDARD.priority(*steps) for steps in ((0, 0), (0, 1), (1, 0), (1, 1), (6, 8))] == [
        1,
        2,
        2,
        3,
        15,
    ]
    assert box.STANDARD.priorities()[6][8] == 15
    assert box.STANDARD.musician_lead == 2


def test_a_ring_turned_once_moves_each_action_one_sector_on() -> None:
    state = table()
    assert [state.inner_action(1), state.middle_action(1)] == ["upgrade", "m:builder"]
    actions.turn(state, "inner")
    actions.turn(state, "middle")
    assert [state.inner_action(2), state.middle_action(12)] == ["upgrade", "m:builder"]
    assert state.outer_action(2) == "specialist"


def test_the_eleventh_of_a_type_is_the_last_and_the_fifteenth_base() -> None:
    ten = [warrior("P", "guard", name) for name in NAMES[:10]]
    assert table(2, *ten).value_of_type("guard") == 2 and "guard" in building.available_types(
        table(2, *ten), "Y"
    )
    eleven = table(2, *ten, warrior("P", "guard", "I7"))
    assert eleven.value_of_type("guard") == 0 and "guard" not in building.available_types(eleven, "Y")
    kinds = [kind for kind in box.TYPES for _ in range(4)]
    fourteen = [warrior("Y", kind, name) for kind, name in zip(kinds[:14], NAMES, strict=False)]
    state = table(2, *fourteen)
    assert (state.bases("Y"), building.why_none(state, state.player("Y"))) == (1, None)
    state.grid = state.grid.with_piece(warrior("Y", "soldier", "I7"))
    assert (
        noted(building.why_none(state, state.player("Y")))
        == "terracotta.why.base colour=(terracotta.player.yellow)"
    )
    assert building.why_none(state, state.player("P")) is None
    full = table(2, *(musician(name) for name in NAMES))
    assert noted(building.why_none(full, full.player("Y"))) == "terracotta.why.space"
    spent = table(
        2, *(warrior("BRWK"[at % 4], box.TYPES[at // 11], name) for at, name in enumerate(NAMES[:44]))
    )
    assert noted(building.why_none(spent, spent.player("Y"))) == "terracotta.why.organizer"


# --- reasons in words


def test_the_reasons_name_line_count_and_role() -> None:
    state = solo(
        warrior("Y", "guard", "A1"), warrior("P", "guard", "B1"), warrior("P", "officer", "C3"),
        archer("A2", "N"),
        tiles=("quad:NW", "clay", "coins", "center_row", "center_col"),
    )  # fmt: skip
    for player in state.players:
        player.craftsmen = player.coins = player.wet = 0
    why = {(award.id, owner): text for award in scoring.awards(state) for owner, text in award.why.items()}

    def reason(award: str, owner: str, key: str, role: str, *values: str) -> bool:
        text = noted(why[award, owner])
        roles = f"role=(terracotta.role.{role})"
        return text.startswith(f"terracotta.score.{key} ") and all(
            value in text for value in (roles, *values)
        )

    row, column = "(terracotta.line.row n=1)", "(terracotta.line.col letter=A)"
    size = "size=(terracotta.count.guard n=3)"
    assert reason("inspector.row", "Y", "inspector", "archers", row, "(terracotta.count.warrior n=1)")
    assert reason("inspector.row", "P", "inspector", "tied", row)
    assert reason("inspector.col", "Y", "inspector", "domination", column)
    assert reason("tile.quad.nw", "P", "tile", "domination", "(terracotta.count.warrior n=2)", "quad.NW")
    assert reason("tile.quad.nw", "Y", "tile", "presence", "(terracotta.count.warrior n=1)", "quad.NW")
    assert reason("group.A1", "P", "group.led", "tied", "points=2", "cell=A1 n=1 players=2", size)
    assert reason("group.A1", "Y", "group.led", "archers", "points=5", "cell=A1 n=1 players=2", size)
    assert noted(why["archer.A2", "Y"]) == "terracotta.score.archer cell=A2 target=A1"


@pytest.mark.parametrize(("coins", "clay", "points"), [(0, 1, 0), (1, 1, 1), (2, 0, 1), (3, 2, 2), (0, 4, 2)])
def test_two_goods_of_any_sort_are_a_point(coins: int, clay: int, points: int) -> None:
    award = scoring.goods({"Y": (coins, clay)})
    left = f"clay=(terracotta.count.clay n={clay}) coins=(terracotta.count.coin n={coins})"
    assert award.points.get("Y", 0) == points
    assert not points or has(award.why["Y"], f"terracotta.score.goods {left} per=2")


def test_the_spaces_of_tiles_leave_the_centre_cross_to_no_quadrant() -> None:
    board = Grid(9, 7)
    results = {name: set(scoring.quadrant(board, name)) for name in ("NW", "NE", "SW", "SE")}
    assert results["NW"] == set(cells(*(f"{c}{r}" for c in "ABCD" for r in (1, 2, 3))))
    assert results["SE"] == set(cells(*(f"{c}{r}" for c in "FGHI" for r in (5, 6, 7))))
    assert {len(spaces) for spaces in results.values()} == {12} and len(set().union(*results.values())) == 48
    assert scoring.tile_cells(board, "center_row") == cells(*(f"{c}4" for c in "ABCDEFGHI"))
    assert scoring.tile_cells(board, "center_col") == cells(*(f"E{r}" for r in range(1, 8)))
    assert scoring.tile_cells(board, "coins") is None and scoring.tile_cells(board, "type:guard") is None


def test_an_example_has_as_many_rounds_left_as_asked_and_players_as_asked() -> None:
    for left, players in ((5, 1), (3, 2), (1, 4)):
        state = example.example("limits", left, players=players)
        assert (6 - state.round, state.over, state.seats) == (left, False, players)
    assert example.example("limits", 0, players=3).over
    for left in (-1, 6):
        with refused("setup.wrong.range", high=5, low=0):
            example.example("limits", left)
    with refused("terracotta.error.solo"):
        example.example("limits", 2, players=2, his_turn=True)


def test_two_masters_need_option_4() -> None:
    with refused("setup.wrong.count", field="setup.masters", n=1, need=2):
        check(msgspec.structs.replace(draw("limits", difficulty="4"), masters=("builder",)))
    with refused("setup.wrong.count", field="setup.masters", n=2, need=1):
        check(msgspec.structs.replace(draw("limits"), masters=("builder", "captain")))
