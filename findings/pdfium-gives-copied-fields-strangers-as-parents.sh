#!/usr/bin/env bash
# pypdfium2 5.15.2 (PDFium): two filled forms by ReportLab 5.1.0, four questions of radio buttons each, answered by pypdf 7.1.1 (not the same in
# both), are put into one file with import_pages, as the sheets of two players are. pikepdf 10.18.0 looks at the result.
# The guess: fields come along whole, or their buttons as drawings without names. Seen: the buttons come and their questions, the
# parents that hold name and answer, do not; but each button keeps its /Parent as the object number of the old file, and in the new file
# that number is another object: a button of another question, a drawing, a page, or nothing. No program warns. Who reads a name or an
# answer from the parent, as the format wants it, gets a stranger's. The pages look right, as each button knows how it is drawn.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pypdf==7.1.1 pypdfium2==5.15.2 pikepdf==10.18.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys
from collections import Counter

import pikepdf
import pypdf
import pypdfium2
from reportlab.pdfgen import canvas

QUESTIONS, ANSWERS = ("one", "two", "three", "four"), ("a", "b", "c")


def form(answers):
    buffer = io.BytesIO()
    c = canvas.Canvas(buffer, pagesize=(300, 200))
    for row, question in enumerate(QUESTIONS):
        c.drawString(10, 30 + 40 * row, question)
        for column, answer in enumerate(ANSWERS):
            c.acroForm.radio(name=question, value=answer, x=80 + 40 * column, y=25 + 40 * row, size=20, selected=False)
    c.save()
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(buffer.getvalue()))
    values = {question: f"/{answer}" for question, answer in zip(QUESTIONS, answers)}
    writer.update_page_form_field_values(writer.pages[0], values, auto_regenerate=False)
    filled = io.BytesIO()
    writer.write(filled)
    return filled.getvalue()


def kind(parent):
    if isinstance(parent, pikepdf.Dictionary) and "/Kids" in parent and "/T" in parent:
        return "its question"
    if isinstance(parent, pikepdf.Dictionary) and parent.get("/Subtype") == "/Widget":
        return "another button"
    return "nothing" if parent is None else "something else"


both = [form("abca"), form("ccba")]
target = pypdfium2.PdfDocument.new()
for data in both:
    target.import_pages(pypdfium2.PdfDocument(data))
copied = io.BytesIO()
target.save(copied)
for package in ("reportlab", "pypdf", "pypdfium2", "pikepdf"):
    print(package, meta.version(package))
counts = {}
for name, data in (("as filled", both[0]), ("copied by PDFium", copied.getvalue())):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        buttons = [item for page in pdf.pages for item in page.obj.Annots]
        counts[name] = Counter(kind(button.get("/Parent")) for button in buttons)
        drawn = [str(button.AS) for button in buttons if str(button.AS) != "/Off"]
    print(f"{name}: parents {dict(counts[name])}, drawn as chosen {drawn}")
ok = counts["as filled"] == {"its question": 12} and counts["copied by PDFium"]["its question"] == 0
ok = ok and counts["copied by PDFium"]["another button"] > 0 and sum(counts["copied by PDFium"].values()) == 24
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
