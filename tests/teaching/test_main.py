"""The command line `python -m teaching`, and that nothing of it is in the product."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from pencilwright.app.cli import main
from teaching.__main__ import teaching

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]


@pytest.mark.parametrize("name", ["photos", "marks", "policy"])
def test_every_option_of_every_command_is_on_the_page_and_has_help(name: str) -> None:
    command = teaching.commands[name]
    assert "Examples:" in (command.help or "")
    section = PAGE.partition(f"## `{name}`")[2].partition("\n## ")[0]
    for parameter in command.params:
        assert isinstance(parameter, click.Option) and parameter.help
        for option in (*parameter.opts, *parameter.secondary_opts):
            assert f"`{option}" in section, option


def test_every_option_on_the_page_exists() -> None:
    parameters = [parameter for command in teaching.commands.values() for parameter in command.params]
    known = {option for parameter in parameters for option in (*parameter.opts, *parameter.secondary_opts)}
    assert set(re.findall(r"`(--?[a-z-]+)", PAGE)) <= known


def test_a_mistake_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["photos", "--level", "soft"], teaching) == main.BAD_INPUT
    assert "unknown level 'soft'" in capsys.readouterr().err
    assert main.run(["photos", "--nonsense"], teaching) == main.BAD_INPUT
    assert "See: python -m teaching photos --help" in capsys.readouterr().err


def test_the_module_runs_from_a_checkout() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "teaching", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "Usage: python -m teaching" in done.stdout


DRAWS = """
import numpy as np
from teaching.photos import positions
for seed in range(4):
    print(sorted(positions.draw(np.random.default_rng(seed)).values.items()))
"""


@pytest.mark.slow
def test_the_same_seed_draws_the_same_sheet_whatever_python_hashes_with() -> None:
    drawn = [
        subprocess.run(
            [sys.executable, "-c", DRAWS],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert drawn[0] == drawn[1] != ""
