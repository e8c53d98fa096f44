"""The questions that `advise` answers for a position, as plain values and in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.components import BRIDGES, CULTS
from pencilwright.games.terra_mystica.factions import FACTIONS, faction
from pencilwright.games.terra_mystica.reach import largest_network
from pencilwright.games.terra_mystica.state import State, to_table
from pencilwright.games.terra_mystica.table import Table
from pencilwright.solver.terra_mystica import area, cults, first_dwellings, last_round, round_plan, town
from pencilwright.solver.terra_mystica.actions import MOST_DWELLINGS, MOST_HOUSES
from pencilwright.solver.terra_mystica.land import Price
from pencilwright.solver.terra_mystica.means import means_of
from pencilwright.solver.terra_mystica.round_plan import TARGETS

ASK: Final = ("area", "town", "liquidate", "cults", "first-dwellings", "round=TARGET")
FROZEN: Final = (
    "Opponents stay as they are: they build nothing, take no action and give no power. "
    "Goods are those at hand."
)
NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "area": (
            "Not weighed: the second spade of ACT6 on another hex, a better spade rate, the stronghold "
            "actions of Witches, Nomads and Swarmlings, points for dwellings and skipping."
        ),
        "town": (
            "Not weighed: free spades, a better spade rate, more than one bridge, ways of more than seven "
            "new hexes in a row. It is a price, not a plan for the goods at hand."
        ),
        "liquidate": (
            f"Weighed: at most {last_round.MOST_ACTIONS} actions, dwellings within the reach of now on at "
            f"most {MOST_DWELLINGS} hexes, {MOST_HOUSES} trading houses that score nothing by themselves. "
            "Not weighed: towns and area that the buildings make, bridges, spades of actions, favour tiles "
            "gained on the way."
        ),
        "round": (
            f"Weighed: at most {last_round.MOST_ACTIONS} actions, dwellings on the {round_plan.NEAREST} "
            "nearest hexes, for a town the cheapest one without a bridge or a step of shipping. Not "
            "weighed: steps of shipping and of the spade track, a spade of ACT6 that is left over."
        ),
    }
)
"""What the answer to a question leaves out of its weighing."""


def answer_for(state: State, *, colour: str | None = None, ask: str = "liquidate") -> dict[str, Any]:
    """Return the answer to a question of one player as plain values.

    Parameters
    ----------
    state : the position.
    colour : the faction that asks, or its terrain; the only player when not said.
    ask : one of ASK; TARGET is one of round_plan.TARGETS, as in round=stronghold.

    Raises InputError for a player or a question that there is not.
    """
    question, equals, target = ask.partition("=")
    if question not in _ANSWERS or equals:
        if question != "round":
            raise InputError(f"there is no question {ask[:40]!r}; there are {', '.join(ASK)}", field="ask")
        if not target:
            raise InputError(
                f"say what the round is for, as in round=stronghold; there are {', '.join(TARGETS)}",
                field="ask",
            )
    table = to_table(state)
    who = _who(state, colour)
    lines, value, unit = _round(table, who, target) if target else _ANSWERS[question](table, who)
    unverified = (
        ["bridge_places"] if question in ("area", "town") and state.bridge_places == _standard() else []
    )
    return {
        "ask": ask,
        "faction": who,
        "value": value,
        "unit": unit,
        "lines": lines,
        "unverified": unverified,
        "note": NOTES.get(question, ""),
    }


def _standard() -> tuple[str, ...]:
    from pencilwright.games.terra_mystica.components import STANDARD

    return STANDARD.bridge_places


def _who(state: State, colour: str | None) -> str:
    """Return the faction that asks."""
    playing = [player.faction for player in state.players]
    if colour is None:
        if len(playing) == 1:
            return playing[0]
        raise InputError(f"say who asks with --for; there are {', '.join(playing)}", field="for")
    for name in playing:
        if FACTIONS[name].colour == colour.lower():
            return name
    return state.player(faction(colour, "for").id).faction


def _area(table: Table, who: str) -> tuple[list[str], int, str]:
    seat = table.seats[who]
    others = tuple(len(largest_network(table, other)) for other in table.seats.values() if other is not seat)
    means = means_of(table, seat)
    found = area.best_area(area.Question(table, who, means, ship_steps=5, others=others))
    lines = [*found.changes, *["advance ship"] * found.ship_steps, *(f"bridge {b}" for b in found.bridges)]
    for name in found.built:
        how = " (skipping)" if name in found.skipped else ""
        how += f" (spades of {found.helped[name]})" if name in found.helped else ""
        lines.append(f"build {name}{how}")
    lines.append(f"network of {found.size}; costs {_price(found.price)}, worth {found.cost} coins at the end")
    if found.ship_points:
        lines.append(f"{found.ship_points} points for the steps of shipping")
    lines.append(f"points less goods, in coins: {found.value} ({means.rate} coins for a point)")
    return lines, found.points, "points for the area"


def _town(table: Table, who: str) -> tuple[list[str], int, str]:
    left = min(1, BRIDGES, table.bridges_left(who))
    found = town.cheapest_town(town.Question(table, who, bridges=left, ship_steps=5))
    if found is None:
        return ["no new town can be made"], 0, "goods"
    lines = ["advance ship"] * found.ship_steps
    lines += [f"{name} becomes {kind}" for name, kind in found.changes.items()]
    lines += [f"take {found.favour}, so that six power are enough"] if found.favour else []
    lines += [f"bridge {name} (counted as 3)" for name in found.bridges]
    lines += [f"leave out the river hex {found.river}"] if found.river else []
    lines.append(f"town on {', '.join(found.town)}; costs {_price(found.price)}")
    if found.at_least < found.weight:
        lines.append(f"not proved cheapest: no town costs less than {found.at_least}")
    return lines, found.weight, "goods"


def _liquidate(table: Table, who: str) -> tuple[list[str], int, str]:
    found = last_round.liquidate(last_round.from_table(table, who))
    lines = [*_steps(found), f"{found.coins_left} coins are left at the end"]
    if found.at_most > found.points:
        lines.append(f"not proved best: no line of what is weighed gives more than {found.at_most}")
    return lines, found.points, "points still to come, the cults' race included"


def _steps(found: last_round.Answer) -> list[str]:
    """Return the steps of a line in words."""
    lines = []
    for step in found.steps:
        parts = [f"burn {step.burn}"] if step.burn else []
        parts += [f"{count} x {name}" for name, count in step.changes]
        lines.append("; ".join([*parts, *([step.action] if step.action else [])]))
    return lines


def _round(table: Table, who: str, target: str) -> tuple[list[str], int, str]:
    found, doubt = round_plan.best_plan(table, who, target)
    doubts = [doubt] if doubt else []
    if found is None:
        return [f"the goods at hand do not suffice for {target} in this round", *doubts], 0, "actions"
    count = sum(bool(step.action) for step in found.steps)
    lines = [*_steps(found), f"goods worth {found.coins_left} coins are left", *doubts]
    return lines, count, "action" if count == 1 else "actions"


def _cults(table: Table, who: str) -> tuple[list[str], int, str]:
    found = cults.best_race(cults.from_table(table, who))
    lines = [
        f"{cult}: {'send for ' + ', '.join(map(str, row.used)) if row.used else 'nobody'}; "
        f"step {row.step}, {row.points} points"
        for cult, row in zip(CULTS, found.rows, strict=True)
    ]
    return lines, found.points, "cult points"


def _first(table: Table, who: str) -> tuple[list[str], int, str]:
    left = table.seats[who].board.first_dwellings - len(table.seats[who].structures)
    if left < 1:
        raise InputError(f"the {who} have placed their first dwellings", field="ask")
    found = first_dwellings.best_dwellings(table, who, count=left)
    lines = [f"dwelling on {name}" for name in found.hexes]
    lines.append(f"open to them: {', '.join(found.open_hexes)}")
    lines.append(f"{found.neighbours} opponents beside them, {found.conflicts} hexes others want, too")
    return lines, found.worth, "by our measure (house default)"


def _price(price: Price) -> str:
    return f"{price.workers} W, {price.coins} C, {price.priests} P"


_ANSWERS: Final = {
    "area": _area,
    "town": _town,
    "liquidate": _liquidate,
    "cults": _cults,
    "first-dwellings": _first,
}


def in_words(answer: dict[str, Any], top: int) -> str:
    """Return the answer as a few lines for a person; `top` is of no use here, the answer is one."""
    del top
    head = f"{FACTIONS[answer['faction']].name}, {answer['ask']}: {answer['value']} {answer['unit']}"
    doubt = (
        [f"Depends on unverified values: {', '.join(answer['unverified'])}."] if answer["unverified"] else []
    )
    note = [answer["note"]] if answer["note"] else []
    return "\n".join([head, *(f"- {line}" for line in answer["lines"]), FROZEN, *note, *doubt])
