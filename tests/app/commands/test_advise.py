"""`advise` gives the value of every move, proved twice or with its error, or says why it cannot."""

import json
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pencilwright.app.answers import documents
from pencilwright.app.answers.documents import PrintOrder
from pencilwright.app.cli import terminal
from pencilwright.app.solvers import solver_of
from pencilwright.games import Game, game
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import demo
from pencilwright.games.troyes_dice.state import State
from pencilwright.generator import fill
from pencilwright.solver.compiled import Progress
from pencilwright.solver.troyes_dice.exact import expectimax
from pencilwright.solver.troyes_dice.known import lines
from pencilwright.solver.troyes_dice.play import adviser
from pencilwright.solver.troyes_dice.proof import prove as prover
from pencilwright.templates.phrases import Sentence
from tests.app.doors import FILES, Door
from tests.refusals import pattern, refused, says

pytestmark = pytest.mark.usefixtures("pdfs_read_here")

TROYES = game("troyes-dice")
RULES, WORDING, VECTORS = (TROYES.room(name) for name in ("rules", "move_text", "vectors"))
BEFORE = TROYES.parse(demo.BEFORE)
TABLE = "--at 8pm --up YRWYWWYRR --dice 'b3 1 3 6'"


def write(name: str, state: Any) -> str:
    """Write a position as JSON, and return the name of its file."""
    Path(name).write_bytes(TROYES.to_json(state))
    return name


def printed(name: str, state: Any, marks: dict[str, str]) -> str:
    """Write the PDF of a sheet with these marks, and return its name."""
    blank = documents.make(TROYES, PrintOrder("score-sheet", state.setup))
    Path(name).write_bytes(fill.fill(blank, marks))
    return name


def test_the_last_half_day_of_the_worked_game_was_played_at_its_best(door: Door) -> None:
    answer = door.data("advise last.json")
    assert (answer["value"], answer["half_days_left"]) == (52, 1)
    assert answer["proof"] == {"status": "optimal", "optimum": 52}
    best = {move["text"] for move in answer["moves"] if move["loss"] == 0}
    assert (
        "take the yellow 6 for 2 deniers, spend 1 influence, build town hall 5: +2 yellow citizens; "
        "15th yellow citizen: build cathedral 4 (number 1)"
    ) in best


def test_every_legal_last_move_has_the_score_after_it_and_the_best_come_first(door: Door) -> None:
    answer = door.data("advise last.json --no-proof")
    sheet, table = VECTORS.position(BEFORE)
    legal = {WORDING.notation(sheet, table, move) for move in RULES.legal_actions(sheet, table)}
    entries = [name for move in answer["moves"] for name in (move["notation"], *move["same_as"])]
    assert sorted(entries) == sorted(legal)
    values = [move["value"] for move in answer["moves"]]
    assert values == sorted(values, reverse=True) and values[0] == answer["value"]
    for line in answer["moves"]:
        move = WORDING.parse_move(line["notation"], sheet, table)
        assert RULES.final_score(RULES.apply_action(sheet, table, move)) == line["value"]
        assert line["value"] + line["loss"] == answer["value"]
    assert answer["proof"] is None and "white box 3" in answer["raid"]
    assert door("advise last.json --no-proof").out.startswith("The raid: white box 3 is struck.\n")


def test_lines_of_two_half_days_are_told_move_by_move(door: Door) -> None:
    answer = door.data("advise two.json")
    assert answer["half_days_left"] == 2
    assert 1 <= len(answer["lines"]) <= 50 and answer["lines_found"] >= len(answer["lines"])
    assert all(len(line) == 2 for line in answer["lines"])
    assert {line[0] for line in answer["lines"]} <= {m["text"] for m in answer["moves"] if m["loss"] == 0}
    ran = door("advise two.json --top 2")
    assert ran.says("answer.more.by", all="--top 0") and ran.says("answer.proof")


def test_dice_on_the_command_line_replace_those_of_the_file(door: Door) -> None:
    first, second = TROYES.examples.example("7", 2).table.rolls
    dice = f"{first.dice[2]} b{first.black} {first.dice[0]},{first.dice[1]}"
    then = f"{second.black}B {' '.join(map(str, second.dice))}"
    command = "advise two.json --no-proof"
    expected = door.data(command)
    assert door.data(command, "--dice", dice, "--then", then) == expected
    assert door.data(command, "--then", then) == expected
    assert door.data(f"{command} --dice 'b1 6 6 6' --then 'b1 6 6 6'")["moves"] != expected["moves"]
    write("s4.json", TROYES.examples.example("4", 1))
    assert door.data("advise s4.json --dice 'b2 3 3 6'")["value"] == 42, "other dice raid"


def test_a_position_without_dice_table_or_setup_says_what_is_missing(door: Door) -> None:
    data = json.loads(TROYES.to_json(BEFORE))
    deniers = data["sheet"]["deniers"] | {"spent": 19}
    without_dice = {"table": data["table"] | {"rolls": []}}
    for changes, line, more in (
        (without_dice, pattern("answer.refused.dice"), ""),
        ({"table": None}, pattern("troyes.refused.no_table"), ""),
        ({"setup": None}, pattern("troyes.refused.no_setup"), ""),
        (without_dice, "", "--then 'b1 2 3 4'"),
        ({"sheet": data["sheet"] | {"deniers": deniers}}, "sheet[.]deniers", ""),
    ):
        Path("a.json").write_text(json.dumps(data | changes))
        ran = door.refused(f"advise a.json {more}")
        assert re.search(line, ran.err) and (not more or ran.says("troyes.refused.later_dice"))


def test_a_raid_that_is_on_the_sheet_cannot_be_taken_back(door: Door) -> None:
    after = VECTORS.with_vectors(BEFORE, *VECTORS.position(BEFORE))
    assert after.table.attacked and after.sheet.struck != BEFORE.sheet.struck
    write("a.json", after)
    same = door.data("advise a.json --dice 'b3 6 3 1'")
    assert same == door.data("advise a.json") and (same["raid"], same["value"]) == ("", 52)
    door.refuses("advise a.json --dice 'b4 1 3 6'", "troyes.refused.other_dice")
    assert door.data("advise last.json --dice 'b4 1 3 6'")["raid"]


def test_a_pdf_or_a_line_with_its_table_is_advised_like_the_json_position(door: Door) -> None:
    printed("a.pdf", BEFORE, TROYES.marks.to_marks(BEFORE))
    assert door.data(f"advise a.pdf {TABLE}") == door.data("advise last.json")
    line = TROYES.to_text(State(setup=BEFORE.setup, sheet=BEFORE.sheet))
    assert door.data(f"advise {TABLE}", line)["value"] == 52


def with_proof(monkeypatch: pytest.MonkeyPatch, optimum: int | None) -> None:
    """Let the second solver prove an optimum, or nothing at all."""

    def prove(*_: object) -> int:
        if optimum is None:
            raise prover.ProofLimit
        return optimum

    monkeypatch.setattr(prover, "prove", prove)


def test_two_solvers_that_disagree_are_never_shown_as_an_answer(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_proof(monkeypatch, 51)
    ran = door("advise last.json", code=70)
    assert ran.out == "" and "the search finds 52 points and the proof 51" in ran.err


def test_a_proof_that_reaches_its_limit_is_not_called_a_proof(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_proof(monkeypatch, None)
    assert door.data("advise last.json")["proof"] == {"status": "limit", "optimum": None}
    assert door("advise last.json").says("answer.proof.limit")


def test_a_game_without_a_solver_says_so() -> None:
    game = Game("x", "Some Game", "some_game", "XX")
    with refused("advice.none", None, game="Some Game"):
        solver_of(game, "advice")


def test_an_interruption_shows_the_best_so_far(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupted(_what: Sentence) -> Iterator[Progress]:
        def progress(now: Sentence, done: int, _whole: int) -> None:
            if str(now) == "first moves" and done:
                raise KeyboardInterrupt

        yield progress

    monkeypatch.setattr(terminal, "working", interrupted)
    fields = door.data("advise two.json")
    assert fields["stopped"] and len(fields["moves"]) == lines.AT_ONCE
    assert fields["proof"] is None and fields["lines"] == []
    assert door("advise two.json").says("answer.stopped.lines")


def test_an_answer_comes_with_the_plan_that_the_rules_have_carried_out(door: Door) -> None:
    answer = door.data("advise two.json --no-proof")
    plan, state = answer["plan"], TROYES.parse(FILES["two.json"]())
    after = TROYES.commands.apply_actions(state, plan["who"], plan["commands"])
    before = TROYES.room("scoring").score(state).total
    assert TROYES.room("scoring").score(after).total == answer["value"] == before + plan["gain"]
    assert (plan["measure"], plan["exact"], plan["left_out"]) == ("points", True, "")
    assert plan["commands"][0] in {move["notation"] for move in answer["moves"] if move["loss"] == 0}


def test_an_answer_that_the_rules_do_not_carry_out_is_a_fault_and_no_number(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_more(*given: Any, **more: Any) -> Any:
        """Return advice that claims a point too many."""
        advice = right(*given, **more)
        return advice._replace(value=advice.value + 1)

    right = lines.best_lines
    monkeypatch.setattr(lines, "best_lines", one_more)
    ran = door("advise last.json --no-proof", code=70)
    assert ran.out == "" and "the answer claims" in ran.err and ran.err.count("\n") == 1


def test_a_sheet_with_ringed_black_dice_needs_only_the_dice_of_now(door: Door) -> None:
    state = TROYES.examples.example("ringed", 1, rolls=0, remembered=True)
    marks = TROYES.marks.to_marks(state)
    printed("ringed.pdf", state, marks)
    write("ringed.json", state)
    dice = "--dice 'b3 1 5 6' --no-proof"
    fields = door.data(f"advise ringed.pdf {dice}")
    assert fields == door.data(f"advise ringed.json {dice}")
    assert fields["assumed"].startswith("Advice for day 8 afternoon")
    before = door.data(f"advise ringed.pdf --at 8am {dice} --then 'b2 2 4 4'")
    assert before["assumed"].startswith("Advice for day 8 morning")
    printed(
        "gap.pdf", state, {name: value for name, value in marks.items() if not name.startswith("slot.9.")}
    )
    message = door.refused(f"advise gap.pdf {dice}").err
    assert "not for day 5 morning; mark it, or give day and half" in message


# --- dice still to be rolled ------------------------------------------------------------------------------


@pytest.fixture
def position(door: Door) -> str:
    return write("position.json", example(6, 3, rolls=1))


def test_two_rolls_to_come_are_weighed_exactly_and_the_same_question_gets_the_same_bytes(
    position: str, door: Door
) -> None:
    fields = door.data("advise", position)
    best = expectimax.best_moves(*VECTORS.position(example(6, 3, rolls=1)))
    assert fields["rolls_to_come"] == 2 and fields["method"] == "exact"
    assert [Fraction(move["exact"]) for move in fields["moves"]] == [move.exact for move in best.moves]
    assert abs(sum(fields["moves"][0]["scores"].values()) - 1) < 1e-9
    assert door.data("advise", position) == fields
    ran = door("advise --top 2", position)
    assert ran.says("answer.ends.often") and ran.says("answer.exact", n=2)


@pytest.mark.usefixtures("kept_moves")
def test_a_target_is_a_chance(position: str, door: Door) -> None:
    fields = door.data("advise --target 50", position)
    assert fields["target"] == 50 and 0 < float(str(fields["value"])) < 1


@pytest.fixture(params=[(4, 0.4), (8, 0.01)], ids=["three rolls", "seven rolls"])
def early(request: pytest.FixtureRequest, door: Door) -> tuple[str, float, int]:
    """A question too early for exact advice, its time, enough for a bound or not, and the rolls to come."""
    left, seconds = request.param
    write("early.json", example(6, left, rolls=1))
    return f"advise early.json --time {seconds}s", seconds, left - 1


@pytest.mark.slow
def test_more_rolls_are_sampled_with_errors_and_the_same_bytes(
    early: tuple[str, float, int], door: Door
) -> None:
    command, seconds, rolls = early
    fields, other = door.data(command), door.data(f"{command} --advice-seed another")
    assert door.data(command) == fields
    is_bounded = seconds >= adviser.HINDSIGHT_SECONDS
    assert (fields["method"], fields["rolls_to_come"]) == ("hindsight" if is_bounded else "rollouts", rolls)
    assert (fields["seed"], fields["seconds"]) == ("advice", seconds)
    assert other["seed"] == "another" and other["value"] != fields["value"]
    best = fields["moves"][0]
    assert best["value"] == fields["value"] and best["loss"] == 0 and best["exact"] is None
    assert 0 < fields["error"] < 3 and best["samples"] >= 4
    assert abs(fields["value"] - other["value"]) < 6 * (fields["error"] + other["error"])
    assert len(fields["moves"]) == len({move["notation"] for move in fields["moves"]})
    if is_bounded:
        errors = math.hypot(fields["error"], fields["bound_error"])
        assert fields["gap"] == max(0, fields["bound"] - fields["value"]) + 2 * errors
        assert fields["bound"] > fields["value"] - 3 * fields["error"]
    else:
        assert fields["bound"] is None and fields["gap"] is None


@pytest.mark.usefixtures("kept_moves")
def test_words_say_how_sure_a_sample_is(early: tuple[str, float, int], door: Door) -> None:
    command, seconds, rolls = early
    out = door(f"{command} --top 3").out
    assert "\u00b1" in out and f"futures of {rolls} half-days (seed advice)" in out
    assert says(out, "answer.bound" if seconds >= adviser.HINDSIGHT_SECONDS else "answer.no_bound")


@pytest.mark.slow
@pytest.mark.usefixtures("kept_moves")
def test_a_sampled_target_is_a_chance(early: tuple[str, float, int], door: Door) -> None:
    assert [door.data(f"{early[0]} --target {target}")["value"] for target in (20, 150)] == [1, 0]


def test_an_interrupted_sample_shows_the_best_so_far(
    early: tuple[str, float, int], door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = 0

    @contextmanager
    def interrupted(_what: Sentence) -> Iterator[Progress]:
        def progress(now: Sentence, _done: int, _whole: int) -> None:
            nonlocal told
            told += str(now) in ("futures", "half-days", "positions")
            if told == 3:
                raise KeyboardInterrupt

        yield progress

    monkeypatch.setattr(terminal, "working", interrupted)
    assert door("advise early.json --time 5s --top 3").out.count("the best answer so far") == 1
