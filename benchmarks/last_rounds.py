"""Last rounds of recorded games of Terra Mystica against those of their players.

    python -m benchmarks.last_rounds FOLDER             ends with one player left in round 6
    python -m benchmarks.last_rounds FOLDER --starts    the first player at the start of round 6
    python -m benchmarks.last_rounds FOLDER --starts --keep FILE    a run that may be stopped and gone on with

FOLDER holds ledgers of the public server, one game a file. A line for each position: what its player reached
by the same assumption (nobody else acts; "-" where the rows need power that others gave), the best line, what
no line exceeds, and processor seconds.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.games.terra_mystica.log import read, replay
from pencilwright.games.terra_mystica.rules.apply import spelled
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver.terra_mystica.whole_round import answer

SECONDS = 60.0
"""Deterministic seconds for each position: three times what an answer has where nobody gives more."""
NOT_OWN: Final = re.compile(r"leech|decline|wait|done|pass\b|-|\[", re.IGNORECASE)
"""Commands of a player's rows that are no part of a frozen last round."""
STEP: Final = re.compile(r"\+\d?(fire|water|earth|air)", re.IGNORECASE)


class Case(NamedTuple):
    """A position, whose it is, and the rows that its player played from there."""

    name: str
    state: State
    who: str
    rows: tuple[tuple[str, ...], ...]


def ending(name: str, record: read.LogRecord) -> Case | None:
    """Return the position after the last pass but one of round 6; None when somebody left the game."""
    whole = replay.replay(record)
    passes = [
        entry
        for entry in whole.entries
        if entry.round == ROUNDS and any(text.lower().startswith("pass") for text in entry.commands)
    ]
    players = len(record.setup.factions)
    if len(passes) < players or any(line.label == read.DROPPED for line in record.lines):
        return None
    who, line = passes[-1].faction, passes[-2].line
    return _case(name, record, who, replay.At(line=line))


def beginning(name: str, record: read.LogRecord) -> Case | None:
    """Return the position at the start of round 6, its first player to act; None when there is none."""
    order = replay.replay(record).orders.get(ROUNDS)
    return _case(name, record, order[0], replay.At(round=ROUNDS)) if order else None


def _case(name: str, record: read.LogRecord, who: str, at: replay.At) -> Case | None:
    result = replay.replay(record, at)
    if result.position is None:
        return None
    first = at.line + 1
    if at.round:
        first = next(
            entry.line for entry in result.entries if entry.round == ROUNDS and entry.line and not entry.label
        )
    rows = tuple(line.commands for line in record.lines if line.number >= first and line.faction == who)
    return Case(name, result.position, who, rows)


class Result(NamedTuple):
    """What came of a position: points of the player's own rows, of the best line, the bound, and the line."""

    name: str
    who: str
    own: int | None
    points: int
    at_most: int
    seconds: float
    rows: tuple[str, ...] = ()


def solved(case: Case, seconds: float = SECONDS) -> Result:
    """Answer a position."""
    start = time.process_time()
    result = answer.best(case.state, case.who, seconds=seconds)
    spent = round(time.process_time() - start, 2)
    return Result(
        case.name,
        case.who,
        own_points(case.state, case.who, case.rows),
        result.points,
        result.at_most,
        spent,
        result.rows,
    )


def own_points(state: State, who: str, rows: Sequence[tuple[str, ...]]) -> int | None:
    """Return the points still to come of rows that were played, nobody else doing anything.

    None where they need what others did, as power that they gave.
    """
    begins = state.player(who).points
    for row in rows:
        texts = [text for text in spelled(row) if not NOT_OWN.match(text)]
        if who == "cultists" and texts and STEP.fullmatch(texts[0]):
            texts = texts[1:]
        if not texts:
            continue
        try:
            state = commands.apply_actions(state, who, [". ".join(texts)])
        except InputError:
            return None
    return commands.points(state, who) - begins


def results(chosen: argparse.Namespace, done: dict[str, Result]) -> Iterator[Result]:
    """Yield the answers of all games of a folder, or those that a file has."""
    for number, path in enumerate(sorted(chosen.folder.glob("*.txt"))):
        if number % chosen.every:
            continue
        if path.stem in done:
            yield done[path.stem]
            continue
        record = read.parse(path.read_text(encoding="utf-8"))
        case = (beginning if chosen.starts else ending)(path.stem, record)
        if case is not None:
            yield solved(case, chosen.seconds or SECONDS)


def stored(path: Path | None) -> dict[str, Result]:
    """Return the results of a run that was stopped, by the names of their games."""
    if path is None or not path.exists():
        return {}
    rows = (Result(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())
    return {row.name: row for row in rows}


def summary(results: Sequence[Result]) -> str:
    """Return how many are proved, and how they stand against their players."""
    proved = sum(row.points == row.at_most for row in results)
    against = [row.points - row.own for row in results if row.own is not None]
    seconds = [row.seconds for row in results]
    reached, better = sum(item >= 0 for item in against), sum(item > 0 for item in against)
    return (
        f"{proved} of {len(results)} proved best; at least the player's in {reached} of {len(against)}, "
        f"more in {better}; processor seconds: "
        f"median {statistics.median(seconds):.1f}, at most {max(seconds):.1f}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer every position and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.last_rounds", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of ledgers")
    parser.add_argument("--starts", action="store_true", help="starts of round 6 instead of ends")
    parser.add_argument("--seconds", type=float, help="deterministic seconds for each position")
    parser.add_argument("--lines", action="store_true", help="print the rows of each line")
    parser.add_argument("--every", type=int, default=1, help="only every so many positions")
    parser.add_argument(
        "--keep", type=Path, help="a file for the results so far; those in it are not asked again"
    )
    chosen = parser.parse_args(arguments)
    done, rows = stored(chosen.keep), []
    print("| game | faction | player | best | bound | seconds |\n|---|---|---|---|---|---|")
    for row in results(chosen, done):
        if chosen.keep and row.name not in done:
            with chosen.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        rows.append(row)
        own = "-" if row.own is None else row.own
        print(
            f"| {row.name} | {row.who} | {own} | {row.points} | {row.at_most} | {row.seconds:.1f} |",
            flush=True,
        )
        if chosen.lines:
            print("\n".join(row.rows), flush=True)
    if rows:
        print(f"\n{summary(rows)}")


if __name__ == "__main__":
    main()
