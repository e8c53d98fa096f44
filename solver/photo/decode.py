"""The rules as decoder: the likeliest sheet that a legal game can leave, and how far the next is behind."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pencilwright.games import Game
from pencilwright.games.markrules import MarkRule, holds
from pencilwright.solver import cp
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED, Contradiction

Chances = Mapping[str, Mapping[str, float]]
"""Mark id -> kind -> probability."""
Kinds = dict[str, str]
"""Mark id -> kind."""

VALUES: Mapping[tuple[str, str], str] = {
    ("circle", TICKED): "circled",
    ("resource", TICKED): "circled",
    ("resource", SPENT): "spent",
    ("tick", TICKED): "ticked",
    ("strike", STRUCK): "struck",
}
"""Kind of mark and what was read -> the value in the words of the game's marks."""


class Decoded(NamedTuple):
    """The most likely legal sheet.

    Attributes
    ----------
    kinds : mark id -> kind.
    margins : for the marks asked about: by how much the best legal sheet that differs there is less likely;
        a mark is missing when too many sheets are refused, or time runs out, before that is known.
    """

    kinds: Kinds
    margins: dict[str, float]


def likeliest(chances: Chances) -> Kinds:
    """Return the most likely kind of each mark by itself."""
    return {mark: max(kinds, key=lambda kind: kinds[kind]) for mark, kinds in chances.items()}


def broken(rules: Sequence[MarkRule], kinds: Mapping[str, str]) -> list[Contradiction]:
    """Return the rules that a reading breaks, each with its marks that are not blank."""
    marked = {mark: kind for mark, kind in kinds.items() if kind != BLANK}
    results = []
    for rule in rules:
        if not holds(rule, marked):
            named = dict.fromkeys(mark for term in rule.terms for mark in term.marks if mark in kinds)
            results.append(Contradiction(rule.reason, tuple(mark for mark in named if mark in marked)))
    return results


def decode(
    chances: Chances, rules: Sequence[MarkRule], doubtful: Sequence[str], legal: Callable[[Kinds], bool]
) -> Decoded | None:
    """Return the most likely legal sheet, or None when none is found.

    Parameters
    ----------
    rules : the game's mark_rules.
    doubtful : the marks whose margin is wanted.
    legal : the full judgement of the game, which knows more than `rules`; what it refuses is left out.
    """
    model = _Model(chances, rules)
    best = model.solve()
    for _ in range(tuning.MOST_REFUSED):
        if best is None or legal(best[0]):
            break
        model.forbid(best[0])
        best = model.solve()
    if best is None or not legal(best[0]):
        return None
    kinds, cost = best
    margins: dict[str, float] = {}
    refused = 0
    for mark in doubtful[: tuning.MOST_DOUBTFUL]:
        other = model.solve(differs=mark, than=kinds[mark])
        while other is not None and other[1] - cost < tuning.ENOUGH_MARGIN and not legal(other[0]):
            refused += 1
            if refused > tuning.MOST_REFUSED:
                return Decoded(kinds, margins)
            model.forbid(other[0])
            other = model.solve(differs=mark, than=kinds[mark])
        if other is None and not model.proved:
            return Decoded(kinds, margins)
        margins[mark] = (
            tuning.LARGEST_MARGIN if other is None else min(tuning.LARGEST_MARGIN, other[1] - cost)
        )
    return Decoded(kinds, margins)


class _Model:
    """The integer programme: one of its kinds for each mark, every rule kept, least total cost."""

    def __init__(self, chances: Chances, rules: Sequence[MarkRule]) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.proved = True
        self.kinds: dict[tuple[str, str], Any] = {}
        self.marked: dict[str, Any] = {}
        self.costs: dict[tuple[str, str], int] = {}
        for mark, options in chances.items():
            own_options = [self.model.new_bool_var("") for _ in options]
            self.model.add_exactly_one(own_options)
            top = max(options.values())
            for variable, (kind, chance) in zip(own_options, options.items(), strict=True):
                self.kinds[mark, kind] = variable
                ratio = math.log(top / max(chance, tuning.LEAST_CHANCE * top))
                self.costs[mark, kind] = round(ratio * tuning.COST_UNITS)
            self.marked[mark] = ~self.kinds[mark, BLANK]
        for rule in rules:
            self._add(rule)
        self.objective = sum(cost * self.kinds[key] for key, cost in self.costs.items() if cost)
        self.model.minimize(self.objective)

    def _add(self, rule: MarkRule) -> None:
        total: Any = 0
        for term in rule.terms:
            if not all(mark in self.marked for mark in term.marks):
                continue
            total += term.factor * self._all([self.marked[mark] for mark in term.marks])
        for slack in rule.slacks:
            free = self.model.new_int_var(0, slack.most, "")
            self.model.add(free == 0).only_enforce_if(~self.marked[slack.mark])
            total += slack.factor * free
        stored = self.model.add_linear_constraint(total, rule.low, rule.high)
        lifted = [self.marked[mark] for mark in rule.unless if mark in self.marked]
        if lifted:
            stored.only_enforce_if([~mark for mark in lifted])

    def _all(self, marks: Sequence[Any]) -> Any:
        """A variable that is 1 when all of these are."""
        if len(marks) == 1:
            return marks[0]
        both = self.model.new_bool_var("")
        self.model.add_bool_and(marks).only_enforce_if(both)
        self.model.add_bool_or([both, *(~mark for mark in marks)])
        return both

    def forbid(self, kinds: Kinds) -> None:
        """Leave a sheet out from now on."""
        self.model.add_bool_or([~self.kinds[mark, kind] for mark, kind in kinds.items()])

    def solve(self, differs: str = "", than: str = "") -> tuple[Kinds, float] | None:
        """Return the cheapest sheet and its cost; with `differs`, one where this mark is not `than`.

        None when there is none, which `proved` then tells, or when none was found in time.
        """
        self.model.clear_assumptions()
        if differs:
            self.model.add_assumption(~self.kinds[differs, than])
        # nearly all marks are clear: looking for more to fix takes longer than the search
        solved = cp.solve(self.model, tuning.DECODE_EFFORT, cp_model_probing_level=0, symmetry_level=0)
        self.proved = solved.is_proved
        if solved.status != "optimal":
            return None
        kinds = {mark: kind for (mark, kind), variable in self.kinds.items() if solved.value(variable)}
        return kinds, solved.objective / tuning.COST_UNITS


def game_judge(game: Game, page_kinds: Mapping[str, str], setup: Any) -> Callable[[Kinds], bool]:
    """Return the game's own judgement of a sheet. `page_kinds` is mark id -> kind of mark."""

    def legal(kinds: Kinds) -> bool:
        state, gaps = game.marks.read(values_of(kinds, page_kinds), setup)
        return not gaps and not game.problems(state)

    return legal


def values_of(kinds: Mapping[str, str], page_kinds: Mapping[str, str]) -> dict[str, str]:
    """Return a reading in the words of the game's marks, without blank and unsure ones."""
    results = {mark: VALUES.get((page_kinds[mark], kind), "") for mark, kind in kinds.items()}
    return {mark: value for mark, value in results.items() if value}
