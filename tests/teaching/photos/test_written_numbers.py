"""Numbers written into combs: where they stand, and that the truth says what was written."""

from __future__ import annotations

import numpy as np
import pytest

from pencilwright.games import game
from pencilwright.games.shared.marks import TICKED
from pencilwright.solver.photo import sums
from pencilwright.templates.paths import Box
from teaching.photos import positions, writers, written_numbers
from teaching.photos.levels import LEVELS

PADS = ("terra-mystica", "terracotta-army", "tianxia")


def scribe(seed: int) -> written_numbers.Scribe:
    rng = np.random.default_rng(seed)
    return written_numbers.scribe(rng, writers.writer(rng, LEVELS["easy"]))


@pytest.mark.parametrize("seed", range(6))
def test_each_digit_stands_in_its_cell_the_last_one_in_the_last(seed: int) -> None:
    rng, box = np.random.default_rng(seed), Box(40, 50, 15, 7)
    strokes = written_numbers.number(rng, scribe(seed), "8", box, 3)
    middle = np.vstack(strokes)[:, :2].mean(axis=0)
    assert 50 < middle[0] < 55
    assert 50 < middle[1] < 57
    assert np.vstack(written_numbers.number(rng, scribe(seed), "888", box, 3))[:, 0].min() < 45


@pytest.mark.parametrize("game_id", PADS)
def test_random_numbers_fill_the_cells_that_are_said(game_id: str) -> None:
    rng = np.random.default_rng(4)
    page = positions.draw(rng, game_id=game_id).rendered.page
    who = writers.writer(rng, LEVELS["medium"])
    pens, results = written_numbers.at_random(rng, page, who, LEVELS["medium"], None)
    combs_of_page = {mark.id: mark.cells for mark in page.marks if mark.kind == "number"}
    assert set(results) == set(combs_of_page)
    assert any(hand.inked for hand, _ in pens)
    for name, written in results.items():
        assert len(written.cells) == combs_of_page[name]
        if written.truth.isdecimal():
            assert "".join(written.cells) == written.truth


@pytest.mark.parametrize("game_id", PADS)
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(12), marks=pytest.mark.long)])
def test_most_totals_of_a_pad_are_the_sums_of_its_rows(game_id: str, seeds: range) -> None:
    right = wrong = 0
    for seed in seeds:
        filled = positions.draw(np.random.default_rng(seed), game_id=game_id)
        rules = game(game_id).number_rules(filled.setup)
        for rule in rules.sums:
            if rule.total in filled.numbers:
                rows = sum(int(filled.numbers.get(row, "0")) for row in rule.rows)
                right += rows == int(filled.numbers[rule.total])
                wrong += rows != int(filled.numbers[rule.total])
    assert right > 3 * wrong


def test_what_is_said_of_a_comb_is_the_number_or_nothing() -> None:
    rng = np.random.default_rng(2)
    filled = positions.draw(rng, game_id="terra-mystica")
    who = writers.writer(rng, LEVELS["medium"])
    _, truth = written_numbers.placed_pens(rng, filled.rendered.page, filled.numbers, who, lambda: who)
    assert set(truth) == set(filled.numbers)
    assert all(sums.number(text) == int(filled.numbers[name]) for name, text in truth.items())
    assert TICKED not in truth.values()
