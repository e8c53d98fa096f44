"""The second way to what a puzzle's answers are worth: the model of whole turns, with all else barred."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from pencilwright.games.question import Question
from pencilwright.games.tianxia.cards.catalogue import DEMAND
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.components import COASTAL, GOODS, SECTIONS
from pencilwright.games.tianxia.rules.advice_inputs import GovernorPlan, LeftoverPlan, ShipOffer
from pencilwright.games.tianxia.rules.amounts import KINDS
from pencilwright.games.tianxia.rules.table import port_of, tile_of
from pencilwright.games.tianxia.rules.turns.frame import MILITARY
from pencilwright.games.tianxia.state import State, player
from pencilwright.solver import cp
from pencilwright.solver.puzzles import Unproved
from pencilwright.solver.tianxia import wall
from pencilwright.solver.tianxia.deliveries import Choice as Services
from pencilwright.solver.tianxia.last_turns.answer import LIMIT, best
from pencilwright.solver.tianxia.last_turns.intervals import NEVER, PARAMETERS
from pencilwright.solver.tianxia.last_turns.model import Rest
from pencilwright.solver.tianxia.last_turns.questions import Restriction, part_of
from pencilwright.solver.tianxia.last_turns.wall import Battles
from pencilwright.solver.tianxia.wall import NOTHING
from pencilwright.solver.tianxia.wall import Choice as Placed

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SERVING: Final = Restriction(frozenset({"ship", "deliver", "wave"}), COASTAL, tiles=("BT-14",))
"""A single shipping action, at a ship's own port or to the upcoming ship, without anything beside it."""


def value(
    question: Question, *, given: Any = None, other_than: Any = None, battles: Battles | None = None
) -> Fraction | None:
    """Return what the best answer of a puzzle is worth, in points; None where there is none.

    given : only of exactly this answer. other_than : of all but this one. Both of the kind's own type:
        Placed or Services.
    battles : those of the position that were resolved for other answers; new ones are added.

    Raises Unproved where the model's value is not proved.
    """
    state, letter = question.state, question.extra[0]
    if question.kind == "wall":
        return _walls(state, letter, given, other_than, battles)
    return _serve(state, letter, given, other_than, battles)


def _walls(
    state: State, letter: str, given: Placed | None, other_than: Placed | None, battles: Battles | None
) -> Fraction | None:
    """Return what the attack phase brings, after one fortification and one training."""

    def bound(model: Rest) -> None:
        added = [
            (
                model.total(model.built["wall", number]),
                model.total(model.built["tower", number]),
                model.total(model.soldiers[number]),
            )
            for number in range(1, SECTIONS + 1)
        ]
        for space in MILITARY:
            turns = [
                flag for name, flag in model.chosen.items() if (name[0], name[2:]) == ("marker", (space,))
            ]
            model.model.add_at_most_one(turns)
        for section, terms in zip(state.wall, added, strict=True):
            if not section.battle:  # a piece there is wasted
                model.model.add(model.total(terms) == 0)
        for terms, pieces in zip(added, given or (), strict=False):
            for term, n in zip(terms, pieces, strict=True):
                model.model.add(term == n)
        if other_than is not None:
            model.model.add_bool_or(_fewer(model, added, other_than))

    plan = replace(state.plan, governors=GovernorPlan(len(MILITARY)))
    gain = _proved(replace(state, plan=plan), letter, part_of("wall", state), bound, battles)
    return None if gain is None else gain + wall.value(state, letter, NOTHING)


def _fewer(
    model: Rest, added: Iterable[tuple[cp_model.LinearExprT, ...]], than: Placed
) -> list[cp_model.IntVar]:
    """Return flags of which each says that one kind of pieces is fewer in one section."""
    flags = []
    for terms, pieces in zip(added, than, strict=True):
        for term, n in zip(terms, pieces, strict=True):
            if n:
                flags.append(model.model.new_bool_var("fewer"))
                model.model.add(term < n).only_enforce_if(flags[-1])
    return flags


def _proved(
    state: State, letter: str, part: Restriction, bound: Callable[[Rest], None], battles: Battles | None
) -> Fraction | None:
    """Return what the best turns of a part gain, None where there are none. Raises Unproved."""
    answer = best(state, letter, part, bound, battles)
    if answer.at_most == NEVER:
        return None
    if answer.at_most != answer.value:
        raise Unproved
    return Fraction(answer.value - answer.nothing)


def _serve(
    state: State, letter: str, given: Services | None, other_than: Services | None, battles: Battles | None
) -> Fraction | None:
    """Return the worth of one ship's deliveries and of the goods left over.

    A prestige point counts 10, all that comes into stock 2: the worths of a position without typed ones.
    """
    tiles = ("BT-14",) if any(ship.port == "good" for ship in state.plan.deliveries.ships) else ()
    plan = replace(state.plan, governors=GovernorPlan(1), leftovers=LeftoverPlan(tiles))
    question = replace(state, over=False, plan=plan)
    model = Rest(question, letter, careful=1, passes=False, climbs=False, battles=battles)
    ships = {ship.name: ship for ship in plan.deliveries.ships}
    kinds = tuple(tile_of(token.text).kind for token in model.tokens)
    for name, decision in model.chosen.items():
        elsewhere = False
        if name[0] == "ship":
            _, _, port, ship = name
            elsewhere = port_of(question, ships[str(ship)]) != port
        if elsewhere or not SERVING.is_open(name, kinds):
            model.model.add(decision == 0)
    model.model.add_at_most_one(flag for name, flag in model.chosen.items() if name[0] in ("ship", "wave"))
    flags: dict[tuple[str, int], list[cp.Expr]] = defaultdict(list)  # by ship and space, from 0
    for (_, ship, space), here in model.cover.items():
        flags[ship, space - 1] += here
    covered = {space: model.total(here) for space, here in flags.items()}
    for choice in (given, other_than):
        on = {(item.ship, space) for item in choice or () for space in item.spaces}
        same = model.total(flag if space in on else 1 - flag for space, flag in covered.items())
        if choice is not None:
            model.model.add(same == len(covered) if choice is given else same < len(covered))
    points = model.total(_points(ships[ship], space) * flag for (ship, space), flag in covered.items())
    own = player(question, letter)
    stocks = model.total(model.level[model.last, kind] - getattr(own, kind) for kind in KINDS)
    model.model.maximize(10 * points + 2 * stocks)
    solved = cp.solve(model.model, LIMIT, **PARAMETERS)
    if solved.status == "infeasible":
        return None
    if solved.status != "optimal":
        raise Unproved
    return Fraction(solved.objective + 2 * sum(getattr(own, good) for good in GOODS), 10)


def _points(ship: ShipOffer, space: int) -> int:
    """Return the prestige points of a delivery."""
    won = (*parse(ship.spaces[space]), *DEMAND[ship.demand].rewards)
    return sum(effect.n for effect in won if effect.kind == "gain" and effect.what == "pp")
