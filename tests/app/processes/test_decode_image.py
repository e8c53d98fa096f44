"""A photograph that nobody vouches for is decoded in a child with limits; what fails there is a sentence."""

import io
import struct
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from pencilwright.app.processes import decode_image, limited_process
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import load, tuning
from tests.refusals import refused
from tests.solver.photo.test_load import INK, page_with

Image = pytest.importorskip("PIL.Image")


def picture(kind: str = "JPEG", size: tuple[int, int] = (700, 500)) -> bytes:
    """A picture with a dark upper half."""
    values = np.full((size[1], size[0], 3), 230, np.uint8)
    values[: size[1] // 2] = 40
    target = io.BytesIO()
    Image.fromarray(values).save(target, kind)
    return target.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "TIFF", "BMP", "GIF", "PDF"])
def test_what_the_child_decodes_is_what_we_would_decode(kind: str) -> None:
    pytest.importorskip("pillow_heif").register_heif_opener()
    data = picture(kind)
    assert (decode_image.develop(data) == load.load(data)).all()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "photo.file.empty"),
        (b"\xff\xd8\xff" + bytes(99), "photo.file.none"),
        (picture()[:2000], "photo.file.damaged"),
        (picture("PNG", (300, 200)), "photo.file.small height=200 least=400 width=300"),
    ],
)
def test_the_sentences_of_the_child_come_through(data: bytes, sentence: str) -> None:
    with refused(sentence):
        decode_image.develop(data)


@pytest.mark.slow
def test_a_picture_that_needs_more_memory_than_it_may_take_is_refused() -> None:
    with refused("photo.file.harmful"):
        decode_image.develop(picture("PNG", (7000, 7000)), memory=200 * 1024 * 1024)


@pytest.mark.slow
def test_a_decoder_that_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = tmp_path / "endless.py"
    loop.write_text(
        "from pencilwright.app.processes import limited_process\n"
        "limited_process.limit(2**30, 1)\nwhile True: pass\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    run = limited_process.run
    monkeypatch.setattr(
        limited_process, "run", lambda module, data, *words, **limits: run("endless", data, **limits)
    )
    with refused("photo.file.harmful"):
        decode_image.develop(picture(), seconds=1)


def test_a_child_that_cannot_start_is_not_the_files_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RuntimeError, match="reader of photographs"):
        decode_image.develop(picture())


# --- files of many pages ----------------------------------------------------------------------------------


def tiff(sizes: list[tuple[int, int]]) -> bytes:
    """A TIFF with a page of each size."""
    first, *more = [Image.new("L", size, 200) for size in sizes]
    target = io.BytesIO()
    first.save(target, "TIFF", save_all=True, append_images=more)
    return target.getvalue()


def huge_tiff(pages: int = 1, following: int = 0) -> bytes:
    """A TIFF whose header announces 90,000 x 90,000 pixels; its directories may lead back to the first."""
    data = b"II*\0" + struct.pack("<I", 8)
    for page in range(pages):
        tags = [(256, 90_000), (257, 90_000), (258, 8), (259, 1), (262, 1), (273, 8), (278, 90_000), (279, 8)]
        entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
        last = page == pages - 1
        data += struct.pack("<H", len(tags)) + entries
        data += struct.pack("<I", following if last else len(data) + 4)
    return data


def pdf(content: bytes = b"", box: str = "0 0 595 842", pages: int = 1, objects: bytes = b"") -> bytes:
    """A PDF without a table of its objects, as damaged ones are, each page with the same content."""
    kids = " ".join(f"{10 + n} 0 R" for n in range(pages))
    parts = [b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"]
    parts.append(f"2 0 obj<</Type/Pages/Count {pages}/Kids[{kids}]>>endobj\n".encode())
    parts.append(b"3 0 obj<</Length %d>>stream\n%s\nendstream endobj\n" % (len(content), content))
    for n in range(pages):
        page = f"{10 + n} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[{box}]/Contents 3 0 R"
        parts.append(f"{page}/Resources<</XObject<</I 4 0 R>>>>>>endobj\n".encode())
    return b"".join([*parts, objects, b"trailer<</Root 1 0 R>>\n"])


def bomb() -> bytes:
    """A PDF of some kilobytes whose one picture is 40,000 x 40,000 pixels."""
    packed = zlib.compress(zlib.compress(bytes(200_000_000), 9), 9)
    picture = (
        b"4 0 obj<</Type/XObject/Subtype/Image/Width 40000/Height 40000/BitsPerComponent 8"
        b"/ColorSpace/DeviceGray/Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n%s\nendstream endobj\n"
        % (len(packed), packed)
    )
    return pdf(b"q 595 0 0 842 0 0 cm /I Do Q", objects=picture)


def test_a_page_that_cannot_be_read_stops_no_other() -> None:
    first, second, third = decode_image.pages(tiff([(600, 500), (100, 100), (500, 600)]))
    assert isinstance(second, InputError) and "only 100 x 100 pixels" in str(second)
    assert first.shape == (500, 600) and third.shape == (600, 500)


def test_of_an_animation_the_first_picture_is_taken() -> None:
    target = io.BytesIO()
    frames = [Image.new("P", (500, 500), n) for n in range(3)]
    frames[0].save(target, "GIF", save_all=True, append_images=frames[1:])
    assert len(list(decode_image.pages(target.getvalue()))) == 1


@pytest.mark.parametrize("bits", [1, 16])
def test_scans_of_one_bit_and_of_sixteen_keep_their_brightness(bits: int) -> None:
    values = np.zeros((500, 600), np.uint16)
    values[:250] = 65535
    view = (
        Image.fromarray(values)
        if bits == 16
        else Image.fromarray((values >> 8).astype(np.uint8)).convert("1")
    )
    target = io.BytesIO()
    view.save(target, "TIFF")
    parsed = load.load(target.getvalue())
    assert parsed[100, 100] == 255 and parsed[400, 100] == 0


def test_scans_of_sixteen_bits_whose_zero_is_white_are_no_negatives() -> None:
    """Pillow 13.0.0 opens them as they are stored; TIFF 6.0, section 8, PhotometricInterpretation 0."""
    stored = np.zeros((500, 600), np.uint16)
    stored[250:] = 65535
    target = io.BytesIO()
    Image.fromarray(stored).save(target, "TIFF", tiffinfo={load.PHOTOMETRIC: 0})
    with Image.open(target) as opened:
        assert opened.tag_v2[load.PHOTOMETRIC] == 0 and opened.getpixel((100, 100)) == 0
    parsed = load.load(target.getvalue())
    assert parsed[100, 100] == 255 and parsed[400, 100] == 0


def test_a_picture_of_a_palette_is_made_smaller_smoothly() -> None:
    stripes = np.zeros((4500, 6000), np.uint8)
    stripes[:, ::2] = 255
    target = io.BytesIO()
    Image.fromarray(stripes).convert("P").save(target, "GIF")
    assert 60 < load.load(target.getvalue())[100, 1000:1100].mean() < 200


@pytest.mark.parametrize(
    "data",
    [
        huge_tiff(),
        huge_tiff(3),
        huge_tiff(2, following=8),
        tiff([(600, 500)])[:400],
        b"GIF89a" + struct.pack("<HH", 65_535, 65_535) + bytes(20),
        b"BM" + bytes(4) + bytes(4) + struct.pack("<IIii", 54, 40, 60_000, 60_000) + bytes(30),
        b"%PDF-1.7\n" + bytes(2000),
    ],
    ids=["tiff-huge", "tiff-pages", "tiff-loop", "tiff-cut", "gif-huge", "bmp-huge", "pdf-none"],
)
def test_hostile_files_are_refused_in_a_sentence(data: bytes) -> None:
    for page in decode_image.pages(data):
        assert isinstance(page, InputError) and str(page)


@pytest.mark.parametrize("data", [pdf(box="0 0 14400000 14400000"), pdf(box="0 0 0 0"), pdf() + bytes(1000)])
def test_a_page_of_any_size_is_drawn_as_large_as_a_photograph_at_most(data: bytes) -> None:
    (page,) = decode_image.pages(data)
    assert 1 < max(page.shape) <= tuning.WORKING_SIDE


@pytest.mark.slow
def test_a_picture_that_unpacks_without_end_in_a_pdf_is_stopped_by_its_limits() -> None:
    data = bomb()
    assert len(data) < 100_000
    for page in decode_image.pages(data):
        assert isinstance(page, InputError) or page.nbytes < tuning.WORKING_SIDE**2


def test_a_file_of_too_many_pages_or_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode_image, "MOST_PAGES", 2)
    with refused("photo.file.pages"):
        list(decode_image.pages(tiff([(500, 500)] * 3)))
    assert len(list(decode_image.pages(tiff([(500, 500)] * 2)))) == 2
    monkeypatch.setattr(decode_image, "MOST_SECONDS", -1)
    with refused("photo.file.harmful"):
        list(decode_image.pages(tiff([(500, 500)] * 2)))


def test_strokes_that_a_pdf_holds_apart_are_told_in_the_child_as_here() -> None:
    data = page_with("0.4 G 8 w 100 150 m 200 150 l S", INK)
    assert (decode_image.develop(data) == load.load(data)).all()
