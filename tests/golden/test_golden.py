"""The golden files hold, and what differs from them is told in words."""

from pathlib import Path

import pytest

from pencilwright.solver.compiled import can_compile
from pencilwright.templates.page import Area
from pencilwright.templates.paths import Box
from tests.generator.orders import ORDERS
from tests.golden import __main__ as program
from tests.golden import differences, documents, files, pdfs, sentences
from tests.golden.files import FILES, File

QUICK = ("codes", "examples", "answers", "sentences")
"""Rooms that the default run compares. `.ci/run` compares all; that of the documents is asked here too, where
pages are rendered anyway."""


@pytest.mark.parametrize("file", [file for file in FILES if file.room in QUICK], ids=str)
def test_what_comes_out_soon_is_as_the_golden_file_has_it(file: File) -> None:
    if file.room == "compiled" and not can_compile():
        pytest.skip("numba is not installed, and plain Python takes minutes, or samples less")
    result = file.sample()
    assert len(result) > 5
    assert "\n".join(files.compare_some(file, result)) == ""


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=str)
def test_everything_is_as_the_golden_file_has_it(file: File) -> None:
    if file.room == "compiled" and not can_compile():
        pytest.skip("numba is not installed, and plain Python takes minutes, or samples less")
    if file.room == "pdfs" and file.read()["libraries"] != pdfs.libraries():
        pytest.skip(f"these files were made by {file.read()['libraries']}, here is {pdfs.libraries()}")
    assert "\n".join(files.compare(file, file.entries())) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{n} {n:point|points}, {share:.1f} of {name!r}", "{n} %s, {share:.1f} of {name!r}"),
        ("no blank", "no blank"),
        ("   .-.\n   '-'\n", "   .-. /    '-'"),
    ],
)
def test_a_sentence_shows_its_blanks_by_name_and_both_forms_of_what_counts(text: str, said: str) -> None:
    forms = [said % word for word in ("point", "points")] if "%s" in said else [said]
    assert sentences.said(text) == " || ".join(forms)


@pytest.mark.parametrize("file", [file for file in FILES if file.room == "documents"], ids=str)
def test_every_page_of_every_order_has_a_line(file: File) -> None:
    assert list(file.read()) == documents.names(file.game)


def test_pages_that_were_rendered_elsewhere_are_held_against_their_lines() -> None:
    order = next(order for order in ORDERS if order.document == "reference" and order.kind.parts == 2)
    first, second = order.pages
    assert documents.differences(order, [first, second]) == []
    head, line = documents.differences(order, [first, second._replace(areas=(Area("x", Box(0, 0, 1, 1)),))])
    assert head == f"{order.game} documents:" and line.startswith(f"  {order}, page 2: was areas:")


def test_a_change_is_told_by_entry_part_and_both_values() -> None:
    old = {"--seed 7, score": "total:42 track:30 goods:12", "--seed 8, score": "total:9", "--seed 9": "a"}
    new = {"--seed 7, score": "total:43 track:30 goods:13", "--seed 8, score": "total:9", "--seed 10": "b"}
    assert differences.in_words(old, new) == [
        "--seed 7, score: was total:42, is total:43; was goods:12, is goods:13",
        "gone: --seed 9, was a",
        "new: --seed 10, is b",
    ]
    assert differences.in_words(new, new) == []


def test_a_long_list_of_changes_is_cut_kind_by_kind() -> None:
    old = {f"--seed {seed}, {field}": "1" for seed in range(9) for field in ("json", "score")}
    message = differences.in_words(old, dict.fromkeys(old, "2") | {"--seed 8, score": "1"})
    assert [line for line in message if line.startswith("...")] == [
        "... and 5 more (json)",
        "... and 4 more (score)",
    ]
    assert len(message) == 2 * differences.MOST + 2


@pytest.mark.parametrize("file", [file for file in FILES if file.room != "pdfs"][::5], ids=str)
def test_a_line_that_was_changed_is_named_under_its_file(file: File) -> None:
    parsed = file.read()
    name = list(parsed)[len(parsed) // 2]
    head, line = files.compare(file, parsed | {name: f"{parsed[name]} more"})
    assert head == f"{file}:" and line == f"  {name}: was nothing, is more"


def test_the_program_fails_on_a_difference_names_it_and_an_update_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = File("tianxia", "codes")
    stored = file.read()
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    files.write(file, stored | {"--seed 0": "TX1-0000"})
    capsys.readouterr()
    named = "tianxia codes:\n  gone: --seed 0, was TX1-0000\n"
    assert (program.main(["tianxia", "--room", "codes"]), capsys.readouterr().out) == (1, named)
    assert (program.main(["tianxia", "--room", "codes", "--update"]), capsys.readouterr().out) == (0, named)
    assert (program.main(["tianxia", "--room", "codes"]), capsys.readouterr().out) == (0, "")
    assert file.read() == stored
