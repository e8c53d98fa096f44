"""A setup of Tianxia in words."""

from __future__ import annotations

from pencilwright.games.shared.tables import SetupRow
from pencilwright.games.tianxia.cards import catalogue, phrases
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
