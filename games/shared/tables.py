"""Tables that a game has to show, and rows of its setup, for any door to lay out."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from msgspec import Struct

from pencilwright.templates.phrases import Phrase, Sentence

Cell: TypeAlias = Phrase | str | int


class TextTable(NamedTuple):
    """A table: what it is called, the heads of its columns, its rows, the columns that are numbers."""

    title: Phrase
    head: tuple[Sentence, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: tuple[int, ...] = ()


class SetupRow(Struct, frozen=True):
    """One part of a setup, or of what comes after a plan.

    Attributes
    ----------
    what : its name.
    lines : what it is, a line for each thing.
    """

    what: Sentence
    lines: tuple[Sentence, ...]
