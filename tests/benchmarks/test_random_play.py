"""Random games: plain and compiled rules in lockstep, and every legal action equally likely."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks import random_play
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver import compiled, stream
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
    for seed in range(60):
        sheet, table = positions.tail(seed, 1 + seed % 6).rolled()
        free, spans = [0] * 6, [0] * (4 * random_play.MOST_SPANS)
        count = random_play.all_spans(sheet, table, free, spans)
        total = sum(spans[3 : 4 * count : 4])
        codes = [random_play.nth_action(free, spans, number) for number in range(total)]
        assert (codes or [rules.FALLBACK]) == rules.action_codes(sheet, table)
