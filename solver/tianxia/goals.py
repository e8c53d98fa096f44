"""O1: which goal cards to discard and which to keep at the end, with the free pieces placed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from pencilwright.games.tianxia import goals as rules
from pencilwright.games.tianxia import phrases
from pencilwright.games.tianxia.acts import stone_for
from pencilwright.games.tianxia.catalogue import GOAL
from pencilwright.games.tianxia.components import (
    GOALS_SCORED,
    GOODS,
    ITEMS_PER_POINT,
    RESOURCES,
    SECTIONS,
)
from pencilwright.games.tianxia.effects import gains, items
from pencilwright.games.tianxia.state import State, leftovers_of, pieces, player
from pencilwright.solver.carried import Plan
from pencilwright.solver.tianxia import cp
from pencilwright.templates.phrases import Phrase, phrase

ANY_OF = {"res": "resources", "good": "goods"}


class Choice(NamedTuple):
    """What is done with a hand: cards discarded, where their walls go (card -> section), soldiers placed."""

    discarded: tuple[str, ...] = ()
    walls: tuple[tuple[str, int], ...] = ()
    soldiers: int = 0


def after(state: State, letter: str, choice: Choice) -> State:
    """Return the position after discarding: gains taken, walls and soldiers placed."""
    owner = player(state, letter)
    fields = {name: getattr(owner, name) for name in (*RESOURCES, *GOODS, "coin", "resources", "goods")}
    for card in choice.discarded:
        for what, n in gains(GOAL[card].benefit).items():
            fields[ANY_OF.get(what, what)] += n
    own = msgspec.structs.replace(
        owner,
        goals=tuple(goal for goal in owner.goals if goal not in choice.discarded),
        meeples=owner.meeples - choice.soldiers,
        **fields,
    )
    wall = list(state.wall)
    for _, section in choice.walls:
        old = wall[section - 1]
        wall[section - 1] = msgspec.structs.replace(old, walls=old.walls + letter)
    players = tuple(own if entry.letter == letter else entry for entry in state.players)
    return msgspec.structs.replace(state, players=players, wall=tuple(wall))


def commands(choice: Choice) -> tuple[str, ...]:
    """Return a choice in commands; free soldiers go to section 1, for only their number counts here."""
    return (
        *(f"discard {card}" for card in choice.discarded),
        *(f"free wall {section}" for _, section in choice.walls),
        *("free soldier 1" for _ in range(choice.soldiers)),
    )


def plan(state: State, letter: str, choice: Choice) -> Plan:
    """Return a choice as a plan that the rules carry out."""
    gain = value(state, letter, choice) - value(state, letter, Choice())
    return Plan(letter, commands(choice), "points", Fraction(gain))


def most_walls(state: State, letter: str) -> int:
    """Return how many walls a player still has for discarded cards."""
    return len(stone_for(state, letter, "walls"))


def value(state: State, letter: str, choice: Choice) -> int:
    """Return what the goal cards kept and the leftovers are worth after a choice (the rules' own word)."""
    done = after(state, letter, choice)
    owner = player(done, letter)
    kept = rules.best([rules.value(done, letter, goal) for goal in owner.goals])
    return sum(card.points for card in kept) + leftovers_of(owner) // ITEMS_PER_POINT


def doubts(state: State, letter: str) -> tuple[str, ...]:
    """Return the unproven components that the cards in a player's hand rest on."""
    hand = player(state, letter).goals
    found = [n for card in hand for n in rules.value(state, letter, card).unverified]
    if len(free(hand, "wall")) > most_walls(state, letter):
        found += ["wall_costs"] if "wall_costs" in state.box.unverified else []
    return tuple(dict.fromkeys(found))


def free(hand: tuple[str, ...], kind: str) -> Mapping[str, int]:
    """Return how many walls or soldiers each card of a hand places when discarded."""
    return {
        card: sum(effect.n for effect in GOAL[card].benefit if effect.kind == kind)
        for card in hand
        if any(effect.kind == kind for effect in GOAL[card].benefit)
    }


def best(
    state: State,
    letter: str,
    discarded: Sequence[str] | None = None,
    *,
    other_than: Sequence[str] | None = None,
) -> cp.Answer:
    """Return the best use of a player's goal cards at the end of the game.

    discarded : only with exactly these cards discarded. other_than : not with exactly these.

    Counts goal cards and leftovers only; what free soldiers or walls do in a battle is not part of it. Raises
    InputError for a player whom the position does not have.
    """
    from ortools.sat.python import cp_model

    owner = player(state, letter)
    hand = owner.goals
    model = cp_model.CpModel()
    keep = {card: model.new_bool_var(f"keep {card}") for card in hand}
    drop = {card: model.new_bool_var(f"discard {card}") for card in hand}
    for card in hand:
        model.add_at_most_one(keep[card], drop[card])
        if discarded is not None:
            model.add(drop[card] == (card in discarded))
    if other_than is not None:
        model.add_bool_or(
            literal.negated() if card in other_than else literal for card, literal in drop.items()
        )
    model.add(sum(keep.values()) <= GOALS_SCORED)
    wall = {
        (card, section): model.new_bool_var(f"wall of {card} in {section}")
        for card in free(hand, "wall")
        for section in range(1, SECTIONS + 1)
    }
    for card in free(hand, "wall"):
        model.add(sum(wall[card, section] for section in range(1, SECTIONS + 1)) <= drop[card])
    model.add(sum(wall.values()) <= most_walls(state, letter))
    soldiers = model.new_int_var(0, owner.meeples, "soldiers")
    model.add(soldiers <= sum(n * drop[card] for card, n in free(hand, "soldier").items()))
    goods = sum(
        sum(n for what, n in gains(GOAL[card].benefit).items() if what in (*GOODS, "good")) * drop[card]
        for card in hand
    )
    counted = []
    for card in hand:
        goal, now = GOAL[card], rules.value(state, letter, card).points
        worth: cp_model.LinearExprT = now
        most = now
        if goal.kind == "goods":
            most = now + rules.POINTS_PER_GOOD * 3 * len(hand)
            worth = now + rules.POINTS_PER_GOOD * goods
        elif goal.kind == "fort":
            where = [int(name) for name in goal.over]
            base = sum(pieces(state, letter, part, where) for part in ("walls", "towers"))
            added = sum(wall[other, section] for other, section in wall if section in where)
            table = [rules.tier(goal, count) for count in range(base + len(hand) + 1)]
            worth, most = cp.looked_up(model, base + added, table, f"value of {card}"), max(table)
        elif goal.kind == "meeples":
            table = [rules.tier(goal, count) for count in range(owner.meeples + 1)]
            worth = cp.looked_up(model, owner.meeples - soldiers, table, f"value of {card}")
            most = max(table)
        counted.append(cp.when_kept(model, worth, keep[card], most, f"counted {card}"))
    extra = sum(items(GOAL[card].benefit) * drop[card] for card in hand)
    points = model.new_int_var(0, 1000, "leftover points")
    model.add(ITEMS_PER_POINT * points <= leftovers_of(owner) + extra)
    solver, claimed = cp.maximise(model, sum(counted) + points, cp.total(drop.values()) + soldiers)
    choice = Choice(
        tuple(card for card in hand if solver.boolean_value(drop[card])),
        tuple(key for key, literal in wall.items() if solver.boolean_value(literal)),
        solver.value(soldiers),
    )
    cp.agree(claimed, value(state, letter, choice), "the goal cards")
    return cp.Answer(
        claimed,
        "points",
        value(state, letter, Choice()),
        _steps(state, letter, choice),
        doubts(state, letter),
        choice,
        plan(state, letter, choice),
    )


def _steps(state: State, letter: str, choice: Choice) -> tuple[Phrase, ...]:
    """Return the choice in words."""
    walls = dict(choice.walls)
    steps = [
        phrase(
            "tianxia.advice.discard.wall" if card in walls else "tianxia.advice.discard",
            card=card,
            gains=phrases.effects(GOAL[card].benefit),
            **({"section": walls[card]} if card in walls else {}),
        )
        for card in choice.discarded
    ]
    if choice.soldiers:
        steps.append(phrase("tianxia.advice.soldiers", n=choice.soldiers))
    done = after(state, letter, choice)
    owner = player(done, letter)
    kept = rules.best([rules.value(done, letter, goal) for goal in owner.goals])
    steps += [
        phrase("tianxia.advice.keep", card=card.goal, points=card.points, reason=card.reason) for card in kept
    ]
    items_left = leftovers_of(owner)
    steps.append(phrase("tianxia.advice.leftovers", n=items_left, points=items_left // ITEMS_PER_POINT))
    return tuple(steps)
