"""What the models of a round count with: the actions that bring spades, and room for priests."""

from __future__ import annotations

from typing import Final

SPADES: Final = {"ACT5": 1, "ACT6": 2, "BON1": 1, "SH": 2}
"""Actions that bring spades, and how many: two of the board, a bonus card's, the Giants' stronghold's."""
FEW_PRIESTS: Final = 4
"""With room for so many priests more, none of those gained in a round is lost."""
