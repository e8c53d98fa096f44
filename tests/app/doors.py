"""One door for the tests of commands: a command runs in this process, and what it did is a record."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pencilwright.app.cli import main
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import reading, transcript
from pencilwright.games.troyes_dice.play import demo
from pencilwright.templates.phrases import ENGLISH
from tests.refusals import check, says

COMMAND = (sys.executable, "-m", "pencilwright.app.cli.main")
"""What begins a command in a process of its own."""


def example(game_id: str, seed: object, left: int, **more: Any) -> Callable[[], bytes]:
    """Return what makes the file of an example, so many rounds or half-days before its end."""
    known = game(game_id)
    return cache(lambda: known.to_json(known.examples.example(seed, left, **more)))


FILES: Mapping[str, Callable[[], bytes]] = {
    "last.json": demo.BEFORE.encode,
    "after.json": demo.AFTER.encode,
    "two.json": example("troyes-dice", "7", 2),
    "three.json": example("troyes-dice", "1", 3),
    "eight.json": example("troyes-dice", "1", 8),
    "nine.json": example("troyes-dice", "", 9),
    "over.json": example("troyes-dice", "1", 0),
    "partly-5.json": example("troyes-dice", 6, 5, rolls=2),
    "partly-9.json": example("troyes-dice", 6, 9, rolls=3),
    "army.json": example("terracotta-army", "1", 3),
    "army-his.json": example("terracotta-army", "1", 5, his_turn=True),
    "army-yours.json": example("terracotta-army", "1", 5),
    "army.txt": lambda: transcript.to_text(transcript.begin(reading.parse(FILES["army.json"]()))).encode(),
    "mystica.json": example("terra-mystica", "1", 1),
    "tianxia.json": example("tianxia", "1", 1),
    "broken.json": lambda: b'{"format": 3}',
    "hello.txt": lambda: b"hello\n",
    "plazas.toml": lambda: b'plazas = ["R/R", "Y/Y", "W/W", "R/Y", "R/Y", "R/Y", "Y/W", "W/R", "W/R"]\n',
}
"""Files that are there as soon as a command names them."""


class Ran(NamedTuple):
    """What a command did: its exit code, what it printed, its refusal, and the files that it wrote."""

    code: int
    out: str
    err: str
    error: InputError | None
    written: tuple[str, ...]

    def says(self, key: str, language: str = ENGLISH, /, **values: object) -> bool:
        """Return whether the sentence of a key was printed, on either stream."""
        return says(self.out + self.err, key, language, **values)

    @property
    def data(self) -> Any:
        """The answer for programs."""
        return json.loads(self.out)


class Door:
    """Runs commands in the current folder, which is empty at first."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capsys = patch, capsys
        self._refusals: list[InputError] = []
        answer = main._answer

        def noting(*given: Any) -> int:
            try:
                return answer(*given)
            except InputError as error:
                self._refusals.append(error)
                raise

        patch.setattr(main, "_answer", noting)

    def __call__(
        self, line: str, *more: object, code: int | None = 0, typed: Sequence[str] | None = None
    ) -> Ran:
        """Run a command: a line as a shell splits it, and arguments as they stand; it leaves with this code.

        `typed` are lines at its prompts.
        """
        arguments = [*shlex.split(line), *map(str, more)]
        for name in FILES.keys() & set(arguments):
            if not Path(name).exists():
                Path(name).write_bytes(FILES[name]())
        if typed is not None:
            self._patch.setattr("sys.stdin", io.StringIO("".join(f"{text}\n" for text in typed)))
        self._capsys.readouterr()
        self._refusals.clear()
        before = _listed()
        left = main.run(arguments)
        out, err = self._capsys.readouterr()
        assert code in (None, left), f"{left}: {err or out}"
        written = tuple(sorted(name for name, at in _listed().items() if before.get(name) != at))
        return Ran(left, out, err, next(iter(self._refusals), None), written)

    def data(self, line: str, *more: object, code: int | None = 0) -> Any:
        """Return the answer for programs of a command that tells nothing beside it."""
        ran = self(line, *more, "--json", code=code)
        assert ran.err == ""
        return ran.data

    def refused(self, line: str, *more: object) -> Ran:
        """Run a command that is refused in one line, and prints and writes nothing else."""
        ran = self(line, *more, code=2)
        assert (ran.out, ran.err.count("\n"), ran.written) == ("", 1, ())
        assert ran.err.startswith("pencilwright: ")
        return ran

    def refuses(
        self, line: str | Sequence[object], key: str, field: str | None = None, /, **values: object
    ) -> None:
        """Run a command that is refused with the sentence of this key, its field and values."""
        ran = self.refused(line) if isinstance(line, str) else self.refused("", *line)
        assert ran.error is not None, ran.err
        check(ran.error, key, field, **values)


def _listed() -> dict[str, int]:
    """Return the files of the current folder with the time of their last change."""
    paths = (path for path in Path.cwd().rglob("*") if not path.is_dir())
    return {path.relative_to(Path.cwd()).as_posix(): path.lstat().st_mtime_ns for path in paths}
