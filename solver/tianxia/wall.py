"""O2: stone and rice over the wall before an attack phase in which nobody else acts any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from typing import NamedTuple

import msgspec

from pencilwright.games.tianxia.acts import stone_for
from pencilwright.games.tianxia.battle import resolve
from pencilwright.games.tianxia.commands import attack_worth
from pencilwright.games.tianxia.components import (
    PENALTY_POINTS,
    RICE_PER_SOLDIER,
    SECTIONS,
)
from pencilwright.games.tianxia.state import State, player, tile_at, uses
from pencilwright.solver.carried import Plan
from pencilwright.solver.tianxia import cp
from pencilwright.templates.phrases import Phrase, phrase

PAYING = ("P6", "P7")
"""Passive buildings that pay in each attacked section while their governor stands."""


class Pieces(NamedTuple):
    """What is added to one section."""

    walls: int = 0
    towers: int = 0
    soldiers: int = 0


Choice = tuple[Pieces, ...]
NOTHING: Choice = (Pieces(), Pieces(), Pieces(), Pieces())


class Means(NamedTuple):
    """What a player can spend: stone, costs of the next walls and towers, soldiers at most."""

    stone: int
    walls: tuple[int, ...]
    towers: tuple[int, ...]
    soldiers: int


def means(state: State, letter: str) -> Means:
    """Return what a player can spend as the plan of the position says.

    P12 makes each of the box's costs 1 cheaper (typed costs are taken as they are), P9 adds 1 rice and a free
    soldier to a training, P10 a free soldier to a fortification.
    """
    owner, plan = player(state, letter), state.plan.wall
    walls, towers = (stone_for(state, letter, part) for part in ("walls", "towers"))
    trainer = plan.train and letter in uses(state, "P9")
    soldiers = (owner.rice + (1 if trainer else 0)) // RICE_PER_SOLDIER if plan.train else 0
    soldiers += free_soldiers(state, letter)
    build = plan.fortify
    return Means(
        owner.stone if build else 0,
        walls if build else (),
        towers if build else (),
        min(soldiers, owner.meeples),
    )


def is_payable(means_: Means, choice: Choice) -> bool:
    """Return whether a player can pay for pieces on all sections together."""
    walls, towers, soldiers = (sum(part) for part in zip(*choice, strict=True))
    if walls > len(means_.walls) or towers > len(means_.towers) or soldiers > means_.soldiers:
        return False
    return sum(means_.walls[:walls]) + sum(means_.towers[:towers]) <= means_.stone


def free_soldiers(state: State, letter: str) -> int:
    """Return how many soldiers P9 and P10 add without rice, in the actions that the plan allows."""
    return len(giving(state, letter))


def giving(state: State, letter: str) -> tuple[str, ...]:
    """Return the actions, of those that the plan allows, in which P9 or P10 gives a soldier without rice."""
    plan = state.plan.wall
    build = plan.fortify and any(stone_for(state, letter, part) for part in ("walls", "towers"))
    found = (("fortify", build, "P10"), ("train", plan.train, "P9"))
    return tuple(action for action, may, tile in found if may and letter in uses(state, tile))


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
    """Return a choice in commands: fortify, train, then the soldiers that P9 and P10 give."""
    soldiers = [number for number, added in enumerate(choice, 1) for _ in range(added.soldiers)]
    given = min(free_soldiers(state, letter), len(soldiers))
    paid = soldiers[given:]
    built = [
        f"fortify {part} {number}"
        for number, added in enumerate(choice, 1)
        for part, n in (("wall", added.walls), ("tower", added.towers))
        for _ in range(n)
    ]
    trained = [f"train {number} {paid.count(number)}" for number in dict.fromkeys(paid)]
    gives = giving(state, letter)
    begun = [action for action, acts in (("fortify", built), ("train", trained)) if acts and action in gives]
    for action in [action for action in gives if action not in begun][: max(given - len(begun), 0)]:
        (built if action == "fortify" else trained).append(action)
    return (*built, *trained, *(f"free soldier {number}" for number in soldiers[:given]))


def plan(state: State, letter: str, choice: Choice) -> Plan:
    """Return a choice as a plan that the rules carry out."""
    gain = value(state, letter, choice) - value(state, letter, NOTHING)
    return Plan(letter, commands(state, letter, choice), "attack", Fraction(gain))


def best(
    state: State, letter: str, given: Choice | None = None, *, other_than: Choice | None = None
) -> cp.Answer:
    """Return the best fortification and training for the coming attack phase.

    given : only with exactly these pieces. other_than : not with all of these.

    Raises InputError for a player whom the position does not have.
    """
    means_ = means(state, letter)
    answers = [
        _solve(state, letter, means_, fallen, given, other_than) for fallen in _scenarios(state, letter)
    ]
    claimed, choice = max((answer for answer in answers if answer), key=lambda answer: answer[0])
    cp.agree(claimed, value(state, letter, choice), "the wall")
    defaults = ["paths", "raid_values"]
    defaults += [] if state.plan.wall.walls is not None else ["wall_costs"]
    defaults += [] if state.plan.wall.towers is not None else ["tower_costs"]
    return cp.Answer(
        claimed,
        "points",
        value(state, letter, NOTHING),
        in_words(choice),
        tuple(name for name in defaults if name in state.box.unverified),
        choice,
        plan(state, letter, choice),
    )


def _scenarios(state: State, letter: str) -> Iterator[Mapping[str, bool]]:
    """Yield which paying buildings of the player fall in an earlier battle of this phase than another one.

    Only a building on an attacked path can fall; each is solved for both ways and the better one is taken.
    """
    risky = [
        tile
        for tile in PAYING
        for number in range(1, SECTIONS + 1)
        if state.wall[number - 1].battle
        for space in state.box.paths[number - 1]
        if tile_at(state, space) == tile and letter in state.governors.get(space, "")
    ]
    for falls in product((False, True), repeat=len(risky)):
        yield dict(zip(risky, falls, strict=True))


def _solve(
    state: State,
    letter: str,
    means_: Means,
    fallen: Mapping[str, bool],
    given: Choice | None,
    other_than: Choice | None,
) -> tuple[int, Choice] | None:
    """Return the best value and choice of one scenario, None when it cannot come about."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    options = [_options(state, letter, number, means_, fallen) for number in range(1, SECTIONS + 1)]
    if given is not None:
        options = [{one: row[one]} if one in row else {} for row, one in zip(options, given, strict=True)]
    if not all(options):
        return None
    literals = [
        {added: model.new_bool_var(f"{number} {added}") for added in table}
        for number, table in enumerate(options, start=1)
    ]
    for row in literals:
        model.add_exactly_one(row.values())
    if other_than is not None:
        model.add_bool_or(
            literal
            for row, cut in zip(literals, other_than, strict=True)
            for added, literal in row.items()
            if any(n < least for n, least in zip(added, cut, strict=True))
        )
    totals = [
        sum(added[part] * literal for row in literals for added, literal in row.items()) for part in range(3)
    ]
    stone: list[cp_model.LinearExprT] = []
    for part, costs in ((0, means_.walls), (1, means_.towers)):
        stone.append(cp.looked_up(model, totals[part], [0, *accumulate(costs)], f"stone for {part}"))
    model.add(cp.total(stone) <= means_.stone)
    model.add(totals[2] <= means_.soldiers)
    gained = sum(
        options[number][added] * literal
        for number, row in enumerate(literals)
        for added, literal in row.items()
    )
    solver, claimed = cp.maximise(model, gained, cp.total(totals))
    a, b, c, d = (
        next(added for added, literal in row.items() if solver.boolean_value(literal)) for row in literals
    )
    return claimed, (a, b, c, d)


def _options(
    state: State, letter: str, number: int, means_: Means, fallen: Mapping[str, bool]
) -> dict[Pieces, int]:
    """Return the player's value of one section's battle for every addition that fits the scenario."""
    if not state.wall[number - 1].battle:
        return {Pieces(): 0}
    path = state.box.paths[number - 1]
    before = [
        tile
        for tile, falls in fallen.items()
        if falls
        and any(tile_at(state, space) == tile for row in state.box.paths[: number - 1] for space in row)
    ]
    gone = {
        space: owners.replace(letter, "") if tile_at(state, space) in before else owners
        for space, owners in state.governors.items()
    }
    base = msgspec.structs.replace(state, governors=gone)
    result = {}
    for added in _additions(means_):
        choice = [Pieces()] * SECTIONS
        choice[number - 1] = added
        battle = resolve(with_pieces(base, letter, choice), number)
        falls_here = {tile_at(state, space) for space in battle.raided}
        if any((tile in falls_here) != falls for tile, falls in fallen.items() if _on(state, tile, path)):
            continue
        worth = sum(gain.points for gain in battle.gains if gain.player == letter and gain.step != "3f")
        standing = [space for space in path if space not in battle.raided]
        saved = sum(letter in base.governors.get(space, "") for space in standing)
        result[added] = worth - PENALTY_POINTS * battle.penalty + state.plan.wall.governor * saved
    return result


def _on(state: State, tile: str, path: Sequence[str]) -> bool:
    """Return whether a building tile lies on a path."""
    return any(tile_at(state, space) == tile for space in path)


@cache
def _additions(means_: Means) -> tuple[Pieces, ...]:
    """Return every addition to one section that a player could pay if it were the only one."""
    walls, towers = [0, *accumulate(means_.walls)], [0, *accumulate(means_.towers)]
    return tuple(
        Pieces(w, t, s)
        for w, t, s in product(range(len(walls)), range(len(towers)), range(means_.soldiers + 1))
        if walls[w] + towers[t] <= means_.stone
    )


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
