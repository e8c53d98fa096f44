"""The corpus is the one that was measured: the same seeds still draw the same strokes, papers and lights.

The figures in benchmarks/notes/photo.md hold for these photographs only. Who changes them on purpose
measures again, and writes the new numbers with `python -m tests.teaching.photos.test_pinned`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, astuple, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pencilwright.generator.documents import Rendered
from pencilwright.templates.page import Mark, Page, Tag, Text
from pencilwright.templates.paths import Box
from teaching.photos import ink, levels, positions, printing, scene, sensor, strokes, surface, table
from teaching.photos import writers as hands
from teaching.photos.levels import LEVELS

pytestmark = pytest.mark.long

PINNED = Path(__file__).with_name("pinned.json")
SEEDS = range(12)
SMALL = {name: replace(level, width=240, height=180) for name, level in LEVELS.items()}


def sums(*arrays: Any) -> list[float]:
    """Return how many numbers there are, their mean and spread, and two means that tell places apart."""
    flat = np.concatenate([np.asarray(array, float).ravel() for array in arrays])
    places = np.arange(len(flat))
    waves = [np.cos(places * step) for step in (0.37, 0.011)]
    return [
        float(len(flat)),
        float(flat.mean()),
        float(flat.std()),
        *(float((flat * wave).mean()) for wave in waves),
    ]


def page() -> Page:
    """Return a page with marks of every kind, some of them close together."""
    marks = []
    for row, kind in enumerate(VALUES):
        for n in range(10):
            place = Box(20 + 9 * n, 30 + 14 * row, 7 + row, 7)
            marks.append(Mark(f"{kind}.{n + 1}", kind, kind, place, "circled" if n == 9 else "", 0))
    words = [("name", 60), ("date", 20), ("note.1", 12), ("sum.red", 12), ("total", 12)]
    for n, (name, width) in enumerate(words):
        marks.append(Mark(name, "text", name, Box(20, 120 + 12 * n, width, 9), "", 0))
    return Page("test", 150, 200, "t", "en", (), tuple(marks), ())


VALUES = {"circle": "circled", "strike": "struck", "tick": "ticked", "resource": "circled"}


def filled() -> Any:
    """Return the page with every third mark set, and the spent ones."""
    marks = [mark for mark in page().marks if mark.kind != "text"]
    values = {mark.id: VALUES[mark.kind] for mark in marks[::3]} | {
        "circle.10": "spent",
        "resource.2": "spent",
    }
    truth = {mark.id: "ticked" if mark.id in values else "blank" for mark in marks}
    return positions.Filled(Rendered(1, "", page()), values, truth, False, None, {})


def drawn_shapes() -> dict[str, Any]:
    made = {}
    plain = {name: getattr(strokes, name) for name in ("ring", "cross", "slash", "tick", "fill")}
    odd = {name: partial(shape, strokes.SYNTHETIC) for name, shape in strokes.ODD.items()}
    for name, shape in (plain | odd).items():
        for care in (0.1, 0.9):
            made[f"{name} {care}"] = sums(
                *(stroke for seed in SEEDS for stroke in shape(np.random.default_rng(seed), 3.0, 2.0, care))
            )
    for sign in strokes.DIGITS:
        for other in (False, True):
            rng = np.random.default_rng(1)
            made[f"digit {sign} {other}"] = sums(*strokes.digit(rng, sign, 2.0, 3.0, 0.5, other))
    line = strokes.smooth([(0, 0), (12, 5)])
    made["line"] = sums(line)
    made["wobble"] = sums(*(strokes.wobble(np.random.default_rng(seed), line, 0.3) for seed in SEEDS))
    made["placed"] = sums(*strokes.placed([line], 3, 4, 0.5))
    return made


def all_levels() -> dict[str, Any]:
    return {name: json.loads(json.dumps(asdict(level))) for name, level in LEVELS.items()}


def writers() -> dict[str, Any]:
    made = {}
    for name, level in LEVELS.items():
        for evenly in (False, True):
            people = [hands.writer(np.random.default_rng(seed), level, evenly=evenly) for seed in range(40)]
            numbers = [
                [value for value in astuple(who) if isinstance(value, int | float)] + list(who.shift)
                for who in people
            ]
            made[f"{name} {evenly}"] = sums(numbers)
            words = [f"{who.tool.name} {who.ring_marks} {who.box_marks} {who.strikes}" for who in people[:12]]
            made[f"{name} {evenly} habits"] = words
    made["tools"] = json.loads(json.dumps(hands.TOOLS))
    return made


def hands_at_work() -> dict[str, Any]:
    made: dict[str, Any] = {}
    for seed in range(16):
        rng = np.random.default_rng(seed)
        level = replace(LEVELS["hard"], erased=levels.Span(0, 0.3))
        who = hands.writer(rng, level, evenly=True)
        hand = hands.fill(rng, filled(), who, level, odd=6 if seed % 2 else 0)
        made[f"{seed}"] = sums(*(stroke for inked in hand.inked for stroke in inked.strokes))
        made[f"{seed} inked"] = [[len(inked.strokes), inked.rubbed] for inked in hand.inked]
        made[f"{seed} strength"] = sums([inked.strength for inked in hand.inked])
        made[f"{seed} truth"] = [dict(sorted(hand.odd.items())), sorted(set(page_ids()) - set(hand.truth))]
    words = Text(22, 61, "1", 3, 400, "start", "#000000", 0, 4, 1, "baseline", Tag("P"))
    boxed = page()._replace(items=(words,))
    made["numbers in boxes"] = [hands._boxes_hold_numbers(item) for item in (page(), boxed)]
    return made


def page_ids() -> list[str]:
    return [mark.id for mark in page().marks if mark.kind != "text"]


def papers() -> dict[str, Any]:
    made: dict[str, Any] = {}
    x, y = np.meshgrid(np.linspace(-100, 100, 21), np.linspace(-140, 140, 29))
    lamp = np.array([0.4, 0.3, 0.85])
    for name, level in LEVELS.items():
        for seed in range(6):
            paper = surface.surface(np.random.default_rng(seed), level, 210, 297)
            made[f"{name} {seed}"] = [paper.shape, sums(paper.height(x, y)), sums(paper.shade(x, y, lamp))]
            made[f"{name} {seed} folds"] = sums([(0, 0, 0), *paper.folds])
    picture = np.full((297, 210, 3), 200, np.uint8)
    surface.crease(picture, ((10.0, 0.4, 0.2), (-30.0, 1.2, -0.1)), 1.0)
    made["crease"] = sums(picture)
    return made


def prints() -> dict[str, Any]:
    made: dict[str, Any] = {}
    grey = np.linspace(0, 255, 240 * 160 * 3).reshape(160, 240, 3).astype(np.uint8)
    for seed in range(4):
        how = printing.printer(np.random.default_rng(seed), LEVELS["hard"])
        made[f"{seed}"] = [how.grey, sums([how.toner, how.scale, *how.feed, *how.paper])]
        made[f"{seed} picture"] = sums(printing.feed(printing.ink(grey, how), how, 2.0))
    for seed in range(4):
        rng = np.random.default_rng(seed)
        who = hands.writer(rng, LEVELS["hard"], evenly=True)
        hand = hands.fill(rng, filled(), who, replace(LEVELS["hard"], erased=levels.Span(0.3, 0.4)), odd=2)
        picture = np.full((600, 450, 3), 250, np.uint8)
        ink.apply(rng, picture, hand, who, 3.0)
        made[f"{seed} ink"] = sums(picture)
    return made


def pictures() -> dict[str, Any]:
    made: dict[str, Any] = {}
    sheet_picture = np.full((297, 210, 3), 240, np.uint8)
    sheet_picture[40:200, 30:90] = (30, 60, 90)
    for name, level in SMALL.items():
        for seed in range(1 if level.flat else 2):
            rng = np.random.default_rng(seed)
            sheet = scene.Sheet(sheet_picture, surface.surface(rng, level, 210, 297))
            camera = scene.aim(rng, level, sheet.corners())
            picture = scene.photograph(rng, level, sheet, camera)
            exposed = sensor.expose(rng, level, picture)
            data = sensor.to_file(rng, level, exposed)
            made[f"{name} {seed}"] = [sums(picture), sums(exposed), sums(camera.project(np.eye(3) * 50))]
            assert data.startswith(b"\xff\xd8\xff")
    for seed in range(4):
        rng = np.random.default_rng(seed)
        top = table.table(rng)
        table.dice(rng, top, [(40.0, -60.0), (-80.0, 30.0)])
        made[f"table {seed}"] = sums(top[::3, ::3])
    return made


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "shapes": drawn_shapes,
    "levels": all_levels,
    "writers": writers,
    "hands": hands_at_work,
    "papers": papers,
    "prints": prints,
    "pictures": pictures,
}


def flat(value: Any, path: str = "") -> dict[str, Any]:
    """Return the leaves of nested values by their path."""
    if isinstance(value, dict):
        return {
            key: leaf for name, item in value.items() for key, leaf in flat(item, f"{path}/{name}").items()
        }
    if isinstance(value, list | tuple):
        return flat(dict(enumerate(value)), path) or {path: "nothing"}
    return {path: value}


@pytest.mark.parametrize("part", PARTS)
def test_the_corpus_is_drawn_as_when_it_was_measured(part: str) -> None:
    wanted, results = flat(json.loads(PINNED.read_text())[part]), flat(json.loads(json.dumps(PARTS[part]())))
    assert results.keys() == wanted.keys()
    loose = 2e-3 if part in ("prints", "pictures", "papers") else 1e-6
    for path, value in results.items():
        is_number = isinstance(value, float)
        assert value == (pytest.approx(wanted[path], rel=loose, abs=loose) if is_number else wanted[path]), (
            path
        )


if __name__ == "__main__":
    PINNED.write_text(json.dumps({name: made() for name, made in PARTS.items()}, indent=1) + "\n")
    sys.exit(0)
