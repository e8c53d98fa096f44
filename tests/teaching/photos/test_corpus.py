"""Photographs that are kept are the ones that would be made."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.games.errors import InputError
from teaching.photos import corpus
from teaching.photos.levels import LEVELS
from teaching.photos.sample import Sample

pytestmark = pytest.mark.slow

MEDIUM = LEVELS["medium"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, medium: Sample) -> list[dict[str, Any]]:
    """The options of every sample that is made; each of them is the same one, which is costly enough."""
    made: list[dict[str, Any]] = []

    def make(*key: Any, **options: Any) -> Sample:
        made.append(options)
        return medium

    usual = corpus.make.__kwdefaults__
    monkeypatch.setattr(corpus, "make", make)
    monkeypatch.setattr(make, "__kwdefaults__", usual)
    return made


def test_a_photograph_is_made_once_and_is_the_same_in_every_byte(
    tmp_path: Path, asked: list[dict[str, Any]], medium: Sample
) -> None:
    first, second = (corpus.sample(tmp_path / "new", MEDIUM, "tests", 1, odd=8) for _ in range(2))
    assert first == second == medium
    assert asked == [{"odd": 8}]
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == [
        "medium.tests.1.odd-8.jpg",
        "medium.tests.1.odd-8.json",
    ]


def test_without_a_folder_nothing_is_kept(asked: list[dict[str, Any]]) -> None:
    for _ in range(2):
        corpus.sample(None, MEDIUM, "tests", 1)
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("level", "seed", "number", "options"),
    [
        ("hard", "tests", 1, {}),
        ("medium", "tests/../x", 1, {}),
        ("medium", "tests", 2, {}),
        ("medium", "tests", 1, {"game_id": "tianxia"}),
        ("medium", "tests", 1, {"scattered": 0.3}),
    ],
)
def test_another_sample_is_another_file(
    tmp_path: Path, asked: list[dict[str, Any]], level: str, seed: str, number: int, options: dict[str, Any]
) -> None:
    corpus.sample(tmp_path, MEDIUM, "tests", 1, odd=0)
    corpus.sample(tmp_path, LEVELS[level], seed, number, **options)
    assert len(asked) == 2
    assert len(list(tmp_path.iterdir())) == 4


def spoilt(folder: Path) -> None:
    (folder / "medium.tests.1.json").write_text("{}\n")


def without_picture(folder: Path) -> None:
    (folder / "medium.tests.1.jpg").unlink()


@pytest.mark.parametrize(
    ("spoil", "message"), [(spoilt, "does not tell what is on"), (without_picture, "cannot keep photographs")]
)
def test_a_folder_that_was_spoilt_is_refused(
    tmp_path: Path, asked: list[dict[str, Any]], spoil: Callable[[Path], None], message: str
) -> None:
    corpus.sample(tmp_path, MEDIUM, "tests", 1)
    spoil(tmp_path)
    with pytest.raises(InputError, match=message):
        corpus.sample(tmp_path, MEDIUM, "tests", 1)
