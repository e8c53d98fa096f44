"""The worked examples of the dossier, section 14, as positions; small tables, and commands tried on them."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec.structs import replace

from pencilwright.games.shared.scores import Score
from pencilwright.games.tianxia.commands import apply_actions
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plans,
    ShipOffer,
    TurnPlan,
)
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.state import Palace, PalaceTrack, Player, Section, Ships, State, player
from tests.refusals import has, noted, refused

BOP = (Player(letter="B"), Player(letter="O"), Player(letter="P"))


def battle_14_1(**section: Any) -> State:
    """Section 3 at the end of round 2: nomads 10, defence 8; P6 lies on the first building of path 3."""
    parts: dict[str, Any] = {"nomads": 10, "soldiers": "OBOBO", "walls": "B", "towers": "B"} | section
    return normalize(
        State(
            round=2,
            players=BOP,
            wall=(Section(), Section(), Section(battle=True, **parts), Section()),
            governors={"zhao2": "B", "wei2": "BO"},
            buildings={"zhao2": "P6"},
        )
    )


def fight(number: int = 1, governors: dict[str, str] | None = None, **section: Any) -> State:
    """One battle of three players B, O, P in a section, with nothing else on the table."""
    wall = [Section()] * 4
    wall[number - 1] = Section(battle=True, **section)
    return normalize(State(round=2, players=BOP, wall=tuple(wall), governors=governors or {}))


def final_14_3() -> State:
    """The final scoring of three players: 111, 106, 111, and B wins on walls."""
    blue = Player(
        letter="B", points=62, jade=4, goals=("OB10", "OB28", "OB15", "OB5"),
        coin=3, wood=2, silk=1, meeples=4,
    )  # fmt: skip
    orange = Player(letter="O", points=67, jade=2, goals=("OB2", "OB25", "OB8"), coin=1, rice=3, meeples=7)
    purple = Player(
        letter="P", points=53, jade=5, goals=("OB8", "OB7", "OB23", "OB20"), tiles=9,
        coin=4, stone=2, silk=1, helmet=1, jewel=1, meeples=7, ships=Ships(chu=1, qi=1),
    )  # fmt: skip
    return normalize(
        State(
            over=True,
            players=(blue, orange, purple),
            palace=Palace(
                white=PalaceTrack("BONP", (7, 7, 4, 3)),
                red=PalaceTrack("PONB", (6, 5, 4, 4)),
                black=PalaceTrack("OBPN", (10, 6, 5, 4)),
                blue=PalaceTrack("PNBO", (8, 4, 2, 1)),
            ),
            wall=(
                Section(walls="BB", towers="B"),
                Section(walls="BO", towers="PO"),
                Section(walls="P", towers="O"),
                Section(walls="P", towers="BP"),
            ),
            governors={"qin1": "B", "qin2": "B", "yan1": "B", "wei1": "B", "chu1": "B"},
        )
    )


def goals_14_4() -> State:
    """Five goal cards in one hand on the last own turn: 25 as they stand, 30 with discards."""
    owner = Player(
        letter="B", goals=("OB16", "OB3", "OB24", "OB27", "OB12"), coin=3, wood=2, silk=2, meeples=7
    )
    return normalize(
        State(
            players=(owner, Player(letter="O"), Player(letter="P")),
            palace=Palace(white=PalaceTrack("BON", (7, 5, 4)), blue=PalaceTrack("OPBN", (9, 8, 5, 4))),
            wall=(Section(walls="B"), Section(walls="B"), Section(), Section(towers="B")),
            governors={"zhao1": "B", "han1": "B", "qi1": "B"},
        )
    )


def scored_goals(entry: Score) -> tuple[str, ...]:
    """The goal cards that count in a score, in the order of its lines."""
    lines = [line for line in entry.lines if ".goal." in line.id]
    return tuple(one.id.split(".")[2] for one in lines if not has(one.reason, "tianxia.score.goal.unscored"))


YAN = ShipOffer(name="yan", demand="D21", port="silk", spaces=("+1 res", "+2 pp"), taken=("+2 coin",))
"""The ship of the rulebook's second example, with a reward that P14 may free."""


def table(plan: Plans | None = None, tiles: dict[str, str] | None = None, **own: Any) -> State:
    """Return a position of B, O and P; `tiles` are buildings at which B has a governor."""
    there = tiles or {}
    return State(
        players=(Player(letter="B", **own), *BOP[1:]),
        plan=plan or Plans(),
        buildings=there,
        governors=dict.fromkeys(there, "B"),
    )


def typed(*tiles: str, **turns: Any) -> Plans:
    """Return a plan of one marker with tiles at hand and what turns meet."""
    return Plans(
        deliveries=DeliveryPlan((YAN,)),
        leftovers=LeftoverPlan(tiles),
        governors=GovernorPlan(1, {}, (Candidate(space="qin1", wood=0), Candidate(space="yan1", wood=0))),
        turns=TurnPlan(**turns),
    )


def rich(*tiles: str, at: int = 0, **turns: Any) -> State:
    """Return a table with a bit of everything, B at one height on every track."""
    goods = {"silk": 6, "helmet": 6, "jewel": 6}
    state = table(typed(*tiles, **turns), coin=9, wood=3, stone=5, rice=5, jade=6, meeples=3, **goods)
    heights = PalaceTrack("B", (at,)) if at else PalaceTrack()
    return replace(state, palace=Palace(heights, heights, heights, heights))


SHIPS = {
    "yan": YAN,
    "wave": ShipOffer(name="wave", demand="D3", port="good", spaces=("", ""), group="tile"),
    "chu": ShipOffer(name="chu", demand="D3", port="jewel", spaces=("+1 pp",)),
    "s": ShipOffer(
        name="s", demand="D3", port="silk",
        spaces=("soldier(1, calm)", "worker(1)", "merchant(1), nomad(-2)"),
    ),
}  # fmt: skip
"""Ships that `position` knows by name."""


def position(text: str) -> State:
    """Return a position of B, O and P from parts such as "coin=3 has.qin1=P8 white=BN:4,4 wall.0.walls=B".

    What is no field of the position is one of B's own: "coin=3". "rich" is a table with a bit of everything.
    Of the plan: "markers", "stack.wei", "govern=SPACE:WOOD:WORTH", "ships", "use", "walls", "towers" and
    "turns". A value is JSON or plain text, a list parted by commas; "_" is a blank.
    """
    words = text.split()
    state = _plain(rich() if words[:1] == ["rich"] else table())
    del state["box"], state["valued"]
    for name, _, value in (word.partition("=") for word in words if "=" in word):
        _put(state, name, value)
    return normalize(msgspec.convert(state, State))


def _plain(value: State | ShipOffer) -> Any:
    return json.loads(msgspec.json.encode(value))


def _put(state: Any, name: str, value: str) -> None:
    head, _, last = name.partition(".")
    items = [] if value == "-" else value.split(",")
    plan = state["plan"]
    if head == "has":
        state["buildings"][last], state["governors"][last] = value, "B"
    elif head in state["palace"]:
        order, _, steps = value.partition(":")
        state["palace"][head] = {"order": order, "steps": [int(step) for step in steps.split(",") if step]}
    elif head == "sent":
        state["players"][0]["ships"][last] = int(value)
    elif head == "stack":
        plan["governors"]["stacks"][last] = int(value)
    elif head == "govern":
        offers = [(*offer.split(":"), "0")[:3] for offer in items]
        plan["governors"]["candidates"] = [
            {"space": space, "wood": int(wood), "worth": int(worth)} for space, wood, worth in offers
        ]
    elif head == "ships":
        plan["deliveries"]["ships"] = [_plain(SHIPS[item]) for item in items]
    elif head in ("walls", "towers"):
        plan["wall"][head] = [int(item) for item in items]
    elif head == "use":
        plan["leftovers"]["tiles"] = items
    elif head == "goals":
        state["players"][0]["goals"] = items
    else:
        short = {"markers": "plan.governors.markers", "turns": f"plan.{name}"}
        path = short.get(head, name if head in state else f"players.0.{name}").split(".")
        for part in path[:-1]:
            state = state[int(part)] if isinstance(state, list) else state[part]
        plain = (value[:1] in "0123456789{[" and not value[1:2].isalpha()) or value in ("true", "false")
        state[path[-1]] = json.loads(value.replace("_", " ")) if plain else value


def _fields(value: Any, path: str = "") -> dict[str, Any]:
    if path.endswith("deliveries.ships"):
        value = [ship["name"] for ship in value]
    if isinstance(value, list) and not any(isinstance(item, dict) for item in value):
        return {path: ",".join(map(str, value)) or "-"}
    if not isinstance(value, dict | list):
        return {path: value}
    named = value.items() if isinstance(value, dict) else enumerate(value)
    return {name: text for key, item in named for name, text in _fields(item, f"{path}.{key}").items()}


def changes(before: State, after: State) -> str:
    """Return what has changed, field by field: B's own, those of another player, and those of the table."""
    old, new = (_fields(_plain(state)) for state in (before, after))
    results = [
        (name, new.get(name, "gone")) for name in sorted({*old, *new}) if old.get(name) != new.get(name)
    ]
    text = " ".join(f"{name[1:]}={value}" for name, value in results)
    return text.replace("players.0.", "").replace("players.1.", "O.").replace("players.2.", "P.")


def after(state: State, *commands: str) -> Player:
    """Return B after some commands."""
    return player(apply_actions(state, "B", commands), "B")


def refuses(sentence: str, state: State, *commands: str) -> None:
    """Assert why the last of some commands is not allowed; those before it are."""
    apply_actions(state, "B", commands[:-1])
    with refused("wrong.command", command=commands[-1][:60]) as caught:
        apply_actions(state, "B", commands)
    assert has(caught.value.sentence, sentence), noted(caught.value.sentence)
