#!/usr/bin/env bash
# Two forms with one field each, called "points", are filled (12 in one, 47 in the other) and put into one file, as the sheets of two
# players are: by pypdf 7.1.1 (append), pikepdf 10.18.0 (pages.extend), pymupdf 1.28.2 (insert_pdf), qpdf --empty --pages and
# poppler's pdfunite (on PATH; seen with 11.3.0 and 22.12.0). What a program is told that asks the file for its fields (pypdf, get_fields),
# and what PDFium (pypdfium2 5.15.2, with its form) draws, as Chrome does.
# The guess: both answers are there, under one name or two. Seen: on the pages all but one show both, and five files tell five things: pypdf's
# has the value 47 alone, pdfunite's 12 alone, qpdf's both as points and points+1, pymupdf's both as points and one with a number
# in brackets, pikepdf's no field, and there both pages are drawn empty though they hold 12 and 47 (it warns). One who counts scores from
# merged forms by name counts one player; each widget has to be asked by its page.
set -euo pipefail
for tool in qpdf pdfunite; do command -v "$tool" > /dev/null || { echo "$tool is not there" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pypdf==7.1.1 pypdfium2==5.15.2 pikepdf==10.18.0 \
  pymupdf==1.28.2 pillow==13.0.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import logging
import subprocess
import sys
import warnings

import pikepdf
import pymupdf
import pypdf
import pypdfium2
from reportlab.pdfgen import canvas

warnings.simplefilter("ignore")
logging.disable()
FILES = {"12": "first.pdf", "47": "second.pdf"}
for value, name in FILES.items():
    c = canvas.Canvas("blank.pdf", pagesize=(200, 100))
    c.drawString(10, 80, "Points")
    c.acroForm.textfield(name="points", x=20, y=30, width=100, height=30, fontSize=18, borderWidth=0, fillColor=None)
    c.save()
    writer = pypdf.PdfWriter(clone_from="blank.pdf")
    writer.update_page_form_field_values(writer.pages[0], {"points": value}, auto_regenerate=False)
    writer.write(name)


def by_pypdf():
    writer = pypdf.PdfWriter()
    for name in FILES.values():
        writer.append(name)
    writer.write("pypdf.pdf")


def by_pikepdf():
    target, sources = pikepdf.new(), [pikepdf.open(name) for name in FILES.values()]
    for source in sources:
        target.pages.extend(source.pages)
    target.save("pikepdf.pdf")


def by_pymupdf():
    target = pymupdf.open(FILES["12"])
    target.insert_pdf(pymupdf.open(FILES["47"]))
    target.save("pymupdf.pdf")


def told(name):
    fields = pypdf.PdfReader(name).get_fields() or {}
    return {key: str(field.get("/V")) for key, field in fields.items()}


def dark(name):
    """Return for each page whether PDFium draws something in the field."""
    document = pypdfium2.PdfDocument(name)
    document.init_forms()
    grey = [page.render(scale=2).to_pil().convert("L").crop((44, 84, 200, 136)) for page in document]
    return [min(picture.getdata()) < 90 for picture in grey]


by_pypdf(), by_pikepdf(), by_pymupdf()
subprocess.run(["qpdf", "--empty", "--pages", *FILES.values(), "--", "qpdf.pdf"], check=True)
subprocess.run(["pdfunite", *FILES.values(), "pdfunite.pdf"], check=True)
for package in ("reportlab", "pypdf", "pypdfium2", "pikepdf", "pymupdf"):
    print(package, meta.version(package))
fields, drawn = {}, {}
for tool in ("pypdf", "pikepdf", "pymupdf", "qpdf", "pdfunite"):
    fields[tool], drawn[tool] = told(f"{tool}.pdf"), dark(f"{tool}.pdf")
    print(f"{tool}: fields {fields[tool]}, drawn {drawn[tool]}")
other = next((name for name in fields["pymupdf"] if name.startswith("points [")), "")
ok = fields == {
    "pypdf": {"points": "47"},
    "pikepdf": {},
    "pymupdf": {"points": "12", other: "47"},
    "qpdf": {"points": "12", "points+1": "47"},
    "pdfunite": {"points": "12"},
}
ok = ok and bool(other) and all(pages == [tool != "pikepdf"] * 2 for tool, pages in drawn.items())
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
cd "$dir" && v/bin/python run.py
