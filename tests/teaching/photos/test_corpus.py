"""Photographs that are kept are the ones that would be made."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.games.errors import InputError
from teaching.photos import corpus
from teaching.photos.levels import LEVELS, Level
from teaching.photos.sample import Options, Sample

pytestmark = pytest.mark.long

MEDIUM = LEVELS["medium"]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, medium: Sample) -> list[Options]:
    """The options of every sample that is made; each of them is the same one, which is costly enough."""
    made: list[Options] = []

    def make(level: Level, seed: int | str, number: int, options: Options) -> Sample:
        made.append(options)
        return medium

    monkeypatch.setattr(corpus, "make", make)
    return made


def test_a_photograph_is_made_once_and_is_the_same_in_every_byte(
    tmp_path: Path, asked: list[Options], medium: Sample
) -> None:
    first, second = (corpus.sample(tmp_path / "new", MEDIUM, "tests", 1, Options(odd=8)) for _ in range(2))
    assert first == second == medium
    assert asked == [Options(odd=8)]
    assert sorted(file.name for file in (tmp_path / "new").iterdir()) == [
        "medium.tests.1.odd-8.jpg",
        "medium.tests.1.odd-8.json",
    ]


def test_without_a_folder_nothing_is_kept(asked: list[Options]) -> None:
    for _ in range(2):
        corpus.sample(None, MEDIUM, "tests", 1)
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("level", "seed", "number", "options"),
    [
        ("hard", "tests", 1, Options()),
        ("medium", "tests/../x", 1, Options()),
        ("medium", "tests", 2, Options()),
        ("medium", "tests", 1, Options(game_id="tianxia")),
        ("medium", "tests", 1, Options(scattered=0.3)),
    ],
)
def test_another_sample_is_another_file(
    tmp_path: Path, asked: list[Options], level: str, seed: str, number: int, options: Options
) -> None:
    corpus.sample(tmp_path, MEDIUM, "tests", 1, Options(odd=0))
    corpus.sample(tmp_path, LEVELS[level], seed, number, options)
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
    tmp_path: Path, asked: list[Options], spoil: Callable[[Path], None], message: str
) -> None:
    corpus.sample(tmp_path, MEDIUM, "tests", 1)
    spoil(tmp_path)
    with pytest.raises(InputError, match=message):
        corpus.sample(tmp_path, MEDIUM, "tests", 1)
