"""The points of positions, line by line, what is wrong with them, and who has won."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from pencilwright.app.positions import open_marks
from pencilwright.app.positions.entered import Position
from pencilwright.games import game
from pencilwright.games.shared.scores import Band, Difference, Limits, Score, between
from pencilwright.templates.phrases import Phrase, Sentence, phrase, say, sentences
from pencilwright.templates.tables import cell, table

if TYPE_CHECKING:
    from pencilwright.games.shared.problems import Problem
    from pencilwright.games.shared.scores import Tie

    Scored = Sequence[tuple[Sentence, Score]]

COLUMNS = ("game", "place", "name", "points", "faults", "file", "copy", "error")
MOST_MARKS = 3
"""Marks of a problem that a line names; the others are counted."""
LONGEST_WRITTEN = 20
TOTAL = "total"
"""Mark of a sheet's total, and part of the ids of the totals of several players."""


def answers_for(position: Position, scored: Scored | None = None) -> list[Score]:
    """Return the score of each player of a position, with its problems and of a sheet what differs.

    scored : the scores as the rules give them, where they are known.
    """
    scored = scored or scores_of(position)
    results: Sequence[Score] = [result for _, result in scored]
    problems: Sequence[Problem] = position.problems()
    if position.open:
        results, problems = open_marks.ranges(position), whatever_is_open(position, problems)
    writer = position.game.player_of(position.state)
    is_alone = bool(writer) or len(scored) == 1
    return [
        replace(
            result,
            game=position.game.id,
            name=position.name if is_alone else _among_others(position, player),
            file=position.file,
            copy=position.copy,
            player=writer if is_alone else player,
            band=_band(position, result),
            problems=tuple(problems),
            differs=tuple(differences(position, result)),
            sums={},
            **_remarks(position, result),
        )
        for (player, _), result in zip(scored, results, strict=True)
    ]


def scores_of(position: Position) -> Scored:
    """Return the player and the score of each who plays a position."""
    return position.game.scores(position.state)


def _band(position: Position, result: Score) -> Band | None:
    """Return what the box calls a total; None where it has no words for it, or open marks leave them open."""
    low, high = result.limits
    title = position.game.band(low, position.components)
    if title is None or high is None or not result.whole:
        return None
    if title != position.game.band(high, position.components):
        return None
    return Band(title, "score_bands" not in position.components.unverified)


def _remarks(position: Position, result: Score) -> dict[str, tuple[str, ...] | tuple[Phrase, ...]]:
    """Return what is said of open marks, and which of them change nothing or were taken as likeliest."""
    idle = tuple(mark for mark in position.open if mark not in (*result.open, *position.unread))
    guessed = idle if position.open else position.guessed
    key = "score.open" if result.high is not None else "score.unread"
    remarks = [open_marks.about(key, result.open)] if result.open else []
    remarks += [] if result.whole else [phrase("score.beyond")]
    remarks += (
        [open_marks.about("photo.idle" if position.open else "score.guessed", guessed)] if guessed else []
    )
    return {"guessed": guessed, "remarks": tuple(remarks)}


def whatever_is_open(position: Position, problems: Sequence[Problem]) -> Sequence[Problem]:
    """Return the problems that a sheet has whatever its open marks are.

    With too many ways in which these may be each is looked at alone.
    """
    from pencilwright.games import sheets

    left = {(problem.field, problem.rule.key) for problem in problems}
    if not (left and position.open):
        return problems
    parts = open_marks.alike(position, tuple(position.open))
    each = ({mark: value} for mark, values in position.open.items() for value in values)
    for way in each if parts is None else open_marks.ways(parts):
        if not left:
            break
        written = open_marks.with_marks(position, way).written
        parsed = sheets.read(position.game, written, position.printed, position.user_values)
        left &= {(problem.field, problem.rule.key) for problem in (*position.faults, *parsed.problems)}
    return [problem for problem in problems if (problem.field, problem.rule.key) in left]


def _among_others(position: Position, player: Sentence) -> Sentence:
    """Return the name of one of several players of a position."""
    if not (position.copy or position.file):
        return player
    return phrase("entered.player", place=position.place, player=player)


def differences(position: Position, result: Score) -> list[Difference]:
    """Return where what the player wrote on the sheet is not what the marks give: totals first.

    What is written inside of the points that open marks may give differs from nothing.
    """
    if not position.written:
        return []
    from pencilwright.games.shared.marks import label

    known = {mark.id: mark for mark in position.game.marks.MARKS}
    results, counted = [], _may_count(position, result)
    for place in sorted(counted, key=lambda place: not _is_total(place)):
        low, high = counted[place]
        written = position.written.get(place, "").strip()[:LONGEST_WRITTEN]
        number = int(written) if written.removeprefix("-").isdecimal() else None
        is_same = number is not None and low <= number and (high is None or number <= high)
        if not written or place in position.open or is_same:
            continue
        points = low if low == high else between(low, high)
        name = label(known[place]) if place in known else place
        text = phrase("score.differs", place=name, written=written, n=points)
        if place == TOTAL:
            text = phrase("score.total_differs", written=written, n=points)
        results.append(Difference(place, written, low, high, text))
    return results


def differs_in(answers: Iterable[Score]) -> list[Difference]:
    """Return where what the players of a sheet wrote is not what its marks give."""
    return [item for answer in answers for item in answer.differs]


def _may_count(position: Position, result: Score) -> dict[str, Limits]:
    """Return the least and the most points of each line and sum, by its id; None for no limit."""
    is_unread = not set(position.unread).isdisjoint(result.open)
    lines = {
        line.id: (line.limits[0], None) if is_unread and line.points is None else line.limits
        for line in result.lines
    }
    own = {at: abs(points) for at, points in result.sums.items()}  # a sign has a mark of its own
    sums = {TOTAL: result.limits} | {at: (points, points) for at, points in own.items()}
    if result.low != result.high:
        sums = {at: result.limits for at in sums if _is_total(at)}
    return lines | sums


def _is_total(place: str) -> bool:
    return TOTAL in place.split(".")


def fills(position: Position, scored: Scored) -> dict[str, str]:
    """Return what belongs in the sheet's own places for points: mark id -> points; none where it is 0."""
    places = {mark.id for mark in position.game.marks.MARKS}
    return {
        place: str(points)
        for _, result in scored
        for place, (points, _) in _may_count(position, result).items()
        if points and place in places
    }


# --- in words ---------------------------------------------------------------------------------------------


def in_words(answer: Score, language: str, *, alone: bool = True) -> str:
    """Return one sheet's score as a table, above it what was written otherwise, its problems below."""
    head = _messages(("score.head.points", "score.head.for"), language)
    differs = "".join(f"{say(item.text, language)}\n" for item in answer.differs)
    text = differs + lines_in_words(answer, language, head)
    if not alone or answer.player:
        text = f"{say(answer.name, language)}\n{text}"
    if doubtful := doubtful_in([answer]):
        text += "\n" + _doubt(answer.game, doubtful, language)
    if answer.remarks:
        text += "\n\n" + "\n".join(say(remark, language) for remark in answer.remarks)
    return text + problems_in_words(answer.problems, language)


def doubtful_in(answers: Iterable[Score]) -> list[str]:
    """Return the unproven values that the lines of scores rest on."""
    return sorted({name for answer in answers for line in answer.lines for name in line.unverified})


def doubtful_ties(places: Iterable[Rank]) -> list[str]:
    """Return the unproven values by which equal points were parted."""
    return sorted({name for entry in places for tie in entry.by for name in tie.unverified})


def lines_in_words(answer: Score, language: str, head: Sequence[str] = ()) -> str:
    """Return the lines of a score with their total as a table."""
    rows: list[tuple[object, str]] = [
        (line.amount(language), say(line.reason, language) + " *" * bool(line.unverified))
        for line in answer.lines
    ]
    total = phrase("score.total") if answer.when is None else phrase("score.total.when", when=answer.when)
    rows.append((answer.amount(language), say(total, language)))
    if answer.band is not None:
        rows.append((say(phrase("score.band"), language), say(band_in_words(answer.band), language)))
    return table(rows, head=head, right=[0])


def _messages(keys: Sequence[str], language: str) -> list[str]:
    return [say(phrase(key), language) for key in keys]


def _doubt(game_id: str, names: Sequence[str], language: str) -> str:
    from pencilwright.games.shared.own_values import named

    return say(phrase("score.unverified", names=named(game_id, names)), language)


def problems_once(answers: Sequence[Score]) -> list[Score]:
    """Return the answers with the problems of a position of several players only at the last of them."""

    def table(answer: Score | None) -> tuple[object, ...]:
        return () if answer is None else (answer.file, answer.copy, answer.problems)

    return [
        replace(answer, problems=()) if table(answer) == table(after) else answer
        for answer, after in zip_longest(answers, answers[1:])
    ]


def band_in_words(band: Band) -> Sentence:
    """Return the title of a score, and that no source proves it."""
    return band.title if band.verified else phrase("score.band.ours", title=band.title)


def problems_in_words(problems: Sequence[Problem], language: str) -> str:
    """Return the list of problems with a heading, or nothing when there are none."""
    if not problems:
        return ""
    lines = [say(phrase("score.problems", n=len(problems)), language)]
    lines += ["- " + sentences(problem_text(problem), language) for problem in problems]
    return "\n\n" + "\n".join(lines)


def problem_text(problem: Problem, *, mended: bool = True) -> list[Phrase]:
    """Return the sentences of a problem: what is wrong, the nearest legal reading, what mends it."""
    messages = [phrase("score.problem", at=_where(problem), rule=problem.rule)]
    if problem.nearest:
        messages.append(phrase("score.nearest", nearest=problem.nearest))
    if problem.remedy and mended:
        messages.append(phrase("score.remedy", remedy=problem.remedy.words))
    return messages


def _where(problem: Problem) -> Sentence | tuple[Sentence, ...]:
    """Return what a problem is about: on a sheet its marks in words, else the field of the position."""
    if not problem.labels:
        return problem.field
    first, more = problem.labels[:MOST_MARKS], len(problem.labels) - MOST_MARKS
    return phrase("score.more_marks", marks=first, n=more) if more > 0 else first


# --- the ranking ------------------------------------------------------------------------------------------


class Rank(Struct, frozen=True, kw_only=True):
    """The place of a score among those of its game.

    Attributes
    ----------
    place : 1 for the best, None where open marks leave it open: it is then one from `first` to `last`.
    faults : number of problems.
    by : what was looked at to part equal points.
    answer : the score itself; of it are name, file, copy, total, low and high.
    """

    game: str
    place: int | None
    first: int | UnsetType = UNSET
    last: int | UnsetType = UNSET
    name: Sentence
    file: str
    copy: int
    total: int | None
    faults: int
    by: tuple[Tie, ...]
    low: int | UnsetType | None = UNSET
    high: int | UnsetType | None = UNSET
    answer: Score

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The fields that its JSON leaves out."""
        return ("answer",)


def ranking(answers: Sequence[Score]) -> list[Rank]:
    """Return the places of each game, in the order in which the games first appear.

    They are in order of points, the best first, then of what the game's rules part equal points by. Those who
    are equal in all share a place.
    """
    return [entry for game_id in games_of(answers) for entry in _ranking(answers, game_id)]


def games_of(answers: Iterable[Score]) -> list[str]:
    """Return the games that were played, each once."""
    return list(dict.fromkeys(answer.game for answer in answers))


def _ranking(everything: Sequence[Score], game_id: str) -> list[Rank]:
    answers = [answer for answer in everything if answer.game == game_id]

    def by(answer: Score) -> tuple[Tie, ...]:
        rivals = [_worth(other) for other in answers if other is not answer and not other.open]
        rivals = [rival for rival in rivals if rival[0] == _worth(answer)[0]]
        for count, own in enumerate(_worth(answer)):
            rivals = [rival for rival in rivals if rival[count] == own]
            if not rivals:
                return answer.ties[:count]
        return answer.ties

    def ahead(answer: Score, *, surely: bool) -> int:
        """Return how many are before one, surely or perhaps."""
        return sum(
            _worth(other, best=not surely) > _worth(answer, best=surely)
            for other in answers
            if other is not answer
        )

    def rank(answer: Score) -> Rank:
        first, last = 1 + ahead(answer, surely=True), 1 + ahead(answer, surely=False)
        is_open, is_known = first != last, answer.total is not None
        return Rank(
            game=game_id,
            place=None if is_open else first,
            first=first if is_open else UNSET,
            last=last if is_open else UNSET,
            name=answer.name,
            file=answer.file,
            copy=answer.copy,
            total=answer.total,
            faults=len(answer.problems),
            by=() if answer.open else by(answer),
            low=UNSET if is_known else answer.low,
            high=UNSET if is_known else answer.high,
            answer=answer,
        )

    ordered = sorted(answers, key=lambda answer: ([-part for part in _worth(answer)], answer.copy))
    return [rank(answer) for answer in ordered]


def _worth(answer: Score, *, best: bool = False) -> list[float]:
    """Return what is ordered by; with open marks at the better end or at the worse one."""
    sign = -1 if answer.lowest_wins else 1
    if not answer.open:
        return [sign * answer.limits[0], *(tie.number or 0 for tie in answer.ties)]
    total = answer.limits[best != answer.lowest_wins]
    most = math.inf if best else -math.inf
    return [sign * total if answer.whole and total is not None else most, *(most for _ in answer.ties)]


def ranking_in_words(answers: Sequence[Score], language: str) -> str:
    """Return a ranking for each game as a table, under its title where several games were played."""
    played = games_of(answers)
    tables = {game_id: _ranking_in_words(_ranking(answers, game_id), language) for game_id in played}
    if len(played) == 1:
        return tables[played[0]]
    return "\n\n".join(f"{say(game(item).name, language)}\n{places}" for item, places in tables.items())


def place_in_words(entry: Rank, language: str) -> int | str:
    """Return a place of the ranking, in words where open marks leave it open."""
    if entry.place is not None or not (entry.first and entry.last):
        return entry.place or 0
    return say(between(entry.first, entry.last), language)


def _ranking_in_words(places: Sequence[Rank], language: str) -> str:
    """Return the ranking of a game as a table, with what parted equal points where something did."""
    doubtful = doubtful_ties(places)
    mark = " *" if doubtful else ""
    rows = [
        (
            place_in_words(entry, language),
            say(entry.name, language),
            entry.answer.amount(language),
            say(tuple(phrase("score.tie", n=tie.number or 0, what=tie.what) for tie in entry.by), language)
            + mark * bool(entry.by),
        )
        for entry in places
    ]
    head = _messages(
        ("score.head.place", "score.head.sheet", "score.head.points", "score.head.ties"), language
    )
    if not any(row[3] for row in rows):
        return table([row[:3] for row in rows], head=head[:3], right=[0, 2])
    text = table(rows, head=head, right=[0, 2])
    return text + ("\n" + _doubt(places[0].game, doubtful, language) if doubtful else "")


def as_csv(answers: Sequence[Score], refused: Sequence[tuple[str, Sentence]], language: str) -> str:
    """Return the ranking as a table for a spreadsheet, and a line for each file or sheet without a score.

    refused : the file, and why there is no score.
    """
    import csv
    import io

    target = io.StringIO()
    lines = csv.DictWriter(target, COLUMNS, lineterminator="\n", restval="")
    lines.writeheader()
    for entry in ranking(answers):
        fields = {"name": say(entry.name, language), "points": entry.answer.amount(language)}
        fields |= {"place": place_in_words(entry, language), "copy": entry.copy or ""}
        fields |= {"game": entry.game, "faults": entry.faults, "file": entry.file}
        lines.writerow({name: cell(value) for name, value in fields.items()})
    for file, why in refused:
        lines.writerow({"file": cell(file), "error": cell(say(why, language))})
    return target.getvalue()
