"""The chancellor's turn, rule by rule (section 9): overseer, worker, actions, decrees; and his round end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import game_over
from pencilwright.games.shared.spaces import refusal
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring, sectors
from pencilwright.games.terracotta_army.chancellor import warrior_choice
from pencilwright.games.terracotta_army.chancellor.simulation import CHANCE, YOU, Simulation, outcomes
from pencilwright.games.terracotta_army.chancellor.specialist_choice import buy_specialist
from pencilwright.games.terracotta_army.chancellor.warrior_choice import did
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.building import line_name, move_inspector
from pencilwright.games.terracotta_army.state import ARTISAN, State, worker
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, phrase

SWORD_VP, PIKE_VP, CROSSBOW_VP, SPEAR_VP, SPEAR_COINS = 2, 3, 3, 2, 2
CENSOR_COINS, CENSOR_STEPS = 2, 2
CLAY_MAKER_CLAY = 3


def turn(dice: tuple[int, int]) -> Callable[[Simulation], None]:
    """Return his whole turn with these two overseer dice, as `simulation.follow` takes it."""

    def act(play: Simulation) -> None:
        _check_turn(play.state)
        if not all(1 <= die <= 6 for die in dice):
            worst = min(dice) if min(dice) < 1 else max(dice)
            raise InputError(phrase("wrong.die", n=worst), field="dice")
        _move_overseer(play, min(dice))
        _place(play)
        for ring in actions.RINGS:
            _act(play, actions.action(play.state, play.sector, ring))
        if play.state.hard(1) and not play.markers:
            play.say("option 1", did("option.1"))
            decree_roll(play)
        _decrees(play)

    return act


def _check_turn(state: State) -> None:
    """Raise InputError saying what comes first, unless the chancellor is to place a worker."""
    him, to_move = state.him, state.to_move()
    if to_move is him:
        return
    if state.over:
        raise game_over("over")
    if to_move is None:
        text = phrase("terracotta.error.no_turn.placed", finish="--finish", yours="--yours")
        raise InputError(text, field="players")
    example, who = '--yours "#3c / do / clay / -"', names.colour(to_move.colour)
    text = phrase("terracotta.error.no_turn.yours", colour=who, yours="--yours", example=example)
    raise InputError(text, field="players")


# --- Overseer and worker ----------------------------------------------------------------------------------


def _move_overseer(play: Simulation, steps: int) -> None:
    """Move the overseer, counting only sectors without a worker of his and without an artisan of yours."""
    state, leader = play.state, play.state.leader
    here, skipped = leader.overseer, 0
    while steps:
        here = sectors.on(here, 1)
        if any(code[0] == state.him.letter or code[1] == ARTISAN for code in state.workers(here)):
            skipped += 1
        else:
            steps -= 1
    text = did("overseer.skip", n=here, skipped=skipped) if skipped else did("overseer", n=here)
    leader.overseer = here
    play.say("turn 2", text)


def _place(play: Simulation) -> None:
    """Place his worker where the overseer stands, or by step 4 further on."""
    state, him, leader = play.state, play.state.him, play.state.leader
    here = leader.overseer
    if not state.workers(here):
        artisan = him.craftsmen == 0
        rule = "turn 3"
    elif him.artisans:
        artisan, rule = True, "turn 3"
    else:
        play.say("turn 4a", did("no_artisan", n=here))
        decree_roll(play)
        while state.workers(here):
            here = sectors.on(here, 1)
        leader.overseer = here
        artisan, rule = False, "turn 4b"
    actions.place(state, him, here, artisan)
    play.sector = here
    play.say(rule, did("place", worker=names.worker(artisan), n=here))


# --- Decrees ----------------------------------------------------------------------------------------------


def marked_row(markers: set[int], rolled: int) -> int:
    """Return the row that a roll marks: its own, else the next free one above, else below (section 9.3)."""
    above, below = range(rolled, box.DECREE_ROWS[0] - 1, -1), range(rolled + 1, box.DECREE_ROWS[-1] + 1)
    row: int
    for row in (*above, *below):
        if row not in markers:
            return row
    raise InputError(phrase("terracotta.error.rows.marked"), field="decree")


def decree_roll(play: Simulation) -> None:
    """Roll for a decree and mark its row."""
    rolled = play.roll()
    if rolled not in box.DECREE_ROWS:
        raise refusal("decree", "range", n=rolled, low=box.DECREE_ROWS[0], high=box.DECREE_ROWS[-1])
    row = marked_row(play.markers, rolled)
    play.markers.add(row)
    play.say("decree", did("roll", rolled=rolled, row=row))


def _decrees(play: Simulation) -> None:
    """Turn the rings as all marked rows say, then do their actions from the top."""
    for row in sorted(play.markers):
        ring = play.state.board.decree[row][0]
        if ring != "none":
            actions.turn(play.state, ring)
            play.say("turn 6a", did("turns", row=row, ring=names.ring(ring)))
    for row in sorted(play.markers):
        name = play.state.board.decree[row][1]
        play.say("turn 6b", did("row", row=row, decree=decree_in_words(name)))
        _decree_action(play, name)
    play.markers.clear()


def decree_in_words(name: str) -> Phrase:
    """Return what the action of a decree is, such as "build for 3 clay"."""
    what, _, value = name.partition(":")
    if what == "weapon" and value != "leftmost":
        return phrase("terracotta.decree.weapon.said", weapon=names.weapon(value))
    cost, _, kind = value.partition(":")
    if kind:
        return phrase("terracotta.decree.build.type.said", n=int(cost), piece=names.one(kind))
    if value.isdigit():
        return phrase(f"terracotta.decree.{what}.said", n=int(value))
    return phrase(f"terracotta.decree.{value or what}.said")


def _decree_action(play: Simulation, name: str) -> None:
    """Do the action of a decree; an impossible one becomes a reserve action."""
    him = play.state.him
    what, _, value = name.partition(":")
    if what == "reserve":
        reserve(play)
    elif what == "vp":
        him.score += int(value)
        play.say("decree 12", did("vp", n=int(value)))
    elif what == "build":
        cost, _, kind = value.partition(":")
        _build_action(play, int(cost), decreed=True, only=kind)
    else:
        inactive = [weapon for weapon in play.state.leader.row if weapon not in him.active]
        wanted = inactive[:1] if value == "leftmost" else [weapon for weapon in inactive if weapon == value]
        if wanted:
            building.flip(him, wanted[0], active=True)
            play.say("decree", did("active", weapon=names.weapon(wanted[0])))
        else:
            reserve(play)


def reserve(play: Simulation) -> None:
    """Do the reserve action: points, and clay or a coin."""
    state, him = play.state, play.state.him
    points = box.RESERVE_VP + (box.RESERVE_HARD if state.hard(2) else 0)
    tile = state.tiles[state.round - 1]
    coin = tile == "coins" or (tile != "clay" and him.wet >= box.RESERVE_CLAY_FROM)
    him.score += points
    play.say("reserve", did("reserve", n=points, goods=actions.give(him, "coin" if coin else "clay")))


# --- Actions of the wheel ---------------------------------------------------------------------------------


def _act(play: Simulation, name: str) -> None:
    """Do one action of the wheel as he does it (section 9.6)."""
    him = play.state.him
    if name.startswith("m:"):
        _master(play, name.removeprefix("m:"))
    elif name.startswith("build"):
        _build_action(play, int(name.removeprefix("build")), decreed=False)
    elif name.startswith(("coins", "clay")):
        play.say(name, did("gain", goods=actions.gain(him, name)))
    elif name == "moisten":
        most = max(play.state.stores)
        him.wet += most
        play.say("moisten", did("moisten", n=most))
    elif name == "upgrade":
        _upgrade(play)
    elif name == "priority":
        reserve(play)
        decree_roll(play)
    elif name == "specialist":
        buy_specialist(play)
    else:
        _ready(play, name.removeprefix("w:"))


def _upgrade(play: Simulation) -> None:
    """Upgrade the worker just placed; an artisan brings a decree roll instead."""
    state, him = play.state, play.state.him
    if worker(him.letter, False) in state.workers(play.sector):
        actions.upgrade(state, him, play.sector)
        play.say("upgrade", did("upgrade"))
    else:
        play.say("upgrade", did("upgrade.not"))
        decree_roll(play)


def _ready(play: Simulation, weapon: str) -> None:
    """Make a weapon active, else his leftmost inactive one."""
    him, leader = play.state.him, play.state.leader
    if weapon in him.active:
        weapon = next((other for other in leader.row if other not in him.active), "")
    if not weapon:
        play.say("weapon", did("active.none"))
        return
    building.flip(him, weapon, active=True)
    play.say("weapon", did("active", weapon=names.weapon(weapon)))


def _master(play: Simulation, master: str) -> None:
    """Use a master, or do a reserve action when he has no token there."""
    state, him = play.state, play.state.him
    if master not in him.masters:
        play.say(master, did("master.none", master=names.master(master)))
        reserve(play)
    elif master == "captain":
        play.say("captain", did("captain"))
        _act(play, state.inner_action(play.sector))
    elif master == "builder":
        types = building.plentiful_types(state, him.letter)
        if him.coins < state.round or not types:
            play.say("builder", did("cannot.coins", n=state.round))
            decree_roll(play)
        else:
            him.coins -= state.round
            play.say("builder", did("pays", goods=names.count(state.round, "coin")))
            build_warrior(play, types, weapons=False)
    elif master == "censor":
        him.coins += CENSOR_COINS
        play.say("censor", did("gain", goods=names.count(CENSOR_COINS, "coin")))
        _move_for_swing(play, "censor", [1, 2])
    elif master == "clay_maker":
        him.wet += CLAY_MAKER_CLAY
        play.say("clay_maker", did("gain", goods=names.count(CLAY_MAKER_CLAY, "clay")))
    elif master == "blacksmith":
        him.active = box.WEAPONS
        play.say("blacksmith", did("active.all"))
    else:
        _storehouses(play)


def _storehouses(play: Simulation) -> None:
    """Take the largest pile of the storehouses, wet, and discard the one that is largest then."""
    him = play.state.him
    for what in ("takes", "discards"):
        stores = play.state.stores
        most = max(stores)
        if not most:
            play.say("chancellor", did("stores.empty"))
            return
        largest = [store for store, pile in enumerate(stores) if pile == most]
        question = phrase(f"terracotta.choice.{what}")
        chosen = play.choose(
            CHANCE, question, largest, lambda store: phrase("terracotta.storehouse", n=store)
        )
        play.state.set_store(chosen, 0)
        him.wet += most if what == "takes" else 0
        play.say("chancellor", did(what, n=most, store=chosen))


# --- Inspectors -------------------------------------------------------------------------------------------


def swing(state: State, axis: str, step: int) -> int:
    """Return what moving an inspector changes between you: his points less yours (A25)."""
    you, him = state.human.letter, state.him.letter
    extra = scoring.extra_for(state, 6)

    def difference(moved: State) -> int:
        index = moved.row if axis == "row" else moved.col
        points = scoring.inspector(moved.grid, axis, index, extra).points
        return points.get(him, 0) - points.get(you, 0)

    after = state.clone()
    move_inspector(after, axis, step)
    return difference(after) - difference(state)


def _move_for_swing(play: Simulation, rule: str, steps: Sequence[int]) -> None:
    """Move one inspector for the largest swing; equal ones by the order of `steps`, then by chance."""
    state = play.state
    worth = {(axis, step): swing(state, axis, step) for axis in building.AXES for step in steps}
    best = max(worth.values())
    if best <= 0:
        play.say(rule, did("no_swing"))
        return
    first = next(step for step in steps if any(worth[axis, step] == best for axis in building.AXES))
    tied = [axis for axis in building.AXES if worth[axis, first] == best]
    question = phrase("terracotta.choice.inspector")
    axis = play.choose(CHANCE, question, tied, lambda axis: phrase(f"terracotta.inspector.{axis}"))
    move_inspector(state, axis, first)
    play.say(rule, did("swing", line=line_name(state, axis), n=best))


# --- Warriors ---------------------------------------------------------------------------------------------


def _build_action(play: Simulation, cost: int, *, decreed: bool, only: str = "") -> None:
    """Do a build action of the wheel or of a decree, which may ask for one type only."""
    state, him = play.state, play.state.him
    cost = box.HARD_BUILD_COST if state.hard(8) else cost
    types = [kind for kind in building.available_types(state, him.letter) if only in ("", kind)]
    if him.wet < cost or not types:
        play.say("build", did("cannot.reserve" if decreed else "cannot.roll", n=cost))
        (reserve if decreed else decree_roll)(play)
        return
    him.wet -= cost
    store = state.store_at(play.sector)
    state.set_store(store, state.stores[store] + 1)
    play.say("build", did("pays.store", n=cost, store=store))
    build_warrior(play, types, weapons=True)


def build_warrior(play: Simulation, types: Sequence[str], *, weapons: bool) -> None:
    """Build a warrior by the ladders of sections 9.7 and 9.8, with its weapon's bonus where it counts."""
    state, him = play.state, play.state.him
    kind = warrior_choice.choose_type(state, types, weapons, play.say)
    spaces = warrior_choice.narrow_spaces(
        state, warrior_choice.choose_spaces(state, kind, play.say), play.say
    )
    question = phrase("terracotta.choice.builds", piece=names.piece(kind))
    cell = play.choose(YOU, question, spaces, state.grid.name)
    points = building.put_warrior(state, him, kind, cell)
    play.say("builds", did("builds", piece=names.one(kind), cell=state.grid.name(cell), n=points))
    weapon = box.WEAPON_OF_TYPE[kind]
    if weapons and weapon in him.active:
        _bonus(play, weapon)


def builds(state: State) -> dict[tuple[str, int], State]:
    """Return each warrior that a build action of his may bring now, paid for: type and space -> the position.

    Several where the rules let you choose the space; none when he can build no warrior. An inspector that his
    sword moves at random moves as the first chance says.
    """
    types = building.available_types(state, state.him.letter)
    results: dict[tuple[str, int], State] = {}
    for outcome in outcomes(lambda play: build_warrior(play, types, weapons=True), state) if types else ():
        after = outcome.state
        (cell,) = after.grid.at.keys() - state.grid.at.keys()
        results.setdefault((after.grid.at[cell].kind, cell), after)
    return results


def _bonus(play: Simulation, weapon: str) -> None:
    """Flip a weapon, move it to the left end of his row, and take its bonus (section 9.9)."""
    him, leader = play.state.him, play.state.leader
    leader.row = (weapon, *(other for other in leader.row if other != weapon))
    building.flip(him, weapon, active=False)
    points = {"sword": SWORD_VP, "pike": PIKE_VP, "crossbow": CROSSBOW_VP, "spear": SPEAR_VP}[weapon]
    him.score += points
    name = names.weapon(weapon)
    if weapon == "spear":
        him.coins += SPEAR_COINS
        play.say("bonus", did("bonus.coins", weapon=name, n=points, coins=SPEAR_COINS))
    else:
        play.say("bonus", did("bonus", weapon=name, n=points))
    if weapon == "sword":
        _move_for_swing(play, "bonus", [1, -1])


# --- The end of his round ---------------------------------------------------------------------------------


def finish_round(play: Simulation) -> None:
    """Do surprise construction, the scoring phase, the end phase and his next master (9.10, 9.11)."""
    state = play.state
    if state.over:
        raise game_over("round")
    if not actions.action_phase_over(state):
        left = sum(player.in_hand for player in state.players)
        raise InputError(phrase("terracotta.error.finish", n=left), field="round")
    started = state.round
    surprise(play)
    for award in actions.score_phase(state):
        _tell(play, award, "scoring")
    for award in actions.end_phase(state):
        _tell(play, award, "final")
    lacking = [master for master in box.MASTERS if master not in state.him.masters]
    if state.round > started and lacking:
        master = play.choose(CHANCE, phrase("terracotta.choice.master"), lacking, names.master)
        him = state.him
        him.masters = tuple(name for name in box.MASTERS if name in (*him.masters, master))
        him.tokens = him.tokens[1:]
        play.say("end", did("token", master=names.master(master)))


def _tell(play: Simulation, award: scoring.Award, rule: str) -> None:
    for owner, points in award.points.items():
        who = "him" if owner == play.state.him.letter else "you"
        play.say(rule, did(f"scores.{who}", n=points, why=award.why[owner]))


def surprise(play: Simulation) -> None:
    """Do his surprise construction: warriors for much clay, then for many coins, two of each at most."""
    state, him = play.state, play.state.him
    easy = state.hard(3)
    for good, limits in (("wet", box.SURPRISE_CLAY), ("coins", box.SURPRISE_COINS)):
        least, cost = box.SURPRISE_EASY if easy else limits
        name = "clay" if good == "wet" else "coin"
        for _ in range(box.SURPRISE_TIMES):
            types = building.available_types(state, him.letter)
            if getattr(him, good) < least or not types:
                break
            setattr(him, good, getattr(him, good) - cost)
            play.say("surprise", did("surprise", least=names.count(least, name), cost=cost))
            build_warrior(play, types, weapons=False)
