"""The final scoring of Terra Mystica, line by line: cults, area and resources, with the rule for ties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.shared.scores import Score, ScoreLine
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.rules.networks import largest_network
from pencilwright.games.terra_mystica.state import State
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, Sentence, phrase

ALCHEMIST_COINS = 2
"""Coins for a point of the Alchemists, who trade better."""


class Tally(NamedTuple):
    """What the end of a game is counted from, for one player.

    Attributes
    ----------
    faction : id of the faction; "player1" and so on where it is not known.
    points : points at the end of round 6.
    cults : steps on fire, water, earth, air.
    network : structures in the largest network.
    coins : everything left, as coins.
    """

    faction: str
    points: int
    cults: tuple[int, ...]
    network: int
    coins: int


class Ending(NamedTuple):
    """A game's end: the lines of all players, each player's total, and who won (several: a shared win)."""

    total: int
    lines: tuple[ScoreLine, ...]
    totals: dict[str, int]
    winners: tuple[str, ...]


def shares(values: Sequence[int], points: Sequence[int]) -> list[int]:
    """Return the points of each value by rank (section 15): steps or network sizes, one for each player.

    Tied players share the points of the places that they fill, rounded down, and use them up; who has 0 is
    out before ranking. `points` are those of the first, second and third place.
    """
    result = [0] * len(values)
    ranked = sorted({value for value in values if value > 0}, reverse=True)
    place = 0
    for value in ranked:
        tied = [index for index, other in enumerate(values) if other == value]
        share = sum(points[place : place + len(tied)]) // len(tied)
        for index in tied:
            result[index] = share
        place += len(tied)
    return result


def as_coins(coins: int, workers: int, priests: int, bowls: Sequence[int]) -> int:
    """Return everything left as coins: bowl III whole, bowl II by sacrifice, bowl I nothing."""
    return coins + workers + priests + bowls[2] + bowls[1] // 2


def coin_points(faction: str, coins: int) -> int:
    """Return the points for what is left, counted in coins."""
    return coins // (ALCHEMIST_COINS if faction == "alchemists" else box.COINS_PER_POINT)


def final(tallies: Sequence[Tally]) -> Ending:
    """Ending the end of a game."""
    lines: dict[str, list[ScoreLine]] = {tally.faction: [] for tally in tallies}
    for tally in tallies:
        reason = phrase("mystica.score.points")
        lines[tally.faction].append(ScoreLine(f"{tally.faction}.points", tally.points, reason))
    for index, cult in enumerate(box.CULTS):
        steps = [tally.cults[index] for tally in tallies]
        for tally, points in zip(tallies, shares(steps, box.CULT_POINTS), strict=True):
            reason = phrase("mystica.score.cult", n=tally.cults[index], cult=names.cult(cult))
            reason = _tied(reason, steps, tally.cults[index])
            lines[tally.faction].append(ScoreLine(f"{tally.faction}.{cult}", points, reason))
    sizes = [tally.network for tally in tallies]
    for tally, points in zip(tallies, shares(sizes, box.AREA_POINTS), strict=True):
        reason = _tied(phrase("mystica.score.area", n=tally.network), sizes, tally.network)
        lines[tally.faction].append(ScoreLine(f"{tally.faction}.area", points, reason))
    for tally in tallies:
        points = coin_points(tally.faction, tally.coins)
        known = "" if tally.faction in FACTIONS else ".unknown"
        reason = phrase(f"mystica.score.resources{known}", n=tally.coins)
        lines[tally.faction].append(ScoreLine(f"{tally.faction}.resources", points, reason))
    totals = {faction: sum(line.points or 0 for line in own) for faction, own in lines.items()}
    best = max(totals.values(), default=0)
    winners = tuple(faction for faction, total in totals.items() if total == best)
    return Ending(best, tuple(line for own in lines.values() for line in own), totals, winners)


def _tied(reason: Phrase, values: Sequence[int], value: int) -> Phrase:
    """Return a reason, with how many others have the same value above 0."""
    others = list(values).count(value) - 1
    return phrase("mystica.score.tied", reason=reason, n=others) if value and others else reason


def tallies(state: State) -> list[Tally]:
    """Return what the end is counted from for each player; a network size that is given wins over the map."""
    return [
        Tally(
            name,
            player.points,
            player.cults,
            len(largest_network(state, player)) if player.network is None else player.network,
            as_coins(player.coins, player.workers, player.priests, player.bowls),
        )
        for player, name in zip(state.players, state.ids, strict=True)
    ]


def score(state: State) -> Ending:
    """Ending a position as if the game ended now."""
    return final(tallies(state))


def scores(state: State) -> tuple[tuple[Sentence, Score], ...]:
    """Return each player's name and score, in the order of the position."""
    record = score(state)
    result: list[tuple[Sentence, Score]] = []
    for seat, (player, who, name) in enumerate(zip(state.players, state.ids, state.names, strict=True), 1):
        lines = tuple(line for line in record.lines if line.id.split(".")[0] == who)
        total = record.totals[who]
        parts = {line.id.split(".")[1]: line.points or 0 for line in lines}
        sums = {f"points.{cult}": parts[cult] for cult in box.CULTS}
        sums |= {"area": parts["area"], "resources": parts["resources"], "total": total}
        own = {f"p{seat}.{what}": points for what, points in sums.items()}
        called = phrase("mystica.player.named", who=name, name=player.name) if player.name else name
        result.append((called, Score(total=total, lines=lines, sums=own)))
    return tuple(result)
