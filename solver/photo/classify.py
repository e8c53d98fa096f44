"""Classification: what kind of mark each look shows, or that it shows none that is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pencilwright.solver.photo import looks as looks_of
from pencilwright.solver.photo import network, siblings, tuning
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED, UNSURE, Bytes
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
    kind : the likeliest kind; "unsure" for a look that is none of the kinds of its place, or unlike all other
        marks of its kind on the sheet.
    chances : kind -> probability; the rest up to 1 is the probability of none of them.
    seen : share of the place that is in the photograph and free of dark print.
    why : the doubt, of doubts.py, that made it unsure, or "".
    """

    kind: str
    chances: dict[str, float]
    seen: float
    why: str = ""


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
    """Return what the picture says of each mark, by its id. `looks` are those of looks.looks."""
    seen = _of_one_hand(looks, marks, _closely(looks, marks, alone(looks, marks)))
    kinds = [entry.kind for entry in seen]
    sure = [entry.kind != UNSURE and entry.chances[entry.kind] >= tuning.SURE for entry in seen]
    certain = [max(entry.chances.values()) >= tuning.CERTAIN for entry in seen]
    odd = siblings.unlike(looks, [place(mark) for mark in marks], kinds, sure, certain)
    return {
        mark.id: entry._replace(kind=UNSURE) if unlike else entry
        for mark, entry, unlike in zip(marks, seen, odd, strict=True)
    }


def alone(looks: Bytes, marks: Sequence[Mark]) -> list[Seen]:
    """Return what the picture says of each mark, whatever the others look like."""
    side = tuning.LOOK_SIDE
    edge = round(side * (1 - 1 / tuning.LOOK_REACH) / 2)
    shares = looks[:, 1, edge : side - edge, edge : side - edge].mean(axis=(1, 2)) / 255
    dark = looks_of.darkest(looks, tuning.EMPTY_REACH)
    inked = [index for index, mark in enumerate(marks) if dark[index] >= tuning.EMPTY[place(mark)]]
    chances = [NOTHING] * len(marks)
    for index, given in zip(inked, _chances(looks[inked], [marks[i] for i in inked]), strict=True):
        chances[index] = given
    return [_seen(mark, *both) for mark, *both in zip(marks, chances, shares.tolist(), strict=True)]


def _closely(looks: Bytes, marks: Sequence[Mark], seen: Sequence[Seen]) -> list[Seen]:
    """Return what is seen, with doubtful marks looked at once more where these are few.

    Where many marks are doubtful the networks do not know this way of marking: none is to be believed more.
    """
    doubtful = [
        index
        for index, entry in enumerate(seen)
        if entry.seen >= tuning.LEAST_SEEN
        and (entry.kind == UNSURE or entry.chances[entry.kind] < tuning.SURE)
    ]
    result = list(seen)
    if len(doubtful) <= max(tuning.FEW_DOUBTFUL, tuning.FEW_DOUBTFUL_SHARE * len(marks)):
        again = _chances(looks[doubtful], [marks[index] for index in doubtful], moved=True)
        for index, whole in zip(doubtful, again, strict=True):
            result[index] = _seen(marks[index], whole, seen[index].seen)
    return result


def _of_one_hand(looks: Bytes, marks: Sequence[Mark], seen: Sequence[Seen]) -> list[Seen]:
    """Return what is seen, with what is certainly not blank in boxes to tick: ticks where many are alike.

    Networks doubt ticks that run along the frame of their box, and whoever draws one so draws all so.
    """
    members = [
        index
        for index, (mark, entry) in enumerate(zip(marks, seen, strict=True))
        if mark.kind == "tick"
        and entry.seen >= tuning.LEAST_SEEN
        and entry.chances[BLANK] <= tuning.NEVER_BLANK
        and entry.chances[TICKED] >= tuning.LIKE_A_TICK
    ]
    if len(members) <= tuning.FEWEST_SIBLINGS:
        return list(seen)
    result = list(seen)
    for index, like in zip(members, siblings.as_much(looks[members]), strict=True):
        if like:
            result[index] = seen[index]._replace(kind=TICKED, chances={BLANK: 0.0, TICKED: tuning.CERTAIN})
    return result


def _chances(looks: Bytes, marks: Sequence[Mark], *, moved: bool = False) -> list[dict[str, float]]:
    """Return the chances of network.KINDS: the mean over the ensemble, where others are rarer.

    If `moved`, each network looks several times, the picture moved by a pixel, and the mean is geometric: a
    network that wavers says less than those that do not.
    """
    import numpy as np

    if not marks:
        return []
    places = network.one_hot([network.PLACES.index(place(mark)) for mark in marks])
    inputs = network.inputs(looks)
    views = [inputs]
    if moved:
        padded = np.pad(inputs, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge")
        side = tuning.LOOK_SIDE
        views = [padded[:, y : y + side, x : x + side] for y, x in tuning.LOOK_MOVES]
    outputs = np.array(
        [
            network.probabilities(net, network.hidden(net, view, places))
            for view in views
            for net in network.installed()
        ]
    )
    mean = np.exp(np.log(outputs + tuning.WAVERING).mean(axis=0)) if moved else outputs.mean(axis=0)
    mean[:, network.KINDS.index(network.OTHER)] *= tuning.OTHERS_FEWER
    mean /= mean.sum(axis=1, keepdims=True)
    return [dict(zip(network.KINDS, row, strict=True)) for row in mean.tolist()]


def _seen(mark: Mark, whole: dict[str, float], share: float) -> Seen:
    """Keep the kinds that a mark may have; a ring over a printed one means what the print means."""
    kinds = may_be(mark)
    if share < tuning.LEAST_SEEN:
        return hidden(kinds, share)
    chances = {kind: whole[kind] for kind in kinds}
    if TICKED not in kinds and mark.kind == "resource":
        chances[BLANK] += whole[TICKED]
    best = max(chances, key=lambda kind: chances[kind])
    return Seen(UNSURE if chances[best] < 1 - sum(chances.values()) else best, chances, share)
