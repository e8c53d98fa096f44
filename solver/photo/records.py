"""What the photo reader returns: marks, questions and problems of each sheet in a photograph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pencilwright.games.numberrules import NUMBER
from pencilwright.solver.photo import tuning
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import Phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grey = NDArray[Any]
    Bytes = NDArray[np.uint8]
    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]
else:
    Grey = Bytes = Floats = Mask = Any
"""Grey is a picture of uint8, shape (height, width), as OpenCV makes them; the others say their shape where
they are used."""

BLANK: Final = "blank"
TICKED: Final = "ticked"
STRUCK: Final = "struck"
SPENT: Final = "spent"
UNSURE: Final = "unsure"

EYE: Final = "eye"
RULES: Final = "rules"
PERSON: Final = "asked"
LEFT: Final = "left"


def number_of(mark: Mark) -> Mark:
    """Return the number that is written in a box as a mark of its own, which may be asked for."""
    return mark._replace(id=mark.id + NUMBER, kind="number", value="", cells=1)


def pixels(box: Box, scale: float = tuning.PIXELS_PER_MM) -> tuple[slice, slice]:
    """Return rows and columns of a box in mm, as far as they lie on the page."""
    return (
        slice(max(0, round(box.y * scale)), round(box.bottom * scale)),
        slice(max(0, round(box.x * scale)), round(box.right * scale)),
    )


@dataclass(frozen=True)
class MarkReading:
    """What was read at one mark.

    Attributes
    ----------
    kind : "blank", "ticked" (circled, for a mark that is circled), "struck", "spent" (circle and cross), the
        digits of a number that is written ("-" for a dash), or "unsure".
    confidence : 0 to 1: how likely the kind is right, or the likeliest one when it is unsure.
    seen : the likeliest kind by the picture alone ("unsure" for a shape that fits none).
    by : who settled it: "eye" (the picture alone), "rules" (the rules of the game; a number's sum), "asked"
        (a person, or nobody yet), "left" (nobody, and nobody need: nothing is counted from it).
    chances : kind -> probability by the picture alone; of numbers the likeliest ones.
    evidence : "seen": the share of its place that is in the photograph and free of dark print.
    why : why it is asked, None otherwise.
    """

    kind: str
    confidence: float
    seen: str
    by: str = EYE
    chances: Mapping[str, float] = field(default_factory=dict)
    evidence: Mapping[str, float] = field(default_factory=dict)
    why: Phrase | None = None


@dataclass(frozen=True)
class Contradiction:
    """Marks that no legal game has together, and the sentence that says why."""

    rule: Phrase
    marks: tuple[str, ...]


class Evidence(NamedTuple):
    """What is known of the marks of a sheet, plain arrays of numbers, as evidence.py makes it.

    Attributes
    ----------
    names : ids of the marks.
    options : which of KINDS each may be, (n, KINDS). log : logarithms of the networks' chances of these.
    wavers : how much the networks differ in their likeliest kind.
    judged : marks with ink or other evidence; the others are blank. drawn : those where something is drawn.
    families : index in FAMILIES. groups : which are compared with each other: rings, Xs over print, ticks.
    space : what they look like: those that are near look alike.
    measures : MEASURES. signs : SIGNS of each family.
    broad : how much broader the pen is than most. filled : whether rings are filled in, which pass for Xs.
    least : chance from which each mark is certain; above 1 where it is asked about in any case.
    """

    names: tuple[str, ...]
    options: Mask
    log: Floats
    wavers: Floats
    judged: Mask
    drawn: Mask
    families: NDArray[Any]
    groups: NDArray[Any]
    space: Floats
    measures: Floats
    signs: Floats
    broad: float
    filled: bool
    least: Floats

    def without(self, names: Iterable[str]) -> Evidence:
        """Return the evidence where these marks are judged by something else."""
        import numpy as np

        others = set(names)
        return self._replace(judged=self.judged & np.array([name not in others for name in self.names], bool))

    def asking(self, names: Iterable[str], least: float) -> Evidence:
        """Return the evidence where these marks are certain from at least this chance on."""
        questions = set(names)
        demanded = [
            max(own, least) if name in questions else own
            for name, own in zip(self.names, self.least.tolist(), strict=True)
        ]
        import numpy as np

        return self._replace(least=np.array(demanded, np.float32))


@dataclass(frozen=True)
class SheetReading:
    """One sheet in a photograph.

    Attributes
    ----------
    page_code : as printed, without hyphens.
    copy : number of the copy, 1 to 125.
    game, setup : id of the game, and the share code of the setup or None.
    marks : mark id -> what was read, without the places for writing.
    values : mark id -> value in the words of the game's marks ("circled"), of the settled marks; no blanks.
    questions : ids of the marks to ask about: first those whose answers tell most of others, numbers last.
    contradictions : marks that the rules forbid together although each was seen clearly.
    markers : how many of the eight markers were found.
    notes : sentences for a person about this sheet, such as which markers were hidden.
    otherwise : whether it is marked otherwise than the samples, so that most of its marks are asked about.
    flattened : the page as photographed, grey, PIXELS_PER_MM.
    places : mark id -> x, y, width, height in pixels of `flattened`.
    spot : where it lies among sheets of the same copy number ("left", "top.right", "2"); "" for one alone.
    own : mark id -> chances of the numbers that may be written in its box, where a sheet was printed without;
        {} where nothing is written. `setup` is None where some of these numbers are not known.
    given : mark id -> value of the filled fields of a page that is a form, too; see answers.with_fields.
    evidence : what the readings of the marks were made of, so that answers can teach; None without marks.
    likely : values as they are, or are likely to be, of all marks but the combs; no blanks.
    looks : what the classifier saw of each, but the combs, in the order of `marks`: see mark_crops.py.
    cells : what it saw of each cell of the combs: see cells.py.
    """

    page_code: str
    copy: int
    game: str
    setup: str | None
    marks: Mapping[str, MarkReading]
    values: Mapping[str, str]
    questions: tuple[str, ...]
    contradictions: tuple[Contradiction, ...]
    markers: int
    notes: tuple[Phrase, ...]
    otherwise: bool
    flattened: NDArray[np.uint8]
    places: Mapping[str, tuple[int, int, int, int]]
    looks: NDArray[np.uint8]
    cells: NDArray[np.uint8]
    spot: str = ""
    likely: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)
    evidence: Evidence | None = None


@dataclass(frozen=True)
class Reading:
    """All sheets of a photograph, by copy number, and one sentence for each that could not be read."""

    sheets: tuple[SheetReading, ...]
    refused: tuple[Phrase, ...] = ()
