"""The forward proof: every position that known dice lead to, against the search and against false rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from benchmarks.tails import tail as real_tail
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.known.lines import best_lines
from pencilwright.solver.troyes_dice.proof import forward, marking, prove, reach
from pencilwright.solver.troyes_dice.proof.forward import Room
from tests.solver.troyes_dice import positions
from tests.solver.troyes_dice.known import brute
from tests.solver.troyes_dice.positions import Numbers, Tail

HONEST = forward.position_of


@pytest.fixture(scope="module")
def kernels() -> Kernels:
    return reach.kernels()


def score(tail: Tail, with_kernels: Kernels) -> int:
    (best,) = reach.scores([tail.sheet], prove.tail(tail.table, tail.rolls), with_kernels=with_kernels)
    return best


def test_the_best_of_all_games_is_reached(kernels: Kernels) -> None:
    for seed in range(5):
        tail = positions.tail(seed + 50, 1)
        assert score(tail, kernels) == max(max(ends) for ends in brute.first_moves(tail).values())


@pytest.mark.long
def test_the_best_of_all_games_of_two_half_days_is_reached(kernels: Kernels) -> None:
    for seed in range(12):
        tail = positions.tail(seed + 50, 2)
        assert score(tail, kernels) == max(max(ends) for ends in brute.first_moves(tail).values())


@pytest.mark.parametrize(
    ("half_days", "seeds"),
    [
        *((1, range(16)), (2, range(6)), (3, range(1))),
        *(
            pytest.param(half_days, seeds, marks=pytest.mark.long)
            for half_days, seeds in ((1, range(16, 40)), (2, range(6, 16)), (3, range(1, 4)))
        ),
    ],
)
def test_forward_proof_and_search_agree(kernels: Kernels, half_days: int, seeds: range) -> None:
    for seed in seeds:
        tail = positions.tail(31 * seed + 7, half_days)
        assert score(tail, kernels) == best_lines(*tail, limit=1).value, f"seed {seed}"


@pytest.mark.slow
@pytest.mark.parametrize("number", [20, *(pytest.param(n, marks=pytest.mark.long) for n in range(20))])
def test_real_tails_of_four_half_days_are_proved(kernels: Kernels, number: int) -> None:
    sheet, table, rolls = real_tail(number, 4)
    tail = Tail(tuple(sheet), tuple(table), tuple(rolls))
    assert score(tail, kernels) == best_lines(*tail, limit=1).value


def test_plain_and_compiled_give_the_same_score(kernels: Kernels) -> None:
    plain = reach.kernels(plain=True)
    for seed in range(3):
        tail = positions.tail(seed, 2)
        assert score(tail, plain) == score(tail, kernels)


def test_what_has_no_room_is_left_to_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    tail = positions.tail(17, 2)
    monkeypatch.setattr(reach, "PLAIN_POSITIONS", 1)
    monkeypatch.setattr(reach, "LARGEST", 4)
    with pytest.raises(reach.RoomLimit):
        score(tail, reach.kernels(plain=True))
    line = best_lines(*tail, limit=1).lines[0].moves
    assert prove.prove(*tail, line, with_kernels=reach.kernels(plain=True)).ways == (prove.CP_SAT,)


def test_a_room_that_is_too_small_is_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    tail = positions.tail(17, 2)
    plain = reach.kernels(plain=True)
    result = score(tail, plain)
    monkeypatch.setattr(reach, "PLAIN_POSITIONS", 4)
    monkeypatch.setattr(reach, "PLAIN_GROUPS", 4)
    with monkeypatch.context() as no_growth:
        no_growth.setattr(reach, "LARGEST", 1)
        with pytest.raises(reach.RoomLimit):
            score(tail, plain)
    assert score(tail, plain) == result


# --- False rules ----------------------------------------------------------------------------------------


def tails() -> list[Tail]:
    """Tails on which each false rule below makes a difference."""
    results = [positions.tail(seed, 1) for seed in range(60)]
    results += [positions.synthetic(Numbers(seed), 1, expansion=False, full=True) for seed in range(40)]
    return results + [positions.played(Numbers(seed), 2, expansion=False, greedy=True) for seed in range(6)]


def changed(values: Sequence[int], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


BRUTAL = {
    "a citizen at every fifth space of a resource": ("SPACES", 5),
    "the column bonus at four citizens": ("MARK_3", 4),
    "the column bonus at seven citizens": ("MARK_6", 7),
    "the column bonus at twelve citizens": ("MARK_11", 12),
    "no link of the first town halls": ("LINK_RUN", changed(marking.LINK_RUN, 18, 0)),
    "no link of the last bishop's palaces": ("LINK_RUN", changed(marking.LINK_RUN, 34, 0)),
    "the fifteenth red citizen builds a fortress": ("FREE_MASK", changed(marking.FREE_MASK, 3, 63)),
    "tracks of 21 citizens": ("CITIZEN_END", 21),
    "tracks of 17 resources": ("RESOURCE_END", 17),
    "a twentieth red citizen brings nothing": ("PLAIN_RUNS", changed(marking.PLAIN_RUNS, 18, 0)),
}


@pytest.mark.parametrize("name", BRUTAL)
def test_a_false_rule_in_the_proof_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    constant, value = BRUTAL[name]
    monkeypatch.setattr(marking, constant, value)
    plain = compiled.load(reach.MODULES, ["reach"], plain=True)
    assert any(score(tail, plain) != best_lines(*tail, limit=1).value for tail in tails())


def no_raid(*_: object) -> None:
    """Strike nothing."""


def unspent(room: Room, group: int, _spent: int) -> int:
    """Return the number of a position as if nothing had been spent."""
    return HONEST(room, group, 0)


@pytest.mark.parametrize("name", ["raid", "position_of"])
def test_a_false_half_day_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forward, name, no_raid if name == "raid" else unspent)
    plain = compiled.load(reach.MODULES, ["reach"], plain=True)
    results = [positions.played(Numbers(seed), 2, expansion=False, greedy=True) for seed in range(12)]
    assert any(score(tail, plain) != best_lines(*tail, limit=1).value for tail in results)
