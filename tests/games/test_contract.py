"""Type checkers hold every game, and pads of files, to what `games.Game` and games/rooms.py say."""

from pathlib import Path

import pytest

from pencilwright.games import GAMES
from tests.games import contract
from tests.games.pads.gallery import PADS


@pytest.mark.slow
@pytest.mark.parametrize(
    "checker", [contract.MYPY, pytest.param(contract.PYRIGHT, marks=pytest.mark.long)], ids=str
)
def test_a_type_checker_holds_every_game_to_the_contract(checker: tuple[str, ...], tmp_path: Path) -> None:
    texts = {game.package: contract.program(game) for game in GAMES.values() if not game.is_pad}
    texts["pads"] = contract.program_of_pads(PADS["yatzy"])
    assert contract.report(tmp_path, texts, checker).startswith(("Success", "0 errors"))


@pytest.mark.slow
def test_a_room_in_the_place_of_another_is_an_error(tmp_path: Path) -> None:
    text = contract.program(GAMES["tianxia"]).replace("= of_paper\n", "= of_marks\n")
    text = text.replace("(of_setup.notes)", "(of_setup.draw)")
    assert "Found 2 errors" in contract.report(tmp_path, {"wrong": text})


def test_the_contract_has_every_room_and_every_method_that_a_game_may_override() -> None:
    text = contract.program(GAMES["troyes-dice"])
    assert "takes(game.parse)(of_reading.parse)" in text
    assert "held_marks: contract.MarksRoom[State, Setup] = of_marks" in text
    assert "held_commands: contract.CommandsRoom[State] = of_commands" in text
    assert "takes(game.band)(of_scoring.band)" in text
    assert {name for _, name in contract.OVERRIDDEN} >= {"check", "notes", "start", "mark_rules"}
