"""Documents of the command line: what they are called, what they hold, and which options change them."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pypdf
import pytest

from pencilwright.app.answers.documents import PrintOrder, make
from pencilwright.games import game, pagecode
from pencilwright.generator import filled_form, svg
from pencilwright.generator.documents import render_copy
from tests.app.doors import COMMAND, Door


def code(game_id: str) -> str:
    room = game(game_id).setups
    return str(room.to_code(room.draw("1")))


CODE = code("troyes-dice")
WRITTEN: dict[str, str] = tomllib.loads(
    re.sub("{([a-z-]+)}", lambda game: code(game[1]), Path(__file__).with_name("written.toml").read_text())
)
"""A line -> the file that it writes in `output`."""


@pytest.mark.parametrize(("line", "written"), WRITTEN.items())
def test_a_document_is_one_file_named_after_what_it_is(door: Door, line: str, written: str) -> None:
    ran = door(line)
    assert ran.err == ""
    (name,) = ran.written
    assert Path(name).match(f"output/{written}") and name in ran.out
    assert Path(name).read_bytes().startswith(b"%PDF-1.7")


@pytest.mark.parametrize(
    ("options", "is_told"), [("--blank-numbers", False), ("--blank-numbers --seed 1", True)]
)
def test_a_sheet_of_a_setup_tells_its_code(door: Door, options: str, is_told: bool) -> None:
    assert door(f"sheet troyes-dice {options}").says("print.more", code=CODE) is is_told


@pytest.mark.parametrize(
    ("game_id", "copies", "mark"), [("troyes-dice", 3, "name"), ("tianxia", 1, "p3.name")]
)
def test_names_stand_on_a_sheet_for_each_or_in_the_columns_of_one(
    door: Door, game_id: str, copies: int, mark: str
) -> None:
    door("sheet", game_id, "--names", "Ann, Bo、文子", "-o", "sheets.pdf")
    sheets = filled_form.read(Path("sheets.pdf").read_bytes()).sheets
    assert len(sheets) == copies
    assert sheets[-1].values[mark] == "文子"
    assert "Ann" in sheets[0].values.values()


def test_a_name_in_letters_that_no_font_has_is_said(door: Door) -> None:
    done = door("sheet tianxia --names 文子,😀 -o sheets.pdf")
    assert done.says("form.lacking", signs="😀")


def test_a_document_to_standard_output_is_the_file_and_nothing_else(door: Door) -> None:
    line = [*COMMAND, "reference", "troyes-dice", "-o", "-"]
    done = subprocess.run(line, capture_output=True, check=True, stdin=subprocess.DEVNULL)
    assert done.stdout.startswith(b"%PDF-") and done.stdout.rstrip().endswith(b"%%EOF")
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize("options", ["--format svg -o", "-o"])
def test_an_svg_sheet_carries_the_marks_as_ids(door: Door, options: str) -> None:
    door("sheet troyes-dice --seed 1", *options.split(), "sheet.svg")
    text = Path("sheet.svg").read_text(encoding="utf-8")
    assert text.startswith("<") and 'id="citizens.red.5"' in text


def test_an_svg_file_is_the_first_copy_of_a_sheet() -> None:
    troyes = game("troyes-dice")
    order = PrintOrder("score-sheet", troyes.setups.draw("1"), format="svg")
    first = render_copy("troyes-dice", "score-sheet", setup=order.setup, options=order.printing, copy=1)
    assert make(troyes, order) == svg.draw(first.page).encode()


def test_a_pad_for_which_no_setup_is_named_leaves_its_factions_open(door: Door) -> None:
    for name, options in (("silent", ""), ("blank", "--blank-numbers"), ("drawn", "--seed friday")):
        door(f"sheet terra-mystica {options} -o {name}.pdf")
    silent, blank, drawn = (Path(f"{name}.pdf").read_bytes() for name in ("silent", "blank", "drawn"))
    assert silent == blank != drawn


def test_the_code_printed_on_a_sheet_brings_its_setup_back(door: Door) -> None:
    page = pagecode.PageCode("TD", 0, 1, "en", "colour", "a4", False, 2, CODE)
    assert CODE in door("setup troyes-dice --code", pagecode.pretty(pagecode.encode(page))).out


def test_a_booklet_shows_the_setup_of_a_code(door: Door) -> None:
    door(f"reference troyes-dice --booklet --code {CODE} -o b.pdf")
    assert CODE in pypdf.PdfReader("b.pdf").pages[1].extract_text()


def test_a_word_that_the_font_lacks_is_refused(door: Door) -> None:
    Path("own.toml").write_text('[[challenges]]\nid = "H1"\ntext = "win \\U0001F3B2"\n', encoding="utf-8")
    assert re.search("\U0001f3b2|1F3B2", door.refused("reference troyes-dice --components own.toml").err)


def test_answers_in_an_ascii_terminal_do_not_fail(door: Door) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    line = [*COMMAND, "sheet", "troyes-dice", "--seed", "\u6771", "-o", "\u6771.pdf"]
    done = subprocess.run(line, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
