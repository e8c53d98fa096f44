"""The cells of combs: where they are cut out, what the networks make of them, and which texts that gives."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest

from pencilwright.solver.photo import cells, numbers, tuning
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.network import Blocks
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from teaching.marks import training


def comb(count: int, x: float = 20.0, width: float = 15.0) -> Mark:
    return Mark("p1.vp", "number", "points", Box(x, 30.0, width, 7.0), "", 0, count)


def paper(dark: Any) -> tuple[Strokes, Ink]:
    return Strokes(dark, 0.5, 10.0), Ink(dark, np.ones(dark.shape, bool), 0.01, 0.1, 0.9)


def test_each_cell_is_cut_out_with_the_paper_around_it() -> None:
    dark = np.zeros((600, 600), np.float32)
    dark[264, 180] = 0.5  # 33 mm down, 22.5 mm across: in the middle of the first of three cells
    dark[262:267, 178:183] = 0.5
    looks = cells.looks(*paper(dark), [comb(3)])
    assert looks.shape == (3, tuning.CELL_ROWS, tuning.CELL_COLUMNS)
    row, column = np.unravel_index(looks[0].argmax(), looks[0].shape)
    assert (row, column) == pytest.approx((tuning.CELL_ROWS * 4 / 9, tuning.CELL_COLUMNS / 2), abs=2)
    assert looks[1].max() == looks[2].max() == 0
    assert cells.places([comb(3), comb(1)]) == [2, 1, 0, 0]


def test_a_comb_at_the_edge_of_the_paper_has_cells_too() -> None:
    dark = np.ones((300, 300), np.float32)
    looks = cells.looks(*paper(dark), [comb(2, x=0.0)])
    assert looks.shape[0] == 2


def test_no_cells_have_no_chances() -> None:
    assert cells.chances(cells.looks(*paper(np.zeros((300, 300), np.float32)), []), []).shape == (0, 13)


def slowly(blocks: Blocks, look: Any, place: int) -> Any:
    """The network of one cell by loops, straight from its definition."""
    layer = look[..., None].astype(np.float64) / tuning.FULL_LOOK
    for number in range(1, 1 + len(cells.DESIGN.filters)):
        filters, biases = blocks[f"filters {number}"], blocks[f"biases {number}"]
        before, after, side = cells.DESIGN.filters[number - 1]
        half, high, wide = side // 2, layer.shape[0] // 2, layer.shape[1] // 2
        result = np.zeros((high, wide, after))
        for y, x, out in product(range(high), range(wide), range(after)):
            total = float(biases[out])
            for dy, dx, channel in product(range(side), range(side), range(before)):
                row, column = 2 * y + dy - half, 2 * x + dx - half
                if 0 <= row < layer.shape[0] and 0 <= column < layer.shape[1]:
                    weight = filters[(dy * side + dx) * before + channel, out]
                    total += layer[row, column, channel] * float(weight)
            result[y, x, out] = max(total, 0.0)
        layer = result
    hot = [float(n == place) for n in range(cells.DESIGN.places)]
    hidden = np.maximum(np.array([*layer.ravel(), *hot]) @ blocks["hidden"] + blocks["hidden biases"], 0)
    logits = hidden @ blocks["output"] + blocks["output biases"]
    return np.exp(logits) / np.exp(logits).sum()


def test_the_network_is_what_its_definition_says(monkeypatch: pytest.MonkeyPatch) -> None:
    small = cells.DESIGN._replace(height=16, width=8, filters=((1, 3, 5), (3, 4, 3)), hidden=6)
    monkeypatch.setattr(cells, "DESIGN", small)
    monkeypatch.setattr(tuning, "LOOK_MOVES", ((1, 1), (2, 1)))
    rng = np.random.default_rng(3)
    blocks = training.initial_weights(rng, small)
    looks = rng.integers(0, 256, (2, 16, 8)).astype(np.uint8)
    result = cells.mean([blocks], looks, [0, 2])
    up = np.zeros_like(looks)
    up[:, :-1] = looks[:, 1:]
    for index, place in enumerate((0, 2)):
        expected = (slowly(blocks, looks[index], place) + slowly(blocks, up[index], place)) / 2
        assert result[index] == pytest.approx(expected, abs=1e-5)


def test_a_temperature_softens_and_keeps_the_order() -> None:
    row = np.array([[0.9, 0.09, 0.01]], np.float32)
    soft, hard = cells.tempered(row, 2.0)[0], cells.tempered(row, 0.5)[0]
    assert soft[0] < row[0, 0] < hard[0]
    assert (np.argsort(soft) == np.argsort(hard)).all()
    assert soft.sum() == pytest.approx(1)


def rows(*certain: dict[str, float]) -> Any:
    """Chances of cells; what is left is junk."""
    result = np.zeros((len(certain), len(cells.SIGNS)), np.float32)
    for index, row in enumerate(certain):
        for sign, chance in row.items():
            result[index, cells.SIGNS.index(sign)] = chance
        result[index, cells.SIGNS.index(cells.JUNK)] = 1 - sum(row.values())
    return result


def test_the_texts_of_a_comb_are_its_digits_side_by_side() -> None:
    results = numbers.texts(rows({"": 0.9, "1": 0.1}, {"2": 0.7, "7": 0.3}, {"5": 1.0}))
    assert results["25"] == pytest.approx(0.63)
    assert results["175"] == pytest.approx(0.03)
    assert sum(results.values()) <= 1 + 1e-6
    assert numbers.texts(rows({"": 1}, {"-": 1}, {"": 1})) == {"-": pytest.approx(1)}
    assert numbers.texts(rows({"": 1}, {"": 1})) == {"": pytest.approx(1)}


def test_digits_with_a_gap_between_them_are_no_number() -> None:
    assert sum(numbers.texts(rows({"1": 1}, {"": 1}, {"2": 1})).values()) < 1e-6


def test_digits_that_do_not_end_in_the_last_cell_are_less_sure() -> None:
    assert numbers.texts(rows({"4": 1}, {"2": 1}, {"": 1})) == {"42": pytest.approx(tuning.NOT_AT_END)}


def test_the_texts_are_the_likeliest_of_all_ways() -> None:
    rng = np.random.default_rng(5)
    chances = rng.dirichlet(np.full(len(cells.SIGNS), 0.3), 2)
    tried: dict[str, float] = {}
    for way in product(range(len(cells.SIGNS)), repeat=2):
        signs = [cells.SIGNS[n] for n in way]
        chance = prod(chances[n, index] for n, index in enumerate(way))
        text = "".join(signs)
        if cells.JUNK in signs or (cells.DASH in signs and text != cells.DASH):
            continue
        if signs[1] == "" and signs[0].isdecimal():
            chance *= tuning.NOT_AT_END
        key = str(int(text)) if text.isdecimal() else text
        tried[key] = tried.get(key, 0.0) + chance
    results = numbers.texts(chances)
    best = max(tried, key=lambda text: tried[text])
    assert results[best] == pytest.approx(tried[best], abs=1e-6)
    assert all(chance <= tried[text] + 1e-6 for text, chance in results.items())


def test_the_file_that_comes_along_says_how_it_was_made_and_is_small() -> None:
    nets, temperature = cells.installed()
    assert len(nets) >= 1
    assert 0.3 < temperature < 3
    assert cells.FILE.stat().st_size < 1_000_000
