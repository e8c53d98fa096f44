"""The golden files: GAME/ROOM.txt and sentences/LANGUAGE.txt, a line an entry, its name and what it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import unified_diff
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from pencilwright.games import GAMES
from tests.golden.sentences import LANGUAGES

FOLDER = Path(__file__).parent
BETWEEN = " = "
ROOMS = ("codes", "examples", "answers", "compiled", "documents", "views", "pdfs")
SENTENCES = "sentences"
MOST = 40
"""Lines of a difference that are shown."""


class File(NamedTuple):
    """The entries of a room of a game; of the room of sentences, those of a language."""

    game: str
    room: str

    def __str__(self) -> str:
        return f"{self.game} {self.room}"

    @property
    def path(self) -> Path:
        """Where they are kept."""
        folder, name = (self.room, self.game) if self.room == SENTENCES else self
        return FOLDER / folder / f"{name}.txt"

    def entries(self) -> dict[str, str]:
        """Return them as they come out now."""
        results: dict[str, str] = import_module(f"tests.golden.{self.room}").entries(self.game)
        return results

    def sample(self) -> dict[str, str]:
        """Return some as they come out now, where all take long."""
        room = import_module(f"tests.golden.{self.room}")
        results: dict[str, str] = getattr(room, "sample", room.entries)(self.game)
        return results

    def read(self) -> dict[str, str]:
        """Return them as they are kept; none where there is no file."""
        if not self.path.exists():
            return {}
        lines = (line.partition(BETWEEN) for line in self.path.read_text(encoding="utf-8").splitlines())
        return {name: value for name, _, value in lines}


FILES = (
    *(File(game, room) for game in GAMES for room in ROOMS if room != "compiled" or game == "troyes-dice"),
    *(File(language, SENTENCES) for language in LANGUAGES),
)


def compare(file: File, results: Mapping[str, str], *, names: Collection[str] | None = None) -> list[str]:
    """Return the lines that differ from those kept, under the name of the file; of some names where given."""
    pairs = [
        {k: v for k, v in each.items() if names is None or k in names} for each in (file.read(), results)
    ]
    old, new = ([f"{name}{BETWEEN}{value}" for name, value in each.items()] for each in pairs)
    lines = list(unified_diff(old, new, lineterm="", n=0))[2:]
    more = [f"  ... and {len(lines) - MOST} more"] if len(lines) > MOST else []
    return [f"{file}:", *(f"  {line}" for line in lines[:MOST]), *more] if lines else []


def write(file: File, results: Mapping[str, str]) -> None:
    """Keep entries."""
    file.path.parent.mkdir(exist_ok=True)
    text = "".join(f"{name}{BETWEEN}{value}\n" for name, value in results.items())
    file.path.write_text(text, encoding="utf-8", newline="\n")
