"""The golden files hold, and what differs from them is shown line by line."""

from pathlib import Path

import pytest

from pencilwright.solver.compiled import can_compile
from tests.golden import __main__ as program
from tests.golden import files
from tests.golden.files import FILES, File

QUICK = ("codes", "examples", "answers", "sentences")
SOON = [file for file in FILES if file.room in QUICK and str(file) != "terra-mystica answers"]
"""What the default run compares; `.ci/run` compares all."""


@pytest.mark.parametrize("file", SOON, ids=str)
def test_what_comes_out_soon_is_as_the_golden_file_has_it(file: File) -> None:
    if file.room == "compiled" and not can_compile():
        pytest.skip("numba is not installed, and plain Python takes minutes, or samples less")
    result = file.sample()
    assert len(result) > 5
    assert "\n".join(files.compare(file, result, names=result)) == ""


def test_the_program_fails_on_a_difference_names_it_and_an_update_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = File("tianxia", "codes")
    stored = file.read()
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    files.write(file, {"--seed none": "TX1-0000"} | stored)
    capsys.readouterr()
    named = "tianxia codes:\n  @@ -1 +0,0 @@\n  ---seed none = TX1-0000\n"
    assert (program.main(["tianxia", "--room", "codes"]), capsys.readouterr().out) == (1, named)
    assert (program.main(["tianxia", "--room", "codes", "--update"]), capsys.readouterr().out) == (0, named)
    assert (program.main(["tianxia", "--room", "codes"]), capsys.readouterr().out) == (0, "")
    assert file.read() == stored
