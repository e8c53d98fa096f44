#!/usr/bin/env bash
# Ghostscript's pdfwrite, poppler's pdfunite and pdftocairo -pdf (on PATH; seen with 10.00.0 and 22.12.0), pymupdf 1.28.2,
# pypdf 7.1.1 and pikepdf 10.18.0: a file that asks its reader to print at actual size (/PrintScaling /None) and to turn
# the page at its long edge (/Duplex), with pages numbered from 8, is passed on, or put together with nothing else.
# The guess: what the pages look like is kept and so is how they are to be printed, or all of it is lost. Seen: each tool
# keeps another part. The two wishes survive saving with pymupdf alone; Ghostscript keeps the page numbers and drops both
# wishes; joining with pdfunite, insert_pdf of pymupdf, append of pypdf and pages.extend of pikepdf drops all three. A sheet
# exact in mm comes out of such a tool with "fit to page" as the dialog's own choice, and nothing says so.
set -euo pipefail
for tool in gs pdfunite pdftocairo; do command -v "$tool" > /dev/null || { echo "$tool is not on PATH" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pymupdf==1.28.2 pypdf==7.1.1 pikepdf==10.18.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, os, subprocess, sys
import pikepdf, pymupdf, pypdf
from reportlab.pdfgen.canvas import Canvas

os.chdir(sys.argv[1])
canvas = Canvas("made.pdf", pagesize=(300, 200))
canvas.setViewerPreference("PrintScaling", "None")
canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")
canvas.addPageLabel(0, "ARABIC", start=8)
for n in (8, 9):
    canvas.drawString(20, 100, f"page {n}")
    canvas.showPage()
canvas.save()

subprocess.run(["gs", "-q", "-o", "gs.pdf", "-sDEVICE=pdfwrite", "made.pdf"], check=True)
subprocess.run(["pdfunite", "made.pdf", "made.pdf", "pdfunite.pdf"], check=True)
subprocess.run(["pdftocairo", "-pdf", "made.pdf", "pdftocairo.pdf"], check=True)
with pymupdf.open("made.pdf") as source, pymupdf.open() as joined:
    source.save("pymupdf save.pdf")
    joined.insert_pdf(source)
    joined.save("pymupdf insert_pdf.pdf")
with pypdf.PdfWriter() as writer:
    writer.append("made.pdf")
    writer.write("pypdf append.pdf")
with pikepdf.new() as joined, pikepdf.open("made.pdf") as source:
    joined.pages.extend(source.pages)
    joined.save("pikepdf extend.pdf")


def left(path):
    with pikepdf.open(path) as pdf:
        wishes = pdf.Root.get("/ViewerPreferences", pikepdf.Dictionary())
        parts = {"size": wishes.get("/PrintScaling") == "/None", "edge": wishes.get("/Duplex") == "/DuplexFlipLongEdge",
                 "numbers": "/PageLabels" in pdf.Root and pdf.pages[0].label == "8"}  # fmt: skip
        return [name for name, there in parts.items() if there]


for tool in ("gs", "pdfunite", "pdftocairo"):
    shown = subprocess.run([tool, "--version" if tool == "gs" else "-v"], check=True, capture_output=True, text=True)
    print(tool, (shown.stdout + shown.stderr).splitlines()[0], end=" | ")
print(*(f"{name} {meta.version(name)}" for name in ("reportlab", "pymupdf", "pypdf", "pikepdf")))
seen = {name: left(f"{name}.pdf") for name in ("made", "gs", "pdfunite", "pdftocairo", "pymupdf save", "pymupdf insert_pdf", "pypdf append", "pikepdf extend")}
for name, parts in seen.items():
    print(f"{name}: {', '.join(parts) or 'nothing is left'}")
ok = seen.pop("made") == seen.pop("pymupdf save") == ["size", "edge", "numbers"] and seen.pop("gs") == ["numbers"]
print("as recorded" if ok and not any(seen.values()) else "CHANGED")
sys.exit(not ok or any(seen.values()))
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
