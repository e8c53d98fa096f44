"""The language that answers are told in: what `--lang` says, else PENCILWRIGHT_LANG, else the locale."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import ENGLISH, Word, is_known, languages, phrase, say

VARIABLE = "PENCILWRIGHT_LANG"
OPTION = "--lang"


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


_chosen: list[str] = []
"""The language of the command that runs, or ran last: what ends it is told when it is over."""


def chosen() -> str:
    """Return the language of the command that runs; where none does, that of the environment."""
    return _chosen[0] if _chosen else default()


def tell(text: Word) -> str:
    """Return a phrase in the language of the command that runs."""
    return say(text, chosen())


def last() -> str:
    """Return what `chosen` does; English where the environment names a language that has no words."""
    try:
        return chosen()
    except InputError:
        return ENGLISH


def listen(arguments: Sequence[str]) -> None:
    """Take the language from the arguments of a command that is to run, before anything of it can fail."""
    messages = [second for first, second in pairwise(arguments) if first == OPTION]
    messages += [
        argument.removeprefix(f"{OPTION}=") for argument in arguments if argument.startswith(f"{OPTION}=")
    ]
    _chosen[:] = [item for item in messages if is_known(item)][:1]


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


def choose(language: str | None) -> None:
    """Keep the language for all that the command says, its errors included; None: that of the environment."""
    _chosen[:] = [language or default()]
