"""What the rules say about the places of the scoring pad, as sums of marks; marks.py checks the same.

Numbers are held to their limits where they are read.
"""

from __future__ import annotations

from pencilwright.games.markrules import MarkRule, at_most_one
from pencilwright.games.tianxia import phrases
from pencilwright.games.tianxia.components import MOST_PLAYERS, TRACKS
from pencilwright.games.tianxia.marks import PLACES
from pencilwright.games.tianxia.setup import Setup
from pencilwright.templates.phrases import phrase

COLUMNS = range(1, MOST_PLAYERS + 1)


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks; no setup changes them."""
    del setup
    rules: list[MarkRule] = []
    for column in COLUMNS:
        for track in TRACKS:
            places = [f"p{column}.palace.{track}.{n}" for n in range(1, PLACES + 1)]
            named = phrases.track(track)
            rules.append(at_most_one(places, phrase("tianxia.rule.places", column=column, track=named)))
    for track in TRACKS:
        for n in range(1, PLACES + 1):
            same = [f"p{column}.palace.{track}.{n}" for column in COLUMNS]
            rules.append(
                at_most_one(same, phrase("tianxia.rule.shared", place=n, track=phrases.track(track)))
            )
    return tuple(rules)
