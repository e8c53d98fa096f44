"""How answers to puzzles are weighed, confirmed, guessed by players, and hinted at."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pencilwright.games.question import Question
from pencilwright.games.troyes_dice import puzzle
from pencilwright.games.troyes_dice.example import worth
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.vectors import further_rolls, half_index, position, with_vectors
from pencilwright.solver.compiled import can_compile
from pencilwright.solver.puzzles import Unproved, Weighed, best_of, make, prove
from pencilwright.solver.troyes_dice import puzzles
from pencilwright.solver.troyes_dice.exact import expectimax
from pencilwright.solver.troyes_dice.exact.engine import WorkLimit
from pencilwright.solver.troyes_dice.known import lines
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import phrase
from tests.refusals import refused

KNOWN = ("line-2", "line-3")


@pytest.fixture(scope="module")
def weighed() -> dict[str, tuple[Question, Weighed]]:
    """Return a candidate of each cheap kind with its answers."""
    questions = {kind: puzzles.candidate(kind, f"weighing {kind}") for kind in (*KNOWN, "one-roll")}
    return {kind: (question, puzzles.weigh(question)) for kind, question in questions.items()}


Cases = dict[str, tuple[Question, Weighed]]


def changed(given: Weighed, place: int, more: int = 1) -> Weighed:
    """Return the answers with another value of one of them."""
    options = list(given.options)
    options[place] = options[place]._replace(value=options[place].value + more)
    return given._replace(options=tuple(options))


def test_a_candidate_has_the_half_days_and_the_dice_of_its_kind(weighed: Cases) -> None:
    for kind, (question, _) in weighed.items():
        left = puzzle.HALF_DAYS_LEFT[kind]
        assert half_index(question.state.table) == 16 - left
        assert len(question.state.table.rolls) == (1 if kind == "one-roll" else left)
        assert question.state.table.attacked


def test_one_game_in_three_is_played_with_the_expansion() -> None:
    results = [bool(puzzles.candidate("line-2", f"third {n}").state.setup.expansion) for n in range(24)]
    assert sum(results) == 8


def test_every_sheet_that_a_move_leads_to_is_one_answer_with_all_its_spellings(weighed: Cases) -> None:
    for question, answers in weighed.values():
        sheet, table = position(question.state)
        names = [name for option in answers.options for name in (option.name, *option.same)]
        assert sorted(names) == sorted(
            move_text.notation(sheet, table, move) for move in rules.legal_actions(sheet, table)
        )
        assert len(answers.options) == len({after for _, after in rules.successors(sheet, table)})
        values = [option.value for option in answers.options]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("kind", ["line-2", "line-3"])
def test_known_dice_are_worth_what_the_enumeration_of_lines_finds(weighed: Cases, kind: str) -> None:
    question, answers = weighed[kind]
    sheet, table = position(question.state)
    result = lines.best_lines(sheet, table, further_rolls(question.state))
    assert {move.move: Fraction(move.value) for move in result.moves} == {
        move: option.value for move, option in zip(answers.workings.moves, answers.options, strict=True)
    }
    assert len(answers.line) == puzzle.HALF_DAYS_LEFT[kind]
    assert answers.line[0] == answers.options[0].text


def test_one_roll_to_come_is_worth_the_expectation(weighed: Cases) -> None:
    question, answers = weighed["one-roll"]
    exact = expectimax.best_moves(*position(question.state))
    assert [option.value for option in answers.options] == [move.exact for move in exact.moves]
    following = list(answers.workings.table)
    rules.end_half(following)
    again = puzzles.by_known_rolls(following, answers.workings.sheets[:3])
    assert again == [option.value for option in answers.options[:3]]


@pytest.mark.parametrize("kind", ["line-2", pytest.param("line-3", marks=pytest.mark.slow), "one-roll"])
def test_values_are_confirmed_by_their_proofs_and_one_that_is_a_point_off_is_a_disagreement(
    weighed: Cases, kind: str
) -> None:
    question, answers = weighed[kind]
    summary = puzzles.confirm(question, answers, "proofs")
    assert summary == (phrase("troyes.puzzle.proved") if kind in KNOWN else None)
    cases = [(0, 1), (len(answers.options) - 1, 1), *([(0, -1), (1, -1)] if kind in KNOWN else [])]
    for place, more in cases:
        with pytest.raises(Disagreement):
            puzzles.confirm(question, changed(answers, place, more), "confirm")


def test_a_best_line_that_the_rules_do_not_carry_out_is_a_disagreement(
    weighed: Cases, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, _ = weighed["line-2"]
    best = puzzles._best_scores
    monkeypatch.setattr(puzzles, "_best_scores", lambda *given: [score + 1 for score in best(*given)])
    with pytest.raises(Disagreement, match="the answer claims"):
        puzzles.plan_of(question, puzzles.weigh(question), 0)


def test_the_players_of_the_ladder_choose_what_they_see_as_best(weighed: Cases) -> None:
    for kind, (question, answers) in weighed.items():
        result = puzzles.ladder(question, answers, "ladder")
        assert set(result) == {"greedy", "eye", "short", "long"}
        for choice in result.values():
            assert sum(choice.shares.values()) == pytest.approx(1)
            assert all(0 <= index < len(answers.options) for index in choice.shares)
        (greedy,) = result["greedy"].shares
        assert worth(answers.workings.sheets[greedy]) == max(
            worth(sheet) for sheet in answers.workings.sheets
        )
        if kind == "line-2":
            (index,) = result["long"].shares
            assert answers.options[index].value == answers.options[0].value


def test_of_equal_values_a_player_takes_the_one_that_is_worth_least() -> None:
    assert best_of([3, 7, 7, 1]).shares == {2: 1.0}
    assert best_of([5]).shares == {0: 1.0}


def test_two_hints_say_what_the_best_move_does_and_with_which_die(weighed: Cases) -> None:
    for question, answers in weighed.values():
        hints = puzzles.hints(question, answers)
        move = answers.workings.moves[0]
        if move.code == rules.FALLBACK:
            assert [hint.key for hint in hints] == ["troyes.puzzle.hint.fallback"]
            continue
        parts = rules.decode(move.code)
        name = move_text.notation(answers.workings.sheet, answers.workings.table, move)
        action = ("gain", "prestige", "public")[parts.action]
        assert hints[0].key == f"troyes.puzzle.hint.{action}" and f" {action}" in name
        assert hints[1].key == f"troyes.puzzle.hint.{'changed' if '>' in name else 'unchanged'}"


def test_an_answer_in_words_or_notation_is_the_option_of_its_sheet(weighed: Cases) -> None:
    for question, answers in weighed.values():
        for index, option in list(enumerate(answers.options))[:5]:
            for name in (option.name, *option.same[:1]):
                assert puzzles.index_of(question, answers, name) == index
            summary = str(
                move_text.describe(
                    answers.workings.sheet, answers.workings.table, answers.workings.moves[index]
                )
            )
            result = puzzles.index_of(question, answers, summary)
            assert answers.workings.sheets[result] == answers.workings.sheets[index]
        with refused("troyes.refused.sentence", text="castle"):
            puzzles.index_of(question, answers, "castle")


# --- three rolls to come ----------------------------------------------------------------------------------


def scarce(seed: str, left: int) -> Question:
    """A candidate with next to nothing to spend: few moves, soon weighed."""
    question = puzzles.candidate("three-rolls", seed)
    sheet, table = position(question.state)
    for kind in range(3):
        sheet[rules.USED + kind] = max(0, sheet[rules.GOT + kind] - left)
    return question._replace(state=with_vectors(question.state, sheet, table))


@pytest.fixture(scope="module")
def three() -> tuple[Question, Weighed]:
    if not can_compile():
        pytest.skip("three rolls are for compiled kernels")
    question = scarce("three", 1)
    return question, puzzles.weigh(question)


@pytest.mark.long
def test_with_three_rolls_the_best_two_are_exact_and_the_others_bounded(
    three: tuple[Question, Weighed],
) -> None:
    question, answers = three
    assert not answers.options[0].is_bound and not answers.options[1].is_bound
    values = [item.value for item in answers.options]
    assert values == sorted(values, reverse=True)
    puzzles.confirm(question, answers, "confirm")
    following = list(answers.workings.table)
    rules.end_half(following)
    again = puzzles.by_recursion(following, answers.workings.sheets[:4])
    for option, value in zip(answers.options, again, strict=False):
        assert value <= option.value and (option.is_bound or value == option.value)


def test_the_second_way_confirms_exact_values_and_whether_a_bound_is_kept(
    weighed: Cases, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, answers = weighed["one-roll"]
    question = question._replace(kind="three-rolls")
    bounds = tuple(option._replace(is_bound=at > 1) for at, option in enumerate(answers.options))
    values = [bound.value for bound in bounds[:3]]
    monkeypatch.setattr(puzzles, "_check_rolls", lambda *_: None)
    for again, wrong in (
        (values, 0),
        ([values[0], values[1], values[2] - 3], 0),
        ([values[0] - 1, *values[1:]], 1),
        ([values[0], values[1] + 1, values[2]], 2),
        ([*values[:2], values[2] + 1], 3),
    ):
        monkeypatch.setattr(puzzles, "by_recursion", lambda *_, result=again: result)
        if not wrong:
            puzzles.confirm(question, answers._replace(options=bounds), "confirm")
            continue
        with pytest.raises(Disagreement, match=f"option {wrong} of a puzzle is worth"):
            puzzles.confirm(question, answers._replace(options=bounds), "confirm")


@pytest.mark.long
def test_a_puzzle_with_three_rolls_to_come_is_made_and_proved_from_its_code() -> None:
    result = next(one for n in range(40) if (one := make("troyes-dice", "three-rolls", f"test {n}").puzzle))
    assert result.margin >= Fraction(1, 4) and not result.answers[0].is_bound
    best = result.answers[0]
    assert prove("troyes-dice", result.code, best.name, best.value) == ""


def test_more_work_than_is_allowed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    if not can_compile():
        pytest.skip("three rolls are for compiled kernels")
    monkeypatch.setattr(puzzles, "WORK", 100)
    with pytest.raises(Unproved):
        puzzles.weigh(scarce("work", 2))


@pytest.mark.parametrize("kind", ["two-rolls", "three-rolls"])
def test_what_finds_no_room_makes_no_puzzle(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not can_compile():
        pytest.skip("three rolls are for compiled kernels")
    monkeypatch.setattr(puzzles.engine, "CHILDREN", 1)
    assert make("troyes-dice", kind, "no room 1").reason == "unproved"


def test_a_second_way_that_finds_no_room_is_no_proof(weighed: Cases, monkeypatch: pytest.MonkeyPatch) -> None:
    question, answers = weighed["one-roll"]

    def no_room(*_: object) -> None:
        raise WorkLimit

    monkeypatch.setattr(puzzles, "by_recursion", no_room)
    with pytest.raises(Unproved):
        puzzles.confirm(question._replace(kind="three-rolls"), answers, "confirm")


def test_without_kernels_three_rolls_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles.compiled, "can_compile", lambda: False)
    with refused("troyes.refused.puzzle.compile"):
        puzzles.weigh(scarce("plain", 1))


def test_a_book_takes_only_clear_leads_and_eight_answers() -> None:
    sampled = dict.fromkeys(puzzles.UNDER_CHANCE, Fraction(1, 4))
    assert {"line-2": 1, "line-3": 1, "line-4": 1} | sampled == puzzles.MARGIN
    assert set(puzzles.FEWEST.values()) == {8} and set(puzzles.CREDIT_STEP.values()) == {Fraction(1, 4)}
