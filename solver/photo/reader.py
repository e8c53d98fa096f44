"""A photograph becomes readings: every stage in order."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.solver.photo import (
    align,
    blank,
    classify,
    code,
    cover,
    decode,
    flatten,
    grow,
    ink,
    load,
    looks,
    markers,
    settle,
    strokes,
    tuning,
)
from pencilwright.solver.photo.records import ASKED, BLANK, UNSURE, Grey, MarkReading, Reading, SheetReading
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box

NOTHING = (
    "no sheet of ours is in this picture: none of its square markers can be seen; photograph the whole sheet "
    "from above, in even light"
)


def read(data: bytes, *, code: str | None = None, unclear: bool = False) -> Reading:
    """Return the sheets in a photograph.

    Parameters
    ----------
    data : a JPEG, PNG, WebP or HEIC file.
    code : the page code, when a person has typed it because the QR cannot be read. For one sheet only.
    unclear : return sheets too of which so many marks are unclear that they are refused else; for teaching.

    Raises
    ------
    InputError : no picture, no sheet in it, or none that could be read; one sentence that says what to do.
        When only some of several sheets could not be read, their sentences are in Reading.refused.
    """
    return read_picture(load.load(data), code=code, unclear=unclear)


def read_picture(photo: Grey, *, code: str | None = None, unclear: bool = False) -> Reading:
    """Return the sheets in a photograph that load.load, or a child process, has decoded; else as `read`."""
    groups = markers.find(photo)
    found = [group for group in groups if len(group.numbers) >= tuning.FEWEST_MARKERS]
    planes = [(group, plane) for group in found if (plane := flatten.plane(group)) is not None]
    if not planes or len(planes) < len(groups):
        planes += _by_code(photo, groups, {group.copy for group, _ in planes})
    if not planes:
        raise _no_sheet(photo, found)
    if code is not None and len(planes) > 1:
        raise InputError(
            f"there are {len(planes)} sheets in this picture, so one typed code cannot be for all; "
            "photograph the sheet alone",
            field="code",
        )
    sheets, refused = [], []
    for group, plane in planes:
        try:
            sheet = _sheet(photo, group, plane, code)
            if not unclear:
                _refuse_unclear(sheet)
            sheets.append(sheet)
        except InputError as error:
            refused.append(str(error) if len(planes) == 1 else f"copy {group.copy}: {error}")
    if not sheets:
        raise InputError("; ".join(refused), field="file")
    return Reading(tuple(sorted(sheets, key=lambda sheet: sheet.copy)), tuple(refused))


def _by_code(
    photo: Grey, groups: list[markers.Found], others: set[int]
) -> list[tuple[markers.Found, flatten.Plane]]:
    """Return the sheets besides the others of which the code is seen and at most one marker."""
    planes = []
    for text, corners in code.places(photo):
        try:
            known = code.identify(text)
        except InputError:
            continue  # told when nothing else is found
        if known.said.copy in others:
            continue
        origin = known.page.area("marker.0")
        area = known.page.area("qr")
        box = Box(area.x - origin.x, area.y - origin.y, area.width, area.height)
        group = next((group for group in groups if group.copy == known.said.copy), None)
        plane = flatten.plane_with_code(group, box, corners)
        if plane is not None:
            planes.append((group or markers.none(known.said.copy), plane))
    return planes


def _no_sheet(photo: Grey, found: list[markers.Found]) -> InputError:
    """Say why there is no sheet in a photograph."""
    if found:
        return InputError(
            "the markers in this picture do not fit together; lay the sheet flat and take it from above",
            field="file",
        )
    for text in code.read_qr(photo):
        try:
            code.identify(text)
        except InputError as error:
            return InputError(f"no sheet can be read in this picture: {error}", field="file")
    return InputError(NOTHING, field="file")


# Long because it is the steps of reading, in their order, each with the sentence of its refusal.
def _sheet(photo: Grey, group: markers.Found, plane: flatten.Plane, typed: str | None) -> SheetReading:
    """Read one sheet."""
    import numpy as np

    _refuse_twice(group)
    scale = flatten.smallest_scale(plane.homography)
    if scale < tuning.LEAST_SCALE:
        raise InputError(
            f"the sheet is too small in this picture ({scale:.1f} pixels per mm; {tuning.LEAST_SCALE} are "
            "needed): go nearer",
            field="file",
        )
    _refuse_outside(flatten.outside(plane.homography, photo.shape))
    known = _identity(photo, group, plane, typed)
    page = known.page
    corner = np.array(page.area("marker.0")[:2])
    homography = plane.homography @ np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1]])
    drawing = blank.draw(page)
    lies = grow.Grown(homography, plane.places + corner, plane.seen + corner)
    if len(plane.markers) < tuning.FEW_MARKERS:
        lies = grow.grown(photo, drawing, lies.places, flatten.apply(plane.homography, plane.seen))
    aligned = align.align(photo, lies.homography, drawing, (page.width, page.height), lies[1:])
    outside = float(1 - aligned.inside.mean())
    _refuse_outside(outside)
    if aligned.share < tuning.ALIGN_LEAST_SHARE:
        raise InputError(
            "the sheet could be found but not laid over its drawing: it is covered, crumpled, blurred or "
            "shown on a screen; lay the paper flat and hold the camera still",
            field="file",
        )
    pencil = ink.ink(aligned, drawing, page, plane.markers)
    drawn = strokes.strokes(pencil, page)
    if 0 < drawn.clear < tuning.TOO_PALE:
        raise InputError(
            "the writing is too pale in this picture to be told from its noise; take it again in better "
            "light, or scan the sheet",
            field="file",
        )
    if strokes.on_samples(drawn, pencil, page) > tuning.SAMPLES_MAY_HAVE:
        raise InputError(
            "the print of this sheet looks other than it should, even where nobody writes (the samples): "
            "take the picture again, sharper and in even light, and leave the samples as they are",
            field="file",
        )
    marks = [mark for mark in page.marks if mark.kind != "text"]
    pictures = looks.looks(drawn, pencil, marks)
    seen = classify.classify(pictures, marks)
    unseen = {name for name, look in seen.items() if look.seen < tuning.LEAST_SEEN}
    for name in cover.covered(aligned.picture, drawing, marks):
        if seen[name].kind == BLANK:  # nothing of the mark shows, not even its print
            unseen.add(name)
            seen[name] = classify.hidden(seen[name].chances)
    if len(unseen) > tuning.MOST_HIDDEN * len(marks):
        raise InputError(
            f"{len(unseen)} of the {len(marks)} marks of this sheet are covered or outside of the picture; "
            "photograph the whole sheet, with nothing on it",
            field="file",
        )
    settled = settle.by_rules(known.game, known.said.setup, marks, seen)
    readings = {
        mark.id: _reading(seen[mark.id], settled.kinds[mark.id], settled.by[mark.id]) for mark in marks
    }
    kinds = {name: reading.kind for name, reading in readings.items()}
    return SheetReading(
        page_code=known.code,
        copy=known.said.copy,
        game=known.game.id,
        setup=known.said.setup,
        marks=readings,
        values=decode.values_of(kinds, {mark.id: mark.kind for mark in marks}),
        questions=tuple(name for name, kind in kinds.items() if kind == UNSURE),
        contradictions=settled.contradictions,
        margin=settled.margin,
        markers=len(plane.markers),
        homography=lies.homography,
        residual=plane.residual,
        scale=scale,
        notes=_notes(plane, outside),
        flattened=np.clip(aligned.picture, 0, 255).astype(np.uint8),
        places={mark.id: _pixels(mark) for mark in marks},
        looks=pictures,
    )


def _refuse_unclear(sheet: SheetReading) -> None:
    """Refuse a sheet with many unclear marks; clear ones that contradict each other do not count."""
    asked = [mark for mark in sheet.marks.values() if mark.by == ASKED]
    seen = [mark for mark in asked if mark.evidence["seen"] >= tuning.LEAST_SEEN]
    unclear = sum(not settle.sure(mark.seen, mark.chances) for mark in seen)
    if unclear > tuning.MOST_UNCLEAR * len(sheet.marks):
        raise InputError(
            f"{unclear} of the {len(sheet.marks)} marks of this sheet are unclear in this picture; take it "
            "again, nearer, sharper and in better light, or go over what is pale with a darker pen",
            field="file",
        )


def _refuse_twice(group: markers.Found) -> None:
    if len(group.twice) >= tuning.FEWEST_MARKERS:
        raise InputError(
            f"two sheets with the copy number {group.copy} lie in this picture; photograph them one by one",
            field="file",
        )


def _refuse_outside(outside: float) -> None:
    if outside > tuning.TOO_MUCH_OUTSIDE:
        raise InputError(
            f"{round(100 * outside)} % of this sheet lies outside of the picture; photograph the whole sheet",
            field="file",
        )


def _identity(photo: Grey, group: markers.Found, plane: flatten.Plane, typed: str | None) -> code.Identity:
    """Find out which page a sheet is."""
    texts = [typed] if typed is not None else code.of_sheet(photo, plane)
    if not texts:
        raise InputError(
            "the page code of this sheet cannot be read; take the picture again, nearer and in focus, or "
            "type the code that stands below the square pattern (--code)",
            field="code",
        )
    known = code.identify(texts[0])
    if known.said.copy != group.copy:
        raise InputError(
            f"the code says copy {known.said.copy}, but the markers are those of copy {group.copy}",
            field="code",
        )
    return known


def _pixels(mark: Mark) -> tuple[int, int, int, int]:
    x, y, width, height = (round(value * tuning.PIXELS_PER_MM) for value in mark.rect)
    return x, y, width, height


def _notes(plane: flatten.Plane, outside: float) -> tuple[str, ...]:
    """Sentences about what made reading harder."""
    notes = []
    if len(plane.markers) < 4:
        notes.append(f"only {len(plane.markers)} of 8 markers could be seen; next time show the whole sheet")
    if outside > tuning.MUCH_OUTSIDE:
        notes.append(f"{round(100 * outside)} % of the page lies outside the picture")
    return tuple(notes)


def _reading(seen: classify.Seen, kind: str, by: str) -> MarkReading:
    why = ""
    if kind == UNSURE:
        hidden = seen.seen < tuning.LEAST_SEEN
        none = "its shape is none that is known"
        why = "it cannot be seen" if hidden else none if seen.kind == UNSURE else "it is unclear"
    return MarkReading(
        kind=kind,
        confidence=max(seen.chances.values()) if kind == UNSURE else seen.chances.get(kind, 0.0),
        seen=seen.kind,
        by=by,
        chances=seen.chances,
        evidence={"seen": seen.seen},
        why=why,
    )


def by_eye(sheet: SheetReading) -> dict[str, str]:
    """Return the marks as they are read without the rules of the game: mark id -> kind."""
    return {
        name: mark.seen if settle.sure(mark.seen, mark.chances) else UNSURE
        for name, mark in sheet.marks.items()
    }
