"""One chance for each mark: what others of the sheet and a person's answers say of it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import answers, chance, evidence, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.evidence import FAMILIES, MEASURES, filled_in
from pencilwright.solver.photo.network import KINDS
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED, UNSURE, Evidence
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from teaching.chances import fit

SIDE = tuning.LOOK_SIDE
PLACE = round(SIDE / tuning.LOOK_REACH / 2)


def drawn(shape: str) -> Any:
    """The look of a ring, a filled place, a tick or nothing."""
    look = np.zeros((2, SIDE, SIDE), np.uint8)
    look[1] = 255
    middle = SIDE // 2
    if shape in "of":
        cv2.circle(look[0], (middle, middle), PLACE - 1, 160, 2 if shape == "o" else -1)
    elif shape == "v":
        cv2.line(look[0], (middle - 5, middle), (middle, middle + 6), 160, 2)
        cv2.line(look[0], (middle, middle + 6), (middle + 8, middle - 8), 160, 2)
    return look


def sheet(shapes: str, sure: float, kind: str = "circle") -> Evidence:
    """A sheet of these looks, of which the networks are so sure that all but empty ones are ticked."""
    kinds = [BLANK, TICKED, *([SPENT] if kind == "resource" else [])]
    top = SPENT if kind == "resource" and "f" in shapes else TICKED
    marks = [Mark(str(n), kind, "", Box(8.0 * n, 10, 6, 6), "", 0) for n in range(len(shapes))]
    seen = {}
    for mark, shape in zip(marks, shapes, strict=True):
        likely = {kind: sure if kind == top else (1 - sure) / 9 for kind in kinds}
        empty = {kind: float(kind == BLANK) for kind in kinds}
        result = empty if shape == "-" else likely
        seen[mark.id] = Seen(TICKED if shape != "-" else BLANK, result, 1.0)
    looks = np.array([drawn(shape) for shape in shapes])
    return evidence.measured(marks, seen, looks, (), evidence.Quality(0.0, 0.01, 4.0), [], {})


def test_a_ring_among_its_like_is_likelier_right_than_what_is_unlike_them() -> None:
    result = chance.judge(sheet("ooooooov----", 0.97), {})
    assert result.certain[:7].all()
    assert result.chances[7] < result.chances[:7].min()


def test_a_ring_right_after_a_spent_one_has_to_be_more_certain() -> None:
    rows = (("a", "sttbt"), ("b", "tt"))
    marks, kinds = [], {}
    for row, drawn_so in rows:
        for n, letter in enumerate(drawn_so, start=1):
            marks.append(Mark(f"{row}.{n}", "resource", "", Box(8.0 * n, 10, 6, 6), "", 0))
            kinds[marks[-1].id] = {"s": SPENT, "t": TICKED, "b": BLANK}[letter]
    assert evidence.after_spent(marks, kinds) == ["a.2"]
    kinds["a.5"] = SPENT
    assert evidence.after_spent(marks, kinds) == ["a.2"], "nor does it reach into the next track"
    demanded = sheet("oo", 0.97).asking(["1"], tuning.CAREFUL)
    assert demanded.least.tolist() == pytest.approx([tuning.SURE, tuning.CAREFUL])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    chances=st.lists(
        st.lists(st.floats(0, 1), min_size=len(KINDS), max_size=len(KINDS)), min_size=8, max_size=8
    ),
    answer=st.sampled_from([None, 0, 1]),
)
def test_the_chances_of_every_mark_add_up_to_one(chances: list[list[float]], answer: int | None) -> None:
    """Also where a network is so sure that nothing is left to the other kinds."""
    known = sheet("ooovof--", 0.97, "resource")
    given_by = np.array(chances) + 1e-12
    log = np.where(known.options, np.log(given_by / given_by.sum(axis=1, keepdims=True)), -99)
    known = known._replace(log=log.astype(np.float32))
    kinds = [BLANK, TICKED, SPENT]
    before = {name: Seen(TICKED, dict.fromkeys(kinds, 1 / 3), 1.0) for name in known.names}
    told = {} if answer is None else {0: KINDS.index(kinds[answer])}
    result = answers.seen(known, chance.judge(known, told), before)
    for name, item in result.items():
        assert sum(item.chances.values()) == pytest.approx(1, abs=1e-6), name
        assert min(item.chances.values()) >= 0


def test_a_place_without_ink_is_certain() -> None:
    result = chance.judge(sheet("oo--", 0.97), {})
    assert result.certain[2:].all()
    assert [KINDS[kind] for kind in result.kinds] == [TICKED, TICKED, BLANK, BLANK]


def test_who_draws_otherwise_is_asked_and_each_answer_tells_of_the_others() -> None:
    known = sheet("vvvvvvvvvv----", 0.6)
    before = chance.judge(known, {})
    assert before.otherwise[:10].all()
    assert not before.certain[:10].any()
    summary = chance.tells(known, before)
    assert (summary[:10] > 0).all()
    assert not summary[10:].any()
    item = chance.judge(known, {0: KINDS.index(TICKED)})
    assert item.certain[0]
    assert not item.certain[1:10].any()  # one answer is not enough
    several = chance.judge(known, dict.fromkeys(range(4), KINDS.index(TICKED)))
    assert several.certain[:10].all()


def test_answers_against_the_networks_change_what_alike_marks_are() -> None:
    known = sheet("vvvvvvvvoooo", 0.6)
    result = chance.judge(known, dict.fromkeys(range(4), KINDS.index(BLANK)))
    assert [KINDS[kind] for kind in result.kinds[4:8]] == [BLANK] * 4


def test_rings_of_tracks_that_are_filled_in_are_known_as_such() -> None:
    assert sheet("ffffff--", 0.99, "resource").filled
    assert not sheet("oooooo--", 0.99, "resource").filled
    assert filled_in(sheet("ffffff--", 0.99, "resource")) == [str(n) for n in range(6)]


def test_who_draws_rings_as_what_is_spent_is_asked_which_are_whatever_is_answered() -> None:
    known = sheet("v" * 10 + "--", 0.6, "resource")
    spent, circled = KINDS.index(SPENT), KINDS.index(TICKED)
    log = known.log.copy()
    log[:10] = np.log(1e-3)
    log[:10, spent] = np.log(0.9)
    known = known._replace(log=log)
    for kind in (spent, circled):
        result = chance.judge(known, dict.fromkeys(range(5), kind))
        assert result.otherwise[:10].all()
        assert result.either[:10].all() and not result.certain[5:10].any()
    printed = known.options.copy()
    printed[:3, circled] = False
    result = chance.judge(known._replace(options=printed), {})
    assert not result.either[:3].any() and result.either[3:10].all()
    log[9] = np.log(1e-3)
    log[9, circled] = np.log(0.99)  # one ring is plain to see: this writer draws rings
    assert not chance.judge(known._replace(log=log), dict.fromkeys(range(5), spent)).either.any()


def test_a_mark_may_be_asked_about_in_any_case_or_left_to_others() -> None:
    known = sheet("oooooo", 0.99)
    question = chance.judge(known.asking(["1"], tuning.ALWAYS_ASKED), {})
    assert question.certain.tolist() == [True, False, True, True, True, True]
    assert not known.without(["2"]).judged[2]


def test_evidence_speaks_against_a_mark_and_is_named() -> None:
    known = sheet("oooooo", 0.96)
    measures = known.measures.copy()
    measures[3, MEASURES.index("unlike")] = 1.0
    result = chance.judge(known._replace(measures=measures), {})
    assert result.chances[3] < chance.judge(known, {}).chances[3]


def test_no_evidence_makes_a_mark_more_certain() -> None:
    weights = chance.installed()
    never = [chance.FEATURES.index(name) for name in fit.NEVER_HELP]
    assert (weights.usual[never] <= 0).all()
    assert (weights.otherwise[never] <= 0).all()
    assert weights.signs.shape == (len(evidence.SIGNS),)
    assert len(FAMILIES) == 4


def test_weights_are_the_same_once_written_and_read() -> None:
    weights = chance.installed()
    again = chance.read(fit.written(weights, {"seed": "x"}))
    assert all(np.allclose(weight, other, atol=1e-4) for weight, other in zip(weights, again, strict=True))
    with pytest.raises(InputError):
        chance.read(fit.written(weights, {}).replace('"format": 1', '"format": 0'))


def test_a_mark_that_cannot_be_seen_is_not_judged() -> None:
    known = sheet("oooo", 0.97)
    marks = [Mark("0", "circle", "", Box(0, 10, 6, 6), "", 0)]
    hidden = Seen(UNSURE, {BLANK: 0.5, TICKED: 0.5}, 0.0)
    result = evidence.measured(
        marks, {"0": hidden}, np.array([drawn("o")]), (), evidence.Quality(0.0, 0.01, 4.0), [], {}
    )
    assert known.judged.all()
    assert not result.judged.any()


def test_nothing_takes_away_what_the_networks_leave_to_another_kind_that_is_drawn() -> None:
    known = sheet("ooooooo", 0.97)
    log = known.log.copy()
    log[2, :2] = np.log([0.79, 0.2])
    result = chance.judge(known._replace(log=log), {})
    assert result.certain[0]
    assert KINDS[result.kinds[2]] == BLANK
    assert result.chances[2] <= 0.8
