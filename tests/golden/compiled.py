"""Answers of Troyes Dice for which kernels are compiled: by sampling, or by much exact work."""

from __future__ import annotations

from tests.golden.answers import answered

ASKED = {
    "two-rolls": ("advise", "advise --target 45"),
    "three-rolls": ("advise --time 200ms", "advise --time 200ms --target 45 --advice-seed golden"),
    "nine-rolls": ("advise --time 200ms",),
}


def entries(game_id: str) -> dict[str, str]:
    """Return the answers; a time is turned into work at fixed rates beforehand."""
    return answered(game_id, ASKED)
