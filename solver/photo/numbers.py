"""Numbers that are written in combs: what the cells show, and which of it counts without a question.

A number counts where arithmetic confirms it, or where the picture alone leaves no doubt. All else is asked:
what is struck, written over or corrected beside its comb, what a sum contradicts, what may be two numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pencilwright.games import Game
from pencilwright.games.numberrules import NumberRules
from pencilwright.solver.photo import cells, sums, tuning
from pencilwright.solver.photo.records import (
    BLANK,
    EYE,
    LEFT,
    PERSON,
    RULES,
    UNSURE,
    Floats,
    MarkReading,
)
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import Phrase, phrase

if TYPE_CHECKING:
    from pencilwright.solver.photo.strokes import Strokes

HIDDEN: Final = phrase("photo.why.hidden")
"""Why a number that cannot be seen is asked about."""
NO_VALUES: Final[Mapping[str, str]] = MappingProxyType({})


def readings(
    drawn: Strokes,
    pictures: Any,
    marks: Sequence[Mark],
    hidden: set[str],
    rules: NumberRules,
    values: Mapping[str, str] = NO_VALUES,
    others: Sequence[Mark] = (),
) -> dict[str, MarkReading]:
    """Return what is known of the numbers on a page.

    Parameters
    ----------
    pictures : those of cells.looks.
    marks : the combs. others : all other marks of the page.
    hidden : ids of the combs whose print does not show, which digits may hide too: those that look blank.
    values : what the other marks of the sheet say.
    """
    result = cells.chances(pictures, cells.places(marks))
    chances: dict[str, Mapping[str, float]] = {}
    unseen: set[str] = set()
    index = 0
    for mark in marks:
        rows = result[index : index + mark.cells]
        index += mark.cells
        counts = mark.id not in rules.notes
        doubt = tuning.BESIDE_DOUBT if counts and is_beside(drawn, mark, (*marks, *others)) else 0.0
        fields = texts(rows)
        if mark.id in hidden and not max(fields, key=lambda text: fields[text], default=""):
            unseen.add(mark.id)
            fields = {}
        chances[mark.id] = {text: chance * (1 - doubt) for text, chance in fields.items()}
    for name in corrections(marks, chances):
        chances[name] = {text: chance * (1 - tuning.BESIDE_DOUBT) for text, chance in chances[name].items()}
    digits = {mark.id: mark.cells for mark in marks}
    return settled(chances, digits, rules, hidden=unseen, values=values)


def texts(rows: Floats) -> dict[str, float]:
    """Return what may be written in a comb by the chances of its cells: the likeliest texts.

    "" is nothing, "-" a dash. The rest up to 1 is that none of them stands there. Digits stand side by side,
    as a rule in the last cells.
    """
    count = len(rows)
    empty, dash = (rows[:, cells.SIGNS.index(sign)].tolist() for sign in (cells.EMPTY, cells.DASH))
    blank = prod(empty)
    results = {"": blank}
    results["-"] = sum(prod([dash[n] if n == at else empty[n] for n in range(count)]) for at in range(count))
    digits = [
        _digits(row, tuning.MOST_DIGITS[min(count, len(tuning.MOST_DIGITS)) - 1]) for row in rows.tolist()
    ]
    for first in range(count):
        for end in range(first + 1, count + 1):
            around = prod(empty[:first]) * prod(empty[end:]) * (1.0 if end == count else tuning.NOT_AT_END)
            if around < tuning.LEAST_READING:
                continue
            for signs in product(*digits[first:end]):
                text = str(int("".join(sign for sign, _ in signs)))
                chance = around * prod([chance for _, chance in signs])
                if chance >= tuning.LEAST_READING:
                    results[text] = results.get(text, 0.0) + chance
    likely = sorted(results, key=lambda text: -results[text])[: tuning.MOST_READINGS]
    return {text: results[text] for text in likely if results[text] >= tuning.LEAST_READING}


def _digits(row: Sequence[float], most: int) -> list[tuple[str, float]]:
    """Return the likeliest digits of a cell."""
    results = [(sign, row[index]) for index, sign in enumerate(cells.SIGNS) if sign.isdecimal()]
    results.sort(key=lambda entry: -entry[1])
    return results[:most]


def corrections(marks: Sequence[Mark], chances: Mapping[str, Mapping[str, float]]) -> set[str]:
    """Return the combs with a number that may be meant for the next one, in which something is struck out."""
    results: set[str] = set()
    for struck in marks:
        if 1 - sum(chances[struck.id].values()) > max(chances[struck.id].values(), default=1.0):
            results |= {
                mark.id
                for mark in marks
                if _same_row(mark, struck)
                and 0 <= struck.rect.x - mark.rect.right < tuning.NEXT_MM
                and not _is_blank(chances, mark.id)
            }
    return results


def beside_struck(
    marks: Sequence[Mark], combs: Sequence[Mark], results: Mapping[str, MarkReading]
) -> set[str]:
    """Return the marks at whose right a number is struck out: it may be written anew in them."""
    struck = [comb for comb in combs if results[comb.id].seen == UNSURE]
    return {
        mark.id
        for mark in marks
        if any(
            _same_row(mark, comb) and 0 <= comb.rect.x - mark.rect.right < tuning.NEXT_MM for comb in struck
        )
    }


def _same_row(mark: Mark, other: Mark) -> bool:
    return mark.rect.y < other.rect.bottom and mark.rect.bottom > other.rect.y


def is_beside(drawn: Strokes, mark: Mark, marks: Sequence[Mark]) -> bool:
    """Return whether somebody wrote between a comb and what is at its left: a number that counts instead."""
    reach = mark.rect.x - tuning.BESIDE_MM
    for other in marks:
        if _same_row(mark, other) and other.rect.x < mark.rect.x:
            reach = max(reach, other.rect.right + tuning.BESIDE_APART_MM)
    scale = tuning.PIXELS_PER_MM
    rows = slice(round((mark.rect.y + 0.5) * scale), round((mark.rect.bottom - 0.5) * scale))
    columns = slice(max(0, round(reach * scale)), round((mark.rect.x - tuning.BESIDE_APART_MM) * scale))
    if columns.stop - columns.start < tuning.BESIDE_LEAST_MM * scale:
        return False
    ink = (drawn.strength[rows, columns] > tuning.COMB_STRENGTH).sum() / scale**2
    return bool(ink >= tuning.BESIDE_INK)


# --- what counts ------------------------------------------------------------------------------------------


def settled(
    chances: Mapping[str, Mapping[str, float]],
    digits: Mapping[str, int],
    rules: NumberRules,
    answers: Mapping[str, str] | None = None,
    hidden: set[str] | frozenset[str] = frozenset(),
    values: Mapping[str, str] = NO_VALUES,
) -> dict[str, MarkReading]:
    """Return the reading of each comb: numbers that are certain, and questions.

    Parameters
    ----------
    chances : comb -> what its picture may say.
    digits : cells of each comb.
    answers : what a person says of some; the others are seen in their light.
    values : what the other marks of the sheet say.
    """
    fields = {mark: {text: 1.0} for mark, text in (answers or {}).items()}
    known = {mark: fields.get(mark, item) for mark, item in chances.items()}
    rules = rules.on({**values, **_likely(known)})
    posteriors = sums.posteriors(known, digits, rules)
    notes = {*rules.notes, *idle(rules, posteriors, known)}
    result = {}
    for mark, chance in chances.items():
        if mark in fields:
            (text,) = fields[mark]
            result[mark] = MarkReading(text or BLANK, 1.0, text or BLANK, PERSON, {text or BLANK: 1.0})
            continue
        if mark in hidden:
            by = LEFT if mark in notes else PERSON
            result[mark] = MarkReading(UNSURE, 0.0, UNSURE, by, {}, {}, HIDDEN)
            continue
        result[mark] = _reading(chance, posteriors[mark], mark in notes)
        seen = result[mark].seen
        if mark in rules.notes and seen.isdecimal() and chance[seen] >= tuning.SURE_BY_SUM:
            result[mark] = replace(result[mark], kind=seen, by=EYE, why=None)  # a witness against its own sum
    unneeded = _unneeded(rules, posteriors, result)
    return {mark: replace(item, by=LEFT) if mark in unneeded else item for mark, item in result.items()}


def _unneeded(
    rules: NumberRules, posteriors: Mapping[str, sums.Posterior], results: Mapping[str, MarkReading]
) -> set[str]:
    """Return the open combs that are compared only, do not plainly say otherwise, and settle few others."""
    open_ = {mark for mark, item in results.items() if asks(item)}
    worked_out = open_.intersection(mark for _, totals in rules.worked_out() for mark in totals)
    settling = [
        totals for given, totals in rules.worked_out() if len(open_ & {*given}) >= tuning.WORTH_A_TOTAL
    ]
    alone = {mark: max(posteriors[mark].alone.values(), default=0.0) for mark in worked_out}
    return {mark for mark in worked_out if alone[mark] < tuning.SURE_NUMBER}.difference(*settling)


def _likely(chances: Mapping[str, Mapping[str, float]]) -> dict[str, str]:
    """Return the likeliest number of each comb that does not look blank."""
    results = {}
    for mark, chance in chances.items():
        numbers = [text for text in chance if text]
        if numbers and chance.get("", 0.0) < max(
            1 - sum(chance.values()), *(chance[text] for text in numbers)
        ):
            results[mark] = str(sums.number(max(numbers, key=lambda text: chance[text])))
    return results


def idle(
    rules: NumberRules, posteriors: Mapping[str, sums.Posterior], chances: Mapping[str, Mapping[str, float]]
) -> set[str]:
    """Return the combs that nothing is counted from, as far as cards and totals can be seen.

    A card or a total that cannot be read is asked about; its answer shows what it counts.
    """
    results: set[str] = set()
    counted: set[str] = set()
    for chosen in rules.chosen:
        likely = {
            number
            for name in chosen.choices
            if name in posteriors
            for number, chance in posteriors[name].chances.items()
            if chance >= tuning.MAY_COUNT
        }
        results |= chosen.only
        counted |= chosen.counted(likely)
    if rules.ties is not None and not _may_tie(rules, rules.ties.totals, posteriors, chances):
        results |= rules.ties.marks
    return results - counted


def _may_tie(
    rules: NumberRules,
    totals: Iterable[str],
    posteriors: Mapping[str, sums.Posterior],
    chances: Mapping[str, Mapping[str, float]],
) -> bool:
    """Return whether two players' totals may be equal: as they are written, or as their rows add up."""
    rows = {added.total: added.rows for added in rules.sums}
    known: list[Mapping[int, float]] = []
    for total in totals:
        if total not in posteriors:
            continue
        likeliest = (
            posteriors[total].likeliest if any(not _is_blank(chances, name) for name in rows[total]) else None
        )
        written = {} if _is_blank(chances, total) else posteriors[total].chances
        known.append({**written, **({} if likeliest is None else {likeliest: 1.0})})
        if not known[-1] and not all(_is_blank(chances, name) for name in rows[total]):
            return True
    return any(
        sum(chance * other.get(number, 0.0) for number, chance in combination.items()) >= tuning.MAY_COUNT
        for combination, other in combinations(known, 2)
    )


def _is_blank(chances: Mapping[str, Mapping[str, float]], name: str) -> bool:
    return name not in chances or chances[name].get("", 0.0) > 1 / 2


def _reading(chances: Mapping[str, float], posterior: sums.Posterior, is_note: bool) -> MarkReading:
    """Return the reading of one comb."""
    seen = max(
        chances, key=lambda text: (posterior.alone.get(sums.number(text), 0.0), chances[text]), default=UNSURE
    )
    none = 1 - sum(chances.values())
    if none > chances.get(seen, 0.0):
        seen = UNSURE
    number = max(posterior.chances, key=lambda value: posterior.chances[value], default=0)
    chance = posterior.chances.get(number, 0.0)
    alike = {text: share for text, share in chances.items() if sums.number(text) == number}
    alone = posterior.alone.get(number, 0.0)
    text = max(alike, key=lambda item: alike[item], default="")
    by_value = {chance or BLANK: share for chance, share in chances.items()}
    unconfirmed = 1 - (tuning.SURE_BY_SUM if alone >= tuning.SURE_NUMBER else tuning.SURE_NUMBER)
    sure = 1 - chance <= min(unconfirmed * max(posterior.support, 1.0), 1 - tuning.SURE_BY_SUM)
    if seen != UNSURE and sums.number(seen) == number and sure and alone >= tuning.SEEN_AT_LEAST:
        by = EYE if alone >= tuning.SURE else RULES
        return MarkReading(text or BLANK, chance, seen or BLANK, by, by_value)
    why = _why(chances, seen, posterior)
    return MarkReading(UNSURE, chance, seen or BLANK, LEFT if is_note else PERSON, by_value, {}, why)


def _why(chances: Mapping[str, float], seen: str, posterior: sums.Posterior) -> Phrase:
    """Return why a number is asked about."""
    if seen == UNSURE:
        if posterior.likeliest is not None:
            return phrase("photo.why.number.struck.sum", told=posterior.likeliest)
        return phrase("photo.why.number.struck")
    if posterior.likeliest is not None and posterior.likeliest != sums.number(seen):
        return phrase("photo.why.number.sum", read=seen or "0", told=posterior.likeliest)
    others = sorted((text for text in chances if text != seen), key=lambda text: -chances[text])
    other = next((text for text in others if sums.number(text) != sums.number(seen)), None)
    if other is None or chances[other] < tuning.WORTH_NAMING:
        return phrase("photo.why.number.like", read=seen or "-")
    return phrase("photo.why.number.or", read=seen or "-", other=other or "-")


# --- a person's word --------------------------------------------------------------------------------------


def after(
    page_code: str,
    chances: Mapping[str, Mapping[str, float]],
    answers: Mapping[str, str],
    values: Mapping[str, str] = NO_VALUES,
) -> dict[str, MarkReading]:
    """Return the readings of the combs of a page after answers, {} where none bears upon a comb.

    chances : of each comb, as its MarkReading has them; {} for one that cannot be seen.
    values : what the other marks say before the answers, as far as that is likely.
    """
    from pencilwright.solver.photo import code

    known = code.identify(page_code)
    combs = {mark.id: mark for mark in known.page.marks if mark.kind == "number"}
    fields = {
        name: "" if value == BLANK else str(int(value))
        for name, value in answers.items()
        if name in chances and name in combs and (value == BLANK or value.isdecimal())
    }
    rules = rules_of(known.game, known.decoded.setup)
    others = {name: value for name, value in {**values, **answers}.items() if name not in combs}
    if not chances or not (fields or (rules.marked and answers)):
        return {}
    texts_of = {
        name: {"" if text == BLANK else text: chance for text, chance in item.items()}
        for name, item in chances.items()
    }
    hidden = {name for name, chance in chances.items() if not chance}
    digits = {name: mark.cells for name, mark in combs.items()}
    others = {name: value for name, value in others.items() if value != BLANK}
    return settled(texts_of, digits, rules, fields, hidden, others)


def asks(reading: MarkReading) -> bool:
    """Return whether a person must be asked."""
    return reading.kind == UNSURE and reading.by != LEFT


def values_of(results: Mapping[str, MarkReading]) -> dict[str, str]:
    """Return the numbers that are certain, as values of the game's marks."""
    return {name: reading.kind for name, reading in results.items() if reading.kind not in (BLANK, UNSURE)}


def rules_of(game: Game, setup_code: str | None) -> NumberRules:
    """Return what a game says of the numbers of a sheet with this setup."""
    setup = game.setups.from_code(setup_code) if setup_code else None
    return game.number_rules(setup)
