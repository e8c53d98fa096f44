"""Advice on the page: the command's answers, the best so far when stopped, nobody else's jobs, no files."""

from __future__ import annotations

import html
import re

import pytest

from pencilwright.app.solvers import solver_of
from pencilwright.app.web import requests, worker_tasks
from pencilwright.app.web.routes.advice import example
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.views import fields
from pencilwright.app.web.views.advice import Bar, _bar, answer_view, how_sure, judged_move
from pencilwright.app.web.views.sections import SECTIONS
from pencilwright.app.web.worker_tasks import Entered
from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import COMPONENTS
from pencilwright.games.troyes_dice.play import known_dice
from pencilwright.solver import cp
from pencilwright.solver.view import FEW, Alternative, precise
from pencilwright.templates.phrases import Sentence, languages, phrase, words
from tests.refusals import has

from .client import Browser

FORM = {"content-type": requests.FORM}
JSON = {"accept": requests.JSON}
ADVISED = [known for known in GAMES.values() if SECTIONS["advice"](known)]
TROYES = game("troyes-dice")
PATIENCE = 60.0


def fields_of(page: str) -> dict[str, str]:
    """What the form of a page says as it was sent."""
    options = dict(re.findall(r'name="([^"]+)" value="([^"]*)" checked', page))
    options |= dict(re.findall(r'<input class="text" name="([^"]+)" value="([^"]*)"', page))
    position = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    return {name: html.unescape(text) for name, text in options.items()} | {
        "position": html.unescape(position[1]) if position else ""
    }


def test_the_example_of_a_game_is_answered_on_a_page_of_its_own(browser: Browser) -> None:
    form = browser.get(f"/advice/{TROYES.id}?example=1").text
    sent = browser.form(f"/advice/{TROYES.id}", **fields_of(form))
    assert sent.status == 303
    address = sent.location
    assert browser.over(address.rpartition("/")[2])["state"] == "done"
    shown_page = browser.get(address).text
    assert 'class="card strong"' in shown_page and "data-job" not in shown_page


def test_a_game_is_asked_at_one_address_to_which_the_other_leads(browser: Browser) -> None:
    assert (
        browser.get(f"/position/{TROYES.id}?example=1").text
        == browser.get("/advice/troyes-dice?example=1").text
    )
    for known in ADVISED:
        led = browser.ask("GET", f"/advice/{known.id}")
        if "editor" in known.rooms:
            assert led.location == f"/position/{known.id}?"
            assert browser.post(f"/advice/{known.id}", {"position": example(known)}).status == 404
        else:
            assert led.status == 200


def test_a_line_json_and_marks_of_a_sheet_are_positions() -> None:
    state = TROYES.examples.example("1", 1)
    for text in (TROYES.notation.to_text(state), TROYES.reading.to_json(state).decode()):
        assert Entered(text).position(TROYES).state == state
    entered = Entered(page_code=blank(TROYES, "", "en"), marks=TROYES.marks.to_marks(state))
    assert entered.position(TROYES).state.sheet.citizens == state.sheet.citizens


def test_a_position_of_another_game_and_half_of_the_dice_are_refused(browser: Browser) -> None:
    other = game("tianxia").notation.to_text(game("tianxia").examples.example("1", 1))
    assert browser.post(f"/advice/{TROYES.id}", {"position": other}).status == 422
    options = {"dice.0": "b3", "dice.1": "5"}
    half = browser.post(f"/advice/{TROYES.id}", {"position": example(TROYES), "wishes": options})
    assert half.status == 422 and half.says("web.advice.partly", n=2, of=4)


def test_a_job_is_of_the_browser_that_handed_it_in(browser: Browser) -> None:
    text = example(TROYES)
    sent = browser.post(f"/advice/{TROYES.id}", {"position": text})
    assert sent.status == 202 and sent.data["see"] == f"/advice/{TROYES.id}/{sent.data['job']}"
    other = browser.other()
    for method in ("GET", "DELETE"):
        assert other.ask(method, f"/jobs/{sent.data['job']}").status == 404
    assert other.get(sent.data["see"]).status == 404
    assert browser.over(sent.data["job"])["state"] == "done"


def test_taps_say_what_is_typed_on_the_command_line() -> None:
    options = TROYES.options.ADVISE
    tapped = {f"dice.{place}": die for place, die in enumerate(("b3", "1", "5", "6"))}
    tapped |= {"at.0": "8", "at.1": "pm"} | {f"up.{place}": "RYW"[place % 3] for place in range(9)}
    more = {"later": "b2 2 4 4; b1 1 1 1", "proof.asked": "1", "target": "50", "seconds": "2"}
    assert fields.values(options, tapped | more) == {
        "dice": "b3 1 5 6", "then": ("b2 2 4 4", "b1 1 1 1"), "at": "8pm", "up": "RYWRYWRYW",
        "target": 50, "time": 2.0, "proof": False,
    }  # fmt: skip
    assert fields.values(options, {"proof.asked": "1", "proof": "1"}) == {}
    with pytest.raises(InputError):
        fields.values(options, {"target": "many"})


def test_who_stops_gets_the_best_so_far() -> None:
    state = TROYES.examples.example("1", 12)
    entered = Entered(TROYES.notation.to_text(state))
    asked = 0

    def stop(_what: Sentence, _done: int, _whole: int) -> None:
        nonlocal asked
        asked += 1
        if asked == 8:
            raise KeyboardInterrupt

    result = worker_tasks.advised(TROYES.id, entered, {"time": 5.0}, {}, stop)["answer"]
    assert result.stopped and result.moves
    record = answer_view(result)
    assert record.badge == "stopped" and record.view.best


def test_who_stops_a_last_round_gets_the_line_and_the_bound_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.001)
    messages: list[Sentence] = []

    def stop(what: Sentence, _done: int, _whole: int) -> None:
        messages.append(what)
        if len(messages) == 50:
            raise KeyboardInterrupt

    entered = Entered(
        "TM1 r6 | witches vp:20 ship:1 c:12 w:9 p:1 pw:2/4/2 cult:4/0/7/2 D:F4 | giants D:G2,D7"
    )
    questions = {"for": "witches", "ask": "last-round"}
    result = worker_tasks.advised("terra-mystica", entered, questions, {}, stop)["answer"]
    view = answer_view(result)
    assert result.stopped and view.badge == "stopped" and has(messages[-1], "mystica.advice.so_far_at_most")
    told = [*view.view.remarks, *(item for line in view.view.lines for item in line)]
    assert phrase("answer.stopped") in told


def test_bars_of_losses_lie_between_nothing_and_the_whole() -> None:
    state = TROYES.examples.example("1", 12)
    entered = Entered(TROYES.notation.to_text(state))
    result = answer_view(worker_tasks.advised(TROYES.id, entered, {"time": 0.5}, {})["answer"])
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
    assert one.reasons and {line: -points for line, points in one.reasons} == dict(reverse.reasons)
    assert solver.between(state, first, first)[1:3] == (0, 0)
    place = judged_move(answer, answer.moves[-1].notation)
    assert place is not None and "−" in place["lost"]
    assert judged_move(answer, "s9") is None


def test_the_loss_of_a_placement_is_exact_and_is_only_a_part() -> None:
    army = game("terracotta-army")
    entered = Entered(army.notation.to_text(army.examples.example("1", 1, players=1)))
    result = answer_view(worker_tasks.advised(army.id, entered, {"ask": "placement"}, {})["answer"])
    assert result.moves and {move.bar.end for move in result.moves} > {0}
    assert all(move.bar.low == move.bar.end == move.bar.high for move in result.moves), "no whisker"
    assert list(result.view.notes) == [phrase("terracotta.advice.part")]


def test_a_bar_ends_where_its_amount_lies_between_nothing_and_the_most() -> None:
    assert _bar(5, 1, 10) == Bar(0, 50, 40, 60)
    assert _bar(0, 0, 10) == Bar(0, 0, 0, 0)
    assert _bar(12, 3, 10) == Bar(0, 100, 90, 100)
    assert _bar(1, 3, 10) == Bar(0, 10, 0, 40)
    assert _bar(0, 0, 0) == Bar(0, 0, 0, 0)


@pytest.mark.parametrize("known", ADVISED, ids=str)
def test_every_tap_has_its_words_in_every_language(known: Game) -> None:
    for option in known.options.ADVISE:
        if option.name == COMPONENTS.name:
            continue
        key = f"web.advice.{known.id}.{option.name}"
        wanted = {key, *(f"{key}.place.{place}" for place in range(len(option.taps)))}
        wanted |= {f"{key}.{name}" for names in option.taps for name in names if name.strip("123456789")}
        for language in languages():
            assert not wanted - words(language).keys()
