"""One calibrated chance for each mark: that the kind it is most like is what its writer meant.

The networks' chances, what second looks measure (evidence.py), the other marks of the sheet, and what a
person has answered go into one logistic formula. The other marks speak through a Gaussian process on what
the networks and plain sums of ink see of each: it knows how this writer draws, and each answer teaches it.
Marks that are drawn otherwise than the samples have a formula of their own, which trusts the networks less.
All weights are in chances.json, fitted by `python -m teaching chances` on writers whom no network was taught.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.evidence import FAMILIES, MEASURES, SIGNS
from pencilwright.solver.photo.network import KINDS, OTHER
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED, Evidence, Floats, Mask
from pencilwright.templates.phrases import phrase

FILE = Path(__file__).with_name("chances.json")
FORMAT = 1

FEATURES = (
    "one", "alone", "alone, no siblings", "alone of kinds", "like siblings", "unlike siblings", "siblings",
    "like answers", "like near answers", "near answers", "confirmed", "confirmed, alone", "refused",
    "refused, alone", "refused, like answers", "near answers, alone", "unclear family",
    "unclear family, alone", "wavers", "blank", "broad", "broad, blank", "broad, spent", *MEASURES,
)  # fmt: skip
"""Names of the inputs of both formulas. "alone": what the networks say of the mark; "siblings", "answers":
what the Gaussian process says, and how near the known marks are; "confirmed", "refused": answers in the
family that were what the networks thought, or not."""


class Weights(NamedTuple):
    """Weights of FEATURES where marks are drawn as in the samples and where not, and of SIGNS."""

    usual: Floats
    otherwise: Floats
    signs: Floats


class MarkChances(NamedTuple):
    """What is known of each mark.

    Attributes
    ----------
    kinds : what it is most like, an index in KINDS. chances : how likely that is right.
    certain : whether nobody need be asked. otherwise : whether it is drawn otherwise than the samples.
    against : name of the measure that speaks most against its kind, "" for none.
    either : whether it may be circled or spent, and nothing but a person tells which.
    """

    kinds: NDArray[Any]
    chances: Floats
    certain: Mask
    otherwise: Mask
    against: tuple[str, ...]
    either: Mask


def judge(evidence: Evidence, answers: Mapping[int, int], weights: Weights | None = None) -> MarkChances:
    """Return what is known of each mark once these are answered.

    answers : index of a mark -> index of its kind in KINDS.
    """
    weights = weights or installed()
    likely = 1 / (1 + np.exp(-evidence.signs @ weights.signs))
    least = tuning.ALSO_OTHERWISE if (likely > tuning.OTHERWISE).any() else tuning.OTHERWISE
    otherwise = (likely > least)[evidence.families]
    inputs, kinds = features(evidence, answers, otherwise)
    formulas = np.where(otherwise[:, None], weights.otherwise, weights.usual)
    chances = 1 / (1 + np.exp(-np.clip((inputs * formulas).sum(axis=1), -30, 30)))
    question = np.bincount(
        [evidence.families[index] for index in answers] or [0], minlength=len(likely)
    ) * bool(answers)
    untried = otherwise & (question[evidence.families] < tuning.PROBES) & evidence.judged
    chances = np.where(untried, np.minimum(chances, tuning.UNTRIED), chances)
    chances = np.where(otherwise, chances, np.minimum(chances, 1 - _rivals(evidence, kinds)))
    chances = np.where(evidence.judged, chances, 1.0)
    certain = chances >= evidence.least
    either = otherwise & _either(evidence, answers, otherwise)
    certain &= ~either
    certain |= ~evidence.judged
    for index, kind in answers.items():
        kinds[index], chances[index], certain[index] = kind, 1.0, True
    spoken = (inputs * formulas)[:, -len(MEASURES) :]
    against = [MEASURES[row.argmin()] if row.min() < -tuning.SPEAKS else "" for row in spoken]
    return MarkChances(kinds, chances, certain, otherwise, tuple(against), either)


def _either(evidence: Evidence, answers: Mapping[int, int], otherwise: Mask) -> Mask:
    """Return the marks that look spent and may be circled: nothing but the person tells which.

    So it is with a writer who fills rings in or draws Xs for them, and for what is spent, too: in a family
    that is drawn otherwise an answer says that a circle looks spent, or nothing there is surely a ring.
    """
    circled, spent = KINDS.index(TICKED), KINDS.index(SPENT)
    drawn = np.where(evidence.options, evidence.log, -99)
    drawn[:, [KINDS.index(OTHER), KINDS.index(BLANK)]] = -99
    looks_spent = (drawn.argmax(axis=1) == spent) & (evidence.log.argmax(axis=1) != KINDS.index(BLANK))
    may_be_circled = evidence.options[:, circled]  # a ring that is printed is drawn on to spend it
    rings = ~looks_spent & evidence.drawn & (evidence.log[:, circled] >= np.log(tuning.CLEAR))
    either: Mask = np.zeros(len(looks_spent), bool)
    for family in np.unique(evidence.families[otherwise]):
        own = evidence.families == family
        circles = {looks_spent[index] for index, kind in answers.items() if own[index] and kind == circled}
        if True in circles or not (circles or (own & rings).any()):
            either |= own & looks_spent & may_be_circled
    return either


def _rivals(evidence: Evidence, kinds: NDArray[Any]) -> NDArray[Any]:
    """Return the chance by the networks of the likeliest other drawn kind: nothing makes it smaller."""
    others = np.where(evidence.options, np.exp(evidence.log), 0)
    others[:, [KINDS.index(OTHER), KINDS.index(BLANK)]] = 0
    others[np.arange(len(kinds)), kinds] = 0
    rivals: NDArray[Any] = others.max(axis=1)
    return rivals


def tells(evidence: Evidence, judged: MarkChances) -> Floats:
    """Return how much the answer about each doubtful mark tells of the others: how near their doubts are."""
    doubtful = ~judged.certain
    results = np.zeros(len(evidence.names), np.float32)
    for members, near in _kernels(evidence):
        doubts = np.where(doubtful[members], 1 - judged.chances[members], 0)
        results[members] = near @ doubts
    return np.where(doubtful, results, 0)


def features(evidence: Evidence, answers: Mapping[int, int], otherwise: Mask) -> tuple[Floats, NDArray[Any]]:
    """Return the inputs of the formulas, (n, FEATURES), and what each mark is most like.

    Where marks are drawn as in the samples the networks say what they are like, whatever is answered of
    others: who took one ring back did not take back all.
    """
    count = len(evidence.names)
    every = np.arange(count)
    log = evidence.log
    alike, known = _siblings(evidence, answers)
    summary, near = _answers(evidence, {index: kind for index, kind in answers.items() if otherwise[index]})
    top = log.argmax(axis=1)
    confirmed, refused = np.zeros(len(FAMILIES)), np.zeros(len(FAMILIES))
    for index, kind in answers.items():
        if otherwise[index]:
            (confirmed if top[index] == kind else refused)[evidence.families[index]] += 1
    right, wrong = confirmed[evidence.families], refused[evidence.families]
    trust = (right + 1) / (right + wrong + 1)
    score = np.maximum(log, -6) * trust[:, None] / 2 + 4 * summary * otherwise[:, None]
    score[:, KINDS.index(OTHER)] = -99
    kinds = np.where(evidence.options, score, -99).argmax(axis=1)

    def margin(values: NDArray[Any], *, other: bool = True) -> NDArray[Any]:
        given = np.where(evidence.options, values, -99)
        if not other:
            given[:, KINDS.index(OTHER)] = -99
        own = given[every, kinds]
        given[every, kinds] = -99
        above: NDArray[Any] = own - given.max(axis=1)
        return above

    alone = np.clip(margin(np.maximum(log, -9)), -9, 7)
    of_kinds = np.clip(margin(np.maximum(log, -9), other=False), -9, 7)
    like, like_told = margin(alike), margin(summary)
    cnt, ref = right / (right + wrong + 2), wrong / (right + wrong + 2)
    unclear = _unclear(evidence)[evidence.families]
    broad = np.full(count, evidence.broad)
    columns = [
        np.ones(count), alone, alone * (1 - known), of_kinds, like * known, np.minimum(like, 0), known,
        like_told, like_told * near, near, cnt, of_kinds * cnt, ref, of_kinds * ref, like_told * ref,
        of_kinds * near, unclear, of_kinds * unclear, evidence.wavers, kinds == KINDS.index(BLANK), broad,
        broad * (kinds == KINDS.index(BLANK)), broad * (kinds == KINDS.index(SPENT)),
    ]  # fmt: skip
    measures = evidence.measures * (kinds == top)[:, None]
    return np.concatenate([np.stack(columns, axis=1), measures], axis=1).astype(np.float32), kinds


def _unclear(evidence: Evidence) -> NDArray[Any]:
    """Return which share of what is drawn of each family the networks leave unclear."""
    drawn, sure = evidence.drawn, np.exp(evidence.log.max(axis=1)) >= tuning.CLEAR
    counts = np.bincount(evidence.families[drawn], minlength=len(FAMILIES))
    unclear = np.bincount(evidence.families[drawn & ~sure], minlength=len(FAMILIES))
    share: NDArray[Any] = unclear / np.maximum(counts, 4)
    return share


# --- the sheet's own marks --------------------------------------------------------------------------------


def _kernels(evidence: Evidence) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """Return the marks of each group that is drawn alike, and how near each is to each, 0 to 1."""
    result = []
    for group in np.unique(evidence.groups[evidence.judged]):
        members = np.flatnonzero(evidence.judged & (evidence.groups == group))
        space = evidence.space[members]
        square = (space**2).sum(axis=1)
        far = np.maximum(square[:, None] + square - 2 * space @ space.T, 0)
        apart = far[far > 1e-6]
        result.append((members, np.exp(-far / (np.median(apart) if len(apart) else 1.0))))
    return result


def _siblings(evidence: Evidence, answers: Mapping[int, int]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return what the clear and the answered marks say of each, itself left out: (n, KINDS), and how near."""
    text, near = np.zeros(evidence.log.shape), np.zeros(len(evidence.names))
    top, chance = evidence.log.argmax(axis=1), np.exp(evidence.log.max(axis=1))
    for members, kernel in _kernels(evidence):
        is_answered = np.array([index in answers for index in members])
        known = np.flatnonzero(is_answered | (chance[members] >= tuning.KNOWN))
        others = np.setdiff1d(np.arange(len(members)), known)
        if not len(known):
            continue
        kinds = [answers.get(int(members[index]), top[members[index]]) for index in known]
        wanted = np.eye(len(KINDS))[kinds]
        noise = np.where(is_answered[known], tuning.ANSWER_NOISE, tuning.SIBLING_NOISE)
        inverse = np.linalg.inv(kernel[np.ix_(known, known)] + np.diag(noise))
        weighed, own = inverse @ wanted, np.diag(inverse)
        text[members[known]] = wanted - weighed / own[:, None]
        near[members[known]] = 1 - np.minimum(1, 1 / own - noise)
        between = kernel[np.ix_(others, known)]
        text[members[others]] = between @ weighed
        near[members[others]] = ((between @ inverse) * between).sum(axis=1)
    return text, near


def _answers(evidence: Evidence, answers: Mapping[int, int]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return what the answers alone say of each mark, (n, KINDS), and how near they are."""
    text, near = np.zeros(evidence.log.shape), np.zeros(len(evidence.names))
    for members, kernel in _kernels(evidence):
        known = np.flatnonzero([index in answers for index in members])
        if not len(known):
            continue
        wanted = np.eye(len(KINDS))[[answers[int(members[index])] for index in known]]
        inverse = np.linalg.inv(kernel[np.ix_(known, known)] + tuning.ANSWER_NOISE * np.eye(len(known)))
        between = kernel[:, known]
        text[members] = between @ (inverse @ wanted)
        near[members] = ((between @ inverse) * between).sum(axis=1)
    return text, near


# --- weights ----------------------------------------------------------------------------------------------


def read(text: str) -> Weights:
    """Return the weights that a file's text holds. Raises InputError when it is of another version."""
    data = json.loads(text)
    if data["format"] != FORMAT or tuple(data["usual"]) != FEATURES or tuple(data["signs"]) != SIGNS:
        raise InputError(phrase("photo.networks.version"), field="format")
    return Weights(*(np.array(list(data[name].values()), np.float32) for name in Weights._fields))


@cache
def installed() -> Weights:
    """Return the weights that come with the program."""
    return read(FILE.read_text(encoding="utf-8"))
