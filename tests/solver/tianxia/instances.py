"""The instances of the dossier, section 15, as positions with their plans."""

from __future__ import annotations

import msgspec

from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    JadePlan,
    LeftoverPlan,
    Plans,
    SavePlan,
    ShipOffer,
    WallPlan,
    Worth,
)
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.state import Palace, PalaceTrack, Player, Section, State
from tests.games.tianxia.positions import battle_14_1

ALL = ("B", "O", "P")


def _players(own: Player) -> tuple[Player, ...]:
    """Three players, one of them given."""
    return tuple(own if letter == own.letter else Player(letter=letter) for letter in ALL)


def wall_o2(**plan: object) -> State:
    """O2: orange, 9 stone, 8 rice, 5 meeples, one fortification and one training left."""
    options = {"walls": (2, 3, 3, 4), "towers": (4, 5, 6), "governor": 3} | plan
    return normalize(
        State(
            round=3,
            players=_players(Player(letter="O", stone=9, rice=8, meeples=5)),
            wall=(
                Section(nomads=9, battle=True, walls="B", soldiers="BPB"),
                Section(),
                Section(nomads=8, battle=True, towers="P", soldiers="OP"),
                Section(nomads=6, battle=True, walls="O", soldiers="BB"),
            ),
            governors={
                "qin1": "O", "qin3": "B", "zhao2": "BO", "wei2": "P", "yan1": "O", "qi1": "BP", "chu2": "O",
            },
            plan=Plans(wall=WallPlan(**options)),  # type: ignore[arg-type]
        )
    )  # fmt: skip


def deliveries_o3(chu: bool = True, qi: bool = True) -> State:
    """O3: silk 4, helmet 3, jewel 3; Yan, and a bonus-shipping tile for Qi or Chu."""
    ships = [ShipOffer(name="Yan", demand="D21", port="silk", spaces=("+1 res", "+2 pp"))]
    if qi:
        ships.append(ShipOffer(name="Qi", demand="D11", port="helmet", spaces=("+2 coin",), group="bonus"))
    if chu:
        spaces = ("+1 good", "+1 pp", "+1 res")
        ships.append(ShipOffer(name="Chu", demand="D29", port="jewel", spaces=spaces, group="bonus"))
    worth = Worth(pp=10, coin=4, res=3, good=6, soldier=10, tile=15, left=2)
    own = Player(letter="B", silk=4, helmet=3, jewel=3, meeples=3)
    return State(players=_players(own), plan=Plans(deliveries=DeliveryPlan(ships=tuple(ships), worth=worth)))


def jade_o4() -> State:
    """O4: five figurines, 6 coins, 5 other items, OB5 kept; own W4 R3 K6 U8."""
    own = Player(letter="B", jade=5, coin=6, resources=5, goals=("OB5",))
    palace = Palace(
        white=PalaceTrack("ONBP", (5, 4, 4, 3)),
        red=PalaceTrack("PONB", (6, 4, 4, 3)),
        black=PalaceTrack("OBNP", (7, 6, 4, 2)),
        blue=PalaceTrack("POBN", (9, 8, 8, 4)),
    )
    return State(players=_players(own), palace=palace, plan=Plans(jade=JadePlan()))


def leftovers_o5(with_ob7: bool) -> State:
    """O5: 3 coins, one of each resource, 2 silk, 1 jewel; four bonus tiles."""
    own = Player(
        letter="B", coin=3, wood=1, stone=1, rice=1, silk=2, jewel=1, goals=("OB7",) if with_ob7 else ()
    )
    tiles = ("BT-08", "BT-09", "BT-12", "BT-13")
    return State(players=_players(own), plan=Plans(leftovers=LeftoverPlan(tiles=tiles)))


def governors_o6() -> State:
    """O6: 6 wood, 2 coins, 3 markers; OB10, OB12, OB9 in hand; one governor in Qin and one in Chu."""
    own = Player(letter="B", wood=6, coin=2, meeples=9, goals=("OB10", "OB12", "OB9"))
    woods = {"yan1": 3, "qin2": 1, "qin3": 3, "han1": 2, "chu2": 3, "wei1": 1}
    plan = GovernorPlan(
        markers=3,
        stacks={"yan": 1, "chu": 2},
        candidates=tuple(Candidate(space=space, wood=wood) for space, wood in woods.items()),
    )
    return State(players=_players(own), governors={"qin1": "B", "chu1": "B"}, plan=Plans(governors=plan))


def save_o7(space: str = "zhao2", **stock: int) -> State:
    """O7: the battle of 14.1, a building of its path to be saved by blue."""
    state = battle_14_1()
    own = msgspec.structs.replace(state.players[0], **(stock or {"stone": 6, "rice": 4, "meeples": 3}))
    return msgspec.structs.replace(
        state, players=(own, *state.players[1:]), plan=Plans(save=SavePlan(space=space))
    )
