"""A line of the last turns in words, from its commands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pencilwright.games.tianxia import phrases
from pencilwright.games.tianxia.catalogue import GOAL
from pencilwright.games.tianxia.commands import KINDS, amounts
from pencilwright.games.tianxia.components import SECTIONS, TRACKS
from pencilwright.games.tianxia.state import State, step_of
from pencilwright.solver.tianxia import deliveries, leftovers, wall
from pencilwright.templates.phrases import Phrase, phrase


def steps(state: State, letter: str, line: Sequence[str]) -> Iterator[Phrase]:
    """Yield a line in words: each command, steps of a track and pieces of a section together."""
    heights = {track: 0 for track in TRACKS}
    added = [[0, 0, 0] for _ in range(SECTIONS)]
    for text in line:
        words = text.split()
        if words[0] in ("discard", "use"):
            yield leftovers.step(_use(text)) if _has_goods(words[1]) else _plain(words[1])
        elif words[0] == "govern":
            yield phrase("tianxia.advice.govern", space=phrases.space(words[1]))
        elif words[0] == "deliver":
            yield deliveries.step(state, _service(text))
        elif words[0] == "advance":
            heights[words[1]] += 1
        elif words[:2] in (["free", "worker"], ["free", "merchant"], ["free", "nomad"]):
            yield _free(words)
        elif words[0] != "count" and len(words) > 1:
            part = ("wall", "tower", "soldier").index(words[1]) if words[0] != "train" else 2
            section, count = (words[1], words[2]) if words[0] == "train" else (words[2], "1")
            added[int(section) - 1][part] += int(count)
    pieces_ = tuple(wall.Pieces(*row) for row in added)
    if any(any(row) for row in pieces_):
        yield from wall.in_words(pieces_)
    for track, n in heights.items():
        if n:
            height = step_of(state, track, letter) + n
            yield phrase("tianxia.advice.advance", track=phrases.track(track), n=n, step=height)


def _has_goods(name: str) -> bool:
    """Return whether a tile or card changes goods or points."""
    return name not in GOAL or any(effect.kind == "gain" for effect in GOAL[name].benefit)


def _plain(card: str) -> Phrase:
    """Return in words that a card is discarded for what is placed."""
    return phrase("tianxia.advice.discard", card=card, gains=phrases.effects(GOAL[card].benefit))


def _free(words: Sequence[str]) -> Phrase:
    """Return in words what is placed or lowered free."""
    where: dict[str, Any] = {}
    if words[1] == "worker":
        where["barge"] = phrases.amount(1, words[2])
    elif words[1] == "nomad":
        where["section"] = int(words[2])
    return phrase(f"tianxia.advice.free.{words[1]}", **where)


_TOLD: Final = re.compile(r"(?:discard|use) (\S+)(?: pays (.+?))?(?: takes (.+))?")
_SERVED: Final = re.compile(r"deliver (.+) at ([0-9,]+)(?: pays (.+))?")


def _use(text: str) -> leftovers.Use:
    """Return a conversion from its command."""
    match = _TOLD.fullmatch(text)
    name, pays, takes = match.groups() if match else ("", "", "")
    rule = leftovers.conversion(name)
    net = dict.fromkeys(KINDS, 0)
    for named, more, sign in ((rule.pays, pays, -1), (rule.gains, takes, 1)):
        for kind, n in (*named, *amounts(more or "").items()):
            net[kind] += sign * n
    return leftovers.Use(name, tuple(net.values()))


def _service(text: str) -> deliveries.Service:
    """Return a delivery from its command."""
    match = _SERVED.fullmatch(text)
    name, spaces, pays = match.groups() if match else ("", "1", "")
    covered = tuple(int(space) - 1 for space in spaces.split(","))
    return deliveries.Service(name, covered, tuple(amounts(pays or "").items()))
