"""What a player may do now: every command that the rules accept, in the notation of logs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.boards.hexes import LAND, RIVERS
from pencilwright.games.terra_mystica.components import CULT_TOP, CULTS, FAVOURS, ROUNDS, TERRAINS, TOWNS
from pencilwright.games.terra_mystica.rules import actions, apply, turn
from pencilwright.games.terra_mystica.rules.networks import reaches, skips
from pencilwright.games.terra_mystica.rules.prices import BUILT_FROM, Price, spade_price
from pencilwright.games.terra_mystica.state import Player, State

MOST_DUG = 9
"""Spades that one command can buy."""


def legal_actions(game: turn.Midgame, faction: str) -> tuple[str, ...]:
    """Return every command that `apply.apply_action` takes from a player now; () when it is not their move.

    A command is one step of a turn: an action, what belongs to it (spades, the hex, a tile, a cult, goods
    changed), or "done", which ends the turn. Each stands there in one spelling, and spades are bought only
    where a hex can use them up. Left out are commands that do several listed ones at once ("decline" for all
    offers, "+2fire" for two steps won one by one), words that change nothing ("wait"), and steps given back
    ("-fire") while no town tile waits, which only logs of play at a distance have.
    """
    result = dict.fromkeys(_answers(game, faction))
    if not game.is_over:
        result |= dict.fromkeys(text for text in _candidates(game, faction) if _accepts(game, faction, text))
    return tuple(result)


def _accepts(game: turn.Midgame, faction: str, text: str) -> bool:
    """Return whether the rules take a command, and what it begins can be ended."""
    after = game.copied()
    try:
        apply.apply_action(after, faction, text)
    except InputError:
        return False
    row = after.row
    if row is None or row.faction != faction or not row.bought:
        return True
    further = _hexes(after, after.state.player(faction), row)  # bought spades cannot be given up
    return any(_accepts(after, faction, text) for text in further if text.startswith("transform"))


def _answers(game: turn.Midgame, faction: str) -> Iterator[str]:
    """Yield the answers to power that is offered."""
    for offer in turn.open_offers(game):
        if offer.faction == faction:
            can = turn.offered(game.state, offer)
            yield from (f"{word} {can} from {offer.source}" for word in ("leech", "decline"))


def _candidates(game: turn.Midgame, faction: str) -> Iterator[str]:
    """Yield commands among which all are that the rules take; what they cost is looked at only roughly."""
    after = game.copied()
    player = after.state.player(faction)
    own = after.row if after.row and after.row.faction == faction else None
    if faction == "cultists" and after.owed and own is None:
        yield from (f"+{cult}" for cult in CULTS)
        return
    if after.phase == turn.ACTIONS and not after.current:
        apply.answer_for_all(after)
        apply.go_on(after)
    try:
        row = own or apply.begin_row(after, player)
    except InputError:
        return
    if after.phase == turn.DWELLINGS:
        yield from (f"build {name}" for name in LAND)
    elif after.phase == turn.CARDS:
        yield from (f"+{card}" for card in after.state.cards)
    else:
        yield apply.DONE
        yield from _waiting(after.state, player, row)
        yield from _hexes(after, player, row)
        yield from (f"burn {n}" for n in range(1, player.bowls[1] // 2 + 1))
        if after.phase == turn.ACTIONS:
            yield from _actions(after.state, player)
            yield from _changes(player, row)


def _waiting(state: State, player: Player, row: turn.OpenRow) -> Iterator[str]:
    """Yield ways to settle what the row has begun, and to give it up."""
    if row.bridges:
        yield from (f"bridge {place.replace('-', ':')}" for place in state.bridge_places)
        yield "-bridge"
    if row.favours:
        yield from (f"+{name}" for name in FAVOURS)
    if row.cults or row.stopped:
        many = str(row.cults[0]) if row.cults and row.cults[0] > 1 else ""
        yield from (f"+{many}{cult}" for cult in CULTS)
    if row.cults:
        yield "-cult"
    if row.towns:
        yield from _towns(state, player)
    if row.free:
        yield "drop spade"
        yield from (f"-{n}spade" for n in range(1, row.free))
    gifts = {"convert_w_to_p": row.priests, "free_d": row.free_dwelling, "free_tp": row.free_house}
    yield from (f"-{what}" for what, given in (gifts | {"free_tf": row.sandstorm}).items() if given)


def _towns(state: State, player: Player) -> Iterator[str]:
    """Yield the town tiles, with the cults that go first when keys are short, and steps given back before."""
    for name in state.towns_left():
        tops = actions.new_tops(state, player, TOWNS[name].cults)
        keys = player.keys + TOWNS[name].keys
        if len(tops) > keys > 0:
            yield from (" ".join((f"+{name}", *first)) for first in combinations(tops, keys))
        else:
            yield f"+{name}"
    for cult, step in zip(CULTS, player.cults, strict=True):
        if step < CULT_TOP:
            yield from (f"-{n}{cult}" for n in range(1, step - actions.LEAST_STEP_BACK + 1))


def _hexes(game: turn.Midgame, player: Player, row: turn.OpenRow) -> Iterator[str]:
    """Yield terrain changed and structures built, on hexes that may be in reach."""
    anywhere = row.sandstorm or row.free_dwelling
    for name in LAND:
        if game.state.owner(name):
            continue
        if not (anywhere or name == row.skipped or reaches(game.state, player, name) or skips(player, name)):
            continue
        if game.phase == turn.ACTIONS:
            yield f"build {name}"
        if row.sandstorm or row.free + row.bought:
            yield from (f"transform {name} to {colour}" for colour in TERRAINS)
    for name, old in player.structures.items():
        yield from (f"upgrade {name} to {kind}" for kind, base in BUILT_FROM.items() if base == old)


def _actions(state: State, player: Player) -> Iterator[str]:
    """Yield the actions off the map: spades bought, tracks, priests, power, special actions, passing."""
    purse = Price(player.workers, player.coins, player.priests)
    yield from (f"dig {n}" for n in range(1, MOST_DUG + 1) if spade_price(player, n).within(purse))
    yield from ("advance ship", "advance dig")
    for cult in CULTS:
        places = dict.fromkeys((*state.priest_places_left(cult), 1))
        yield from (f"send p to {cult} for {steps}" for steps in places)
    yield from (f"action {name}" for name in (*state.power_actions_left(), *player.own_actions, "BRIDGE"))
    if player.faction == "mermaids":
        yield from (f"connect {river}" for river in RIVERS)
    yield from (f"pass {card}" for card in state.cards) if state.round < ROUNDS else ("pass",)


def _changes(player: Player, row: turn.OpenRow) -> Iterator[str]:
    """Yield goods changed into others, each number of them."""
    held = {"PW": player.bowls[2], "P": player.priests, "W": player.workers}
    held |= {"C": player.coins, "VP": player.points}
    for (target, source), n in actions.rates_of(player, row).items():
        for gets in range(1, held[source] // n + 1):
            yield f"convert {n * gets}{source.lower()} to {gets}{target.lower()}"
