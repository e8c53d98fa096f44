"""The script that draws documents to look at while templates are edited."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import preview


@pytest.mark.parametrize(
    ("game", "document", "more"),
    [("troyes-dice", "reference", ["--expansion"]), ("terracotta-army", "setup-card", ["--players", "2"])],
)
def test_every_page_becomes_a_picture(game: str, document: str, more: list[str], tmp_path: Path) -> None:
    preview.main([document, "--game", game, "--lang", "en", "--dpi", "12", "--out", str(tmp_path), *more])
    names = sorted(path.name for path in tmp_path.iterdir())
    assert f"{game}-{document}-en-a4-colour-1.png" in names
    assert ("reference" in document) == (f"{game}-{document}-en-a4-colour-2.png" in names), names
