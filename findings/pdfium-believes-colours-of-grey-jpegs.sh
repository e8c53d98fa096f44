#!/usr/bin/env bash
# A PDF whose page is one grey JPEG (one component) with the colour space /DeviceRGB, as SANE's scanimage writes for grey
# scans. The guess: a viewer goes by the JPEG's own header, or draws something skewed. Seen with PDFium (pypdfium2 5.15.2):
# the page is white throughout, while the bytes that PDFium hands out for the very same object decode (Pillow 12.3.0) to the
# whole scan; MuPDF (pymupdf 1.26.7) draws something three times as dark. It matters to whoever renders scans to read them:
# taking the picture out works where drawing the page loses all of it.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdfium2==5.15.2 pymupdf==1.26.7 pikepdf==10.17.0 pillow==12.3.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import numpy as np, pikepdf, pymupdf, pypdfium2
from PIL import Image

scan = io.BytesIO()
Image.fromarray(np.tile(np.linspace(0, 250, 300).astype(np.uint8), (200, 1))).save(scan, "JPEG")
seen = {}
for colours in ("DeviceGray", "DeviceRGB"):
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(300, 200))
    picture = pdf.make_stream(scan.getvalue(), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=300, Height=200,
                              ColorSpace=pikepdf.Name("/" + colours), BitsPerComponent=8, Filter=pikepdf.Name.DCTDecode)
    page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=picture))
    page.obj.Contents = pdf.make_stream(b"q 300 0 0 200 0 0 cm /Im Do Q")
    target = io.BytesIO()
    pdf.save(target)
    with pypdfium2.PdfDocument(target.getvalue()) as document:
        drawn = document[0].render(scale=1).to_numpy().mean()
        (item,) = document[0].get_objects()
        taken = np.asarray(Image.open(io.BytesIO(bytes(item.get_data())))).mean()
    other = np.frombuffer(pymupdf.open("pdf", target.getvalue())[0].get_pixmap().samples, np.uint8).mean()
    seen[colours] = [round(float(value)) for value in (drawn, other, taken)]
print(", ".join(f"{name} {meta.version(name)}" for name in ("pypdfium2", "pymupdf", "pikepdf", "pillow")))
print("mean brightness, (PDFium's page, MuPDF's page, the picture PDFium hands out):", seen)
grey, rgb = seen["DeviceGray"], seen["DeviceRGB"]
sys.exit(not (max(grey) - min(grey) <= 2 and rgb[0] == 255 and abs(rgb[2] - grey[2]) <= 1 and rgb[1] < grey[1] / 2))
P
"$dir/v/bin/python" "$dir/run.py"
