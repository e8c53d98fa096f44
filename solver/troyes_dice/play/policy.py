"""The fitted policy: the move whose sheet has the greatest fitted value, and whole games played by it.

Written like troyes_dice/play/rules.py, so that the same text runs as plain Python and compiled. The value of
a sheet after an action is a sum of weights (features.py), others for each number of half-days to come. With
none to come the sum is the final score, so the last action is the best there is.

Every legal action is tried, with every way to pay for it, every change of the die and every choice inside it.
Paying changes nothing but what is unspent: each action is done once, and each way to pay looks up the purse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.troyes_dice.components import COLOUR_CHANGE_KNOWLEDGE, VALUE_STEP_INFLUENCE
from pencilwright.games.troyes_dice.play.rules import (
    BUILT,
    COLUMN,
    COUNTS_SIZE,
    DICE,
    FEAST_CHEAP_COLOUR,
    FEAST_DOUBLE_STEP,
    FEAST_FORTRESS,
    FEAST_FREE,
    FEAST_MARKET,
    GOT,
    HALF,
    MAX_CHOICES,
    NOTCH,
    OVER,
    PILLAGE_DENIER,
    PILLAGE_FIXED_COLOUR,
    PILLAGE_FIXED_VALUE,
    PILLAGE_INFLUENCE,
    PILLAGE_KNOWLEDGE,
    PILLAGE_NO_PRESTIGE,
    PILLAGE_ZERO,
    PRESTIGE,
    SHEET_SIZE,
    SLOT_ANY,
    SLOT_DENIERS,
    STRUCK,
    TABLE_SIZE,
    USED,
    Vector,
    attack,
    die_effect,
    die_is_open,
    end_half,
    face,
    final_score,
    next_choices,
    place,
)
from pencilwright.solver import stream
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.stream import below, die
from pencilwright.solver.troyes_dice.exact.targets import copy_sheet, perform
from pencilwright.solver.troyes_dice.play.features import (
    FEATURES,
    SHEET_FEATURES,
    SIZE,
    WHEEL_SIZE,
    note_next,
    note_numbers,
    purse_features,
    sheet_features,
)

SCALE = 64
"""Weights are in 1 / SCALE points."""

NOTHING = -(1 << 40)  # below every value
MOST_PURCHASES = 6  # one for each slot, but three where any resource pays

# Places in a purchase, which is a die and what pays for it.
PURCHASE_LEFT = 0  # 3: of each resource after it
PURCHASE_EFFECT = 3  # of the tile
PURCHASE_VALUE = 4  # as rolled
PURCHASE_COLOUR = 5  # of the plaza
PURCHASE_RECOLOUR = 6  # knowledge for another colour; more than is left where it can't be had
PURCHASE_SIZE = 7

# Places in an option, which is a purchase that leads to some place: a colour and a value.
OPTION_EFFECT = 0  # of the tile, where it changes what an action brings or forbids one
OPTION_LEFT = 1  # 3: of each resource after all changes
OPTION_SIZE = 4
DICE_SIZE = 4 * OVER  # black, t1, t2, t3 of every half-day, from the first one of the game


class Player(NamedTuple):
    """The weights of a policy, a position, and room to work in."""

    weights: Vector  # SIZE for each number of half-days to come, 0 first
    sheet: Vector
    table: Vector
    wheel: Vector  # see features.py
    dice: Vector  # DICE_SIZE
    best: Vector  # sheet after the best move
    work: Vector
    choices: Vector
    counts: Vector
    purchases: Vector  # PURCHASE_SIZE each: dice that can be bought, with what pays for them
    options: Vector  # OPTION_SIZE each: of these, those that lead to the place being tried
    features: Vector
    stream: Vector  # for moves off the policy, see choose_best

    @classmethod
    def new(cls, kernels: Kernels, weights: Sequence[int], seed: int | str = 0) -> Player:
        """Return a player with these weights and room to work in."""
        vector = kernels.vector
        return cls(
            weights=vector(weights),
            sheet=vector(SHEET_SIZE),
            table=vector(TABLE_SIZE),
            wheel=vector(WHEEL_SIZE),
            dice=vector(DICE_SIZE),
            best=vector(SHEET_SIZE),
            work=vector(SHEET_SIZE),
            choices=vector(MAX_CHOICES),
            counts=vector(COUNTS_SIZE),
            purchases=vector(PURCHASE_SIZE * MOST_PURCHASES),
            options=vector(OPTION_SIZE * MOST_PURCHASES),
            features=vector(FEATURES),
            stream=vector([stream.seed(seed)]),
        )


def list_purchases(sheet: Vector, table: Vector, purchases: Vector) -> int:
    """List every die that can be bought with every payment; return how many there are."""
    count = 0
    for slot in range(4):
        if die_is_open(table, slot) == 1:
            effect = die_effect(table, slot)
            any_kind = SLOT_ANY[slot]
            influence = sheet[GOT] - sheet[USED]
            deniers = sheet[GOT + 1] - sheet[USED + 1] - SLOT_DENIERS[slot]
            knowledge = sheet[GOT + 2] - sheet[USED + 2]
            if effect == FEAST_FREE:
                any_kind = 0
                deniers += SLOT_DENIERS[slot]
            elif effect == PILLAGE_DENIER:
                deniers -= 1
            elif effect == PILLAGE_INFLUENCE:
                influence -= 1
            elif effect == PILLAGE_KNOWLEDGE:
                knowledge -= 1
            if influence >= 0 and deniers >= 0 and knowledge >= 0:
                for pay in range(any_kind, 4 if any_kind > 0 else 1):
                    a0 = influence - (1 if pay == 1 else 0)
                    a1 = deniers - (1 if pay == 2 else 0)
                    a2 = knowledge - (1 if pay == 3 else 0)
                    if a0 >= 0 and a1 >= 0 and a2 >= 0:
                        at = PURCHASE_SIZE * count
                        purchases[at + PURCHASE_LEFT] = a0
                        purchases[at + PURCHASE_LEFT + 1] = a1
                        purchases[at + PURCHASE_LEFT + 2] = a2
                        purchases[at + PURCHASE_EFFECT] = effect
                        purchases[at + PURCHASE_VALUE] = table[DICE + slot] if effect != PILLAGE_ZERO else 0
                        purchases[at + PURCHASE_COLOUR] = face(table, NOTCH[4 * table[HALF] + slot])
                        recolour = COLOUR_CHANGE_KNOWLEDGE
                        if effect == FEAST_CHEAP_COLOUR:
                            recolour = 1
                        elif effect == PILLAGE_FIXED_COLOUR:
                            recolour = a2 + 1
                        purchases[at + PURCHASE_RECOLOUR] = recolour
                        count += 1
    return count


def find_options(player: Player, count: int, colour: int, value: int) -> int:
    """List the purchases that lead to a die of this colour and value with what is left; return how many."""
    purchases = player.purchases
    options = player.options
    result = 0
    for purchase in range(count):
        at = PURCHASE_SIZE * purchase
        effect = purchases[at + PURCHASE_EFFECT]
        steps = value - purchases[at + PURCHASE_VALUE]
        if steps < 0:
            steps = -steps
        if steps > 0 and effect == PILLAGE_FIXED_VALUE:
            continue
        if value == 0 and effect != PILLAGE_ZERO:
            continue
        if effect == FEAST_DOUBLE_STEP:
            steps = (steps + 1) // 2
        a0 = purchases[at + PURCHASE_LEFT] - steps * VALUE_STEP_INFLUENCE
        a2 = purchases[at + PURCHASE_LEFT + 2]
        if colour != purchases[at + PURCHASE_COLOUR]:
            a2 -= purchases[at + PURCHASE_RECOLOUR]
        if a0 >= 0 and a2 >= 0:
            to = OPTION_SIZE * result
            options[to + OPTION_EFFECT] = (
                effect if FEAST_FORTRESS <= effect <= FEAST_MARKET or effect == PILLAGE_NO_PRESTIGE else 0
            )
            options[to + OPTION_LEFT] = a0
            options[to + OPTION_LEFT + 1] = purchases[at + PURCHASE_LEFT + 1]
            options[to + OPTION_LEFT + 2] = a2
            result += 1
    return result


def try_action(
    player: Player, kind: int, column: int, amount: int, effect: int, count: int, best: int, noise: int
) -> int:
    """Do an action with all its choices and all options of this effect; keep the best; return its value.

    kind, column, amount : see targets.perform. best : value of the best move so far. noise : see choose_best.
    """
    sheet = player.sheet
    work = player.work
    result = player.features
    base = SIZE * (OVER - 1 - player.table[HALF])
    n_choices = 0
    while True:
        copy_sheet(sheet, work)
        used = perform(
            work, player.table, kind, column, amount, effect, player.choices, n_choices, player.counts
        )
        sheet_features(work, player.wheel, result)
        shared = 0
        for index in range(SHEET_FEATURES):
            shared += player.weights[base + result[index]]
        for option in range(count):
            at = OPTION_SIZE * option
            if player.options[at + OPTION_EFFECT] == effect:
                a0 = player.options[at + OPTION_LEFT] + work[GOT] - sheet[GOT]
                a1 = player.options[at + OPTION_LEFT + 1] + work[GOT + 1] - sheet[GOT + 1]
                a2 = player.options[at + OPTION_LEFT + 2] + work[GOT + 2] - sheet[GOT + 2]
                purse_features(player.wheel, a0, a1, a2, result, SHEET_FEATURES)
                value = shared
                for index in range(SHEET_FEATURES, FEATURES):
                    value += player.weights[base + result[index]]
                if noise > 0:
                    value += below(player.stream, noise)
                if value > best:
                    best = value
                    copy_sheet(work, player.best)
                    player.best[USED] = work[GOT] - a0
                    player.best[USED + 1] = work[GOT + 1] - a1
                    player.best[USED + 2] = work[GOT + 2] - a2
        if used == 0:
            break
        n_choices = next_choices(player.choices, n_choices, used, player.counts)
        if n_choices == 0:
            break
    return best


def choose_best(player: Player, noise: int) -> int:
    """Find the move of greatest value for player.sheet, its dice on player.table; return that value.

    Fills player.best. With noise > 0 every value is raised by a random 0 to noise - 1.
    player.wheel must know the numbers of the columns (features.note_numbers).
    """
    sheet = player.sheet
    table = player.table
    options = player.options
    note_next(table, player.wheel)
    best = NOTHING
    count = list_purchases(sheet, table, player.purchases)
    if count == 0:
        options[OPTION_EFFECT] = 0
        for kind in range(3):
            options[OPTION_LEFT + kind] = sheet[GOT + kind] - sheet[USED + kind]
        return try_action(player, 9, 0, 0, 0, 1, best, noise)
    for colour in range(3):
        for value in range(7):
            n_options = find_options(player, count, colour, value)
            for option in range(n_options):
                effect = options[OPTION_SIZE * option + OPTION_EFFECT]
                for other in range(option):
                    if options[OPTION_SIZE * other + OPTION_EFFECT] == effect:
                        effect = -1
                if effect >= 0:
                    best = try_action(player, colour, 0, value, effect, n_options, best, noise)
                    if value > 0:
                        column = table[COLUMN + 7 * colour + value]
                        for action in range(1, 3):
                            kind = 2 * colour + action - 1
                            blocked = sheet[BUILT + kind] | sheet[STRUCK + colour]
                            if effect == PILLAGE_NO_PRESTIGE and action == PRESTIGE:
                                blocked = -1
                            if blocked >> column & 1 == 0:
                                best = try_action(
                                    player, 3 + kind, column, value, effect, n_options, best, noise
                                )
    return best


def play_half(player: Player, noise: int) -> int:
    """Play one half-day with its dice from player.dice; return the value of the move."""
    at = 4 * player.table[HALF]
    dice = player.dice
    place(player.table, dice[at], dice[at + 1], dice[at + 2], dice[at + 3])
    attack(player.sheet, player.table)
    value = choose_best(player, noise)
    copy_sheet(player.best, player.sheet)
    end_half(player.table)
    return value


def throw_all(stream: Vector, dice: Vector, at: int) -> None:
    """Throw the dice of a whole game into dice[at:at + DICE_SIZE], whatever part of it will be played."""
    for index in range(DICE_SIZE):
        dice[at + index] = die(stream)


def rate(player: Player, table: Vector, sheets: Vector, n: int, out: Vector) -> None:
    """Fill out[:n] with the fitted values of sheets after an action of the half-day that `table` shows."""
    for index in range(TABLE_SIZE):
        player.table[index] = table[index]
    note_numbers(table, player.wheel)
    note_next(table, player.wheel)
    base = SIZE * (OVER - 1 - table[HALF])
    sheet = player.sheet
    for query in range(n):
        for index in range(SHEET_SIZE):
            sheet[index] = sheets[SHEET_SIZE * query + index]
        sheet_features(sheet, player.wheel, player.features)
        a0 = sheet[GOT] - sheet[USED]
        a1 = sheet[GOT + 1] - sheet[USED + 1]
        a2 = sheet[GOT + 2] - sheet[USED + 2]
        purse_features(player.wheel, a0, a1, a2, player.features, SHEET_FEATURES)
        out[query] = 0
        for index in range(FEATURES):
            out[query] += player.weights[base + player.features[index]]


def play_on(
    player: Player, table: Vector, sheets: Vector, n: int, futures: Vector, m: int, end: int, out: Vector
) -> None:
    """Play from each of n sheets through each of m futures to the half-day `end`.

    Fills out[sheet * m + future]: the final score; before the end of the game the fitted value of the sheet.
    table : the half-day to be rolled next, which is theirs all. futures : DICE_SIZE numbers each.
    """
    note_numbers(table, player.wheel)
    for query in range(n):
        for future in range(m):
            for index in range(TABLE_SIZE):
                player.table[index] = table[index]
            for index in range(SHEET_SIZE):
                player.sheet[index] = sheets[SHEET_SIZE * query + index]
            for index in range(4 * table[HALF], 4 * end):
                player.dice[index] = futures[DICE_SIZE * future + index]
            value = 0
            while player.table[HALF] < end:
                value = play_half(player, 0)
            out[m * query + future] = value if end < OVER else final_score(player.sheet)
