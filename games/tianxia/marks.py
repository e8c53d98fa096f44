"""The marks of the scoring pad: what each mark id means, and the way from a position to marks and back.

The pad has a column for each of up to four players. Numbers are boxes that add up (1 2 3 5 10 20), places and
figurines one box of a row. The order of walls, towers and soldiers, the heights on the palace tracks and the
kinds of resources and goods are not on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import TICKED, Mark, boxes_for, checked, sum_of
from pencilwright.games.shared.problems import Problem
from pencilwright.games.tianxia import goals
from pencilwright.games.tianxia.canonical import canonical
from pencilwright.games.tianxia.catalogue import GOAL_IDS
from pencilwright.games.tianxia.components import (
    COASTAL,
    MOST_PLAYERS,
    NEUTRAL,
    ROUNDS,
    SECTIONS,
    SPACE_IDS,
    TRACKS,
)
from pencilwright.games.tianxia.setup import Setup
from pencilwright.games.tianxia.state import (
    Palace,
    Player,
    Section,
    Ships,
    State,
    Track,
    goods_of,
    pieces,
    resources_of,
)

VALUES: Final[Mapping[str, tuple[str, ...]]] = {"tick": (TICKED,), "text": ()}
LETTERS: Final = "ABCD"
"""Letters of the players of the four columns."""
PLACES: Final = 4
JADE: Final = 6
COUNT_BOXES: Final = (1, 2, 3, 5, 10, 20)
POINT_BOXES: Final = (1, 2, 3, 5, 10, 20, 30, 50, 100)
SHIP_BOXES: Final = (1, 2, 3)
WALL_BOXES: Final = (1, 2, 3)
TOWER_BOXES: Final = (1, 2)
COUNTS: Final = ("coin", "resources", "goods", "meeples", "tiles")
SUMS: Final = ("palace", "jade", "goals", "leftovers", "total")
"""Lines where people write their own sums; the camera leaves them alone."""


def _number(
    column: int, name: str, boxes: Iterable[int], what: str, *extra: tuple[str, str | int]
) -> list[Mark]:
    """Return the boxes of a number that add up."""
    return [
        Mark(f"p{column}.{name}.{n}", "tick", f"tianxia.mark.{what}", (("column", column), ("n", n), *extra))
        for n in boxes
    ]


def _column(column: int) -> list[Mark]:
    """Return the marks of one player, in the order of the pad from top to bottom."""
    who = ("column", column)
    result = [Mark(f"p{column}.name", "text", "tianxia.mark.name", (who,))]
    result += _number(column, "points", POINT_BOXES, "points")
    for track in TRACKS:
        result += _number(
            column, f"palace.{track}", range(1, PLACES + 1), "place", ("track", f"tianxia.track.{track}")
        )
    result += _number(column, "jade", range(1, JADE + 1), "jade")
    result += _number(column, "goal", range(1, len(GOAL_IDS) + 1), "goal")
    result += [
        Mark(
            f"p{column}.governor.{space}",
            "tick",
            "tianxia.mark.governor",
            (who, ("region", f"tianxia.region.{space[:-1]}"), ("n", int(space[-1]))),
        )
        for space in SPACE_IDS
    ]
    for port in COASTAL:
        result += _number(column, f"ship.{port}", SHIP_BOXES, "ship", ("region", f"tianxia.region.{port}"))
    for section in range(1, SECTIONS + 1):
        result += _number(column, f"walls.{section}", WALL_BOXES, "walls", ("section", section))
        result += _number(column, f"towers.{section}", TOWER_BOXES, "towers", ("section", section))
    for name in COUNTS:
        result += _number(column, name, COUNT_BOXES, "count", ("what", f"tianxia.count.{name}"))
    result += [
        Mark(f"p{column}.sum.{name}", "text", "tianxia.mark.sum", (who, ("what", f"tianxia.sum.{name}")))
        for name in SUMS
    ]
    return result


MARKS: Final[tuple[Mark, ...]] = tuple(
    mark for column in range(1, MOST_PLAYERS + 1) for mark in _column(column)
)
"""All marks of the scoring pad, in a fixed order."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}


# --- To marks ---------------------------------------------------------------------------------------------


def to_marks(state: State) -> dict[str, str]:
    """Return the marks that the pad of a position has: id -> value, without blanks, in the order of MARKS.

    Raises InputError for a number that the pad has no room for.
    """
    found: dict[str, str] = {}
    for column, owner in enumerate(state.players, start=1):
        found |= _marks_of(state, owner, column)
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def _marks_of(state: State, owner: Player, column: int) -> dict[str, str]:
    """Return the marks of one player."""
    letter, p = owner.letter, f"p{column}"
    names: list[str] = []

    def number(name: str, value: int, boxes: tuple[int, ...]) -> None:
        names.extend(f"{name}.{box}" for box in boxes_for(value, boxes, f"players[{column - 1}].{name}"))

    number("points", owner.points, POINT_BOXES)
    for track in TRACKS:
        place = goals.ranking(state, track).find(letter)
        if place >= 0:
            names.append(f"palace.{track}.{place + 1}")
    if owner.jade:
        names.append(f"jade.{owner.jade}")
    names += [f"goal.{goal.removeprefix('OB')}" for goal in owner.goals]
    names += [f"governor.{space}" for space, owners in state.governors.items() if letter in owners]
    for port in COASTAL:
        number(f"ship.{port}", getattr(owner.ships, port), SHIP_BOXES)
    for section in range(1, SECTIONS + 1):
        number(f"walls.{section}", pieces(state, letter, "walls", [section]), WALL_BOXES)
        number(f"towers.{section}", pieces(state, letter, "towers", [section]), TOWER_BOXES)
    totals = {"coin": owner.coin, "resources": resources_of(owner), "goods": goods_of(owner)}
    for name in COUNTS:
        number(name, totals.get(name, getattr(owner, name)), COUNT_BOXES)
    result = {f"{p}.{name}": TICKED for name in names}
    return ({f"{p}.name": owner.name} if owner.name else {}) | result


# --- From marks -------------------------------------------------------------------------------------------


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position at the end of the game that a pad shows, and what cannot be on a real table.

    Parameters
    ----------
    values : mark id -> value; blank marks may be left out. Of the places for writing only names are kept.
    setup : the setup printed on the pad, if known.

    Columns without any box ticked are nobody; a blank pad has no players. With fewer than four players the
    neutral marker takes the first place of a track that no player has. Raises InputError naming the mark for
    an unknown id or value, two places of one player on a track and two numbers of figurines.
    """
    marked = checked(values, _KIND_OF, VALUES)
    columns = [
        column
        for column in range(1, MOST_PLAYERS + 1)
        if any(name.startswith(f"p{column}.") and _KIND_OF[name] != "text" for name in marked)
    ]
    found: list[Problem] = []
    palace = {track: _track(marked, columns, track, found) for track in TRACKS}
    wall = tuple(_section(marked, columns, number) for number in range(1, SECTIONS + 1))
    governors = {
        space: "".join(LETTERS[c - 1] for c in columns if f"p{c}.governor.{space}" in marked)
        for space in SPACE_IDS
    }
    state = State(
        setup=setup,
        round=ROUNDS,
        over=True,
        players=tuple(_player(marked, column) for column in columns),
        palace=Palace(**palace),
        wall=wall,
        governors={space: owners for space, owners in governors.items() if owners},
    )
    return canonical(state), tuple(found)


def _one(marked: Mapping[str, str], name: str, most: int, what: str) -> int:
    """Return the one ticked box of a row, 0 for none. Raises InputError for two."""
    ticked = [n for n in range(1, most + 1) if f"{name}.{n}" in marked]
    if len(ticked) > 1:
        raise InputError(
            f"{name} has {ticked[0]} and {ticked[1]} ticked; a player has one {what}",
            field=f"{name}.{ticked[1]}",
        )
    return ticked[0] if ticked else 0


def _player(marked: Mapping[str, str], column: int) -> Player:
    """Return the player of a column."""
    p = f"p{column}"
    fields: dict[str, Any] = {name: sum_of(marked, f"{p}.{name}", COUNT_BOXES) for name in COUNTS}
    return Player(
        letter=LETTERS[column - 1],
        name=marked.get(f"{p}.name", ""),
        points=sum_of(marked, f"{p}.points", POINT_BOXES),
        goals=tuple(goal for n, goal in enumerate(GOAL_IDS, start=1) if f"{p}.goal.{n}" in marked),
        jade=_one(marked, f"{p}.jade", JADE, "number of figurines"),
        ships=Ships(*(sum_of(marked, f"{p}.ship.{port}", SHIP_BOXES) for port in COASTAL)),
        **fields,
    )


def _section(marked: Mapping[str, str], columns: list[int], number: int) -> Section:
    """Return a section with the pieces of the players in the order of the columns."""
    rows = {
        part: "".join(LETTERS[c - 1] * sum_of(marked, f"p{c}.{part}.{number}", boxes) for c in columns)
        for part, boxes in (("walls", WALL_BOXES), ("towers", TOWER_BOXES))
    }
    return Section(**rows)  # type: ignore[arg-type]


def _track(marked: Mapping[str, str], columns: list[int], track: str, found: list[Problem]) -> Track:
    """Return the order of a palace track, with the neutral marker at the first place that nobody has.

    Two players with one place are told as a problem, and so is a gap.
    """
    places: dict[int, str] = {}
    for column in columns:
        place = _one(marked, f"p{column}.palace.{track}", PLACES, "place on a track")
        if place and place in places:
            rule = f"place {place} on the {track} track is ticked for two players; markers rank one by one"
            found.append(Problem(f"p{column}.palace.{track}.{place}", rule, "one of them"))
        elif place:
            places[place] = LETTERS[column - 1]
    if 0 < len(columns) < MOST_PLAYERS:
        free = next(n for n in range(1, PLACES + 1) if n not in places)
        places[free] = NEUTRAL
    taken = sorted(places)
    for expected, place in enumerate(taken, start=1):
        if place != expected:
            rule = f"place {place} on the {track} track is ticked while nobody has place {expected}"
            who = LETTERS.find(places[place]) + 1
            found.append(Problem(f"p{who}.palace.{track}.{place}", rule, f"places 1 to {len(taken)}"))
            break
    return Track("".join(places[place] for place in taken))
