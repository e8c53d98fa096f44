"""Solitaire Yahtzee as an example game for benchmarks.chance: its value is known to six decimals.

One turn is a Graph: three throws with two choices of dice to keep, then a choice of box. Dice are thrown
one at a time, so that what is equal on the way is met once. A state between turns is the set of filled
boxes, the points in the upper boxes (63 and more are equal), and whether the Yahtzee box holds 50 points.

Joker rules, once the Yahtzee box is filled and a Yahtzee is thrown: *forced*, the upper box of its number
must be taken; when that is filled, a lower box, where a Yahtzee counts in full as full house or straight;
when all those are filled, any. *Free*: any box may be taken, and it counts in full in those lower boxes
when the upper box of its number is filled.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

from benchmarks import chance
from benchmarks.chance import Graph, evaluate
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels

Vector = list[int]

UNIT = 1 << 40  # values are in parts of a point
LOW = -(1 << 50)
BOXES = 13
YAHTZEE = 11
FULL_HOUSE = 8
LARGE_STRAIGHT = 10
UPPER_BONUS = 35
ENOUGH = 63
YAHTZEE_BONUS = 100
ALL = (1 << BOXES) - 1
UPPER = 63  # mask of the upper boxes
LOWER = ALL & ~UPPER
ROLLS: list[tuple[int, ...]] = [tuple(roll) for roll in combinations_with_replacement(range(1, 7), 5)]


class Game(NamedTuple):
    """score : roll * 13 + box -> points without joker. joker : the same as a joker. face : roll -> number
    of a Yahtzee, 0 when it is none. forced : 1 number. order : all sets of boxes, full ones first. reach :
    set * 64 + upper points -> 1 when that can be. values : (set * 64 + upper points) * 2 + 50 in the
    Yahtzee box -> worth.
    """

    score: Vector
    joker: Vector
    face: Vector
    forced: Vector
    order: Vector
    reach: Vector
    values: Vector
    nodes: Vector


def boxes_for(game: Game, filled: int, roll: int) -> int:
    """Return the mask of boxes that may be filled with a roll."""
    free = ALL & ~filled
    face = game.face[roll]
    if game.forced[0] == 1 and face > 0 and filled >> YAHTZEE & 1 == 1:
        if free >> (face - 1) & 1 == 1:
            return 1 << (face - 1)
        if free & LOWER > 0:
            return free & LOWER
    return free


def fill_ends(game: Game, filled: int, upper: int, fifty: int) -> None:
    """Write the worth of every end of a turn: 252 rolls x 13 boxes."""
    for roll in range(252):
        face = game.face[roll]
        boxes = boxes_for(game, filled, roll)
        bonus = 0
        is_joker = 0
        if face > 0 and filled >> YAHTZEE & 1 == 1:
            bonus = YAHTZEE_BONUS * fifty
            is_joker = filled >> (face - 1) & 1
        for box in range(13):
            worth = LOW
            if boxes >> box & 1 == 1:
                points = game.score[13 * roll + box]
                if is_joker == 1:
                    points = game.joker[13 * roll + box]
                up = upper
                if box < 6:
                    up += points
                    if up > ENOUGH:
                        up = ENOUGH
                has = fifty
                if box == YAHTZEE and points > 0:
                    has = 1
                after = ((filled | 1 << box) * 64 + up) * 2 + has
                worth = (points + bonus) * UNIT + game.values[after]
            game.nodes[13 * roll + box] = worth


def solve_all(game: Game, graph: Graph, first: int, last: int) -> int:
    """Work out the worth of all states of the sets order[first..last-1]; return how many there were."""
    count = 0
    for at in range(first, last):
        filled = game.order[at]
        for upper in range(64):
            if game.reach[64 * filled + upper] == 1:
                for fifty in range(1 + (filled >> YAHTZEE & 1)):
                    where = (64 * filled + upper) * 2 + fifty
                    if filled == ALL:
                        game.values[where] = UPPER_BONUS * UNIT if upper == ENOUGH else 0
                    else:
                        fill_ends(game, filled, upper, fifty)
                        evaluate(graph, game.nodes)
                        game.values[where] = game.nodes[graph.shape[1] - 1]
                    count += 1
    return count


HOT_FUNCTIONS = ("boxes_for", "fill_ends", "solve_all")


def kernels(*, plain: bool = False) -> Kernels:
    import sys

    return compiled.load([chance, sys.modules[__name__]], ["solve_all"], plain=plain)


def points(roll: tuple[int, ...], box: int, *, joker: bool) -> int:
    """Return what a roll counts in a box."""
    most = max(roll.count(face) for face in roll)
    faces = "".join(str(face) for face in sorted(set(roll)))
    if box < 6:
        return (box + 1) * roll.count(box + 1)
    if box in (6, 7):
        return sum(roll) if most >= box - 3 else 0
    if box == FULL_HOUSE:
        return 25 if joker or sorted(map(roll.count, set(roll))) == [2, 3] else 0
    if box == FULL_HOUSE + 1:
        return 30 if joker or any(run in faces for run in ("1234", "2345", "3456")) else 0
    if box == LARGE_STRAIGHT:
        return 40 if joker or faces in ("12345", "23456") else 0
    return (50 if most == 5 else 0) if box == YAHTZEE else sum(roll)


def turn() -> chance.GraphBuilder:
    """Return the graph of a turn; its ends are roll * 13 + box, its last node is the start of the turn."""
    builder = chance.GraphBuilder(252 * BOXES)
    done = {roll: builder.choice(range(13 * at, 13 * at + 13)) for at, roll in enumerate(ROLLS)}
    for throw in range(3):
        stored = dict(done)
        for size in range(4, -1, -1):
            for keep in combinations_with_replacement(range(1, 7), size):
                more = [stored[tuple(sorted((*keep, face)))] for face in range(1, 7)]
                stored[keep] = builder.chance([(1, node) for node in more])
        if throw < 2:
            best: dict[tuple[int, ...], int] = {(): stored[()]}
            for size in range(1, 6):
                for keep in combinations_with_replacement(range(1, 7), size):
                    less = {keep[:at] + keep[at + 1 :] for at in range(size)}
                    best[keep] = builder.choice([stored[keep], *(best[part] for part in less)])
            done = {roll: best[roll] for roll in ROLLS}
    return builder


def new_game(speed: Kernels, graph: Graph, *, forced: bool) -> Game:
    vector = speed.vector
    reach = [0] * (64 << BOXES)
    for filled in range(1 << BOXES):
        sums = {0}
        for box in range(6):
            if filled >> box & 1:
                sums = {min(ENOUGH, old + (box + 1) * dice) for old in sums for dice in range(6)}
        for upper in sums:
            reach[64 * filled + upper] = 1
    return Game(
        score=vector([points(roll, box, joker=False) for roll in ROLLS for box in range(BOXES)]),
        joker=vector([points(roll, box, joker=True) for roll in ROLLS for box in range(BOXES)]),
        face=vector([roll[0] if roll[0] == roll[4] else 0 for roll in ROLLS]),
        forced=vector([int(forced)]),
        order=vector(sorted(range(1 << BOXES), key=lambda filled: -filled.bit_count())),
        reach=vector(reach),
        values=vector(128 << BOXES),
        nodes=vector(int(graph.shape[1])),
    )


def value(speed: Kernels, *, forced: bool) -> float:
    """Return the expected score of the whole game."""
    graph = turn().graph(speed)
    game = new_game(speed, graph, forced=forced)
    speed.solve_all(game, graph, 0, 1 << BOXES)
    return float(game.values[0]) / UNIT
