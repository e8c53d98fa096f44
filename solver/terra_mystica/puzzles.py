"""Puzzles of Terra Mystica: the last action, the last round, the cheapest town."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.rng import Stream
from pencilwright.games.shared.answers import Plan
from pencilwright.games.terra_mystica import puzzle
from pencilwright.games.terra_mystica.boards.hexes import LAND, ROWS
from pencilwright.games.terra_mystica.components import CULTS
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.rules.networks import direct, new_towns
from pencilwright.games.terra_mystica.rules.prices import Price
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.games.terra_mystica.words import names
from pencilwright.solver.puzzles import (
    PROVED,
    Candidate,
    Reply,
    Unproved,
    Weighed,
    Why,
    against,
    by_views,
    index_in_any_order,
    leading,
    no_other,
    objection,
    ranked,
    with_more,
)
from pencilwright.solver.terra_mystica import action_puzzles, land, plans, town
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import Phrase, phrase

LAST, TOWN, ROUND = puzzle.KINDS_OF_PUZZLE
MARGIN: Final = {LAST: Fraction(1), TOWN: Fraction(1), ROUND: Fraction(1)}
"""How far the best answer leads at least: points; for the town goods."""
CREDIT_STEP: Final = {LAST: Fraction(1, 2), TOWN: Fraction(1, 2), ROUND: Fraction(1, 2)}
FEWEST: Final = {LAST: 6, TOWN: 4, ROUND: 8}
LEFT: Final = {LAST: (1,), TOWN: (1, 2), ROUND: (1,)}
"""Rounds left in the positions, the one that begins included."""
PLAYERS: Final = (2, 3, 4)
OTHER_WAYS: Final = ("fakirs", "dwarves", "alchemists", "mermaids")
"""Factions that build, found towns or count coins in ways of their own."""
SKIPPERS: Final = ("fakirs", "dwarves")
"""Those of them that build on hexes out of reach: the others are asked for the last action."""
MOST_CHANGES: Final = 3
ABOVE: Final = 5
"""Towns that cost so many goods more than the cheapest are answers, too."""
MOST_SETS: Final = 30_000
"""Sets of changes of which a town is looked for."""
MOST_OPTIONS: Final = 240
ROW_LETTERS: Final = "".join(ROWS)

Changes = tuple[tuple[str, str], ...]
"""Hexes and what they become."""


def candidate(kind: str, seed: str) -> Question | None:
    """Return a position between rounds of a game of simple players, and the first who has a puzzle."""
    stream = Stream.from_seed(seed).fork("puzzle")
    left = LEFT[kind][stream.below(len(LEFT[kind]))]
    state = example(seed, left, players=PLAYERS[stream.below(len(PLAYERS))])
    barred = SKIPPERS if kind == LAST else OTHER_WAYS
    factions = [player.faction for player in state.players if player.faction not in barred]
    questions = [Question(kind, state, faction) for faction in stream.shuffled(factions)]
    return next(
        (
            question
            for question in questions
            if not objection(weigh(question).options, MARGIN[kind], FEWEST[kind])
        ),
        questions[0] if questions else None,
    )


def weigh(question: Question) -> Weighed:
    """Return every answer with its worth, the best first; none when there are too many to print."""
    table, who = question.state.copied(), question.extra
    barred = SKIPPERS if question.kind == LAST else OTHER_WAYS
    if who in barred:
        kind = phrase(f"mystica.puzzle.kind.{question.kind.replace('-', '_')}")
        text = phrase("mystica.puzzle.not_asked", kind=kind, who=tuple(map(names.who, barred)))
        raise InputError(text, field="kind")
    if table.player(who).is_out:
        raise InputError(phrase("mystica.refused.passed", who=names.who(who)), field="passed")
    most = action_puzzles.MOST_LISTED if question.kind == ROUND else MOST_OPTIONS
    return ranked(ANSWERS[question.kind](table, who), most)


# --- The cheapest town ------------------------------------------------------------------------------------


@contextmanager
def _with(seat: Player, changes: Changes) -> Iterator[None]:
    """Put structures on the map for a while."""
    before = seat.structures
    seat.structures = {**before, **dict(changes)}
    try:
        yield
    finally:
        seat.structures = before


def _single_changes(table: State, who: str) -> list[tuple[tuple[str, str], int]]:
    """Return each change of one hex that may belong to a new town, with its price in goods."""
    seat = table.seats[who]
    free = set(land.free_hexes(table))
    near = set(seat.structures) - seat.town_hexes()
    for _ in range(MOST_CHANGES):  # a new town is in one piece; one without an old structure is never cheap
        near |= {other for name in near for other in direct(table, name) if other in free}
    results = []
    for name in sorted(near):
        old = seat.structures.get(name, "")
        for kind in land.GROWTH[old]:
            if seat.left(kind) and (old or seat.left("D")):
                price = land.growth_price(table, seat, name, old, kind)
                results.append(((name, kind), price.total))
    return sorted(results, key=lambda item: (item[1], item[0]))


def _sets(singles: Sequence[tuple[tuple[str, str], int]]) -> Iterator[tuple[int, Changes]]:
    """Yield the sets of changes of different hexes, the cheapest first."""
    by_cost: dict[int, list[tuple[str, str]]] = {}
    for change, cost in singles:
        by_cost.setdefault(cost, []).append(change)
    costs = [
        item
        for count in range(1, MOST_CHANGES + 1)
        for item in combinations_with_replacement(sorted(by_cost), count)
    ]
    for parts in sorted(costs, key=lambda item: (sum(item), item)):
        groups = [combinations(by_cost[cost], parts.count(cost)) for cost in sorted(set(parts))]
        for chosen in product(*groups):
            changes = tuple(change for group in chosen for change in group)
            if len({hexa for hexa, _ in changes}) == len(parts):
                yield sum(parts), changes


def _towns(table: State, who: str) -> list[Candidate]:
    """Return the towns of a few changes, the cheapest and those that cost a little more."""
    seat = table.seats[who]
    before = len(new_towns(table, seat))
    results: list[Candidate] = []
    most, tries = None, 0
    for cost, changes in _sets(_single_changes(table, who)):
        tries += 1
        if tries > MOST_SETS or (most is not None and cost > most):
            break
        if any(set(done) < set(changes) for _, done, _ in results):
            continue
        with _with(seat, changes):
            has_pieces = all(seat.left(kind) >= 0 for _, kind in changes)
            makes = has_pieces and len(new_towns(table, seat)) > before
        if not makes or (_is_scarce(seat, changes) and not _has_order(table, who, changes)):
            continue
        most = cost + ABOVE if most is None else most
        results.append(_town_of(seat, changes, cost))
    return results


def _town_of(seat: Player, changes: Changes, cost: int) -> Candidate:
    """Return a town as an answer, with what it does and how it looks to the players of the ladder."""
    name = " ".join(f"{hexa}>{kind}" for hexa, kind in sorted(changes))
    lines = tuple(_change_in_words(seat, hexa, kind) for hexa, kind in sorted(changes))
    new = sum(hexa not in seat.structures for hexa, _ in changes)
    views = (-len(changes), -cost // 3, -cost - 2 * new, -cost + new)
    return Candidate(Reply(name, Fraction(-cost), (), lines), changes, views)


def _is_scarce(seat: Player, changes: Changes) -> bool:
    """Return whether pieces may be lacking on the way: for all that the hexes are, one after another."""
    ways = (land.steps_to(seat.structures.get(name, ""), kind) for name, kind in changes)
    return any(n > seat.left(kind) for kind, n in Counter(chain.from_iterable(ways)).items())


def _has_order(table: State, who: str, changes: Changes) -> bool:
    """Return whether the rules carry changes out in some order."""
    try:
        plans.carried(table, _plan_of_town(table, who, changes))
    except Disagreement:
        return False
    return True


def _price_of_town(table: State, seat: Player, changes: Changes) -> Price:
    ways = ((name, seat.structures.get(name, ""), kind) for name, kind in changes)
    return reduce(Price.plus, (land.growth_price(table, seat, *way) for way in ways))


def _plan_of_town(table: State, who: str, changes: Changes) -> Plan:
    """Return the plan of a town; its goods are granted."""
    return plans.town_plan(table, who, _price_of_town(table, table.seats[who], changes), dict(changes))


def _change_in_words(seat: Player, name: str, kind: str) -> Phrase:
    new = "build" if name not in seat.structures else "improve"
    return phrase(f"mystica.puzzle.{new}", hex=name, structure=names.structure(kind))


ANSWERS: Final[Mapping[str, Callable[[State, str], Sequence[Candidate]]]] = {
    LAST: action_puzzles.last_actions, TOWN: _towns, ROUND: action_puzzles.last_rounds,
}  # fmt: skip


# --- The second way, the ladder ---------------------------------------------------------------------------


def confirm(request: Question, weighed: Weighed, seed: str) -> None:
    """Reckon it again by CP-SAT: every single action; of the others the optimum, and the best answers fixed.

    With the best answer cut off, CP-SAT looks for any other one. Raises Disagreement when a value differs,
    Cooked when another answer is better than the second of the list (with FAV5, or none of it), Unproved when
    the search is cut short.
    """
    del seed
    table, who, options, done = request.state, request.extra, weighed.options, weighed.workings.done
    if request.kind == LAST:
        action_puzzles.prove_last_action(table, who, options, done)
    elif request.kind == ROUND:
        action_puzzles.prove_last_round(table, who, options, done)
    else:
        question = town.TownQuestion(table, who, most=MOST_CHANGES)
        cheapest, best = _cost_of_town(question), options[0]
        if cheapest is None:
            raise Disagreement(f"{best.name} makes a town that CP-SAT does not find: a defect")
        no_other((best, best), cheapest)
        _equal(best.name, cheapest, best.value)
        no_other(options, _cost_of_town(replace(question, other_than=done[0])))
        for option, changes in list(zip(options, done, strict=True))[:PROVED]:
            cost = town.weight_of(town.TownQuestion(table, who), dict(changes))
            _equal(option.name, None if cost is None else Fraction(-cost), option.value)
    proved = len(weighed.options) if request.kind == LAST else PROVED
    for index in range(len(weighed.options))[:proved]:
        plan_of(request, weighed, index)


def plan_of(question: Question, weighed: Weighed, index: int) -> Plan:
    """Return an answer as a plan that the rules have carried out. Raises Disagreement when they refuse it."""
    state, who, option = question.state, question.extra, weighed.options[index]
    done = weighed.workings.done[index]
    if question.kind in (LAST, ROUND):
        plan = plans.last_plan(state, who, done, option.value)
    else:
        price = _price_of_town(state, state.seats[who], done)
        _equal(option.name, Fraction(-price.total), option.value)
        plan = _plan_of_town(state, who, done)
    plans.carried(state, plan)
    return plan


def _equal(name: str, again: Fraction | None, value: Fraction) -> None:
    if again != value:
        raise Disagreement(f"{name} is worth {value} or {again}: a defect")


def _cost_of_town(question: town.TownQuestion) -> Fraction | None:
    """Return what the cheapest town costs, with a minus, None when there is none. Raises Unproved."""
    try:
        result = town.cheapest_town(question)
    except InputError as error:
        raise Unproved from error
    if result is not None and result.at_least < result.weight:
        raise Unproved
    return None if result is None else Fraction(-result.weight)


ladder = by_views


def hints(question: Question, weighed: Weighed) -> tuple[Phrase, ...]:
    """Return two hints: where to look, at which points or rows of the map; then the coins left."""
    done = weighed.workings.done[0]
    if question.kind == TOWN:
        rows = sorted(ROW_LETTERS.index(hexa[0]) for hexa, _ in done)
        first, last = ROW_LETTERS[max(rows[0] - 1, 0)], ROW_LETTERS[rows[-1] + 1 :][:1] or ROW_LETTERS[-1]
        nearby = phrase("mystica.puzzle.hint.rows", first=first, last=last)
        return nearby, phrase("mystica.puzzle.hint.changes", n=len(done))
    look = leading(reasons(question, weighed))
    where = "cults" if look in CULTS else look if look in ("pass", "resources", "") else "once"
    coins = action_puzzles.coins_after(question.state, question.extra, done)
    return (
        phrase(f"mystica.puzzle.hint.{where or 'resources'}"),
        phrase("mystica.puzzle.hint.left", n=coins),
    )


def reasons(question: Question, weighed: Weighed) -> tuple[Why, ...]:
    """Return which points lead; of a town the prices of the cheapest and the next."""
    table, who, done = question.state, question.extra, weighed.workings.done
    if question.kind != TOWN:
        return against(weighed.options, lambda index: action_puzzles.parts_of(table, who, done[index]))
    best, other = (
        names.price(price.workers, price.coins, price.priests)
        for price in (_price_of_town(table, table.seats[who], changes) for changes in done[:2])
    )
    return (Why(phrase("mystica.puzzle.why.town", price=best, other=other)),)


def index_of(question: Question, weighed: Weighed, text: str) -> int:
    """Return which option a person's answer is. Raises InputError for what is none."""
    del question
    if (index := index_in_any_order(weighed.options, text)) is not None:
        return index
    example = max((option.name for option in weighed.options[1:]), key=len, default="pass")
    message = phrase("mystica.puzzle.no_answer", text=text[:40], example=example)
    raise InputError(message, field="answer")


def with_answer(question: Question, weighed: Weighed, text: str) -> Weighed | None:
    """Return the answers and last one more: a dearer town, or a set of actions that wastes something.

    None for what is no answer.
    """
    results: Candidate | None = None
    if question.kind == ROUND:
        results = action_puzzles.weighed_set(question.state, question.extra, text)
    elif question.kind == TOWN:
        results = _weighed_town(question.state, question.extra, text)
    return results and with_more(weighed, results)


def _weighed_town(table: State, who: str, text: str) -> Candidate | None:
    """Return the town of the changes that a person gives, None when they are too many or make none."""
    seat = table.seats[who]
    written = [word.upper().partition(">") for word in text.split()]
    changes = tuple(sorted((hexa, kind) for hexa, _, kind in written))
    allowed = all(
        hexa in LAND and kind in land.GROWTH[seat.structures.get(hexa, "")] for hexa, kind in changes
    )
    is_one = 0 < len(dict(changes)) == len(changes) <= MOST_CHANGES
    cost = town.weight_of(town.TownQuestion(table, who), dict(changes)) if allowed and is_one else None
    return None if cost is None else _town_of(seat, changes, cost)
