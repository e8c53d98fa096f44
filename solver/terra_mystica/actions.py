"""What a player may still do in a round: names, kinds, prices and gains of actions, and lists of them.

Models of the round, play-outs, targets and puzzles all take theirs from here. An action is named as a row of
a log has it ("send p to fire for 3"), steps of the tracks with a number behind ("advance dig 2").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.rules import prices
from pencilwright.games.terra_mystica.rules.networks import reaches
from pencilwright.games.terra_mystica.rules.turn import own_bridges
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.solver.terra_mystica.land import free_hexes

MOST_HOUSES = 2
"""Trading houses tried that score nothing by themselves."""
SPADES_SCORE: Final = {"halflings": 1, "darklings": 2}
"""Factions that score for each spade paid."""
KINDS: Final = frozenset(("dwelling", "upgrade", "bridge", "track", "action", "priest", "cult"))
"""Kinds of actions: on the map, on the two tracks, for power or by a tile, and what brings cult steps."""
_KIND: Final[Mapping[str, str]] = {
    "build": "dwelling", "dig": "dwelling", "upgrade": "upgrade", "bridge": "bridge", "bridges": "bridge",
    "advance": "track", "action": "action", "storm": "action", "gift": "action", "free": "action",
    "send": "priest",
}  # fmt: skip
GOODS: Final = ("C", "W", "P")
"""Coins, workers, priests: the order of costs and gains, with power behind."""
MOST_SENT: Final = 12
"""More priests than are ever sent to one cult in a round; those who come back may go again."""


def kind_of(name: str) -> str:
    """Return the kind of action that a count counts; "" for what follows from one, and for changes."""
    words = name.split()
    return "cult" if words[0] == "action" and len(words) == 3 else _KIND.get(words[0], "")


def commands_of(name: str) -> tuple[str, ...]:
    """Return the commands of an action by its name, spades aside."""
    words = name.split()
    if words[0] == "advance":
        return (" ".join(words[:2]),)
    return (" ".join(words[:2]), words[2]) if kind_of(name) == "cult" else (name,)


def cost_of(seat: Player, name: str) -> tuple[int, int, int, int]:
    """Return coins, workers, priests and power of an action off the map."""
    verb, what, *_ = name.split()
    price = prices.Price()
    if verb == "send":
        price = prices.PRIEST
    elif verb == "advance":
        price = prices.SHIP if what == "ship" else prices.spade_step(seat)
    power = box.POWER_ACTIONS[what].cost if what in box.POWER_ACTIONS else 0
    return (price.coins, price.workers, price.priests, power)


class Action(NamedTuple):
    """Something that may be done.

    Attributes
    ----------
    name : what people call it.
    cost : coins, workers, priests, power.
    gain : coins, workers, priests.
    points : points at once, or at the pass.
    cult, steps : a cult advance (cult -1: none).
    times : how often it may be done.
    after : names of actions one of which must have been done before; () for none.
    tags : things that it uses up: of the actions with a tag one may be done, once.
    builds, replaces : the structure that it puts on the map, and the one that goes back; "" for none.
    """

    name: str
    cost: tuple[int, int, int, int]
    gain: tuple[int, int, int] = (0, 0, 0)
    points: int = 0
    cult: int = -1
    steps: int = 0
    times: int = 1
    after: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    builds: str = ""
    replaces: str = ""

    @property
    def counted(self) -> str:
        """The name of its count in the model of a whole round, which has one for all steps of shipping."""
        return "advance ship" if self.name.startswith("advance ship") else self.name

    @property
    def stays(self) -> bool:
        """Whether a priest stays on the cult board, so that one fewer can be held."""
        return self.name.startswith("send") and self.steps > 1


def ship_actions(seat: Player) -> list[Action]:
    """Return the steps of shipping that are left, each after the one before."""
    points = seat.board.ship_points[seat.shipping - seat.board.ship_start :]
    card = box.BONUS[seat.bonus].points.get("ship", 0) if seat.bonus else 0
    names = [f"advance ship {n}" for n in range(1, len(points) + 1)]
    return [
        Action(name, cost_of(seat, name), points=vp + card, after=tuple(names[index - 1 : index]))
        for index, (name, vp) in enumerate(zip(names, points, strict=True))
    ]


def spade_actions(seat: Player) -> list[Action]:
    """Return the steps of the spade track that are left."""
    left = max(0, len(seat.board.spade_costs) - 1 - seat.spade_level)
    names = [f"advance dig {n}" for n in range(1, left + 1)]
    return [
        Action(name, cost_of(seat, name), points=box.SPADE_POINTS, after=tuple(names[n - 1 : n]))
        for n, name in enumerate(names)
    ]


def power_actions(table: State, seat: Player) -> list[Action]:
    """Return the unused power actions; of those for spades and a bridge the gain is nothing by itself."""
    results = []
    for what in table.power_actions_left():
        name, act = f"action {what}", box.POWER_ACTIONS[what]
        gain = [act.amount * (act.gain == good) for good in GOODS]
        results.append(Action(name, cost_of(seat, name), (gain[0], gain[1], gain[2])))
    return results


def priest_actions(table: State, seat: Player) -> list[Action]:
    """Return priests placed on the cult board, and returned to the supply for a step."""
    results = []
    for index, cult in enumerate(box.CULTS):
        free = table.priest_places_left(cult)
        for steps in (3, 2, 1):
            name = f"send p to {cult} for {steps}"
            times = free.count(steps) if steps > 1 else MOST_SENT
            if times:
                results.append(Action(name, cost_of(seat, name), cult=index, steps=steps, times=times))
    return results


def special_actions(seat: Player) -> list[Action]:
    """Return what moves markers without a priest."""
    held = [name for name in seat.own_actions if name != "SH" or seat.faction == "auren"]
    return [
        Action(f"action {name} +{cult}", (0, 0, 0, 0), cult=index, steps=steps, tags=(name,))
        for name, steps in prices.STEP_ACTIONS.items()
        if name in held
        for index, cult in enumerate(box.CULTS)
    ]


def building_actions(table: State, seat: Player) -> list[Action]:
    """Return dwellings and improvements that score by the round's tile, a favour tile or the card.

    An improvement that scores nothing is there when a scoring one needs it, or the piece that it returns.
    """
    results = sorted(dwelling_actions(table, seat), key=lambda action: sum(action.cost))
    houses = 0
    for name, old in seat.structures.items():
        chain = upgrades(table, seat, name)
        worth = {action.name.split()[-1]: action.points for action in chain}
        scores = any(points > 0 for points in worth.values())
        if old == "D" and not worth.get("TH", 0) > 0:
            scores = houses < MOST_HOUSES and (scores or box.PASS_FAVOUR in seat.favours)
            houses += scores
        if scores:
            results += chain
    return [*results, *returning(table, seat, results)]


def returning(table: State, seat: Player, wanted: Sequence[Action]) -> list[Action]:
    """Return improvements that give back a piece which some actions want and the supply lacks."""
    results = list(wanted)
    for kind in ("D", "TH", "TE"):
        lacking = sum(action.builds == kind for action in results) - seat.left(kind)
        known = {action.name for action in results}
        ways = [
            action
            for name, old in seat.structures.items()
            if old == kind
            for action in upgrades(table, seat, name)
            if action.replaces == kind and action.name not in known
        ]
        if lacking > 0:
            results += sorted(ways, key=lambda action: (sum(action.cost), -action.points))[:MOST_HOUSES]
    return results[len(wanted) :]


def dwelling_actions(table: State, seat: Player) -> list[Action]:
    """Return dwellings in reach, spades paid, when the round tile, a favour tile or the card scores them."""
    points = _points(table, seat, "D")
    if points <= 0:
        return []
    tile = box.SCORING[table.tile()] if table.tile() else None
    each = SPADES_SCORE.get(seat.faction, 0) + (tile.points if tile and tile.event == "spade" else 0)
    results = []
    for name in free_hexes(table):
        if reaches(table, seat, name):
            price = prices.dwelling_price(table, seat, name)
            cost = (price.coins, price.workers, price.priests, 0)
            count = prices.spades_for(seat, table.terrain_of(name), seat.colour)
            results.append(Action(f"build {name}", cost, points=points + count * each, builds="D"))
    return results


def upgrades(table: State, seat: Player, name: str) -> list[Action]:
    """Return all improvements that can follow on a hex, each after the one before, with what they score."""
    results: list[Action] = []
    ways: list[tuple[str, tuple[str, ...]]] = [(seat.structures[name], ())]
    while ways:
        old, after = ways.pop(0)
        for kind in (kind for kind in ("TH", "SH", "TE", "SA") if prices.BUILT_FROM[kind] == old):
            cost = prices.upgrade_price(table, seat, name, kind)
            points = _points(table, seat, kind, old)
            text = f"upgrade {name} to {kind}"
            tags = (f"{name} from {old}",)
            price = (cost.coins, cost.workers, 0, 0)
            results.append(
                Action(text, price, points=points, after=after, tags=tags, builds=kind, replaces=old)
            )
            ways.append((kind, (text,)))
    return results


def _points(table: State, seat: Player, kind: str, old: str = "") -> int:
    """Return what a structure scores at once and, by the card, at the pass, less the one that it replaces."""
    tile = box.SCORING[table.tile()] if table.tile() else None
    card = box.BONUS[seat.bonus].points if seat.bonus else {}
    scored = tile.points if tile and kind in tile.event.split("/") else 0
    if kind == "D" and box.DWELLING_FAVOUR in seat.favours:
        scored += box.DWELLING_FAVOUR_POINTS
    if kind == "TH" and box.TRADING_FAVOUR in seat.favours:
        scored += box.TRADING_FAVOUR_POINTS
    if kind == "SH" and seat.faction == "engineers":
        scored += own_bridges(table, seat)
    return scored + card.get(kind, 0) - card.get(old, 0)
