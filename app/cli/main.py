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

from pencilwright.app import files, language, pads
from pencilwright.app.cli import context
from pencilwright.app.cli.errors import PROGRAM, complain, in_words
from pencilwright.app.processes import signals
from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Sentence, phrase

COMPLETE_VARIABLE = "_PENCILWRIGHT_COMPLETE"
DEBUG = "PENCILWRIGHT_DEBUG"
"""The variable that has the details of a fault shown."""

COLLECT_AFTER = 50_000
"""New objects before the collector looks for rubbish: starting makes thousands, and none of them is."""

BAD_INPUT, INTERNAL, INTERRUPTED, PIPE_CLOSED = 2, 70, 130, 141

# Which extra brings a library that a plain installation lacks.
EXTRAS = {
    "pypdfium2": "photo",
    "cv2": "photo",
    "zxingcpp": "photo",
    "PIL": "photo",
    "pillow_heif": "photo",
    "numba": "fast",
    "starlette": "web",
    "uvicorn": "web",
    "h11": "web",
    "trustme": "https",
}


OWN = "own"
"""The module of the commands that games have of their own."""
COMMANDS = {
    "demo": "demo",
    "setup": "setup",
    "sheet": "documents",
    "card": "documents",
    "reference": "documents",
    "fill": "fill",
    "read": "read",
    "score": "score",
    "advise": "advise",
    "plan": "plan",
    "review": "review",
    "play": "play",
    "puzzles": "puzzles",
    "solve": "puzzles",
    "check": "puzzles",
    "serve": "serve",
    **{name: OWN for known in GAMES.values() for name in known.own_commands},
    "board": "board",
    "pad": "pad",
    "replay": "replay",
    "start": "start",
    "example": "example",
    "schema": "describe",
    "games": "describe",
}
"""Each command, in the order a player meets them: the module of app/commands/ that has it.

A module is imported when its command is wanted, so that none waits for another, and the help for none."""


class Doors(click.Group):
    """The group of all commands, which finds them in COMMANDS."""

    context_class = context.Context

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; beside --help they may say the language."""
        return super().parse_args(ctx, language.beside_help(args, ctx.help_option_names))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names for the help, in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or None when there is none."""
        if cmd_name not in COMMANDS:
            return None
        from pencilwright.app.cli import options

        module = import_module(f"pencilwright.app.commands.{COMMANDS[cmd_name]}")
        is_own = COMMANDS[cmd_name] == OWN
        result: click.Command = module.command(cmd_name) if is_own else getattr(module, cmd_name)
        if ctx.resilient_parsing:
            from pencilwright.app.cli import help_text

            result.short_help = help_text.texts()[f"help.{cmd_name}.short"]
        return context.with_option(options.in_utf8(result))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their help in short; click would ask each command for it."""
        from pencilwright.app.cli import help_text

        fields = help_text.texts()
        with formatter.section("Commands"):
            formatter.write_dl([(name, fields[f"help.{name}.short"]) for name in COMMANDS])


@click.group(
    name=PROGRAM,
    cls=Doors,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(None, "-V", "--version", package_name=PROGRAM, prog_name=PROGRAM)
@click.option("--pad", "paths", metavar="FILE.toml", multiple=True, type=click.Path())
def cli(paths: tuple[str, ...]) -> None:
    """Print score sheets and setup cards, score what was played, and find the best move.

    \b
    Examples:
      pencilwright demo
      pencilwright score output/my-game.pdf
    """
    for path in paths:
        pads.add(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code; the entry point of the installed command."""
    _open_closed_streams()
    if COMPLETE_VARIABLE in os.environ and arguments is None:
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(cli, {}, PROGRAM, COMPLETE_VARIABLE, os.environ[COMPLETE_VARIABLE]))
    gc.set_threshold(COLLECT_AFTER)
    warnings.showwarning = _tell_warning
    signals.describe = _ended_by
    code = run(sys.argv[1:] if arguments is None else arguments)
    signals.mark_reported()
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
        text = message.args[0] if isinstance(message, Warning) and message.args else message
        _complain_once(text if isinstance(text, Phrase) else str(text))


_complain_once = cache(complain)


def run(arguments: Sequence[str], commands: click.Group = cli) -> int:
    """Run one of these commands and return its exit code. No exception leaves this function."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that lacks a character still gets an answer
        sys.stdout.reconfigure(errors="backslashreplace")
    language.listen(arguments)
    try:
        signals.begin()
        try:
            return _answer(arguments, commands)
        except Exception:
            if (question := signals.pending()) is not None:  # somebody's code has made another error of it
                raise question from None
            raise
        finally:
            signals.finish()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return BAD_INPUT
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else PROGRAM
        sentence = error.format_message().replace("integer range", "whole number")
        return _fail(
            f"{sentence}{'' if sentence.endswith(('.', '。', '?')) else '.'} See: {where} --help", BAD_INPUT
        )
    except click.ClickException as error:
        return _fail(error.format_message(), BAD_INPUT)
    except InputError as error:
        return _fail(error.sentence, BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        question = signals.pending()
        return _fail(phrase("end.interrupted"), INTERRUPTED) if question is None else _end(question)
    except signals.Ended as error:
        return _end(error)
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
    if os.environ.get("PENCILWRIGHT_GAMES") or os.environ.get(pads.VARIABLE):
        import_module("pencilwright.app.plugins").check()
    pads.find(arguments)
    code = _invoke(list(arguments), commands)
    sys.stdout.flush()
    return code


def _end(error: signals.Ended) -> int:
    return _fail(_ended_by(error.name), error.code)


def _ended_by(name: str) -> str:
    """Return what is told of a run that a signal of this name has ended."""
    return in_words(phrase("end.interrupted") if name == "SIGINT" else phrase("end.signal", name=name))


def _invoke(arguments: list[str], commands: click.Group) -> int:
    try:
        with commands.make_context(commands.name, arguments) as entered:
            code = commands.invoke(entered)
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
    text = phrase("end.refused", why=files.reason(error))
    where = error.filename
    return _fail(phrase("end.refused.at", said=text, path=str(where)) if where else text, BAD_INPUT)


def _not_text(error: UnicodeEncodeError) -> int:
    """Tell which text of the command is not UTF-8: Python carries its bytes as half characters."""
    if files.HALF_CHARACTERS.search(error.object):
        return _fail(phrase("end.utf8", text=files.display_name(error.object)), BAD_INPUT)
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
    # Games outside the checkout are imported by whoever runs one: a fault of theirs is not reported to us.
    plugins = sys.modules.get("pencilwright.app.plugins")
    program = (plugins and plugins.origin(error)) or PROGRAM
    return _fail(phrase("end.fault", program=program, fault=fault, debug=f"{DEBUG}=1"), INTERNAL)


def _fail(sentence: Sentence, code: int) -> int:
    """Tell one sentence on the error stream; what waits on standard output is still delivered if possible."""
    try:
        sys.stdout.flush()
    except OSError:
        _abandon_output()
    with suppress(OSError):  # the terminal may be gone
        complain(sentence)
    return code


def _abandon_output() -> None:
    """Point standard output at nothing, so that the interpreter's last flush cannot fail again."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        return


if __name__ == "__main__":
    main()
