"""Which tests judge a mutant: what was recorded, how it is looked up, and in which order they go."""

from pathlib import Path

import pytest

from mutants import choice, recording
from mutants.making import mutants_of
from mutants.recording import Recording

SOURCE = """\
LIMIT = 3

class Track:
    def place(self, n):
        if n < LIMIT:
            return n + 1
        return n * 2
"""
ONE, TWO, SLOW = "tests/games/test_a.py::one", "tests/games/test_a.py::two", "tests/solver/test_b.py::slow"
KNOWN = Recording(
    {ONE: 0.1, TWO: 0.2, SLOW: 50.0},
    {
        "games/track.py": {
            "Track.place\0if n < LIMIT:": frozenset({ONE, TWO}),
            "Track.place\0return n + 1": frozenset({TWO}),
            "other\0return 0": frozenset({SLOW}),
        }
    },
    {"tests/games/test_a.py": "a", "tests/solver/test_b.py": "b"},
)


def reaching(source: str, file: str = "games/track.py") -> dict[str, set[str]]:
    """Return the tests that reach each mutated line of the source."""
    return {mutant.before: KNOWN.reaching(mutant) for mutant in mutants_of(file, source)}


def test_the_tests_of_a_line_are_found_by_its_text_wherever_it_stands() -> None:
    found = reaching("# moved\n\n" + SOURCE)
    assert found["if n < LIMIT:"] == {ONE, TWO}
    assert found["return n + 1"] == {TWO}


def test_a_new_line_is_judged_by_the_tests_of_its_function() -> None:
    assert reaching(SOURCE)["return n * 2"] == {ONE, TWO}


def test_a_line_outside_of_functions_is_judged_by_the_tests_of_its_file() -> None:
    assert reaching(SOURCE)["LIMIT = 3"] == {ONE, TWO, SLOW}


def test_no_test_reaches_a_file_that_nobody_recorded() -> None:
    assert reaching("x = 1", "games/new.py") == {"x = 1": set()}


def test_a_recording_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    KNOWN.save(tmp_path / "kept" / "recording.json.gz")
    assert recording.load(tmp_path / "kept" / "recording.json.gz") == KNOWN


def test_the_tests_of_a_changed_file_take_the_place_of_the_old_ones() -> None:
    new = "tests/games/test_a.py::new"
    other = Recording(
        {new: 0.3},
        {"games/track.py": {"Track.place\0return n + 1": frozenset({new})}},
        {"tests/games/test_a.py": "changed", "tests/solver/test_b.py": "b"},
    )
    both = KNOWN.updated(other)
    assert both.seconds == {SLOW: 50.0, new: 0.3}
    assert both.lines["games/track.py"]["Track.place\0return n + 1"] == {new}
    assert both.lines["games/track.py"]["Track.place\0if n < LIMIT:"] == set()
    assert both.digests == other.digests


def test_a_line_belongs_to_the_innermost_function_but_not_to_a_class() -> None:
    source = (
        "class A:\n    x = 1\n    def f(self):\n        def g():\n            return 1\n        return g\n"
    )
    assert recording.functions_by_line(source) == {4: "A.f", 5: "A.f.g", 6: "A.f"}


def test_tests_of_the_mirrored_folder_judge_what_coverage_does_not_see() -> None:
    (mutant,) = mutants_of("games/new.py", "x = 1")
    assert choice.chosen(mutant, KNOWN) == [ONE, TWO]
    assert choice.mirrors("tests/solver/tianxia/test_wall.py::a", "solver/tianxia/wall.py")
    assert not choice.mirrors("tests/solver/tianxia/test_wall.py::a", "solver/chance.py")
    assert choice.mirrors("tests/app/test_score.py::a", "app/commands/score.py")


def test_the_quickest_tests_fill_the_budget_but_one_is_always_taken() -> None:
    assert choice.within(0.35, KNOWN.seconds, KNOWN.seconds) == [ONE, TWO]
    assert choice.within(0.0, [SLOW], KNOWN.seconds) == [SLOW]


def test_quick_tests_go_first_and_those_of_a_file_stay_together() -> None:
    seconds = {"b::slow": 9.0, "b::1": 0.1, "a::1": 0.05, "a::2": 0.2, "b::2": 0.01}
    assert choice.in_order(seconds, seconds) == ["b::2", "b::1", "a::1", "a::2", "b::slow"]


def test_recording_a_small_tree_tells_which_passing_test_reaches_which_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("tests", "shop"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
    (tmp_path / "shop" / "track.py").write_text("def place(n):\n    if n:\n        return 1\n    return 2\n")
    (tmp_path / "tests" / "test_track.py").write_text(
        "from shop.track import place\n"
        "def test_one(): assert place(1) == 1\n"
        "def test_two(): assert place(0) == 2\n"
        "def test_broken(): assert place(0) == 3\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    monkeypatch.setattr(recording, "AREAS", ("shop",))
    (work := tmp_path / "work").mkdir()
    made = recording.record(tmp_path, work, 0, ["tests"])
    one, two = "tests/test_track.py::test_one", "tests/test_track.py::test_two"
    assert set(made.seconds) == {one, two}
    assert made.lines == {
        "shop/__init__.py": {},
        "shop/track.py": {
            "place\0if n:": frozenset({one, two}),
            "place\0return 1": frozenset({one}),
            "place\0return 2": frozenset({two}),
        },
    }
    assert list(made.digests) == ["tests/test_track.py"]
