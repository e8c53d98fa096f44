#!/usr/bin/env bash
# opencv-python-headless 5.0.0.93, cv2.barcode.BarcodeDetector: thirty EAN-13, the bar code on the box of a game by which catalogues know it, drawn by
# zxing-cpp 3.1.1 at 4 and 6 pixels a module with a wide white margin: clean and upright; with noise as of a camera; and turned by 45 degrees.
# The guess: what is read from a photograph is read from the clean drawing, and upright is the easiest. Seen: none
# of the clean upright codes is read, detectAndDecode gives an empty text; each is read with noise, and each when it is turned by 45
# degrees. 4.14.0.94 does the same. zxing-cpp reads its own upright ones, clean and noisy. So a test of
# one's camera code with drawn codes fails where the camera works: add noise to the drawing, or a little blur, first.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import random
import sys

import cv2
import numpy as np
import zxingcpp
from PIL import Image

SIZES = (4, 6)
rng = random.Random(2)


def number():
    digits = [4, *rng.choices(range(10), k=11)]
    check = -sum(digit * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10
    return "".join(map(str, (*digits, check)))


def upright(text, size):
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.EAN13)
    return np.pad(np.asarray(code.to_image(scale=size, add_quiet_zones=True)), 60, constant_values=255)


def noisy(text, size):
    picture = upright(text, size)
    noise = np.random.default_rng(int(text)).normal(0, 8, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def turned(text, size):
    return np.asarray(Image.fromarray(upright(text, size)).rotate(45, Image.BICUBIC, fillcolor=255, expand=True))


numbers = [number() for _ in range(30)]
detector = cv2.barcode.BarcodeDetector()
print("opencv", cv2.__version__, "- zxing-cpp", meta.version("zxing-cpp"))
right = {}
for draw in (upright, noisy, turned):
    for size in SIZES:
        right[draw, size] = sum(detector.detectAndDecode(draw(text, size))[0] == text for text in numbers)
        print(f"{draw.__name__}, {size} pixels a module: {right[draw, size]} of 30 read")
by_zxing = sum(
    [code.text for code in zxingcpp.read_barcodes(draw(text, size))] == [text]
    for draw in (upright, noisy) for size in SIZES for text in numbers
)
print(f"zxing-cpp, upright ones, clean and noisy: {by_zxing} of 120")
ok = [right[upright, size] for size in SIZES] == [0, 0] and by_zxing == 120
ok = ok and all(right[draw, size] == 30 for draw in (noisy, turned) for size in SIZES)
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
for version in 4.14.0.94 5.0.0.93; do
  python3 -m venv --without-pip "$dir/v$version"
  python3 -m pip --python "$dir/v$version" install -q --disable-pip-version-check "opencv-python-headless==$version" zxing-cpp==3.1.1 pillow==13.0.0
  "$dir/v$version/bin/python" "$dir/run.py"
done
