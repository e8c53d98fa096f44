"""What a photograph or a filled PDF shows, for a worker: plain values that pages need no reader for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from pencilwright.app.positions import crops, load, photos
from pencilwright.app.processes import decode_image
from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.sheets import FilledSheet
from pencilwright.generator import documents, svg
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

WEBP: Final = "image/webp"
SVG: Final = "image/svg+xml"
MARGIN: Final = 6.0
"""Of the marks of a small page on a screen, in mm."""


class Picture(NamedTuple):
    """A picture of a page: its bytes, what kind they are, and where on the page it lies, in mm."""

    data: bytes
    kind: str
    place: Box


class ReadSheet(NamedTuple):
    """A sheet as it was read.

    Attributes
    ----------
    page_code, copy : what is printed on it.
    marks : those of its page, in reading order, with their places in mm.
    visible : the part of the page that a screen shows, in mm.
    values : mark id -> value of the marks that are settled and not blank.
    questions : mark id -> why it is asked, None where nothing is said; in the order of the page.
    by_rules : marks that the rules of the game decided.
    sure : how many marks were looked at; 0 where nothing had to be looked at.
    notes : what made reading harder, or what is wrong with the form.
    numbers : comb -> what may be written there, and its chance; {} for one that cannot be seen.
    sureness : of marks that are asked, how likely what each seems to be is.
    own : chances of the numbers that are written in its boxes, as a SheetReading has them.
    crops : squares of its marks (app/positions/crops.py); numbers have none.
    likely : values of the marks but the combs, those that are asked about as they are likely to be.
    picture : the page as it was photographed, flattened; of a PDF, as it was printed.
    spot : where it lies among sheets of the same copy number in its photograph, "" for one alone.
    """

    page_code: str
    copy: int
    marks: tuple[Mark, ...]
    visible: Box
    values: Mapping[str, str]
    questions: Mapping[str, Phrase | None]
    by_rules: tuple[str, ...]
    sure: int
    notes: tuple[Phrase, ...]
    picture: Picture
    numbers: Mapping[str, Mapping[str, float]]
    spot: Phrase | str = ""
    likely: Mapping[str, str] = {}
    sureness: Mapping[str, float] = {}
    crops: crops.Squares = crops.Squares()
    own: Mapping[str, tuple[float, ...]] = {}
    readings: Mapping[str, Any] = {}
    given: Mapping[str, str] = {}
    evidence: Any = None

    @property
    def number(self) -> Word:
        """The number of its copy, with where it lies among those of the same number."""
        return phrase("photo.at", n=self.copy, spot=self.spot) if self.spot else self.copy


class Read(NamedTuple):
    """What was found: sheets, why others could not be read; `opens`: the code that is all there is, or ""."""

    sheets: tuple[ReadSheet, ...]
    refused: tuple[Phrase, ...] = ()
    opens: str = ""


def prepare() -> None:
    """Load what reading a photograph needs, while it is being taken."""
    with suppress(ModuleNotFoundError):  # who sends one is told what to install
        import_module("cv2")
        import_module("pencilwright.solver.photo.reader")


def read(data: bytes) -> Read:
    """Return what a photograph or a filled PDF shows.

    Raises InputError with a sentence for what is neither, is damaged, or shows nothing of ours.
    """
    if not (is_pdf := load.is_pdf(data)) and not photos.is_picture(data):
        raise InputError(phrase("web.photo.neither"), field="file")
    try:
        reading = photos.of_pdf(data) if is_pdf else photos.read(data)
    except photos.PuzzlePage as page:
        return Read((), opens=page.code)
    except InputError:
        if not is_pdf and (opens := code_alone(decode_image.develop(data))):
            return Read((), opens=opens)
        raise
    forms = _of_forms([sheet for sheet in reading.sheets if isinstance(sheet, FilledSheet)])
    drawn = (_photographed(sheet) for sheet in reading.sheets if not isinstance(sheet, FilledSheet))
    result = Read((*forms.sheets, *drawn), (*forms.refused, *reading.refused))
    if not result.sheets:
        blank = phrase("position.blank", n=len(reading.sheets))
        raise InputError(chained(result.refused or (blank,), "list.semicolon"), field="file")
    return result


def code_alone(picture: Any) -> str:
    """Return the code of ours that a developed picture shows without a sheet around it, "" for none."""
    from pencilwright.solver.photo import code, markers, tuning

    if any(len(group.numbers) >= tuning.FEWEST_MARKERS for group in markers.find(picture)):
        return ""
    return next((text for text in code.read_qr(picture) if load.code_in(text)), "")


def _photographed(sheet: Any) -> ReadSheet:
    """Return a sheet of solver.photo as plain values."""
    from pencilwright.solver.photo import code
    from pencilwright.solver.photo.records import RULES

    known = code.identify(sheet.page_code)
    page, view = known.page, _visible_part(sheet.page_code)
    combs = {mark.id for mark in photos.marks_of(sheet).values() if mark.cells}
    return ReadSheet(
        page_code=_with_setup(sheet.page_code, sheet.setup),
        copy=sheet.copy,
        marks=(*page.marks, *photos.own_numbers(sheet, {mark.id: mark for mark in page.marks})),
        visible=view,
        values=dict(sheet.values),
        questions={name: sheet.marks[name].why for name in sheet.questions},
        by_rules=tuple(name for name, mark in sheet.marks.items() if mark.by == RULES),
        sure=len(sheet.marks),
        notes=sheet.notes,
        picture=Picture(_webp(sheet.flattened, view), WEBP, view),
        numbers={name: dict(mark.chances) for name, mark in sheet.marks.items() if name in combs},
        own=sheet.own,
        spot=photos.spot(sheet),
        likely=sheet.likely,
        crops=crops.squares(sheet, sheet.marks),
        sureness={name: mark.confidence for name, mark in sheet.marks.items()},
        readings=sheet.marks,
        given=sheet.given,
        evidence=sheet.evidence,
    )


def answered(read: ReadSheet, answers: Mapping[str, str]) -> ReadSheet:
    """Return a sheet after a person's answers: each may settle others."""
    if not answers or not read.readings:
        return read
    from pencilwright.solver.photo import answers as teaching

    result = teaching.with_answers(
        read.page_code, read.evidence, read.readings, read.values, read.likely, answers, read.given
    )
    return read._replace(
        page_code=_with_setup(read.page_code, photos.setup_of(read.page_code, read.own, answers)),
        values=result.values,
        questions={name: result.marks[name].why for name in result.questions},
        sureness={name: mark.confidence for name, mark in result.marks.items()},
    )


def _with_setup(page_code: str, setup: str | None) -> str:
    """Return the code of the same page with the setup of the numbers in its boxes, where they are known."""
    return pagecode.encode(pagecode.decode(page_code)._replace(setup=setup)) if setup else page_code


@lru_cache(maxsize=16)
def _visible_part(page_code: str) -> Box:
    """Return the part of a printed page that a screen shows: without markers and codes."""
    from pencilwright.solver.photo import code

    known = code.identify(page_code)
    form = known.decoded
    on_screen = documents.on_screen(
        known.game.id,
        pagecode.document_of(form)[1].id,
        setup=known.game.setups.from_code(form.setup) if form.setup else None,
        language=form.language,
        blank_numbers=form.blank_numbers,
        seats=form.seats,
    )
    area = svg.area(on_screen)
    here, there = (
        next(mark.rect for mark in page.marks if mark.id == known.page.marks[0].id)
        for page in (known.page, on_screen)
    )
    view = Box(area.x + here.x - there.x, area.y + here.y - there.y, area.width, area.height)
    paper = Box(0, 0, known.page.width, known.page.height)
    return view if view.x >= 0 and view.right <= paper.right else _around(known.page.marks, paper)


def _around(marks: Sequence[Mark], paper: Box) -> Box:
    """Return the part of a page around its marks: a small page is laid out otherwise than a screen's."""
    boxes = [mark.rect for mark in marks]
    left = max(paper.x, min(box.x for box in boxes) - MARGIN)
    top = max(paper.y, min(box.y for box in boxes) - MARGIN)
    right = min(paper.right, max(box.right for box in boxes) + MARGIN)
    return Box(left, top, right - left, min(paper.bottom, max(box.bottom for box in boxes) + MARGIN) - top)


def _webp(flattened: Any, box: Box) -> bytes:
    """Return a part of a flattened page as a small WebP."""
    from PIL import Image

    from pencilwright.solver.photo import overlay, tuning

    left, top, right, bottom = (
        round(mm * tuning.PIXELS_PER_MM) for mm in (box.x, box.y, box.right, box.bottom)
    )
    return overlay.compressed(Image.fromarray(flattened[top:bottom, left:right]))


def _of_forms(filled: Sequence[FilledSheet]) -> Read:
    """Return the filled copies of a PDF."""
    from pencilwright.solver.photo import code

    sheets, refused = [], []
    for item in filled:
        try:
            result = load.of_sheet(item)
        except InputError as error:
            refused.append(error.sentence)
            continue
        if not load.is_filled(result):
            continue
        known = code.identify(item.page_code)
        page = known.page
        sheets.append(
            ReadSheet(
                page_code=pagecode.encode(pagecode.decode(item.page_code)),
                copy=item.copy,
                marks=page.marks,
                visible=_visible_part(item.page_code),
                values={name: value for name, value in item.values.items() if value},
                questions={},
                by_rules=(),
                sure=0,
                notes=tuple(fault.rule for fault in item.faults),
                picture=Picture(svg.draw(page, {}).encode(), SVG, Box(0, 0, page.width, page.height)),
                numbers={},
                spot=photos.spot(item),
            )
        )
    return Read(tuple(sheets), tuple(refused))
