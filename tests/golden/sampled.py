"""Answers by sampling, with a seed and an amount of work: the same everywhere, where kernels are compiled."""

from __future__ import annotations

from tests.golden.answers import answered

ASKED = {
    "three-rolls": ("advise --time 200ms", "advise --time 200ms --target 45 --advice-seed golden"),
    "nine-rolls": ("advise --time 200ms",),
}


def entries(game_id: str) -> dict[str, str]:
    """Return the answers; a time is turned into work at fixed rates beforehand."""
    return answered(game_id, ASKED)
