"""A file is whole, small and the same for the same content; many copies need little more memory than one."""

from __future__ import annotations

import io
import subprocess
import sys

import pikepdf
import pytest

from pencilwright.generator.objects import ObjectFile, Stencil

TEXTS = ("", "50 % d", "\1\0", "Sheet", "a (b) \\", "morning · free", "用紙", "line\nfeed", "\u00ad", "🎲")


def saved(file: ObjectFile) -> pikepdf.Pdf:
    """The file, opened again."""
    return pikepdf.open(io.BytesIO(file.save()))


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_what_it_was(text: str) -> None:
    file = ObjectFile(pikepdf.new())
    stencil = Stencil()
    stencil.cut(stencil.put({"/Text": text, "/Word": b"\1"}))
    own = {"/Text": text, "/Texts": [text, file.put(text)]}
    own["/Copies"] = [*file.print(stencil, text), *file.print(stencil, "50 %")]
    file.extend(file.pdf.Root, {"/Own": own})
    with saved(file) as pdf:
        assert [str(pdf.Root.Own.Text), *map(str, pdf.Root.Own.Texts)] == [text] * 3
        assert [str(word) for item in pdf.Root.Own.Copies for word in item.values()] == [text] * 3 + ["50 %"]


@pytest.mark.parametrize("count", [1, 399, 400, 401, 1000])
def test_every_object_is_where_the_file_says(count: int) -> None:
    file = ObjectFile(pikepdf.new())
    numbers = [file.reserve() for _ in range(count)]
    for number in reversed(numbers):
        file.put({"/Number": int(number)}, number)
    file.extend(file.pdf.Root, {"/Own": [*numbers]})
    with saved(file) as pdf:
        assert [int(item.Number) for item in pdf.Root.Own] == numbers
        assert pdf.check_pdf_syntax() == []


def test_what_nothing_refers_to_is_left_out() -> None:
    pdf = pikepdf.new()
    pdf.make_indirect(pikepdf.Dictionary(Secret=pikepdf.String("left over")))
    with saved(ObjectFile(pdf)) as again:
        assert not [
            item for item in again.objects if isinstance(item, pikepdf.Dictionary) and "/Secret" in item
        ]


@pytest.mark.parametrize("given", [pikepdf.Array(), pikepdf.String("one"), pikepdf.Array([1])], ids=repr)
def test_a_name_of_a_file_that_is_none_is_made_anew(given: pikepdf.Object) -> None:
    pdf = pikepdf.new()
    pdf.trailer.ID = given
    with saved(ObjectFile(pdf)) as again:
        first, second = again.trailer.ID
        assert first == second


def test_a_stream_whose_packing_would_end_with_a_carriage_return_is_lengthened() -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    unlucky = b"\x0c"  # the last byte of its Adler-32 is 13
    pdf.Root.Odd = pdf.make_stream(unlucky)
    made = ObjectFile(pdf).save()
    assert b"\r \nendstream" in made and b"\r\nendstream" not in made
    with pikepdf.open(io.BytesIO(made)) as saved:
        assert saved.Root.Odd.read_bytes() == unlucky
        assert saved.check_pdf_syntax() == []


_MEMORY = """
import resource
from pencilwright import games
from pencilwright.generator.documents import PrintOptions, build
setup = games.game("troyes-dice").setups.draw(1)
for copies in (1, 31):
    build("troyes-dice", "score-sheet", setup=setup, options=PrintOptions(copies=copies))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="kilobytes on Linux, bytes on macOS, nothing on Windows")
def test_thirty_copies_more_need_less_than_a_megabyte_each() -> None:
    run = subprocess.run([sys.executable, "-c", _MEMORY], capture_output=True, text=True, check=True)
    one, many = map(int, run.stdout.split())
    assert many - one < 30 * 1024
