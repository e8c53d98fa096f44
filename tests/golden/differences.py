"""Two sets of entries compared, in words: which entry, which part of it, what it was and what it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

MOST = 4
"""Entries of one kind that are named; the others are counted."""
MOST_PARTS = 3
LONGEST = 160


def in_words(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """Return a line for each entry that changed, came or went, kind by kind; long lists are cut."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for name, value in old.items():
        if name not in new:
            kinds[f"gone: {_field(name)}"].append(f"gone: {name}, was {_cut(value)}")
        elif new[name] != value:
            kinds[_field(name)].append(f"{name}: {'; '.join(_parts(value, new[name]))}")
    for name, value in new.items():
        if name not in old:
            kinds[f"new: {_field(name)}"].append(f"new: {name}, is {_cut(value)}")
    return [line for kind, lines in kinds.items() for line in _first(kind, lines)]


def _field(name: str) -> str:
    """Return what an entry is of: the end of its name, after the last comma."""
    return name.rpartition(", ")[2] if ", " in name else ""


def _first(kind: str, lines: list[str]) -> Iterator[str]:
    yield from lines[:MOST]
    if len(lines) > MOST:
        yield f"... and {len(lines) - MOST} more{f' ({kind})' if kind else ''}"


def _parts(old: str, new: str) -> Iterator[str]:
    """Yield the tokens that changed, as many as can be read."""
    before, after = old.split(), new.split()
    changes = [
        change for change in SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        if change[0] != "equal"
    ]  # fmt: skip
    for _, a, b, c, d in changes[:MOST_PARTS]:
        yield f"was {_cut(' '.join(before[a:b]))}, is {_cut(' '.join(after[c:d]))}"
    if len(changes) > MOST_PARTS:
        yield f"and {len(changes) - MOST_PARTS} more places"


def _cut(text: str) -> str:
    return text if 0 < len(text) <= LONGEST else f"{text[:LONGEST]}..." if text else "nothing"
