"""The marks of the scoring pad: numbers in combs, a column a player, and the way from a position to marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pencilwright.games.controls import Control, OneOf
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import Mark, checked, name_at, number_of, written
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terracotta_army import scoring, words
from pencilwright.games.terracotta_army.components import COLOURS, FINAL_ROWS, ROUNDS, TILES
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.state import HIM, HUMAN, Player, State
from pencilwright.templates.phrases import phrase

CIRCLED: Final = "circled"
VALUES: Final[Mapping[str, tuple[str, ...]]] = {"number": (), "circle": (CIRCLED,), "text": ()}
"""The values of each kind of mark besides blank; a number is digits, a text may be anything."""
NOTES: Final = tuple(f"round.{number}" for number in range(1, ROUNDS))
"""Rows for the score track after each round but the last: notes, which nothing is added from."""
LINES: Final = ("track", *FINAL_ROWS)
"""Rows whose sum is the total."""
CELLS: Final = 3
"""Digits of every number of the pad."""


def _marks() -> Iterator[Mark]:
    yield Mark("date", "text", "sheet.date")
    yield Mark("table", "text", "pad.table")
    for colour in COLOURS:
        named = (("colour", f"terracotta.colour.{colour}"),)
        yield Mark(f"name.{colour}", "text", "terracotta.mark.name", named)
        for row in NOTES:
            number = int(row.partition(".")[2])
            yield Mark(f"{row}.{colour}", "number", "terracotta.mark.round", (*named, ("n", number)))
        for line in LINES:
            where = (*named, ("line", f"terracotta.pad.line.{line}"))
            yield Mark(f"{line}.{colour}", "number", "terracotta.mark.line", where)
        yield Mark(f"total.{colour}", "number", "terracotta.mark.total", named)
    for colour in COLOURS:
        yield Mark(
            f"winner.{colour}",
            "circle",
            "terracotta.mark.winner",
            (("colour", f"terracotta.colour.{colour}"),),
        )


MARKS: Final = tuple(_marks())
"""All marks of the scoring pad, in a fixed order."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}
CONTROLS: Final[tuple[Control, ...]] = (
    *written(MARKS),
    OneOf(tuple(f"winner.{colour}" for colour in COLOURS)),
)
"""What a tap sets: names, numbers, and who has won."""
_GROUPS: Final = {"footman": "footmen", "group": "groups", "archer": "archers"} | {
    row: row for row in FINAL_ROWS
}


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a pad that shows a position's points: id -> value, without blank ones.

    What the score track holds, with a scoring phase that is due, stands in the first row that is added, and
    each part of the final scoring in its own; what groups bring to who leads them stands with the groups.
    Raises InputError for a number that has more digits than its comb has cells.
    """
    found: dict[str, str] = {}
    for player, (_, score) in zip(state.players, scoring.scores(state), strict=True):
        if player.name:
            found[f"name.{player.colour}"] = player.name
        points = dict.fromkeys(LINES, 0)
        for line in score.lines:
            points[_GROUPS.get(line.id.partition(".")[0], "track")] += line.points
        for name, value in points.items():
            if value:
                found[f"{name}.{player.colour}"] = _number(player.colour, name, value)
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def _number(colour: str, line: str, value: int) -> str:
    """Return a number as it is written."""
    most = 10**CELLS - 1
    if not 0 <= value <= most:
        what = phrase(f"terracotta.pad.line.{line}")
        said = phrase("terracotta.error.pad", colour=words.colour(colour), n=value, line=what, most=most)
        raise InputError(said, field=line)
    return str(value)


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position that a pad shows, the game over, and what is wrong with its marks.

    The players are those with a mark, in the order of the pad; on an empty pad those of the setup, without
    one all. Each one's points are the sum of the rows, whatever the player's own total says; marks of who
    does not play by the setup are a problem, and so is an empty box of the track beside others that are not.
    Raises InputError for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    faults: list[Problem] = []
    seats = seated(setup)
    shown = tuple(colour for colour in seats if any(mark.endswith(f".{colour}") for mark in marked))
    playing = shown or seats
    players = []
    for colour in COLOURS:
        if colour in playing:
            rows = {
                line: number_of(marked, mark, faults, mark, most=10**CELLS - 1)
                for line in (*NOTES, *LINES)
                for mark in [f"{line}.{colour}"]
            }
            number_of(marked, f"total.{colour}", faults, f"total.{colour}")
            faults += _no_track(marked, rows, colour)
            final = tuple(rows[line] for line in FINAL_ROWS)
            name = name_at(marked, f"name.{colour}", faults)
            points = rows["track"] + sum(final)
            players.append(Player(colour, name, points, final=final if any(final) else ()))
        elif strange := tuple(mark for mark in marked if mark.endswith(f".{colour}")):
            said = phrase("terracotta.problem.not_playing", colour=words.colour(colour))
            faults.append(Problem(f"players.{colour}", said, marks=strange))
    winners = tuple(mark for mark in marked if mark.startswith("winner."))
    if len(winners) > 1:
        faults.append(Problem("winner", phrase("terracotta.problem.winners"), marks=winners))
    tiles = setup.tiles if setup is not None else TILES[:ROUNDS]
    return State(players, tiles, Grid(9, 7), setup=setup, round=ROUNDS, over=True), tuple(faults)


def _no_track(marked: Mapping[str, str], rows: Mapping[str, int], colour: str) -> Iterator[Problem]:
    """Yield what is to be said when the box after the last round is empty and another one is not."""
    mark = f"track.{colour}"
    if mark in marked or not any(f"{line}.{colour}" in marked for line in rows):
        return
    noted = [line for line in NOTES if f"{line}.{colour}" in marked]
    who = words.colour(colour)
    rule = phrase("terracotta.problem.no_track", colour=who, n=ROUNDS)
    if noted:
        last, value = int(noted[-1].partition(".")[2]), rows[noted[-1]]
        rule = phrase("terracotta.problem.no_track.noted", colour=who, n=ROUNDS, last=last, value=value)
    yield Problem(mark, rule, marks=(mark,))


def seated(setup: Setup | None) -> tuple[str, ...]:
    """Return the colours that play by a setup, all of them without one: the columns of the pad."""
    if setup is None:
        return COLOURS
    return (HUMAN, HIM) if setup.solo else COLOURS[: setup.players]


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state, such as "players.green", or that begin with a field."""
    what, _, colour = field.partition(".")
    if what == "players":
        colour = colour.partition(".")[0]
        of_players = [mark.id for mark in MARKS if mark.id.rpartition(".")[2] in COLOURS]
        return tuple(mark for mark in of_players if not colour or mark.rpartition(".")[2] == colour)
    return tuple(mark.id for mark in MARKS if f"{mark.id}.".startswith(f"{field}."))
