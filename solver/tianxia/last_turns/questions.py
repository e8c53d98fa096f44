"""Parts of the rest of the round: what each leaves open of the whole question; all else is barred."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from pencilwright.games.tianxia.components import COASTAL, REGIONS
from pencilwright.games.tianxia.rules.turns.frame import MILITARY, SAVES, SPACES
from pencilwright.games.tianxia.state import State
from pencilwright.solver.tianxia.last_turns.intervals import Decision

GAINED: Final = frozenset(
    {
        "any", "free soldier", "free wall", "nomad", "worker", "two workers", "merchant", "track", "reward",
        "take", "refresh", "P9", "P10", "P16",
    }
)  # fmt: skip
"""What other decisions give, and what is chosen with it."""
DISCOUNTS: Final = frozenset({*SAVES, "4A-2", "4B-2"})
"""Merchant actions that make deliveries cheaper."""


class Restriction(NamedTuple):
    """A restriction of the whole question.

    Attributes
    ----------
    kinds : kinds of decisions that are open besides GAINED; None for all.
    spaces : where markers may lie.
    passes : whether the turns end with the pass.
    measure : what is counted, a key of games/tianxia/commands.py's MEASURES.
    tiles : bonus tiles that may be used although "use" is not open.
    merchants : merchant actions that may be used although "merchants" is not open.
    rests : house defaults that it depends on, besides those of battles.
    heights : whether it cannot do without the heights on the palace tracks ("needed"), goes steps where they
        were recorded ("used"), or goes none ("").
    """

    kinds: frozenset[str] | None = None
    spaces: tuple[str, ...] = ()
    passes: bool = False
    measure: str = "last turns"
    tiles: tuple[str, ...] = ()
    merchants: frozenset[str] = frozenset()
    rests: tuple[str, ...] = ()
    heights: Literal["needed", "used", ""] = "used"

    def opens(self, kind: str) -> bool:
        """Return whether decisions of a kind are open."""
        return self.kinds is None or kind in self.kinds

    def is_open(self, decision: Decision, tiles: tuple[str, ...]) -> bool:
        """Return whether a decision may be taken; `tiles` are the kinds of the model's bonus tiles."""
        if self.kinds is None:
            return True
        match decision:
            case ("marker", _, space, *_):
                return space in self.spaces
            case ("use", _, int(index), *_) if tiles[index] in self.tiles:
                return True
            case ("merchants", _, merchant, *_) if merchant in self.merchants:
                return True
        return decision[0] in self.kinds or decision[0] in GAINED


WHOLE: Final = Restriction(
    spaces=SPACES,
    passes=True,
    rests=("wall_costs", "tower_costs", "exchange", "merchant_places"),
    heights="needed",
)
PARTS: Final[Mapping[str, Restriction]] = MappingProxyType(
    {
        "last-turns": WHOLE,
        "goals": Restriction(frozenset({"discard"}), heights=""),
        "wall": Restriction(
            frozenset({"wall", "tower", "soldier", "double"}),
            MILITARY,
            measure="attack",
            rests=("wall_costs", "tower_costs"),
            heights="",
        ),
        "deliveries": Restriction(
            frozenset({"ship", "deliver", "leftmost", "bonus", "wave"}),
            COASTAL,
            tiles=("BT-14",),
            merchants=DISCOUNTS,
            rests=("ship_markers", "merchant_places"),
        ),
        "jade": Restriction(frozenset({"advance"}), passes=True, heights="needed"),
        "leftovers": Restriction(
            frozenset({"use", "income", "merchants", "fifth", "discard", "discard twice"}),
            rests=("merchant_places",),
        ),
        "governors": Restriction(frozenset({"govern", "free govern"}), REGIONS),
    }
)
"""The whole question and its parts, as `--ask` names them."""


def part_of(name: str, state: State) -> Restriction:
    """Return a question as the position's plan allows it.

    The plan's `wall` says whether to fortify and to train. Deliveries take merchant actions that are full.
    """
    part = PARTS[name]
    if name == "wall":
        return part._replace(spaces=tuple(space for space in MILITARY if getattr(state.plan.wall, space)))
    if name == "deliveries":
        there, places = state.plan.turns.merchants, state.box.merchant_places
        return part._replace(merchants=frozenset(n for n in part.merchants if there.get(n, 0) >= places))
    return part
