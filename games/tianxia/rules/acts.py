"""Single acts of a turn, and what they pay and gain, for the questions that ask about a part of a turn.

Whole turns are in turns/.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import BONUS, DEMAND, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import BARGE_PLACES, BARGES, GOODS, RESOURCES, TRACKS
from pencilwright.games.tianxia.rules import play as rules
from pencilwright.games.tianxia.rules.amounts import KINDS, absent, amounts, every, none_left, refused
from pencilwright.games.tianxia.rules.play import STEP_POINTS, TILE_STEPS, Commands, Play
from pencilwright.games.tianxia.rules.prices import delivery_cost, marker_price
from pencilwright.games.tianxia.rules.table import advanced, merchants_back, port_of, wood_for
from pencilwright.games.tianxia.state import step_of

CARD_STEPS: Final = {("red", 5): 1, ("red", 10): 1}
"""Cards kept from a step: one at 5; two drawn and one given back at 10."""
FREE_STEPS: Final = {("white", 5): "soldier(1, any), nomad(-2)", ("black", 5): "worker(1), worker(1)"}
FREE: Final = ("soldier", "worker", "merchant", "wall", "nomad")
"""Effects that `free` carries out; of cards, tiles and palace steps gained only the plan's worth counts."""


def apply_action(play: Play, command: str) -> bool:
    """Carry a single act out; return whether it is one. Raises InputError for what is not allowed."""
    return rules.carry_out(ACTS, play, command)


def is_act(command: str) -> bool:
    """Return whether a command is a single act, or the attack phase, which both kinds of commands know."""
    return command == "attack" or any(re.fullmatch(pattern, command, re.DOTALL) for pattern, _ in ACTS)


def gain(play: Play, effects: Iterable[Effect], takes: str | None) -> None:
    """Take the gains among effects, the kinds of what may be any as `takes` names them; note the rest.

    Without `takes`, what may be any is of a kind not recorded.
    """
    left = amounts(takes or "")
    for effect in effects:
        if effect.kind != "gain":
            play.owe(effect)
        elif effect.what in KINDS:
            play.change(**{effect.what: effect.n})
        elif effect.what == "pp":
            play.change(points=effect.n)
        else:
            kinds, unknown = (GOODS, "goods") if effect.what == "good" else (RESOURCES, "resources")
            if takes is None:
                play.change(**{unknown: effect.n})
                continue
            taken = {kind: left.pop(kind) for kind in kinds if kind in left}
            spread = {"res#2": effect.n, "res=2": 1}.get(effect.what, len(taken))
            if sum(taken.values()) != effect.n or len(taken) != spread:
                raise refused("taken", what=phrases.amount(effect.n, effect.what))
            play.change(**taken)
    if left:
        raise refused("more", what=every(left))


def discard(play: Play, card: str, takes: str | None) -> None:
    """Discard a goal card from the hand for its benefit."""
    play.lose_card(card)
    gain(play, GOAL[card].benefit, takes)


def use(play: Play, name: str, pays: str | None, takes: str | None) -> None:
    """Use a bonus tile or a merchant action of the plan, whose merchants come back."""
    tiles = list(play.state.plan.leftovers.tiles)
    if name not in tiles or name not in (*BONUS, *MERCHANT):
        raise absent("tiles", name, tiles)
    if name in BONUS:
        cost, effects = parse(BONUS[name].cost), parse(BONUS[name].effect)
    else:
        effects = parse(MERCHANT[name].effect)
        cost = tuple(effect._replace(n=-effect.n) for effect in effects if effect.n < 0)
        effects = tuple(effect for effect in effects if effect.n > 0)
        play.change(meeples=merchants_back(play.state, play.who))
    tiles.remove(name)
    play.plan("leftovers", tiles=tuple(tiles))
    play.pay(cost, pays)
    gain(play, effects, takes)


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
    plan, offered = play.state.plan.governors, play.candidate(space)
    if not plan.markers:
        raise none_left(play.who, "markers")
    region = space[:-1]
    lying = plan.stacks.get(region, 0)
    play.change(coin=-marker_price(lying, p8=play.serves("P8")))
    play.change(wood=-wood_for(play.state, play.who, offered))
    play.send_governor(space)
    play.plan("governors", markers=plan.markers - 1, stacks={**plan.stacks, region: lying + 1})
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
            gain(play, (effect,), None)
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
