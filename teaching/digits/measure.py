"""How well written numbers are read: single digits, numbers alone and with sums, what chances mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pencilwright.games.numberrules import NumberRules
from pencilwright.solver.photo import cells, code, numbers, sums
from pencilwright.solver.photo.records import BLANK, LEFT, UNSURE, SheetReading
from teaching.photos.measure import same, talked
from teaching.photos.readers import page_of

BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995, 1.0)
"""Bounds of the chances of a picture's likeliest number."""
COLUMN = 32
"""Boxes of a pad of four players with seven rows and a total: questions are told for so many."""


@dataclass
class Figures:
    """What came of some pads.

    Attributes
    ----------
    pads : how many were read; refused: how many were not.
    digits, digits_right : cells with a digit, and those whose likeliest sign it is.
    signs : digit -> what it was read as -> how often, mistakes alone.
    boxes, written : combs, and those with something in them, notes left out.
    best_right : written ones whose likeliest text is right, by the picture.
    alone, alone_sure, alone_wrong : combs judged without sums; those that nobody would be asked about; the
        wrong ones of these.
    questions, idle, silent, pads_silent : with sums, one question after the other: what is asked; what is in
        doubt and not asked about, since nothing is counted from it; what is wrong all the same.
    bins : index in BINS of the chance of the likeliest number -> combs, right ones.
    """

    pads: int = 0
    refused: int = 0
    digits: int = 0
    digits_right: int = 0
    boxes: int = 0
    written: int = 0
    best_right: int = 0
    alone: int = 0
    alone_sure: int = 0
    alone_wrong: int = 0
    questions: int = 0
    idle: int = 0
    silent: int = 0
    pads_silent: int = 0
    signs: dict[str, dict[str, int]] = field(default_factory=dict)
    bins: dict[int, list[int]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


def add(figures: Figures, sheet: SheetReading, truth: Mapping[str, str], *, is_game: bool) -> None:
    """Count one pad; of pages of random numbers (not `is_game`) nothing is counted that needs sums."""
    page = page_of(sheet.page_code)
    combs = [mark for mark in page.marks if mark.kind == "number"]
    rules = numbers.rules_of(code.identify(sheet.page_code).game, sheet.setup)
    figures.pads += 1
    result = cells.chances(sheet.cells, cells.places(combs)).argmax(axis=1).tolist()
    index = 0
    for mark in combs:
        text = truth[mark.id]
        if text.isdecimal():
            for n, sign in enumerate(text.rjust(mark.cells)):
                if sign != " ":
                    _digit(figures, sign, cells.SIGNS[result[index + n]])
        index += mark.cells
    counted = [mark.id for mark in combs if mark.id not in rules.notes and truth[mark.id] != UNSURE]
    plain = {
        mark.id: {
            "" if text == BLANK else text: chance for text, chance in sheet.marks[mark.id].chances.items()
        }
        for mark in combs
    }
    alone = numbers.settled(plain, {mark.id: mark.cells for mark in combs}, NumberRules())
    for name in counted:
        _alone(figures, name, truth[name], plain[name], alone[name].kind, sheet.page_code)
    if not is_game:
        return
    read = talked(sheet, truth)
    wrong = [
        name
        for name in counted
        if read[name] not in (UNSURE, LEFT) and not same(sheet.page_code, name, truth[name], read[name])
    ]
    figures.boxes += len(counted)
    figures.questions += sum(read[name] == UNSURE for name in counted)
    figures.idle += sum(read[name] == LEFT for name in counted)
    figures.silent += len(wrong)
    figures.pads_silent += bool(wrong)
    figures.errors += [f"{name}: {truth[name]} read as {read[name]}" for name in wrong]


def _digit(figures: Figures, sign: str, read: str) -> None:
    figures.digits += 1
    figures.digits_right += sign == read
    if sign != read:
        mistakes = figures.signs.setdefault(sign, {})
        mistakes[read or BLANK] = mistakes.get(read or BLANK, 0) + 1


def _alone(
    figures: Figures, name: str, truth: str, chances: Mapping[str, float], read: str, code: str
) -> None:
    figures.alone += 1
    figures.alone_sure += read != UNSURE
    figures.alone_wrong += read != UNSURE and not same(code, name, truth, read)
    worth: dict[int, float] = {}
    for text, chance in chances.items():
        worth[sums.number(text)] = worth.get(sums.number(text), 0.0) + chance
    if not worth:
        return
    best = max(worth, key=lambda number: worth[number])
    is_right = same(code, name, truth, str(best))
    figures.written += truth != BLANK
    figures.best_right += truth != BLANK and is_right
    where = max(n for n, low in enumerate(BINS[:-1]) if worth[best] >= low)
    entry = figures.bins.setdefault(where, [0, 0])
    entry[0] += 1
    entry[1] += is_right


def joined(parts: Iterable[Figures]) -> Figures:
    """Return all of these as one."""
    whole = Figures()
    for part in parts:
        for name, value in vars(part).items():
            if isinstance(value, int):
                setattr(whole, name, getattr(whole, name) + value)
        whole.errors += part.errors
        for where, (count, right) in part.bins.items():
            entry = whole.bins.setdefault(where, [0, 0])
            entry[0] += count
            entry[1] += right
        for sign, mistakes in part.signs.items():
            own = whole.signs.setdefault(sign, {})
            for read, count in mistakes.items():
                own[read] = own.get(read, 0) + count
    return whole


def in_numbers(figures: Figures) -> dict[str, Any]:
    """Return figures as plain values for JSON."""
    return {
        "pads": figures.pads,
        "refused": figures.refused,
        "digits": figures.digits,
        "digits_right": _share(figures.digits_right, figures.digits),
        "digits_read_as": {sign: figures.signs[sign] for sign in sorted(figures.signs)},
        "written": figures.written,
        "best_reading_right": _share(figures.best_right, figures.written),
        "without_sums": figures.alone,
        "without_sums_asked": figures.alone - figures.alone_sure,
        "without_sums_silent": figures.alone_wrong,
        "boxes": figures.boxes,
        "silent_errors": figures.silent,
        "pads_with_silent_errors": figures.pads_silent,
        "questions": figures.questions,
        "doubtful_and_not_counted": figures.idle,
        f"questions_per_{COLUMN}_boxes": _share(COLUMN * figures.questions, figures.boxes),
        "questions_per_pad": _share(figures.questions, figures.pads),
        "reliability": [
            {"from": BINS[where], "to": BINS[where + 1], "combs": count, "right": _share(right, count)}
            for where, (count, right) in sorted(figures.bins.items())
        ],
        "errors": figures.errors,
    }


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None
