#!/usr/bin/env bash
# reportlab[shaping] 5.1.0 (uharfbuzz 0.57.0): the same words, with pairs of letters that belong closer together ("AVATAR To VAT"), set in
# the font that comes with it, once as they are and once shaped: by drawString, drawRightString, a Paragraph and a text object. Widths of the ink
# are measured in what PDFium (pypdfium2 5.15.2) draws.
# The guess: with the extra that is called shaping all four shape. Seen: the Paragraph does (style.shaping), and so does a text object that is
# given shapeStr(words); drawString and drawRightString take shaping=True, say nothing and draw the words as they were, though the font is
# shapable. Their shaping lies behind another extra, that for text that runs both ways (bidi). A head that is drawn and a paragraph of the same
# words are not equally wide, and stringWidth, which knows no shaping, is right for one of them only.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check 'reportlab[shaping]==5.1.0' uharfbuzz==0.57.0 \
  pypdfium2==5.15.2 pillow==13.0.0 numpy
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys
from pathlib import Path

import numpy as np
import pypdfium2
import reportlab
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, shapeStr
from reportlab.pdfgen import canvas
from reportlab.platypus import Paragraph

WORDS, SIZE, PIXELS = "AVATAR To VAT", 24, 4
font = TTFont("Words", str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"))
pdfmetrics.registerFont(font)


def left(c, y, shaping):
    c.drawString(20, y, WORDS, shaping=shaping)


def right(c, y, shaping):
    c.drawRightString(380, y, WORDS, shaping=shaping)


def paragraph(c, y, shaping):
    made = Paragraph(WORDS, ParagraphStyle("w", fontName="Words", fontSize=SIZE, leading=SIZE, shaping=shaping))
    made.wrap(360, 40)
    made.drawOn(c, 20, y)


def text_object(c, y, shaping):
    line = c.beginText(20, y)
    line.setFont("Words", SIZE)
    line.textOut(shapeStr(WORDS, "Words", SIZE) if shaping else WORDS)
    c.drawText(line)


def width(draw, shaping):
    """Return the width of the ink, in points."""
    buffer = io.BytesIO()
    c = canvas.Canvas(buffer, pagesize=(400, 100))
    c.setFont("Words", SIZE)
    draw(c, 40, shaping)
    c.save()
    picture = pypdfium2.PdfDocument(buffer.getvalue())[0].render(scale=PIXELS).to_pil().convert("L")
    columns = np.where((np.asarray(picture) < 128).any(axis=0))[0]
    return (columns[-1] + 1 - columns[0]) / PIXELS


for package in ("reportlab", "uharfbuzz", "pypdfium2"):
    print(package, meta.version(package))
print("shapable:", font.shapable, "- stringWidth:", round(pdfmetrics.stringWidth(WORDS, "Words", SIZE), 1))
widths = {draw.__name__: (width(draw, 0), width(draw, 1)) for draw in (left, right, paragraph, text_object)}
for name, (plain, shaped) in widths.items():
    print(f"{name}: {plain} points wide, asked to be shaped {shaped}")
narrower = {name: plain - shaped > 5 for name, (plain, shaped) in widths.items()}
ok = font.shapable and narrower == {"left": False, "right": False, "paragraph": True, "text_object": True}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
