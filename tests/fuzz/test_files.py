"""Every file that a command takes has a reader that changed files are tried on."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from pencilwright.app.cli.main import cli
from tests.fuzz import test_readers
from tests.fuzz.targets import TARGETS
from tests.solver.photo import test_load

POSITIONS = ("json", "text", "share-codes")
PICTURES = (
    test_readers.test_changed_pdfs,
    test_load.test_no_damage_leads_to_anything_but_a_picture_or_a_sentence,
)
READERS: dict[str, tuple[object, ...]] = {
    "score sources": (*POSITIONS, *PICTURES),
    "read sources": PICTURES,
    "fill source": POSITIONS,
    "advise source": POSITIONS,
    "plan source": (*POSITIONS, "plan"),
    "chancellor source": POSITIONS,
    "battle source": POSITIONS,
    "review source": ("transcript",),
    "play source": ("transcript", *POSITIONS),
    "play resume": ("transcript",),
    "solve source": ("puzzle",),
    "check source": ("puzzle",),
    "pad source": ("pads",),
    "card profile": (test_readers.test_changed_colour_profiles,),
    "sheet profile": (test_readers.test_changed_colour_profiles,),
    "replay source": ("log", "ledger"),
}
"""Command and parameter -> the beginnings of the names of its targets, and tests of bytes."""
WRITTEN = {"output", "sheet"}
"""Parameters that name a file to write."""


def taken(command: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield the files that a command and those below it take: the command's first word, the parameter."""
    context = click.Context(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from taken(below, (*words, name))
        return
    for parameter in command.params:
        form = f"{parameter.metavar}"
        named = any(word in form for word in ("FILE", "LOG", "PHOTO")) or isinstance(
            parameter.type, click.Path
        )
        if named and parameter.name not in WRITTEN and "FOLDER" not in form:
            yield words[0], f"{parameter.name}"


FILES = sorted(set(taken(cli)))


@pytest.mark.parametrize(("command", "parameter"), FILES)
def test_each_file_that_a_command_takes_has_a_target(command: str, parameter: str) -> None:
    readers = ("own-values",) if parameter == "components" else READERS[f"{command} {parameter}"]
    for reader in readers:
        assert callable(reader) or any(name.startswith(f"{reader}") for name in TARGETS)
    assert readers
