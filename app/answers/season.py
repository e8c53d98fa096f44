"""Games of an evening or a season, out of their logs: tables, CSV, and what pictures are drawn of."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from pencilwright.app.answers.replay import game_of
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.played import Played, mean
from pencilwright.games.shared.tables import Cell, Table
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase, say
from pencilwright.templates.tables import cell

FORMAT: Final = "pencilwright-season/1"
MOST_NAMES: Final = 40
"""Rows of a table of players."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of a file, or why there is none.

    Attributes
    ----------
    file, number : its name, and which of the games in it this is.
    game : its id. differs : columns that are not as the rules have them.
    """

    file: str
    number: int
    game: str = ""
    over: bool = False
    differs: int = 0
    players: tuple[Played, ...] = ()
    error: Phrase | str = ""


class Log(NamedTuple):
    """The log of one game: the file that it is of, and which of the games in it this is."""

    file: str
    number: int
    text: str


def logs_in(file: str, text: str) -> list[Log]:
    """Return the logs in the text of a file; the text itself where there are none."""
    try:
        texts = game_of(text).logs.split(text)
    except InputError:
        texts = (text,)
    return [Log(file, number, text) for number, text in enumerate(texts, start=1)]


def replayed(log: Log) -> PlayedGame:
    """Return the game of a log."""
    try:
        return _replayed(log)
    except InputError as error:
        return PlayedGame(log.file, log.number, error=error.sentence)


def _replayed(log: Log) -> PlayedGame:
    file, number, text = log
    known = game_of(text)
    result: Any = known.logs.replayed(text)
    data = known.logs.as_data(result)
    differs: Any = data["differences"]
    return PlayedGame(
        file,
        number,
        known.id,
        bool(data["over"]),
        len(differs),
        tuple(known.logs.played(result)),
    )


class Season(NamedTuple):
    """All games of one kind that were read; `refused` are those that could not be."""

    game: Game
    games: Sequence[PlayedGame]
    refused: Sequence[PlayedGame] = ()

    @property
    def lines(self) -> list[Played]:
        """What those did who played a game to its end."""
        return [line for game in self.games if game.over for line in game.players if line.is_whole]


def seasons(results: Sequence[PlayedGame]) -> list[Season]:
    """Return the games of each kind. Raises InputError where none can be read."""
    refused = [item for item in results if item.error]
    kinds = dict.fromkeys(item.game for item in results if not item.error)
    if not kinds:
        if not refused:
            raise InputError(phrase("season.none"), field="file")
        raise InputError(_refused(refused[0]), field="file")
    return [
        Season(GAMES[kind], [item for item in results if item.game == kind], refused if n == 0 else ())
        for n, kind in enumerate(kinds)
    ]


def _refused(played_game: PlayedGame) -> Phrase:
    """Return why a file has no game, its name before it where it has one."""
    return phrase(
        "season.refused" if played_game.file else "season.refused.alone",
        file=played_game.file,
        why=played_game.error,
    )


# --- tables -------------------------------------------------------------------------------------------------


def tables(season: Season) -> list[Table]:
    """Return what the games tell, table after table."""
    words, lines = season.game.logs.seasons, season.lines
    whole = _grouped(lines, lambda line: line.who)
    result = []
    names = _grouped([line for line in lines if line.name], lambda line: line.name)
    if len(names) > 1:
        result.append(_ranking("players", names, str))
    result.append(_ranking("whos", whole, words.who))
    if len(whole) > 1:
        result.append(_by_who(whole, season))
    result += [_by_round(season), *words.season(lines)]
    return [table for table in result if table.rows]


def _grouped(lines: Sequence[Played], key: Callable[[Played], str]) -> dict[str, list[Played]]:
    """Return players in groups, those with the highest mean first."""
    results: dict[str, list[Played]] = defaultdict(list)
    for line in lines:
        results[key(line)].append(line)
    return dict(sorted(results.items(), key=lambda item: -mean([line.total for line in item[1]])))


def _ranking(name: str, groups: Mapping[str, Sequence[Played]], called: Callable[[str], Sentence]) -> Table:
    """Return how often, how many won, mean place and mean points of each group."""
    head = (
        phrase(f"season.{name}"),
        phrase("season.games"),
        phrase("season.won"),
        phrase("season.place"),
        phrase("season.mean"),
        phrase("season.range"),
    )
    rows = tuple(
        (
            called(key),
            len(group),
            sum(line.place == 1 for line in group),
            f"{mean([line.place for line in group]):.2f}",
            f"{mean([line.total for line in group]):.1f}",
            _span([line.total for line in group]),
        )
        for key, group in list(groups.items())[:MOST_NAMES]
    )
    return Table(phrase(f"season.{name}.title"), head, rows, (1, 2, 3, 4, 5))


def _by_who(groups: Mapping[str, Sequence[Played]], season: Season) -> Table:
    """Return mean points of each group of sources, a row for each kind of player."""
    words = season.game.logs.seasons
    rows = tuple(
        (
            words.who(who),
            *(f"{_mean_of(group, sources):.1f}" for sources in words.GROUPS.values()),
            f"{mean([line.total for line in group]):.1f}",
        )
        for who, group in groups.items()
    )
    head = (phrase("season.whos"), *map(words.group, words.GROUPS), phrase("season.sum"))
    return Table(phrase("season.by_who.title"), head, rows, tuple(range(1, len(head))))


def _by_round(season: Season) -> Table:
    """Return mean points of each group of sources, a column for each round."""
    words, lines = season.game.logs.seasons, season.lines
    rounds = words.rounds()
    rows: list[tuple[Cell, ...]] = []
    for name, sources in words.GROUPS.items():
        numbers = [
            mean(
                [sum(line.points[source][n] for source in sources if source in line.points) for line in lines]
            )
            for n in range(len(rounds))
        ]
        rows.append((words.group(name), *(f"{n:.1f}" if n else "" for n in numbers), f"{sum(numbers):.1f}"))
    after = [mean([line.until(n) for line in lines]) for n in range(len(rounds))]
    rows.append((phrase("season.after"), *(f"{n:.1f}" for n in after), ""))
    head = (phrase("season.source"), *rounds, phrase("season.sum"))
    return Table(phrase("season.by_round.title"), head, tuple(rows), tuple(range(1, len(head))))


def _span(totals: Sequence[int]) -> str:
    """Return the least and the most of some totals, a number alone where they are the same."""
    least, most = min(totals), max(totals)
    return str(least) if least == most else f"{least}-{most}"


def _mean_of(lines: Sequence[Played], sources: Sequence[str]) -> float:
    """Return the mean of the points that some sources brought."""
    return mean([sum(sum(line.points.get(source, ())) for source in sources) for line in lines])


def notes(season: Season) -> list[Sentence]:
    """Return how many games there are, what was left out, and why files could not be read."""
    over = [game for game in season.games if game.over]
    messages: list[Sentence] = [phrase("season.counted", n=len(over), players=len(season.lines))]
    if len(over) < len(season.games):
        messages.append(phrase("season.not_over", n=len(season.games) - len(over)))
    left = sum(not line.is_whole for item in over for line in item.players)
    if left:
        messages.append(phrase("season.left", n=left))
    messages += [
        phrase("season.differs", file=game.file, n=game.differs) for game in season.games if game.differs
    ]
    messages += [_refused(item) for item in season.refused]
    return messages


# --- for a spreadsheet --------------------------------------------------------------------------------------


def as_csv(season: Season, language: str) -> str:
    """Return a line for each player of each game, with points by source and by round, and for what failed."""
    seen = {what for item in season.games for line in item.players for what in line.points}
    sources = [what for group in season.game.logs.seasons.GROUPS.values() for what in group if what in seen]
    rounds = range(len(season.game.logs.seasons.rounds()))
    facts = next((list(line.facts) for item in season.games for line in item.players), [])
    head = ["file", "game", "who", "player", "seat", "place", "points", "whole", *facts]
    head += [*sources, *(f"round_{n}" for n in rounds)]
    rows: list[dict[str, Any]] = []
    for game in season.games:
        for line in game.players:
            row: dict[str, Any] = {
                "file": game.file,
                "game": game.number,
                "who": line.who,
                "player": line.name,
            }
            row |= {"seat": line.seat, "place": line.place, "points": line.total}
            row |= {"whole": int(game.over and line.is_whole), **line.facts}
            row |= {what: sum(line.points.get(what, ())) for what in sources}
            row |= {f"round_{n}": sum(by[n] for by in line.points.values()) for n in rounds}
            rows.append(row)
    rows += [
        {"file": item.file, "game": item.number, "error": say(item.error, language)}
        for item in season.refused
    ]
    return _csv([*head, "error"], rows)


def points_csv(season: Season) -> str:
    """Return a line for each player, source and round that brought points."""
    rows = [
        {"file": game.file, "game": game.number, "who": line.who, "player": line.name}
        | {"source": what, "round": n, "points": amount}
        for game in season.games
        for line in game.players
        for what, by in line.points.items()
        for n, amount in enumerate(by)
        if amount
    ]
    return _csv(["file", "game", "who", "player", "source", "round", "points"], rows)


def _csv(head: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    target = io.StringIO()
    table = csv.DictWriter(target, head, lineterminator="\n")
    table.writeheader()
    table.writerows({column: cell(value) for column, value in row.items()} for row in rows)
    return target.getvalue()


# --- pictures -----------------------------------------------------------------------------------------------


def pictures(season: Season, language: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the pictures as templates with their data: points by source, and the lead after each round."""
    from pencilwright.generator import charts

    def in_words(text: Word) -> str:
        return say(text, language)

    words = season.game.logs.seasons
    groups = _grouped(season.lines, lambda line: line.who)
    key = "season.name" if len(season.games) > 1 else "season.name.alone"
    names = {who: in_words(phrase(key, who=words.who(who), n=len(group))) for who, group in groups.items()}
    bars = [
        (names[who], [_mean_of(group, sources) for sources in words.GROUPS.values()])
        for who, group in groups.items()
    ]
    lines = [(names[who], lead) for who, lead in _leads(season).items()]
    legend = [in_words(words.group(group)) for group in words.GROUPS]
    return {
        "sources": (charts.BARS, charts.bars(in_words(phrase("season.picture.sources")), legend, bars)),
        "lead": (
            charts.LINES,
            charts.lines(in_words(phrase("season.picture.lead")), list(map(in_words, words.rounds())), lines),
        ),
    }


def _leads(season: Season) -> dict[str, list[float]]:
    """Return by how much each kind of player led the mean of its table after each round."""
    rounds = range(len(season.game.logs.seasons.rounds()))
    results: dict[str, list[list[float]]] = defaultdict(list)
    for game in season.games:
        lines = [line for line in game.players if line.is_whole] if game.over else []
        for line in lines:
            results[line.who].append(
                [line.until(n) - mean([other.until(n) for other in lines]) for n in rounds]
            )
    means = {who: [mean(column) for column in zip(*own, strict=True)] for who, own in results.items()}
    return dict(sorted(means.items(), key=lambda item: -item[1][-1]))
