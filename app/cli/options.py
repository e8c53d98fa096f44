"""Options that several commands share, so that each means the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pencilwright.app import language
from pencilwright.app.positions.load import Doubts
from pencilwright.app.positions.open_marks import Needs, every
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import LIST, NUMBER, SWITCH, Option
from pencilwright.games.shared.options import TIME as TIME_KIND
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.app.positions.open_sheet import OpenSheet

F = TypeVar("F", bound=Callable[..., Any])


def combine(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Return one decorator that applies several, so that help lists them in this order."""

    def apply(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


def _complete_game(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from pencilwright.games import GAMES

    return [game_id for game_id in GAMES if game_id.startswith(incomplete)]


GAME = click.argument("game_id", metavar="GAME", shell_complete=_complete_game)
FILE = click.argument("source", metavar="FILE", type=click.Path(allow_dash=True))
FILES = click.argument(
    "sources", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True)
)
OUTPUT = click.option("-o", "--output", metavar="PATH", type=click.Path(allow_dash=True))


def seconds(text: str) -> float:
    """Return seconds of 5s, 500ms, 2m, or a number of seconds. Raises InputError for what is no time."""
    result = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) ?(ms|s|m|)", text.strip().lower())
    value = float(result[1]) * UNITS[result[2]] if result else 0.0
    if not 0 < value <= LONGEST_SECONDS:
        raise InputError(phrase("option.time", text=text[:20]), field="time")
    return value


def in_seconds(_context: click.Context, _parameter: click.Parameter, value: str | None) -> float | None:
    """Return the seconds of an option. Raises BadParameter for what is no time."""
    try:
        return None if value is None else seconds(value)
    except InputError as error:
        raise click.BadParameter(language.tell(error.sentence)) from error


UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "": 1.0}
LONGEST_SECONDS = 3600.0
MOVE_SECONDS = 1.0
"""How long sampling takes for a move of a game where nothing is said."""
TEXT = click.option("--text", "as_text", is_flag=True)
JSON = click.option("--json", "as_json", is_flag=True)

COMPONENTS = click.option("--components", metavar="FILE.toml", type=click.Path())

SETUP = combine(
    click.option("--seed", metavar="TEXT"),
    click.option("--code", metavar="CODE"),
    COMPONENTS,
)

JOBS = click.option("--jobs", metavar="N", type=click.IntRange(1, 256))

PAPER = combine(
    click.option("--paper", type=click.Choice(["a4", "letter", "a5", "a6"]), default="a4", show_default=True),
    click.option("--theme", type=click.Choice(["colour", "ink-saver"]), default="colour", show_default=True),
)


def asking(needs: Needs = every, *, leave: bool = False) -> Doubts:
    """Return what is done about open marks: whoever sits at the terminal is asked; where nobody does, nobody.

    needs, leave : as Doubts has them.
    """

    def ask(sheet: OpenSheet, needs: Needs) -> OpenSheet:
        from pencilwright.app.cli import ask_marks

        return ask_marks.ask(language.chosen(), sheet, needs) if ask_marks.somebody_is_there() else sheet

    return Doubts(needs, ask, leave)


def understood(known: Sequence[Option], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a program said as a command line has it: a time in seconds, one entry of a list in one."""
    kinds = {option.spelling: option.kind for option in known}
    readers: dict[str, Callable[[str], Any]] = {TIME_KIND: seconds, LIST: lambda entry: (entry,)}
    return {
        name: readers.get(kinds.get(name.replace("_", "-"), ""), str)(value)
        if isinstance(value, str)
        else value
        for name, value in fields.items()
    }


def in_utf8(command: click.Command) -> click.Command:
    """Return the command, which refuses texts that are not UTF-8 from now on."""
    for parameter in command.params:
        if parameter.type is click.STRING and parameter.callback is None:
            parameter.callback = _encodable
    return command


def _encodable(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """Return what was given for a text. Raises UnicodeEncodeError when it is not UTF-8."""
    for text in value if isinstance(value, tuple) else (value,):
        if isinstance(text, str):
            text.encode()
    return value


class OfGame(click.Option):
    """An option that a game has of its own.

    Attributes
    ----------
    game : its id, as its help has it; pads of a person's own share one.
    """

    game = ""


def of(option: Option, game: Game) -> OfGame:
    """Return what may be said about a game as an option of a command; None means that nothing was said."""
    flag = f"--{option.spelling}"
    names = [f"{flag}/--no-{option.spelling}" if option.negated else flag, option.spelling.replace("-", "_")]
    own: dict[str, dict[str, Any]] = {
        SWITCH: {"is_flag": True},
        LIST: {"multiple": True},
        NUMBER: {"type": int, "metavar": "N"},
        TIME_KIND: {"callback": in_seconds, "metavar": "TIME"},
    }
    given = own.get(option.kind, {"type": click.Choice(option.choices)} if option.choices else {})
    given |= {"metavar": option.metavar} if option.metavar else {}
    result = OfGame(names, default=None, **given)
    result.game = game.package if game.is_pad else game.id
    return result
