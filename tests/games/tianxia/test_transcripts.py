"""Every transcript is replayed to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.tianxia.transcripts import FOLDER, replay


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_transcript_replays(path: Path) -> None:
    assert replay(path) > 0


def test_a_wrong_line_is_noticed(tmp_path: Path) -> None:
    text = (FOLDER / "worked_examples.txt").read_text(encoding="utf-8").replace("B 111", "B 112")
    (tmp_path / "wrong.txt").write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError):
        replay(tmp_path / "wrong.txt")
