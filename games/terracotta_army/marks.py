"""The marks of the scoring pad: digits as boxes to tick, and the way from a position to marks and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import TICKED, Mark, checked
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.components import COLOURS, ROUNDS, TILES
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.state import Player, State

VALUES: Final[Mapping[str, tuple[str, ...]]] = {"tick": (TICKED,), "text": ()}
"""The values of each kind of mark besides blank; a text may be anything."""
LINES: Final = ("track", "footmen", "groups", "archers", "goods")
HUNDREDS: Final = (1, 2, 3, 4)
"""The score track goes into the hundreds; a blank is none."""
DIGITS: Final = tuple(range(10))


def places(line: str) -> Iterator[tuple[str, int, int]]:
    """Yield the boxes of a line: the digit's place ("hundreds", "tens", "ones"), digit, value."""
    if line == "track":
        yield from (("hundreds", digit, 100 * digit) for digit in HUNDREDS)
    yield from (("tens", digit, 10 * digit) for digit in DIGITS[1:])
    yield from (("ones", digit, digit) for digit in DIGITS[1:])


def _marks() -> Iterator[Mark]:
    for colour in COLOURS:
        named = (("colour", f"terracotta.colour.{colour}"),)
        yield Mark(f"name.{colour}", "text", "terracotta.mark.name", named)
        for line in LINES:
            for place, digit, value in places(line):
                yield Mark(
                    f"vp.{colour}.{line}.{place}.{digit}",
                    "tick",
                    "terracotta.mark.digit",
                    (*named, ("line", f"terracotta.pad.{line}"), ("value", value)),
                )
        yield Mark(f"total.{colour}", "text", "terracotta.mark.total", named)


MARKS: Final = tuple(_marks())
"""All marks of the scoring pad, in a fixed order."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}
_GROUPS: Final = {"footman": "footmen", "group": "groups", "archer": "archers", "goods": "goods"}


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a pad that shows a position's points: id -> value, without blank ones.

    What the score track holds, with a scoring phase that is due, stands in the first line, and each part of
    the final scoring in its own. Raises InputError for a number that the boxes do not hold.
    """
    found: dict[str, str] = {}
    for player, (_, score) in zip(state.players, scoring.scores(state), strict=True):
        if player.name:
            found[f"name.{player.colour}"] = player.name
        points = dict.fromkeys(LINES, 0)
        for line in score.lines:
            points[_GROUPS.get(line.id.partition(".")[0], "track")] += line.points
        for name, value in points.items():
            found |= _digits(player.colour, name, value)
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def _digits(colour: str, line: str, value: int) -> dict[str, str]:
    """Return the ticks of a number on a line."""
    most = 100 * HUNDREDS[-1] + 99 if line == "track" else 99
    if not 0 <= value <= most:
        raise InputError(f"{colour} has {value} for {line}; the pad has room for 0 to {most}", field=line)
    hundreds, rest = divmod(value, 100)
    digits = (("hundreds", hundreds), ("tens", rest // 10), ("ones", rest % 10))
    return {f"vp.{colour}.{line}.{place}.{digit}": TICKED for place, digit in digits if digit}


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position that a pad shows, the game over, and what is wrong with its marks.

    The players are those with a mark, in the order of the pad; each one's points are the sum of the lines.
    Two ticks for one digit are a fault, and the larger counts. Raises InputError for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    faults: list[Problem] = []
    players = []
    for colour in COLOURS:
        own = [mark for mark in marked if mark.split(".")[1] == colour and not mark.startswith("total")]
        if own:
            points = sum(_line(marked, colour, line, faults) for line in LINES)
            players.append(Player(colour, marked.get(f"name.{colour}", ""), points))
    tiles = setup.tiles if setup is not None else TILES[:ROUNDS]
    return State(players, tiles, Grid(9, 7), setup=setup, round=ROUNDS, over=True), tuple(faults)


def _line(marked: Mapping[str, str], colour: str, line: str, faults: list[Problem]) -> int:
    """Return the number that a line shows."""
    total = 0
    found: dict[str, list[int]] = {}
    for place, digit, value in places(line):
        if f"vp.{colour}.{line}.{place}.{digit}" in marked:
            found.setdefault(place, []).append(value)
    for place, ticked in found.items():
        if len(ticked) > 1:
            where = f"vp.{colour}.{line}.{place}"
            faults.append(Problem(where, f"{len(ticked)} boxes are ticked for one digit", f"{max(ticked)}"))
        total += max(ticked)
    return total
