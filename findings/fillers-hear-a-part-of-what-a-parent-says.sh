#!/usr/bin/env bash
# A form that asks once and shows the answer on two pages: one field with two widgets, and what holds for both stands at the field, as ISO 32000 has it for
# what is handed down: that it is a comb (/Ff, one box a sign, for codes and scores) of eight (/MaxLen), or that it is set to the right (/Q). Filled by pypdf 7.1.1 and
# pymupdf 2.0; the same with these keys at each widget as well; where the signs stand is measured in what PDFium (pypdfium2 5.15.2) draws.
# The guess: who finds the field's kind, look and comb above the widget finds its length and side there, too. Seen: pypdf hears the comb and the side, but not the length:
# all signs of "123456" are written on the same spot, one over the other, a black blot at the left edge, for the width of a box is reckoned as nothing. pymupdf hears
# the comb and its length, but not the side: numbers stand at the left. With the keys at each widget both draw both right. Neither warns, the
# values in the file are whole, and a form that is tried with one page, where field and widget are one, shows nothing of it.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdf==7.1.1 pymupdf==2.0 pikepdf==10.18.0 pypdfium2==5.15.2 \
  pillow==13.0.0 numpy==2.4.6
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

LEFT, RIGHT, COMB = 20, 180, 1 << 24
KINDS = {"comb": ({"MaxLen": 8}, COMB, "123456"), "to the right": ({"Q": 2}, 0, "12")}


def form(kind, at_widgets):
    keys, flags, _ = KINDS[kind]
    pdf, target = pikepdf.new(), io.BytesIO()
    field = pdf.make_indirect(Dictionary(FT=Name.Tx, T=String("answer"), DA=String("/Helv 12 Tf 0 g"), Ff=flags, **keys))
    widget = {"Type": Name.Annot, "Subtype": Name.Widget, "Rect": Array([LEFT, 50, RIGHT, 70]), "F": 4, "Parent": field}
    widgets = [pdf.make_indirect(Dictionary(**widget, **(keys if at_widgets else {}))) for _ in range(2)]
    for one in widgets:
        pdf.add_blank_page(page_size=(200, 120)).obj.Annots = Array([one])
    field.Kids = Array(widgets)
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DR=Dictionary(Font=Dictionary(Helv=pdf.make_indirect(font))))
    pdf.save(target)
    return target.getvalue()


def by_pypdf(data, answer):
    writer, target = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
    writer.update_page_form_field_values(None, {"answer": answer}, auto_regenerate=False)
    writer.write(target)
    return target.getvalue()


def by_pymupdf(data, answer):
    with pymupdf.open(stream=data, filetype="pdf") as pdf:
        for page in pdf:
            for widget in page.widgets():
                widget.field_value = answer
                widget.update()
        return pdf.tobytes()


def ink(data):
    """Return from where to where, in points across, each page has ink, once for both pages if they are alike."""
    found = set()
    with pdfium.PdfDocument(data) as pdf:
        pdf.init_forms()
        for page in pdf:
            columns = np.flatnonzero((np.asarray(page.render(scale=4, may_draw_forms=True).to_pil().convert("L")) < 128).any(0)) / 4
            found.add((round(float(columns[0])), round(float(columns[-1]))))
    return found


print(*(f"{name} {meta.version(name)}" for name in ("pypdf", "pymupdf", "pypdfium2")))
seen = {}
for kind, (_, _, answer) in KINDS.items():
    for place in ("field", "widgets"):
        for name, fill in (("pypdf", by_pypdf), ("pymupdf", by_pymupdf)):
            filled = fill(form(kind, place == "widgets"), answer)
            with pikepdf.open(io.BytesIO(filled)) as pdf:
                value = str(pdf.Root.AcroForm.Fields[0].V)
            ((first, last),) = ink(filled)
            seen[kind, place, name] = first, last, value == answer
            print(f"{kind}, said at the {place}, {name}: ink from {first} to {last} of {LEFT} to {RIGHT}, value {value}")
# Right is a comb that runs over six of eight boxes, and a number that ends at the right edge.
right = {key: (last > LEFT + 90 if key[0] == "comb" else last > RIGHT - 10) for key, (_, last, _) in seen.items()}
ok = all(whole for _, _, whole in seen.values())
ok = ok and {key for key, good in right.items() if not good} == {("comb", "field", "pypdf"), ("to the right", "field", "pymupdf")}
ok = ok and seen["comb", "field", "pypdf"][1] < LEFT + 15 and seen["to the right", "field", "pymupdf"][0] < LEFT + 10
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
