"""Parts of a setup that a draw keeps, as people write them: "qin1=P6", "inner=4", "tile7"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.spaces import refusal
from pencilwright.templates.phrases import phrase

Fixed = Mapping[str, Any]
"""Field -> value, or place -> thing where the field has places."""


NOTHING_FIXED: Fixed = MappingProxyType({})


class Fixable(NamedTuple):
    """What may be fixed in a field of a setup.

    Attributes
    ----------
    field : the field.
    names : name as it is typed, in lower case -> place; the place is None in a field without places.
    known : what may stand behind "=", whatever its case.
    read : reads what stands there where `known` cannot list it; raises KeyError or ValueError.
    several : whether it is a list with commas, which may be given again and adds to what was given.
    """

    field: str
    names: Mapping[str, Any]
    known: Sequence[str] = ()
    read: Callable[[str], Any] | None = None
    several: bool = False

    def value(self, text: str) -> Any:
        """Return what a text means. Raises KeyError or ValueError for another text."""
        if self.several:
            return tuple(map(self._one, text.split(",")))
        return self._one(text)

    def _one(self, text: str) -> Any:
        if self.read is not None:
            return self.read(text)
        for name in self.known:
            if name.lower() == text:
                return name
        raise ValueError(text)


def whole(text: str) -> int:
    """Return a whole number of one or two digits. Raises ValueError for another text."""
    if not text.isdecimal() or len(text) > 2:
        raise ValueError(text)
    return int(text)


def nonempty(given: str) -> str:
    """Return a text that is not empty. Raises ValueError for an empty one."""
    if not given:
        raise ValueError
    return given


def places(names: Sequence[str]) -> dict[str, str]:
    """Return places that are typed as they are called."""
    return {name.lower(): name for name in names}


def parse(texts: Sequence[str], parts: Sequence[Fixable], examples: Sequence[str]) -> Fixed:
    """Return the parts of texts such as "qin1=P6"; of fields that share a name the first that fits counts.

    Raises InputError for a text of another form, and for a place that is given twice.
    """
    result: dict[str, Any] = {}
    for text in texts:
        name, equals, value = "".join(text.split()).lower().partition("=")
        part, thing = _matching(text, name, value or equals, parts, examples)
        place = part.names[name]
        table = result if place is None else result.setdefault(part.field, {})
        key = part.field if place is None else place
        if part.several:
            thing = (*table.get(key, ()), *thing)
        elif key in table:
            raise refusal("fix", "twice", name=name)
        table[key] = thing
    return result


def _matching(
    text: str, name: str, value: str, parts: Sequence[Fixable], examples: Sequence[str]
) -> tuple[Fixable, Any]:
    """Return the part that a text speaks of, and its thing."""
    named = [part for part in parts if name in part.names]
    for part in named:
        try:
            return part, part.value(value)
        except InputError:
            raise
        except (KeyError, ValueError):
            continue
    if known := tuple(item for part in named for item in part.known if item):
        message = phrase("setup.wrong.thing", text=text[:40], name=name, known=known)
    else:
        message = phrase("setup.wrong.part", text=text[:40], examples=tuple(examples))
    raise InputError(message, field="fix")
