"""Spades, dwellings and upgrades: what a structure costs, where it may stand, and what it brings."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica.boards.hexes import NEIGHBOURS, spades
from pencilwright.games.terra_mystica.rules import networks, prices, turn
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Phrase, Word, phrase


def need(ok: object, why: str, field: str, /, **words: Word) -> None:
    """Raise InputError unless something holds; `why` ends the key of the sentence, words fill its blanks."""
    if not ok:
        raise InputError(phrase(f"mystica.refused.{why}", **words), field=field)


def need_able(ok: object, player: Player, field: str, what: Phrase) -> None:
    """Raise InputError unless a faction can do something, named in words."""
    need(ok, "cannot", field, who=names.who(player.faction), what=what)


def need_due(waiting: object, what: str) -> None:
    """Raise InputError unless the row waits for something; `what` ends the key of `mystica.left`."""
    need(waiting, "not_due", what, left=phrase(f"mystica.left.{what}"))


def need_goods(player: Player, has: int, good: str, price: int, what: str) -> None:
    """Raise InputError unless a player has a price; `what` ends the key of what is paid for."""
    if has < price:
        costs = {"what": phrase(f"mystica.price.{what}"), "price": names.amount(good, price)}
        need(False, "price", "goods", who=names.who(player.faction), has=has, **costs)


def pay(player: Player, workers: int, coins: int, priests: int = 0, *, what: str) -> None:
    """Take a price. Raises InputError naming what is missing; `what` ends the key of what is paid for."""
    for good, has, price in (
        ("W", player.workers, workers),
        ("C", player.coins, coins),
        ("P", player.priests, priests),
    ):
        need_goods(player, has, good, price, what)
    player.workers -= workers
    player.coins -= coins
    player.priests -= priests


def act(game: turn.Midgame, row: turn.OpenRow, what: str) -> None:
    """Begin one of the row's actions: who acts takes none of the power still offered, before bowls change.

    Raises InputError when none is left or another is unfinished.
    """
    need(game.phase == turn.ACTIONS, "not_now", "log", what=what, n=box.ROUNDS)
    need(not row.free + row.bought, "spades_first", "log", what=what)
    need(row.actions > 0, "too_many", "log", what=what)
    turn.refuse_all(game, row.faction)
    row.actions -= 1
    row.digging, row.split, row.skipped, row.may_build = False, False, "", True
    row.dug.clear()
    row.stopped.clear()


# --- spades and dwellings -----------------------------------------------------------------------------------


def begin_digging(game: turn.Midgame, row: turn.OpenRow, what: str, name: str = "") -> None:
    """Begin transform-and-build, unless it is under way already (a double turn's second is new)."""
    done = not row.may_build or (row.dug and name not in row.dug)
    new = row.actions > 0 and done and not row.free + row.bought
    if not row.digging or new:
        act(game, row, what)
        row.digging = True


def dig(game: turn.Midgame, player: Player, row: turn.OpenRow, count: int) -> None:
    """Buy spades for workers (a priest each for the Darklings)."""
    need(game.phase == turn.ACTIONS, "not_now", "dig", what="dig", n=box.ROUNDS)
    begin_digging(game, row, "dig")
    need(not row.dug, "order", "dig")
    need(row.may_build, "order", "dig")
    pay(player, *prices.spade_price(player, count), what="spades")
    if player.faction == "darklings":
        game.score(player, 2 * count, "spades")
    row.bought += count
    turn.spades_gained(game, player, count)


def transform(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str, colour: str = "") -> None:
    """Turn a hex into a terrain: the home terrain unless another is named, as far as spades go."""
    state = game.state
    colour = colour or player.colour
    start = state.terrain_of(name)
    _need_free(state, name, "transform")
    if row.sandstorm:
        own = any(other in player.structures for other in NEIGHBOURS[name])
        need(own, "sandstorm_edge", "transform", hex=name)
        home = names.land(player.colour)
        need(start != colour == player.colour, "goes_home", "transform", hex=name, home=home)
        row.sandstorm = False
        row.dug.append(name)
        state.terrain = {**state.terrain, name: colour}
        return
    if game.phase != turn.SPADES:
        begin_digging(game, row, "transform", name)
        need(row.may_build or row.dug, "order", "transform")
    count = _check_spades(state, player, row, name, colour, cults=game.phase == turn.SPADES)
    _reach(game, player, row, name)
    from_free = min(row.free, count)
    row.free -= from_free
    row.bought -= count - from_free
    row.dug.append(name)
    state.terrain = {**state.terrain, name: colour}


def _check_spades(
    state: State, player: Player, row: turn.OpenRow, name: str, colour: str, *, cults: bool
) -> int:
    """Return the spades for a change of terrain. Raises InputError when it may not be made."""
    home, start = player.colour, state.terrain_of(name)
    is_, wanted, first = map(names.land, (start, colour, home))
    need(start != colour, "is_already", "transform", hex=name, terrain=is_)
    has = row.free + row.bought
    if player.faction == "giants":
        need(colour == home, "goes_home", "transform", hex=name, home=first)
        count = prices.spades_for(player, start, colour)
    else:
        count = spades_to(home, start, colour, has)
    need(count <= has, "few_spades", "transform", hex=name, n=count, terrain=wanted, has=has)
    if row.dug and not row.split and not cults and name != row.dug[-1]:
        need(not row.bought and len(set(row.dug)) == 1, "one_hex", "transform")
        one_is_home = home in (state.terrain_of(row.dug[0]), colour)
        need(one_is_home, "free_go_on", "transform", hex=row.dug[0], home=first)
    return count


def spades_to(home: str, start: str, end: str, at_hand: int) -> int:
    """Return the spades from one terrain to another for the owners of a home terrain.

    Any terrain may be made. The way does not pass the home terrain: where that lies between, it is the long
    one. From and to the home terrain the long one is free to choose: by whoever uses just that many spades.
    """
    short = spades(start, end)
    long = len(box.TERRAINS) - short
    if home in (start, end):
        return long if short and at_hand == long else short
    between = spades(start, home) + spades(home, end) == short
    return long if between else short


def _reach(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str) -> None:
    """Check that a hex can be reached, and pay for a carpet or a tunnel where one is needed."""
    state = game.state
    if game.phase == turn.SPADES:
        own = networks.reaches(state, player, name, card=False)
        need(own, "cult_reach", "reach", hex=name, who=names.who(player.faction))
        return
    if row.skipped == name or networks.reaches(state, player, name):
        return
    need(networks.skips(player, name), "reach", "reach", hex=name, who=names.who(player.faction))
    need(not row.skipped, "one_skip", "reach")
    pay(player, *prices.skip_price(player), what="carpet" if player.faction == "fakirs" else "tunnel")
    row.skipped = name
    game.score(player, box.SKIP_POINTS, "skipping")


def drop_spades(game: turn.Midgame, player: Player, row: turn.OpenRow, count: int | None = None) -> None:
    """Give up free spades: all that are left when no number is named."""
    need(row.free and not row.bought, "no_drop", "drop")
    row.free -= row.free if count is None else min(count, row.free)


def build(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str) -> None:
    """Build a dwelling: at the start, for the Witches' free one, or by transform-and-build."""
    state = game.state
    who = names.who(player.faction)
    _need_free(state, name, "build")
    need(player.left("D"), "none_left", "build", who=who, what=names.structure("D"))
    if game.phase == turn.DWELLINGS:
        _need_home(state, player, name)
        player.put(name, "D")
        return
    need(game.phase == turn.ACTIONS, "not_now", "build", what="build", n=box.ROUNDS)
    if row.free_dwelling:
        _need_home(state, player, name)
        row.free_dwelling = False
    else:
        _dig_and_pay(game, player, row, name)
    _built(game, player, row, name, "D")


def _need_free(state: State, name: str, field: str) -> None:
    """Check that nobody's structure stands on a hex."""
    if owner := state.owner(name):
        need(False, "occupied", field, hex=name, who=names.who(owner))


def _need_home(state: State, player: Player, name: str) -> None:
    """Check that a hex is home terrain."""
    terrain = state.terrain_of(name)
    if terrain != player.colour:
        lands = {"terrain": names.land(terrain), "home": names.land(player.colour)}
        text = phrase("mystica.problem.terrain", hex=name, who=names.who(player.faction), **lands)
        raise InputError(text, field="build")


def _dig_and_pay(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str) -> None:
    """Transform a hex with the spades at hand where it is not home terrain, and pay for a dwelling there."""
    if row.sandstorm or (game.state.terrain_of(name) != player.colour):
        transform(game, player, row, name)
    else:
        begin_digging(game, row, "build", name)
        if name not in row.dug:  # what this action transformed is reached already
            _reach(game, player, row, name)
    need(row.may_build, "too_many", "build", what=f"build {name}")
    if row.dug:
        need(name in row.dug, "dwelling_there", "build", hex=row.dug[0])
    pay(player, *player.board.cost["D"], what="D")
    row.may_build = False


def _built(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str, kind: str) -> None:
    """Put a structure on the map, with its points, its towns and the power that it offers."""
    player.put(name, kind)
    turn.score_event(game, player, kind)
    if kind == "D" and box.DWELLING_FAVOUR in player.favours:
        game.score(player, box.DWELLING_FAVOUR_POINTS, box.DWELLING_FAVOUR)
    if kind == "TH" and box.TRADING_FAVOUR in player.favours:
        game.score(player, box.TRADING_FAVOUR_POINTS, box.TRADING_FAVOUR)
    find_towns(game, player, row)
    game.events += 1
    game.offers += networks.offers(game.state, game.clockwise(player.faction), name, game.events)


def find_towns(game: turn.Midgame, player: Player, row: turn.OpenRow) -> None:
    """Let towns grow, and note the groups that are towns now and wait for a tile; grown ones come first."""
    networks.grow_towns(game.state, player)
    results = [group for group in networks.new_towns(game.state, player) if group not in row.towns]
    grown = [group for group in results if any(old < group for old in row.towns)]
    results = [group for group in results if group in grown or not any(group & old for old in row.towns)]
    row.towns = [group for group in row.towns if not any(group < other for other in grown)]
    free = sum(game.state.towns_left().values()) - len(row.towns)
    row.towns += [*grown, *(group for group in results if group not in grown)][: max(0, free)]


# --- upgrades -----------------------------------------------------------------------------------------------


def upgrade(game: turn.Midgame, player: Player, row: turn.OpenRow, name: str, kind: str) -> None:
    """Replace a structure by a better one."""
    old = player.structures.get(name, "")
    who, new = names.who(player.faction), names.structure(kind)
    need(old, "no_structure", "upgrade", who=who, hex=name)
    wanted = prices.BUILT_FROM[kind]
    was, base = names.structure(old), names.structure(wanted)
    need(old == wanted, "upgrade_from", "upgrade", hex=name, was=was, kind=new, base=base)
    need(player.left(kind), "none_left", "upgrade", who=who, what=new)
    if row.free_house:
        need(kind == "TH", "house_only", "upgrade")
        row.free_house = False
    else:
        act(game, row, "upgrade")
        pay(player, *prices.upgrade_price(game.state, player, name, kind), what=kind)
    _built(game, player, row, name, kind)
    if kind in ("TE", "SA"):
        row.favours += 2 if player.faction == "chaosmagicians" else 1
    if kind == "SH":
        _first_stronghold(game, player, row)


def _first_stronghold(game: turn.Midgame, player: Player, row: turn.OpenRow) -> None:
    """Give what the stronghold gives at once."""
    if player.faction == "halflings":
        row.digging, row.split, row.free, row.may_build = True, True, 3, True
        row.dug.clear()
        turn.spades_gained(game, player, 3)
    elif player.faction == "cultists":
        game.score(player, 7, "stronghold")
    elif player.faction == "alchemists":
        player.gain_power(12)
    elif player.faction == "darklings":
        row.priests = 3
    elif player.faction == "mermaids":
        free_ship(game, player)
    elif player.faction == "auren":
        row.favours += 1


def free_ship(game: turn.Midgame, player: Player) -> None:
    """Advance shipping without paying, as far as the track goes; a Fakir's carpet flies one hex farther."""
    top = player.board.ship_top
    if player.faction == "fakirs":
        player.shipping += 1
    elif top is not None and player.shipping < top:
        player.shipping += 1
        points = player.board.ship_points[player.shipping - player.board.ship_start - 1]
        game.score(player, points, "shipping")
