"""A gap in a run of spent places is found; other orders of spending are left as they are."""

from __future__ import annotations

import pytest

from pencilwright.solver.photo import runs
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box

KINDS = {"s": SPENT, "o": TICKED, "-": BLANK}


def tracked(*tracks: str) -> tuple[list[Mark], dict[str, str]]:
    """Marks of these tracks, and their kinds."""
    marks, kinds = [], {}
    for row, track in enumerate(tracks):
        for n, sign in enumerate(track):
            mark = Mark(f"{row}.{n}", "resource", "", Box(8.0 * n, 9.0 * row, 6, 6), "", 0, 0, f"track {row}")
            marks.append(mark)
            kinds[mark.id] = KINDS[sign]
    return marks, kinds


def gaps(*tracks: str) -> list[str]:
    return runs.gaps(*tracked(*tracks))


@pytest.mark.parametrize(
    ("track", "gap"), [("s-soo", "0.1"), ("-so--", "0.0"), ("ossso", "0.0"), ("ssosoo", "0.2")]
)
def test_the_only_gap_of_a_track_is_found(track: str, gap: str) -> None:
    assert gaps(track) == [gap]


@pytest.mark.parametrize("track", ["sssoo", "ooo", "ooss", "sosos", "", "s", "o"])
def test_a_track_without_a_gap_or_with_many_is_left(track: str) -> None:
    assert gaps(track) == []


def test_a_gap_without_any_ink_is_left() -> None:
    marks = [Mark(f"{n}", "resource", "", Box(8.0 * n, 0, 6, 6), "circled", 0, 0, "track") for n in range(3)]
    kinds = {"0": SPENT, "1": BLANK, "2": SPENT}
    assert runs.gaps(marks, kinds) == ["1"]
    assert runs.gaps(marks, kinds, {"1"}) == []


def test_each_track_is_looked_at_by_itself() -> None:
    assert gaps("ss", "os", "sosos", "sos") == ["1.0", "3.1"]


@pytest.mark.parametrize(
    ("track", "lonely"),
    [("ooosoo", ["0.3"]), ("ssoso", ["0.3"]), ("ooos", ["0.3"]), ("sooo", []), ("ossoo", []), ("ososo", [])],
)
def test_the_only_spent_place_that_stands_by_itself_is_found(track: str, lonely: list[str]) -> None:
    assert runs.lonely(*tracked(track)) == lonely


@pytest.mark.parametrize(
    ("tracks", "found"),
    [
        (("ssssoos", "sso"), ["0.6"]),
        (("ssssosos", "ssoo"), ["0.5", "0.7"]),
        (("osos", "soss"), []),  # somebody spends anywhere
        (("sssoo", "ooo"), []),
    ],
)
def test_few_spent_places_apart_from_runs_from_the_first_are_found(
    tracks: tuple[str, ...], found: list[str]
) -> None:
    assert runs.stragglers(*tracked(*tracks)) == found


@pytest.mark.parametrize(
    ("track", "found"),
    [("ppsss-", ["0.2", "0.3", "0.4"]), ("ppsso", []), ("Ppsss", []), ("pps--", []), ("pp---", [])],
)
def test_a_track_on_which_all_that_is_drawn_is_spent_is_asked_about(track: str, found: list[str]) -> None:
    """p: printed and not spent, P: printed and spent."""
    marks, kinds = tracked(track.replace("P", "s").replace("p", "-"))
    marks = [
        mark._replace(value="circled" if sign in "pP" else "")
        for mark, sign in zip(marks, track, strict=True)
    ]
    assert runs.all_drawn(marks, kinds) == found
