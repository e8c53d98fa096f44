"""The best two last rounds that are found, and what no line of them exceeds.

The rows that were played are the first line. A plan of the model gives other rows for the first round; the
second one is the last round of `whole_round`, with all that the others have in the end. What comes of both is
played on the script, each row as soon as the rules allow it, so that every line is carried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.games.terra_mystica.rules.networks import offers
from pencilwright.games.terra_mystica.state import State
from pencilwright.games.terra_mystica.words import names
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.two_rounds.bound import (
    TwoRounds,
    frozen,
    ground_of_both,
    surveyed,
)
from pencilwright.solver.terra_mystica.two_rounds.script import (
    FIRST,
    Built,
    Chooser,
    Own,
    Row,
    Script,
    Table,
)
from pencilwright.solver.terra_mystica.whole_round import answer as whole
from pencilwright.solver.terra_mystica.whole_round.bound import FULLY_LINEAR, Done
from pencilwright.solver.terra_mystica.whole_round.context import Ground, ground_of
from pencilwright.solver.terra_mystica.whole_round.playouts import lines, worth
from pencilwright.templates.phrases import phrase

SECONDS: Final = 40.0
"""Deterministic seconds, unless a person gives more or fewer."""
SURVEY_SHARE, BOUND_SHARE, LAST_SHARE = 0.15, 0.4, 0.06
"""Of these, for hexes and towns out of reach, for the bound, and for each last round."""
PLAYOUTS: Final = 60
FIRST_ROUNDS: Final = 6
"""Orders of a first round that are tried, at most."""
MOST_LEFT_OUT: Final = 2
"""Rows of the first round that are left out, at most."""


class Answer(NamedTuple):
    """The best line found, and what none exceeds: points at the end of the game.

    Attributes
    ----------
    played : the points of the rows that were played, in this world.
    """

    points: int
    at_most: int
    played: int
    own: Own
    is_stopped: bool = False


def best(script: Script, *, seconds: float = SECONDS, tell: whole.Tell | None = None) -> Answer:
    """Return the best two rounds that are found; a KeyboardInterrupt ends the search with what there is.

    Raises InputError where the rows that were played cannot be carried out one after another: power of the
    Cultists that came late.
    """
    search = _Search(script, seconds, tell)
    try:
        search.run()
    except KeyboardInterrupt:
        search.is_stopped = True
    return Answer(search.points, search.at_most, search.played, search.own, search.is_stopped)


class _Search:
    """The search for the best two rounds."""

    def __init__(self, script: Script, seconds: float, tell: whole.Tell | None) -> None:
        self.script, self.seconds, self.tell = script, seconds, tell
        self.own = script.own
        try:
            self.played = self.points = Table(script).play(script.own)
        except InputError as error:
            why = phrase("mystica.refused.late", who=names.who(script.who), why=error.sentence)
            raise InputError(why, field="for") from error
        self.before = script.start.player(script.who).points
        self.ground, self.later = ground_of_both(script)
        self.bound: int | None = None
        self.work = cp.Work(seconds, self._watch)
        self.stream = Stream.from_seed("two rounds")
        self.is_stopped = False

    @property
    def at_most(self) -> int:
        """What no line exceeds."""
        if self.bound is None:
            bound = TwoRounds(self.ground, self.later).solve(cp.Work(0), 0).at_most
            return max(self.points, self.before + bound)
        return max(self.points, self.before + self.bound)

    def _watch(self, bound: int | None) -> None:
        """Tell how far the search is; bound : of the points to come, while it is lowered."""
        if self.tell is not None:
            at_most = None if bound is None else max(self.points, self.before + bound)
            at_most = at_most if self.bound is None else self.at_most
            self.tell(self.points, at_most, self.seconds - self.work.left)

    def run(self) -> None:
        """Search for as long as may be."""
        work, share = self.work, self.seconds
        survey = cp.Work(SURVEY_SHARE * share, lambda _: self._watch(None))
        near = surveyed(self.ground, self.later, survey)
        work.left -= SURVEY_SHARE * share - survey.left
        if survey.is_stopped:
            raise KeyboardInterrupt
        self._last_rounds(self._after(self.script.own.rows[FIRST], self.script.own.spades))
        model = TwoRounds(near, self.later)
        model.model.add(model.score() >= self.points - self.before)
        model.model.maximize(model.score())
        result = work.solve(model.model, BOUND_SHARE * share, linearization_level=FULLY_LINEAR)
        self.bound = self.points - self.before if result.status == "infeasible" else result.bound
        plan, cards, wanted = None, list(self.later.cards), list[str]()
        if result.has_solution:
            plan, card = model.first_done(result), model.card_of(result)
            cards.sort(key=lambda name: name != card)
            wanted = [name for name, flag in model.end.built.items() if result.value(flag)]
        passing = tuple((f"pass {card}",) for card in cards)
        seen: list[State] = []
        for table in (*self._planned(plan, passing, wanted), *self._shortened(passing, wanted)):
            if self.points < self.at_most and table.state not in seen:
                seen.append(table.state)
                self._last_rounds(table)
        self._answers()
        self.is_stopped = work.is_stopped

    # --- the first round ----------------------------------------------------------------------------------

    def _after(
        self,
        rows: Sequence[Row] | Chooser,
        spades: Sequence[Row],
        takes: Mapping[Built, bool | None] | None = None,
    ) -> Table | None:
        """Return the table at the start of the second round; None where the rules do not allow the rows."""
        table = Table(self.script)
        table.takes = self.script.own.takes if takes is None else takes
        try:
            table.round(rows)
            table.border(spades, is_search=isinstance(rows, Chooser))
        except InputError:
            return None
        return table

    def _planned(self, plan: Done | None, passing: tuple[Row, ...], wanted: Sequence[str]) -> Iterator[Table]:
        """Yield tables after the first round of a plan, in orders of its actions."""
        script = self.script
        for is_given in (True, False) if plan is not None else ():
            start = frozen(script, FIRST)
            start.players = tuple(map(copy, start.players))
            if is_given:
                self._give(start, FIRST)
            ground = ground_of(start, script.who, {})
            orders: dict[tuple[str, ...], int] = {}
            for line in lines(ground, plan, PLAYOUTS, self.stream, worth=_rows_first) if plan else ():
                orders[line.rows] = line.points
            takes = dict.fromkeys(self._offered(FIRST), True) if is_given else {}
            for rows in sorted(orders, key=lambda rows: -orders[rows])[:FIRST_ROUNDS]:
                chooser = Chooser(tuple(map(split, rows)), passing)
                table = self._after(chooser, _transformed(wanted), takes)
                if table is not None:
                    yield table
                    break

    def _shortened(self, passing: tuple[Row, ...], wanted: Sequence[str]) -> Iterator[Table]:
        """Yield tables after the first round as it was played, with any card and without its last rows."""
        *rows, _pass = self.script.own.rows[FIRST]
        spades = (*self.script.own.spades, *_transformed(wanted))
        for fewer in range(min(len(rows), MOST_LEFT_OUT) + 1):
            chooser = Chooser(tuple(rows[: len(rows) - fewer]), passing)
            table = self._after(chooser, spades)
            if table is not None:
                yield table

    def _offered(self, number: int) -> list[Built]:
        """Return the buildings of the others in a round."""
        return [built for at, turn in self.script.all_turns() if at == number for built in turn.built]

    def _give(self, state: State, number: int) -> None:
        """Give the power that the others' buildings of a round offer to what stands now."""
        player = state.player(self.script.who)
        for faction, place, _ in self._offered(number):
            for offer in offers(state, (faction, player.faction), place, 0):
                player.points -= max(0, player.gain_power(offer.power) - 1)

    # --- the second round ---------------------------------------------------------------------------------

    def _last_rounds(self, table: Table | None) -> None:
        """Play the best last rounds from a table, with the power that is offered and without."""
        if table is None or self.work.left <= 0:
            return
        number = ROUNDS
        for is_given in (True, False):
            state = frozen(self.script, number, table.state)
            state.players = tuple(map(copy, state.players))
            before = state.player(self.script.who).bowls
            if is_given:
                self._give(state, number)
                if state.player(self.script.who).bowls == before:
                    continue
            share = min(LAST_SHARE * self.seconds, self.work.left)
            result = whole.best(state, self.script.who, seconds=share, tell=self._pause)
            self.work.left -= share
            if result.is_stopped:
                self.work.left, self.work.is_stopped = 0.0, True
            takes = dict.fromkeys(self._offered(number), True) if is_given else {}
            self._try(table, Chooser(tuple(map(split, result.rows)), (("pass",),)), takes)

    def _pause(self, points: int, at_most: int | None, spent: float) -> None:
        del points, at_most, spent
        self._watch(None)

    def _try(self, table: Table, rows: Chooser, takes: Mapping[Built, bool | None]) -> None:
        """Play a last round on the script and keep it where it is the best."""
        trial = table.copied()
        trial.takes = {**table.takes, **takes}
        try:
            trial.round(rows)
        except InputError:
            return
        own = Own({at: tuple(done) for at, done in trial.done.items()}, tuple(trial.spades), trial.takes)
        self._keep(own)

    def _keep(self, own: Own) -> bool:
        """Play a line from the beginning and keep it when it is the best; return whether it is."""
        try:
            points = Table(self.script).play(own)
        except InputError:
            return False
        if points > self.points:
            self.points, self.own = points, own
            return True
        return False

    def _answers(self) -> None:
        """Take power that was refused, and refuse what was taken, where that brings more."""
        for built in (*self._offered(FIRST), *self._offered(ROUNDS)):
            for take in (True, False):
                self._keep(self.own._replace(takes={**self.own.takes, built: take}))


def _transformed(names: Sequence[str]) -> tuple[Row, ...]:
    """Return rows that use the spades of a cult on hexes, home terrain first."""
    return tuple((f"transform {name}",) for name in names)


def split(row: str) -> Row:
    """Return the commands of a row."""
    return tuple(text.strip() for text in row.split("."))


def _rows_first(ground: Ground, table: State, rows: tuple[str, ...]) -> int:
    """Return how much of a plan a play-out did, then what that is worth."""
    return 1000 * len(rows) + worth(ground, table, rows)
