"""What the rules say about the marks of the scoring pad, as sums of marks.

Each rule is a fact that marks.py or legality.py also checks.
"""

from __future__ import annotations

from pencilwright.games.markrules import MarkRule, at_most_one
from pencilwright.games.tianxia.catalogue import GOAL_IDS
from pencilwright.games.tianxia.components import MOST_PLAYERS, TRACKS
from pencilwright.games.tianxia.marks import JADE, PLACES
from pencilwright.games.tianxia.setup import Setup

COLUMNS = range(1, MOST_PLAYERS + 1)


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks; no setup changes them."""
    del setup
    rules: list[MarkRule] = []
    for column in COLUMNS:
        jade = [f"p{column}.jade.{n}" for n in range(1, JADE + 1)]
        rules.append(at_most_one(jade, f"player {column} has one number of figurines"))
        for track in TRACKS:
            places = [f"p{column}.palace.{track}.{n}" for n in range(1, PLACES + 1)]
            rules.append(at_most_one(places, f"player {column} has one place on the {track} track"))
    for track in TRACKS:
        for n in range(1, PLACES + 1):
            same = [f"p{column}.palace.{track}.{n}" for column in COLUMNS]
            rules.append(at_most_one(same, f"one player has place {n} on the {track} track"))
    for n, goal in enumerate(GOAL_IDS, start=1):
        rules.append(at_most_one([f"p{column}.goal.{n}" for column in COLUMNS], f"{goal} is in one hand"))
    return tuple(rules)
