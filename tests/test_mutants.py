"""What the sample of mutants holds; that they are tried is seen when they are."""

from pathlib import Path

import pytest

from scripts import mutants

SOURCE = """\
import functools

@functools.lru_cache(maxsize=1)
def found(a: int | None, *, b: int = 1) -> int | None:
    for one, two in zip("ab", "cd", strict=True):
        if one < two:
            return b * 2
    return a
"""


def sample(root: Path, source: str, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    (root / "games").mkdir(exist_ok=True)
    (root / "games" / "shop.py").write_text(source)
    monkeypatch.setattr(mutants, "ROOT", root)
    mutants.mutants_of.cache_clear()
    drawn = list(mutants.drawn("games", "seed"))
    for item, text in drawn:
        compile(text, "shop.py", "exec")
        assert [line.strip() for line in text.split("\n") if line not in source.split("\n")] == [item["new"]]
    mutants.mutants_of.cache_clear()
    return [entry for entry, _ in drawn]


def test_lines_that_move_stay_in_the_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sample(tmp_path, SOURCE, monkeypatch)
    assert len(before) == 4 and sample(tmp_path, f"import os\n\n\n{SOURCE}", monkeypatch) == before


def test_annotations_decorators_bare_stars_and_strict_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = " ".join(str(item["new"]) for item in sample(tmp_path, SOURCE, monkeypatch))
    assert (
        "&" not in message
        and "+," not in message
        and "maxsize" not in message
        and "strict=False" not in message
    )
