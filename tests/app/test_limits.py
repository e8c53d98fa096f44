"""What hostile or broken input may cost: sizes, memory and time, as they were weighed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright.app.cli import folders
from pencilwright.app.positions import sources
from pencilwright.games import game
from pencilwright.games.errors import InputError

MEGABYTE = 1024 * 1024


def test_a_components_file_has_a_megabyte_at_most(tmp_path: Path) -> None:

    path = tmp_path / "own.toml"
    path.write_bytes(b"#" * MEGABYTE)
    sources.user_components(game("troyes-dice"), str(path))
    path.write_bytes(b"#" * (MEGABYTE + 1))
    with pytest.raises(InputError, match="is larger than 1024 kB"):
        sources.user_components(game("troyes-dice"), str(path))


def test_hidden_files_folders_and_other_files_are_no_photographs(tmp_path: Path) -> None:
    for name in ("a.jpg", "b.JPEG", "c.heic", ".d.jpg", "e.txt", "f.tif", "h.svg"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "g.png").mkdir()
    results = sources.named([str(tmp_path)], folders.SUFFIXES)
    assert [Path(name).name for name in results] == ["a.jpg", "b.JPEG", "c.heic", "f.tif"]
