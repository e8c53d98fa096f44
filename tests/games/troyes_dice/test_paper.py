"""The data that the templates are given says what the box and the setup say."""

from pencilwright.games.troyes_dice import components, own_values, paper, setup
from tests.refusals import refused

TABLE = setup.draw(7, expansion=True)

PRESTIGE = {"fortress", "great_market", "cathedral"}


def test_a_sheet_shows_the_numbers_and_code_of_its_setup() -> None:
    data = paper.data("score-sheet", TABLE)
    assert [tuple(data["numbers"][colour]) for colour in components.COLOURS] == [
        tuple(row) for row in TABLE.numbers
    ]
    assert data["setup_code"] == setup.to_code(TABLE)


def test_a_blank_sheet_needs_no_setup_and_shows_no_numbers() -> None:
    assert paper.data("score-sheet", None, blank_numbers=True)["numbers"] is None
    assert paper.data("score-sheet", TABLE, blank_numbers=True)["numbers"] is None
    with refused("print.setup"):
        paper.data("score-sheet", None)


def test_nine_links_sit_between_odd_and_even_columns() -> None:
    links = paper.data("score-sheet", TABLE)["links"]
    assert [link["id"] for link in links] == [str(n) for n in range(1, 10)]
    assert all(link["column"] in (1, 3, 5) for link in links)


def test_the_slot_table_follows_the_wheel() -> None:
    days = paper.data("setup-page", TABLE)["days"]
    assert days[0] == {"day": 1, "attack": False, "window": 0, "slots": [1, 2, 3, 4, 5, 6, 7, 8]}
    assert days[4]["slots"] == [5, 6, 7, 8, 0, 1, 2, 3]
    assert [day["attack"] for day in days] == [False] * 2 + [True] * 6


def test_every_expansion_tile_lies_on_an_equal_faced_plaza() -> None:
    data = paper.data("setup-card", TABLE)
    assert len(data["expansion"]) == 3
    for tile in data["expansion"]:
        plaza = data["plazas"][tile["notch"]]
        assert plaza["up"] == plaza["hidden"] == tile["colour"]


def test_house_defaults_are_flagged_until_the_user_overrides_them() -> None:
    own = own_values.load('plazas = ["R/R","Y/Y","W/W","R/Y","R/Y","Y/W","Y/W","R/W","R/W"]')
    assert paper.data("setup-page", TABLE)["plazas_unverified"] is True
    assert paper.data("setup-page", TABLE, components=own)["plazas_unverified"] is False
    assert paper.data("reference", None)["solo_unverified"] is True


def test_the_references_half_day_lies_as_the_rules_say() -> None:
    data = paper.data("reference", None)
    pairs = [sorted((plaza["up"][0], plaza["hidden"][0])) for plaza in data["plazas"]]
    assert sorted(pairs) == sorted(sorted(pair.lower().split("/")) for pair in components.STANDARD.plazas)
    assert [die["notch"] for die in data["dice"]] == [(data["day"] + slot) % 9 for slot in range(4)]
    assert [(die["value"], die["up"]) for die in data["dice"]][2] == (4, "white"), (
        "as the example's words say"
    )
    now = [(plaza["up"], plaza["hidden"]) for plaza in data["plazas"]]
    wheel = list(setup.from_code(paper.TABLE).plazas)
    for half, notch in enumerate((1, 8, 2, 0, 3, 8)):  # a raid in each half-day of days 1 to 3
        assert notch in [(1 + half // 2 + slot) % 9 for slot in range(4 * (half % 2), 4 * (half % 2) + 4)]
        wheel[notch] = wheel[notch][::-1]
    assert wheel == now, "the wheel of the booklet's setup can lie so on day 4"


def test_own_score_bands_and_challenges_are_printed_as_written() -> None:
    own = own_values.load(
        '[[score_bands]]\nat_least = 0\ntitle = "Low"\n[[score_bands]]\nat_least = 45\ntitle = "High"\n'
        '[[challenges]]\nid = "C1"\ntext = "Win."\n'
    )
    data = paper.data("reference", None, components=own)
    assert data["bands"] == [
        {"low": None, "high": 44, "key": None, "title": "Low"},
        {"low": 45, "high": None, "key": None, "title": "High"},
    ]
    assert data["challenges"] == [{"key": None, "text": "Win."}]
    assert data["solo_unverified"] is False


def test_what_is_replaced_in_part_is_still_flagged() -> None:
    own = own_values.load('[[challenges]]\nid = "C1"\ntext = "Win."\n')
    assert paper.data("reference", None, components=own)["solo_unverified"] is True


def test_links_of_prestige_buildings_are_told_from_those_of_public_ones() -> None:
    links = paper.data("reference", None)["links"]
    fields = {link["id"]: link["prestige"] for link in links}
    assert fields == {link.id[1:]: components.KINDS[link.kind] in PRESTIGE for link in components.LINKS}


def test_more_challenges_than_the_page_holds_are_refused() -> None:
    many = "".join(f'[[challenges]]\nid = "C{n}"\ntext = "Win."\n' for n in range(11))
    with refused("troyes.paper.room", bands=6, challenges=10, given_bands=6):
        paper.data("reference", None, components=own_values.load(many))
