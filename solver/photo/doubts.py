"""Second looks: what makes a mark doubtful that the networks take for clear, on evidence they do not weigh.

Each doubt has a name, and people are told it as the reason why they are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pencilwright.solver.photo import crosses, pale, runs, stray, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import UNSURE, Bytes, Grey
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark, Page

GAP, LINE, STRAY, PALE, UNCLEAR = "gap", "line", "stray", "pale", "unclear"
"""A gap in a run of spent places; one line where others have an X; ink nearby that explains nothing; strokes
much paler than the writer's; not quite certain on a sheet of which much is unclear."""


def doubted(
    page: Page,
    drawing: Grey,
    marks: Sequence[Mark],
    seen: Mapping[str, Seen],
    drawn: Strokes,
    ink: Ink,
    looks: Bytes,
) -> dict[str, Seen]:
    """Return what is seen, with the marks that a second look makes doubtful; `looks` are of the marks."""
    kinds = {name: likeliest(found) for name, found in seen.items()}
    result = doubt(seen, pale.changed(drawn, ink, marks, seen), PALE)
    result = doubt(result, pale.paler(looks, marks, kinds), PALE)
    result = doubt(result, runs.gaps(marks, kinds), GAP)
    result = doubt(result, crosses.single_lines(looks, marks, kinds), LINE)
    kinds = {name: found.kind for name, found in result.items()}
    names = (*stray.near(drawn, drawing, page, marks, kinds), *stray.dots(drawn, drawing, marks, kinds))
    return doubt(result, names, STRAY)


def carefully(seen: Mapping[str, Seen]) -> dict[str, Seen]:
    """Return what is seen of a sheet of which much is unclear: there, only the certain stays clear."""
    return doubt(
        seen, (name for name, found in seen.items() if max(found.chances.values()) < tuning.CAREFUL), UNCLEAR
    )


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
