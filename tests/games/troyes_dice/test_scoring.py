"""Tests of the score of a sheet, line by line."""

from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.shared.scores import Line
from pencilwright.games.troyes_dice import scoring
from pencilwright.games.troyes_dice.components import KINDS
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import sheet_of
from pencilwright.games.troyes_dice.state import State
from tests.games.troyes_dice.helpers import sheet


def line(vector: list[int], line_id: str) -> Line:
    """The line with its reason in English."""
    result = next(entry for entry in scoring.score_sheet(vector).lines if entry.id == line_id)
    return result._replace(reason=str(result.reason))


def test_v8_cathedrals_in_columns_6_1_3_score_by_their_order() -> None:
    vector = sheet(
        built={
            "cathedral": [6, 1, 3],
            "fortress": [2, 4],
            "great_market": [1, 2, 3],
            "bishops_palace": [1],
        }
    )
    assert line(vector, "product.6")[:3] == ("product.6", 1, "1 point each for 1 bishop's palace")
    assert line(vector, "product.1")[:3] == ("product.1", 2, "1 point each for 2 fortresses")
    assert line(vector, "product.3")[:3] == ("product.3", 6, "2 points each for 3 great markets")
    assert line(vector, "product.2")[:3] == ("product.2", 0, "cathedral 2 is not built")


def test_v13_a28_resources_score_floor_of_half_for_each_kind_separately() -> None:
    vector = sheet(influence=(8, 3), deniers=(9, 6), knowledge=(6, 2))
    points = [line(vector, f"points.{name}").points for name in ("influence", "deniers", "knowledge")]
    assert points == [2, 1, 2]
    assert scoring.score_sheet(vector).total == 5


def test_cathedral_5_counts_cathedrals_itself_included_and_later_ones() -> None:
    vector = sheet(built={"cathedral": [5, 2, 6]})
    assert line(vector, "product.5").reason == "1 point each for 3 cathedrals"


def test_a_cathedral_line_counts_nothing_while_its_buildings_are_missing() -> None:
    assert line(sheet(built={"cathedral": [2]}), "product.2")[:3] == (
        "product.2",
        0,
        "1 point each for 0 count's palaces",
    )


def test_the_lines_stand_in_the_order_of_the_sheet() -> None:
    ids = [entry.id for entry in scoring.score_sheet(rules.new_sheet()).lines]
    assert ids == [f"product.{column}" for column in range(1, 7)] + [
        "points.influence",
        "points.deniers",
        "points.knowledge",
        "points.citizens.red",
        "points.citizens.yellow",
        "points.citizens.white",
    ]


def test_one_denier_and_one_citizen_are_told_in_the_singular() -> None:
    vector = sheet(deniers=(3, 2), citizens=(1, 0, 0))
    assert line(vector, "points.deniers").reason == "1 unspent denier"
    assert line(vector, "points.citizens.red").reason == "1 red citizen"


def test_more_spent_than_circled_counts_as_nothing_unspent() -> None:
    vector = sheet(influence=(9, 1), deniers=(3, 18))
    assert line(vector, "points.deniers")[1:3] == (0, "0 unspent deniers")
    assert (
        scoring.score_sheet(vector).total
        == scoring.score_sheet(sheet(influence=(9, 1), deniers=(3, 3))).total
    )


def test_everything_built_scores_72_for_cathedrals_as_the_upper_bound_says() -> None:
    everything = {kind: [1, 2, 3, 4, 5, 6] for kind in KINDS}
    full = (18, 0)
    vector = sheet(influence=full, deniers=full, knowledge=full, citizens=(20, 20, 20), built=everything)
    assert scoring.score_sheet(vector).total == rules.final_score(vector) == 72 + 60 + 27


resource = st.integers(3, 18).flatmap(lambda got: st.tuples(st.just(got), st.integers(0, got)))
columns = st.lists(st.integers(1, 6), unique=True)


@given(resource, resource, resource, st.tuples(*[st.integers(0, 20)] * 3), st.tuples(*[columns] * 6))
def test_the_total_is_the_sum_of_the_lines_and_the_compiled_score(
    influence: tuple[int, int],
    deniers: tuple[int, int],
    knowledge: tuple[int, int],
    citizens: tuple[int, int, int],
    built: tuple[list[int], ...],
) -> None:
    buildings = dict(zip(KINDS, built, strict=True))
    vector = sheet(
        influence=influence, deniers=deniers, knowledge=knowledge, citizens=citizens, built=buildings
    )
    result = scoring.score_sheet(vector)
    assert result.total == sum(entry.points for entry in result.lines) == rules.final_score(vector)


def test_a_state_is_scored_by_its_sheet_alone() -> None:
    vector = sheet(citizens=(7, 16, 10))
    alone = State(sheet=sheet_of(vector))
    assert scoring.score(alone) == scoring.score_sheet(vector)
    assert scoring.score(alone).total == 33 + 3
