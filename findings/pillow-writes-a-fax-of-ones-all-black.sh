#!/usr/bin/env bash
# Pillow 13.0.0: a page of one bit, white with a black square, saved as a TIFF in which 0 is white (PhotometricInterpretation
# 0, as fax machines and document scanners write theirs), raw and as Group 4. The white of one page is Image.new("1", size, 1),
# of the other Image.new("1", size, 255).
# The guess: in a picture of one bit 1 and 255 are the same white. Seen: in memory both are white, and both are saved well
# where 1 is white; where 0 is white the page of ones is saved black from edge to edge, with no word, and only the other as it is. Who makes
# faxes to try a reader with them uses 255.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pillow==13.0.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
from PIL import Image, ImageDraw

PHOTOMETRIC = 262
seen = {}
for white in (1, 255):
    page = Image.new("1", (40, 20), white)
    ImageDraw.Draw(page).rectangle((5, 5, 15, 15), fill=0)
    for zero_is_white in (False, True):
        for packing in ("raw", "group4"):
            target = io.BytesIO()
            page.save(target, "TIFF", compression=packing, tiffinfo={PHOTOMETRIC: int(not zero_is_white)})
            opened = Image.open(target)
            seen[white, zero_is_white, packing] = opened.convert("L").getpixel((30, 10)), opened.convert("L").getpixel((10, 10))
print("pillow", meta.version("pillow"))
for (white, zero_is_white, packing), values in seen.items():
    print(f"white by {white}, {0 if zero_is_white else 1} is white in the file, {packing}: paper {values[0]}, square {values[1]}")
ok = all(values == ((0, 0) if (white, zero) == (1, True) else (255, 0)) for (white, zero, _), values in seen.items())
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
