"""The language that answers are told in: what `--lang` says, else PENCILWRIGHT_LANG, else the locale."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

import click

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import ENGLISH, Word, is_known, languages, phrase, say

VARIABLE = "PENCILWRIGHT_LANG"
OPTION = "--lang"
_KEY = "pencilwright.language"


def default() -> str:
    """Return the language of the environment: PENCILWRIGHT_LANG, else the locale's, else English.

    Raises InputError when PENCILWRIGHT_LANG names a language that has no words.
    """
    known = languages()
    if wanted := os.environ.get(VARIABLE):
        if wanted not in known:
            raise InputError(
                phrase("language.none", name=VARIABLE, text=wanted[:20], known=known), field=VARIABLE
            )
        return wanted
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    spoken = locale.partition(".")[0].partition("_")[0]
    return spoken if spoken in known else ENGLISH


def chosen() -> str:
    """Return the language of the command that runs."""
    context = click.get_current_context(silent=True)
    return of(context) if context else default()


def of(context: click.Context) -> str:
    """Return the language of a command's context."""
    return str(context.meta.get(_KEY) or default())


def tell(text: Word) -> str:
    """Return a phrase in the language of the command that runs."""
    return say(text, chosen())


_last: list[str] = []
"""The language of the command that ran last: what ends it is told when its context is gone."""


def last() -> str:
    """Return the language of the command that ran last; where none did, that of the environment."""
    if _last:
        return _last[0]
    try:
        return default()
    except InputError:
        return ENGLISH


def listen(arguments: Sequence[str]) -> None:
    """Take the language from the arguments of a command that is to run, before anything of it can fail."""
    messages = [second for first, second in pairwise(arguments) if first == OPTION]
    messages += [
        argument.removeprefix(f"{OPTION}=") for argument in arguments if argument.startswith(f"{OPTION}=")
    ]
    _last[:] = [item for item in messages if is_known(item)][:1]


def beside_help(arguments: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return a group's arguments without --lang, which it takes only beside its help: `--lang ja --help`.

    names : of the option that shows the help. Other arguments are returned as they are.
    """
    rest = [
        argument
        for before, argument in zip(("", *arguments), arguments, strict=False)
        if OPTION not in (before, argument) and not argument.startswith(f"{OPTION}=")
    ]
    return rest if rest and rest[0] in names else list(arguments)


def choose(context: click.Context, language: str | None) -> None:
    """Keep the language for all that the command says, its errors included; None: that of the environment."""
    context.meta[_KEY] = language or default()
    _last[:] = [context.meta[_KEY]]
