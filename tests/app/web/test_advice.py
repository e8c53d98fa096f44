"""Advice on the page: the best so far when stopped, nobody else's jobs, bars, and how sure an answer is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pencilwright.app.answers.advice import advice, question
from pencilwright.app.solvers import solver_of
from pencilwright.app.web.routes import jobs
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.views import fields
from pencilwright.app.web.views.advice import WhiskerBar, _bar, answer_view, how_sure, judged_move
from pencilwright.app.web.views.sections import SECTIONS
from pencilwright.app.web.worker_tasks import Entered, advised
from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Answer
from pencilwright.games.shared.options import COMPONENTS
from pencilwright.games.troyes_dice.play import known_dice
from pencilwright.solver import cp
from pencilwright.solver.compiled import Progress
from pencilwright.solver.view import FEW, Alternative, precise
from pencilwright.templates.phrases import Sentence, languages, phrase, words
from tests.refusals import has

from .client import Browser

ADVISED = [known for known in GAMES.values() if SECTIONS["advice"](known)]
TROYES = game("troyes-dice")


def answer_to(known: Game, text: str, fields: Mapping[str, Any], progress: Progress | None = None) -> Answer:
    """Return what a worker answers, after all."""
    return advice(question(Entered(text).position(known), fields), progress)


def asked(browser: Browser) -> Any:
    """Ask for the best move of a fresh game's first half-day; return what the script is told."""
    play = browser.form(f"/play/{TROYES.id}").location
    dice = browser.form(f"{play}/roll")
    assert dice.status == 303
    answers = browser.get(play).script_data["play"]["answers"]
    sent = browser.post(f"{play}/turn/best", {"turn": 0, "answers": answers})
    assert sent.status == 202
    return sent.data


def test_a_whole_answer_has_a_page_of_its_own_and_is_of_the_browser_that_asked(browser: Browser) -> None:
    data, other = asked(browser), browser.other()
    assert data["see"] == f"/answer/{TROYES.id}/{data['job']}"
    assert browser.get(data["see"]).status == 200
    for method in ("GET", "DELETE"):
        assert other.ask(method, f"/jobs/{data['job']}").status == 404
    assert other.get(data["see"]).status == 404
    assert browser.over(data["job"])["state"] == "done"
    page = browser.get(data["see"])
    assert 'class="card strong"' in page.text and "data-job" not in page.text
    assert page.says("web.advice.sure") and page.says("web.advice.puzzle")
    assert 'class="card strong"' not in browser.get(f"/answer/tianxia/{data['job']}").text


def test_a_job_is_told_of_at_its_first_result(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "HELD", 60.0)
    job = asked(browser)["job"]
    assert (first := browser.json(f"/jobs/{job}").data)["best"] and first["state"] == "working"
    browser.ask("DELETE", f"/jobs/{job}")
    assert (last := browser.over(job))["best"] and last["state"] == "stopped"


def test_a_game_whose_board_is_its_sheet_is_played_from_a_position(browser: Browser) -> None:
    led = browser.ask("GET", f"/position/{TROYES.id}")
    assert (led.status, led.location) == (303, f"/play/{TROYES.id}?code=")
    code = TROYES.setups.to_code(TROYES.setups.draw("web"))
    led = browser.ask("GET", f"/position/{code}")
    assert led.location == f"/play/{TROYES.id}?code={code}"
    assert code in browser.get(led.location).text
    assert browser.form(f"/play/{TROYES.id}", position=code).status == 303


def test_a_line_json_and_marks_of_a_sheet_are_positions() -> None:
    state = TROYES.examples.example("1", 1)
    for text in (TROYES.to_text(state), TROYES.to_json(state).decode()):
        assert Entered(text).position(TROYES).state == state
    entered = Entered(page_code=blank(TROYES, "", "en"), marks=TROYES.marks.to_marks(state))
    assert entered.position(TROYES).state.sheet.citizens == state.sheet.citizens


def test_a_position_of_another_game_is_refused(browser: Browser) -> None:
    other = game("tianxia").to_text(game("tianxia").examples.example("1", 1))
    refused = browser.form("/position/terra-mystica", position=other)
    assert refused.status == 422 and refused.says(
        "web.advice.other_game", game="Tianxia", wanted="Terra Mystica"
    )


def test_a_form_says_what_is_typed_on_the_command_line() -> None:
    options = TROYES.options.ADVISE
    form = {"dice": "b3 1 5 6", "later": "b2 2 4 4; b1 1 1 1", "target": "50", "seconds": "2", "at": ""}
    assert fields.values(options, form) == {
        "dice": "b3 1 5 6", "then": ("b2 2 4 4", "b1 1 1 1"), "target": 50, "time": 2.0
    }  # fmt: skip
    drawn = {"players": "2", "difficulty.4": "4", "difficulty.1": "1", "fix": "first=2"}
    values = fields.values(game("terracotta-army").options.DRAW, drawn)
    assert values == {"players": 2, "difficulty": "1,4", "fix": ("first=2",)}
    with pytest.raises(InputError):
        fields.values(options, {"target": "many"})


def test_who_stops_gets_the_best_so_far() -> None:
    state = TROYES.examples.example("1", 12)
    questions = 0

    def stop(_what: Sentence, _done: int, _whole: int) -> None:
        nonlocal questions
        questions += 1
        if questions == 8:
            raise KeyboardInterrupt

    result = answer_to(TROYES, TROYES.to_text(state), {"time": 5.0}, stop)
    assert result.stopped and result.moves
    record = answer_view(result)
    assert record.badge == "stopped" and record.view.best


def test_the_best_of_a_last_half_day_is_there_before_its_proof() -> None:
    answers: list[Answer] = []
    text = TROYES.to_text(TROYES.examples.example("1", 1))
    whole = advised(TROYES.id, text, {}, {}, lambda first: answers.append(first["answer"]))
    (first,) = answers
    assert (first.certainty, whole["answer"].certainty) == ("counted", "proved")
    assert first.moves == whole["answer"].moves and first.proof is None


def test_who_stops_a_last_round_gets_the_line_and_the_bound_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.001)
    messages: list[Sentence] = []

    def stop(what: Sentence, _done: int, _whole: int) -> None:
        messages.append(what)
        if len(messages) == 50:
            raise KeyboardInterrupt

    text = "TM1 r6 | witches vp:20 ship:1 c:12 w:9 p:1 pw:2/4/2 cult:4/0/7/2 D:F4 | giants D:G2,D7"
    questions = {"for": "witches", "ask": "last-round"}
    result = answer_to(game("terra-mystica"), text, questions, stop)
    view = answer_view(result)
    assert result.stopped and view.badge == "stopped" and has(messages[-1], "mystica.advice.so_far_at_most")
    told = [*view.view.remarks, *(item for line in view.view.lines for item in line)]
    assert phrase("answer.stopped") in told


def test_bars_of_losses_lie_between_nothing_and_the_whole() -> None:
    state = TROYES.examples.example("1", 12)
    result = answer_view(answer_to(TROYES, TROYES.to_text(state), {"time": 0.5}))
    assert result.badge == "sampled" and result.view.error and result.view.notes
    for move in result.moves:
        assert 0 <= move.bar.low <= move.bar.end <= move.bar.high <= 100
    assert result.moves[0].bar.end <= result.moves[3].bar.end


def test_a_value_has_the_digits_that_its_error_allows_and_none_after_a_few_futures() -> None:
    assert precise(67.5, 3.52, 4) == ("≈ 68", "")
    assert precise(67.5, 0.01, FEW - 1) == ("≈ 68", "")
    assert precise(67.51, 3.52, FEW) == ("68", "±4")
    assert precise(61.98, 0.16, 400) == ("62.0", "±0.2")
    assert precise(61.98, 0.012, 400) == ("61.98", "±0.01")
    assert precise(61.98, 0.0, 400) == ("61.98", "±0.01"), "no sample is exact"


def test_how_sure_a_move_is_behind_is_said_in_words_and_not_at_all_after_a_few_futures() -> None:
    def words_of(loss: float, error: float, samples: int) -> str:
        return how_sure(Alternative("", loss, "", error, "", samples)).key.removeprefix("web.sure.")

    assert [words_of(loss, 1, 400) for loss in (-1, 0.9, 1, 2, 3)] == [
        "toss", "toss", "perhaps", "likely", "surely"
    ]  # fmt: skip
    assert words_of(0.8, 0.08, 4) == words_of(9, 0, FEW - 1) == "open"
    assert words_of(1, 0, 0) == "surely" and words_of(0, 0, 0) == "same"


def test_two_moves_are_held_against_each_other_in_the_same_games() -> None:
    state = known_dice.with_dice(TROYES.examples.example("1", 12), known_dice.parse_roll("b3 1 5 6"))
    solver = solver_of(TROYES, "advice")
    answer = solver.answer_for(state, seconds=0.5)
    first, other = answer.moves[0].notation, answer.moves[-1].notation
    one, reverse = solver.between(state, first, other), solver.between(state, other, first)
    assert one.futures == reverse.futures and (one.ahead, one.behind) == (reverse.behind, reverse.ahead)
    differences = {line.text: line.points for line in reverse.reasons}
    assert one.reasons and {line.text: -line.points for line in one.reasons} == differences
    assert solver.between(state, first, first)[1:3] == (0, 0)
    place = judged_move(answer, answer.moves[-1].notation)
    assert place is not None and "−" in place["lost"]
    assert judged_move(answer, "s9") is None


def test_the_loss_of_a_turn_of_terracotta_army_is_exact() -> None:
    army = game("terracotta-army")
    text = army.to_text(army.examples.example("1", 1, players=1))
    result = answer_view(answer_to(army, text, {}))
    assert result.moves and {move.bar.end for move in result.moves} > {0}
    assert all(move.bar.low == move.bar.end == move.bar.high for move in result.moves), "no whisker"


def test_a_bar_ends_where_its_amount_lies_between_nothing_and_the_most() -> None:
    assert _bar(5, 1, 10) == WhiskerBar(0, 50, 40, 60)
    assert _bar(0, 0, 10) == WhiskerBar(0, 0, 0, 0)
    assert _bar(12, 3, 10) == WhiskerBar(0, 100, 90, 100)
    assert _bar(1, 3, 10) == WhiskerBar(0, 10, 0, 40)
    assert _bar(0, 0, 0) == WhiskerBar(0, 0, 0, 0)


@pytest.mark.parametrize("known", ADVISED, ids=str)
def test_every_tap_has_its_words_in_every_language(known: Game) -> None:
    for option in known.options.ADVISE:
        if option.name == COMPONENTS.name:
            continue
        key = f"web.advice.{known.id}.{option.name}"
        wanted = {key, *(f"{key}.{name}" for name in option.taps if name.strip("123456789"))}
        for language in languages():
            assert not wanted - words(language).keys()
