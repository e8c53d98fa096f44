"""Files that nobody vouches for are refused in one sentence, before they are decoded."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.TiffImagePlugin import TiffImageFile

from pencilwright.games.errors import InputError
from pencilwright.generator import fonts
from pencilwright.solver.photo import load, tuning
from tests.refusals import refused

EXIF_TURN = 0x0112


def encoded(kind: str, size: tuple[int, int] = (700, 500), **options: object) -> bytes:
    """A picture with a dark upper half."""
    picture = np.full((size[1], size[0], 3), 230, np.uint8)
    picture[: size[1] // 2] = 40
    target = io.BytesIO()
    Image.fromarray(picture).save(target, kind, **options)
    return target.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A PNG that announces a size and holds next to nothing."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(99)))
        + chunk(b"IEND", b"")
    )


def planes(size: tuple[int, int] = (700, 500)) -> bytes:
    """A raw TIFF of 16 bits a colour, each colour in a plane of its own: grey, paler from left to right."""
    width, height = size
    plane = np.tile(np.linspace(0, 65535, width).astype("<u2"), (height, 1)).tobytes()
    long, short = "<HHII", "<HHIHH"
    behind = 8 + 2 + 10 * 12 + 4  # header and tags, before the three tables and the planes
    starts = [behind + 30 + number * len(plane) for number in range(3)]
    tags = (
        struct.pack(long, 256, 4, 1, width), struct.pack(long, 257, 4, 1, height),
        struct.pack(long, 258, 3, 3, behind), struct.pack(short, 259, 3, 1, 1, 0),
        struct.pack(short, 262, 3, 1, 2, 0), struct.pack(long, 273, 4, 3, behind + 6),
        struct.pack(short, 277, 3, 1, 3, 0), struct.pack(long, 278, 4, 1, height),
        struct.pack(long, 279, 4, 3, behind + 18), struct.pack(short, 284, 3, 1, 2, 0),
    )  # fmt: skip
    tables = struct.pack("<HHHIIIIII", 16, 16, 16, *starts, *[len(plane)] * 3)
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + b"".join(tags) + bytes(4) + tables + 3 * plane


def test_a_scan_of_16_bits_in_planes_is_refused_and_never_taken_for_rows_of_8() -> None:
    with refused("photo.file.kind", kind="TIFF, 16 bit, planar"):
        load.load(planes())


def test_a_scan_of_single_bits_that_names_no_number_of_bits_is_read() -> None:
    scan = io.BytesIO()
    Image.new("1", (700, 500), 1).save(scan, "TIFF", tiffinfo={load.PLANES: 2})
    opened = Image.open(scan)
    assert isinstance(opened, TiffImageFile)
    assert load.BITS not in opened.tag_v2 and opened.tag_v2[load.PLANES] == 2
    assert (load.load(scan.getvalue()) == 255).all()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_known_kinds_become_grey_pictures(kind: str) -> None:
    picture = load.load(encoded(kind))
    assert picture.shape == (500, 700)
    assert picture[:200].mean() < 60
    assert picture[300:].mean() > 200


def test_a_heic_of_a_telephone_is_read() -> None:
    import pillow_heif

    pillow_heif.register_heif_opener()
    assert load.load(encoded("HEIF")).shape == (500, 700)


def test_the_turn_that_the_camera_noted_is_undone() -> None:
    exif = Image.Exif()
    exif[EXIF_TURN] = 6
    picture = load.load(encoded("JPEG", exif=exif))
    assert picture.shape == (700, 500)
    assert picture[:, 300:].mean() < 60, "the upper half is on the right after a quarter turn"


def test_a_large_picture_is_made_smaller() -> None:
    picture = load.load(encoded("JPEG", (7000, 5000)))
    assert max(picture.shape) <= tuning.WORKING_SIDE


@pytest.mark.parametrize("size", [(20_000, 10_000), (65_000, 65_000), (1_000_000, 1_000_000)])
def test_two_hundred_megapixels_are_refused_by_their_header(size: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="megapixels"):
        load.load(png_header(*size))


def test_a_picture_is_large_enough_from_400_pixels_on_its_short_side() -> None:
    assert load.load(encoded("PNG", (600, 400))).shape == (400, 600)
    with pytest.raises(InputError, match="only 399 x 600 pixels"):
        load.load(encoded("PNG", (399, 600)))


def test_a_file_cut_short_is_refused() -> None:
    with refused("photo.file.damaged"):
        load.load(encoded("JPEG", (2000, 2000), quality=95)[:3000])


@pytest.mark.parametrize("data", [b"", b"hello", b"%PDF-1.7", b"\xff\xd8\xff", b"GIF89a" + bytes(50)])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        load.load(data)


@given(st.integers(0, 2000), st.binary(min_size=1, max_size=40))
def test_no_damage_leads_to_anything_but_a_picture_or_a_sentence(at: int, noise: bytes) -> None:
    whole = encoded("JPEG", (420, 410))
    start = at % len(whole)
    try:
        assert load.load(whole[:start] + noise + whole[start + len(noise) :]).ndim == 2
    except InputError as error:
        assert str(error)


GREY = Image.open(io.BytesIO(encoded("PNG", (500, 400)))).convert("L")
GREY.paste(120, (0, 0, 30, 400))
ONE = GREY.point(lambda value: 255 * (value > 60)).convert("1")


def saved(picture: Image.Image, kind: str, **options: object) -> bytes:
    target = io.BytesIO()
    picture.save(target, kind, **options)
    return target.getvalue()


def fax() -> bytes:
    """The bits of a picture as a telefax sends them (group 4)."""
    data = saved(ONE, "TIFF", compression="group4")
    tags = Image.open(io.BytesIO(data)).tag_v2
    return data[tags[273][0] :][: tags[279][0]]


COLOUR = Image.merge("RGB", (GREY, GREY.point(lambda value: value // 2), GREY))
EIGHT, BIT = "/DeviceGray /BitsPerComponent 8", "/DeviceGray /BitsPerComponent 1"
FAX = f"{BIT} /DecodeParms <</K -1 /Columns 500 /Rows 400 /BlackIs1 true>>"
NEGATIVE = bytes(255 - value for value in GREY.tobytes())
NEGATIVE_JPEG = saved(Image.frombytes("L", GREY.size, NEGATIVE), "JPEG")
MAPPED = Image.open(io.BytesIO(NEGATIVE_JPEG)).point(lambda value: 255 - value)
ENCODED = {
    "8 bits": (GREY.tobytes(), EIGHT, "", GREY),
    "a negative": (NEGATIVE, f"{EIGHT} /Decode [1 0]", "", GREY),
    "colours": (COLOUR.tobytes(), "/DeviceRGB /BitsPerComponent 8", "", COLOUR),
    "1 bit": (ONE.tobytes(), BIT, "", ONE),
    "G4": (fax(), FAX, "/CCITTFaxDecode", ONE),
    "a JPEG": (saved(GREY, "JPEG"), EIGHT, "/DCTDecode", None),
    "a negative JPEG": (NEGATIVE_JPEG, f"{EIGHT} /Decode [1 0]", "/DCTDecode", MAPPED),
    "scanimage": (saved(GREY, "JPEG"), "/DeviceRGB /BitsPerComponent 8", "/DCTDecode", None),
    "colours called grey": (saved(COLOUR, "JPEG"), EIGHT, "/DCTDecode", None),
}


def page_of(data: bytes, colours: str, filter_: str, place: str, turn: int, more: str = "") -> bytes:
    """A PDF whose only page holds a picture of 500 x 400 pixels."""
    import pikepdf

    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(400, 500) if place.startswith("0") else (500, 400))
    fields = f"/Subtype /Image /Width 500 /Height 400 /ColorSpace {colours}"
    image = pdf.make_stream(data, pikepdf.Object.parse(f"<</Type /XObject {fields}>>".encode()))
    if filter_:
        image.Filter = pikepdf.Name(filter_)
    page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im1=image))
    page.obj.Contents = pdf.make_stream(f"q {place} cm /Im1 Do Q {more}".encode())
    page.obj.Rotate = turn
    target = io.BytesIO()
    pdf.save(target)
    return target.getvalue()


PLACES = {
    "500 0 0 400 0 0": (),
    "-500 0 0 400 500 0": (Image.Transpose.FLIP_LEFT_RIGHT,),
    "500 0 0 -400 0 400": (Image.Transpose.FLIP_TOP_BOTTOM,),
    "-500 0 0 -400 500 400": (Image.Transpose.ROTATE_180,),
    "0 500 -400 0 400 0": (Image.Transpose.ROTATE_90,),
    "0 -500 400 0 0 500": (Image.Transpose.ROTATE_270,),
    "0 500 400 0 0 0": (Image.Transpose.TRANSPOSE, Image.Transpose.ROTATE_180),
    "0 -500 -400 0 400 500": (Image.Transpose.TRANSPOSE,),
}


@pytest.mark.parametrize("kind", ENCODED)
@given(place=st.sampled_from(sorted(PLACES)), quarters=st.integers(0, 3))
def test_the_picture_that_is_a_page_of_a_pdf_is_the_one_that_was_put_in(
    kind: str, place: str, quarters: int
) -> None:
    data, colours, filter_, picture = ENCODED[kind]
    wanted = Image.fromarray(load.load(data)) if picture is None else picture.convert("L")
    for turn in (*PLACES[place], *[Image.Transpose.ROTATE_270] * quarters):
        wanted = wanted.transpose(turn)
    seen = load.load(page_of(data, colours, filter_, place, 90 * quarters))
    assert (seen == np.asarray(wanted)).all()


@pytest.mark.parametrize(
    ("more", "is_picture"),
    [("BT /F1 90 Tf 3 Tr 99 99 Td (words) Tj ET", True), ("0 g 200 50 99 99 re f", False)],
)
def test_a_page_that_shows_more_than_a_picture_is_drawn_and_text_to_be_searched_is_not_shown(
    more: str, is_picture: bool
) -> None:
    seen = load.load(page_of(*ENCODED["8 bits"][:3], "500 0 0 400 0 0", 0, more))
    assert (seen == np.asarray(GREY)).all() == is_picture and (seen[280:, 220:280].min() > 0) == is_picture


def written(bold: str, regular: str) -> bytes:
    """A page with words in these fonts, and a line over one of them."""
    from reportlab.pdfgen.canvas import Canvas

    target = io.BytesIO()
    canvas = Canvas(target, (500, 400))
    for place, (font, text) in enumerate(((bold, "3"), (regular, "Town hall"), (bold, "+2"))):
        canvas.setFont(font, 40)
        canvas.setFillGray(place / 4)
        canvas.drawString(50, 100 * place + 50, text)
        canvas.line(40, 60, 90, 60)
    canvas.save()
    return target.getvalue()


def test_letters_that_another_program_has_set_in_its_own_fonts_are_set_in_ours_again() -> None:
    ours = written(*(fonts.font(weight).fontName for weight in (700, 400)))
    assert (load.load(written("Helvetica-Bold", "Times-Roman")) == load.load(ours)).all()


OURS = "/Artifact BMC 0.4 g 100 100 100 100 re f EMC"
INK = "/Subtype /Ink /F 4"


def page_with(strokes: str = "", annotation: str = "") -> bytes:
    """A page that we printed a square on; strokes in its content, or as the drawing of an annotation.

    annotation : its fields.
    """
    import pikepdf

    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(500, 400))
    page.obj.Contents = pdf.make_stream(f"{OURS} {'' if annotation else strokes}".encode())
    if annotation:
        fields = f"<</Type /Annot /Rect [0 0 500 400] {annotation}>>"
        added = pdf.make_indirect(pikepdf.Object.parse(fields.encode()))
        if strokes:
            form = pikepdf.Object.parse(b"<</Type /XObject /Subtype /Form /BBox [0 0 500 400]>>")
            added.AP = pikepdf.Dictionary(N=pdf.make_stream(strokes.encode(), form))
        page.obj.Annots = pikepdf.Array([added])
    target = io.BytesIO()
    pdf.save(target)
    return target.getvalue()


@pytest.mark.parametrize("annotation", ["", INK])
@pytest.mark.parametrize(("end", "print_"), [(200, 156), (2000, 102)])
def test_print_is_paler_where_it_hides_much_of_what_others_drew_on_a_page_of_ours(
    annotation: str, end: int, print_: int
) -> None:
    strokes = f"0.4 G 8 w 100 150 m {min(end, 450)} 150 l S " + ("0.4 g 250 20 200 200 re f" * (end > 450))
    seen = load.load(page_with(strokes, annotation))
    scale = seen.shape[1] / 500
    across, stroke, beside = (seen[round((400 - y) * scale), round(150 * scale)] for y in (180, 150, 50))
    assert beside == 255 and abs(int(across) - print_) <= 1
    assert abs(int(stroke) - print_ * 102 / 255) <= 2


def test_a_page_of_ours_that_nobody_wrote_on_is_drawn_as_it_is() -> None:
    assert set(np.unique(load.load(page_with())[::7, ::7])) == {102, 255}


@pytest.mark.parametrize(
    "shape",
    [
        "/Line /L [100 300 400 300]",
        "/PolyLine /Vertices [100 300 400 300 400 350]",
        "/Polygon /Vertices [400 300 400 350 100 300]",
    ],
)
@pytest.mark.parametrize(("flags", "visible"), [(4, True), (6, False)])
def test_lines_of_annotations_without_an_appearance_are_drawn(shape: str, flags: int, visible: bool) -> None:
    seen = load.load(page_with(annotation=f"/F {flags} /Subtype {shape}"))
    scale = seen.shape[1] / 500
    around = seen[round(98 * scale) : round(102 * scale), round(250 * scale)]
    assert (around.min() < 99) == visible
