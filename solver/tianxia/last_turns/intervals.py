"""The frame of the model: stretches of time, stocks at their ends, and what effects bring in each (CP-SAT).

A stretch is a part of a turn with a marker, what lies between two such turns, or passing. In a stretch all
that is spent may be won in it too: so the model's optimum is never below what the rules allow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pencilwright.games.tianxia.cards.effects import Effect
from pencilwright.games.tianxia.cards.phrases import LETTERS
from pencilwright.games.tianxia.components import GOODS, RESOURCES
from pencilwright.games.tianxia.rules.amounts import KINDS
from pencilwright.solver import cp

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST: Final = 60
"""More of anything than one player can have at once."""
NEVER: Final = -1_000_000
"""Below what any position is worth."""
PARAMETERS: Final = {"linearization_level": 2, "cut_level": 0}
"""CP-SAT's, by which these models are proved soonest."""

Decision = tuple[str | int, ...]
"""What is decided and where, such as ("step", 1, "white"): a key of `chosen`."""


class Stretch(NamedTuple):
    """A stretch of time: "in" a turn with a marker, "between" two of them, or "pass"; which marker's."""

    kind: str
    slot: int


class Ledger:
    """Stocks at the end of each stretch, and pools of what is gained without being of a fixed kind.

    Attributes
    ----------
    points : terms of points that are had at once.
    owed : (stretch, kind of effect) -> terms of how many may be carried out.
    meeples : stretch -> terms of how the supply of meeples changes.
    careful : into how many parts each stretch is cut where what is won in one cannot pay for anything in it;
        0 where it can. Nothing is proved then but with 0.
    passes : whether the last stretch is the pass; without one the turns go on after the plan.
    """

    def __init__(self, markers: int, *, careful: int, passes: bool = True) -> None:
        from ortools.sat.python import cp_model

        self.careful = careful
        self.model = cp_model.CpModel()
        rows = [Stretch("between", -1)]
        for slot in range(markers):
            rows += [Stretch("in", slot), Stretch("between", slot)]
        rows += [Stretch("pass", markers)] * passes
        self.stretches = tuple(row for row in rows for _ in range(max(careful, 1)))
        self.points: list[cp.Expr] = []
        self.flow: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        self.won: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        self.needs: list[tuple[int, str, cp.Expr, cp.Expr]] = []
        self.owed: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        self.meeples: dict[int, list[cp.Expr]] = defaultdict(list)
        self.steps: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        self.any: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        self.cards: list[cp.Expr] = []
        self.unseen: list[cp.Expr] = []
        self.chosen: dict[Decision, cp_model.IntVar] = {}
        """What is decided: what and where -> how often; the plan is read from it."""

    @property
    def last(self) -> int:
        """The last stretch."""
        return len(self.stretches) - 1

    def of(self, kind: str, slot: int | None = None) -> list[int]:
        """Return the stretches of a kind, of a slot."""
        return [
            at
            for at, stretch in enumerate(self.stretches)
            if stretch.kind == kind and (slot is None or stretch.slot == slot)
        ]

    def flag(self, *name: str | int) -> cp_model.IntVar:
        """Return a decision: yes or no."""
        self.chosen[name] = self.model.new_bool_var(" ".join(map(str, name)))
        return self.chosen[name]

    def number(self, most: int, *name: str | int) -> cp_model.IntVar:
        """Return a decision: how often."""
        self.chosen[name] = self.model.new_int_var(0, max(most, 0), " ".join(map(str, name)))
        return self.chosen[name]

    def aux(self, most: int, name: str, least: int = 0) -> cp_model.IntVar:
        """Return a number that follows from the decisions."""
        return self.model.new_int_var(least, max(most, least), name)

    def total(self, terms: Iterable[cp.Expr]) -> cp.Expr:
        """Return a sum, also of none."""
        from ortools.sat.python import cp_model

        return cp_model.LinearExpr.sum([*terms, 0])

    def both(self, *flags: cp.Expr) -> cp.Expr:
        """Return a flag that is at most each of some flags."""
        item = self.model.new_bool_var("both")
        for flag in flags:
            self.model.add(item <= flag)
        return item

    # --- What is paid and gained --------------------------------------------------------------------------

    def pay(self, at: int, kind: str, n: cp.Expr, own: cp.Expr = 0) -> None:
        """Pay so many; `own` of what is won in the stretch comes only with this, and cannot pay for it."""
        self.flow[at, kind].append(-1 * n)
        self.needs.append((at, kind, n, own))

    def win(self, at: int, kind: str, n: cp.Expr) -> None:
        """Gain so many in a stretch."""
        self.flow[at, kind].append(n)
        self.won[at, kind].append(n)

    def gain(self, at: int, effects: Iterable[Effect], times: cp.Expr) -> None:
        """Note what effects bring in a stretch, so many times."""
        for effect in effects:
            n = effect.n * times
            if effect.kind == "gain":
                if effect.what in KINDS:
                    self.win(at, effect.what, n)
                elif effect.what == "pp":
                    self.points.append(n)
                elif effect.what in ("res#2", "res=2"):
                    self.any[at, effect.what].append(times)
                else:
                    self.any[at, effect.what].append(n)
            elif effect.kind == "soldier":
                self.owed[at, f"soldier {effect.what}"].append(n)
            elif effect.kind == "nomad":
                self.owed[at, f"nomad {-effect.n}"].append(times)
            elif effect.kind == "track":
                if effect.what in LETTERS:
                    self.steps[at, LETTERS[effect.what]].append(n)
                else:
                    self.owed[at, f"track {effect.what}"].append(n)
            elif effect.kind == "goal":
                self.cards.append(n)
            elif effect.kind == "tile":
                self.unseen.append(n)
            else:
                self.owed[at, f"{effect.kind}{effect.what and ' '}{effect.what}"].append(n)

    def cost(self, at: int, effects: Iterable[Effect], times: cp.Expr) -> None:
        """Pay costs in a stretch, so many times."""
        for effect in effects:
            if effect.what in KINDS:
                self.pay(at, effect.what, effect.n * times)
            else:
                self.any[at, f"-{effect.what}"].append(effect.n * times)

    def settle_kinds(self, least: dict[str, int]) -> None:
        """Give what may be any its kind, and keep every stock at 0 or above at the end of each stretch."""
        model = self.model
        for at in range(len(self.stretches)):
            for what, kinds, sign in (
                ("res", RESOURCES, 1),
                ("good", GOODS, 1),
                ("-res", RESOURCES, -1),
                ("-good", GOODS, -1),
                ("res#2", RESOURCES, 1),
                ("res=2", RESOURCES, 2),
            ):
                terms = self.any[at, what]
                if not terms:
                    continue
                taken = {kind: self.number(MOST, "any", at, what, kind) for kind in kinds}
                each = 2 if what == "res#2" else 1
                model.add(self.total(taken.values()) == each * self.total(terms))
                for kind, n in taken.items():
                    if what == "res#2":
                        model.add(n <= self.total(terms))
                    if sign > 0:
                        self.win(at, kind, sign * n)
                    else:
                        self.pay(at, kind, n)
        self.level: dict[tuple[int, str], cp.Expr] = {}
        for kind in KINDS:
            before: cp.Expr = least[kind]
            self.level[-1, kind] = before
            for at in range(len(self.stretches)):
                if not self.flow[at, kind]:
                    self.level[at, kind] = before
                    continue
                after = self.aux(least[kind] + 4 * MOST, f"{kind} after {at}")
                model.add(after == before + self.total(self.flow[at, kind]))
                self.level[at, kind] = before = after
        paid: dict[tuple[int, str], list[cp.Expr]] = defaultdict(list)
        for at, kind, amount, own in self.needs:
            if self.careful:
                paid[at, kind].append(amount)
            elif not isinstance(own, int):
                model.add(amount <= self.level[at - 1, kind] + self.total(self.won[at, kind]) - own)
        for (at, kind), terms in paid.items():
            model.add(self.total(terms) <= self.level[at - 1, kind])

    def element(self, index: cp.Expr, table: Sequence[int], name: str) -> cp.Expr:
        """Return the entry of a table at an index."""
        value = self.model.new_int_var(min(table), max(table), name)
        place = self.model.new_int_var(0, len(table) - 1, f"{name}.index")
        self.model.add(place == index)
        self.model.add_element(place, list(table), value)
        return value

    def solve(
        self, points: cp_model.LinearExprT, limit: float, least: int = NEVER, most: int = -NEVER
    ) -> Best:
        """Prove the most points; among plans with as many, look for one with few turns and few actions.

        limit : deterministic work for the proof; what was found and proved by then is returned.
        least, most : only plans with so many points are asked for.
        """
        self.model.maximize(points)
        if least > NEVER:  # a domain is proved empty sooner than a row; of the negative, which is minimised
            objective = self.model.proto.objective
            objective.domain.extend(int(-end - objective.offset) for end in (most, least))
        solved = cp.solve(self.model, limit, **PARAMETERS)
        spent = solved.solver.response_proto.deterministic_time
        if not solved.has_solution:
            return Best(NEVER if solved.is_proved else solved.bound, None, spent)
        bound, chosen = solved.bound, self._values(solved)
        self.model.add(points == solved.objective)
        for name, var in self.chosen.items():
            self.model.add_hint(var, chosen.get(name, 0))
        turns = [var for name, var in self.chosen.items() if name[0] in ("marker", "barge", "neutral")]
        acts = [var for name, var in self.chosen.items() if name[0] not in ("any", "ship")]
        self.model.minimize(20 * self.total(turns) + self.total(acts))
        fewest = cp.solve(self.model, min(limit / 10, 1), **PARAMETERS)
        spent += fewest.solver.response_proto.deterministic_time
        return Best(bound, self._values(fewest) if fewest.has_solution else chosen, spent)

    def _values(self, solved: cp.Solved) -> dict[Decision, int]:
        """Return what is done and how often."""
        values = {name: solved.value(var) for name, var in self.chosen.items()}
        return {name: n for name, n in values.items() if n}


class Best(NamedTuple):
    """What no plan exceeds, NEVER where there is none; what the best found does how often; work spent."""

    bound: int
    chosen: dict[Decision, int] | None
    spent: float
