"""Tests of the score of a sheet, line by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.troyes_dice import scoring
from pencilwright.games.troyes_dice.components import COLOURS, KINDS, RESOURCES
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import sheet_of
from pencilwright.games.troyes_dice.state import State
from tests.games.troyes_dice.helpers import sheet


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("cathedral=613 fortress=24 great_market=123 bishops_palace=1", (2, 0, 6, 0, 0, 1, 1, 1, 1, 0, 0, 0)),
        ("cathedral=526", (0, 0, 0, 0, 3, 0, 1, 1, 1, 0, 0, 0)),
        ("cathedral=2", (0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0)),
        ("influence=8-3 deniers=9-6 knowledge=6-2", (0, 0, 0, 0, 0, 0, 2, 1, 2, 0, 0, 0)),
        ("influence=9-1 deniers=3-18 citizens=7/16/10", (0, 0, 0, 0, 0, 0, 4, 0, 1, 7, 16, 10)),
    ],
)
def test_v8_v13_a28_a_sheet_scores_line_by_line(text: str, points: tuple[int, ...]) -> None:
    """Cathedrals by the order in which they were built, their own columns too; half of each resource."""
    result = scoring.score_sheet(sheet(text))
    assert tuple(line.points for line in result.lines) == points and result.total == sum(points)
    assert [line.id for line in result.lines] == [
        *(f"product.{column}" for column in range(1, 7)),
        *(f"points.{name}" for name in RESOURCES),
        *(f"points.citizens.{colour}" for colour in COLOURS),
    ]


def test_everything_built_scores_72_for_cathedrals_as_the_upper_bound_says() -> None:
    built = " ".join(f"{kind}=123456" for kind in KINDS)
    vector = sheet(f"goods=18-0 citizens=20/20/20 {built}")
    assert scoring.score_sheet(vector).total == rules.final_score(vector) == 72 + 60 + 27


resource = st.integers(3, 18).flatmap(lambda got: st.integers(0, got).map(lambda used: f"{got}-{used}"))
columns = st.lists(st.sampled_from("123456"), unique=True).map("".join)
FIELDS = dict.fromkeys(RESOURCES, resource) | dict.fromkeys(KINDS, columns)


@given(st.fixed_dictionaries(FIELDS), st.tuples(*[st.integers(0, 20)] * 3))
def test_the_total_is_the_sum_of_the_lines_and_the_compiled_score_and_hangs_on_the_sheet_alone(
    written: dict[str, str], citizens: tuple[int, ...]
) -> None:
    parts = [f"{name}={value}" for name, value in written.items()]
    vector = sheet(" ".join([*parts, "citizens=" + "/".join(map(str, citizens))]))
    result = scoring.score_sheet(vector)
    assert result.total == sum(entry.points for entry in result.lines) == rules.final_score(vector)
    assert scoring.score(State(sheet=sheet_of(vector))) == result
