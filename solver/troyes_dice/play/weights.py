"""The fitted weights on disk: policy.json beside this module, one line for each group of features."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play.rules import OVER
from pencilwright.solver.troyes_dice.play.features import GROUPS, SIZE, score_weights
from pencilwright.solver.troyes_dice.play.policy import SCALE
from pencilwright.templates.phrases import phrase

FILE = Path(__file__).with_name("policy.json")
FORMAT = 1


@cache
def fitted_weights() -> tuple[int, ...]:
    """Return the weights for 0, 1 ... 15 half-days to come, SIZE each, in 1 / SCALE points."""
    return tuple(read(FILE.read_text(encoding="utf-8")))


def read(text: str) -> list[int]:
    """Return the weights that a file's text holds.

    Raises InputError when it does not fit the features of this version.
    """
    data = json.loads(text)
    if (data["format"], data["scale"]) != (FORMAT, SCALE):
        raise InputError(phrase("troyes.weights.version"), field="format")
    weights = score_weights(SCALE)
    for rows in data["weights"]:
        if [len(row) for row in rows] != [group.size for group in GROUPS]:
            raise InputError(phrase("troyes.weights.features"), field="weights")
        weights += [weight for row in rows for weight in row]
    if len(weights) != OVER * SIZE:
        raise InputError(phrase("troyes.weights.half_days", n=OVER - 1), field="weights")
    return weights


def write(weights: Sequence[int], made: Mapping[str, int | str]) -> str:
    """Return the text of a file with these weights, and with how they were made in its head."""
    blocks = []
    for to_come in range(1, OVER):
        own = weights[SIZE * to_come : SIZE * (to_come + 1)]
        rows = [json.dumps(own[g.first : g.first + g.size], separators=(",", ":")) for g in GROUPS]
        blocks.append("[\n" + ",\n".join(rows) + "]")
    head = json.dumps({"format": FORMAT, "scale": SCALE, **made}, indent=1)
    return head[:-2] + ',\n "weights": [' + ",\n".join(blocks) + "]}\n"
