"""Random games: plain and compiled rules in lockstep, and every legal action equally likely."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks import random_play
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver import compiled, stream
from pencilwright.solver.wrapping_arithmetic import wrap
from tests.solver.troyes_dice import positions

MODULES = [rules, stream, random_play]
MOVES = 100_000
START = 16


@pytest.mark.long
def test_plain_and_compiled_rules_give_the_same_positions_on_100_000_random_moves() -> None:
    plain = compiled.load(MODULES, ["random_half"], plain=True)
    quick = compiled.load(MODULES, ["random_half"])
    assert quick.is_compiled
    ours, theirs = random_play.new_play(plain, "lockstep"), random_play.new_play(quick, "lockstep")
    actions: Counter[int] = Counter()
    choices = 0
    for move in range(MOVES):
        if move % START == 0:
            sheet, table = vectors(
                example(f"lockstep {move // 320}", START, rolls=0, expansion=move % 32 == 0)
            )
            for play in (ours, theirs):
                play.sheet[:] = plain.vector(sheet) if play is ours else quick.vector(sheet)
                play.table[:] = plain.vector(table) if play is ours else quick.vector(table)
        code = plain.random_half(ours)
        assert quick.random_half(theirs) == code
        assert list(theirs.sheet) == ours.sheet
        assert list(theirs.table) == ours.table
        actions[code & 3 if code < rules.FALLBACK else code] += 1
        choices += ours.counts[rules.N_USED] > 0
    assert list(theirs.stream) == ours.stream
    assert min(actions[action] for action in (rules.GAIN, rules.PRESTIGE, rules.PUBLIC, rules.FALLBACK)) > 100
    assert choices > 100


def test_counted_actions_are_the_listed_ones_in_the_same_order() -> None:
    for seed in range(200):
        tail = positions.tail(seed, 1 + seed % 6)
        sheet, table = list(tail.sheet), list(tail.table)
        rules.place(table, *tail.rolls[0])
        rules.attack(sheet, table)
        free, spans = [0] * 6, [0] * (4 * random_play.MOST_SPANS)
        count = random_play.all_spans(sheet, table, free, spans)
        total = sum(spans[3 : 4 * count : 4])
        codes = [random_play.nth_action(free, spans, number) for number in range(total)]
        assert (codes or [rules.FALLBACK]) == rules.action_codes(sheet, table)


def test_a_random_game_is_the_one_that_plain_lists_of_moves_play_with_the_same_stream() -> None:
    sheet, table = vectors(example("one game", START, rolls=0, expansion=True))
    plain = compiled.load(MODULES, ["random_games"], plain=True)
    play = random_play.new_play(plain, 11)
    total = plain.random_games(sheet, table, play, 3)
    draws = Stream.from_seed(11)
    again = 0
    for _ in range(3):
        here, wheel = sheet[:], table[:]
        while wheel[rules.HALF] < rules.OVER:
            rules.place(wheel, draws.die(), draws.die(), draws.die(), draws.die())
            rules.attack(here, wheel)
            codes = rules.action_codes(here, wheel)
            code = codes[draws.below(len(codes))]
            choices: list[int] = []
            counts = rules.new_counts()
            while rules.apply(here[:], wheel, code, choices, len(choices), counts) > len(choices):
                choices.append(draws.below(counts[len(choices)]))
            here = rules.apply_action(here, wheel, rules.Move(code, tuple(choices)))
            rules.end_half(wheel)
        again += rules.final_score(here)
    assert total == again
    assert play.stream[0] == wrap(draws.state)


def test_a_die_roll_lays_the_dice_of_the_games_stream() -> None:
    _, table = vectors(example("roll", START, rolls=0))
    wheel = table[:]
    draws, ours = Stream.from_seed("dice"), [stream.seed("dice")]
    for _ in range(50):
        random_play.roll(table, ours)
        rules.place(wheel, draws.die(), draws.die(), draws.die(), draws.die())
        assert table == wheel
