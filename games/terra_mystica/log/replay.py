"""A whole game played through from its log: each row by the rules, and held against the log's own columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import in_line, nobody
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.log import read
from pencilwright.games.terra_mystica.rules import actions, apply, turn
from pencilwright.games.terra_mystica.rules.power import gain_power, power_room
from pencilwright.games.terra_mystica.scoring import ALCHEMIST_COINS, Ending, as_coins, score
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import Player, State, in_order
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, phrase

NETWORK: Final = "network"


class CourseRow(NamedTuple):
    """One row of the whole course: its line in the log (0: none), whose it is, what was done, what is after.

    Attributes
    ----------
    label : "" for commands, else the automatic event: a label of `ledger`.
    before, after : what the player has.
    round : the round that it belongs to.
    commands : as they were carried out.
    """

    line: int
    faction: str
    commands: tuple[str, ...]
    label: str
    before: read.Columns
    after: read.Columns
    round: int


class ColumnDifference(NamedTuple):
    """A column that is not as we have it after a row."""

    line: int
    faction: str
    column: str
    logged: str
    ours: str


@dataclass
class History:
    """A game played through.

    Attributes
    ----------
    setup, record : what it was played from.
    game : how it stands at the end of the log.
    entries : all rows, those that come by themselves among them.
    compared : rows of the log whose columns were compared.
    differences : where a column is not as we have it.
    orders : round -> who acts, in the order of turns.
    unanswered : offers of power that the log does not answer.
    corrected : rows that correct goods by hand.
    position : the position that was asked for.
    """

    record: read.LogRecord
    game: turn.Midgame
    entries: list[CourseRow] = field(default_factory=list)
    compared: int = 0
    differences: list[ColumnDifference] = field(default_factory=list)
    orders: dict[int, tuple[str, ...]] = field(default_factory=dict)
    unanswered: int = 0
    corrected: int = 0
    position: State | None = None

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return self.record.setup

    @property
    def score(self) -> Ending:
        """The final score, as if the game ended with the log."""
        return score(self.game.state)


class At(NamedTuple):
    """A place in a game: after the row in a line, or (line 0) at the beginning of a round's actions."""

    line: int = 0
    round: int = 0


def parse_at(text: str) -> At:
    """Return a place as people write it: "128" or "r6". Raises InputError for anything else."""
    if match := re.fullmatch(r"\s*(?:r([1-6])|(\d{1,6}))\s*", text, re.IGNORECASE):
        return At(int(match[2] or 0), int(match[1] or 0))
    raise InputError(phrase("words.wrong", text=text[:20], example="r6"), field="at")


def replay(record: read.LogRecord, at: At | None = None) -> History:
    """Play a log through.

    at : the place whose position is wanted.

    Raises InputError naming the line and the rule for the first command that may not be, and for a place that
    the log does not come to.
    """
    player_ = _Player(record, at)
    for _ in player_.played():
        pass
    player_.end()
    return player_.history


def games(record: read.LogRecord) -> Iterator[tuple[read.LogLine, turn.Midgame]]:
    """Yield each line of a log with the game after it, which goes on changing. Raises as `replay`."""
    player_ = _Player(record)
    return ((line, player_.game) for line in player_.played())


def opened(record: read.LogRecord) -> turn.Midgame:
    """Return the game of a log at its first dwelling."""
    game = turn.begin(record.setup)
    game.consolation = record.consolation
    for name, player in record.names.items():
        game.state.player(name).name = player
    for name, points in record.points.items():
        game.state.player(name).points = points
    return game


class _Player:
    """Plays one line after another and keeps what came of it."""

    def __init__(self, record: read.LogRecord, at: At | None = None) -> None:
        self.game, self.at = opened(record), at
        self.history, self.state = History(record, self.game), self.game.state
        self.moments: dict[str, dict[str, read.Columns]] = {}
        self.seen: set[tuple[str, str]] = set()
        self.notes: list[read.LogLine] = []
        self.early: set[str] = set()
        self.tells_offers = any(line.offered for line in record.lines)

    # --- lines ----------------------------------------------------------------------------------------------

    def played(self) -> Iterator[read.LogLine]:
        """Play the lines of the log, and yield each when it is played."""
        for line in self.history.record.lines:
            try:
                self.line(line)
            except InputError as error:
                raise in_line(line.number, error, "log") from error
            yield line

    def line(self, line: read.LogLine) -> None:
        """Take one line of the log."""
        if line.faction not in self.state.seats:
            raise nobody(names.who(line.faction), field="log")
        if line.label in (read.TAKEN, read.REFUSED):
            self.notes.append(line)
        elif line.label == read.DROPPED:
            self._flow()
            turn.drop_out(self.game, line.faction)
            self._entry(line.number, line.faction, (), read.DROPPED, self._has(line.faction))
        elif line.label == read.CORRECTED:
            self._correct(line)
        elif line.label == read.SETUP:
            self._compare(line, self._has(line.faction))
        elif line.label:
            if line.commands:
                self._row(line._replace(label="", columns=None))
            self._by_itself(line)
        else:
            self._row(line)
        if self.at and self.at.line == line.number:
            self._keep()

    def _correct(self, line: read.LogLine) -> None:
        """Give or take goods as the log corrects them by hand, whoever is to act."""
        player, before = self.state.player(line.faction), self._has(line.faction)
        for text in line.commands:
            amount, good = read.correction(text)
            actions.correct(self.game, player, good, amount)
        self.history.corrected += 1
        self._entry(line.number, line.faction, line.commands, read.CORRECTED, before)
        self._compare(line, self._has(line.faction))

    def _row(self, line: read.LogLine) -> None:
        """Play a row of commands."""
        game, name = self.game, line.faction
        answers = all(apply.is_note(text) for text in line.commands)
        step = name == "cultists" and game.owed and line.commands[0].startswith("+")
        if not answers and not step:
            self._end_offers()
            self._flow(name)
            if game.phase == turn.ACTIONS:
                self.early.clear()
                self.moments.clear()
                self.seen.clear()
        before = self._has(name)
        cultists = self._has("cultists") if "cultists" in self.state.seats else None
        owed, events = game.owed, game.events
        commands = self._commands(line)
        summary = self._row_values(name) if name in self.early and game.phase == turn.SPADES else None
        commands = apply.apply_row(game, name, commands)
        if self.notes and cultists:
            self._compare_notes(cultists, game.owed - owed if name != "cultists" else 0)
        self._note_entries(name, cultists, game.owed - owed)
        self.notes.clear()
        offered: dict[str, int] = {}
        for offer in game.offers:
            if offer.event > events:
                offered[offer.faction] = offered.get(offer.faction, 0) + offer.power
        self._entry(line.number, name, commands, "", before)
        if line.columns:
            self._compare(line, summary or self._has(name))
            self._compare_offers(line, offered)

    def _end_offers(self) -> None:
        """When all have passed: power that the log does not answer for is not taken."""
        if self.game.phase == turn.ACTIONS and not self.game.current:
            self.history.unanswered += len(turn.open_offers(self.game))
            apply.answer_for_all(self.game)

    def _note_entries(self, name: str, was: read.Columns | None, taken: int) -> None:
        """Keep what the Cultists had from others' answers: a step to take, or 1 power."""
        if was is None or name == "cultists":
            return
        for _ in range(taken):
            self.history.entries.append(CourseRow(0, "cultists", (), read.TAKEN, was, was, self.state.round))
        while was.bowls != self._has("cultists").bowls and power_room(was.bowls):
            now = was._replace(bowls=gain_power(was.bowls, 1))
            self.history.entries.append(
                CourseRow(0, "cultists", (), read.REFUSED, was, now, self.state.round)
            )
            was = now

    def _commands(self, line: read.LogLine) -> tuple[str, ...]:
        """Return the commands of a row as the rules have them.

        Where a tile moves all cults the columns say which of them came to 10; a card named on the last pass
        is not taken.
        """
        commands = apply.spelled(line.commands)
        if self.state.round == box.ROUNDS:
            commands = tuple(re.sub(r"(?i)^(pass)\s+bon\d+$", r"\1", text) for text in commands)
        player, has = self.state.player(line.faction), line.columns
        tens = [cult for i, cult in enumerate(box.CULTS) if has and has.cults[i] == 10 > player.cults[i]]
        moving = [
            text for text in commands if text[1:].upper() in box.TOWNS and box.TOWNS[text[1:].upper()].cults
        ]
        return tuple(f"{text} {' '.join(tens)}" if tens and text in moving else text for text in commands)

    def _by_itself(self, line: read.LogLine) -> None:
        """Compare an automatic row: income, cult bonus, points at the end."""
        label = line.label
        if label == read.BLANK:
            label = self._next_of(line.faction) or ""
        if label == read.ALL_INCOME:
            self._all_income(line)
            return
        if line.columns is None:
            return
        if label not in self.moments:
            self._end_offers()
        while label not in self.moments and self._step(drop=label == read.INCOME):
            pass
        if line.label == read.BLANK and not label:
            label = self._next_of(line.faction) or ""
        if label not in self.moments:
            waits = names.who(turn.whose(self.game)) if turn.whose(self.game) else "-"
            raise InputError(phrase("mystica.ledger.early", who=waits), field="log")
        self.seen.add((label, line.faction))
        ours = self.moments[label].get(line.faction)
        if ours is None:
            self.history.compared += 1
            self._differ(line, label, "+", "-")
        else:
            self._compare(line, ours)

    def _next_of(self, name: str) -> str | None:
        """Return what came by itself to a player and was not told yet, None for nothing."""
        waiting = (label for label, has in self.moments.items() if name in has)
        return next((label for label in waiting if (label, name) not in self.seen), None)

    def _all_income(self, line: read.LogLine) -> None:
        """Compare a row of old ledgers: the bonus of cults and income in one, spades after them."""
        while self.game.phase != turn.SPADES and read.INCOME not in self.moments and self._step():
            pass
        if self.game.phase == turn.SPADES:
            self.early.add(line.faction)
        if line.columns is not None and self.moments:
            moment = self.moments.get(read.INCOME, {}).get(line.faction)
            self._compare(line, moment or self._row_values(line.faction))

    def _row_values(self, name: str) -> read.Columns:
        """Return what a player has as a row tells it: after income, where old ledgers have it first."""
        if self.game.phase != turn.SPADES or name not in self.early:
            return self._has(name)
        player = self.state.player(name)
        stored = read.columns(player)
        for good, amount in turn.income(self.state, player).items():
            self.game.gain(player, good, amount)
        columns = read.columns(player)
        player.coins, player.workers, player.priests = stored.coins, stored.workers, stored.priests
        player.bowls = stored.bowls
        return columns

    def end(self) -> None:
        """After the last line: end the phase, and hold the points at the end against what was told."""
        self._flow()
        has_notes = any(label in (read.RESOURCES, NETWORK, *box.CULTS) for label, _ in self.seen)
        for label, has in self.moments.items():
            for name, ours in has.items():
                if has_notes and (label, name) not in self.seen and (label != read.RESOURCES or ours):
                    self.history.differences.append(ColumnDifference(0, name, label, "-", str(ours.points)))
        if self.at and self.history.position is None:
            raise InputError(self._no_place(self.at), field="at")

    def _no_place(self, at: At) -> Phrase:
        """Return why a place is not in the log."""
        if at.round:
            return phrase("mystica.ledger.no_round", n=at.round)
        numbers = [line.number for line in self.history.record.lines]
        near = min(numbers, key=lambda n: (abs(n - at.line), n), default=0)
        return phrase("mystica.ledger.no_row", n=at.line, near=near)

    # --- phases ---------------------------------------------------------------------------------------------

    def _flow(self, name: str = "giants") -> None:
        """Go on as far as it goes; an odd spade of the Giants is lost when somebody else acts."""
        while self._step(drop=name != "giants" and self.game.spades == {"giants": 1}):
            pass

    def _step(self, *, drop: bool = False) -> bool:
        """Go on to the next phase and keep what it brought.

        drop : whether spades of cults that nobody used are lost.
        """
        game = self.game
        if drop and game.phase == turn.SPADES:
            game.spades.clear()
        before = {name: read.columns(player) for name, player in self.state.seats.items()}
        if not turn.next_phase(game):
            return False
        label = {turn.SPADES: read.CULT, turn.ACTIONS: read.INCOME}.get(game.phase, "")
        if label in ("", read.CULT):
            self.moments.clear()
            self.seen.clear()
        if game.is_over:
            self._awards()
            return True
        order = self.game.clockwise(self.state.start)
        if label == read.INCOME:
            self.history.orders[self.state.round] = tuple(order)
        self.moments[label] = {name: read.columns(self.state.player(name)) for name in order}
        self.seen -= {(label, name) for name in order}
        for name in order:
            self._entry(0, name, (), label, before[name])
        if self.at and label == read.INCOME and self.at.round == self.state.round:
            self._keep()
        return True

    def _awards(self) -> None:
        """Keep what each player has after each award of the end."""
        score = self.history.score
        points = {line.id: line.known for line in score.lines}
        has = {name: read.columns(player) for name, player in self.state.seats.items()}
        order = sorted(self.game.order or has, key=lambda name: not self.state.player(name).dropped)
        for label in (*box.CULTS, NETWORK, read.RESOURCES):
            name_of = "area" if label == NETWORK else label
            self.moments[label] = {}
            for name in order:
                player = self.state.player(name)
                won = points[f"{name}.{name_of}"]
                if won or label == read.RESOURCES:
                    before = has[name]
                    after = before._replace(points=before.points + won)
                    has[name] = _sold(player, after) if label == read.RESOURCES else after
                    self.moments[label][name] = has[name]
                    result = CourseRow(0, name, (), label, before, has[name], box.ROUNDS + 1)
                    self.history.entries.append(result)

    # --- what is kept ---------------------------------------------------------------------------------------

    def _has(self, name: str) -> read.Columns:
        return read.columns(self.state.player(name))

    def _keep(self) -> None:
        self.history.position = in_order(self.state)

    def _entry(
        self, number: int, name: str, commands: tuple[str, ...], label: str, before: read.Columns
    ) -> None:
        after = self._has(name)
        self.history.entries.append(CourseRow(number, name, commands, label, before, after, self.state.round))

    def _compare(self, line: read.LogLine, ours: read.Columns) -> None:
        """Hold a row's columns against ours."""
        if line.columns is None:
            return
        self.history.compared += 1
        for column, entry, has in zip(read.Columns._fields, line.columns, ours, strict=True):
            if entry != has:
                self._differ(line, column, _as_text(entry), _as_text(has))

    def _compare_offers(self, line: read.LogLine, offered: Mapping[str, int]) -> None:
        """Hold the power that neighbours may take against the row, where the ledger tells it.

        The ledger counts what players who left might have taken; such rows are not compared.
        """
        ours = sorted(offered.values())
        left = any(player.dropped for player in self.state.seats.values())
        if self.tells_offers and not left and sorted(line.offered) != ours:
            self._differ(line, "offered", _as_text(tuple(sorted(line.offered))), _as_text(tuple(ours)))

    def _compare_notes(self, cultists: read.Columns, taken: int) -> None:
        """Hold what the Cultists' neighbours did against the notes that stand before the row."""
        bowls = cultists.bowls
        for line in self.notes:
            if line.label == read.REFUSED:
                bowls = gain_power(bowls, 1)
            self._compare(line, cultists._replace(bowls=bowls))
        if sum(line.label == read.TAKEN for line in self.notes) != taken:
            self._differ(self.notes[-1], read.TAKEN, str(len(self.notes)), str(taken))
        if bowls != self._has("cultists").bowls:
            self._differ(self.notes[-1], read.REFUSED, _as_text(bowls), _as_text(self._has("cultists").bowls))

    def _differ(self, line: read.LogLine, column: str, logged: str, ours: str) -> None:
        self.history.differences.append(ColumnDifference(line.number, line.faction, column, logged, ours))


def _as_text(value: object) -> str:
    return ("/".join(map(str, value)) or "-") if isinstance(value, tuple) else str(value)


def _sold(player: Player, has: read.Columns) -> read.Columns:
    """Return what is left when everything was turned into coins and the coins into points."""
    first, second, third = has.bowls
    rate = ALCHEMIST_COINS if player.faction == "alchemists" else box.COINS_PER_POINT
    coins = as_coins(has.coins, has.workers, has.priests, has.bowls)
    return has._replace(
        coins=coins % rate, workers=0, priests=0, bowls=(first + third + second // 2, second % 2, 0)
    )
