"""The parts of a turn: region, governors, exchange, wall and soldiers, barges, passing."""

from __future__ import annotations

from msgspec.structs import replace

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import BUILDING
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import BARGE_PLACES, BARGES, NEUTRAL, REGIONS, STEPS, TRACKS
from pencilwright.games.tianxia.rules.amounts import absent, amounts, refused
from pencilwright.games.tianxia.rules.prices import barge_price
from pencilwright.games.tianxia.rules.prices import exchange as exchange_rate
from pencilwright.games.tianxia.rules.table import extra_of, flag_of, wood_for
from pencilwright.games.tianxia.rules.turns.frame import LOW_STEP, MILITARY, SPACES, Turns
from pencilwright.games.tianxia.state import pieces, step_of, tile_at

# --- Regions ------------------------------------------------------------------------------------------------


def extra(turn: Turns, takes: str | None) -> None:
    """Take the extra benefit printed at the region's action space."""
    text = extra_of(turn.state, turn.open) if turn.open in REGIONS else ""
    if not text:
        raise refused("not.now")
    turn.act("extra")
    turn.gain(parse(text), takes)


def step(turn: Turns, track: str | None) -> None:
    """Go the step of the turn: on the flag's track, or on any in a military turn."""
    colour = flag_of(turn.state, turn.open) if turn.open in REGIONS else track
    if turn.open in REGIONS and not colour:
        raise refused("flag", region=phrases.region(turn.open), field="plan.turns.flags")
    if turn.open not in SPACES or colour is None or (track or colour) != colour or turn.action:
        raise refused("not.now")
    turn.act("step")
    turn.climb(colour)
    if turn.open in MILITARY and turn.serves("P11") and step_of(turn.state, colour, turn.who) < STEPS:
        turn.climb(colour)


def govern(turn: Turns, space: str, takes: str | None) -> None:
    """Appoint a governor in the region of the turn."""
    if space[:-1] != turn.open:
        raise refused("not.now")
    turn.act("govern")
    wood = wood_for(turn.state, turn.who, turn.candidate(space))
    appoint(turn, space, max(wood - (2 if turn.pends("1B-2") else 0), 0), takes)


def appoint(turn: Turns, space: str, wood: int, takes: str | None) -> None:
    """Send a governor: wood, the bonus tile beside, the meeple, then the effect of an income building."""
    turn.candidate(space)
    turn.change(wood=-wood)
    beside = turn.typed_plan.beside
    if space in beside:
        turn.plan("turns", beside={item: tile for item, tile in beside.items() if item != space})
        turn.get(beside[space])
    turn.send_governor(space)
    tile = tile_at(turn.state, space)
    if tile and BUILDING[tile].kind == "income":
        income(turn, tile, takes)
    elif takes:
        raise refused("more", what=takes)


def income(turn: Turns, tile: str, takes: str | None) -> None:
    """Take the effect of an income building."""
    state, who = turn.state, turn.who
    if tile in ("I5", "I6"):
        n = sum(
            len("".join(getattr(item, row) for item in state.wall))
            if state.box.everyones_pieces
            else pieces(state, who, row)
            for row in (("walls", "soldiers") if tile == "I5" else ("towers",))
        )
        turn.change(points=n if tile == "I5" else 3 * n)
    elif tile == "I8":
        turn.change(points=sum(step_of(state, track, who) >= LOW_STEP for track in TRACKS))
    elif tile in ("I7", "I9"):
        turn.owe(Effect("reward", 1) if tile == "I7" else Effect("refresh", 1, "regular"))
    else:
        turn.gain(BUILDING[tile].effects, takes)
        return
    if takes:
        raise refused("more", what=takes)


def exchange(turn: Turns, number: str, kind: str | None, takes: str | None) -> None:
    """Change resources into goods, up to four in all; P2's good comes with any of them."""
    if turn.open not in turn.state.box.exchange:
        raise refused("not.now")
    rate = exchange_rate(turn.open, p1=turn.serves("P1"), components=turn.state.box)
    if turn.trading != "exchange":
        turn.act("trade")
        turn.trading, turn.left, turn.paid_with, turn.more = "exchange", rate.most, "", turn.serves("P2")
    n = int(number)
    paid = kind or turn.paid_with or turn.state.box.exchange[turn.open][0]
    if n > turn.left or paid not in rate.pays or turn.paid_with not in ("", paid):
        raise refused("exchange", n=turn.left)
    turn.left, turn.traded = turn.left - n, turn.traded + n
    turn.paid_with = paid if n else turn.paid_with
    turn.change(**{paid: -n})
    free = n if len(rate.gains) > 1 else 0
    if turn.more and sum(amounts(takes or "").values()) == free + 1:
        turn.more = False
        free += 1
    if len(rate.gains) == 1:
        turn.change(**{rate.gains[0]: n})
    turn.gain([Effect("gain", free, "good")], takes)


# --- Military turns and barges ------------------------------------------------------------------------------


def _start(turn: Turns, action: str) -> None:
    """Begin the action of a military turn."""
    if turn.open != action:
        raise refused("not.now")
    if not turn.action:
        turn.lapse()
        turn.begin_action(action)


def build(turn: Turns, part: str, number: str) -> None:
    """Build the next wall or tower."""
    _start(turn, "fortify")
    typed = getattr(turn.state.plan.wall, f"{part}s") is not None
    stone = turn.next_piece(f"{part}s")
    if typed and turn.serves("P12") and not turn.knew_p12:
        stone = max(stone - 1, 0)
    turn.change(stone=-stone)
    turn.section(number, f"{part}s")
    turn.parts.add("paid")


def train(turn: Turns, number: str, count: str | None) -> None:
    """Train soldiers in a section."""
    _start(turn, "train")
    for _ in range(int(count or 1)):
        turn.train(number)
    turn.parts.add("paid")


def embark(turn: Turns, barge: str, takes: str | None) -> None:
    """Put a worker on a barge in the turn that is for it, a neutral one without a meeple."""
    own = getattr(turn.state.barges, barge).count(turn.who)
    turn.change(coin=-barge_price(own, p17=turn.serves("P17"), merchant=turn.pends("4B-1")))
    workers = "".join(getattr(turn.state.barges, item) for item in BARGES)
    if turn.own.meeples:
        turn.change(meeples=-1)
        ship_worker(turn, barge, turn.who, takes)
    elif workers.count(NEUTRAL) < turn.state.box.neutral_workers:
        ship_worker(turn, barge, NEUTRAL, takes)
    else:
        turn.change(meeples=-1)


def ship_worker(turn: Turns, barge: str, letter: str, takes: str | None) -> None:
    """Put a worker on a barge from the left; one of the player's pushed off may become a merchant."""
    workers = letter + getattr(turn.state.barges, barge)
    barges = replace(turn.state.barges, **{barge: workers[:BARGE_PLACES]})
    turn.state = replace(turn.state, barges=barges)
    turn.change(**{barge: 1})
    if workers[BARGE_PLACES:] == turn.who:
        turn.change(meeples=1)
        turn.owe(Effect("merchant", 1))
    gains: list[Effect] = []
    if letter == turn.who and turn.serves("P16"):
        gains = [Effect("gain", 1, "res")]
        if barge in amounts(takes or ""):
            raise refused("taken", what=phrases.amount(1, "res"))
    if letter == turn.who and turn.serves("P18"):
        turn.change(points=1)
    turn.gain(gains, takes)


# --- Passing ------------------------------------------------------------------------------------------------


def take_tile(turn: Turns, text: str) -> None:
    """Take a tile under the round track."""
    if turn.open != "pass" or text not in turn.typed_plan.round:
        raise absent("tiles", text, turn.typed_plan.round)
    turn.act("tile")
    turn.get(text)


def advance(turn: Turns, track: str) -> None:
    """Buy a palace step with jade."""
    if turn.open != "pass" or (turn.typed_plan.round and "tile" not in turn.parts):
        raise refused("not.now")
    turn.lapse()
    if turn.pends("3B-2"):
        turn.parts.add("cheaper")
    turn.buy_step(cheaper="cheaper" in turn.parts or turn.state.plan.jade.cheaper)
    turn.climb(track)
