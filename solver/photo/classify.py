"""Classification: what kind of mark each look shows, or that it shows none that is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pencilwright.solver.photo import mark_crops as looks_of
from pencilwright.solver.photo import network, tuning
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED, UNSURE, Bytes, Floats
from pencilwright.templates.page import Mark

KINDS: Mapping[str, tuple[str, ...]] = {
    "circle": (BLANK, TICKED),
    "tick": (BLANK, TICKED),
    "strike": (BLANK, STRUCK),
    "resource": (BLANK, TICKED, SPENT),
}
"""What a mark of each kind may be; a resource that is circled in print is blank or spent."""


NOTHING = {kind: float(kind == BLANK) for kind in network.KINDS}
"""Chances of a place without ink."""


class Seen(NamedTuple):
    """What the picture alone says of a mark.

    Attributes
    ----------
    kind : the likeliest kind; "unsure" for a look that is none of the kinds of its place.
    chances : kind -> probability; the rest up to 1 is the probability of none of them.
    seen : share of the place that is in the photograph and free of dark print.
    why : the doubt that made it unsure, or "".
    wavers : how much the networks differ about it. features : of their hidden layers; None without ink.
    """

    kind: str
    chances: dict[str, float]
    seen: float
    why: str = ""
    wavers: float = 0.0
    features: Floats | None = None


def empty(seen: Seen) -> bool:
    """Return whether there is no ink in a place at all."""
    return seen.chances.get(BLANK) == NOTHING[BLANK]


def hidden(kinds: Iterable[str], seen: float = 0.0) -> Seen:
    """Return what is said of a mark that may have these kinds and cannot be seen."""
    kinds = tuple(kinds)
    return Seen(UNSURE, dict.fromkeys(kinds, 1 / len(kinds)), seen)


def may_be(mark: Mark) -> tuple[str, ...]:
    """Return the kinds that a mark may have."""
    kinds = KINDS[mark.kind]
    return tuple(kind for kind in kinds if kind != TICKED or not mark.value)


def place(mark: Mark) -> str:
    """Return the kind of place, one of network.PLACES: large ones hold print of their own."""
    if mark.kind == "resource" and mark.value:
        return "printed resource"
    if mark.kind == "circle" and max(mark.rect.width, mark.rect.height) > tuning.LARGE_PLACE_MM:
        return "large circle"
    return mark.kind


def classify(looks: Bytes, marks: Sequence[Mark]) -> dict[str, Seen]:
    """Return what the picture says of each mark, by its id. `looks` are those of looks.looks.

    Doubtful marks are looked at once more, by each network several times, the picture moved by a pixel.
    """
    side = tuning.LOOK_SIDE
    edge = round(side * (1 - 1 / tuning.LOOK_REACH) / 2)
    shares = looks[:, 1, edge : side - edge, edge : side - edge].mean(axis=(1, 2)) / 255
    dark = looks_of.darkest(looks)
    inked = [index for index, mark in enumerate(marks) if dark[index] >= tuning.EMPTY[place(mark)]]
    chances = [_Whole(NOTHING)] * len(marks)
    for index, given in zip(inked, _chances(looks[inked], [marks[i] for i in inked]), strict=True):
        chances[index] = given
    seen = [_seen(mark, *both) for mark, *both in zip(marks, chances, shares.tolist(), strict=True)]
    doubtful = [
        index
        for index, entry in enumerate(seen)
        if entry.seen >= tuning.LEAST_SEEN and max(entry.chances.values()) < tuning.CERTAIN
    ]
    again = _chances(looks[doubtful], [marks[index] for index in doubtful], moved=True)
    for index, whole in zip(doubtful, again, strict=True):
        seen[index] = _seen(marks[index], whole, seen[index].seen)
    return {mark.id: entry for mark, entry in zip(marks, seen, strict=True)}


def likeliest(seen: Seen) -> str:
    """Return the kind that a mark is most like, however doubtful."""
    return max(seen.chances, key=lambda kind: seen.chances[kind])


class _Whole(NamedTuple):
    """Chances of network.KINDS, how much the networks differ, and what their hidden layers hold."""

    chances: dict[str, float]
    wavers: float = 0.0
    features: Floats | None = None


def _chances(looks: Bytes, marks: Sequence[Mark], *, moved: bool = False) -> list[_Whole]:
    """Return the chances of network.KINDS: the mean over the ensemble, where others are rarer.

    If `moved`, each network looks several times, the picture moved by a pixel, and the mean is geometric: a
    network that wavers says less than those that do not.
    """
    if not marks:
        return []
    places = network.one_hot([network.PLACES.index(place(mark)) for mark in marks])
    inputs = network.inputs(looks)
    views = [inputs]
    if moved:
        padded = np.pad(inputs, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
        side = tuning.LOOK_SIDE
        views = [padded[:, y : y + side, x : x + side] for y, x in tuning.LOOK_MOVES]
    hidden = [[network.hidden(net, view, places) for net in network.installed()] for view in views]
    outputs = np.array(
        [
            network.probabilities(net, item)
            for by_net in hidden
            for net, item in zip(network.installed(), by_net, strict=True)
        ]
    )
    outputs[..., network.KINDS.index(network.OTHER)] *= tuning.OTHERS_FEWER
    outputs /= outputs.sum(axis=-1, keepdims=True)
    mean = np.exp(np.log(outputs + tuning.WAVERING).mean(axis=0)) if moved else outputs.mean(axis=0)
    mean /= mean.sum(axis=1, keepdims=True)
    top = mean.argmax(axis=1)
    spread = np.log(np.maximum(outputs[:, np.arange(len(marks)), top], 1e-5)).std(axis=0)
    features = np.concatenate(hidden[0], axis=1)
    return [
        _Whole(dict(zip(network.KINDS, row, strict=True)), wavers, feature)
        for row, wavers, feature in zip(mean.tolist(), spread.tolist(), features, strict=True)
    ]


def _seen(mark: Mark, whole: _Whole, share: float) -> Seen:
    """Keep the kinds that a mark may have; a ring over a printed one means what the print means."""
    kinds = may_be(mark)
    if share < tuning.LEAST_SEEN:
        return hidden(kinds, share)
    chances = {kind: whole.chances[kind] for kind in kinds}
    if TICKED not in kinds and mark.kind == "resource":
        chances[BLANK] += whole.chances[TICKED]
    best = max(chances, key=lambda kind: chances[kind])
    kind = UNSURE if chances[best] < 1 - sum(chances.values()) else best
    return Seen(kind, chances, share, wavers=whole.wavers, features=whole.features)
