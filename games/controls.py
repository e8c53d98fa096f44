"""How the marks of a sheet are set by who taps instead of writing: each mark belongs to one control.

A game's room `marks` lists its `CONTROLS`. They say what belongs together, not how it looks.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Toggle(NamedTuple):
    """One mark by itself: a tap gives it its next value, and after the last one blanks it."""

    mark: str


class Track(NamedTuple):
    """Marks that are filled from the first on.

    Attributes
    ----------
    marks : in order: who taps one fills all up to it, who taps the last filled one empties it.
    printed : how many of the first are filled in print, and count as filled when blank.
    """

    marks: tuple[str, ...]
    printed: int = 0


class OneOf(NamedTuple):
    """Marks that exclude each other.

    Attributes
    ----------
    marks : at most one of them is marked.
    brings : a mark that is marked with any of them, and blanks them when it is blanked ("" for none).
    """

    marks: tuple[str, ...]
    brings: str = ""


class Number(NamedTuple):
    """A number that is written with marks: a single mark of kind "number" holds its digits.

    Attributes
    ----------
    marks : digits, or boxes that add up.
    worth : what each of them adds to the number.
    rows : marks of one row exclude each other (the digits of a place); () where every mark may be set.
    """

    marks: tuple[str, ...]
    worth: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...] = ()


class Text(NamedTuple):
    """A place for writing."""

    mark: str


Control: TypeAlias = Toggle | Track | OneOf | Number | Text


def marks_of(control: Control) -> tuple[str, ...]:
    """Return the marks that a control sets itself; a mark that a choice brings has a control of its own."""
    return (control.mark,) if isinstance(control, Toggle | Text) else control.marks
