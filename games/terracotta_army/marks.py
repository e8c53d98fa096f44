"""The marks of the scoring pad: digits as boxes to tick, and the way from a position to marks and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pencilwright.games.controls import Control, Number, Text
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import TICKED, Mark, checked
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terracotta_army import scoring, words
from pencilwright.games.terracotta_army.components import COLOURS, ROUNDS, TILES
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.state import HIM, HUMAN, Player, State
from pencilwright.templates.phrases import phrase

VALUES: Final[Mapping[str, tuple[str, ...]]] = {"tick": (TICKED,), "text": ()}
"""The values of each kind of mark besides blank; a text may be anything."""
LINES: Final = ("track", "footmen", "groups", "archers", "goods")
HUNDREDS: Final = (1, 2, 3, 4)
"""The score track goes into the hundreds; a blank is none."""
DIGITS: Final = tuple(range(10))
_WORTH: Final = {"hundreds": 100, "tens": 10, "ones": 1}
"""Place of a digit -> what it is worth."""


def places(line: str) -> Iterator[tuple[str, int, int]]:
    """Yield the boxes of a line: the digit's place ("hundreds", "tens", "ones"), digit, value."""
    for place, worth in _WORTH.items():
        if place != "hundreds" or line == "track":
            digits = HUNDREDS if place == "hundreds" else DIGITS[1:]
            yield from ((place, digit, worth * digit) for digit in digits)


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


def rows(colour: str, line: str) -> dict[str, tuple[str, ...]]:
    """Return the boxes of a line by the place of the digit, the first place first."""
    found: dict[str, tuple[str, ...]] = {}
    for place, digit, _ in places(line):
        found[place] = (*found.get(place, ()), f"vp.{colour}.{line}.{place}.{digit}")
    return found


def _controls() -> Iterator[Control]:
    for colour in COLOURS:
        yield Text(f"name.{colour}")
        for line in LINES:
            boxes = tuple(rows(colour, line).values())
            worth = tuple(value for _, _, value in places(line))
            yield Number(tuple(mark for row in boxes for mark in row), worth, boxes)
        yield Text(f"total.{colour}")


CONTROLS: Final = tuple(_controls())
"""What a tap sets: each line is a number whose digits stand in rows."""
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
        what = phrase(f"terracotta.pad.line.{line}")
        said = phrase("terracotta.error.pad", colour=words.colour(colour), n=value, line=what, most=most)
        raise InputError(said, field=line)
    hundreds, rest = divmod(value, 100)
    digits = (("hundreds", hundreds), ("tens", rest // 10), ("ones", rest % 10))
    return {f"vp.{colour}.{line}.{place}.{digit}": TICKED for place, digit in digits if digit}


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position that a pad shows, the game over, and what is wrong with its marks.

    The players are those with a mark, in the order of the pad; on an empty pad all that may play. Each one's
    points are the sum of the lines. Two ticks for one digit are a fault, and the larger counts. Raises
    InputError for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    faults: list[Problem] = []
    shown = {mark.split(".")[1] for mark in marked}
    players = []
    for colour in COLOURS:
        if colour in (shown or _seated(setup)):
            points = sum(_line(marked, colour, line, faults) for line in LINES)
            players.append(Player(colour, marked.get(f"name.{colour}", ""), points))
    tiles = setup.tiles if setup is not None else TILES[:ROUNDS]
    return State(players, tiles, Grid(9, 7), setup=setup, round=ROUNDS, over=True), tuple(faults)


def _seated(setup: Setup | None) -> tuple[str, ...]:
    """Return the colours that play by a setup, all of them without one."""
    if setup is None:
        return COLOURS
    return (HUMAN, HIM) if setup.solo else COLOURS[: setup.players]


def _line(marked: Mapping[str, str], colour: str, line: str, faults: list[Problem]) -> int:
    """Return the number that a line shows."""
    total = 0
    for place, row in rows(colour, line).items():
        ticked = tuple(mark for mark in row if mark in marked)
        worth = [int(mark.rpartition(".")[2]) for mark in ticked]
        if len(ticked) > 1:
            said = phrase("terracotta.problem.ticks", n=len(ticked))
            largest = str(max(worth) * _WORTH[place])
            faults.append(Problem(f"vp.{colour}.{line}.{place}", said, largest, ticked))
        total += max(worth, default=0) * _WORTH[place]
    return total


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state, such as "players.green", or that begin with a field."""
    what, _, colour = field.partition(".")
    if what == "players":
        colour = colour.partition(".")[0]
        return tuple(mark.id for mark in MARKS if not colour or mark.id.split(".")[1] == colour)
    return tuple(mark.id for mark in MARKS if f"{mark.id}.".startswith(f"{field}."))
