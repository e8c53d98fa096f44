"""A second program looks for any other answer as good as the best, for every kind of puzzle."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pencilwright.app.answers.puzzle import OpenPuzzle, grade_of
from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.terra_mystica.rules.networks import reaches
from pencilwright.solver.puzzles import Cooked, Unproved, Weighed, make, module_of
from pencilwright.solver.terra_mystica import action_sets, land, town
from pencilwright.solver.terra_mystica.whole_round import best_action
from pencilwright.solver.terra_mystica.whole_round.bound import Round
from pencilwright.solver.tianxia import cross_check, wall
from pencilwright.solver.tianxia.last_turns import answer
from pencilwright.solver.tianxia.last_turns.model import Rest
from pencilwright.solver.verify import Disagreement

TRIES = 60
DEAR = (
    ("terracotta-army", "place"),
    ("terra-mystica", "liquidation"),
    ("terra-mystica", "town"),
    ("tianxia", "wall"),
    ("troyes-dice", "line-4"),
)
KINDS = [
    pytest.param(game.id, kind, marks=pytest.mark.slow if (game.id, kind) in DEAR else ())
    for game in GAMES.values()
    for kind in game.puzzles.KINDS_OF_PUZZLE
    if kind not in ("two-rolls", "three-rolls", "chancellor")
]
"""The chancellor's warrior has a test of its own; the two with more rolls share the check of the moves."""


@cache
def puzzle(game_id: str, kind: str) -> tuple[Question, Weighed]:
    """The first puzzle of a kind among some seeds that is proved to have no other answer as good."""
    own = module_of(game_id)
    for number in range(TRIES):
        made = make(game_id, kind, f"other {number}").puzzle
        if made is None:
            continue
        question = GAMES[game_id].puzzles.from_code(made.code)
        weighed = own.weigh(question)
        try:
            own.confirm(question, weighed, "")
        except Cooked:
            continue
        return question, weighed
    raise AssertionError(f"no puzzle of {game_id} {kind}")


def without_seconds(weighed: Weighed) -> Weighed:
    """The list as a program would make it that does not see the second best answers."""
    second = weighed.options[1].value
    remaining = [at for at, option in enumerate(weighed.options) if option.value != second]

    def chosen(some: Any) -> Any:
        is_list = isinstance(some, tuple) and len(some) == len(weighed.options)
        return tuple(some[at] for at in remaining) if is_list else some

    own = type(weighed.workings)(*map(chosen, weighed.workings))
    return weighed._replace(options=chosen(weighed.options), workings=own)


@pytest.mark.parametrize(("game_id", "kind"), KINDS)
def test_an_answer_that_the_list_lacks_is_found_by_the_second_program(game_id: str, kind: str) -> None:
    question, weighed = puzzle(game_id, kind)
    with pytest.raises((Cooked, Disagreement)):
        module_of(game_id).confirm(question, without_seconds(weighed), "")


class NothingBuilt(Round):
    """A whole round that allows less than the rules do."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for count in self.end.grows.values():
            self.model.add(count == 0)


class NothingPlaced(Rest):
    """Whole turns that allow less than the rules do: nothing is delivered and nobody trained."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name, decision in self.chosen.items():
            if name[0] in ("ship", "marker"):
                self.model.add(decision == 0)


class NoTown(town._Model):
    """A town that allows less than the rules do: nothing is built or grows."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name, kinds in self.kind.items():
            for kind, literal in kinds.items():
                self.model.add(literal == (self.seat.structures.get(name) == kind))


@pytest.mark.parametrize(
    ("game_id", "kind", "tight"),
    [
        ("terra-mystica", "last-action", NothingBuilt),
        pytest.param("terra-mystica", "liquidation", NothingBuilt, marks=pytest.mark.slow),
        pytest.param("terra-mystica", "town", NoTown, marks=pytest.mark.slow),
        ("tianxia", "deliveries", NothingPlaced),
        pytest.param("tianxia", "wall", NothingPlaced, marks=pytest.mark.slow),
    ],
)
def test_a_model_that_does_not_allow_an_answer_proves_nothing(
    game_id: str, kind: str, tight: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, weighed = puzzle(game_id, kind)
    for where in (best_action, town, cross_check, answer):
        for name in ("Round", "_Model", "Rest"):
            if getattr(where, name, None) is tight.__bases__[0]:
                monkeypatch.setattr(where, name, tight)
    with pytest.raises((Disagreement, Unproved)):
        module_of(game_id).confirm(question, weighed, "")


GIANTS = (
    "TMP1-90FG-7PK7-9G24-1VN4-MWE8-G62N TMP2-5QSQ-0REW-GC14-K91R-5VP8-PW5X "
    "TMP3-8TZT-529Y-S4KJ-ZHFD-32BS-5NGJ TMP4-Y2E8-YE5F-5M5X-KHD1-5D52-V6G0 "
    "TMP5-PP6W-7T5S-1T1J-FW60-FR5M-RA90 TMP6-BJSJ-XEPH-2H9G-VXE1-2Q0V-88E8 "
    "TMP7-RFBZ-5NEX-QGHN-B0TW-EKM7-FX0Q TMP8-N8TX-7YHA-PPVE-VA6K-SHPM-XBP2 "
    "TMP9-3D6M-9"
)
"""A printed puzzle with two towns for 12 goods: A11 is in reach now, A12 only from A11."""


def giants() -> tuple[Question, Weighed]:
    question = GAMES["terra-mystica"].puzzles.from_code(GIANTS)
    return question, module_of("terra-mystica").weigh(question)


def without_first(weighed: Weighed) -> Weighed:
    own = weighed.workings
    return weighed._replace(
        options=weighed.options[1:], workings=own._replace(done=own.done[1:], views=own.views[1:])
    )


def test_a_town_whose_second_hex_is_reached_through_the_first_is_an_answer() -> None:
    _, weighed = giants()
    assert [(option.name, option.value) for option in weighed.options[:3]] == [
        ("A11>D A12>D", -12),
        ("C4>D D6>D", -12),
        ("C4>TH", -14),
    ]


@cache
def town_of(seed: str) -> tuple[Question, Weighed]:
    """A question about a town and its answers."""
    own = module_of("terra-mystica")
    question: Question = own.candidate("town", seed)
    return question, own.weigh(question)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "refused_once"), [("x0", "A10>D A11>SH B5>TH"), ("b", "D4>TH E5>TH E6>D")])
def test_every_town_that_is_listed_can_be_built_with_the_pieces_that_are_left(
    seed: str, refused_once: str
) -> None:
    own = module_of("terra-mystica")
    question, weighed = town_of(seed)
    assert refused_once not in [option.name for option in weighed.options]
    for index in range(len(weighed.options)):
        own.plan_of(question, weighed, index)


def test_a_town_is_no_puzzle_when_the_other_one_as_cheap_is_not_in_the_list() -> None:
    question, weighed = giants()
    item = without_first(weighed)
    with pytest.raises(Cooked):
        module_of("terra-mystica").confirm(question, item, "")


def test_any_answer_of_equal_worth_has_full_credit() -> None:
    question, weighed = giants()
    request = OpenPuzzle(GAMES["terra-mystica"], question, without_first(weighed))
    grade = grade_of(request, "A12>D A11>D", reveal=False).grade
    assert (grade.credit, grade.loss, grade.value) == (10, 0, -12)
    dear = grade_of(request, "A11>D A12>D C4>D", reveal=False).grade
    assert dear.value < -12 and dear.credit == 0
    for nonsense in ("A11>D", "A11>D A11>D", "A11>XX", "A10>D", "A11>D A12>D C4>D D6>D", "Z9>D"):
        with pytest.raises(InputError):
            grade_of(request, nonsense, reveal=False)


@pytest.mark.slow
def test_a_last_round_that_wastes_an_action_has_the_credit_of_its_worth() -> None:
    question, weighed = puzzle("terra-mystica", "liquidation")
    request = OpenPuzzle(GAMES["terra-mystica"], question, weighed)
    offered = action_sets.offered(question.state, question.extra)
    listed = action_sets.parts(offered)
    results = action_sets.every_set(offered, listed)
    assert results is not None
    known = {tuple(sorted(option.name.split())) for option in weighed.options}
    wasteful = {}
    for done, item in results.items():
        names = [part.name for part, n in zip(listed, done, strict=True) for _ in range(n)]
        if names and tuple(sorted(names)) not in known:
            wasteful[" ".join(names)] = item.points
    best = weighed.options[0]
    assert max(wasteful.values()) <= best.value
    for text, points in sorted(wasteful.items(), key=lambda entry: (-entry[1], entry[0]))[:4]:
        assert grade_of(request, text, reveal=False).grade.value == points
    with pytest.raises(InputError):
        grade_of(request, f"{best.name} ACT9", reveal=False)


def test_a_needless_soldier_on_the_wall_costs_no_credit_but_must_be_paid_for() -> None:
    question, weighed = puzzle("tianxia", "wall")
    own, request = module_of("tianxia"), OpenPuzzle(GAMES["tianxia"], question, weighed)
    state, letter = question.state, question.extra[0]
    listed = {option.name for option in weighed.options}
    means = wall.means(state, letter)
    graded = 0
    for number, section in enumerate(state.wall, 1):
        for pieces in ("S", "SS", "W", "WS", "WW"):
            name = f"{number}:{pieces}"
            if not section.battle or name in listed:
                continue
            choice = list(wall.NOTHING)
            choice[number - 1] = wall.Pieces(pieces.count("W"), 0, pieces.count("S"))
            if wall.is_payable(means, tuple(choice)):
                grade = grade_of(request, name, reveal=False).grade
                assert grade.value == wall.value(state, letter, tuple(choice))
                graded += 1
    assert graded > 0
    for nonsense in ("1:SSSSSSSSSSSS", "5:S", "1:S 1:S", "1:X", ""):
        assert own.with_answer(question, weighed, nonsense) is None


@pytest.mark.slow
def test_a_favour_tile_that_makes_a_cheaper_town_is_found() -> None:
    """A temple brings FAV5, with which a town needs 6 power: no list of prices sees it."""
    question, weighed = town_of("x0")
    with pytest.raises(Cooked):
        module_of("terra-mystica").confirm(question, weighed, "")


SWARMLINGS = (
    "TMP1-E0QH-9JZV-JY68-MJ2B-MTS9-DNS5 TMP2-JYNB-FGWE-BHHF-C6AJ-G0V5-ZZE8 "
    "TMP3-GQE6-HJ3Y-TFS6-XN11-7R4V-98M5 TMP4-PBJ4-7CBB-R5Y8-MKVS-K9H0-AM2Q "
    "TMP5-F5FB-N6RH-MBFF-7BCA-Z5HC-CT0Q TMP6-VXC6-529B-FK5G-GK22-N98P-VK9H "
    "TMP7-1CY1-EG2M-7MVD-PNP4-34QZ-V9P6 TMP8-RMVQ-NGVM-5PY1-37DD-DJAC-2ZET "
    "TMP9-78EB-K59S-SVS5-EKDA-35M6-Q12R TMPA-20Y2-CQQG-VMDV-D3F8-9MC0-SACF "
    "TMPB-4JVT-MJKC-7ED6-C6CV-FHQM-376J TMPC-6WZW-W5CF-3AWC-GJ6D-JZ2A-C2DN "
    "TMPD-9E2F-HJXY-BDVQ-2XEG-GSKF-M27T TMPE-592B-TS1V-9KSR-8QV"
)


@pytest.mark.slow
def test_a_last_round_with_a_priest_sent_to_a_lower_place_for_room_is_no_puzzle() -> None:
    """45 points: the priest that comes back makes room for that of ACT2; the list sends all to the best."""
    question = GAMES["terra-mystica"].puzzles.from_code(SWARMLINGS)
    own = module_of("terra-mystica")
    weighed = own.weigh(question)
    assert weighed.options[0].value == 44
    with pytest.raises(Cooked):
        own.confirm(question, weighed, "")


def test_of_the_last_action_s_dwellings_the_dear_ones_are_answers_too() -> None:
    """Darklings score a spade with 2 points, so that the cheapest four hexes are not the best ones."""
    own = module_of("terra-mystica")
    question = own.candidate("last-action", "la 3")
    table = question.state
    in_reach = {
        f"build {name}" for name in land.free_hexes(table) if reaches(table, table.seats["darklings"], name)
    }
    request = action_sets.from_table(table, "darklings")
    assert in_reach and in_reach <= {action.name for action in request.actions}
