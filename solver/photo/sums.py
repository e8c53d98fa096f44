"""Chances of written numbers by the sums that players write beside them: forward and backward over a column.

A reading gives each comb chances for what may stand there; the rest up to 1 is that something else stands
there. A player's total is the sum of the rows but for a slip in counting, points follow from what is counted,
and a comb that is left blank says nothing. What each relation knows of a number without the number's own
picture is multiplied to the chances of its picture, so that no picture is counted twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

from pencilwright.games.numberrules import Follows, NumberRules, Sum
from pencilwright.solver.photo import tuning

Chances = Mapping[str, Mapping[str, float]]
"""Mark id -> what may stand there ("17", "-", "" for nothing) -> chance."""
Numbers = dict[int, float]
"""Number -> chance or weight."""

NOTHING = ("", "-", "0")
"""What counts as no points."""


class Belief(NamedTuple):
    """What is known of a comb.

    Attributes
    ----------
    seen : number -> chance by its own picture; the rest up to 1 is that none of them stands there.
    blank : chance that nothing is written.
    digits : digits that the comb has room for.
    """

    seen: Numbers
    blank: float
    digits: int

    @property
    def other(self) -> float:
        """The chance that something else stands there."""
        return max(0.0, 1.0 - sum(self.seen.values()))


class Posterior(NamedTuple):
    """What is known of a comb after all relations have spoken.

    Attributes
    ----------
    chances : number -> chance; the rest up to 1 is that none of them stands there.
    alone : the same by the picture and what can stand there at most, before any relation speaks.
    support : by how much the relations favour the likeliest number over any number; 1 where none speaks.
    told : the number that the relations alone make likeliest, None where they favour none.
    """

    chances: Numbers
    alone: Numbers
    support: float
    told: int | None


def number(text: str) -> int:
    """Return the number that a text counts as."""
    return 0 if text in NOTHING else int(text)


def belief(chances: Mapping[str, float], digits: int, most: int | None = None) -> Belief:
    """Return what the picture of a comb says; numbers above `most` are made less likely."""
    seen: Numbers = {}
    for text, chance in chances.items():
        value = number(text)
        seen[value] = seen.get(value, 0.0) + chance * (
            tuning.ABOVE_MOST if most is not None and value > most else 1.0
        )
    total = sum(seen.values()) + max(0.0, 1 - sum(chances.values()))
    return Belief({v: c / total for v, c in seen.items()}, chances.get("", 0.0) / total, digits)


class Message(NamedTuple):
    """What a relation says of a number: its weight, and that of a number not listed."""

    weights: Numbers
    other: float

    def of(self, value: int) -> float:
        """Return the weight of a number."""
        return self.weights.get(value, self.other)


def posteriors(chances: Chances, digits: Mapping[str, int], rules: NumberRules) -> dict[str, Posterior]:
    """Return what is known of each comb after the rules have been heard.

    Parameters
    ----------
    chances : of every comb of the page.
    digits : cells of each comb.
    """
    known = {mark: belief(found, digits[mark], rules.most.get(mark)) for mark, found in chances.items()}
    told: dict[str, list[Message]] = {mark: [] for mark in known}
    follows = [rule for rule in rules.follows if any(mark in known for mark in (*rule.given, *rule.found))]
    first = [_to_found(rule, known) for rule in follows]
    for messages in first:
        for mark, message in messages.items():
            told[mark].append(message)
    believed = {mark: _times(found, told[mark]) for mark, found in known.items()}
    heard = dict(known)
    for added in rules.sums:
        if added.total in known:
            for mark, message in of_sum(added, believed).items():
                told[mark].append(message)
                heard[mark] = _times(known[mark], [message])
    for rule in follows:
        for mark, message in _to_given(rule, heard).items():
            told[mark].append(message)
    return {mark: _posterior(found, told[mark]) for mark, found in known.items()}


def _times(found: Belief, messages: Sequence[Message]) -> Belief:
    """Return a belief after messages."""
    seen = {value: chance * prod(m.of(value) for m in messages) for value, chance in found.seen.items()}
    other = found.other * prod(m.other for m in messages)
    total = sum(seen.values()) + other
    if total <= 0:
        return found
    blank = found.blank * prod(m.of(0) for m in messages)
    return Belief({v: c / total for v, c in seen.items()}, blank / total, found.digits)


def _posterior(found: Belief, messages: Sequence[Message]) -> Posterior:
    chances = _times(found, messages).seen
    weights: Numbers = {}
    for message in messages:
        for value in message.weights:
            weights[value] = prod(m.of(value) for m in messages)
    usual = prod(m.other for m in messages)
    best = max(chances, key=lambda value: chances[value], default=0)
    support = weights.get(best, usual) / usual if usual > 0 else 1.0
    told = max(weights, key=lambda value: weights[value], default=None)
    if told is not None and weights[told] < tuning.SUM_SPEAKS * usual:
        told = None
    return Posterior(chances, found.seen, support, told)


# --- sums -------------------------------------------------------------------------------------------------


def of_sum(rule: Sum, known: Mapping[str, Belief]) -> dict[str, Message]:
    """Return what a sum says of its rows and of its total: each without its own picture."""
    import numpy as np

    rows = [mark for mark in rule.rows if mark in known]
    total = known[rule.total]
    size = 10**total.digits
    forward = [np.zeros(size)]
    forward[0][0] = 1.0
    for mark in rows:
        forward.append(_add(forward[-1], known[mark]))
    weights = _weights(total, size)
    backward = [weights]
    for mark in reversed(rows):
        backward.append(_ahead(backward[-1], known[mark]))
    backward.reverse()
    result = {}
    for index, mark in enumerate(rows):
        reach = min(size, 10 ** known[mark].digits)
        said = np.array([float(forward[index][: size - v] @ backward[index + 1][v:]) for v in range(reach)])
        result[mark] = _message(said)
    slip = tuning.MISCOUNTED / tuning.SUMS_SPREAD
    said = (1 - tuning.MISCOUNTED) * forward[-1] + slip
    if total.blank > 0:
        # left blank it is no statement, and no sum makes that less likely
        part = total.blank / total.seen[0]
        said[0] = part * max(said[0], said.mean()) + (1 - part) * said[0]
    result[rule.total] = _message(said)
    return result


def _message(said: Any) -> Message:
    """Return weights for each number as a message; an unlisted one is any of them."""
    mean = float(said.mean())
    if mean <= 0:
        return Message({}, 1.0)
    return Message({value: float(weight) / mean for value, weight in enumerate(said)}, 1.0)


def _weights(total: Belief, size: int) -> Any:
    """Return the weight of each sum: the total says it, or is miscounted, left blank or unreadable."""
    import numpy as np

    weights = np.zeros(size)
    written = 0.0
    for value, chance in total.seen.items():
        said = chance - (total.blank if value == 0 else 0.0)
        if value < size and said > 0:
            weights[value] += (1 - tuning.MISCOUNTED) * said
            written += said
    silent = tuning.MISCOUNTED * written + total.blank + total.other
    return weights + silent / tuning.SUMS_SPREAD


def _add(sums: Any, row: Belief) -> Any:
    """Return the chances of sums with one more row."""
    import numpy as np

    size = len(sums)
    result = np.zeros(size)
    for value, chance in row.seen.items():
        if value < size:
            result[value:] += chance * sums[: size - value]
    if row.other > 0:
        reach = min(size, 10**row.digits)
        running = np.concatenate(([0.0], np.cumsum(sums)))
        starts = np.maximum(np.arange(size) + 1 - reach, 0)
        result += row.other / reach * (running[1:] - running[starts])
    return result


def _ahead(weights: Any, row: Belief) -> Any:
    """Return the weight of each sum before a row, of those after it."""
    import numpy as np

    size = len(weights)
    result = np.zeros(size)
    for value, chance in row.seen.items():
        if value < size:
            result[: size - value] += chance * weights[value:]
    if row.other > 0:
        reach = min(size, 10**row.digits)
        running = np.concatenate(([0.0], np.cumsum(weights)))
        ends = np.minimum(np.arange(size) + reach, size)
        result += row.other / reach * (running[ends] - running[:-1])
    return result


# --- what follows by a rule -------------------------------------------------------------------------------

_ABSENT = Belief({0: 1.0}, 1.0, 1)
"""A comb that the page doesn't have."""


def _ways(rule: Follows, known: Mapping[str, Belief]) -> list[tuple[tuple[int, ...], float]]:
    """Return the likeliest ways in which the given numbers may be, with their chances."""
    options = []
    for mark in rule.given:
        seen = known.get(mark, _ABSENT).seen
        likely = sorted(seen.items(), key=lambda entry: -entry[1])[: tuning.FOLLOWS_OPTIONS]
        options.append([entry for entry in likely if entry[1] > tuning.FOLLOWS_LEAST] or likely[:1])
    while prod(map(len, options)) > tuning.FOLLOWS_WAYS:
        longest = max(options, key=len)
        longest.pop()
    return [
        (tuple(value for value, _ in way), prod(chance for _, chance in way)) for way in product(*options)
    ]


def _says(found: Belief, value: int) -> float:
    """Return the weight of a number by what is written where it follows; a blank comb says nothing."""
    written = found.seen.get(value, 0.0) - (found.blank if value == 0 else 0.0)
    every = 1 - found.blank - found.other
    silent = tuning.MISCOUNTED * every + found.blank + found.other
    return (1 - tuning.MISCOUNTED) * max(written, 0.0) + silent / tuning.FOLLOWS_SPREAD


def _to_found(rule: Follows, known: Mapping[str, Belief]) -> dict[str, Message]:
    """Return what the given numbers say of those that follow."""
    result: dict[str, Message] = {}
    ways = _ways(rule, known)
    for index, mark in enumerate(rule.found):
        if mark not in known:
            continue
        weights: Numbers = {}
        for given, chance in ways:
            for found in rule.rule(given):
                others = prod(
                    _says(known[name], found[n])
                    for n, name in enumerate(rule.found)
                    if n != index and name in known
                )
                weights[found[index]] = weights.get(found[index], 0.0) + chance * others
        total = sum(weights.values())
        if total <= 0:
            continue
        silent = tuning.MISCOUNTED / tuning.FOLLOWS_SPREAD
        said = {v: (1 - tuning.MISCOUNTED) * w / total + silent for v, w in weights.items()}
        # a blank is no statement: nothing may be left out, whatever it is worth
        said[0] = max(said.get(0, silent), 1 / tuning.FOLLOWS_SPREAD)
        result[mark] = Message(said, silent)
    return result


def _to_given(rule: Follows, known: Mapping[str, Belief]) -> dict[str, Message]:
    """Return what the numbers that follow say of those given."""
    result: dict[str, Message] = {}
    ways = _ways(rule, known)
    for index, mark in enumerate(rule.given):
        if mark not in known:
            continue
        weights: Numbers = {}
        shares: Numbers = {}
        for given, chance in ways:
            own = known[mark].seen.get(given[index], 0.0)
            if own <= 0:
                continue
            outcomes = list(rule.rule(given))
            says = sum(
                prod(_says(known[name], found[n]) for n, name in enumerate(rule.found) if name in known)
                for found in outcomes
            ) / len(outcomes)
            weights[given[index]] = weights.get(given[index], 0.0) + chance / own * says
            shares[given[index]] = shares.get(given[index], 0.0) + chance / own
        said = {value: weights[value] / shares[value] for value in weights}
        usual = prod(1 / tuning.FOLLOWS_SPREAD for name in rule.found if name in known)
        if said and usual > 0:
            result[mark] = Message(said, usual)
    return result
