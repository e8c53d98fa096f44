#!/usr/bin/env bash
# A list of a form (/Ch) whose choices have a code for programs and words for people, [(w) (Witches)] as ISO 32000 allows it: the code is the
# field's value, the words are what is shown. Answered with "w" by pypdf 7.1.1, pikepdf 10.18.0 (its form module), pymupdf 2.0, and by
# writing /V and having qpdf draw it (generate_appearance_streams). PDFium (pypdfium2 5.15.2) tells which words stand in the drawing.
# The guess: who makes the drawing looks into the list, as a viewer's own menu does, and the page says "Witches". Seen: all four write "w" as the
# value and "w" on the page. Chosen by its words instead, pypdf and pymupdf draw "Witches" and write "Witches" as the value, which is none of the codes,
# and programs that read the form find no such choice. So a form filled by a program shows its codes on paper: let codes and words be the same.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdf==7.1.1 pikepdf==10.18.0 pymupdf==2.0 pypdfium2==5.15.2
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys

import pikepdf
import pymupdf
import pypdf
import pypdfium2 as pdfium
from pikepdf import Array, Dictionary, Name, String
from pikepdf.form import DefaultAppearanceStreamGenerator, Form


def form():
    pdf, made = pikepdf.new(), io.BytesIO()
    page = pdf.add_blank_page(page_size=(200, 100)).obj
    choices = Array([Array([String(code), String(words)]) for code, words in (("g", "Giants"), ("w", "Witches"))])
    field = Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Ch, T=String("faction"), Ff=1 << 17, Opt=choices, F=4)
    field.Rect, field.DA = Array([20, 40, 180, 60]), String("/Helv 12 Tf 0 g")
    field = pdf.make_indirect(field)
    page.Annots = Array([field])
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]), DR=Dictionary(Font=Dictionary(Helv=font)))
    pdf.save(made)
    return made.getvalue()


def by_pypdf(data, answer):
    writer, target = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
    writer.update_page_form_field_values(writer.pages[0], {"faction": answer}, auto_regenerate=False)
    writer.write(target)
    return target.getvalue()


def by_pikepdf(data, answer):
    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        Form(pdf, DefaultAppearanceStreamGenerator)["faction"].value = answer
        pdf.save(target)
    return target.getvalue()


def by_qpdf(data, answer):
    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.Root.AcroForm.Fields[0].V = String(answer)
        pdf.Root.AcroForm.NeedAppearances = True
        pdf.generate_appearance_streams()
        pdf.save(target)
    return target.getvalue()


def by_pymupdf(data, answer):
    with pymupdf.open(stream=data, filetype="pdf") as pdf:
        for widget in pdf[0].widgets():
            widget.field_value = answer
            widget.update()
        return pdf.tobytes()


def result(data):
    """Return the value in the file, and the words of its drawing made a part of the page."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        value, flat = str(pdf.Root.AcroForm.Fields[0].V), io.BytesIO()
        pdf.flatten_annotations()
        pdf.save(flat)
    with pdfium.PdfDocument(flat.getvalue()) as pdf:
        return value, pdf[0].get_textpage().get_text_bounded().strip()


blank, ways = form(), {"pypdf": by_pypdf, "pikepdf": by_pikepdf, "qpdf": by_qpdf, "pymupdf": by_pymupdf}
print(*(f"{name} {meta.version(name)}" for name in ("pypdf", "pikepdf", "pymupdf", "pypdfium2")), "qpdf", pikepdf.__libqpdf_version__)
codes, words = ({name: result(way(blank, answer)) for name, way in ways.items() if answer == "w" or name in ("pypdf", "pymupdf")} for answer in ("w", "Witches"))
print("by code: value, drawing:", codes)
print("by words: value, drawing:", words)
ok = set(codes.values()) == {("w", "w")} and set(words.values()) == {("Witches", "Witches")}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
