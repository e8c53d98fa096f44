"""box.toml: every value has its source, and a box that lacks one is a fault of ours."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pencilwright.games.shared.boxfile import Source, box_beside

GAMES = Path(__file__).parents[3] / "games"
BOXES = sorted(path.parent for path in GAMES.glob("*/box.toml"))


@pytest.mark.parametrize("folder", BOXES, ids=lambda folder: folder.name)
def test_every_value_has_a_source_and_every_source_a_value(folder: Path) -> None:
    box = box_beside(str(folder / "components.py"))
    assert set(box.about) == set(box.values)
    assert all(about.source for about in box.about.values())
    assert tuple(box.defaults) == box.open


def test_values_are_given_in_the_form_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text('n = [1, 2]\n[t]\n1 = "a"\n[about]\nn = { source = "seed" }\n')
    box = box_beside(str(tmp_path / "components.py"))
    assert box.get("n", tuple[int, ...]) == (1, 2) and box.get("t", dict[int, str]) == {1: "a"}
    assert box.about == {"n": Source("seed", verified=True)} and box.open == ()
    with pytest.raises(msgspec.ValidationError):
        box.get("n", tuple[str, ...])


def test_a_source_with_a_wrong_word_is_refused(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text('[about]\nn = { source = "seed", verfied = false }\n')
    with pytest.raises(msgspec.ValidationError, match="verfied"):
        box_beside(str(tmp_path / "components.py"))
