"""Writers: each has a tool and habits of its own, and fills a whole sheet in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pencilwright.templates.page import WRITTEN, Mark, Page, Text
from pencilwright.templates.paths import Box
from teaching.photos import strokes
from teaching.photos.levels import Level
from teaching.photos.positions import Filled
from teaching.photos.strokes import Shapes, Stroke

CORE_MARGIN, CLEARLY = 0.8, 1.5
"""A stray line makes a place unsure when this many mm of it run further than the margin inside."""


class Tool(NamedTuple):
    """What writes: colour (RGB), width in mm, how opaque, how much the paper's grain shows, if it erases."""

    name: str
    colour: tuple[int, int, int]
    width: tuple[float, float]
    opacity: tuple[float, float]
    grain: float
    erasable: bool = False


TOOLS: Sequence[tuple[Tool, float]] = (
    (Tool("HB pencil", (72, 72, 76), (0.45, 0.8), (0.62, 0.92), 0.45, True), 5),
    (Tool("soft pencil", (48, 48, 52), (0.6, 1.05), (0.7, 0.95), 0.35, True), 3),
    (Tool("hard pencil", (100, 100, 104), (0.35, 0.6), (0.6, 0.9), 0.5, True), 2),
    (Tool("blue ballpoint", (32, 48, 140), (0.32, 0.5), (0.75, 0.95), 0.12), 3),
    (Tool("black ballpoint", (34, 34, 40), (0.32, 0.5), (0.75, 0.95), 0.12), 2),
    (Tool("black gel pen", (18, 18, 22), (0.4, 0.65), (0.92, 1.0), 0.03), 1.5),
    (Tool("red pen", (196, 32, 40), (0.4, 0.65), (0.8, 0.95), 0.08), 0.7),
    (Tool("green pen", (24, 120, 66), (0.4, 0.65), (0.8, 0.95), 0.08), 0.5),
    (Tool("felt-tip pen", (24, 28, 60), (0.8, 1.3), (0.88, 0.98), 0.02), 0.8),
)
"""Every tool with its weight."""


WIDE, REACHES, CROSSES, STRAY, FARTHEST = 0.6, (0.4, 1.8), (0.35, 1.53), (0.2, 1.0), 2.5
"""Of writers who are drawn widely: the chance of each of these, sizes of rings and of Xs (0.85 of it) as
parts of the place, the standard deviation of their aim in mm, and the farthest that it goes."""
SHARPIE = Tool("marker pen", (22, 22, 26), (1.8, 2.2), (0.92, 1.0), 0.02)
FELT = "felt-tip pen"
HABITS = (
    "filled", "citizens", "ticks", "crosses", "crossed", "half", "sharpie", "felt", "coloured", "anew",
    "erased",
)  # fmt: skip
"""Ways to mark a whole sheet that are not those of the samples: places filled in, or only those for citizens
and buildings; ticks or Xs instead of rings, or Xs only for citizens and buildings; everything half as large;
a marker pen 2 mm wide, a felt-tip pen, pens of several colours; marks that were crossed out or erased."""
COLOURS = (
    (196, 32, 40), (24, 120, 66), (32, 60, 170), (225, 110, 20), (130, 50, 140), (40, 150, 200),
    (214, 60, 130),
)  # fmt: skip
"""Pens of several colours, as RGB."""
ANEW, MUCH_ERASED, ERASED_TRACE = (3, 7), (10, 24), (0.08, 0.22)
"""How many marks of a sheet were crossed out, or erased, and how dark the traces of these are."""


class Manner(NamedTuple):
    """How a whole sheet is marked otherwise than the level's writers do it.

    Attributes
    ----------
    off : mm by which each mark lies beside its place, in any direction; of a ring with an X, the X.
    ring, cross : factors of the sizes of rings and of Xs.
    habit : one of HABITS, or "".
    stray, vary : standard deviations of the aim in mm, and of the sizes as a part, beyond the usual ones.
    """

    off: float = 0.0
    ring: float = 1.0
    cross: float = 1.0
    habit: str = ""
    stray: float = 0.0
    vary: float = 0.0


USUAL = Manner()


class Inked(NamedTuple):
    """Strokes that are put on paper together: `strength` 1 is the tool's own; rubbed ones are smeared.

    `colour` is that of another pen than the writer's usual one.
    """

    strokes: list[Stroke]
    strength: float = 1.0
    rubbed: bool = False
    colour: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Writer:
    """A person: tool and habits. `reach` is a ring's size as a part of its place; `lean` is in radians."""

    tool: Tool
    width: float
    opacity: float
    care: float
    reach: float
    cross_reach: float
    ring_marks: str
    box_marks: str
    strikes: str
    lean: float
    shift: tuple[float, float]
    other_digits: bool
    writes_sums: bool
    writes_notes: bool
    shapes: Shapes = strokes.SYNTHETIC
    manner: Manner = USUAL


@dataclass
class Hand:
    """What a hand left on a sheet, and what a reader may answer: truth of odd marks is "unsure"."""

    inked: list[Inked] = field(default_factory=list)
    truth: dict[str, str] = field(default_factory=dict)
    odd: dict[str, str] = field(default_factory=dict)


def writer(rng: np.random.Generator, level: Level, *, evenly: bool = False) -> Writer:
    """Return a writer as careless and faint as the level allows; if `evenly`, rare habits are as frequent."""
    weights = np.array([1.0 if evenly else weight for _, weight in TOOLS])
    ticks, slashes = (0.5, 0.5) if evenly else (0.1, 0.15)
    tool = TOOLS[int(rng.choice(len(TOOLS), p=weights / weights.sum()))][0]
    reach = rng.choice([0.82, 1.0, 1.13], p=[0.35, 0.4, 0.25]) + rng.normal(0, 0.04)
    return Writer(
        tool=tool,
        width=float(rng.uniform(*tool.width)),
        opacity=_opacity(rng, tool, level),
        care=float(rng.uniform(*level.care)),
        reach=float(np.clip(reach, 0.7, 1.22)),
        cross_reach=float(rng.uniform(0.7, 1.1)),
        ring_marks=str(rng.choice(["ring", "tick"], p=[1 - ticks, ticks])),
        box_marks=str(rng.choice(["tick", "cross", "digit"], p=[0.4, 0.35, 0.25])),
        strikes=str(rng.choice(["cross", "slash"], p=[1 - slashes, slashes])),
        lean=float(rng.normal(0, 0.12)),
        shift=(float(rng.normal(0, 0.15)), float(rng.normal(0, 0.15))),
        other_digits=bool(rng.random() < 0.4),
        writes_sums=bool(rng.random() < 0.55),
        writes_notes=bool(rng.random() < 0.4),
    )


def widely(rng: np.random.Generator, who: Writer) -> Writer:
    """Return a writer whose marks are larger, smaller or farther from their places than most people's."""
    if rng.random() < WIDE:
        who = replace(who, reach=float(rng.uniform(*REACHES)))
    if rng.random() < WIDE:
        who = replace(who, cross_reach=float(rng.uniform(*CROSSES)))
    stray = float(rng.uniform(*STRAY)) if rng.random() < WIDE else 0.0
    return replace(who, manner=Manner(stray=stray, vary=0.12))


def otherwise(rng: np.random.Generator, who: Writer, manner: Manner) -> Writer:
    """Return a writer who marks in this manner."""
    if manner.habit == "half":
        manner = manner._replace(ring=0.5 * manner.ring, cross=0.5 * manner.cross)
    if manner.habit == "sharpie":
        who = replace(who, tool=SHARPIE, width=float(rng.uniform(*SHARPIE.width)), opacity=SHARPIE.opacity[1])
    named = {tool.name: tool for tool, _ in TOOLS}
    if manner.habit == "felt":
        who = replace(who, tool=named[FELT], width=1.2, opacity=named[FELT].opacity[1])
    if manner.habit == "coloured":
        pen = named["red pen"]
        who = replace(who, tool=pen, width=float(rng.uniform(*pen.width)), opacity=pen.opacity[1])
    if manner.habit == "erased" and not who.tool.erasable:
        pencil = named["soft pencil"]
        who = replace(who, tool=pencil, width=float(rng.uniform(*pencil.width)), opacity=pencil.opacity[0])
    return replace(who, manner=manner)


def _opacity(rng: np.random.Generator, tool: Tool, level: Level) -> float:
    """Return how dark a writer's strokes are: a light hand shows more with a pencil than with a pen."""
    light = 1 - rng.uniform(*level.darkness)
    return float(rng.uniform(*tool.opacity) * (1 - light * (1 if tool.erasable else 0.5)))


def fill(rng: np.random.Generator, filled: Filled, who: Writer, level: Level, *, odd: int = 0) -> Hand:
    """Draw a whole sheet: its marks, sums and notes, traces of erased marks, and `odd` marks of odd kinds."""
    page = filled.rendered.page
    hand = Hand(truth=dict(filled.truth))
    if who.box_marks == "digit" and _boxes_hold_numbers(page):
        who = replace(who, box_marks="tick")
    blank = [mark for mark in page.marks if hand.truth.get(mark.id) == "blank" and not mark.value]
    for mark in _some(rng, blank, odd):
        _draw_odd(rng, page, mark, who, hand)
    erased = rng.uniform(*level.erased) if who.tool.erasable else 0.0
    for mark in page.marks:
        value = filled.values.get(mark.id, "")
        if mark.kind == "number":
            continue  # see written_numbers.py
        if mark.kind in WRITTEN:
            hand.inked += [Inked(item) for item in (_words(rng, mark, who),) if item]
            continue
        if mark.id in hand.odd:
            continue
        if rng.random() < erased:
            was = "spent" if mark.value else "struck" if mark.kind == "strike" else "circled"
            trace = answer(rng, mark, "" if value == was and mark.value else was, who)
            hand.inked.append(Inked(trace, float(rng.uniform(0.04, 0.11)), True))
        if value:
            pen = COLOURS[int(rng.integers(len(COLOURS)))] if who.manner.habit == "coloured" else None
            drawn = answer(rng, mark, value, who)
            hand.inked.append(Inked(drawn, float(rng.uniform(0.85, 1.0)), colour=pen))
    taken_back = {"anew": ANEW, "erased": MUCH_ERASED}.get(who.manner.habit)
    if taken_back:
        free = [mark for mark in blank if mark.id not in hand.odd]
        for mark in _some(rng, free, int(rng.integers(*taken_back))):
            hand.inked += _taken_back(rng, mark, who)
    return hand


def _taken_back(rng: np.random.Generator, mark: Mark, who: Writer) -> list[Inked]:
    """Return a mark that was drawn by mistake, and erased or crossed out by a zigzag."""
    was = "struck" if mark.kind == "strike" else "ticked" if mark.kind == "tick" else "circled"
    drawn = answer(rng, mark, was, who)
    if who.manner.habit == "erased":
        return [Inked(drawn, float(rng.uniform(*ERASED_TRACE)), True)]
    over = who.shapes.fill(rng, 0.55 * mark.rect.width, 0.55 * mark.rect.height, who.care)
    return [Inked(drawn), Inked(_put(rng, over, mark, who))]


def _boxes_hold_numbers(page: Page) -> bool:
    """Return whether the numbers stand in the boxes to tick: then nobody writes them there once more."""
    boxes = [mark.rect for mark in page.marks if mark.kind == "tick"]
    texts = [(item.x, item.y) for item in page.items if isinstance(item, Text)]
    return any(box.x < x < box.right and box.y < y < box.bottom for box in boxes for x, y in texts)


def _some(rng: np.random.Generator, marks: Sequence[Mark], count: int) -> list[Mark]:
    return [marks[int(index)] for index in rng.permutation(len(marks))[:count]]


def answer(rng: np.random.Generator, mark: Mark, value: str, who: Writer) -> list[Stroke]:
    """Return the strokes of one mark's answer, where the hand put them."""
    rx, ry = mark.rect.width / 2, mark.rect.height / 2
    small = 1.0 if max(rx, ry) < 4 else 0.9
    reach = who.reach * small * (1 + rng.normal(0, 0.05))
    inner = who.cross_reach * (1 + rng.normal(0, 0.06)) * 0.85
    reach, inner = _varied(rng, reach, who.manner.ring, who), _varied(rng, inner, who.manner.cross, who)
    shapes: list[list[Stroke]] = []
    if value in ("circled", "spent") and not mark.value:
        habit = who.manner.habit
        if habit == "ticks" or (who.ring_marks == "tick" and mark.kind == "circle"):
            shapes.append(who.shapes.tick(rng, 0.8 * rx, 0.8 * ry, who.care))
        elif habit == "crosses" or (habit == "crossed" and mark.kind == "circle"):
            shapes.append(who.shapes.cross(rng, inner * rx, inner * ry, who.care))
        elif habit == "filled" or (habit == "citizens" and mark.kind == "circle"):
            shapes.append(strokes.solid(rng, min(reach, 1) * rx, min(reach, 1) * ry, who.width))
        else:
            shapes.append(who.shapes.ring(rng, reach * rx, reach * ry, who.care))
    if value == "spent":
        shapes.append(who.shapes.cross(rng, inner * rx, inner * ry, who.care))
    if value == "struck":
        shape = who.shapes.cross if who.strikes == "cross" else who.shapes.slash
        shapes.append(shape(rng, inner * rx, inner * ry, who.care))
    if value == "ticked":
        shapes.append(_in_box(rng, mark, who, rx, ry))
    off = who.manner.off
    return [
        stroke
        for number, shape in enumerate(shapes, start=1)
        for stroke in _put(rng, shape, mark, who, off if number == len(shapes) else 0.0)
    ]


def _varied(rng: np.random.Generator, size: float, factor: float, who: Writer) -> float:
    """Return the size of a shape by the manner of its writer; chance is asked for that only."""
    size *= factor
    return float(size * np.exp(rng.normal(0, who.manner.vary))) if who.manner.vary else float(size)


def _in_box(rng: np.random.Generator, mark: Mark, who: Writer, rx: float, ry: float) -> list[Stroke]:
    """Draw a tick or a cross in a box, or the number that stands below it."""
    if who.box_marks == "digit":
        sign = mark.id.rpartition(".")[2]
        return who.shapes.digit(rng, sign, 0.6 * rx, 0.75 * ry, who.care, who.other_digits)
    shape = who.shapes.tick if who.box_marks == "tick" else who.shapes.cross
    return shape(rng, 0.8 * rx, 0.8 * ry, who.care)


def _put(
    rng: np.random.Generator, shape: list[Stroke], mark: Mark, who: Writer, off: float = 0.0
) -> list[Stroke]:
    """Move a shape to its mark, as exactly as the hand aims or so many mm beside it, and shake it."""
    aim = np.clip(rng.normal(0, 0.12 + 0.4 * (1 - who.care), 2), -1.1, 1.1)
    if off:
        angle = rng.uniform(0, 2 * np.pi)
        aim = off * np.array([np.cos(angle), np.sin(angle)]) - who.shift
    elif who.manner.stray:
        aim = aim + rng.normal(0, who.manner.stray, 2)
        aim *= min(1.0, FARTHEST / max(np.hypot(*aim), 1e-9))
    x = mark.rect.x + mark.rect.width / 2 + who.shift[0] + aim[0]
    y = mark.rect.y + mark.rect.height / 2 + who.shift[1] + aim[1]
    shaken = [strokes.wobble(rng, stroke, 0.04 + 0.16 * (1 - who.care)) for stroke in shape]
    return strokes.placed(shaken, float(x), float(y), who.lean + rng.normal(0, 0.08))


def _words(rng: np.random.Generator, mark: Mark, who: Writer) -> list[Stroke]:
    """Return numbers in the places for sums and notes, a scrawl for the name."""
    rect = mark.rect
    x, y, height = rect.x + rect.width / 2, rect.y + rect.height / 2, 0.3 * rect.height
    if mark.id == "date" or "name" in mark.id.split("."):
        return _scrawl(rng, mark, who) if rng.random() < 0.5 else []
    if mark.id.startswith("note"):
        if not who.writes_notes or rng.random() < 0.5:
            return []
        text, height = "".join(str(rng.integers(1, 7)) for _ in range(4)), 1.6
        places = [(x - 2.9, y - 2.6), (x + 2.9, y - 2.6), (x - 2.9, y + 2.6), (x + 2.9, y + 2.6)]
    else:
        if not who.writes_sums:
            return []
        text, height = str(int(rng.integers(0, 30))), min(height, 3.0)
        places = [(x + (n - (len(text) - 1) / 2) * 1.3 * height, y) for n in range(len(text))]
    results: list[Stroke] = []
    for sign, (cx, cy) in zip(text, places, strict=True):
        shape = who.shapes.digit(rng, sign, 0.75 * height, height, who.care, who.other_digits)
        shaken = [strokes.wobble(rng, stroke, 0.05 + 0.1 * (1 - who.care)) for stroke in shape]
        results += strokes.placed(shaken, cx + rng.normal(0, 0.3), cy + rng.normal(0, 0.3), who.lean)
    return results


def _scrawl(rng: np.random.Generator, mark: Mark, who: Writer) -> list[Stroke]:
    rect = mark.rect
    letters = int(rng.integers(5, 12))
    x = rect.x + 2 + np.arange(2 * letters) * min(1.3, (rect.width - 6) / (2 * letters))
    y = (
        rect.y
        + rect.height / 2
        + 1.3 * np.where(np.arange(2 * letters) % 2, 1, -1) * rng.uniform(0.2, 1.2, 2 * letters)
    )
    shaken = strokes.smooth(np.column_stack((x + rng.normal(0, 0.4, 2 * letters), y)))
    return [strokes.wobble(rng, shaken, 0.1)]


def _draw_odd(rng: np.random.Generator, page: Page, mark: Mark, who: Writer, hand: Hand) -> None:
    """Draw one mark of a kind that no reader was taught."""
    kinds = [*strokes.ODD, "eraser smear"]
    kind = kinds[int(rng.integers(len(kinds)))]
    rx, ry = mark.rect.width / 2, mark.rect.height / 2
    if kind == "eraser smear":
        was = "struck" if mark.kind == "strike" else "ticked" if mark.kind == "tick" else "circled"
        hand.inked.append(Inked(answer(rng, mark, was, who), float(rng.uniform(0.5, 0.75)), True))
        smudge = strokes.placed(who.shapes.fill(rng, 1.2 * rx, ry, 0.3), *_centre(mark))
        hand.inked.append(Inked(smudge, float(rng.uniform(0.15, 0.3)), True))
    else:
        hand.inked.append(Inked(_put(rng, strokes.ODD[kind](who.shapes, rng, rx, ry, who.care), mark, who)))
    hand.odd[mark.id], hand.truth[mark.id] = kind, "unsure"
    if kind == "stray line":
        _touch_others(page, mark, hand)


def _touch_others(page: Page, mark: Mark, hand: Hand) -> None:
    """Make blank places unsure through which a stray line runs; leave out those that it barely touches."""
    points = np.vstack(hand.inked[-1].strokes)[:, :2]
    for other in page.marks:
        if other.id == mark.id or other.id not in hand.truth:
            continue
        if not _length_inside(points, other.rect, 0.0):
            continue
        if hand.truth[other.id] == "blank" and _length_inside(points, other.rect, CORE_MARGIN) > CLEARLY:
            hand.odd[other.id] = "stray line"
            hand.truth[other.id] = "unsure"
        elif other.id not in hand.odd:
            del hand.truth[other.id]


def _length_inside(points: NDArray[np.float64], rect: Box, margin: float) -> float:
    """Return how many mm of a line lie in a rectangle that is smaller by a margin on each side."""
    across = np.abs(points[:, 0] - rect.x - rect.width / 2) < rect.width / 2 - margin
    down = np.abs(points[:, 1] - rect.y - rect.height / 2) < rect.height / 2 - margin
    return float((across & down).sum() * strokes.STEP)


def _centre(mark: Mark) -> tuple[float, float]:
    return mark.rect.x + mark.rect.width / 2, mark.rect.y + mark.rect.height / 2
