"""A player's plan, followed command by command; income, exchange and prices as the position stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared import plans
from pencilwright.games.shared.tables import Cell, SetupRow
from pencilwright.games.tianxia import commands as carried
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.components import BARGES, RESOURCES, ROUNDS
from pencilwright.games.tianxia.rules.income import income
from pencilwright.games.tianxia.rules.prices import advance_prices, barge_price, exchange, marker_price
from pencilwright.games.tianxia.rules.table import stone_for
from pencilwright.games.tianxia.state import State, uses
from pencilwright.games.tianxia.state import player as player_with
from pencilwright.templates.phrases import Sentence, Word, phrase

_COLUMNS: Final = ("points", "coin", *RESOURCES, "silk", "helmet", "jewel", "meeples")
RESTS_ON: Final = ("exchange", "wall_costs", "tower_costs", "everyones_pieces")
"""The house defaults behind what is told."""


def player(state: State, text: str) -> str:
    """Return the letter of the player that a person means; of the only one when nothing is said."""
    if not text:
        if len(state.players) == 1:
            return state.players[0].letter
        raise InputError(phrase("plan.who", names=tuple(item.letter for item in state.players)), field="for")
    return player_with(state, text.strip().upper()).letter


def commands(text: str) -> tuple[str, ...]:
    """Return the commands of a plan: what follows a turn with a colon belongs to it, up to the next turn.

    Raises InputError for too long a plan.
    """
    results: list[str] = []
    for part in plans.commands(text):
        if results and _GOES_ON.match(results[-1]) and not _OPENS.match(part):
            results[-1] += f"{' ' if results[-1].endswith(':') else '; '}{part}"
        else:
            results.append(part)
    return tuple(results)


_OPENS: Final = re.compile(r"(?:region|barge) \w+|(?:fortify|train):|pass\b|attack$")
_GOES_ON: Final = re.compile(r"(?:region|barge) \w+:|(?:fortify|train|pass):")


def follow(state: State, who: str, plan: Sequence[str]) -> Iterator[State]:
    """Yield the position after each command. Raises InputError for the first one that is not allowed."""
    yield from islice(carried.states(state, who, plan), 1, None)


def has(state: State, who: str) -> tuple[tuple[Sentence, Cell], ...]:
    """Return what a player has: points, coins, resources, goods, meeples, under the heads of columns."""
    own = player_with(state, who)
    return tuple((phrase(f"tianxia.forecast.head.{name}"), getattr(own, name)) for name in _COLUMNS)


def ahead(state: State, who: str) -> tuple[SetupRow, ...]:
    """Return what comes and what things cost: income of the next round, exchange, prices, points."""
    results = [_income(state, who)] if state.round < ROUNDS else []
    points = phrases.amount(carried.score(state, who), "pp")
    return (
        *results,
        _exchange(state, who),
        *_prices(state, who),
        SetupRow(phrase("tianxia.forecast.end"), (points,)),
    )


def _income(state: State, who: str) -> SetupRow:
    """Return the income of the next round: barges and buildings, where the tracks' heights are known."""
    name = phrase("tianxia.forecast.income")
    try:
        gains = [gain for gain in income(replace(state, round=state.round + 1)).gains if gain.player == who]
    except InputError as error:
        return SetupRow(name, (error.sentence,))
    lines = tuple(
        phrase("tianxia.forecast.gain", source=_source(gain.source), gain=gain.effect) for gain in gains
    )
    return SetupRow(name, lines or (phrase("tianxia.forecast.nothing"),))


def _source(name: str) -> Word:
    """Return where income comes from: a barge by its name, a building by its number."""
    return phrase(f"tianxia.forecast.barge.{name}") if name in BARGES else name


def _exchange(state: State, who: str) -> SetupRow:
    """Return the exchange of each region."""
    p1 = who in uses(state, "P1")
    lines = []
    for region in state.box.exchange:
        rate = exchange(region, p1=p1, components=state.box)
        paid = phrases.amount(1, rate.pays[0]) if len(rate.pays) == 1 else phrases.amount(1, "res")
        gained = phrases.amount(1, rate.gains[0]) if len(rate.gains) == 1 else phrases.amount(1, "good")
        where = phrases.region(region)
        line = phrase("tianxia.forecast.exchange.line", where=where, paid=paid, gained=gained, most=rate.most)
        lines.append(line)
    return SetupRow(phrase("tianxia.forecast.exchange"), tuple(lines))


def _prices(state: State, who: str) -> Iterator[SetupRow]:
    """Yield what the next things of each kind cost."""
    own = player_with(state, who)
    for part in ("walls", "towers"):
        costs = stone_for(state, who, part)
        line = phrase("tianxia.forecast.stone", n=costs) if costs else phrase("tianxia.forecast.none")
        yield SetupRow(phrase(f"tianxia.forecast.{part}"), (line,))
    p17, p8 = who in uses(state, "P17"), who in uses(state, "P8")
    lines = tuple(
        phrase(
            "tianxia.forecast.price",
            what=phrase(f"tianxia.forecast.barge.{barge}"),
            price=phrases.amount(barge_price(getattr(state.barges, barge).count(who), p17=p17), "coin"),
        )
        for barge in BARGES
    )
    yield SetupRow(phrase("tianxia.forecast.barges"), lines)
    marker = phrase("tianxia.forecast.marker.free" if p8 else "tianxia.forecast.marker", n=marker_price(1))
    yield SetupRow(phrase("tianxia.forecast.markers"), (marker,))
    steps = advance_prices(own.jade, cheaper=state.plan.jade.cheaper)
    line = phrase("tianxia.forecast.coins", n=steps) if steps else phrase("tianxia.forecast.none")
    yield SetupRow(phrase("tianxia.forecast.palace"), (line,))


def unverified(state: State) -> tuple[str, ...]:
    """Return the names of the house defaults that the forecast rests on."""
    return tuple(name for name in RESTS_ON if name in state.box.unverified)
