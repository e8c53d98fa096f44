#!/usr/bin/env bash
# Text fields that are read from the side or head down, as those at the four edges of a board's sheet are: of one form, turned by 0, 90, 180 and
# 270 degrees (/MK with /R, the key that ISO 32000 has for it), each long enough for its answer. Filled with "Novice 47" by pypdf 7.1.1, pikepdf
# 10.18.0 (its form module with qpdf's appearances) and pymupdf 2.0; what PDFium (pypdfium2 5.15.2) draws is turned back by that angle.
# The guess: the answer is turned with its field, or the library says that it does not turn. Seen: pymupdf turns all four. pikepdf turns none: at
# 180 the answer stands upright, at 90 and 270 it runs across the narrow side and is cut off after two letters. pypdf turns, and is right at
# 180; at 90 and 270 its drawing keeps the sides of the field on the page, 20 wide and 90 high, lies down with them and is stretched into the
# field: two letters and a half fill it, flat as strokes, and nobody can read them. No one warns, and the values in the file are whole.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdf==7.1.1 pikepdf==10.18.0 pymupdf==2.0 \
  pypdfium2==5.15.2 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys

import numpy as np
import pikepdf
import pymupdf
import pypdf
import pypdfium2 as pdfium
from pikepdf import Array, Dictionary, Name, String
from pikepdf.form import DefaultAppearanceStreamGenerator, Form

WORD, SIDES, ANGLES = "Novice 47", (90, 20), (0, 90, 180, 270)


def sides(angle):
    return SIDES if angle % 180 == 0 else SIDES[::-1]


def form():
    pdf, made, fields = pikepdf.new(), io.BytesIO(), []
    for angle in ANGLES:
        page = pdf.add_blank_page(page_size=(200, 200)).obj
        width, height = sides(angle)
        rest = {"MK": Dictionary(R=angle), "DA": String("/Helv 12 Tf 0 g"), "Rect": Array([50, 50, 50 + width, 50 + height]), "F": 4}
        fields.append(pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String(f"f{angle}"), **rest)))
        page.Annots = Array([fields[-1]])
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    pdf.Root.AcroForm = Dictionary(Fields=Array(fields), DR=Dictionary(Font=Dictionary(Helv=font)))
    pdf.save(made)
    return made.getvalue()


def by_pypdf(data):
    writer, target = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
    for page, angle in zip(writer.pages, ANGLES, strict=True):
        writer.update_page_form_field_values(page, {f"f{angle}": WORD}, auto_regenerate=False)
    writer.write(target)
    return target.getvalue()


def by_pikepdf(data):
    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fields = Form(pdf, DefaultAppearanceStreamGenerator)
        for angle in ANGLES:
            fields[f"f{angle}"].value = WORD
        pdf.save(target)
    return target.getvalue()


def by_pymupdf(data):
    with pymupdf.open(stream=data, filetype="pdf") as pdf:
        for page in pdf:
            for widget in page.widgets():
                widget.field_value = WORD
                widget.update()
        return pdf.tobytes()


def answers(data):
    """Return the ink of each answer, its field turned back: a picture of the inside of the field, four pixels a point."""
    found = []
    with pdfium.PdfDocument(data) as pdf:
        pdf.init_forms()
        for page, angle in zip(pdf, ANGLES, strict=True):
            width, height = sides(angle)
            whole = np.asarray(page.render(scale=4, may_draw_forms=True).to_pil().convert("L"))
            inside = whole[4 * (152 - height) : 4 * 148, 4 * 52 : 4 * (48 + width)]
            found.append(np.rot90(inside, -angle // 90) < 128)
    return found


def likeness(one, other):
    """Return how much two pictures share of their ink, laid over each other as well as they go (a few pixels)."""
    moved = (np.roll(other, (dy, dx), (0, 1)) for dy in range(-16, 17, 2) for dx in range(-24, 25, 2))
    return max((one & trial).sum() / max(1, (one | trial).sum()) for trial in moved)


blank = form()
seen = {"pypdf": answers(by_pypdf(blank)), "pikepdf": answers(by_pikepdf(blank)), "pymupdf": answers(by_pymupdf(blank))}
print(*(f"{name} {meta.version(name)}" for name in (*seen, "pypdfium2")))
like = {name: [round(float(likeness(inks[0], ink)), 2) for ink in inks] for name, inks in seen.items()}
for name, values in like.items():
    print(f"{name}: like the upright answer, at {ANGLES}: {values}")
readable = {name: [angle for angle, value in zip(ANGLES, values, strict=True) if value > 0.6] for name, values in like.items()}
ok = readable == {"pypdf": [0, 180], "pikepdf": [0], "pymupdf": [0, 90, 180, 270]}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
