#!/usr/bin/env bash
# zxing-cpp 3.1.1 and a QR code seen from behind: a page scanned through, or a picture that a camera app has mirrored.
# The guess: the code is read, and its four corners run the other way round than those of a code seen from the front, so
# that the sign of the quadrilateral tells that the picture is to be mirrored before anything beside the code is looked
# for. Seen: the code is read, but its corners run clockwise in both pictures: the mirrored one is given as upright and
# turned by 90 degrees, and no attribute of the Python result says that it is mirrored. Whoever lays a drawing over a
# page by its code alone lays it a quarter turned, and finds nothing in its place.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check zxing-cpp==3.1.1 pillow==13.0.0 segno==1.6.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import segno, zxingcpp
from PIL import Image, ImageOps

made = io.BytesIO()
segno.make("A1-0000-5H6D-A4GK", error="m").save(made, kind="png", scale=6, border=4)
code = Image.open(made).convert("L")
page = Image.new("L", (600, 400), 255)
page.paste(code, (60, 80))


def seen(picture):
    (result,) = zxingcpp.read_barcodes(picture)
    where = result.position
    corners = [(p.x, p.y) for p in (where.top_left, where.top_right, where.bottom_right, where.bottom_left)]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1])) / 2
    return result.text, area, result.orientation, corners


print(*(f"{name} {meta.version(name)}" for name in ("zxing-cpp", "pillow", "segno")))
front, behind = seen(page), seen(ImageOps.mirror(page))
for name, (text, area, turned, corners) in (("front", front), ("behind", behind)):
    print(f"{name}: {text}, signed area {area:.0f}, turned by {turned}, corners {corners}")
ok = front[0] == behind[0] and front[1] > 0 and behind[1] > 0 and (front[2], behind[2]) == (0, 90)
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
