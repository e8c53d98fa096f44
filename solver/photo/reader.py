"""A photograph becomes readings: every stage in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import (
    align,
    answers,
    bilevel,
    blank_page,
    boxes,
    cells,
    chance,
    classify,
    code,
    decisions,
    decode,
    evidence,
    few_markers,
    flatten,
    ink,
    load,
    mark_crops,
    markers,
    numbers,
    occlusion,
    printed_ink,
    sheet_positions,
    spent_crosses,
    strokes,
    tuning,
    visibility,
)
from pencilwright.solver.photo.records import (
    BLANK,
    LEFT,
    PERSON,
    UNSURE,
    Bytes,
    Evidence,
    Grey,
    MarkReading,
    Reading,
    SheetReading,
    number_of,
)
from pencilwright.templates import frame
from pencilwright.templates.page import WRITTEN, Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import Phrase, chained, phrase

LOST = frozenset({"photo.still", "photo.samples", "photo.covered", "photo.unclear", "photo.bilevel"})
"""What is said where print or strokes do not show; in two tones the cause is that they were divided so."""


def read(data: bytes, *, code: str | None = None, unclear: bool = False) -> Reading:
    """Return the sheets in a photograph.

    Parameters
    ----------
    data : a JPEG, PNG, WebP or HEIC file.
    code : the page code, when a person has typed it because the QR cannot be read. For one sheet only.
    unclear : also return sheets with too many unclear marks (for training only).

    Raises
    ------
    InputError : no picture, no sheet in it, or none that could be read; one sentence that says what to do.
        When only some of several sheets could not be read, their sentences are in Reading.refused.
    """
    return read_picture(load.load(data), code=code, unclear=unclear)


def read_picture(photo: Grey, *, code: str | None = None, unclear: bool = False) -> Reading:
    """Return the sheets in a photograph that load.load, or a child process, has decoded; else as `read`."""
    photo = np.maximum(bilevel.averaged(photo), 1)  # 0 is what lies outside of the picture
    groups = markers.find(photo)
    results = [group for group in groups if len(group.numbers) >= tuning.FEWEST_MARKERS]
    planes = [(group, plane) for group in results if (plane := flatten.plane(group)) is not None]
    if not planes or len(planes) < len(groups):
        planes += _by_code(photo, groups, [plane for _, plane in planes])
    # A mirrored code is decoded as well, and its corners do not tell: markers do.
    if not any(plane.markers for _, plane in planes) and (turned := _turned_over(photo)) is not None:
        reading = read_picture(turned, code=code, unclear=unclear)
        note = phrase("photo.note.mirrored")
        noted = tuple(replace(sheet, notes=(note, *sheet.notes)) for sheet in reading.sheets)
        return replace(reading, sheets=noted)
    if not planes:
        raise _no_sheet(photo, results)
    if code is not None and len(planes) > 1:
        raise InputError(phrase("photo.several", n=len(planes)), field="code")
    sheets, refused = [], []
    middles = [flatten.apply(plane.homography, np.array([plane.content.middle]))[0] for _, plane in planes]
    lying = sheet_positions.spots([group.copy for group, _ in planes], middles)
    for (group, plane), spot in zip(planes, lying, strict=True):
        try:
            sheets.append(replace(_sheet(photo, group, plane, code, unclear=unclear), spot=spot))
        except InputError as error:
            text = _cause(photo, error.sentence)
            which = phrase("photo.copy", copy=sheet_positions.copy_in_words(group.copy, spot), said=text)
            refused.append(text if len(planes) == 1 else which)
    if not sheets:
        raise InputError(chained(refused, "list.semicolon"), field="file")
    return Reading(tuple(sorted(sheets, key=lambda sheet: sheet.copy)), tuple(refused))


def _by_code(
    photo: Grey, groups: list[markers.CopyMarkers], others: list[flatten.Plane]
) -> list[tuple[markers.CopyMarkers, flatten.Plane]]:
    """Return the sheets besides the others of which the code is seen and at most one marker."""
    planes = []
    for text, corners in code.places(photo):
        try:
            known = code.identify(text)
        except InputError:
            continue  # told when nothing else is found
        if any(flatten.shows(other, corners.mean(0)) for other in others):
            continue
        origin = known.page.area("marker.0")
        area = known.page.area("qr")
        box = Box(area.x - origin.x, area.y - origin.y, area.width, area.height)
        group = next((group for group in groups if group.copy == known.decoded.copy), None)
        plane = flatten.plane_with_code(group, box, corners, frame.CONTENTS[known.decoded.paper])
        if plane is not None:
            planes.append((group or markers.none(known.decoded.copy), plane))
    return planes


def _turned_over(photo: Grey) -> Grey | None:
    """Return a photograph mirrored where it shows a sheet then; None where it shows none."""
    turned = np.ascontiguousarray(photo[:, ::-1])
    results = (group for group in markers.find(turned) if len(group.numbers) >= tuning.FEWEST_MARKERS)
    return turned if any(flatten.plane(group) is not None for group in results) else None


def _no_sheet(photo: Grey, results: list[markers.CopyMarkers]) -> InputError:
    """Say why there is no sheet in a photograph."""
    if results:
        return InputError(phrase("photo.unfit"), field="file")
    for text in sorted(code.read_qr(photo), key=code.is_ours, reverse=True):
        if not code.is_ours(text):
            return InputError(phrase("photo.strange"), field="file")
        if (setup := code.setup_in(text)) is not None:
            game, share = setup
            tell, sheets = (f"pencilwright {does} {game.id} --code {share}" for does in ("setup", "sheet"))
            message = phrase("photo.setup", game=game.name, code=share, tell=tell, sheets=sheets)
            return InputError(message, field="file")
        try:
            code.identify(text)
        except InputError as error:
            return InputError(phrase("photo.none", why=error.sentence), field="file")
    return InputError(phrase("photo.nothing"), field="file")


class _Located(NamedTuple):
    """A sheet whose page is known and lies in register with its drawing.

    Attributes
    ----------
    drawing : of the blank page. aligned : the photographed page on the grid of the drawing.
    outside : share of the page that is not in the picture.
    scale : pixels a mm where the sheet is smallest.
    """

    known: code.Identity
    drawing: Grey
    aligned: align.Aligned
    outside: float
    scale: float


class _Traced(NamedTuple):
    """What a pencil added to a page.

    Attributes
    ----------
    drawing : of the blank page, in two tones where the picture has only these.
    photographed, light : the page before a veil is made good, and what its light leaves of strokes at marks.
    out_of_sight : marks and combs where strokes could not be seen.
    cut : marks on the edge of a shadow; none without one.
    lost : share of the lines that a picture in two tones has broken.
    """

    drawing: Grey
    picture: NDArray[Any]
    ink: ink.Ink
    strokes: strokes.Strokes
    photographed: visibility.Photographed
    light: dict[str, visibility.Light]
    out_of_sight: set[str]
    cut: set[str]
    lost: float


class _Settled(NamedTuple):
    """What each mark is, by the picture and by the rules; and what is unusual about how they are drawn.

    Attributes
    ----------
    strange, tiny : how many marks are drawn in a way of their own, and how many are too small.
    is_poor : whether the picture leaves too many marks unclear.
    """

    evidence: Evidence | None
    seen: dict[str, classify.Seen]
    judged: chance.MarkChances | None
    marks: decisions.Settled
    strange: int
    tiny: int
    is_poor: bool

    @property
    def otherwise(self) -> bool:
        """Whether the player's way of marking, and not the picture, makes marks unclear."""
        return self.strange > 0 or self.tiny > 0


def _sheet(
    photo: Grey, group: markers.CopyMarkers, plane: flatten.Plane, typed: str | None, *, unclear: bool
) -> SheetReading:
    """Read one sheet."""
    located = _located(photo, group, plane, typed)
    is_two_tone = bilevel.is_two_tone(photo)
    if is_two_tone and bilevel.is_speckled(located.aligned, located.drawing):
        raise InputError(phrase("photo.bilevel"), field="file")
    try:
        sheet = _read(located, plane)
        if not unclear:
            refuse_unclear(sheet)
    except InputError as error:
        is_printed_so = error.sentence.key in LOST and not is_two_tone
        if is_printed_so and ink.is_dotted(located.aligned, located.drawing, located.known.page):
            raise InputError(phrase("photo.dotted"), field="file") from None
        raise
    return sheet


def _cause(photo: Grey, sentence: Phrase) -> Phrase:
    """Return why a sheet is refused: of two tones that they were divided so."""
    if sentence.key not in LOST or not bilevel.is_bilevel(photo):
        return sentence
    return phrase("photo.bilevel" if bilevel.is_two_tone(photo) else "photo.bright")


def _read(located: _Located, plane: flatten.Plane) -> SheetReading:
    """Read a sheet that is in register with its drawing."""
    known, page = located.known, located.known.page
    marks = [mark for mark in page.marks if mark.kind not in WRITTEN]
    combs = [mark for mark in page.marks if mark.kind == "number"]
    traced = _traced(located, plane, marks, combs)
    pictures = mark_crops.looks(traced.strokes, traced.ink, marks)
    seen = classify.classify(pictures, marks)
    own = numbers.rules_of(known.game, known.decoded.setup).own if known.decoded.blank_numbers else None
    setup, written_setup = known.decoded.setup, boxes.Boxes({}, (), written=False)
    if own is not None:
        written_setup = boxes.read(traced.strokes, traced.ink, {it.id: it for it in page.marks}, seen, own)
    seen |= written_setup.seen
    unseen = {name for name, look in seen.items() if look.seen < tuning.LEAST_SEEN}
    gone = {it.id for it in marks if it.id in traced.out_of_sight and seen[it.id].kind == BLANK}
    unseen |= gone
    seen |= {
        name: classify.hidden(seen[name].chances)._replace(
            why=answers.BRIGHT if traced.light[name].burnt else ""
        )
        for name in gone
    }
    written_in = cells.looks(traced.strokes, traced.ink, combs)
    known_of = _evidence(known, traced, marks, seen, pictures, written_setup) if marks else None
    opened = _maybe_traced(traced, marks, seen)
    if known_of is not None:
        known_of = known_of.asking(opened, tuning.ALWAYS_ASKED)
    settled = _settle(located, traced, marks, seen, known_of, opened)
    settled, likely, numbered = _with_numbers(known, traced, settled, marks, combs, written_in)
    unseen |= {name for name, number in numbered.items() if number.why == numbers.HIDDEN}
    count = len(marks) + len(combs)
    if len(unseen) > tuning.MOST_HIDDEN * count:
        raise InputError(phrase("photo.covered", n=len(unseen), all=count), field="file")
    kinds, by = settled.marks.kinds, settled.marks.by
    readings = {
        mark.id: answers.reading(settled.seen[mark.id], kinds[mark.id], by[mark.id]) for mark in marks
    }
    readings |= numbered
    readings = {mark.id: readings[mark.id] for mark in page.marks if mark.id in readings}
    notes = _notes(plane, located.outside, sum(reading.by == LEFT for reading in numbered.values()))
    if own is not None and written_setup.written:
        readings |= boxes.questions(written_setup, own)
        setup = boxes.setup_after(written_setup.chances, own, {})
        notes.append(phrase("photo.note.own", rows=tuple(map(str, written_setup.rows))))
    return SheetReading(
        page_code=known.code,
        copy=known.decoded.copy,
        game=known.game.id,
        setup=setup,
        marks=readings,
        values=decode.values_of(kinds, {mark.id: mark.kind for mark in marks}) | numbers.values_of(numbered),
        questions=answers.order(settled.evidence, settled.judged, readings),
        contradictions=settled.marks.contradictions,
        markers=len(plane.markers),
        notes=(*notes, *_notes_of_style(settled)),
        otherwise=settled.otherwise,
        flattened=np.clip(traced.picture, 0, 255).astype(np.uint8),
        places={mark.id: _pixels(mark) for mark in (*marks, *combs, *map(number_of, marks))},
        looks=pictures,
        cells=written_in,
        likely=likely,
        own=written_setup.chances if written_setup.written else {},
        evidence=settled.evidence,
    )


def _located(photo: Grey, group: markers.CopyMarkers, plane: flatten.Plane, typed: str | None) -> _Located:
    """Return a sheet in register with the drawing of its page. Raises InputError where it is not."""
    if len(group.twice) >= tuning.FEWEST_MARKERS:
        raise InputError(phrase("photo.twice", copy=group.copy), field="file")
    scale = flatten.smallest_scale(plane.homography, plane.content)
    if scale < tuning.LEAST_SCALE:
        text = phrase("photo.small", scale=f"{scale:.1f}", least=tuning.LEAST_SCALE)
        raise InputError(text, field="file")
    _refuse_outside(flatten.outside(plane.homography, photo.shape, plane.content))
    known = _identity(photo, group, plane, typed)
    if frame.CONTENTS[known.decoded.paper] != plane.content:
        raise InputError(phrase("photo.still"), field="file")
    page = known.page
    corner = np.array(page.area("marker.0")[:2])
    homography = plane.homography @ np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1]])
    drawing = _drawing(known.code)
    lies = few_markers.Grown(homography, plane.places + corner, plane.seen + corner)
    if len(plane.markers) < tuning.FEW_MARKERS:
        lies = few_markers.grown(photo, drawing, lies.places, flatten.apply(plane.homography, plane.seen))
    written = [mark.rect for mark in page.marks if mark.kind in WRITTEN]
    aligned = align.align(photo, lies.homography, drawing, (page.width, page.height), lies[1:], written)
    outside = float(1 - aligned.inside.mean())
    _refuse_outside(outside)
    if aligned.share < tuning.ALIGN_LEAST_SHARE:
        raise InputError(phrase("photo.still"), field="file")
    return _Located(known, drawing, aligned, outside, scale)


def _traced(located: _Located, plane: flatten.Plane, marks: list[Mark], combs: list[Mark]) -> _Traced:
    """Return what a pencil added. Raises InputError for broken or pale lines, and for samples drawn on."""
    page, aligned, drawing = located.known.page, located.aligned, located.drawing
    must_show, lost = drawing, 0.0
    black_and_white = None
    if bilevel.is_bilevel(aligned.picture[aligned.inside]):
        black_and_white = bilevel.divided(aligned.picture, aligned.inside, drawing)
    if black_and_white is not None:
        drawing, must_show = black_and_white
    paper = ink.paper_brightness(aligned, drawing)
    if black_and_white is None:
        drawing = must_show = ink.as_printed(aligned, paper, drawing, page, plane.markers)
    pencil = ink.ink(aligned, paper, drawing, page, plane.markers)
    if black_and_white is not None:
        lost = bilevel.broken(pencil, located.drawing, [*marks, *combs])
        if lost > tuning.MOST_BROKEN:
            raise InputError(phrase("photo.bilevel"), field="file")
        pencil = bilevel.bridged(pencil)
    bare = occlusion.without_strokes(aligned.picture / paper * 255, pencil.dark)
    left = occlusion.veil(bare, drawing, page.marks)
    if black_and_white is not None:
        left = np.ones_like(left)  # what is there is black
    printed = ink.print_alone(must_show, pencil.blur, pencil.contrast)
    photographed = visibility.Photographed(aligned.picture, paper, printed)
    plain = None
    if veiled := occlusion.veiled(left):
        aligned = aligned._replace(picture=occlusion.unveiled(aligned.picture, paper, pencil.noise, left))
        paper = ink.paper_brightness(aligned, drawing)
        pencil = ink.ink(aligned, paper, drawing, page, plane.markers)
        plain = occlusion.plain(left, pencil.dark.shape)
    drawn = strokes.strokes(pencil, page, plain)
    if 0 < drawn.clear < tuning.TOO_PALE:
        raise InputError(phrase("photo.pale"), field="file")
    if strokes.on_samples(drawn, pencil, page) > tuning.SAMPLES_MAY_HAVE:
        raise InputError(phrase("photo.samples"), field="file")
    light = visibility.light(photographed, [*marks, *combs], drawn.usual)
    made_good = min(tuning.LEAST_LEFT, tuning.LEFT_NOISE * pencil.noise / drawn.usual)
    out_of_sight = {
        name
        for name, (left_over, burnt) in light.items()
        if left_over < (made_good if veiled and not burnt else tuning.LEAST_LEFT)
    }
    cut = occlusion.cut(paper, marks)
    return _Traced(drawing, aligned.picture, pencil, drawn, photographed, light, out_of_sight, cut, lost)


def _evidence(
    known: code.Identity,
    traced: _Traced,
    marks: list[Mark],
    seen: Mapping[str, classify.Seen],
    pictures: Bytes,
    custom: boxes.Boxes,
) -> Evidence:
    """Return the evidence about the marks, with those that need more of it to be certain."""
    kinds = {name: classify.likeliest(item) for name, item in seen.items()}
    drawn = traced.strokes
    on_print = printed_ink.inked(traced.picture, traced.drawing, known.page, kinds, drawn.usual)
    written = [mark.rect for mark in known.page.marks if mark.kind in WRITTEN]
    quality = evidence.Quality(strokes.breadth(drawn), traced.ink.noise, drawn.clear)
    taken = {name: 1 - given.left for name, given in traced.light.items()}
    known_of = evidence.measured(marks, seen, pictures, on_print, quality, written, taken)
    known_of = known_of.without(custom.seen)
    hiding = spent_crosses.hiding(pictures, marks, kinds)
    darkest = mark_crops.darkest(pictures)
    faint = [
        mark.id
        for mark, dark in zip(marks, darkest.tolist(), strict=True)
        if mark.id in traced.cut and kinds[mark.id] != BLANK and dark < tuning.FAINT_AT_EDGE
    ]
    known_of = known_of.asking((*hiding, *faint, *evidence.filled_in(known_of)), tuning.ALWAYS_ASKED)
    after_spent = evidence.after_spent(marks, kinds)
    return known_of.asking((*traced.cut, *after_spent), tuning.CAREFUL)


def _maybe_traced(
    traced: _Traced, marks: list[Mark], seen: dict[str, classify.Seen]
) -> dict[str, classify.Seen]:
    """Return the marks that look blank, and whose printed circle may be traced."""
    kinds = {name: look.kind for name, look in seen.items()}
    lit = [mark for mark in marks if traced.light[mark.id].left > tuning.EDGE_NEEDS]
    names = visibility.traced(traced.photographed, lit, kinds, traced.strokes.strength, traced.strokes.usual)
    return {
        name: seen[name]._replace(
            kind=UNSURE,
            chances={**dict.fromkeys(seen[name].chances, 0.0), **tuning.TRACED_IS},
            why=answers.EDGE,
        )
        for name in names
    }


def _settle(
    located: _Located,
    traced: _Traced,
    marks: list[Mark],
    seen: dict[str, classify.Seen],
    known_of: Evidence | None,
    opened: Mapping[str, classify.Seen],
) -> _Settled:
    """Return what each mark is; where the picture is poor, only what is surer than usual.

    opened : marks that look blank and may not be, which tell nothing of others.
    """
    known = located.known

    def judged_by(
        evidence: Evidence | None,
    ) -> tuple[dict[str, classify.Seen], chance.MarkChances | None, decisions.Settled]:
        judged = None if evidence is None else chance.judge(evidence, {})
        result = seen if evidence is None or judged is None else answers.seen(evidence, judged, seen)
        result = {**result, **opened}
        return result, judged, decisions.by_rules(known.game, known.decoded.setup, marks, result)

    results, judged, settled = judged_by(known_of)
    unclear = decisions.unclear(results, settled)
    too_many = len(unclear) > tuning.MOST_UNCLEAR * len(marks)
    odd = [name for name, mark in results.items() if mark.why == answers.SHAPE]
    strange = [name for name, mark in results.items() if mark.why in (answers.HABIT, answers.FILLED)]
    no_photo_helps = too_many and 2 * len(odd) > len(unclear)  # they are drawn so
    strange += odd if no_photo_helps else []
    tiny = sum(mark.why == answers.TINY for mark in results.values())
    is_poor = too_many and (not (strange or tiny) or no_photo_helps)
    is_hard = is_poor or traced.lost > tuning.MUCH_BROKEN or located.scale < tuning.SMALL_SCALE
    if is_hard and known_of is not None:
        known_of = known_of.asking(known_of.names, tuning.CAREFUL)
        results, judged, settled = judged_by(known_of)
    return _Settled(known_of, results, judged, settled, len(strange), tiny, is_poor)


def _with_numbers(
    known: code.Identity,
    traced: _Traced,
    settled: _Settled,
    marks: list[Mark],
    combs: list[Mark],
    written_in: Bytes,
) -> tuple[_Settled, dict[str, str], dict[str, MarkReading]]:
    """Return the likeliest values and what is known of the numbers; marks beside a struck one are asked."""
    seen, kinds, by = settled.seen, settled.marks.kinds, settled.marks.by
    likely = decode.values_of(
        {name: classify.likeliest(seen[name]) if kind == UNSURE else kind for name, kind in kinds.items()},
        {mark.id: mark.kind for mark in marks},
    )
    numbered = _numbers(known, traced.strokes, written_in, combs, traced.out_of_sight, likely)
    if anew := numbers.beside_struck(marks, combs, numbered) & likely.keys():
        settled = settled._replace(
            seen=seen | {name: seen[name]._replace(kind=UNSURE, why="stray") for name in anew},
            marks=settled.marks._replace(
                kinds={**kinds, **dict.fromkeys(anew, UNSURE)}, by={**by, **dict.fromkeys(anew, PERSON)}
            ),
        )
        likely = {name: value for name, value in likely.items() if name not in anew}
        numbered = _numbers(known, traced.strokes, written_in, combs, traced.out_of_sight, likely)
    return settled, likely, numbered


def _notes_of_style(settled: _Settled) -> list[Phrase]:
    """Return what is said of marks that are drawn in an unusual way, and of a poor picture."""
    notes = []
    if settled.strange:
        notes.append(phrase("photo.note.otherwise", n=settled.strange))
    if settled.evidence and evidence.filled_in(settled.evidence):
        notes.append(phrase("photo.note.filled"))
    if settled.tiny:
        notes.append(phrase("photo.note.tiny", n=settled.tiny))
    if settled.is_poor:
        notes.append(phrase("photo.note.poor", n=len(decisions.unclear(settled.seen, settled.marks))))
    return notes


@lru_cache(maxsize=tuning.DRAWINGS_KEPT)
def _drawing(page_code: str) -> Grey:
    """Return the drawing of a blank page: many photographs may show the same."""
    drawing: Grey = blank_page.draw(code.identify(page_code).page)
    drawing.flags.writeable = False
    return drawing


def _numbers(
    known: code.Identity,
    drawn: strokes.Strokes,
    pictures: Bytes,
    combs: list[Mark],
    hidden: set[str],
    values: Mapping[str, str],
) -> dict[str, MarkReading]:
    """Return what is known of the numbers of a page; one without combs has none."""
    if not combs:
        return {}
    rules = numbers.rules_of(known.game, known.decoded.setup)
    others = [mark for mark in known.page.marks if mark.kind != "number"]
    return numbers.readings(drawn, pictures, combs, hidden, rules, values, others)


def refuse_unclear(sheet: SheetReading) -> None:
    """Refuse a sheet with very many unclear marks; clear ones that contradict each other do not count.

    Where the way of marking is the cause, and not the picture, a person can answer.
    """
    if sheet.otherwise:
        return
    questions = [mark for mark in sheet.marks.values() if mark.by == PERSON]
    seen = [mark for mark in questions if mark.evidence.get("seen", 0) >= tuning.LEAST_SEEN]
    unclear = sum(not decisions.sure(mark.seen, mark.chances) for mark in seen)
    marks = len(sheet.looks)
    if unclear > max(tuning.FEWEST_ASKED, tuning.MOST_ASKED * marks):
        raise InputError(phrase("photo.unclear", n=unclear, all=marks), field="file")


def _refuse_outside(outside: float) -> None:
    if outside > tuning.TOO_MUCH_OUTSIDE:
        raise InputError(phrase("photo.outside", share=round(100 * outside)), field="file")


def _identity(
    photo: Grey, group: markers.CopyMarkers, plane: flatten.Plane, typed: str | None
) -> code.Identity:
    """Find out which page a sheet is."""
    texts = [typed] if typed is not None else code.of_sheet(photo, plane)
    if not texts:
        raise InputError(phrase("photo.code.unread"), field="code")
    known = code.identify(texts[0])
    if known.decoded.copy != group.copy:
        raise InputError(phrase("photo.code.copy", copy=known.decoded.copy, other=group.copy), field="code")
    return known


def _pixels(mark: Mark) -> tuple[int, int, int, int]:
    x, y, width, height = (round(value * tuning.PIXELS_PER_MM) for value in mark.rect)
    return x, y, width, height


def _notes(plane: flatten.Plane, outside: float, left: int) -> list[Phrase]:
    """Sentences about what made reading harder, and about what nobody is asked."""
    notes = []
    if len(plane.markers) < 4:
        notes.append(phrase("photo.note.markers", n=len(plane.markers)))
    if outside > tuning.MUCH_OUTSIDE:
        notes.append(phrase("photo.note.outside", share=round(100 * outside)))
    if left:
        notes.append(phrase("photo.note.left", n=left))
    return notes
