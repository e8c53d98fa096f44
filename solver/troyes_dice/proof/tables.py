"""The constant tables of the proof model: marks on the tracks, bonuses and links, from the rules dossier."""

from __future__ import annotations

from pencilwright.solver.troyes_dice.proof.options import (
    CATHEDRALS,
    FORTRESSES,
    MARKETS,
    PUBLIC_BUILDINGS,
    Gain,
)

RESOURCE_END, CITIZEN_END = 18, 20
RESOURCE_MARKS = (6, 12, 18)
COLUMN_MARKS = (3, 6, 11)
CITIZEN_MARKS = (3, 6, 11, 15, 20)

# Bonuses in the order in which one run of circles makes them due: column 3, 6, 11, the 15th, the 20th.
COLUMN_3, COLUMN_6, COLUMN_11, FIFTEENTH, TWENTIETH = 0, 1, 2, 3, 6
BONUSES = range(9)
FREE_BUILDINGS: tuple[tuple[int, ...], ...] = (
    (),
    PUBLIC_BUILDINGS,
    PUBLIC_BUILDINGS,
    (*MARKETS, *CATHEDRALS),
    (*FORTRESSES, *CATHEDRALS),
    (*FORTRESSES, *MARKETS),
    (),
    (),
    (),
)
PRESTIGE_BONUSES, COLUMN_BUILD_BONUSES = (3, 4, 5), (1, 2)
FREE_BUILDINGS_OF_GROUP = {
    PRESTIGE_BONUSES: (*FORTRESSES, *MARKETS, *CATHEDRALS),
    COLUMN_BUILD_BONUSES: PUBLIC_BUILDINGS,
}
PLAIN_GAIN = {
    COLUMN_3: (Gain(resources=(1, 0, 0)), Gain(resources=(0, 1, 0)), Gain(resources=(0, 0, 1))),
    TWENTIETH: (Gain(citizens=(0, 1, 0)), Gain(citizens=(0, 0, 1))),
    TWENTIETH + 1: (Gain(citizens=(1, 0, 0)), Gain(citizens=(0, 0, 1))),
    TWENTIETH + 2: (Gain(citizens=(1, 0, 0)), Gain(citizens=(0, 1, 0))),
}
# Left building of the pair -> what completing it gives (section 4.3).
LINKS = {
    0: Gain(citizens=(1, 0, 0)),
    2: Gain(citizens=(0, 1, 0)),
    4: Gain(citizens=(0, 0, 1)),
    6: Gain(citizens=(2, 0, 0)),
    10: Gain(resources=(3, 0, 0)),
    18: Gain(resources=(0, 3, 0)),
    20: Gain(citizens=(0, 2, 0)),
    32: Gain(resources=(0, 0, 3)),
    34: Gain(citizens=(0, 0, 2)),
}
