#!/usr/bin/env bash
# reportlab 5.1.0: a page with form fields and nothing drawn beside them (a layer of fields to be laid over a finished
# sheet), saved with save() alone, as the last page of any file may be.
# The guess: save() ends the page as it does for a page with words, or leaves the fields out. Seen: it looks for drawn
# content only; a page of fields counts as empty and is not made, the fields still point to it, and save() ends with
# KeyError "forward reference to 'Page1' not resolved". With showPage() before save(), or with one word drawn, the same
# field is saved. The error names neither the field nor what would help.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pikepdf==10.18.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import pikepdf
from reportlab.pdfgen.canvas import Canvas


def saved(word, ended):
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(300, 100))
    canvas.acroForm.textfield(name="points", x=20, y=40, width=100, height=20)
    if word:
        canvas.drawString(20, 80, "Points")
    if ended:
        canvas.showPage()
    try:
        canvas.save()
    except KeyError as error:
        return str(error)
    with pikepdf.open(io.BytesIO(file.getvalue())) as pdf:
        return [len(page.Annots) for page in pdf.pages]


print(*(f"{name} {meta.version(name)}" for name in ("reportlab", "pikepdf")))
seen = {case: saved(*case) for case in ((False, False), (True, False), (False, True))}
for (word, ended), result in seen.items():
    print(f"{'a word and a field' if word else 'a field alone'}, {'showPage and save' if ended else 'save'}: {result}")
alone, *others = seen.values()
ok = "forward reference to 'Page1'" in str(alone) and others == [[1], [1]]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
