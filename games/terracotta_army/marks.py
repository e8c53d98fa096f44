"""The marks of the scoring pad: numbers in combs, a column a player, and the way from a position to marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from operator import itemgetter
from typing import Final

from pencilwright.games.shared.boxes import Exclusive, MarksReading, SheetBox, SheetBoxes
from pencilwright.games.shared.marks import SheetMark
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terracotta_army import components, scoring
from pencilwright.games.terracotta_army.rules.grid import Grid
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.state import HIM, HUMAN, Chancellor, Player, State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import phrase

NOTES: Final = tuple(f"round.{number}" for number in range(1, components.ROUNDS))
"""Rows for the score track after each round but the last: notes, which nothing is added from."""
LINES: Final = ("track", *components.FINAL_ROWS)
"""Rows whose sum is the total."""
MOST: Final = 999
"""The largest number that the pad has cells for."""
CHANCELLOR: Final = "chancellor"
"""The mark of a pad without a setup that says that the chancellor plays, in the column of his colour."""
WINNERS: Final = tuple(f"winner.{colour}" for colour in components.COLOURS)


def _column(colour: str) -> Iterator[SheetBox]:
    """Yield the boxes of a player; a view of the player is name and points by row."""
    box = partial(SheetBox, fields=(f"players.{colour}",), owner=colour)
    who = ("colour", f"terracotta.colour.{colour}")
    yield box(SheetMark(f"name.{colour}", "text", "terracotta.mark.name", (who,)), value=itemgetter("name"))
    for number, row in enumerate(NOTES, start=1):
        mark = SheetMark(f"{row}.{colour}", "number", "terracotta.mark.round", (who, ("n", number)))
        yield box(mark, most=MOST, note=True)
    for line in LINES:
        named = (who, ("line", f"terracotta.pad.line.{line}"))
        mark = SheetMark(f"{line}.{colour}", "number", "terracotta.mark.line", named)
        yield box(mark, value=itemgetter(line), most=MOST)
    yield box(SheetMark(f"total.{colour}", "number", "terracotta.mark.total", (who,)), sum=True)


def _winner(mark: str) -> SheetBox:
    colour = mark.partition(".")[2]
    who = (("colour", f"terracotta.colour.{colour}"),)
    return SheetBox(SheetMark(mark, "circle", "terracotta.mark.winner", who), (f"players.{colour}",), colour)


PAD: Final = SheetBoxes(
    (
        SheetBox(SheetMark("date", "text", "sheet.date")),
        SheetBox(SheetMark("table", "text", "pad.table")),
        *(box for colour in components.COLOURS for box in _column(colour)),
        *map(_winner, WINNERS),
        SheetBox(SheetMark(CHANCELLOR, "circle", "terracotta.mark.chancellor"), ("chancellor",)),
    ),
    [Exclusive(WINNERS, phrase("terracotta.problem.winners"))],
)
"""The scoring pad."""
MARKS: Final = PAD.marks
CONTROLS: Final = PAD.controls
marks_of_field = PAD.marks_of_field
_GROUPS: Final = {"footman": "footmen", "group": "groups", "archer": "archers"} | {
    row: row for row in components.FINAL_ROWS
}


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a pad that shows a position's points: id -> value, without blank ones.

    What the score track holds, with a scoring phase that is due, stands in the first row that is added, and
    each part of the final scoring in its own; what groups bring to who leads them stands with the groups.
    Raises InputError for a number that has more digits than its comb has cells.
    """
    views = {}
    for player, (_, score) in zip(state.players, scoring.scores(state), strict=True):
        points = dict.fromkeys(LINES, 0)
        for line in score.lines:
            points[_GROUPS.get(line.id.partition(".")[0], "track")] += line.known
        views[player.colour] = {"name": player.name, **points}
    return PAD.to_marks(views)


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position that a pad shows, the game over, and what is wrong with its marks.

    The players are those with a mark, in the order of the pad, the chancellor first; on an empty pad those of
    the setup, without one all. Each one's points are the sum of the rows, whatever the player's own total
    says; marks of who does not play by the setup are a problem, and so is an empty box of the track beside
    others that are not.
    Raises InputError for an unknown id or value.
    """
    reading = PAD.read(values)
    seats = seated(setup)
    solo = CHANCELLOR in reading.marked if setup is None else setup.solo
    visible = [colour for colour in seats if reading.of(colour)]
    if solo:
        visible = [HIM, *([colour for colour in visible if colour != HIM] or [HUMAN])]
    players = tuple(_player(reading, colour) for colour in visible or seats)
    reading.strangers(seats, names.colour)
    reading.one_of(WINNERS)
    tiles = setup.tiles if setup is not None else components.TILES[: components.ROUNDS]
    state = State(
        setup=setup,
        board=components.STANDARD,
        round=components.ROUNDS,
        over=True,
        tiles=tiles,
        grid=Grid(components.STANDARD.columns, components.STANDARD.rows),
        players=players,
        chancellor=Chancellor(HIM, 0, components.WEAPONS) if solo else None,
    )
    return state, tuple(reading.problems)


def _player(reading: MarksReading, colour: str) -> Player:
    """Return the player of a column."""
    rows = {line: reading.number(f"{line}.{colour}") for line in (*NOTES, *LINES)}
    reading.number(f"total.{colour}")
    reading.problems.extend(_no_track(reading, rows, colour))
    final = tuple(rows[line] for line in components.FINAL_ROWS)
    name = reading.name(f"name.{colour}")
    return Player(colour, name, rows["track"] + sum(final), final=final if any(final) else ())


def _no_track(reading: MarksReading, rows: Mapping[str, int], colour: str) -> Iterator[Problem]:
    """Yield what is to be said when the box after the last round is empty and another one is not."""
    mark = f"track.{colour}"
    if mark in reading.marked or not any(f"{line}.{colour}" in reading.marked for line in rows):
        return
    noted = [line for line in NOTES if f"{line}.{colour}" in reading.marked]
    who = names.colour(colour)
    rule = phrase("terracotta.problem.no_track", colour=who, n=components.ROUNDS)
    if noted:
        last, value = int(noted[-1].partition(".")[2]), rows[noted[-1]]
        rule = phrase(
            "terracotta.problem.no_track.noted", colour=who, n=components.ROUNDS, last=last, value=value
        )
    yield Problem(mark, rule, marks=(mark,))


def seated(setup: Setup | None) -> tuple[str, ...]:
    """Return the colours that play by a setup, all of them without one: the columns of the pad."""
    if setup is None:
        return components.COLOURS
    return (HUMAN, HIM) if setup.solo else components.COLOURS[: setup.players]
