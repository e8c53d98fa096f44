"""Samples that several tests look at, made once."""

import io
from typing import Any

import numpy as np
import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from PIL import Image, ImageOps

from teaching.photos import levels, sample


def upright(image: bytes) -> Any:
    """The photograph as a program that heeds EXIF shows it, RGB."""
    return np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(image))))


@pytest.fixture(scope="session")
def scan() -> sample.Sample:
    return sample.make(levels.level("scan"), "tests", 0)


@pytest.fixture(scope="session")
def medium() -> sample.Sample:
    return sample.make(levels.level("medium"), "tests", 1, sample.Options(odd=8))
