"""A photograph that nobody vouches for is decoded in a child with limits; what fails there is a sentence."""

import io
import sys
from pathlib import Path

import numpy as np
import pytest

from pencilwright.app import child, darkroom
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import load

Image = pytest.importorskip("PIL.Image")


def picture(kind: str = "JPEG", size: tuple[int, int] = (700, 500)) -> bytes:
    """A picture with a dark upper half."""
    values = np.full((size[1], size[0], 3), 230, np.uint8)
    values[: size[1] // 2] = 40
    target = io.BytesIO()
    Image.fromarray(values).save(target, kind)
    return target.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_what_the_child_decodes_is_what_we_would_decode(kind: str) -> None:
    pytest.importorskip("pillow_heif").register_heif_opener()
    data = picture(kind)
    assert (darkroom.develop(data) == load.load(data)).all()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "empty"),
        (b"\xff\xd8\xff" + bytes(99), "not a readable picture"),
        (picture()[:2000], "damaged or cut short"),
        (picture("PNG", (300, 200)), "only 300 x 200 pixels"),
    ],
)
def test_the_sentences_of_the_child_come_through(data: bytes, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        darkroom.develop(data)


@pytest.mark.slow
def test_a_picture_that_needs_more_memory_than_it_may_take_is_refused() -> None:
    with pytest.raises(InputError, match="damaged"):
        darkroom.develop(picture("PNG", (7000, 7000)), memory=200 * 1024 * 1024)


@pytest.mark.slow
def test_a_decoder_that_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = tmp_path / "endless.py"
    loop.write_text(
        "import sys\nfrom pencilwright.app import child\nchild.limit(2**30, 1)\nwhile True: pass\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    run = child.run
    monkeypatch.setattr(child, "run", lambda module, data, **limits: run("endless", data, **limits))
    with pytest.raises(InputError, match="more memory or time"):
        darkroom.develop(picture(), seconds=1)


def test_a_child_that_cannot_start_is_not_the_files_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RuntimeError, match="reader of photographs"):
        darkroom.develop(picture())
