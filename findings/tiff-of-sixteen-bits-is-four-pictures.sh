#!/usr/bin/env bash
# One scan of 16 bits a colour as TIFF, in kinds that TIFF 6.0 names and tifffile 2026.3.3 writes: colours side by side; each colour in a plane
# of its own (PlanarConfiguration 2), raw and deflated; side by side, each number as the difference from the one before (Predictor 2); and grey with 0
# as white (PhotometricInterpretation 0), as some scanners write. Opened by pillow 13.0.0, opencv-python-headless 5.0.0.93 (IMREAD_UNCHANGED,
# IMREAD_COLOR) and pymupdf 2.0 (Pixmap), and held against the numbers that were written.
# The guess: what a library opens without a word is that scan. Seen: side by side all are right, and in each other kind another one errs. Pillow has raw
# planes as rows out of place (deflated ones it reads well) and white as black. OpenCV's UNCHANGED has planes of both kinds as noise and white
# as black, where its COLOR, for the same bytes, is right in all. MuPDF has other colours where differences are stored, and refuses planes. With
# 8 bits a colour the three are right, or refuse. A reader that is tried with one kind of scan, in 8 bits, is not tried.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check tifffile==2026.3.3 pillow==13.0.0 \
  opencv-python-headless==5.0.0.93 pymupdf==2.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys

import cv2
import numpy as np
import pymupdf
import tifffile
from PIL import Image

GREY = np.add.outer(np.arange(40) * 3, np.arange(60) * 2).astype(np.uint8)
COLOUR = np.stack([GREY, 255 - GREY, GREY // 2], -1)
PLANES = np.moveaxis(COLOUR, -1, 0)
KINDS = {
    "side by side": (COLOUR, COLOUR, {"photometric": "rgb"}),
    "planes, raw": (PLANES, COLOUR, {"photometric": "rgb", "planarconfig": "separate"}),
    "planes, deflated": (PLANES, COLOUR, {"photometric": "rgb", "planarconfig": "separate", "compression": "zlib"}),
    "differences": (COLOUR, COLOUR, {"photometric": "rgb", "compression": "zlib", "predictor": True}),
    "0 is white": (255 - GREY, GREY, {"photometric": "miniswhite"}),
}


def written(numbers, bits, options):
    target = io.BytesIO()
    tifffile.imwrite(target, numbers if bits == 8 else numbers.astype(np.uint16) * 257, **options)
    return target.getvalue()


def by_opencv(data, flag):
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), flag)
    return picture[..., ::-1] if picture.ndim == 3 else picture


def by_pymupdf(data):
    try:
        pixmap = pymupdf.Pixmap(data)
    except pymupdf.mupdf.FzErrorBase:
        return None
    return np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.h, pixmap.w, pixmap.n)


READERS = {
    "pillow": lambda data: np.asarray(Image.open(io.BytesIO(data))),
    "opencv, unchanged": lambda data: by_opencv(data, cv2.IMREAD_UNCHANGED),
    "opencv, colour": lambda data: by_opencv(data, cv2.IMREAD_COLOR),
    "pymupdf": by_pymupdf,
}


def judged(picture, truth):
    """Return what a picture is beside what was written (8 bits): right, negative, wrong or refused."""
    if picture is None:
        return "refused"
    eight = picture >> 8 if picture.dtype == np.uint16 else picture
    eight = eight if eight.ndim == 3 else eight[..., None]
    truth = truth if truth.ndim == 3 else truth[..., None]
    return "right" if (eight == truth).all() else "negative" if (eight == 255 - truth).all() else "wrong"


names = ("tifffile", "pillow", "opencv-python-headless", "pymupdf")
print(*(f"{name} {meta.version(name)}" for name in names))
seen = {
    bits: {kind: [judged(read(written(numbers, bits, options)), truth) for read in READERS.values()] for kind, (numbers, truth, options) in KINDS.items()}
    for bits in (8, 16)
}
print("readers:", *READERS, sep=" | ")
for bits, kinds in seen.items():
    for kind, words in kinds.items():
        print(f"{bits} bits, {kind}: {words}")
expected = {
    "side by side": ["right"] * 4,
    "planes, raw": ["wrong", "wrong", "right", "refused"],
    "planes, deflated": ["right", "wrong", "right", "refused"],
    "differences": ["right", "right", "right", "wrong"],
    "0 is white": ["negative", "negative", "right", "right"],
}
ok = seen[16] == expected and all(word in ("right", "refused") for words in seen[8].values() for word in words)
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
