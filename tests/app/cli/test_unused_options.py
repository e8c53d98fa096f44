"""An option that a game, a document or a position does not use is refused, never ignored."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright.app.answers.documents import Order, make
from pencilwright.app.cli.main import run
from pencilwright.games import game
from pencilwright.generator import svg
from pencilwright.generator.documents import render_copy

POSITIONS = {
    "troyes-dice": ("example", "troyes-dice"),
    "terracotta-army": ("example", "terracotta-army", "--players", "3"),
    "terra-mystica": ("example", "terra-mystica"),
    "tianxia": ("example", "tianxia"),
}


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("values.toml").write_text(
        'plazas = ["R/R", "Y/Y", "W/W", "R/Y", "R/Y", "R/Y", "Y/W", "W/R", "W/R"]\n'
    )


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence; nothing may be printed or written."""
    capsys.readouterr()
    assert run(list(arguments)) == 2, arguments
    summary = capsys.readouterr()
    assert summary.out == "" and summary.err.count("\n") == 1
    assert not Path("output").exists()
    return summary.err


def code(game_id: str) -> str:
    room = game(game_id).setups
    return str(room.to_code(room.draw("1")))


@pytest.mark.parametrize(
    ("game_id", "option"),
    [
        (game_id, option)
        for game_id in ("terracotta-army", "terra-mystica", "tianxia")
        for option in (("--time", "1s"), ("--advice-seed", "x"), ("--no-proof",), ("--dice", "b1 2 3 4"))
        if (game_id, option[0]) != ("terra-mystica", "--time")
    ],
)
def test_advice_on_placing_refuses_what_only_half_days_use(
    capsys: pytest.CaptureFixture[str], game_id: str, option: tuple[str, ...]
) -> None:
    assert run([*POSITIONS[game_id], "-o", "position.json"]) == 0
    summary = refused(capsys, "advise", "position.json", *option)
    name = option[0].replace("--no-proof", "--proof")
    assert f"{game(game_id).title} has no option {name} here; it has --" in summary


@pytest.mark.parametrize(
    "option", [("--components", "values.toml"), ("--pieces", "2"), ("--for", "red"), ("--ask", "goals")]
)
def test_advice_on_half_days_refuses_what_only_placing_uses(
    capsys: pytest.CaptureFixture[str], option: tuple[str, ...]
) -> None:
    assert run([*POSITIONS["troyes-dice"], "-o", "position.json"]) == 0
    summary = refused(capsys, "advise", "position.json", *option)
    assert f"Troyes Dice has no option {option[0]} here; it has --dice, --then, --at, --up" in summary
    assert "--time, --advice-seed, --proof" in summary


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("sheet", "tianxia", "--seed", "1"),
            "every setup of Tianxia has the same score sheet; leave out --seed",
        ),
        (("sheet", "tianxia", "--fix", "qin1=P6", "--players", "2"), "leave out --fix, --players"),
        (("card", "terracotta-army", "--document", "chancellor-cards", "--seed", "1"), "leave out --seed"),
        (("card", "troyes-dice", "--document", "setup-page", "--size", "card"), "leave out --size"),
        (("card", "troyes-dice", "--backs"), "has no back to print"),
        (("sheet", "tianxia", "--blank-numbers"), "the score sheet of Tianxia has nothing to leave open"),
        (
            ("sheet", "terracotta-army", "--blank-numbers"),
            "has nothing to leave open; leave out --blank-numbers",
        ),
        (("sheet", "troyes-dice", "--format", "svg", "--no-form"), "an SVG file has no form"),
        (
            ("sheet", "terracotta-army", "--document", "setup-page", "--form"),
            "setup page of Terracotta Army has no form",
        ),
        (
            ("play", "troyes-dice", "--resume", "g.txt", "--components", "values.toml"),
            "--resume has its own setup",
        ),
        (("setup", "troyes-dice", "--deal"), "No such option '--deal'"),
    ],
)
def test_a_document_refuses_what_does_not_change_it(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(capsys, *arguments)


@pytest.mark.parametrize("game_id", ["troyes-dice", "terracotta-army", "terra-mystica", "tianxia"])
def test_a_reference_that_is_the_same_for_every_setup_refuses_a_code(
    capsys: pytest.CaptureFixture[str], game_id: str
) -> None:
    summary = refused(capsys, "reference", game_id, "--code", code(game_id))
    assert f"every setup of {game(game_id).title} has the same reference; leave out --code" in summary


def test_a_reference_that_shows_what_is_in_play_takes_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reference", "tianxia", "--document", "buildings", "--code", code("tianxia")]) == 0


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        (("sheet", "troyes-dice", "--blank-numbers"), "troyes-dice-score-sheet-blank.pdf"),
        (("sheet", "terra-mystica", "--blank-numbers"), "terra-mystica-score-sheet-blank.pdf"),
        (("sheet", "terra-mystica"), "terra-mystica-score-sheet-blank.pdf"),
        (("sheet", "tianxia"), "tianxia-score-sheet.pdf"),
        (
            ("sheet", "troyes-dice", "--no-form", "--seed", "1"),
            f"troyes-dice-score-sheet-{code('troyes-dice')}.pdf",
        ),
        (
            ("card", "troyes-dice", "--size", "page", "--seed", "1"),
            f"troyes-dice-setup-page-{code('troyes-dice')}.pdf",
        ),
        (("card", "troyes-dice", "--seed", "1"), f"troyes-dice-setup-card-{code('troyes-dice')}.pdf"),
    ],
)
def test_what_a_document_uses_is_done(arguments: tuple[str, ...], written: str) -> None:
    assert run(list(arguments)) == 0
    assert [path.name for path in Path("output").iterdir()] == [written]


def test_a_proof_is_of_known_dice_and_a_target_of_chance(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["example", "troyes-dice", "--left", "9", "-o", "early.json"]) == 0
    for option in ("--proof", "--no-proof"):
        assert "advice under chance has no proof" in refused(capsys, "advise", "early.json", option)
    assert run(["example", "troyes-dice", "-o", "last.json"]) == 0
    assert "no dice are left to roll" in refused(capsys, "advise", "last.json", "--target", "50")


def test_the_seed_of_advice_has_one_name_in_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (("advise",), ("review",), ("play", "troyes-dice")):
        assert run([*command, "--help"]) == 0
        assert "--advice-seed TEXT" in capsys.readouterr().out
    assert "No such option" in refused(capsys, "advise", "position.json", "--seed", "1")


def test_an_svg_file_is_the_first_copy_of_a_sheet() -> None:
    troyes = game("troyes-dice")
    order = Order("score-sheet", troyes.setups.draw("1"), format="svg")
    first = render_copy("troyes-dice", "score-sheet", setup=order.setup, options=order.printing, copy=1)
    assert make(troyes, order) == svg.draw(first.page).encode()


def test_a_name_that_says_another_kind_of_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    summary = refused(capsys, "sheet", "troyes-dice", "--seed", "1", "-o", "sheet.png")
    assert "'sheet.png' does not fit; a sheet is pdf or svg" in summary


def test_a_help_has_only_what_the_game_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["setup", "troyes-dice", "--help"]) == 0
    assert "--deal" not in capsys.readouterr().out
    assert run(["setup", "tianxia", "--help"]) == 0
    assert "--deal" in capsys.readouterr().out
    assert run(["play", "--help"]) == 0
    summary = capsys.readouterr().out.partition("Games:")[2]
    assert "troyes-dice" in summary and "tianxia" not in summary
