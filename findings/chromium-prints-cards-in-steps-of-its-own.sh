#!/usr/bin/env bash
# Chromium (on PATH; seen with 156.0.8078.108), printing a page of HTML to PDF without margins: cards and tiles of the sizes
# that sleeves are sold for, by @page { size }, each with a black square of 30 mm that lies 5 mm from two edges.
# The guess: a PDF is a drawing in points, so both are exact, as they are from WeasyPrint 70.0. Seen: widths and heights are rounded
# to steps of their own, up to 0.18 mm too small and 0.16 mm too large (a card of 63 x 88 mm is 63.16 x 87.88 mm, a tile of 100 mm is 99.82 mm,
# A4 is 209.89 mm wide), and the square is 29.9 mm, as its edges lie on whole pixels of a screen. Nine cards to a sheet
# do not meet their cutting marks, and a ruler of 100 mm cannot be drawn this way.
set -euo pipefail
command -v chromium > /dev/null || { echo "chromium is not on PATH" >&2; exit 2; }
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdfium2==5.15.2 weasyprint==70.0 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, os, subprocess, sys
import numpy as np
import pypdfium2 as pdfium
import weasyprint

os.chdir(sys.argv[1])
MM, DPI = 25.4, 1800
SIZES = [(63, 88), (100, 100), (70, 70), (57, 87), (41, 63), (63.5, 88.9), (210, 297)]
SQUARE = "position: absolute; left: 5mm; top: 5mm; width: 30mm; height: 30mm; background: #000"


def measure(path):
    """Return width and height of the page and of the square, in mm."""
    page = pdfium.PdfDocument(path)[0]
    drawn = page.render(scale=DPI / 72, crop=(0, page.get_height() - 120, page.get_width() - 115, 0), grayscale=True)
    rows, columns = np.where(drawn.to_numpy().squeeze() < 128)
    return [round(float(n), 2) for n in (*(s / 72 * MM for s in page.get_size()), np.ptp(columns) / DPI * MM, np.ptp(rows) / DPI * MM)]


def printed(width, height):
    page = f"<!doctype html><style>@page {{ size: {width}mm {height}mm; margin: 0 }} body {{ margin: 0 }}</style><div style='{SQUARE}'></div>"
    with open("page.html", "w") as file:
        file.write(page)
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=chromium.pdf"]
    subprocess.run(["chromium", *options, "page.html"], check=True, capture_output=True, timeout=120)
    weasyprint.HTML(string=page).write_pdf("weasyprint.pdf")
    return measure("chromium.pdf"), measure("weasyprint.pdf")


version = subprocess.run(["chromium", "--version"], check=True, capture_output=True, text=True).stdout.strip()
print(version, "| weasyprint", meta.version("weasyprint"), "pypdfium2", meta.version("pypdfium2"))
ok, off = True, []
for size in SIZES:
    by_browser, by_other = printed(*size)
    print(f"{size[0]} x {size[1]} mm: Chromium {by_browser[:2]}, its square {by_browser[2:]}; WeasyPrint {by_other[:2]}, {by_other[2:]}")
    off += [seen - wanted for seen, wanted in zip(by_browser, size)]
    ok &= all(abs(a - b) < 0.03 for a, b in zip(by_other, (*size, 30, 30))) and all(0.05 < 30 - side < 0.13 for side in by_browser[2:])
print(f"pages by Chromium are off by {min(off):+.2f} to {max(off):+.2f} mm")
ok &= min(off) < -0.1 and max(off) > 0.1
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
