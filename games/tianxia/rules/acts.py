"""Single acts of a turn, and what they pay and gain, for the questions that ask about a part of a turn.

Whole turns are in turns/.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from pencilwright.games.tianxia.cards.catalogue import BONUS, DEMAND, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.components import BARGE_PLACES, BARGES, GOODS, TRACKS
from pencilwright.games.tianxia.rules.amounts import absent, amounts, refused
from pencilwright.games.tianxia.rules.play import STEP_POINTS, TILE_STEPS, Commands, Play
from pencilwright.games.tianxia.rules.prices import delivery_cost
from pencilwright.games.tianxia.rules.table import (
    advanced,
    merchants_back,
    port_of,
    printed_effects,
    wood_for,
)
from pencilwright.games.tianxia.state import step_of

CARD_STEPS: Final = {("red", 5): 1, ("red", 10): 1}
"""Cards kept from a step: one at 5; two drawn and one given back at 10."""
FREE_STEPS: Final = {("white", 5): "soldier(1, any), nomad(-2)", ("black", 5): "worker(1), worker(1)"}
FREE: Final = ("soldier", "worker", "merchant", "wall", "nomad")
"""Effects that `free` carries out; of cards, tiles and palace steps gained only the plan's worth counts."""


def is_act(command: str) -> bool:
    """Return whether a command is a single act, or the attack phase, which both kinds of commands know."""
    return command == "attack" or any(re.fullmatch(pattern, command, re.DOTALL) for pattern, _ in ACTS)


def discard(play: Play, card: str, takes: str | None) -> None:
    """Discard a goal card from the hand for its benefit."""
    play.lose_card(card)
    play.gain(GOAL[card].benefit, takes)


def use(play: Play, name: str, pays: str | None, takes: str | None) -> None:
    """Use a bonus tile or a merchant action of the plan, whose merchants come back."""
    tiles = list(play.state.plan.leftovers.tiles)
    if name not in tiles or name not in (*BONUS, *MERCHANT):
        raise absent("tiles", name, tiles)
    costs, effects = printed_effects(play.state, play.who, name)
    if name in MERCHANT:
        play.change(meeples=merchants_back(play.state, play.who))
    tiles.remove(name)
    play.plan("leftovers", tiles=tuple(tiles))
    play.pay(costs, pays)
    play.gain(effects, takes)


def prices(play: Play) -> None:
    """Take the stone costs that the plan's `save` types for those of its `wall`."""
    save = play.state.plan.save
    typed = {part: costs for part in ("walls", "towers") if (costs := getattr(save, part)) is not None}
    play.plan("wall", **typed)


def begin(play: Play, action: str) -> None:
    """Begin a military action that the plan allows."""
    if not getattr(play.state.plan.wall, action):
        raise refused("no_action", what=action)
    play.plan("wall", **{action: False})
    play.begin_action(action)


def fortify(play: Play, part: str | None, number: str | None) -> None:
    """Build a wall or tower; without one only the action begins."""
    play.need_pieces()
    if play.action != "fortify" or part is None:
        begin(play, "fortify")
    if part is not None and number is not None:
        play.change(stone=-play.next_piece(f"{part}s"))
        play.section(number, f"{part}s")


def train(play: Play, number: str | None, count: str | None) -> None:
    """Train soldiers in a section; without one only the action begins."""
    if play.action != "train" or number is None:
        begin(play, "train")
    for _ in range(int(count or 1) if number is not None else 0):
        play.train(str(number))


def free_merchant(play: Play) -> None:
    """Put a merchant somewhere free."""
    play.owing("merchant")
    play.change(meeples=-1)


def free_worker(play: Play, barge: str) -> None:
    """Put a worker onto a barge free, with all benefits; one pushed off becomes a merchant."""
    play.owing("worker")
    play.change(meeples=-1)
    workers = (play.who + getattr(play.state.barges, barge))[:BARGE_PLACES]
    play.state = replace(play.state, barges=replace(play.state.barges, **{barge: workers}))
    play.change(**{barge: 1})
    if play.serves("P16"):
        play.change(resources=1)
    if play.serves("P18"):
        play.change(points=1)


def govern(play: Play, space: str) -> None:
    """Send a governor to a building that the plan offers: marker, coins, wood and a meeple."""
    offered = play.candidate(space)
    play.place_marker(space[:-1])
    play.change(wood=-wood_for(play.state, play.who, offered))
    play.send_governor(space)
    play.value(10 * offered.worth)


def deliver(play: Play, name: str, spaces: str, pays: str | None) -> None:
    """Serve a ship of the plan: a shipping marker, goods for each space covered, and the rewards."""
    plan, ship = play.state.plan.deliveries, play.ship(name)
    covered = sorted({int(space) - 1 for space in spaces.split(",")})
    if not 0 <= covered[0] <= covered[-1] < len(ship.spaces):
        raise refused("spaces", n=len(ship.spaces))
    if ship.port != "good":  # the upcoming ship lies in no port
        play.moor(port_of(play.state, ship))
    own_less, port_less = ship.group in plan.own_less, ship.group in plan.port_less
    cost = delivery_cost(ship.demand, ship.port, own_less=own_less, port_less=port_less)
    play.pay_goods(cost, len(covered), amounts(pays or ""), plan.less.get(ship.group, 0))
    play.plan("deliveries", ships=tuple(item for item in plan.ships if item.group != ship.group))
    rewards = [effect for space in covered for effect in parse(ship.spaces[space])]
    for effect in (*rewards, *DEMAND[ship.demand].rewards * len(covered)):
        if effect.kind in FREE:
            play.owe(effect, plan.worth.of(effect))
            continue
        play.value(plan.worth.of(effect))
        if effect.kind == "gain":
            play.gain((effect,), None)
            play.value(-plan.worth.left * effect.n if effect.what in GOODS else 0)


def advance(play: Play, track: str) -> None:
    """Buy a step on a palace track with jade when passing, and take what the step gives."""
    plan = play.state.plan.jade
    play.buy_step(cheaper=plan.cheaper)
    play.state = advanced(play.state, play.who, track)
    step = (track, step_of(play.state, track, play.who))
    play.change(points=STEP_POINTS.get(step, 0))
    play.value(10 * (plan.card * CARD_STEPS.get(step, 0) + plan.tile * (step[1] in TILE_STEPS)))
    for effect in parse(FREE_STEPS.get(step, "")):
        play.owe(effect)


ACTS: Final[Commands] = (
    (r"discard (OB\d+)(?: takes (.+))?", discard),
    (r"use (\S+)(?: pays (.+?))?(?: takes (.+))?", use),
    (r"prices save", prices),
    (r"fortify(?: (wall|tower) ([1-4]))?", fortify),
    (r"train(?: ([1-4])(?: ([1-9]\d?))?)?", train),
    (r"free (wall|soldier|nomad) ([1-4])", Play.free),
    (rf"free worker ({'|'.join(BARGES)})", free_worker),
    (r"free merchant", free_merchant),
    (r"govern (\S+)", govern),
    (r"deliver (.+) at ([1-9](?:,[1-9])*)(?: pays (.+))?", deliver),
    (rf"advance ({'|'.join(TRACKS)})", advance),
)
