"""The last two rounds of a recorded game: the others' rows as they were, and those of one player exchanged.

The others do what they did, each row when its player's turn comes: what they have after it is what the log
has, whatever the one player does. So nobody's power, goods or answers change; what both want (a hex, a power
action, a tile, a card, a place for a priest, the top of a cult) is theirs. The one player's own rows are
carried out by the rules, with the power that the others' buildings offer, the cult bonus and income between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.components import (
    CULT_TOP,
    CULTS,
    FAVOURS,
    PRIEST_PLACES,
    ROUNDS,
    town_supply,
)
from pencilwright.games.terra_mystica.log import read, replay
from pencilwright.games.terra_mystica.rules import apply
from pencilwright.games.terra_mystica.rules.networks import Offer, offers
from pencilwright.games.terra_mystica.rules.turn import (
    ACTIONS,
    SPADES,
    Game,
    answer,
    next_phase,
    offered,
)
from pencilwright.games.terra_mystica.state import State
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, Word, phrase

FIRST: Final = ROUNDS - 1
"""The round that the two begin with."""
_LEECH: Final = re.compile(r"leech(?:\s+(\d{1,3}))?(?:\s+from\s+(\w+(?:\s\w+)?))?", re.IGNORECASE)

Row = tuple[str, ...]
Built = tuple[str, str, str]
"""Whose building, its hex, and what it became."""


class Turn(NamedTuple):
    """A row of another player: what everybody had before it and after it."""

    faction: str
    before: State
    after: State

    @property
    def built(self) -> tuple[Built, ...]:
        """What was built or improved."""
        was, now = (state.player(self.faction).structures for state in (self.before, self.after))
        return tuple((self.faction, name, kind) for name, kind in now.items() if was.get(name) != kind)

    @property
    def transformed(self) -> dict[str, str]:
        """Hexes whose terrain was changed, and what it is now."""
        was, now = self.before, self.after
        places = {*was.terrain, *now.terrain}
        return {name: now.terrain_of(name) for name in places if was.terrain_of(name) != now.terrain_of(name)}

    @property
    def used(self) -> tuple[str, ...]:
        """Power actions that were taken."""
        before = self.before.used if self.before.round == self.after.round else ()
        return tuple(name for name in self.after.used if name not in before)

    @property
    def passes(self) -> bool:
        """Whether the player passed."""
        now = self.after.player(self.faction).passed
        return now and (not self.before.player(self.faction).passed or self.before.round != self.after.round)


class Own(NamedTuple):
    """What the one player does.

    Attributes
    ----------
    rows : of each round, one action each; the last of a round passes.
    spades : rows between the rounds.
    takes : whether the power of a building is taken, None where a row says it; of another one only where it
        is free.
    """

    rows: Mapping[int, tuple[Row, ...]]
    spades: tuple[Row, ...] = ()
    takes: Mapping[Built, bool | None] = {}

    def all_rows(self) -> tuple[Row, ...]:
        """Return the rows of both rounds, those of the spades between them."""
        return (*self.rows[FIRST], *self.spades, *self.rows[ROUNDS])


@dataclass
class Script:
    """Two rounds of a game as it was played.

    Attributes
    ----------
    start : the position at the first actions of the first of the two rounds; who : the one player.
    turns : round and faction -> rows of the others. spades : their rows between the rounds.
    ends : round -> the position after its last row.
    own : what the one player did. total : the points of the game's end.
    reactions : of buildings of the Cultists, where they are the one player: whether somebody took power.
    """

    start: State
    who: str
    order: tuple[str, ...]
    turns: dict[tuple[int, str], list[Turn]] = field(default_factory=dict)
    spades: list[Turn] = field(default_factory=list)
    ends: dict[int, State] = field(default_factory=dict)
    own: Own = field(default_factory=lambda: Own({}))
    reactions: dict[Built, bool] = field(default_factory=dict)
    total: int = 0

    @property
    def others(self) -> list[str]:
        """The other players."""
        return [name for name in self.start.seats if name != self.who]

    def all_turns(self) -> Iterator[tuple[int, Turn]]:
        """Yield the others' rows of both rounds with their round."""
        for (number, _), turns in self.turns.items():
            for turn in turns:
                yield number, turn


def recorded(record: read.Record, who: str = "") -> Script:
    """Return the last two rounds of a log for one player; the first of their order when nobody is named.

    Raises InputError for a log that does not come to its end, and for a player who left the game.
    """
    history = replay.replay(record, None)
    if not history.game.is_over:
        raise InputError(phrase("mystica.refused.not_over"), field="log")
    order = history.orders[FIRST]
    who = who or next((name for name in order if not history.game.state.player(name).dropped), order[0])
    if history.game.state.player(who).dropped:
        raise InputError(phrase("mystica.refused.left", who=names.who(who)), field="for")
    start = replay.replay(record, replay.At(round=FIRST)).position
    assert start is not None
    script = Script(start, who, tuple(order))
    script.total = history.score.totals[script.who]
    _Reader(script).whole(record)
    return script


class _Reader:
    """Reads the rows of two rounds out of a log."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.rows: dict[int, list[list[str]]] = {FIRST: [], ROUNDS: []}
        self.spades: list[Row] = []
        self.waiting: list[str] = []
        self.events: dict[int, Built] = {}
        self.takes: dict[Built, bool | None] = {}
        self.late: set[str] = set()
        """Answers of the row that is read which come after something else."""

    def whole(self, record: read.Record) -> None:
        """Read a whole log."""
        before, queue = self.script.start, list[Offer]()
        for line, game in replay.games(record):
            state = game.state
            if state.round >= FIRST:
                after = state.copied()
                if line.commands and not line.label:
                    self._row(line, game, Turn(line.faction, before, after), queue)
                if game.phase == ACTIONS:
                    self.script.ends[state.round] = after
                before = after
            queue = list(game.offers)
        rows = {number: tuple(map(tuple, rows)) for number, rows in self.rows.items()}
        self.script.own = Own(rows, tuple(self.spades), self.takes)

    def _row(self, line: read.Line, game: Game, turn: Turn, queue: Sequence[Offer]) -> None:
        script, mine = self.script, line.faction == self.script.who
        texts = apply.in_order(line.commands)
        for offer in game.offers:
            if offer.event not in self.events and turn.built:
                self.events[offer.event] = turn.built[-1]
        if mine:
            self._answers(texts, queue)
        if script.who == "cultists":
            self._reactions(game, turn)
        acts = any(apply.is_action(text) for text in texts)
        if game.phase == SPADES:
            if mine:
                self.spades.append(texts)
            else:
                script.spades.append(turn)
            return
        if not mine:
            if acts:
                script.turns.setdefault((game.state.round, line.faction), []).append(turn)
            return
        remaining = [
            text for text in texts if text in self.late or not (apply.is_note(text) or text.startswith("["))
        ]
        rows = self.rows[game.state.round]
        if acts:
            rows.append([*self.waiting, *remaining])
            self.waiting.clear()
        elif remaining and script.who != "cultists" and rows:
            rows[-1] += remaining
        else:
            self.waiting += remaining

    def _answers(self, texts: Sequence[str], queue: Sequence[Offer]) -> None:
        """Note which power the one player took."""
        left = [offer for offer in queue if offer.faction == self.script.who]
        self.late = {text for text in texts[1:] if _LEECH.fullmatch(text) and not _LEECH.fullmatch(texts[0])}
        for text in texts:
            match = _LEECH.fullmatch(text)
            if not match:
                continue
            fitting = [
                offer
                for offer in left
                if (match[2] or "").lower() in ("", offer.source)
                and (match[1] is None or int(match[1]) <= offer.power)
            ]
            exact = [offer for offer in fitting if match[1] and offer.power == int(match[1])]
            for offer in (exact or fitting)[:1]:
                left.remove(offer)
                if offer.event in self.events:
                    self.takes[self.events[offer.event]] = None if text in self.late else True
        for offer in queue:
            if offer.faction == self.script.who and offer.event in self.events:
                self.takes.setdefault(self.events[offer.event], False)

    def _reactions(self, game: Game, turn: Turn) -> None:
        """Note what the Cultists had of their buildings: a step where power was taken, else a power."""
        reactions, who = self.script.reactions, self.script.who
        was, now = turn.before.player(who).bowls, turn.after.player(who).bowls
        refused = turn.faction != who and was != now and turn.before.round == turn.after.round
        for event, built in self.events.items():
            if built[0] != who or built in reactions:
                continue
            if event in game.accepted:
                reactions[built] = True
            elif refused and all(offer.event != event for offer in game.offers):
                reactions[built] = refused = False


# --- the two rounds played anew -----------------------------------------------------------------------------


class Chooser(NamedTuple):
    """Rows of a round in the order of wish, each done as soon as the rules allow it, and ways to pass."""

    rows: tuple[Row, ...]
    last: tuple[Row, ...]


def conflict(what: Word) -> InputError:
    """Return the refusal of a line that takes what another player took in the game."""
    return InputError(phrase("mystica.refused.script", what=what), field="commands")


class Table:
    """The two rounds, played anew with other rows of the one player."""

    def __init__(self, script: Script) -> None:
        self.script, self.who = script, script.who
        self.game = Game(script.start.copied(), phase=ACTIONS, order=script.order)
        self.takes: Mapping[Built, bool | None] = {}
        self.done: dict[int, list[Row]] = {FIRST: [], ROUNDS: []}
        self.spades: list[Row] = []
        self.course: list[tuple[int, Row]] = []
        """All rows of the one player with their rounds, answers to offered power among them."""

    @property
    def state(self) -> State:
        """What lies on the table."""
        return self.game.state

    def copied(self) -> Table:
        """Return a table that can be played on without touching this one."""
        after = copy(self)
        after.game = self.game.copied()
        after.done = {number: list(rows) for number, rows in self.done.items()}
        after.spades, after.course = list(self.spades), list(self.course)
        return after

    def play(self, own: Own) -> int:
        """Play both rounds and return the points at the end. Raises InputError for what may not be."""
        self.takes = own.takes
        self.round(own.rows[FIRST])
        self.border(own.spades)
        self.round(own.rows[ROUNDS])
        return commands.points(self.state, self.who)

    # --- a round ------------------------------------------------------------------------------------------

    def round(self, rows: Sequence[Row] | Chooser) -> None:
        """Play the actions of a round, to the last pass."""
        game, number = self.game, self.state.round
        waiting = {name: list(self.script.turns.get((number, name), ())) for name in self.script.others}
        left = list(rows.rows if isinstance(rows, Chooser) else rows)
        self._leave(waiting)
        current = next(name for name in game.clockwise(self.state.start) if not self._is_out(name, waiting))
        while current:
            if current != self.who:
                self._other(waiting[current].pop(0))
            elif isinstance(rows, Chooser):
                self._chosen(left, rows.last)
            else:
                if not left:
                    who = names.who(self.who)
                    raise InputError(phrase("mystica.refused.not_passed", who=who), field="pass")
                self.own(left.pop(0))
            self._leave(waiting)
            order = game.clockwise(current)
            turns = (name for name in (*order[1:], current) if not self._is_out(name, waiting))
            current = next(turns, "")
        for row in () if isinstance(rows, Chooser) else left:
            self.own(row)
        for name in self.script.others:
            self._seat(name, self.script.ends[number])

    def _is_out(self, name: str, waiting: Mapping[str, Sequence[Turn]]) -> bool:
        return self.state.player(name).is_out if name == self.who else not waiting[name]

    def _leave(self, waiting: Mapping[str, Sequence[Turn]]) -> None:
        """Let those leave the game who left it after their last row."""
        end = self.script.ends[self.state.round]
        for name in self.script.others:
            was, now = self.state.player(name), end.player(name)
            if now.dropped and not was.dropped and not waiting[name]:
                if was.bonus:
                    self.state.cards = {**self.state.cards, was.bonus: 0}
                self._seat(name, end)

    def _chosen(self, left: list[Row], last: Sequence[Row]) -> None:
        """Do the first row that the rules allow, or pass in the first way that they allow."""
        for row in (*left, *last):
            trial = self.copied()
            try:
                trial.own(row)
            except InputError:
                continue
            if row in left:
                left.remove(row)
            self.game, self.done, self.course = trial.game, trial.done, trial.course
            return
        raise conflict(". ".join(last[0]))

    def own(self, row: Row) -> None:
        """Carry out a row of the one player."""
        game = self.game
        game.row, game.current = None, self.who
        was = dict(self.state.player(self.who).structures)
        apply.apply_row(game, self.who, row)
        if left := self._left():
            raise InputError(
                phrase("mystica.refused.row_ends", who=names.who(self.who), left=left), field="commands"
            )
        game.offers.clear()
        if self.who == "cultists":
            for name, kind in self.state.player(self.who).structures.items():
                reaction = self.script.reactions.get((self.who, name, kind))
                if was.get(name) != kind and reaction is not None:
                    game.owed += reaction
                    if not reaction:
                        self.state.player(self.who).gain_power(int(game.consolation))
        self.done[self.state.round].append(row)
        self.course.append((self.state.round, row))

    def _left(self) -> Phrase | None:
        """Return what a row has still to settle."""
        return self.game.row.unfinished() if self.game.row is not None else None

    # --- the others ---------------------------------------------------------------------------------------

    def _seat(self, name: str, recorded: State) -> None:
        """Give a player what the log has."""
        state = self.state
        seat = copy(recorded.player(name))
        state.players = tuple(seat if player.faction == name else player for player in state.players)
        for at, cult in enumerate(CULTS):
            if sum(player.cults[at] == CULT_TOP for player in state.players) > 1:
                raise conflict(names.cult(cult))
        for favour in seat.favours:
            if sum(player.favours.count(favour) for player in state.players) > FAVOURS[favour].copies:
                raise conflict(favour)
        supply = town_supply(state.setup.extras if state.setup else ())
        for town in seat.towns:
            if town.tile and sum(
                item.tile == town.tile for player in state.players for item in player.towns
            ) > supply.get(town.tile, 0):
                raise conflict(town.tile)

    def _other(self, turn: Turn) -> None:
        """Do what another player did."""
        game, state, name = self.game, self.state, turn.faction
        before, after = turn.before, turn.after
        for _, place, _kind in turn.built:
            if state.owner(place) not in ("", name) or state.terrain_of(place) != before.terrain_of(place):
                raise conflict(place)
        for place, terrain in turn.transformed.items():
            if state.owner(place) or state.terrain_of(place) != before.terrain_of(place):
                raise conflict(place)
            state.terrain = {**state.terrain, place: terrain}
        for place, owner in after.bridges.items():
            if place not in before.bridges:
                if place in state.bridges:
                    raise conflict(place)
                state.bridges = {**state.bridges, place: owner}
        for cult, places in after.places.items():
            for index, owner in enumerate(places):
                if owner == name and before.places[cult][index] != name:
                    state.place_priest(state.player(name), cult, PRIEST_PLACES[index])
        for action in turn.used:
            if action in state.used:
                raise conflict(action)
            state.used = (*state.used, action)
        if turn.passes:
            self._card(name, before, after)
            game.passed.append(name)
        self._seat(name, after)
        for built in turn.built:
            self._offers(built)

    def _card(self, name: str, before: State, after: State) -> None:
        """Take the bonus card that was taken, and give the old one back."""
        old, new = before.player(name).bonus, after.player(name).bonus
        cards = dict(self.state.cards)
        if new and new != old:
            if new not in cards:
                raise conflict(new)
            del cards[new]
        if old and new != old:
            cards[old] = 0
        self.state.cards = cards

    def _offers(self, built: Built) -> None:
        """Take the power that a building offers, or not."""
        game = self.game
        game.events += 1
        for offer in offers(self.state, (built[0], self.who), built[1], game.events):
            can = offered(self.state, offer)
            take = self.takes.get(built, can <= 1)
            game.offers.append(offer)
            if can and take is not None:
                answer(game, self.who, offer.power, offer.source, take)
                text = f"leech {can} from {offer.source}" if take else f"decline {can} from {offer.source}"
                self.course.append((self.state.round, (text,)))
        if self.who != "cultists":
            game.owed = 0

    # --- between the rounds -------------------------------------------------------------------------------

    def border(self, spades: Sequence[Row], *, is_search: bool = False) -> None:
        """End the first round: cult bonus, spades, income.

        is_search : whether rows that the rules do not allow are left out.
        """
        game = self.game
        game.row, game.current = None, ""
        game.offers.clear()
        next_phase(game)
        mine = game.spades.pop(self.who, 0)
        game.spades = {self.who: mine} if mine else {}
        for turn in self.script.spades:
            self._other(turn)
        for row in spades:
            if not game.spades:
                break
            game.row = None
            trial = self.copied()
            try:
                apply.apply_row(trial.game, self.who, row)
            except InputError:
                if is_search:
                    continue
                raise
            self.game = game = trial.game
            self.spades.append(row)
            self.course.append((FIRST, row))
        game.spades, game.row, game.phase = {}, None, SPADES
        next_phase(game)
