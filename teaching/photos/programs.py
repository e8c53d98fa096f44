"""Ways of handing in one filled sheet by programs and libraries that are not ours.

Each way needs what it names (docs/teaching.md). Nothing else needs any of it.
"""

from __future__ import annotations

import os
import random
import shlex
import shutil
import subprocess
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from PIL import Image

from pencilwright.generator import fill
from pencilwright.generator.pdf import POINTS
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
    two_tone,
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


def of_scan(dpi: int, *commands: str, black: bool = False) -> Callable[[], bytes]:
    """Return the way in which programs make a file of a scan."""
    return lambda: made(file(bits(two_tone(scan(dpi))) if black else scan(dpi), "PNG"), *commands)


def of_pdf(*commands: str) -> Callable[[], bytes]:
    """Return the way in which programs make a file of a scan in a PDF."""
    return lambda: made(pdf(scan(300)), *commands)


def of_form(*commands: str) -> Callable[[], bytes]:
    """Return the way in which programs make a file of the filled form."""
    return lambda: made(form(filled=True), *commands)


def form(*, filled: bool = False) -> bytes:
    """Return the sheet as a form, blank or filled."""
    from pencilwright.games import game, pagecode
    from pencilwright.generator.documents import PrintOptions, build

    code = pagecode.decode(sheet().page_code)
    known = game(positions.GAME)
    blank = build(
        positions.GAME,
        positions.DOCUMENT,
        setup=known.setups.from_code(code.setup) if code.setup else None,
        options=PrintOptions(language=code.language, paper=code.paper, theme=code.theme),
    )
    rings = {"circle": "circled", "resource": "circled", "tick": "ticked"}
    values = {
        mark.id: rings[mark.kind] if kind == "ticked" else kind
        for mark in sheet().page.marks
        if (kind := sheet().hand.truth.get(mark.id, "blank")) != "blank"
    }
    return fill.fill(blank, values) if filled else blank


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


def worn(pipeline: str, seed: int = 0) -> bytes:
    """Return a scan that a pipeline of augraphy has worn."""
    from augraphy.default import pipeline as pipelines

    random.seed(seed)  # augraphy draws from the global generators, and keeps pictures where it runs
    np.random.seed(seed)
    with warnings.catch_warnings(), TemporaryDirectory() as folder, chdir(folder):
        warnings.simplefilter("ignore")
        result = getattr(pipelines, pipeline)().augment(scan(200)[:, :, ::-1].copy())["output"]
    return file(Image.fromarray(result[..., 2::-1] if result.ndim == 3 else result))


PNM = "convert in in.pgm"
UNPAPER = ("unpaper in.pgm done.pgm", "convert done.pgm out.png")
PBM, TIFF = "convert in in.pbm", "ddjvu -format=tiff in.djvu out.tif"
PIPELINES = (2, 3, 4, 6, 7, 9, 10, 11)
"""Those of augraphy that fetch no fonts."""
PROGRAMS: Final[Mapping[str, Callable[[], bytes]]] = {
    "ImageMagick, ordered dither, 200 dpi": of_scan(
        200, "convert in -colorspace Gray -ordered-dither o8x8 out.png"
    ),
    "ImageMagick, halftone, 300 dpi": of_scan(
        300, "convert in -colorspace Gray -ordered-dither h6x6a out.png"
    ),
    "ImageMagick, diffused dither, 200 dpi": of_scan(
        200, "convert in -colorspace Gray -dither FloydSteinberg -monochrome out.png"
    ),
    "ImageMagick, local threshold": of_scan(
        300, "convert in -colorspace Gray -negate -lat 25x25+10% -negate out.png"
    ),
    "ImageMagick, threshold 60 %": of_scan(300, "convert in -colorspace Gray -threshold 60% out.png"),
    "ImageMagick, fax, 204 x 98 dpi": of_scan(
        200, "convert in -colorspace Gray -resize 102%x49%! -threshold 60% -compress Group4 out.tif"
    ),
    "ImageMagick, deskewed and trimmed": of_scan(
        300, "convert in -background white -rotate 1.3 -deskew 40% -fuzz 10% -trim +repage out.jpg"
    ),
    "ImageMagick, normalized, hard levels": of_scan(300, "convert in -normalize -level 20%,80% out.jpg"),
    "ImageMagick, eight colours": of_scan(200, "convert in -colors 8 out.png"),
    "ImageMagick, JPEG quality 12, 100 dpi": of_scan(200, "convert in -resize 50% -quality 12 out.jpg"),
    "ImageMagick, JPEG 2000": of_scan(200, "convert in out.jp2"),
    "unpaper, grey, 300 dpi": of_scan(300, PNM, *UNPAPER),
    "unpaper, grey, 200 dpi, crooked": of_scan(200, "convert in -rotate 1.5 in.pgm", *UNPAPER),
    "unpaper, threshold 60 %": of_scan(300, "convert in -threshold 60% in.pgm", *UNPAPER),
    "scikit-image, Otsu, scan": divided(lambda: scan(200), "otsu"),
    "scikit-image, Otsu, photograph": divided(photographed, "otsu"),
    "scikit-image, Sauvola, scan": divided(lambda: scan(200), "sauvola", window_size=41),
    "scikit-image, Sauvola, photograph": divided(photographed, "sauvola", window_size=41),
    "scikit-image, Niblack, scan": divided(lambda: scan(200), "niblack", window_size=41, k=0.2),
    "scikit-image, Niblack, photograph": divided(photographed, "niblack", window_size=41, k=0.2),
    "MuPDF, ink annotations": lambda: annotated(strokes),
    "MuPDF, ink annotations, baked": lambda: annotated(strokes, baked=True),
    "MuPDF, ink annotations, picture, 150 dpi": lambda: annotated(strokes, dpi=150),
    "MuPDF, circles and lines in their places": lambda: annotated(shapes),
    "MuPDF, circles and lines in their places, baked": lambda: annotated(shapes, baked=True),
    "MuPDF, circles and lines in their places, picture, 150 dpi": lambda: annotated(shapes, dpi=150),
    "MuPDF, circles on the printed circles": lambda: annotated(partial(shapes, grown=PEN / 2)),
    "MuPDF, circles on the printed circles, baked": lambda: annotated(
        partial(shapes, grown=PEN / 2), baked=True
    ),
    "MuPDF, circles 1 mm larger": lambda: annotated(partial(shapes, grown=POINTS)),
    "mutool, filled form drawn, 150 dpi": of_form("mutool draw -q -r 150 -o out.png in"),
    "Poppler, filled form, printed anew": of_form("pdftocairo -pdf in out.pdf"),
    "Poppler, filled form drawn, 150 dpi": of_form("pdftoppm -r 150 -png -singlefile in out"),
    "Ghostscript, filled form, printed anew": of_form("gs -q -dSAFER -sDEVICE=pdfwrite -o out.pdf in"),
    "Ghostscript, filled form, fax (G4)": of_form("gs -q -dSAFER -sDEVICE=tiffg4 -r204x196 -o out.tif in"),
    "qpdf, filled form, flattened": of_form(
        "qpdf --flatten-annotations=all --generate-appearances in out.pdf"
    ),
    "cups-filters, pdftopdf, filled form": of_form("pdftopdf 1 me sheet 1 media=A4 in"),
    "cups-filters, pdftopdf, two pages on one": of_form("pdftopdf 1 me sheet 1 'media=A4 number-up=2' in"),
    "cups-filters, imagetopdf": of_scan(300, "imagetopdf 1 me sheet 1 'media=A4 fit-to-page' in"),
    "ocrmypdf, forced": of_pdf("ocrmypdf -q --force-ocr --output-type pdf in out.pdf"),
    "ocrmypdf, deskewed and cleaned": of_pdf(
        "ocrmypdf -q --deskew --clean-final --output-type pdf in out.pdf"
    ),
    "ocrmypdf, mixed feeder, pages turned": lambda: made(
        pdf(letter(), scan(200), empty(), np.rot90(scan(200, SECOND), 2), dpi=200),
        "ocrmypdf -q --rotate-pages --output-type pdf in out.pdf",
    ),
    "jbig2enc, 300 dpi": of_scan(300, "jbig2 -s -p in", "jbig2topdf.py output", black=True),
    "jbig2enc, lossy symbols, 200 dpi": of_scan(
        200, "jbig2 -s -t 0.7 -p in", "jbig2topdf.py output", black=True
    ),
    "DjVu": of_scan(300, "convert in in.ppm", "c44 in.ppm out.djvu"),
    "DjVu, colour, back in a PDF": of_scan(
        300, "convert in in.ppm", "c44 -dpi 300 in.ppm in.djvu", "ddjvu -format=pdf in.djvu out.pdf"
    ),
    "DjVu, black and white, back in a TIFF": of_scan(300, PBM, "cjb2 in.pbm in.djvu", TIFF, black=True),
    "DjVu, lossy black and white, back in a TIFF": of_scan(
        300, PBM, "cjb2 -lossy in.pbm in.djvu", TIFF, black=True
    ),
    **{f"augraphy, usual pipeline, {n}": partial(worn, "default_augraphy_pipeline", n) for n in (1, 2, 3)},
    **{f"augraphy, pipeline {n}": partial(worn, f"pipeline_archetype{n}") for n in PIPELINES},
}  # fmt: skip
"""Way of handing in -> what makes the file, where its programs are."""
