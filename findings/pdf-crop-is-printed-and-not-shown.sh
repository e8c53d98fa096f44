#!/usr/bin/env bash
# A page of 400 x 300 points with printer's marks at its edge, of which the file shows the middle alone (/CropBox, 200 x 200), as a sheet with
# bleed comes from a layout program. Its size by poppler's pdfinfo; drawn by poppler (pdftoppm, pdftocairo -png, -pdf), Ghostscript,
# PDFium (pypdfium2 5.15.2) and MuPDF (pymupdf 1.28.2); printed through the filter pdftopdf of CUPS where that is there (on PATH and Debian's
# packages; seen with 22.12.0, 10.00.0 and 1.28.17).
# The guess: what is cut off is cut off everywhere, and one suite of tools has one answer. Seen: viewers (PDFium, MuPDF) and pdfinfo go by the
# middle, and so does pdftocairo -pdf; the same program with -png, pdftoppm and Ghostscript's picture are the whole page, and CUPS prints it
# whole. So a proof made with pdftoppm, and the paper, are not what the screen shows, and a scale taken from pdfinfo's size
# is wrong for pdftoppm's picture, by a factor of 2 across. pdftoppm has -cropbox, Ghostscript -dUseCropBox.
set -euo pipefail
for tool in pdfinfo pdftoppm pdftocairo gs; do command -v "$tool" > /dev/null || { echo "$tool is not there" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pypdfium2==5.15.2 pymupdf==1.28.2 pillow==13.0.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import re
import subprocess
import sys
from pathlib import Path

import pymupdf
import pypdfium2
from PIL import Image
from reportlab.pdfgen import canvas

FILTER = Path("/usr/lib/cups/filter/pdftopdf")
c = canvas.Canvas("page.pdf", pagesize=(400, 300), cropBox=(100, 50, 300, 250))
c.rect(2, 2, 396, 296)
c.rect(100, 50, 200, 200, fill=1)
c.save()


def run(*command):
    return subprocess.run(command, check=True, capture_output=True)


def info(name):
    found = re.search(r"Page size:\s+(\d+)[\d.]* x (\d+)", run("pdfinfo", name).stdout.decode())
    return int(found[1]), int(found[2])


def picture(name, *command):
    run(*command)
    return Image.open(name).size


seen = {
    "pdfinfo": info("page.pdf"),
    "PDFium": pypdfium2.PdfDocument("page.pdf")[0].render(scale=1).to_pil().size,
    "MuPDF": tuple(pymupdf.open("page.pdf")[0].get_pixmap().irect[2:]),
    "pdftoppm": picture("a.png", "pdftoppm", "-r", "72", "-png", "-singlefile", "page.pdf", "a"),
    "pdftoppm -cropbox": picture("b.png", "pdftoppm", "-cropbox", "-r", "72", "-png", "-singlefile", "page.pdf", "b"),
    "pdftocairo -png": picture("c.png", "pdftocairo", "-r", "72", "-png", "-singlefile", "page.pdf", "c"),
    "Ghostscript": picture("d.png", "gs", "-q", "-dBATCH", "-dNOPAUSE", "-r72", "-sDEVICE=png16m", "-o", "d.png", "page.pdf"),
}
run("pdftocairo", "-pdf", "page.pdf", "e.pdf")
seen["pdftocairo -pdf"] = info("e.pdf")
for package in ("reportlab", "pypdfium2", "pymupdf"):
    print(package, meta.version(package))
for name, size in seen.items():
    print(f"{name}: {size[0]} x {size[1]}")
whole = {name for name, size in seen.items() if size == (400, 300)}
middle = {name for name, size in seen.items() if size == (200, 200)}
ok = whole == {"pdftoppm", "pdftocairo -png", "Ghostscript"} and len(whole | middle) == len(seen)
if FILTER.exists():
    Path("q.ppd").write_text(
        '*PPD-Adobe: "4.3"\n*FormatVersion: "4.3"\n*LanguageEncoding: ISOLatin1\n*PageSize A4: ""\n*DefaultPageSize: A4\n'
        '*ImageableArea A4: "0 0 595 842"\n*PaperDimension A4: "595 842"\n'
    )
    made = subprocess.run(
        [FILTER, "1", "user", "title", "1", "", "page.pdf"],
        env={"PPD": "q.ppd", "CONTENT_TYPE": "application/pdf", "PATH": "/usr/bin:/bin"},
        capture_output=True,
    )
    Path("f.pdf").write_bytes(made.stdout)
    grey = pypdfium2.PdfDocument("f.pdf")[0].render(scale=1).to_pil().convert("L")
    ink = grey.point(lambda value: 255 * (value < 128)).getbbox()
    printed = ink[2] - ink[0], ink[3] - ink[1]
    print(f"CUPS prints ink over {printed[0]} x {printed[1]} points")
    ok = ok and min(printed) > 290 and max(printed) > 390
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
cd "$dir" && v/bin/python run.py
