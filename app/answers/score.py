"""The points of positions, line by line, what is wrong with them, and who has won."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilwright.app.positions.entered import Position
from pencilwright.games import game
from pencilwright.templates.phrases import Phrase, Sentence, chained, phrase, say, sentences
from pencilwright.templates.tables import cell, table

if TYPE_CHECKING:
    from pencilwright.app.answers.ranges import Open, Ranges
    from pencilwright.games.shared.problems import Problem, Remedy
    from pencilwright.games.shared.scores import Line, PlayerScore

    Scored = Sequence[tuple[Sentence, PlayerScore]]

COLUMNS = ("game", "place", "name", "points", "faults", "file", "copy", "error")
MOST_MARKS = 3
"""Marks of a problem that a line names; the others are counted."""
LONGEST_WRITTEN = 20
TOTAL = "total"
"""Mark of a sheet's total, and part of the ids of the totals of several players."""


def answers_for(position: Position, scored: Scored | None = None) -> list[dict[str, Any]]:
    """Return what `--json` gives for each player of a position; of a sheet `differs` too.

    scored : the scores, where they are known.
    """
    scored = scored or scores_of(position)
    problems: Sequence[Problem] = position.problems()
    between: Sequence[Ranges | None] = (None,) * len(scored)
    if position.open:
        from pencilwright.app.answers.ranges import ranges

        between, problems = ranges(position), whatever_is_open(position, problems)
    answers = [
        _answer(position, result, problems) | {"differs": differences(position, result, item)}
        for (_, result), item in zip(scored, between, strict=True)
    ]
    answers = [
        answer | _opened(position, item, answer) for answer, item in zip(answers, between, strict=True)
    ]
    if position.game.player_of(position.state) or len(scored) == 1:
        return answers
    return [
        answer | {"name": _among_others(position, player), "player": player}
        for (player, _), answer in zip(scored, answers, strict=True)
    ]


def scores_of(position: Position) -> Scored:
    """Return the player and the score of each who plays a position."""
    return position.game.scoring.scores(position.state)


def _opened(position: Position, between: Ranges | None, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told otherwise of a player's score where marks are open, or were taken as likeliest."""
    if between is None:
        return _guessed("score.guessed", position.guessed)
    unproven = {
        line["id"]: {"unverified": line["unverified"]} for line in answer["lines"] if "unverified" in line
    }
    lines = {"lines": [_between(name, line) | unproven.get(name, {}) for name, line in between.lines.items()]}
    marks = [mark for mark in position.open if mark in between.deciding]
    idle = [mark for mark in position.open if mark not in (*marks, *position.unread)]
    others = _guessed("photo.idle", idle)
    if not marks:
        return lines | others
    total = between.total
    is_unread = not total.known and not set(position.unread).isdisjoint(marks)
    low, high = (position.game.band(points, position.components) for points in (total.low, total.high))
    fields = {
        "total": total.low if total.known and between.whole else None,
        "low": total.low,
        "high": None if is_unread else total.high,
        "whole": between.whole,
        "open": marks,
        "remarks": [_about("score.unread" if is_unread else "score.open", marks)]
        + ([] if between.whole else [phrase("score.beyond")])
        + others.get("remarks", []),
        "ties": [tie | {"number": None} for tie in answer["ties"]],
    }
    return lines | others | fields | ({} if low == high and between.whole else {"band": None})


def _guessed(key: str, marks: Sequence[str]) -> dict[str, Any]:
    """Return that marks were taken as they most likely are, {} for none."""
    return {"guessed": list(marks), "remarks": [_about(key, marks)]} if marks else {}


def whatever_is_open(position: Position, problems: Sequence[Problem]) -> Sequence[Problem]:
    """Return the problems that a sheet has whatever its open marks are.

    With too many ways in which these may be each is looked at alone.
    """
    from pencilwright.app.positions import open_marks
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


def _between(name: str, line: Open) -> dict[str, Any]:
    """Return a line of a score that open marks may change."""
    reason = chained(line.reasons, "either")
    if line.known:
        return {"id": name, "points": line.low, "reason": reason}
    return {"id": name, "points": None, "low": line.low, "high": line.high, "reason": reason}


def _about(key: str, marks: Sequence[str]) -> Phrase:
    from pencilwright.app.positions import photos

    return photos.about(key, marks)


def points_said(answer: Mapping[str, Any], language: str, key: str = "points") -> int | str:
    """Return the points of an answer, a line or a place; in words where open marks leave them open."""
    points: int | None = answer[key]
    if points is not None:
        return points
    low, high = answer["low"], answer["high"]
    return say(_range(low, high), language)


def _range(low: int, high: int | None) -> Phrase:
    return phrase("score.least", low=low) if high is None else phrase("score.between", low=low, high=high)


def _answer(position: Position, result: PlayerScore, problems: Sequence[Problem]) -> dict[str, Any]:
    """Return total, score band, lines, problems and remarks of one player."""
    title = position.game.band(result.total, position.components)
    band = {"title": title, "verified": "score_bands" not in position.components.unverified}
    fields = {
        "game": position.game.id,
        "name": position.name,
        "file": position.file,
        "copy": position.copy,
        "player": position.game.player_of(position.state),
        "total": result.total,
        "when": result.when,
        "band": None if title is None else band,
        "lines": [_line(line) for line in result.lines],
        "ties": [tie._asdict() for tie in result.ties],
        "problems": [problem_as_data(position, problem) for problem in problems],
        "remarks": [],
    }
    return fields | {"lowest_wins": True} if result.lowest_wins else fields


def _among_others(position: Position, player: Sentence) -> Sentence:
    """Return the name of one of several players of a position."""
    if not (position.copy or position.file):
        return player
    return phrase("entered.player", place=position.place, player=player)


def _line(line: Line) -> dict[str, Any]:
    """Return a line of a score; with the names of unproven values where it rests on some."""
    fields = {"id": line.id, "points": line.points, "reason": line.reason}
    return fields | {"unverified": list(line.unverified)} if line.unverified else fields


def problem_as_data(position: Position, problem: Problem) -> dict[str, Any]:
    """Return a problem as `--json` gives it: where a sheet is the source, with marks and what mends it."""
    fields: dict[str, Any] = {"field": problem.field, "rule": problem.rule, "nearest": problem.nearest}
    if not position.written:
        return fields
    from pencilwright.games.shared.marks import label

    known = {mark.id: mark for mark in position.game.marks.MARKS}
    pick = {"marks": {}, "words": problem.pick} if problem.pick else None
    return fields | {
        "marks": list(problem.marks),
        "labels": [label(known[mark]) for mark in problem.marks],
        "remedy": _remedy(problem.remedy) or pick,
        "other": _remedy(problem.other),
    }


def _remedy(remedy: Remedy | None) -> dict[str, Any] | None:
    return None if remedy is None else {"marks": dict(remedy.marks), "words": remedy.words}


def differences(
    position: Position, result: PlayerScore, between: Ranges | None = None
) -> list[dict[str, Any]]:
    """Return where what the player wrote on the sheet is not what the marks give: totals first.

    between : where marks are open. What is written inside of these points differs from nothing.
    """
    if not position.written:
        return []
    from pencilwright.games.shared.marks import label

    known = {mark.id: mark for mark in position.game.marks.MARKS}
    results, counted = [], _may_count(position, result, between)
    for place in sorted(counted, key=lambda place: not _is_total(place)):
        low, high = counted[place]
        written = position.written.get(place, "").strip()[:LONGEST_WRITTEN]
        number = int(written) if written.removeprefix("-").isdecimal() else None
        is_same = number is not None and low <= number and (high is None or number <= high)
        if not written or place in position.open or is_same:
            continue
        points = low if low == high else _range(low, high)
        name = label(known[place]) if place in known else place
        text = phrase("score.differs", place=name, written=written, n=points)
        if place == TOTAL:
            text = phrase("score.total_differs", written=written, n=points)
        results.append({"mark": place, "written": written, "low": low, "high": high, "text": text})
    return results


def differs_in(answers: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return where what the players of a sheet wrote is not what its marks give."""
    return [item for answer in answers for item in answer["differs"]]


def _may_count(
    position: Position, result: PlayerScore, between: Ranges | None
) -> dict[str, tuple[int, int | None]]:
    """Return the least and the most points of each line and sum, by its id; None for no limit."""
    plain: dict[str, tuple[int, int | None]] = {at: (n, n) for at, n in _counted(result).items()}
    if between is None:
        return plain
    is_unread = not set(position.unread).isdisjoint(between.deciding)

    def limits(item: Open) -> tuple[int, int | None]:
        return item.low, None if is_unread and not item.known else item.high

    totals = dict.fromkeys(filter(_is_total, plain), limits(between.total))
    sums = plain if between.total.known else {}
    return {**sums, **{name: limits(line) for name, line in between.lines.items()}, **totals}


def _is_total(place: str) -> bool:
    return TOTAL in place.split(".")


def fills(position: Position, scored: Scored) -> dict[str, str]:
    """Return what belongs in the sheet's own places for points: mark id -> points; none where it is 0."""
    places = {mark.id for mark in position.game.marks.MARKS}
    return {
        place: str(points)
        for _, result in scored
        for place, points in _counted(result).items()
        if points and place in places
    }


def _counted(result: PlayerScore) -> dict[str, int]:
    """Return the points of each line and sum by its id: of those that are marks, where they are written."""
    return {line.id: line.points for line in result.lines} | {TOTAL: result.total, **result.sums}


# --- in words ---------------------------------------------------------------------------------------------


def in_words(answer: dict[str, Any], language: str, *, alone: bool = True) -> str:
    """Return one sheet's score as a table, above it what was written otherwise, its problems below."""
    head = _messages(("score.head.points", "score.head.for"), language)
    differs = "".join(f"{say(item['text'], language)}\n" for item in answer["differs"])
    text = differs + lines_in_words(answer, language, head)
    if not alone or answer["player"]:
        text = f"{say(answer['name'], language)}\n{text}"
    if doubtful := doubtful_in([answer]):
        text += "\n" + _doubt(answer["game"], doubtful, language)
    if answer["remarks"]:
        text += "\n\n" + "\n".join(say(remark, language) for remark in answer["remarks"])
    return text + problems_in_words(answer["problems"], language)


def doubtful_in(answers: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the unproven values that the lines of scores rest on."""
    return sorted(
        {name for answer in answers for line in answer["lines"] for name in line.get("unverified", ())}
    )


def doubtful_ties(places: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the unproven values by which equal points were parted."""
    return sorted({name for entry in places for tie in entry["by"] for name in tie["unverified"]})


def lines_in_words(answer: dict[str, Any], language: str, head: Sequence[str] = ()) -> str:
    """Return the lines of a score with their total as a table."""
    rows: list[tuple[object, str]] = [
        (
            points_said(line, language),
            say(line["reason"], language) + (" *" if line.get("unverified") else ""),
        )
        for line in answer["lines"]
    ]
    total = (
        phrase("score.total") if answer["when"] is None else phrase("score.total.when", when=answer["when"])
    )
    rows.append((points_said(answer, language, "total"), say(total, language)))
    if answer["band"] is not None:
        rows.append((say(phrase("score.band"), language), band_in_words(answer["band"], language)))
    return table(rows, head=head, right=[0])


def _messages(keys: Sequence[str], language: str) -> list[str]:
    return [say(phrase(key), language) for key in keys]


def _doubt(game_id: str, names: Sequence[str], language: str) -> str:
    from pencilwright.games.shared.own_values import named

    return say(phrase("score.unverified", names=named(game_id, names)), language)


def problems_once(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the answers with the problems of a position of several players only at the last of them."""
    later = [*answers[1:], {}][: len(answers)]
    return [
        answer | {"problems": []} if after and is_same_table(answer, after) else answer
        for answer, after in zip(answers, later, strict=True)
    ]


def is_same_table(answer: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether two answers in a row are of one position and so have the same problems."""
    return all(answer[name] == after[name] for name in ("file", "copy", "problems"))


def band_in_words(band: dict[str, Any], language: str) -> str:
    """Return the title of a score, and that no source proves it."""
    title = band["title"]
    return say(title if band["verified"] else phrase("score.band.ours", title=title), language)


def problems_in_words(problems: Sequence[dict[str, Any]], language: str) -> str:
    """Return the list of problems with a heading, or nothing when there are none."""
    if not problems:
        return ""
    lines = [say(phrase("score.problems", n=len(problems)), language)]
    lines += ["- " + sentences(problem_text(problem), language) for problem in problems]
    return "\n\n" + "\n".join(lines)


def problem_text(problem: dict[str, Any]) -> list[Phrase]:
    """Return the sentences of a problem: what is wrong, the nearest legal reading, what mends it."""
    messages = [phrase("score.problem", at=_where(problem), rule=problem["rule"])]
    if problem["nearest"]:
        messages.append(phrase("score.nearest", nearest=problem["nearest"]))
    if problem.get("remedy"):
        messages.append(phrase("score.remedy", remedy=problem["remedy"]["words"]))
    return messages


def _where(problem: dict[str, Any]) -> Sentence | tuple[Sentence, ...]:
    """Return what a problem is about: on a sheet its marks in words, else the field of the position."""
    labels = problem.get("labels", ())
    if not labels:
        return str(problem["field"])
    first: tuple[Sentence, ...] = tuple(labels[:MOST_MARKS])
    more = len(labels) - MOST_MARKS
    return phrase("score.more_marks", marks=first, n=more) if more > 0 else first


# --- the ranking ------------------------------------------------------------------------------------------


def ranking(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the places of each game, in the order in which the games first appear."""
    return [entry for game_id in games_of(answers) for entry in _ranking(answers, game_id)]


def games_of(answers: list[dict[str, Any]]) -> list[str]:
    """Return the games that were played, each once."""
    return list(dict.fromkeys(answer["game"] for answer in answers))


def _ranking(everything: list[dict[str, Any]], game_id: str) -> list[dict[str, Any]]:
    """Return places in order of points, the best first, then of what the game's rules part equal points by.

    Those who are equal in all share a place. `by` lists what was looked at to part equal points.
    """
    answers = [answer for answer in everything if answer["game"] == game_id]

    def worth(answer: dict[str, Any], end: str = "low") -> list[float]:
        """Return what is ordered by; with open marks at the worse end ("low") or the better one."""
        if answer.get("open"):
            most = math.inf if end == "high" else -math.inf
            other = {"low": "high", "high": "low"}[end]
            total = answer[other if answer.get("lowest_wins") else end]
            sign = -1 if answer.get("lowest_wins") else 1
            known = answer["whole"] and total is not None
            return [sign * total if known else most, *(most for _ in answer["ties"])]
        total = -answer["total"] if answer.get("lowest_wins") else answer["total"]
        return [total, *(tie["number"] for tie in answer["ties"])]

    def by(answer: dict[str, Any]) -> list[dict[str, Any]]:
        if answer.get("open"):
            return []
        rivals = [worth(other) for other in answers if other is not answer and not other.get("open")]
        rivals = [rival for rival in rivals if rival[0] == worth(answer)[0]]
        for count, own in enumerate(worth(answer)):
            rivals = [rival for rival in rivals if rival[count] == own]
            if not rivals:
                return list(answer["ties"][:count])
        return list(answer["ties"])

    def ahead(answer: dict[str, Any], *, surely: bool) -> int:
        """Return how many are before one, surely or perhaps."""
        theirs, own = ("low", "high") if surely else ("high", "low")
        return sum(worth(other, theirs) > worth(answer, own) for other in answers if other is not answer)

    def place(answer: dict[str, Any]) -> dict[str, Any]:
        first, last = 1 + ahead(answer, surely=True), 1 + ahead(answer, surely=False)
        fields = {"place": first if first == last else None}
        return fields if first == last else fields | {"first": first, "last": last}

    ordered = sorted(answers, key=lambda answer: ([-part for part in worth(answer)], answer["copy"]))
    return [
        {
            "game": game_id,
            **place(answer),
            "name": answer["name"],
            "file": answer["file"],
            "copy": answer["copy"],
            "total": answer["total"],
            "faults": len(answer["problems"]),
            "by": by(answer),
            **({} if answer["total"] is not None else {"low": answer["low"], "high": answer["high"]}),
        }
        for answer in ordered
    ]


def ranking_in_words(answers: list[dict[str, Any]], language: str) -> str:
    """Return a ranking for each game as a table, under its title where several games were played."""
    played = games_of(answers)
    tables = {game_id: _ranking_in_words(_ranking(answers, game_id), language) for game_id in played}
    if len(played) == 1:
        return tables[played[0]]
    return "\n\n".join(f"{say(game(item).name, language)}\n{places}" for item, places in tables.items())


def place_said(entry: dict[str, Any], language: str) -> int | str:
    """Return a place of the ranking, in words where open marks leave it open."""
    if (place := entry["place"]) is not None:
        return int(place)
    return say(phrase("score.between", low=entry["first"], high=entry["last"]), language)


def _ranking_in_words(places: list[dict[str, Any]], language: str) -> str:
    """Return the ranking of a game as a table, with what parted equal points where something did."""
    doubtful = doubtful_ties(places)
    mark = " *" if doubtful else ""
    rows = [
        (
            place_said(entry, language),
            say(entry["name"], language),
            points_said(entry, language, "total"),
            say(
                tuple(phrase("score.tie", n=tie["number"], what=tie["what"]) for tie in entry["by"]), language
            )
            + mark * bool(entry["by"]),
        )
        for entry in places
    ]
    head = _messages(
        ("score.head.place", "score.head.sheet", "score.head.points", "score.head.ties"), language
    )
    if not any(row[3] for row in rows):
        return table([row[:3] for row in rows], head=head[:3], right=[0, 2])
    text = table(rows, head=head, right=[0, 2])
    return text + ("\n" + _doubt(places[0]["game"], doubtful, language) if doubtful else "")


def as_csv(answers: list[dict[str, Any]], refused: Sequence[tuple[str, Sentence]], language: str) -> str:
    """Return the ranking as a table for a spreadsheet, and a line for each file or sheet without a score.

    refused : the file, and why there is no score.
    """
    import csv
    import io

    target = io.StringIO()
    lines = csv.DictWriter(target, COLUMNS, lineterminator="\n", restval="")
    lines.writeheader()
    for entry in ranking(answers):
        fields = {"name": say(entry["name"], language), "points": points_said(entry, language, "total")}
        fields |= {"place": place_said(entry, language), "copy": entry["copy"] or ""}
        fields |= {name: entry[name] for name in ("game", "faults", "file")}
        lines.writerow({name: cell(value) for name, value in fields.items()})
    for file, why in refused:
        lines.writerow({"file": cell(file), "error": cell(say(why, language))})
    return target.getvalue()
