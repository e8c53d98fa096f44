#!/usr/bin/env bash
# opencv-python-headless 5.0.0.93 and pillow 13.0.0: one photograph of a phone held upright (the sensor lies on its side,
# and the file says by how much to turn it), saved by Pillow as JPEG, PNG, WebP, TIFF and AVIF, and opened by both.
# The guess: OpenCV's imdecode with IMREAD_COLOR turns what is to be turned, as it does for JPEG. Seen: JPEG, PNG, WebP and
# TIFF stand upright, AVIF lies on its side, without a word. With IMREAD_UNCHANGED, which is not to turn anything, TIFF is
# turned all the same. Pillow's exif_transpose has all five upright. So a sheet photographed as AVIF is found a quarter
# turned by one library of a program and upright by the other.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check opencv-python-headless==5.0.0.93 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import cv2
import numpy as np
from PIL import Image, ImageOps

sensor = np.full((80, 120, 3), 255, np.uint8)
sensor[:24, :24] = 0  # a mark that stands in the upper right corner once the picture is turned
word = Image.Exif()
word[274] = 6  # a quarter to the right
UPRIGHT = [True, "upper right"]


def seen(picture):
    height, width = picture.shape[:2]
    corners = {"upper left": picture[8, 8], "upper right": picture[8, width - 9],
               "lower left": picture[height - 9, 8], "lower right": picture[height - 9, width - 9]}  # fmt: skip
    return [height > width, *(name for name, value in corners.items() if np.mean(value) < 99)]


print(*(f"{name} {meta.version(name)}" for name in ("opencv-python-headless", "pillow")))
found = {}
for kind in ("JPEG", "PNG", "WEBP", "TIFF", "AVIF"):
    file = io.BytesIO()
    Image.fromarray(sensor).save(file, kind, exif=word)
    pillow = seen(np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(file.getvalue()))).convert("RGB")))
    data = np.frombuffer(file.getvalue(), np.uint8)
    found[kind] = [pillow, *(seen(cv2.imdecode(data, how)) for how in (cv2.IMREAD_COLOR, cv2.IMREAD_UNCHANGED))]
    print(kind, "(higher than wide, where the mark is): Pillow, OpenCV, OpenCV unchanged:", *found[kind])
ok = all(pillow == UPRIGHT for pillow, *_ in found.values())
ok = ok and [kind for kind, (_, colour, _) in found.items() if colour != UPRIGHT] == ["AVIF"]
ok = ok and [kind for kind, (*_, unchanged) in found.items() if unchanged == UPRIGHT] == ["TIFF"]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
