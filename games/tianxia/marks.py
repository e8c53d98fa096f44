"""The marks of the scoring pad: what each mark id means, and the way from a position to marks and back.

The pad has a column for each of up to four players. Numbers are written in combs; places on the palace tracks
are circled. Of goal cards it has the up to three that score, of governors how many stand in a region. The
order of walls, towers and soldiers, the heights on the palace tracks and the kinds of resources and goods are
not on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from pencilwright.games.controls import Control, OneOf, Toggle
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import Mark, checked, name_at, number_of, written
from pencilwright.games.shared.problems import Problem
from pencilwright.games.tianxia import goals, phrases
from pencilwright.games.tianxia.canonical import canonical
from pencilwright.games.tianxia.catalogue import GOAL_IDS
from pencilwright.games.tianxia.components import (
    COASTAL,
    GOALS_SCORED,
    GOODS,
    MOST_PLAYERS,
    NEUTRAL,
    REGIONS,
    RESOURCES,
    ROUNDS,
    SECTIONS,
    SPACE_IDS,
    SPACES,
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
    governors_in,
    pieces,
    resources_of,
)
from pencilwright.templates.phrases import Word, phrase

CIRCLED: Final = "circled"
VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "circle": (CIRCLED,),
    "number": (),
    "text": (),
}
LETTERS: Final = "ABCD"
"""Letters of the players of the four columns."""
PLACES: Final = 4
JADE: Final = 6
COUNTS: Final = ("coin", "resources", "goods", "meeples", "tiles")
SUMS: Final = ("palace", "jade", "goals", "leftovers", "total")
"""Lines where people write their own sums, which are compared and never counted."""
PIECES: Final = ("walls", "towers")
GOAL_CARDS: Final = range(1, GOALS_SCORED + 1)


def most_of(name: str) -> int:
    """Return the largest number that is written at a place of a column, such as "jade" or "governor.qin"."""
    what, _, where = name.partition(".")
    if what == "points" or name == "sum.total":
        return 999
    if what == "goal":
        return len(GOAL_IDS)
    return (
        SPACES[where]
        if what == "governor"
        else {"jade": JADE, "ship": 9, "walls": 9, "towers": 9}.get(what, 99)
    )


def _column(column: int) -> Iterator[Mark]:
    """Yield the marks of one player, in the order of the pad from top to bottom."""
    p, who = f"p{column}", ("column", column)

    def number(name: str, what: str, *extra: tuple[str, str | int]) -> Mark:
        return Mark(f"{p}.{name}", "number", f"tianxia.mark.{what}", (who, *extra))

    yield Mark(f"{p}.name", "text", "tianxia.mark.name", (who,))
    yield number("points", "points")
    for track in TRACKS:
        for n in range(1, PLACES + 1):
            said = (who, ("n", n), ("track", f"tianxia.track.{track}"))
            yield Mark(f"{p}.palace.{track}.{n}", "circle", "tianxia.mark.place", said)
    yield number("jade", "jade")
    for n in GOAL_CARDS:
        yield number(f"goal.{n}", "goal", ("n", n))
    for name in COUNTS:
        yield number(name, "count", ("what", f"tianxia.count.{name}"))
    for name in SUMS:
        yield number(f"sum.{name}", "sum", ("what", f"tianxia.sum.{name}"))
    yield Mark(f"{p}.winner", "circle", "tianxia.mark.winner", (who,))
    for region in REGIONS:
        yield number(f"governor.{region}", "governor", ("region", f"tianxia.region.{region}"))
    for port in COASTAL:
        yield number(f"ship.{port}", "ship", ("region", f"tianxia.region.{port}"))
    for part in PIECES:
        for section in range(1, SECTIONS + 1):
            yield number(f"{part}.{section}", part, ("section", section))


MARKS: Final[tuple[Mark, ...]] = (
    Mark("table", "text", "pad.table"),
    Mark("date", "text", "sheet.date"),
    *(mark for column in range(1, MOST_PLAYERS + 1) for mark in _column(column)),
)
"""All marks of the scoring pad, in a fixed order."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}
CONTROLS: Final[tuple[Control, ...]] = (
    *written(MARKS),
    *(Toggle(f"p{column}.winner") for column in range(1, MOST_PLAYERS + 1)),
    *(
        OneOf(tuple(f"p{column}.palace.{track}.{n}" for n in range(1, PLACES + 1)))
        for column in range(1, MOST_PLAYERS + 1)
        for track in TRACKS
    ),
)


def _row(name: str, ends: Iterable[int | str]) -> tuple[str, ...]:
    """Return the marks of a row: the name, then each of the ends."""
    return tuple(f"{name}.{end}" for end in ends)


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
        ending = f".{at[:-1]}" if at in SPACE_IDS else f".{at}" if at else ""
        names = [f"p{column}.governor{ending}" for column in range(1, MOST_PLAYERS + 1)]
    else:
        return ()
    return tuple(mark for mark in _KIND_OF if any(f"{mark}.".startswith(f"{name}.") for name in names))


_APART: Final = ("name", "sum", "winner")
"""What a column may have though nobody plays it."""
_SHOWN: Final = {
    "": "name",
    "goals": "goal", "ships": "ship", "ships.yan": "ship.yan", "ships.qi": "ship.qi", "ships.chu": "ship.chu",
    **dict.fromkeys(RESOURCES, "resources"), **dict.fromkeys(GOODS, "goods"),
}  # fmt: skip
"""Field of a player -> what stands between the column and the box in the ids of its marks."""


def marks_of_pieces(state: State, index: int, part: str) -> tuple[str, ...]:
    """Return the marks that show a player's "walls", "towers", "ships", or "meeples", where there are any."""
    owner, p = state.players[index], f"p{column_of(state, index)}"
    if part in PIECES:
        sections = [n for n in range(1, SECTIONS + 1) if pieces(state, owner.letter, part, [n])]
        return _row(f"{p}.{part}", sections)
    if part == "ships":
        return _row(f"{p}.ship", [port for port in COASTAL if getattr(owner.ships, port)])
    supply = (f"{p}.meeples",) if owner.meeples else ()
    held = [region for region in REGIONS if governors_in(state, owner.letter, [region])]
    return (*supply, *_row(f"{p}.governor", held))


def marks_of_goals(state: State, index: int) -> tuple[str, ...]:
    """Return the marks that show a player's goal cards."""
    return _row(f"p{column_of(state, index)}.goal", GOAL_CARDS)


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
    """Return the marks of one player; of the goal cards those that score."""
    letter, p = owner.letter, f"p{column_of(state, index)}"
    kept = goals.best([goals.value(state, letter, goal) for goal in owner.goals])
    numbers = {"points": owner.points, "jade": owner.jade}
    numbers |= {f"goal.{n}": int(card.goal.removeprefix("OB")) for n, card in enumerate(kept, start=1)}
    totals = {"coin": owner.coin, "resources": resources_of(owner), "goods": goods_of(owner)}
    numbers |= {name: totals.get(name, getattr(owner, name)) for name in COUNTS}
    numbers |= {f"governor.{region}": governors_in(state, letter, [region]) for region in REGIONS}
    numbers |= {f"ship.{port}": getattr(owner.ships, port) for port in COASTAL}
    for part in PIECES:
        for section in range(1, SECTIONS + 1):
            numbers[f"{part}.{section}"] = pieces(state, letter, part, [section])
    result = {f"{p}.name": owner.name} if owner.name else {}
    for name, value in numbers.items():
        if value > most_of(name):
            what = f"players[{index}].{name}"
            raise InputError(phrase("marks.boxes", what=what, n=value, most=most_of(name)), field=what)
        if value:
            result[f"{p}.{name}"] = str(value)
    for track in TRACKS:
        place = goals.ranking(state, track).find(letter)
        if place >= 0:
            result[f"{p}.palace.{track}.{place + 1}"] = CIRCLED
    return result


# --- From marks -------------------------------------------------------------------------------------------


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position at the end of the game that a pad shows, and what cannot be on a real table.

    Parameters
    ----------
    values : mark id -> value; blank marks may be left out. Of texts only names are kept; own sums and who
        has won do not count.
    setup : the setup printed on the pad, if known.

    Columns without any count are nobody; a blank pad has no players. With fewer than four players the
    neutral marker takes the first place of a track that no player has. Of two places of one player on a
    track, and of two players with one place, the reading keeps as many marks as can be. Raises InputError
    naming the mark for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    columns = [
        column
        for column in range(1, MOST_PLAYERS + 1)
        if any(name.startswith(f"p{column}.") and name.split(".")[1] not in _APART for name in marked)
    ]
    found: list[Problem] = []
    read = {column: _Numbers(marked, column, found) for column in columns}
    palace = {track: _track(marked, columns, track, found) for track in TRACKS}
    wall = tuple(_section(read, number) for number in range(1, SECTIONS + 1))
    held = {(column, region): read[column](f"governor.{region}") for column in columns for region in REGIONS}
    governors = {
        space: "".join(LETTERS[c - 1] for c in columns if held[c, space[:-1]] >= int(space[-1]))
        for space in SPACE_IDS
    }
    state = State(
        setup=setup,
        round=ROUNDS,
        over=True,
        players=tuple(_player(read[column], marked, column, found) for column in columns),
        palace=Palace(**palace),
        wall=wall,
        governors={space: owners for space, owners in governors.items() if owners},
    )
    return canonical(state), tuple(found)


def _ticked(marked: Mapping[str, str], name: str, most: int) -> list[int]:
    """Return the numbers of the ticked boxes of a row."""
    return [n for n in range(1, most + 1) if f"{name}.{n}" in marked]


class _Numbers:
    """The numbers of a column."""

    def __init__(self, marked: Mapping[str, str], column: int, found: list[Problem]) -> None:
        self.marked, self.column, self.found = marked, column, found

    def __call__(self, name: str) -> int:
        """Return the number at a place; one that cannot be is told as a problem."""
        mark = f"p{self.column}.{name}"
        return number_of(self.marked, mark, self.found, mark, most=most_of(name))


def _player(read: _Numbers, marked: Mapping[str, str], column: int, found: list[Problem]) -> Player:
    """Return the player of a column."""
    fields: dict[str, Any] = {name: read(name) for name in ("points", "jade", *COUNTS)}
    for name in SUMS:
        read(f"sum.{name}")
    return Player(
        letter=LETTERS[column - 1],
        name=name_at(marked, f"p{column}.name", found),
        goals=_goals(read, column, found),
        ships=Ships(*(read(f"ship.{port}") for port in COASTAL)),
        **fields,
    )


def _goals(read: _Numbers, column: int, found: list[Problem]) -> tuple[str, ...]:
    """Return the goal cards of a column; one that is written twice is told as a problem."""
    held: list[str] = []
    for n in GOAL_CARDS:
        number = read(f"goal.{n}")
        if number and GOAL_IDS[number - 1] in held:
            mark, card = f"p{column}.goal.{n}", GOAL_IDS[number - 1]
            rule = phrase("tianxia.problem.twice", column=column, card=card)
            found.append(Problem(mark, rule, phrase("tianxia.problem.twice.nearest", card=card), (mark,)))
        elif number:
            held.append(GOAL_IDS[number - 1])
    return tuple(held)


def _section(read: Mapping[int, _Numbers], number: int) -> Section:
    """Return a section with the pieces of the players in the order of the columns."""
    rows = {
        part: "".join(LETTERS[column - 1] * of(f"{part}.{number}") for column, of in read.items())
        for part in PIECES
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
