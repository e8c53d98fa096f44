"""What the wheel shows after the half-days played: where the black die lay in each of them tells it all."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.troyes_dice.components import COLOUR_LETTERS, COLOURS, DAYS, HALF_DAYS, SLOTS
from pencilwright.games.troyes_dice.rules import NOTCH
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
