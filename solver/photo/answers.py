"""Marks become readings, and a person's answers teach how the others are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from pencilwright.solver.photo import chance, code, decisions, decode, numbers, tuning
from pencilwright.solver.photo.chance import MarkChances
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.evidence import is_filled
from pencilwright.solver.photo.network import KINDS
from pencilwright.solver.photo.records import BLANK, PERSON, UNSURE, Evidence, MarkReading, SheetReading
from pencilwright.templates.page import WRITTEN
from pencilwright.templates.phrases import phrase

FILLED, TINY, HABIT, UNCLEAR, SHAPE, HIDDEN = "filled", "tiny", "habit", "unclear", "shape", "hidden"
BRIGHT, EDGE = "bright", "edge"
"""Why a mark is asked about: circled and spent look alike; print may hide a tiny X; it is drawn otherwise
than the samples; it is not quite certain; it is none of the kinds; it cannot be seen, or not in this light;
its printed circle may be traced."""
BECAUSE: Final[Mapping[str, str]] = {
    "on print": "stray", "written": "stray", "unlike": SHAPE, "open": SHAPE, "light": BRIGHT,
}  # fmt: skip
"""Measure of evidence.py that speaks against a kind -> why the mark is asked about; else it is UNCLEAR."""
DISPUTED: Final = ""
OTHERWISE: Final = phrase("photo.why.field")
"""Of a mark whose field says otherwise than what is drawn over it."""
MEANT: Final[Mapping[str, str]] = {BLANK: BLANK} | {value: kind for (_, kind), value in decode.VALUES.items()}
"""Value in the words of the game's marks -> kind."""


def seen(evidence: Evidence, judged: MarkChances, results: Mapping[str, Seen]) -> dict[str, Seen]:
    """Return what is seen of marks, with the one chance of each in place of what the networks alone say."""
    result = dict(results)
    networks = np.exp(evidence.log.astype(float))
    for index in np.flatnonzero(evidence.judged):
        name, own = evidence.names[index], results[evidence.names[index]]
        kind, likely = KINDS[judged.kinds[index]], float(judged.chances[index])
        others = {item: float(networks[index, KINDS.index(item)]) for item in own.chances if item != kind}
        rest = sum(others.values())
        chances = {
            item: likely if item == kind else (1 - likely) * others[item] / rest for item in own.chances
        }
        if judged.certain[index]:
            result[name] = own._replace(kind=kind, chances=chances, why="")
            continue
        none = networks[index].argmax() == len(KINDS) - 1
        closed = none or judged.otherwise[index] or evidence.least[index] > tuning.SURE
        why = _why(evidence, judged, int(index), none=bool(none))
        if why == FILLED:  # more are circled than spent, and nobody can tell
            chances |= tuning.FILLED_IS
        result[name] = own._replace(kind=UNSURE if closed else kind, chances=chances, why=why)
    return result


def _why(evidence: Evidence, judged: MarkChances, index: int, *, none: bool) -> str:
    if judged.either[index] and evidence.judged[index]:
        return FILLED
    if evidence.least[index] >= tuning.ALWAYS_ASKED:
        return FILLED if is_filled(evidence, index) else TINY
    if judged.otherwise[index]:
        return HABIT
    return SHAPE if none else BECAUSE.get(judged.against[index], UNCLEAR)


def reading(result: Seen, kind: str, by: str) -> MarkReading:
    """Return the reading of a mark."""
    why = None
    if kind == UNSURE:
        why = phrase(f"photo.why.{result.why or (HIDDEN if result.seen < tuning.LEAST_SEEN else UNCLEAR)}")
    return MarkReading(
        kind=kind,
        confidence=max(result.chances.values()) if kind == UNSURE else result.chances.get(kind, 0.0),
        seen=result.kind,
        by=by,
        chances=result.chances,
        evidence={"seen": result.seen},
        why=why,
    )


def order(
    evidence: Evidence | None, judged: MarkChances | None, readings: Mapping[str, MarkReading]
) -> tuple[str, ...]:
    """Return the marks to ask about: first those whose answers tell most of others, numbers last."""
    fields: dict[str, float] = {}
    if evidence is not None and judged is not None:
        fields = dict(zip(evidence.names, chance.tells(evidence, judged).tolist(), strict=True))
    questions = [name for name, item in readings.items() if numbers.asks(item)]
    return tuple(
        sorted(
            questions,
            key=lambda name: (name not in fields, -fields.get(name, 0.0), readings[name].confidence),
        )
    )


# --- a person's word --------------------------------------------------------------------------------------


def with_fields(sheet: SheetReading, given: Mapping[str, str], texts: Mapping[str, str]) -> SheetReading:
    """Return a sheet whose page is a form, too: what its fields say stands, as a person's answers do.

    given : mark id -> value of filled fields; DISPUTED where the picture clearly says otherwise: it is asked.
    texts : what is typed in places for writing.
    """
    return answered(replace(sheet, given=given, values={**sheet.values, **texts}), {})


def answered(sheet: SheetReading, answers: Mapping[str, str]) -> SheetReading:
    """Return a sheet after a person's answers: each shows how its writer draws, or settles others of its sum.

    answers : all that were given of this sheet as it was read: mark id -> value in the words of the game's
        marks, or "blank"; digits for a comb.
    """
    if not (answers or sheet.given):
        return sheet
    given, evidence = sheet.given, sheet.evidence
    disputed = [name for name, value in given.items() if value == DISPUTED and name not in answers]
    answers = {**{name: value for name, value in given.items() if value != DISPUTED}, **answers}
    kinds = {mark.id: mark.kind for mark in code.identify(sheet.page_code).page.marks}
    results = after(sheet, answers)
    words = {name: value for name, value in answers.items() if kinds.get(name, "number") != "number"}
    likely = {name: value for name, value in {**sheet.likely, **words}.items() if value != BLANK}
    combs = {name: sheet.marks[name].chances for name in sheet.marks if kinds.get(name) == "number"}
    counted = numbers.after(sheet.page_code, combs, answers, likely)
    marks = {**sheet.marks, **results, **counted}
    still = {
        name: value for name, value in sheet.values.items() if name not in results and name not in counted
    }
    still |= decode.values_of({name: item.kind for name, item in results.items()}, kinds)
    judged = None if evidence is None else chance.judge(evidence, indices(evidence, answers))
    open_ = order(evidence, judged, {name: mark for name, mark in marks.items() if name not in answers})
    questions = {name: replace(marks[name], kind=UNSURE, by=PERSON, why=OTHERWISE) for name in disputed}
    settled = {**still, **numbers.values_of(counted)}
    return replace(
        sheet,
        marks={**marks, **questions},
        values={name: value for name, value in settled.items() if name not in questions},
        likely=likely,
        questions=(*disputed, *(name for name in open_ if name not in questions)),
    )


def indices(evidence: Evidence, answers: Mapping[str, str]) -> dict[int, int]:
    """Return answers about marks that were judged, as indices."""
    place = {name: index for index, name in enumerate(evidence.names) if evidence.judged[index]}
    return {
        place[name]: KINDS.index(MEANT[value])
        for name, value in answers.items()
        if name in place and value in MEANT and evidence.options[place[name], KINDS.index(MEANT[value])]
    }


def after(sheet: SheetReading, answers: Mapping[str, str]) -> dict[str, MarkReading]:
    """Return the readings of the marks of a sheet after answers, {} where none bears upon a mark."""
    evidence, readings = sheet.evidence, sheet.marks
    if evidence is None or not (fields := indices(evidence, answers)):
        return {}
    known = code.identify(sheet.page_code)
    marks = [mark for mark in known.page.marks if mark.kind not in WRITTEN]
    before = {
        mark.id: Seen(
            readings[mark.id].seen, dict(readings[mark.id].chances), readings[mark.id].evidence["seen"]
        )
        for mark in marks
    }
    result = seen(evidence, chance.judge(evidence, fields), before)
    for index, kind in fields.items():
        name = evidence.names[index]
        sure = {item: float(item == KINDS[kind]) for item in result[name].chances}
        result[name] = Seen(KINDS[kind], sure, result[name].seen)
    settled = decisions.by_rules(known.game, known.decoded.setup, marks, result)
    by_word = {evidence.names[index] for index in fields}
    return {
        name: reading(result[name], result[name].kind, PERSON)
        if name in by_word  # whatever the rules say of it
        else reading(result[name], settled.kinds[name], settled.by[name])
        for name, is_judged in zip(evidence.names, evidence.judged, strict=True)
        if is_judged
    }
