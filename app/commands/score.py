"""`pencilwright score`: the points of a position, line by line, and what is illegal about it."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import options, positions, show
from pencilwright.app.position import Position
from pencilwright.games import game

ILLEGAL = 1


@click.command()
@options.FILE
@options.COMPONENTS
@options.JSON
def score(source: str, components: str | None, as_json: bool) -> int:
    """Score a position, line by line.

    FILE is a photograph of a filled sheet, a filled PDF, a JSON position, a text line, or - for standard
    input. A position that breaks the rules is scored as it stands, each fault is listed, and the exit code is
    1. A PDF or a photograph with several filled sheets is scored sheet by sheet, with a ranking; a sheet that
    cannot be read does not stop the others.

    \b
    Examples:
      pencilwright score output/my-game.pdf
      pencilwright score photo.jpg
      pencilwright score position.json --json
      pencilwright example troyes-dice | pencilwright score -
    """
    found, errors = positions.load(source, components)
    answers = [answer for position in found for answer in answers_for(position)]
    refused = [str(error) for error in errors]
    legal = not refused and all(not answer["problems"] for answer in answers)
    if as_json:
        data = {"format": "pencilwright-score/1", "sheets": answers, "ranking": ranking(answers)}
        click.echo(show.encode(data | {"refused": refused}), nl=False)
    else:
        alone = len(answers) == 1
        click.echo("\n\n".join(in_words(answer, alone=alone) for answer in problems_once(answers)))
        if len(answers) > 1:
            click.echo("\n" + ranking_in_words(answers))
        for sentence in refused:
            click.echo(f"\nnot scored: {sentence}")
    return 0 if legal else ILLEGAL


def answers_for(position: Position) -> list[dict[str, Any]]:
    """Return what `--json` gives for each player of a position; only a sheet's one player has remarks."""
    scored = position.game.room("scoring").scores(position.state)
    if not position.game.room("state").player_of(position.state) and len(scored) > 1:
        copy = f"copy {position.copy}, " if position.copy else ""
        return [
            answer_for(position, result) | {"name": f"{copy}{player}", "player": player}
            for player, result in scored
        ]
    return [answer_for(position, result) for _, result in scored]


def answer_for(position: Position, result: Any = None) -> dict[str, Any]:
    """Return what `--json` gives for one sheet: total, score band, lines, problems, remarks."""
    if result is None:
        ((_, result),) = position.game.room("scoring").scores(position.state)
    title = position.game.room("scoring").title(result.total, position.components)
    return {
        "game": position.game.id,
        "name": position.name,
        "copy": position.copy,
        "player": position.game.room("state").player_of(position.state),
        "total": result.total,
        "band": None
        if title is None
        else {"title": title, "verified": "score_bands" not in position.components.unverified},
        "lines": [_line(line) for line in result.lines],
        "ties": [tie._asdict() for tie in getattr(result, "ties", ())],
        "problems": [
            {"field": problem.field, "rule": problem.rule, "nearest": problem.nearest}
            for problem in (*position.faults, *position.game.room("legality").problems(position.state))
        ],
        "remarks": remarks(position, result),
    }


def _line(line: Any) -> dict[str, Any]:
    """Return a line of a score; with the names of unproven values where it rests on some."""
    told = {"id": line.id, "points": line.points, "reason": line.reason}
    return told | {"unverified": list(line.unverified)} if line.unverified else told


def remarks(position: Position, result: Any) -> list[str]:
    """Return where the player's own arithmetic on the sheet differs from ours."""
    counted = {line.id: line.points for line in result.lines} | {"total": result.total}
    counted |= getattr(result, "sums", {})
    return [
        f"the sheet says {position.written[place].strip()[:20]!r} for {place}; it is {points}"
        for place, points in counted.items()
        if position.written.get(place, "").strip() not in ("", str(points))
    ]


def in_words(answer: dict[str, Any], *, alone: bool = True) -> str:
    """Return one sheet's score as a table, its problems below."""
    rows = [
        (line["points"], line["reason"] + (" *" if line.get("unverified") else ""))
        for line in answer["lines"]
    ]
    rows.append((answer["total"], "total"))
    if answer["band"] is not None:
        rows.append(("band", band_in_words(answer["band"])))
    text = show.table(rows, head=("points", "for"), right=[0])
    if not alone or answer["player"]:
        text = f"{answer['name']}\n{text}"
    doubtful = sorted({name for line in answer["lines"] for name in line.get("unverified", ())})
    if doubtful:
        text += f"\n* unverified, house default: {', '.join(doubtful)}"
    noted = "".join(f"\n- {remark}" for remark in answer["remarks"])
    return (
        text + (f"\n\nOn the sheet itself:{noted}" if noted else "") + problems_in_words(answer["problems"])
    )


def problems_once(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the answers with the problems of a position of several players only at the last of them."""
    later = [*answers[1:], {}]
    return [
        answer | {"problems": []} if after and is_same_table(answer, after) else answer
        for answer, after in zip(answers, later, strict=True)
    ]


def is_same_table(answer: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether two answers in a row are of one position and so have the same problems."""
    return all(answer[name] == after[name] for name in ("copy", "problems"))


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
    """Return the places of each game, in the order in which the games first appear."""
    return [entry for game_id in games_of(answers) for entry in _ranking(answers, game_id)]


def games_of(answers: list[dict[str, Any]]) -> list[str]:
    """Return the games that were played, each once."""
    return list(dict.fromkeys(answer["game"] for answer in answers))


def _ranking(everything: list[dict[str, Any]], game_id: str) -> list[dict[str, Any]]:
    """Return places in falling order of points, then of what the game's rules part equal points by.

    Those who are equal in all share a place. `by` lists what was looked at to part equal points.
    """
    answers = [answer for answer in everything if answer["game"] == game_id]

    def worth(answer: dict[str, Any]) -> list[int]:
        return [answer["total"], *(tie["number"] for tie in answer["ties"])]

    def by(answer: dict[str, Any]) -> list[dict[str, Any]]:
        rivals = [worth(other) for other in answers if other is not answer]
        rivals = [rival for rival in rivals if rival[0] == answer["total"]]
        for count, own in enumerate(worth(answer)):
            rivals = [rival for rival in rivals if rival[count] == own]
            if not rivals:
                return list(answer["ties"][:count])
        return list(answer["ties"])

    ordered = sorted(answers, key=lambda answer: ([-part for part in worth(answer)], answer["copy"]))
    return [
        {
            "game": game_id,
            "place": 1 + sum(worth(other) > worth(answer) for other in answers),
            "name": answer["name"],
            "copy": answer["copy"],
            "total": answer["total"],
            "by": by(answer),
        }
        for answer in ordered
    ]


def ranking_in_words(answers: list[dict[str, Any]]) -> str:
    """Return a ranking for each game as a table, under its title where several games were played."""
    played = games_of(answers)
    tables = [_ranking_in_words(_ranking(answers, game_id)) for game_id in played]
    if len(played) == 1:
        return tables[0]
    return "\n\n".join(
        f"{game(game_id).title}\n{table}" for game_id, table in zip(played, tables, strict=True)
    )


def _ranking_in_words(places: list[dict[str, Any]]) -> str:
    """Return the ranking of a game as a table, with what parted equal points where something did."""
    doubtful = sorted({name for entry in places for tie in entry["by"] for name in tie["unverified"]})
    mark = " *" if doubtful else ""
    rows = [
        (
            entry["place"],
            entry["name"],
            entry["total"],
            ", ".join(f"{tie['number']} {tie['what']}" for tie in entry["by"]) + mark * bool(entry["by"]),
        )
        for entry in places
    ]
    if not any(row[3] for row in rows):
        return show.table([row[:3] for row in rows], head=("place", "sheet", "points"), right=[0, 2])
    text = show.table(rows, head=("place", "sheet", "points", "ties by"), right=[0, 2])
    return text + (f"\n* unverified, house default: {', '.join(doubtful)}" if doubtful else "")
