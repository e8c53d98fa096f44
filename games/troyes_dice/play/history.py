"""What the wheel shows after the half-days played: where the black die lay in each of them tells it all."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.troyes_dice.components import COLOUR_LETTERS, COLOURS, DAYS, HALF_DAYS, SLOTS
from pencilwright.games.troyes_dice.play.rules import FIRST_ATTACK, NOTCH, TILE_BLACK
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.games.troyes_dice.state import HALVES, Table


def table_after(setup: Setup, slots: Sequence[int]) -> Table:
    """Return the table before the roll that follows these half-days; after the last one the game is over.

    The black die turns its plaza, and a tile there to pillage for good. On tile 8 it turns no plaza, and a
    transparent die on that tile's pillage side does; neither is seen, since tiles lie on plazas with equal
    faces.

    Parameters
    ----------
    slots : where the black die lay in each half-day from the first on, 0 (free) to 3.
    """
    tiled = {notch for notch, _ in setup.expansion}
    turns = [NOTCH[SLOTS * half + slot] for half, slot in enumerate(slots)]
    up = (plaza[turns.count(notch) % 2] for notch, plaza in enumerate(setup.plazas))
    over = len(slots) >= HALF_DAYS
    return Table(
        day=DAYS if over else len(slots) // 2 + 1,
        half="over" if over else HALVES[len(slots) % 2],
        up="".join(COLOUR_LETTERS[COLOURS.index(colour)] for colour in up),
        pillage=tuple(sorted(tiled.intersection(turns))),
    )


def raids_by_colour(setup: Setup, slots: Sequence[int]) -> tuple[int, ...]:
    """Return how many raids may have come from the plazas of each colour, in the order of COLOURS.

    slots : as in `table_after`. Each half-day from day 3 on has the raid of the black die; a die on the
    pillage side of tile 8 may have raided too, and counts in every half-day in which one may have lain there.
    """
    raids = dict.fromkeys(COLOURS, 0)
    black = {notch for notch, tile in setup.expansion if tile == TILE_BLACK}
    turns: list[int] = []
    for half, slot in enumerate(slots):
        notches = NOTCH[SLOTS * half : SLOTS * (half + 1)]
        if half >= FIRST_ATTACK:
            for notch in (notches[slot], *black.intersection(notches)):
                raids[setup.plazas[notch][turns.count(notch) % 2]] += 1
        turns.append(notches[slot])
    return tuple(raids.values())
