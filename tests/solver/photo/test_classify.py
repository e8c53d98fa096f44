"""What the picture says of a mark, and when it says nothing."""

from __future__ import annotations

import numpy as np
import pytest

from pencilwright.solver.photo import classify, network, tuning
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED, UNSURE
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box


def mark(kind: str, value: str = "", side: float = 6.0) -> Mark:
    return Mark("m", kind, "", Box(10.0, 10.0, side, side), value, 0)


def seen(where: Mark, monkeypatch: pytest.MonkeyPatch, share: float = 1.0, **chances: float) -> classify.Seen:
    """What is made of these chances, when this share of the place can be seen."""
    whole = {kind: chances.get(kind, 0.0) for kind in network.KINDS}
    result = classify._Whole(whole)
    monkeypatch.setattr(classify, "_chances", lambda looks, marks, moved=False: [result] * len(marks))
    look = np.full((1, 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE), round(255 * share), np.uint8)
    return classify.classify(look, [where])["m"]


@pytest.mark.parametrize(
    ("where", "chances", "kind", "left"),
    [
        (mark("circle"), {"ticked": 0.9, "blank": 0.1}, TICKED, {BLANK: 0.1, TICKED: 0.9}),
        (mark("circle"), {"ticked": 0.4, "other": 0.6}, UNSURE, {BLANK: 0.0, TICKED: 0.4}),
        (mark("circle"), {"struck": 0.7, "ticked": 0.3}, UNSURE, {BLANK: 0.0, TICKED: 0.3}),  # not possible
        # A ring drawn over a printed one changes nothing.
        (
            mark("resource", "circled"),
            {"ticked": 0.7, "blank": 0.2, "spent": 0.1},
            BLANK,
            {BLANK: 0.9, SPENT: 0.1},
        ),
    ],
)
def test_the_likeliest_kind_that_a_place_can_have_is_seen(
    where: Mark, chances: dict[str, float], kind: str, left: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = seen(where, monkeypatch, **chances)
    assert (result.kind, result.chances) == (kind, pytest.approx(left))


def test_a_place_that_is_hidden_is_unsure_whatever_the_networks_say(monkeypatch: pytest.MonkeyPatch) -> None:
    result = seen(mark("tick"), monkeypatch, share=0.9 * tuning.LEAST_SEEN, blank=1.0)
    assert result.kind == UNSURE
    assert result.chances == {BLANK: 0.5, TICKED: 0.5}


@pytest.mark.parametrize(
    ("darkness", "kind"), [(0.0, BLANK), (0.7 * tuning.EMPTY["circle"], BLANK), (0.5, TICKED)]
)
def test_a_place_without_ink_is_blank_whatever_the_networks_say(
    darkness: float, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = {TICKED: 0.9, BLANK: 0.1, STRUCK: 0.0, SPENT: 0.0, network.OTHER: 0.0}
    result = classify._Whole(whole)
    monkeypatch.setattr(classify, "_chances", lambda looks, marks, moved=False: [result] * len(marks))
    look = np.full((1, 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE), 255, np.uint8)
    look[0, 0] = 0
    look[0, 0, 12:36, 12:16] = round(darkness * tuning.FULL_LOOK)  # a stroke to the left of the middle
    assert classify.classify(look, [mark("circle")])["m"].kind == kind


@pytest.mark.parametrize(
    ("where", "name"),
    [
        (mark("circle"), "circle"),
        (mark("circle", side=11.0), "large circle"),
        (mark("resource"), "resource"),
        (mark("resource", "circled"), "printed resource"),
        (mark("strike", side=8.4), "strike"),
        (mark("tick"), "tick"),
    ],
)
def test_every_mark_has_a_place_that_the_networks_know(where: Mark, name: str) -> None:
    assert classify.place(where) == name
    assert name in network.PLACES


def test_doubtful_marks_are_looked_at_again_and_settled_by_networks_that_do_not_waver(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    views = iter((0.999, 0.999, 0.8) * 99)

    def probabilities(net: object, features: np.ndarray) -> np.ndarray:
        ticked = next(views)
        result = np.tile([0.0, 0.999, 0.0, 0.001, 0.0], (len(features), 1)).astype(np.float32)
        result[:2, [1, 3]] = ticked, 1 - ticked
        return result

    monkeypatch.setattr(network, "probabilities", probabilities)
    marks = [Mark(f"{n}", "resource", "", Box(8.0 * n, 10.0, 6.0, 6.0), "", 0) for n in range(4)]
    look = np.full((4, 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE), 255, np.uint8)
    results = list(classify.classify(look, marks).values())
    assert all(entry.chances[TICKED] >= tuning.CLEAR for entry in results)
    assert [entry.wavers > 0.05 for entry in results] == [True, True, False, False]
