"""Which page a photographed sheet is: the page code from its QR, and the page drawn anew from it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilwright.games import GAMES, PADS, Game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import Grey
from pencilwright.templates.page import Page
from pencilwright.templates.phrases import called, phrase
from pencilwright.templates.render import render

if TYPE_CHECKING:
    from pencilwright.solver.photo.flatten import Plane


class Identity(NamedTuple):
    """A printed page: its code, what the code says, its game, and the page itself."""

    code: str
    decoded: pagecode.PageCode
    game: Game
    page: Page


def read_qr(picture: Grey) -> list[str]:
    """Return the texts of all QR codes in a picture."""
    return [text for text, _ in places(picture) if text]


def places(picture: Grey) -> list[tuple[str, Any]]:
    """Return texts of all QR codes in a picture, and their corners: pixels, from the upper left clockwise."""
    import numpy as np
    import zxingcpp

    kinds = zxingcpp.BarcodeFormat
    formats = zxingcpp.BarcodeFormats(getattr(kinds, "QRCodeModel2", kinds.QRCode))  # the latter has Micro QR
    results = []
    for code in zxingcpp.read_barcodes(picture, formats=formats):
        at = code.position
        corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
        results.append((code.text, np.array([(corner.x, corner.y) for corner in corners], float)))
    return results


def of_sheet(photo: Grey, plane: Plane) -> list[str]:
    """Return the codes that are read on a sheet, flattened and sharpened in one way after the other.

    A text that is none of ours is returned where no way gives one.
    """
    import cv2
    import numpy as np

    others: list[str] = []
    for pixels_per_mm, noise, blur, sharpening in tuning.CODE_TRIES:
        size = tuple(round(side * pixels_per_mm) for side in plane.content)
        to_mm = np.diag([1 / pixels_per_mm, 1 / pixels_per_mm, 1.0])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        flat = cv2.warpPerspective(photo, plane.homography @ to_mm, size, flags=flags, borderValue=255)
        if sharpening:
            flat = _clearer(flat, noise * pixels_per_mm, blur * pixels_per_mm, sharpening)
        parsed = read_qr(flat)
        if own := [text for text in parsed if is_ours(text)]:
            return own
        others = others or parsed
    return others


def _clearer(flat: Grey, noise: float, blur: float, sharpening: float) -> Grey:
    """A noisy and blurred picture with the noise averaged and the modules' edges raised. Sizes in pixels."""
    import cv2
    import numpy as np

    soft, wide = (cv2.GaussianBlur(flat.astype(np.float32), (0, 0), sigma) for sigma in (noise, blur))
    return np.clip(soft + sharpening * (soft - wide), 0, 255).astype(np.uint8)


def is_ours(text: str) -> bool:
    """Return whether a text may be a code of ours: the letters of a game, then letters and digits."""
    signs = text.upper().replace("-", "").replace(" ", "").replace("+", "")
    return (
        signs.isascii()
        and signs.isalnum()
        and signs.startswith((PADS[0], *(g.prefix for g in GAMES.values())))
    )


def setup_in(text: str) -> tuple[Game, str] | None:
    """Return the game and the share code of a setup that stands alone, as on a setup card; None for none."""
    code = text.partition("+")[0].strip().upper()
    for known in GAMES.values():
        if code.startswith(known.prefix):
            try:
                setup = known.setups.from_code(code)
            except InputError:
                continue
            return known, known.setups.to_code(setup)
    return None


@lru_cache(maxsize=64)
def identify(code: str) -> Identity:
    """Return the page of a page code.

    Raises InputError for a code of no printed page, of a version of its document that this program does not
    read, or of a document without marks.
    """
    if not is_ours(code):
        raise InputError(phrase("photo.code.other", text=code[:40]), field="code")
    text = pagecode.decode(code)
    game, kind = pagecode.document_of(text)
    if not kind.fillable:
        document = called(f"document.{kind.id}", kind.id)
        unfillable = phrase("photo.code.unfillable", document=document, game=game.name)
        raise InputError(unfillable, field="code")
    setup = game.setups.from_code(text.setup) if text.setup else None
    seats = {"seats": text.seats} if text.seats else {}
    page = render(
        kind.template,
        data=game.paper.data(kind.id, setup, blank_numbers=text.blank_numbers, **seats),
        language=text.language,
        theme=text.theme,
        paper=text.paper,
        code=pagecode.encode(text),
        code_text=pagecode.pretty(pagecode.encode(text)),
        copy=text.copy,
        size=kind.size,
    )
    return Identity(pagecode.encode(text), text, game, page)
