"""The box of a game as data: box.toml holds every value under its key, and `about` where each comes from."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from types import GenericAlias
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

T = TypeVar("T")


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a value comes from: what the rules dossier says, and whether a source proves it."""

    source: str
    verified: bool = True


class BoxFile(NamedTuple):
    """The values of a game's box.toml.

    Attributes
    ----------
    values : key -> the value as TOML has it.
    about : key -> its source, for each of them.
    """

    values: Mapping[str, Any]
    about: Mapping[str, Source]

    @property
    def open(self) -> tuple[str, ...]:
        """Keys that no source proves: a user's file may replace them."""
        return tuple(key for key, about in self.about.items() if not about.verified)

    @property
    def defaults(self) -> dict[str, Any]:
        """The values of these keys: the house defaults."""
        return {key: self.values[key] for key in self.open}

    def get(self, key: str, form: type[T]) -> T:
        """Return a value as `form`, lists as tuples where it says so. Raises msgspec.ValidationError."""
        return msgspec.convert(self.values[key], form, str_keys=True)

    def rows(self, key: str, form: type[T], **named: Mapping[str, Any]) -> tuple[T, ...]:
        """Return the rows of a table, each with its name as `id`.

        named : field -> the values that rows may give by name.
        """
        rows = [{"id": name, **row} for name, row in self.values[key].items()]
        for field, values in named.items():
            rows = [row | {field: values[row[field]]} if field in row else row for row in rows]
        return cast("tuple[T, ...]", msgspec.convert(rows, GenericAlias(tuple, (form, ...))))


def box_beside(module: str) -> BoxFile:
    """Return the box.toml in the folder of a module, given as its `__file__`."""
    with open(os.path.join(os.path.dirname(module), "box.toml"), "rb") as file:
        values = tomllib.load(file)
    return BoxFile(values, msgspec.convert(values.pop("about"), dict[str, Source]))
