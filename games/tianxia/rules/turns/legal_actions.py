"""What may be done next in a turn: every part that the rules carry out, with every choice of kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.cards.catalogue import BONUS, BUILDING, DEMAND, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import BARGES, GOODS, REGIONS, RESOURCES, SECTIONS, TRACKS
from pencilwright.games.tianxia.rules.advice_inputs import ShipOffer
from pencilwright.games.tianxia.rules.amounts import in_amounts
from pencilwright.games.tianxia.rules.prices import Delivery, delivery_cost, exchange
from pencilwright.games.tianxia.rules.table import extra_of, leftmost, printed_effects, tile_of
from pencilwright.games.tianxia.rules.turns import shipping
from pencilwright.games.tianxia.rules.turns.commands import carry_out
from pencilwright.games.tianxia.rules.turns.frame import MILITARY, Turns
from pencilwright.games.tianxia.state import State, tile_at

ANY_RESOURCES = ("res", "res#2", "res=2")
WALL = range(1, SECTIONS + 1)


def legal_parts(turn: Turns) -> Iterator[tuple[str, Turns]]:
    """Yield each part that may come next in the turn that is open, and the turn after it."""
    for text in dict.fromkeys(_possible(turn)):
        now = done(turn, text)
        if now is not None:
            yield text, now


def done(turn: Turns, text: str) -> Turns | None:
    """Return a turn after one more part, None where the rules do not allow it."""
    now = turn.copied()
    try:
        return now if carry_out(now, text) else None
    except InputError:
        return None


def may_end(turn: Turns) -> bool:
    """Return whether a turn may end as it is."""
    try:
        turn.copied().close()
    except InputError:
        return False
    return True


def openers(turn: Turns) -> Iterator[str]:
    """Yield the ways to begin a turn: a region, a military action, a barge, passing."""
    yield from (f"region {region}" for region in REGIONS)
    yield from MILITARY
    resource = [f": takes 1 {kind}" for kind in RESOURCES] if turn.serves("P16") else []
    yield from (f"barge {barge}{takes}" for barge in BARGES for takes in ("", *resource))
    yield "pass"


def _possible(turn: Turns) -> Iterator[str]:
    """Yield every part that could be meant as the position stands; the rules say which are allowed."""
    state, plan, record = turn.state, turn.state.plan, turn.typed_plan
    yield from ("drop marker", "free merchant", "use bonus", "step")
    for track in TRACKS:
        yield from (f"{head} {track}" for head in ("step", "advance", "free track", "use 1A-3 on"))
    for n in WALL:
        yield from (f"{head} {n}" for head in ("wall", "tower", "double", "free wall", "free soldier"))
        yield f"free nomad {n}"
        yield from (f"soldier {n} {many}" for many in range(1, min(turn.own.rice, turn.own.meeples) + 1))
    yield from (f"tile {tile}" for tile in record.round)
    yield from (f"take {tile}" for tiles in record.palace.values() for tile in tiles)
    yield from (f"refresh {tile}" for tile in record.used)
    for name in MERCHANT:
        yield from (f"merchant back {name}", f"free merchant {name}")
    yield from (f"void {card}" for card in turn.own.goals)
    yield from _exchanges(turn)
    heads = [
        "extra",
        *(f"govern {candidate.space}" for candidate in plan.governors.candidates),
        *(f"free govern {candidate.space}" for candidate in plan.governors.candidates),
        *(f"discard {card}{twice}" for card in turn.own.goals for twice in ("", " twice")),
        *(f"free worker {barge}" for barge in BARGES),
        *(f"use {name}" for name in MERCHANT),
        *(f"use {tile}" for tile in plan.leftovers.tiles if tile_of(tile).kind != "BT-18"),
        *(f"use {tile} on {name}" for tile in plan.leftovers.tiles for name in BUILDING
          if tile_of(tile).kind == "BT-18"),
        *(f"free reward {ship.name} at {n}" for ship in plan.deliveries.ships
          for n in range(1, len(ship.spaces) + 1)),
    ]  # fmt: skip
    for head in heads:
        costs, gives = effects_of(state, turn.who, head, turn.open)
        for paid in payments(costs):
            yield from (_text(head, paid, taken) for taken in gains(gives))
    if turn.serves("P16"):
        yield from (f"free worker {barge} takes 1 {kind}" for barge in BARGES for kind in RESOURCES)
    for ship in plan.deliveries.ships:
        yield from _deliveries(turn, ship)


def effects_of(
    state: State, who: str, head: str, region: str = ""
) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """Return what a part, without its choices of kinds, costs and gives by what is printed.

    `region` is that of the turn. A delivery's price is not among the costs: it rests on what went before.
    """
    what, _, rest = head.removeprefix("free ").partition(" ")
    name, _, number = rest.rpartition(" at ")
    match what:
        case "extra":
            return (), parse(extra_of(state, region)) if region in REGIONS else ()
        case "govern":
            tile = tile_at(state, rest)
            return (), BUILDING[tile].effects if tile and BUILDING[tile].kind == "income" else ()
        case "discard":
            card, _, twice = rest.partition(" ")
            return (), GOAL[card].benefit * (2 if twice else 1)
        case "use":
            name, _, building = rest.partition(" on ")
            if tile_of(name).kind == "BT-18":
                return (), BUILDING[building].effects if building in BUILDING else ()
            is_known = name in MERCHANT or tile_of(name).kind in BONUS
            return printed_effects(state, who, name) if is_known else ((), ())
        case "leftmost" | "reward" | "deliver":
            ship = next(ship for ship in state.plan.deliveries.ships if ship.name == name)
            reward = parse((*ship.spaces, *ship.taken)[int(number) - 1])
            return (), (*reward, *DEMAND[ship.demand].rewards) if what == "deliver" else reward
    return (), ()


# --- Choices of kinds -------------------------------------------------------------------------------------


def spread(kinds: Iterable[str], n: int) -> Iterator[dict[str, int]]:
    """Yield each way to have so many things of some kinds."""
    return (dict(Counter(row)) for row in combinations_with_replacement(tuple(kinds), n))


def any_of(effects: Iterable[Effect], *whats: str) -> int:
    """Return how many of what may be any there are among effects."""
    return sum(effect.n for effect in effects if effect.kind == "gain" and effect.what in whats)


def payments(costs: tuple[Effect, ...]) -> Iterator[dict[str, int]]:
    """Yield each way to pay what may be of any kind."""
    return _both(any_of(costs, "res"), any_of(costs, "good"))


def gains(gives: tuple[Effect, ...]) -> Iterator[dict[str, int]]:
    """Yield each way to take what may be of any kind."""
    return _both(any_of(gives, *ANY_RESOURCES), any_of(gives, "good"))


def _both(resources: int, goods: int) -> Iterator[dict[str, int]]:
    return ({**some, **more} for some in spread(RESOURCES, resources) for more in spread(GOODS, goods))


def _text(head: str, paid: dict[str, int], taken: dict[str, int]) -> str:
    """Return a part with what is paid and taken."""
    pays, takes = in_amounts(paid), in_amounts(taken)
    return head + (f" pays {pays}" if pays else "") + (f" takes {takes}" if takes else "")


def _exchanges(turn: Turns) -> Iterator[str]:
    """Yield every exchange: how often, of which kind, and the goods taken, one more with P2."""
    if turn.open not in turn.state.box.exchange:
        return
    rate = exchange(turn.open, p1=turn.serves("P1"), components=turn.state.box)
    for n in range(rate.most + 1):
        free = n if len(rate.gains) > 1 else 0
        for kind in ("", *(f" {pay}" for pay in rate.pays if n and pay in RESOURCES)):
            for goods in (free, free + 1):
                yield from (_text(f"exchange {n}{kind}", {}, taken) for taken in spread(GOODS, goods))


def _deliveries(turn: Turns, ship: ShipOffer) -> Iterator[str]:
    """Yield every delivery to a ship, and its leftmost reward that P15 gives."""
    now = turn.copied()
    try:
        shipping.begin(now, ship)
    except InputError:
        return
    cost = delivery_cost(ship.demand, now.good, own_less=now.own_less, port_less=now.port_less)
    paid = tuple(prices(cost, now.less))
    for n in range(1, len(ship.spaces) + len(ship.taken) + 1):
        head = f"deliver {ship.name} at {n}"
        _, gives = effects_of(turn.state, turn.who, head)
        yield from (_text(head, goods, taken) for goods in paid for taken in gains(gives))
    n = leftmost(ship, (n for name, n in now.covered if name == ship.name))
    if n:
        _, gives = effects_of(turn.state, turn.who, f"leftmost {ship.name} at {n}")
        yield from (_text(f"leftmost {ship.name}", {}, taken) for taken in gains(gives))


def prices(cost: Delivery, less: int) -> Iterator[dict[str, int]]:
    """Yield the goods that a delivery may be paid with when up to `less` of them are saved."""
    named, total = Counter(dict(cost.named)), sum(n for _, n in cost.named) + cost.any
    for saved in range(min(less, total) + 1):
        for goods in spread(GOODS, total - saved):
            if (named - Counter(goods)).total() <= saved:
                yield goods
