"""A one-step greedy player with hand-made weights, tuned.

It tries every legal action with everything in it, as the fitted policy does (the same kernels), and takes the
sheet that is worth most to it: the score as it stands, and so much for everything in greedy.json. The weights
are the same in all half-days, but the last action simply takes the best score.

Tuning, which is in the history: 600 settings of 2,000 games each, the same for all. What won is greedy.json;
other games measure its strength.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.troyes_dice.play import features
from pencilwright.solver.troyes_dice.play.features import SIZE, score_weights
from pencilwright.solver.troyes_dice.play.policy import SCALE

FILE = Path(__file__).with_name("greedy.json")
KINDS = ("fortress", "palace", "market", "town hall", "cathedral", "bishop")


def weights(own: Mapping[str, float]) -> list[int]:
    """Return the policy's weights that say the same, for 0 to 15 half-days to come."""
    worth = [0.0] * SIZE
    for kind, name in enumerate(("influence", "deniers", "knowledge")):
        for have in range(19):
            worth[features.UNSPENT_AT + 19 * kind + have] = own[name] * min(have, max(0.0, own["enough"]))
    for kind, name in enumerate(KINDS):
        open_box = own["open public" if kind % 2 else "open prestige"]
        for built in range(7):
            for free in range(7 - built):
                at = features.BUILT_AT + 49 * kind + 7 * built + free
                worth[at] = own[name] * built + open_box * free
        for pair in range(3):
            if rules.LINK_MASK[kind * 6 + 2 * pair]:
                for state in (1, 2):
                    worth[features.PAIRS_AT + 48 * kind + 16 * pair + state] = own["half a pair"]
    for cathedrals in range(7):
        for scored in range(7):
            at = features.NEXT_CATHEDRAL_AT + 7 * cathedrals + scored
            number = 0 if cathedrals == 6 else 1 + cathedrals // 2
            worth[at] = own["scored next"] * number * scored
    for column in range(6):
        for boxes in range(5):
            worth[features.PROTECTED_AT + 15 * column + 5 + boxes] = own["protected"] * boxes
    for stage in range(4):
        for lacking in range(34):
            worth[features.LACKING_AT + 34 * stage + lacking] = own["lacking"] * lacking
        for lacking in range(12):
            worth[features.MOST_LACKING_AT + 12 * stage + lacking] = own["most lacking"] * lacking
    for track in range(3):
        for have in range(21):
            near = own["near 15"] * max(0, min(have, 14) - 7) + own["past 15"] * max(0, have - 15)
            worth[features.CITIZENS_AT + 21 * track + have] = near
    score = score_weights(SCALE)
    always = [points + round(SCALE * extra) for points, extra in zip(score, worth, strict=True)]
    return score + always * (rules.OVER - 1)


def tuned() -> dict[str, float]:
    """Return the tuned weights."""
    results: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))["weights"]
    return results
