"""What a person adds to a position: dice as they are rolled, and a table where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import Problem
from pencilwright.games.troyes_dice.components import COLOUR_LETTERS, DAYS, HALF_DAYS, NOTCHES
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.history import table_after
from pencilwright.games.troyes_dice.play.totals import time_text
from pencilwright.games.troyes_dice.play.vectors import TABLE_NEEDED, half_index
from pencilwright.games.troyes_dice.state import HALVES, Roll, State, Table, normalize
from pencilwright.templates.phrases import Phrase, phrase

DICE: Final = ("b", "", "", "")
"""What stands before the number of each die of a roll, as it is written."""


def parse_roll(text: str) -> tuple[int, int, int, int]:
    """Return the dice of a text such as "b3 1 5 6", the black one first, the others ascending.

    The dice may stand in any order, with spaces or commas between them. Raises InputError unless there are
    four, one of them black.
    """
    dice = text.lower().replace(",", " ").split()
    black = [die for die in dice if "b" in die]
    values = [die.removeprefix("b") if die.startswith("b") else die.removesuffix("b") for die in dice]
    if len(dice) != 4 or len(black) != 1 or not all(value in tuple("123456") for value in values):
        raise InputError(phrase("troyes.refused.roll", text=text[:40]), field="dice")
    first = int(values.pop(dice.index(black[0])))
    low, middle, high = sorted(map(int, values))
    return first, low, middle, high


def with_dice(state: State, first: Sequence[int] | None, later: Sequence[Sequence[int]] = ()) -> State:
    """Return the state with other dice known: those of this half-day (None keeps them) and of the next ones.

    The raid of other dice for this half-day counts as not yet marked. Raises InputError when there is no
    table, when no dice of this half-day are known, and when the sheet already has the raid of the dice that
    the state came with, because nobody can take it back.
    """
    rolls = () if state.table is None else state.table.rolls
    known = tuple((roll.black, *sorted(roll.dice)) for roll in rolls)
    if first is None and not known:
        raise InputError(phrase("troyes.refused.later_dice"), field="dice")
    roll = known[0] if first is None else (first[0], *sorted(first[1:]))
    same = known[:1] == (roll,)
    table = state.table
    marked = table is not None and bool(known) and table.attacked
    if table is not None and marked and not same and half_index(table) >= rules.FIRST_ATTACK:
        raise InputError(phrase("troyes.refused.other_dice"), field="dice")
    return with_rolls(state, [roll, *later], attacked=marked and same)


def with_rolls(state: State, rolls: Iterable[Sequence[int]], *, attacked: bool = False) -> State:
    """Return the state with these dice known, from this half-day on, each (black, t1, t2, t3).

    `attacked` says whether the raid of the first is already on the sheet. Raises InputError when the table is
    not known.
    """
    if state.table is None:
        raise needed(())
    dice = tuple(Roll(roll[0], tuple(roll[1:])) for roll in rolls)
    table = replace(state.table, rolls=dice, attacked=attacked)
    return normalize(replace(state, table=table))


def needed(problems: Sequence[Problem]) -> InputError:
    """Return that a position has no table, and which mark of its sheet was forgotten or contradicts it.

    problems : all that is wrong with the position.
    """
    wheel = (problem.rule for problem in problems if problem.field.startswith("slot."))
    forgotten = next(wheel, None)
    text = phrase("troyes.refused.no_table", how=TABLE_NEEDED)
    if forgotten is not None:
        text = phrase("troyes.refused.forgotten", why=forgotten, how=TABLE_NEEDED)
    return InputError(text, field="table")


def with_options(
    state: State, options: Mapping[str, Any], problems: Callable[[], Sequence[Problem]]
) -> tuple[State, dict[str, Any]]:
    """Return the state with the table and dice that options of ADVISE give, and the options that are left.

    A time alone is enough where the sheet remembers the wheel of that half-day.

    problems : all that is wrong with the position, asked for where a table is missing.

    Raises InputError when only a part of a table is given, for dice without one, and as the functions above.
    """
    left = dict(options)
    at, up, pillage, dice = (left.pop(name, None) for name in ("at", "up", "pillage", "dice"))
    later = left.pop("later", ())
    if at is not None and up is None and pillage is None:
        state = with_time(state, at)
    elif at is not None and up is not None:
        state = with_table(state, at, up, pillage or "")
    elif (at, up, pillage) != (None, None, None):
        raise InputError(phrase("answer.refused.table"), field="at")
    if dice is not None or later:
        if state.table is None:
            raise needed(problems())
        first = None if dice is None else parse_roll(dice)
        state = with_dice(state, first, [parse_roll(text) for text in later])
    return state, left


def is_under_chance(state: State) -> bool:
    """Return whether the dice of this half-day are known and those of all later ones are not."""
    table = state.table
    return table is not None and len(table.rolls) == 1 and half_index(table) + 1 < rules.OVER


def assumed(state: State) -> Phrase | None:
    """Return which half-day a table is of, where the sheet alone tells the wheel; None where it does not."""
    table, slots = state.table, state.sheet.slots
    if state.setup is None or table is None or not slots or half_index(table) != len(slots):
        return None
    return phrase("troyes.table.assumed", time=time_text(len(slots)))


def with_time(state: State, at: str) -> State:
    """Return the state with the table of an earlier half-day, such as "8pm", from what its sheet remembers.

    Raises InputError for a half-day that the sheet tells nothing of.
    """
    half = _half_of(at)
    if state.setup is None or not half <= len(state.sheet.slots) or not state.sheet.slots:
        raise InputError(phrase("troyes.refused.no_table", how=TABLE_NEEDED), field="at")
    slots = state.sheet.slots[:half]
    sheet = replace(state.sheet, slots=slots)
    return normalize(State(setup=state.setup, table=table_after(state.setup, slots), sheet=sheet))


def with_table(state: State, at: str, up: str, pillage: str = "") -> State:
    """Return the state with a table, before its roll.

    Parameters
    ----------
    at : day and half, such as "8pm".
    up : the colours that lie up on P0 to P8, such as "YRWYWWYRR".
    pillage : the notches whose tile is turned to pillage, such as "4" or "24".

    It goes before what the sheet remembers of the wheel. Raises InputError naming the part at fault, and when
    the state has a table from elsewhere.
    """
    if state.table is not None and not state.sheet.slots:
        raise InputError(phrase("troyes.refused.table_twice"), field="at")
    return normalize(replace(state, table=_table(_half_of(at), up, pillage)))


def _table(half: int, up: str, pillage: str) -> Table:
    """Return a table. Raises InputError naming the part at fault."""
    colours = "".join(up.split()).upper()
    if len(colours) != NOTCHES or not set(colours) <= set(COLOUR_LETTERS):
        raise InputError(
            phrase("json.not", where="up", wanted=phrase("form.colours"), given=up[:40]), field="up"
        )
    notches = "".join(pillage.replace(",", " ").split())
    if not all(notch in "012345678" for notch in notches):
        raise _no_notches(pillage)
    day, name = (half // 2 + 1, HALVES[half % 2]) if half < HALF_DAYS else (DAYS, HALVES[2])
    return Table(day, name, colours, tuple(sorted(map(int, notches))))


def _no_notches(text: str) -> InputError:
    return InputError(phrase("troyes.refused.pillage", text=text[:40], last=NOTCHES - 1), field="pillage")


def table_text(table: Table) -> str:
    """Return a table before its roll as it is kept with a tapped sheet, such as "8pm YRWYWWYRR 24"."""
    pillage = "".join(map(str, table.pillage))
    return f"{table.day}{table.half} {table.up} {pillage}".strip()


def parse_table(text: str) -> Table:
    """Return the table of `table_text`; of the end of the game, too. Raises InputError for another text."""
    at, _, rest = text.partition(" ")
    up, _, pillage = rest.partition(" ")
    if len(set(pillage)) < len(pillage):
        raise _no_notches(pillage)
    return _table(HALF_DAYS if at == f"{DAYS}{HALVES[2]}" else _half_of(at), up, pillage)


def _half_of(text: str) -> int:
    """Return the half-days before one such as "8pm". Raises InputError for another text."""
    time = text.strip().lower()
    half = next((number for number, name in enumerate(HALVES[:2]) if time[1:].strip() == name), None)
    if half is None or time[0] not in "12345678"[:DAYS]:
        raise InputError(phrase("troyes.refused.at", text=text[:40]), field="at")
    return 2 * (int(time[0]) - 1) + half
