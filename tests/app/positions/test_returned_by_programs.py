"""What programs make of filled forms is read as it was filled: the rows with a program of docs/formats.md.

These tests run where the programs are: ``pytest -n0 -m viewers``.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pencilwright.app.positions import photos
from pencilwright.app.positions.open_sheet import OpenSheet
from pencilwright.generator import filled_form
from teaching.photos import levels, printing, sample, sensor
from tests.app.positions.test_returned import DRAWN, FORM
from tests.generator.pictures import raster
from tests.generator.test_filled_form import ANA, BEN, SHEET, sheets_of

pytestmark = [pytest.mark.viewers, pytest.mark.usefixtures("pdfs_read_here")]

PDF_LIB = "pdf-lib@1.17.1"
CUPS = "/usr/lib/cups/filter/pdftopdf"


@pytest.fixture(scope="module")
def pdf_lib(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which npm has put pdf-lib."""
    folder = tmp_path_factory.mktemp("pdf-lib")
    command = ["npm", "install", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        subprocess.run([*command, PDF_LIB], check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"npm does not bring {PDF_LIB}: {error}")
    return folder


@pytest.fixture
def run(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[..., bytes]:
    """What a program makes of "0.pdf", "1.pdf" and so on in "out.pdf"; the test is skipped without it."""

    def made(command: str, *files: bytes) -> bytes:
        for number, data in enumerate(files):
            (tmp_path / f"{number}.pdf").write_bytes(data)
        program, _, script = command.partition(" ")
        if program == "pdf-lib":
            (tmp_path / "run.js").write_text(_PDF_LIB % script)
            command = f"env NODE_PATH={request.getfixturevalue('pdf_lib')}/node_modules node run.js"
        elif shutil.which(program) is None:
            pytest.skip(f"not on this machine: {program}")
        subprocess.run(command, shell=True, check=True, cwd=tmp_path, capture_output=True, timeout=100)
        return (tmp_path / "out.pdf").read_bytes()

    return made


_PDF_LIB = """const { PDFDocument } = require("pdf-lib"), fs = require("fs");
(async () => {
  const names = fs.readdirSync(".").filter((name) => name.endsWith(".pdf")).sort();
  const [first, ...others] = await Promise.all(names.map((name) => PDFDocument.load(fs.readFileSync(name))));
  %s
  fs.writeFileSync("out.pdf", await first.save());
})();"""

DRAW = "soffice -env:UserInstallation=file://$PWD/profile --headless --infilter=draw_pdf_import"
FLATTENED = {
    "LibreOffice Draw": f"{DRAW} --convert-to pdf:draw_pdf_Export --outdir m 0.pdf && mv m/0.pdf out.pdf",
    "qpdf": "qpdf 0.pdf --flatten-annotations=all out.pdf",
    "pdftk": "pdftk 0.pdf output out.pdf flatten",
    "Ghostscript": "gs -q -o out.pdf -sDEVICE=pdfwrite 0.pdf",
    "poppler": "pdftocairo -pdf 0.pdf out.pdf",
    "CUPS": f"{CUPS} 1 user title 1 '' 0.pdf > out.pdf",
    "pdf-lib": "pdf-lib first.getForm().flatten();",
}


@pytest.mark.parametrize("program", FLATTENED)
def test_a_form_without_fields_is_read_from_its_drawing_without_a_question(
    program: str, run: Callable[..., bytes]
) -> None:
    (sheet,) = photos.of_pdf(run(FLATTENED[program], FORM)).sheets
    assert (sheet.questions, dict(sheet.values)) == ((), DRAWN)


@pytest.mark.parametrize("size", ["-r 150", "-scale-to-x 1080 -scale-to-y -1"])
def test_a_screenshot_of_a_form_is_read_without_a_question(size: str, run: Callable[..., bytes]) -> None:
    picture = run(f"pdftocairo -png -singlefile {size} 0.pdf out && mv out.png out.pdf", FORM)
    (sheet,) = photos.read(picture).sheets
    assert (sheet.questions, dict(sheet.values)) == ((), DRAWN)


@pytest.mark.parametrize("level", ["scan", "easy"])
def test_a_print_of_a_form_is_photographed_and_the_points_lie_in_its_range(level: str) -> None:
    (sheet,) = photos.read(photographed(FORM, levels.level(level))).sheets
    opened = OpenSheet(sheet)
    values = opened.settled
    assert all(DRAWN.get(mark, "") == values.get(mark, "") for mark in {*DRAWN, *values} - opened.open.keys())
    assert len(opened.open) < 10


def photographed(pdf: bytes, level: Any) -> bytes:
    """A print of a page, as the level's camera or scanner sees it (JPEG)."""
    rng = np.random.default_rng(1)
    how = printing.printer(rng, level)
    picture = np.array(raster(pdf, pixels_per_mm=printing.PIXELS_PER_MM))
    picture = printing.feed(printing.ink(picture, how), how)
    return sensor.to_file(rng, level, sample.photographed(rng, level, picture, (210.0, 297.0)))


MERGED = {
    "qpdf": "qpdf 0.pdf --pages *.pdf -- out.pdf",
    "qpdf, pages only": "qpdf --empty --pages *.pdf -- out.pdf",
    "poppler": "pdfunite *.pdf out.pdf",
    "pdftk": "pdftk *.pdf cat output out.pdf",
    "pdf-lib": "pdf-lib for (const other of others)"
    " for (const page of await first.copyPages(other, other.getPageIndices())) first.addPage(page);",
}


def by_mupdf(*files: bytes) -> bytes:
    if find_spec("pymupdf") is None:
        pytest.skip("not on this machine: Python's pymupdf")
    import pymupdf

    with pymupdf.open() as target:
        for data in files:
            with pymupdf.open(stream=data, filetype="pdf") as source:
                target.insert_pdf(source)
        return bytes(target.tobytes())


@pytest.mark.parametrize("files", [(ANA, BEN), (BEN, SHEET, ANA), (SHEET, BEN, BEN, ANA)])
@pytest.mark.parametrize("program", [*MERGED, "MuPDF"])
def test_each_page_of_a_merged_file_is_its_own_sheet(
    program: str, files: tuple[bytes, ...], run: Callable[..., bytes]
) -> None:
    pdf = by_mupdf(*files) if program == "MuPDF" else run(MERGED[program], *files)
    result, alone = filled_form.read(pdf), [sheet for data in files for sheet in sheets_of(data)]
    assert len(result.sheets) + len(result.refused) == len(alone)
    assert [(sheet.page_code, sheet.values) for sheet in result.sheets] == [
        (sheet.page_code, sheet.values) for sheet in alone
    ]
