"""The formulas of chances are what their sheets say, and evidence never speaks for a mark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pencilwright.solver.photo import chance
from pencilwright.solver.photo.evidence import FAMILIES, MEASURES, SIGNS
from pencilwright.solver.photo.network import KINDS
from pencilwright.solver.photo.records import Evidence
from teaching.chances import command, fit
from teaching.photos.writers import Manner

MARKS = 40


def sheet(seed: int, habit: str = "") -> fit.Known:
    """Rings about which networks err the more, the less sure they are; what is unlike others is wrong."""
    rng = np.random.default_rng(seed)
    sure = rng.uniform(0.55, 0.999, MARKS)
    stray = rng.random(MARKS) < 0.1
    right = (rng.random(MARKS) < sure) & ~stray
    log = np.full((MARKS, len(KINDS)), -99.0)
    log[:, 1], log[:, 0], log[:, -1] = np.log(sure), np.log(0.9 * (1 - sure)), np.log(0.1 * (1 - sure))
    measures = np.zeros((MARKS, len(MEASURES)), np.float32)
    measures[:, MEASURES.index("unlike")] = stray
    measures[:, MEASURES.index("open")] = right  # it would speak for a mark
    signs = np.zeros((len(FAMILIES), len(SIGNS)), np.float32)
    signs[0, [0, SIGNS.index("many")]] = 1
    signs[0, SIGNS.index("doubt")] = float(bool(habit))
    whole = np.ones(MARKS, bool)
    zeros = np.zeros(MARKS, int)
    options = np.zeros((MARKS, len(KINDS)), bool)
    options[:, [0, 1, -1]] = True
    known = Evidence(
        tuple(map(str, range(MARKS))), options, log, np.zeros(MARKS, np.float32), whole, whole, zeros, zeros,
        rng.normal(size=(MARKS, 3)).astype(np.float32), measures, signs, 0.0, False,
        np.full(MARKS, 0.9, np.float32),
    )  # fmt: skip
    return fit.Known(known, np.where(right, 1, 0), habit)


@pytest.fixture(scope="module")
def weights() -> chance.Weights:
    return fit.fit([sheet(seed) for seed in range(12)] + [sheet(20 + seed, "ticks") for seed in range(6)])


def test_a_logistic_regression_finds_the_weights_that_made_its_data() -> None:
    rng = np.random.default_rng(1)
    inputs = np.column_stack([np.ones(20_000), rng.normal(size=20_000)])
    right = rng.random(20_000) < 1 / (1 + np.exp(-inputs @ (0.5, 2.0)))
    assert fit.logistic(inputs, right.astype(float), np.full(2, 0.01)) == pytest.approx((0.5, 2.0), abs=0.1)


def test_what_speaks_against_marks_has_its_weight_and_nothing_speaks_for_them(
    weights: chance.Weights,
) -> None:
    usual = dict(zip(chance.FEATURES, weights.usual.tolist(), strict=True))
    assert usual["unlike"] < -1
    assert usual["open"] == 0
    assert usual["on print"] == fit.EXPECTED["on print"]
    assert (weights.usual[[chance.FEATURES.index(name) for name in fit.NEVER_HELP]] <= 0).all()


def test_signs_tell_sheets_that_are_drawn_otherwise(weights: chance.Weights) -> None:
    judged = [chance.judge(sheet(99, habit).evidence, {}, weights).otherwise.all() for habit in ("", "ticks")]
    assert judged == [False, True]


def test_chances_are_as_often_right_as_they_say(weights: chance.Weights) -> None:
    known = [sheet(200 + seed) for seed in range(20)]
    results = [(chance.judge(item.evidence, {}, weights), item.truth) for item in known]
    chances = np.concatenate([judged.chances for judged, _ in results])
    right = np.concatenate([judged.kinds == truth for judged, truth in results])
    for low, high in ((0.5, 0.8), (0.8, 1.0)):
        some = (chances >= low) & (chances < high)
        assert right[some].mean() == pytest.approx(chances[some].mean(), abs=0.1)


def test_the_command_writes_weights_that_the_reader_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def known(*_: Any) -> Any:
        return iter([sheet(1), sheet(2), sheet(3, "ticks")])

    monkeypatch.setattr(command, "_known", known)
    monkeypatch.setattr(command.Recorded, "writers", lambda self: ["circle 1"])
    target = tmp_path / "chances.json"
    result = CliRunner().invoke(command.chances, ["--strokes", str(tmp_path), "-o", str(target)])
    assert result.exit_code == 0, result.output
    assert chance.read(target.read_text()).usual.shape == (len(chance.FEATURES),)


def test_manners_are_called_by_what_the_fit_knows() -> None:
    manners = (None, Manner(), Manner(habit="ticks"), Manner(habit="felt"), Manner(ring=1.7), Manner(off=2.5))
    assert [command._called(manner) for manner in manners] == ["", "", "ticks", "", "large", "off"]


def test_the_weight_of_one_input_is_fitted_and_no_other_moves(weights: chance.Weights) -> None:
    place = chance.FEATURES.index("unlike")
    without = weights.usual.copy()
    without[place] = 0
    known = [sheet(seed) for seed in range(12)]
    result = fit.only(known, "unlike", weights._replace(usual=without))
    assert result.usual[place] < -1
    assert np.array_equal(np.delete(result.usual, place), np.delete(weights.usual, place))
    helps = fit.only(known, "open", weights)
    assert helps.usual[chance.FEATURES.index("open")] == 0, "it would speak for a mark"
