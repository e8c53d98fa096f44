"""What the marks of a pad show: the reading of contradictions, pads whose factions are not known."""

import pytest

from pencilwright.games import game, sheets
from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import commands, marks, notation, puzzle, reading, scoring
from pencilwright.games.terra_mystica.setup import draw
from pencilwright.solver.terra_mystica.advice import answer_for
from pencilwright.templates.phrases import say

TWO = draw("paper", players=2)


@pytest.mark.parametrize(
    ("values", "named", "words"),
    [
        (("p1.fire.2", "p1.fire.1"), ("p1.fire.1", "p1.fire.2"), "Fire of player 1: 1 and 2 are circled"),
        (("p3.fire.1", "p3.vp1.2"), ("p3.fire.1", "p3.vp1.2"), "block of player 3 has circles, but 2 play"),
        (("p2.net10.1", "p2.net1.9"), ("p2.net10.1", "p2.net1.9"), "network of player 2 is 19"),
        (("p1.air.10", "p2.air.10"), ("p1.air.10", "p2.air.10"), "only one can be on step 10 of Air"),
    ],
)
def test_marks_that_contradict_are_problems_that_name_them(
    values: tuple[str, ...], named: tuple[str, ...], words: str
) -> None:
    circled = dict.fromkeys(values, "circled")
    circled |= {"p1.water.3": "circled"}
    state, problems = sheets.read(game("terra-mystica"), circled, TWO)
    assert len(state.players) == 2
    (problem,) = problems
    assert set(problem.marks) == set(named) and words in str(problem.rule)


def test_a_pad_without_a_setup_is_scored_by_players() -> None:
    circled = dict.fromkeys(("p2.vp100.1", "p2.fire.4", "p1.fire.2", "p1.coin10.1"), "circled")
    state, problems = marks.read({**circled, "p2.name": "Ann"})
    assert problems == () and reading.parse(reading.to_json(state)) == state
    assert notation.parse_text(notation.to_text(state)) == state
    told = {str(name): score for name, score in scoring.scores(state)}
    assert {name: score.total for name, score in told.items()} == {"player 1": 4 + 3, "player 2 (Ann)": 108}
    assert "the faction is not known" in str(told["player 1"].lines[-1].reason)


@pytest.mark.parametrize("ask", ["area", "liquidate", "cults"])
def test_what_needs_the_factions_says_that_they_are_not_known(ask: str) -> None:
    state, _ = marks.read({"p2.fire.4": "circled"})
    with pytest.raises(InputError, match="factions of this position are not known") as refused:
        answer_for(state, ask=ask)
    assert "勢力がわかりません" in say(refused.value.sentence, "ja")
    with pytest.raises(InputError, match="factions of this position are not known"):
        puzzle.of_state(state)
    with pytest.raises(InputError, match="are not in this position"):
        commands.execute(state, "witches", ["pass"])


@pytest.mark.parametrize(
    "text", ["TM1 | ? net:3 | witches net:2", "TM1 | ? D:E4", "TM1 | ? net:2 bon:BON1", "TM1 | ?"]
)
def test_players_without_a_faction_hold_what_a_pad_tells(text: str) -> None:
    with pytest.raises(InputError, match="players without a faction"):
        reading.parse(text)
