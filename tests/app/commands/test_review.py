"""A played game reviewed: luck and loss add up, the words say what was dear, wrong files are refused."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pencilwright.app.cli.main import run
from pencilwright.games.shared.answers import Plan
from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.answer import JudgedHalfDay, Review
from pencilwright.games.troyes_dice.play import rules, transcript
from pencilwright.solver.troyes_dice.review import in_words
from tests.app.answers.test_advice_japanese import english
from tests.refusals import says

pytestmark = pytest.mark.usefixtures("kept_moves")


@pytest.fixture(scope="module")
def text() -> str:
    """A game of which every move is the last legal one: badly played."""
    drawn = setup.draw("review")
    game = transcript.begin(drawn, "Ana")
    for roll in transcript.fair_rolls(setup.to_code(drawn)):
        game = game.played(roll, rules.legal_actions(*game.rolled(roll))[-1])
    return transcript.to_text(game)


@pytest.fixture
def path(text: str, tmp_path: Path) -> str:
    written = tmp_path / "game.txt"
    written.write_text(text)
    return str(written)


def review(capsys: pytest.CaptureFixture[str], path: str) -> dict[str, Any]:
    assert run(["review", path, "--time", "20ms", "--json"]) == 0
    fields: dict[str, Any] = json.loads(capsys.readouterr().out)
    return fields


@pytest.mark.slow
def test_luck_and_decisions_lead_from_the_start_to_the_score(
    path: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = review(capsys, path)
    half_days = fields["half_days"]
    assert isinstance(half_days, list) and len(half_days) == 16
    assert fields["end"] == int(text.rsplit(maxsplit=1)[-1])
    assert fields["start"] + fields["luck"] - fields["loss"] == pytest.approx(fields["end"])
    assert fields["luck"] == pytest.approx(sum(half_day["luck"] for half_day in half_days))
    assert fields["loss"] == pytest.approx(sum(half_day["loss"] for half_day in half_days))
    for before, after in pairwise(half_days):
        assert before["expected"] == after["before"]
    assert [half_day["method"] for half_day in half_days[-4:]] == ["rollouts", "exact", "exact", "exact"]
    assert [half_day["loss_error"] for half_day in half_days[-3:]] == [0, 0, 0]
    assert fields["loss"] > 10


@pytest.mark.slow
def test_the_words_name_the_dearest_decision(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", path, "--time", "20ms"]) == 0
    view = capsys.readouterr().out
    assert run(["review", path, "--time", "20ms", "--lang", "ja"]) == 0
    japanese = capsys.readouterr().out
    assert "最も損の大きい判断：" in japanese
    assert not english(japanese)
    assert "expected before the first roll" in view
    assert "by decisions: " in view and says(view, "review.dearest")
    assert len([line for line in view.splitlines() if line[1:3] in ("am", "pm")]) == 16


def half_day(time: str, loss: float, error: float, luck: float = 0.0) -> JudgedHalfDay:
    """Return a half-day of a review."""
    return JudgedHalfDay(
        time=time,
        when=time,
        dice=(1, 2, 3, 4),
        played="gain it",
        notation="gain",
        before=40.0,
        luck=luck,
        loss=loss,
        loss_error=error,
        expected=40.0,
        best_expected=42.0,
        best="build it",
        best_notation="build",
        method="rollouts",
        plan=Plan(who="", commands=("build",), measure="points", gain=0, exact=False, left_out=""),
    )


def reviewed(*half_days: JudgedHalfDay, over: bool, luck: float, loss: float, end: float) -> Review:
    """Return a review of half-days, 50 points being expected before the first roll."""
    return Review(
        player="Ana",
        seed="s",
        seconds=1.0,
        start=50.0,
        start_error=0.5,
        luck=luck,
        loss=loss,
        end=end,
        over=over,
        half_days=half_days,
    )


def test_a_loss_is_dear_when_it_is_more_than_two_standard_errors_and_more_than_nothing() -> None:
    days = [
        half_day("1am", 2.0, 1.0),
        half_day("1pm", 2.01, 1.0),
        half_day("2am", 0.005, 0),
        half_day("2pm", 0.01, 0),
    ]
    summary = reviewed(*days, over=True, luck=1.25, loss=4.025, end=47.0)
    lines = in_words(summary, "en").splitlines()
    assert lines[0].split() == ["when", "luck", "loss", "expected", "notation", "move"]
    assert [line.split()[0] for line in lines[2:8]] == ["1am", "1pm", "42.0", "2am", "2pm", "42.0"]
    assert lines[2].split()[1:] == ["+0.0", "2.0", "\u00b11.0", "40.0", "gain", "gain", "it"]
    assert lines[4].split() == ["42.0", "build", "better:", "build", "it"]
    assert lines[5].split()[1:] == ["+0.0", "0.0", "40.0", "gain", "gain", "it"]
    assert says("\n".join(lines), "review.over", start="50.0", luck="+1.2", decisions="-4.0", end=47)
    assert lines[-1] == "The dearest decision: 1pm, gain it. Better: build it."


def test_a_game_without_dear_decisions_names_none() -> None:
    summary = reviewed(half_day("1am", 0.3, 0.2), over=False, luck=0.0, loss=0.3, end=49.7)
    words = in_words(summary, "en")
    assert "dearest" not in words and words.endswith("by decisions: 49.7 points expected.")


def test_a_loss_below_nothing_is_explained() -> None:
    sums = {"luck": 0.0, "loss": -0.3, "end": 50.3}
    words = in_words(reviewed(half_day("1am", -0.3, 0.2), over=False, **sums), "en")
    assert says(words, "review.below")
    assert "below 0" not in in_words(reviewed(half_day("1am", 0.0, 0.2), over=False, **sums), "en")


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_goes_and_each_best_move_has_its_plan(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half = tmp_path / "half.txt"
    half.write_text("\n".join(text.splitlines()[:6]))
    fields = review(capsys, str(half))
    assert fields["over"] is False and len(fields["half_days"]) == 4
    for item in fields["half_days"]:
        assert item["plan"]["commands"] == [item["best_notation"]] and item["plan"]["exact"] is False
    assert run(["review", str(half), "--time", "20ms"]) == 0
    assert says(capsys.readouterr().out, "review.so_far")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "its first line must be"),
        (b"\xff\xfe\x00", "it is not text"),
        (b"hello", "its first line must be"),
        (b"setup TD1-0000-5H6D-A4GK\n", "nothing has been played"),
        (b"setup TD1-0000-5H6D-A4GK\n1am b1 2 3 4\n", "line 2: "),
        (b"#" * 2_000_000, "is larger than"),
    ],
)
def test_what_is_no_game_is_refused(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.txt"
    path.write_bytes(content)
    assert run(["review", str(path)]) == 2
    assert message in capsys.readouterr().err


def test_several_games_are_reviewed_and_ranked_and_a_wrong_file_stops_none(
    path: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    few = "\n".join(text.splitlines()[:6])
    Path(path).write_text(few)
    (folder / "a.txt").write_text(few.replace("Ana", "Ben"))
    (folder / "b.txt").write_text("no game")
    assert run(["review", path, str(folder), "--time", "20ms", "--json"]) == 1
    results = json.loads(capsys.readouterr().out)
    assert [game["player"] for game in results["games"]] == ["Ana", "Ben"]
    assert [(entry["place"], entry["name"]) for entry in results["ranking"]] == [(1, "Ana"), (1, "Ben")]
    assert len(results["refused"]) == 1
    assert run(["review", path, str(folder / "a.txt"), "--time", "20ms", "--lang", "ja"]) == 0
    view = capsys.readouterr().out
    assert view.startswith("Ana\n") and "\n\nBen\n" in view and view.count("Ana") == 2
