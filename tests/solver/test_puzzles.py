"""Puzzles of every game: one best answer, proved again; codes that hold the whole position; levels."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.components import SPACE_IDS
from pencilwright.solver import puzzles
from pencilwright.solver.puzzles import Reply, Why, WorthPart, against, make, module_of, objection
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import Phrase

CHEAP = {"troyes-dice": ("line-2", "one-roll"), "terra-mystica": ("last-action", "liquidation")}
"""Kinds that the quick tests try; all kinds of the other games are quick."""
WITH_PUZZLES = [game for game in GAMES.values() if "puzzle" in game.rooms]
TRIES = 40


DEAR = (("terracotta-army", "place"), ("terra-mystica", "liquidation"))


def kinds() -> list[tuple[str, str]]:
    return [
        (game.id, kind) for game in WITH_PUZZLES for kind in CHEAP.get(game.id, game.puzzles.KINDS_OF_PUZZLE)
    ]


@cache
def first(game_id: str, kind: str) -> puzzles.Puzzle:
    """The first puzzle among some seeds."""
    for number in range(TRIES):
        result = make(game_id, kind, f"test {number}").puzzle
        if result is not None:
            return result
    raise AssertionError(f"no puzzle of {game_id} {kind} among {TRIES}")


def test_every_game_has_puzzles() -> None:
    assert [game.id for game in WITH_PUZZLES] == list(GAMES)


@pytest.mark.parametrize(
    ("game_id", "kind"),
    [pytest.param(*each, marks=pytest.mark.slow if each in DEAR else ()) for each in kinds()],
)
def test_a_puzzle_has_one_best_answer_and_its_code_alone_proves_it_again(game_id: str, kind: str) -> None:
    puzzle = first_proved(game_id, kind, 0)
    own, room = module_of(game_id), GAMES[game_id].puzzles
    question = room.from_code(puzzle.code)
    assert (
        question.kind == kind and room.to_code(question) == puzzle.code and room.key(question) == puzzle.key
    )
    weighed = own.weigh(question)
    assert [(option.name, option.value) for option in weighed.options] == [
        (a.name, a.value) for a in puzzle.answers
    ]
    assert puzzle.margin >= own.MARGIN[kind] and len(puzzle.answers) >= own.FEWEST[kind]
    own.confirm(question, weighed, "again")
    assert own.index_of(question, weighed, puzzle.answers[0].name) == 0
    assert own.index_of(question, weighed, puzzle.answers[-1].name) == len(puzzle.answers) - 1
    with pytest.raises(InputError):
        own.index_of(question, weighed, "no such answer")
    assert set(puzzle.measures) == set(puzzles.LADDER)
    assert puzzle.hints and 0 <= puzzle.level <= 3


@pytest.mark.parametrize(("game_id", "kind"), kinds()[:1] + kinds()[-1:])
def test_the_same_seed_makes_the_same_puzzle(game_id: str, kind: str) -> None:
    assert make(game_id, kind, "same") == make(game_id, kind, "same")


@pytest.mark.slow
def test_a_false_value_is_a_defect_that_stops_the_making(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = first("terracotta-army", "place")
    best = puzzle.answers[0]
    assert puzzles.prove(puzzle.game, puzzle.code, best.name, best.value) == ""
    with pytest.raises(Disagreement):
        puzzles.prove(puzzle.game, puzzle.code, best.name, str(best.value + 1))
    own = module_of("terracotta-army")
    honest = own.weigh

    def wrong(question: object) -> puzzles.Weighed:
        weighed = honest(question)
        item = weighed.options[0]
        return weighed._replace(options=(item._replace(value=item.value + 5), *weighed.options[1:]))

    monkeypatch.setattr(own, "weigh", wrong)
    with pytest.raises(Disagreement):
        puzzles.prove(puzzle.game, puzzle.code, best.name, str(best.value + 5))


WITH_FIXED_PROOFS = [
    pytest.param("terra-mystica", "liquidation", marks=pytest.mark.slow),
    pytest.param("terra-mystica", "town", marks=pytest.mark.slow),
    ("tianxia", "wall"),
    ("tianxia", "deliveries"),
]


@pytest.mark.parametrize(("game_id", "kind"), WITH_FIXED_PROOFS)
def test_a_false_value_of_another_answer_is_a_defect_too(game_id: str, kind: str) -> None:
    puzzle = first_proved(game_id, kind, 0)
    own = module_of(game_id)
    question = GAMES[game_id].puzzles.from_code(puzzle.code)
    weighed = own.weigh(question)
    place = min(4, len(weighed.options) - 1)
    item = weighed.options[place]
    false = item._replace(value=item.value + Fraction(1, 10))
    options = (*weighed.options[:place], false, *weighed.options[place + 1 :])
    with pytest.raises(Disagreement, match="defect"):
        own.confirm(question, weighed._replace(options=options), "")


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ((5, 4, 1), ""),
        ((5, 5, 1), puzzles.TIED),
        ((5, Fraction(9, 2), 1), puzzles.SMALL),
        ((5, 1), puzzles.FEW),
    ],
)
def test_ties_narrow_leads_and_few_answers_make_no_puzzle(values: tuple[Fraction, ...], reason: str) -> None:
    options = [Reply(str(n), Fraction(value)) for n, value in enumerate(values)]
    assert objection(options, Fraction(1), 3) == reason


def test_doing_nothing_is_no_answer_worth_a_puzzle() -> None:
    assert objection([Reply("nothing", Fraction(3)), Reply("a", Fraction(1))], Fraction(1), 2) == puzzles.IDLE


@pytest.mark.parametrize(
    ("found", "level"),
    [
        ({"greedy": 1, "eye": 0, "short": 0, "long": 0}, 0),
        ({"greedy": 0, "eye": 1, "short": 0, "long": 0}, 1),
        ({"greedy": 0, "eye": 0, "short": 0.5, "long": 1}, 1),
        ({"greedy": 0.4, "eye": 0, "short": 0.4, "long": 0.6}, 2),
        ({"greedy": 0, "eye": 0, "short": 0, "long": 0.4}, 3),
    ],
)
def test_the_level_is_the_first_rung_that_finds_the_answer(found: dict[str, float], level: int) -> None:
    assert puzzles.level_of(found) == level


@pytest.mark.parametrize(
    ("loss", "credit"), [(0, 10), ("1/100", 9), ("1/4", 9), ("26/100", 8), (1, 6), (9, 0)]
)
def test_credit_falls_by_one_for_each_step_begun(loss: str, credit: int) -> None:
    assert puzzles.credit(Fraction(loss), Fraction(1, 4)) == credit


def first_proved(game_id: str, kind: str, start: int) -> puzzles.Puzzle:
    """The first puzzle among some seeds whose second proof ends: the others are thrown away."""
    for number in range(start, start + TRIES):
        result = make(game_id, kind, f"test {number}").puzzle
        if result is None:
            continue
        best = result.answers[0]
        if puzzles.prove(game_id, result.code, best.name, best.value) == "":
            return result
    raise AssertionError(f"no proved puzzle of {game_id} {kind} among {TRIES}")


@pytest.mark.long
@pytest.mark.parametrize("game_id", [game.id for game in WITH_PUZZLES])
def test_many_puzzles_of_every_kind_are_proved_again_and_have_one_best_answer(game_id: str) -> None:
    own, room = module_of(game_id), GAMES[game_id].puzzles
    for kind in room.KINDS_OF_PUZZLE:
        for start in range(1000, 7000, 1000):
            puzzle = first_proved(game_id, kind, start)
            best, second, *_ = own.weigh(room.from_code(puzzle.code)).options
            assert best.value - second.value >= own.MARGIN[kind], puzzle.code


@pytest.mark.parametrize(("game_id", "kind"), kinds())
def test_hints_are_several_and_none_is_the_answer(game_id: str, kind: str) -> None:
    puzzle = first(game_id, kind)
    assert len(puzzle.hints) >= 2 and len(set(puzzle.hints)) == len(puzzle.hints)
    assert not set(puzzle.hints) & set(puzzle.answers[0].text)


def test_the_page_of_a_wall_shows_every_building_that_changes_an_answer() -> None:
    room, own = GAMES["tianxia"].puzzles, module_of("tianxia")
    view = changed = 0
    for number in range(40):
        question = own.candidate("wall", f"buildings {number}")
        page = room.page(question)
        view += bool(page["buildings"])
        named = {phrases.space(space): space for space in SPACE_IDS}
        listed = {named[item["space"]]: item["tile"] for item in page["buildings"]}
        bare = question._replace(state=replace(question.state, setup=None, buildings=listed))
        before, after = own.weigh(question).options, own.weigh(bare).options
        assert [(item.name, item.value) for item in before] == [(item.name, item.value) for item in after]
        without = question._replace(state=replace(question.state, setup=None, buildings={}))
        changed += [option.value for option in own.weigh(without).options] != [item.value for item in before]
    assert view > 10 and changed > 5


@pytest.mark.parametrize(("game_id", "kind"), [*kinds(), ("terra-mystica", "town")])
def test_what_leads_the_next_answer_sums_to_the_lead(game_id: str, kind: str) -> None:
    puzzle = first(game_id, kind)
    leads = [Fraction(reason.lead) for reason in puzzle.reasons if reason.lead]
    assert puzzle.reasons
    if leads:
        assert sum(leads) == puzzle.margin and 0 not in leads
        assert [abs(lead) for lead in leads] == sorted(map(abs, leads), reverse=True)
    else:
        assert kind in ("chancellor", "town")


def test_reasons_that_are_not_the_whole_worth_are_a_defect_and_bounds_have_none() -> None:
    options = [Reply("a", Fraction(3)), Reply("b", Fraction(1))]

    def parts(index: int) -> list[WorthPart]:
        return [WorthPart("x", "x", Fraction(2 - index)), WorthPart("y", "y", Fraction(1 - index))]

    assert against(options, parts) == (Why("x", "1", "x"), Why("y", "1", "y"))
    with pytest.raises(Disagreement, match="the parts of b are not its worth"):
        against([options[0], Reply("b", Fraction(2))], parts)
    assert against([options[0], options[1]._replace(is_bound=True)], parts) == ()


@pytest.mark.parametrize(
    ("game_id", "kind"),
    [*((game, kind) for game, kind in kinds() if game in {"tianxia", "terra-mystica"})],
)
def test_hints_of_tianxia_and_terra_mystica_name_no_place_of_the_best_answer(game_id: str, kind: str) -> None:
    looked_for: set[str] = set()
    for puzzle in (first(game_id, kind), *(make(game_id, kind, f"hint {n}").puzzle for n in (1, 3))):
        if puzzle is None:
            continue
        values = {value for hint in puzzle.hints for _, value in hint.words}
        assert not {value for value in values if isinstance(value, Phrase)}
        places = set(re.findall(r"[A-I]\d+|\b[A-D](?=\d)", puzzle.answers[0].name))
        assert not {str(value) for value in values} & places
        looked_for |= places
        assert puzzle.hints[0].key not in {hint.key for hint in puzzle.hints[1:]}
    assert looked_for or kind == "wall", "a wall has sections, which are numbers"
