"""A folded booklet: pages of A5 with a cover, two on a page of A4 in the order in which they are folded."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pypdf
import pytest

from pencilwright import games
from pencilwright.app.cli.main import run
from pencilwright.generator import imposition
from pencilwright.generator.documents import PrintOptions, build, covered, render_copy
from pencilwright.templates.frame import CONTENTS, PAPERS
from pencilwright.templates.page import Line, Page, Text
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import languages, say
from pencilwright.templates.render import themes
from tests.generator import geometry
from tests.generator.page_checks import SMALLEST_WORDS
from tests.refusals import refused

GAMES = tuple(games.GAMES)


def options(language: str = "en", theme: str = "colour", paper: str = "a4") -> PrintOptions:
    return PrintOptions(language, "a5", theme, booklet=paper)


def contents(game: str, printed: PrintOptions) -> list[Page]:
    """The pages that a cover goes before."""
    documents = games.game(game).paper.DOCUMENTS
    pages = []
    for name in documents["reference"].bound:
        on = printed if documents[name].size == "page" else replace(printed, paper=printed.booklet)
        parts = range(1, documents[name].parts_on("a5") + 1)
        pages += [render_copy(game, name, setup=table(game), options=on, copy=1, part=n).page for n in parts]
    return pages


def table(game: str) -> Any:
    """The setup that a booklet shows where none is given."""
    room = games.game(game)
    return room.setups.from_code(room.paper.DOCUMENTS["reference"].table)


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


@pytest.mark.parametrize(
    ("language", "paper"),
    [("en", "a4"), pytest.param("ja", "letter", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("game", GAMES)
def test_each_half_of_the_file_says_what_its_page_says_and_its_number(
    game: str, language: str, paper: str
) -> None:
    printed = options(language, paper=paper)
    pages = covered(game, contents(game, printed), printed)
    assert len(pages) % 4 == 0
    reader = pypdf.PdfReader(io.BytesIO(build(game, "reference", setup=None, options=printed)))
    assert len(reader.pages) == len(pages) / 2
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    assert reader.page_labels[:2] == [f"{len(pages)}-1", f"2-{len(pages) - 1}"]
    order = imposition.booklet([(page, str(at) if at > 1 else "") for at, page in enumerate(pages, 1)])
    for number, sheet in enumerate(reader.pages):
        width, height = (float(length) * 25.4 / 72 for length in sheet.mediabox.upper_right)
        assert (width, height) == pytest.approx(PAPERS[paper][::-1], abs=0.01)
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
            page, at = order[2 * number + side]
            expected = "".join([*(item.text for item in page.items if isinstance(item, Text)), at])
            assert sorted("".join("".join(results[side]).split())) == sorted("".join(expected.split()))


@pytest.mark.parametrize(("language", "theme"), [*zip(languages(), themes(), strict=True)])
@pytest.mark.parametrize("game", GAMES)
def test_cover_and_notes_are_whole_and_readable_and_only_the_cover_is_drawn(
    game: str, language: str, theme: str
) -> None:
    printed = options(language, theme)
    pages = contents(game, printed)
    cover, *_, notes, back = covered(game, pages, printed)
    assert covered(game, pages[-3:], printed)[-1] == pages[-1], "no empty sheet for a back"
    for page in (cover, notes, back):
        assert geometry.overlapping_words(page) == []
        assert geometry.outside_the_safe_area(page, card=False) == []
        assert min(item.size for item in page.items if isinstance(item, Text)) >= SMALLEST_WORDS
        drawn = any(not isinstance(item, Text) and item.style.fill for item in page.items)
        assert drawn == (page is not notes)
    words = [item.text for item in cover.items if isinstance(item, Text)]
    assert words[0] == say(games.game(game).name, language)
    titles = {page.title for page in pages}
    assert titles <= set(words)


@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_all_of_a_sheet_lies_where_printers_reach_and_nothing_in_its_fold_but_two_marks(
    game: str, language: str, paper: str
) -> None:
    printed = options(language, paper=paper)
    pages = imposition.numbered(covered(game, contents(game, printed), printed), paper)
    height, width = PAPERS[paper]
    inside = (height - CONTENTS["a5"].height) / 2
    for sheet in imposition.two_up(imposition.booklet(pages), "a5", folded=paper):
        assert (sheet.width, sheet.height) == (width, height)
        marks = [item for item in sheet.items if isinstance(item, Line) and item.x1 == item.x2 == width / 2]
        assert len(marks) == 2
        above, below = sorted(marks, key=lambda mark: mark.y1)
        assert above.y1 >= imposition.CUT_MARGIN
        assert height - below.y2 >= imposition.CUT_MARGIN
        assert above.y2 < inside + imposition.FOLD_LENGTH
        reach = Box(0, 0, width, height).grown(-imposition.CUT_MARGIN)
        inks = [line.ink for line in geometry.words(sheet)]
        rest = sheet._replace(items=tuple(item for item in sheet.items if item not in marks))
        assert all(geometry.inside(ink, reach) for ink in (*inks, *geometry.shapes(rest)))
        assert not any(ink.x < width / 2 < ink.right for ink in inks)
        assert geometry.overlapping_words(sheet) == []
        assert min(item.size for item in sheet.items if isinstance(item, Text)) >= SMALLEST_WORDS


@pytest.mark.parametrize("game", GAMES)
def test_the_setup_that_is_given_is_the_first_page_of_a_booklet_else_that_of_its_examples(game: str) -> None:
    setups = games.game(game).setups
    given = setups.draw("given")
    for setup, shown in ((None, table(game)), (given, given)):
        file = build(game, "reference", setup=setup, options=options())
        left = pypdf.PdfReader(io.BytesIO(file)).pages[1].extract_text()
        assert setups.to_code(shown) in left
        assert (setups.to_code(given) in left) == (setup is given)


def test_a_card_in_a_booklet_is_as_large_as_its_page_has_room_for() -> None:
    pages = contents("tianxia", options())
    card, larger = pages[0], covered("tianxia", pages, options())[1]
    assert (card.width, card.height) == (70.0, 120.0)
    assert (larger.width, larger.height) == PAPERS["a5"]
    sizes = [[item.size for item in page.items if isinstance(item, Text)] for page in (card, larger)]
    assert sizes[1] == pytest.approx([size * 194 / 120 for size in sizes[0]], abs=0.01)


def test_lists_of_two_pages_on_a_sheet_stay_apart() -> None:
    pages = contents("troyes-dice", options())[:2]
    (sheet,) = imposition.two_up(pages, "a5", folded="a4")
    lists = [{part for item in page.items for part in item.tag.inside if part.role == "L"} for page in pages]
    both = {part for item in sheet.items for part in item.tag.inside if part.role == "L"}
    assert len(both) == sum(map(len, lists))


def test_a_document_without_a5_pages_has_no_booklet() -> None:
    with refused("print.no_booklet", "booklet", game="Tianxia"):
        build("tianxia", "goals", setup=None, options=options())


@pytest.mark.parametrize(("paper", "size"), [("a4", "a4"), ("a5", "a4"), ("letter", "letter")])
def test_the_command_folds_a4_and_letter(
    paper: str, size: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(["reference", "troyes-dice", "--booklet", "--paper", paper, "-o", "-"]) == 0
    pages = pypdf.PdfReader(io.BytesIO(capfdbinary.readouterr().out)).pages
    assert len(pages) == 4
    assert float(pages[0].mediabox.height) * 25.4 / 72 == pytest.approx(PAPERS[size][0], abs=0.01)
