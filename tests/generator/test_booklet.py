"""A folded booklet: pages of A5 with a cover, two on a page of A4 in the order in which they are folded."""

from __future__ import annotations

import io
from typing import Any

import pypdf
import pytest

from pencilwright import games
from pencilwright.app.cli.main import run
from pencilwright.games.errors import InputError
from pencilwright.generator import imposition
from pencilwright.generator.documents import PrintOptions, build, covered, render_copy
from pencilwright.templates.frame import CONTENTS, PAPERS
from pencilwright.templates.page import Line, Page, Text
from pencilwright.templates.phrases import languages, say
from pencilwright.templates.render import themes
from tests.generator import geometry
from tests.generator.page_checks import SMALLEST_WORDS

GAMES = tuple(games.GAMES)


def options(language: str = "en", theme: str = "colour") -> PrintOptions:
    return PrintOptions(language, "a5", theme, booklet=True)


def contents(game: str, printed: PrintOptions) -> list[Page]:
    """The pages that a cover goes before."""
    documents = games.game(game).paper.DOCUMENTS
    return [
        render_copy(game, name, setup=None, options=printed, copy=1, part=part).page
        for name in ("reference", *documents["reference"].bound)
        for part in range(1, documents[name].parts_on("a5") + 1)
    ]


def folded(count: int) -> list[int]:
    """The order in which a pile of sheets is read that is folded in its middle: the test's own folding."""
    order = imposition.booklet(range(1, count + 1))
    sheets = [order[at : at + 4] for at in range(0, count, 4)]
    first = [page for _, right, left, _ in sheets for page in (right, left)]
    then = [page for left, _, _, right in reversed(sheets) for page in (right, left)]
    return [*first, *then]


@pytest.mark.parametrize("count", [4, 8, 12, 16])
def test_sheets_that_are_printed_on_both_sides_and_folded_once_are_read_from_the_first_page_to_the_last(
    count: int,
) -> None:
    assert folded(count) == list(range(1, count + 1))


def test_the_outside_of_the_only_sheet_is_four_and_one_its_inside_two_and_three() -> None:
    assert imposition.booklet("1234") == list("4123")
    assert imposition.booklet("12345678") == list("81276345")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_each_half_of_the_file_says_what_its_page_says(game: str, language: str) -> None:
    pages = covered(game, contents(game, options(language)), options(language))
    assert len(pages) % 4 == 0
    reader = pypdf.PdfReader(io.BytesIO(build(game, "reference", setup=None, options=options(language))))
    assert len(reader.pages) == len(pages) / 2
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    order = imposition.booklet(pages)
    for number, sheet in enumerate(reader.pages):
        width, height = (float(length) * 25.4 / 72 for length in sheet.mediabox.upper_right)
        assert (round(width), round(height)) == PAPERS["a4"][::-1]
        results: tuple[list[str], list[str]] = ([], [])
        middle = float(sheet.mediabox.right) / 2

        def put(
            text: str,
            at: list[float],
            word: list[float],
            *_: Any,
            found: Any = results,
            middle: float = middle,
        ) -> None:
            if text.strip():
                found[at[0] * word[4] + at[4] > middle].append(text)

        sheet.extract_text(visitor_text=put)
        for side in (0, 1):
            expected = "".join(item.text for item in order[2 * number + side].items if isinstance(item, Text))
            assert sorted("".join("".join(results[side]).split())) == sorted("".join(expected.split()))


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_cover_and_notes_are_whole_readable_and_take_little_ink(game: str, language: str, theme: str) -> None:
    printed = options(language, theme)
    pages = contents(game, printed)
    cover = covered(game, pages, printed)[0]
    notes = covered(game, pages[:1], printed)[-1]
    for page in (cover, notes):
        assert geometry.overlapping_words(page) == []
        assert geometry.outside_the_safe_area(page, card=False) == []
        assert min(item.size for item in page.items if isinstance(item, Text)) >= SMALLEST_WORDS
        assert all(isinstance(item, Text) or not item.style.fill for item in page.items)
    words = [item.text for item in cover.items if isinstance(item, Text)]
    assert words[0] == say(games.game(game).name, language)
    titles = {page.title for page in pages}
    assert titles <= set(words) or titles == {pages[0].title}


@pytest.mark.parametrize("game", GAMES)
def test_fold_marks_lie_on_the_fold_outside_what_the_pages_say(game: str) -> None:
    pages = covered(game, contents(game, options()), options())
    height, width = PAPERS["a4"]
    inside = (height - CONTENTS["a5"].height) / 2
    for sheet in imposition.two_up(imposition.booklet(pages), "a5", folded=True):
        marks = [item for item in sheet.items if isinstance(item, Line) and item.x1 == item.x2 == width / 2]
        assert len(marks) == 2
        above, below = sorted(marks, key=lambda mark: mark.y1)
        assert above.y1 >= imposition.CUT_MARGIN
        assert height - below.y2 >= imposition.CUT_MARGIN
        for line in geometry.words(sheet):
            assert not line.ink.x < width / 2 < line.ink.right
        assert above.y2 < inside + imposition.FOLD_LENGTH
        assert geometry.overlapping_words(sheet) == []


def test_lists_of_two_pages_on_a_sheet_stay_apart() -> None:
    pages = contents("troyes-dice", options())[:2]
    (sheet,) = imposition.two_up(pages, "a5", folded=True)
    lists = [{part for item in page.items for part in item.tag.inside if part.role == "L"} for page in pages]
    both = {part for item in sheet.items for part in item.tag.inside if part.role == "L"}
    assert len(both) == sum(map(len, lists))


def test_a_document_without_a5_pages_has_no_booklet() -> None:
    with pytest.raises(
        InputError, match="goals page of Tianxia has no A5 pages to fold into a booklet"
    ) as caught:
        build("tianxia", "goals", setup=None, options=options())
    assert caught.value.field == "booklet"


def test_the_command_folds_a4_and_refuses_letter(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["reference", "troyes-dice", "--booklet", "-o", "-"]) == 0
    assert len(pypdf.PdfReader(io.BytesIO(capfdbinary.readouterr().out)).pages) == 2
    assert run(["reference", "troyes-dice", "--booklet", "--paper", "letter", "-o", "-"]) == 2
    assert b"a booklet is folded from A4; leave out --paper letter" in capfdbinary.readouterr().err
