#!/usr/bin/env bash
# qpdf and poppler's pdfunite (on PATH; seen with 11.3.0 and 22.12.0), Ghostscript's pdfwrite (10.00.0), pikepdf 10.18.0,
# pypdf 7.1.1, pymupdf 1.28.2 and pypdfium2 5.15.2: a page of a puzzle whose answer lies in a layer (optional content) that is
# off by default, put into a new file by each, as a booklet is put together.
# The guess: a layer that is off stays off, or what it holds goes. Seen: pdfunite and Ghostscript keep it off. qpdf --empty --pages,
# pages.extend of pikepdf, append of pypdf, insert_pdf of pymupdf and import_pages of PDFium copy the page and not what the file
# says of its layers (/OCProperties), so that PDFium and MuPDF draw the answer for all to see. qpdf keeps it off
# where its main input is the file itself, pypdf where the writer is a clone. Answers belong on pages of their own.
set -euo pipefail
for tool in gs pdfunite qpdf; do command -v "$tool" > /dev/null || { echo "$tool is not on PATH" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pikepdf==10.18.0 pypdf==7.1.1 pymupdf==1.28.2 pypdfium2==5.15.2 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, os, subprocess, sys
import numpy as np
import pikepdf, pymupdf, pypdf
import pypdfium2 as pdfium
from pikepdf import Array, Dictionary, Name
from reportlab.pdfgen.canvas import Canvas

os.chdir(sys.argv[1])
canvas = Canvas("plain.pdf", pagesize=(200, 100))
canvas.drawString(10, 80, "Where does the next disc go?")
canvas.save()
with pikepdf.open("plain.pdf") as pdf:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="answer"))
    pdf.pages[0].Resources.Properties = Dictionary(Answer=layer)
    pdf.pages[0].contents_add(b"/OC /Answer BDC 0 g 10 10 100 30 re f EMC")
    off = Dictionary(BaseState=Name.ON, OFF=Array([layer]), Order=Array([layer]))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=off)
    pdf.save("made.pdf")

subprocess.run(["pdfunite", "made.pdf", "plain.pdf", "pdfunite.pdf"], check=True)
subprocess.run(["gs", "-q", "-sDEVICE=pdfwrite", "-o", "gs.pdf", "made.pdf"], check=True)
subprocess.run(["qpdf", "made.pdf", "--pages", ".", "plain.pdf", "--", "qpdf pages of itself.pdf"], check=True)
subprocess.run(["qpdf", "--empty", "--pages", "made.pdf", "plain.pdf", "--", "qpdf empty.pdf"], check=True)
with pikepdf.new() as joined, pikepdf.open("made.pdf") as source:
    joined.pages.extend(source.pages)
    joined.save("pikepdf extend.pdf")
pypdf.PdfWriter(clone_from="made.pdf").write("pypdf clone.pdf")
with pypdf.PdfWriter() as writer:
    writer.append("made.pdf")
    writer.write("pypdf append.pdf")
with pymupdf.open("made.pdf") as source, pymupdf.open() as joined:
    joined.insert_pdf(source)
    joined.save("pymupdf insert_pdf.pdf")
joined = pdfium.PdfDocument.new()
joined.import_pages(pdfium.PdfDocument("made.pdf"))
joined.save("PDFium import_pages.pdf")


def answer(path):
    drawn = pdfium.PdfDocument(path)[0].render(scale=1).to_numpy()[..., 0]
    with pymupdf.open(path) as pdf:
        other = np.frombuffer(pdf[0].get_pixmap(colorspace="gray").samples, np.uint8).reshape(100, 200)
    return tuple("shown" if picture[62:88, 12:108].max() < 50 else "hidden" for picture in (drawn, other))


for tool, flag in (("gs", "--version"), ("pdfunite", "-v"), ("qpdf", "--version")):
    shown = subprocess.run([tool, flag], check=True, capture_output=True, text=True)
    print(tool, (shown.stdout + shown.stderr).splitlines()[0], end=" | ")
print(*(f"{name} {meta.version(name)}" for name in ("pikepdf", "pypdf", "pymupdf", "pypdfium2")))
hidden = ["made", "pdfunite", "gs", "qpdf pages of itself", "pypdf clone"]
shown = ["qpdf empty", "pikepdf extend", "pypdf append", "pymupdf insert_pdf", "PDFium import_pages"]
seen = {name: answer(f"{name}.pdf") for name in hidden + shown}
for name, (first, second) in seen.items():
    print(f"{name}: PDFium {first}, MuPDF {second}")
ok = all(seen[name] == ("hidden",) * 2 for name in hidden) and all(seen[name] == ("shown",) * 2 for name in shown)
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
