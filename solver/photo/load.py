"""Bytes of a photograph become a grey picture, the right way up, with sizes checked before decoding."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import tuning
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "HEIF")
KNOWN = phrase("photo.known")
BOMB = 178
"""Megapixels from which PIL refuses a picture by itself."""


def load(data: bytes) -> NDArray[np.uint8]:
    """Return the photograph as grey values, shape (height, width), turned as its EXIF data says.

    A picture whose longer side has more than WORKING_SIDE pixels is made smaller. Raises InputError for a
    file that is no picture, damaged, or too large or too small to be read.
    """
    import numpy as np

    check_bytes(data)
    prepare(data)
    return np.asarray(decode(data))


def check_bytes(data: bytes) -> None:
    """Raise InputError for a file that is too long or empty."""
    if not data:
        raise InputError(phrase("photo.file.empty"), field="file")
    if len(data) > tuning.LARGEST_FILE:
        limit = tuning.LARGEST_FILE // 1024 // 1024
        raise InputError(phrase("photo.file.large", n=limit), field="file")


def prepare(data: bytes) -> None:
    """Import the decoders that a file may need, all others not, so that decoding opens no file any more."""
    from PIL import (  # noqa: F401
        Image,
        JpegImagePlugin,
        MpoImagePlugin,
        PngImagePlugin,
        WebPImagePlugin,
    )

    Image.preinit()
    if data[4:8] == b"ftyp":
        from pillow_heif import register_heif_opener

        register_heif_opener(thumbnails=False)


def decode(data: bytes) -> Any:
    """Return the photograph as a grey picture of the library PIL. Call `prepare` first; raises as `load`."""
    from PIL import Image, ImageOps

    opened = _open(data)
    _check_size(*opened.size)
    try:
        opened.draft("L", (tuning.WORKING_SIDE // 2, tuning.WORKING_SIDE // 2))
        opened.thumbnail((tuning.WORKING_SIDE, tuning.WORKING_SIDE), Image.Resampling.BOX)
        turned = ImageOps.exif_transpose(opened)
        grey = _on_white(turned)
    except (OSError, ValueError, SyntaxError, EOFError, IndexError, TypeError, RuntimeError) as error:
        raise InputError(phrase("photo.file.damaged"), field="file") from error
    return grey


def _open(data: bytes) -> Any:
    """Read the header only. Raises InputError for what is no picture that we know."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own limit follows, with a sentence
            return Image.open(io.BytesIO(data), formats=[kind for kind in FORMATS if kind in Image.OPEN])
    except Image.DecompressionBombError as error:
        raise _too_many_pixels(BOMB, "photo.file.pixels.more") from error
    except (OSError, ValueError, SyntaxError, TypeError, RuntimeError) as error:
        raise InputError(phrase("photo.file.none", known=KNOWN), field="file") from error


def _check_size(width: int, height: int) -> None:
    if width * height > tuning.MOST_PIXELS:
        raise _too_many_pixels(round(width * height / 1e6))
    if min(width, height) < tuning.SMALLEST_SIDE:
        said = phrase("photo.file.small", width=width, height=height, least=tuning.SMALLEST_SIDE)
        raise InputError(said, field="file")


def _too_many_pixels(count: int, key: str = "photo.file.pixels") -> InputError:
    return InputError(phrase(key, n=count, most=tuning.MOST_PIXELS // 1_000_000), field="file")


def _on_white(picture: Any) -> Any:
    """The picture in grey; what is transparent becomes paper."""
    from PIL import Image

    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        with_alpha = picture.convert("RGBA")
        picture = Image.new("RGB", with_alpha.size, "white")
        picture.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return picture.convert("L")
