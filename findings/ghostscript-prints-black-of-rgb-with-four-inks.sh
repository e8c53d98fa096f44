#!/usr/bin/env bash
# Ghostscript (on PATH; seen with 10.00.0), the rasteriser of many print queues: a page of grey and black bars, once as
# ReportLab 5.1.0 writes them with Color(r, g, b) of three equal parts ("0.4 0.4 0.4 rg"), once with setFillGray ("0.4 g").
# The guess: equal parts of red, green and blue are grey, and black is black ink. Seen by the device ink_cov: only the
# second page prints with black alone. Of the first, black becomes 72, 68, 67 and 88 percent of cyan, magenta, yellow and
# black together, and grey likewise: nearly three times the ink, and coloured fringes where the plates do not meet. It
# matters for whatever is meant to save ink: colours that are no colours are to be written as grey.
set -euo pipefail
command -v gs > /dev/null || { echo "gs is not on PATH" >&2; exit 2; }
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, subprocess, sys
from pathlib import Path
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

folder = Path(sys.argv[1])
inks = {}
for level in (0.0, 0.4):
    for name in ("rgb", "grey"):
        path = folder / f"{name}.pdf"
        canvas = Canvas(str(path), pagesize=(200, 200))
        canvas.setFillColor(Color(level, level, level)) if name == "rgb" else canvas.setFillGray(level)
        canvas.rect(0, 0, 200, 100, stroke=0, fill=1)
        canvas.save()
        ran = subprocess.run(["gs", "-q", "-o", "-", "-sDEVICE=ink_cov", path], check=True, capture_output=True, text=True)
        inks[name, level] = [round(float(part), 1) for part in ran.stdout.split()[:4]]
version = subprocess.run(["gs", "--version"], check=True, capture_output=True, text=True).stdout.strip()
print("gs", version, "reportlab", meta.version("reportlab"))
print("percent of the page (half of it is covered) in cyan, magenta, yellow, black:", inks)
ok = all(min(inks["rgb", level]) > 5 and inks["grey", level][:3] == [0, 0, 0] for level in (0.0, 0.4))
ok = ok and all(sum(inks["rgb", level]) > 2 * sum(inks["grey", level]) for level in (0.0, 0.4))
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
