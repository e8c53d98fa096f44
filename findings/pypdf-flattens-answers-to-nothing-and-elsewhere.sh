#!/usr/bin/env bash
# pypdf 7.1.1 beside pikepdf 10.18.0 and pymupdf 2.0: a form is filled by pypdf, and its answers are made a part of the page, by
# update_page_form_field_values(flatten=True) with the widgets removed, flatten_annotations of pikepdf (qpdf) and bake of pymupdf. Four
# fields: a question with three buttons of which the middle one is chosen, a text, a text on a page whose drawing begins with a scale of
# its own (as Chrome's pages begin), and a hidden text. PDFium (pypdfium2 5.15.2) draws them before and after.
# The guess: a flat page looks as the form did: an appearance is laid into its rectangle in the page's own units, whatever the page draws
# before it, and what is hidden is not drawn (ISO 32000, annotations). Seen: qpdf and MuPDF do that. With pypdf only the plain text stays. The
# drawings of one question's buttons get one name on the page, so that all three show the last one's, which is off: no button is chosen
# any more (a line in the log says that a name is there already). The text on the scaled page lands at half of its place, and the hidden
# text is shown. Forms are flattened before they are sent, so that nobody can change them: the answer that arrives is another one.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdf==7.1.1 pikepdf==10.18.0 pymupdf==2.0 \
  pypdfium2==5.15.2 pillow==13.0.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys

import numpy as np
import pikepdf
import pymupdf
import pypdf
import pypdfium2 as pdfium
from pikepdf import Array, Dictionary, Name, String

PLACES = {"red": (0, 20, 160), "blue": (0, 60, 160), "green": (0, 100, 160), "plain": (0, 20, 100), "hidden": (0, 20, 40), "scaled": (1, 120, 100)}
"""Page and lower left corner of each box; all are 30 points wide and 20 high."""
ON, OFF = b"0 g 0 0 30 20 re f", b"0.9 g 0 0 30 20 re f"


def form():
    pdf, made = pikepdf.new(), io.BytesIO()
    pages = [pdf.add_blank_page(page_size=(200, 200)) for _ in range(2)]
    pages[1].obj.Contents = pdf.make_stream(b".5 0 0 .5 0 0 cm 1 w 20 20 60 40 re S")

    def widget(name, flags=4, **rest):
        number, left, low = PLACES[name]
        item = Dictionary(Type=Name.Annot, Subtype=Name.Widget, Rect=Array([left, low, left + 30, low + 20]), F=flags, **rest)
        item = pdf.make_indirect(item)
        page = pages[number].obj
        page.Annots = Array([*page.get("/Annots", []), item])
        return item

    def drawn(content):
        return pdf.make_stream(content, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 30, 20]))

    question = pdf.make_indirect(Dictionary(FT=Name.Btn, T=String("question"), Ff=(1 << 15) | (1 << 14), Kids=Array()))
    for colour in ("red", "blue", "green"):
        states = Dictionary(N=Dictionary({f"/{colour}": drawn(ON), "/Off": drawn(OFF)}))
        question.Kids.append(widget(colour, Parent=question, AP=states, AS=Name.Off))
    texts = [widget(n, 2 if n == "hidden" else 4, FT=Name.Tx, T=String(n), DA=String("/Helv 12 Tf 0 g")) for n in ("plain", "hidden", "scaled")]
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    pdf.Root.AcroForm = Dictionary(Fields=Array([question, *texts]), DR=Dictionary(Font=Dictionary(Helv=font)))
    pdf.save(made)
    return made.getvalue()


def filled(data, flat):
    writer, target = pypdf.PdfWriter(clone_from=io.BytesIO(data)), io.BytesIO()
    for page in writer.pages:
        answers = {"question": "/blue", "plain": "47", "hidden": "47", "scaled": "47"}
        writer.update_page_form_field_values(page, answers, auto_regenerate=False, flatten=flat)
    if flat:
        writer.remove_annotations(subtypes="/Widget")
    writer.write(target)
    return target.getvalue()


def by_qpdf(data):
    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.flatten_annotations()
        pdf.save(target)
    return target.getvalue()


def by_mupdf(data):
    with pymupdf.open(stream=data, filetype="pdf") as pdf:
        pdf.bake()
        return pdf.tobytes()


def shown(data):
    """Return the names of the boxes in which there is black ink."""
    with pdfium.PdfDocument(data) as pdf:
        pdf.init_forms()
        pictures = [np.asarray(page.render(may_draw_forms=True).to_pil().convert("L")) for page in pdf]
    return {n for n, (page, left, low) in PLACES.items() if (pictures[page][181 - low : 199 - low, left + 1 : left + 29] < 100).any()}


blank = form()
answered = filled(blank, flat=False)
seen = {"filled": shown(answered), "qpdf": shown(by_qpdf(answered)), "pymupdf": shown(by_mupdf(answered)), "pypdf": shown(filled(blank, flat=True))}
print(*(f"{name} {meta.version(name)}" for name in ("pypdf", "pikepdf", "pymupdf", "pypdfium2")))
for name, boxes in seen.items():
    print(f"{name}: {sorted(boxes)}")
right = {"blue", "plain", "scaled"}
ok = all(seen[name] == right for name in ("filled", "qpdf", "pymupdf")) and seen["pypdf"] == {"plain", "hidden"}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
