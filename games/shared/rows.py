"""A setup in words: what is laid out, part by part."""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.templates.phrases import Sentence


class SetupRow(NamedTuple):
    """One part of a setup.

    Attributes
    ----------
    what : its name.
    lines : what it is, a line for each thing.
    """

    what: Sentence
    lines: tuple[Sentence, ...]
