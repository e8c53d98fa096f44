"""A user's file replaces what no source proves, and nothing else; every value has its source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice.own_values import load
from pencilwright.games.troyes_dice.scoring import band
from tests.refusals import noted


def test_only_plazas_bands_and_challenges_are_unverified_and_they_can_be_replaced() -> None:
    assert box.STANDARD.unverified == box.BOX.open == ("plazas", "score_bands", "challenges")


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (-1, "troyes.band.visitor"),
        (29, "troyes.band.visitor"),
        (30, "troyes.band.apprentice"),
        (52, "troyes.band.master"),
        (69, "troyes.band.alderman"),
        (159, "troyes.band.legend"),
    ],
)
def test_a_score_has_the_title_of_its_band(points: int, name: str) -> None:
    assert noted(band(points, box.STANDARD)) == name


PLAZA_LINE = 'plazas = ["R/R", "Y/Y", "R/R", "R/W", "W/R", "Y/W", "W/Y", "Y/R", "R/Y"]'


def test_plazas_bands_and_challenges_can_be_replaced() -> None:
    text = f"""
        {PLAZA_LINE}
        [[score_bands]]
        at_least = 0
        title = "Beginner"
        [[score_bands]]
        at_least = 45
        title = "Expert"
        [[challenges]]
        id = "C1"
        text = "Score 99."
    """
    mine = load(text)
    assert mine.plazas[2] == "R/R"
    assert str(band(45, mine)) == "Expert"
    assert mine.challenges == (box.Challenge("C1", "Score 99."),)
    assert mine.unverified == ()


def test_what_a_file_leaves_out_stays_our_default_and_stays_unverified() -> None:
    mine = load(PLAZA_LINE)
    assert mine.challenges == box.STANDARD.challenges
    assert mine.unverified == ("score_bands", "challenges")


BAND = '[[score_bands]]\nat_least = 0\ntitle = "A"\n'


cut_files = st.builds(
    lambda text, start: text[start:], st.sampled_from([PLAZA_LINE, BAND]), st.integers(0, 80)
)


@given(st.text() | cut_files)
def test_any_text_is_components_or_an_error_for_people(text: str) -> None:
    try:
        mine = load(text)
    except InputError as error:
        assert str(error)
    else:
        assert isinstance(mine, box.Components)
