"""What a person tells `advise` besides the position: prices that no source proves, and what things are worth.

Worth is in tenths of a prestige point, so that everything stays in whole numbers.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from pencilwright.games.tianxia.cards.effects import Effect
from pencilwright.games.tianxia.components import GOODS

Few = Annotated[int, Meta(ge=0, le=99)]
Tenths = Annotated[int, Meta(ge=0, le=1000)]
Tile = Annotated[str, Meta(max_length=70)]
"""A bonus tile as it is typed."""
Costs = Annotated[tuple[Few, ...], Meta(max_length=20)]
"""Stone of the next walls or towers, in order."""


class WallPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Fortify and train before an attack phase in which nobody else acts any more.

    `walls` and `towers` are the stone costs of the next ones in order; null takes the box's costs less the
    pieces that already stand. `governor` is what an own governor saved is worth (prestige points).
    """

    fortify: bool = True
    train: bool = True
    walls: Costs | None = None
    towers: Costs | None = None
    governor: Few = 0


class ShipOffer(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ship that may be chosen: its demand tile, the port's good, the rewards of its free spaces.

    `group`: of the ships of one group only one is chosen (the action's own ship, or that of a bonus-shipping
    tile). Rewards are in the catalogue's shorthand, such as "+1 res".
    """

    name: Annotated[str, Meta(max_length=40)]
    demand: Annotated[str, Meta(max_length=4, description="demand tile D1 to D32")]
    port: Annotated[str, Meta(max_length=6, description="silk, helmet or jewel; good where any will do")]
    spaces: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=6)]
    group: Annotated[str, Meta(max_length=20)] = "action"
    taken: Annotated[
        tuple[Annotated[str, Meta(max_length=60)], ...],
        Meta(max_length=6, description="rewards under delivery markers, which P14 may free"),
    ] = ()


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What rewards are worth, in tenths of a prestige point; `left` is a good that is not spent."""

    pp: Tenths = 10
    coin: Tenths = 2
    res: Tenths = 2
    good: Tenths = 2
    soldier: Tenths = 0
    worker: Tenths = 0
    merchant: Tenths = 0
    wall: Tenths = 0
    track: Tenths = 0
    nomad: Tenths = 0
    goal: Tenths = 0
    tile: Tenths = 0
    refresh: Tenths = 0
    left: Tenths = 2

    def of(self, *effects: Effect) -> int:
        """Return what effects are worth in tenths of a point."""
        return sum(
            getattr(self, named(effect)) * (abs(effect.n) if effect.kind == "nomad" else effect.n)
            for effect in effects
        )


ALIKE: Final = {"res#2": "res", "res=2": "res", "wood": "res", "stone": "res", "rice": "res"} | dict.fromkeys(
    GOODS, "good"
)
"""What a gain is valued as, where it is not valued by its own name."""


def named(effect: Effect) -> str:
    """Return the field of a Worth that an effect is valued by."""
    return ALIKE.get(effect.what, effect.what) if effect.kind == "gain" else effect.kind


class DeliveryPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Deliveries of one turn. `less` removes that many goods once for a group (merchant actions 3A-1, 3B-1).

    `own_less` groups: one of the demand tile's own goods less in each delivery (4A-2); `port_less`: no port
    good (4B-2).
    """

    ships: Annotated[tuple[ShipOffer, ...], Meta(max_length=8)] = ()
    worth: Worth = Worth()
    less: dict[str, Few] = {}
    own_less: tuple[str, ...] = ()
    port_less: tuple[str, ...] = ()


class JadePlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Buying palace advances at the last pass. `cheaper`: merchant action 3B-2 (each 1 coin less).

    `tile` is what a palace tile of step 3 or 7 is worth, `card` a goal card (points).
    """

    cheaper: bool = False
    tile: Few = 0
    card: Few = 0


class LeftoverPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """One-shot conversions that are still to be used, such as "BT-08", "2A-1", and cards in hand: "OB9"."""

    tiles: Annotated[tuple[Tile, ...], Meta(max_length=10)] = ()


class Candidate(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A building that a governor may be sent to: space, wood in all, worth of its effect (points)."""

    space: Annotated[str, Meta(max_length=6)]
    wood: Few
    worth: Few = 0


class GovernorPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Markers left, markers lying on each action space (regions, fortify, train), and candidates."""

    markers: Annotated[int, Meta(ge=0, le=3)] = 3
    stacks: dict[str, Few] = {}
    candidates: Annotated[tuple[Candidate, ...], Meta(max_length=12)] = ()


class SavePlan(Struct, frozen=True, forbid_unknown_fields=True):
    """The building space that is to stand; stone costs of the next walls and towers (null: the box's)."""

    space: Annotated[str, Meta(max_length=6)] = ""
    walls: Costs | None = None
    towers: Costs | None = None


class TurnPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What turns meet: what lies face up on the table and in the own supply; what unknown draws are worth.

    A bonus tile is a number such as "BT-08"; "BT-01:a" is a figurine of the kind a, "BT-02:white" a step on
    white, "BT-04:+3 coin" gains that; "/palace" at the end tells a palace tile in the own supply.
    """

    flags: Annotated[
        dict[str, str], Meta(description="region -> colour of its flag, where no setup says it")
    ] = {}
    extras: Annotated[
        dict[str, Annotated[str, Meta(max_length=60)]],
        Meta(description="region -> extra benefit printed at its action space, in place of the box's"),
    ] = {}
    beside: Annotated[dict[str, Tile], Meta(description="building space -> bonus tile beside it")] = {}
    palace: Annotated[
        dict[str, Annotated[tuple[Tile, ...], Meta(max_length=6)]],
        Meta(description="step such as white-3 -> palace tiles left there"),
    ] = {}
    round: Annotated[tuple[Tile, ...], Meta(max_length=6, description="tiles under the round track")] = ()
    used: Annotated[tuple[Tile, ...], Meta(max_length=20, description="own tiles already used")] = ()
    jade: Annotated[
        tuple[Annotated[str, Meta(max_length=20)], ...],
        Meta(max_length=6, description="kinds of the figurines on the player board"),
    ] = ()
    merchants: Annotated[
        dict[str, Few], Meta(description="merchant action such as 2A-1 -> merchants beside it")
    ] = {}
    double: Annotated[bool, Meta(description="own double-tower tile at hand")] = False
    bonus: Annotated[bool, Meta(description="own bonus-shipping tile at hand")] = False
    card: Annotated[Few, Meta(description="points that an unknown goal card is worth")] = 0
    tile: Annotated[Few, Meta(description="points that an unknown bonus tile is worth")] = 0
    step_alone: Annotated[
        bool, Meta(description="whether a military turn may be its palace step alone (HD-25)")
    ] = False


class Plans(Struct, frozen=True, forbid_unknown_fields=True):
    """What `advise` is told besides the position, one part for each question; whole turns read several."""

    wall: WallPlan = WallPlan()
    deliveries: DeliveryPlan = DeliveryPlan()
    jade: JadePlan = JadePlan()
    leftovers: LeftoverPlan = LeftoverPlan()
    governors: GovernorPlan = GovernorPlan()
    save: SavePlan = SavePlan()
    turns: TurnPlan = TurnPlan()
