"""Hands of goal cards at the end of the game: what is discarded, and what the rest is worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import msgspec

from pencilwright.games.tianxia.cards.catalogue import GOAL
from pencilwright.games.tianxia.cards.effects import gains
from pencilwright.games.tianxia.components import GOODS, ITEMS_PER_POINT, RESOURCES
from pencilwright.games.tianxia.rules import goals as rules
from pencilwright.games.tianxia.rules.table import stone_for
from pencilwright.games.tianxia.state import State, leftovers_of, player
from pencilwright.solver.verify import Plan

ANY_OF = {"res": "resources", "good": "goods"}


class Hand(NamedTuple):
    """What is done with a hand: cards discarded, where their walls go (card -> section), soldiers placed."""

    discarded: tuple[str, ...] = ()
    walls: tuple[tuple[str, int], ...] = ()
    soldiers: int = 0


def after(state: State, letter: str, choice: Hand) -> State:
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


def commands(choice: Hand) -> tuple[str, ...]:
    """Return a choice in commands; free soldiers go to section 1, for only their number counts here."""
    return (
        *(f"discard {card}" for card in choice.discarded),
        *(f"free wall {section}" for _, section in choice.walls),
        *("free soldier 1" for _ in range(choice.soldiers)),
    )


def plan(state: State, letter: str, choice: Hand) -> Plan:
    """Return a choice as a plan that the rules carry out."""
    gain = value(state, letter, choice) - value(state, letter, Hand())
    return Plan(letter, commands(choice), "points", Fraction(gain))


def most_walls(state: State, letter: str) -> int:
    """Return how many walls a player still has for discarded cards."""
    return len(stone_for(state, letter, "walls"))


def value(state: State, letter: str, choice: Hand) -> int:
    """Return what the goal cards kept and the leftovers are worth after a choice (the rules' own word)."""
    done = after(state, letter, choice)
    owner = player(done, letter)
    remaining = rules.best([rules.value(done, letter, goal) for goal in owner.goals])
    return sum(card.points for card in remaining) + leftovers_of(owner) // ITEMS_PER_POINT


def free(hand: tuple[str, ...], kind: str) -> Mapping[str, int]:
    """Return how many walls or soldiers each card of a hand places when discarded."""
    return {
        card: sum(effect.n for effect in GOAL[card].benefit if effect.kind == kind)
        for card in hand
        if any(effect.kind == kind for effect in GOAL[card].benefit)
    }
