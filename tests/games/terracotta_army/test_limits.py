"""The numbers of the box and where each rule begins and ends: at the limit, and one beyond it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import example, legality, scoring
from pencilwright.games.terracotta_army.chancellor import procedure, simulation, warrior_choice
from pencilwright.games.terracotta_army.chancellor.simulation import Decision, Play
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.choice import Choice
from pencilwright.games.terracotta_army.rules.grid import Grid, Piece
from pencilwright.games.terracotta_army.setup import check, draw
from pencilwright.games.terracotta_army.state import Inspectors, State, worker
from tests.games.terracotta_army.helpers import (
    archer,
    cell,
    cells,
    footman,
    grid,
    musician,
    placed,
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
    assert [state.inner_action(0), state.middle_action(0)] == ["upgrade", "m:builder"]
    actions.turn(state, "inner")
    actions.turn(state, "middle")
    assert [state.inner_action(1), state.middle_action(11)] == ["upgrade", "m:builder"]
    assert state.outer_action(1) == "specialist"


# --- crossbow, slides, builder


def test_a_crossbow_counts_the_empty_spaces_up_to_the_next_statue_and_nothing_without_one() -> None:
    board = grid(warrior("P", "guard", "A4"), musician("E1"), footman("F4"))
    here = cell("E4")
    assert building.crossbow_directions(board, here) == ["N", "E", "W"]
    assert [building.crossbow_points(board, here, way) for way in "NESW"] == [2, 0, 0, 3]
    assert building.crossbow_directions(grid(), here) == [""]
    state = table()
    you = state.players[0]
    you.active = ("crossbow",)
    points, text = building.use(state, you, here, building.Ability("crossbow"))
    assert (points, noted(text)) == (0, "terracotta.did.used n=0 weapon=(terracotta.weapon.crossbow)")
    assert you.score == 0 and you.active == ()


def test_the_builder_takes_the_types_of_which_most_are_left() -> None:
    state = table(
        2, warrior("Y", "guard", "A1"), warrior("P", "soldier", "A2"), warrior("P", "soldier", "A3")
    )
    assert building.plentiful_types(state, "Y") == ["officer", "crossbowman"]
    assert [state.left_of_type(kind) for kind in box.TYPES] == [11, 10, 11, 9]


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


# --- what cannot arise


def problems_of(change: Callable[[State], object], players: int = 2) -> list[str]:
    state = table(players)
    change(state)
    return [f"{problem.field}: {problem.rule}" for problem in legality.problems(state)]


def holds(number: int) -> Callable[[State], None]:
    return lambda state: setattr(state.players[0], "priority", number)


def pieces(*some: Piece) -> Callable[[State], None]:
    return lambda state: setattr(state, "grid", grid(*some))


@pytest.mark.parametrize(
    ("players", "most", "change", "words"),
    [(2, 1, holds, "priority token 2 is not in play"), (3, 2, holds, "priority token 3 is not in play"),
     (4, 3, holds, "priority token 4 is not in play"),
     (2, 11, lambda n: pieces(*(warrior("YP"[i % 2], "guard", NAMES[i]) for i in range(n))),
      "guard: 12, but"),
     (2, 15, lambda n: pieces(*(warrior("Y", box.TYPES[i % 4], NAMES[i]) for i in range(n))),
      "warrior of Y: 16, but"),
     (2, 4, lambda n: pieces(*(footman(NAMES[i]) for i in range(n))), "footman: 5, but"),
     (2, 4, lambda n: pieces(*(warrior("Y", "guard", f"A{i}", f"B{i}", f"C{i}") for i in range(1, n + 1))),
      "horse: 5, but")],
)  # fmt: skip
def test_the_box_holds_so_many_and_no_more(
    players: int, most: int, change: Callable[[int], Callable[[State], None]], words: str
) -> None:
    assert problems_of(change(most), players) == []
    assert any(words in problem for problem in problems_of(change(most + 1), players))


def test_in_the_solo_game_a_horse_and_a_musician_are_missing_and_no_token_is_held() -> None:
    three = [musician(name) for name in NAMES[:3]]
    assert legality.problems(solo(*three)) == []
    assert any(
        has(problem.rule, "count.most most=3 n=4 what=(terracotta.piece.musician)")
        for problem in legality.problems(solo(*three, musician("I7")))
    )
    assert legality.problems(solo(*(footman(name) for name in NAMES[:4]))) == []
    state = solo()
    state.human.priority = 1
    assert [noted(problem.rule) for problem in legality.problems(state)] == [
        "terracotta.problem.priority n=1"
    ]


@pytest.mark.parametrize(
    ("hands", "wrong"), [((5, 5), False), ((4, 5), False), ((5, 4), True), ((3, 5), True), ((0, 1), False)]
)
def test_turns_go_round_so_hands_differ_by_one_at_most(hands: tuple[int, int], wrong: bool) -> None:
    state = table()
    for player, hand in zip(state.players, hands, strict=True):
        player.craftsmen = hand
        for _ in range(5 - hand):
            free = state.wheel.index("")
            state.set_workers(free, worker(player.letter, False))
    assert any(has(problem.rule, "terracotta.problem.order") for problem in legality.problems(state)) == wrong


def test_workers_of_a_sector_come_as_a_craftsman_and_then_an_artisan() -> None:
    for workers, words in (
        ("Yc Pa", ""),
        ("Ya Pc", "terracotta.problem.pair"),
        ("Yc Pc", "terracotta.problem.pair"),
        ("Yc Pa Pa", "count.most most=2 n=3 what=(terracotta.forecast.in_hand)"),
    ):
        state = table()
        state.set_workers(0, workers)
        for code in workers.split():
            state.player(code[0]).craftsmen -= 1
        results = [problem.rule for problem in legality.problems(state)]
        assert has(results[0], words) if words else results == []


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
    results = {name: set(scoring.quadrant(board, name)) for name in scoring.QUADRANTS}
    assert results["NW"] == set(cells(*(f"{c}{r}" for c in "ABCD" for r in (1, 2, 3))))
    assert results["SE"] == set(cells(*(f"{c}{r}" for c in "FGHI" for r in (5, 6, 7))))
    assert {len(spaces) for spaces in results.values()} == {12} and len(set().union(*results.values())) == 48
    assert scoring.tile_cells(board, "center_row") == cells(*(f"{c}4" for c in "ABCDEFGHI"))
    assert scoring.tile_cells(board, "center_col") == cells(*(f"E{r}" for r in range(1, 8)))
    assert scoring.tile_cells(board, "coins") is None and scoring.tile_cells(board, "type:guard") is None


# --- the chancellor


def test_musicians_in_the_same_row_or_column_are_in_sight_and_no_others() -> None:
    board = grid(musician("A1"), musician("E4"), musician("I7"))
    seen = {
        name: warrior_choice.musicians_in_sight(board, cell(name))
        for name in ("A1", "B1", "A7", "E1", "D4", "B2", "I1")
    }
    assert seen == {"A1": 1, "B1": 1, "A7": 2, "E1": 2, "D4": 1, "B2": 0, "I1": 2}


def test_the_priority_of_a_space_counts_forward_steps_around_the_tracks() -> None:
    state = solo()
    state.inspectors = Inspectors.at(5, 7)
    results = {
        name: warrior_choice.priority(state, cell(name))
        for name in ("H6", "I6", "H7", "I7", "A6", "H1", "G6", "H5")
    }
    assert results == {"H6": 1, "I6": 2, "H7": 2, "I7": 3, "A6": 3, "H1": 3, "G6": 9, "H5": 7}


@pytest.mark.parametrize(
    ("rolled", "markers", "row"),
    [
        (7, set(), 7),
        (7, {7}, 6),
        (7, {5, 6, 7}, 4),
        (3, {2, 3}, 4),
        (2, {2}, 3),
        (2, {2, 3, 4}, 5),
        (12, {12}, 11),
    ],
)
def test_a_decree_roll_marks_its_row_else_the_next_above_else_below(
    rolled: int, markers: set[int], row: int
) -> None:
    assert procedure.marked_row(markers, rolled) == row
    with refused("terracotta.error.rows.marked"):
        procedure.marked_row(set(range(2, 13)), rolled)


def test_what_an_outcome_leaves_open_is_counted_through() -> None:
    def two_choices(play: Play) -> None:
        for question, options in (("first", "ab"), ("second", "xyz")):
            taken = play.choose(simulation.YOU, question, options, str.upper)
            play.say(question, taken)

    results = [
        tuple(step.words for step in outcome.steps) for outcome in simulation.outcomes(two_choices, solo())
    ]
    assert results == [("a", "x"), ("a", "y"), ("a", "z"), ("b", "x"), ("b", "y"), ("b", "z")]
    assert len(list(simulation.outcomes(two_choices, solo(), most=4))) == 4
    (third,) = [
        outcome
        for outcome in simulation.outcomes(two_choices, solo())
        if outcome.steps[0].words + outcome.steps[1].words == "az"
    ]
    assert third.decisions == (
        Decision("you", "first", ("A", "B"), 0), Decision("you", "second", ("X", "Y", "Z"), 2),
    )  # fmt: skip
    scripted = simulation.follow(two_choices, solo(), script=[1])
    assert [step.words for step in scripted.steps] == ["b", "x"]
    assert simulation.MOST_OUTCOMES == 500


def test_his_moistened_clay_is_as_much_as_the_largest_pile_which_stays() -> None:
    state = solo(wet=1)
    state.stores = (2, 5, 0, 3)
    play = Play(state)
    procedure._act(play, "moisten", decreed=False)
    assert (play.state.him.wet, play.state.stores) == (6, (2, 5, 0, 3))


# --- a human's turn


def test_the_censor_goes_one_or_two_steps_and_no_more() -> None:
    state = table()
    you = state.players[0]
    you.masters = ("censor",)
    sector = placed(state, you, "middle", "m:censor")
    results = [choice for choice in actions.legal_actions(state, you, sector, "middle") if choice.axis]
    assert [(choice.axis, choice.steps) for choice in results] == [
        ("row", 1),
        ("row", 2),
        ("col", 1),
        ("col", 2),
    ]
    for steps in (0, 3):
        with pytest.raises(InputError):
            actions.apply_action(state, you, sector, "middle", Choice("do", axis="row", steps=steps))


def test_the_clay_of_a_build_lies_in_the_storehouse_of_the_quarter() -> None:
    for sector, store in ((0, 0), (2, 0), (3, 1), (8, 2), (9, 3), (11, 3)):
        state = table()
        you = state.players[0]
        you.wet = 2
        actions.apply_action_for(state, you, sector, "build2", Choice("build", "guard", cell("E4")))
        assert (state.stores[store], sum(state.stores), you.wet) == (2, 5, 0)


def test_the_builder_costs_the_round_s_number_of_coins() -> None:
    for number in (1, 3, 5):
        state = table(round=number)
        you = state.players[0]
        you.masters, you.coins = ("builder",), number
        assert any(actions.powers(state, you, 0, "builder"))
        you.coins = number - 1
        assert not any(actions.powers(state, you, 0, "builder"))


def test_wet_clay_dries_but_one_for_each_clay_master() -> None:
    state = table()
    for player in state.players:
        player.craftsmen = 0
    you = state.players[0]
    you.wet, you.dry, you.coins, you.masters = 5, 1, 2, ("captain", "clay_maker", "blacksmith")
    actions.score_phase(state)
    actions.end_phase(state)
    assert (you.wet, you.dry, you.coins, state.round) == (2, 4, 3, 2)
    assert (state.rings.inner, state.rings.middle, state.row, state.col) == (1, 11, 1, 1)


def test_an_example_has_as_many_rounds_left_as_asked_and_players_as_asked() -> None:
    for left, players in ((5, 1), (3, 2), (1, 4)):
        state = example.example("limits", left, players=players)
        assert (6 - state.round, state.over, state.seats) == (left, False, players)
    assert example.example("limits", 0, players=3).over
    for left in (-1, 6):
        with refused("setup.wrong.range", high=5, low=0):
            example.example("limits", left)


def test_before_a_worker_of_his_is_placed_there_is_no_sector_and_two_masters_need_option_4() -> None:
    assert Play(solo()).sector == -1
    with refused("setup.wrong.count", field="setup.masters", n=1, need=2):
        check(msgspec.structs.replace(draw("limits", difficulty="4"), masters=("builder",)))
    with refused("setup.wrong.count", field="setup.masters", n=2, need=1):
        check(msgspec.structs.replace(draw("limits"), masters=("builder", "captain")))
