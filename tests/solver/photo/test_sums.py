"""Chances of numbers by their sums, held against trying every way in which a column may be filled."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilwright.games.numberrules import Follows, NumberRules, Sum
from pencilwright.solver.photo import sums, tuning

ROWS = ("a", "b")
PLAIN = NumberRules(sums=(Sum(ROWS, "total"),))
DIGITS = dict.fromkeys(ROWS, 1) | {"total": 2}


def tried(chances: Mapping[str, Mapping[str, float]]) -> dict[str, dict[int, float]]:
    """Chances of each number by the whole product: rows of 0 to 9, a total of 0 to 99, or a blank one."""
    results: dict[str, dict[int, float]] = {mark: {} for mark in chances}
    spread = 1 / tuning.SUMS_SPREAD
    rows = [[("?", v, _none(chances[m]) / 10) for v in range(10)] + _listed(chances[m]) for m in ROWS]
    total = [("?", v, _none(chances["total"]) / 100) for v in range(100)] + _listed(chances["total"])
    for way in product(*rows):
        summed = sum(value for _, value, _ in way)
        for text, value, chance in total:
            if text in ("", "?"):
                fits = spread
            else:
                fits = (1 - tuning.MISCOUNTED) * (value == summed) + tuning.MISCOUNTED * spread
            weight = prod(chance for _, _, chance in way) * chance * fits
            for mark, (own, number, _) in zip((*ROWS, "total"), (*way, (text, value, 0)), strict=True):
                named = {sums.number(text) for text in chances[mark]}
                room = 100 if mark == "total" else 10
                if own == "?" and number in named:
                    continue  # what is named is not something else
                share = room / (room - len(named)) if own == "?" else 1.0
                key = -1 if own == "?" else number
                results[mark][key] = results[mark].get(key, 0.0) + weight * share
    return {m: {v: w / sum(by.values()) for v, w in by.items()} for m, by in results.items()}


def _none(chances: Mapping[str, float]) -> float:
    return max(0.0, 1 - sum(chances.values()))


def _listed(chances: Mapping[str, float]) -> list[tuple[str, int, float]]:
    return [(text, sums.number(text), chance) for text, chance in chances.items()]


def parts(texts: list[str]) -> st.SearchStrategy[dict[str, float]]:
    """Chances of some of these texts that leave something over."""
    weights = st.lists(st.integers(0, 20), min_size=len(texts), max_size=len(texts))
    return weights.map(lambda ws: {t: w / (sum(ws) + 1) for t, w in zip(texts, ws, strict=True) if w})


@settings(max_examples=8, deadline=None)
@given(parts(["", "3", "7"]), parts(["-", "1", "8"]), parts(["4", "8", "11", "15"]))
def test_forward_and_backward_are_trying_everything(
    a: dict[str, float], b: dict[str, float], total: dict[str, float]
) -> None:
    chances = {"a": a, "b": b, "total": total}
    expected = tried(chances)
    result = sums.posteriors(chances, DIGITS, PLAIN)
    for mark in ROWS:
        for value, chance in result[mark].chances.items():
            assert chance == pytest.approx(expected[mark].get(value, 0.0), abs=2e-3), (mark, value)


def test_a_total_parts_two_readings_of_a_row() -> None:
    chances = {
        "a": {"17": 0.6, "11": 0.4},
        "b": {"5": 0.999},
        "total": {"16": 0.95, "10": 0.03},
    }
    rules = NumberRules(sums=(Sum(("a", "b"), "total"),))
    results = sums.posteriors(chances, dict.fromkeys(chances, 2), rules)
    assert results["a"].chances[11] > 0.99
    assert results["a"].likeliest == 11
    assert results["a"].support > tuning.SUM_SPEAKS


@pytest.mark.parametrize("total", [{"": 1.0}, {}])
def test_a_total_that_is_blank_or_unreadable_says_nothing(total: dict[str, float]) -> None:
    chances = {"a": {"17": 0.6, "11": 0.4}, "total": total}
    results = sums.posteriors(chances, dict.fromkeys(chances, 2), NumberRules(sums=(Sum(("a",), "total"),)))
    assert results["a"].chances[17] == pytest.approx(0.6, abs=0.01)
    assert results["a"].likeliest is None


def test_a_total_that_is_left_blank_stays_so() -> None:
    chances = {"a": {"17": 0.999}, "total": {"": 0.9998}}
    results = sums.posteriors(chances, dict.fromkeys(chances, 2), NumberRules(sums=(Sum(("a",), "total"),)))
    assert results["total"].chances[0] > 0.999


def test_what_may_be_anything_is_never_made_a_number_by_a_sum() -> None:
    chances = {"a": {"5": 1e-6}, "b": {"3": 1.0}, "total": {"8": 1.0}}
    rules = NumberRules(sums=(Sum(("a", "b"), "total"),))
    results = sums.posteriors(chances, dict.fromkeys(chances, 2), rules)
    assert results["a"].likeliest == 5  # a question may say so
    assert results["a"].chances[5] < 0.05


def by_rank(numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return ((8, 4) if numbers[0] > numbers[1] else (4, 8),)


RANKED = NumberRules(follows=(Follows(("a", "b"), ("x", "y"), by_rank),))


def test_points_that_follow_settle_what_they_follow_from_and_the_reverse() -> None:
    item = dict.fromkeys(("a", "b", "x", "y"), 2)
    counted = {"a": {"9": 0.5, "4": 0.5}, "b": {"7": 1.0}, "x": {"8": 1.0}, "y": {"4": 1.0}}
    assert sums.posteriors(counted, item, RANKED)["a"].chances[9] > 0.99
    results = counted | {"a": {"9": 1.0}, "x": {"8": 0.5, "3": 0.5}}
    assert sums.posteriors(results, item, RANKED)["x"].chances[8] > 0.9


def test_points_that_are_left_blank_say_nothing() -> None:
    item = dict.fromkeys(("a", "b", "x", "y"), 2)
    blank = {"a": {"9": 0.6, "4": 0.4}, "b": {"7": 1.0}, "x": {"": 1.0}, "y": {"": 1.0}}
    assert sums.posteriors(blank, item, RANKED)["a"].chances[9] == pytest.approx(0.6, abs=0.01)


def test_a_number_above_what_can_be_is_less_likely() -> None:
    result = sums.belief({"8": 0.4, "18": 0.6}, 2, most=10)
    assert result.seen[8] > 0.9


def test_a_number_that_counts_twice_or_is_taken_off_is_told_by_its_total() -> None:
    rules = NumberRules(sums=(Sum(ROWS, "total", (2, -1), 10),))
    chances = {"a": {"3": 0.5, "8": 0.5}, "b": {"1": 0.99}, "total": {"15": 0.99}}
    results = sums.posteriors(chances, DIGITS, rules)
    assert results["a"].chances[3] > 0.998
    assert results["a"].likeliest == 3
    assert sums.posteriors({**chances, "total": {"25": 0.99}}, DIGITS, rules)["a"].chances[8] > 0.998


def test_a_total_that_ticks_alone_decide_is_told() -> None:
    results = sums.posteriors(
        {"total": {"15": 0.9, "75": 0.1}}, DIGITS, NumberRules(sums=(Sum((), "total", (), 15),))
    )
    assert results["total"].likeliest == 15
    assert results["total"].chances[15] > 0.999


def test_what_cannot_be_read_is_one_of_the_numbers_that_can_stand_there() -> None:
    chances = {"a": {"3": 0.6}, "b": {}, "total": {"8": 0.99}}
    known = sums.posteriors(chances, DIGITS, PLAIN._replace(allowed={"b": (5,)}))
    assert known["a"].chances[3] > 0.9 > sums.posteriors(chances, DIGITS, PLAIN)["a"].chances[3]


def test_a_sum_is_followed_however_far_below_nothing_what_is_taken_off_goes() -> None:
    rows = tuple("abcdefghijklmno")
    rules = NumberRules(
        sums=(Sum((*rows, "thousands"), "rest", (*(1 for _ in rows), -1000)),),
        allowed=dict.fromkeys(rows, tuple(range(0, 9951, 50))),
    )
    chances = {row: {"5450": 0.98, "5350": 0.01} for row in rows}
    digits = dict.fromkeys(rows, 4) | {"thousands": 2, "rest": 3}
    results = sums.posteriors({**chances, "thousands": {"81": 0.99}, "rest": {"750": 0.99}}, digits, rules)
    assert all(results[row].chances[5450] > 0.998 for row in rows)
    doubtful = {**chances, "thousands": {"81": 0.99}, "rest": {"650": 0.99}}
    assert all(results["a"].chances[5450] > other.chances[5450] for row, other in
               sums.posteriors(doubtful, digits, rules).items() if row in rows)  # fmt: skip


def test_a_result_that_several_numbers_have_tells_none_of_them() -> None:
    rules = NumberRules(follows=(Follows(("a",), ("x",), lambda numbers: ((numbers[0] // 3,),)),))
    results = sums.posteriors({"a": {"1": 0.983}, "x": {"0": 1.0}}, {"a": 1, "x": 1}, rules)
    assert results["a"].chances[1] < 0.997
