"""The marks of the scoring pad: what each mark id means, and the way from a position to marks and back.

The pad has a column for each of up to four players. Numbers are boxes that add up (1 2 3 5 10 20), places and
figurines one box of a row. The order of walls, towers and soldiers, the heights on the palace tracks and the
kinds of resources and goods are not on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final
from unicodedata import category

from pencilwright.games.controls import Control, Number, OneOf, Text, Toggle
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import TICKED, Mark, boxes_for, checked, sum_of
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.reading import LONGEST_NAME, UNPRINTABLE, printable_name
from pencilwright.games.tianxia import goals, phrases
from pencilwright.games.tianxia.canonical import canonical
from pencilwright.games.tianxia.catalogue import GOAL_IDS
from pencilwright.games.tianxia.components import (
    COASTAL,
    GOODS,
    MOST_PLAYERS,
    NEUTRAL,
    RESOURCES,
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
from pencilwright.templates.phrases import Word, phrase

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


def _controls(column: int) -> Iterator[Control]:
    """Yield what sets the marks of one player."""
    p = f"p{column}"
    yield Text(f"{p}.name")
    yield _boxes(f"{p}.points", POINT_BOXES)
    for track in TRACKS:
        yield OneOf(_row(f"{p}.palace.{track}", range(1, PLACES + 1)))
    yield OneOf(_row(f"{p}.jade", range(1, JADE + 1)))
    yield from map(Toggle, _row(f"{p}.goal", range(1, len(GOAL_IDS) + 1)))
    yield from map(Toggle, _row(f"{p}.governor", SPACE_IDS))
    for port in COASTAL:
        yield _boxes(f"{p}.ship.{port}", SHIP_BOXES)
    for section in range(1, SECTIONS + 1):
        yield _boxes(f"{p}.walls.{section}", WALL_BOXES)
        yield _boxes(f"{p}.towers.{section}", TOWER_BOXES)
    for name in COUNTS:
        yield _boxes(f"{p}.{name}", COUNT_BOXES)
    yield from map(Text, _row(f"{p}.sum", SUMS))


def _row(name: str, ends: Iterable[int | str]) -> tuple[str, ...]:
    """Return the marks of a row: the name, then each of the ends."""
    return tuple(f"{name}.{end}" for end in ends)


def _boxes(name: str, boxes: tuple[int, ...]) -> Number:
    """Return the control of a number that is boxes adding up."""
    return Number(_row(name, boxes), boxes)


CONTROLS: Final[tuple[Control, ...]] = tuple(
    control for column in range(1, MOST_PLAYERS + 1) for control in _controls(column)
)


def column_of(state: State, index: int) -> int:
    """Return the column of a player: that of the letter where all have letters of columns, else by order."""
    letters = [owner.letter for owner in state.players]
    return LETTERS.index(letters[index]) + 1 if set(letters) <= set(LETTERS) else index + 1


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state; the field itself when it is a mark; () for none.

    Players are counted by columns: `players[1].jade` is in the second one.
    """
    if field in _KIND_OF:
        return (field,)
    first, _, rest = field.replace("[", ".").replace("]", "").partition(".")
    at, _, part = rest.partition(".")
    if first == "players":
        columns = [int(at) + 1] if at.isdigit() else range(1, MOST_PLAYERS + 1)
        names = [f"p{column}.{_SHOWN.get(part, part)}" for column in columns]
    elif first == "palace":
        names = [f"p{column}.palace.{at}" for column in range(1, MOST_PLAYERS + 1)]
    elif first == "wall":
        ends = [f".{int(at) + 1}"] if at.isdigit() else [f".{n}" for n in range(1, SECTIONS + 1)]
        kinds = [part] if part else ["walls", "towers"]
        names = [f"p{c}.{kind}{end}" for c in range(1, MOST_PLAYERS + 1) for kind in kinds for end in ends]
    elif first == "governors":
        names = [f"p{column}.governor{'.' if at else ''}{at}" for column in range(1, MOST_PLAYERS + 1)]
    else:
        return ()
    return tuple(mark for mark in _KIND_OF if any(f"{mark}.".startswith(f"{name}.") for name in names))


_SHOWN: Final = {
    "": "name",
    "goals": "goal", "ships": "ship", "ships.yan": "ship.yan", "ships.qi": "ship.qi", "ships.chu": "ship.chu",
    **dict.fromkeys(RESOURCES, "resources"), **dict.fromkeys(GOODS, "goods"),
}  # fmt: skip
"""Field of a player -> what stands between the column and the box in the ids of its marks."""


def marks_of_pieces(state: State, index: int, part: str) -> tuple[str, ...]:
    """Return the marks that show a player's "walls", "towers", "ships", or "meeples", where there are any."""
    owner, p = state.players[index], f"p{column_of(state, index)}"
    if part in ("walls", "towers"):
        boxes = WALL_BOXES if part == "walls" else TOWER_BOXES
        sections = [n for n in range(1, SECTIONS + 1) if pieces(state, owner.letter, part, [n])]
        return tuple(mark for n in sections for mark in _row(f"{p}.{part}.{n}", boxes))
    if part == "ships":
        ports = [port for port in COASTAL if getattr(owner.ships, port)]
        return tuple(mark for port in ports for mark in _row(f"{p}.ship.{port}", SHIP_BOXES))
    supply = _row(f"{p}.meeples", COUNT_BOXES) if owner.meeples else ()
    return (*supply, *(f"{p}.governor.{at}" for at, who in state.governors.items() if owner.letter in who))


# --- To marks ---------------------------------------------------------------------------------------------


def to_marks(state: State) -> dict[str, str]:
    """Return the marks that the pad of a position has: id -> value, without blanks, in the order of MARKS.

    Raises InputError for a number that the pad has no room for.
    """
    found: dict[str, str] = {}
    for index, owner in enumerate(state.players):
        found |= _marks_of(state, owner, index)
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def _marks_of(state: State, owner: Player, index: int) -> dict[str, str]:
    """Return the marks of one player."""
    letter, p = owner.letter, f"p{column_of(state, index)}"
    names: list[str] = []

    def number(name: str, value: int, boxes: tuple[int, ...]) -> None:
        names.extend(f"{name}.{box}" for box in boxes_for(value, boxes, f"players[{index}].{name}"))

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
    neutral marker takes the first place of a track that no player has. Of two places of one player on a
    track, and of two players with one place, the reading keeps as many marks as can be; of two numbers of
    figurines the lower one. Raises InputError naming the mark for an unknown id or value.
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
        players=tuple(_player(marked, column, found) for column in columns),
        palace=Palace(**palace),
        wall=wall,
        governors={space: owners for space, owners in governors.items() if owners},
    )
    return canonical(state), tuple(found)


def _ticked(marked: Mapping[str, str], name: str, most: int) -> list[int]:
    """Return the numbers of the ticked boxes of a row."""
    return [n for n in range(1, most + 1) if f"{name}.{n}" in marked]


def _name(marked: Mapping[str, str], column: int, found: list[Problem]) -> str:
    """Return the name of a player; what cannot be printed is told as a problem and left out."""
    mark = f"p{column}.name"
    name = marked.get(mark, "")
    try:
        return printable_name(name, mark)
    except InputError as error:
        name = "".join(sign for sign in name if category(sign) not in UNPRINTABLE)[:LONGEST_NAME].strip()
        near = phrase("tianxia.problem.name.nearest", name=name) if name else ""
        found.append(Problem(mark, error.sentence, near, (mark,)))
        return name


def _jade(marked: Mapping[str, str], column: int, found: list[Problem]) -> int:
    """Return the number of figurines; the lowest of several, which are told as a problem."""
    name = f"p{column}.jade"
    ticked = _ticked(marked, name, JADE)
    if len(ticked) > 1:
        rule = phrase("tianxia.problem.jade", column=column, n=tuple(ticked))
        near = phrase("tianxia.problem.jade.nearest", n=ticked[0])
        found.append(Problem(f"{name}.{ticked[1]}", rule, near, _row(name, ticked)))
    return ticked[0] if ticked else 0


def _player(marked: Mapping[str, str], column: int, found: list[Problem]) -> Player:
    """Return the player of a column."""
    p = f"p{column}"
    fields: dict[str, Any] = {name: sum_of(marked, f"{p}.{name}", COUNT_BOXES) for name in COUNTS}
    return Player(
        letter=LETTERS[column - 1],
        name=_name(marked, column, found),
        points=sum_of(marked, f"{p}.points", POINT_BOXES),
        goals=tuple(goal for n, goal in enumerate(GOAL_IDS, start=1) if f"{p}.goal.{n}" in marked),
        jade=_jade(marked, column, found),
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

    Two places of one player, two players with one place and a gap are told as problems.
    """
    ticked = {column: _ticked(marked, f"p{column}.palace.{track}", PLACES) for column in columns}
    ticked = {column: places for column, places in ticked.items() if places}
    held = _held(ticked, 1 if len(columns) < MOST_PLAYERS else 0)
    places = {place: LETTERS[column - 1] for column, place in held.items() if place}
    told = _doubles(ticked, held, track)
    found += told
    if 0 < len(columns) < MOST_PLAYERS:
        free = next(n for n in range(1, PLACES + 1) if n not in places)
        places[free] = NEUTRAL
    taken = sorted(places)
    for expected, place in enumerate(taken, start=1):
        if place != expected and not told:
            rule = phrase("tianxia.problem.gap", place=place, track=phrases.track(track), missing=expected)
            near = phrase("tianxia.problem.gap.nearest", n=len(taken))
            who = LETTERS.find(places[place]) + 1
            found.append(Problem(f"p{who}.palace.{track}.{place}", rule, near))
            break
    return Track("".join(places[place] for place in taken))


def _held(ticked: Mapping[int, list[int]], neutral: int) -> dict[int, int]:
    """Return one place, or 0, for each column that has any ticked.

    As many as can be, first of all those of columns with only one ticked; then with fewest gaps.
    """
    rows = list(ticked.values())
    if all(len(row) == 1 for row in rows) and len({row[0] for row in rows}) == len(rows):
        return {column: row[0] for column, row in ticked.items()}

    def worth(choice: Sequence[int]) -> tuple[int, int, int]:
        kept = [place for place in choice if place]
        sure = sum(len(row) == 1 for row, place in zip(rows, choice, strict=True) if place)
        return len(kept), sure, min(len(kept) + neutral - max(kept, default=0), 0)

    choices: list[Sequence[int]] = [one for one in product(*((*row, 0) for row in rows)) if _differ(one)]
    return dict(zip(ticked, max(choices, key=lambda one: worth(tuple(one))), strict=True))


def _differ(choice: Sequence[int]) -> bool:
    """Return whether no place but 0 comes twice."""
    kept = [place for place in choice if place]
    return len(set(kept)) == len(kept)


def _doubles(ticked: Mapping[int, list[int]], held: Mapping[int, int], track: str) -> list[Problem]:
    """Return what is wrong with the places ticked on a track: several of one player, one of two players."""
    found = []
    for column, places in ticked.items():
        name = f"p{column}.palace.{track}"
        said: dict[str, Word] = {"column": column, "track": phrases.track(track)}
        if len(places) > 1:
            rule = phrase("tianxia.problem.places", **said, places=tuple(places))
            near = phrase(f"tianxia.problem.places.{'one' if held[column] else 'none'}", n=held[column])
            found.append(Problem(f"{name}.{places[1]}", rule, near, _row(name, places)))
        elif not held[column]:
            other = next(one for one, place in held.items() if place == places[0])
            rule = phrase("tianxia.problem.shared", **said, place=places[0])
            near = phrase("tianxia.problem.shared.nearest", column=other, place=places[0])
            marks = tuple(f"p{who}.palace.{track}.{places[0]}" for who in (other, column))
            found.append(Problem(marks[1], rule, near, marks))
    return found
