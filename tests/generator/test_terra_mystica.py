"""The paper of Terra Mystica: room for five, the pad's marks and back."""

import pytest
from msgspec.structs import replace

from pencilwright.games.terra_mystica import marks, own_values, paper, reading
from pencilwright.games.terra_mystica.components import SCORING, STANDARD
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.scoring import score
from pencilwright.games.terra_mystica.setup import draw
from pencilwright.generator.documents import PrintOptions, Rendered, render_copy
from pencilwright.templates.phrases import word
from tests.generator import geometry
from tests.refusals import refused

ID = "terra-mystica"
SETUPS = {players: draw("paper", players=players, expansion=players == 5) for players in (2, 5)}


def rendered(document: str, language: str, theme: str, players: int, blank: bool = False) -> Rendered:
    options = PrintOptions(language, "a4", theme, blank_numbers=blank)
    return render_copy(ID, document, setup=SETUPS[players], options=options, copy=1)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("document", paper.WITH_SETUP)
def test_five_who_play_have_room_on_every_document_that_shows_them(document: str, language: str) -> None:
    page = rendered(document, language, "colour", 5).page
    assert geometry.outside_the_safe_area(page, card=paper.DOCUMENTS[document].size != "page") == []
    assert geometry.overlapping_words(page) == []
    assert geometry.words_outside_panels(page) == []
    assert geometry.words_across_marks(page) == []
    assert geometry.crowded_areas(page) == []


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("blank", [True, False])
def test_the_pad_has_the_marks_of_those_who_play_with_their_labels(
    language: str, players: int, blank: bool
) -> None:
    page = rendered("score-sheet", language, "colour", players, blank=blank).page
    drawn = {mark.id: (mark.kind, mark.label) for mark in page.marks}
    wanted = {}
    for mark in marks.MARKS:
        parameters = {
            name: word(language, value) if isinstance(value, str) else value
            for name, value in mark.parameters
        }
        left_out = ".round." if blank else ".faction."
        if left_out not in mark.id and not mark.id.startswith(tuple(f"p{n}." for n in range(players + 1, 6))):
            wanted[mark.id] = (mark.kind, word(language, mark.label, **parameters))
    assert drawn == wanted


def test_the_map_says_that_its_bridges_are_unverified_unless_they_are_the_users_own() -> None:
    assert paper.data("map", None)["bridges_unverified"]
    own = own_values.load('bridge_places = ["F3-G1"]')
    assert not paper.data("map", None, components=own)["bridges_unverified"]
    assert len(paper.data("map", None, components=STANDARD)["hexes"]) == 113
    page = rendered("map", "en", "colour", 2).page
    assert any("unverified" in words.text for words in geometry.words(page))


def test_documents_that_need_a_setup_say_so() -> None:
    with refused("print.setup", document="setup-card"):
        paper.data("setup-card", None)
    with refused("print.document", document="poster"):
        paper.data("poster", None)
    assert paper.data("score-sheet", None, blank_numbers=True)["seats"] == [None] * 5
    assert paper.data("setup-page", replace(SETUPS[2], revised_start=True))["start_points"] != [20, 20]


def test_a_final_position_goes_to_marks_and_back_with_the_same_score() -> None:
    reached = example("pad", 0, players=2)
    read, gaps = marks.read(marks.to_marks(reached), reached.setup)
    assert gaps == () and score(read).totals == score(reached).totals
    assert marks.to_marks(read) == marks.to_marks(reached)
    named = reading.parse("TM1 r6 | witches name:Ann vp:123 cult:1/0/0/10 net:17 c:45")
    result = marks.to_marks(named)
    assert result == {
        "p1.name": "Ann",
        "p1.faction.witches": "circled",
        "p1.vp": "123",
        "p1.fire": "1",
        "p1.air": "10",
        "p1.net": "17",
        "p1.coins": "45",
    }


@pytest.mark.parametrize(
    ("values", "key"),
    [({"p1.moon.1": "circled"}, "marks.unknown"), ({"p1.faction.auren": "struck"}, "marks.value")],
)
def test_unknown_marks_and_values_are_refused(values: dict[str, str], key: str) -> None:
    with refused(key):
        marks.read(values, SETUPS[2])


def test_a_number_that_the_pad_has_no_place_for_is_refused() -> None:
    with refused("marks.no_room", most=99):
        marks.to_marks(reading.parse("TM1 | witches c:100"))


@pytest.mark.parametrize("language", ("en", "ja"))
@pytest.mark.parametrize("document", ("setup-page", "setup-card"))
def test_every_scoring_tile_and_the_order_of_passing_have_their_place(document: str, language: str) -> None:
    for first in ("SCORE9", "SCORE1"):
        rest = [tile for tile in SCORING if tile not in ("SCORE9", "SCORE1")]
        setup = draw("tiles", players=4, expansion=True, revised_start=True, pass_order=True)
        setup = replace(setup, scoring=(first, *rest[:5]))
        made = render_copy(ID, document, setup=setup, options=PrintOptions(language), copy=1)
        assert made.page.items
