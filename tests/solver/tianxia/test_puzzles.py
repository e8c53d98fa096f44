"""Puzzles: the list of answers and the model of whole turns agree on every worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pencilwright.games.tianxia.puzzle import KINDS_OF_PUZZLE, of_state
from pencilwright.games.tianxia.rules.advice_inputs import DeliveryPlan, Plans, ShipOffer
from pencilwright.games.tianxia.state import Player, Section, State
from pencilwright.solver.puzzles import Weighed, Workings
from pencilwright.solver.tianxia import cross_check, puzzles
from pencilwright.solver.verify import Disagreement
from tests.games.tianxia.positions import BOP


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS_OF_PUZZLE)
def test_every_answer_is_worth_the_same_by_the_model_of_whole_turns(kind: str) -> None:
    seen = 0
    for seed in range(6):
        question = puzzles.candidate(kind, f"second {seed}")
        weighed = puzzles.weigh(question)
        if weighed.options:
            puzzles.confirm(question, weighed, "")
            last = cross_check.value(question, given=weighed.workings.done[-1])
            assert last == weighed.options[-1].value
            seen += 1
    assert seen >= 3


@pytest.mark.parametrize("kind", KINDS_OF_PUZZLE)
def test_a_wrong_worth_and_a_missing_answer_are_noticed(kind: str) -> None:
    questions = (puzzles.candidate(kind, f"second {seed}") for seed in range(20))
    requests = ((question, puzzles.weigh(question)) for question in questions)
    question, weighed = next((item, entry) for item, entry in requests if len(entry.options) > 2)
    more = weighed.options[0]._replace(value=weighed.options[0].value + 1)
    with pytest.raises(Disagreement):
        puzzles.confirm(question, weighed._replace(options=(more, *weighed.options[1:])), "")
    own = Workings(weighed.workings.done[1:], weighed.workings.views[1:])
    with pytest.raises(Disagreement):
        puzzles.confirm(question, Weighed(weighed.options[1:], (), own), "")


def test_one_answer_alone_has_no_other() -> None:
    rows = (Section(nomads=3, battle=True), Section(), Section(), Section())
    question = of_state(State(players=(Player(letter="B"), *BOP[1:]), wall=rows), "wall", "B")
    weighed = puzzles.weigh(question)
    assert [option.name for option in weighed.options] == ["nothing"]
    assert cross_check.value(question, other_than=weighed.workings.done[0]) is None


def test_the_upcoming_ship_takes_one_delivery_of_any_good() -> None:
    ship = ShipOffer(name="A", demand="D3", port="good", spaces=("+3 pp", "+1 pp"))
    own = Player(letter="B", silk=2)
    state = State(players=(own, *BOP[1:]), plan=Plans(deliveries=DeliveryPlan((ship,))))
    question = of_state(state, "deliveries", "B")
    weighed = puzzles.weigh(question)
    worths = {option.name: option.value for option in weighed.options}
    assert worths == {"A1": Fraction(36, 10), "A2": Fraction(16, 10), "nothing": Fraction(4, 10)}
    for done, option in zip(weighed.workings.done, weighed.options, strict=True):
        assert cross_check.value(question, given=done) == option.value


def test_soldiers_of_p10_need_a_wall_or_a_tower() -> None:
    own = Player(letter="B", meeples=2, stone=2)
    rows = (Section(nomads=3, battle=True), Section(), Section(), Section())
    state = State(players=(own, *BOP[1:]), wall=rows, governors={"qin1": "B"}, buildings={"qin1": "P10"})
    question = of_state(state, "wall", "B")
    weighed = puzzles.weigh(question)
    assert "1:S" not in [option.name for option in weighed.options]
    assert weighed.options[0].name == "1:WS"
    puzzles.confirm(question, weighed, "")
