"""The programs in which people open PDFs, for tests: what they show of a page, and what people do to it.

PDFium is the engine of Chrome and Edge, pdf.js that of Firefox, poppler that of most Linux desktops, MuPDF
one of many readers. None of them is shipped; `missing` says in a sentence what this machine lacks of them.
"""

from __future__ import annotations

import base64
import ctypes
import io
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PIL import Image

from pencilwright.generator.pdf import POINTS
from tests.generator.pictures import raster

PDFJS = "pdfjs-dist@6.5.438"
"""Firefox's viewer as npm has it."""
SCALE = 2.0
"""Pixels a point in all pictures."""
_ORIGIN = "http://pdfjs.test"
_PAGE = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/web/pdf_viewer.css">
<style>body { margin: 0 } .pdfViewer .page { margin: 0; border: 0 }</style>
<div id="container" style="position: absolute; inset: 0; overflow: auto"><div class="pdfViewer"></div></div>
<script type="module">
import * as pdfjs from "/legacy/build/pdf.mjs";
globalThis.pdfjsLib = pdfjs;
globalThis.pdfjsWorker = await import("/legacy/build/pdf.worker.mjs");
const { EventBus, PDFLinkService, PDFViewer } = await import("/legacy/web/pdf_viewer.mjs");
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const viewer = new PDFViewer({ container: document.getElementById("container"), eventBus, linkService });
globalThis.open = async (text) => {
  const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const document = await pdfjs.getDocument({
    data, cMapUrl: "/cmaps/", standardFontDataUrl: "/standard_fonts/", enableXfa: false,
  }).promise;
  const shown = new Promise((done) => eventBus.on("annotationlayerrendered", done, { once: true }));
  const begun = new Promise((done) => eventBus.on("pagesinit", done, { once: true }));
  viewer.setDocument(document);
  linkService.setDocument(document);
  await begun;
  viewer.currentScale = SCALE / pdfjs.PixelsPerInch.PDF_TO_CSS_UNITS;
  await shown;
  globalThis.current = document;
};
globalThis.save = async () => {
  let text = "";
  for (const value of await current.saveDocument()) text += String.fromCharCode(value);
  return btoa(text);
};
globalThis.print = async () => {
  const page = await current.getPage(1);
  const viewport = page.getViewport({ scale: SCALE });
  const canvas = Object.assign(document.createElement("canvas"), {
    width: Math.round(viewport.width), height: Math.round(viewport.height),
  });
  await page.render({
    canvas, viewport, intent: "print", annotationMode: pdfjs.AnnotationMode.ENABLE_STORAGE,
    printAnnotationStorage: current.annotationStorage.print,
  }).promise;
  return canvas.toDataURL("image/png").split(",")[1];
};
globalThis.ready = true;
</script>""".replace("SCALE", str(SCALE))


def missing() -> str:
    """Return what is not on this machine of what the tests with viewers need, "" for nothing."""
    lacks = [name for name in ("npm", "pdftocairo", "chromium") if shutil.which(name) is None]
    lacks += [f"Python's {name}" for name in ("playwright", "pymupdf") if find_spec(name) is None]
    return f"not on this machine: {', '.join(lacks)}" if lacks else ""


Place = tuple[float, float]


class Acts(NamedTuple):
    """What somebody does on a first page: clicks at places, then words typed into fields; in points, y up."""

    clicks: tuple[Place, ...] = ()
    words: Mapping[Place, str] = {}


# --- PDFium -----------------------------------------------------------------------------------------------


def in_pdfium(pdf: bytes, acts: Acts) -> bytes:
    """Return the file after it was filled in PDFium and saved."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    page = document[0]
    form: Any = document.formenv
    pdfium.FORM_OnAfterLoadPage(page, form)
    for x, y in (*acts.clicks, *acts.words):
        for act in (pdfium.FORM_OnMouseMove, pdfium.FORM_OnLButtonDown, pdfium.FORM_OnLButtonUp):
            act(form, page, 0, ctypes.c_double(x), ctypes.c_double(y))
        for sign in acts.words.get((x, y), ""):
            pdfium.FORM_OnChar(form, page, ord(sign), 0)
    pdfium.FORM_ForceToKillFocus(form)
    target = io.BytesIO()
    document.save(target)
    document.close()
    return target.getvalue()


def pdfium_shows(pdf: bytes) -> Any:
    """Return a picture of the first page, as Chrome shows and prints it."""
    return raster(pdf, pixels_per_mm=SCALE * POINTS)


# --- poppler and MuPDF ------------------------------------------------------------------------------------


def poppler_shows(pdf: bytes) -> Any:
    """Return poppler's picture of the first page."""
    command = ["pdftocairo", "-png", "-singlefile", "-r", str(72 * SCALE), "-", "-"]
    done = subprocess.run(command, input=pdf, capture_output=True, check=True)
    return Image.open(io.BytesIO(done.stdout)).convert("RGB")


def mupdf_shows(pdf: bytes) -> Any:
    """Return MuPDF's picture of the first page."""
    import pymupdf

    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        drawn = document[0].get_pixmap(dpi=round(72 * SCALE))
        return Image.frombytes("RGB", (drawn.width, drawn.height), drawn.samples)


def in_mupdf(pdf: bytes, acts: Acts) -> bytes:
    """Return the file after it was filled by what MuPDF's own viewers call for a click and for words."""
    import pymupdf

    engine = pymupdf.mupdf
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        height = document[0].rect.height
        page = pymupdf._as_pdf_page(document[0].this)
        for x, y in (*acts.clicks, *acts.words):
            widget = engine.pdf_first_widget(page)
            while not engine.fz_is_point_inside_rect(
                engine.FzPoint(x, height - y), engine.pdf_bound_widget(widget)
            ):
                widget = engine.pdf_next_widget(widget)
            if (x, y) in acts.words:
                engine.pdf_set_text_field_value(widget, acts.words[x, y])
            else:
                engine.pdf_toggle_widget(widget)
            engine.pdf_update_widget(widget)
        return bytes(document.tobytes())


# --- pdf.js -----------------------------------------------------------------------------------------------


class PdfJs:
    """A pdf.js viewer in a browser."""

    def __init__(self, folder: Path, page: Any) -> None:
        self.page = page
        types = {".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

        def answer(route: Any) -> None:
            path = route.request.url.removeprefix(_ORIGIN).lstrip("/")
            file = folder / path
            if not path:
                route.fulfill(body=_PAGE, content_type="text/html")
            elif file.is_file():
                route.fulfill(path=file, content_type=types.get(file.suffix, "application/octet-stream"))
            else:
                route.fulfill(status=404)

        page.route(f"{_ORIGIN}/**", answer)
        page.goto(f"{_ORIGIN}/")
        page.wait_for_function("globalThis.ready")

    def open(self, pdf: bytes) -> None:
        """Show a file in place of the one before."""
        self.page.evaluate("text => open(text)", base64.b64encode(pdf).decode())

    def filled(self, pdf: bytes, acts: Acts) -> bytes:
        """Return the file after it was filled and saved; it stays open."""
        self.open(pdf)
        height = self.page.evaluate("document.querySelector('.page').clientHeight")
        for x, y in (*acts.clicks, *acts.words):
            self.page.mouse.click(x * SCALE, height - y * SCALE)
            self.page.keyboard.insert_text(acts.words.get((x, y), ""))
        self.page.mouse.move(0, 0)
        self.page.evaluate("document.activeElement.blur()")
        return base64.b64decode(self.page.evaluate("save()"))

    def screen(self) -> Any:
        """Return a picture of what is on the screen."""
        shot = self.page.locator(".page").first.screenshot(animations="disabled")
        return Image.open(io.BytesIO(shot)).convert("RGB")

    def printed(self) -> Any:
        """Return a picture of what would be printed."""
        return Image.open(io.BytesIO(base64.b64decode(self.page.evaluate("print()")))).convert("RGB")


@contextmanager
def pdfjs(folder: Path) -> Iterator[PdfJs]:
    """Install pdf.js into an empty folder and run it in Chromium; the test is skipped where npm cannot."""
    from playwright.sync_api import sync_playwright

    command = ["npm", "install", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        subprocess.run([*command, "--omit=optional", PDFJS], check=True, capture_output=True, timeout=30)
    except subprocess.SubprocessError as error:
        pytest.skip(f"npm does not bring {PDFJS}: {error}")
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1240, "height": 1760})
        page.set_default_timeout(20_000)
        yield PdfJs(folder / "node_modules" / "pdfjs-dist", page)
        browser.close()
