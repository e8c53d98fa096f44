#!/usr/bin/env bash
# pypdf 7.1.1: a form by ReportLab, a text field in a drawn frame, on a page that is turned by /Rotate; the turn is put into
# the drawing (rotate(90), then transfer_rotation_to_content(), as is done before pages are laid on a larger one).
# The guess: fields go where their frames go, as scale_by() brings them along. Seen: the frame is turned, the page is 600
# wide and 400 high, and the field keeps its rectangle of the page before: it lies 260 points beside its frame, and is filled
# there. scale_by(0.5) halves both. pymupdf 1.28.2 (remove_rotation) turns both. A sheet that was turned so looks right until
# somebody taps into it.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pypdf==7.1.1 pymupdf==1.28.2
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, io, sys
import pymupdf, pypdf
from reportlab.pdfgen.canvas import Canvas

made = io.BytesIO()
canvas = Canvas(made, pagesize=(400, 600))
canvas.rect(100, 360, 80, 20)
canvas.acroForm.textfield(name="points", x=100, y=360, width=80, height=20, borderWidth=0)
canvas.save()


def places(file):
    """Where the drawn frame and the field lie, as whole points from the upper left of the page as it is seen."""
    with pymupdf.open(stream=file, filetype="pdf") as pdf:
        page = pdf[0]
        frame = page.get_drawings()[0]["rect"] * page.rotation_matrix  # what fields show comes after it
        (field,) = (widget.rect * page.rotation_matrix for widget in page.widgets())
        return [[round(float(n)) for n in rect] for rect in (frame.normalize(), field.normalize())]


def by_pypdf(change):
    writer, file = pypdf.PdfWriter(clone_from=io.BytesIO(made.getvalue())), io.BytesIO()
    change(writer.pages[0])
    writer.write(file)
    return places(file.getvalue())


def turned(page):
    page.rotate(90)
    page.transfer_rotation_to_content()


with pymupdf.open(stream=made.getvalue(), filetype="pdf") as pdf:
    pdf[0].set_rotation(90)
    pdf[0].remove_rotation()
    other = places(pdf.tobytes())
seen = {"as made": places(made.getvalue()), "pypdf, turned": by_pypdf(turned),
        "pypdf, half the size": by_pypdf(lambda page: page.scale_by(0.5)), "pymupdf, turned": other}  # fmt: skip
print(*(f"{name} {meta.version(name)}" for name in ("reportlab", "pypdf", "pymupdf")))
for name, (frame, field) in seen.items():
    print(f"{name}: frame {frame}, field {field}")
near = {name: all(abs(a - b) <= 2 for a, b in zip(*both)) for name, both in seen.items()}
ok = [name for name, together in near.items() if not together] == ["pypdf, turned"]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
