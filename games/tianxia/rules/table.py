"""What a position and its plan say of the table: tiles, merchants, flags, ports, prices at hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from pencilwright.games.tianxia import state as states
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import BONUS, MERCHANT
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import COASTAL, STEPS, TRACKS
from pencilwright.games.tianxia.rules.advice_inputs import Candidate, ShipOffer
from pencilwright.games.tianxia.rules.amounts import refused
from pencilwright.games.tianxia.rules.prices import stone_costs

FOURTH = 4
"""The height that 1B-3 asks for."""


class TypedTile(NamedTuple):
    """A bonus tile as it is typed: its number, what it shows besides, whether it is a palace tile."""

    kind: str
    shows: str = ""
    palace: bool = False


def tile_of(text: str) -> TypedTile:
    """Return a bonus tile from its text."""
    body, palace, _ = text.partition("/palace")
    kind, _, shows = body.partition(":")
    return TypedTile(kind, shows, bool(palace))


def merchants_of(state: states.State, who: str) -> dict[str, int]:
    """Return the merchants beside each action: as typed, and all of them where the action is at hand."""
    results = dict(state.plan.turns.merchants)
    for name in state.plan.leftovers.tiles:
        if name in MERCHANT:
            results[name] = state.box.merchant_places
    return results


def flag_of(state: states.State, region: str) -> str:
    """Return the palace track of a region's flag, "" where it is not known."""
    typed = state.plan.turns.flags
    if region in typed or state.setup is None:
        return typed.get(region, "")
    dials = zip(state.setup.flags, state.box.flag_dials, strict=True)
    return next((colour for colour, regions in dials if region in regions), "")


def extra_of(state: states.State, region: str) -> str:
    """Return the extra benefit printed at a region's action space."""
    typed = state.plan.turns.extras
    return typed[region] if region in typed else state.box.region_extra.get(region, "")


def port_good(state: states.State, region: str) -> str:
    """Return the good that a region's port asks for, "" where it is not known."""
    if state.setup is not None:
        return state.setup.ports[COASTAL.index(region)]
    ships = (ship.port for ship in state.plan.deliveries.ships if port_of(state, ship) == region)
    return next(ships, "")


def leftmost(ship: ShipOffer, covered: Iterable[int]) -> int:
    """Return the first free space of a ship, counted from 1; 0 when all are taken."""
    taken = set(covered)
    return next((n for n in range(1, len(ship.spaces) + 1) if n not in taken), 0)


def wood_for(state: states.State, who: str, offered: Candidate) -> int:
    """Return the wood for a candidate of the plan, 1 less when the same plan has sent a governor to P3."""
    sent = [
        candidate
        for candidate in state.plan.governors.candidates
        if who in state.governors.get(candidate.space, "")
    ]
    return max(offered.wood - any(states.tile_at(state, item.space) == "P3" for item in sent), 0)


def stone_for(state: states.State, letter: str, part: str) -> tuple[int, ...]:
    """Return the stone of a player's next "walls" or "towers": typed in the plan, else the box's with P12."""
    typed: tuple[int, ...] | None = getattr(state.plan.wall, part)
    if typed is not None:
        return typed
    costs = state.box.wall_costs if part == "walls" else state.box.tower_costs
    return stone_costs(costs, states.pieces(state, letter, part), p12=letter in states.uses(state, "P12"))


def port_of(state: states.State, ship: ShipOffer) -> str:
    """Return the coastal region in whose port a ship lies, "" for none or one that is not known."""
    if ship.port == "good":
        return ""
    name = ship.name.lower()
    if name not in COASTAL and state.setup is not None:
        return COASTAL[state.setup.ports.index(ship.port)]
    return name if name in COASTAL else ""


def printed_effects(
    state: states.State, letter: str, name: str
) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """Return what a bonus tile, as it is typed, or a merchant action costs, and what it gives."""
    if name == "1B-3":
        high = sum(states.step_of(state, track, letter) >= FOURTH for track in TRACKS)
        return (), (Effect("gain", high, "good"),)
    if name in MERCHANT:
        effects = parse(MERCHANT[name].effect)
        costs = [effect for effect in effects if effect.kind == "gain" and effect.n < 0]
        gives = tuple(effect for effect in effects if effect not in costs)
        return tuple(effect._replace(n=-effect.n) for effect in costs), gives
    tile = tile_of(name)
    bonus = BONUS[tile.kind]
    return parse(bonus.cost), parse(tile.shows if tile.kind == "BT-04" else bonus.effect)


def ship_markers_left(state: states.State, letter: str) -> int:
    """Return how many shipping markers a player still has."""
    ships = states.player(state, letter).ships
    return max(state.box.ship_markers - ships.yan - ships.qi - ships.chu, 0)


def merchants_back(state: states.State, letter: str) -> int:
    """Return how many meeples a merchant action gives back: those of its places, as many as there can be."""
    return max(min(state.box.merchant_places, state.box.meeples - states.meeples_of(state, letter)), 0)


def advanced(state: states.State, letter: str, track: str) -> states.State:
    """Return the position after a step on a palace track: who arrives later ranks below those there.

    Raises InputError on top of the track, and where heights were not recorded.
    """
    entry: states.PalaceTrack = getattr(state.palace, track)
    if len(entry.steps) != len(entry.order):
        raise states.heights_needed(track)
    height = states.step_of(state, track, letter) + 1
    if height > STEPS:
        raise refused("top", track=phrases.track(track), n=STEPS)
    rest = [(item, step) for item, step in zip(entry.order, entry.steps, strict=True) if item != letter]
    rest.insert(sum(step >= height for _, step in rest), (letter, height))
    moved = states.PalaceTrack("".join(item for item, _ in rest), tuple(step for _, step in rest))
    return replace(state, palace=replace(state.palace, **{track: moved}))
