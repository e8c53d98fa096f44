"""The likeliest legal sheet, the next one, and an end to looking for it."""

from __future__ import annotations

import math

import pytest

from pencilwright.games.markrules import MarkRule, Term
from pencilwright.solver.photo import decode, tuning
from pencilwright.solver.photo.records import BLANK, TICKED
from pencilwright.templates.phrases import phrase

NAMES = [f"m.{n}" for n in range(30)]


def chances(ticked: float, count: int) -> dict[str, dict[str, float]]:
    return {name: {BLANK: 1 - ticked, TICKED: ticked} for name in NAMES[:count]}


def test_the_margin_is_how_much_less_likely_the_next_legal_sheet_is() -> None:
    summary = chances(0.2, 2)
    parsed = decode.decode(summary, (), NAMES[:1], lambda kinds: len(set(kinds.values())) == 1)
    assert parsed is not None
    assert parsed.kinds == dict.fromkeys(NAMES[:2], BLANK)
    assert parsed.margins[NAMES[0]] == pytest.approx(2 * math.log(0.8 / 0.2), abs=0.02)


@pytest.mark.parametrize(("ticked", "low", "high", "count"), [(0.2, 1, 2, 1), (0.8, 0, 1, 1), (0.2, 0, 2, 0)])
def test_a_rule_holds_up_to_its_bounds(ticked: float, low: int, high: int, count: int) -> None:
    rule = MarkRule(tuple(Term(1, (name,)) for name in NAMES[:2]), low, high, phrase("none"))
    parsed = decode.decode(chances(ticked, 2), [rule], (), lambda kinds: True)
    assert parsed is not None
    assert list(parsed.kinds.values()).count(TICKED) == count


def test_when_every_other_sheet_is_refused_the_search_ends_and_no_margin_is_claimed() -> None:
    judged = []

    def legal(kinds: dict[str, str]) -> bool:
        judged.append(kinds)
        return TICKED not in kinds.values()

    parsed = decode.decode(chances(0.49, len(NAMES)), (), NAMES, legal)
    assert parsed is not None
    assert parsed.margins == {}
    assert len(judged) <= 2 * tuning.MOST_REFUSED


def test_when_time_runs_out_no_margin_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = decode._Model.solve

    def hasty(self: decode._Model, differs: str = "", than: str = "") -> tuple[decode.Kinds, float] | None:
        if not differs:
            return solve(self)
        self.proved = False
        return None

    monkeypatch.setattr(decode._Model, "solve", hasty)
    parsed = decode.decode(chances(0.2, 2), (), NAMES[:2], lambda kinds: True)
    assert parsed is not None
    assert parsed.margins == {}
