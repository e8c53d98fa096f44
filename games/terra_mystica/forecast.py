"""A player's plan, followed command by command: what is at hand after each, what the next round brings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared import plans
from pencilwright.games.shared.refusals import game_over
from pencilwright.games.shared.tables import Cell, SetupRow
from pencilwright.games.terra_mystica.boards.factions import FACTIONS, faction
from pencilwright.games.terra_mystica.commands import game_of, points
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.games.terra_mystica.rules import apply, turn
from pencilwright.games.terra_mystica.rules.building import need
from pencilwright.games.terra_mystica.rules.networks import Offer, most_offered
from pencilwright.games.terra_mystica.state import State, in_order
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Sentence, phrase

_COLUMNS: Final = ("points", "coins", "workers", "priests")
_ORDER: Final = re.compile(r"order((?:\s+\w+)+)", re.IGNORECASE)
_CARD: Final = re.compile(r"bon\d+", re.IGNORECASE)
_CHANGE: Final = re.compile(r"(?:convert|burn)\b", re.IGNORECASE)
_LEECH: Final = re.compile(r"leech\s+(\d{1,2})\s+from\s+(\w+(?:\s\w+)?)", re.IGNORECASE)


def player(state: State, text: str) -> str:
    """Return the faction that a person means: its name or its colour; the only one when nothing is said."""
    playing = [item.faction for item in state.players if item.faction]
    if not text and len(playing) == 1:
        return playing[0]
    named = [name for name in playing if FACTIONS[name].colour == text.strip().lower()]
    if named:
        return named[0]
    if not text:
        raise InputError(phrase("plan.who", names=tuple(map(names.who, playing))), field="for")
    return state.player(faction(text, "for").id).faction


def commands(text: str) -> tuple[str, ...]:
    """Return the commands of a plan, as rows of a log have them. Raises InputError for too long a plan."""
    return apply.spelled(plans.commands(text, between=".;\n"))


def follow(state: State, who: str, plan: Sequence[str]) -> Iterator[State]:
    """Yield the position after each command of one player; the others stay as they are and take no power.

    One action follows the other as if all others had passed. `order witches nomads BON3` ends the round after
    the player has passed: all players in the order of passing, a card behind who takes one. Power that the
    plan takes (`leech 2 from witches`) is offered. Raises InputError for the first command that is not
    allowed, and at the end for what has still to be settled.
    """
    table = _Table(state, who)
    for text in plan:
        yield table.after(text)
    if table.game.row and (left := table.game.row.unfinished()):
        need(False, "row_ends", "commands", who=names.who(who), left=left)


class _Table:
    """A game in which one player acts: the others count as out of the round, and are shown as they are."""

    def __init__(self, state: State, who: str) -> None:
        self.game, self.who = game_of(state, who), who
        self.own = self.game.state.player(who)
        self.others = [player for player in self.game.state.players if player is not self.own]
        self.passed = {player.faction: player.passed for player in self.others}
        self._alone()

    def _alone(self) -> None:
        """Let nobody else have a turn."""
        for other in self.others:
            other.passed = True
        if not self.own.is_out:
            self.game.current = self.who

    def after(self, text: str) -> State:
        """Return the position after one more command. Raises InputError for one that is not allowed."""
        if match := _ORDER.fullmatch(text):
            self._end_round(match[1].split())
        elif (
            self.own.passed
            and self.game.phase == turn.ACTIONS
            and not (self.game.row and _CHANGE.match(text))
        ):
            is_last = self.game.state.round in (0, ROUNDS)
            example = " ".join((self.who, *(player.faction for player in self.others)))
            why = "passed" if is_last else "round_over"
            need(False, why, "passed", who=names.who(self.who), example=f"order {example}")
        else:
            self._offered(text)
            self._do(text)
            self._go_on()
        view = in_order(self.game.state)
        for other in view.players:
            other.passed = self.passed.get(other.faction, other.passed)
        return view

    def _do(self, text: str) -> None:
        """Do a command; the turn stays open, so that goods are changed after passing, too."""
        if self.game.phase != turn.ACTIONS:
            apply.apply_row(self.game, self.who, (text,))
        elif text.lower() not in apply.NOTES:
            apply.apply_action(self.game, self.who, text)

    def _end_round(self, words: Sequence[str]) -> None:
        """End the round, players in the order of passing; the others take the cards behind their names."""
        game = self.game
        need(self.own.passed and game.phase == turn.ACTIONS, "not_passed", "passed", who=names.who(self.who))
        if game.state.round == ROUNDS:
            raise game_over("commands")
        need(game.state.tile(), "no_tile", "setup")
        cards: dict[str, str] = {}
        last = self.who
        for word in words:
            if _CARD.fullmatch(word):
                cards[last] = word.upper()
            else:
                last = player(game.state, word)
                need(last not in cards, "order_once", "commands", who=names.who(last))
                cards[last] = ""
        for item in game.state.players:
            if not item.dropped:
                need(item.faction in cards, "order_all", "commands", who=names.who(item.faction))
        for name, card in cards.items():
            if card:
                need(not self.passed.get(name, True), "passed", "commands", who=names.who(name))
                game.state.player(name).passed, game.current = False, name
                apply.apply_row(game, name, (f"pass {card}",))
        game.row, game.passed = None, list(cards)
        self.passed = dict.fromkeys(self.passed, True)
        game.offers.clear()
        turn.next_phase(game)
        self._go_on()

    def _go_on(self) -> None:
        """Begin the next round where the spades of cults are used; those of the others are given up."""
        game = self.game
        if game.phase == turn.SPADES:
            game.spades = {name: n for name, n in game.spades.items() if name == self.who}
            if turn.next_phase(game):
                self.passed = {other.faction: other.passed for other in self.others}
                self._alone()

    def _offered(self, text: str) -> None:
        """Offer the power that a command takes: where others build is theirs to say."""
        match = _LEECH.fullmatch(text)
        if match and self.game.phase == turn.ACTIONS:
            source = player(self.game.state, match[2])
            amount, who = int(match[1]), names.who(self.who)
            need(source != self.who, "no_offer", "leech", who=who)
            most = most_offered(self.game.state, self.own, source)
            need(0 < amount <= most, "leech", "leech", who=who, n=most, wanted=amount)
            self.game.events += 1
            self.game.offers.append(Offer(self.who, source, amount, self.game.events))


def has(state: State, who: str) -> tuple[tuple[Sentence, Cell], ...]:
    """Return what a player has: points, goods, bowls and cults, each under the head of its column."""
    own = state.player(who)
    head = "mystica.log.head"
    return (
        *((phrase(f"{head}.{name}"), getattr(own, name)) for name in _COLUMNS),
        (phrase(f"{head}.bowls"), "/".join(map(str, own.bowls))),
        (phrase(f"{head}.cults"), "/".join(map(str, own.cults))),
    )


def ahead(state: State, who: str) -> tuple[SetupRow, ...]:
    """Return what comes: the cult bonus and income of the next round, points now and at the end."""
    player = state.player(who)
    results = []
    if 0 < state.round < ROUNDS:
        if state.tile():
            good, amount = turn.cult_bonus(state, player)
            bonus = (
                phrase("mystica.amount.spade", n=amount) if good == "spade" else names.amount(good, amount)
            )
            results.append(
                SetupRow(
                    phrase("mystica.forecast.cult"), (bonus if amount else phrase("mystica.amount.none"),)
                )
            )
        held = player if player.is_out else replace(player, bonus="")
        goods = tuple(names.amount(good, n) for good, n in turn.income(state, held).items() if n)
        lines = goods or (phrase("mystica.amount.none"),)
        note = () if player.is_out else (phrase("mystica.forecast.no_card"),)
        results.append(SetupRow(phrase("mystica.forecast.income"), (*lines, *note)))
    now = [names.amount("VP", player.points)]
    if not player.is_out and (more := sum(turn.passing(state, player).values())):
        now.append(phrase("mystica.forecast.passing", n=more))
    results.append(SetupRow(phrase("mystica.forecast.now"), tuple(now)))
    results.append(SetupRow(phrase("mystica.forecast.end"), (names.amount("VP", points(state, who)),)))
    return tuple(results)
