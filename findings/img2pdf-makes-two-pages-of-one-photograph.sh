#!/usr/bin/env bash
# img2pdf 0.6.3: a telephone's photograph as MPO (a JPEG with a second, smaller JPEG behind it: a preview or the map of an
# HDR picture), made a PDF without a change of its pixels.
# The guess: one photograph is one page. Seen: it has two, the second a quarter as large, and both hold the same scene; a
# reader of sheets meets each sheet twice, the second time too small to be read. The same bytes are one picture to whoever
# opens them as a JPEG. It matters where each page counts: take the largest of the pictures that show one sheet.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check img2pdf==0.6.3 pillow==13.0.0 pikepdf==10.17.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import img2pdf, pikepdf
from PIL import Image

photo = Image.effect_noise((800, 600), 60).convert("RGB")
target = io.BytesIO()
photo.save(target, "MPO", save_all=True, append_images=[photo.resize((200, 150))])
opened = Image.open(io.BytesIO(target.getvalue()))
with pikepdf.open(io.BytesIO(img2pdf.convert(target.getvalue()))) as pdf:
    sizes = [(int(image.Width), int(image.Height)) for page in pdf.pages
             for image in page.obj.Resources.XObject.values()]
    pages = len(pdf.pages)
print(", ".join(f"{name} {meta.version(name)}" for name in ("img2pdf", "pillow", "pikepdf")))
print("Pillow:", opened.format, opened.size, "| begins as a JPEG:", target.getvalue()[:3] == b"\xff\xd8\xff", "| pages:", pages, sizes)
ok = pages == 2 and sizes == [(800, 600), (200, 150)]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
