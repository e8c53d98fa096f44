"""The marks of the scoring pad: what each mark id means, and the way from a position to marks and back.

The pad has a column for each of up to four players. Numbers are written in combs; places on the palace tracks
are circled. Of goal cards it has the up to three that score, of governors how many stand in a region. The
order of walls, towers and soldiers, the heights on the palace tracks and the kinds of resources and goods are
not on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from operator import attrgetter
from typing import Any, Final, NamedTuple

from pencilwright.games.shared.boxes import Exclusive, MarksReading, SheetBox, SheetBoxes
from pencilwright.games.shared.marks import CIRCLED, SheetMark
from pencilwright.games.shared.problems import Problem
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia import state as states
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import GOAL_IDS
from pencilwright.games.tianxia.rules import goals
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.setup import Setup
from pencilwright.templates.phrases import Phrase, phrase, plain

LETTERS: Final = "ABCD"
"""Letters of the players of the four columns."""
PLACES: Final = 4
COLUMNS: Final = range(1, box.MOST_PLAYERS + 1)
COUNTS: Final = ("coin", "resources", "goods", "meeples", "tiles")
SUMS: Final = ("palace", "jade", "goals", "leftovers", "total")
"""Lines where people write their own sums, which are compared and never counted."""
PIECES: Final = ("walls", "towers")
GOAL_CARDS: Final = range(1, box.GOALS_SCORED + 1)


def _row(name: str, ends: Iterable[int | str]) -> tuple[str, ...]:
    """Return the marks of a row: the name, then each of the ends."""
    return tuple(f"{name}.{end}" for end in ends)


class MarkedPlayer(NamedTuple):
    """A player of a position, with the goal cards that score."""

    state: states.State
    owner: states.Player
    scoring: tuple[goals.GoalValue, ...]


NUMBERS: Final[Mapping[str, tuple[int, tuple[str, ...], Callable[[MarkedPlayer], int] | None]]] = {
    "points": (999, ("points",), lambda who: who.owner.points),
    "jade": (6, ("jade",), lambda who: who.owner.jade),
    "coin": (99, ("coin",), lambda who: who.owner.coin),
    "resources": (99, (*box.RESOURCES, "resources"), lambda who: states.resources_of(who.owner)),
    "goods": (99, (*box.GOODS, "goods"), lambda who: states.goods_of(who.owner)),
    "meeples": (99, ("meeples",), lambda who: who.owner.meeples),
    "tiles": (99, ("tiles",), lambda who: who.owner.tiles),
}
"""Number of a column -> the most that it may be, fields of a player that it shows, what a player has."""


def places_of(column: int, track: str) -> tuple[str, ...]:
    """Return the circles of a player's place on a palace track."""
    return _row(f"p{column}.palace.{track}", range(1, PLACES + 1))


def _column(column: int) -> Iterator[SheetBox]:
    """Yield the boxes of one player, in the order of the pad from top to bottom."""
    p, player = f"p{column}", f"players[{column - 1}]"
    who = "column", plain(LETTERS[column - 1])

    def number(
        name: str,
        label: str,
        most: int,
        fields: tuple[str, ...] = (),
        value: Callable[[MarkedPlayer], int] | None = None,
        **words: str | int | Phrase,
    ) -> SheetBox:
        mark = SheetMark(f"{p}.{name}", "number", f"tianxia.mark.{label}", (who, *words.items()))
        return SheetBox(mark, fields, p, value, most, sum=label == "sum")

    def number_box(name: str, label: str, **options: str | int) -> SheetBox:
        most, fields, value = NUMBERS[name]
        return number(name, label, most, tuple(f"{player}.{field}" for field in fields), value, **options)

    name = SheetMark(f"{p}.name", "text", "tianxia.mark.name", (who,))
    yield SheetBox(name, ("players", player, f"{player}.name"), p, lambda who: who.owner.name)
    yield number_box("points", "points")
    for track in box.TRACKS:
        for n, mark in enumerate(places_of(column, track), start=1):
            messages = (who, ("n", n), ("track", f"tianxia.track.{track}"))
            yield SheetBox(SheetMark(mark, "circle", "tianxia.mark.place", messages), (f"palace.{track}",), p)
    yield number_box("jade", "jade")
    for n in GOAL_CARDS:
        yield number(f"goal.{n}", "goal", len(GOAL_IDS), (f"{player}.goals",), partial(_card, n), n=n)
    for count in COUNTS:
        yield number_box(count, "count", what=f"tianxia.count.{count}")
    for line in SUMS:
        most = 999 if line == "total" else 99
        yield number(f"sum.{line}", "sum", most, what=phrase(f"tianxia.sum.{line}", **phrases.NUMBERS))
    yield SheetBox(SheetMark(f"{p}.winner", "circle", "tianxia.mark.winner", (who,)), owner=p)
    for region in box.REGIONS:
        spaces = tuple(f"governors.{space}" for space in box.SPACE_IDS if space[:-1] == region)
        most, held, called = box.SPACES[region], partial(_governors, region), f"tianxia.region.{region}"
        yield number(f"governor.{region}", "governor", most, spaces, held, region=called)
    for port in box.COASTAL:
        ships, called = attrgetter(f"owner.ships.{port}"), f"tianxia.region.{port}"
        yield number(f"ship.{port}", "ship", 9, (f"{player}.ships.{port}",), ships, region=called)
    for part in PIECES:
        for n in range(1, box.SECTIONS + 1):
            built = partial(_pieces, part, n)
            yield number(f"{part}.{n}", part, 9, (f"wall[{n - 1}].{part}",), built, section=n)


def _card(n: int, who: MarkedPlayer) -> int:
    return int(who.scoring[n - 1].goal.removeprefix("OB")) if n <= len(who.scoring) else 0


def _governors(region: str, who: MarkedPlayer) -> int:
    return states.governors_in(who.state, who.owner.letter, [region])


def _pieces(part: str, section: int, who: MarkedPlayer) -> int:
    return states.pieces(who.state, who.owner.letter, part, [section])


def _groups() -> Iterator[Exclusive]:
    """A player has one place on a track, and a place has one player."""
    for track in box.TRACKS:
        named = phrases.track(track)
        rows = [places_of(column, track) for column in COLUMNS]
        for column, marks in zip(COLUMNS, rows, strict=True):
            yield Exclusive(marks, phrase("tianxia.rule.places", column=LETTERS[column - 1], track=named))
        for n, marks in enumerate(zip(*rows, strict=True), start=1):
            yield Exclusive(marks, phrase("tianxia.rule.shared", place=n, track=named), tapped=False)


PAD: Final = SheetBoxes(
    (
        SheetBox(SheetMark("table", "text", "pad.table")),
        SheetBox(SheetMark("date", "text", "sheet.date")),
        *(item for column in COLUMNS for item in _column(column)),
    ),
    _groups(),
)
"""The scoring pad."""
MARKS: Final = PAD.marks
CONTROLS: Final = PAD.controls
marks_of_field = PAD.marks_of_field
_APART: Final = ("name", "sum", "winner")
"""What a column may have though nobody plays it."""


def column_of(state: states.State, index: int) -> int:
    """Return the column of a player: that of the letter where all have letters of columns, else by order."""
    letters = [owner.letter for owner in state.players]
    return LETTERS.index(letters[index]) + 1 if set(letters) <= set(LETTERS) else index + 1


def marks_of_pieces(state: states.State, index: int, part: str) -> tuple[str, ...]:
    """Return the marks that show a player's "walls", "towers", "ships", or "meeples", where there are any."""
    owner, p = state.players[index], f"p{column_of(state, index)}"
    if part in PIECES:
        sections = [n for n in range(1, box.SECTIONS + 1) if states.pieces(state, owner.letter, part, [n])]
        return _row(f"{p}.{part}", sections)
    if part == "ships":
        return _row(f"{p}.ship", [port for port in box.COASTAL if getattr(owner.ships, port)])
    supply = (f"{p}.meeples",) if owner.meeples else ()
    held = [region for region in box.REGIONS if states.governors_in(state, owner.letter, [region])]
    return (*supply, *_row(f"{p}.governor", held))


def marks_of_goals(state: states.State, index: int) -> tuple[str, ...]:
    """Return the marks that show a player's goal cards."""
    return _row(f"p{column_of(state, index)}.goal", GOAL_CARDS)


# --- To marks ---------------------------------------------------------------------------------------------


def to_marks(state: states.State) -> dict[str, str]:
    """Return the marks that the pad of a position has: id -> value, without blanks, in the order of MARKS.

    Raises InputError for a number that the pad has no room for.
    """
    views, circled = {}, {}
    for index, owner in enumerate(state.players):
        column, letter = column_of(state, index), owner.letter
        stored = goals.best([goals.value(state, letter, goal) for goal in owner.goals])
        views[f"p{column}"] = MarkedPlayer(state, owner, stored)
        for track in box.TRACKS:
            place = goals.ranking(state, track).find(letter)
            if place >= 0:
                circled[places_of(column, track)[place]] = CIRCLED
    return PAD.to_marks(views, circled)


# --- From marks -------------------------------------------------------------------------------------------


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[states.State, tuple[Problem, ...]]:
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
    reading = PAD.read(values)
    columns = [
        column
        for column in COLUMNS
        if any(mark.split(".")[1] not in _APART for mark in reading.of(f"p{column}"))
    ]
    palace = {track: _track(reading, columns, track) for track in box.TRACKS}
    wall = tuple(_section(reading, columns, number) for number in range(1, box.SECTIONS + 1))
    held = {(c, region): reading.number(f"p{c}.governor.{region}") for c in columns for region in box.REGIONS}
    governors = {
        space: "".join(LETTERS[c - 1] for c in columns if held[c, space[:-1]] >= int(space[-1]))
        for space in box.SPACE_IDS
    }
    state = states.State(
        setup=setup,
        round=box.ROUNDS,
        over=True,
        players=tuple(_player(reading, column) for column in columns),
        palace=states.Palace(**palace),
        wall=wall,
        governors={space: owners for space, owners in governors.items() if owners},
    )
    return normalize(state), tuple(reading.problems)


def _player(reading: MarksReading, column: int) -> states.Player:
    """Return the player of a column."""
    p = f"p{column}"
    fields: dict[str, Any] = {name: reading.number(f"{p}.{name}") for name in ("points", "jade", *COUNTS)}
    for name in SUMS:
        reading.number(f"{p}.sum.{name}")
    return states.Player(
        letter=LETTERS[column - 1],
        name=reading.name(f"{p}.name"),
        goals=_goals(reading, column),
        ships=states.Ships(*(reading.number(f"{p}.ship.{port}") for port in box.COASTAL)),
        **fields,
    )


def _goals(reading: MarksReading, column: int) -> tuple[str, ...]:
    """Return the goal cards of a column; one that is written twice is told as a problem."""
    held: list[str] = []
    for mark in _row(f"p{column}.goal", GOAL_CARDS):
        number = reading.number(mark)
        if number and GOAL_IDS[number - 1] in held:
            card = GOAL_IDS[number - 1]
            rule = phrase("tianxia.problem.twice", column=LETTERS[column - 1], card=card)
            reading.problems.append(Problem(mark, rule, marks=(mark,)))
        elif number:
            held.append(GOAL_IDS[number - 1])
    return tuple(held)


def _section(reading: MarksReading, columns: Iterable[int], number: int) -> states.Section:
    """Return a section with the pieces of the players in the order of the columns."""
    walls, towers = (
        "".join(LETTERS[column - 1] * reading.number(f"p{column}.{part}.{number}") for column in columns)
        for part in PIECES
    )
    return states.Section(walls=walls, towers=towers)


def _track(reading: MarksReading, columns: list[int], track: str) -> states.PalaceTrack:
    """Return the order of a palace track, with the neutral marker at the first place that nobody has.

    Two places of one player, two players with one place and a gap are told as problems.
    """
    ticked = {
        column: [n for n, mark in enumerate(places_of(column, track), start=1) if mark in reading.marked]
        for column in columns
    }
    ticked = {column: places for column, places in ticked.items() if places}
    held = _held(ticked, 1 if len(columns) < box.MOST_PLAYERS else 0)
    places = {place: LETTERS[column - 1] for column, place in held.items() if place}
    doubles = _doubles(ticked, held, track)
    reading.problems.extend(doubles)
    if 0 < len(columns) < box.MOST_PLAYERS:
        free = next(n for n in range(1, PLACES + 1) if n not in places)
        places[free] = box.NEUTRAL
    taken = sorted(places)
    for expected, place in enumerate(taken, start=1):
        if place != expected and not doubles:
            rule = phrase("tianxia.problem.gap", place=place, track=phrases.track(track), missing=expected)
            near = phrase("tianxia.problem.gap.nearest", n=len(taken))
            who = LETTERS.find(places[place]) + 1
            reading.problems.append(Problem(f"p{who}.palace.{track}.{place}", rule, near))
            break
    return states.PalaceTrack("".join(places[place] for place in taken))


def _held(ticked: Mapping[int, list[int]], neutral: int) -> dict[int, int]:
    """Return one place, or 0, for each column that has any ticked.

    As many as can be, first of all those of columns with only one ticked; then with fewest gaps.
    """
    rows = list(ticked.values())
    if all(len(row) == 1 for row in rows) and len({row[0] for row in rows}) == len(rows):
        return {column: row[0] for column, row in ticked.items()}

    def worth(choice: Sequence[int]) -> tuple[int, int, int]:
        remaining = [place for place in choice if place]
        sure = sum(len(row) == 1 for row, place in zip(rows, choice, strict=True) if place)
        return len(remaining), sure, min(len(remaining) + neutral - max(remaining, default=0), 0)

    choices: list[Sequence[int]] = [item for item in product(*((*row, 0) for row in rows)) if _differ(item)]
    return dict(zip(ticked, max(choices, key=lambda item: worth(tuple(item))), strict=True))


def _differ(choice: Sequence[int]) -> bool:
    """Return whether no place but 0 comes twice."""
    remaining = [place for place in choice if place]
    return len(set(remaining)) == len(remaining)


def _doubles(ticked: Mapping[int, list[int]], held: Mapping[int, int], track: str) -> list[Problem]:
    """Return what is wrong with the places ticked on a track: several of one player, one of two players."""
    results = []
    for column, places in ticked.items():
        own = places_of(column, track)
        if len(places) > 1:
            near = phrase(f"tianxia.problem.places.{'one' if held[column] else 'none'}", n=held[column])
            marks = tuple(own[place - 1] for place in places)
            results.append(PAD.several(own, marks, near))
        elif not held[column]:
            other, place = next(item for item in held.items() if item[1] == places[0])
            near = phrase("tianxia.problem.shared.nearest", column=LETTERS[other - 1], place=place)
            rivals = tuple(places_of(rival, track)[place - 1] for rival in COLUMNS)
            results.append(PAD.several(rivals, (rivals[other - 1], rivals[column - 1]), near))
    return results
