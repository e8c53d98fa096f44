"""Bytes of a file become grey pictures, the right way up, with sizes checked before decoding.

A TIFF has a picture a page, and so has a PDF; all other files have one. Of a PDF's page the one picture that
fills it is taken out as it is; any other page is drawn.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
from contextlib import suppress
from functools import reduce
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import letters, tuning
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "HEIF", "TIFF", "BMP", "GIF", "AVIF")
PDF = b"%PDF-"
POINTS, INCH = 72.0, 300.0
"""Of a PDF: units in an inch, and pixels in which a page is drawn that is no picture."""
SHARES = 0.1
"""Part of a PDF's page from which a picture on it tells how sharp it is."""
FILLS, SLANT = 0.7, 0.02
"""Part of a page that its one picture fills, and how far it may be from upright and from square pixels."""
DARK, PRINTED, HIDDEN, PALE = 160, 210, 0.26, 0.65
"""Of a PDF: grey values of strokes and of print; the part of strokes on print from which it is drawn so pale:
0.31 and more where circles lie on printed ones, else at most 0.22."""
MAPS_VALUES = re.compile(rb"/Decode\s*[\[0-9]")
"""A PDF says that a picture's values are others than those in it; such a dictionary is never compressed."""
NOT_SHOWN, MOST_CORNERS = 0b100010, 10_000
"""Of annotations: flags of those that are not shown, and how many corners are drawn."""
KNOWN = phrase("photo.known")
UNREAD = {
    "JPEG 2000": (b"\0\0\0\x0cjP  ", b"\xff\x4f\xff\x51"), "JPEG XL": (b"\0\0\0\x0cJXL ", b"\xff\x0a"),
    "DjVu": (b"AT&TFORM",), "Photoshop": (b"8BPS",), "GIMP": (b"gimp xcf",), "JBIG2": (b"\x97JB2",),
    "PostScript": (b"%!PS",), "OpenEXR": (b"v/1\x01",),
    "RAW": (
        b"FUJIFILMCCD-RAW", b"II*\0\x10\0\0\0CR", b"II\x1a\0\0\0HEAPCCDR", b"IIRO", b"IIRS", b"MMOR",
        b"IIU\0", b"\0MRM", b"FOVb", b"\0\0\0\x18ftypcrx ",
    ),
}  # fmt: skip
"""Kinds of pictures that are not read -> how their files begin."""
WHITES = (1, 255, 1023, 4095, 16383, 65535)
"""White in pictures of 32-bit floats, and of 8, 10, 12, 14, and 16 bits a colour."""
PHOTOMETRIC = 262
"""The tag of a TIFF that says whether 0 is black (1) or white (0)."""
DEEP_PLANES = "TIFF, 16 bit, planar"
"""A kind that Pillow 13.0 takes for rows of 8 bits where it is raw; it reads compressed ones well."""
BITS, PLANES = 258, 284
"""The tags of a TIFF for its bits a colour, and for colours side by side (1) or in a plane each (2)."""
BOMB = 178
"""Megapixels from which PIL refuses a picture by itself."""


def load(data: bytes) -> NDArray[np.uint8]:
    """Return the photograph as grey values, shape (height, width), turned as its EXIF data says.

    A picture whose longer side has more than WORKING_SIDE pixels is made smaller. Raises InputError for a
    file that is no picture, damaged, or too large or too small to be read.
    """
    import numpy as np

    check_bytes(data)
    prepare(data)
    return np.asarray(decode(data))


def is_pdf(data: bytes) -> bool:
    """Return whether a file is a PDF by its first bytes."""
    return PDF in data[:1024]


def unread_kind(data: bytes) -> str:
    """Return the name of the kind of a picture that is not read, "" for any other file."""
    return next((kind for kind, begins in UNREAD.items() if data.startswith(begins)), "")


def check_bytes(data: bytes) -> None:
    """Raise InputError for a file that is too long or empty."""
    if not data:
        raise InputError(phrase("photo.file.empty"), field="file")
    if kind := unread_kind(data):
        raise InputError(phrase("photo.file.kind", kind=kind, known=KNOWN), field="file")
    if len(data) > tuning.LARGEST_FILE:
        limit = tuning.LARGEST_FILE // 1024 // 1024
        raise InputError(phrase("photo.file.large", n=limit), field="file")


def prepare(data: bytes) -> None:
    """Import the decoders that a file may need, all others not, so that decoding opens no file any more."""
    from PIL import Image

    for kind in ("Bmp", "Gif", "Jpeg", "Mpo", "Png", "Tiff", "WebP"):
        import_module(f"PIL.{kind}ImagePlugin")
    Image.preinit()
    if data.startswith(b"GIF"):
        small = io.BytesIO()
        Image.new("P", (1, 1)).save(small, "GIF")
        Image.open(small).load()
    elif is_pdf(data):
        import_module("pypdfium2")
        letters.fonts()
    elif data[8:12] in (b"avif", b"avis"):
        with suppress(ImportError):
            import_module("PIL.AvifImagePlugin")
    elif data[4:8] == b"ftyp":
        from pillow_heif import register_heif_opener

        register_heif_opener(thumbnails=False)


def decode(data: bytes, page: int = 0) -> Any:
    """Return a page of a file as a grey picture of PIL. Call `prepare` first; raises as `load`."""
    try:
        return _drawn(data, page) if is_pdf(data) else _decoded(data, page)
    except InputError:
        raise
    except _BROKEN as error:
        raise InputError(phrase("photo.file.damaged"), field="file") from error


_BROKEN = (
    OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError, RuntimeError,
    ArithmeticError, struct.error,
)  # fmt: skip
"""What libraries raise for files that are damaged on purpose or by accident."""


def has_page(data: bytes, page: int) -> bool:
    """Return whether a file has a page of this number, from 0 on. Call `prepare` first."""
    try:
        if is_pdf(data):
            import pypdfium2

            with pypdfium2.PdfDocument(data) as document:
                return page < len(document)
        opened = _open(data)
        if opened.format == "TIFF":
            opened.seek(page)
    except (InputError, *_BROKEN):
        return page == 0
    return page == 0 or opened.format == "TIFF"


def _decoded(data: bytes, page: int, *, turned: bool = True) -> Any:
    """Return a picture in grey; turned: as its EXIF data says, which pages of PDFs do not obey."""
    from PIL import Image, ImageOps

    opened = _open(data)
    if opened.format == "TIFF":
        opened.seek(page)
        deep = opened.tag_v2.get(PLANES) == 2 and opened.tag_v2.get(BITS, (1,))[0] > 8
        if deep and opened.tile[0].codec_name == "raw":
            text = phrase("photo.file.kind", kind=DEEP_PLANES, known=KNOWN)
            raise InputError(text, field="file")
    _check_size(*opened.size)
    opened.draft("L", (tuning.WORKING_SIDE // 2, tuning.WORKING_SIDE // 2))
    if opened.mode[0] in "1PIF" or opened.mode == "LAB":
        opened = _plain(opened)
    opened.thumbnail((tuning.WORKING_SIDE, tuning.WORKING_SIDE), Image.Resampling.BOX)
    return _on_white(ImageOps.exif_transpose(opened) if turned else opened)


def _plain(picture: Any) -> Any:
    """Return a picture of single bits, of a palette, or of more than 8 bits a colour, as one of 8 bits."""
    from PIL import ImageOps

    if picture.mode[0] in "IF":
        wide = picture.convert("F")
        low, high = wide.getextrema()
        low = min(low, 0)  # black; white is what the depth that holds the largest value can hold
        white = min((white for white in WHITES if white >= high - low), default=high - low)
        plain = wide.point(lambda value: value * (255 / white) - low * (255 / white)).convert("L")
        if picture.format == "TIFF" and picture.tag_v2.get(PHOTOMETRIC) == 0:
            plain = ImageOps.invert(plain)  # 0 is white; Pillow heeds it up to 8 bits
    elif picture.mode == "LAB":
        plain = picture.getchannel(0)
    else:
        plain = picture.convert(
            "RGBA" if "transparency" in picture.info else "L" if picture.mode == "1" else "RGB"
        )
    if exif := picture.getexif():
        plain.info["exif"] = exif.tobytes()
    return plain


def _drawn(data: bytes, page: int) -> Any:
    """Return the picture that a page of a PDF is; else the page, drawn as sharply as its pictures."""
    import pypdfium2

    with pypdfium2.PdfDocument(data) as document:
        document.init_forms()
        view = document[page]
        width, height = view.get_size()
        if not (width > 1 and height > 1):
            raise InputError(phrase("photo.file.damaged"), field="file")
        with suppress(*_BROKEN):
            if picture := _taken_out(view, bool(MAPS_VALUES.search(data))):
                return picture
        again = False
        with suppress(*_BROKEN):
            _draw_lines(view)
            again = letters.set_again(document, view)
        scale = min(_sharpness(view, width * height), tuning.WORKING_SIDE / max(width, height))
        _check_size(round(width * scale), round(height * scale))
        with suppress(*_BROKEN):
            if not again and (picture := _strokes_alone(document, page, scale)):
                return picture
        return view.render(scale=scale, grayscale=True, may_draw_forms=True).to_pil().convert("L")


def _strokes_alone(document: Any, page: int, scale: float) -> Any:
    """Return a page of ours that others wrote on, print paler where it hides their strokes; else None.

    Annotations, fields and what was added to the content lie apart from our print.
    """
    from PIL import ImageChops

    print_page, stroke_page = document[page], document[page]
    _draw_lines(stroke_page)
    printed = [item for item in stroke_page.get_objects(max_depth=1) if _is_ours(item)]
    added = [item for item in print_page.get_objects(max_depth=1) if not _is_ours(item)]
    if not printed:
        return None
    for item in printed:
        stroke_page.remove_obj(item)
    for item in added:
        print_page.remove_obj(item)
    drawn = print_page.render(scale=scale, draw_annots=False, may_draw_forms=False).to_pil().convert("L")
    channels = stroke_page.render(scale=scale, may_draw_forms=True).to_pil().split()[:3]
    written = reduce(ImageChops.darker, channels)
    under = drawn.histogram(written.point(lambda value: 255 * (value < DARK), "1"))
    if sum(under[:PRINTED]) > HIDDEN * sum(under):
        drawn = drawn.point(lambda value: round(255 - (255 - value) * PALE))
    return ImageChops.multiply(drawn, written)


def _draw_lines(page: Any) -> None:
    """Draw lines and polygons of annotations without an appearance: PDFium draws all other kinds itself."""
    from pypdfium2 import raw

    for number in range(raw.FPDFPage_GetAnnotCount(page)):
        annotation = raw.FPDFPage_GetAnnot(page, number)
        is_drawn = raw.FPDFAnnot_HasKey(annotation, b"AP") or raw.FPDFAnnot_GetFlags(annotation) & NOT_SHOWN
        corners = [] if is_drawn else _corners(annotation)
        raw.FPDFPage_CloseAnnot(annotation)
        if corners:
            path = raw.FPDFPageObj_CreateNewPath(*corners[0])
            for corner in corners[1:]:
                raw.FPDFPath_LineTo(path, *corner)
            raw.FPDFPath_SetDrawMode(path, raw.FPDF_FILLMODE_NONE, True)
            raw.FPDFPageObj_SetStrokeWidth(path, 1.0)
            raw.FPDFPage_InsertObject(page, path)


def _corners(annotation: Any) -> list[tuple[float, float]]:
    """Return the corners of an annotation that is a line or a polygon; of others none."""
    from pypdfium2 import raw

    kind, points = raw.FPDFAnnot_GetSubtype(annotation), [raw.FS_POINTF(), raw.FS_POINTF()]
    if kind == raw.FPDF_ANNOT_LINE:
        raw.FPDFAnnot_GetLine(annotation, *points)
    elif kind in (raw.FPDF_ANNOT_POLYLINE, raw.FPDF_ANNOT_POLYGON):
        points = (raw.FS_POINTF * MOST_CORNERS)()
        count = raw.FPDFAnnot_GetVertices(annotation, points, MOST_CORNERS)
        points = points[: count if count <= MOST_CORNERS else 0]
        points += points[:1] * (kind == raw.FPDF_ANNOT_POLYGON)
    else:
        return []
    return [(point.x, point.y) for point in points]


def _is_ours(item: Any) -> bool:
    """Return whether an object of a page is marked content, as all is that we print; others mark nothing."""
    from pypdfium2 import raw

    count = raw.FPDFFormObj_CountObjects(item) if item.type == raw.FPDF_PAGEOBJ_FORM else 0
    inside = (raw.FPDFFormObj_GetObject(item, number) for number in range(max(count, 0)))
    return raw.FPDFPageObj_CountMarks(item) > 0 or any(
        raw.FPDFPageObj_CountMarks(part) > 0 for part in inside
    )


def _taken_out(page: Any, is_mapped: bool) -> Any:
    """Return the picture that is all that a page shows, turned as it lies there, else None.

    A page that is drawn samples it a second time, and believes what the file says about its colours. A JPEG
    is decoded by its own header, unless the file maps values (`is_mapped`): it may be a negative.
    """
    from PIL.Image import Resampling, Transpose
    from pypdfium2 import raw

    visible = [item for item in page.get_objects(max_depth=1) if not _is_invisible(item)]
    if len(visible) != 1 or visible[0].type != raw.FPDF_PAGEOBJ_IMAGE or raw.FPDFPage_GetAnnotCount(page):
        return None
    (object_,) = visible
    a, b, c, d, *_ = object_.get_matrix().get()
    lies = max(abs(a), abs(d)) < SLANT * max(abs(b), abs(c))
    stands = max(abs(b), abs(c)) < SLANT * max(abs(a), abs(d))
    left, bottom, right, top = object_.get_bounds()
    width, height = object_.get_px_size()
    _check_size(width, height)
    wide, high = (height, width) if lies else (width, height)
    square = abs((right - left) * high / ((top - bottom) * wide) - 1) < SLANT
    width, height = page.get_size()
    fills = (right - left) * (top - bottom) > FILLS * width * height
    if not (fills and square and lies != stands) or raw.FPDFPageObj_HasTransparency(object_):
        return None
    if object_.get_filters() == ["DCTDecode"] and not is_mapped:
        picture = _decoded(bytes(object_.get_data()), 0, turned=False)
    elif object_.get_metadata().colorspace == raw.FPDF_COLORSPACE_UNKNOWN:  # a stencil
        return None
    else:
        picture = object_.get_bitmap().to_pil().convert("L")
        picture.thumbnail((tuning.WORKING_SIDE, tuning.WORKING_SIDE), Resampling.BOX)
    if lies:
        picture, a, d = picture.transpose(Transpose.TRANSPOSE), -c, -b
    turns = [Transpose.FLIP_LEFT_RIGHT] * (a < 0) + [Transpose.FLIP_TOP_BOTTOM] * (d < 0)
    turns += [Transpose.ROTATE_270] * (page.get_rotation() // 90)
    for turn in turns:
        picture = picture.transpose(turn)
    return picture


def _is_invisible(object_: Any) -> bool:
    """Return whether an object of a page is text that is only there to be searched."""
    from pypdfium2 import raw

    return bool(
        object_.type == raw.FPDF_PAGEOBJ_TEXT
        and raw.FPDFTextObj_GetTextRenderMode(object_) == raw.FPDF_TEXTRENDERMODE_INVISIBLE
    )


def _sharpness(page: Any, area: float) -> float:
    """Return the pixels per unit of the sharpest picture on a PDF's page; of 300 dpi where there is none."""
    from pypdfium2 import raw

    results = []
    for object_ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=2):
        left, bottom, right, top = object_.get_bounds()
        size = max((right - left) * (top - bottom), 1e-6)
        wide, high = object_.get_px_size()
        if size > SHARES * area and wide * high > 0:
            results.append(float((wide * high / size) ** 0.5))
    return max(results, default=INCH / POINTS)


def _open(data: bytes) -> Any:
    """Read the header only. Raises InputError for what is no picture that we know."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own limit follows, with a sentence
            return Image.open(io.BytesIO(data), formats=[kind for kind in FORMATS if kind in Image.OPEN])
    except Image.DecompressionBombError as error:
        raise _too_many_pixels(BOMB, "photo.file.pixels.more") from error
    except (OSError, ValueError, SyntaxError, TypeError, RuntimeError) as error:
        raise InputError(phrase("photo.file.none", known=KNOWN), field="file") from error


def _check_size(width: int, height: int) -> None:
    if width * height > tuning.MOST_PIXELS:
        raise _too_many_pixels(round(width * height / 1e6))
    if min(width, height) < tuning.SMALLEST_SIDE:
        text = phrase("photo.file.small", width=width, height=height, least=tuning.SMALLEST_SIDE)
        raise InputError(text, field="file")


def _too_many_pixels(count: int, key: str = "photo.file.pixels") -> InputError:
    return InputError(phrase(key, n=count, most=tuning.MOST_PIXELS // 1_000_000), field="file")


def _on_white(picture: Any) -> Any:
    """Return the picture in grey; what is transparent becomes paper."""
    from PIL import Image

    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        with_alpha = picture.convert("RGBA")
        picture = Image.new("RGB", with_alpha.size, "white")
        picture.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return picture.convert("L")
