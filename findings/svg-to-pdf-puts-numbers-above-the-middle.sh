#!/usr/bin/env bash
# A die face as SVG, a figure in the middle of its square by text-anchor="middle" and dominant-baseline="central", made a
# picture or PDF by svglib 2.3.2 (ReportLab), pymupdf 1.28.2, cairosvg 2.9.1, weasyprint 70.0 and resvg-py 0.5.0.
# The guess: an attribute that a renderer does not know is named, or the figure is in the middle. Seen: resvg puts it there, WeasyPrint
# nearly; with cairosvg it stands a seventh of its size too high; svglib and MuPDF know the first attribute and say
# nothing of the second, and it stands a third of its size too high, out of small boxes. For drawings that
# others convert, write dy as a part of the size.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check svglib==2.3.2 reportlab==5.1.0 pymupdf==1.28.2 cairosvg==2.9.1 weasyprint==70.0 resvg-py==0.5.0 pypdfium2==5.15.2 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, os, sys
import cairosvg, pymupdf, resvg_py, weasyprint
import numpy as np
import pypdfium2 as pdfium
from PIL import Image
from reportlab.graphics import renderPDF
from svglib.svglib import svg2rlg

os.chdir(sys.argv[1])
SIZE, FIGURE = 120, 60
DRAWING = f"""<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" viewBox="0 0 {SIZE} {SIZE}">
<rect width="{SIZE}" height="{SIZE}" fill="#fff"/><text x="{SIZE / 2}" y="{SIZE / 2}" font-size="{FIGURE}" font-family="Helvetica, sans-serif"
text-anchor="middle" dominant-baseline="central" fill="#000">H</text></svg>"""
with open("die.svg", "w") as file:
    file.write(DRAWING)


def middle(grey):
    """Return how far the figure's middle lies from that of the square, right and down, in parts of the size of type."""
    rows, columns = np.where(grey < 128)
    at = np.array([columns.min() + columns.max() + 1, rows.min() + rows.max() + 1]) / 2 / [grey.shape[1], grey.shape[0]]
    return [round(float(n), 2) for n in (at - 0.5) * SIZE / FIGURE]


def of_picture(data):
    return middle(np.asarray(Image.open(io.BytesIO(bytes(data))).convert("L")))


def of_pdf(path):
    return middle(pdfium.PdfDocument(path)[0].render(scale=4, grayscale=True).to_numpy().squeeze())


renderPDF.drawToFile(svg2rlg("die.svg"), "svglib.pdf")
page = f"<style>@page {{ size: {SIZE}px {SIZE}px; margin: 0 }} body {{ margin: 0 }} svg {{ display: block }}</style>{DRAWING}"
weasyprint.HTML(string=page).write_pdf("weasyprint.pdf")
with pymupdf.open("die.svg") as drawing:
    pixels = drawing[0].get_pixmap(colorspace="gray", dpi=288)
    mupdf = middle(np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.width))
seen = {
    "svglib": of_pdf("svglib.pdf"),
    "pymupdf": mupdf,
    "cairosvg": of_picture(cairosvg.svg2png(bytestring=DRAWING.encode(), scale=4)),
    "weasyprint": of_pdf("weasyprint.pdf"),
    "resvg-py": of_picture(resvg_py.svg_to_bytes(svg_string=DRAWING, zoom=4)),
}
print(*(f"{name} {meta.version(name)}" for name in (*seen, "reportlab", "pypdfium2")))
for name, (right, down) in seen.items():
    print(f"{name}: {right:+} to the right, {down:+} down, in parts of the size of type")
ok = all((down < -0.25) == (name in {"svglib", "pymupdf"}) and abs(right) < 0.05 and down < 0.1 for name, (right, down) in seen.items())
ok &= seen["resvg-py"][1] > -0.03 and -0.25 < seen["cairosvg"][1] < -0.1 < seen["weasyprint"][1]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
