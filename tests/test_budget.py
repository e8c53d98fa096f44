"""Every room has a budget of lines in budget.toml, which follows down what is won; the sum never grows."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

from pencilwright.templates.phrases import texts

ROOT = Path(__file__).parent.parent
BUDGET = "budget.toml"
SLACK = 40
"""Lines by which a room may lie under its budget before the budget must follow it down."""
PAGE = (".js", ".css", ".j2", ".html", ".svg")


def git(*words: str) -> str:
    """Return what git prints; nothing where it refuses."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def lines_of(rooms: dict[str, int], *endings: str) -> dict[str, int]:
    """Return the lines of each room; a file counts for the innermost room that it lies in."""
    sizes = dict.fromkeys(rooms, 0)
    for name in filter(None, git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")):
        room = max((room for room in rooms if f"{name}/".startswith(f"{room}/")), key=len, default=None)
        if room and name.endswith(endings) and (path := ROOT / name).is_file():
            sizes[room] += path.read_text("utf-8").count("\n")
    return sizes


def measured(budget: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Return the sizes of all that a budget names."""
    files = {language: (ROOT / "templates/words" / language).glob("*.toml") for language in budget["words"]}
    words = {language: sum(len(texts(str(path))) for path in paths) for language, paths in files.items()}
    rooms = {"lines": lines_of(budget["lines"], ".py"), "page": lines_of(budget["page"], *PAGE)}
    return {**rooms, "words": words}


def test_every_room_fills_its_budget_and_no_more() -> None:
    budget = tomllib.loads((ROOT / BUDGET).read_text("utf-8"))
    left = {
        (kind, room): most - size[room]
        for kind, size in measured(budget).items()
        for room, most in budget[kind].items()
    }
    assert {room: -n for room, n in left.items() if n < 0} == {}, "too many; what gives way?"
    assert {room: n for room, n in left.items() if n > SLACK} == {}, f"lower {BUDGET} by so many"


def test_no_folder_of_source_is_without_a_budget() -> None:
    rooms = tomllib.loads((ROOT / BUDGET).read_text("utf-8"))["lines"]
    files = git("ls-files", "*.py").split()
    assert [name for name in files if not any(f"{name}/".startswith(f"{room}/") for room in rooms)] == []


@pytest.mark.parametrize("kind", ["lines", "page", "words"])
def test_the_sum_of_all_budgets_has_not_grown(kind: str) -> None:
    newest = git("describe", "--tags", "--abbrev=0").strip()
    before = [git("show", f"{place}:{BUDGET}") for place in (newest, "main", "origin/main") if place]
    now = tomllib.loads((ROOT / BUDGET).read_text("utf-8"))
    assert [old for old in map(tomllib.loads, filter(None, before))
            if sum(now[kind].values()) > sum(old[kind].values())] == []  # fmt: skip
