"""The worked examples E1 to E6 of turns in round 4, as the rules file has them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plans,
    ShipOffer,
    TurnPlan,
    WallPlan,
)
from pencilwright.games.tianxia.state import Palace, PalaceTrack, Player, Section, Ships, State

CALM = Section()
NOBODY = WallPlan(walls=(), towers=())


def table(own: Player, plan: Plans, **parts: Any) -> State:
    """Return a position of round 4 of B, O and P."""
    return State(players=(own, Player(letter="O"), Player(letter="P")), plan=plan, **parts)


def e1(*, tile: bool = False) -> State:
    """A discarded marker, a step and a wall."""
    cells = {"white-7": ("BT-04:+3 coin",)} if tile else {}
    ours = PalaceTrack("ON", (6, 4))
    return table(
        Player(letter="B", points=50, jade=1, stone=2, meeples=3),
        Plans(wall=WallPlan(walls=(2,), towers=()), governors=GovernorPlan(2), turns=TurnPlan(palace=cells)),
        palace=Palace(PalaceTrack("OBN", (6, 6, 4)), ours, ours, PalaceTrack("OBN", (9, 9, 4))),
        wall=(Section(nomads=3, battle=True, walls="O"), CALM, CALM, CALM),
    )


def e2(*, flags: bool = False) -> State:
    """Three markers, five wishes; what a governor is worth to the asker is a point at each action space."""
    ports = ("yan", "qi", "chu")
    colours = dict(zip(ports, ("red", "black", "blue"), strict=True)) if flags else {}
    fight = Section(nomads=3, battle=True, walls="OO")
    return table(
        Player(letter="B", points=50, goals=("OB9",), coin=9, wood=9, stone=2, rice=2, meeples=9),
        Plans(
            wall=WallPlan(walls=(2,), towers=()),
            governors=GovernorPlan(3, {}, tuple(Candidate(space=f"{port}1", wood=1) for port in ports)),
            turns=TurnPlan(flags=colours, extras=dict.fromkeys(ports, "+1 pp")),
        ),
        wall=(fight, fight, CALM, CALM),
    )


def e3() -> State:
    """One marker, both actions."""
    ship = ShipOffer(name="yan", demand="D21", port="silk", spaces=("+1 res",))
    return table(
        Player(
            letter="B",
            points=40,
            coin=1,
            silk=1,
            jewel=1,
            meeples=5,
            goals=("OB10", "OB21"),
            ships=Ships(chu=1),
        ),
        Plans(
            wall=NOBODY,
            deliveries=DeliveryPlan((ship,)),
            leftovers=LeftoverPlan(("BT-06",)),
            governors=GovernorPlan(1, {"yan": 1}, (Candidate(space="yan1", wood=2),)),
            turns=TurnPlan(flags={"yan": "red"}),
        ),
        palace=Palace(red=PalaceTrack("OB", (4, 4))),
    )


def e4() -> State:
    """A marker pays for another one's place."""
    return table(
        Player(letter="B", points=40, wood=2, meeples=5, goals=("OB15",)),
        Plans(
            wall=NOBODY,
            governors=GovernorPlan(2, {"wei": 2}, (Candidate(space="wei1", wood=2),)),
            turns=TurnPlan(flags={"wei": "white", "qin": "red"}),
        ),
        palace=Palace(PalaceTrack("OBN", (7, 7, 4)), PalaceTrack("OB", (1, 1))),
        governors={"chu1": "B"},
    )


def e5(*, p18: bool = False, card: bool = False) -> State:
    """Barge, exchange, ship."""
    ship = ShipOffer(name="qi", demand="D1", port="silk", spaces=("+2 pp", "+1 res", "+2 coin"))
    return table(
        Player(letter="B", points=40, rice=2, coin=1, meeples=4, goals=("OB28",) if card else ()),
        Plans(wall=NOBODY, deliveries=DeliveryPlan((ship,)), governors=GovernorPlan(2)),
        governors={"qin1": "B"} if p18 else {},
        buildings={"qin1": "P18"} if p18 else {},
    )


def e6(*, marker: bool = False) -> State:
    """The pass turn's order."""
    other = PalaceTrack("NOP", (4, 3, 2))
    state = table(
        Player(letter="B", points=40, jade=2, coin=1 if marker else 3, jewel=1, meeples=5),
        Plans(
            wall=NOBODY,
            governors=GovernorPlan(int(marker)),
            turns=TurnPlan(round=("BT-01:c", "BT-08"), jade=("a", "b")),
        ),
        palace=Palace(PalaceTrack("OBN", (6, 6, 4)), other, other, PalaceTrack("OBN", (9, 8, 4))),
    )
    return replace(state, players=state.players)
