#!/usr/bin/env bash
# opencv-python-headless 5.0.0.93: a page is made smaller by `resize`, `warpAffine` and `warpPerspective`, each with
# flags=INTER_AREA, which averages all pixels that fall on one.
# The guess: the warps average too, or refuse a kind of interpolation that they do not have. Seen: `resize` averages; both
# warps take single points by INTER_LINEAR without a word (equal to the last bit), so that lines of one pixel come and go:
# at a third of the size a pattern of thin lines keeps twice the contrast in the warps. It matters for made-up photographs:
# those made by a warp are sharper and more broken than a camera's. Make the picture smaller by `resize` first, warp after.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check opencv-python-headless==5.0.0.93 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, sys
import cv2, numpy as np

page = np.full((600, 600), 255, np.uint8)
page[::7] = page[:, ::7] = 0
third = np.array([[1 / 3, 0, 0], [0, 1 / 3, 0]])
flat = np.vstack([third, [0, 0, 1]])
size = (200, 200)
ways = {"warpAffine": lambda flags: cv2.warpAffine(page, third, size, flags=flags),
        "warpPerspective": lambda flags: cv2.warpPerspective(page, flat, size, flags=flags)}
equal = {name: bool((way(cv2.INTER_AREA) == way(cv2.INTER_LINEAR)).all()) for name, way in ways.items()}
small = cv2.resize(page, size, interpolation=cv2.INTER_AREA)
contrast = {name: round(float(way(cv2.INTER_AREA).std()), 1) for name, way in ways.items()} | {"resize": round(float(small.std()), 1)}
print("opencv-python-headless", meta.version("opencv-python-headless"), "numpy", meta.version("numpy"))
print("INTER_AREA is INTER_LINEAR:", equal, "| deviation of grey values:", contrast)
ok = all(equal.values()) and min(contrast["warpAffine"], contrast["warpPerspective"]) > 1.3 * contrast["resize"]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
