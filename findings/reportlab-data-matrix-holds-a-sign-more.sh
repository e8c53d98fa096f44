#!/usr/bin/env bash
# reportlab 5.1.0, its Data Matrix (ECC200DataMatrix, the small square code for labels and cards): numbers of 1 to 12 digits and words of such a
# length, drawn by it, rendered by PDFium (pypdfium2 5.15.2), read by zxing-cpp 3.1.1 and by libdmtx (arbez-dmtx 0.0.3); beside them the
# same texts as drawn by zxing-cpp.
# The guess: what is read is what was written. Seen: of ReportLab's codes each text of 1, 4, 7, 10 ... signs is read with one sign more, an
# invisible NUL (0) at its end, by both readers; the other two thirds are right, and so are all that zxing-cpp draws. ReportLab writes in the
# code's C40 mode, three signs in two bytes, and fills up a last group of one sign with two zeros, which mean "next sign from the other set" and
# "NUL"; ISO/IEC 16022 leaves a single last sign to the plain mode. "4711" from such a label equals no "4711" in any list; strip what is read.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 zxing-cpp==3.1.1 arbez-dmtx==0.0.3 \
  pypdfium2==5.15.2 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys

import arbez_dmtx
import numpy as np
import pypdfium2 as pdfium
import zxingcpp
from PIL import Image, ImageOps
from reportlab.graphics import renderPDF
from reportlab.graphics.barcode import createBarcodeDrawing
from reportlab.pdfgen.canvas import Canvas

DIGITS, LETTERS = "471108152342", "TERRACOTTAGO"
TEXTS = [signs[:length] for signs in (DIGITS, LETTERS) for length in range(1, 13)]


def by_reportlab(text):
    drawing, made = createBarcodeDrawing("ECC200DataMatrix", value=text), io.BytesIO()
    canvas = Canvas(made, pagesize=(drawing.width + 60, drawing.height + 60))
    renderPDF.draw(drawing, canvas, 30, 30)
    canvas.save()
    with pdfium.PdfDocument(made.getvalue()) as pdf:
        return pdf[0].render(scale=4).to_pil().convert("L")


def by_zxing(text):
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.DataMatrix)
    return ImageOps.expand(Image.fromarray(np.array(code.to_image(scale=8))).convert("L"), 80, 255)


def read(picture):
    (by_zxing,), (by_libdmtx,) = zxingcpp.read_barcodes(picture), arbez_dmtx.decode(picture, max_count=1)
    return by_zxing.bytes, by_libdmtx.data


print(*(f"{name} {meta.version(name)}" for name in ("reportlab", "zxing-cpp", "arbez-dmtx", "pypdfium2")))
more, others = [], []
for text in TEXTS:
    wanted, drawn = text.encode(), read(by_reportlab(text))
    if drawn == (wanted + b"\0",) * 2:
        more.append(len(text))
    elif drawn != (wanted,) * 2:
        others.append((text, drawn))
    if read(by_zxing(text)) != (wanted,) * 2:
        others.append((text, "zxing-cpp"))
print("read with a NUL at the end, lengths:", more, "| read otherwise:", others)
ok = more == [1, 4, 7, 10] * 2 and not others
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
