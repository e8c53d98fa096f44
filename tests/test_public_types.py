"""The public names give each game's own types to a type checker; here they are what they say at run time."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import pencilwright
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.scores import Score
from pencilwright.games.terra_mystica import answer as mystica_answer
from pencilwright.games.terra_mystica import components as mystica_box
from pencilwright.games.terra_mystica import setup as mystica_setup
from pencilwright.games.terra_mystica import state as mystica_state
from pencilwright.games.terracotta_army import answer as army_answer
from pencilwright.games.terracotta_army import components as army_box
from pencilwright.games.terracotta_army import setup as army_setup
from pencilwright.games.terracotta_army import state as army_state
from pencilwright.games.tianxia import answer as tianxia_answer
from pencilwright.games.tianxia import components as tianxia_box
from pencilwright.games.tianxia import setup as tianxia_setup
from pencilwright.games.tianxia import state as tianxia_state
from pencilwright.games.troyes_dice import answer as troyes_answer
from pencilwright.games.troyes_dice import components as troyes_box
from pencilwright.games.troyes_dice import setup as troyes_setup
from pencilwright.games.troyes_dice import state as troyes_state

if TYPE_CHECKING:
    from typing import assert_type
else:

    def assert_type(value: object, kind: type) -> object:
        """Assert at run time what a type checker asserts about the text."""
        assert isinstance(value, kind)
        return value


def sound(problems: Sequence[Problem], scores: Sequence[tuple[object, Score]], state: Any) -> None:
    """Assert what holds of every game's positions."""
    assert list(problems) == [] and scores
    assert [sheet.total for sheet in pencilwright.score(state)] == [score.total for _, score in scores]


def test_everything_of_troyes_dice_has_its_own_types() -> None:
    game = pencilwright.game("troyes-dice")
    box = assert_type(game.components.STANDARD, troyes_box.Components)
    setup = assert_type(game.setups.draw("x"), troyes_setup.Setup)
    assert assert_type(game.setups.from_code(game.setups.to_code(setup)), troyes_setup.Setup) == setup
    state = assert_type(game.examples.example(1, 1), troyes_state.State)
    assert_type(game.parse(game.to_json(state)), troyes_state.State)
    assert_type(game.with_components(state, box), troyes_state.State)
    sound(game.problems(state), game.scores(state), state)


def test_everything_of_terracotta_army_has_its_own_types() -> None:
    game = pencilwright.game("terracotta-army")
    box = assert_type(game.components.STANDARD, army_box.Components)
    setup = assert_type(game.setups.draw("x"), army_setup.Setup)
    assert assert_type(game.setups.from_code(game.setups.to_code(setup)), army_setup.Setup) == setup
    state = assert_type(game.examples.example(1, 1), army_state.State)
    assert_type(game.parse(game.to_json(state)), army_state.State)
    assert_type(game.with_components(state, box), army_state.State)
    sound(game.problems(state), game.scores(state), state)


def test_everything_of_terra_mystica_has_its_own_types() -> None:
    game = pencilwright.game("terra-mystica")
    box = assert_type(game.components.STANDARD, mystica_box.Components)
    setup = assert_type(game.setups.draw("x"), mystica_setup.Setup)
    assert assert_type(game.setups.from_code(game.setups.to_code(setup)), mystica_setup.Setup) == setup
    state = assert_type(game.examples.example(1, 1), mystica_state.State)
    assert_type(game.parse(game.to_json(state)), mystica_state.State)
    assert_type(game.with_components(state, box), mystica_state.State)
    sound(game.problems(state), game.scores(state), state)


def test_everything_of_tianxia_has_its_own_types() -> None:
    game = pencilwright.game("tianxia")
    box = assert_type(game.components.STANDARD, tianxia_box.Components)
    setup = assert_type(game.setups.draw("x"), tianxia_setup.Setup)
    assert assert_type(game.setups.from_code(game.setups.to_code(setup)), tianxia_setup.Setup) == setup
    state = assert_type(game.examples.example(1, 1), tianxia_state.State)
    assert_type(game.parse(game.to_json(state)), tianxia_state.State)
    assert_type(game.with_components(state, box), tianxia_state.State)
    sound(game.problems(state), game.scores(state), state)


def test_advice_on_a_state_has_the_types_of_its_game() -> None:
    dice = pencilwright.advise(pencilwright.game("troyes-dice").examples.example(1, 1), proof=False)
    army = pencilwright.advise(pencilwright.game("terracotta-army").examples.example(1, 1))
    mystica = pencilwright.advise(
        pencilwright.game("terra-mystica").parse("TM1 r6 | witches D:F4"), ask="cults"
    )
    tianxia = pencilwright.advise(pencilwright.game("tianxia").examples.example(1, 1), for_="B", ask="goals")
    best = assert_type(dice, troyes_answer.Answer)
    turn = assert_type(army, army_answer.Answer)
    cults = assert_type(mystica, mystica_answer.Answer)
    goals = assert_type(tianxia, tianxia_answer.Answer)
    assert best.value == best.choices[0].value
    assert turn.plan.commands and goals.plan.who == "B" and cults.plan.who == "witches"
    for advice in (dice, army, mystica, tianxia):
        data = json.loads(json.dumps(advice.to_dict()))
        encoded = msgspec.json.decode(msgspec.json.encode(advice))
        assert (data["value"], data["format"]) == (encoded["value"], encoded["format"])


@pytest.mark.parametrize("module", ["games", "games.rooms", "games.shared.answers", "app.api", ""])
def test_no_public_type_is_left_open(module: str) -> None:
    text = Path(str(import_module(f"pencilwright.{module}".rstrip(".")).__file__)).read_text(encoding="utf-8")
    assert not re.search(r"\bAny\b", text)
