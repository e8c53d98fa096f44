"""What a person may say about one game, as data: doors build their options and fields from it.

What an option means stands in the words: `help.GAME.OPTION`, spelt as on a command line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Sentence, Word, phrase

TEXT, NUMBER, TIME, SWITCH, LIST = "text", "number", "time", "switch", "list"
KINDS: Final = (TEXT, NUMBER, TIME, SWITCH, LIST)


class Tickable(NamedTuple):
    """One of several things of which any may be said: as it is typed, in words, and what is known of it.

    points : by how many it makes the game harder; 0 where that is not known.
    """

    value: str
    words: Sentence
    note: Sentence = ""
    points: int = 0


class Option(NamedTuple):
    """One thing that may be said.

    Attributes
    ----------
    name : the parameter of the function that takes it ("his_turn").
    kind : one of KINDS. A time is in seconds; a list is given entry by entry.
    metavar : what stands for the value in a help, such as "PART=VALUE"; "" for the kind's own word.
    choices : the words that it may be; () for any. The function itself refuses what it does not know.
    spelt : its name on a command line where that is not `name` ("for"); "" where it is.
    example : a value as it is typed, "" for none.
    negated : a switch that may also be turned off, since it is on when nothing is said.
    taps : the words that a screen offers to tap instead of a field to type in; () for a field.
    between : what stands between the entries of a list in one field ("": blanks).
    several : of which any may be ticked; what is said is their values. () for a field.
    usual : what has to be said of the game's example position, "" where it is advised on as it stands.
    """

    name: str
    kind: str = TEXT
    metavar: str = ""
    choices: tuple[str, ...] = ()
    spelt: str = ""
    negated: bool = False
    example: str = ""
    taps: tuple[str, ...] = ()
    between: str = ""
    several: tuple[Tickable, ...] = ()
    usual: str = ""

    @property
    def spelling(self) -> str:
        """The name on a command line, without the dashes before it."""
        return self.spelt or self.name.replace("_", "-")


COMPONENTS: Final = Option("components", metavar="FILE.toml")
"""Of advice that rests on such values."""


def given(title: Word, known: Sequence[Option], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was said by the names of parameters; what was not, None or an empty list, is left out.

    Parameters
    ----------
    title : of the game.
    known : what may be said.
    fields : by spellings, as doors have it: "for", "his-turn" or "his_turn".

    Raises InputError for something that the game does not have here.
    """
    names = {option.spelling: option.name for option in known}
    results = {}
    for key, value in fields.items():
        if value is None or value == ():
            continue
        spelling = key.replace("_", "-")
        if spelling not in names:
            has = tuple(f"--{name}" for name in names) or phrase("option.none")
            raise InputError(phrase("option.unknown", game=title, name=spelling, has=has), field=spelling)
        results[names[spelling]] = value
    return results
