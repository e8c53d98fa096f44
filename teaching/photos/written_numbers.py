"""Numbers that people write into combs: a digit a cell, squeezed, aside, crossed out and written anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pencilwright.templates.page import Mark, Page
from pencilwright.templates.paths import Box
from teaching.photos import strokes, writers
from teaching.photos.levels import Level
from teaching.photos.recorded import Recorded
from teaching.photos.strokes import Shapes, Stroke
from teaching.photos.writers import Hand, Inked, Writer

WIDEST = 0.95
"""Width in mm of a tool that somebody takes for boxes of 5 mm."""
SYNTHETIC_HANDS = 0.12
"""Part of the hands of teaching that draw synthetic digits: a 1 with a flag, a 7 without a bar, an open 4."""
HANDS, OTHER_PEN = 5, 0.3
"""Hands of a page of random numbers, and the chance that one of them has another pen than the first."""
SIZES, SIZE_SPREAD = (0.52, 0.84), 0.05
"""Height of a hand's digits as a part of the box, and by how much (logarithm) each differs."""
SLANT, STRETCH = 0.13, 0.1
"""Standard deviations of a hand's slant and of how wide it writes (logarithm), beyond what was recorded."""
AS_WIDE = (0.82, 1.04)
"""A digit that is wider than this part of its cell is squeezed."""
DASH, JUNK = "-", "junk"
NIL_WRITTEN = 0.5
"""How often nothing is written down at all, in the hand's own way."""
STRUCK, OVER = 0.013, 0.005
"""Parts of the numbers that are crossed out and written anew beside, and that are written over."""
APART_MM = 1.6
"""Distance from a comb of what is written beside it."""

LENGTHS = (0.4, 0.35, 0.25)
"""How often a random number has one, two or three digits; a small comb has fewer."""
KINDS: Mapping[str, float] = {"number": 0.81, "": 0.09, DASH: 0.04, "struck": 0.035, "over": 0.025}
"""What stands in a comb of a page of random numbers, and how often."""


class Scribe(NamedTuple):
    """How somebody writes numbers.

    size : height of a digit as a part of its box; drop : how far below the middle, likewise.
    slant, wide : shear and stretch of every digit.
    zero : what is written for nothing: "0", a dash or "".
    """

    who: Writer
    size: float
    drop: float
    slant: float
    wide: float
    zero: str


def scribe(rng: np.random.Generator, who: Writer, shapes: Shapes | None = None) -> Scribe:
    """Return somebody who writes with the pen of `who`, in other shapes where some are given."""
    who = replace(who, width=min(who.width, WIDEST), shapes=shapes or who.shapes)
    return Scribe(
        who,
        float(rng.uniform(*SIZES)),
        float(rng.normal(0, 0.05)),
        float(rng.normal(0, SLANT)),
        float(np.exp(rng.normal(0, STRETCH))),
        str(rng.choice(["0", DASH, ""], p=[0.4, 0.2, 0.4])),
    )


def _digit(rng: np.random.Generator, by: Scribe, sign: str, height: float) -> list[Stroke]:
    """Return a digit or a dash of this height about the origin."""
    if sign == DASH:
        half = height * rng.uniform(0.2, 0.42)
        points = [(-half, rng.normal(0, 0.1)), (0, rng.normal(0, 0.1)), (half, rng.normal(0, 0.1))]
        return [strokes.smooth(points)]
    shape = by.who.shapes.digit(rng, sign, 0.45 * height, height / 2, by.who.care, by.who.other_digits)
    result = []
    for stroke in shape:
        sheared = stroke.copy()
        sheared[:, 0] = by.wide * (stroke[:, 0] - by.slant * stroke[:, 1])
        result.append(sheared)
    return result


def number(rng: np.random.Generator, by: Scribe, text: str, box: Box, cells: int) -> list[Stroke]:
    """Return the strokes of a number in a comb, its last digit in the last cell."""
    cell, care = box.width / cells, by.who.care
    loose = 0.04 + 0.1 * (1 - care)
    height = box.height * by.size * np.exp(rng.normal(0, SIZE_SPREAD * (2 - care)))
    results: list[Stroke] = []
    for index, sign in enumerate(text, start=cells - len(text)):
        shape = _digit(rng, by, sign, height * np.exp(rng.normal(0, 0.06)))
        points = np.vstack(shape)[:, :2]
        low, high = points.min(axis=0), points.max(axis=0)
        wide = high[0] - low[0]
        most = cell * rng.uniform(*AS_WIDE)
        part = min(1.0, most / max(wide, 0.1))
        aside = np.clip(rng.normal(0, loose * cell * 1.1), -0.3 * cell, 0.3 * cell)
        x = box.x + (index + 0.5) * cell + aside - part * (low[0] + high[0]) / 2
        y = box.y + box.height * (0.5 + by.drop) + rng.normal(0, 0.5 * loose * box.height)
        for stroke in shape:
            squeezed = stroke * (part, 1, 1)
            results.append(strokes.wobble(rng, squeezed, 0.015 + 0.06 * (1 - care)))
        results[-len(shape) :] = strokes.placed(results[-len(shape) :], x, y, float(rng.normal(0, 0.04)))
    return results


def crossed_out(rng: np.random.Generator, drawn: Sequence[Stroke]) -> list[Stroke]:
    """Return strokes through what was drawn: a line, two, or a zigzag."""
    points = np.vstack(drawn)[:, :2]
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    middle, high = (top + bottom) / 2, bottom - top

    def line(start: float, end: float) -> Stroke:
        rough = rng.normal(0, 0.2, 3)
        ends = [(left - 0.4, middle + start * high + rough[0]), (right + 0.4, middle + end * high + rough[2])]
        between = ((left + right) / 2, middle + (start + end) / 2 * high + rough[1])
        return strokes.smooth([ends[0], between, ends[1]])

    way = rng.choice(["line", "two", "zigzag"])
    if way == "line":
        return [line(0.3, -0.3)]
    if way == "two":
        return [line(-0.25, -0.2), line(0.2, 0.25)]
    xs = np.linspace(left - 0.2, right + 0.2, 7)
    return [strokes.smooth([(x, middle + (0.45 if n % 2 else -0.45) * high) for n, x in enumerate(xs)])]


def _beside(rng: np.random.Generator, by: Scribe, text: str, box: Box) -> list[Stroke]:
    """Return a number at the left of a comb, as small as it must be."""
    width = 3.4 * len(text)
    place = Box(box.x - APART_MM - width, box.y + 0.1 * box.height, width, 0.8 * box.height)
    return number(rng, by, text, place, len(text))


def random_digits(rng: np.random.Generator, length: int) -> str:
    """Return a number of this many digits; one of several does not begin with 0."""
    first = int(rng.integers(0 if length == 1 else 1, 10))
    return str(first) + "".join(str(rng.integers(0, 10)) for _ in range(length - 1))


class Written(NamedTuple):
    """What came to stand in a comb, what each cell holds (a digit, "", "-" or JUNK), and who wrote it."""

    truth: str
    cells: tuple[str, ...]
    writer: str


def at_random(
    rng: np.random.Generator, page: Page, who: Writer, level: Level, known: Recorded | None
) -> tuple[list[tuple[Hand, Writer]], dict[str, Written]]:
    """Return pens that fill all combs of a page with random numbers, and what stands there: for teaching."""
    scribes, names, pens = [], [], [(Hand(), replace(who, width=min(who.width, WIDEST)))]
    pen_of = []
    for index in range(HANDS):
        pen = who if not index or rng.random() > OTHER_PEN else writers.writer(rng, level, evenly=True)
        digit, name = strokes.SYNTHETIC.digit, ""
        if known is not None and rng.random() >= SYNTHETIC_HANDS:
            able = known.writers_of_digits()
            name = able[int(rng.integers(len(able)))]
            digit = known.digit(name)
        scribes.append(scribe(rng, pen, pen.shapes._replace(digit=digit)))
        names.append(name)
        if pen is not who:
            pens.append((Hand(), scribes[-1].who))
        pen_of.append(0 if pen is who else len(pens) - 1)
    truth = {}
    for mark in page.marks:
        if mark.kind != "number":
            continue
        index = int(rng.integers(HANDS))
        drawn_here, text, cells = _anything(rng, scribes[index], mark)
        truth[mark.id] = Written(text, cells, names[index])
        pens[pen_of[index]][0].inked.append(Inked(drawn_here))
    return pens, truth


def _anything(rng: np.random.Generator, by: Scribe, mark: Mark) -> tuple[list[Stroke], str, tuple[str, ...]]:
    """Return strokes that fill a comb with anything, what it says and what each cell holds."""
    kind = str(rng.choice(list(KINDS), p=list(KINDS.values())))
    shares = np.array(LENGTHS[: mark.cells])
    length = 1 + int(rng.choice(len(shares), p=shares / shares.sum()))
    text = random_digits(rng, length)
    empty = ("",) * (mark.cells - length)
    if kind == "":
        return [], "", ("",) * mark.cells
    if kind == DASH:
        dash = number(rng, by, DASH, mark.rect, mark.cells)
        return dash, DASH, (*("",) * (mark.cells - 1), DASH)
    drawn = number(rng, by, text, mark.rect, mark.cells)
    if kind == "number":
        return drawn, text, (*empty, *text)
    over = number(rng, by, random_digits(rng, length), mark.rect, mark.cells)
    drawn += crossed_out(rng, drawn) if kind == "struck" else over
    return drawn, "unsure", (*empty, *(JUNK,) * length)


def placed_pens(
    rng: np.random.Generator,
    page: Page,
    numbers: Mapping[str, str],
    who: Writer,
    others: Callable[[], Writer],
) -> tuple[list[tuple[Hand, Writer]], dict[str, str]]:
    """Return pens that write these numbers (mark id -> digits), and what stands in each comb after slips.

    One person writes for all, or each in the own column. Few numbers are crossed out and written anew beside,
    or written over.
    """
    columns = [mark.rect for mark in page.marks if mark.kind == "text" and "name" in mark.id.split(".")]
    alone = rng.random() < 0.8
    scribes = [scribe(rng, who)]
    scribes += [scribe(rng, others()) for _ in columns[1:]] if not alone else []
    pens = [(Hand(), by.who) for by in scribes]
    truth = {}
    for mark in page.marks:
        if mark.kind != "number":
            continue
        middle = mark.rect.x + mark.rect.width / 2
        column = next((n for n, rect in enumerate(columns) if rect.x - 2 < middle < rect.right + 2), 0)
        index = 0 if alone else column
        by, text = scribes[index], numbers.get(mark.id, "")
        if text == "0":
            text = by.zero if rng.random() < NIL_WRITTEN else ""
        truth[mark.id] = text
        if text:
            pens[index][0].inked.append(Inked(_slipped(rng, by, text, mark)))
    return pens, truth


def _slipped(rng: np.random.Generator, by: Scribe, text: str, mark: Mark) -> list[Stroke]:
    """Write a number, seldom not at the first attempt."""
    slip = rng.random()
    if text != DASH and slip < STRUCK:
        wrong = number(rng, by, random_digits(rng, len(text)), mark.rect, mark.cells)
        return [*wrong, *crossed_out(rng, wrong), *_beside(rng, by, text, mark.rect)]
    drawn = number(rng, by, text, mark.rect, mark.cells)
    if text != DASH and slip < STRUCK + OVER:
        return [*number(rng, by, random_digits(rng, len(text)), mark.rect, mark.cells), *drawn]
    return drawn
