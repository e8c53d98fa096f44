"""Compiled rules are the same rules: same positions, kept on disk, and not needed."""

from pathlib import Path

import pytest

from games.rng import Stream
from games.troyes_dice import rules, setup, state
from solver import compiled

WANTED = ["place", "attack", "end_half", "main_moves", "apply", "final_score"]
MOVES = 20_000


def test_plain_and_compiled_rules_keep_step_on_20000_random_moves() -> None:
    fast = compiled.load([rules], WANTED)
    assert fast.is_compiled
    stream, played = Stream.from_seed("lockstep"), 0
    while played < MOVES:
        drawn = setup.draw(played, numbering="random", expansion=played % 32 == 0)
        sheet, table = state.vectors(state.start(drawn))
        sheet_too, table_too = fast.vector(sheet), fast.vector(table)
        codes, codes_too = [0] * rules.MAX_MOVES, fast.vector(rules.MAX_MOVES)
        for _ in range(16):
            dice = [stream.die() for _ in range(4)]
            rules.place(table, *dice)
            fast.place(table_too, *dice)
            assert rules.attack(sheet, table) == fast.attack(sheet_too, table_too)
            count = rules.main_moves(sheet, table, codes)
            assert fast.main_moves(sheet_too, table_too, codes_too) == count
            assert list(codes_too[:count]) == codes[:count]
            code = codes[stream.below(count)]
            choices = [stream.below(2) for _ in range(rules.MAX_CHOICES)]
            options = rules.new_counts()
            used = rules.apply(sheet[:], table, code, [], 0, options)
            given = min(used, 1) if not used or choices[0] < options[0] else 0
            used = rules.apply(sheet, table, code, choices, given, options)
            told = fast.vector(rules.COUNTS_SIZE)
            assert fast.apply(sheet_too, table_too, code, fast.vector(choices), given, told) == used
            rules.end_half(table)
            fast.end_half(table_too)
            assert list(sheet_too) == sheet
            assert list(table_too) == table
            played += 1
        assert fast.final_score(sheet_too) == rules.final_score(sheet)


def test_compiled_code_is_kept_and_the_first_time_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    sheet = rules.new_sheet()
    first = compiled.load(
        [rules],
        ["final_score"],
        folder=tmp_path,
        progress=lambda what, done, whole: told.append((what, done, whole)),
    )
    assert first.is_new and told[0][0] == compiled.FIRST_COMPILE and told[-1][1] == told[-1][2]
    again = compiled.load(
        [rules], ["final_score"], folder=tmp_path, progress=lambda *_: pytest.fail("told twice")
    )
    assert not again.is_new
    assert again.final_score(again.vector(sheet)) == first.final_score(first.vector(sheet)) == 3


def test_a_cache_folder_that_cannot_be_made_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    fast = compiled.load([rules], ["final_score"], folder=blocked)
    assert fast.final_score(fast.vector(rules.new_sheet())) == 3


def test_without_numba_the_plain_functions_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "can_compile", lambda: False)
    plain = compiled.load([rules], ["final_score"])
    assert not plain.is_compiled
    assert plain.final_score is rules.final_score
    assert plain.vector(3) == [0, 0, 0]
    with pytest.raises(AttributeError):
        _ = plain.attack


def test_what_a_function_does_decides_its_place_in_the_cache() -> None:
    assert compiled.digest([rules.attack]) != compiled.digest([rules.end_half])
    assert compiled.digest([rules.attack]) == compiled.digest([rules.attack])


def test_a_vector_of_another_kind_is_refused() -> None:
    import numpy

    fast = compiled.load([rules], WANTED)
    with pytest.raises(TypeError, match=r"Kernels\.vector"):
        fast.final_score(numpy.zeros(24, dtype=numpy.int32))
