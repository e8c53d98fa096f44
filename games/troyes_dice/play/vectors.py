"""A position as the two vectors of rules.py, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice import state as states
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.setup import Setup, faces
from pencilwright.templates.phrases import phrase

TABLE_NEEDED: Final = phrase("troyes.refused.table_needed")


def half_index(table: states.Table) -> int:
    """Return how many half-days have been played: 0 on day 1 in the morning, 16 when the game is over."""
    return box.HALF_DAYS if table.half == "over" else 2 * (table.day - 1) + states.HALVES.index(table.half)


def sheet_vector(sheet: states.Sheet) -> list[int]:
    """Return the sheet as the vector of rules.py."""
    tracks: list[states.Resource] = [getattr(sheet, resource) for resource in box.RESOURCES]
    return [
        *(track.circled for track in tracks),
        *(track.spent for track in tracks),
        *msgspec.structs.astuple(sheet.citizens),
        *(_mask(states.built_columns(sheet, kind)) for kind in box.KINDS),
        *(_mask(columns) for columns in msgspec.structs.astuple(sheet.struck)),
        *states.cathedral_numbers(sheet),
    ]


def _mask(columns: Iterable[int]) -> int:
    """Return columns 1..6 as a bit mask."""
    return sum(1 << column - 1 for column in columns)


def sheet_of(vector: Sequence[int], player: str = "") -> states.Sheet:
    """Return the sheet of a vector, with the link bonuses that its buildings have earned."""
    influence, deniers, knowledge = (
        states.Resource(vector[rules.GOT + kind], vector[rules.USED + kind]) for kind in range(3)
    )
    built: dict[str, Any] = {
        kind: _columns(vector[rules.BUILT + index]) for index, kind in enumerate(box.KINDS)
    }
    numbers = vector[rules.CATHEDRAL_NUMBER : rules.CATHEDRAL_NUMBER + box.COLUMNS]
    built["cathedral"] = states.CathedralNumbers(*(int(number) for number in numbers))
    sheet = states.Sheet(
        player=player,
        influence=influence,
        deniers=deniers,
        knowledge=knowledge,
        citizens=states.Citizens(*vector[rules.CIT : rules.CIT + 3]),
        built=states.Buildings(**built),
        struck=states.Struck(*(_columns(mask) for mask in vector[rules.STRUCK : rules.STRUCK + 3])),
    )
    return msgspec.structs.replace(sheet, links=states.complete_links(sheet))


def _columns(mask: int) -> tuple[int, ...]:
    """Return a bit mask as columns 1..6."""
    return tuple(column + 1 for column in range(box.COLUMNS) if mask >> column & 1)


def table_vector(setup: Setup, table: states.Table) -> list[int]:
    """Return the table as the vector of rules.py, with the dice of this half-day placed when they are known.

    A plaza with equal faces is always given as unturned: nothing depends on it. Raises InputError when the
    colours up cannot be those of the setup's plazas.
    """
    vector = rules.new_table(faces(setup), setup.numbers, setup.expansion)
    vector[rules.HALF] = half_index(table)
    for notch, (letter, plaza) in enumerate(zip(table.up, setup.plazas, strict=True)):
        colour = box.COLOURS[box.COLOUR_LETTERS.index(letter)]
        if colour not in plaza:
            view, *faces_of = (phrase(f"colour.{name}") for name in (colour, *plaza))
            text = phrase("troyes.problem.plaza", n=notch, shown=view, faces=tuple(faces_of))
            raise InputError(text, field="table.up")
        vector[rules.SIDE + notch] = plaza.index(colour)
    for notch in table.pillage:
        vector[rules.PILLAGE + notch] = 1
    if table.rolls and vector[rules.HALF] < box.HALF_DAYS:
        rules.place(vector, *_dice(table.rolls[0], "table.rolls[0]"))
    return vector


def _dice(roll: states.Roll, field: str) -> tuple[int, int, int, int]:
    """Return a roll as (black, t1, t2, t3), ascending. Raises InputError when it is no roll of four dice."""
    dice = (roll.black, *sorted(roll.dice))
    if len(dice) != 4 or not all(1 <= die <= 6 for die in dice):
        raise InputError(phrase("troyes.refused.dice"), field=field)
    black, first, second, third = dice
    return black, first, second, third


def vectors(state: states.State) -> tuple[list[int], list[int]]:
    """Return (sheet, table) as the vectors of rules.py, the dice of this half-day placed when known.

    The raid is not worked out here; see `position`. The table is [] when setup or table is not known.
    """
    sheet = sheet_vector(state.sheet)
    if state.setup is None or state.table is None:
        return sheet, []
    return sheet, table_vector(state.setup, state.table)


def position(state: states.State) -> tuple[list[int], list[int]]:
    """Return (sheet, table) ready for an action: dice placed, the raid of this half-day marked.

    Raises InputError when setup or table is missing.
    """
    if state.setup is None:
        raise InputError(phrase("troyes.refused.no_setup"), field="setup")
    if state.table is None:
        raise InputError(phrase("troyes.refused.no_table", how=TABLE_NEEDED), field="table")
    sheet, table = vectors(state)
    if state.table.rolls and not state.table.attacked and table[rules.HALF] < box.HALF_DAYS:
        rules.attack(sheet, table)
    return sheet, table


def further_rolls(state: states.State) -> list[tuple[int, int, int, int]]:
    """Return the known dice of the half-days after this one, each (black, t1, t2, t3) ascending."""
    rolls = () if state.table is None else state.table.rolls[1:]
    return [_dice(roll, f"table.rolls[{index}]") for index, roll in enumerate(rolls, start=1)]


def with_vectors(
    state: states.State, sheet: Sequence[int], table: Sequence[int], *, attacked: bool | None = None
) -> states.State:
    """Return the state that these vectors describe, with setup, player and the dice still to come of `state`.

    `attacked` says whether the raid of the placed dice is on the sheet; None means yes. When no dice are
    placed but the state knows those of that half-day, they are kept, and their raid counts as not yet marked.
    An empty table vector means that the table is not known.
    """
    own = sheet_of([int(value) for value in sheet], state.sheet.player)
    if state.setup is None or not len(table):
        return states.normalize(states.State(setup=state.setup, sheet=own))
    half = int(table[rules.HALF])
    played = half - half_index(state.table) if state.table is not None else 0
    known = state.table.rolls[played:] if state.table is not None and played >= 0 else ()
    placed = int(table[rules.BLACK]) >= 0
    if placed:
        dice = [int(value) for value in table[rules.DICE : rules.DICE + 4]]
        known = (states.Roll(dice.pop(int(table[rules.BLACK])), tuple(sorted(dice))), *known[1:])
    done = placed if attacked is None else attacked
    after = _table_of(state.setup, table, half, known, done)
    return states.normalize(states.State(setup=state.setup, table=after, sheet=own))


def _table_of(
    setup: Setup, table: Sequence[int], half: int, known: tuple[states.Roll, ...], attacked: bool
) -> states.Table:
    """Return the table of a vector."""
    up = "".join(
        box.COLOUR_LETTERS[box.COLOURS.index(plaza[int(table[rules.SIDE + notch])])]
        for notch, plaza in enumerate(setup.plazas)
    )
    over = half >= box.HALF_DAYS
    return states.Table(
        box.DAYS if over else half // 2 + 1,
        "over" if over else states.HALVES[half % 2],
        up,
        tuple(notch for notch in range(box.NOTCHES) if table[rules.PILLAGE + notch]),
        () if over else known,
        attacked,
    )
