"""Exact expectimax for any game of chance and choice, duplicates merged. Knows no game.

Two forms of one idea:

- `Expectimax` explores a game from a state, by a few functions that say what can follow (`Game`). States are
  hashable values; equal ones are met once. Values are exact fractions. For small games, and to check others.
- `Graph` is a part of a game that is the same again and again, such as one turn: chances and choices between
  ends whose worth is filled in anew each time. `evaluate` is a kernel (solver.compiled). Values are whole
  numbers in a unit of the caller's choice, and a chance rounds down to it: a result is never too high, and
  too low by less than one unit for each chance on the way to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from pencilwright.solver.compiled import Kernels

State = TypeVar("State", bound=Hashable)
Vector = list[int]


# --- A game explored from a state -------------------------------------------------------------------------


@dataclass(frozen=True)
class End:
    """Nothing follows; what the game is worth."""

    value: Fraction | int


@dataclass(frozen=True)
class Chance(Generic[State]):
    """One of these states follows, as often as its weight (a positive whole number) says."""

    outcomes: Sequence[tuple[int, State]]


@dataclass(frozen=True)
class Choice(Generic[State]):
    """The player picks one of these states."""

    options: Sequence[State]


Node = End | Chance[State] | Choice[State]
Follow = Callable[[State], "End | Chance[State] | Choice[State]"]


@dataclass
class Expectimax(Generic[State]):
    """The worth of states of one game with best play.

    follow : says what follows a state. No state may follow itself, however far.
    """

    follow: Follow[State]
    known: dict[State, Fraction] = field(default_factory=dict)

    def value(self, state: State) -> Fraction:
        """Return the expected value of a state with best play."""
        waiting = [state]
        nodes: dict[State, End | Chance[State] | Choice[State]] = {}
        while waiting:
            top = waiting[-1]
            if top in self.known:
                waiting.pop()
                continue
            if top in nodes:
                self.known[top] = self._worth(nodes.pop(top))
                waiting.pop()
                continue
            nodes[top] = node = self.follow(top)
            waiting += [after for after in _after(node) if after not in self.known]
        return self.known[state]

    def distribution(self, state: State) -> dict[Fraction, Fraction]:
        """Return the chance of each final value, where play takes the first of the best options."""
        results: dict[Fraction, Fraction] = {}
        waiting = [(Fraction(1), state)]
        while waiting:
            chance, here = waiting.pop()
            node = self.follow(here)
            if isinstance(node, End):
                value = Fraction(node.value)
                results[value] = results.get(value, Fraction(0)) + chance
            elif isinstance(node, Choice):
                waiting.append((chance, max(node.options, key=self.value)))
            else:
                whole = sum(weight for weight, _ in node.outcomes)
                waiting += [(chance * weight / whole, after) for weight, after in node.outcomes]
        return results

    def _worth(self, node: End | Chance[State] | Choice[State]) -> Fraction:
        if isinstance(node, End):
            return Fraction(node.value)
        if isinstance(node, Choice):
            return max(self.known[after] for after in node.options)
        whole = sum(weight for weight, _ in node.outcomes)
        return sum((weight * self.known[after] for weight, after in node.outcomes), Fraction(0)) / whole


def _after(node: End | Chance[State] | Choice[State]) -> Iterable[State]:
    if isinstance(node, Chance):
        return [after for _, after in node.outcomes]
    return node.options if isinstance(node, Choice) else ()


# --- A part that comes again and again --------------------------------------------------------------------


class Graph(NamedTuple):
    """Nodes in an order in which everything that follows a node comes before it. The ends come first.

    shape : how many ends and how many nodes in all.
    start : node -> its first link; links of one node follow each other; one more at the end.
    whole : node -> sum of its weights; 0 for a choice.
    after, weight : of each link, the node that follows, and how often (1 for a choice).
    """

    shape: Vector
    start: Vector
    whole: Vector
    after: Vector
    weight: Vector


def evaluate(graph: Graph, values: Vector) -> None:
    """Fill values[ends..] from those of the ends: a choice's best, a chance's mean, rounded down."""
    for node in range(graph.shape[0], graph.shape[1]):
        first = graph.start[node]
        end = graph.start[node + 1]
        whole = graph.whole[node]
        if whole == 0:
            best = values[graph.after[first]]
            for link in range(first + 1, end):
                if values[graph.after[link]] > best:
                    best = values[graph.after[link]]
            values[node] = best
        else:
            total = 0
            for link in range(first, end):
                total += graph.weight[link] * values[graph.after[link]]
            values[node] = total // whole


HOT_FUNCTIONS = ("evaluate",)


class GraphBuilder:
    """Builds a Graph from its ends upward. Equal nodes are merged, and so are equal links of one chance."""

    def __init__(self, ends: int) -> None:
        self.ends = ends
        self.nodes: list[tuple[int, tuple[tuple[int, int], ...]]] = []  # whole, links (node, weight)
        self.numbers: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}

    def chance(self, outcomes: Iterable[tuple[int, int]]) -> int:
        """Return the node of a chance; outcomes are pairs (weight, node), weights positive whole numbers."""
        weights: dict[int, int] = {}
        for weight, node in outcomes:
            weights[node] = weights.get(node, 0) + weight
        return self._node(sum(weights.values()), tuple(sorted(weights.items())))

    def choice(self, options: Iterable[int]) -> int:
        """Return the node of a choice between nodes."""
        return self._node(0, tuple((node, 1) for node in sorted(set(options))))

    def graph(self, kernels: Kernels) -> Graph:
        """Return the graph as vectors for these kernels."""
        vector = kernels.vector
        links = [link for _, node in self.nodes for link in node]
        start = [0] * (self.ends + 1)
        for _, item in self.nodes:
            start.append(start[-1] + len(item))
        return Graph(
            shape=vector([self.ends, self.ends + len(self.nodes)]),
            start=vector(start),
            whole=vector([0] * self.ends + [whole for whole, _ in self.nodes]),
            after=vector([node for node, _ in links]),
            weight=vector([weight for _, weight in links]),
        )

    def _node(self, whole: int, links: tuple[tuple[int, int], ...]) -> int:
        if len(links) == 1:
            return links[0][0]
        number = self.numbers.setdefault((whole, links), self.ends + len(self.nodes))
        if number == self.ends + len(self.nodes):
            self.nodes.append((whole, links))
        return number
