"""A setup of Tianxia in words, and what is dealt beyond it."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.shared.tables import SetupRow
from pencilwright.games.tianxia.cards import catalogue, phrases
from pencilwright.games.tianxia.cards.decks import POOLS, Deal
from pencilwright.games.tianxia.components import SPACE_IDS, Components
from pencilwright.games.tianxia.setup import POSITIONS, Setup, starting_coins
from pencilwright.templates.phrases import Sentence, phrase


def rows(setup: Setup, components: Components) -> tuple[SetupRow, ...]:
    """Return who plays, buildings, flags, ports and ships, seats, and the starting buildings."""
    players = phrase(
        "tianxia.card.players", n=setup.players, difficulty=phrase(f"tianxia.card.{setup.difficulty}")
    )
    buildings = tuple(
        phrase("told.at", place=phrases.space(space), what=_building(tile))
        for space, tile in zip(SPACE_IDS, setup.buildings, strict=True)
    )
    flags = tuple(
        phrase(
            "told.at", place=phrases.track(colour), what=tuple(phrases.region(region) for region in regions)
        )
        for colour, regions in zip(setup.flags, components.flag_dials, strict=True)
    )
    seats = tuple(
        phrase(
            "told.first" if seat == setup.first else "told.at",
            place=phrase("tianxia.card.seat", n=seat),
            what=phrase("tianxia.card.seat.row", board=board, coins=coins),
        )
        for seat, (board, coins) in enumerate(zip(setup.boards, starting_coins(setup), strict=True), start=1)
    )
    ships = tuple(
        _ship(place, good, kind)
        for place, good, kind in zip(POSITIONS, (*setup.ports, ""), setup.demand, strict=True)
    )
    return (
        SetupRow(phrase("told.players"), (players,)),
        SetupRow(phrase("told.buildings"), buildings),
        SetupRow(phrase("tianxia.card.flags"), flags),
        SetupRow(phrase("tianxia.card.ships"), ships),
        SetupRow(phrase("tianxia.card.seats"), seats),
        SetupRow(phrase("tianxia.card.starts"), tuple(_building(tile) for tile in setup.starts)),
    )


def _building(tile: str) -> Sentence:
    (line,) = phrases.building(catalogue.BUILDING[tile]).lines
    return phrase("told.named", id=tile, what=line)


def _ship(place: str, good: str, kind: str) -> Sentence:
    """Return a port with its good, or the wave, and the demand of its ship."""
    (line,) = phrases.demand(catalogue.DEMAND[kind]).lines
    demand = phrase("told.named", id=kind, what=line)
    if not good:
        return phrase("told.at", place=phrase("tianxia.card.wave"), what=demand)
    return phrase(
        "told.port", port=phrases.region(place), good=phrase(f"tianxia.thing.{good}"), demand=demand
    )


def dealt(deal: Deal) -> tuple[SetupRow, ...]:
    """Return what is dealt and stacked face down; cards and tiles by their ids."""
    hands = tuple(
        phrase("told.at", place=phrase("tianxia.card.seat", n=seat), what=hand)
        for seat, hand in enumerate(deal.goal_hands, start=1)
    )
    palace = tuple(
        phrase("told.at", place=_cell(place), what=_tiles(tiles))
        for place, tiles in deal.palace_tiles.items()
    )
    under = tuple(
        phrase("told.at", place=phrases.space(space), what=_tile(tile))
        for space, tile in deal.tiles_under_buildings.items()
    )
    stacks = tuple(
        phrase("told.at", place=phrase("told.round.number", n=n), what=_tiles(tiles))
        for n, tiles in enumerate(deal.round_stacks, start=1)
    )
    pairs = tuple(
        phrase("told.pair", one=building, other=_tile(supply)) for building, supply in deal.start_pairs
    )
    ships = tuple(phrase("told.at", place=_port(at), what=_tile(ship)) for at, ship in deal.ships.items())
    unlisted = tuple(
        phrase("told.deal.pool", id=name, what=phrase(f"told.pool.{name}")) for name in deal.anonymous
    )
    return (
        SetupRow(phrase("told.deal.hands"), hands),
        SetupRow(phrase("told.deal.deck"), (phrase("told.list", all=deal.goal_deck),)),
        SetupRow(phrase("told.deal.palace"), palace),
        SetupRow(phrase("told.deal.under"), under),
        SetupRow(phrase("told.deal.stacks"), stacks),
        SetupRow(phrase("told.deal.pairs"), pairs),
        SetupRow(phrase("told.deal.ships"), ships),
        SetupRow(phrase("told.deal.nomads"), (phrase("told.list", all=_tiles(deal.nomad_cards)),)),
        *((SetupRow(phrase("told.deal.anonymous"), unlisted),) if unlisted else ()),
    )


def _tiles(names: Sequence[str]) -> tuple[Sentence, ...]:
    return tuple(_tile(name) for name in names)


def _tile(name: str) -> Sentence:
    """Return what a tile does where its name is known, its number where no source lists its kind."""
    if name in catalogue.BONUS:
        (line,) = phrases.bonus(catalogue.BONUS[name]).lines
        return phrase("told.named", id=name, what=line)
    pool, _, number = name.partition("-")
    return phrase("tianxia.tile.number", n=int(number)) if pool in POOLS and number.isdigit() else name


def _cell(place: str) -> Sentence:
    track, step = place.split("-")
    return phrase("told.step", track=phrases.track(track), n=int(step))


def _port(place: str) -> Sentence:
    return phrase("tianxia.card.wave") if place == "wave" else phrases.region(place)
