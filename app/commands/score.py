"""`sheetwright score`: the points of a position, line by line, and what is illegal about it."""

from __future__ import annotations

from typing import Any

import click

from app import choose, options, positions, show
from app.positions import Position
from games.errors import InputError

ILLEGAL = 1


@click.command()
@options.FILE
@options.COMPONENTS
@options.JSON
def score(source: str, components: str | None, as_json: bool) -> int:
    """Score a position, line by line.

    FILE is a filled PDF, a JSON position, a text line, or - for standard input. A position that breaks
    the rules is scored as it stands, each fault is listed, and the exit code is 1.
    A PDF with several filled copies is scored copy by copy, with a ranking.

    \b
    Examples:
      sheetwright score output/my-game.pdf
      sheetwright score position.json --json
      sheetwright example troyes-dice | sheetwright score -
    """
    answers = [answer_for(position, components) for position in positions.load(source)]
    legal = all(not answer["problems"] for answer in answers)
    if as_json:
        data = {"format": "sheetwright-score/1", "sheets": answers, "ranking": ranking(answers)}
        click.echo(show.encode(data), nl=False)
    else:
        click.echo("\n\n".join(in_words(answer, alone=len(answers) == 1) for answer in answers))
        if len(answers) > 1:
            click.echo("\n" + ranking_in_words(answers))
    return 0 if legal else ILLEGAL


def answer_for(position: Position, path: str | None = None) -> dict[str, Any]:
    """Return what `--json` gives for one sheet: total, score band, lines, problems, remarks.

    `path` names a file with the person's own values. Raises InputError where scoring rests on none of them.
    """
    components, scoring = position.game.room("components"), position.game.room("scoring")
    rests = getattr(scoring, "RESTS_ON", ())
    if path is not None and not rests:
        raise InputError(
            f"the points of {position.game.title} rest on nothing that a file could replace; leave out "
            "--components",
            field="components",
        )
    box = choose.components(position.game, path)
    result = scoring.score(position.state, box) if rests else scoring.score(position.state)
    return {
        "game": position.game.id,
        "name": position.name,
        "copy": position.copy,
        "player": position.player,
        "total": result.total,
        "band": {
            "title": components.score_title(result.total),
            "verified": "score_bands" not in components.STANDARD.unverified,
        },
        "lines": [{"id": line.id, "points": line.points, "reason": line.reason} for line in result.lines],
        "table": [entry._asdict() | {"lines": None} for entry in getattr(result, "players", ())],
        "unverified": [name for name in rests if name in box.unverified],
        "winners": getattr(result, "winners", ""),
        "tie_break": getattr(result, "tie_break", ""),
        "problems": [
            {"field": problem.field, "rule": problem.rule, "nearest": problem.nearest}
            for problem in (*position.faults, *position.game.room("state").problems(position.state))
        ],
        "remarks": remarks(position, result),
    }


def remarks(position: Position, result: Any) -> list[str]:
    """Return where the player's own arithmetic on the sheet differs from ours."""
    counted = {line.id: line.points for line in result.lines} | {"total": result.total}
    return [
        f"the sheet says {position.written[place].strip()[:20]!r} for {place}; it is {points}"
        for place, points in counted.items()
        if position.written.get(place, "").strip() not in ("", str(points))
    ]


def in_words(answer: dict[str, Any], *, alone: bool = True) -> str:
    """Return one sheet's score as a table, its problems below."""
    if answer["table"]:
        return table_in_words(answer) + problems_in_words(answer["problems"])
    rows = [(line["points"], line["reason"]) for line in answer["lines"]]
    rows += [(answer["total"], "total"), ("band", band_in_words(answer["band"]))]
    text = show.table(rows, head=("points", "for"), right=[0])
    if not alone or answer["player"]:
        text = f"{answer['name']}\n{text}"
    noted = "".join(f"\n- {remark}" for remark in answer["remarks"])
    return (
        text + (f"\n\nOn the sheet itself:{noted}" if noted else "") + problems_in_words(answer["problems"])
    )


def table_in_words(answer: dict[str, Any]) -> str:
    """Return the score of a whole table: every player's lines, then totals and who wins."""
    rows = [(line["id"], line["points"], line["reason"]) for line in answer["lines"]]
    totals = [(entry["letter"], entry["name"] or "-", entry["total"]) for entry in answer["table"]]
    by = f" (by {answer['tie_break']})" if answer["tie_break"] else ""
    return "\n\n".join(
        (
            show.table(rows, head=("line", "points", "for"), right=[1]),
            show.table(totals, head=("player", "name", "total"), right=[2]),
            f"wins: {', '.join(answer['winners'])}{by}",
            *(
                [f"unverified house defaults: {', '.join(answer['unverified'])}"]
                if answer["unverified"]
                else []
            ),
        )
    )


def band_in_words(band: dict[str, Any]) -> str:
    """Return the title of a score, and that no source proves it."""
    return str(band["title"]) + ("" if band["verified"] else " (ours, unverified)")


def problems_in_words(problems: list[dict[str, str]]) -> str:
    """Return the list of problems with a heading, or nothing when there are none."""
    if not problems:
        return ""
    lines = [f"\n\nThis position breaks the rules ({show.plural(len(problems), 'fault')}):"]
    for problem in problems:
        nearest = f" Nearest legal reading: {problem['nearest']}." if problem["nearest"] else ""
        lines.append(f"- {problem['field']}: {problem['rule']}.{nearest}")
    return "\n".join(lines)


def ranking(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return places in falling order of points; equal points share a place, as in the rules."""
    ordered = sorted(answers, key=lambda answer: (-answer["total"], answer["copy"]))
    return [
        {
            "place": 1 + sum(other["total"] > answer["total"] for other in answers),
            "name": answer["name"],
            "copy": answer["copy"],
            "total": answer["total"],
        }
        for answer in ordered
    ]


def ranking_in_words(answers: list[dict[str, Any]]) -> str:
    """Return the ranking as a table."""
    rows = [(entry["place"], entry["name"], entry["total"]) for entry in ranking(answers)]
    return show.table(rows, head=("place", "sheet", "points"), right=[0, 2])
