"""The sample: decided by the seed, even over the folders, and the mutants known to change nothing."""

from collections import Counter
from pathlib import Path

from mutants import sample
from mutants.making import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
TEXT = "".join(f"def f{n}(a):\n    return a + {n} < {n} or a\n" for n in range(30))
FILES = (
    "games/a.py", "games/one/b.py", "games/one/c.py", "games/one/d.py", "solver/e.py", "generator/f.py",
    "app/g.py",
)  # fmt: skip
MUTANTS = [mutant for file in FILES for mutant in mutants_of(file, TEXT)]


def texts(mutants: list[Mutant]) -> list[tuple[str, str, str]]:
    """Return what says which mutants these are, but not on which line."""
    return [(mutant.file, mutant.before, mutant.after) for mutant in mutants]


def test_one_seed_gives_one_sample_and_another_seed_another() -> None:
    assert sample.draw(MUTANTS, "spring", 20) == sample.draw(MUTANTS, "spring", 20)
    assert sample.draw(MUTANTS, "spring", 20) != sample.draw(MUTANTS, "autumn", 20)


def test_lines_that_move_leave_the_sample_as_it_is() -> None:
    moved = [mutant for file in FILES for mutant in mutants_of(file, "# a new line\n\n" + TEXT)]
    assert texts(sample.draw(moved, "spring", 20)) == texts(sample.draw(MUTANTS, "spring", 20))


def test_areas_get_the_same_number_and_folders_a_share_by_their_size() -> None:
    drawn = sample.draw(MUTANTS, "spring", 32)
    folders = Counter(mutant.file.rpartition("/")[0] for mutant in drawn)
    assert folders == {"games": 2, "games/one": 6, "solver": 8, "generator": 8, "app": 8}
    assert Counter(mutant.operator for mutant in drawn if mutant.file == "app/g.py") == {
        "arithmetic": 2, "boolean": 2, "comparison": 2, "constant": 2,
    }  # fmt: skip


def test_what_a_small_area_cannot_fill_the_others_get() -> None:
    few = [mutant for mutant in MUTANTS if not mutant.file.startswith("app/")]
    few += mutants_of("app/small.py", "x = 1 + 2\n")
    drawn = sample.draw(few, "spring", 40)
    assert len(drawn) == len(set(drawn)) == 40
    assert sum(mutant.file == "app/small.py" for mutant in drawn) == 3


def test_a_sample_larger_than_all_is_all() -> None:
    assert sorted(sample.draw(MUTANTS, "spring", 10**6)) == sorted(MUTANTS)


def test_an_equivalent_mutant_is_known_by_its_text_wherever_it_stands(tmp_path: Path) -> None:
    (tmp_path / "known.toml").write_text(
        '[[equivalent]]\nfile = "games/a.py"\noperator = "comparison"\nline = "return a + 3 < 3 or a"\n'
        'mutant = "return a + 3 <= 3 or a"\nreason = "an example"\n'
    )
    (entry,) = sample.equivalents(tmp_path / "known.toml")
    meant = [mutant for mutant in mutants_of("games/a.py", "\n\n" + TEXT) if entry.means(mutant)]
    assert [mutant.id for mutant in meant] == ["games/a.py:10:18:comparison"]


def test_every_mutant_named_as_equivalent_is_one_of_this_tree_and_says_why() -> None:
    for entry in sample.equivalents():
        source = (ROOT / entry.file).read_text(encoding="utf-8")
        assert any(entry.means(mutant) for mutant in mutants_of(entry.file, source)), entry
        assert entry.reason


def test_data_and_the_test_bench_of_photographs_are_left_out() -> None:
    files = {mutant.file for mutant in sample.all_mutants(ROOT, ["app"])}
    assert "app/cli.py" in files
    assert not any(file.startswith("teaching/") for file in files)
