#!/usr/bin/env bash
# pdfimpose 2.10.0 (on pymupdf 2.0), "pdfimpose cards", two by two: four cards of 100 x 140 points, front and back, a black square of 10 points in
# each of their corners. PDFium (pypdfium2 5.15.2) shows the same eight pages of each of five files, which say it in other ways: plain; the
# middle of a page with bleed (/CropBox); a page whose corner is not (0, 0); a page that lies and is turned by /Rotate; a plain page whose squares
# are stamps (annotations with a drawing, as tools for marking put them).
# The guess: what a viewer shows as the page is the card. Seen: plain cards come out whole, on sheets of 200 x 280. Cropped ones are laid in
# the same cells, but enlarged and out of place; pages that begin elsewhere are moved by as much; of both no square is where it belongs, and those of the
# lower row lie outside of the sheet. Turned cards stand upright in cells that lie, on a sheet of 280 x 200: the upper row runs 40 points into the
# lower, whose feet are cut off at the edge. Stamps are left out. It ends with status 0 and no word. Make pages plain before (turned
# and marked for good, their box from 0), or look at the proof.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pdfimpose==2.10.0 pymupdf==2.0 pikepdf==10.18.0 \
  pypdfium2==5.15.2 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import os
import subprocess
import sys

import numpy as np
import pikepdf
import pypdfium2 as pdfium
from pikepdf import Array, Dictionary, Name

os.chdir(sys.argv[1])
WIDTH, HEIGHT, SIDE = 100, 140, 10
CORNERS = [(x, y) for x in (0, WIDTH - SIDE) for y in (0, HEIGHT - SIDE)]
KINDS = ("plain", "cropped", "begins elsewhere", "turned", "stamped")


def squares(left, low, width=WIDTH, height=HEIGHT):
    places = ((left + x, low + y) for x in (0, width - SIDE) for y in (0, height - SIDE))
    return "0 g " + " ".join(f"{x} {y} {SIDE} {SIDE} re f" for x, y in places)


def cards(kind):
    pdf, made = pikepdf.new(), io.BytesIO()
    for _ in range(8):
        page = pdf.add_blank_page(page_size=(WIDTH, HEIGHT)).obj
        content = squares(0, 0)
        if kind == "cropped":
            page.MediaBox, page.CropBox = Array([0, 0, WIDTH + 60, HEIGHT + 60]), Array([30, 30, WIDTH + 30, HEIGHT + 30])
            content = squares(30, 30)
        elif kind == "begins elsewhere":
            page.MediaBox = Array([50, 50, WIDTH + 50, HEIGHT + 50])
            content = squares(50, 50)
        elif kind == "turned":
            page.MediaBox, page.Rotate = Array([0, 0, HEIGHT, WIDTH]), 90
            content = squares(0, 0, HEIGHT, WIDTH)
        elif kind == "stamped":
            drawing = pdf.make_stream(content.encode(), Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, WIDTH, HEIGHT]))
            stamp = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, F=4, AP=Dictionary(N=drawing), Rect=Array([0, 0, WIDTH, HEIGHT]))
            page.Annots, content = Array([pdf.make_indirect(stamp)]), ""
        page.Contents = pdf.make_stream(content.encode())
    pdf.save(made)
    return made.getvalue()


def pictures(data):
    with pdfium.PdfDocument(data) as pdf:
        return [np.asarray(page.render(may_draw_forms=True).to_pil().convert("L")) for page in pdf]


def whole(picture, left=0, top=0):
    """Return how many of a card's four squares are where they belong."""
    cell = picture[top : top + HEIGHT, left : left + WIDTH]
    inside = [cell[y + 1 : y + SIDE - 1, x + 1 : x + SIDE - 1] for x, y in CORNERS]
    return sum(bool(part.size == (SIDE - 2) ** 2 and (part < 50).all()) for part in inside)


print(*(f"{name} {meta.version(name)}" for name in ("pdfimpose", "pymupdf", "pypdfium2")))
seen = {}
for kind in KINDS:
    data = cards(kind)
    with open("cards.pdf", "wb") as file:
        file.write(data)
    command = [sys.executable, "-m", "pdfimpose", "cards", "-s", "2x2", "cards.pdf", "-o", "sheets.pdf"]
    done = subprocess.run(command, capture_output=True, text=True)
    with open("sheets.pdf", "rb") as file:
        sheets = pictures(file.read())
    shown = [whole(picture) for picture in pictures(data)]
    high, wide = sheets[0].shape
    laid = [whole(sheet, left, top) for sheet in sheets for top in (0, high // 2) for left in (0, wide // 2)]
    seen[kind] = (done.returncode, done.stderr.strip(), set(shown), (wide, high), laid)
    print(f"{kind}: status {done.returncode}, squares of each card as shown {shown}, on sheets of {wide} x {high} {laid}")
ok = all(one[:3] == (0, "", {4}) for one in seen.values())
ok = ok and seen["plain"][3:] == ((200, 280), [4] * 8) and seen["turned"][3] == (280, 200)
ok = ok and seen["turned"][4] == [4, 4, 2, 2] * 2
ok = ok and all(seen[kind][4] == [0] * 8 for kind in KINDS if kind not in ("plain", "turned"))
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
