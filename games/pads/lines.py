"""The line in which each key of a TOML text stands: tomllib reads the values and does not tell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""The keys and numbers of entries that lead to a value: ("row", 3, "write")."""

_TOKEN: Final = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|(?P<space>\#[^\n]*|[^\S\n]+)'''
    r"""|\n|[][{}=,.]|[^\s\[\]{}=,.#"']+""",
    re.DOTALL,
)
DEEPEST: Final = 8
_ENDS: Final = frozenset(("\n", ",", "]", "}", ""))


def lines(text: str) -> Mapping[Path, int]:
    """Return the line of every key and of every entry of a list, in a text that tomllib has read."""
    return _Text(text).positions


def line_of(results: Mapping[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest that holds it."""
    while path and path not in results:
        path = path[:-1]
    return results.get(path, 1)


class _Text:
    """A text as its tokens, read once from the front."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        line = 1
        for token in _TOKEN.finditer(text):
            if token["space"] is None:
                self.tokens.append((token[0], line))
            line += token[0].count("\n")
        self.tokens.append(("", line))
        self.at = 0
        self.positions: dict[Path, int] = {}
        self.entries: dict[Path, int] = {}
        table: Path = ()
        while self.token:
            if self.token == "[":
                table = self._header()
            elif self.token == "\n":
                self.at += 1
            else:
                self._pair(table)

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    def _note(self, path: Path) -> None:
        self.positions.setdefault(path, self.tokens[self.at][1])

    def _keys(self) -> list[str]:
        """Return the parts of a dotted key, DEEPEST at most: paths of many parts would be long."""
        keys: list[str] = []
        while self.token not in ("=", *_ENDS):
            if self.token != "." and len(keys) < DEEPEST:
                keys.append(self.token.strip("\"'"))
            self.at += 1
        return keys

    def _header(self) -> Path:
        """Return the path that [table] or [[list]] opens."""
        is_list = self.tokens[self.at + 1][0] == "["
        self.at += 2 if is_list else 1
        path: Path = ()
        keys = self._keys()
        for number, key in enumerate(keys, 1):
            path += (key,)
            self._note(path)
            if is_list and number == len(keys):
                self.entries[path] = self.entries.get(path, -1) + 1
            if path in self.entries:
                path += (self.entries[path],)
        self._note(path)
        self.at += 2 if is_list else 1
        return path

    def _pair(self, table: Path) -> None:
        keys = self._keys()
        for number in range(1, len(keys) + 1):
            self._note((*table, *keys[:number]))
        self.at += 1
        self._value((*table, *keys))

    def _value(self, path: Path) -> None:
        opened = self.token
        if opened not in ("[", "{"):
            while self.token not in _ENDS:
                self.at += 1
            return
        self.at += 1
        number = 0
        while self.token not in ("]", "}", ""):
            if self.token in ("\n", ","):
                self.at += 1
            elif opened == "{":
                self._pair(path)
            else:
                self._note((*path, number))
                self._value((*path, number))
                number += 1
        self.at += 1
