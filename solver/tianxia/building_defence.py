"""O7: the smallest added defence so that a building on an attack path is not raided, and its cheapest mix."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from pencilwright.games.shared.refusals import unknown
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.commands import apply_actions
from pencilwright.games.tianxia.components import RICE_PER_SOLDIER, SECTIONS, TOWER
from pencilwright.games.tianxia.rules.battle import resolve
from pencilwright.games.tianxia.state import State
from pencilwright.solver.tianxia import wall
from pencilwright.solver.tianxia.optimum import Optimum
from pencilwright.solver.tianxia.wall import Pieces
from pencilwright.solver.verify import Disagreement, proposed
from pencilwright.templates.phrases import phrase


def stands(state: State, space: str, letter: str, section: int, added: Pieces) -> bool:
    """Return whether a building is not raided after an addition, by the rules' own word."""
    battle = resolve(wall.with_pieces(state, letter, _choice(section, added)), section)
    return space not in battle.raided


def need(state: State, space: str) -> tuple[int, int]:
    """Return the section of a building's path and the defence it lacks (0 when it stands already).

    Raises InputError for a space that is on no path.
    """
    for section, path in enumerate(state.box.paths, start=1):
        if space in path:
            before = sum(state.box.raid_values[section - 1][: path.index(space)])
            battle = state.wall[section - 1]
            strength = TOWER * (len(battle.towers) + 2 * len(battle.double))
            strength += len(battle.walls) + len(battle.soldiers)
            return section, max(battle.nomads - strength - before, 0)
    spaces = tuple(name for path in state.box.paths for name in path)
    raise unknown("plan.save.space", space, spaces)


def best(state: State, letter: str) -> Optimum:
    """Return the smallest added defence for the plan's building, and the mix that takes least stone and rice.

    The plan of the wall (stone costs, what may be done) applies as for `wall`.
    """
    plan = state.plan.save
    section, lacking = need(state, plan.space)
    typed = apply_actions(state, letter, ("prices save",))
    result = _cheapest(wall.means(typed, letter), lacking)
    suffices = result is not None
    spent, added = result or (0, Pieces())
    claimed = stands(state, plan.space, letter, section, added)
    if claimed != suffices:
        raise Disagreement(f"the mix says {suffices} for {plan.space}, and the rules say {claimed}")
    message = f"tianxia.advice.save.{'lacks' if lacking else 'stands'}"
    steps = [phrase(message, n=lacking, space=phrases.space(plan.space), section=section)]
    if lacking and suffices:
        steps += [
            phrase("tianxia.advice.save.mix", what=line, n=spent)
            for line in wall.in_words(_choice(section, added))
        ]
    elif lacking:
        steps.append(phrase("tianxia.advice.save.short"))
    costs = {
        "wall_costs": (plan.walls, state.plan.wall.walls),
        "tower_costs": (plan.towers, state.plan.wall.towers),
    }
    names = ["paths", "raid_values"]
    names += [name for name, typed in costs.items() if lacking and typed == (None, None)]
    rests = tuple(name for name in names if name in state.box.unverified)
    commands = ("prices save", *wall.commands(typed, letter, _choice(section, added))) if suffices else ()
    gain = Fraction(lacking if suffices else 0)
    return Optimum(
        lacking,
        0,
        tuple(steps),
        rests,
        proposed(letter, commands, "defence", gain),
        lacking,
        unit="strength",
    )


def _cheapest(means: wall.Means, lacking: int) -> tuple[int, Pieces] | None:
    """Return the least stone and rice for so much defence, and what it buys; None where nothing suffices."""
    results = []
    for walls, towers in product(range(len(means.walls) + 1), range(len(means.towers) + 1)):
        soldiers = max(lacking - walls - TOWER * towers, 0)
        added = Pieces(walls, towers, soldiers)
        if wall.is_payable(means, (added,)):
            results.append((wall.stone(means, added) + RICE_PER_SOLDIER * (means.paid(added) or 0), added))
    return min(results, default=None)


def _choice(section: int, added: Pieces) -> wall.Choice:
    """Return what is added to one section as a choice for the whole wall."""
    return tuple(added if number == section else Pieces() for number in range(1, SECTIONS + 1))
