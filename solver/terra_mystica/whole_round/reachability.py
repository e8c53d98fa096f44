"""Reach: each new dwelling is reached from an own structure, or from a new one that was built before it.

Ways lead over land, rivers and bridges, and by skipping. A number of each new dwelling rises along the ways,
so that no circle of new dwellings reaches itself. Bridges and steps of ships count from the beginning of the
round, which is a relaxation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilwright.games.terra_mystica.boards.hexes import NEIGHBOURS
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.whole_round.context import Ground
from pencilwright.solver.terra_mystica.whole_round.layers import Layer

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class Reach:
    """The constraints of reach in a layer; making it adds them to the model."""

    def __init__(self, model: cp_model.CpModel, ground: Ground, end: Layer) -> None:
        self.model, self.ground, self.end = model, ground, end
        self.jumps: dict[str, list[cp.Flag]] = {}
        self.arcs: dict[tuple[str, str], list[cp_model.IntVar]] = {}
        self.order = {
            name: model.new_int_var(0, ground.most_dwellings, f"order {name}") for name in ground.free
        }
        for name in ground.free:
            built = end.built[name]
            if name in end.storm:
                beside = [end.built[other] for other in NEIGHBOURS[name] if other in end.built]
                if not ground.own.keys() & set(NEIGHBOURS[name]):
                    model.add_bool_or([*beside, end.storm[name].negated()])
            ways = self._ways(name)
            if ways is not None:
                if name in end.gift and not ground.need[name]:
                    ways.append(end.gift[name])
                model.add_bool_or([*ways, built.negated()])
            if name in end.skip:
                self._skipped(name)
                jumped = self._jump_flags(name)
                if ways is not None and not any(isinstance(flag, int) for flag in jumped):
                    spades = end.again[name]
                    dug = model.new_bool_var(f"dug {name}")
                    model.add(spades == 0).only_enforce_if(dug.negated())
                    model.add_bool_or([*ways, *jumped, dug.negated()])
        if not end.skip:  # who skips may also turn a hex that stays empty
            self._one_way()

    def _one_way(self) -> None:
        """Lead one way at most between two dwellings, and none to an empty hex (for the relaxation)."""
        for (a, b), arcs in self.arcs.items():
            back = self.arcs.get((b, a), [])
            for name in (a, b):
                self.model.add(sum(arcs) + sum(back) <= self.end.built[name])

    def _ways(self, name: str) -> list[cp.Flag] | None:
        """Return the flags of the ways to a hex; None when it is in reach at once."""
        ground, model, end = self.ground, self.model, self.end
        if ground.near[name] & ground.own.keys():
            return None
        ways: list[cp.Flag] = []
        for other in (*ground.own, *ground.free):
            if other == name:
                continue
            literals: list[list[cp_model.IntVar]] = []
            sails = end.sails(ground.crossed(other, name), card=True)
            if other in ground.near[name] or (isinstance(sails, int) and sails):
                literals = [[]]
            elif not isinstance(sails, int):
                literals = [[sails]]
            if literals != [[]]:
                literals += [
                    [flag]
                    for place, flag in end.bridge.items()
                    if {name, other} == set(ground.bridges[place])
                ]
            if other in ground.own:
                if literals == [[]]:
                    return None
                ways += [literal[0] for literal in literals]
                continue
            arcs = [
                self._arc(f"way {other} {name} {at}", other, name, literal)
                for at, literal in enumerate(literals)
            ]
            self.arcs[other, name] = arcs
            ways += arcs
        if name in end.skip:
            jumped = self._jump_flags(name)
            if any(isinstance(flag, int) for flag in jumped):
                once = model.new_bool_var(f"skipped {name}")
                model.add(end.skip[name] >= once)
                ways.append(once)
            elif jumped:
                for flag in jumped:
                    both = model.new_bool_var(f"{flag} and skipped")
                    model.add_implication(both, flag)
                    model.add(end.skip[name] >= both)
                    ways.append(both)
        return ways

    def _arc(
        self,
        text: str,
        a: str,
        b: str,
        literals: Sequence[cp_model.IntVar],
    ) -> cp_model.IntVar:
        """Return the flag of a way from one new dwelling to another, which is built later."""
        arc = self.model.new_bool_var(text)
        self.model.add_implication(arc, self.end.built[a])
        for literal in literals:
            self.model.add_implication(arc, literal)
        self.model.add(self.order[b] >= self.order[a] + 1).only_enforce_if(arc)
        return arc

    def _jump_flags(self, name: str) -> list[cp.Flag]:
        """Return flags of which one holds when skipping leads to a hex; [1] when it does at once."""
        if name in self.jumps:
            return self.jumps[name]
        far = self.end.jumps(self.ground.hops((name,), self.ground.own))
        if isinstance(far, int) and far:
            return [1]
        results: list[cp.Flag] = [] if isinstance(far, int) else [far]
        for other in self.ground.free:
            if other == name:
                continue
            jumps = self.end.jumps(self.ground.hops((name,), (other,)))
            if isinstance(jumps, int) and not jumps:
                continue
            literals = [] if isinstance(jumps, int) else [jumps]
            results.append(self._arc(f"jump {other} {name}", other, name, literals))
        self.jumps[name] = results
        return results

    def _skipped(self, name: str) -> None:
        """Allow skipping to a hex only where a jump leads."""
        flags = self._jump_flags(name)
        if any(isinstance(flag, int) for flag in flags):
            return
        model = self.model
        used = model.new_bool_var(f"skip to {name}")
        model.add(self.end.skip[name] == 0).only_enforce_if(used.negated())
        model.add_bool_or([*flags, used.negated()])
