"""Chances of written numbers by the sums that players write beside them: forward and backward over a column.

A reading gives each comb chances for what may stand there; the rest up to 1 is that something else stands
there. A player's total is the sum of the rows but for a slip in counting, points follow from what is counted,
and a comb that is left blank says nothing. What each relation knows of a number without the number's own
picture is multiplied to the chances of its picture, so that no picture is counted twice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np

from pencilwright.games.numberrules import CardNumbers, CardWorth, Follows, NumberRules, Sum
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
    most : the largest number that can stand there.
    allowed : the numbers that can stand there; () for all.
    """

    seen: Numbers
    blank: float
    digits: int
    most: int
    allowed: tuple[int, ...] = ()

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
    likeliest : the number that the relations alone make likeliest, None where they favour none.
    """

    chances: Numbers
    alone: Numbers
    support: float
    likeliest: int | None


def number(text: str) -> int:
    """Return the number that a text counts as."""
    return 0 if text in NOTHING else int(text)


def belief(
    chances: Mapping[str, float], digits: int, most: int | None = None, allowed: Collection[int] = ()
) -> Belief:
    """Return what the picture of a comb says; numbers above `most` or not `allowed` are less likely."""
    seen: Numbers = {}
    for text, chance in chances.items():
        value = number(text)
        seen[value] = seen.get(value, 0.0) + chance * (
            tuning.ABOVE_MOST
            if (most is not None and value > most) or (allowed and value and value not in allowed)
            else 1.0
        )
    total = sum(seen.values()) + max(0.0, 1 - sum(chances.values()))
    room = 10**digits - 1 if most is None else most
    shares = {value: chance / total for value, chance in seen.items()}
    return Belief(shares, chances.get("", 0.0) / total, digits, room, tuple(allowed))


class Message(NamedTuple):
    """What a relation says of a number.

    Attributes
    ----------
    weights : number -> its weight.
    other : that of a number not listed, or of any where all are.
    unseen : that of the numbers that the picture does not name; None: as `other`.
    """

    weights: Numbers
    other: float
    unseen: float | None = None

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
    known = {
        mark: belief(chance, digits[mark], rules.most.get(mark), rules.allowed.get(mark, ()))
        for mark, chance in chances.items()
    }
    fields: dict[str, list[Message]] = {mark: [] for mark in known}
    follows = [rule for rule in rules.follows if any(mark in known for mark in (*rule.given, *rule.results))]
    first = [_forward(rule, known) for rule in follows]
    first += [_to_worth(chosen, known) for chosen in rules.chosen]
    for messages in first:
        for mark, message in messages.items():
            fields[mark].append(message)
    believed = {mark: _times(item, fields[mark]) for mark, item in known.items()}
    with_sums = dict(known)
    for added in rules.sums:
        if added.total in known:
            for mark, message in of_sum(added, believed).items():
                fields[mark].append(message)
                with_sums[mark] = _times(known[mark], [message])
    last = [_backward(rule, with_sums) for rule in follows]
    last += [_to_cards(chosen, with_sums) for chosen in rules.chosen]
    for messages in last:
        for mark, message in messages.items():
            fields[mark].append(message)
    return {mark: _posterior(item, fields[mark]) for mark, item in known.items()}


def _times(result: Belief, messages: Sequence[Message]) -> Belief:
    """Return a belief after messages."""
    seen = {value: chance * prod(m.of(value) for m in messages) for value, chance in result.seen.items()}
    other = result.other * prod(m.other if m.unseen is None else m.unseen for m in messages)
    total = sum(seen.values()) + other
    if total <= 0:
        return result
    blank = result.blank * prod(m.of(0) for m in messages)
    return result._replace(seen={v: c / total for v, c in seen.items()}, blank=blank / total)


def _posterior(result: Belief, messages: Sequence[Message]) -> Posterior:
    chances = _times(result, messages).seen
    weights: Numbers = {}
    for message in messages:
        for value in message.weights:
            weights[value] = prod(m.of(value) for m in messages)
    usual = prod(m.other for m in messages)
    best = max(chances, key=lambda value: chances[value], default=0)
    support = weights.get(best, usual) / usual if usual > 0 else 1.0
    likeliest = max(weights, key=lambda value: weights[value], default=None)
    if likeliest is not None and weights[likeliest] < tuning.SUM_SPEAKS * usual:
        likeliest = None
    return Posterior(chances, result.seen, support, likeliest)


# --- sums -------------------------------------------------------------------------------------------------


def of_sum(rule: Sum, known: Mapping[str, Belief]) -> dict[str, Message]:
    """Return what a sum says of its rows and of its total: each without its own picture.

    Sums count modulo tuning.SUMS_MODULO, so that they are products of Fourier transforms however large they
    are: one that is wrong by just that much passes for right.
    """
    rows = [(mark, n) for mark, n in rule.counted() if mark in known]
    total = known[rule.total]
    before = [np.fft.rfft(_places({rule.plus: 1.0}))]
    for mark, n in rows:
        before.append(before[-1] * np.fft.rfft(_row(known[mark], n)))
    after = np.conj(np.fft.rfft(_weights(total)))
    result = {}
    for index, (mark, n) in reversed(list(enumerate(rows))):
        apart = np.maximum(np.fft.irfft(np.conj(before[index] * after)), 0.0)
        after = after * np.fft.rfft(_row(known[mark], n))
        result[mark] = _message(apart[n * np.arange(10 ** known[mark].digits) % len(apart)], known[mark])
    slip = tuning.MISCOUNTED / tuning.SUMS_SPREAD
    sums = np.maximum(np.fft.irfft(before[-1]), 0.0)
    form = (1 - tuning.MISCOUNTED) * sums[np.arange(10**total.digits) % len(sums)] + slip
    if total.blank > 0:
        # left blank it is no statement, and no sum makes that less likely
        part = total.blank / total.seen[0]
        form[0] = part * max(form[0], form.mean()) + (1 - part) * form[0]
    result[rule.total] = _message(form, total)
    return result


def _message(form: Any, about: Belief) -> Message:
    """Return weights for each number as a message; an unlisted one is any of them."""
    mean = float(form.mean())
    if mean <= 0:
        return Message({}, 1.0)
    may = [value for value in {0, *about.allowed} if value < len(form)] if about.allowed else range(len(form))
    weights = {value: float(form[value]) / mean for value in {*may, *about.seen} if value < len(form)}
    rest = [weight for value, weight in weights.items() if value not in about.seen]
    return Message(weights, 1.0, sum(rest) / len(rest) if rest else 0.0)


def _places(chances: Numbers, factor: int = 1) -> Any:
    """Return the chances of numbers that count so many times, modulo tuning.SUMS_MODULO."""
    places = factor * np.array(list(chances), int) % tuning.SUMS_MODULO
    return np.bincount(places, list(chances.values()), tuning.SUMS_MODULO)


def _weights(total: Belief) -> Any:
    """Return the weight of each sum: the total says it, or is miscounted, left blank or unreadable."""
    written = dict(total.seen)
    written[0] = written.get(0, 0.0) - total.blank
    whole = sum(written.values())
    silent = tuning.MISCOUNTED * whole + total.blank + total.other
    return (1 - tuning.MISCOUNTED) * _places(written) + silent / tuning.SUMS_SPREAD


def _row(row: Belief, factor: int) -> Any:
    """Return the chances of a row that counts so many times; unread it is any number that may stand there."""
    every = {0, *row.allowed} if row.allowed else range(10**row.digits)
    return _places(row.seen, factor) + _places(dict.fromkeys(every, row.other / len(every)), factor)


# --- what follows by a rule -------------------------------------------------------------------------------

_ABSENT = Belief({0: 1.0}, 1.0, 1, 9)
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


def _says(result: Belief, value: int) -> float:
    """Return the weight of a number by what is written where it follows; a blank comb says nothing."""
    written = result.seen.get(value, 0.0) - (result.blank if value == 0 else 0.0)
    every = 1 - result.blank - result.other
    silent = tuning.MISCOUNTED * every + result.blank + result.other
    return (1 - tuning.MISCOUNTED) * max(written, 0.0) + silent / tuning.FOLLOWS_SPREAD


def _forward(rule: Follows, known: Mapping[str, Belief]) -> dict[str, Message]:
    """Return what the given numbers say of those that follow."""
    result: dict[str, Message] = {}
    ways = _ways(rule, known)
    for index, mark in enumerate(rule.results):
        if mark not in known:
            continue
        weights: Numbers = {}
        for given, chance in ways:
            for item in rule.rule(given):
                others = prod(
                    _says(known[name], item[n])
                    for n, name in enumerate(rule.results)
                    if n != index and name in known
                )
                weights[item[index]] = weights.get(item[index], 0.0) + chance * others
        total = sum(weights.values())
        if total <= 0:
            continue
        silent = tuning.MISCOUNTED / tuning.FOLLOWS_SPREAD
        fields = {v: (1 - tuning.MISCOUNTED) * w / total + silent for v, w in weights.items()}
        # a blank is no statement: nothing may be left out, whatever it is worth
        fields[0] = max(fields.get(0, silent), 1 / tuning.FOLLOWS_SPREAD)
        result[mark] = Message(fields, silent)
    return result


def _backward(rule: Follows, known: Mapping[str, Belief]) -> dict[str, Message]:
    """Return what the numbers that follow say of those given."""
    result: dict[str, Message] = {}
    ways = _ways(rule, known)
    usual = prod(1 / tuning.FOLLOWS_SPREAD for name in rule.results if name in known)

    @cache
    def likely(given: tuple[int, ...]) -> float:
        """Return how likely the results are as they are seen, if these are given."""
        outcomes = list(rule.rule(given))
        return sum(
            prod(_says(known[name], out[n]) for n, name in enumerate(rule.results) if name in known)
            for out in outcomes
        ) / len(outcomes)

    for index, mark in enumerate(rule.given):
        if mark not in known:
            continue
        others: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        for given, chance in ways:
            own = known[mark].seen.get(given[index], 0.0)
            others[given[:index], given[index + 1 :]] = chance / own if own > 0 else 0.0
        every = sum(others.values())
        seen = known[mark].seen
        weights = dict.fromkeys({*seen, *range(1 + min(known[mark].most, tuning.CARD_POINTS))}, 0.0)
        for value in weights if every > 0 else ():
            weights[value] += sum(
                share / every * likely((*left, value, *right)) for (left, right), share in others.items()
            )
        unseen = [weight for value, weight in weights.items() if value not in seen]
        if every > 0:
            result[mark] = Message(weights, usual, sum(unseen) / len(unseen) if unseen else usual)
    return result


# --- what cards are worth ---------------------------------------------------------------------------------


def _together(item: Mapping[int, float], other: Mapping[int, float]) -> Numbers:
    """Return the chances of the sum of two numbers."""
    result: Numbers = {}
    for a, first in item.items():
        for b, second in other.items():
            result[a + b] = result.get(a + b, 0.0) + first * second
    return result


def _likely(record: Belief | None) -> Numbers:
    """Return the likeliest numbers of a comb that is counted; one that cannot be read may be any digit."""
    if record is None:
        return {0: 1.0}
    result = {value: chance for value, chance in record.seen.items() if chance >= tuning.FOLLOWS_LEAST}
    if record.other >= tuning.FOLLOWS_LEAST:
        most = min(record.most, 9)
        for value in range(most + 1):
            result[value] = result.get(value, 0.0) + record.other / (most + 1)
    return result


def _worth(
    card: CardWorth, known: Mapping[str, Belief], instead: Mapping[str, Numbers] | None = None
) -> Numbers:
    """Return the chances of the points of a card; `instead` has the numbers of some combs."""
    if card.points is None:
        return dict.fromkeys(card.possible, 1 / len(card.possible))
    count: Numbers = {0: 1.0}
    for mark in card.marks:
        count = _together(count, (instead or {}).get(mark) or _likely(known.get(mark)))
    result: Numbers = {}
    for value, chance in count.items():
        points = card.points(value)
        result[points] = result.get(points, 0.0) + chance
    return result


class _Choice(NamedTuple):
    """What may stand where the number of a card is written: number -> chance, and the points of the cards."""

    cards: Numbers
    points: Numbers


def _choices(rule: CardNumbers, known: Mapping[str, Belief], worth: Mapping[int, Numbers]) -> list[_Choice]:
    result = []
    for name in rule.choices:
        if name not in known:
            continue
        cards = {n: chance for n, chance in known[name].seen.items() if n in worth}
        points: Numbers = {}
        for card, chance in cards.items():
            for value, share in worth[card].items():
                points[value] = points.get(value, 0.0) + chance * share
        unknown = 1 - sum(cards.values())
        for value in range(tuning.CARD_POINTS) if unknown > 0 else ():
            points[value] = points.get(value, 0.0) + unknown / tuning.CARD_POINTS
        result.append(_Choice(cards, points))
    return result


def _to_worth(rule: CardNumbers, known: Mapping[str, Belief]) -> dict[str, Message]:
    """Return what cards and what they count say of their points together."""
    if rule.result not in known:
        return {}
    total: Numbers = {0: 1.0}
    for choice in _choices(
        rule, known, {0: {0: 1.0}, **{n: _worth(c, known) for n, c in rule.cards.items()}}
    ):
        total = _together(total, choice.points)
    silent = tuning.MISCOUNTED / tuning.FOLLOWS_SPREAD
    fields = {value: (1 - tuning.MISCOUNTED) * chance + silent for value, chance in total.items()}
    fields[0] = max(fields.get(0, silent), 1 / tuning.FOLLOWS_SPREAD)  # a blank is no statement
    return {rule.result: Message(fields, silent)}


def _to_cards(rule: CardNumbers, known: Mapping[str, Belief]) -> dict[str, Message]:
    """Return what the points of all cards say of each card, and of the numbers that it counts.

    A number that several cards may count is told nothing: it would be told the same twice.
    """
    if rule.result not in known:
        return {}
    result: dict[str, Message] = {}
    worth = {0: {0: 1.0}, **{number: _worth(card, known) for number, card in rule.cards.items()}}
    names = [name for name in rule.choices if name in known]
    choices = _choices(rule, known, worth)
    counting: dict[str, list[int]] = {}
    for at, choice in enumerate(choices):
        likely = (card for card, chance in choice.cards.items() if chance >= tuning.FOLLOWS_LEAST)
        for mark in rule.counted(likely):
            counting.setdefault(mark, []).append(at)
    for at, choice in enumerate(choices):
        others: Numbers = {0: 1.0}
        for index, other in enumerate(choices):
            others = _together(others, other.points) if index != at else others
        says: Numbers = {}  # points of this card -> weight

        def weight(points: Mapping[int, float], others: Numbers = others, says: Numbers = says) -> float:
            for value in points:
                if value not in says:
                    says[value] = sum(
                        chance * _says(known[rule.result], value + more) for more, chance in others.items()
                    )
            return sum(chance * says[value] for value, chance in points.items())

        result[names[at]] = _against_the_rest({card: weight(points) for card, points in worth.items()})
        for mark in (mark for mark, by in counting.items() if by == [at] and mark in known):
            weights: Numbers = {}
            for value in range(1 + min(known[mark].most, tuning.CARD_POINTS)):
                fixed = {mark: {value: 1.0}}
                weights[value] = sum(
                    chance
                    * weight(
                        _worth(rule.cards[card], known, fixed)
                        if card in rule.cards and mark in rule.cards[card].marks
                        else worth[card]
                    )
                    for card, chance in choice.cards.items()
                    if chance >= tuning.FOLLOWS_LEAST
                )
            result[mark] = _against_the_rest(weights)
    return result


def _against_the_rest(weights: Numbers) -> Message:
    """Return weights as a message; those not listed weigh as much as the mean without the heaviest."""
    rest = (sum(weights.values()) - max(weights.values())) / max(1, len(weights) - 1)
    return (
        Message({value: weight / rest for value, weight in weights.items()}, 1.0)
        if rest > 0
        else Message({}, 1.0)
    )
