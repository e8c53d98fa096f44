"""The setup of a table: what lies open before play, drawn from a seed or read from a share code.

What is shuffled face down (goal cards, tile stacks, nomad cards) is not part of the code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared import fixing
from pencilwright.games.shared.spaces import Among, Dealt, Each, Range, Setups, Subset, arranged
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards import catalogue
from pencilwright.templates.phrases import phrase

PREFIX: Final = "TX1"
"""Begins every share code of this game: the game's letters and the version of the code's format."""
BOARDS: Final = (1, 2, 3, 4)
POSITIONS: Final = (*box.COASTAL, "wave")
"""Where ships lie: the three ports from north to south, and beside the wave, in no port."""
KINDS: Final = tuple(demand.id for demand in catalogue.DEMANDS)
EXAMPLES: Final = ("qin1=P6", "wei=black", "yan=silk")
"""Parts of a setup as they are typed: a building, a flag, a port."""


class Setup(msgspec.Struct, frozen=True):
    """Everything that is random and lies open before play.

    Attributes
    ----------
    players : people at the table, 1 to 4 (what the booklet for 1 and 2 adds stands in no source).
    difficulty : "easy" or "normal", the nomad deck.
    buildings : the tile on each space, in the order of components.SPACE_IDS; 4 income and 8 passive ones.
    flags : the palace colour of each flag dial, in the order of the box's dials.
    ports : the port good of Yan, Qi, Chu.
    demand : the kind of demand tile (its first id, such as "D3") on the ships at Yan, Qi, Chu and the wave.
    boards : the player board of each seat, seats counted clockwise.
    first : the seat of the first player, from 1.
    starts : the starting buildings laid out, one more than players, in the catalogue's order.
    """

    players: int
    difficulty: str
    buildings: tuple[str, ...]
    flags: tuple[str, ...]
    ports: tuple[str, ...]
    demand: tuple[str, ...]
    boards: tuple[int, ...]
    first: int
    starts: tuple[str, ...]


def _check_incomes(setup: Setup, field: str) -> None:
    """Raise InputError unless 4 income and 8 passive buildings are laid out."""
    n = sum(tile in catalogue.INCOME_IDS for tile in setup.buildings)
    if n != box.INCOME_DRAWN:
        drawn = {"income": box.INCOME_DRAWN, "passive": box.PASSIVE_DRAWN}
        raise InputError(phrase("tianxia.setup.income", field=field, n=n, **drawn), field=field)


SETUPS: Final = Setups(
    PREFIX,
    Setup,
    {
        "buildings": Dealt(catalogue.TILE_IDS, box.SPACE_IDS),
        "flags": Dealt(box.TRACKS, len(box.TRACKS)),
        "ports": Dealt(box.GOODS, box.COASTAL),
        "demand": Each(
            Among(KINDS, names={tile: kind.id for tile, kind in catalogue.DEMAND.items()}), POSITIONS, most=2
        ),
        "boards": lambda known: Dealt(BOARDS, known["players"], room=len(BOARDS)),
        "first": lambda known: Range(1, known["players"], room=box.MOST_PLAYERS),
        "starts": lambda known: Subset(catalogue.START_IDS, known["players"] + 1),
        "difficulty": Among(box.DIFFICULTIES),
        "players": Range(1, box.MOST_PLAYERS),
    },
    sample={"players": box.MOST_PLAYERS},
    rules={"buildings": _check_incomes},
)
check, to_code, from_code, as_dict = SETUPS.check, SETUPS.to_code, SETUPS.from_code, SETUPS.as_dict


def starting_coins(setup: Setup) -> tuple[int, ...]:
    """Return the coins of each seat: 2 for the first player, then clockwise 3, 3, 4."""
    n = setup.players
    return tuple(box.START_COINS[(seat - setup.first) % n] for seat in range(1, n + 1))


def draw(
    seed: int | str,
    *,
    players: int = 3,
    difficulty: str = "normal",
    fixed: fixing.Fixed = fixing.NOTHING_FIXED,
    components: box.Components = box.STANDARD,
) -> Setup:
    """Draw a setup: the same seed and options give the same setup in every version of Python.

    Every part has a stream of its own, so that fixing one leaves the others as they are. Raises InputError
    for an unknown option and for fixed parts that cannot be together.
    """
    SETUPS.check_option("players", players)
    SETUPS.check_option("difficulty", difficulty)
    if len(components.flag_dials) != len(box.TRACKS):
        name, n = "flag_dials", len(components.flag_dials)
        raise InputError(phrase("setup.wrong.count", field=name, n=n, need=len(box.TRACKS)), field=name)
    stream = Stream.from_seed(seed)
    seats = stream.fork("seats")
    demand = stream.fork("demand").shuffled(kind for kind in KINDS for _ in range(2))
    given = {
        "players": players,
        "difficulty": difficulty,
        "buildings": _draw_buildings(stream.fork("buildings"), fixed.get("buildings", {})),
        "demand": tuple(demand[: len(POSITIONS)]),
        "boards": tuple(seats.shuffled(BOARDS)[:players]),
        "first": 1 + seats.below(players),
    }
    return SETUPS.drawn(stream, given, fixed)


def draw_with(components: box.Components, seed: int | str, /, **options: Any) -> Setup:
    """Draw a setup as `draw` does, from a user's own box."""
    return draw(seed, components=components, **options)


def _draw_buildings(stream: Stream, fixed: Mapping[str, str]) -> tuple[str, ...]:
    """Draw 4 income and 8 passive buildings with the fixed ones among them, and lay them out."""
    drawn: list[str] = []
    for ids, size in ((catalogue.INCOME_IDS, box.INCOME_DRAWN), (catalogue.PASSIVE_IDS, box.PASSIVE_DRAWN)):
        remaining = [tile for tile in fixed.values() if tile in ids]
        if len(remaining) > size:
            text = phrase("setup.wrong.most", field=f"{ids[0]}..{ids[-1]}", n=len(remaining), most=size)
            raise InputError(text, field="fix")
        others = stream.shuffled(tile for tile in ids if tile not in remaining)
        drawn += [*remaining, *others[: size - len(remaining)]]
    return arranged(stream, drawn, box.SPACE_IDS, fixed)


def notes(setup: Setup) -> tuple[str, ...]:
    """Return the keys of sentences that belong to a setup: what a booklet adds stands in no source."""
    return ("tianxia.card.booklet",) if setup.players < 3 else ()


def parse_fixed(texts: Sequence[str], components: box.Components = box.STANDARD) -> fixing.Fixed:
    """Return the parts of texts such as "qin1=P6", "wei=black" (its flag) and "yan=silk" (its port).

    Raises InputError for another text and a part given twice.
    """
    dials = {region: dial for dial, regions in enumerate(components.flag_dials) for region in regions}
    parts = (
        fixing.Fixable("buildings", fixing.places(box.SPACE_IDS), catalogue.TILE_IDS),
        fixing.Fixable("ports", fixing.places(box.COASTAL), box.GOODS),
        fixing.Fixable("flags", dials, box.TRACKS),
    )
    return fixing.parse(texts, parts, EXAMPLES)
