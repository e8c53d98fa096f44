"""`advise` gives the value of every move when the dice are known, proved twice, or says why it cannot."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pencilwright.app.answers import documents
from pencilwright.app.answers.documents import Order
from pencilwright.app.cli import main, terminal
from pencilwright.app.commands import example
from pencilwright.app.solvers import solver_of
from pencilwright.games import game
from pencilwright.games.troyes_dice.play import demo
from pencilwright.games.troyes_dice.state import State
from pencilwright.generator import fill
from pencilwright.solver.compiled import Progress
from pencilwright.solver.troyes_dice.known import lines
from pencilwright.solver.troyes_dice.proof import prove as prover
from pencilwright.templates.phrases import Sentence
from tests import refusals
from tests.refusals import says

pytestmark = pytest.mark.usefixtures("pdfs_read_here")

TROYES = game("troyes-dice")
RULES, WORDING = TROYES.room("rules"), TROYES.room("move_text")


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("last.json").write_text(demo.BEFORE)
    Path("two.json").write_bytes(TROYES.reading.to_json(example.position(TROYES, "7", 2)))


def advised(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Advise with --json and return the answer."""
    assert main.run(["advise", *arguments, "--json"]) == 0
    summary = capsys.readouterr()
    assert summary.err == ""
    answer: dict[str, Any] = json.loads(summary.out)
    return answer


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Ask for advice that must be refused, and return the sentence."""
    assert main.run(["advise", *arguments]) == 2
    summary = capsys.readouterr()
    assert summary.out == "" and summary.err.count("\n") == 1
    return summary.err


def test_the_last_half_day_of_the_worked_game_was_played_at_its_best(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = advised(capsys, "last.json")
    assert (answer["value"], answer["half_days_left"]) == (52, 1)
    assert answer["proof"] == {"status": "optimal", "optimum": 52}
    best = {move["text"] for move in answer["moves"] if move["loss"] == 0}
    assert (
        "take the yellow 6 for 2 deniers, spend 1 influence, build town hall 5: +2 yellow citizens; "
        "15th yellow citizen: build cathedral 4 (number 1)"
    ) in best


def test_every_legal_move_has_a_value_and_the_best_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    answer = advised(capsys, "last.json", "--no-proof")
    sheet, table = TROYES.room("vectors").position(TROYES.reading.parse(demo.BEFORE))
    legal = {WORDING.notation(sheet, table, move) for move in RULES.legal_actions(sheet, table)}
    entries = [name for move in answer["moves"] for name in (move["notation"], *move["same_as"])]
    assert sorted(entries) == sorted(legal)
    values = [move["value"] for move in answer["moves"]]
    assert values == sorted(values, reverse=True) and values[0] == answer["value"]
    assert all(move["value"] + move["loss"] == answer["value"] for move in answer["moves"])
    assert answer["proof"] is None


def test_the_value_of_a_last_move_is_the_score_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    answer = advised(capsys, "last.json", "--no-proof")
    sheet, table = TROYES.room("vectors").position(TROYES.reading.parse(demo.BEFORE))
    for line in answer["moves"]:
        move = WORDING.parse_move(line["notation"], sheet, table)
        assert RULES.final_score(RULES.apply_action(sheet, table, move)) == line["value"]


def test_the_raid_of_unmarked_dice_is_worked_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert "white box 3" in advised(capsys, "last.json", "--no-proof")["raid"]
    assert main.run(["advise", "last.json", "--no-proof"]) == 0
    assert capsys.readouterr().out.startswith("The raid: white box 3 is struck.\n")


def test_lines_of_two_half_days_are_told_move_by_move(capsys: pytest.CaptureFixture[str]) -> None:
    answer = advised(capsys, "two.json")
    assert answer["half_days_left"] == 2
    assert 1 <= len(answer["lines"]) <= 50 and answer["lines_found"] >= len(answer["lines"])
    assert all(len(line) == 2 for line in answer["lines"])
    assert {line[0] for line in answer["lines"]} <= {m["text"] for m in answer["moves"] if m["loss"] == 0}
    assert main.run(["advise", "two.json", "--top", "2"]) == 0
    summary = capsys.readouterr().out
    assert "moves more (--top 0 shows all)" in summary
    assert says(summary, "answer.proof")


def test_dice_on_the_command_line_replace_those_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    state = example.position(TROYES, "7", 2)
    first, second = state.table.rolls
    dice = f"{first.dice[2]} b{first.black} {first.dice[0]},{first.dice[1]}"
    then = f"{second.black}B {' '.join(map(str, second.dice))}"
    expected = advised(capsys, "two.json", "--no-proof")
    given = advised(capsys, "two.json", "--dice", dice, "--then", then, "--no-proof")
    assert given == expected
    assert advised(capsys, "two.json", "--then", then, "--no-proof") == expected
    other = advised(capsys, "two.json", "--dice", "b1 6 6 6", "--then", "b1 6 6 6", "--no-proof")
    assert other["moves"] != expected["moves"]


def test_a_position_without_dice_table_or_setup_says_what_is_missing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = json.loads(TROYES.reading.to_json(TROYES.reading.parse(demo.BEFORE)))
    for changes, line in (
        ({"table": data["table"] | {"rolls": []}}, "give the dice of this half-day alone"),
        ({"table": None}, "no table"),
        ({"setup": None}, "no setup"),
    ):
        Path("a.json").write_text(json.dumps(data | changes))
        assert line in refused(capsys, "a.json")
    Path("a.json").write_text(json.dumps(data | {"table": data["table"] | {"rolls": []}}))
    assert says(refused(capsys, "a.json", "--then", "b1 2 3 4"), "troyes.refused.later_dice")


def test_other_dice_raid_in_place_of_those_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("s4.json").write_bytes(TROYES.reading.to_json(example.position(TROYES, "4", 1)))
    assert advised(capsys, "s4.json", "--dice", "b2 3 3 6")["value"] == 42


def test_a_raid_that_is_on_the_sheet_cannot_be_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    before = TROYES.reading.parse(demo.BEFORE)
    after = TROYES.room("vectors").with_vectors(before, *TROYES.room("vectors").position(before))
    assert after.table.attacked and after.sheet.struck != before.sheet.struck
    Path("a.json").write_bytes(TROYES.reading.to_json(after))
    same = advised(capsys, "a.json", "--dice", "b3 6 3 1")
    assert same == advised(capsys, "a.json") and (same["raid"], same["value"]) == ("", 52)
    assert says(refused(capsys, "a.json", "--dice", "b4 1 3 6"), "troyes.refused.other_dice")
    assert advised(capsys, "last.json", "--dice", "b4 1 3 6")["raid"]


def filled(name: str) -> None:
    """Write the PDF of the worked game's sheet before its last half-day."""
    before = TROYES.reading.parse(demo.BEFORE)
    blank = documents.make(TROYES, Order("score-sheet", before.setup))
    Path(name).write_bytes(fill.fill(blank, TROYES.marks.to_marks(before)))


TABLE = ["--at", "8pm", "--up", "YRWYWWYRR"]


def test_a_filled_pdf_with_its_table_is_advised_like_the_json_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    filled("a.pdf")
    assert advised(capsys, "a.pdf", *TABLE, "--dice", "b3 1 3 6") == advised(capsys, "last.json")


def test_a_text_line_without_a_table_takes_one(capsys: pytest.CaptureFixture[str]) -> None:
    state = TROYES.reading.parse(demo.BEFORE)
    line = TROYES.notation.to_text(State(setup=state.setup, sheet=state.sheet))
    assert advised(capsys, line, *TABLE, "--dice", "b3 1 3 6")["value"] == 52


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--at", "8pm"], "the colours that lie up on the plazas with --up"),
        (["--pillage", "4"], "both: the time with --at"),
        (["--at", "9pm", "--up", "YRWYWWYRR"], "such as 8pm"),
        (["--at", "over", "--up", "YRWYWWYRR"], "such as 8pm"),
        (["--at", "8pm", "--up", "YRW"], "such as RYWRRYWYR, not YRW"),
        (["--at", "8pm", "--up", "YRWYWWYRB"], "such as RYWRRYWYR, not YRW"),
        (["--at", "8pm", "--up", "YYYYYYYYY", "--dice", "b3 1 3 6"], "table.up"),
        ([*TABLE, "--pillage", "9"], "digits 0 to 8"),
        ([*TABLE, "--pillage", "44"], "twice"),
        (TABLE, "--dice"),
    ],
)
def test_a_table_that_cannot_be_is_one_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled("a.pdf")
    assert told in refused(capsys, "a.pdf", *arguments)


def test_an_impossible_position_is_not_advised_on(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(TROYES.reading.to_json(TROYES.reading.parse(demo.BEFORE)))
    data["sheet"]["deniers"]["spent"] = 19
    Path("a.json").write_text(json.dumps(data))
    assert "sheet.deniers" in refused(capsys, "a.json")


def with_proof(monkeypatch: pytest.MonkeyPatch, optimum: int | None) -> None:
    """Let the second solver prove an optimum, or nothing at all."""

    def prove(*_: object) -> int:
        if optimum is None:
            raise prover.ProofLimit
        return optimum

    monkeypatch.setattr(prover, "prove", prove)


def test_two_solvers_that_disagree_are_never_shown_as_an_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_proof(monkeypatch, 51)
    assert main.run(["advise", "last.json"]) == 70
    summary = capsys.readouterr()
    assert summary.out == "" and "the search finds 52 points and the proof 51" in summary.err


def test_a_proof_that_reaches_its_limit_is_not_called_a_proof(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_proof(monkeypatch, None)
    assert advised(capsys, "last.json")["proof"] == {"status": "limit", "optimum": None}
    assert main.run(["advise", "last.json"]) == 0
    assert says(capsys.readouterr().out, "answer.proof.limit")


def test_a_game_without_a_solver_says_so() -> None:
    game = TROYES.__class__(id="x", title="Some Game", package="some_game", prefix="XX")
    with refusals.refused("advice.none", None, game="Some Game"):
        solver_of(game, "advice")


def test_an_interruption_shows_the_best_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def interrupted(_what: Sentence) -> Iterator[Progress]:
        def progress(now: Sentence, done: int, _whole: int) -> None:
            if str(now) == "first moves" and done:
                raise KeyboardInterrupt

        yield progress

    monkeypatch.setattr(terminal, "working", interrupted)
    fields = advised(capsys, "two.json")
    assert (
        fields["stopped"]
        and len(fields["moves"]) == lines.AT_ONCE
        and fields["proof"] is None
        and fields["lines"] == []
    )
    assert main.run(["advise", "two.json"]) == 0
    assert says(capsys.readouterr().out, "answer.stopped.lines")


def test_an_answer_comes_with_the_plan_that_the_rules_have_carried_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = advised(capsys, "two.json", "--no-proof")
    plan = answer["plan"]
    state = TROYES.reading.parse(Path("two.json").read_bytes())
    before = TROYES.scoring.score(state).total
    after = TROYES.commands.apply_actions(state, plan["who"], plan["commands"])
    assert TROYES.scoring.score(after).total == answer["value"] == before + plan["gain"]
    assert (plan["measure"], plan["exact"], plan["left_out"]) == ("points", True, "")
    assert plan["commands"][0] in {move["notation"] for move in answer["moves"] if move["loss"] == 0}


def test_an_answer_that_the_rules_do_not_carry_out_is_a_fault_and_no_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = lines.best_lines
    monkeypatch.setattr(lines, "best_lines", lambda *given, **more: one_more(right(*given, **more)))
    assert main.run(["advise", "last.json", "--no-proof"]) == 70
    summary = capsys.readouterr()
    assert summary.out == "" and "the answer claims" in summary.err and summary.err.count("\n") == 1


def one_more(advice: Any) -> Any:
    """Return advice that claims a point too many."""
    return advice._replace(value=advice.value + 1)


def test_a_sheet_with_ringed_black_dice_needs_only_the_dice_of_now(
    capsys: pytest.CaptureFixture[str],
) -> None:
    state = TROYES.examples.example("ringed", 1, rolls=0, remembered=True)
    marks = TROYES.marks.to_marks(state)
    blank = documents.make(TROYES, Order("score-sheet", state.setup))
    Path("ringed.pdf").write_bytes(fill.fill(blank, marks))
    Path("ringed.json").write_bytes(TROYES.reading.to_json(state))
    dice = ("--dice", "b3 1 5 6", "--no-proof")
    fields = advised(capsys, "ringed.pdf", *dice)
    assert fields == advised(capsys, "ringed.json", *dice)
    assert fields["assumed"].startswith("Advice for day 8 afternoon")
    before = advised(capsys, "ringed.pdf", "--at", "8am", *dice, "--then", "b2 2 4 4")
    assert before["assumed"].startswith("Advice for day 8 morning")
    gap = {name: value for name, value in marks.items() if not name.startswith("slot.9.")}
    Path("gap.pdf").write_bytes(fill.fill(blank, gap))
    assert "not for day 5 morning; mark it, or give day and half" in refused(capsys, "gap.pdf", *dice)
