"""Type checkers hold every game, and pads of files, to what `games.Game` and games/rooms.py say."""

import subprocess
import sys
from pathlib import Path

import pytest

from pencilwright.games import GAMES
from tests.games import contract
from tests.games.pads.gallery import PADS

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("contract")
    texts = {game.package: contract.program(game) for game in GAMES.values() if not game.is_pad}
    texts["pads"] = contract.program_of_pads(PADS["yatzy"])
    for name, text in texts.items():
        (folder / f"held_{name}.py").write_text(text, encoding="utf-8")
    return sorted(folder.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["basedpyright", "--level", "error"]], ids=str)
def test_a_type_checker_holds_every_game_to_the_contract(checker: list[str], programs: list[Path]) -> None:
    command = [sys.executable, "-m", *checker, *map(str, programs)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "0 errors" in done.stdout or f"no issues found in {len(GAMES) + 1} source files" in done.stdout


@pytest.mark.slow
def test_a_room_in_the_place_of_another_is_an_error(tmp_path: Path) -> None:
    text = contract.program(GAMES["tianxia"]).replace("= of_scoring\n", "= of_legality\n")
    (tmp_path / "wrong.py").write_text(text.replace("(of_setup.notes)", "(of_setup.draw)"), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", str(tmp_path / "wrong.py")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Found 2 errors" in done.stdout, done.stdout


def test_the_contract_names_every_room_and_every_method_that_a_game_may_override() -> None:
    text = contract.program(GAMES["troyes-dice"])
    assert "held_reading: contract.ReadingRoom[State] = of_reading" in text
    assert "takes(game.band)(of_scoring.band)" in text
    assert {name for _, name in contract.OVERRIDDEN} >= {"check", "notes", "start_with", "mark_rules"}
