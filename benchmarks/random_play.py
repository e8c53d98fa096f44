"""Random full-rule games of Troyes Dice: every action and every choice inside it with equal chance.

Written like troyes_dice/play/rules.py, so that the same text runs as plain Python and compiled. Legal
actions are counted, not listed: those of one die in one colour, paid in one way, are a *span*, and only
the one that is drawn is looked for. A span's number is that of the same action in the list of
rules.main_moves.
"""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.troyes_dice.components import COLOUR_CHANGE_KNOWLEDGE, VALUE_STEP_INFLUENCE
from pencilwright.games.troyes_dice.play.rules import (
    BUILT,
    COLUMN,
    COUNT_BITS,
    COUNTS_SIZE,
    DICE,
    FALLBACK,
    FEAST_CHEAP_COLOUR,
    FEAST_DOUBLE_STEP,
    FEAST_FREE,
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
    PUBLIC,
    SHEET_SIZE,
    SLOT_ANY,
    SLOT_DENIERS,
    STRUCK,
    TABLE_SIZE,
    USED,
    Vector,
    apply,
    attack,
    die_effect,
    die_is_open,
    end_half,
    face,
    final_score,
    place,
)
from pencilwright.solver import stream
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.stream import below, die

MOST_SPANS = 18  # 6 ways to pay x 3 colours


class Play(NamedTuple):
    """What a random game needs: a position, its stream of random numbers, and room to work in."""

    sheet: Vector
    table: Vector
    stream: Vector  # 1
    before: Vector
    free: Vector  # 6
    spans: Vector  # 18 * 4
    choices: Vector
    counts: Vector


def roll(table: Vector, stream: Vector) -> None:
    """Throw the black die, then the three others, and lay them."""
    black = die(stream)
    t1 = die(stream)
    t2 = die(stream)
    place(table, black, t1, t2, die(stream))


def open_values(sheet: Vector, table: Vector, free: Vector) -> None:
    """Fill free[kind] with the values (value 1 as bit 0) that a building of each kind can be built with."""
    for colour in range(3):
        struck = sheet[STRUCK + colour]
        prestige = ~(sheet[BUILT + 2 * colour] | struck)
        public = ~(sheet[BUILT + 2 * colour + 1] | struck)
        prestige_values = 0
        public_values = 0
        for value in range(6):
            column = table[COLUMN + 7 * colour + value + 1]
            prestige_values |= (prestige >> column & 1) << value
            public_values |= (public >> column & 1) << value
        free[2 * colour] = prestige_values
        free[2 * colour + 1] = public_values


def count_span(free: Vector, spans: Vector, count: int, code: int, effect: int, low: int, high: int) -> int:
    """Note the actions with one die in one colour, its value from low to high; return the number of spans.

    `code` holds all but value and action. A span is 4 numbers: code, lowest value, prestige actions barred or
    not, how many actions.
    """
    colour = code >> 5 & 3
    values = ((1 << high) - 1) & ~((1 << (low - 1 if low > 0 else 0)) - 1)
    size = high - low + 1 + COUNT_BITS[free[2 * colour + 1] & values]
    barred = 1 if effect == PILLAGE_NO_PRESTIGE else 0
    if barred == 0:
        size += COUNT_BITS[free[2 * colour] & values]
    spans[4 * count] = code
    spans[4 * count + 1] = low
    spans[4 * count + 2] = barred
    spans[4 * count + 3] = size
    return count + 1


def die_spans(
    table: Vector, free: Vector, spans: Vector, count: int, code: int, influence: int, knowledge: int
) -> int:
    """Note the spans of one die, once bought (rules.die_moves); return the number of spans."""
    slot = code >> 9
    effect = die_effect(table, slot)
    own = face(table, NOTCH[4 * table[HALF] + slot])
    rolled = table[DICE + slot]
    lowest = 1
    reach = influence // VALUE_STEP_INFLUENCE
    recolour = 1 if knowledge >= COLOUR_CHANGE_KNOWLEDGE else 0
    if effect > 0:
        if effect == PILLAGE_ZERO:
            rolled = 0
            lowest = 0
        elif effect == FEAST_DOUBLE_STEP:
            reach *= 2
        elif effect == PILLAGE_FIXED_VALUE:
            reach = 0
        elif effect == FEAST_CHEAP_COLOUR and knowledge >= 1:
            recolour = 1
        elif effect == PILLAGE_FIXED_COLOUR:
            recolour = 0
    low = rolled - reach
    if low < lowest:
        low = lowest
    high = rolled + reach
    if high > 6:
        high = 6
    if recolour == 0:
        return count_span(free, spans, count, code | own << 5, effect, low, high)
    for colour in range(3):
        count = count_span(free, spans, count, code | colour << 5, effect, low, high)
    return count


def all_spans(sheet: Vector, table: Vector, free: Vector, spans: Vector) -> int:
    """Note the spans of all dice that can be bought (rules.main_moves); return the number of spans."""
    open_values(sheet, table, free)
    count = 0
    for slot in range(4):
        if die_is_open(table, slot) == 1:
            effect = die_effect(table, slot)
            any_kind = SLOT_ANY[slot]
            deniers = sheet[GOT + 1] - sheet[USED + 1] - SLOT_DENIERS[slot]
            influence = sheet[GOT] - sheet[USED]
            knowledge = sheet[GOT + 2] - sheet[USED + 2]
            if effect > 0:
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
                code = slot << 9
                if any_kind == 0:
                    count = die_spans(table, free, spans, count, code, influence, knowledge)
                else:
                    if influence > 0:
                        count = die_spans(table, free, spans, count, code | 1 << 7, influence - 1, knowledge)
                    if deniers > 0:
                        count = die_spans(table, free, spans, count, code | 2 << 7, influence, knowledge)
                    if knowledge > 0:
                        count = die_spans(table, free, spans, count, code | 3 << 7, influence, knowledge - 1)
    return count


def nth_action(free: Vector, spans: Vector, number: int) -> int:
    """Return the code of the action of this number, counted through all spans."""
    at = 0
    while number >= spans[at + 3]:
        number -= spans[at + 3]
        at += 4
    code = spans[at]
    colour = code >> 5 & 3
    value = spans[at + 1]
    prestige = free[2 * colour] << 1 if spans[at + 2] == 0 else 0
    public = free[2 * colour + 1] << 1
    while True:
        has_prestige = prestige >> value & 1
        has_public = public >> value & 1
        if number <= has_prestige + has_public:
            break
        number -= 1 + has_prestige + has_public
        value += 1
    if number > 0 and has_prestige == 0:
        number = PUBLIC
    return code | value << 2 | number


def random_code(sheet: Vector, table: Vector, stream: Vector, free: Vector, spans: Vector) -> int:
    """Return the code of a random legal action: rules.main_moves at a random place."""
    count = all_spans(sheet, table, free, spans)
    total = 0
    for span in range(count):
        total += spans[4 * span + 3]
    if total == 0:
        below(stream, 1)
        return FALLBACK
    return nth_action(free, spans, below(stream, total))


def random_action(play: Play) -> int:
    """Do a random legal action with random choices; return its code."""
    sheet = play.sheet
    code = random_code(sheet, play.table, play.stream, play.free, play.spans)
    for index in range(SHEET_SIZE):
        play.before[index] = sheet[index]
    given = 0
    while apply(sheet, play.table, code, play.choices, given, play.counts) > given:
        play.choices[given] = below(play.stream, play.counts[given])
        given += 1
        for index in range(SHEET_SIZE):
            sheet[index] = play.before[index]
    return code


def random_half(play: Play) -> int:
    """Play one half-day from its roll to its end; return the code of the action."""
    roll(play.table, play.stream)
    attack(play.sheet, play.table)
    code = random_action(play)
    end_half(play.table)
    return code


def random_games(start_sheet: Vector, start_table: Vector, play: Play, games: int) -> int:
    """Play so many games from a position (dice not rolled) to the end; return the sum of their scores."""
    total = 0
    for _ in range(games):
        for index in range(SHEET_SIZE):
            play.sheet[index] = start_sheet[index]
        for index in range(TABLE_SIZE):
            play.table[index] = start_table[index]
        while play.table[HALF] < OVER:
            random_half(play)
        total += final_score(play.sheet)
    return total


HOT_FUNCTIONS = (
    "roll",
    "open_values",
    "count_span",
    "die_spans",
    "all_spans",
    "nth_action",
    "random_code",
    "random_action",
    "random_half",
    "random_games",
)  # callees before callers


def new_play(kernels: Kernels, seed: int | str) -> Play:
    """Return room for random games whose dice and moves come from a seed."""
    vector = kernels.vector
    return Play(
        sheet=vector(SHEET_SIZE),
        table=vector(TABLE_SIZE),
        stream=vector([stream.seed(seed)]),
        before=vector(SHEET_SIZE),
        free=vector(6),
        spans=vector(4 * MOST_SPANS),
        choices=vector(MAX_CHOICES),
        counts=vector(COUNTS_SIZE),
    )
