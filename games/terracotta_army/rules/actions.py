"""What a human player may do, and what it does: a turn step by step, the scoring phase, the end phase.

A turn is: `rotate` (optional), `place`, then `apply_action` for the inner, the middle and the outer ring.
`legal_actions` lists what `apply_action` takes. All of them change the state given; `State.clone` keeps
the old one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring, sectors
from pencilwright.games.terracotta_army.rules import building
from pencilwright.games.terracotta_army.rules.choice import NOTHING, SUBSTITUTES, ActionChoice, write_choice
from pencilwright.games.terracotta_army.state import ARTISAN, CRAFTSMAN, Player, State, worker
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, called, phrase

RINGS: Final = ("inner", "middle", "outer")
SOLO_PRIORITY_VP: Final = 2
CENSOR_STEPS: Final = 2
CLAY_MAKER_CLAY: Final = 3


# --- Rotating and placing ---------------------------------------------------------------------------------


def rotate(state: State, player: Player, ring: str) -> Phrase:
    """Pay 2 coins and turn a ring one step: the inner one clockwise, the middle one counter-clockwise."""
    if ring not in RINGS[:2]:
        raise unknown("rotate", ring, RINGS[:2])
    if player.coins < box.ROTATE_COST:
        raise InputError(names.lacks(player.colour, "coin", box.ROTATE_COST, player.coins), field="rotate")
    player.coins -= box.ROTATE_COST
    turn(state, ring)
    return phrase("terracotta.did.rotate", n=box.ROTATE_COST, ring=names.ring(ring))


def turn(state: State, ring: str) -> None:
    """Turn a ring one step in its own direction."""
    if ring == "inner":
        state.rings = replace(state.rings, inner=sectors.on(state.rings.inner, 1))
    else:
        state.rings = replace(state.rings, middle=sectors.on(state.rings.middle, -1))


def fits(workers: str, artisan: bool) -> bool:
    """Return whether one more worker may be placed in a sector with these."""
    if not workers:
        return True
    return artisan and len(workers) == len("Yc") and workers.endswith(CRAFTSMAN)


def places(state: State, player: Player) -> list[tuple[int, bool]]:
    """Return the sectors where a player may place, and whether with an artisan."""
    kinds = [artisan for artisan, hand in ((False, player.craftsmen), (True, player.artisans)) if hand > 0]
    return [
        (sector, artisan)
        for sector in sectors.NUMBERS
        for artisan in kinds
        if fits(state.wheel[sector - 1], artisan)
    ]


def place(state: State, player: Player, sector: int, artisan: bool) -> None:
    """Place a worker from the hand in a sector. Raises InputError when it may not stand there."""
    if (sector, artisan) not in places(state, player):
        free = tuple(other for other, kind in places(state, player) if kind == artisan)
        who, what = names.colour(player.colour), names.worker(artisan)
        text = phrase("terracotta.error.place.none", colour=who, worker=what, n=sector)
        if free:
            text = phrase("terracotta.error.place", colour=who, worker=what, n=sector, sectors=free)
        raise InputError(text, field="sector")
    if artisan:
        player.artisans -= 1
    else:
        player.craftsmen -= 1
    state.set_workers(sector, *state.workers(sector), worker(player.letter, artisan))


def action(state: State, sector: int, ring: str) -> str:
    """Return the action that a ring shows in a sector."""
    if ring == "inner":
        return state.inner_action(sector)
    return state.middle_action(sector) if ring == "middle" else state.outer_action(sector)


# --- What may be chosen -----------------------------------------------------------------------------------


def legal_actions(state: State, player: Player, sector: int, ring: str) -> Iterator[ActionChoice]:
    """Yield everything that a player may do with the action of a ring, worker already placed."""
    yield NOTHING
    if ring != "outer":
        yield from SUBSTITUTES
    yield from legal_actions_for(state, player, sector, action(state, sector, ring))


def legal_actions_for(state: State, player: Player, sector: int, name: str) -> Iterator[ActionChoice]:
    """Yield each way to perform an action itself; none when it is impossible or would have no effect."""
    if name.startswith("m:"):
        yield from _masters(state, player, sector, name.removeprefix("m:"))
    elif name.startswith("build"):
        if player.wet >= int(name.removeprefix("build")):
            yield from builds(state, player, building.available_types(state, player.letter))
    elif name == "specialist":
        for kind in building.purchasable(state, player):
            for cell, direction in building.specialist_places(state.grid, player.letter, kind):
                yield ActionChoice("specialist", kind, cell, direction)
    elif name == "priority" and state.chancellor is not None:
        yield from (ActionChoice("do", good=good) for good in ("clay", "coin"))
    elif name == "priority":
        if not player.priority and top_token(state):
            yield ActionChoice("do")
    elif name == "upgrade":
        if not _used(state, player, sector).endswith(ARTISAN):
            yield ActionChoice("do")
    elif name.startswith("w:"):
        if name.removeprefix("w:") not in player.active:
            yield ActionChoice("do")
    else:
        yield ActionChoice("do")


def builds(
    state: State, player: Player, types: Iterable[str], *, ability: bool = True
) -> Iterator[ActionChoice]:
    """Yield each build: type, space, and use of the weapon or not."""
    for kind in types:
        for cell in state.grid.empty():
            yield ActionChoice("build", kind, cell)
            if ability:
                for used in building.abilities(state, player, kind, cell):
                    yield ActionChoice("build", kind, cell, ability=used)


def _used(state: State, player: Player, sector: int) -> str:
    """Return the code of the worker that the player placed last in a sector."""
    own_workers = [code for code in state.workers(sector) if code.startswith(player.letter)]
    if not own_workers:
        text = phrase("terracotta.error.worker", colour=names.colour(player.colour), n=sector)
        raise InputError(text, field="sector")
    return own_workers[-1]


def _masters(state: State, player: Player, sector: int, master: str) -> Iterator[ActionChoice]:
    """Yield each way to use a master: its token bought first where there is none."""
    if master in player.masters:
        yield from powers(state, player, sector, master)
        return
    for token in player.tokens:
        if token <= player.coins:
            after = state.clone()
            buyer = after.player(player.letter)
            _buy(buyer, master, token)
            yield NOTHING._replace(token=token)
            for choice in powers(after, buyer, sector, master):
                yield choice._replace(token=token)


def powers(state: State, player: Player, sector: int, master: str) -> Iterator[ActionChoice]:
    """Yield each use of a master's power by a player who has the token."""
    if master == "builder":
        if player.coins >= state.round:
            yield from builds(state, player, building.plentiful_types(state, player.letter), ability=False)
    elif master == "captain":
        yield from legal_actions_for(state, player, sector, state.inner_action(sector))
    elif master == "censor":
        for axis in building.AXES:
            for steps in range(1, CENSOR_STEPS + 1):
                yield ActionChoice("do", axis=axis, steps=steps)
    elif master == "chancellor":
        yield from (ActionChoice("do", stores=pair) for pair in combinations(range(box.STORES), 2))
    else:
        yield ActionChoice("do")


def top_token(state: State) -> int:
    """Return the number of the top priority token of the stack; 0 when it is empty."""
    held = {player.priority for player in state.players}
    return next((number for number in range(1, len(state.players)) if number not in held), 0)


# --- What it does -----------------------------------------------------------------------------------------


def apply_action(state: State, player: Player, sector: int, ring: str, choice: ActionChoice) -> Phrase:
    """Do what was chosen with the action of a ring, and return it in words.

    Raises InputError naming what is not allowed; the state may then be half changed, so play on a clone.
    """
    name = action(state, sector, ring)
    if choice == NOTHING:
        return phrase("terracotta.did.nothing")
    if choice in SUBSTITUTES:
        if ring == "outer":
            raise _impossible(state, player, sector, name, choice)
        return take(player, choice.what)
    if name.startswith("m:"):
        return _use_master(state, player, sector, name.removeprefix("m:"), choice)
    return apply_action_for(state, player, sector, name, choice)


def gained(number: int, thing: str) -> Phrase:
    """Return that so many goods are gained, in words."""
    return phrase("terracotta.did.gain", goods=names.count(number, thing))


def give(player: Player, good: str) -> Phrase:
    """Give one wet clay or one coin, and return it."""
    if good == "clay":
        player.wet += 1
        return names.count(1, "wet")
    player.coins += 1
    return names.count(1, "coin")


def take(player: Player, good: str) -> Phrase:
    """Gain one wet clay or one coin, and return that in words."""
    return phrase("terracotta.did.gain", goods=give(player, good))


def _impossible(state: State, player: Player, sector: int, name: str, choice: ActionChoice) -> InputError:
    """Return the error for a choice that an action does not take, with one that it takes."""
    result = legal_actions_for(state, player, sector, name)
    first = tuple(write_choice(state.grid, item) for item in (*islice(result, 1), *SUBSTITUTES, NOTHING))
    if name == "specialist" or name.startswith("w:"):
        first = tuple(text for text in first if text not in ("clay", "coin"))
    what = write_choice(state.grid, choice)
    message = phrase("terracotta.error.impossible", choice=what, action=names.action(name), possible=first)
    return InputError(message, field="choice")


def apply_action_for(state: State, player: Player, sector: int, name: str, choice: ActionChoice) -> Phrase:
    """Do an action that is no master's, and return it in words."""
    if name.startswith("build") and choice.what == "build":
        text = build(state, player, int(name.removeprefix("build")), choice)
        store = state.store_at(sector)
        state.set_store(store, state.stores[store] + 1)
        return text
    if name == "specialist" and choice.what == "specialist":
        cost = building.buy_specialist(state, player, choice.kind, choice.cell, choice.direction)
        where = names.place(state.grid.name(choice.cell), choice.direction)
        price, what = names.count(cost, "coin"), names.piece(choice.kind)
        return phrase("terracotta.did.specialist", price=price, piece=what, where=where)
    if choice.what != "do" or name == "specialist" or name.startswith("build"):
        raise _impossible(state, player, sector, name, choice)
    return _simple(state, player, sector, name, choice)


def _simple(state: State, player: Player, sector: int, name: str, choice: ActionChoice) -> Phrase:
    """Do an action that leaves nothing to choose."""
    if name.startswith(("coins", "clay")):
        return phrase("terracotta.did.gain", goods=gain(player, name))
    if name == "moisten":
        turned, player.wet, player.dry = player.dry, player.wet + player.dry, 0
        return phrase("terracotta.did.moisten", n=turned)
    if name == "upgrade":
        if _used(state, player, sector).endswith(ARTISAN):
            raise InputError(phrase("terracotta.impossible.artisan"), field="choice")
        upgrade(state, player, sector)
        return phrase("terracotta.did.upgrade")
    if name == "priority":
        return _priority(state, player, sector, choice)
    weapon = name.removeprefix("w:")
    if weapon in player.active:
        raise InputError(phrase("terracotta.impossible.ready"), field="choice")
    building.flip(player, weapon, active=True)
    return phrase("terracotta.did.ready", weapon=names.weapon(weapon))


def gain(player: Player, name: str) -> Phrase:
    """Gain the coins or the wet clay of an action such as "coins3", and return them."""
    amount = int(name[-1])
    if name.startswith("coins"):
        player.coins += amount
        return names.count(amount, "coin")
    player.wet += amount
    return names.count(amount, "wet")


def upgrade(state: State, player: Player, sector: int) -> None:
    """Put an artisan in the place of the player's craftsman in a sector, which closes it (A30)."""
    codes = state.workers(sector)
    codes[codes.index(worker(player.letter, False))] = worker(player.letter, True)
    state.set_workers(sector, *codes)


def _priority(state: State, player: Player, sector: int, choice: ActionChoice) -> Phrase:
    """Take the top priority token; in the solo game gain 2 points and a good instead."""
    if state.chancellor is not None:
        if choice.good not in ("clay", "coin"):
            raise _impossible(state, player, sector, "priority", choice)
        player.score += SOLO_PRIORITY_VP
        return phrase("terracotta.did.vp", n=SOLO_PRIORITY_VP, gain=take(player, choice.good))
    number = top_token(state)
    if player.priority or not number:
        what = "token" if player.priority else "stack"
        raise InputError(phrase(f"terracotta.impossible.{what}"), field="choice")
    player.priority = number
    clay = state.board.priority_clay[number - 1]
    player.wet += clay
    if not clay:
        return phrase("terracotta.did.priority", n=number)
    return phrase("terracotta.did.priority.clay", n=number, clay=names.count(clay, "wet"))


def build(state: State, player: Player, cost: int, choice: ActionChoice) -> Phrase:
    """Pay so much wet clay for the warrior of a choice, build it, and return it in words.

    The clay of the storehouse is the wheel's business: which one depends on the sector.
    """
    if player.wet < cost:
        raise InputError(names.lacks(player.colour, "wet", cost, player.wet), field="wet")
    if choice.kind not in building.available_types(state, player.letter):
        raise InputError(
            phrase("terracotta.error.type", type=called(f"terracotta.piece.{choice.kind}", choice.kind)),
            field="kind",
        )
    player.wet -= cost
    return _built(state, player, names.count(cost, "wet"), choice)


def _built(
    state: State, player: Player, price: Phrase, choice: ActionChoice, *, scored: bool = True
) -> Phrase:
    """Put the warrior of a choice, use its weapon when asked, and return it in words with what was paid."""
    points = building.put_warrior(state, player, choice.kind, choice.cell, scored=scored)
    what, cell = names.piece(choice.kind), state.grid.name(choice.cell)
    text = phrase("terracotta.did.built", piece=what, cell=cell)
    if scored:
        text = phrase("terracotta.did.built.vp", piece=what, cell=cell, n=points)
    if choice.ability is not None:
        if choice.ability not in set(building.abilities(state, player, choice.kind, choice.cell)):
            weapon = names.weapon(choice.ability.weapon)
            raise InputError(phrase("terracotta.error.weapon", weapon=weapon), field="ability")
        _, used = building.use(state, player, choice.cell, choice.ability)
        text = phrase("terracotta.did.built.used", built=text, used=used)
    return phrase("terracotta.did.build", price=price, built=text)


def _buy(player: Player, master: str, token: int) -> None:
    """Pay for a token and put it on a master."""
    player.coins -= token
    player.tokens = tuple(cost for cost in player.tokens if cost != token)
    player.masters = tuple(name for name in box.MASTERS if name in (*player.masters, master))


def _use_master(state: State, player: Player, sector: int, master: str, choice: ActionChoice) -> Phrase:
    """Buy a token if asked to, then use the master's power or decline it (A14)."""
    name, token = names.master(master), choice.token
    if token:
        if master in player.masters or token not in player.tokens or token > player.coins:
            raise InputError(phrase("terracotta.error.token", n=token, master=name), field="token")
        _buy(player, master, token)
        choice = choice._replace(token=0)
    elif master not in player.masters:
        who = names.colour(player.colour)
        raise InputError(
            phrase("terracotta.error.buy", colour=who, master=name, example="buy 1, do"), field="token"
        )
    if choice == NOTHING:
        did = phrase("terracotta.did.declined")
    elif choice.what not in ("do", "build", "specialist"):
        raise _impossible(state, player, sector, f"m:{master}", choice)
    else:
        did = _power(state, player, sector, master, choice)
    if token:
        return phrase("terracotta.did.master.bought", n=token, master=name, did=did)
    return phrase("terracotta.did.master", master=name, did=did)


def _power(state: State, player: Player, sector: int, master: str, choice: ActionChoice) -> Phrase:
    """Use a master's power."""
    if master == "captain":
        return apply_action_for(state, player, sector, state.inner_action(sector), choice)
    if master == "builder":
        if choice.what != "build" or choice.ability is not None:
            raise _impossible(state, player, sector, "m:builder", choice)
        return _by_builder(state, player, choice)
    if choice.what != "do":
        raise _impossible(state, player, sector, f"m:{master}", choice)
    if master == "censor":
        if choice.axis not in building.AXES or not 1 <= choice.steps <= CENSOR_STEPS:
            raise _impossible(state, player, sector, "m:censor", choice)
        building.move_inspector(state, choice.axis, choice.steps)
        return phrase("terracotta.did.inspector", line=building.line_name(state, choice.axis))
    if master == "clay_maker":
        player.wet += CLAY_MAKER_CLAY
        return gained(CLAY_MAKER_CLAY, "wet")
    if master == "blacksmith":
        player.active = box.WEAPONS
        return phrase("terracotta.did.ready.all")
    if len(set(choice.stores)) != 2 or not set(choice.stores) <= set(range(box.STORES)):
        raise _impossible(state, player, sector, "m:chancellor", choice)
    taken = sum(state.stores[store] for store in choice.stores)
    for store in choice.stores:
        state.set_store(store, 0)
    player.dry += taken
    first, other = choice.stores
    return phrase("terracotta.did.stores", goods=names.count(taken, "dry"), one=first, other=other)


def _by_builder(state: State, player: Player, choice: ActionChoice) -> Phrase:
    """Pay the builder and build."""
    types, price = building.plentiful_types(state, player.letter), names.count(state.round, "coin")
    if choice.kind not in types:
        text = phrase("terracotta.error.plentiful", type=names.piece(choice.kind), types=names.pieces(types))
        raise InputError(text, field="kind")
    if player.coins < state.round:
        raise InputError(names.lacks(player.colour, "coin", state.round, player.coins), field="coins")
    player.coins -= state.round
    return _built(state, player, price, choice, scored=False)


# --- The end of a round -----------------------------------------------------------------------------------


def action_phase_over(state: State) -> bool:
    """Return whether every worker is placed."""
    return all(player.in_hand == 0 for player in state.players)


def score_phase(state: State) -> list[scoring.Award]:
    """Do the scoring phase (section 5.4): points to the tracks, each inspector one space forward."""
    if state.over or not action_phase_over(state):
        left = sum(player.in_hand for player in state.players)
        raise InputError(phrase("terracotta.error.finish", n=left), field="round")
    scored = scoring.phase(state)
    _credit(state, scored)
    building.advance_inspectors(state)
    return scored


def _credit(state: State, scored: list[scoring.Award]) -> None:
    for owner, points in scoring.total(scored).items():
        state.player(owner).score += points


def end_phase(state: State) -> list[scoring.Award]:
    """Do the end phase (section 5.5), after round 5 with the final scoring, whose events are returned.

    The chancellor's next master is the simulation's, since chance decides it.
    """
    _reorder(state)
    for player in state.players:
        if state.is_him(player):
            continue
        stored = min(sum(master in box.CLAY_MASTERS for master in player.masters), player.wet)
        player.dry += player.wet - stored
        player.wet = stored
    scoring.pay(state)
    if state.round == box.ROUNDS:
        scored = scoring.final(state.grid, scoring.goods_of(state))
        _credit(state, scored)
        state.over = True
        return scored
    for code in " ".join(state.wheel).split():
        owner = state.player(code[0])
        if code.endswith(ARTISAN):
            owner.artisans += 1
        else:
            owner.craftsmen += 1
    state.wheel = ("",) * box.SECTORS
    turn(state, "inner")
    turn(state, "middle")
    state.round += 1
    return []


def _reorder(state: State) -> None:
    """Put the holders of priority tokens first, by number, and give the tokens back."""
    state.players = tuple(state.order_after())
    for player in state.players:
        player.priority = 0
