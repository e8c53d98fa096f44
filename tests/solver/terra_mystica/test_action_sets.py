"""Sets of actions: the search against the whole round's model, and figures by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.components import CULTS
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.scoring import as_coins
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver import puzzles
from pencilwright.solver.puzzles import Unproved
from pencilwright.solver.terra_mystica import action_puzzles, action_sets
from pencilwright.solver.terra_mystica.action_sets import BestSet, SetQuestion, Stock
from pencilwright.solver.terra_mystica.actions import Action
from pencilwright.solver.terra_mystica.whole_round.best_action import best_value
from pencilwright.solver.verify import Disagreement
from tests.games.terra_mystica.helpers import at, lay

SHIP = Action("advance ship 1", (4, 0, 1, 0), points=3)
DIG = Action("advance dig 1", (5, 2, 1, 0), points=6)


def best(question: SetQuestion) -> BestSet:
    result = action_sets.every_set(question, action_sets.parts(question))
    assert result is not None
    return max(result.values(), key=lambda item: item.points)


def names(result: BestSet) -> list[str]:
    return [step.action.name for step in result.steps]


@pytest.mark.parametrize(("offered", "points"), [((), 4), ((SHIP,), 5), ((DIG,), 7), ((SHIP, DIG), 9)])
def test_the_last_goods_are_worth_4_5_7_and_9(offered: tuple[Action, ...], points: int) -> None:
    question = SetQuestion(Stock(3, 4, 2, (3, 5, 2)), offered)
    result = best(question)
    assert result.points == points
    assert sorted(names(result)) == sorted(action.name for action in offered)


def test_a_position_becomes_a_question_with_all_that_scores() -> None:
    table = at(
        "witches ship:1 c:9 w:4 p:2 pw:3/5/4 D:F4,F2 TH:E9 bon:BON9 fav:FAV11,FAV6 | nomads cult:1/2/3/4 D:F3"
    )
    lay(table, ("SCORE3",) * 6)
    table.round = 6
    offered = {action.name for action in action_sets.from_table(table, "witches").actions}
    assert {
        "advance ship 1",
        "advance ship 2",
        "advance dig 1",
        "action ACT4",
        "action FAV6 +fire",
    } <= offered
    assert "build G3" in offered and "send p to air for 3" in offered and "advance ship 3" not in offered


def without_cults(table: State) -> SetQuestion:
    """Return what the witches may do but for the cults, which are not counted."""
    question = action_sets.from_table(table, "witches")
    return replace(question, actions=tuple(a for a in question.actions if a.cult < 0), others=())


def test_a_stronghold_is_built_once_and_houses_count_at_the_pass() -> None:
    table = at("witches c:12 w:8 TH:F4,F2 bon:BON6 fav:FAV12 | giants D:G2")
    lay(table, ("SCORE4",) * 6)
    table.round = 6
    question = without_cults(table)
    result = best(question)
    assert sum("to SH" in name for name in names(result)) == 1
    # The stronghold scores 5 and 4; one trading house left scores 2 instead of 3; 6 coins, 4 workers: 3.
    assert result.points == 5 + 4 + 2 + 3
    table = at("witches c:4 w:2 D:F4 fav:FAV12 | giants D:G2")
    assert best(without_cults(table)).points == 2


def test_an_action_after_one_that_there_is_not_cannot_be_done() -> None:
    late = Action("build E7", (0, 0, 0, 0), points=5, after=("build E6",))
    assert best(SetQuestion(Stock(0, 0, 0, (0, 0, 0)), (late,))).points == 0


@pytest.mark.parametrize(("coins", "changes"), [(40, 0), (5, 1)])
def test_goods_are_changed_only_where_something_needs_it(coins: int, changes: int) -> None:
    house = Action("upgrade F4 to TH", (6, 2, 0, 0))
    result = action_sets.single(SetQuestion(Stock(coins, 40, 4, (0, 4, 8)), (house,)), house)
    assert result is not None and result.points == (coins - 6 + 38 + 4 + 8 + 2) // 3
    assert [step.burned + sum(step.power) + sum(step.down) for step in result.steps] == [changes]


def test_power_is_spent_before_the_steps_that_bring_it_back() -> None:
    """Full bowls take no power: the token is made a coin first, and comes back."""
    step = Action("action FAV6 +fire", (0, 0, 0, 0), cult=0, steps=1)
    question = SetQuestion(
        Stock(0, 0, 0, (0, 0, 2), (4, 0, 0, 0)), (step,), others=((9, 9, 9, 9), (8, 8, 8, 8))
    )
    results = action_sets.every_set(question, action_sets.parts(question))
    assert results is not None
    (taken,) = [item for done, item in results.items() if any(done)]
    # One power is made a coin; its token comes back to bowl III: 3 coins, a point. Third on fire: 2 points.
    assert taken.points == 1 + 2
    assert taken.steps[0].power == (1, 0, 0)


@pytest.mark.parametrize(
    ("players", "most"), [(2, 2), *(pytest.param(n, 200, marks=pytest.mark.long) for n in (2, 4))]
)
def test_every_set_of_a_few_positions_is_worth_what_the_whole_round_says(players: int, most: int) -> None:
    tables = (example(f"liquidation {number}", 1, players=players) for number in range(6))
    seats = ((table, who) for table in tables for who in sorted(table.seats.keys() - {"fakirs", "dwarves"}))
    compared = 0
    for table, who in seats:
        question = action_sets.offered(table, who)
        listed = action_sets.parts(question)
        result = action_sets.every_set(question, listed)
        if result is None or len(result) > 130 or compared >= most:
            continue
        offered = {action.counted: 9 for action in question.actions}
        for done in sorted(result)[:: max(1, len(result) // min(most, 9))]:
            exactly = Counter(action.counted for action in action_sets.actions_of(listed, done))
            points, at_most = best_value(table, who, offered, exactly=exactly)
            assert points == at_most == result[done].points
            compared += 1
    assert compared > min(most - 1, 30)


@pytest.mark.parametrize(
    "text",
    [
        "mermaids c:9 w:9 ship:1 TH:F4 cult:10/0/0/0 p:1 bon:BON10",
        "alchemists c:9 w:9 p:2 pw:9/0/3 TH:F4 D:E6",
        "halflings c:9 w:9 p:2 TH:F4 D:E6 fav:FAV11",
        "darklings c:9 w:19 p:2 TH:F4 D:E6 fav:FAV11",
        "auren c:9 w:9 p:3 TH:F4 pw:2/4/3",
        "engineers c:9 w:9 p:3 TH:C2 D:D4 pw:2/4/3",
        "swarmlings c:9 w:9 p:3 SH:C2 D:D4 pw:2/4/3 bon:BON2 fav:FAV10",
    ],
)
@pytest.mark.parametrize("tile", ["SCORE1", pytest.param("SCORE4", marks=pytest.mark.slow)])
def test_every_last_action_is_worth_what_the_whole_round_says(text: str, tile: str) -> None:
    """A stronghold's gift does not count, nor a favour tile; spades do, where the tile scores them."""
    table = at(f"{text} | nomads D:E8")
    lay(table, (tile,) * 6)
    table.round = 5
    who = text.split(maxsplit=1)[0]
    answers = sorted(action_puzzles.last_actions(table, who), key=lambda item: -item.option.value)
    assert len(answers) > 9
    options, done = tuple(answer.option for answer in answers), tuple(answer.done for answer in answers)
    action_puzzles.prove_last_action(table, who, options, done)
    for wrong, error in ((1, Disagreement), (-1, Unproved)):
        false = options[3]._replace(value=options[3].value + wrong)
        with pytest.raises(error):
            action_puzzles.prove_last_action(table, who, (*options[:3], false, *options[4:]), done)


def test_a_set_with_an_action_that_brings_nothing_is_wasteful() -> None:
    empty = Action("action ACT4", (0, 0, 0, 4), (0, 0, 0))
    question = SetQuestion(Stock(3, 4, 2, (3, 5, 8)), (SHIP, DIG, empty))
    listed = action_sets.parts(question)
    results = action_sets.every_set(question, listed)
    assert results is not None
    remaining = action_sets.without_waste(results)
    place = [part.name for part in listed].index("ACT4")
    assert any(done[place] for done in results) and not any(done[place] for done in remaining)
    assert min(results) in remaining


def test_the_power_of_a_cult_step_may_pay_for_the_next_priest_whatever_the_order_of_the_cults() -> None:
    water = Action("send p to water for 2", (0, 0, 1, 0), cult=1, steps=2)
    earth = Action("send p to earth for 2", (0, 0, 1, 0), cult=2, steps=2)
    others = ((0, 0, 0, 0),)
    question = SetQuestion(Stock(0, 0, 1, (0, 1, 4), (0, 0, 6, 0)), (water, earth), others=others)
    results = action_sets.every_set(question, action_sets.parts(question))
    assert results is not None
    (both,) = [item for done, item in results.items() if sum(done) == 2]
    assert [step.action.name for step in both.steps] == [earth.name, water.name]
    swapped = action_sets.every_set(replace(question, actions=(earth, water)), action_sets.parts(question))
    assert swapped is not None and both.points in {item.points for item in swapped.values()}


def test_what_is_left_and_the_cults_after_the_steps_are_those_of_the_plan_that_the_rules_carry_out() -> None:
    own = puzzles.module_of("terra-mystica")
    exact = 0
    for number in range(6):
        question = own.candidate("liquidation", f"after {number}")
        weighed = own.weigh(question) if question else None
        if question is None or weighed is None or not weighed.options:
            continue
        who = question.extra
        for index, steps in enumerate(weighed.workings.done[:8]):
            plan = own.plan_of(question, weighed, index)
            if not plan.exact:
                continue
            state = commands.apply_actions(question.state, who, plan.commands)
            parts = {part.id: part.worth for part in action_puzzles.parts_of(question.state, who, steps)}
            left = state.player(who)
            coins = as_coins(left.coins, left.workers, left.priests, left.bowls)
            assert action_puzzles.coins_after(question.state, who, steps) == coins
            races = (commands.points_of_line(state, who, cult) for cult in CULTS)
            assert sum(parts.get(cult, 0) for cult in CULTS) == sum(races)
            exact += 1
        if exact > 8:
            break
    assert exact > 8
