"""What may still be done in a round, with its price and points; last actions and last rounds by hand."""

from __future__ import annotations

import pytest

from pencilwright.games.terra_mystica.rules.prices import Price, dwelling_price
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver.terra_mystica import action_sets, actions, land
from pencilwright.solver.terra_mystica.action_sets import BestSet, SetQuestion, Stock
from pencilwright.solver.terra_mystica.actions import Action
from tests.games.terra_mystica.helpers import at, lay


def of(text: str, tile: str = "SCORE9") -> State:
    """Return the table of a position in the last round, with a scoring tile."""
    table = at(text)
    lay(table, (tile,) * 6)
    table.round = 6
    return table


def named(results: list[Action]) -> dict[str, Action]:
    return {action.name: action for action in results}


@pytest.mark.parametrize(
    ("player", "points"),
    [
        ("witches", [2, 3, 4]),
        ("witches ship:2", [4]),
        ("witches ship:3", []),
        ("witches ship:1 bon:BON10", [6, 7]),
        ("mermaids ship:1", [2, 3, 4, 5]),
        ("mermaids ship:4", [5]),
        ("dwarves", []),
        ("fakirs", []),
    ],
)
def test_steps_of_shipping_left(player: str, points: list[int]) -> None:
    table = of(player)
    (seat,) = table.seats.values()
    results = actions.ship_actions(seat)
    assert [action.points for action in results] == points
    assert all(action.cost == (4, 0, 1, 0) for action in results)
    names = [f"advance ship {number}" for number in range(1, len(points) + 1)]
    assert [action.name for action in results] == names
    assert [action.after for action in results] == [(), *((name,) for name in names)][: len(points)]


@pytest.mark.parametrize(
    ("player", "left", "cost"),
    [
        ("witches", 2, (5, 2, 1, 0)),
        ("witches dig:1", 1, (5, 2, 1, 0)),
        ("witches dig:2", 0, None),
        ("halflings", 2, (1, 2, 1, 0)),
        ("fakirs", 1, (5, 2, 1, 0)),
        ("darklings", 0, None),
    ],
)
def test_steps_of_the_spade_track_left(player: str, left: int, cost: tuple[int, ...] | None) -> None:
    (seat,) = of(player).seats.values()
    results = actions.spade_actions(seat)
    assert [(action.points, action.cost) for action in results] == [(6, cost)] * left
    assert [action.after for action in results] == [(), ("advance dig 1",)][:left]


def test_power_actions_that_bring_goods() -> None:
    table = of("witches")
    (seat,) = table.players
    results = named(actions.power_actions(table, seat))
    assert {name: (action.cost, action.gain) for name, action in results.items() if any(action.gain)} == {
        "action ACT2": ((0, 0, 0, 3), (0, 0, 1)),
        "action ACT3": ((0, 0, 0, 4), (0, 2, 0)),
        "action ACT4": ((0, 0, 0, 4), (7, 0, 0)),
    }
    table.used = ("ACT2", "ACT4")
    assert [name[-4:] for name in named(actions.power_actions(table, seat))] == [
        "ACT1",
        "ACT3",
        "ACT5",
        "ACT6",
    ]


def test_what_moves_markers() -> None:
    table = of("auren SH:F4 bon:BON2 fav:FAV6 used:BON2")
    table.priests = {"fire": ("nomads", "", "nomads", "")}
    seat = table.seats["auren"]
    results = [*actions.priest_actions(table, seat), *actions.special_actions(seat)]
    fire = [(action.steps, action.times) for action in results if action.name.startswith("send p to fire")]
    water = [(action.steps, action.times) for action in results if action.name.startswith("send p to water")]
    assert fire == [(2, 2), (1, 12)] and water == [(3, 1), (2, 3), (1, 12)]
    special = {action.name: (action.steps, action.tags) for action in results if "action" in action.name}
    assert special == {
        **{f"action FAV6 +{cult}": (1, ("FAV6",)) for cult in ("fire", "water", "earth", "air")},
        **{f"action SH +{cult}": (2, ("SH",)) for cult in ("fire", "water", "earth", "air")},
    }
    assert [action.cult for action in results if action.name.startswith("action SH")] == [0, 1, 2, 3]
    assert [action.stays for action in results[:3]] == [True, False, True]
    free = of("witches bon:BON2 fav:FAV6 used:FAV6 SH:F4")
    assert {a.tags for a in actions.special_actions(free.seats["witches"])} == {("BON2",)}


@pytest.mark.parametrize(
    ("tiles", "tile", "points"),
    [
        ("", "SCORE3", {"build G3": 2}),
        ("", "SCORE8", {"upgrade F4 to TH": 3, "upgrade F4 to SH": 0, "upgrade F4 to TE": 0}),
        ("fav:FAV11 bon:BON9", "SCORE3", {"build G3": 5}),
        ("fav:FAV10 bon:BON7", "SCORE6", {"upgrade F4 to TH": 8, "upgrade F4 to SH": -2}),
        ("bon:BON6", "SCORE4", {"upgrade F4 to SH": 9, "upgrade F4 to SA": 9, "upgrade F4 to TH": 0}),
        ("bon:BON9", "SCORE9", {"build G3": 1}),
        ("", "SCORE9", {"upgrade F4 to TE": 4, "upgrade F4 to TH": 0}),
    ],
)
def test_buildings_score_by_tile_favour_and_card(tiles: str, tile: str, points: dict[str, int]) -> None:
    table = of(f"witches ship:1 D:F4,F2 {tiles}", tile)
    result = named(actions.building_actions(table, table.seats["witches"]))
    assert {name: result[name].points for name in points} == points
    assert ("build G3" in result) == ("build G3" in points)


def test_improvements_follow_one_another_at_their_prices() -> None:
    table = of("witches D:F4 | nomads D:A5")
    results = named(actions.upgrades(table, table.seats["witches"], "F4"))
    assert {name: (action.cost, action.after) for name, action in results.items()} == {
        "upgrade F4 to TH": ((6, 2, 0, 0), ()),
        "upgrade F4 to SH": ((6, 4, 0, 0), ("upgrade F4 to TH",)),
        "upgrade F4 to TE": ((5, 2, 0, 0), ("upgrade F4 to TH",)),
        "upgrade F4 to SA": ((6, 4, 0, 0), ("upgrade F4 to TE",)),
    }
    assert [(item.builds, item.replaces) for item in results.values()] == [
        ("TH", "D"),
        ("SH", "TH"),
        ("TE", "TH"),
        ("SA", "TE"),
    ]
    beside = of("witches D:F4 | giants D:E7")
    assert named(actions.upgrades(beside, beside.seats["witches"], "F4"))["upgrade F4 to TH"].cost[0] == 3


def test_a_stronghold_of_the_engineers_pays_for_the_bridges_that_stand() -> None:
    table = of("engineers TH:C2 D:D4", "SCORE4")
    table.bridges = {"C2-D4": "engineers"}
    results = named(actions.building_actions(table, table.seats["engineers"]))
    assert results["upgrade C2 to SH"].points == 5 + 3


def test_a_piece_that_is_short_comes_back_by_the_cheapest_improvements() -> None:
    homes = "F4,F2,D1,A3,A10,C3,C4,E9"
    table = of(f"witches D:{homes} | giants D:E7", "SCORE3")
    results = actions.building_actions(table, table.seats["witches"])
    new = [action.name for action in results if action.builds == "D"]
    back = [(action.name, action.cost[0]) for action in results if action.replaces == "D"]
    assert new
    assert len(back) == actions.MOST_HOUSES and back[0] == ("upgrade F4 to TH", 3)
    full = of("witches TH:F4,F2,D1,A3 D:A10", "SCORE8")
    results = actions.building_actions(full, full.seats["witches"])
    back = [
        (action.builds, action.cost)
        for action in results
        if action.replaces == "TH" and "A10" not in action.name
    ]
    assert back == [("TE", (5, 2, 0, 0))] * actions.MOST_HOUSES
    spare = of("witches TH:F4,F2,D1 D:A10", "SCORE8")
    results = actions.building_actions(spare, spare.seats["witches"])
    assert all("A10" in action.name for action in results)


@pytest.mark.parametrize(
    ("faction", "price"),
    [("witches dig:1", Price(1 + 2, 2)), ("darklings", Price(1, 2, 2)), ("giants", Price(7, 2))],
)
def test_prices_of_dwellings(faction: str, price: Price) -> None:
    table = at(f"{faction} D:A1")
    (seat,) = table.seats.values()
    name = {"witches": "E7", "darklings": "F1", "giants": "E7"}[seat.faction]
    table.terrain[name] = {"witches": "blue", "darklings": "green", "giants": "green"}[seat.faction]
    assert dwelling_price(table, seat, name) == price


@pytest.mark.parametrize(
    ("old", "kind", "steps"),
    [
        ("", "D", ("D",)),
        ("", "SA", ("D", "TH", "TE", "SA")),
        ("", "SH", ("D", "TH", "SH")),
        ("D", "TE", ("TH", "TE")),
        ("TH", "SH", ("SH",)),
        ("TE", "SA", ("SA",)),
        ("TH", "TH", ()),
    ],
)
def test_the_way_from_one_structure_to_another(old: str, kind: str, steps: tuple[str, ...]) -> None:
    assert land.steps_to(old, kind) == steps


def test_no_way_leads_to_what_a_structure_cannot_become() -> None:
    with pytest.raises(KeyError):
        land.steps_to("TE", "TH")


# --- the last action by hand --------------------------------------------------------------------------------


def value(question: SetQuestion, action: Action | None) -> int | None:
    """Return what one action is worth; None where it cannot be done."""
    result = action_sets.single(question, action)
    return result and result.points


def both(question: SetQuestion) -> BestSet | None:
    """Return what all actions of a question together bring; None where they cannot all be done."""
    results = action_sets.every_set(question, action_sets.parts(question))
    assert results is not None
    return results.get((1,) * len(question.actions))


RIVALS = ((9, 9, 9, 9), (9, 9, 9, 9), (9, 9, 9, 9))


@pytest.mark.parametrize(
    ("goods", "bowls", "action", "points"),
    [
        ((5, 0, 0), (0, 0, 0), None, 1),
        ((6, 0, 0), (0, 0, 0), None, 2),
        ((1, 1, 1), (0, 4, 1), None, 2),
        ((4, 0, 1), (0, 0, 0), Action("advance ship 1", (4, 0, 1, 0), points=2), 2),
        ((3, 0, 1), (0, 0, 0), Action("advance ship 1", (4, 0, 1, 0), points=2), None),
        ((3, 0, 2), (0, 0, 0), Action("advance ship 1", (4, 0, 1, 0), points=2), 2),
        ((4, 0, 0), (0, 0, 5), Action("advance ship 1", (4, 0, 1, 0), points=2), 2),
        ((4, 0, 0), (0, 0, 4), Action("advance ship 1", (4, 0, 1, 0), points=2), None),
        ((4, 0, 0), (0, 2, 4), Action("advance ship 1", (4, 0, 1, 0), points=2), 2),
        ((5, 1, 1), (0, 0, 3), Action("advance dig 1", (5, 2, 1, 0), points=6), 6),
        ((0, 0, 0), (0, 0, 4), Action("action ACT4", (0, 0, 0, 4), (7, 0, 0)), 2),
        ((0, 0, 0), (0, 0, 6), Action("action ACT4", (0, 0, 0, 4), (7, 0, 0)), 3),
        ((0, 0, 0), (0, 0, 3), Action("action ACT4", (0, 0, 0, 4), (7, 0, 0)), None),
        ((1, 0, 0), (0, 0, 4), Action("action ACT3", (0, 0, 0, 4), (0, 2, 0)), 1),
        # The steps to 5 bring three power; half of what reaches bowl II is a coin each.
        ((0, 0, 1), (0, 0, 0), Action("send p to fire for 3", (0, 0, 1, 0), cult=0, steps=3), 0),
        ((2, 0, 1), (0, 1, 0), Action("send p to fire for 3", (0, 0, 1, 0), cult=0, steps=3), 1),
        ((2, 0, 1), (4, 0, 0), Action("send p to fire for 3", (0, 0, 1, 0), cult=0, steps=3), 1),
        ((2, 0, 1), (9, 0, 0), Action("send p to fire for 1", (0, 0, 1, 0), cult=0, steps=1), 0),
    ],
)
def test_the_worth_of_one_more_action(
    goods: tuple[int, int, int], bowls: tuple[int, int, int], action: Action | None, points: int | None
) -> None:
    question = SetQuestion(Stock(*goods, bowls, (2, 0, 0, 0)), (), others=RIVALS)
    assert value(question, action) == points


def test_points_for_what_stands_come_with_every_action_and_priests_need_room() -> None:
    ship = Action("advance ship 1", (4, 0, 1, 0), points=2)
    more = SetQuestion(Stock(4, 0, 0, (0, 0, 5)), (ship,), standing=4)
    assert value(more, ship) == 6 and value(more, None) == 4 + 3
    full = SetQuestion(Stock(4, 0, 0, (0, 0, 5)), (ship,), room=0)
    assert value(full, ship) is None and both(full) is None
    take = Action("action ACT2", (0, 0, 0, 3), (0, 0, 1))
    for priests, room, points in ((0, 0, None), (1, 0, 3), (0, 1, 3)):
        question = SetQuestion(Stock(8, 0, priests, (0, 0, 3)), (take,), room=room)
        assert value(question, take) == points
        assert (both(question) is not None) == (points is not None)


def test_a_priest_that_stays_on_the_cult_board_makes_no_room_for_another() -> None:
    stay = Action("send p to fire for 3", (0, 0, 1, 0), cult=0, steps=3)
    back = Action("send p to fire for 1", (0, 0, 1, 0), cult=0, steps=1)
    gain = Action("action ACT2", (0, 0, 0, 3), (0, 0, 1))
    for first, changes in ((stay, 1), (back, 0)):
        question = SetQuestion(Stock(0, 0, 1, (0, 0, 3)), (first, gain), others=RIVALS, room=0)
        result = both(question)
        assert result is not None and sum(sum(step.down) for step in result.steps) == changes


def test_a_priest_comes_after_another_has_made_room_for_it() -> None:
    first = Action("advance ship 1", (0, 0, 1, 0), points=5)
    gain = Action("action ACT2", (0, 0, 0, 3), (0, 0, 1))
    last = Action("advance dig 1", (0, 0, 1, 0), points=5)
    question = SetQuestion(Stock(0, 0, 1, (0, 0, 3)), (first, gain, last), room=0)
    result = both(question)
    assert result is not None and result.points == 10


def test_two_priests_can_stay_only_when_there_are_two() -> None:
    for steps, possible in ((2, False), (1, True)):
        sends = [Action(f"send p to {cult} for {steps}", (0, 0, 1, 0), cult=at, steps=steps)
                 for at, cult in enumerate(("fire", "water"))]  # fmt: skip
        question = SetQuestion(Stock(0, 0, 1, (0, 0, 5)), tuple(sends), others=RIVALS, room=0)
        assert (both(question) is not None) == possible


# --- the last piece, the second bowl, hints -----------------------------------------------------------------


def test_the_last_piece_may_be_built() -> None:
    house = Action("upgrade F4 to TH", (0, 0, 0, 0), points=3, builds="TH", replaces="D")
    for left, points in ((0, 0), (1, 3), (2, 3)):
        question = SetQuestion(Stock(0, 0, 0, (0, 0, 0)), (house,), left={"TH": left, "D": 3, "TE": 3})
        result = action_sets.every_set(question, action_sets.parts(question))
        assert result is not None and max(item.points for item in result.values()) == points


@pytest.mark.parametrize(
    ("bowls", "points"), [((0, 3, 2), 1), ((0, 2, 2), 1), ((0, 1, 2), 0), ((5, 4, 1), 1)]
)
def test_half_of_the_second_bowl_counts_at_the_end(bowls: tuple[int, int, int], points: int) -> None:
    assert value(SetQuestion(Stock(0, 0, 0, bowls), ()), None) == points


def test_the_last_round_of_a_puzzle_takes_the_dwelling_that_an_improvement_gives_back() -> None:
    homes = "F4,F2,D1,A3,A10,C3,C4,E9"
    table = of(f"witches ship:1 c:8 w:3 D:{homes} fav:FAV11 | giants D:E7", "SCORE9")
    question = action_sets.offered(table, "witches")
    listed = action_sets.parts(question)
    results = action_sets.every_set(question, listed)
    assert results is not None
    names = [part.name for part in listed]
    by_names = {
        tuple(n for n, count in zip(names, done, strict=True) if count): item
        for done, item in results.items()
    }
    assert ("G3>D",) not in by_names
    # Beside the Giants: 3 C and 2 W; then 2 C and 1 W for 2 points; 3 C left are a point.
    assert by_names["G3>D", "F4>TH"].points == 3 and [
        step.action.name for step in by_names["G3>D", "F4>TH"].steps
    ] == [
        "upgrade F4 to TH",
        "build G3",
    ]
