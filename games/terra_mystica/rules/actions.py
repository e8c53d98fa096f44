"""What may be done besides building, and what it does: tiles, cults, tracks, actions, changes, passing."""

from __future__ import annotations

from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.hexes import EDGES, RIVERS, bridge_name
from pencilwright.games.terra_mystica.rules import prices, turn
from pencilwright.games.terra_mystica.rules.building import (
    act,
    find_towns,
    free_ship,
    need,
    need_able,
    need_due,
    need_goods,
    pay,
)
from pencilwright.games.terra_mystica.rules.networks import (
    grow_towns,
    makes_town,
    over_river,
)
from pencilwright.games.terra_mystica.rules.power import burn, spend_power
from pencilwright.games.terra_mystica.state import Player, State, Town
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import phrase

RATES = {("P", "PW"): 5, ("W", "PW"): 3, ("C", "PW"): 1, ("W", "P"): 1, ("C", "W"): 1, ("C", "P"): 1}
"""Conversions of everybody: (wanted, given) -> how many given for one."""
ALCHEMISTS = {("C", "VP"): 1, ("VP", "C"): 2}
"""Conversions of the Alchemists besides."""
LEAST_STEP_BACK = 7
"""No step of a cult is given up below this one: none that has brought power."""


# --- tiles --------------------------------------------------------------------------------------------------

PASS: Final = "pass"
CORRECTIONS: Final = "corrected"
"""The source of points that no rule gave."""


def take_favour(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str) -> None:
    """Take a favour tile."""
    need_due(row.favours, "favour")
    if name not in box.FAVOURS:
        raise unknown("favour", name, box.FAVOURS)
    tile = names.thing(name)
    need(name not in player.favours, "has_favour", "favour", who=names.who(player.faction), tile=tile)
    need(game.state.favours_left(name), "no_tile_left", "favour", tile=tile)
    row.favours -= 1
    player.favours = (*player.favours, name)
    climb(game, player, row, box.FAVOURS[name].cult, box.FAVOURS[name].steps)
    find_towns(game, player, row)


def take_town(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str, order: list[str]) -> None:
    """Take the town tile of a new town; `order` says which cults go first when keys are short."""
    state = game.state
    need_due(row.towns, "town")
    if name not in box.TOWNS:
        raise unknown("town", name, box.TOWNS)
    need(name in state.towns_left(), "no_tile_left", "town", tile=names.thing(name))
    tile = box.TOWNS[name]
    player.towns = (*player.towns, Town(name, tuple(sorted(row.towns.pop(0)))))
    player.keys += tile.keys
    game.score(player, tile.points, name)
    if player.faction == "witches":
        game.score(player, 5, "town")
    for good, amount in (("C", tile.coins), ("W", tile.workers), ("P", tile.priests), ("PW", tile.power)):
        game.gain(player, good, amount)
    if player.faction == "swarmlings":
        player.workers += 3
    turn.score_event(game, player, "town")
    for _ in range(tile.ships):
        free_ship(game, player)
    if tile.cults:
        _all_cults(game, player, row, tile.cults, order)
    if player.keys >= len(row.stopped):
        for cult in list(row.stopped):
            climb(game, player, row, cult, row.stopped.pop(cult))
    grow_towns(state, player)


def _all_cults(game: turn.Midgame, player: Player, row: turn.OpenRow, steps: int, order: list[str]) -> None:
    """Advance on all cults. Raises InputError when keys are short for the tens and no order is given."""
    at_top = new_tops(game.state, player, steps)
    if len(at_top) > player.keys > 0 and not order:
        tops = tuple(map(names.cult, at_top))
        text = phrase("mystica.refused.few_keys", n=player.keys, cults=tops, first=at_top[0].upper())
        raise InputError(text, field="town")
    for cult in dict.fromkeys((*order, *box.CULTS)):
        climb(game, player, row, cult, steps)


def river_between(game: turn.Midgame, player: Player, ends: list[str]) -> str:
    """Return the river hex over which the Mermaids join hexes to a town: of several one that makes a town."""
    shared = [river for river in RIVERS if set(ends) <= set(EDGES[river])]
    need(shared, "no_river_between", "connect", hexes=tuple(ends))
    groups = ((river, over_river(game.state, player, river)) for river in shared)
    return next((river for river, group in groups if group and makes_town(player, group)), shared[0])


def connect(game: turn.Midgame, player: Player, row: turn.OpenRow, river: str) -> None:
    """Found a town of the Mermaids over one river hex."""
    may = player.faction == "mermaids"
    need_able(may, player, "connect", phrase("mystica.move.connect", hex=river))
    group = over_river(game.state, player, river)
    taken = player.town_hexes().union(*row.towns)
    is_new = group and not group & taken and makes_town(player, group)
    need(is_new, "river_no_town", "connect", hex=river)
    left = sum(game.state.towns_left().values()) > len(row.towns)
    need(left, "no_tile_left", "connect", tile=names.thing(""))
    row.towns.append(group)


def new_tops(state: State, player: Player, steps: int) -> tuple[str, ...]:
    """Return the cults whose top steps on all of them would reach, keys aside."""
    free = (all(other.cults[at] < box.CULT_TOP for other in state.players) for at in range(len(box.CULTS)))
    reached = zip(box.CULTS, player.cults, free, strict=True)
    return tuple(cult for cult, step, may in reached if may and step + steps >= box.CULT_TOP)


# --- cults and priests --------------------------------------------------------------------------------------


def climb(game: turn.Midgame, player: Player, row: turn.OpenRow, cult: str, steps: int) -> None:
    """Move a marker up a cult; steps that only want a key wait for one that this action may still bring."""
    made = game.state.advance(player, cult, steps)
    if made < steps and not player.keys and player.cults[box.CULTS.index(cult)] < box.CULT_TOP:
        row.stopped[cult] = row.stopped.get(cult, 0) + steps - made


def cult_steps(game: turn.Midgame, player: Player, row: turn.OpenRow, cult: str, steps: int | None) -> None:
    """Use a cult advance that waits for its cult, or the key of a new town for a step that wanted one.

    Single steps of the Cultists, won by an action and by power that others took, may be taken together.
    """
    owed = game.owed if player.faction == "cultists" else 0
    amount = steps or (row.cults or [1])[0]
    if row.cults and amount == row.cults[0]:
        row.cults.pop(0)
    elif amount <= owed + len(row.cults) and owed:
        late = min(amount, owed)
        game.owed -= late
        del row.cults[: amount - late]
    elif not row.cults and player.keys and cult in row.stopped:
        amount = row.stopped.pop(cult)
    else:
        need_due(row.cults, "cult")
        need(False, "steps", "cult", n=row.cults[0], wanted=amount)
    climb(game, player, row, cult, amount)


def forgo(row: turn.OpenRow, what: str) -> None:
    """Give up what an action gave and its player does not want: a bridge, a free dwelling, a step."""
    none: dict[str, tuple[str, object]] = {
        "bridge": ("bridges", 0), "cult": ("cults", []), "convert_w_to_p": ("priests", 0),
        "free_d": ("free_dwelling", False), "free_tp": ("free_house", False),
        "free_tf": ("sandstorm", False),
    }  # fmt: skip
    setattr(row, *none[what])


def step_back(player: Player, cult: str, steps: int) -> None:
    """Give steps of a cult up, from 9 or 8: so a town's steps and its key go to other cults.

    Logs of play at a distance say in this way which cults come to 10 first.
    """
    at = box.CULTS.index(cult)
    can = player.cults[at] < box.CULT_TOP and player.cults[at] - steps >= LEAST_STEP_BACK
    need(can, "no_step_back", "cult", cult=names.cult(cult), n=LEAST_STEP_BACK)
    player.stand(cult, player.cults[at] - steps)


def send(game: turn.Midgame, player: Player, row: turn.OpenRow, cult: str, steps: int | None) -> None:
    """Send a priest to a cult: on its best free place unless another is named; 1 returns the priest."""
    act(game, row, "send")
    free = game.state.priest_places_left(cult)
    if steps is None:
        steps = max(free, default=1)
    need(steps == 1 or steps in free, "no_priest_place", "send", cult=names.cult(cult), n=steps)
    pay(player, *prices.PRIEST, what="send")
    if steps > 1:
        game.state.place_priest(player, cult, steps)
    climb(game, player, row, cult, steps)


# --- tracks, bridges, actions -------------------------------------------------------------------------------


def advance_ship(game: turn.Midgame, player: Player, row: turn.OpenRow) -> None:
    """Pay for a step of shipping."""
    top = player.board.ship_top
    need_able(player.shipping < (top or 0), player, "advance", phrase("mystica.price.ship"))
    act(game, row, "advance ship")
    pay(player, *prices.SHIP, what="ship")
    free_ship(game, player)


def advance_spades(game: turn.Midgame, player: Player, row: turn.OpenRow) -> None:
    """Pay for a step of the spade track."""
    can = player.spade_level + 1 < len(player.board.spade_costs)
    need_able(can, player, "advance", phrase("mystica.price.spade_track"))
    act(game, row, "advance dig")
    pay(player, *prices.spade_step(player), what="spade_track")
    player.spade_level += 1
    game.score(player, box.SPADE_POINTS, "spade_track")


def bridge(game: turn.Midgame, player: Player, row: turn.OpenRow, a: str, b: str) -> None:
    """Build a bridge that an action gave."""
    name = bridge_name(a, b)
    state = game.state
    need_due(row.bridges, "bridge")
    who = names.who(player.faction)
    if name not in state.bridge_places:
        raise InputError(phrase("mystica.problem.bridge_place", bridge=name), field="bridge")
    need(name not in state.bridges, "bridge_stands", "bridge", bridge=name)
    left = state.bridges_left(player.faction)
    need(left, "none_left", "bridge", who=who, what=phrase("mystica.pieces.bridges"))
    if a not in player.structures and b not in player.structures:
        raise InputError(phrase("mystica.problem.bridge_ends", bridge=name, who=who), field="bridge")
    row.bridges -= 1
    state.bridges = {**state.bridges, name: player.faction}
    find_towns(game, player, row)


def action(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str) -> None:
    """Use a power action, an octagon, or the Engineers' bridge."""
    act(game, row, f"action {name}")
    if name in box.POWER_ACTIONS:
        need(name in game.state.power_actions_left(), "used", "action", what=names.thing(name))
        player.bowls = spend_power(player.bowls, box.POWER_ACTIONS[name].cost)
        game.state.used = (*game.state.used, name)
        _gain_of_action(game, player, row, box.POWER_ACTIONS[name].gain, box.POWER_ACTIONS[name].amount)
        return
    if name == "BRIDGE":
        need_able(player.faction == "engineers", player, "action", names.thing(name))
        pay(player, *prices.BRIDGE, what="bridge")
        row.bridges += 1
        return
    if name not in ("SH", box.CULT_FAVOUR, *box.BONUS):
        raise unknown("action", name, (*box.POWER_ACTIONS, "SH", "BRIDGE", box.CULT_FAVOUR, *box.BONUS))
    what = names.thing(name)
    need(name not in player.used, "used", "action", what=what)
    need_able(name in player.own_actions, player, "action", what)
    if name == "SH":
        _stronghold_action(game, player, row)
    else:
        _gain_of_action(game, player, row, box.BONUS[name].action if name in box.BONUS else "cult", 1)
    player.used = (*player.used, name)


def _gain_of_action(game: turn.Midgame, player: Player, row: turn.OpenRow, gain: str, amount: int) -> None:
    """Give what an action gives."""
    if gain == "bridge":
        row.bridges += amount
    elif gain == "cult":
        row.cults.append(amount)
    elif gain == "spade":
        row.digging = True
        row.free += amount
        turn.spades_gained(game, player, amount)
    else:
        game.gain(player, gain, amount)


def _stronghold_action(game: turn.Midgame, player: Player, row: turn.OpenRow) -> None:
    """Begin the action of a faction's stronghold."""
    kind = player.board.stronghold_action
    if kind == "sandstorm":
        row.digging = row.sandstorm = True
    elif kind == "two spades":
        _gain_of_action(game, player, row, "spade", prices.SPADE_ACTIONS["SH"])
    elif kind == "free dwelling":
        row.free_dwelling = True
    elif kind == "free trading house":
        row.free_house = True
    elif kind == "two cult steps":
        row.cults.append(prices.STEP_ACTIONS["SH"])
    else:
        row.actions += 2


# --- conversions and passing --------------------------------------------------------------------------------


def rates_of(player: Player, row: turn.OpenRow) -> dict[tuple[str, str], int]:
    """Return a player's conversions now: (wanted, given) -> how many given for one."""
    own = ALCHEMISTS if player.faction == "alchemists" else {}
    return RATES | own | ({("P", "W"): 1} if row.priests else {})


def convert(
    game: turn.Midgame, player: Player, row: turn.OpenRow, given: tuple[int, str], wanted: tuple[int, str]
) -> None:
    """Change goods: power, priests and workers downwards; points and coins for the Alchemists."""
    need(game.phase == turn.ACTIONS, "not_now", "convert", what="convert", n=box.ROUNDS)
    (count, source), (gets, target) = given, wanted
    rate = rates_of(player, row).get((target, source), 0)
    first, other = names.good(source), names.good(target)
    to_priests = (source, target) == ("W", "P")
    may = rate and not (to_priests and count > row.priests)
    need(may, "no_rate", "convert", good=first, other=other)
    needs = {"given": names.amount(source, rate), "got": names.amount(target, 1)}
    need(count == rate * gets, "rate", "convert", n=rate, **needs)
    _give_up(game, player, source, count, "exchange", "alchemists")
    row.priests -= to_priests * count
    done = game.gain(player, target, gets, "alchemists")
    need(done == gets, "none_left", "convert", who=names.who(player.faction), what=names.good("P"))


def _give_up(game: turn.Midgame, player: Player, good: str, count: int, what: str, reason: str) -> None:
    """Take goods, power or points. Raises InputError for too few; `what` ends the key of what for."""
    if good == "PW":
        player.bowls = spend_power(player.bowls, count)
    elif good == "VP":
        need_goods(player, player.points, good, count, what)
        game.score(player, -count, reason)
    else:
        price = {"W": prices.Price(count), "C": prices.Price(0, count), "P": prices.Price(0, 0, count)}
        pay(player, *price[good], what=what)


def correct(game: turn.Midgame, player: Player, good: str, amount: int) -> None:
    """Give goods or, below 0, take them, as a log corrects them by hand. Raises InputError for too few."""
    if amount < 0:
        _give_up(game, player, good, -amount, "correction", CORRECTIONS)
    else:
        game.gain(player, good, amount, CORRECTIONS)


def sacrifice(game: turn.Midgame, player: Player, row: turn.OpenRow, amount: int) -> None:
    """Sacrifice power: in an own turn, not before round 1."""
    need(game.phase in (turn.ACTIONS, turn.SPADES), "not_now", "burn", what="burn", n=box.ROUNDS)
    player.bowls = burn(player.bowls, amount)


def take_card(game: turn.Midgame, player: Player, card: str) -> None:
    """Take a free bonus card with its coins."""
    cards = dict(game.state.cards)
    need(card in cards, "card_not_free", "bonus", card=card)
    player.coins += cards.pop(card)
    game.state.cards = cards
    player.bonus = card


def pass_(game: turn.Midgame, player: Player, row: turn.OpenRow, card: str) -> None:
    """Pass: points, the card back, another card (none in the last round)."""
    act(game, row, "pass")
    state = game.state
    for reason, points in turn.passing(state, player).items():
        game.score(player, points, reason)
    old = player.bonus
    if state.round < box.ROUNDS:
        if not card:
            raise InputError(phrase("words.wrong", text=PASS, example="pass BON3"), field="pass")
        take_card(game, player, card)
    else:
        need(not card, "no_card_last", "pass")
        player.bonus = ""
    if old:
        state.cards = {**state.cards, old: 0}
    player.passed = row.passed = True
    row.actions = 0
    game.passed.append(player.faction)


# --- the end of a row ---------------------------------------------------------------------------------------


def finish(game: turn.Midgame, player: Player, row: turn.OpenRow) -> None:
    """End a row: everything begun is done; the turn goes on. Raises InputError naming what is left."""
    turn.tidy_offers(game)
    if left := row.unfinished():
        need(False, "row_ends", "log", who=names.who(player.faction), left=left)
    game.row = None
    if game.phase == turn.SPADES:
        game.spades.pop(player.faction, None)
    elif game.phase == turn.ACTIONS and row.actions <= 0:
        turn.pass_on(game, player.faction)
