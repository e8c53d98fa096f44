"""What the marks of a pad show: the reading of contradictions, pads whose factions are not known."""

import pytest

from pencilwright.games import game, sheets
from pencilwright.games.terra_mystica import commands, marks, notation, puzzle, reading, scoring
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.setup import draw
from pencilwright.solver.terra_mystica.advice import answer_for
from pencilwright.templates.phrases import say
from tests.refusals import has, refused

TWO = draw("paper", players=2)
TRACKS = {"p1.vp": "20", "p2.vp": "20"}


def circled(*names: str) -> dict[str, str]:
    """Circles about factions: "1.witches" for player 1."""
    return {f"p{name.replace('.', '.faction.')}": "circled" for name in names}


@pytest.mark.parametrize(
    ("values", "named", "words"),
    [
        ({"p1.fire": "1l"}, {"p1.fire"}, "pad.no_number text=1l"),
        ({"p1.fire": "11"}, {"p1.fire"}, "pad.too_much most=10 n=11"),
        ({"p2.net": "19"}, {"p2.net"}, "pad.too_much most=17 n=19"),
        ({"p3.fire": "1", "p3.vp": "20"}, {"p3.fire", "p3.vp"}, "marks.not_playing"),
        ({"p1.air": "10", "p2.air": "10"}, {"p1.air", "p2.air"}, "mystica.problem.tops"),
        (
            {f"p1.faction.{'auren' if 'auren' not in TWO.factions else 'giants'}": "circled"},
            {f"p1.faction.{'auren' if 'auren' not in TWO.factions else 'giants'}"},
            "mystica.problem.other_faction seat=1 who=(mystica.faction.chaosmagicians)",
        ),
    ],
)
def test_marks_that_contradict_are_problems_that_name_them(
    values: dict[str, str], named: set[str], words: str
) -> None:
    state, problems = sheets.read(game("terra-mystica"), {**TRACKS, "p1.water": "3", **values}, TWO)
    assert [player.faction for player in state.players] == list(TWO.factions)
    (problem,) = problems
    assert set(problem.marks) == named and has(problem.rule, words)


@pytest.mark.parametrize(
    ("names", "factions", "named", "words"),
    [
        (
            ("1.witches", "1.auren"),
            ["witches"],
            ("1.witches", "1.auren"),
            "mystica.markrule.faction seat=1",
        ),
        (
            ("1.witches", "2.witches"),
            ["witches", ""],
            ("1.witches", "2.witches"),
            "mystica.problem.one_faction",
        ),
        (
            ("1.witches", "2.auren"),
            ["witches", "auren"],
            ("1.witches", "2.auren"),
            "mystica.problem.one_board",
        ),
    ],
)
def test_circles_that_cannot_be_are_problems_and_the_first_counts(
    names: tuple[str, ...], factions: list[str], named: tuple[str, ...], words: str
) -> None:
    state, (problem,) = sheets.read(game("terra-mystica"), circled(*names), None)
    assert [player.faction for player in state.players] == factions
    assert set(problem.marks) == circled(*named).keys() and has(problem.rule, words)


def test_a_pad_without_a_setup_is_scored_by_players() -> None:
    drawn = {
        "p1.vp": "20",
        "p2.vp": "100",
        "p2.fire": "4",
        "p1.fire": "2",
        "p1.coins": "１０",
        "p2.name": "Ann",
    }
    state, problems = marks.read(drawn)
    assert problems == () and reading.parse(reading.to_json(state)) == state
    assert notation.parse_text(notation.to_text(state)) == state
    fields = {str(name): score for name, score in scoring.scores(state)}
    assert {name: score.total for name, score in fields.items()} == {
        "player 1": 20 + 4 + 3,
        "player 2 (Ann)": 108,
    }
    assert has(fields["player 1"].lines[-1].reason, "mystica.score.resources.unknown n=10")


def test_circles_say_the_factions_of_a_pad_without_a_setup() -> None:
    left = {**TRACKS, "p1.coins": "9", "p2.coins": "9"}
    drawn = {**circled("1.alchemists", "2.witches"), **left, "p1.winner": "circled"}
    state, problems = marks.read(drawn)
    assert problems == () and [score.total for _, score in scoring.scores(state)] == [24, 23]
    assert marks.to_marks(state) == {name: value for name, value in drawn.items() if name != "p1.winner"}
    assert reading.parse(reading.to_json(state)) == state
    one_open, problems = marks.read({**circled("1.alchemists"), **left})
    assert problems == () and [score.total for _, score in scoring.scores(one_open)] == [24, 23]


@pytest.mark.parametrize("beside", ["p1.fire", "p1.net", "p1.points.fire", "p1.total"])
def test_a_blank_box_of_the_score_track_beside_a_number_is_named(beside: str) -> None:
    _, (problem,) = marks.read({"p2.vp": "20", beside: "3"}, TWO)
    assert problem.marks == ("p1.vp",)
    assert has(problem.rule, "mystica.problem.no_track n=6 seat=1")


def test_a_player_without_points_has_a_number_and_is_read_as_he_was() -> None:
    state, _ = marks.read({"p1.vp": "0", "p1.fire": "3", "p2.vp": "20"}, TWO)
    drawn = marks.to_marks(state)
    assert drawn["p1.vp"] == "0" and marks.read(drawn, TWO) == (state, ())


def test_a_column_with_a_name_or_notes_alone_lacks_no_points() -> None:
    assert marks.read({"p1.round.3": "31"}, TWO)[1] == ()
    assert marks.read({"p1.name": "Ann", "p1.winner": "circled"}, TWO)[1] == ()


def test_every_number_that_is_scored_and_every_sum_has_its_mark() -> None:
    state = example(3, players=4)
    drawn = marks.to_marks(state)
    known = {mark.id for mark in marks.MARKS}
    for _, score in scoring.scores(state):
        assert score.sums.keys() <= known
    read, problems = marks.read(drawn, state.setup)
    assert problems == () and [s.total for _, s in scoring.scores(read)] == [
        s.total for _, s in scoring.scores(state)
    ]


@pytest.mark.parametrize(
    ("field", "shown"),
    [
        ("players[1].cults[0]", ("p2.fire",)),
        ("players[0].points", ("p1.vp",)),
        ("players[0].keys", tuple(f"p1.{what}" for what in marks.COUNTED)),
        ("players[7].points", ()),
        ("cults.air", tuple(f"p{seat}.air" for seat in range(1, 6))),
        ("players[0]", tuple(f"p1.{what}" for what in marks.COUNTED)),
        ("players[2].faction", marks.factions_at(3)),
    ],
)
def test_fields_of_a_state_have_marks(field: str, shown: tuple[str, ...]) -> None:
    assert marks.marks_of_field(field) == shown


@pytest.mark.parametrize("ask", ["area", "liquidate", "cults"])
def test_what_needs_the_factions_says_that_they_are_not_known(ask: str) -> None:
    state, _ = marks.read({"p2.fire": "4"})
    with refused("mystica.refused.unknown_factions") as caught:
        answer_for(state, ask=ask)
    assert "勢力がわかりません" in say(caught.value.sentence, "ja")
    with refused("mystica.refused.unknown_factions"):
        puzzle.of_state(state)
    with refused("wrong.nobody"):
        commands.apply_actions(state, "witches", ["pass"])
