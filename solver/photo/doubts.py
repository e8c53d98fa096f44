"""Second looks: what makes a mark doubtful that the networks take for clear, on evidence they do not weigh.

Each doubt has a name, and people are told it as the reason why they are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilwright.solver.photo import classify, crosses, pale, printed, runs, stray, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import SPENT, UNSURE, Bytes, Grey
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark, Page

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAP, LINE, TINY, STRAY, PALE, UNCLEAR = "gap", "line", "tiny", "stray", "pale", "unclear"
"""A gap in a run of spent places; one line where others have an X; print that may hide a tiny X; ink nearby
that explains nothing; strokes much paler than the writer's; not quite certain on a sheet of which much is
unclear."""


def doubted(
    page: Page,
    drawing: Grey,
    picture: NDArray[Any],
    marks: Sequence[Mark],
    seen: Mapping[str, Seen],
    drawn: Strokes,
    ink: Ink,
    looks: Bytes,
) -> dict[str, Seen]:
    """Return what is seen, with the marks that a second look makes doubtful.

    Parameters
    ----------
    drawing, picture : of the blank page, and the photographed one in register with it.
    looks : of the marks.
    """
    kinds = {name: likeliest(found) for name, found in seen.items()}
    result = doubt(seen, pale.changed(drawn, ink, marks, seen), PALE)
    result = doubt(result, pale.paler(looks, marks, kinds), PALE)
    empty = {name for name, found in seen.items() if classify.empty(found)}
    result = doubt(result, runs.gaps(marks, kinds, empty), GAP)
    odd = (*runs.lonely(marks, kinds), *runs.stragglers(marks, kinds), *runs.all_drawn(marks, kinds))
    result = doubt(result, odd, UNCLEAR)
    single = crosses.single_lines(looks, marks, kinds)
    result = doubt(result, (name for name in single if seen[name].chances[SPENT] < tuning.CERTAIN), LINE)
    result = doubt(result, crosses.hiding(looks, marks, kinds), TINY)
    if stray.broad(drawn):  # rings drawn twice may look as if they had an X
        spent = (name for name, kind in kinds.items() if kind == SPENT)
        wavers = [name for name in spent if seen[name].chances[SPENT] < tuning.CERTAIN]
        result = doubt(result, wavers, UNCLEAR)
    kinds = {name: found.kind for name, found in result.items()}
    result = doubt(result, stray.near(drawn, drawing, page, marks, kinds), STRAY)
    result = doubt(result, stray.enclosed(drawn, ink, marks, kinds), STRAY)
    return doubt(result, printed.inked(picture, drawing, page, kinds, drawn.usual), STRAY)


def carefully(seen: Mapping[str, Seen], names: Iterable[str] | None = None) -> dict[str, Seen]:
    """Return what is seen where much is unclear, on a whole sheet or at these marks: the certain stays."""
    wavers = [
        name
        for name in (seen if names is None else names)
        if max(seen[name].chances.values()) < tuning.CAREFUL
    ]
    return doubt(seen, wavers, UNCLEAR)


def doubt(seen: Mapping[str, Seen], names: Iterable[str], why: str) -> dict[str, Seen]:
    """Return what is seen, with these marks doubtful for this reason, unless they are already."""
    result = dict(seen)
    for name in names:
        if result[name].kind != UNSURE:
            result[name] = result[name]._replace(kind=UNSURE, why=why)
    return result


def likeliest(seen: Seen) -> str:
    """Return the kind that a mark is most like, however doubtful."""
    return max(seen.chances, key=lambda kind: seen.chances[kind])
