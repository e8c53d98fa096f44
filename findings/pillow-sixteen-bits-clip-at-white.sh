#!/usr/bin/env bash
# Pillow 13.0.0: a grey picture of 16 bits (PNG, TIFF: mode I;16, as scanners and raw developers write) becomes grey of 8
# bits by convert("L"), and a picture in CIELAB becomes grey.
# The guess: 16 bits are shifted to 8, as a picture of 48-bit colour is on opening; the L of LAB is the grey. Seen: all
# that is brighter than 255 of 65,535 is white, so a whole scan is white paper; LAB is refused ("conversion from LAB to RGB
# not supported"), though its first channel is the answer. It matters for all who read scans: shift by hand, and look first
# how many bits the sensor had (10 or 12 bits stand in 16 unshifted).
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import numpy as np
from PIL import Image

steps = np.linspace(0, 65535, 256).astype(np.uint16).repeat(4).reshape(32, 32)
kept = {}
for kind in ("PNG", "TIFF"):
    target = io.BytesIO()
    Image.fromarray(steps).save(target, kind)
    opened = Image.open(target)
    kept[kind] = opened.mode, sorted(set(np.asarray(opened.convert("L")).ravel().tolist()))
try:
    Image.new("LAB", (4, 4), (128, 0, 0)).convert("L")
    lab = "converted"
except ValueError as error:
    lab = str(error)
channel = Image.new("LAB", (4, 4), (128, 0, 0)).getchannel(0).getpixel((0, 0))
print("pillow", meta.version("pillow"), "numpy", meta.version("numpy"))
print("mode and grey values left of 256 even steps:", kept)
print("LAB:", lab, "| its first channel:", channel)
ok = all(mode == "I;16" and values == [0, 255] for mode, values in kept.values()) and "not supported" in lab and channel == 128
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
