#!/usr/bin/env bash
# cups-filters (Debian's package; seen with 1.28.17), the filter pdftopdf, through which jobs of CUPS go: two PDFs that ask
# for actual size (/PrintScaling /None), A4 and Letter, a frame of exactly 100 mm on each, printed on a queue with A4 paper.
# The guess: a file that asks not to be scaled is not scaled, and is cut or refused where the paper is too small. Seen: the
# wish in the file is not looked at. A4 on A4 stays as it is, but the Letter sheet is shrunk to 93.3 % (the frame measures
# 93.3 mm), without a message. With the option of the job, "lp -o print-scaling=none", it measures 100.0 mm, and the rim
# lies outside of the paper. So the wish is one to the dialogs of viewers; a sheet whose mm matter needs the option as well.
set -euo pipefail
filter=/usr/lib/cups/filter/pdftopdf
[ -x "$filter" ] || { echo "pdftopdf of cups-filters is not there" >&2; exit 2; }
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check reportlab==5.1.0 pymupdf==1.28.2
cat > "$dir/queue.ppd" <<'P'
*PPD-Adobe: "4.3"
*FormatVersion: "4.3"
*FileVersion: "1.0"
*LanguageVersion: English
*LanguageEncoding: ISOLatin1
*PCFileName: "QUEUE.PPD"
*Manufacturer: "Example"
*Product: "(Example)"
*ModelName: "Example"
*ShortNickName: "Example"
*NickName: "Example"
*PSVersion: "(3010.000) 0"
*LanguageLevel: "3"
*ColorDevice: False
*DefaultColorSpace: Gray
*OpenUI *PageSize/Media Size: PickOne
*DefaultPageSize: A4
*PageSize A4/A4: "<</PageSize[595 842]>>setpagedevice"
*CloseUI: *PageSize
*OpenUI *PageRegion: PickOne
*DefaultPageRegion: A4
*PageRegion A4/A4: "<</PageSize[595 842]>>setpagedevice"
*CloseUI: *PageRegion
*DefaultImageableArea: A4
*ImageableArea A4/A4: "12 12 583 830"
*DefaultPaperDimension: A4
*PaperDimension A4/A4: "595 842"
*cupsFilter: "application/vnd.cups-pdf 0 -"
P
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, os, subprocess, sys
import pymupdf
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

folder, filter_ = sys.argv[1:]
os.chdir(folder)


def printed(name, size, option):
    canvas = Canvas(f"{name}.pdf", pagesize=size)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.rect(40 * mm, 60 * mm, 100 * mm, 100 * mm)
    canvas.save()
    job = subprocess.run([filter_, "1", "player", "sheet", "1", option, f"{name}.pdf"], check=True, capture_output=True,
                         env={**os.environ, "PPD": f"{folder}/queue.ppd"})  # fmt: skip
    with pymupdf.open(stream=job.stdout, filetype="pdf") as pdf:
        page = pdf[0]
        (frame,) = (drawing["rect"] for drawing in page.get_drawings() if drawing["rect"].width < 0.6 * page.rect.width)
        return [round(n) for n in page.rect[2:]], round(frame.width / mm, 1), round(frame.height / mm, 1)


shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "cups-filters"], capture_output=True, text=True).stdout or "(version unknown)"
print("cups-filters", shown, *(f"| {name} {meta.version(name)}" for name in ("reportlab", "pymupdf")))
jobs = [("A4", (210 * mm, 297 * mm), ""), ("Letter", (612, 792), ""), ("Letter", (612, 792), "print-scaling=none")]
seen = [printed(*job) for job in jobs]
for (name, _, option), (paper, width, height) in zip(jobs, seen):
    print(f"{name}, option {option or 'none given'}: paper {paper} points, the frame is {width} by {height} mm")
ok = [frame for _, *frame in seen] == [[100.0, 100.0], [93.3, 93.3], [100.0, 100.0]]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py" "$dir" "$filter"
