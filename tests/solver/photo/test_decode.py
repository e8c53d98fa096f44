"""The likeliest legal sheet, the next one, and an end to looking for it."""

from __future__ import annotations

import math

import pytest

from pencilwright.solver.photo import decode, tuning
from pencilwright.solver.photo.records import BLANK, TICKED

NAMES = [f"m.{n}" for n in range(30)]


def chances(ticked: float, count: int) -> dict[str, dict[str, float]]:
    return {name: {BLANK: 1 - ticked, TICKED: ticked} for name in NAMES[:count]}


def test_the_margin_is_how_much_less_likely_the_next_legal_sheet_is() -> None:
    told = chances(0.2, 2)
    found = decode.decode(told, (), NAMES[:1], lambda kinds: len(set(kinds.values())) == 1)
    assert found is not None
    assert found.kinds == dict.fromkeys(NAMES[:2], BLANK)
    assert found.margins[NAMES[0]] == pytest.approx(2 * math.log(0.8 / 0.2), abs=0.02)


def test_when_every_other_sheet_is_refused_the_search_ends_and_no_margin_is_claimed() -> None:
    judged = []

    def legal(kinds: dict[str, str]) -> bool:
        judged.append(kinds)
        return TICKED not in kinds.values()

    found = decode.decode(chances(0.49, len(NAMES)), (), NAMES, legal)
    assert found is not None
    assert found.margins == {}
    assert len(judged) <= 2 * tuning.MOST_REFUSED


def test_when_time_runs_out_no_margin_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = decode._Model.solve

    def hasty(self: decode._Model, differs: str = "", than: str = "") -> tuple[decode.Kinds, float] | None:
        if not differs:
            return solve(self)
        self.proved = False
        return None

    monkeypatch.setattr(decode._Model, "solve", hasty)
    found = decode.decode(chances(0.2, 2), (), NAMES[:2], lambda kinds: True)
    assert found is not None
    assert found.margins == {}
