#!/usr/bin/env bash
# A page that is one scan, white with a black square, in three PDFs: as a JPEG of its negative with /Decode [1 0] (the values run the other way),
# raw with 8 bits a pixel likewise, and as a stencil of one bit (/ImageMask), as programs that tidy scans write. The picture is taken out by
# pikepdf 10.18.0, pypdf 7.1.1, pymupdf 1.28.2 (extract_image and Pixmap), pypdfium2 5.15.2 (get_bitmap and extract) and poppler's
# pdfimages -all (on PATH; seen with 22.12.0), and the page is drawn.
# The guess: what is taken out looks as the page does, whose renderers all agree. Seen: of seven ways pypdf's alone is right for all three.
# pikepdf turns raw values and stencils but not the JPEG, though it hands out a finished picture and no bytes of the file; MuPDF's
# Pixmap and PDFium's bitmap turn both JPEGs and raw ones, and give the stencil as a negative; of the ways that hand out files extract turns none,
# extract_image and -all raw ones alone. Nothing is said. A reader of sheets sees white ink on black, or nothing: what maps values is to be drawn.
set -euo pipefail
for tool in pdftoppm pdfimages; do command -v "$tool" > /dev/null || { echo "$tool is not there" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pikepdf==10.18.0 pypdf==7.1.1 pymupdf==1.28.2 pypdfium2==5.15.2 \
  pillow==13.0.0 numpy
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pikepdf
import pymupdf
import pypdf
import pypdfium2
from PIL import Image

SIDE = 64
scan = np.full((SIDE, SIDE), 255, np.uint8)
scan[16:32, 16:32] = 0
buffer = io.BytesIO()
Image.fromarray(255 - scan).save(buffer, "JPEG", quality=95)
GREY = "/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]"
KINDS = {
    "JPEG": (buffer.getvalue(), f"{GREY} /Filter /DCTDecode"),
    "raw": ((255 - scan).tobytes(), GREY),
    "stencil": (np.packbits(scan > 0, axis=1).tobytes(), "/ImageMask true /BitsPerComponent 1"),
}


def page_of(data, fields):
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(SIDE, SIDE))
    size = f"/Width {SIDE} /Height {SIDE}"
    image = pdf.make_stream(data, pikepdf.Object.parse(f"<</Type /XObject /Subtype /Image {size} {fields}>>".encode()))
    page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im1=image))
    page.obj.Contents = pdf.make_stream(f"q {SIDE} 0 0 {SIDE} 0 0 cm /Im1 Do Q".encode())
    pdf.save("scan.pdf")


def looks(picture):
    grey = np.asarray(picture.convert("L"))
    inside, outside = int(grey[24, 24]), int(grey[50, 50])
    return "right" if inside < 60 and outside > 195 else "negative" if inside > 195 and outside < 60 else "neither"


def answers():
    pdfium = pypdfium2.PdfDocument("scan.pdf")
    image = next(pdfium[0].get_objects())
    mupdf = pymupdf.open("scan.pdf")
    number = mupdf[0].get_images()[0][0]
    file, drawn = io.BytesIO(), "drawn.png"
    image.extract(file)
    subprocess.run(["pdftoppm", "-r", "72", "-png", "-singlefile", "scan.pdf", "drawn"], check=True)
    for old in Path().glob("taken-*"):
        old.unlink()
    subprocess.run(["pdfimages", "-all", "scan.pdf", "taken"], check=True)
    pixels = pymupdf.Pixmap(mupdf, number)
    with pikepdf.open("scan.pdf") as pdf:
        by_pikepdf = pikepdf.PdfImage(pdf.pages[0].Resources.XObject.Im1).as_pil_image()
    yield "drawn by PDFium", looks(pdfium[0].render(scale=1).to_pil())
    yield "drawn by MuPDF", looks(mupdf[0].get_pixmap().pil_image())
    yield "drawn by poppler", looks(Image.open(drawn))
    yield "pypdf", looks(pypdf.PdfReader("scan.pdf").pages[0].images[0].image)
    yield "pikepdf", looks(by_pikepdf)
    yield "PDFium, bitmap", looks(image.get_bitmap(render=False).to_pil())
    yield "PDFium, extract", looks(Image.open(file))
    yield "MuPDF, Pixmap", looks(Image.frombytes("L", (pixels.width, pixels.height), pixels.samples))
    yield "MuPDF, extract_image", looks(Image.open(io.BytesIO(mupdf.extract_image(number)["image"])))
    yield "pdfimages -all", looks(Image.open(next(Path().glob("taken-*"))))


for package in ("pikepdf", "pypdf", "pymupdf", "pypdfium2"):
    print(package, meta.version(package))
negatives = {}
for kind, (data, fields) in KINDS.items():
    page_of(data, fields)
    seen = dict(answers())
    negatives[kind] = {name for name, look in seen.items() if look == "negative"}
    print(f"{kind}: {', '.join(f'{name} {look}' for name, look in seen.items())}")
ok = negatives == {
    "JPEG": {"pikepdf", "PDFium, extract", "MuPDF, extract_image", "pdfimages -all"},
    "raw": {"PDFium, extract"},
    "stencil": {"PDFium, bitmap", "PDFium, extract", "MuPDF, Pixmap", "MuPDF, extract_image", "pdfimages -all"},
}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
cd "$dir" && v/bin/python run.py
