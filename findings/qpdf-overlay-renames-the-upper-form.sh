#!/usr/bin/env bash
# qpdf (of Debian's package qpdf, or on PATH; seen with 11.3.0): two filled forms with the same fields are laid over each
# other (qpdf lower.pdf --overlay upper.pdf -- both.pdf).
# The guess: the upper page comes as a drawing, and its fields are gone, as with other programs that stamp a page. Seen: it
# brings its fields along, filled and to be filled, under names with "+1" ("sheet.points" becomes "sheet+1.points"), in the
# same places as those below. It matters to whoever collects answers by name: a second person's form is in the file, and
# whoever looks for the names he knows passes it over in silence.
set -euo pipefail
command -v qpdf > /dev/null || { echo "qpdf is not on PATH" >&2; exit 2; }
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pikepdf==10.17.0
cat > "$dir/make.py" <<'P'
import sys
import pikepdf
from pikepdf import Array, Dictionary, Name, String

for path, value in zip(sys.argv[1:], ("7", "24"), strict=True):
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(300, 100))
    sheet = pdf.make_indirect(Dictionary(T=String("sheet"), Kids=Array()))
    field = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String("points"), V=String(value),
                                         Parent=sheet, Rect=[10, 10, 90, 30], F=4, P=page.obj, DA=String("/Helv 12 Tf 0 g")))
    sheet.Kids.append(field)
    page.obj.Annots = Array([field])
    pdf.Root.AcroForm = Dictionary(Fields=Array([sheet]), DA=String("/Helv 12 Tf 0 g"))
    pdf.save(path)
P
cat > "$dir/look.py" <<'P'
import importlib.metadata as meta, sys
import pikepdf

with pikepdf.open(sys.argv[1]) as pdf:
    seen = [(f"{f.Parent.T}.{f.T}", str(f.V), [round(float(n)) for n in f.Rect]) for f in pdf.pages[0].Annots]
print("pikepdf", meta.version("pikepdf"), "| fields:", seen)
ok = [item[:2] for item in seen] == [("sheet.points", "7"), ("sheet+1.points", "24")] and seen[0][2] == seen[1][2]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/make.py" "$dir/lower.pdf" "$dir/upper.pdf"
version=$(qpdf --version); echo "${version%%$'\n'*}"
qpdf "$dir/lower.pdf" --overlay "$dir/upper.pdf" -- "$dir/both.pdf"
"$dir/v/bin/python" "$dir/look.py" "$dir/both.pdf"
