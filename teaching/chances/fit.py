"""Logistic formulas: is the likeliest kind of a mark right, and is a family drawn otherwise?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import chance
from pencilwright.solver.photo.chance import FEATURES, FORMAT, Weights
from pencilwright.solver.photo.evidence import FAMILIES, MEASURES, SIGNS
from pencilwright.solver.photo.network import KINDS, OTHER
from pencilwright.solver.photo.records import Evidence

NEVER_HELP = ("broad", "broad, blank", "broad, spent", *MEASURES)
"""Inputs that may only make a mark less certain."""
RINGS = ("circle", "resource")
OTHERWISE: Mapping[str, tuple[str, ...]] = {
    "filled": RINGS, "citizens": ("circle",), "ticks": RINGS, "crosses": RINGS, "crossed": ("circle",),
    "half": ("circle", "resource", "crossed"), "sharpie": FAMILIES, "large": RINGS, "off": FAMILIES[:3],
}  # fmt: skip
"""Habit, or what the manner of a sheet is called here -> the families that are drawn otherwise."""
AMBIGUOUS = ("filled", "crosses")
"""Habits whose tracks nobody can read: a ring there looks like a spent one."""
ANSWERS: Final = (0, 1, 2, 2, 3, 4, 6, 8, 11, 15)
"""Numbers of answers after which marks of a family that is drawn otherwise are judged, for the fit."""
LIKELY_OTHERWISE: Final = 0.15
"""Likelihood from which a family is fitted as one that is drawn otherwise."""
SHRINK, SIGN_SHRINK = 0.5, 0.5
"""How strongly weights are drawn to what they are expected to be; those of what the networks say are free."""
EXPECTED: Mapping[str, float] = {"on print": -2.0}
"""Weights that rare evidence has until there is enough of it: it was seen where networks were certain and
wrong."""
ODD_WEIGHT: Final = 0.1
"""Weight of a mark that is of no kind."""
FREE: Final = ("one", "alone")


Row = tuple[Any, Any, Any]
"""Inputs of marks, whether their likeliest kinds are right, and what they weigh."""


class Known(NamedTuple):
    """A sheet for the fit: its evidence, the index of each mark's kind (-1: none that counts), its habit."""

    evidence: Evidence
    truth: NDArray[Any]
    habit: str = ""


def fit(sheets: Sequence[Known], seed: int = 0) -> Weights:
    """Return the weights that suit these sheets."""
    signs = _signs(sheets)
    empty = np.zeros(len(FEATURES), np.float32)
    usual = _formula(_usual(sheets))
    rng = np.random.default_rng(seed)
    rows = [row for sheet in sheets for row in _otherwise(sheet, signs, rng)]
    return Weights(usual, _formula(rows) if rows else empty, signs)


def only(sheets: Sequence[Known], name: str, weights: Weights, seed: int = 0) -> Weights:
    """Return these weights with that of one input as it suits these sheets, all others as they are."""
    rng, index = np.random.default_rng(seed), FEATURES.index(name)
    rows = [row for sheet in sheets for row in _otherwise(sheet, weights.signs, rng)]

    def changed(formula: Any, of: Sequence[Row]) -> Any:
        inputs, right, weight = (np.concatenate(parts).astype(float) for parts in zip(*of, strict=True))
        others = inputs @ np.where(np.arange(len(FEATURES)) == index, 0, formula)
        both = np.stack([others, inputs[:, index]], axis=1)
        slope = logistic(both, right, np.array([1e9, SHRINK]), np.array([1.0, 0.0]), weight)[1]
        result = formula.copy()
        result[index] = min(slope, 0.0) if name in NEVER_HELP else slope
        return result

    usual = changed(weights.usual, _usual(sheets))
    return Weights(usual, changed(weights.otherwise, rows) if rows else weights.otherwise, weights.signs)


def otherwise(sheet: Known) -> Set[str]:
    """Return the families of a sheet that are drawn otherwise."""
    return set(OTHERWISE.get(sheet.habit, ()))


def _weights(truth: NDArray[Any]) -> NDArray[Any]:
    """Return what marks weigh: odd ones are far rarer on sheets than in the fit."""
    return np.where(truth == KINDS.index(OTHER), ODD_WEIGHT, 1.0)


def _usual(sheets: Sequence[Known]) -> list[Row]:
    rows = []
    for sheet in sheets:
        strange = [FAMILIES.index(name) for name in otherwise(sheet)]
        inputs, kinds = chance.features(sheet.evidence, {}, np.zeros(len(sheet.truth), bool))
        chosen = sheet.evidence.judged & (sheet.truth >= 0) & ~np.isin(sheet.evidence.families, strange)
        if not strange:
            rows.append((inputs[chosen], kinds[chosen] == sheet.truth[chosen], _weights(sheet.truth[chosen])))
    return rows


def _otherwise(sheet: Known, signs: Any, rng: np.random.Generator) -> list[Row]:
    evidence = sheet.evidence
    likely = 1 / (1 + np.exp(-evidence.signs @ signs))
    strange = otherwise(sheet) | {
        name for name, p in zip(FAMILIES, likely, strict=True) if p > LIKELY_OTHERWISE
    }
    if not strange:
        return []
    member = np.isin(evidence.families, [FAMILIES.index(name) for name in strange])
    if evidence.filled or sheet.habit in AMBIGUOUS:
        member &= evidence.families != FAMILIES.index("resource")
    whole = evidence.judged & (sheet.truth >= 0) & member
    askable = np.flatnonzero(whole & (sheet.truth != KINDS.index(OTHER)))
    doubtful = askable[evidence.log[askable].max(axis=1) < np.log(0.98)]
    rows = []
    for count in ANSWERS:
        pool = doubtful if len(doubtful) >= count and rng.random() < 0.6 else askable
        if len(pool) < count:
            continue
        answers = {int(index): int(sheet.truth[index]) for index in rng.choice(pool, count, replace=False)}
        inputs, kinds = chance.features(evidence, answers, member)
        left = whole.copy()
        left[list(answers)] = False
        rows.append((inputs[left], kinds[left] == sheet.truth[left], _weights(sheet.truth[left])))
    return rows


def _formula(rows: Sequence[Row]) -> Any:
    inputs, right, weight = (np.concatenate(parts).astype(float) for parts in zip(*rows, strict=True))
    shrink = np.array([0.01 if name in FREE else SHRINK for name in FEATURES])
    expected = np.array([EXPECTED.get(name, 0.0) for name in FEATURES])
    remaining = [index for index in range(len(FEATURES)) if inputs[:, index].any()]
    remaining = [index for index in remaining if index == 0 or np.ptp(inputs[:, index]) > 0]
    while True:
        result = logistic(inputs[:, remaining], right, shrink[remaining], expected[remaining], weight)
        helps = [
            index
            for index, value in zip(remaining, result, strict=True)
            if FEATURES[index] in NEVER_HELP and value > 0
        ]
        if not helps:
            break
        remaining = [index for index in remaining if index not in helps]
    weights = np.where(np.isin(np.arange(len(FEATURES)), remaining), 0, np.minimum(expected, 0)).astype(
        np.float32
    )
    weights[remaining] = result
    return weights


def _signs(sheets: Sequence[Known]) -> Any:
    rows, is_otherwise, weight = [], [], []
    for sheet in sheets:
        strange = otherwise(sheet)
        for name, signs in zip(FAMILIES, sheet.evidence.signs, strict=True):
            if signs[SIGNS.index("many")] > 0:
                rows.append(signs)
                is_otherwise.append(name in strange)
                weight.append(1.0 if strange else 2.0)
    given = np.array(rows, float)
    scale = np.sqrt((given**2).mean(axis=0)) + 1e-3
    shrink = np.full(len(SIGNS), SIGN_SHRINK)
    result = logistic(given / scale, np.array(is_otherwise, float), shrink, weight=np.array(weight))
    return (result / scale).astype(np.float32)


def logistic(
    inputs: NDArray[Any], right: NDArray[Any], shrink: Any, expected: Any = 0.0, weight: Any = 1.0
) -> NDArray[Any]:
    """Return the weights of a logistic regression by Newton's method, drawn to what is expected."""
    count = inputs.shape[1]
    result = np.zeros(count)
    for _ in range(60):
        chances = 1 / (1 + np.exp(-np.clip(inputs @ result, -30, 30)))
        slope = inputs.T @ (weight * (right - chances)) - shrink * (result - expected)
        curve = (inputs * (weight * chances * (1 - chances))[..., None]).T @ inputs + np.diag(shrink + 1e-9)
        step = np.linalg.solve(curve, slope)
        result += step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-9))
        if np.abs(step).max() < 1e-5:
            break
    return result


def written(weights: Weights, made: Mapping[str, Any]) -> str:
    """Return the text of a file with these weights, and with how they were made in its head."""
    named = {
        name: {key: round(float(n), 4) for key, n in zip(keys, given, strict=True)}
        for name, given in weights._asdict().items()
        for keys in (SIGNS if name == "signs" else FEATURES,)
    }
    return json.dumps({"format": FORMAT, **made, **named}, indent=1) + "\n"
