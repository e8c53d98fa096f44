"""The checker and the rules engine, written apart, mark every sheet alike."""

from __future__ import annotations

import pytest

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.troyes_dice.proof import check
from pencilwright.solver.troyes_dice.proof.check import ProofStep
from pencilwright.solver.troyes_dice.proof.wheel import Die, HalfDay, half_days
from tests.solver.troyes_dice import positions
from tests.solver.troyes_dice.positions import Tail

STANDARD = tuple(column for _ in range(3) for column in (0, 0, 1, 2, 3, 4, 5))


def engine_outcomes(tail: Tail) -> tuple[list[int], dict[int, set[tuple[int, ...]]]]:
    wheel, sheet = list(tail.table), list(tail.sheet)
    rules.place(wheel, *tail.rolls[0])
    rules.attack(sheet, wheel)
    results: dict[int, set[tuple[int, ...]]] = {}
    for move, after in rules.successors(sheet, wheel):
        results.setdefault(move.code, set()).add(after)
    return sheet, results


def checker_outcomes(sheet: list[int], half_day: HalfDay) -> dict[int, set[tuple[int, ...]]]:
    results = {}
    for step in check.steps(sheet, half_day):
        code = rules.FALLBACK
        if step != check.FALLBACK:
            code = rules.encode(rules.MoveParts(*step))
        results[code] = check.outcomes(sheet, half_day, step)
    return results


@pytest.mark.parametrize(
    "half_days_left", [1, 14, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 8))]
)
@pytest.mark.parametrize(
    "seeds", [range(0, 100, 4), pytest.param(range(100), marks=pytest.mark.long)], ids=["some", "all"]
)
def test_checker_and_rules_agree_on_every_move_and_every_sheet_after_it(
    half_days_left: int, seeds: range
) -> None:
    for seed in seeds:
        tail = positions.tail(seed + 1000 * half_days_left, half_days_left)
        half_day = half_days(tail.table, tail.rolls)[0]
        raided = check.CheckSheet(tail.sheet)
        raided.raid(half_day)
        sheet, expected = engine_outcomes(tail)
        assert raided.vector() == tuple(sheet), f"seed {seed}: the raid"
        assert checker_outcomes(sheet, half_day) == expected, f"seed {seed}"
        for ends in expected.values():
            for end in ends:
                assert check.CheckSheet(end).score() == rules.final_score(list(end))


def test_checker_and_rules_turn_the_wheel_alike() -> None:
    for seed in range(40):
        tail = positions.tail(seed, 12)
        wheel = list(tail.table)
        for half_day, roll in zip(half_days(tail.table, tail.rolls), tail.rolls, strict=True):
            rules.place(wheel, *roll)
            open_slots = [slot for slot in range(4) if rules.die_is_open(wheel, slot)]
            assert [die.slot for die in half_day.dice] == open_slots
            assert list(half_day.lying) == [rules.count_dice(wheel, colour) for colour in range(3)]
            rules.end_half(wheel)


def day(*dice: tuple[int, int, int], lying: tuple[int, int, int] = (0, 0, 0)) -> HalfDay:
    """A quiet half-day with the standard numbering; dice are (slot, value, colour)."""
    return HalfDay(15, tuple(Die(*die, 0, False) for die in dice), (), lying, STANDARD)


def sheet(citizens: tuple[int, int, int], **fields: int) -> list[int]:
    result = [3, 3, 3, 0, 0, 0, *citizens] + [0] * 15
    for name, value in fields.items():
        result[{"fortress": 9, "hall": 12, "cathedral": 13}[name]] = value
    return result


def test_self_made_citizens_come_too_late_for_the_bonus_that_made_them() -> None:
    # The column bonus 6 would be due if its own two priests counted.
    (after,) = check.outcomes(sheet((6, 6, 4)), day((0, 1, 0)), ProofStep(0, -1, 1, 0, check.GAIN))
    assert after[6:9] == (6, 6, 4)
    assert check.CheckSheet(after).score() == 16 + 2 + 1 + 1


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (ProofStep(2, -1, 1, 0, check.GAIN), "no die may be taken"),
        (ProofStep(0, -1, 7, 0, check.GAIN), "cannot show 7"),
        (ProofStep(0, -1, 6, 0, check.GAIN), "costs"),
        (ProofStep(0, 1, 1, 0, check.GAIN), "where the slot asks for none"),
        (ProofStep(1, -1, 1, 0, check.GAIN), "no kind is named"),
        (ProofStep(0, -1, 1, 1, check.PUBLIC), "is built"),
        (check.FALLBACK, "fallback"),
    ],
)
def test_an_illegal_step_is_refused_with_its_rule(step: ProofStep, reason: str) -> None:
    with pytest.raises(check.LineError, match=reason):
        check.outcomes(sheet((0, 0, 0), hall=1), day((0, 1, 0), (1, 1, 0)), step)
