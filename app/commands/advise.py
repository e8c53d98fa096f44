"""`sheetwright advise`: the best move of a position whose dice are known, and the proof of it."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import click

from app import options, positions, show
from app.commands.setup import encode
from app.positions import Position
from games.errors import InputError

_DIE = re.compile(r"b?[1-6]|[1-6]b")
DICE = 4


@click.command()
@options.FILE
@click.option("--dice", metavar="DICE", help='The dice of this half-day, the black one with a b: "b3 1 5 6".')
@click.option(
    "--then",
    "later",
    metavar="DICE",
    multiple=True,
    help="The dice of the next half-day; repeat it for each one after.",
)
@click.option("--top", type=click.IntRange(min=0), default=0, help="Show only this many moves; 0 shows all.")
@click.option(
    "--copy", type=click.IntRange(min=1), help="Which copy, when a PDF holds several filled sheets."
)
@click.option(
    "--proof/--no-proof", default=True, show_default=True, help="Prove the optimum a second way, by CP-SAT."
)
@options.JSON
def advise(
    source: str,
    dice: str | None,
    later: tuple[str, ...],
    top: int,
    copy: int | None,
    proof: bool,
    as_json: bool,
) -> None:
    """Find the best move when the dice are known.

    FILE is as for score, with the dice of every half-day to the end of the game: in the file, or by --dice
    and --then. Shows every first move with the final score that it can still reach, every best line, and
    the same optimum proved by a second, independent model of the rules.

    \b
    Examples:
      sheetwright advise position.json
      sheetwright advise position.json --dice "b3 1 5 6"
      sheetwright advise position.json --dice "b3 1 5 6" --then "b2 2 4 4" --json
      sheetwright example troyes-dice --half-days-left 2 | sheetwright advise - --top 5
    """
    position = with_dice(positions.one(source, copy), dice, later)
    with show.working("counting every line"):
        answer = answer_for(position, prove=proof)
    if as_json:
        click.echo(encode(answer), nl=False)
    else:
        click.echo(in_words(answer, top))


def with_dice(position: Position, dice: str | None, later: tuple[str, ...]) -> Position:
    """Return the position with the dice of the command line in place of those it came with.

    The raid of dice that come from the command line is worked out by us: doing it twice changes nothing.
    """
    if dice is None and not later:
        return position
    room, table = position.game.room("state"), position.state.table
    if dice is None and (table is None or not table.rolls):
        raise InputError("--then needs the dice of this half-day first: give --dice", field="dice")
    first = read_dice(dice, "--dice") if dice is not None else (table.rolls[0].black, *table.rolls[0].dice)
    rolls = [first, *(read_dice(text, "--then") for text in later)]
    attacked = dice is None and table.attacked
    return position._replace(state=room.with_rolls(position.state, rolls, attacked=attacked))


def read_dice(text: str, option: str) -> tuple[int, ...]:
    """Return a roll, the black die first. Raises InputError unless there are four dice, one of them black."""
    dice = text.lower().replace(",", " ").split()
    black = [die for die in dice if "b" in die]
    if len(dice) != DICE or len(black) != 1 or not all(_DIE.fullmatch(die) for die in dice):
        raise InputError(
            f'{option} {text[:40]!r} is no roll: give four dice, the black one with a b, such as "b3 1 5 6"',
            field=option.lstrip("-"),
        )
    return (int(black[0].strip("b")), *sorted(int(die) for die in dice if die != black[0]))
