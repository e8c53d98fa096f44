#!/usr/bin/env bash
# A card of 63 x 88 mm as SVG, its size written in millimetres, in points and in pixels (1/96 inch, as CSS and SVG have it), with a viewBox in
# millimetres; made PDF by cairosvg 2.9.1, svglib 2.3.2 (ReportLab 5.1.0) and pymupdf 1.28.2, and a picture by resvg-py 0.5.0.
# The guess: three ways to write one size are one size, for each program. Seen: cairosvg and svglib have 63 x 88 mm for all three. MuPDF takes a
# pixel for a point: that card comes out at 84 x 117.3 mm, a third too large, and 4 fit on a page of A4 where 9 did.
# resvg-py refuses millimetres and points ("SVG has an invalid size"), though its dpi of 0 is described as SVG's default: it sets the size of an
# inch to nothing; with dpi=300 the same card is right, 744 x 1039 pixels.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check cairosvg==2.9.1 svglib==2.3.2 reportlab==5.1.0 pymupdf==1.28.2 \
  resvg-py==0.5.0 pypdfium2==5.15.2 pillow==13.0.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys

import cairosvg
import pymupdf
import pypdfium2
import resvg_py
from PIL import Image
from reportlab.graphics import renderPDF
from svglib.svglib import svg2rlg

WIDE, HIGH = 63, 88
UNITS = {"mm": 1.0, "pt": 72 / 25.4, "": 96 / 25.4}


def card(unit):
    wide, high = (f"{side * UNITS[unit]:.4f}{unit}" for side in (WIDE, HIGH))
    frame = '<rect x="5" y="5" width="30" height="30"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 63 88">{frame}</svg>'


def size(pdf):
    return tuple(round(side / 72 * 25.4, 1) for side in pypdfium2.PdfDocument(pdf)[0].get_size())


def by_resvg(text, **options):
    try:
        return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, **options)))).size
    except ValueError as error:
        return str(error)


for package in ("cairosvg", "svglib", "reportlab", "pymupdf", "resvg-py"):
    print(package, meta.version(package))
seen = {}
for unit in UNITS:
    text = card(unit)
    seen["cairosvg", unit] = size(cairosvg.svg2pdf(bytestring=text.encode()))
    seen["svglib", unit] = size(renderPDF.drawToString(svg2rlg(io.StringIO(text))))
    seen["MuPDF", unit] = size(pymupdf.open(stream=text.encode(), filetype="svg").convert_to_pdf())
    seen["resvg", unit] = by_resvg(text)
seen["resvg, dpi=300", "mm"] = by_resvg(card("mm"), dpi=300)
for (program, unit), result in seen.items():
    print(f"{program}, in {unit or 'pixels'}: {result}")
true = (float(WIDE), float(HIGH))
ok = all(seen[program, unit] == true for program in ("cairosvg", "svglib") for unit in UNITS)
ok = ok and [seen["MuPDF", unit] for unit in UNITS] == [true, true, (84.0, 117.3)]
ok = ok and [type(seen["resvg", unit]) for unit in UNITS] == [str, str, tuple]
ok = ok and seen["resvg, dpi=300", "mm"] == (744, 1039)
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
