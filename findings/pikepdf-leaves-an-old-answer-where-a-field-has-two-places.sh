#!/usr/bin/env bash
# pikepdf 10.18.0, its form module with each of its two makers of drawings (DefaultAppearanceStreamGenerator, ExtendedAppearanceStreamGenerator): a form that asks for a name
# once and shows it on two pages, as sheets of several pages do (one field with two widgets, ISO 32000), and one that shows it on one page; both
# were answered "Bert Brecht", drawn by qpdf, and are answered anew: form["name"].value = "Ana". Drawn by PDFium (pypdfium2 5.15.2), MuPDF (pymupdf 2.0), poppler and
# Ghostscript (on PATH; seen with 22.12.0 and 10.00.0).
# The guess: where a maker of drawings is handed over, each place is drawn as the field is filled, as the manual says. Seen: on one page it is.
# With two places the value is "Ana" and no drawing is made: all four viewers, and the paper, go on to show "Bert Brecht" on both pages, without a word and without
# the mark (/NeedAppearances) that asks viewers to draw anew; programs that ask for the value get "Ana". In a blank form of two places Ghostscript prints nothing
# (and reports an error), while the other three make drawings of their own, so that whoever looks first sees no fault. generate_appearance_streams(), called after with that mark set, draws both.
set -euo pipefail
for tool in gs pdftoppm; do command -v "$tool" > /dev/null || { echo "$tool is not on PATH" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pikepdf==10.18.0 pymupdf==2.0 pypdfium2==5.15.2 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pikepdf
import pymupdf
import pypdfium2 as pdfium
from PIL import Image
from pikepdf import Array, Dictionary, Name, String
from pikepdf.form import DefaultAppearanceStreamGenerator, ExtendedAppearanceStreamGenerator, Form

os.chdir(sys.argv[1])
OLD, NEW = "Bert Brecht", "Ana"


def saved(pdf):
    target = io.BytesIO()
    pdf.save(target)
    return target.getvalue()


def drawn(pdf):
    """Have qpdf draw every place from the field's value."""
    pdf.Root.AcroForm.NeedAppearances = True
    pdf.generate_appearance_streams()
    return saved(pdf)


def form(places):
    pdf = pikepdf.new()
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    look = String("/Helv 12 Tf 0 g")
    field = pdf.make_indirect(Dictionary(FT=Name.Tx, T=String("name"), DA=look))
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DA=look, DR=Dictionary(Font=Dictionary(Helv=pdf.make_indirect(font))))
    rest = {"Type": Name.Annot, "Subtype": Name.Widget, "Rect": Array([20, 40, 180, 60]), "F": 4}
    if places == 1:
        widgets = [field]
        for key, value in rest.items():
            field[f"/{key}"] = value
    else:
        widgets = [pdf.make_indirect(Dictionary(Parent=field, **rest)) for _ in range(places)]
        field.Kids = Array(widgets)
    for widget in widgets:
        pdf.add_blank_page(page_size=(200, 100)).obj.Annots = Array([widget])
    return pdf


def answered(data, maker):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        Form(pdf, maker)["name"].value = NEW
        return saved(pdf)


def pictures(data):
    """Return each viewer's pictures of the pages."""
    Path("form.pdf").write_bytes(data)
    with pdfium.PdfDocument(data) as pdf:
        pdf.init_forms()
        seen = {"PDFium": [np.asarray(page.render(may_draw_forms=True).to_pil().convert("L")) for page in pdf]}
    with pymupdf.open(stream=data, filetype="pdf") as pdf:
        seen["MuPDF"] = [np.frombuffer(page.get_pixmap(colorspace="gray").samples, np.uint8) for page in pdf]
    subprocess.run(["pdftoppm", "-r", "72", "-gray", "form.pdf", "poppler"], check=True)
    subprocess.run(["gs", "-q", "-sDEVICE=pnggray", "-r72", "-o", "gs-%d.png", "form.pdf"], check=True, stdout=subprocess.DEVNULL)
    for name, pattern in (("poppler", "poppler-*.pgm"), ("Ghostscript", "gs-*.png")):
        paths = sorted(Path().glob(pattern))
        seen[name] = [np.asarray(Image.open(path).convert("L")) for path in paths]
        for path in paths:
            path.unlink()
    return seen


def shown(data, known):
    """Return what each viewer shows on each page: OLD, NEW, nothing or something else."""
    told = {}
    for viewer, pages in pictures(data).items():
        told[viewer] = []
        for page in pages:
            same = [word for word, looks in known.items() if np.array_equal(looks[viewer][0], page)]
            told[viewer].append(same[0] if same else "other" if (page < 128).any() else "nothing")
    return told


def first(word):
    with form(1) as pdf:
        pdf.Root.AcroForm.Fields[0].V = String(word)
        return drawn(pdf)


for tool in ("gs --version", "pdftoppm -v"):
    told = subprocess.run(tool.split(), check=True, capture_output=True, text=True)
    print(tool.split()[0], (told.stdout + told.stderr).splitlines()[0], end=" | ")
print(*(f"{name} {meta.version(name)}" for name in ("pikepdf", "pymupdf", "pypdfium2")))
known = {word: pictures(first(word)) for word in (OLD, NEW)}
ok = True
for places in (1, 2):
    with form(places) as pdf:
        pdf.Root.AcroForm.Fields[0].V = String(OLD)
        before = drawn(pdf)
    for maker in (DefaultAppearanceStreamGenerator, ExtendedAppearanceStreamGenerator):
        after = answered(before, maker)
        with pikepdf.open(io.BytesIO(after)) as pdf:
            value, asks = str(pdf.Root.AcroForm.Fields[0].V), pdf.Root.AcroForm.get("/NeedAppearances")
            later = drawn(pdf)
        looks = shown(after, known)
        print(f"{places} pages, {maker.__name__}: value {value}, asks to be drawn {asks}, shown {looks}")
        expected = NEW if places == 1 else OLD
        if maker is DefaultAppearanceStreamGenerator:
            ok = ok and all(page == expected for pages in looks.values() for page in pages)
        ok = ok and value == NEW and not asks and len(looks) == 4
        if places == 2:
            ok = ok and all(page == OLD for pages in looks.values() for page in pages)
            ok = ok and shown(later, known) == dict.fromkeys(looks, [NEW, NEW])
blank = shown(answered(saved(form(2)), DefaultAppearanceStreamGenerator), known)
print("blank, 2 pages:", blank)
ok = ok and blank["Ghostscript"] == ["nothing", "nothing"] and all("nothing" not in pages for name, pages in blank.items() if name != "Ghostscript")
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
