#!/usr/bin/env bash
# Two PDFs with one layer (optional content) each: a guide for the screen that is not to be printed (/View on, /Print off)
# and a cutting line for paper alone (the other way round), both by usage and /AS as the format has it. PDFium (pypdfium2
# 5.15.2) draws them for the screen and for print; Ghostscript and poppler's pdftops and pdftocairo -pdf (on PATH; seen
# with 10.00.0 and 22.12.0), by which print queues make what a printer takes, for print.
# The guess: who prints obeys what is said of printing. Seen: PDFium does, both ways. Ghostscript draws both layers with
# -dPrinted and with -dPrinted=false, pdftops and pdftocairo draw both: what only the screen should have is on the paper.
# A layer is no way to keep something off paper.
set -euo pipefail
for tool in gs pdftops pdftocairo; do command -v "$tool" > /dev/null || { echo "$tool is not on PATH" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pikepdf==10.18.0 pypdfium2==5.15.2 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, os, subprocess, sys
import numpy as np
import pikepdf
import pypdfium2 as pdfium
from PIL import Image
from pikepdf import Array, Dictionary, Name
from reportlab.pdfgen.canvas import Canvas

os.chdir(sys.argv[1])


def make(path, screen, paper):
    canvas = Canvas("plain.pdf", pagesize=(200, 100))
    canvas.drawString(10, 80, "a sheet")
    canvas.save()
    with pikepdf.open("plain.pdf") as pdf:
        usage = Dictionary(View=Dictionary(ViewState=Name(screen)), Print=Dictionary(Subtype=Name.Print, PrintState=Name(paper)))
        layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="guide", Usage=usage))
        pdf.pages[0].Resources.Properties = Dictionary(Guide=layer)
        pdf.pages[0].contents_add(b"/OC /Guide BDC 0 g 10 10 100 30 re f EMC")
        events = [Dictionary(Event=Name(e), Category=Array([Name(e)]), OCGs=Array([layer])) for e in ("/View", "/Print")]
        pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(BaseState=Name.ON, Order=Array([layer]), AS=Array(events)))
        pdf.save(path)


def dark(picture):
    return bool(picture[62:88, 12:108].max() < 50)


def ghostscript(path, *options):
    page = ["-dDEVICEWIDTHPOINTS=200", "-dDEVICEHEIGHTPOINTS=100", "-dFIXEDMEDIA"]
    subprocess.run(["gs", "-q", "-r72", *page, *options, "-sDEVICE=pnggray", "-o", "drawn.png", path], check=True)
    return dark(np.asarray(Image.open("drawn.png")))


def drawn(path):
    page = pdfium.PdfDocument(path)[0]
    subprocess.run(["pdftops", path, "passed.ps"], check=True)
    subprocess.run(["pdftocairo", "-pdf", path, "passed.pdf"], check=True)
    return {
        "PDFium, screen": dark(page.render(scale=1, grayscale=True).to_numpy().squeeze()),
        "PDFium, print": dark(page.render(scale=1, grayscale=True, optimize_mode="print").to_numpy().squeeze()),
        "Ghostscript -dPrinted": ghostscript(path, "-dPrinted"),
        "Ghostscript -dPrinted=false": ghostscript(path, "-dPrinted=false"),
        "pdftops": ghostscript("passed.ps"),
        "pdftocairo -pdf": ghostscript("passed.pdf"),
    }


for tool, flag in (("gs", "--version"), ("pdftops", "-v")):
    shown = subprocess.run([tool, flag], check=True, capture_output=True, text=True)
    print(tool, (shown.stdout + shown.stderr).splitlines()[0], end=" | ")
print(*(f"{name} {meta.version(name)}" for name in ("pikepdf", "pypdfium2")))
ok = True
for name, states in (("for the screen alone", ("/ON", "/OFF")), ("for paper alone", ("/OFF", "/ON"))):
    make("made.pdf", *states)
    seen = drawn("made.pdf")
    print(f"{name}: " + ", ".join(f"{who} {'draws it' if it else 'leaves it out'}" for who, it in seen.items()))
    ok &= (seen.pop("PDFium, screen"), seen.pop("PDFium, print")) == (states[0] == "/ON", states[1] == "/ON") and all(seen.values())
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
