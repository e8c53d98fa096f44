"""Ways of handing in one filled sheet: files of scanners, scanner apps, chat apps, screens and telephones.

All are made by code from one sheet, the same bytes each time on the same versions of the libraries.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

import click
import cv2
import numpy as np
import pikepdf
from PIL import Image
from pillow_heif import register_heif_opener

from pencilwright.app.positions import photos
from pencilwright.games.errors import InputError
from pencilwright.templates.page import Page
from teaching.photos import ink, levels, positions, printing, sample, writers

SEED, NUMBER, SECOND, CROSSED = "ways", 3, 4, 5
KINDS = ("blank", "ticked", "struck", "spent")
INCH: Final = 25.4
FORMS: Final[Mapping[str, Mapping[str, Any]]] = {
    "JPEG": {"quality": 90},
    "TIFF": {"compression": "tiff_lzw"},
    "HEIF": {"quality": 90},
}

Picture = Any
"""RGB or grey, 8 bits, shape (height, width, 3) or (height, width)."""


class Sheet(NamedTuple):
    """A sheet that is handed in: its picture at printing.PIXELS_PER_MM, its print, what is drawn on it."""

    paper: Picture
    page: Page
    page_code: str
    hand: writers.Hand


TRUTHS: Final[dict[str, Mapping[str, str]]] = {}
"""Page code -> kinds of the marks, of the sheets that were drawn."""


@cache
def sheet(number: int = NUMBER, habit: str = "") -> Sheet:
    """Return a filled sheet: a played position, a writer of this habit; the first with a ballpoint pen."""
    rng = np.random.default_rng([*SEED.encode(), number])
    level = levels.level("scan")
    filled = positions.draw(rng)
    who = writers.otherwise(rng, writers.writer(rng, level), writers.Manner(habit=habit))
    paper = printing.raster(filled.rendered.page, filled.rendered.copy, fields=False)
    hand = writers.fill(rng, filled, who, level)
    ink.apply(rng, paper, hand, who, printing.PIXELS_PER_MM)
    TRUTHS[filled.rendered.code] = hand.truth
    return Sheet(paper, filled.rendered.page, filled.rendered.code, hand)


# --- scanners and cameras ---------------------------------------------------------------------------------


@cache
def scan(dpi: int, number: int = NUMBER, habit: str = "") -> Picture:
    """Return a flat scan in colour."""
    small = _scaled(sheet(number, habit).paper, dpi / INCH / printing.PIXELS_PER_MM)
    return _noisy(cv2.GaussianBlur(small, (0, 0), 0.6))


def _scaled(picture: Picture, share: float) -> Picture:
    return cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)


def _noisy(picture: Picture) -> Picture:
    noise = np.random.default_rng(0).standard_normal(picture.shape, np.float32) * 2.0
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def grey(picture: Picture) -> Picture:
    """Return a picture without colours."""
    return cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)


def two_tone(picture: Picture, at: int = 160) -> Picture:
    """Return black and white, divided at one brightness."""
    return np.where(grey(picture) < at, 0, 255).astype(np.uint8)


def adaptive(picture: Picture) -> Picture:
    """Return black and white as scanner apps make it: what is darker than its surroundings is black."""
    block = 2 * round(0.012 * max(picture.shape)) + 1
    plain = grey(picture)
    return cv2.adaptiveThreshold(plain, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, block, 12)


def spread(picture: Picture) -> Picture:
    """Return black and white by Niblack: what is darker than its surroundings by a part of their spread."""
    plain = grey(picture).astype(np.float32)
    middle = cv2.blur(plain, (41, 41))
    deviation = np.sqrt(np.maximum(cv2.blur(plain * plain, (41, 41)) - middle * middle, 0))
    return np.where(plain > middle - 0.2 * deviation, 255, 0).astype(np.uint8)


def vivid(picture: Picture) -> Picture:
    """Return "magic colour": the paper white, the print bright."""
    small = _scaled(picture, 0.1)
    soft = cv2.GaussianBlur(small, (0, 0), 0.03 * max(small.shape))
    light = cv2.resize(soft, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR).astype(np.float32)
    flat = picture / np.maximum(light, 1) * 250
    hsv = cv2.cvtColor(np.clip(flat, 0, 255).astype(np.uint8), cv2.COLOR_RGB2HSV).astype(np.float32)
    hsv[..., 1] *= 1.6
    hsv[..., 2] = np.clip((hsv[..., 2] - 40) * 1.25, 0, 255)
    return cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2RGB)


def hard_grey(picture: Picture) -> Picture:
    """Return grey with hard contrast, as "document" modes make it."""
    return np.clip((grey(picture).astype(np.float32) - 90) * 1.9, 0, 255).astype(np.uint8)


@cache
def photographed(longer: int = 4000, fill: float = 0.86) -> Picture:
    """Return a photograph of the sheet on a table: the pixels of its longer side, and the part it fills."""
    easy = replace(levels.level("easy"), width=longer, height=longer * 3 // 4, fill=levels.Span(fill, fill))
    drawn = sheet()
    size = drawn.page.width, drawn.page.height
    return sample.photographed(np.random.default_rng(5), easy, drawn.paper.copy(), size)


def smaller(picture: Picture, longer: int) -> Picture:
    """Return a picture with so many pixels on its longer side."""
    return _scaled(picture, longer / max(picture.shape))


def inside(picture: Picture, part: float) -> Picture:
    """Return a picture cropped on all sides."""
    height, width = picture.shape[:2]
    down, right = round(part * height), round(part * width)
    return picture[down : height - down, right : width - right]


def on_platen(*pictures: Picture) -> Picture:
    """Return scans that lie upside down beside each other, from the corner of a scanner's larger glass."""
    height, width = (max(sides) for sides in zip(*(picture.shape[:2] for picture in pictures), strict=True))
    glass = np.full((round(1.414 * height), round(1.414 * width) * len(pictures), 3), 250, np.uint8)
    for number, picture in enumerate(pictures):
        left = 60 + number * (width + 60)
        glass[40 : 40 + picture.shape[0], left : left + picture.shape[1]] = np.rot90(picture, 2)
    return glass


def on_screen(picture: Picture, wide: int) -> Picture:
    """Return a screenshot: the picture between the bars of a viewer."""
    small = _scaled(picture, wide / picture.shape[1])
    view = np.full((round(wide * 1.9), wide, 3), 24, np.uint8)
    top = (view.shape[0] - small.shape[0]) // 2
    view[top : top + small.shape[0]] = small
    return view


def copied(picture: Picture) -> Picture:
    """Return a photocopy: grey, a little smaller, with specks."""
    plain = hard_grey(picture)
    height, width = plain.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), 0.4, 0.97)
    plain = cv2.warpAffine(plain, matrix, (width, height), borderValue=255)
    rng = np.random.default_rng(9)
    for x, y, r in zip(
        rng.integers(0, width, 60), rng.integers(0, height, 60), rng.integers(1, 3, 60), strict=True
    ):
        cv2.circle(plain, (int(x), int(y)), int(r), 40, -1)
    return plain


def off_screen(picture: Picture) -> Picture:
    """Return a photograph of a screen: lines of its pixels beat against the camera's."""
    height, width = picture.shape[:2]
    xs, ys = np.meshgrid(np.arange(width), np.arange(height))
    moire = 1 + 0.12 * np.sin(xs * 0.9 + ys * 0.05) + 0.08 * np.sin(ys * 0.37)
    return np.clip(picture * moire[..., None] * 0.9, 0, 255).astype(np.uint8)


# --- files ------------------------------------------------------------------------------------------------


def file(picture: Picture, form: str = "JPEG", **options: Any) -> bytes:
    """Return a picture as a file of a form that PIL writes."""
    if form == "HEIF":
        register_heif_opener()
    target = io.BytesIO()
    stored = picture if isinstance(picture, Image.Image) else Image.fromarray(picture)
    stored.save(target, form, **{**FORMS.get(form, {}), **options})
    return target.getvalue()


def bits(picture: Picture) -> Image.Image:
    """Return a black-and-white picture of one bit a pixel."""
    return Image.fromarray(picture).convert("1", dither=Image.Dither.NONE)


def tiff(*pages: Any, **options: Any) -> bytes:
    """Return a TIFF of several pages."""
    first, *more = [page if isinstance(page, Image.Image) else Image.fromarray(page) for page in pages]
    return file(first, "TIFF", save_all=True, append_images=more, **options)


def pdf(*pages: Any, dpi: int = 300, turned: int = 0, **options: Any) -> bytes:
    """Return a PDF of pictures alone, as scanners write it."""
    first, *more = [page if isinstance(page, Image.Image) else Image.fromarray(page) for page in pages]
    data = file(first, "PDF", save_all=True, append_images=more, resolution=dpi, **options)
    if not turned:
        return data
    with pikepdf.open(io.BytesIO(data)) as opened:
        for page in opened.pages:
            page.rotate(turned, relative=False)
        return _saved(opened)


def _saved(opened: pikepdf.Pdf, **options: Any) -> bytes:
    target = io.BytesIO()
    opened.save(target, **options)
    return target.getvalue()


def letter() -> Picture:
    """Return a page of a scan that is no sheet."""
    page = np.full((2480, 1754, 3), 252, np.uint8)
    for line in range(30):
        cv2.putText(page, "lorem ipsum dolor sit amet", (150, 200 + 70 * line), 0, 1.6, (40, 40, 40), 3)
    return page


def empty() -> Picture:
    """Return the back of a sheet: paper and noise."""
    return _noisy(np.full_like(letter(), 250))


def locked() -> bytes:
    """Return a scan in a PDF that asks for a password."""
    with pikepdf.open(io.BytesIO(pdf(scan(100), dpi=100))) as opened:
        return _saved(opened, encryption=pikepdf.Encryption(owner="o", user="u"))


WAYS: Final[Mapping[str, Callable[[], bytes]]] = {
    # scanners
    "scan, colour, 300 dpi": lambda: file(scan(300)),
    "scan, colour, 600 dpi": lambda: file(scan(600)),
    "scan, grey, 200 dpi": lambda: file(grey(scan(200)), "PNG"),
    "scan, 150 dpi": lambda: file(scan(150), "WEBP"),
    "scan, 75 dpi": lambda: file(scan(75)),
    "TIFF, colour": lambda: file(scan(300), "TIFF"),
    "TIFF, three pages, the sheet among them": lambda: tiff(letter(), scan(200), letter()),
    "TIFF, fax (G4), 200 dpi": lambda: tiff(bits(two_tone(scan(200))), compression="group4"),
    "BMP": lambda: file(scan(150), "BMP"),
    "GIF": lambda: file(Image.fromarray(scan(200)).quantize(256), "GIF"),
    "black and white, 150 dpi": lambda: file(bits(two_tone(scan(150))), "PNG"),
    "black and white, 200 dpi": lambda: file(bits(two_tone(scan(200))), "PNG"),
    "black and white, 300 dpi": lambda: file(bits(two_tone(scan(300))), "PNG"),
    "black and white, 600 dpi": lambda: file(bits(two_tone(scan(600))), "PNG"),
    "black and white, dark setting": lambda: file(bits(two_tone(scan(300), 205)), "PNG"),
    "dots of black, diffused, 200 dpi": lambda: file(Image.fromarray(grey(scan(200))).convert("1"), "PNG"),
    "upside down on a larger glass": lambda: file(on_platen(scan(200))),
    "two sheets on one glass": lambda: file(on_platen(scan(200), scan(200, SECOND))),
    "Xs in place of rings": lambda: file(scan(200, CROSSED, "crosses")),
    "photocopy with specks, scanned": lambda: file(copied(scan(300))),
    # PDFs
    "PDF of a scan": lambda: pdf(scan(300)),
    "PDF, black and white, 200 dpi": lambda: pdf(bits(two_tone(scan(200))), dpi=200),
    "PDF, page turned": lambda: pdf(np.rot90(scan(200)), dpi=200, turned=90),
    "PDF, letter, scan and photograph": lambda: pdf(letter(), scan(200), photographed(3000), dpi=200),
    "PDF of a scanner app, 72 dpi named": lambda: pdf(vivid(scan(200)), dpi=72),
    "PDF of a mixed feeder, two sheets, letters, blank backs": lambda: pdf(
        letter(), scan(200), empty(), np.rot90(scan(200, SECOND), 2), empty(), letter(), dpi=200
    ),
    # scanner apps
    "scanner app, cropped 3 % inside": lambda: file(inside(scan(200), 0.03)),
    "scanner app, cropped 5 % inside": lambda: file(inside(scan(200), 0.05)),
    "scanner app, bright colours": lambda: file(vivid(photographed())),
    "scanner app, hard grey": lambda: file(hard_grey(scan(200))),
    "scanner app, black and white, scan": lambda: file(adaptive(scan(200))),
    "scanner app, black and white, photograph": lambda: file(adaptive(photographed())),
    "scanner app, stretched to a square": lambda: file(cv2.resize(scan(200), (2000, 2000))),
    # telephones
    "photograph on a desk": lambda: file(photographed()),
    "photograph, HEIC": lambda: file(smaller(photographed(), 2600), "HEIF"),
    "photograph, AVIF": lambda: file(smaller(photographed(), 2600), "AVIF", quality=80),
    "photograph, turned by its EXIF word": lambda: file(np.rot90(photographed()), exif=_turned(6)),
    "photograph, turned, not told": lambda: file(np.rot90(photographed())),
    "chat app, 2048 pixels": lambda: file(smaller(photographed(), 2048)),
    "chat app, 1600 pixels": lambda: file(smaller(photographed(), 1600)),
    "chat app, 1280 pixels, from near": lambda: file(smaller(photographed(fill=0.97), 1280)),
    "screenshot of a scan, 1080 pixels wide": lambda: file(on_screen(scan(200), 1080), "PNG"),
    "screenshot, 2.3 pixels a mm": lambda: file(on_screen(scan(200), 483), "PNG"),
    "mirrored": lambda: file(photographed()[:, ::-1]),
    "photograph of a screen": lambda: file(off_screen(photographed(3000))),
    # what cannot be read
    "chat app, 960 pixels, from far": lambda: file(smaller(photographed(fill=0.6), 960)),
    "half of the sheet": lambda: file(scan(200)[:, : scan(200).shape[1] // 2]),
    "specks, divided by the spread around": lambda: file(bits(spread(scan(200))), "PNG"),
    "out of focus": lambda: file(cv2.GaussianBlur(photographed(), (0, 0), 14)),
    "cut short": lambda: file(scan(200))[:60_000],
    "PDF with a password": locked,
    "PDF of a letter": lambda: pdf(letter(), dpi=150),
}  # fmt: skip
"""Way of handing in -> what makes the file."""


def _turned(tag: int) -> Any:
    exif = Image.Exif()
    exif[0x0112] = tag
    return exif


class Outcome(NamedTuple):
    """What comes of a file: sheets read, open marks, marks that are read wrongly, why it is refused."""

    sheets: int = 0
    questions: int = 0
    silent: int = 0
    refused: str = ""

    def __str__(self) -> str:
        if self.refused:
            return f"refused: {self.refused}"
        sheets = f"{self.sheets} sheets, " if self.sheets > 1 else ""
        questions = f"{self.questions} question{'' if self.questions == 1 else 's'}"
        return sheets + questions + (f", {self.silent} silent" if self.silent else "")


def outcome(make: Callable[[], bytes]) -> Outcome:
    """Return what comes of handing in what one way makes."""
    data = make()
    try:
        sheets, _ = photos.opened(data)
    except InputError as error:
        return Outcome(refused=str(error))
    silent = 0
    for item in sheets:
        wanted = TRUTHS.get(item.first.page_code, sheet().hand.truth)  # a form is copy 1
        silent += sum(
            mark.kind != wanted[name] and mark.kind != "unsure" and len(mark.kind) > 1
            for name, mark in item.readings.items()
            if wanted.get(name) in KINDS
        )
    return Outcome(len(sheets), sum(len(entry.left) for entry in sheets), silent)


@click.command()
@click.argument("wanted", metavar="[WAY]...", nargs=-1)
def ways(wanted: tuple[str, ...]) -> int:
    """Hand one filled sheet in in all ways, and print what comes of each, as docs/photo.md has it."""
    for way in wanted or WAYS:
        click.echo(f"- {way}: {outcome(WAYS[way])}")
    return 0
