"""The questions that `advise` answers for a position, as plain values and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.components import BRIDGES, CULTS, ROUNDS, STANDARD
from pencilwright.games.terra_mystica.factions import FACTIONS, faction
from pencilwright.games.terra_mystica.reach import largest_network
from pencilwright.games.terra_mystica.state import State, to_table
from pencilwright.solver.carried import Plan, as_dict
from pencilwright.solver.terra_mystica import (
    area,
    cults,
    first_dwellings,
    last_round,
    plans,
    round_plan,
    town,
)
from pencilwright.solver.terra_mystica.actions import MOST_DWELLINGS, MOST_HOUSES
from pencilwright.solver.terra_mystica.land import Price
from pencilwright.solver.terra_mystica.means import means_of
from pencilwright.solver.terra_mystica.round_plan import TARGETS

COUNTED_AT_THE_END: Final = ("area", "liquidate", "cults")
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
            "Not weighed: towns and area that buildings and shipping make, bridges, spades of actions, "
            "favour tiles gained on the way."
        ),
        "round": (
            f"Weighed: at most {last_round.MOST_ACTIONS} actions, dwellings on the {round_plan.NEAREST} "
            "nearest hexes, for a town the cheapest one without a bridge or a step of shipping. Not "
            "weighed: steps of shipping and of the spade track, a spade of ACT6 that is left over."
        ),
    }
)
"""What the answer to a question leaves out of its weighing."""


class Said(NamedTuple):
    """What a question is answered: sentences, the figure (None: there is none), its unit, the plan."""

    lines: list[str]
    value: int | None
    unit: str
    plan: Plan


def answer_for(state: State, *, colour: str | None = None, ask: str = "liquidate") -> dict[str, Any]:
    """Return the answer to a question of one player as plain values, carried out by the rules.

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
    who = _who(state, colour)
    said = _round(state, who, target) if target else _ANSWERS[question](state, who)
    plans.carried(state, said.plan)
    unverified = (
        ["bridge_places"]
        if question in ("area", "town") and state.bridge_places == STANDARD.bridge_places
        else []
    )
    left = ROUNDS - state.round
    note = [NOTES.get(question, "")]
    if left and question in COUNTED_AT_THE_END:
        follow = "1 more round follows" if left == 1 else f"{left} more rounds follow"
        note.insert(0, f"{follow}; this counts as if the game ended after round {state.round}.")
    return {
        "ask": ask,
        "faction": who,
        "value": said.value,
        "unit": said.unit,
        "lines": [*_out(state, who, question), *said.lines],
        "unverified": unverified,
        "note": " ".join(filter(None, note)),
        "plan": as_dict(said.plan),
    }


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


def _out(state: State, who: str, question: str) -> list[str]:
    """Return the sentence for a player who is out of the round."""
    if not state.player(who).passed or question == "first-dwellings":
        return []
    return [f"the {who} have passed, so no action is left to them in this round"]


def _area(state: State, who: str) -> Said:
    table = to_table(state)
    seat = table.seats[who]
    if state.player(who).network is not None:
        raise InputError(
            f"the network of the {who} is entered as a size; the area needs the map", field="network"
        )
    now = commands.points_of_line(state, who, "area")
    if seat.passed:
        size = len(largest_network(table, seat))
        return Said([f"network of {size}"], now, "points for the area", plans.nothing(state, who))
    given = {player.faction: player.network for player in state.players}
    sizes = {name: len(largest_network(table, one)) for name, one in table.seats.items()}
    others = tuple(
        sizes[name] if entered is None else entered for name, entered in given.items() if name != who
    )
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
    goods = (means.worth - found.cost) // means.rate - means.worth // means.rate
    # A player alone has the largest network in any case, and nothing is bought for it.
    area_points = found.points if others else now
    rows = _area_rows(state, who, found)
    is_exact = not found.built and not found.bridges
    plan = Plan(
        who,
        rows,
        "points",
        Fraction(area_points - now + found.ship_points + goods),
        is_exact,
        "" if is_exact else f"{NOTES['area']} Nor {plans.FORCED}.",
    )
    return Said(lines, found.points, "points for the area", plan)


def _area_rows(state: State, who: str, found: area.Answer) -> tuple[str, ...]:
    """Return the rows of the best area: what brings goods first, then changes, then what is built."""
    burns = [text for text in found.changes if text.startswith("burn")]
    takes = [text for text in found.changes if text.startswith("action")]
    down = ("p to", "w to")
    trades = sorted(
        (text for text in found.changes if text.startswith("convert")),
        key=lambda text: next(
            (n for n, good in enumerate(down, 1) if good in text and "pw to" not in text), 0
        ),
    )
    first = [". ".join([*burns, takes[0]]), *takes[1:]] if takes else []
    pay = [*([] if takes else burns), *trades]
    first += [". ".join(pay)] if pay else []
    ways = dict.fromkeys(found.bridges, "action BRIDGE")
    ways |= dict.fromkeys(found.bridges[: found.by_power], "action ACT1")
    return plans.ordered(
        state,
        who,
        (*first, *["advance ship"] * found.ship_steps),
        {name: ". ".join(plans.built(state, who, name, found.helped.get(name, ""))) for name in found.built},
        {},
        {place: f"{way}. bridge {place.replace('-', ':')}" for place, way in ways.items()},
        skipped=found.skipped,
    )


def _town(state: State, who: str) -> Said:
    table = to_table(state)
    if table.seats[who].passed:
        return Said([], None, "goods", plans.nothing(state, who))
    left = min(1, BRIDGES, table.bridges_left(who))
    found = town.cheapest_town(town.Question(table, who, bridges=left, ship_steps=5))
    if found is None:
        return Said(["no new town can be made"], None, "goods", plans.nothing(state, who))
    lines = ["advance ship"] * found.ship_steps
    lines += [f"{name} becomes {kind}" for name, kind in found.changes.items()]
    lines += [f"take {found.favour}, so that six power are enough"] if found.favour else []
    lines += [f"bridge {name} (counted as 3)" for name in found.bridges]
    lines += [f"leave out the river hex {found.river}"] if found.river else []
    lines.append(f"town on {', '.join(found.town)}; costs {_price(found.price)}")
    if found.at_least < found.weight:
        lines.append(f"not proved cheapest: no town costs less than {found.at_least}")
    plan = plans.town_plan(
        state,
        who,
        found.price,
        found.changes,
        bridges=found.bridges,
        ship_steps=found.ship_steps,
        favour=found.favour,
        river=found.river,
        left_out="The goods of the price are granted, and ACT1 for a bridge.",
    )
    return Said(lines, found.weight, "goods", plan)


def _liquidate(state: State, who: str) -> Said:
    found = last_round.liquidate(last_round.from_table(to_table(state), who))
    lines = [*_steps(found), f"{found.coins_left} coins are left at the end"]
    if found.at_most > found.points:
        lines.append(f"not proved best: no line of what is weighed gives more than {found.at_most}")
    plan = plans.last_plan(state, who, found.steps, found.points)
    return Said(lines, found.points, "points still to come, the cults' race included", plan)


def _steps(found: last_round.Answer) -> list[str]:
    """Return the steps of a line in words."""
    lines = []
    for step in found.steps:
        parts = [f"burn {step.burn}"] if step.burn else []
        parts += [f"{count} x {name}" for name, count in step.changes]
        lines.append("; ".join([*parts, *([step.action] if step.action else [])]))
    return lines


def _round(state: State, who: str, target: str) -> Said:
    found = round_plan.best_plan(to_table(state), who, target)
    doubts = [found.doubt] if found.doubt else []
    if found.line is None:
        lines = [] if state.player(who).passed else [f"{target} cannot be reached in this round", *doubts]
        return Said(lines, None, "actions", plans.nothing(state, who))
    count = sum(bool(step.action) for step in found.line.steps)
    lines = [*_steps(found.line), f"goods worth {found.line.coins_left} coins are left", *doubts]
    rows = plans.settled(state, who, plans.rows_of(state, who, found.line.steps), favour=found.favour)
    if found.river:
        rows = plans.settled(state, who, (*rows, f"connect {found.river}"))
    # A temple that makes way for another one is a sanctuary now.
    gone = sum(step.action.endswith("to SA") for step in found.line.steps) if target == "temple" else 0
    plan = Plan(who, rows, found.measure, Fraction(found.amount - gone))
    return Said(lines, count, "action" if count == 1 else "actions", plan)


def _cults(state: State, who: str) -> Said:
    table = to_table(state)
    asked = cults.from_table(table, who)
    found = cults.best_race(asked if not table.seats[who].passed else replace(asked, priests=0))
    lines = [
        f"{cult}: {'send for ' + ', '.join(map(str, row.used)) if row.used else 'nobody'}; "
        f"step {row.step}, {row.points} points"
        for cult, row in zip(CULTS, found.rows, strict=True)
    ]
    # Who spends a key goes first, so that no other marker takes it.
    sent = sorted(zip(CULTS, found.rows, strict=True), key=lambda one: not one[1].key)
    rows = tuple(f"send p to {cult} for {steps}" for cult, row in sent for steps in row.used)
    gain = found.points - commands.cult_points(state, who)
    return Said(lines, found.points, "cult points", Plan(who, rows, "cult points", Fraction(gain)))


def _first(state: State, who: str) -> Said:
    table = to_table(state)
    left = table.seats[who].board.first_dwellings - len(table.seats[who].structures)
    if left < 1:
        raise InputError(f"the {who} have placed their first dwellings", field="ask")
    if state.round:
        raise InputError(
            f"first dwellings are placed before round 1 (r0); this position is of round {state.round}",
            field="round",
        )
    found = first_dwellings.best_dwellings(table, who, count=left)
    lines = [f"dwelling on {name}" for name in found.hexes]
    lines.append(f"open to them: {', '.join(found.open_hexes)}")
    lines.append(f"{found.neighbours} opponents beside them, {found.conflicts} hexes others want, too")
    gain = found.worth - commands.first_dwellings(state, who)
    rows = tuple(f"build {name}" for name in found.hexes)
    plan = Plan(who, rows, "worth of first dwellings", Fraction(gain))
    return Said(lines, found.worth, "by our measure (house default)", plan)


def _price(price: Price) -> str:
    return f"{price.workers} W, {price.coins} C, {price.priests} P"


_ANSWERS: Final[Mapping[str, Callable[[State, str], Said]]] = {
    "area": _area,
    "town": _town,
    "liquidate": _liquidate,
    "cults": _cults,
    "first-dwellings": _first,
}


def in_words(answer: dict[str, Any], top: int, language: str = "en") -> str:
    """Return the answer as a few lines for a person; `top` is of no use here, the answer is one."""
    del top, language
    figure = "not possible" if answer["value"] is None else f"{answer['value']} {answer['unit']}"
    head = f"{FACTIONS[answer['faction']].name}, {answer['ask']}: {figure}"
    doubt = (
        [f"Depends on unverified values: {', '.join(answer['unverified'])}."] if answer["unverified"] else []
    )
    note = [answer["note"]] if answer["note"] else []
    return "\n".join([head, *(f"- {line}" for line in answer["lines"]), FROZEN, *note, *doubt])
