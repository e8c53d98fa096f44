"""A played game reviewed: luck and loss add up, the words say what was dear, wrong files are refused."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from pencilwright.games.shared.answers import Plan
from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.answer import JudgedHalfDay, Review
from pencilwright.games.troyes_dice.play import rules, transcript
from pencilwright.solver.troyes_dice.play import adviser
from pencilwright.solver.troyes_dice.review import answer_for, in_words
from tests.app.answers.test_advice_japanese import english
from tests.app.doors import Door
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
def played(text: str, door: Door) -> str:
    Path("game.txt").write_text(text)
    return text


@pytest.mark.slow
def test_luck_and_decisions_lead_from_the_start_to_the_score(played: str, door: Door) -> None:
    fields = door.data("review game.txt --time 20ms")
    half_days = fields["half_days"]
    assert len(half_days) == 16
    assert fields["end"] == int(played.rsplit(maxsplit=1)[-1])
    assert fields["start"] + fields["luck"] + fields["decided"] == pytest.approx(fields["end"])
    assert fields["decided"] == pytest.approx(sum(half_day["decided"] for half_day in half_days))
    assert min(fields[name] for name in ("luck_error", "loss_error", "decided_error")) > 0
    assert fields["luck"] == pytest.approx(sum(half_day["luck"] for half_day in half_days))
    assert fields["loss"] == pytest.approx(sum(half_day["loss"] for half_day in half_days))
    for before, after in pairwise(half_days):
        assert before["expected"] == after["before"]
        assert before["expected"] == pytest.approx(before["before"] + before["luck"] + before["decided"])
    assert [half_day["method"] for half_day in half_days[-4:]] == ["rollouts", "exact", "exact", "exact"]
    assert [half_day["loss_error"] for half_day in half_days[-3:]] == [0, 0, 0]
    assert fields["loss"] > 10


def test_who_follows_the_advice_loses_nothing_and_luck_is_counted_from_the_usual_player() -> None:
    """The usual player's own moves decide nothing; each number has the error of what it is made of."""
    drawn = setup.draw("follow")
    game = transcript.begin(drawn)
    for roll in transcript.fair_rolls(setup.to_code(drawn))[:3]:
        best = adviser.best_moves(*game.rolled(roll), seconds=0.02, seed="s").moves[0]
        game = game.played(roll, best.move)
    result = answer_for(game, seconds=0.02, seed="s")
    assert (result.loss, result.loss_error) == (0, 0)
    assert [day.loss for day in result.half_days] == [0, 0, 0]
    assert result.start + result.luck + result.decided == pytest.approx(result.end)


@pytest.mark.slow
@pytest.mark.usefixtures("played")
def test_the_words_name_the_dearest_decision(door: Door) -> None:
    ran = door("review game.txt --time 20ms")
    japanese = door("review game.txt --time 20ms --lang ja").out
    assert "最も損の大きい判断：" in japanese and not english(japanese)
    assert ran.says("review.over") and ran.says("review.dearest")
    assert len([line for line in ran.out.splitlines() if line[1:3] in ("am", "pm")]) == 16


def half_day(time: str, loss: float, error: float, luck: float = 0.0) -> JudgedHalfDay:
    """Return a half-day of a review."""
    return JudgedHalfDay(
        time=time, when=time, dice=(1, 2, 3, 4), played="gain it", notation="gain", before=40.0, luck=luck,
        luck_error=error, decided=-loss, loss=loss, loss_error=error, expected=40.0, best_expected=42.0,
        best="build it",
        best_notation="build", method="rollouts",
        plan=Plan(who="", commands=("build",), measure="points", gain=0, exact=False, left_out=""),
    )  # fmt: skip


def reviewed(*half_days: JudgedHalfDay, over: bool, luck: float, loss: float, end: float) -> Review:
    """Return a review of half-days, 50 points being expected before the first roll."""
    return Review(
        player="Ana", seed="s", seconds=1.0, start=50.0, start_error=0.5, luck=luck, luck_error=1.0,
        loss=loss,
        loss_error=0.75, decided=-loss, decided_error=0.5, end=end, over=over, half_days=half_days,
    )  # fmt: skip


def test_a_loss_is_dear_when_it_is_more_than_two_standard_errors_and_more_than_nothing() -> None:
    losses = (("1am", 2.0, 1.0), ("1pm", 2.01, 1.0), ("2am", 0.005, 0), ("2pm", 0.01, 0))
    days = [half_day(*item) for item in losses]
    summary = reviewed(*days, over=True, luck=1.25, loss=4.025, end=47.0)
    lines = in_words(summary, "en").splitlines()
    assert lines[0].split() == ["when", "luck", "loss", "expected", "notation", "move"]
    assert [line.split()[0] for line in lines[2:8]] == ["1am", "1pm", "42.0", "2am", "2pm", "42.0"]
    assert lines[2].split()[1:] == ["+0.0", "\u00b11.0", "2.0", "\u00b11.0", "40.0", "gain", "gain", "it"]
    assert lines[4].split() == ["42.0", "build", "better:", "build", "it"]
    assert lines[5].split()[1:] == ["+0.0", "0.0", "40.0", "gain", "gain", "it"]
    numbers = {"start": "50.0 \u00b10.5", "luck": "+1.2 \u00b11.0", "decisions": "-4.0 \u00b10.5", "end": 47}
    assert says(" ".join(lines), "review.over", **numbers)
    assert says(" ".join(lines), "review.lost", n="4.0 \u00b10.8") and says(" ".join(lines), "review.usual")
    assert says(lines[-1], "review.dearest", when="1pm", played="gain it", best="build it")


def test_a_game_without_dear_decisions_names_none_and_a_loss_below_nothing_is_explained() -> None:
    for loss, is_below in ((0.3, False), (-0.3, True)):
        days = half_day("1am", loss, 0.2)
        words = in_words(reviewed(days, over=False, luck=0.0, loss=loss, end=50 - loss), "en")
        assert not says(words, "review.dearest") and says(words, "review.below") is is_below


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_goes_and_each_best_move_has_its_plan(
    text: str, door: Door
) -> None:
    Path("half.txt").write_text("\n".join(text.splitlines()[:6]))
    fields = door.data("review half.txt --time 20ms")
    assert fields["over"] is False and len(fields["half_days"]) == 4
    for item in fields["half_days"]:
        assert item["plan"]["commands"] == [item["best_notation"]] and item["plan"]["exact"] is False
    assert door("review half.txt --time 20ms").says("review.so_far")


@pytest.mark.parametrize(
    ("content", "key", "values"),
    [
        (b"\xff\xfe\x00", "file.utf8", {}),
        (b"setup TD1-0000-5H6D-A4GK\n", "answer.refused.nothing_played", {}),
        (b"setup TD1-0000-5H6D-A4GK\n1am b1 2 3 4\n", "wrong.line", {"n": 2}),
        (b"#" * 2_000_000, "file.larger", {}),
    ],
)
def test_what_is_no_game_is_refused(content: bytes, key: str, values: dict[str, int], door: Door) -> None:
    Path("wrong.txt").write_bytes(content)
    door.refuses("review wrong.txt", key, **values)
