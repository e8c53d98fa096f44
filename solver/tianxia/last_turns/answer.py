"""The best rest of the round: the bound of a model without an order, and turns that the rules carry out.

Where both give the same, nothing better is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import phrases
from pencilwright.games.tianxia.acts import KINDS, port_of
from pencilwright.games.tianxia.battle import attack_phase
from pencilwright.games.tianxia.commands import at_the_end, execute
from pencilwright.games.tianxia.components import COASTAL, REGIONS, ROUNDS, TRACKS
from pencilwright.games.tianxia.state import State, player, step_of
from pencilwright.games.tianxia.turns import flag_of
from pencilwright.solver.carried import Plan
from pencilwright.solver.tianxia import cp, governors
from pencilwright.solver.tianxia.goals import doubts
from pencilwright.solver.tianxia.last_turns.model import Rest
from pencilwright.solver.tianxia.last_turns.order import Order
from pencilwright.solver.tianxia.last_turns.stages import MOST
from pencilwright.solver.tianxia.last_turns.words import steps
from pencilwright.templates.phrases import Phrase, chained, phrase

FINE: Final = 2
"""Into how many parts each stretch is cut where one is not enough."""
LIMIT: Final = 8.0
"""CP-SAT's deterministic time for a proof, about seconds, the same on every machine."""
RESTS_ON: Final = ("paths", "raid_values", "wall_costs", "tower_costs", "exchange", "merchant_places")


Decision = tuple[Any, ...]


def everything(decision: Decision) -> bool:
    """Return that a decision is open."""
    del decision
    return True


def best(state: State, letter: str, is_open: Callable[[Decision], bool] = everything) -> cp.Answer:
    """Return the best of a player's turns to the end of round 4, nobody else acting any more.

    Counts points after the attack phase and final scoring.

    is_open : whether a decision of the model, such as ("step", 1, "white"), may be taken; a question about a
        part of the rest bars the others.

    Raises InputError for another round, and naming the field at fault.
    """
    if state.round != ROUNDS or state.over:
        raise InputError(phrase("tianxia.wrong.last_turns", n=ROUNDS), field="round")
    governors.check_candidates(state, letter)
    for index, ship in enumerate(state.plan.deliveries.ships):
        if ship.port != "good" and not port_of(state, ship):
            field = f"plan.deliveries.ships[{index}].name"
            raise InputError(
                phrase(
                    "tianxia.wrong.harbour", field=field, name=ship.name, ports=chained(COASTAL, "either")
                ),
                field=field,
            )
    own = player(state, letter)
    if max(getattr(own, kind) for kind in KINDS) > MOST:
        raise InputError(phrase("tianxia.advice.stock", n=MOST), field="players")
    nothing = at_the_end(state, letter)
    search = _Search(state, letter, is_open, nothing)
    search.run()
    line, reached, at_most = search.line, search.reached, search.at_most
    value = int(reached)
    return cp.Answer(
        value,
        "points",
        int(nothing),
        tuple(steps(line)) or (phrase("tianxia.advice.none.turns"),),
        tuple(
            dict.fromkeys(
                name for name in (*doubts(state, letter), *RESTS_ON) if name in state.box.unverified
            )
        ),
        line,
        Plan(letter, line, "last turns", reached - nothing),
        max(at_most, value),
        tuple(_missing(state, letter)),
        _beside(state, letter, line),
    )


class _Search:
    """The attempts at a question: what the rules have carried out so far, and what nothing exceeds."""

    def __init__(
        self, state: State, letter: str, is_open: Callable[[Decision], bool], nothing: Fraction
    ) -> None:
        self.state, self.letter, self.is_open = state, letter, is_open
        self.line: tuple[str, ...] = ()
        self.reached = nothing
        self.at_most = 0

    def run(self) -> None:
        """Find the best turns without neutral workers, then look for better ones with them.

        A neutral worker goes on a barge only where no meeple is left; the model of that is far larger.
        """
        bound = self._attempt(Rest(self.state, self.letter, strangers=False))
        if self.reached < bound:
            bound = min(bound, self._attempt(Rest(self.state, self.letter, FINE, strangers=False)))
        if self.reached < bound:
            self._attempt(Rest(self.state, self.letter, FINE, strangers=False, careful=True))
        if self._may_run_out():
            model = Rest(self.state, self.letter)
            strange = [n for name, n in model.chosen.items() if name[0] == "neutral" and self.is_open(name)]
            model.model.add(model.total(strange) >= 1)
            model.model.add(model.total(model.points) + model.own.points > int(self.reached))
            bound = max(bound, self._attempt(model))
        self.at_most = max(bound, int(self.reached))

    def _may_run_out(self) -> bool:
        """Return whether a neutral worker may ever be put on a barge."""
        if not self.is_open(("neutral", 0, "rice")):
            return False
        model = Rest(self.state, self.letter, strangers=False)
        self._bar(model)
        model.must_run_out()
        return model.solve(model.zero, LIMIT).bound >= 0

    def _bar(self, model: Rest) -> None:
        """Bar the decisions that are not open."""
        for name, decision in model.chosen.items():
            if not self.is_open(name):
                model.model.add(decision == 0)

    def _attempt(self, model: Rest) -> int:
        """Solve a model and have the rules carry its plan out; return what nothing in it exceeds."""
        self._bar(model)
        solved = model.solve(model.total(model.points) + model.own.points, LIMIT)
        if solved.chosen:
            rows = Order(self.state, self.letter, model.stretches, model.tokens).find(solved.chosen)
            if rows is not None:
                rows = tuple(map(_tidy, rows))
                gained = at_the_end(execute(self.state, self.letter, rows), self.letter)
                if gained > self.reached:
                    self.line, self.reached = rows, gained
        return solved.bound


def _tidy(command: str) -> str:
    """Return a command with soldiers of one section together."""
    many = re.compile(r"(?<!free )soldier ([1-4])((?:; soldier \1)+)(?=;|$)")
    return many.sub(lambda found: f"soldier {found[1]} {1 + found[2].count(';')}", command)


def _missing(state: State, letter: str) -> Iterator[Phrase]:
    """Yield what turns meet and was not typed."""
    told, plan = state.plan.turns, state.plan
    unknown = [phrases.region(region) for region in REGIONS if not flag_of(state, region)]
    if unknown and plan.governors.markers:
        yield phrase("tianxia.missing.flags", regions=tuple(unknown))
    bare = [phrases.space(one.space) for one in plan.governors.candidates if one.space not in told.beside]
    if bare:
        yield phrase("tianxia.missing.beside", spaces=tuple(bare))
    cells = [
        phrase("told.step", track=phrases.track(track), n=step)
        for track in TRACKS
        for step in (3, 7)
        if step_of(state, track, letter) < step and f"{track}-{step}" not in told.palace
    ]
    if cells:
        yield phrase("tianxia.missing.palace", cells=tuple(cells))
    if not told.round:
        yield phrase("tianxia.missing.round")


def _beside(state: State, letter: str, line: tuple[str, ...]) -> int:
    """Return the typed worths of governors sent and of those left standing, which are not points."""
    after = execute(state, letter, line)
    done, battles = attack_phase(after)
    path = [space for battle in battles for space in state.box.paths[battle.section - 1]]
    sent = [
        one.worth
        for one in state.plan.governors.candidates
        if letter in after.governors.get(one.space, "") and letter not in state.governors.get(one.space, "")
    ]
    standing = sum(letter in done.governors.get(space, "") for space in path)
    return sum(sent) + state.plan.wall.governor * standing
