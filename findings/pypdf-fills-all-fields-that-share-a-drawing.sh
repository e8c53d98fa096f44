#!/usr/bin/env bash
# pypdf 7.1.0: two of three text fields of a form are filled by update_page_form_field_values(auto_regenerate=False). The
# fields are of one size and, empty as they are, share one appearance stream, as a file may that wants to be small.
# The guess: each field gets a drawing of its own, as it gets a value of its own. Seen: the text is written into the shared
# stream, so that all three show the last value; the one that nobody filled has no value and shows one. pikepdf, given the
# same file, can do no harm: it makes no drawings by itself. It matters for paper and pictures: what is printed is not what
# the fields hold. Give each text field a drawing of its own, even an empty one.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdf==7.1.0 pikepdf==10.17.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import pikepdf
from pikepdf import Array, Dictionary, Name, String
from pypdf import PdfWriter

pdf = pikepdf.new()
page = pdf.add_blank_page(page_size=(300, 100))
font = pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))
empty = pdf.make_stream(b"/Tx BMC EMC", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 80, 20],
                        Resources=Dictionary(Font=Dictionary(Helv=font)))
fields = [pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String(name), F=4, P=page.obj,
          Rect=[90 * at, 10, 90 * at + 80, 30], DA=String("/Helv 12 Tf 0 g"), V=String(""), AP=Dictionary(N=empty)))
          for at, name in enumerate(("first", "second", "third"))]
page.obj.Annots = Array(fields)
pdf.Root.AcroForm = Dictionary(Fields=Array(fields), DA=String("/Helv 12 Tf 0 g"), DR=Dictionary(Font=Dictionary(Helv=font)))
source = io.BytesIO(); pdf.save(source)
writer = PdfWriter(clone_from=io.BytesIO(source.getvalue()))
writer.update_page_form_field_values(writer.pages[0], {"first": "7", "second": "24"}, auto_regenerate=False)
target = io.BytesIO(); writer.write(target)
with pikepdf.open(io.BytesIO(target.getvalue())) as filled:
    seen = {str(f.T): (str(f.get("/V", "")), b"24" in f.AP.N.read_bytes(), f.AP.N.objgen) for f in filled.pages[0].Annots}
print("pypdf", meta.version("pypdf"), "pikepdf", meta.version("pikepdf"))
print("value, whether 24 is drawn, the drawing's object:", seen)
ok = [item[:2] for item in seen.values()] == [("7", True), ("24", True), ("", True)] and len({item[2] for item in seen.values()}) == 1
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
