"""The chancellor's dice: their mean is that of every throw of single dice, so that luck evens out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import commands, session, transcript
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import State, start
from pencilwright.games.terracotta_army.transcript.lines import END, his_line, with_chance
from pencilwright.solver.terracotta_army.turn import chancellor_dice
from pencilwright.templates.phrases import phrase, say

SIX = range(1, 7)
EVEN = 12
"""A position with few decree rolls."""


def waiting(number: int) -> State:
    """A position in which he is to move."""
    return example(f"his dice {number}", 1 + number % 5, his_turn=True)


def thrown(state: State, dice: tuple[int, int]) -> Fraction:
    """The mean margin of his turn with two dice, each decree roll as 36 throws of two single dice."""

    def go_on(taken: list[int], decrees: list[int]) -> Fraction:
        result = simulation.follow(procedure.turn(dice), state, taken, decrees, asks=True)
        if result.needs_decree:
            worths = {total: go_on(taken, [*decrees, total]) for total in {a + b for a in SIX for b in SIX}}
            return Fraction(sum(worths[a + b] for a, b in product(SIX, SIX)), 36)
        if not result.needs_choice:
            points = commands.MEASURES[commands.points_of(1)]
            you, him = result.state.human.letter, result.state.him.letter
            return Fraction(points(result.state, you) - points(result.state, him))
        decision = result.decisions[-1]
        each = [go_on([*taken, item], decrees) for item in range(len(decision.options))]
        return max(each) if decision.who == simulation.YOU else sum(each, Fraction(0)) / len(each)

    return go_on([], [])


@pytest.mark.parametrize("number", [1, 4])
def test_the_mean_is_that_of_all_throws_of_two_dice(number: int) -> None:
    state = waiting(number)
    each = [thrown(state, dice) for dice in product(SIX, SIX)]
    result = chancellor_dice.Tree(state).expected()
    assert (result.mean, result.error, result.samples) == (sum(each, Fraction(0)) / 36, 0.0, 0)
    assert len(set(each)) > 1, "his dice matter here"


def every_line(state: State, smaller: int) -> list[tuple[Fraction, str]]:
    """Every line of a turn of his, each chance with its weight; of what is yours the first thing is taken."""
    lines: list[tuple[Fraction, str]] = []

    def go_on(weight: Fraction, taken: list[int], decrees: list[int]) -> None:
        result = simulation.follow(procedure.turn((smaller, 6)), state, taken, decrees, asks=True)
        if result.needs_decree:
            for total, ways in Counter(a + b for a, b in product(SIX, SIX)).items():
                go_on(weight * ways / 36, taken, [*decrees, total])
        elif result.needs_choice:
            decision = result.decisions[-1]
            taken_of = range(len(decision.options)) if decision.who == simulation.CHANCE else (0,)
            for item in taken_of:
                go_on(weight / len(taken_of), [*taken, item], decrees)
        else:
            line = his_line(state, f"{smaller}6")
            lines.append((weight, with_chance(line, decrees, taken)))

    go_on(Fraction(13 - 2 * smaller, 36), [], [])
    return lines


def test_over_all_that_can_fall_luck_comes_to_nothing() -> None:
    state = waiting(EVEN)
    lines = [line for smaller in SIX for line in every_line(state, smaller)]
    assert sum(weight for weight, _ in lines) == 1 and len(lines) > 10
    fallen = [(weight, chancellor_dice.fallen(state, line)) for weight, line in lines]
    assert sum(weight * entry.luck for weight, entry in fallen) == 0
    assert any(entry.luck > 0 for _, entry in fallen) and any(entry.luck < 0 for _, entry in fallen)
    assert all(entry.loss >= 0 for _, entry in fallen)
    for _, item in fallen:
        assert item.before.mean + item.luck - item.loss == item.margin


def test_what_is_chosen_across_the_table_is_no_luck() -> None:
    game = session.opened(transcript.begin(start(draw("g49", players=1))))
    stream = Stream.from_seed("g49")
    while len(game.turns) < 8 and game.prompt is not None:
        if game.prompt.dice:
            game.roll()
        else:
            game.answer(game.prompt.picks[stream.below(len(game.prompt.picks))].key)
    worse, better = (chancellor_dice.fallen(game.state, f"P dice 4,4 take {taken}") for taken in (0, 1))
    assert (worse.loss, better.loss) == (7, 0)
    assert better.margin - worse.margin == 7 and better.luck == worse.luck


def test_a_tree_of_too_many_nodes_is_sampled_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    state = waiting(4)
    exact = chancellor_dice.Tree(state).expected()
    monkeypatch.setattr(chancellor_dice, "MOST_NODES", 5)
    sampled = chancellor_dice.Tree(state).expected()
    assert exact.samples == 0 < sampled.samples and sampled.error > 0
    assert abs(float(sampled.mean - exact.mean)) < 4 * sampled.error
    line = every_line(state, 3)[0][1]
    fallen = chancellor_dice.fallen(state, line)
    assert fallen.before == sampled and fallen.loss == 0


def test_the_end_of_a_round_has_its_draw_and_its_words() -> None:
    state = example("end", 2)
    for player in state.players:
        player.craftsmen = player.artisans = 0
    result = simulation.follow(procedure.finish_round, state, stream=Stream.from_seed("end"))
    line = with_chance(END, [], [decision.taken for decision in result.decisions])
    fallen = chancellor_dice.fallen(state, line)
    assert not fallen.has_dice and fallen.margin == chancellor_dice.margin(result.state)
    assert (fallen.text, fallen.round) == (phrase("terracotta.review.drawn"), 4)


@pytest.mark.parametrize(
    ("line", "en", "ja"),
    [
        ("P dice 3,5", "dice 3 5", "ダイス 3 5"),
        ("P dice 3,5 decree 9,7 take 0", "dice 3 5, decrees 9, 7", "ダイス 3 5、法令ロール 9、7"),
    ],
)
def test_a_line_is_told_in_words(line: str, en: str, ja: str) -> None:
    fallen = chancellor_dice.Fallen(waiting(1), line, chancellor_dice.Expected(Fraction(0)), 0, Fraction(0))
    assert [say(fallen.text, language) for language in ("en", "ja")] == [en, ja]
