"""What people are told are phrases: no plain text where one belongs, and no key without words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pencilwright import games
from pencilwright.templates.phrases import ENGLISH, words

ROOT = Path(games.__file__).parent.parent
A_GAME = Path(__file__).parent.parent / "examples" / "games" / "yatzy" / "games"
"""A game from outside, made as the guide says."""
FOLDERS = ("games", "generator", "solver", "app")
TOLD = {
    "InputError": 0,
    "plain": 0,
    "GlyphError": 0,
    "FitError": 0,
    "Problem": 1,
    "Line": 2,
    "Tie": 0,
    "MarkRule": 3,
}
"""What is shown to people -> the place of its sentence among the arguments."""
NAMES = ("sentence", "rule", "nearest", "reason", "what", "left_out", "why")
"""The same by name."""
KEYED = {"phrase": 0, "called": 0, "word": 1, "chained": 1}
"""What takes a key of the words -> its place."""
CALLED = re.compile(rf"\b(?:{'|'.join([*TOLD, *KEYED])})\s*\(")
"""What a file has that calls any of them."""
TYPED = (
    "field", "file", "folder", "option", "example", "command", "name", "format", "word", "ask", "read",
    "yours", "finish", "resume", "clay", "coin", "default", "scheme", "keys",
)  # fmt: skip
"""Blanks for what is typed, or called the same in every language; options and dotted names fill any blank."""
PLAIN: dict[str, str] = {}
"""File -> why it tells a plain text."""
UNKNOWN: dict[str, str] = {}
"""Key -> why no words have it."""


class Found(NamedTuple):
    """A text in the source."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


class Call(NamedTuple):
    """A call in the source of what is shown to people or takes a key, by its name."""

    file: str
    name: str
    node: ast.Call


def calls(file: str, tree: ast.Module) -> Iterator[Call]:
    """Calls of functions and classes in TOLD and KEYED."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in TOLD or name in KEYED:
                yield Call(file, name, node)


@cache
def calls_in(*folders: Path) -> tuple[Call, ...]:
    """All calls in the files of folders."""
    return tuple(
        call
        for folder in folders
        for path in sorted(folder.rglob("*.py"))
        if CALLED.search(text := path.read_text(encoding="utf-8"))
        for call in calls(path.relative_to(folder.parent).as_posix(), ast.parse(text))
    )


OURS = tuple(ROOT / name for name in FOLDERS)


def texts(node: ast.expr) -> Iterator[str]:
    """The plain texts with letters that an argument may be."""
    if isinstance(node, ast.IfExp):
        yield from (*texts(node.body), *texts(node.orelse))
    elif isinstance(node, ast.BinOp):
        yield from (*texts(node.left), *texts(node.right))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.JoinedStr) and any(map(text_of, node.values)):
        yield "".join(text_of(part) or "{}" for part in node.values)


def text_of(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else ""


def plain_texts(results: Iterable[Call]) -> Iterator[Found]:
    for file, name, call in results:
        if name not in TOLD:
            continue
        given = [call.args[TOLD[name]]] if len(call.args) > TOLD[name] else []
        given += [keyword.value for keyword in call.keywords if keyword.arg in NAMES]
        for item in given:
            yield from (Found(file, call.lineno, text) for text in texts(item))


def filled(results: Iterable[Call]) -> Iterator[Found]:
    """Words that the source puts into blanks of phrases, but for options and what is typed."""
    for file, name, call in results:
        if name != "phrase":
            continue
        for keyword in call.keywords:
            if keyword.arg not in TYPED and not isinstance(keyword.value, ast.Name):
                for text in texts(keyword.value):
                    if re.search("[A-Za-z]{3,}", text) and not re.match(r"--|\S*\.\S", text):
                        yield Found(file, call.lineno, f"{keyword.arg}={text!r}")


def keys(results: Iterable[Call]) -> Iterator[tuple[Found, bool]]:
    """Keys in the source, and whether each is whole: the head of one that is put together is not."""
    for file, name, call in results:
        if name not in KEYED or len(call.args) <= KEYED[name]:
            continue
        key = call.args[KEYED[name]]
        parts = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield Found(file, call.lineno, part.value), True
            elif isinstance(part, ast.JoinedStr) and text_of(part.values[0]):
                yield Found(file, call.lineno, text_of(part.values[0])), False


def test_nothing_that_people_are_told_is_a_plain_text() -> None:
    results = list(plain_texts((*calls_in(*OURS), *calls_in(A_GAME))))
    assert [str(item) for item in results if item.file not in PLAIN] == []
    assert {item.file for item in results} >= PLAIN.keys(), "exceptions that nothing needs"


def test_no_blank_is_filled_with_words_of_one_language() -> None:
    assert [str(item) for item in filled((*calls_in(*OURS), *calls_in(A_GAME)))] == []


def test_every_key_has_words() -> None:
    known = words(ENGLISH)
    lacking = [
        item
        for item, whole in keys(calls_in(*OURS))
        if not (item.text in known if whole else any(key.startswith(item.text) for key in known))
    ]
    assert [str(item) for item in lacking if item.text not in UNKNOWN] == []
    assert {item.text for item in lacking} >= UNKNOWN.keys(), "exceptions that nothing needs"
