#!/usr/bin/env bash
# Chromium (on PATH, with a Japanese font; seen with 156.0.8078.108) prints one line of Japanese set from top to bottom (writing-mode: vertical-rl), "第3局、
# 白の1480点、黒の952点。", where numbers lie on their side, as in books and on the cards of Japanese games. Its text is taken out by poppler's pdftotext (on PATH; seen with
# 22.12.0) as it comes, with -layout and with -raw, by PDFium (pypdfium2 5.15.2), MuPDF (pymupdf 2.0) and pypdf 7.1.1.
# The guess: the file holds the words in their order, so each finds them, perhaps with other line ends. Seen: PDFium and MuPDF do, and pdftotext -raw. pdftotext as
# it comes, and with -layout, reads the numbers backwards, 0841 and 259, and lays them elsewhere: what lies on its side is taken as read
# upwards. pypdf has the numbers, but other signs: the comma and full stop of upright setting (U+FE11, U+FE12) and for 白 the radical ⽩ (U+2F69), which look alike and
# equal nothing that is searched for; the file says by /ActualText what is meant, and pypdf leaves that aside. A score of 1480 that comes back as
# 841 is a number like any other: take numbers from upright pages with -raw, or set them upright (text-combine-upright).
set -euo pipefail
for tool in chromium pdftotext; do command -v "$tool" > /dev/null || { echo "$tool is not on PATH" >&2; exit 2; }; done
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check pypdfium2==5.15.2 pymupdf==2.0 pypdf==7.1.1
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import os
import subprocess
import sys
from pathlib import Path

import pymupdf
import pypdf
import pypdfium2 as pdfium

os.chdir(sys.argv[1])
WORDS = "第3局、白の1480点、黒の952点。"
STYLE = "@page { size: 300pt 300pt; margin: 20pt } body { margin: 0; font-size: 16pt; writing-mode: vertical-rl }"
Path("page.html").write_text(f'<!doctype html><html lang="ja"><meta charset="utf-8"><style>{STYLE}</style><p>{WORDS}</p>', "utf-8")
command = "chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer --user-data-dir=profile --print-to-pdf=page.pdf page.html"
subprocess.run(command.split(), check=True, capture_output=True)


def by_poppler(*options):
    return subprocess.run(["pdftotext", *options, "-enc", "UTF-8", "page.pdf", "-"], check=True, capture_output=True).stdout.decode()


def by_pdfium():
    with pdfium.PdfDocument("page.pdf") as pdf:
        return pdf[0].get_textpage().get_text_range()


def by_mupdf():
    with pymupdf.open("page.pdf") as pdf:
        return pdf[0].get_text()


for tool in ("chromium --version", "pdftotext -v"):
    told = subprocess.run(tool.split(), check=True, capture_output=True, text=True)
    print((told.stdout + told.stderr).splitlines()[0], end=" | ")
print(*(f"{name} {meta.version(name)}" for name in ("pypdfium2", "pymupdf", "pypdf")))
read = {
    "pdftotext": by_poppler(), "pdftotext -layout": by_poppler("-layout"), "pdftotext -raw": by_poppler("-raw"),
    "PDFium": by_pdfium(), "MuPDF": by_mupdf(), "pypdf": pypdf.PdfReader("page.pdf").pages[0].extract_text(),
}  # fmt: skip
seen = {name: "".join(text.split()) for name, text in read.items()}
for name, text in seen.items():
    print(f"{name}: {text}")
ok = all(seen[name] == WORDS for name in ("pdftotext -raw", "PDFium", "MuPDF"))
for name in ("pdftotext", "pdftotext -layout"):
    ok = ok and "0841" in seen[name] and "259" in seen[name] and "1480" not in seen[name] and "952" not in seen[name]
ok = ok and "1480" in seen["pypdf"] and "952" in seen["pypdf"] and "白" not in seen["pypdf"] and "。" not in seen["pypdf"]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir"
