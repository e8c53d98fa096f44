"""The best rest of the round: the bound of a model without an order, and turns that the rules carry out.

Where both give the same, nothing better is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.commands import MEASURES, apply_actions
from pencilwright.games.tianxia.components import COASTAL, REGIONS, ROUNDS, TRACKS
from pencilwright.games.tianxia.rules import goals
from pencilwright.games.tianxia.rules.amounts import KINDS
from pencilwright.games.tianxia.rules.battle import attack_phase
from pencilwright.games.tianxia.rules.table import flag_of, port_of, tile_of
from pencilwright.games.tianxia.rules.turns.frame import Turns
from pencilwright.games.tianxia.state import State, player, step_of, uses
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.beam import line_from
from pencilwright.solver.tianxia.last_turns.intervals import MOST, NEVER
from pencilwright.solver.tianxia.last_turns.model import Rest
from pencilwright.solver.tianxia.last_turns.questions import PARTS, WHOLE, Restriction, part_of
from pencilwright.solver.tianxia.last_turns.schedule import Order
from pencilwright.solver.tianxia.last_turns.wall import Battles
from pencilwright.solver.tianxia.last_turns.words import steps
from pencilwright.solver.tianxia.optimum import Optimum
from pencilwright.solver.verify import Disagreement, proposed
from pencilwright.templates.phrases import Phrase, chained, phrase

LIMIT: Final = 14.0
"""CP-SAT's deterministic time for a proof, about seconds, the same everywhere; 3.5 times that in all."""


def best(
    state: State,
    letter: str,
    part: Restriction = WHOLE,
    given: Callable[[Rest], None] | None = None,
    battles: Battles | None = None,
) -> Optimum:
    """Return the best of a player's turns in the rest of the round, nobody else acting any more.

    Counts points after the attack phase and final scoring, as if the game ended then; a part about the attack
    counts that alone.

    part : what is open; the whole question is asked in round 4 alone.
    given : adds to a model what the turns have to do, doing nothing included; value and bound are those of
        such turns. NEVER says that there are none.
    battles : those of the position that other questions have resolved; new ones are added.

    Raises InputError for another round, and naming the field at fault.
    """
    if part is WHOLE and (state.round != ROUNDS or state.over):
        raise InputError(phrase("tianxia.wrong.last_turns", n=ROUNDS), field="round")
    _check(state, letter)
    search = _Search(state, letter, part, given, battles)
    search.run()
    line, value = search.line, int(search.reached)
    return Optimum(
        value,
        int(search.nothing),
        tuple(steps(line)) or (phrase("tianxia.advice.none.turns"),),
        _rests_on(state, letter, part),
        proposed(letter, line, part.measure, search.reached - search.nothing),
        search.at_most,
        (*search.missing(), *_as_typed(state, letter, part)),
        _beside(state, letter, line) if part is WHOLE else 0,
    )


def has_heights(state: State) -> bool:
    """Return whether the heights on every palace track were recorded."""
    tracks = [getattr(state.palace, track) for track in TRACKS]
    return all(len(track.steps) == len(track.order) for track in tracks)


def doubts(state: State, letter: str) -> tuple[str, ...]:
    """Return the unproven components that the cards in a player's hand rest on."""
    hand = player(state, letter).goals
    results = [name for card in hand for name in goals.value(state, letter, card).unverified]
    return tuple(dict.fromkeys(results))


def _rests_on(state: State, letter: str, part: Restriction) -> tuple[str, ...]:
    """Return the house defaults behind an answer: of the cards in hand, of battles to come, of the part."""
    names = [*doubts(state, letter), *(() if state.over else ("paths", "raid_values")), *part.rests]
    typed = {"wall_costs": state.plan.wall.walls, "tower_costs": state.plan.wall.towers}
    if part.measure == "attack":
        names = [name for name in names if typed.get(name) is None]
    return tuple(dict.fromkeys(name for name in names if name in state.box.unverified))


def _check(state: State, letter: str) -> None:
    """Raise InputError naming the field for candidates, ships and stocks that no turn can meet."""
    seen: set[str] = set()
    for index, candidate in enumerate(state.plan.governors.candidates):
        if letter in state.governors.get(candidate.space, "") or candidate.space in seen:
            field = f"plan.governors.candidates[{index}].space"
            text = phrase("problem.at", field=field, rule=phrase("tianxia.command.governor", who=letter))
            raise InputError(text, field=field)
        seen.add(candidate.space)
    for index, ship in enumerate(state.plan.deliveries.ships):
        if ship.port != "good" and not port_of(state, ship):
            field = f"plan.deliveries.ships[{index}].name"
            text = phrase(
                "tianxia.wrong.harbour", field=field, name=ship.name, ports=chained(COASTAL, "either")
            )
            raise InputError(text, field=field)
    own = player(state, letter)
    if max(getattr(own, kind) for kind in KINDS) > MOST:
        raise InputError(phrase("tianxia.advice.stock", n=MOST), field="players")


class _Search:
    """The attempts at a question: what the rules have carried out so far, and what nothing exceeds."""

    def __init__(
        self,
        state: State,
        letter: str,
        part: Restriction,
        given: Callable[[Rest], None] | None,
        battles: Battles | None,
    ) -> None:
        self.question = state
        if not part.spaces:
            governors = replace(state.plan.governors, markers=0)
            self.question = replace(state, plan=replace(state.plan, governors=governors))
        self.state, self.letter, self.part = state, letter, part
        self.given = given
        self.markers = 0 if state.over else self.question.plan.governors.markers
        self.climbs = part.heights == "needed" or (part.heights == "used" and has_heights(state))
        self.battles = {} if battles is None else battles
        self.line: tuple[str, ...] = ()
        self.nothing = self._counted(state)
        self.reached = Fraction(NEVER) if given else self.nothing
        self.at_most, self.left, self.is_endless = NEVER, 3.5 * LIMIT, False

    def _counted(self, state: State) -> Fraction:
        """Return what the question counts of a position, by the rules."""
        return Fraction(MEASURES[self.part.measure](state, self.letter))

    def _model(self, *, strangers: int | None = None, careful: int = 0) -> Rest:
        """Return a model of what is asked, with what is not open barred."""
        model = Rest(
            self.question,
            self.letter,
            strangers=strangers,
            careful=careful,
            passes=self.part.passes,
            climbs=self.climbs,
            battles=self.battles,
        )
        tiles = tuple(tile_of(token.text).kind for token in model.tokens)
        for name, decision in model.chosen.items():
            if not self.part.is_open(name, tiles):
                model.model.add(decision == 0)
        if self.given:
            self.given(model)
        return model

    def run(self) -> None:
        """Find the best turns without neutral workers, then look for better ones with them.

        A neutral worker goes on a barge only where no meeple is left. Where the first may come is asked one
        by one, as little can be done where they are gone early; what stays open is asked again: for more
        where the line has become better since, else for a plan that has an order more often. A line of the
        rules alone may be better, and so may those of parts; where one is more than the models allow, that
        is wrong.
        """
        first = self._model()
        self.is_endless = first.is_endless
        bound = self._attempt(first, LIMIT)
        if self.reached < bound:
            self._attempt(self._model(careful=2), LIMIT / 2, int(self.reached) + 1, bound)
        if self._is_free():
            self._keep(line_from(Turns(self.state, self.letter), (), self._counted))
            for name in [name for name in PARTS if PARTS[name] is not WHOLE] if self.reached < bound else ():
                part = part_of(name, self.state)
                self._keep(best(self.state, self.letter, part=part, battles=self.battles).plan.commands)
        bounds = dict.fromkeys(range(self.markers + 1) if self.part is WHOLE else (), -NEVER)
        floors = dict.fromkeys(bounds, NEVER)
        for careful, slot in product(range(3), bounds):
            # A line that is above the bound without neutral workers is in one of these models.
            least = int(self.reached) + int(self.reached <= bound)
            if self.reached < bounds[slot] and floors[slot] < least:
                share = self.left / 2 if slot == self.markers else LIMIT / 2
                limit = share if floors[slot] == NEVER else self.left
                most = self._attempt(self._model(strangers=slot), min(limit, self.left), least)
                floors[slot], bounds[slot] = least, min(bounds[slot], most)
            elif self.reached < bounds[slot]:
                model = self._model(strangers=slot, careful=careful)
                self._attempt(model, min(LIMIT / 10, self.left), least)
        bound = max([bound, *bounds.values()])
        if bound < int(self.reached):
            raise Disagreement(f"the rules reach {self.reached}, the model says {bound} at most: a defect")
        self.at_most = bound

    def missing(self) -> Iterator[Phrase]:
        """Yield what the answer leaves out."""
        if self.part is WHOLE:
            yield from _missing(self.state, self.letter)
        if self.is_endless:
            yield phrase("tianxia.missing.stocks", n=MOST, name="1A-3")

    def _points_of(self, model: Rest) -> cp.Expr:
        """Return what the question counts in a model."""
        is_attack = self.part.measure == "attack"
        return model.total(model.attack if is_attack else [*model.points, model.own.points])

    def _attempt(self, model: Rest, limit: float, least: int = NEVER, most: int = -NEVER) -> int:
        """Solve a model within a limit, have the rules carry its plan out, return its bound.

        least, most : only plans that count so much are asked for.
        """
        solved = model.solve(self._points_of(model), limit, least, most)
        self.left = max(self.left - solved.spent, 0)
        if solved.chosen is not None:
            order = Order(self.state, self.letter, model.stretches, model.tokens)
            rows = order.find(solved.chosen)
            if rows is not None:
                self._keep(rows)
            elif self._is_free():
                self._keep(line_from(*order.farthest, self._counted))
        return solved.bound

    def _is_free(self) -> bool:
        """Return whether all is open that the rules allow."""
        return self.part is WHOLE and self.given is None

    def _keep(self, rows: tuple[str, ...]) -> None:
        """Have the rules carry a line out, and keep it if it is the best so far."""
        rows = tuple(map(_tidy, rows))
        gained = self._counted(apply_actions(self.state, self.letter, rows))
        if gained > self.reached:
            self.line, self.reached = rows, gained


def _tidy(command: str) -> str:
    """Return a command with soldiers of one section together."""
    many = re.compile(r"(?<!free )soldier ([1-4])((?:; soldier \1)+)(?=;|$)")
    return many.sub(lambda result: f"soldier {result[1]} {1 + result[2].count(';')}", command)


def _missing(state: State, letter: str) -> Iterator[Phrase]:
    """Yield what turns meet and was not typed."""
    record, plan = state.plan.turns, state.plan
    unknown = [phrases.region(region) for region in REGIONS if not flag_of(state, region)]
    if unknown and plan.governors.markers:
        yield phrase("tianxia.missing.flags", regions=tuple(unknown))
    bare = [
        phrases.space(candidate.space)
        for candidate in plan.governors.candidates
        if candidate.space not in record.beside
    ]
    if bare:
        yield phrase("tianxia.missing.beside", spaces=tuple(bare))
    cells = [
        phrase("told.step", track=phrases.track(track), n=step)
        for track in TRACKS
        for step in (3, 7)
        if step_of(state, track, letter) < step and f"{track}-{step}" not in record.palace
    ]
    if cells:
        yield phrase("tianxia.missing.palace", cells=tuple(cells))
    if not record.round:
        yield phrase("tianxia.missing.round")


def _as_typed(state: State, letter: str, part: Restriction) -> Iterator[Phrase]:
    """Yield what a player's building tiles may take off costs that were typed as they are paid."""
    wall = state.plan.wall
    if letter in uses(state, "P3") and state.plan.governors.candidates and part.opens("govern"):
        yield phrase("tianxia.missing.wood", tile="P3")
    if letter in uses(state, "P12") and (wall.walls or wall.towers) and part.opens("wall"):
        yield phrase("tianxia.missing.stone", tile="P12")


def _beside(state: State, letter: str, line: tuple[str, ...]) -> int:
    """Return the typed worths of governors sent and of those left standing, which are not points."""
    after = apply_actions(state, letter, line)
    done, battles = attack_phase(after)
    path = [space for battle in battles for space in state.box.paths[battle.section - 1]]
    sent = [
        candidate.worth
        for candidate in state.plan.governors.candidates
        if letter in after.governors.get(candidate.space, "")
        and letter not in state.governors.get(candidate.space, "")
    ]
    standing = sum(letter in done.governors.get(space, "") for space in path)
    return sum(sent) + state.plan.wall.governor * standing
