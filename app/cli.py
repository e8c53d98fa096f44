"""The command line `pencilwright`: its commands, and the one place where every error becomes one sentence."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from pencilwright.app import ending, files, language
from pencilwright.games.errors import InputError
from pencilwright.templates.errors import TemplateError
from pencilwright.templates.phrases import Phrase, Sentence, phrase, say

PROGRAM = "pencilwright"
COMPLETE_VARIABLE = "_PENCILWRIGHT_COMPLETE"
DEBUG = "PENCILWRIGHT_DEBUG"
"""The variable that has the details of a fault shown."""

LONGEST_SENTENCE = 600

COLLECT_AFTER = 50_000
"""New objects before the collector looks for rubbish: starting makes thousands, and none of them is."""

BAD_INPUT, INTERNAL, INTERRUPTED, PIPE_CLOSED = 2, 70, 130, 141

# Which extra brings a library that a plain installation lacks.
EXTRAS = {
    "augraphy": "wear",
    "pypdfium2": "teaching",
    "cv2": "photo",
    "zxingcpp": "photo",
    "PIL": "photo",
    "pillow_heif": "photo",
    "numba": "fast",
    "distributed": "dask",
    "starlette": "web",
    "uvicorn": "web",
    "h11": "web",
}


COMMANDS = {
    "demo": ("demo", "Print, fill, score and advise in one go."),
    "setup": ("setup", "Draw a setup of a game, or show one."),
    "sheet": ("documents", "Make the score sheets of a game."),
    "card": ("documents", "Make the setup card of a game."),
    "reference": ("documents", "Make the quick reference of a game."),
    "fill": ("fill", "Draw a fair copy of a filled PDF form."),
    "read": ("read", "Read photographs of filled sheets."),
    "score": ("score", "Score positions, line by line."),
    "advise": ("advise", "Find the best move."),
    "plan": ("plan", "Check your own plan."),
    "review": ("review", "Review played games, half-day by half-day, or turn by turn."),
    "play": ("play", "Play a whole game in the terminal."),
    "puzzles": ("puzzles", "Make a book of puzzles of GAME."),
    "solve": ("puzzles", "Solve a puzzle of a book, or one typed by you."),
    "check": ("puzzles", "Grade an answer to a puzzle."),
    "serve": ("serve", "Open the page on this computer and on phones."),
    "chancellor": ("chancellor", "Play the chancellor in a solo position."),
    "battle": ("battle", "Resolve the battles of a position."),
    "catalogue": ("catalogue", "Show what the cards and tiles of GAME say."),
    "board": ("board", "Print what no source proves of GAME, or ask for it."),
    "replay": ("replay", "Replay the log of a game and score its end."),
    "start": ("start", "Print the position at the start of a game."),
    "example": ("example", "Print a position of a game to try things on."),
    "schema": ("describe", "Print the JSON Schema of a position of GAME."),
    "games": ("describe", "List the games, and the command for each document."),
    "completion": ("completion", "Print the completion script of a SHELL."),
}
"""Each command, in the order a player meets them: the module of app/commands/ that has it, its help in short.

A module is imported when its command is wanted, so that none waits for another, and the help for none."""


class Doors(click.Group):
    """The group of all commands, which finds them in COMMANDS."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names for the help, in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        from pencilwright.app import options

        module, _ = COMMANDS[cmd_name]
        found: click.Command = getattr(import_module(f"pencilwright.app.commands.{module}"), cmd_name)
        return language.with_option(options.in_utf8(found))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their help in short; click would ask each command for it."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))
        rows = [
            (name, click.Command(name, help=short).get_short_help_str(limit))
            for name, (_, short) in COMMANDS.items()
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group(
    name=PROGRAM,
    cls=Doors,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 fine, 1 the position breaks the rules, 2 bad input or usage, 70 a fault of "
    "pencilwright itself, 130 interrupted, 143 and 129 ended by SIGTERM and SIGHUP.",
)
@click.version_option(None, "-V", "--version", package_name=PROGRAM, prog_name=PROGRAM)
def cli() -> None:
    """Print score sheets and setup cards, score what was played, and find the best move.

    \b
    Examples:
      pencilwright demo
      pencilwright sheet troyes-dice --copies 4
      pencilwright score output/my-game.pdf
      pencilwright example troyes-dice | pencilwright advise -
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code; the entry point of the installed command."""
    _open_closed_streams()
    if COMPLETE_VARIABLE in os.environ and arguments is None:
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(cli, {}, PROGRAM, COMPLETE_VARIABLE, os.environ[COMPLETE_VARIABLE]))
    gc.set_threshold(COLLECT_AFTER)
    warnings.showwarning = _tell_warning
    ending.describe = _ended_by
    code = run(sys.argv[1:] if arguments is None else arguments)
    ending.told()
    gc.freeze()  # the program ends here: nobody needs all its objects looked through once more
    sys.exit(code)


def _open_closed_streams() -> None:
    """Put something in the place of each standard stream that is closed, or the next file would take it.

    There is nothing to read; what is written to standard output fails, and what is told of errors is lost.
    """
    for name, mode, flag in (
        ("stdin", "r", os.O_RDONLY),
        ("stdout", "w", os.O_RDONLY),
        ("stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            nothing = os.fdopen(os.open(os.devnull, flag), mode, encoding="utf-8")
            setattr(sys, name, nothing)


def _tell_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    """Tell a warning of ours in one sentence, once; others are for who asks Python for them."""
    if issubclass(category, UserWarning):
        said = message.args[0] if isinstance(message, Warning) and message.args else message
        _tell_once(_said(said if isinstance(said, Phrase) else str(said)))


@cache
def _tell_once(sentence: str) -> None:
    click.echo(f"{PROGRAM}: {_one_line(sentence)}", err=True)


def run(arguments: Sequence[str], commands: click.Group = cli) -> int:
    """Run one of these commands and return its exit code. No exception leaves this function."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that lacks a character still gets an answer
        sys.stdout.reconfigure(errors="backslashreplace")
    language.listen(arguments)
    try:
        ending.begin()
        try:
            return _answer(arguments, commands)
        except Exception:
            if (asked := ending.pending()) is not None:  # somebody's code has made another error of it
                raise asked from None
            raise
        finally:
            ending.finish()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return BAD_INPUT
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else PROGRAM
        return _fail(f"{error.format_message()} See: {where} --help", BAD_INPUT)
    except click.ClickException as error:
        return _fail(error.format_message(), BAD_INPUT)
    except InputError as error:
        return _fail(error.sentence, BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        return _fail(phrase("end.interrupted"), INTERRUPTED)
    except ending.Ended as error:
        return _fail(_ended_by(error.name), error.code)
    except UnicodeEncodeError as error:
        return _not_text(error)
    except RecursionError:
        return _fail(phrase("end.deep"), BAD_INPUT)
    except MemoryError:
        return _fail(phrase("end.memory"), BAD_INPUT)
    except OSError as error:
        return _system_refused(error)
    except ModuleNotFoundError as error:
        return _missing(error)
    except Exception as error:  # the last door: a fault of ours, told in one sentence
        return _fault(error)


def _answer(arguments: Sequence[str], commands: click.Group) -> int:
    if os.environ.get("PENCILWRIGHT_GAMES"):
        import_module("pencilwright.app.outside").check()
    code = _invoke(list(arguments), commands)
    sys.stdout.flush()
    return code


def _ended_by(name: str) -> str:
    """Return what is told of a run that a signal of this name has ended."""
    return _said(phrase("end.interrupted") if name == "SIGINT" else phrase("end.signal", name=name))


def _invoke(arguments: list[str], commands: click.Group) -> int:
    try:
        with commands.make_context(commands.name, arguments) as context:
            code = commands.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    return code if isinstance(code, int) else 0


def _system_refused(error: OSError) -> int:
    if error.errno == errno.EPIPE:
        _abandon_output()
        return PIPE_CLOSED
    if error.errno == errno.EBADF:
        _abandon_output()
        return _fail(phrase("end.closed"), BAD_INPUT)
    said = phrase("end.refused", why=files.reason(error))
    where = error.filename
    return _fail(phrase("end.refused.at", said=said, path=str(where)) if where else said, BAD_INPUT)


def _not_text(error: UnicodeEncodeError) -> int:
    """Tell which text of the command is not UTF-8: Python carries its bytes as half characters."""
    if files.HALF_CHARACTERS.search(error.object):
        return _fail(phrase("end.utf8", text=files.shown(error.object)), BAD_INPUT)
    return _fault(error)


def _missing(error: ModuleNotFoundError) -> int:
    library = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(library)
    if extra is None:
        return _fault(error)
    return _fail(phrase("end.missing", library=library, how=_how_to_install(extra)), BAD_INPUT)


def _how_to_install(extra: str) -> str:
    """Return the command that adds an extra to what is installed, whether from a wheel or from a checkout."""
    here = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    pip = f"{here} -m pip" if find_spec("pip") else f"python3 -m pip --python {here}"
    return f'{pip} install "{PROGRAM}[{extra}]"'


def _fault(error: Exception) -> int:
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exc()
    fault = f"{type(error).__name__}: {error}"
    return _fail(phrase("end.fault", program=PROGRAM, fault=fault, debug=f"{DEBUG}=1"), INTERNAL)


def _fail(sentence: Sentence, code: int) -> int:
    """Tell one sentence on the error stream; what waits on standard output is still delivered if possible."""
    try:
        sys.stdout.flush()
    except OSError:
        _abandon_output()
    with suppress(OSError):  # the terminal may be gone
        click.echo(f"{PROGRAM}: {_one_line(_said(sentence))}", err=True)
    return code


def _said(sentence: Sentence) -> str:
    """Return a sentence in the language of the command; where words are at fault, what there is of it."""
    try:
        return say(sentence, language.last())
    except TemplateError:
        return repr(sentence)


def _one_line(sentence: str) -> str:
    """Keep what a file smuggled into a message from moving the cursor or filling the screen."""
    shown = files.shown(" ".join(sentence.split()))
    return shown if len(shown) <= LONGEST_SENTENCE else shown[: LONGEST_SENTENCE - 3] + "..."


def _abandon_output() -> None:
    """Point standard output at nothing, so that the interpreter's last flush cannot fail again."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        return


if __name__ == "__main__":
    main()
