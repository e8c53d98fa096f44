"""Ways of handing in one filled sheet by programs and libraries that are not ours.

Each way needs what it names (docs/teaching.md). Nothing else needs any of it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from pencilwright.games import game, pagecode
from pencilwright.generator.documents import build
from pencilwright.generator.pdf import POINTS
from pencilwright.generator.print_options import PrintOptions
from teaching.photos import positions
from teaching.photos.ways import (
    SECOND,
    Picture,
    bits,
    empty,
    file,
    grey,
    letter,
    pdf,
    photographed,
    scan,
    sheet,
)

LONGEST: Final = 300
"""Seconds that one program may take."""
FILTERS: Final = "/usr/lib/cups/filter"
"""Where CUPS has its filters."""
PEN, RED = 1.2, (0.8, 0.1, 0.1)
"""Width in points and colour of what is drawn on a form."""


def made(start: bytes, *commands: str) -> bytes:
    """Return what programs make of a file `in`: the file `out` of any ending, else what the last one says.

    Raises ModuleNotFoundError, as a library does that is not installed, naming the program.
    """
    with TemporaryDirectory() as folder:
        Path(folder, "in").write_bytes(start)
        output = b""
        for command in commands:
            name, *words = shlex.split(command)
            program = shutil.which(name, path=f"{os.environ['PATH']}:{FILTERS}")
            if program is None:
                raise ModuleNotFoundError(name=name)
            output = subprocess.run(
                [program, *words],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=LONGEST,
                check=True,
            ).stdout
        return next((path.read_bytes() for path in Path(folder).glob("out.*")), output)


def of_scan(dpi: int, *commands: str) -> Callable[[], bytes]:
    """Return the way in which programs make a file of a scan."""
    return lambda: made(file(scan(dpi), "PNG"), *commands)


def form() -> bytes:
    """Return the sheet as a blank form."""
    code = pagecode.decode(sheet().page_code)
    known = game(positions.GAME)
    return build(
        positions.GAME,
        positions.DOCUMENT,
        setup=known.setups.from_code(code.setup) if code.setup else None,
        options=PrintOptions(language=code.language, paper=code.paper, theme=code.theme),
    )


def annotated(draw: Callable[[Any], Iterator[Any]], *, baked: bool = False, dpi: int = 0) -> bytes:
    """Return the blank form with what is drawn on it: as annotations, in the page itself, or as a picture."""
    pymupdf: Any = import_module("pymupdf")
    with pymupdf.open(stream=form()) as document:
        for annotation in draw(document[0]):
            annotation.set_border(width=PEN)
            annotation.set_colors(stroke=RED)
            annotation.update()
        if baked:
            document.bake()
        data = document[0].get_pixmap(dpi=dpi).tobytes("png") if dpi else document.tobytes()
        return bytes(data)


def strokes(page: Any) -> Iterator[Any]:
    """Draw what the sheet's hand drew, as a tablet stores it."""
    for inked in sheet().hand.inked:
        yield page.add_ink_annot([(stroke[:, :2] * POINTS).tolist() for stroke in inked.strokes])


def shapes(page: Any, grown: float = 0.0) -> Iterator[Any]:
    """Draw rings and Xs with the tools for circles and lines, so many points larger than their places."""
    for mark in sheet().page.marks:
        kind = sheet().hand.truth.get(mark.id, "blank")
        left, top, right, bottom = (
            side * POINTS for side in (mark.rect.x, mark.rect.y, mark.rect.right, mark.rect.bottom)
        )
        if kind in ("ticked", "spent") and not mark.value:
            yield page.add_circle_annot((left - grown, top - grown, right + grown, bottom + grown))
        if kind in ("struck", "spent"):
            yield page.add_line_annot((left, top), (right, bottom))
            yield page.add_line_annot((left, bottom), (right, top))


def divided(picture: Callable[[], Picture], limit: str, **options: Any) -> Callable[[], bytes]:
    """Return the way in which a picture is divided into black and white by a limit of scikit-image."""

    def make() -> bytes:
        from skimage import filters

        plain = grey(picture())
        black = plain <= getattr(filters, f"threshold_{limit}")(plain, **options)
        return file(bits(np.where(black, 0, 255).astype(np.uint8)), "PNG")

    return make


PNM = "convert in in.pgm"
UNPAPER = ("unpaper in.pgm done.pgm", "convert done.pgm out.png")
PROGRAMS: Final[Mapping[str, Callable[[], bytes]]] = {
    "ImageMagick, ordered dither, 200 dpi": of_scan(
        200, "convert in -colorspace Gray -ordered-dither o8x8 out.png"
    ),
    "ImageMagick, diffused dither, 200 dpi": of_scan(
        200, "convert in -colorspace Gray -dither FloydSteinberg -monochrome out.png"
    ),
    "ImageMagick, local threshold": of_scan(
        300, "convert in -colorspace Gray -negate -lat 25x25+10% -negate out.png"
    ),
    "ImageMagick, fax, 204 x 98 dpi": of_scan(
        200, "convert in -colorspace Gray -resize 102%x49%! -threshold 60% -compress Group4 out.tif"
    ),
    "ImageMagick, deskewed and trimmed": of_scan(
        300, "convert in -background white -rotate 1.3 -deskew 40% -fuzz 10% -trim +repage out.jpg"
    ),
    "ImageMagick, normalized, hard levels": of_scan(300, "convert in -normalize -level 20%,80% out.jpg"),
    "ImageMagick, JPEG quality 12, 100 dpi": of_scan(200, "convert in -resize 50% -quality 12 out.jpg"),
    "unpaper, grey, 300 dpi": of_scan(300, PNM, *UNPAPER),
    "unpaper, grey, 200 dpi, crooked": of_scan(200, "convert in -rotate 1.5 in.pgm", *UNPAPER),
    "scikit-image, Otsu, photograph": divided(photographed, "otsu"),
    "scikit-image, Sauvola, photograph": divided(photographed, "sauvola", window_size=41),
    "scikit-image, Niblack, scan": divided(lambda: scan(200), "niblack", window_size=41, k=0.2),
    "MuPDF, ink annotations": lambda: annotated(strokes),
    "MuPDF, ink annotations, baked": lambda: annotated(strokes, baked=True),
    "MuPDF, ink annotations, picture, 150 dpi": lambda: annotated(strokes, dpi=150),
    "MuPDF, circles and lines in their places": lambda: annotated(shapes),
    "MuPDF, circles on the printed circles": lambda: annotated(partial(shapes, grown=PEN / 2)),
    "MuPDF, circles 1 mm larger": lambda: annotated(partial(shapes, grown=POINTS)),
    "cups-filters, imagetopdf": of_scan(300, "imagetopdf 1 me sheet 1 'media=A4 fit-to-page' in"),
    "ocrmypdf, deskewed and cleaned": lambda: made(
        pdf(scan(300)), "ocrmypdf -q --deskew --clean-final --output-type pdf in out.pdf"
    ),
    "ocrmypdf, mixed feeder, pages turned": lambda: made(
        pdf(letter(), scan(200), empty(), np.rot90(scan(200, SECOND), 2), dpi=200),
        "ocrmypdf -q --rotate-pages --output-type pdf in out.pdf",
    ),
}  # fmt: skip
"""Way of handing in -> what makes the file, where its programs are. What others make of a filled form is
tried in tests/app/positions/test_returned_by_programs.py."""
