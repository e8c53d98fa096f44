"""A user's file replaces what no source proves, and nothing else; every value has its source."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice.own_values import load, write
from pencilwright.games.troyes_dice.scoring import band


def test_only_plazas_bands_and_challenges_are_unverified_and_they_can_be_replaced() -> None:
    assert box.STANDARD.unverified == box.BOX.open == ("plazas", "score_bands", "challenges")


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (-1, "Visitor"),
        (29, "Visitor"),
        (30, "Apprentice"),
        (52, "Master"),
        (69, "Alderman"),
        (159, "Legend of Troyes"),
    ],
)
def test_a_score_has_the_title_of_its_band(points: int, name: str) -> None:
    assert str(band(points, box.STANDARD)) == name


def test_the_written_file_changes_nothing() -> None:
    assert load(write()) == box.STANDARD


def test_the_written_file_uncommented_is_our_box_with_nothing_unverified() -> None:
    taken_away = re.sub(r"^#(?![ #])", "", write(), flags=re.MULTILINE)
    assert taken_away.count("\n[[challenges]]") == len(box.STANDARD.challenges)
    assert load(taken_away) == replace(box.STANDARD, changed=frozenset(box.BOX.open))


PLAZA_LINE = 'plazas = ["R/R", "Y/Y", "R/R", "R/W", "W/R", "Y/W", "W/Y", "Y/R", "R/Y"]'


def test_an_empty_file_changes_nothing() -> None:
    assert load("") == box.STANDARD


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


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("plazas = [", "components", "is not TOML"),
        ("plazza = []", "plazza", "did you mean 'plazas'"),
        ("zzz = 1", "zzz", "may hold plazas, score_bands, challenges"),
        ("days = 9", "days", "is proven and cannot be changed"),
        ("plazas = 3", "plazas", "a list"),
        ('plazas = ["R/R"]', "plazas", "a list with at least 9 entries"),
        (PLAZA_LINE.replace("R/W", "R/B"), "plazas[3]", "two of R, Y, W"),
        (PLAZA_LINE.replace('"R/W"', "7"), "plazas[3]", "a text, not a whole number"),
        (PLAZA_LINE.replace("R/W", "W/W"), "plazas", "4 plazas have the same colour"),
        ("score_bands = 3", "score_bands", "a list"),
        ("challenges = []", "challenges", "at least 1 entry"),
        ('challenges = ["x"]', "challenges[0]", "an object, not a text"),
        (BAND + 'name = "x"', "score_bands[0].name", "unknown field 'name'"),
        (BAND.replace("0", '"0"'), "score_bands[0].at_least", "a whole number"),
        (BAND.replace("0", "true"), "score_bands[0].at_least", "a whole number"),
        (BAND.replace('"A"', '""'), "score_bands[0].title", "a text"),
        ("[[challenges]]\nid = 'C1'", "challenges[0].text", "lacks the field"),
        (BAND.replace("0", "5"), "score_bands[0].at_least", "must be 0"),
        (BAND + BAND, "score_bands[1].at_least", "at least 1"),
        ("[[challenges]]\nid='C'\ntext='a'\n" * 2, "challenges[1].id", "has C twice"),
    ],
)
def test_a_wrong_components_file_is_refused_by_name(text: str, field: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        load(text)
    assert caught.value.field == field


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
