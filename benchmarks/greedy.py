"""A one-step greedy player with hand-made weights, tuned: `python -m benchmarks.greedy` tunes it anew.

It tries every legal action with everything in it, as the fitted policy does (the same kernels), and takes the
sheet that is worth most to it: the score as it stands, and so much for everything in `START`. The weights are
the same in all half-days, but the last action simply takes the best score.

Tuning: SETTINGS settings, a third of them drawn around the hand-made one, the others around the best so far;
each plays the same GAMES games. What wins is written to greedy.json; other games measure its strength.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.play import features, policy, rollouts
from pencilwright.solver.troyes_dice.play.features import SIZE, score_weights
from pencilwright.solver.troyes_dice.play.policy import DICE_SIZE, SCALE
from pencilwright.solver.troyes_dice.setups import tables

FILE = Path(__file__).with_name("greedy.json")
SEED = "tuned greedy"
SETTINGS = 600
GAMES = 2000
SETUPS = 250

KINDS = ("fortress", "palace", "market", "town hall", "cathedral", "bishop")
START = {
    "influence": 0.4,  # each unspent, up to the number at hand
    "deniers": 0.4,
    "knowledge": 0.4,
    "enough": 5.0,  # how many of a resource count as above
    "fortress": 0.6,  # each built
    "palace": 0.6,
    "market": 0.6,
    "town hall": 0.6,
    "cathedral": 3.0,
    "bishop": 0.6,
    "open prestige": 0.2,  # each box where one can still stand
    "open public": 0.2,
    "half a pair": 0.3,  # one of two linked buildings stands and the other still can
    "scored next": 0.3,  # each building of the kind that the next cathedral would score
    "protected": 0.1,  # each open box that a fortress protects
    "lacking": -0.3,  # each citizen short of the next column bonus
    "most lacking": -0.2,  # citizens that the shortest track is short of it
    "near 15": 0.1,  # each citizen of 8 to 14
    "past 15": -0.1,  # each citizen beyond 15
}


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


def mean_score(
    kernels: Kernels, own: Mapping[str, float], setups: Sequence[Sequence[int]], dice: object
) -> float:
    """Return the mean final score of games, the same number on each setup, with these dice."""
    vector = kernels.vector
    player = policy.Player.new(kernels, weights(own))
    each = GAMES // len(setups)
    out = vector(each)
    sheet = vector(rules.new_sheet())
    total = 0
    for table in setups:
        kernels.play_on(player, vector(table), sheet, 1, dice, each, rules.OVER, out)
        total += sum(int(score) for score in out)
    return total / (each * len(setups))


def varied(own: Mapping[str, float], stream: Stream, width: float) -> dict[str, float]:
    """Return the weights, about a third of them moved by up to `width` times their hand-made size."""
    results = dict(own)
    for name, size in START.items():
        if stream.below(3) == 0:
            step = (stream.below(2001) - 1000) / 1000
            results[name] = round(results[name] + width * max(0.3, abs(size)) * step, 3)
    return results


def tune(kernels: Kernels) -> tuple[dict[str, float], float]:
    """Return the best weights found, and their mean score on the games that chose them."""
    stream = Stream.from_seed(SEED)
    setups = tables(SETUPS, SEED)
    each = GAMES // SETUPS
    dice = kernels.vector([stream.die() for _ in range(each * DICE_SIZE)])
    best = dict(START)
    best_mean = mean_score(kernels, best, setups, dice)
    for setting in range(SETTINGS):
        early = setting < SETTINGS // 3
        own = varied(START if early else best, stream, 3.0 if early else 1.0)
        mean = mean_score(kernels, own, setups, dice)
        if mean > best_mean:
            best, best_mean = own, mean
    return best, best_mean


def tuned() -> dict[str, float]:
    """Return the tuned weights."""
    results: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))["weights"]
    return results


def main() -> None:
    best, mean = tune(rollouts.kernels())
    made = {"made by": "python -m benchmarks.greedy", "seed": SEED, "settings": SETTINGS, "games": GAMES}
    FILE.write_text(json.dumps({**made, "weights": best}, indent=1) + "\n", encoding="utf-8")
    print(f"mean score on the games of the tuning: {mean:.2f}")


if __name__ == "__main__":
    main()
