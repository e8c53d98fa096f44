"""Ways of handing in one filled sheet: files of scanners, scanner apps, chat apps, screens and telephones.

All are made by code from one sheet, the same bytes each time on the same versions of the libraries.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import click
import cv2
import numpy as np
import pikepdf
from PIL import Image

from pencilwright.generator.fill import fill
from pencilwright.generator.pdf import POINTS
from teaching.photos import ink, levels, positions, printing, writers

SEED, NUMBER = "ways", 3
KINDS = ("blank", "ticked", "struck", "spent")
INCH: Final = 25.4
A4: Final = (297.0, 210.0)
FORMS: Final[Mapping[str, Mapping[str, Any]]] = {
    "JPEG": {"quality": 90},
    "TIFF": {"compression": "tiff_lzw"},
    "HEIF": {"quality": 90},
}

Picture = Any
"""RGB or grey, 8 bits, shape (height, width, 3) or (height, width)."""


class Sheet(NamedTuple):
    """The sheet that is handed in: its picture at printing.PIXELS_PER_MM, its page code, its marks' kinds."""

    paper: Picture
    page_code: str
    truth: Mapping[str, str]


@cache
def sheet() -> Sheet:
    """Return the filled sheet: a played position, a ballpoint pen."""
    rng = np.random.default_rng([*SEED.encode(), NUMBER])
    level = levels.level("scan")
    filled = positions.draw(rng)
    who = writers.writer(rng, level)
    paper = printing.raster(filled.rendered.page, filled.rendered.copy, fields=False)
    hand = writers.fill(rng, filled, who, level)
    ink.apply(rng, paper, hand, who, printing.PIXELS_PER_MM)
    return Sheet(paper, filled.rendered.code, hand.truth)


# --- scanners and cameras ---------------------------------------------------------------------------------


@cache
def scan(dpi: int) -> Picture:
    """Return a flat scan in colour."""
    share = dpi / INCH / printing.PIXELS_PER_MM
    small = cv2.resize(sheet().paper, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return _noisy(cv2.GaussianBlur(small, (0, 0), 0.6), 2.0)


def _noisy(picture: Picture, size: float, seed: int = 0) -> Picture:
    noise = np.random.default_rng(seed).standard_normal(picture.shape, np.float32) * size
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def grey(picture: Picture) -> Picture:
    """Return a picture without colours."""
    return cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)


def two_tone(picture: Picture, at: int = 160) -> Picture:
    """Return black and white, divided at one brightness."""
    return np.where(grey(picture) < at, 0, 255).astype(np.uint8)


def adaptive(picture: Picture, part: float = 0.012, below: int = 12) -> Picture:
    """Return black and white as scanner apps make it: what is darker than its surroundings is black."""
    block = 2 * round(part * max(picture.shape)) + 1
    plain = grey(picture)
    return cv2.adaptiveThreshold(plain, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, block, below)


def spread(picture: Picture) -> Picture:
    """Return black and white by Niblack: what is darker than its surroundings by a part of their spread."""
    plain = grey(picture).astype(np.float32)
    middle = cv2.blur(plain, (41, 41))
    deviation = np.sqrt(np.maximum(cv2.blur(plain * plain, (41, 41)) - middle * middle, 0))
    return np.where(plain > middle - 0.2 * deviation, 255, 0).astype(np.uint8)


def ordered(picture: Picture) -> Picture:
    """Return black and white dots in squares of eight, as old drivers print greys."""
    square = np.zeros((1, 1))
    for _ in range(3):
        square = np.block([[4 * square, 4 * square + 2], [4 * square + 3, 4 * square + 1]])
    height, width = picture.shape[:2]
    limits = np.tile((square + 0.5) * 4, (height // 8 + 1, width // 8 + 1))[:height, :width]
    return np.where(grey(picture) > limits, 255, 0).astype(np.uint8)


def vivid(picture: Picture) -> Picture:
    """Return "magic colour": the paper white, the print bright."""
    small = cv2.resize(picture, None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA)
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
def photographed(
    longer: int = 4000, *, fill_part: float = 0.86, tilt: float = 0.05, noise: float = 3.0
) -> Picture:
    """Return a photograph of the sheet on a desk, its longer side in pixels."""
    paper = sheet().paper
    tall, wide = paper.shape[:2]
    size = (longer * 3 // 4, longer)
    scale = fill_part * min(size[0] / wide, size[1] / tall)
    corners = np.array([(-wide, -tall), (wide, -tall), (wide, tall), (-wide, tall)]) / 2 * scale
    corners *= 1 + np.array([(tilt,), (-tilt,), (tilt / 2,), (-tilt / 3,)])
    turn = np.radians(2.0)
    corners = corners @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    corners += np.array(size) / 2
    source = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    homography = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    seen = cv2.warpPerspective(paper, homography, size, flags=cv2.INTER_AREA).astype(np.float32)
    mask = cv2.warpPerspective(np.full((tall, wide), 255, np.uint8), homography, size) > 127
    wood = cv2.resize(
        np.random.default_rng(5).normal(105, 30, (60, 6)).astype(np.float32),
        size,
        interpolation=cv2.INTER_CUBIC,
    )[..., None] * np.array([1.1, 0.9, 0.7], np.float32)
    picture = np.where(mask[..., None], seen * 0.88, wood)
    xs, ys = np.meshgrid(np.linspace(0, 1, size[0]), np.linspace(0, 1, size[1]))
    light = (1 - 0.25 * ys) * (1 - 0.2 / (1 + np.exp(-(xs * 0.9 + ys * 0.5 - 0.9) * 9)))
    return _noisy(cv2.GaussianBlur(picture * light[..., None], (0, 0), 0.8), noise)


def smaller(picture: Picture, longer: int) -> Picture:
    """Return a picture with so many pixels on its longer side."""
    share = longer / max(picture.shape)
    return cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)


def inside(picture: Picture, part: float) -> Picture:
    """Return a picture cropped on all sides."""
    height, width = picture.shape[:2]
    down, right = round(part * height), round(part * width)
    return picture[down : height - down, right : width - right]


def on_platen(picture: Picture) -> Picture:
    """Return a scan that lies upside down in the corner of a scanner's larger glass."""
    height, width = picture.shape[:2]
    glass = np.full((round(1.414 * height), round(1.414 * width), *picture.shape[2:]), 250, np.uint8)
    glass[40 : 40 + height, 60 : 60 + width] = np.rot90(picture, 2)
    return glass


def on_screen(picture: Picture, wide: int) -> Picture:
    """Return a screenshot: the picture between the bars of a viewer."""
    share = wide / picture.shape[1]
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
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


def file(picture: Picture, form: str, **options: Any) -> bytes:
    """Return a picture as a file of a form that PIL writes."""
    if form == "HEIF":
        from pillow_heif import register_heif_opener

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


def form_of(marks: Mapping[str, str]) -> bytes:
    """Return the sheet as a filled form."""
    from pencilwright.games import game, pagecode
    from pencilwright.generator.documents import PrintOptions, build

    text = pagecode.decode(sheet().page_code)
    known = game(positions.GAME)
    blank = build(
        positions.GAME,
        positions.DOCUMENT,
        setup=known.setups.from_code(text.setup) if text.setup else None,
        options=PrintOptions(language=text.language, paper=text.paper, theme=text.theme),
    )
    return fill(blank, marks)


def values() -> dict[str, str]:
    """Return the marks of the sheet in the words of its game."""
    from pencilwright.games import game

    kinds = {mark.id: mark.kind for mark in game(positions.GAME).marks.MARKS}
    rings = {"circle": "circled", "resource": "circled", "tick": "ticked"}
    truth = {
        name: kind for name, kind in sheet().truth.items() if kind != "blank" and kinds[name] != "number"
    }
    return {name: rings[kinds[name]] if kind == "ticked" else kind for name, kind in truth.items()}


def reprinted() -> bytes:
    """Return a filled form that a program has printed anew: drawn, without its fields and its data."""
    with pikepdf.open(io.BytesIO(form_of(values()))) as opened:
        opened.flatten_annotations("all")
        for name in ("/AcroForm", "/Names", "/AF"):
            if name in opened.Root:
                del opened.Root[name]
        for page in opened.pages:
            if "/Annots" in page:
                del page["/Annots"]
        return _saved(opened)


def inked_form() -> bytes:
    """Return the empty form with the marks drawn by a pen on a tablet."""
    data = form_of({})
    paper, empty = sheet().paper, _empty()
    strokes = np.abs(paper.astype(int) - empty.astype(int)).max(2) > 40
    layer = np.zeros((*strokes.shape, 4), np.uint8)
    layer[strokes] = (30, 40, 120, 255)
    with pikepdf.open(io.BytesIO(data)) as opened:
        page = opened.pages[0]
        stamp = pikepdf.open(io.BytesIO(_stamp(layer)))
        page.add_overlay(stamp.pages[0], None)
        return _saved(opened)


def _stamp(layer: Picture) -> bytes:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen import canvas

    target = io.BytesIO()
    size = tuple(side / printing.PIXELS_PER_MM * POINTS for side in (layer.shape[1], layer.shape[0]))
    drawn = canvas.Canvas(target, pagesize=size, invariant=1)
    drawn.drawImage(ImageReader(Image.fromarray(layer)), 0, 0, *size, mask="auto")
    drawn.save()
    return target.getvalue()


@cache
def _empty() -> Picture:
    from pencilwright.solver.photo import code

    known = code.identify(sheet().page_code)
    return printing.raster(known.page, known.decoded.copy, fields=False)


def locked() -> bytes:
    """Return a scan in a PDF that asks for a password."""
    with pikepdf.open(io.BytesIO(pdf(scan(100), dpi=100))) as opened:
        return _saved(opened, encryption=pikepdf.Encryption(owner="o", user="u"))


WAYS: Final[Mapping[str, tuple[str, Callable[[], bytes]]]] = {
    # scanners
    "scan, colour, 300 dpi": ("jpg", lambda: file(scan(300), "JPEG")),
    "scan, colour, 600 dpi": ("jpg", lambda: file(scan(600), "JPEG")),
    "scan, grey, 200 dpi": ("png", lambda: file(grey(scan(200)), "PNG")),
    "scan, 150 dpi": ("webp", lambda: file(scan(150), "WEBP")),
    "scan, 75 dpi": ("jpg", lambda: file(scan(75), "JPEG")),
    "TIFF, colour": ("tif", lambda: file(scan(300), "TIFF")),
    "TIFF, three pages, the sheet among them": ("tif", lambda: tiff(letter(), scan(200), letter())),
    "TIFF, fax (G4), 200 dpi": ("tif", lambda: tiff(bits(two_tone(scan(200))), compression="group4")),
    "BMP": ("bmp", lambda: file(scan(150), "BMP")),
    "GIF": ("gif", lambda: file(Image.fromarray(scan(200)).quantize(256), "GIF")),
    "black and white, 150 dpi": ("png", lambda: file(bits(two_tone(scan(150))), "PNG")),
    "black and white, 200 dpi": ("png", lambda: file(bits(two_tone(scan(200))), "PNG")),
    "black and white, 300 dpi": ("png", lambda: file(bits(two_tone(scan(300))), "PNG")),
    "black and white, 600 dpi": ("png", lambda: file(bits(two_tone(scan(600))), "PNG")),
    "black and white, dark setting": ("png", lambda: file(bits(two_tone(scan(300), 205)), "PNG")),
    "dots of black in squares, 200 dpi": ("png", lambda: file(bits(ordered(scan(200))), "PNG")),
    "dots of black, diffused, 200 dpi": (
        "png", lambda: file(Image.fromarray(grey(scan(200))).convert("1"), "PNG"),
    ),
    "upside down on a larger glass": ("jpg", lambda: file(on_platen(scan(200)), "JPEG")),
    "photocopy with specks, scanned": ("jpg", lambda: file(copied(scan(300)), "JPEG")),
    # PDFs
    "PDF of a scan": ("pdf", lambda: pdf(scan(300))),
    "PDF, black and white, 200 dpi": ("pdf", lambda: pdf(bits(two_tone(scan(200))), dpi=200)),
    "PDF, page turned": ("pdf", lambda: pdf(np.ascontiguousarray(np.rot90(scan(200))), dpi=200, turned=90)),
    "PDF, letter, scan and photograph": (
        "pdf", lambda: pdf(letter(), scan(200), photographed(3000), dpi=200),
    ),
    "PDF of a scanner app, 72 dpi named": ("pdf", lambda: pdf(vivid(scan(200)), dpi=72)),
    "filled form, printed anew by a program": ("pdf", reprinted),
    "empty form, drawn on with a tablet": ("pdf", inked_form),
    # scanner apps
    "scanner app, cropped 3 % inside": ("jpg", lambda: file(inside(scan(200), 0.03), "JPEG")),
    "scanner app, cropped 5 % inside": ("jpg", lambda: file(inside(scan(200), 0.05), "JPEG")),
    "scanner app, bright colours": ("jpg", lambda: file(vivid(photographed()), "JPEG")),
    "scanner app, hard grey": ("jpg", lambda: file(hard_grey(scan(200)), "JPEG")),
    "scanner app, black and white, scan": ("jpg", lambda: file(adaptive(scan(200)), "JPEG")),
    "scanner app, black and white, photograph": ("jpg", lambda: file(adaptive(photographed()), "JPEG")),
    "scanner app, stretched to a square": ("jpg", lambda: file(cv2.resize(scan(200), (2000, 2000)), "JPEG")),
    # telephones
    "photograph on a desk": ("jpg", lambda: file(photographed(), "JPEG")),
    "photograph, HEIC": ("heic", lambda: file(smaller(photographed(), 2600), "HEIF")),
    "photograph, AVIF": ("avif", lambda: file(smaller(photographed(), 2600), "AVIF", quality=80)),
    "photograph, turned by its EXIF word": (
        "jpg", lambda: file(np.ascontiguousarray(np.rot90(photographed())), "JPEG", exif=_turned(6)),
    ),
    "photograph, turned, not told": (
        "jpg", lambda: file(np.ascontiguousarray(np.rot90(photographed())), "JPEG"),
    ),
    "chat app, 2048 pixels": ("jpg", lambda: file(smaller(photographed(), 2048), "JPEG")),
    "chat app, 1600 pixels": ("jpg", lambda: file(smaller(photographed(), 1600), "JPEG")),
    "chat app, 1280 pixels, from near": (
        "jpg", lambda: file(smaller(photographed(fill_part=0.97, tilt=0.02), 1280), "JPEG"),
    ),
    "screenshot of a scan, 1080 pixels wide": ("png", lambda: file(on_screen(scan(200), 1080), "PNG")),
    "screenshot, 2.3 pixels a mm": ("png", lambda: file(on_screen(scan(200), 483), "PNG")),
    "mirrored": ("jpg", lambda: file(np.ascontiguousarray(photographed()[:, ::-1]), "JPEG")),
    "photograph of a screen": ("jpg", lambda: file(off_screen(photographed(3000)), "JPEG")),
    # what cannot be read
    "chat app, 960 pixels, from far": (
        "jpg", lambda: file(smaller(photographed(fill_part=0.6), 960), "JPEG"),
    ),
    "half of the sheet": ("jpg", lambda: file(scan(200)[:, : scan(200).shape[1] // 2], "JPEG")),
    "specks, divided by the spread around": ("png", lambda: file(bits(spread(scan(200))), "PNG")),
    "out of focus": ("jpg", lambda: file(cv2.GaussianBlur(photographed(), (0, 0), 14), "JPEG")),
    "cut short": ("jpg", lambda: file(scan(200), "JPEG")[:60_000]),
    "PDF with a password": ("pdf", locked),
    "PDF of a letter": ("pdf", lambda: pdf(letter(), dpi=150)),
}  # fmt: skip
"""Way of handing in -> the ending of the file's name, and what makes the file."""


def _turned(tag: int) -> Any:
    exif = Image.Exif()
    exif[0x0112] = tag
    return exif


class Outcome(NamedTuple):
    """What comes of a file: sheets read, open marks, marks that are read wrongly, why it is refused."""

    sheets: int
    questions: int
    silent: int
    refused: str = ""


def outcome(way: str) -> Outcome:
    """Return what comes of handing in the sheet in one way."""
    from pencilwright.app.positions import photos
    from pencilwright.games.errors import InputError
    from pencilwright.solver.photo import load

    data = WAYS[way][1]()
    try:
        reading = photos.of_pdf(data) if load.is_pdf(data) else photos.read(data)
    except InputError as error:
        return Outcome(0, 0, 0, str(error))
    wanted, silent = sheet().truth, 0
    for item in reading.sheets:
        silent += sum(
            mark.kind != wanted[name] and mark.kind != "unsure" and len(mark.kind) > 1
            for name, mark in item.marks.items()
            if wanted.get(name) in KINDS
        )
    return Outcome(len(reading.sheets), sum(len(entry.questions) for entry in reading.sheets), silent)


@click.command()
@click.argument("wanted", metavar="[WAY]...", nargs=-1)
def ways(wanted: tuple[str, ...]) -> int:
    """Hand one filled sheet in in all ways, and print what comes of each, as docs/photo.md has it."""
    for way in wanted or WAYS:
        result = outcome(way)
        sheets = f"{result.sheets} sheets, " if result.sheets > 1 else ""
        questions = f"{result.questions} question{'' if result.questions == 1 else 's'}"
        text = sheets + questions if result.sheets else f"refused: {result.refused}"
        click.echo(f"- {way}: {text}" + (f" SILENT {result.silent}" if result.silent else ""))
    return 0
