#!/usr/bin/env bash
# pikepdf 10.18.0 (qpdf's generate_appearance_streams), pypdf 7.1.1 and pymupdf 1.28.2: a form by ReportLab with one text
# field in Helvetica, filled with a name in Japanese by a program, and each asked to draw the field anew.
# The guess: the name is drawn, or refused since Helvetica has no such signs. Seen: three answers. qpdf draws an empty
# field, without a word; pypdf writes "?? ??" and warns; pymupdf names a font of its own that is not in the file (Song, a
# Chinese one), and the name is there where the reader has one like it. The value in the field is whole in all three. So a
# name that is there for programs is blank on the paper, and the value alone is to be believed, never the drawing.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pikepdf==10.18.0 pypdf==7.1.1 pymupdf==1.28.2
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, os, sys
import pikepdf, pymupdf, pypdf
from reportlab.pdfgen.canvas import Canvas

os.chdir(sys.argv[1])
NAME = "山田 花子"
canvas = Canvas("blank.pdf", pagesize=(300, 100))
canvas.drawString(20, 80, "Name")
canvas.acroForm.textfield(name="who", x=20, y=40, width=200, height=24, fontSize=14)
canvas.save()
with pikepdf.open("blank.pdf") as pdf:
    pdf.pages[0].Annots[0].V = pikepdf.String(NAME)
    pdf.generate_appearance_streams()
    pdf.save("pikepdf.pdf")
writer = pypdf.PdfWriter(clone_from="blank.pdf")
writer.update_page_form_field_values(writer.pages[0], {"who": NAME}, auto_regenerate=False)
writer.write("pypdf.pdf")
with pymupdf.open("blank.pdf") as pdf:
    for field in pdf[0].widgets():
        field.field_value = NAME
        field.update()
    pdf.save("pymupdf.pdf")


def seen(path):
    with pikepdf.open(path) as pdf:
        field = pdf.pages[0].Annots[0]
        drawing = field.AP.N
        written = [str(operands[0]) for operands, operator in pikepdf.parse_content_stream(drawing) if str(operator) == "Tj"]
        fonts = drawing.get("/Resources", {}).get("/Font", {})
        held = [name for name, font in fonts.items() for part in font.get("/DescendantFonts", [font])
                if any(key.startswith("/FontFile") for key in part.get("/FontDescriptor", {}))]  # fmt: skip
        return str(field.V), written, sorted(fonts), held


print(*(f"{name} {meta.version(name)}" for name in ("reportlab", "pikepdf", "pypdf", "pymupdf")))
found = {name: seen(f"{name}.pdf") for name in ("pikepdf", "pypdf", "pymupdf")}
for name, (value, written, fonts, held) in found.items():
    print(f"{name}: value {value!r}, {len(written)} texts drawn {written if name == 'pypdf' else ''}, fonts {fonts}, in the file {held}")
ok = all(value == NAME for value, *_ in found.values()) and found["pikepdf"][1] == [] and found["pypdf"][1] == ["?? ??"]
ok = ok and len(found["pymupdf"][1]) == 1 and found["pymupdf"][2:] == (["/Song"], [])
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
