"""The public names give each game's own types to a type checker; here they are what they say at run time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pencilwright
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terra_mystica import setup as mystica_setup
from pencilwright.games.terra_mystica import state as mystica_state
from pencilwright.games.terracotta_army import setup as army_setup
from pencilwright.games.terracotta_army import state as army_state
from pencilwright.games.tianxia import setup as tianxia_setup
from pencilwright.games.tianxia import state as tianxia_state
from pencilwright.games.troyes_dice import setup as troyes_setup
from pencilwright.games.troyes_dice import state as troyes_state

if TYPE_CHECKING:
    from typing import assert_type
else:

    def assert_type(value: object, kind: type) -> object:
        """Assert at run time what a type checker asserts about the text."""
        assert isinstance(value, kind)
        return value


def test_setups_and_states_of_troyes_dice_have_its_own_types() -> None:
    game = pencilwright.game("troyes-dice")
    setup = assert_type(game.setups.draw("x"), troyes_setup.Setup)
    assert assert_type(game.setups.from_code(game.setups.to_code(setup)), troyes_setup.Setup) == setup
    state = assert_type(game.examples.example(1, 1), troyes_state.State)
    assert_type(game.reading.parse(game.reading.to_json(state)), troyes_state.State)
    problems: Sequence[Problem] = game.legality.problems(state)
    assert list(problems) == []
    assert [score.total for _, score in game.scoring.scores(state)]


def test_setups_and_states_of_terracotta_army_have_its_own_types() -> None:
    game = pencilwright.game("terracotta-army")
    setup = assert_type(game.setups.draw("x"), army_setup.Setup)
    assert assert_type(game.setups.from_code(game.setups.to_code(setup)), army_setup.Setup) == setup
    state = assert_type(game.examples.example(1, 1), army_state.State)
    assert_type(game.reading.parse(game.reading.to_json(state)), army_state.State)
    problems: Sequence[Problem] = game.legality.problems(state)
    assert list(problems) == []
    assert [score.total for _, score in game.scoring.scores(state)]


def test_setups_and_states_of_terra_mystica_have_its_own_types() -> None:
    game = pencilwright.game("terra-mystica")
    setup = assert_type(game.setups.draw("x"), mystica_setup.Setup)
    assert assert_type(game.setups.from_code(game.setups.to_code(setup)), mystica_setup.Setup) == setup
    state = assert_type(game.examples.example(1, 1), mystica_state.State)
    assert_type(game.reading.parse(game.reading.to_json(state)), mystica_state.State)
    problems: Sequence[Problem] = game.legality.problems(state)
    assert list(problems) == []
    assert [score.total for _, score in game.scoring.scores(state)]


def test_setups_and_states_of_tianxia_have_its_own_types() -> None:
    game = pencilwright.game("tianxia")
    setup = assert_type(game.setups.draw("x"), tianxia_setup.Setup)
    assert assert_type(game.setups.from_code(game.setups.to_code(setup)), tianxia_setup.Setup) == setup
    state = assert_type(game.examples.example(1, 1), tianxia_state.State)
    assert_type(game.reading.parse(game.reading.to_json(state)), tianxia_state.State)
    problems: Sequence[Problem] = game.legality.problems(state)
    assert list(problems) == []
    assert [score.total for _, score in game.scoring.scores(state)]
