"""Valid texts with whole lines and words changed, and the question whether a reader survives one.

A fault of a reader is anything but an answer or InputError, more than SECONDS of the processor's time, and
signs in an answer that a terminal or a page would obey (those in an error are escaped where it is told).
"""

from __future__ import annotations

import re
import signal
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import languages, say

SECONDS = 10
EARLY = 12
WORDS = (r"\S+\s*|\s+", r"\w+|\s+|[^\w\s]")
"""What a word is: all up to the next blank, or all letters and digits beside each other."""
SIGNS = (".",)
ODD = ("", "0", "-1", "00", "9" * 30, "9" * 5000, "1e9", "\u0663", "\u202e", "\x1b[2J", "null", "#", "=", '"')
"""What no grammar asks for."""


class Seed(NamedTuple):
    """A valid input: what is kept as it is, and the lines that are changed."""

    head: str
    body: str


class Target(NamedTuple):
    """A grammar: its reader, valid inputs, what a changed body is made into, and what its words are.

    Attributes
    ----------
    read : takes a whole text; what it returns is said to a person.
    seeds : valid inputs.
    made : what becomes of a changed body, such as a code with the right check symbols.
    parts : patterns of the parts of a line, one of which is taken.
    """

    read: Callable[[str], str]
    seeds: Callable[[], Sequence[Seed]]
    made: Callable[[str], str] = str
    parts: tuple[str, ...] = WORDS


def changed(target: Target) -> st.SearchStrategy[str]:
    """Return texts that begin as a valid one and have one to three lines or words otherwise.

    What comes after the change is cut off in half of them: a reader that refuses the change never sees it.
    """
    seeds = target.seeds()
    lines = sorted({line for seed in seeds for line in seed.body.splitlines()})
    results = [word.strip() for line in lines for parts in target.parts for word in re.findall(parts, line)]
    words = st.one_of(
        st.sampled_from(results),  # the more often it is written the more often it is put elsewhere
        st.sampled_from([word for word in results if word.isalpha()] or results),
        st.sampled_from(ODD),
    )

    @st.composite
    def one(draw: st.DrawFn) -> str:
        seed = draw(st.sampled_from(seeds))
        body = seed.body.splitlines()
        at = draw(st.integers(0, min(len(body), EARLY) - 1) | st.integers(0, len(body) - 1))
        if draw(st.booleans()):
            del body[at + 1 :]
        for _ in range(draw(st.sampled_from((1, 1, 2, 3)))):
            if draw(st.booleans()):
                parts = re.findall(draw(st.sampled_from(target.parts)), body[at])
                body[at] = "".join(draw(_words(parts, words)))
            else:
                body[at : at + 1] = draw(_lines(body, at, lines)) or ([] if len(body) > 1 else [""])
            at = draw(st.integers(0, len(body) - 1))
        text = "\n".join(body)
        with suppress(ValueError):  # nothing of the kind can be made of it: the reader gets it as it is
            text = target.made(text)
        return seed.head + text

    return one()


def _lines(body: Sequence[str], at: int, known: Sequence[str]) -> st.SearchStrategy[list[str]]:
    """What may stand in place of a line: nothing, it twice, another, it and another, one of the same text."""
    line = body[at]
    return st.one_of(
        st.just([]),
        st.just([line, line]),
        st.sampled_from(known).map(lambda other: [other]),
        st.sampled_from(known).map(lambda other: [line, other]),
        st.sampled_from(body).map(lambda other: [other]),
    )


@st.composite
def _words(draw: st.DrawFn, line: list[str], known: st.SearchStrategy[str]) -> list[str]:
    """A line with a word dropped, doubled, another, one more or in another place, or a piece cut off."""
    if not line:
        return [draw(known)]
    at = draw(st.integers(0, len(line) - 1))
    blank = " " * line[at].endswith(" ")
    match draw(st.sampled_from(["drop", "other", "more", "double", "swap", "from", "to"])):
        case "drop":
            del line[at]
        case "other":
            line[at] = draw(known) + blank
        case "more":
            line.insert(at, draw(known) + blank)
        case "double":
            line.insert(at, line[at])
        case "swap":
            other = draw(st.integers(0, len(line) - 1))
            line[at], line[other] = line[other], line[at]
        case "from":
            line = line[at:]
        case _:
            line = line[:at]
    return line


def survives(target: Target, text: str) -> None:
    """Let a reader have a text. Raises what it raises, unless that is InputError, and AssertionError."""
    with _bounded():
        try:
            answer = target.read(text)
        except InputError as error:
            assert all(say(error.sentence, language).strip() for language in languages())
            return
    obeyed = {sign for sign in answer if unicodedata.category(sign)[0] == "C" and sign not in "\n\t"}
    assert not obeyed, f"signs that a terminal or a page obeys: {sorted(obeyed)!a}"


@contextmanager
def _bounded() -> Iterator[None]:
    """Raise TimeoutError after SECONDS of the processor's time, where the system can tell them."""

    def late(*_: object) -> None:
        raise TimeoutError(f"no answer after {SECONDS} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def shortened(target: Target, text: str, fault: Exception) -> str:
    """Return a text without the lines that a fault of this kind does not need."""
    lines = text.split("\n")
    at = 0
    while at < len(lines) > 1:
        less = lines[:at] + lines[at + 1 :]
        try:
            survives(target, "\n".join(less))
        except Exception as other:
            if type(other) is type(fault):
                lines = less
                continue
        at += 1
    return "\n".join(lines)
