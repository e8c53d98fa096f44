"""What is dealt and stacked face down at the start: goal cards, tiles, ships, supplies, nomad cards.

No source lists the bonus tiles, ships, supply tiles and nomad cards. Without the user's own lists they get
anonymous ids in the order drawn ("regular-07"): good for counting stacks, telling nothing of their contents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards.catalogue import GOAL_IDS
from pencilwright.games.tianxia.setup import POSITIONS, Setup
from pencilwright.templates.phrases import phrase

PALACE_CELLS = tuple(f"{track}-{step}" for track in box.TRACKS for step in (3, 7))

POOLS = ("regular", "palace", "supply", "ship", "easy", "normal")
"""What begins the ids of tiles and cards that no source lists."""
FOUR_PLAYERS = "◆"
"""A listed tile with this sign goes back into the box with fewer than four players."""


class Deal(NamedTuple):
    """Cards and tiles by place; `anonymous` names the pools whose ids say nothing."""

    goal_hands: tuple[tuple[str, ...], ...]
    goal_deck: tuple[str, ...]
    palace_tiles: Mapping[str, tuple[str, ...]]
    tiles_under_buildings: Mapping[str, str]
    round_stacks: tuple[tuple[str, ...], ...]
    start_pairs: tuple[tuple[str, str], ...]
    ships: Mapping[str, str]
    nomad_cards: tuple[str, ...]
    anonymous: tuple[str, ...]


def deal(seed: int | str, setup: Setup, components: box.Components = box.STANDARD) -> Deal:
    """Deal for a setup; the same seed gives the same deal.

    Raises InputError naming the user's list that is too short.
    """
    stream = Stream.from_seed(seed).fork("deal")
    anonymous: list[str] = []

    def pool(name: str, need: int) -> list[str]:
        listed: tuple[str, ...] = getattr(components, name)
        if setup.players < box.MOST_PLAYERS:
            listed = tuple(tile for tile in listed if FOUR_PLAYERS not in tile)
        if not getattr(components, name):
            anonymous.append(name)
            short = name.split("_", maxsplit=1)[0]
            return [f"{short}-{number:02}" for number in range(1, need + 1)]
        if len(listed) < need:
            text = phrase("setup.wrong.count", field=name, n=len(listed), need=need)
            raise InputError(text, field=name)
        return stream.fork(name).shuffled(listed)

    goals = stream.fork("goals").shuffled(GOAL_IDS)
    stack = setup.players + 1
    dealt = box.GOALS_DEALT * setup.players
    regular = pool("regular_tiles", len(box.SPACE_IDS) + box.ROUNDS * stack)
    cell = components.palace_tiles_per_cell
    palace = pool("palace_tiles", cell * len(PALACE_CELLS))
    under = len(box.SPACE_IDS)
    return Deal(
        tuple(tuple(goals[i : i + box.GOALS_DEALT]) for i in range(0, dealt, box.GOALS_DEALT)),
        tuple(goals[dealt:]),
        {name: tuple(palace[cell * i : cell * i + cell]) for i, name in enumerate(PALACE_CELLS)},
        dict(zip(box.SPACE_IDS, regular[:under], strict=True)),
        tuple(tuple(regular[under + stack * i : under + stack * (i + 1)]) for i in range(box.ROUNDS)),
        tuple(zip(setup.starts, pool("supply_tiles", stack)[:stack], strict=True)),
        dict(zip(POSITIONS, pool("ship_tiles", len(POSITIONS))[: len(POSITIONS)], strict=True)),
        tuple(pool(f"{setup.difficulty}_nomad_cards", box.ROUNDS)[: box.ROUNDS]),
        tuple(anonymous),
    )


def as_dict(dealt: Deal) -> dict[str, Any]:
    """Return the deal as plain data: what lies where."""
    return dealt._asdict()
