"""The proof by CP-SAT: a second statement of the rules, held against the search."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from benchmarks.tails import tail as real_tail
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.troyes_dice.known.lines import best_lines
from pencilwright.solver.troyes_dice.proof import prove as proof
from pencilwright.solver.troyes_dice.proof.model import TailModel
from pencilwright.solver.troyes_dice.proof.prove import (
    ORDERED,
    ProofError,
    ProofLimit,
    is_best,
    prove,
    replayed,
)
from tests.refusals import refused
from tests.solver.troyes_dice import positions
from tests.solver.troyes_dice.positions import Numbers, Tail

# 300 tails of 1 to 3 half-days, played and synthetic, base game and expansion: (seed, half-days).
TAILS = [
    *((seed, 1) for seed in range(180)),
    *((seed, 2) for seed in range(90)),
    *((seed, 3) for seed in range(10, 40)),
]


def agreed(tail: Tail) -> int:
    """Let the proof confirm the best line; return its score."""
    best = best_lines(*tail, limit=1)
    assert prove(*tail, best.lines[0].moves, limit=proof.PATIENT) == best.value
    return best.value


@pytest.mark.parametrize(
    "block", [pytest.param(block, marks=() if block in (3, 19) else pytest.mark.long) for block in range(30)]
)
def test_search_and_proof_agree_on_300_tails(block: int) -> None:
    for seed, half_days in TAILS[block::30]:
        agreed(positions.tail(31 * seed + 7, half_days))


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(7), pytest.param(range(7, 60), marks=pytest.mark.long)])
def test_search_and_proof_agree_near_full_tracks_and_spill_over(seeds: range) -> None:
    for seed in seeds:
        agreed(positions.synthetic(Numbers(seed), 1, expansion=seed % 3 == 0, full=True))


@pytest.mark.parametrize("tile", range(1, 9))
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 6), marks=pytest.mark.long)])
def test_search_and_proof_agree_on_both_sides_of_each_tile(tile: int, seeds: range) -> None:
    for seed in seeds:
        tail = positions.played(Numbers(100 * tile + seed), 2, expansion=False, greedy=True)
        table = list(tail.table)
        for notch in range(0, 9, 3 if tile == 8 else 1):  # X8 everywhere would leave no die
            table[rules.TILE + notch] = tile
            table[rules.PILLAGE + notch] = seed % 2
        agreed(Tail(tail.sheet, tuple(table), tail.rolls))


def best_line(tail: Tail) -> proof.Replayed:
    """Return the best line of a tail and its sheets."""
    return replayed(*tail, best_lines(*tail, limit=1).lines[0].moves)


def fits(tail: Tail, rounds: int) -> bool:
    """Return whether the sheets of the best line are a solution of a form that is asked for its score."""
    days = proof.tail(tail.table, tail.rolls)
    return proof._admits(TailModel(tail.sheet, days, rounds=rounds), best_line(tail), 60.0)


@pytest.mark.parametrize("rounds", proof.FORMS)
def test_no_form_bars_the_best_line(rounds: int) -> None:
    for seed in range(4):
        assert fits(positions.tail(seed + 900, 1 + seed % 3), rounds), f"seed {seed}"


@pytest.mark.long
@pytest.mark.parametrize("half_days", [3, 4])
def test_the_smallest_form_bars_no_best_line_of_real_tails(half_days: int) -> None:
    for number in range(29):
        sheet, table, rolls = real_tail(number, half_days)
        assert fits(Tail(tuple(sheet), tuple(table), tuple(rolls)), proof.FORMS[0]), f"tail {number}"


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 50), marks=pytest.mark.long)])
def test_the_form_that_orders_bonuses_to_the_letter_agrees_too(
    seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "FORMS", (ORDERED,))
    for seed in seeds:
        tail = positions.tail(seed + 900, 1)
        days, line = proof.tail(tail.table, tail.rolls), best_line(tail)
        assert is_best(tail.sheet, days, line, limit=200.0), f"seed {seed}"
        worse = line._replace(value=line.value - 1)
        with pytest.raises(ProofError, match=f"scores {worse.value} points and the proof model has a line"):
            is_best(tail.sheet, days, worse, limit=200.0)


def corner(citizens: tuple[int, int, int], *, got: int = 18, spent: int = 10, built: int = 0) -> Tail:
    """The last half-day without a struck box; the dice are 1, 3, 3, and the black 6 lies last."""
    faces = [(0, 1), (0, 2), (1, 1), (2, 2), (0, 0), (1, 2), (2, 0), (1, 0), (2, 1)]
    table = rules.new_table(faces, [[1, 2, 3, 4, 5, 6]] * 3)
    table[rules.HALF] = 15
    sheet = rules.new_sheet()
    sheet[rules.GOT : rules.GOT + 6] = [got] * 3 + [spent] * 3
    sheet[rules.CIT : rules.CIT + 3] = citizens
    sheet[rules.BUILT : rules.BUILT + 6] = [built] * 6
    for order, column in enumerate(column for column in range(6) if built >> column & 1):
        sheet[rules.CATHEDRAL_NUMBER + column] = order // 2 + 1
    return Tail(tuple(sheet), tuple(table), ((6, 1, 3, 3),))


def test_a_bonus_does_not_support_itself() -> None:
    """The column bonus 6 can give two priests, but not the sixth priest that makes it due."""
    tail = corner((6, 6, 4), got=3, spent=3)
    sheet = list(tail.sheet)
    sheet[rules.STRUCK : rules.STRUCK + 3] = [63, 63, 62]  # bishop's palace 1 and cathedral 1 alone are left
    tail = tail._replace(sheet=tuple(sheet))
    assert agreed(tail) == 18  # bishop's palace 1 by the action; due at last, the bonus finds no building
    sheet[rules.CIT : rules.CIT + 3] = [6, 6, 3]
    sheet[rules.STRUCK + 2] = 60  # bishop's palaces and cathedrals 1 and 2
    # 6 + 6 + 5: a second palace would need the sixth priest that it brings itself.
    assert agreed(tail._replace(sheet=tuple(sheet))) == 17


ABOUT_TO_FIRE = [
    *((20, 20, 19), (19, 19, 19), (20, 20, 20), (5, 5, 5), (13, 5, 5), (2, 2, 2)),
    *(
        pytest.param(citizens, marks=pytest.mark.long)
        for citizens in ((14, 14, 10), (20, 19, 19), (18, 19, 14), (14, 14, 14), (10, 10, 10), (19, 10, 10))
    ),
    pytest.param((20, 14, 5), marks=pytest.mark.long),
    pytest.param((14, 20, 10), marks=pytest.mark.long),
]


@pytest.mark.parametrize("citizens", ABOUT_TO_FIRE)
def test_search_and_proof_agree_where_bonuses_are_about_to_fire(citizens: tuple[int, int, int]) -> None:
    for built in (0b010101, 63):
        agreed(corner(citizens, built=built))
    agreed(corner(citizens, got=17, spent=12, built=0b101010))


def test_with_everything_full_nothing_but_saving_is_left() -> None:
    assert agreed(corner((20, 20, 20), built=63)) == 60 + 72 + 12


def test_the_fallback_is_proved_too() -> None:
    """Black on the free slot and nothing unspent: three resources, the sixth of each brings a citizen."""
    tail = corner((0, 0, 0), got=5, spent=5)._replace(rolls=((1, 1, 3, 3),))
    assert best_lines(*tail).lines[0].moves == (rules.Move(rules.FALLBACK),)
    assert agreed(tail) == 3


def test_a_line_that_is_not_the_best_is_an_error_with_both_values() -> None:
    tail = positions.tail(3, 1)
    best = best_lines(*tail)
    worse = next(move for move in best.moves if move.loss)
    with pytest.raises(ProofError, match=rf"scores {worse.value} points and the proof model has a line"):
        prove(*tail, [worse.move])


def test_a_model_that_does_not_allow_the_line_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    tail = positions.tail(3, 1)
    best = best_line(tail)

    class TooTight(TailModel):
        def __init__(self, *given: Any, rounds: int) -> None:
            super().__init__(*given, rounds=rounds)
            self.builder.at_most(self.point.citizens[0].value, best.ends[-1][rules.CIT] - 1)

    assert is_best(tail.sheet, proof.tail(tail.table, tail.rolls), best, limit=200.0)
    monkeypatch.setattr(proof, "TailModel", TooTight)
    with pytest.raises(ProofError, match=f"does not allow the line of {best.value} points"):
        agreed(tail)


def test_a_move_that_the_rules_do_not_allow_is_an_error() -> None:
    tail = positions.tail(3, 1)
    with pytest.raises(ProofError, match="the engine does not allow"):
        replayed(*tail, [rules.Move(rules.FALLBACK)])


def test_a_move_that_the_checker_does_not_allow_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    tail = positions.tail(3, 1)
    with monkeypatch.context() as other_sheets:
        other_sheets.setattr(proof.check, "outcomes", lambda *_: set())
        with pytest.raises(ProofError, match="comes to other sheets"):
            agreed(tail)
    monkeypatch.setattr(proof.rules, "decode", lambda _: (0, -1, 7, 0, proof.check.GAIN))
    with pytest.raises(ProofError, match=r"the checker does not allow .* in half-day 16: "):
        agreed(tail)


def test_a_proof_that_needs_more_work_than_allowed_says_so() -> None:
    tail = positions.played(Numbers(4), 3, expansion=False, greedy=True)
    line = best_lines(*tail, limit=1).lines[0].moves
    with pytest.raises(ProofLimit, match="did not end"):
        prove(*tail, line, limit=0.001)


def test_a_tail_that_does_not_reach_the_end_is_refused() -> None:
    tail = positions.tail(1, 3)
    with refused("troyes.advice.proof_dice", given=2, left=3):
        prove(tail.sheet, tail.table, tail.rolls[:2], [])
    with refused("troyes.advice.more_rolls"):
        prove(tail.sheet, tail.table, (*tail.rolls, tail.rolls[0]), [])
    with refused("troyes.advice.proof_early", longest=4, left=5):
        prove(*positions.tail(1, 5), [])


def test_neither_answer_imports_the_solver_library_before_it_proves() -> None:
    program = (
        "import sys; import pencilwright.solver.troyes_dice.known.lines; "
        "import pencilwright.solver.troyes_dice.proof.prove; "
        "print([name for name in ('ortools', 'numpy', 'numba', 'pandas') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert ran.stdout.strip() == "[]"
