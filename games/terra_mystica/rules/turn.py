"""A game under way: whose turn it is, what is still owed or to be chosen, and how rounds begin and end."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.rules.networks import Offer
from pencilwright.games.terra_mystica.rules.power import power_room
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import Player, State, start
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, phrase

DWELLINGS, CARDS, ACTIONS, SPADES, OVER = "dwellings", "cards", "actions", "spades", "over"
GOODS: Final = ("C", "W", "P")


class PointsEntry(NamedTuple):
    """Points won or lost: whose, the round (0: before the first, 7: at the end), how many, and their source.

    That is a tile or a card, or one of SOURCES of log/points_by_source.py.
    """

    faction: str
    round: int
    points: int
    reason: str


@dataclass(slots=True)
class OpenRow:
    """What one player's row of commands has begun and must finish.

    Attributes
    ----------
    faction : whose row it is, "" where nobody asks.
    actions : actions still to be taken.
    digging : whether transform-and-build is under way.
    free, bought : spades not yet used.
    split : whether the free spades may be spread at will (stronghold of the Halflings).
    dug : hexes transformed in this action, in order.
    skipped : the hex reached by carpet or tunnel in this action, or "".
    may_build : whether this action may still build a dwelling.
    sandstorm, free_dwelling, free_house : an action of a stronghold that waits for its hex.
    bridges, favours : bridges to build, favour tiles to take.
    cults : steps of each cult advance that waits for its cult.
    stopped : cult -> steps of this action that stopped at 9 for want of a key.
    towns : groups that wait for their town tile.
    priests : workers that the Darklings may still turn into priests.
    passed : whether the player passed in this row.
    """

    faction: str = ""
    actions: int = 1
    digging: bool = False
    free: int = 0
    bought: int = 0
    split: bool = False
    dug: list[str] = field(default_factory=list)
    skipped: str = ""
    may_build: bool = True
    sandstorm: bool = False
    free_dwelling: bool = False
    free_house: bool = False
    bridges: int = 0
    favours: int = 0
    cults: list[int] = field(default_factory=list)
    stopped: dict[str, int] = field(default_factory=dict)
    towns: list[frozenset[str]] = field(default_factory=list)
    priests: int = 0
    passed: bool = False

    def copied(self) -> OpenRow:
        """Return a row that can be gone on with without touching this one."""
        after = copy(self)
        after.dug, after.cults, after.towns = list(self.dug), list(self.cults), list(self.towns)
        after.stopped = dict(self.stopped)
        return after

    def unfinished(self) -> Phrase | None:
        """Return what must still be done before the row ends, None for nothing."""
        if self.free + self.bought:
            return phrase("mystica.left.spades", n=self.free + self.bought)
        left = {
            "hex": self.sandstorm or self.free_dwelling or self.free_house,
            "bridge": self.bridges,
            "favour": self.favours,
            "cult": self.cults,
            "town": self.towns,
        }
        return next((phrase(f"mystica.left.{name}") for name, waits in left.items() if waits), None)


@dataclass(slots=True)
class Midgame:
    """A game under way.

    Attributes
    ----------
    state : what lies on the table.
    phase : DWELLINGS, CARDS, ACTIONS, SPADES or OVER.
    queue : in the phases before round 1, who acts; the first one is next.
    current : in the action phase, whose turn it is.
    passed : who passed in this round, in that order.
    row : what the player whose turn it is has begun, None at the beginning of a turn.
    offers : power offered to neighbours and not yet answered, in the order of answering; late answers count
        too, until their player acts.
    accepted : events (a building of the Cultists) of which somebody took power.
    refused : events of which somebody refused power and nobody has taken any so far.
    events : number of events so far.
    consolation : whether the Cultists get 1 power when nobody takes power of a building of theirs.
    owed : cult steps that the Cultists have still to take.
    spades : in the phase of spades from cults, faction -> spades to use; the first one is next.
    order : factions in the order of turns, where it is not that of the players.
    ledger : where the points came from.
    """

    state: State
    phase: str = DWELLINGS
    queue: list[str] = field(default_factory=list)
    current: str = ""
    passed: list[str] = field(default_factory=list)
    row: OpenRow | None = None
    offers: list[Offer] = field(default_factory=list)
    accepted: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)
    events: int = 0
    consolation: bool = True
    owed: int = 0
    spades: dict[str, int] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    ledger: tuple[PointsEntry, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the last round has ended."""
        return self.phase == OVER

    def copied(self) -> Midgame:
        """Return a game that can be played on without touching this one."""
        after = copy(self)
        after.state = self.state.copied()
        after.queue, after.passed, after.offers = list(self.queue), list(self.passed), list(self.offers)
        after.accepted, after.refused = set(self.accepted), set(self.refused)
        after.spades = dict(self.spades)
        after.row = self.row and self.row.copied()
        return after

    def clockwise(self, faction: str) -> tuple[str, ...]:
        """Return all factions in the order of turns from one on, that one first."""
        order = self.order or tuple(self.state.seats)
        at = order.index(faction)
        return order[at:] + order[:at]

    def score(self, player: Player, points: int, reason: str) -> None:
        """Add points (never below 0) and remember why."""
        if points:
            before, player.points = player.points, max(0, player.points + points)
            entry = PointsEntry(player.faction, self.state.round, player.points - before, reason)
            self.ledger = (*self.ledger, entry)

    def gain(self, player: Player, good: str, amount: int, reason: str = "") -> int:
        """Give coins, workers, priests (as many as there are), power or points; return what came of it."""
        if good == "C":
            player.coins += amount
        elif good == "W":
            player.workers += amount
        elif good == "P":
            amount = min(amount, self.state.priests_at_most(player.faction) - player.priests)
            player.priests += amount
        elif good == "PW":
            amount = player.gain_power(amount)
        else:
            self.score(player, amount, reason)
        return amount


def begin(setup: Setup, components: box.Components = box.STANDARD) -> Midgame:
    """Return a game at its first dwelling."""
    state = start(setup, components)
    return Midgame(state, queue=dwelling_order(setup.factions), current=state.start)


def dwelling_order(factions: tuple[str, ...]) -> list[str]:
    """Return who places first dwellings: there and back, the Nomads' third, the Chaos Magicians' only one."""
    usual = [name for name in factions if FACTIONS[name].first_dwellings > 1]
    third = [name for name in factions if FACTIONS[name].first_dwellings > 2]
    only = [name for name in factions if FACTIONS[name].first_dwellings == 1]
    return usual + usual[::-1] + third + only


def dwellings_done(game: Midgame) -> None:
    """After the last first dwelling: the first bonus cards are taken, the last player first."""
    if game.phase == DWELLINGS and not game.queue:
        still = [name for name, player in game.state.seats.items() if not player.dropped]
        game.phase, game.queue = CARDS, still[::-1]


def whose(game: Midgame) -> str:
    """Return the faction that has to act next, or "" when the game is over."""
    if question := open_offers(game):
        return question[0].faction
    if game.owed:
        return "cultists"
    if game.phase in (DWELLINGS, CARDS):
        return game.queue[0]
    if game.phase == SPADES:
        return next(iter(game.spades))
    return game.current if game.phase == ACTIONS else ""


# --- income and rounds --------------------------------------------------------------------------------------


def income(state: State, player: Player) -> dict[str, int]:
    """Return what a player gets in the income phase: C, W, P and PW."""
    result = dict.fromkeys((*GOODS, "PW"), 0)
    for (structure, good), totals in player.board.income.items():
        result[good] += totals[player.count(structure)]
    if player.bonus:
        for good, amount in zip((*GOODS, "PW"), box.BONUS[player.bonus].income, strict=True):
            result[good] += amount
    for favour in player.favours:
        for good, amount in zip(("C", "W", "PW"), box.FAVOURS[favour].income, strict=True):
            result[good] += amount
    return result


def begin_round(game: Midgame) -> None:
    """Start the next round: new tokens, income for everybody, the turn of the first who still plays."""
    state = game.state
    state.round += 1
    state.used = ()
    for player in state.players:
        player.used, player.passed = (), player.dropped
        for good, amount in income(state, player).items():
            game.gain(player, good, amount)
    game.phase, game.row = ACTIONS, None
    game.passed.clear()
    game.current = next((name for name in game.clockwise(state.start) if not state.player(name).is_out), "")


def passing(state: State, player: Player) -> dict[str, int]:
    """Return the points for passing now: source (card, FAV12, bridges of the Engineers) -> points."""
    results: dict[str, int] = {}
    if player.bonus:
        for what, points in box.BONUS[player.bonus].points.items():
            ships = 0 if player.board.ship_top is None else player.shipping
            results[player.bonus] = results.get(player.bonus, 0) + points * (
                ships if what == "ship" else player.count(what)
            )
    if box.PASS_FAVOUR in player.favours:
        results[box.PASS_FAVOUR] = box.PASS_FAVOUR_POINTS[player.count("TH")]
    if player.faction == "engineers" and player.count("SH"):
        results["bridges"] = own_bridges(state, player)
    return results


def own_bridges(state: State, player: Player) -> int:
    """Return what the Engineers' stronghold pays on passing: 3 for each own bridge with own ends."""
    own = [bridge for bridge, owner in state.bridges.items() if owner == player.faction]
    return 3 * sum(all(end in player.structures for end in bridge.split("-")) for bridge in own)


def cult_bonus(state: State, player: Player) -> tuple[str, int]:
    """Return what the scoring tile of this round gives a player at its end: the good, and how much."""
    tile = box.SCORING[state.tile()]
    base = player.cults[box.CULTS.index(tile.cult)] if tile.cult else state.priests_on_board(player.faction)
    return tile.reward, base // tile.per * tile.amount


def end_round(game: Midgame) -> None:
    """After the last pass: the cult bonus in the new turn order, or the end after round 6."""
    state = game.state
    game.offers.clear()
    state.start = (*game.passed, state.start)[0]
    if state.setup and state.setup.pass_order:
        game.order = (*game.passed, *(name for name in state.seats if name not in game.passed))
    if state.round == box.ROUNDS:
        game.phase = OVER
        return
    for faction in game.clockwise(state.start):
        player = state.player(faction)
        good, amount = cult_bonus(state, player)
        if good != "spade":
            game.gain(player, good, amount)
            continue
        spades_gained(game, player, amount, scored=False)
        if amount and not player.dropped:
            game.spades[faction] = amount
    game.phase = SPADES


def next_phase(game: Midgame) -> bool:
    """Go on to the next phase when nothing of this one is left to do; return whether it went on.

    After the last first card and after the spades of cults a coin lies on each free card and income comes;
    after the last pass the cult bonus.
    """
    if game.phase == ACTIONS:
        begun = game.owed or (game.row and game.row.unfinished())
        due = not begun and all(player.is_out for player in game.state.players)
        if due and not open_offers(game):
            end_round(game)
            return True
        return False
    if (game.phase != CARDS or game.queue) and (game.phase != SPADES or game.spades):
        return False
    game.state.cards = {card: coins + 1 for card, coins in game.state.cards.items()}
    begin_round(game)
    return True


def spades_gained(game: Midgame, player: Player, count: int, *, scored: bool = True) -> None:
    """Give what gaining spades gives: the scoring tile, the Halflings' points, the Alchemists' power."""
    if not count:
        return
    if scored:
        score_event(game, player, "spade", count)
    if player.faction == "halflings":
        game.score(player, count, "spades")
    if player.faction == "alchemists" and player.count("SH"):
        player.gain_power(2 * count)


def score_event(game: Midgame, player: Player, event: str, count: int = 1) -> None:
    """Give the points of this round's scoring tile for something done."""
    tile = game.state.tile()
    if tile and event in box.SCORING[tile].event.split("/"):
        game.score(player, count * box.SCORING[tile].points, tile)


# --- power from neighbours ----------------------------------------------------------------------------------


def offered(state: State, offer: Offer) -> int:
    """Return how much of an offer its receiver can take now: room in the bowls, and points for the price."""
    player = state.player(offer.faction)
    return min(offer.power, power_room(player.bowls), player.points + 1) * offer.has_room


def open_offers(game: Midgame) -> list[Offer]:
    """Return the offers that wait for an answer: those that can be taken, by players who are still there."""
    offers = (offer for offer in game.offers if offered(game.state, offer))
    return [offer for offer in offers if not game.state.player(offer.faction).dropped]


def tidy_offers(game: Midgame) -> None:
    """Pay the Cultists when all who could take power have refused; who leaves has not."""
    waiting = {offer.event for offer in game.offers if offered(game.state, offer)}
    for event in sorted(game.refused):
        if event in game.accepted:
            game.refused.discard(event)
        elif event not in waiting:
            game.refused.discard(event)
            game.state.player("cultists").gain_power(int(game.consolation))


def answer(game: Midgame, faction: str, amount: int | None, source: str, take: bool) -> None:
    """Take or refuse the power of a faction's first offer of that source and amount.

    The rules ask clockwise; logs of play at a distance have the answers in any order, and late, so any order
    is read. An answer to an offer that cannot be taken any more (full bowls) changes nothing.
    Raises InputError when there is no such offer, or it has another amount.
    """
    mine = [offer for offer in game.offers if offer.faction == faction and source in ("", offer.source)]
    if not mine or game.state.player(faction).dropped:
        raise InputError(phrase("mystica.refused.no_offer", who=names.who(faction)), field="leech")
    fitting = [item for item in mine if amount in (None, item.power)] or [
        item for item in mine if amount == offered(game.state, item)
    ]
    if not fitting:
        can = offered(game.state, mine[0])
        text = phrase("mystica.refused.leech", who=names.who(faction), n=can, wanted=amount or 0)
        raise InputError(text, field="leech")
    offer = fitting[0]
    can = offered(game.state, offer)
    game.offers.remove(offer)
    if not can:
        return
    if take:
        player = game.state.player(faction)
        player.gain_power(can)
        game.score(player, 1 - can, "leech")
    if offer.source == "cultists" and take:
        left = game.state.player("cultists").dropped
        game.owed += offer.event not in game.accepted and not left
        game.accepted.add(offer.event)
    elif offer.source == "cultists":
        game.refused.add(offer.event)
    tidy_offers(game)


def refuse_all(game: Midgame, faction: str) -> None:
    """Refuse every offer to a faction: whoever acts has answered."""
    for offer in [offer for offer in game.offers if offer.faction == faction]:
        answer(game, faction, offer.power, offer.source, take=False)


def drop_out(game: Midgame, faction: str) -> None:
    """Take a player out of the game: no turn any more, no offer; the bonus card is free, the rest stays.

    Income and cult bonus go on, and the cults, the area and the goods count at the end.
    """
    player = game.state.player(faction)
    player.dropped = player.passed = True
    game.owed *= faction != "cultists"
    game.queue = [name for name in game.queue if name != faction]
    dwellings_done(game)
    game.spades.pop(faction, None)
    if player.bonus:
        game.state.cards, player.bonus = {**game.state.cards, player.bonus: 0}, ""
    if game.phase == ACTIONS and game.current == faction:
        game.row = None
        pass_on(game, faction)


def pass_on(game: Midgame, faction: str) -> None:
    """Give the turn to the next player who has not passed, "" when there is none."""
    order = game.clockwise(faction)
    still = (name for name in (*order[1:], order[0]) if not game.state.player(name).is_out)
    game.current = next(still, "")
