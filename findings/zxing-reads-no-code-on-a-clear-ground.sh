#!/usr/bin/env bash
# zxing-cpp 3.1.1 and opencv-python-headless 5.0.0.93: a QR code drawn in black on an empty canvas of Pillow 13.0.0, and
# so with a clear ground, as programs export a drawing; the PNG is opened by Pillow or by OpenCV and handed on as it is.
# The guess: a code that every viewer shows as black on white is read as such. Seen: neither reads it, and neither says why.
# What is clear is black underneath, and both leave out how clear it is: the code is black on black. The same file laid on
# white by Pillow first is read by both. It matters for whoever hands in an exported picture in place of a photograph: no
# code is found on it though it is sharp.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check zxing-cpp==3.1.1 opencv-python-headless==5.0.0.93 numpy==2.4.6 pillow==13.0.0 segno==1.6.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import cv2
import numpy as np
import segno, zxingcpp
from PIL import Image

TEXT = "A1-0000-5H6D-A4GK"
drawn, made = io.BytesIO(), io.BytesIO()
segno.make(TEXT, error="m", micro=False).save(drawn, kind="png", scale=6, border=4)
ink = Image.open(drawn).convert("L").point(lambda light: 255 - light)
canvas = Image.new("RGBA", ink.size)
canvas.paste("black", mask=ink)
canvas.save(made, "PNG")
clear = Image.open(io.BytesIO(made.getvalue()))
white = Image.new("RGBA", clear.size, "white")
white.alpha_composite(clear)
laid = io.BytesIO()
white.convert("RGB").save(laid, "PNG")


def by_zxing(picture):
    return [result.text for result in zxingcpp.read_barcodes(picture)]


def by_opencv(file):
    picture = cv2.imdecode(np.frombuffer(file.getvalue(), np.uint8), cv2.IMREAD_COLOR)
    return [text for text in (cv2.QRCodeDetector().detectAndDecode(picture)[0],) if text]


print(*(f"{name} {meta.version(name)}" for name in ("zxing-cpp", "opencv-python-headless", "pillow", "segno")))
seen = {"clear": (by_zxing(clear), by_opencv(made)), "laid on white": (by_zxing(white.convert("RGB")), by_opencv(laid))}
for ground, (zxing, opencv) in seen.items():
    print(f"{ground}: zxing {zxing}, OpenCV {opencv}")
ok = seen == {"clear": ([], []), "laid on white": ([TEXT], [TEXT])}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
