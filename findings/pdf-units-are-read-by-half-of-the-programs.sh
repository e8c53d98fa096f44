#!/usr/bin/env bash
# A page whose unit is 1/36 inch (/UserUnit 2, PDF 1.6), as large boards and posters are written: a frame of 100 units, so
# 200 points. Sizes by poppler's pdfinfo, pdftocairo and Ghostscript (on PATH; seen with 22.12.0 and 10.00.0), pypdfium2
# 5.15.2, pymupdf 1.28.2, pypdf 7.1.1.
# The guess: all draw it twice as large, or refuse it. Seen: MuPDF and Ghostscript do; poppler and PDFium (the viewers of
# GNOME and Chrome, and CUPS's filters) take the unit for a point, so that the board comes out at half its size, and "actual size" is
# half of it as well. pypdf hands out the size in the file's own units and the factor apart. Who is exact in mm writes points.
set -euo pipefail
for tool in gs pdfinfo pdftocairo; do command -v "$tool" > /dev/null || { echo "$tool is not on PATH" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pikepdf==10.18.0 pypdf==7.1.1 pymupdf==1.28.2 pypdfium2==5.15.2 pillow==13.0.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, os, re, subprocess, sys
import pikepdf, pymupdf, pypdf
import pypdfium2 as pdfium
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

os.chdir(sys.argv[1])
canvas = Canvas("plain.pdf", pagesize=(200, 150))
canvas.rect(50, 25, 100, 100)
canvas.save()
with pikepdf.open("plain.pdf") as pdf:
    pdf.pages[0].UserUnit = 2
    pdf.save("made.pdf", min_version="1.6")

about = subprocess.run(["pdfinfo", "made.pdf"], check=True, capture_output=True, text=True).stdout
subprocess.run(["pdftocairo", "-r", "72", "-png", "-singlefile", "made.pdf", "poppler"], check=True)
subprocess.run(["gs", "-q", "-r72", "-sDEVICE=pnggray", "-o", "gs.png", "made.pdf"], check=True)
page = pypdf.PdfReader("made.pdf").pages[0]
with pymupdf.open("made.pdf") as opened:
    mupdf = (round(opened[0].rect.width), round(opened[0].rect.height))
seen = {
    "pdfinfo": tuple(round(float(n)) for n in re.search(r"Page size: +([\d.]+) x ([\d.]+)", about).groups()),
    "pdftocairo": Image.open("poppler.png").size,
    "PDFium": tuple(round(n) for n in pdfium.PdfDocument("made.pdf")[0].get_size()),
    "MuPDF": mupdf,
    "Ghostscript": Image.open("gs.png").size,
    "pypdf, size and factor": (round(page.mediabox.width), round(page.mediabox.height), page.user_unit),
}
for tool, flag in (("gs", "--version"), ("pdftocairo", "-v")):
    shown = subprocess.run([tool, flag], check=True, capture_output=True, text=True)
    print(tool, (shown.stdout + shown.stderr).splitlines()[0], end=" | ")
print(*(f"{name} {meta.version(name)}" for name in ("pikepdf", "pypdf", "pymupdf", "pypdfium2")))
print("size in points, 400 x 300 by the file:", seen)
ok = [*seen.values()] == [(200, 150)] * 3 + [(400, 300)] * 2 + [(200, 150, 2)]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
