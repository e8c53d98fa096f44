"""The best turns: every legal turn of a position valued, the best one and what each other choice loses."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Plan
from pencilwright.games.terracotta_army import commands, scoring
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import COIN_MASTERS, GOODS_PER_POINT
from pencilwright.games.terracotta_army.rules import actions, turns
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.rules.turns import Turn
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.terracotta_army.turn import forecast, leaves
from pencilwright.solver.terracotta_army.turn.leaves import Codes, Leaves, Shift, Spots
from pencilwright.solver.terracotta_army.turn.vectors import put
from pencilwright.solver.terracotta_army.turn.wheel import Purse, TurnWay, Wheel
from pencilwright.solver.verify import proposed
from pencilwright.templates.phrases import phrase

LISTED: Final = 10
PAYING: Final = frozenset(COIN_MASTERS)
SPACES: Final = 5
"""Other spaces of a piece that are told."""

"""What goods, weapons and masters are worth beyond their points, for who plays on."""


class Ranked(NamedTuple):
    """A turn and its worth.

    Attributes
    ----------
    turn : ring, sector, worker and choices.
    value : points at once, in the scoring phases that count, and of the end of the game.
    loss : how much less than the best turn's.
    """

    turn: Turn
    value: int
    loss: int


class Other(NamedTuple):
    """What another choice loses: the part of the turn that differs, and the best turn with it.

    part : "place" (ring, sector or worker), "inner", "middle", "outer", or "space".
    """

    part: str
    ranked: Ranked


class BestTurns(NamedTuple):
    """All turns of a position.

    Attributes
    ----------
    best : the best turns, the first one first; those that leave the same goods and pieces count as one.
    others : for each other place, choice and space the best turn with it, the first best turn's part by part.
    playing_on : the turn that an estimate of the rest of the game (forecast.py) prefers; None in the last.
    legal : how many legal turns there are; each was valued.
    optimal : how many of them have the best value.
    nothing : what the position is worth as it stands, without a turn.
    """

    best: tuple[Ranked, ...]
    others: tuple[Other, ...]
    playing_on: Ranked | None
    legal: int
    optimal: int
    nothing: int


class Valued(NamedTuple):
    """A way through the turn, what its goods are worth with all it brings but pieces, and its best spaces."""

    way: TurnWay
    base: int
    spots: Spots

    @property
    def value(self) -> int:
        """Points of its best spaces."""
        return self.base + self.spots.best[0][0]


def best_turns(
    state: State,
    letter: str,
    rounds: int = 1,
    *,
    top: int = LISTED,
    kernels: Kernels | None = None,
) -> BestTurns:
    """Value every legal turn of the player who is to move, and return the best ones.

    Parameters
    ----------
    letter : of the player's colour.
    rounds : scoring phases that count, this round's first. Everybody else's pieces stay as they are, and
        nobody places another one.
    top : turns that are returned at most.
    kernels : compiled or plain functions (`leaves.load`).

    Raises InputError when the player is not to move.
    """
    search = Search(check(state, letter), letter, rounds, kernels or leaves.load())
    return BestTurns(
        tuple(search.ranked(top)),
        tuple(search.others()),
        search.playing_on(),
        search.legal,
        search.optimal,
        search.nothing,
    )


class Search:
    """Every way through a turn of one position, valued."""

    def __init__(
        self,
        state: State,
        letter: str,
        rounds: int,
        kernels: Kernels,
        *,
        ways: Iterable[TurnWay] | None = None,
    ) -> None:
        """Value all turns of a player, or these ways to place a piece."""
        self.state, self.letter = state, letter
        self.rounds = min(rounds, box.ROUNDS + 1 - state.round)
        self._player = state.player(letter)
        self._goods: dict[tuple[int, int, int], int] = {}
        self._held, self._income = scoring.goods_of(state), scoring.income(state)
        self._leaves = Leaves(state, letter, self.rounds, kernels)
        self.ways = self._valued(list(Wheel(state, self._player).ways() if ways is None else ways))

    def _valued(self, ways: Sequence[TurnWay]) -> list[Valued]:
        """Return all ways that can be gone, the best first."""
        shifts: dict[Codes, dict[Shift, None]] = {}
        for way in ways:
            shifts.setdefault(way.purse.pieces, {})[way.purse.row, way.purse.col] = None
        spots = {pieces: self._leaves.spots(pieces, tuple(shift)) for pieces, shift in shifts.items()}
        results = []
        for way in ways:
            purse = way.purse
            where = spots[purse.pieces][purse.row, purse.col]
            if where.ways:
                results.append(Valued(way, purse.points + self._worth(purse), where))
        results.sort(key=lambda one: (one.value, *tie_order(one.way.purse)), reverse=True)
        return results

    def _worth(self, purse: Purse) -> int:
        """Return the points of goods: tiles of the scoring phases that count, and what is left at the end."""
        coins, clay = purse.coins, purse.wet + purse.dry
        income = len(purse.masters & PAYING)
        key = (coins, clay, income)
        if key not in self._goods:
            self._goods[key] = self._reckoned(coins, clay, income)
        return self._goods[key]

    def _reckoned(self, coins: int, clay: int, income: int) -> int:
        state, letter = self.state, self.letter
        held = self._held | {letter: (coins, clay)}
        due, extra = self._income | {letter: income}, scoring.extra_for(state, 7)
        points = sum(scoring.paid(held, due, self.rounds)[letter]) // GOODS_PER_POINT
        for phase in range(self.rounds):
            number = state.round + phase
            tile = state.tiles[number - 1]
            if tile in ("coins", "clay"):
                now = scoring.paid(held, due, phase)
                award = scoring.tile(state.grid, tile, number, state.board, now, extra)
                points += award.points.get(letter, 0)
        return points

    # --- What is told ---------------------------------------------------------------------------------

    @cached_property
    def legal(self) -> int:
        """How many legal turns there are."""
        return sum(way.spots.ways for way in self.ways)

    @property
    def value(self) -> int:
        """The best value."""
        return max(way.value for way in self.ways)

    @cached_property
    def optimal(self) -> int:
        """How many legal turns have the best value."""
        total, value = 0, self.value
        for way in self.ways:
            if way.value == value:
                total += self._at_best(way)
        return total

    def _at_best(self, one: Valued) -> int:
        """Return in how many ways the pieces of a way stand best."""
        first = one.spots.best[0][0]
        if len(one.spots.best) == one.spots.ways or one.spots.best[-1][0] < first:
            return sum(points == first for points, _ in one.spots.best)
        return sum(value == one.value for value in self.values(one))

    def values(self, one: Valued) -> Iterator[int]:
        """Yield the value of each turn of a way."""
        return (value for value, _ in self.every(one))

    def every(self, one: Valued) -> Iterator[tuple[int, Codes]]:
        """Yield the value and the codes of each way in which the pieces may stand."""
        purse = one.way.purse
        for plans, points in self._leaves.weighed(purse.pieces, ((purse.row, purse.col),)):
            values = one.base + points[:, 0]
            codes = map(tuple, plans[:, : len(purse.pieces)].tolist())
            yield from zip(values.tolist(), codes, strict=True)

    @property
    def nothing(self) -> int:
        """What the position is worth as it stands."""
        return scoring.total(scoring.ending(self.state, self.rounds)).get(self.letter, 0)

    def turn(self, way: TurnWay, codes: Codes) -> Turn:
        """Return a way through the turn with its pieces on their spaces."""
        inner, middle, outer = with_spaces(way.choices, codes)
        return Turn(self.letter, way.ring, way.sector, way.artisan, (inner, middle, outer))

    def best(self, one: Valued) -> Ranked:
        """Return the best turn of a way."""
        return Ranked(self.turn(one.way, one.spots.best[0][1]), one.value, self.value - one.value)

    def ranked(self, top: int) -> Iterator[Ranked]:
        """Yield the best turns; of those that leave the same pieces and goods in one place only the first."""
        waiting = [(self._order(index, 0), index, 0) for index in range(len(self.ways))]
        heapq.heapify(waiting)
        seen: set[object] = set()
        while waiting and len(seen) < top:
            _, index, place = heapq.heappop(waiting)
            item = self.ways[index]
            points, codes = item.spots.best[place]
            if place + 1 < len(item.spots.best):
                heapq.heappush(waiting, (self._order(index, place + 1), index, place + 1))
            end = (item.way.place, replace(item.way.purse, pieces=()), tuple(sorted(codes)))
            if end in seen:
                continue
            seen.add(end)
            value = item.base + points
            yield Ranked(self.turn(item.way, codes), value, self.value - value)

    def _order(self, index: int, place: int) -> tuple[int, ...]:
        item = self.ways[index]
        value = item.base + item.spots.best[place][0]
        return (-value, *(-part for part in tie_order(item.way.purse)))

    def playing_on(self) -> Ranked | None:
        """Return the turn that is best with what it leaves to play on with, as the forecast estimates it."""
        later = forecast.forecast(self.state, self._player)
        if not forecast.turns_left(self.state, self._player):
            return None
        return self.best(
            max(self.ways, key=lambda item: (item.value + later(item.way.purse), *tie_order(item.way.purse)))
        )

    def others(self) -> Iterator[Other]:
        """Yield what other places, choices and spaces than those of the first best turn are worth."""
        first = self.ways[0]
        yield from self._first_of("place", self.ways, lambda way: way.place)
        same = [way for way in self.ways if way.way.place == first.way.place]
        for step, ring in enumerate(actions.RINGS):
            yield from self._first_of(ring, same, partial(_choice, step))
            same = [item for item in same if item.way.choices[step] == first.way.choices[step]]
        yield from self._spaces(first)

    def _first_of(
        self, part: str, ways: Sequence[Valued], key: Callable[[TurnWay], object]
    ) -> Iterator[Other]:
        """Yield the best way of each key but the first one's, the best first."""
        seen = {key(ways[0].way)}
        for way in ways:
            if key(way.way) not in seen:
                seen.add(key(way.way))
                yield Other(part, self.best(way))

    def _spaces(self, one: Valued) -> Iterator[Other]:
        """Yield for each piece of a way its next best spaces, the pieces before it as they are."""
        purse, best = one.way.purse, one.spots.best[0][1]
        results: list[dict[int, tuple[int, Codes]]] = [{} for _ in best]
        for plans, points in self._leaves.weighed(purse.pieces, ((purse.row, purse.col),)):
            for step in range(len(best)):
                same = (plans[:, :step] == best[:step]).all(axis=1) & (plans[:, step] != best[step])
                for plan in same.nonzero()[0]:
                    code, worth = int(plans[plan, step]), int(points[plan, 0])
                    if code not in results[step] or results[step][code][0] < worth:
                        codes = tuple(int(other) for other in plans[plan, : len(best)])
                        results[step][code] = (worth, codes)
        for spaces in results:
            for worth, codes in heapq.nsmallest(
                SPACES, spaces.values(), key=lambda each: (-each[0], each[1])
            ):
                value = one.base + worth
                yield Other("space", Ranked(self.turn(one.way, codes), value, self.value - value))


def _choice(step: int, way: TurnWay) -> object:
    """Return what a way does at a step."""
    return way.choices[step]


def with_spaces(choices: Iterable[ActionChoice], codes: Codes) -> tuple[ActionChoice, ...]:
    """Return choices that leave their pieces open with the pieces of the codes."""
    waiting = iter(codes)
    return tuple(
        put(choice, next(waiting)) if choice.what in ("build", "specialist") else choice for choice in choices
    )


def tie_order(purse: Purse) -> tuple[int, int]:
    """Return what orders turns of equal points: what is left to play on with, and how much clay is wet."""
    things = len(purse.active) + len(purse.masters) + purse.upgraded + bool(purse.priority)
    return purse.goods + things, purse.wet


def check(state: State, letter: str) -> State:
    """Return the position when the player is to move in it, else raise InputError."""
    mover = state.to_move()
    if state.over:
        raise InputError(phrase("terracotta.advice.error.over"), field="over")
    if mover is None:
        raise InputError(phrase("terracotta.turn.error.placed"), field="players")
    if state.is_him(mover):
        raise InputError(phrase("terracotta.turn.error.his"), field="players")
    if mover.letter != letter:
        text = phrase("terracotta.turn.error.mover", colour=names.colour(mover.colour))
        raise InputError(text, field="for")
    return state


def command(state: State, turn: Turn) -> str:
    """Return a turn as the line that the rules carry out."""
    return turns.write(state.grid, turn)


def plan_of(state: State, ranked: Ranked, rounds: int, nothing: int) -> Plan:
    """Return a turn as the plan that the rules carry out."""
    measure = commands.points_of(rounds)
    gain = Fraction(ranked.value - nothing)
    return proposed(ranked.turn.letter, (command(state, ranked.turn),), measure, gain)
