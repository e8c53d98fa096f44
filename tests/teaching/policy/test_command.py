"""`python -m teaching policy`: a file of weights, where it is told."""

import json
from pathlib import Path

import pytest

from pencilwright.app.cli import main
from pencilwright.solver.troyes_dice.play import weights
from teaching.__main__ import teaching

pytestmark = pytest.mark.slow

ASKED = ["policy", "--iterations", "1", "--games", "4", "--setups", "2", "--seed", "tests"]


def test_the_same_options_write_the_same_bytes_and_the_installed_weights_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    installed = weights.FILE.read_bytes()
    assert main.run(ASKED, teaching) == 0
    assert main.run([*ASKED, "-o", "again.json"], teaching) == 0
    text = Path("output/policy.json").read_text(encoding="utf-8")
    assert text == Path("again.json").read_text(encoding="utf-8")
    assert len(weights.read(text)) == len(weights.fitted_weights())
    assert (json.loads(text)["iterations"], json.loads(text)["games"]) == (1, 4)
    assert weights.FILE.read_bytes() == installed
