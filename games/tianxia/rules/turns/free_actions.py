"""Free actions: tiles, goal cards, merchant actions, and what effects give free."""

from __future__ import annotations

from msgspec.structs import replace

from pencilwright.games.tianxia.cards.catalogue import BONUS, BUILDING, GOAL, MERCHANT
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import TRACKS
from pencilwright.games.tianxia.rules.amounts import absent, none_left, refused
from pencilwright.games.tianxia.rules.table import port_of, printed_effects, tile_of
from pencilwright.games.tianxia.rules.turns import parts
from pencilwright.games.tianxia.rules.turns.frame import CONDITIONAL, FIFTH, MILITARY, Turns
from pencilwright.games.tianxia.state import step_of


def drop(turn: Turns) -> None:
    """Discard an action marker for 2 coins."""
    markers = turn.state.plan.governors.markers
    if not markers:
        raise none_left(turn.who, "markers")
    turn.plan("governors", markers=markers - 1)
    turn.change(coin=2)


# --- Goal cards and tiles -----------------------------------------------------------------------------------


def discard(turn: Turns, card: str, twice: str | None, takes: str | None) -> None:
    """Discard a goal card for its benefit, twice with 4A-3."""
    turn.lose_card(card)
    if twice:
        spend_merchants(turn, "4A-3")
    turn.gain(GOAL[card].benefit * (2 if twice else 1), takes)


def void(turn: Turns, card: str) -> None:
    """Give a goal card back without its benefit."""
    if not turn.voids:
        raise absent("goals", card, turn.own.goals)
    turn.lose_card(card)
    turn.draw("card", 0, -1)


def draws(turn: Turns, name: str) -> None:
    """Name a card or tile that was drawn unseen."""
    kind = "card" if name in GOAL else "tile"
    if not turn.unknown[kind]:
        raise refused("draws", name=name[:40])
    turn.draw(kind, -1)
    if kind == "tile":
        turn.get(name)
    else:
        turn.become(replace(turn.own, goals=(*turn.own.goals, name)))


def choose(turn: Turns, text: str) -> None:
    """Take one of the palace tiles of a step that was reached."""
    palace = turn.typed_plan.palace
    there = [(cell, tile) for cell in turn.choices for tile in palace.get(cell, ())]
    cell = next((cell for cell, tile in there if tile == text), None)
    if cell is None:
        raise absent("tiles", text, (tile for _, tile in there))
    turn.choices.remove(cell)
    left = list(palace[cell])
    left.remove(text)
    turn.plan("turns", palace={**palace, cell: tuple(left)})
    turn.get(text.partition("/")[0] + "/palace")


def refresh(turn: Turns, name: str) -> None:
    """Turn a used tile face up."""
    used = list(turn.typed_plan.used)
    if name not in used:
        raise absent("used", name, used)
    turn.owing("refresh", *(("regular",) if tile_of(name).palace else ()))
    used.remove(name)
    turn.plan("turns", used=tuple(used))
    turn.plan("leftovers", tiles=(*turn.state.plan.leftovers.tiles, name))


def double_tower(turn: Turns, number: str) -> None:
    """Put the double-tower tile on a section."""
    if not turn.typed_plan.double:
        raise absent("tiles", "double", ())
    turn.plan("turns", double=False)
    turn.section(number, "double")


def use(turn: Turns, name: str, on: str | None, pays: str | None, takes: str | None) -> None:
    """Use a bonus tile, the bonus-shipping tile, or a merchant action."""
    if name in MERCHANT:
        trade_with(turn, name, on, pays, takes)
    elif name != "bonus":
        use_tile(turn, name, on, pays, takes)
    elif not turn.typed_plan.bonus:
        raise absent("tiles", name, turn.state.plan.leftovers.tiles)
    else:
        turn.plan("turns", bonus=False)
        turn.pending.append("bonus")


def use_tile(turn: Turns, name: str, on: str | None, pays: str | None, takes: str | None) -> None:
    """Use a bonus tile at hand, which is turned over and kept."""
    tiles = list(turn.state.plan.leftovers.tiles)
    tile = tile_of(name)
    if name not in tiles or tile.kind not in BONUS:
        raise absent("tiles", name, tiles)
    tiles.remove(name)
    turn.plan("leftovers", tiles=tuple(tiles))
    turn.plan("turns", used=(*turn.typed_plan.used, name))
    costs, effects = printed_effects(turn.state, turn.who, name)
    turn.pay(costs, pays)
    turn.gain(effects, None if tile.kind == "BT-18" else takes)
    if tile.kind == "BT-02":
        if tile.shows not in TRACKS:
            raise absent("tracks", tile.shows, TRACKS)
        turn.climb(tile.shows)
    elif tile.kind == "BT-10":
        turn.owe(Effect("govern", 1))
    elif tile.kind == "BT-14":
        turn.pending.append("wave")
    elif tile.kind == "BT-18":
        building = on or ""
        own = building in BUILDING and BUILDING[building].kind == "income" and turn.serves(building)
        if not building or not (own or building == turn.own.start):
            raise absent("buildings", building or name, (item for item in BUILDING if turn.serves(item)))
        parts.income(turn, building, takes)


# --- Merchants ----------------------------------------------------------------------------------------------


def spend_merchants(turn: Turns, name: str) -> None:
    """Take the merchants of an action back; all of its places must have one."""
    places, there = turn.state.box.merchant_places, turn.typed_plan.merchants
    if there.get(name, 0) < places:
        raise absent("merchants", name, (merchant for merchant, n in there.items() if n >= places))
    turn.plan("turns", merchants={**there, name: 0})
    turn.change(meeples=places)


def back(turn: Turns, name: str) -> None:
    """Take a merchant back without using his action."""
    there = turn.typed_plan.merchants
    if not there.get(name):
        raise absent("merchants", name, (merchant for merchant, n in there.items() if n))
    turn.plan("turns", merchants={**there, name: there[name] - 1})
    turn.change(meeples=1)


def trade_with(turn: Turns, name: str, on: str | None, pays: str | None, takes: str | None) -> None:
    """Use a merchant action."""
    spend_merchants(turn, name)
    if name == "1A-1":
        if turn.open not in MILITARY:
            raise refused("not.now")
        turn.change(rice=1, stone=1)
    elif name in CONDITIONAL:
        turn.pending.append(name)
    elif name == "1A-3":
        if on not in TRACKS or step_of(turn.state, on, turn.who) < FIFTH:
            raise refused("not.now")
        turn.fifth(on, again=True)
    elif name == "2B-3":
        turn.change(coin=-1)
        turn.draw("tile", 1)
    elif name == "4A-3":
        raise refused("not.now")
    else:
        costs, effects = printed_effects(turn.state, turn.who, name)
        turn.pay(costs, pays)
        turn.gain(effects, takes)


# --- What effects give free ---------------------------------------------------------------------------------


def worker(turn: Turns, barge: str, takes: str | None) -> None:
    """Put a worker on a barge free."""
    barred = ("other",) if barge in turn.boarded else ()
    if turn.owing("worker", *barred).what == "other":
        turn.boarded.add(barge)
    turn.change(meeples=-1)
    parts.ship_worker(turn, barge, turn.who, takes)


def merchant(turn: Turns, name: str | None) -> None:
    """Put a merchant beside an action: of one's own board where it is known."""
    turn.owing("merchant")
    turn.change(meeples=-1)
    if name is None:
        return
    board, merchants = turn.own.board, turn.typed_plan.merchants
    there = merchants.get(name, 0)
    if name not in MERCHANT or (board and name[:2] != board) or there >= turn.state.box.merchant_places:
        raise refused("free", what=f"free merchant {name}")
    turn.plan("turns", merchants={**merchants, name: there + 1})


def step(turn: Turns, track: str) -> None:
    """Go a palace step that an effect gives."""
    heights = {track: step_of(turn.state, track, turn.who) for track in TRACKS}
    turn.owing("track", *(() if heights[track] == min(heights.values()) else ("lowest",)))
    turn.climb(track)


def govern(turn: Turns, space: str, takes: str | None) -> None:
    """Send a governor free of wood."""
    turn.owing("govern")
    parts.appoint(turn, space, 0, takes)


def reward(turn: Turns, name: str, number: str, takes: str | None) -> None:
    """Take an uncovered reward of a ship in a port."""
    turn.owing("reward")
    ship, n = turn.ship(name), int(number)
    if not port_of(turn.state, ship) or n > len(ship.spaces) or (name, n) in turn.covered:
        raise refused("spaces", n=len(ship.spaces))
    turn.gain(parse(ship.spaces[n - 1]), takes)
