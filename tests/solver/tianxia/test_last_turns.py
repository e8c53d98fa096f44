"""The rest of round 4: the worked examples, the two cases that were wrong, and what holds of every answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.full_rounds import full_round
from pencilwright.games.tianxia.commands import MEASURES, apply_actions
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plans,
    ShipOffer,
    TurnPlan,
)
from pencilwright.games.tianxia.rules.turns.frame import Turns
from pencilwright.games.tianxia.state import Barges, Palace, PalaceTrack, Player, Section, State
from pencilwright.solver.tianxia.advice import answer_for, in_words, solve
from pencilwright.solver.tianxia.last_turns import answer as answer_module
from pencilwright.solver.tianxia.last_turns.answer import best
from pencilwright.solver.tianxia.last_turns.beam import line_from
from pencilwright.solver.tianxia.last_turns.intervals import Decision
from pencilwright.solver.tianxia.last_turns.model import Rest
from pencilwright.solver.tianxia.last_turns.questions import part_of
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import phrase, say
from tests.refusals import keys_of, refused, says
from tests.solver.tianxia import turn_examples as examples


def no_steps(decision: Decision) -> bool:
    """Return whether a decision is neither a palace step of a turn nor a barge turn."""
    return decision[0] not in ("step", "barge", "neutral")


def rice_alone(decision: Decision) -> bool:
    """Return whether a decision is no step, and moves no other barge than that of rice."""
    return decision[0] != "step" and (decision[0] not in ("barge", "neutral") or decision[2] == "rice")


def no_barges(decision: Decision) -> bool:
    """Return whether a decision is no barge turn."""
    return decision[0] not in ("barge", "neutral")


@pytest.mark.parametrize(
    ("state", "is_open", "nothing", "value"),
    [
        (examples.e1(), None, 59, 79),
        (examples.e1(tile=True), None, 59, 83),
        (examples.e2(), no_steps, 54, 65),
        (examples.e2(), rice_alone, 54, 69),
        (examples.e2(), no_barges, 54, 79),
        (examples.e2(flags=True), no_barges, 54, 86),
        (examples.e3(), None, 44, 58),
        (examples.e4(), None, 50, 57),
        (examples.e4(), lambda decision: decision[0] != "drop", 50, 53),
        pytest.param(examples.e5(), None, 40, 49, marks=pytest.mark.slow),
        pytest.param(examples.e5(p18=True), None, 40, 53, marks=pytest.mark.slow),
        (examples.e5(p18=True, card=True), None, 47, 69),
        (examples.e6(), None, 51, 67),
        (examples.e6(marker=True), None, 51, 67),
    ],
)
def test_a_worked_example_is_worth_what_the_rules_file_says(
    state: State, is_open: Callable[[Decision], bool] | None, nothing: int, value: int
) -> None:
    def barred(model: Rest) -> None:
        for name, decision in model.chosen.items():
            if is_open and not is_open(name):
                model.model.add(decision == 0)

    answer = best(state, "B", given=is_open and barred)
    assert (answer.nothing, answer.value, answer.at_most) == (nothing, value, value)


def test_a_model_that_allows_less_than_the_rules_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class TooTight(Rest):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            for decision in self.chosen.values():
                self.model.add(decision == 0)

    monkeypatch.setattr(answer_module, "Rest", TooTight)
    with pytest.raises(Disagreement):
        best(examples.e4(), "B")


def test_a_neutral_worker_pushed_off_may_be_put_aboard_again() -> None:
    state = examples.e1()
    own = replace(state.players[0], coin=12, meeples=0, stone=0, jade=0)
    plan = replace(state.plan, wall=replace(state.plan.wall, walls=(4, 4)), governors=GovernorPlan(1))
    state = replace(
        state, players=(own, *state.players[1:]), barges=Barges(stone="NNN", rice="NNN"), plan=plan
    )
    answer = best(state, "B")
    assert (answer.nothing, answer.value, answer.at_most) == (60, 78, 78)
    assert answer.plan.commands.count("barge stone") == 8  # there are nine neutral workers, six lie there


def test_a_free_worker_needs_a_meeple_before_it_pushes_one_off() -> None:
    own = Player(letter="B", points=40, wood=4)
    plans = Plans(wall=examples.NOBODY, leftovers=LeftoverPlan(("BT-17",)), governors=GovernorPlan(0))
    answer = best(examples.table(own, plans, barges=Barges(rice="BBB")), "B")
    assert (answer.nothing, answer.value, answer.at_most) == (40, 40, 40)


@pytest.mark.parametrize(("less", "coins"), [("P17", 10), ("P1", 19)])
def test_own_workers_among_neutral_ones_cost_no_more_than_the_rules_ask(less: str, coins: int) -> None:
    turns = TurnPlan(flags={"wei": "white"}, merchants={"2A-1": 2, "2A-2": 2})
    governors = GovernorPlan(1, {}, (Candidate(space="wei1", wood=10),))
    state = examples.table(
        Player(letter="B", points=40, coin=coins, board="2A", goals=("OB14", "OB15", "OB16")),
        Plans(wall=examples.NOBODY, governors=governors, turns=turns),
        governors={"qin1": "B", "qin2": "B"},
        buildings={"qin1": "P18", "qin2": less},
    )
    own, back = ("merchant back 2A-1", "barge wood"), ("merchant back 2A-1", "barge wood: free merchant 2A-1")
    line = (*own, *("barge wood", "barge wood", *back) * 3, "merchant back 2A-2", "region wei: govern wei1")
    carried_out = MEASURES["last turns"](apply_actions(state, "B", line), "B")
    model = Rest(state, "B", strangers=0)
    for name, decision in model.chosen.items():
        if name[0] in ("barge", "neutral"):
            number = {"barge": 1, "neutral": 9}[name[0]]
            model.model.add(decision == (number if name[1:] == (0, "wood") else 0))
        elif name[0] in ("merchants", "step", "discard", "drop"):
            model.model.add(decision == 0)
        elif name == ("merchant", 0, "2A-1"):
            model.model.add(decision == 3)
        elif name[:2] == ("govern", 1):
            model.model.add(decision == 1)
    bound = model.solve(model.total(model.points) + model.own.points, 14).bound
    assert carried_out == 53 <= bound, "ten workers on one barge, every third an own one"


def test_who_is_rich_fills_a_merchant_action_more_often_than_others() -> None:
    own = Player(letter="B", points=40, coin=36, stone=1, board="2A", goals=("OB7",))
    plans = Plans(wall=examples.NOBODY, turns=TurnPlan(merchants={"2A-1": 2}), governors=GovernorPlan(0))
    state = examples.table(own, plans, barges=Barges("BBB"), governors={"qi1": "B"}, buildings={"qi1": "P17"})
    trade, manned = "use 2A-1 pays 1 stone takes 1 jewel", "barge stone: free merchant 2A-1"
    line = (trade, *(manned, f"{manned}; {trade}") * 6)
    assert MEASURES["last turns"](apply_actions(state, "B", line), "B") == 56 <= best(state, "B").at_most


def test_who_is_rich_turns_a_tile_up_again_more_often_than_others() -> None:
    turns = TurnPlan(merchants={"4B-3": 2})
    plans = Plans(examples.NOBODY, turns=turns, governors=GovernorPlan(0), leftovers=LeftoverPlan(("BT-08",)))
    own = Player(letter="B", points=40, coin=60, jewel=20, meeples=0, board="4B")
    built = {"governors": {"qi1": "B"}, "buildings": {"qi1": "P17"}}
    state = examples.table(own, plans, barges=Barges("BBB", "BBB", "BBB"), **built)
    again, manned = ("use 4B-3", "refresh BT-08", "use BT-08"), ("barge rice: free merchant 4B-3",) * 2
    line = ("use BT-08", *(*again, *manned) * 10, *again)
    assert MEASURES["last turns"](apply_actions(state, "B", line), "B") == 105 <= best(state, "B").at_most


def test_coins_of_tiles_make_as_rich_as_those_at_hand() -> None:
    turns, tiles = TurnPlan(merchants={"2A-3": 2}), ("BT-09",) * 8
    plans = Plans(examples.NOBODY, turns=turns, governors=GovernorPlan(0), leftovers=LeftoverPlan(tiles))
    own = Player(letter="B", points=40, silk=8, meeples=0, board="2A")
    built = {"governors": {"qi1": "B"}, "buildings": {"qi1": "P17"}}
    state = examples.table(own, plans, barges=Barges("BNN", "BNN"), **built)
    rice, stone, coins = "barge rice", "barge stone", "use 2A-3"
    line = [*["use BT-09"] * 8, rice, rice, stone, stone, coins, f"{rice}: free merchant 2A-3"]
    line += [
        f"{stone}: free merchant 2A-3",
        rice,
        rice,
        coins,
        stone,
        f"{rice}: free merchant 2A-3",
        rice,
        rice,
    ]
    line += [f"{rice}: free merchant 2A-3", rice, rice, coins]
    line += [rice, rice, rice, *[f"{rice}: free merchant 2A-3"] * 2, coins] * 2
    assert MEASURES["last turns"](apply_actions(state, "B", line), "B") == 47 <= best(state, "B").at_most


def test_free_workers_that_push_off_merchants_for_the_next_ones_do_so_for_ever() -> None:
    high = PalaceTrack("OB", (6, 5))
    plans = Plans(wall=examples.NOBODY, turns=TurnPlan(merchants={"1A-3": 2}), governors=GovernorPlan(0))
    barges, palace = Barges("BBB", "BBB"), Palace(high, high, high, high)
    own = Player(letter="B", points=40, meeples=0, board="1A")
    state = examples.table(own, plans, barges=barges, palace=palace)
    again = (
        "use 1A-3 on black",
        *(f"free worker {barge}; free merchant 1A-3" for barge in ("rice", "stone")),
    )
    carried_out = MEASURES["last turns"](apply_actions(state, "B", again * 40), "B")
    answer = best(state, "B")
    assert carried_out == 72 <= answer.at_most
    assert phrase("tianxia.missing.stocks", n=60, name="1A-3") in answer.missing


def test_all_goods_of_an_exchange_count_for_a_card() -> None:
    own = Player(letter="B", points=40, rice=4, meeples=1, goals=("OB7",))
    plans = Plans(wall=examples.NOBODY, governors=GovernorPlan(1))
    answer = best(examples.table(own, plans, governors={"qin1": "B"}, buildings={"qin1": "P2"}), "B")
    assert (answer.nothing, answer.value, answer.at_most) == (40, 51, 51)


def test_a_penalty_takes_no_more_points_than_there_are() -> None:
    state = examples.table(
        Player(letter="B", points=2),
        Plans(wall=examples.NOBODY, governors=GovernorPlan(0)),
        wall=(Section(nomads=20, battle=True), *(examples.CALM,) * 3),
    )
    answer = best(state, "B")
    assert answer.nothing == answer.value == answer.at_most


@pytest.mark.parametrize("number", range(4))
def test_a_battle_is_the_same_with_more_than_what_makes_a_difference(number: int) -> None:
    model = Rest(full_round(number), "B")
    for (section, most), rows in model.resolved.items():
        known, caps = dict(rows), rows[-1][0]
        for added, outcome in model._outcomes(section, most):
            assert known[tuple(map(min, added, caps))] == outcome


def spent(line: Sequence[str]) -> int:
    """Return how many markers a line of turns puts down or discards."""
    return sum(turn.startswith(("region", "fortify", "train")) + turn.count("drop marker") for turn in line)


@pytest.mark.long
def test_no_marker_is_spent_twice() -> None:
    answer = solve("last-turns", examples.e2(), "B")
    assert answer.at_most == answer.value > 79 and spent(answer.plan.commands) <= 3


def test_without_a_marker_there_is_no_turn_with_one() -> None:
    state = examples.e2()
    none = replace(state, plan=replace(state.plan, governors=GovernorPlan(0)))
    assert spent(solve("last-turns", none, "B").plan.commands) == 0


def test_typed_worths_stand_beside_the_points() -> None:
    state = examples.e4()
    worth = Candidate(space="wei1", wood=2, worth=3)
    plan = replace(state.plan, governors=replace(state.plan.governors, candidates=(worth,)))
    answer = best(replace(state, plan=plan), "B")
    assert (answer.value, answer.beside) == (57, 3)


def test_what_was_not_typed_is_listed_and_the_answer_is_told_in_both_languages() -> None:
    state = examples.e1()
    summary = answer_for(state, colour="B", ask="last-turns")
    for language in ("en", "ja"):
        message = in_words(summary, 0, language)
        assert says(message, "tianxia.advice.turns", language, value=79)
        assert (
            says(message, "tianxia.advice.missing", language) and say(summary.missing[0], language) in message
        )
    assert keys_of(summary.missing[0])[:2] == ["tianxia.missing.flags", "tianxia.region.qin"]
    missing = {phrase.key for phrase in best(examples.e6(), "B").missing}
    assert "tianxia.missing.round" not in missing
    assert says(in_words(replace(summary, at_most=81), 0, "en"), "tianxia.advice.turns.open", most=81)


def test_cards_drawn_unseen_count_by_their_typed_worth() -> None:
    state = examples.e3()
    turns = replace(state.plan.turns, card=2)
    assert best(replace(state, plan=replace(state.plan, turns=turns)), "B").value == 58 + 2


def test_it_is_asked_in_round_4_and_of_ships_in_known_ports() -> None:
    with refused("tianxia.wrong.last_turns", n=4):
        best(replace(examples.e1(), round=3), "B")
    state = examples.e5()
    lost = ShipOffer(name="x", demand="D1", port="silk", spaces=("",))
    plan = replace(state.plan, deliveries=DeliveryPlan((lost,)))
    with refused("tianxia.wrong.harbour", "plan.deliveries.ships[0].name"):
        best(replace(state, plan=plan), "B")
    with refused("tianxia.advice.stock", n=60):
        best(replace(state, players=(replace(state.players[0], coin=99), *state.players[1:])), "B")


@pytest.mark.slow
def test_a_resource_that_p16_gives_for_nothing_does_not_stop_a_plan() -> None:
    answer = best(example("time 15", players=4), "B")
    assert (answer.nothing, answer.value) == (106, 134)


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=() if n == 3 else pytest.mark.long) for n in range(100)]
)
def test_the_whole_is_at_least_each_line_and_part(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_module, "LIMIT", 0.2)
    state = full_round(number)
    whole = best(state, "B").value

    def counted(state: State) -> Fraction:
        return Fraction(MEASURES["last turns"](state, "B"))

    line = apply_actions(state, "B", line_from(Turns(state, "B"), (), counted))
    assert whole >= counted(line) > counted(state)
    for name in ("goals", "deliveries", "jade", "leftovers", "governors"):
        assert whole >= best(state, "B", part=part_of(name, state)).value
