"""What a person may say about one game, as data: doors build their options and fields from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError

TEXT, NUMBER, SWITCH, LIST = "text", "number", "switch", "list"
KINDS: Final = (TEXT, NUMBER, SWITCH, LIST)


class Option(NamedTuple):
    """One thing that may be said.

    Attributes
    ----------
    name : the parameter of the function that takes it ("his_turn").
    help : what it means, in a sentence.
    kind : one of KINDS; a list is given entry by entry.
    choices : the words that it may be; () for any. The function itself refuses what it does not know.
    metavar : what stands for the value in a help, such as "PART=VALUE".
    spelt : its name on a command line where that is not `name` ("for"); "" where it is.
    also : another spelling of it, "" for none.
    """

    name: str
    help: str
    kind: str = TEXT
    choices: tuple[str, ...] = ()
    metavar: str = ""
    spelt: str = ""
    also: str = ""

    @property
    def spelling(self) -> str:
        """The name on a command line, without the dashes before it."""
        return self.spelt or self.name.replace("_", "-")


def given(title: str, known: Sequence[Option], said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was said, None left out.

    Raises InputError for something that the game, called `title`, does not have here.
    """
    found = {name: value for name, value in said.items() if value is not None and value != ()}
    names = {option.name for option in known}
    for name in found:
        if name not in names:
            has = ", ".join(f"--{option.spelling}" for option in known) or "none"
            spelling = name.replace("_", "-")
            raise InputError(f"{title} has no option --{spelling} here; it has {has}", field=spelling)
    return found
