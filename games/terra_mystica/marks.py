"""The marks of the final scoring pad: what each mark id means, and the way from a state to marks and back.

Five players have a column each, in turn order: the faction where none is printed (one circle), the points
after round 6, the cult steps, the size of the largest network and everything left counted in coins, each a
number that is written. Points of cults, area and goods, totals and notes after rounds are written too; they
belong to no state.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from pencilwright.games.shared.boxes import Exclusive, MarksReading, SheetBox, SheetBoxes
from pencilwright.games.shared.marks import CIRCLED, SheetMark
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terra_mystica import components
from pencilwright.games.terra_mystica.boards.factions import FACTION_IDS, SIDES
from pencilwright.games.terra_mystica.scoring import Tally, tallies
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import phrase

SEATS: Final = 5
COLUMNS: Final = tuple(f"p{seat}" for seat in range(1, SEATS + 1))


class EndOfPlayer(NamedTuple):
    """A player, and what the end is counted from."""

    player: Player
    counted: Tally


COUNTED: Final[Mapping[str, tuple[int, str, Callable[[EndOfPlayer], int]]]] = {
    "vp": (999, "points", lambda who: who.counted.points),
    **{
        cult: (components.CULT_TOP, f"cults[{at}]", partial(lambda at, who: who.counted.cults[at], at))
        for at, cult in enumerate(components.CULTS)
    },
    "net": (sum(components.SUPPLY.values()), "network", lambda who: who.counted.network),
    "coins": (99, "coins", lambda who: who.counted.coins),
}
"""Number of a column that the score is counted from -> the most that it may be, its field, its value.

No network is larger than the structures of one colour.
"""
RESULTS: Final[Mapping[str, int]] = {
    **{f"points.{cult}": max(components.CULT_POINTS) for cult in components.CULTS},
    "area": max(components.AREA_POINTS),
    "resources": 0,
    "total": 0,
}
"""What players count themselves -> the most that it may be; `scoring` says what it is."""


def factions_at(seat: int) -> tuple[str, ...]:
    """Return the circles of which one says a player's faction."""
    return tuple(f"p{seat}.faction.{faction}" for faction in FACTION_IDS)


def _column(p: str, seat: int) -> Iterator[SheetBox]:
    """Yield the boxes of one player."""
    who: tuple[str, str | int] = ("seat", seat)
    player = f"players[{seat - 1}]"
    mark = SheetMark(f"{p}.name", "text", "mystica.mark.name", (who,))
    yield SheetBox(mark, (f"{player}.name",), p, lambda of: of.player.name)
    for name, faction in zip(factions_at(seat), FACTION_IDS, strict=True):
        called = ("faction", f"mystica.faction.{faction}")
        mark = SheetMark(name, "circle", "mystica.mark.faction", (who, called))
        yield SheetBox(mark, (f"{player}.faction",), p)
    for number in range(1, components.ROUNDS):
        mark = SheetMark(f"{p}.round.{number}", "number", "mystica.mark.round", (who, ("n", number)))
        yield SheetBox(mark, owner=p, note=True)
    for what, (most, field, value) in COUNTED.items():
        cult = (f"cults.{what}", f"{player}.cults") if what in components.CULTS else ()
        fields = (*cult, player, f"{player}.{field}")
        yield SheetBox(_number(p, what, who), fields, p, value, most)
    for what, most in RESULTS.items():
        yield SheetBox(_number(p, what, who), owner=p, most=most, sum=True)
    yield SheetBox(SheetMark(f"{p}.winner", "circle", "mystica.mark.winner", (who,)), owner=p)


def _number(p: str, what: str, who: tuple[str, str | int]) -> SheetMark:
    """Return the mark of a number, whose cult is named beside it."""
    cult = what.removeprefix("points.")
    if cult not in components.CULTS:
        return SheetMark(f"{p}.{what}", "number", f"mystica.mark.{what}", (who,))
    named = (who, ("cult", f"mystica.cult.{cult}"))
    return SheetMark(f"{p}.{what}", "number", f"mystica.mark.{what.replace(cult, 'cult')}", named)


def _groups() -> Iterator[Exclusive]:
    """A player has one faction; two factions of a terrain are the sides of a board, which one player has."""
    for seat in range(1, SEATS + 1):
        yield Exclusive(factions_at(seat), phrase("mystica.markrule.faction", seat=seat))
    for colour, sides in SIDES.items():
        board = tuple(f"{p}.faction.{side}" for p in COLUMNS for side in sides)
        yield Exclusive(board, phrase("mystica.markrule.board", land=names.land(colour)), tapped=False)


PAD: Final = SheetBoxes(
    (
        *(box for seat, p in enumerate(COLUMNS, start=1) for box in _column(p, seat)),
        SheetBox(SheetMark("table", "text", "pad.table")),
        SheetBox(SheetMark("date", "text", "sheet.date")),
    ),
    _groups(),
)
"""The pad: the columns of those who play, and factions or rounds."""
MARKS: Final = PAD.marks
CONTROLS: Final = PAD.controls
marks_of_field = PAD.marks_of_field


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a state: id -> value, without blank ones, in the order of MARKS.

    Raises InputError for a number that the pad has no place for.
    """
    views = dict(zip(COLUMNS, map(EndOfPlayer, state.players, tallies(state)), strict=False))
    circled = (
        {}
        if state.setup is not None and state.setup.seated
        else {p: who.player.faction for p, who in views.items()}
    )
    besides = {f"{p}.faction.{name}": CIRCLED for p, name in circled.items() if name}
    marks = PAD.to_marks(views, besides)
    return PAD.to_marks(views, besides | {f"{p}.vp": "0" for p in views if _lacks_track(p, marks)})


def _lacks_track(p: str, marked: Container[str]) -> bool:
    """Return whether the box of the score track is blank while something is counted beside it."""
    return f"{p}.vp" not in marked and any(f"{p}.{line}" in marked for line in (*COUNTED, *RESULTS))


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the state that the marks show (goods as coins, the network as a size), and what is wrong.

    A setup says who plays, and nothing counts of a player who is not in it. Without one the players are those
    up to the last who has a mark; each one's faction is the first circled one that nobody before has. A blank
    box of the score track beside what the same player counts is a problem.

    Raises InputError naming the mark for an unknown id or value.
    """
    reading = PAD.read(values)
    is_printed = setup is not None and setup.seated
    factions = _printed(reading, setup) if setup is not None and is_printed else _circled(reading)
    playing = COLUMNS[: len(factions)]
    reading.strangers(playing, lambda p: phrase("mystica.player", seat=int(p[1:])))
    players = tuple(_player(reading, p, name) for p, name in zip(playing, factions, strict=True))
    state = State(setup=setup, players=players)
    return state, tuple(reading.problems)


def _printed(reading: MarksReading, setup: Setup) -> tuple[str, ...]:
    """Return the factions of a setup; others that are circled are faults."""
    for seat, faction in enumerate(setup.factions, start=1):
        others = tuple(m for m in reading.among(factions_at(seat)) if not m.endswith(f".{faction}"))
        if others:
            who = names.who(faction)
            rule = phrase("mystica.problem.other_faction", seat=seat, who=who)
            reading.problems.append(Problem(others[0], rule, who, others))
    return setup.factions


def _circled(reading: MarksReading) -> tuple[str, ...]:
    """Return the factions that are circled, "" for none; two of one player and one of two are faults."""
    last = max((seat for seat, p in enumerate(COLUMNS, start=1) if reading.of(p)), default=1)
    factions: list[str] = []
    for seat in range(1, last + 1):
        mark = reading.one_of(factions_at(seat))
        marks = reading.among(factions_at(seat))
        free = [name for circled in marks if (name := circled.rpartition(".")[2]) not in factions]
        if len(marks) == 1 and not free:
            name = mark.rpartition(".")[2]
            both = (f"p{factions.index(name) + 1}.faction.{name}", mark)
            rule = phrase("mystica.problem.one_faction", seat=seat, who=names.who(name))
            reading.problems.append(Problem(mark, rule, marks=both))
        factions.append(free[0] if free else "")
    return tuple(factions)


def _player(reading: MarksReading, p: str, faction: str) -> Player:
    """Return one player from the marks of a column."""
    number = {what: reading.number(f"{p}.{what}") for what in COUNTED}
    if _lacks_track(p, reading.marked):
        rule = phrase("mystica.problem.no_track", seat=int(p[1:]), n=components.ROUNDS)
        reading.problems.append(Problem(f"{p}.vp", rule, marks=(f"{p}.vp",)))
    fire, water, earth, air = (number[cult] for cult in components.CULTS)
    return Player(
        faction=faction,
        name=reading.name(f"{p}.name"),
        points=number["vp"],
        coins=number["coins"],
        cults=(fire, water, earth, air),
        network=number["net"],
    )
