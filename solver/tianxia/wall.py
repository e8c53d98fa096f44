"""Pieces on the wall before an attack phase: what a player can pay, and what it brings by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from pencilwright.games.tianxia.commands import attack_worth
from pencilwright.games.tianxia.components import RICE_PER_SOLDIER
from pencilwright.games.tianxia.rules.table import stone_for
from pencilwright.games.tianxia.state import State, player, uses
from pencilwright.templates.phrases import Phrase, phrase


class Pieces(NamedTuple):
    """What is added to one section."""

    walls: int = 0
    towers: int = 0
    soldiers: int = 0


Choice = tuple[Pieces, ...]
NOTHING: Choice = (Pieces(), Pieces(), Pieces(), Pieces())


class Means(NamedTuple):
    """What a player can spend.

    Attributes
    ----------
    stone : for the next walls and towers, whose costs follow.
    trained : soldiers that rice suffices for.
    meeples : in the supply.
    p9, p10 : whether a training or a fortification adds a soldier without rice.
    """

    stone: int
    walls: tuple[int, ...]
    towers: tuple[int, ...]
    trained: int
    meeples: int
    p9: bool
    p10: bool

    @property
    def soldiers(self) -> int:
        """The most soldiers that can be placed."""
        given = int(self.p9 and self.trained > 0) + int(self.p10)
        return min(self.trained + given, self.meeples)

    def paid(self, added: Pieces) -> int | None:
        """Return how many soldiers of an addition take rice; None where they can't be placed.

        A military turn needs a piece: P10 adds its soldier to a wall or tower, P9 to a trained soldier.
        """
        given = int(self.p10 and added.walls + added.towers > 0 and added.soldiers > 0)
        rest = added.soldiers - given
        rest -= int(self.p9 and rest > 1)
        return rest if rest <= self.trained and added.soldiers <= self.meeples else None


def means(state: State, letter: str) -> Means:
    """Return what a player can spend as the plan of the position says.

    P12 makes each of the box's costs 1 cheaper (typed costs are taken as they are), P9 adds 1 rice and a free
    soldier to a training, P10 a free soldier to a fortification.
    """
    owner, plan = player(state, letter), state.plan.wall
    walls, towers = (stone_for(state, letter, part) for part in ("walls", "towers"))
    p9, p10 = (letter in uses(state, tile) for tile in ("P9", "P10"))
    return Means(
        owner.stone if plan.fortify else 0,
        walls if plan.fortify else (),
        towers if plan.fortify else (),
        (owner.rice + p9) // RICE_PER_SOLDIER if plan.train else 0,
        owner.meeples,
        p9 and plan.train,
        p10 and plan.fortify and bool(walls or towers),
    )


def together(choice: Sequence[Pieces]) -> Pieces:
    """Return what is added to all sections."""
    walls, towers, soldiers = (sum(part) for part in zip(*choice, strict=True))
    return Pieces(walls, towers, soldiers)


def is_payable(means_: Means, choice: Sequence[Pieces]) -> bool:
    """Return whether a player can pay for pieces on all sections together."""
    added = together(choice)
    if added.walls > len(means_.walls) or added.towers > len(means_.towers) or means_.paid(added) is None:
        return False
    return stone(means_, added) <= means_.stone


def stone(means_: Means, added: Pieces) -> int:
    """Return the stone of so many walls and towers."""
    return sum(means_.walls[: added.walls]) + sum(means_.towers[: added.towers])


def with_pieces(state: State, letter: str, choice: Sequence[Pieces]) -> State:
    """Return the position with a player's new pieces at the right end of each section."""
    wall = tuple(
        msgspec.structs.replace(
            section,
            walls=section.walls + letter * added.walls,
            towers=section.towers + letter * added.towers,
            soldiers=section.soldiers + letter * added.soldiers,
        )
        for section, added in zip(state.wall, choice, strict=True)
    )
    return msgspec.structs.replace(state, wall=wall)


def value(state: State, letter: str, choice: Sequence[Pieces]) -> int:
    """Return what the attack phase brings a player after a choice, by the rules' own word.

    Points won, plus the plan's worth of each own governor that still stands on an attacked path, less 3
    points for each point of a breakthrough's penalty (paid in coins or not).
    """
    return attack_worth(with_pieces(state, letter, choice), letter)


def commands(state: State, letter: str, choice: Sequence[Pieces]) -> tuple[str, ...]:
    """Return a payable choice in commands: fortify, train, then the soldiers that P9 and P10 give."""
    soldiers = [number for number, added in enumerate(choice, 1) for _ in range(added.soldiers)]
    given = len(soldiers) - (means(state, letter).paid(together(choice)) or 0)
    paid = soldiers[given:]
    built = [
        f"fortify {part} {number}"
        for number, added in enumerate(choice, 1)
        for part, n in (("wall", added.walls), ("tower", added.towers))
        for _ in range(n)
    ]
    trained = [f"train {number} {paid.count(number)}" for number in dict.fromkeys(paid)]
    return (*built, *trained, *(f"free soldier {number}" for number in soldiers[:given]))


def in_words(choice: Choice) -> tuple[Phrase, ...]:
    """Return the choice in words, a section a phrase."""
    return tuple(
        phrase("tianxia.advice.build", section=number, pieces=parts(added))
        for number, added in enumerate(choice, start=1)
        if any(added)
    ) or (phrase("tianxia.puzzle.none"),)


def parts(added: Pieces) -> tuple[Phrase, ...]:
    """Return what is added to one section in words."""
    return tuple(
        phrase(f"tianxia.build.{part}", n=n) for part, n in zip(Pieces._fields, added, strict=True) if n
    )
