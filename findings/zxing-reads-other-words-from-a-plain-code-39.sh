#!/usr/bin/env bash
# zxing-cpp 3.1.1: texts in Code 39, the bar code of libraries and stores (digits, capitals, space and - . $ / + %), drawn by its own writer,
# which calls each "Code 39", and read by it: as it comes, with formats=Code39, and with formats=Code39Std; and by zbar (pyzbar 0.1.9), where that
# library is there.
# The guess: what is in the bars is what is read. In the standard (ISO/IEC 16388) a sign such as "/" before a letter stands for itself; that the
# pair is one other sign ("full ASCII") is an agreement between those who write and those who read. Seen: the reader takes each text in
# which every pair can be one for "Code 39 Extended", by itself and when asked for Code39: "TD/A12" is read as "TD!12", "5/X" as "58", "10%OFF" as
# "10_FF"; without such a pair all are right. With Code39Std all are right. The number of a shelf becomes another valid number, and only the
# format's name tells. Ask for Code39Std, or print no / + % $ before letters.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check zxing-cpp==3.1.1 pyzbar==0.1.9 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import sys

import numpy as np
import zxingcpp
from PIL import Image, ImageOps

try:
    from pyzbar import pyzbar
except ImportError:  # its C library is a package of the system (Debian: libzbar0)
    pyzbar = None
OTHER = {"TD/A12": "TD!12", "5/X": "58", "12/A": "12!", "10%OFF": "10_FF", "SET+B": "SETb", "A-B/C": "A-B#"}
"""What a text with a pair is read as."""
SAME = ("TD/1234", "SET/5", "$5", "AB/", "A1-0000-5H6D", "WITCHES 47", "3.50")


def read(text):
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.Code39)
    assert (code.text, str(code.format)) == (text, "Code 39")
    picture = ImageOps.expand(Image.fromarray(np.array(code.to_image(scale=3))).convert("L"), 40, 255)
    choices = (None, zxingcpp.BarcodeFormat.Code39, zxingcpp.BarcodeFormat.Code39Std)
    ways = [zxingcpp.read_barcodes(picture, **({"formats": choice} if choice else {})) for choice in choices]
    return [(one.text, str(one.format)) for (one,) in ways], pyzbar and [one.data.decode() for one in pyzbar.decode(picture)]


print(*(f"{name} {meta.version(name)}" for name in ("zxing-cpp", "pyzbar", "pillow")), "" if pyzbar else "(zbar is not there)")
ok = True
for text in (*OTHER, *SAME):
    (free, asked, plain), zbar = read(text)
    print(f"{text}: {free[0]} ({free[1]}), asked for Code39: {asked[0]}, for Code39Std: {plain[0]}, zbar: {zbar}")
    name = "Code 39 Extended" if text in OTHER else "Code 39"
    ok = ok and free == asked == (OTHER.get(text, text), name) and plain == (text, "Code 39") and zbar in (None, [text])
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
