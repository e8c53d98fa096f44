"""Answers as commands of a log, with the choices that the rules force: towns, favour tiles, spades."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Final

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Plan
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.components import CULT_TOP, CULTS, FAVOURS, POWER_ACTIONS, TOWNS
from pencilwright.games.terra_mystica.rules.networks import reaches, skips
from pencilwright.games.terra_mystica.rules.prices import Price, spades_for
from pencilwright.games.terra_mystica.rules.turn import OpenRow
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver.terra_mystica.action_sets import PRIEST_POWER, WORKER_POWER, SetStep
from pencilwright.solver.terra_mystica.actions import commands_of
from pencilwright.solver.terra_mystica.land import steps_to
from pencilwright.solver.verify import carry_out, proposed
from pencilwright.templates.phrases import Sentence, phrase

TILES: Final = ("TW8", "TW4", "TW7", "TW5", "TW6", "TW3", "TW2", "TW1")
"""Town tiles, those that bring no goods first."""
TRIES: Final = 2000
"""Orders of the steps of a plan that are tried."""


def carried(state: State, plan: Plan) -> State:
    """Return the position after a plan, carried out by the rules. Raises Disagreement as `carry_out` does."""
    return carry_out(game("terra-mystica"), state, plan)


def nothing(state: State, who: str) -> Plan:
    """Return the plan of doing nothing."""
    return proposed(who, (), "points", Fraction(0))


# --- commands of what the models say ------------------------------------------------------------------------


def changed(step: SetStep) -> list[str]:
    """Return the commands of changing goods before an action: power first, then priests, then workers."""
    (coins, workers, priests), (to_coins, to_workers) = step.power, step.down
    changes = (
        (1, "pw", coins, "c"), (WORKER_POWER, "pw", workers, "w"), (PRIEST_POWER, "pw", priests, "p"),
        (1, "p", to_workers, "w"), (1, "w", to_coins, "c"),
    )  # fmt: skip
    messages = [f"burn {step.burned}"] if step.burned else []
    return messages + [f"convert {price * n}{good} to {n}{into}" for price, good, n, into in changes if n]


def built(state: State, who: str, name: str) -> str:
    """Return the row of digging and building on a hex."""
    seat = state.seats[who]
    count = spades_for(seat, state.terrain_of(name), seat.colour)
    return f"dig {count}. build {name}" if count else f"build {name}"


def rows_of(state: State, who: str, steps: Sequence[SetStep]) -> Iterator[str]:
    """Yield the rows of steps of action_sets.py."""
    for step in steps:
        name = step.action.name
        row = (built(state, who, name.split()[1]),) if name.startswith("build ") else commands_of(name)
        yield ". ".join([*changed(step), *row])


# --- what the rules force -----------------------------------------------------------------------------------


def settled(state: State, who: str, rows: Sequence[str], *, favour: str = "") -> tuple[str, ...]:
    """Return rows with every choice made that the rules force; `favour` is the favour tile to take first.

    What the rules refuse stays as it is: carrying the plan out says so.
    """
    done: list[str] = []
    for index, raw in enumerate(rows):
        text = _fitting(state, who, done, raw)
        while text:
            try:
                after, row = commands.begun(state, who, (*done, text))
            except InputError:
                return (*done, *rows[index:])
            choice = _choice(after, who, row, favour)
            if not choice:
                done.append(text)
                break
            text += f". {choice}"
    return tuple(done)


def _fitting(state: State, who: str, done: Sequence[str], text: str) -> str:
    """Return a row without what power and steps gained on the way have made needless."""
    after, _ = commands.begun(state, who, done)
    player = after.player(who)
    top = after.seats[who].board.ship_top
    if text == "advance ship" and top is not None and player.shipping >= top:
        return ""
    if match := re.match(r"burn (\d+)", text):
        count = min(int(match[1]), player.bowls[1] // 2)
        rest = text[match.end() :].lstrip(". ")
        return f"burn {count}. {rest}" if count else rest
    return text


def _choice(after: State, who: str, row: OpenRow, favour: str) -> str:
    """Return the command for the next thing that a row must settle, "" when there is none."""
    seat = after.seats[who]
    if row.favours and favour and favour not in seat.favours:
        return f"+{favour}"
    if row.towns:
        left = after.towns_left()
        tile = next(name for name in TILES if name in left)
        return f"+{tile} {' '.join(CULTS)}" if TOWNS[tile].cults else f"+{tile}"
    if row.favours:
        free = [name for name in FAVOURS if name not in seat.favours and after.favours_left(name)]

        def rank(name: str) -> tuple[bool, bool, int]:
            tile = FAVOURS[name]
            ends = seat.cults[CULTS.index(tile.cult)] + tile.steps >= CULT_TOP
            return ends, name == "FAV5", -tile.steps

        return f"+{min(free, key=rank)}" if free else ""
    return "drop spade" if row.free else ""


def last_plan(state: State, who: str, steps: Sequence[SetStep], points: int | Fraction) -> Plan:
    """Return the plan of last turns that make so many points still to come, the area as it stands aside."""
    rows = settled(state, who, tuple(rows_of(state, who, steps)))
    ahead = (
        commands.points(state, who) - state.seats[who].points - commands.points_of_line(state, who, "area")
    )
    is_exact = not any(step.action.name.startswith(("build", "upgrade", "advance ship")) for step in steps)
    left_out: Sentence = "" if is_exact else phrase("mystica.left_out.last")
    return proposed(who, rows, "points", Fraction(points - ahead), is_exact, left_out)


# --- plans whose order is still open ------------------------------------------------------------------------


Chains = Mapping[str, tuple[str, ...]]
"""Hex or bridge -> the rows that are still to be played there, one after another."""


@dataclass
class _Order:
    """The search for an order that the rules allow, by trying; its fields are those of `ordered`."""

    state: State
    who: str
    favour: str
    tries: int = 0

    def search(self, done: tuple[str, ...], left: Chains) -> tuple[str, ...] | None:
        """Return all rows, those that are done first; None where no order is found in TRIES."""
        if not left:
            return done
        for name in self._next(done, left):
            self.tries += 1
            if self.tries > TRIES:
                return None
            row, *rest = left[name]
            after = {other: tuple(rest) if other == name else rows for other, rows in left.items()}
            grown = settled(self.state, self.who, (*done, row), favour=self.favour)
            try:
                commands.apply_actions(self.state, self.who, grown)
            except InputError:
                continue
            if outcome := self.search(grown, {other: rows for other, rows in after.items() if rows}):
                return outcome
        return None

    def _next(self, done: tuple[str, ...], left: Chains) -> list[str]:
        """Return where the next row may be played; skipping comes last."""
        table = commands.apply_actions(self.state, self.who, done)
        seat = table.seats[self.who]
        reached = {name for name in left if "-" not in name and reaches(table, seat, name)}

        def rank(name: str) -> tuple[int, int, str]:
            if name in seat.structures:
                return 0, ("TE", "TH", "D").index(seat.structures[name]), ""
            return (2, 0, "") if "-" in name else (1 if name in reached else 3, 0, name)

        there = {*seat.structures, *reached}
        may = (name for name in left if "-" in name or name in there or skips(seat, name))
        return sorted(may, key=rank)


def ordered(
    state: State, who: str, first: Sequence[str], chains: Chains, *, favour: str = ""
) -> tuple[str, ...]:
    """Return rows in an order that the rules allow, `first` before all; as they come if none is found."""
    result = None
    try:
        start = settled(state, who, first)
        commands.apply_actions(state, who, start)
        result = _Order(state, who, favour).search(start, chains)
    except InputError:
        pass
    return (*first, *chain(*chains.values())) if result is None else result


# A parameter for each thing that a town may need besides its buildings, by keyword.
def town_plan(
    state: State,
    who: str,
    price: Price,
    changes: Mapping[str, str],
    *,
    bridges: Sequence[str] = (),
    ship_steps: int = 0,
    favour: str = "",
    river: str = "",
    left_out: Sentence = "",
) -> Plan:
    """Return the plan of a new town for the goods of its price, which are granted.

    What is claimed is that nothing is left of the price, but for what tile and faction bring.
    """
    structures = state.player(who).structures
    chains = {}
    for name, kind in changes.items():
        upgrades = (f"upgrade {name} to {step}" for step in steps_to(structures.get(name, "D"), kind))
        chains[name] = (*([] if name in structures else [built(state, who, name)]), *upgrades)
    chains |= {place: (f"action ACT1. bridge {place.replace('-', ':')}",) for place in bridges}
    given = [f"{price.workers}w", f"{price.coins}c", f"{price.priests}p"]
    given += [f"{POWER_ACTIONS['ACT1'].cost}pw", "ACT1"] if bridges else []
    first = (f"grant {' '.join(given)}", *["advance ship"] * ship_steps)
    rows = ordered(state, who, first, chains, favour=favour)
    rows = settled(state, who, (*rows, f"connect {river}")) if river else rows
    founded = re.findall(r"\+(TW\d)", " ".join(rows))
    brought = sum(TOWNS[name].coins + TOWNS[name].workers + TOWNS[name].priests for name in founded)
    brought += 3 * len(founded) if who == "swarmlings" else 0
    return proposed(who, rows, "goods at hand", Fraction(brought), left_out=left_out)
