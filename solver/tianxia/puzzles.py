"""Puzzles of Tianxia: the wall before its battles, deliveries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Final

from msgspec.structs import replace

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.rng import Stream
from pencilwright.games.shared.answers import Plan
from pencilwright.games.tianxia import commands, puzzle
from pencilwright.games.tianxia.cards import effects, phrases
from pencilwright.games.tianxia.cards.catalogue import DEMAND
from pencilwright.games.tianxia.components import GOODS, PENALTY_POINTS, SECTIONS
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.rules.advice_inputs import named
from pencilwright.games.tianxia.rules.battle import attack_phase
from pencilwright.games.tianxia.state import State, player
from pencilwright.solver.puzzles import (
    PROVED,
    Candidate,
    Reply,
    Weighed,
    Why,
    WorthPart,
    against,
    by_views,
    index_in_any_order,
    leading,
    no_other,
    ranked,
    with_more,
)
from pencilwright.solver.tianxia import cross_check, wall
from pencilwright.solver.tianxia import deliveries as served
from pencilwright.solver.tianxia.deliveries import Service
from pencilwright.solver.tianxia.wall import NOTHING, Pieces
from pencilwright.solver.verify import Disagreement, carry_out, proposed
from pencilwright.templates.phrases import Phrase, phrase

WALL, DELIVERIES = puzzle.KINDS_OF_PUZZLE
MARGIN: Final = {WALL: Fraction(1), DELIVERIES: Fraction(1, 5)}
"""How far the best answer leads at least, in points."""
CREDIT_STEP: Final = {WALL: Fraction(1, 2), DELIVERIES: Fraction(1, 2)}
FEWEST: Final = {WALL: 6, DELIVERIES: 6}
MOST_OPTIONS: Final = 240
REWARDS: Final = ("+1 pp", "+2 pp", "+3 pp", "+1 res", "+2 res", "+1 coin", "+2 coin", "+1 good")
"""What the spaces of made-up ships give."""
SHIPS, SPACES, MOST_GOODS = 3, 3, 4


def candidate(kind: str, seed: str) -> Question:
    """Return a made-up position of usual size: no rules of ours play whole games of Tianxia."""
    stream = Stream.from_seed(seed).fork("puzzle")
    state = example(seed, 1, players=3 + stream.below(2))
    letter = state.players[stream.below(len(state.players))].letter
    if kind != DELIVERIES:
        return puzzle.of_state(state, kind, letter)
    stock = {good: 1 + stream.below(MOST_GOODS) for good in GOODS}
    players = tuple(replace(item, **stock) if item.letter == letter else item for item in state.players)
    ships = ";".join(
        f"{'ABC'[number]} {stream.shuffled(DEMAND)[0]} {stream.shuffled(GOODS)[0]} "
        + "|".join(stream.shuffled(REWARDS)[: 1 + stream.below(SPACES)])
        for number in range(SHIPS)
    )
    return puzzle.of_state(replace(state, players=players), kind, f"{letter} {ships}")


def weigh(question: Question) -> Weighed:
    """Return every answer with its worth, the best first; none when there are too many to print."""
    candidates = {WALL: _walls, DELIVERIES: _services}[question.kind](question.state, question.extra[0])
    return ranked(candidates, MOST_OPTIONS)


def plan_of(question: Question, weighed: Weighed, index: int) -> Plan:
    """Return an answer as a plan that the rules have carried out. Raises Disagreement when they refuse it."""
    state, letter = question.state, question.extra[0]
    done, value = weighed.workings.done[index], weighed.options[index].value
    if question.kind == WALL:
        gain = value - wall.value(state, letter, NOTHING)
        plan = proposed(letter, wall.commands(state, letter, done), "attack", gain)
    else:
        gain = 10 * value - (served.value(state, letter, ()) or 0)
        plan = proposed(letter, served.commands(done), "tenths", gain)
    carry_out(games.game("tianxia"), state, plan)
    return plan


# --- The wall ---------------------------------------------------------------------------------------------


def _spread(most: int, places: int) -> list[tuple[int, ...]]:
    """Return each way to put up to so many pieces on so many places."""
    if places == 0:
        return [()]
    return [(n, *rest) for n in range(most + 1) for rest in _spread(most - n, places - 1)]


def _walls(state: State, letter: str) -> Sequence[Candidate]:
    """Return each placing of walls, towers and soldiers in attacked sections that wastes no piece."""
    means = wall.means(state, letter)
    attacked = [number for number, section in enumerate(state.wall) if section.battle]
    n_walls = max((n for n in range(len(means.walls) + 1) if sum(means.walls[:n]) <= means.stone), default=0)
    n_towers = max(
        (n for n in range(len(means.towers) + 1) if sum(means.towers[:n]) <= means.stone), default=0
    )
    parts = [_spread(most, len(attacked)) for most in (n_walls, n_towers, means.soldiers)]
    if not attacked or len(parts[0]) * len(parts[1]) * len(parts[2]) > 4 * MOST_OPTIONS:
        return []
    worth: dict[wall.Choice, int] = {}
    for walls, towers, soldiers in product(*parts):
        placed = list(NOTHING)
        for at, number in enumerate(attacked):
            placed[number] = Pieces(walls[at], towers[at], soldiers[at])
        choice = tuple(placed)
        if wall.is_payable(means, choice):
            worth[choice] = wall.value(state, letter, choice)
    return [
        _placed(state, choice, value)
        for choice, value in worth.items()
        if not any(worth[less] >= value for less in _less(choice) if less in worth)
    ]


def _placed(state: State, choice: wall.Choice, value: int) -> Candidate:
    """Return pieces on the wall as an answer, with what is done and how it looks to the players."""
    lines = tuple(
        phrase("tianxia.puzzle.put", section=number, pieces=phrases.together(wall.parts(item)))
        for number, item in enumerate(choice, 1)
        if any(item)
    )
    name = " ".join(
        f"{number}:{'W' * item.walls}{'T' * item.towers}{'S' * item.soldiers}"
        for number, item in enumerate(choice, 1)
        if any(item)
    )
    count = sum(sum(item) for item in choice)
    attacked = [number for number, section in enumerate(state.wall) if section.battle]
    weakest = min(attacked, key=lambda number: len(state.wall[number].walls + state.wall[number].soldiers))
    views = (count, sum(choice[weakest]), -max(sum(item) for item in choice), value - count)
    option = Reply(name or "nothing", Fraction(value), (), lines or (phrase("tianxia.puzzle.none"),))
    return Candidate(option, choice, views)


def _less(choice: wall.Choice) -> Iterator[wall.Choice]:
    """Yield each choice with one piece less."""
    for at, item in enumerate(choice):
        for part in range(len(item)):
            if item[part]:
                fewer = Pieces(*(n - (index == part) for index, n in enumerate(item)))
                yield (*choice[:at], fewer, *choice[at + 1 :])


# --- Deliveries -------------------------------------------------------------------------------------------


def _services(state: State, letter: str) -> Sequence[Candidate]:
    """Return each ship with each set of its spaces: one ship is served, or none."""
    none = served.value(state, letter, ())
    assert none is not None
    stock = {good: getattr(player(state, letter), good) for good in GOODS}
    nothing = Reply("nothing", Fraction(none, 10), (), (phrase("tianxia.puzzle.none"),))
    results = [Candidate(nothing, (), (0, 0, 0, none))]
    for ship in state.plan.deliveries.ships:
        for count in range(1, len(ship.spaces) + 1):
            for spaces in combinations(range(len(ship.spaces)), count):
                values = [
                    (value, choice)
                    for paid in _payments(stock)
                    if (value := served.value(state, letter, choice := (Service(ship.name, spaces, paid),)))
                    is not None
                ]
                if not values:
                    continue
                value, choice = max(values, key=lambda item: item[0])
                name = ship.name + "".join(str(space + 1) for space in spaces)
                key = "tianxia.puzzle.serve.one" if count == 1 else "tianxia.puzzle.serve"
                message = phrase(key, ship=ship.name, spaces=tuple(n + 1 for n in spaces))
                paid_in_all = sum(n for _, n in choice[0].paid)
                views = (count, 2 * count - paid_in_all, value + 2 * paid_in_all, value - 2 * count)
                results.append(Candidate(Reply(name, Fraction(value, 10), (), (message,)), choice, views))
    return results


def _payments(stock: Mapping[str, int]) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield each amount of goods that may be paid."""
    for amounts in product(*(range(stock[good] + 1) for good in GOODS)):
        yield tuple((good, n) for good, n in zip(GOODS, amounts, strict=True) if n)


# --- The second way, the ladder ---------------------------------------------------------------------------


def confirm(question: Question, weighed: Weighed, seed: str) -> None:
    """Reckon the optimum again by the model of whole turns, and each of the best answers fixed in it.

    With the best answer cut off, the model looks for any other one. The rules carry every answer out. Raises
    Disagreement when a value differs, Cooked when another answer is better than the second of the list,
    Unproved where the model's value is not proved.
    """
    del seed
    best = weighed.options[0]
    value = partial(cross_check.value, question, battles={})
    _equal(best, value())
    for option, done in list(zip(weighed.options, weighed.workings.done, strict=True))[:PROVED]:
        _equal(option, value(given=done))
    if len(weighed.options) > 1:
        no_other(weighed.options, value(other_than=weighed.workings.done[0]))
    for index in range(len(weighed.options)):
        plan_of(question, weighed, index)


def _equal(option: Reply, again: Fraction | None) -> None:
    if again != option.value:
        raise Disagreement(f"{option.name} is worth {option.value} or {again}: a defect")


ladder = by_views


def hints(question: Question, weighed: Weighed) -> tuple[Phrase, ...]:
    """Return two hints: at which part of the worth to look; then how many pieces, or goods to pay."""
    done, look = weighed.workings.done[0], leading(reasons(question, weighed)).rpartition(".")[2]
    if question.kind == WALL:
        n = sum(sum(pieces) for pieces in done)
    else:
        n = sum(goods for service in done for _, goods in service.paid)
    where = HINTED.get(look, "left" if question.kind == DELIVERIES else "award")
    return phrase(f"tianxia.puzzle.hint.{where}"), phrase(f"tianxia.puzzle.hint.{question.kind}", n=n)


HINTED: Final = {
    "P6": "buildings", "P7": "buildings", "2b": "fallen", "4": "path", "penalty": "penalty",
    "pp": "prestige", "coin": "gained", "res": "gained", "good": "gained",
}  # fmt: skip
"""Parts of a worth -> the hint that says to look there."""


def reasons(question: Question, weighed: Weighed) -> tuple[Why, ...]:
    """Return what leads: points of the battles less what breakthroughs cost, or rewards and goods left."""
    parts = _parts_of_wall if question.kind == WALL else _parts_of_service
    return against(weighed.options, partial(parts, question, weighed))


def _parts_of_wall(question: Question, weighed: Weighed, index: int) -> Iterator[WorthPart]:
    """Yield what the attack phase brings after an answer, by section."""
    plan = plan_of(question, weighed, index)
    after = commands.apply_actions(question.state, plan.who, plan.commands)
    for battle in attack_phase(after)[1]:
        n = battle.section
        for gain in battle.gains:
            if gain.player == plan.who and gain.step != "3f":
                words = phrase("tianxia.puzzle.why.section", section=n, reason=gain.reason)
                yield WorthPart(f"{n}.{gain.step}", words, Fraction(gain.points))
        words = phrase("tianxia.puzzle.why.penalty", section=n, n=battle.penalty)
        yield WorthPart(f"{n}.penalty", words, Fraction(-PENALTY_POINTS * battle.penalty))


def _parts_of_service(question: Question, weighed: Weighed, index: int) -> Iterator[WorthPart]:
    """Yield what a delivery brings and what its goods leave, in points."""
    offered = question.state.plan.deliveries
    stock = sum(getattr(player(question.state, question.extra[0]), good) for good in GOODS)
    for service in weighed.workings.done[index]:
        stock -= sum(n for _, n in service.paid)
        ship = next(ship for ship in offered.ships if ship.name == service.ship)
        spaces = [effect for space in service.spaces for effect in effects.parse(ship.spaces[space])]
        for effect in (*spaces, *DEMAND[ship.demand].rewards * len(service.spaces)):
            name = named(effect)
            yield WorthPart(
                name, phrase(f"tianxia.puzzle.why.{name}"), Fraction(offered.worth.of(effect), 10)
            )
    yield WorthPart("left", phrase("tianxia.puzzle.why.left"), Fraction(offered.worth.left * stock, 10))


def index_of(question: Question, weighed: Weighed, text: str) -> int:
    """Return which option a person's answer is. Raises InputError for what is none."""
    del question
    if (index := index_in_any_order(weighed.options, text)) is not None:
        return index
    message = phrase("words.wrong", text=text[:40], example=weighed.options[-1].name)
    raise InputError(message, field="answer")


_PLACED: Final = re.compile(r"([1-4]):([WTS]+)")


def with_answer(question: Question, weighed: Weighed, text: str) -> Weighed | None:
    """Return the answers and last one more: pieces on the wall that waste something. None for no answer."""
    results = [_PLACED.fullmatch(word) for word in text.upper().split()]
    if question.kind != WALL or not results or None in results:
        return None
    placed = {int(item[1]): Pieces(*(item[2].count(part) for part in "WTS")) for item in results if item}
    choice = tuple(placed.get(number, Pieces()) for number in range(1, SECTIONS + 1))
    state, letter = question.state, question.extra[0]
    if len(placed) < len(results) or not wall.is_payable(wall.means(state, letter), choice):
        return None
    return with_more(weighed, _placed(state, choice, wall.value(state, letter, choice)))
