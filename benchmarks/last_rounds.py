"""Last rounds of recorded games of Terra Mystica against those of their players.

    python -m benchmarks.last_rounds FOLDER             ends with one player left in round 6
    python -m benchmarks.last_rounds FOLDER --starts    the first player at the start of round 6

FOLDER holds ledgers of the public server, one game a file. A line for each position: what its player reached
by the same assumption (nobody else acts; "-" where the rows need power that others gave), the best line, what
no line exceeds, and processor seconds.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import commands, history, ledger
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.games.terra_mystica.play import in_order
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver.terra_mystica.whole_round import answer

NOT_OWN = re.compile(r"leech|decline|wait|done|pass\b|-|\[", re.IGNORECASE)
"""Commands of a player's rows that are no part of a frozen last round."""
STEP = re.compile(r"\+\d?(fire|water|earth|air)", re.IGNORECASE)


class Case(NamedTuple):
    """A position, whose it is, and the rows that its player played from there."""

    name: str
    state: State
    who: str
    rows: tuple[tuple[str, ...], ...]


def ending(name: str, record: ledger.Record) -> Case | None:
    """Return the position after the last pass but one of round 6; None when somebody left the game."""
    whole = history.replay(record)
    passes = [
        entry
        for entry in whole.entries
        if entry.round == ROUNDS and any(text.lower().startswith("pass") for text in entry.commands)
    ]
    players = len(record.setup.factions)
    if len(passes) < players or any(line.label == ledger.DROPPED for line in record.lines):
        return None
    who, line = passes[-1].faction, passes[-2].line
    return _case(name, record, who, history.At(line=line))


def beginning(name: str, record: ledger.Record) -> Case | None:
    """Return the position at the start of round 6, its first player to act; None when there is none."""
    order = history.replay(record).orders.get(ROUNDS)
    return _case(name, record, order[0], history.At(round=ROUNDS)) if order else None


def _case(name: str, record: ledger.Record, who: str, at: history.At) -> Case | None:
    found = history.replay(record, at)
    if found.position is None:
        return None
    first = at.line + 1
    if at.round:
        first = next(
            entry.line for entry in found.entries if entry.round == ROUNDS and entry.line and not entry.label
        )
    rows = tuple(line.commands for line in record.lines if line.number >= first and line.faction == who)
    return Case(name, found.position, who, rows)


def replayed(case: Case) -> int | None:
    """Return the points still to come of the rows that were played, nobody else doing anything."""
    state = case.state
    for row in case.rows:
        texts = [text for text in in_order(row) if not NOT_OWN.match(text)]
        if case.who == "cultists" and texts and STEP.fullmatch(texts[0]):
            texts = texts[1:]
        if not texts:
            continue
        try:
            state = commands.execute(state, case.who, [". ".join(texts)])
        except InputError:
            return None
    return commands.points(state, case.who) - case.state.player(case.who).points


def cases(folder: Path, *, starts: bool) -> Iterator[Case]:
    """Yield the positions of all games of a folder."""
    for path in sorted(folder.glob("*.txt")):
        record = ledger.read(path.read_text(encoding="utf-8"))
        found = (beginning if starts else ending)(path.stem, record)
        if found is not None:
            yield found


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer every position and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.last_rounds", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of ledgers")
    parser.add_argument("--starts", action="store_true", help="starts of round 6 instead of ends")
    parser.add_argument("--every", type=int, default=1, help="only every so many positions")
    chosen = parser.parse_args(arguments)
    proved = compared = reached = better = 0
    seconds = []
    print("| game | faction | player | best | bound | seconds |\n|---|---|---|---|---|---|")
    for number, case in enumerate(cases(chosen.folder, starts=chosen.starts)):
        if number % chosen.every:
            continue
        start = time.process_time()
        found = answer.best(case.state, case.who)
        seconds.append(time.process_time() - start)
        own = replayed(case)
        proved += found.points == found.at_most
        if own is not None:
            compared, reached, better = (
                compared + 1,
                reached + (found.points >= own),
                better + (found.points > own),
            )
        shown = "-" if own is None else own
        print(
            f"| {case.name} | {case.who} | {shown} | {found.points} | {found.at_most} | {seconds[-1]:.1f} |",
            flush=True,
        )
    if seconds:
        median = statistics.median(seconds)
        print(f"\n{proved} of {len(seconds)} proved best; at least the player's in {reached} of {compared}, ")
        print(f"more in {better}; processor seconds: median {median:.1f}, at most {max(seconds):.1f}")


if __name__ == "__main__":
    main()
