"""A sample: a photograph and what is on its sheets, from a level, a seed and a number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from pencilwright.games.rng import seed_word
from teaching.photos import ink, positions, printing, scene, sensor, surface, writers, written_numbers
from teaching.photos.damage import OF_LIGHT, SPOILS
from teaching.photos.levels import Level
from teaching.photos.positions import Filled
from teaching.photos.recorded import Recorded
from teaching.photos.writers import Manner


class SheetTruth(NamedTuple):
    """What is on a sheet.

    Attributes
    ----------
    page_code, copy : as printed.
    marks : mark id -> "blank", "ticked", "struck", "spent" or "unsure"; a printed ring counts as blank until
        somebody draws on it.
    odd : mark id -> which odd kind it is.
    cells : comb of random numbers -> its writer, and what each cell holds.
    """

    page_code: str
    copy: int
    marks: dict[str, str]
    odd: dict[str, str]
    cells: dict[str, list[str]]


class Sample(NamedTuple):
    """A photograph (JPEG) of a sheet, the truth of it, and the number of the sample."""

    image: bytes
    truth: SheetTruth
    number: int


class Options(NamedTuple):
    """What a sample shows, and how it is filled in and spoiled.

    Attributes
    ----------
    game_id, document : which sheet of which game it is.
    odd : marks on each sheet that are of a kind no reader was taught; their truth is "unsure".
    scattered : part of the blank marks that are drawn as well, as no game would, by writers whose tools and
        habits are all as frequent: for teaching.
    numbers : fill the combs of a pad with random numbers of several hands, not as a game: for teaching.
    strokes : recorded drawings in place of the synthetic shapes.
    wide : writers whose sizes and aim vary more than the level's: for teaching.
    manner : how the sheets are marked otherwise than the level's writers do it.
    spoil : what happens to the filled sheets, a name of damage.SPOILS, or "".
    """

    game_id: str = positions.GAME
    document: str = positions.DOCUMENT
    odd: int = 0
    scattered: float = 0.0
    numbers: bool = False
    strokes: Recorded | None = None
    wide: bool = False
    manner: Manner | None = None
    spoil: str = ""

    def changed(self) -> dict[str, Any]:
        """Return the options that are not as usual."""
        usual = type(self)()._asdict()
        return {name: value for name, value in self._asdict().items() if value != usual[name]}


USUAL = Options()


def make(level: Level, seed: int | str, number: int, options: Options = USUAL) -> Sample:
    """Make one sample, that of a number of the seed; the same arguments give the same one."""
    rng = np.random.default_rng([seed_word(seed), number])
    filled = positions.draw(rng, game_id=options.game_id, document=options.document)
    if options.scattered:
        filled = positions.scattered(rng, filled, options.scattered)
    picture, truth = _sheet(rng, level, filled, options)
    size = filled.rendered.page.width, filled.rendered.page.height
    picture = photographed(rng, level, picture, size, options.spoil)
    return Sample(sensor.to_file(rng, level, picture), truth, number)


def photographed(
    rng: np.random.Generator, level: Level, paper: Any, size: tuple[float, float], spoil: str = ""
) -> Any:
    """Return the photograph of a picture of paper, so many mm wide and high, which is creased in place."""
    bent = surface.surface(rng, level, *size)
    surface.crease(paper, bent.folds, printing.PIXELS_PER_MM)
    sheet = scene.Sheet(paper, bent)
    camera = scene.aim(rng, level, sheet.corners())
    picture = scene.photograph(rng, level, sheet, camera)
    if spoil in OF_LIGHT:
        SPOILS[spoil](rng, picture, camera.scale)
    return sensor.expose(rng, level, picture)


def _sheet(
    rng: np.random.Generator, level: Level, filled: Filled, options: Options
) -> tuple[Any, SheetTruth]:
    """Print a sheet and fill it."""
    page, strokes, evenly = filled.rendered.page, options.strokes, bool(options.scattered)
    how, who = printing.printer(rng, level), writers.writer(rng, level, evenly=evenly)

    def another() -> writers.Writer:
        person = writers.writer(rng, level, evenly=evenly)
        return person if strokes is None else replace(person, shapes=strokes.shapes(rng))

    if strokes is not None:
        who = replace(who, shapes=strokes.shapes(rng))
    if options.wide:
        who = writers.widely(rng, who)
    if options.manner is not None:
        who = writers.otherwise(rng, who, options.manner)
    hand = writers.fill(rng, filled, who, level, odd=options.odd)
    pens, cells = [(hand, who)], {}
    if options.numbers:
        filling, results = written_numbers.at_random(rng, page, who, level, strokes)
        pens += filling
        hand.truth |= {name: written.truth or "blank" for name, written in results.items()}
        cells = {name: [written.writer, *written.cells] for name, written in results.items()}
    elif filled.numbers:
        filling, fields = written_numbers.placed_pens(rng, page, filled.numbers, who, another)
        pens += filling
        hand.truth |= {name: text or "blank" for name, text in fields.items()}
    picture = printing.ink(printing.raster(page, filled.rendered.copy, fields=filled.form), how)
    for drawn, pen in pens:
        ink.apply(rng, picture, drawn, pen, printing.PIXELS_PER_MM)
    if options.spoil and options.spoil not in OF_LIGHT:
        SPOILS[options.spoil](rng, picture, printing.PIXELS_PER_MM)
    picture = printing.feed(picture, how)
    rendered = filled.rendered
    return picture, SheetTruth(rendered.code, rendered.copy, hand.truth, hand.odd, cells)
