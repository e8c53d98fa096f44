#!/usr/bin/env bash
# Annotations of a PDF that come without an appearance stream: a circle, a square, a line, an ink stroke, a polyline, a
# polygon and a text box, each in the same place with the same red border.
# The guess: a viewer draws all of them from their own fields, or none. Seen with PDFium (pypdfium2 5.15.2): circle,
# square, ink and text box are drawn; line, polyline and polygon leave the page white, without a word. MuPDF (pymupdf
# 1.26.7) draws all seven. It matters where people mark a sheet with the line tool of a program that leaves appearances to
# the viewer: a reader that draws the page with PDFium sees an empty place and is sure of it.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdfium2==5.15.2 pymupdf==1.26.7 pikepdf==10.17.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import numpy as np, pikepdf, pymupdf, pypdfium2

KINDS = {
    "Circle": "", "Square": "", "Line": "/L [60 60 140 140]", "Ink": "/InkList [[60 60 140 140]]",
    "PolyLine": "/Vertices [60 60 140 140 60 140]", "Polygon": "/Vertices [60 60 140 140 60 140]",
    "FreeText": "/Contents (12) /DA (/Helv 40 Tf 1 0 0 rg)",
}
dark = {}
for kind, fields in KINDS.items():
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(200, 200))
    text = f"<</Type /Annot /Subtype /{kind} /F 4 /Rect [50 50 150 150] /C [1 0 0] /BS <</W 4>> {fields}>>"
    page.obj.Annots = pikepdf.Array([pdf.make_indirect(pikepdf.Object.parse(text.encode()))])
    target = io.BytesIO()
    pdf.save(target)
    with pypdfium2.PdfDocument(target.getvalue()) as document:
        one = document[0].render(scale=2).to_numpy()
    other = pymupdf.open("pdf", target.getvalue())[0].get_pixmap(dpi=144)
    two = np.frombuffer(other.samples, np.uint8).reshape(-1, other.n)
    dark[kind] = int((one[..., :3].min(2) < 200).sum()), int((two[:, :3].min(1) < 200).sum())
print(", ".join(f"{name} {meta.version(name)}" for name in ("pypdfium2", "pymupdf", "pikepdf")))
print("pixels drawn, (PDFium, MuPDF):", dark)
white = {kind for kind, (first, _) in dark.items() if first == 0}
sys.exit(not (white == {"Line", "PolyLine", "Polygon"} and all(second > 1000 for _, second in dark.values())))
P
"$dir/v/bin/python" "$dir/run.py"
