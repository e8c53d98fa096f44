"""Puzzles on the page: every answer is reached by a few taps, and graded as the command grades it."""

from __future__ import annotations

import asyncio
import io
import re
from contextlib import suppress
from functools import cache
from html import unescape
from statistics import mean

import msgspec
import pypdf
import pytest
from click.testing import CliRunner

from pencilwright.app.answers.puzzle import (
    OpenPuzzle,
    Stepped,
    grade_of,
    kinds,
    path_of,
    stepped,
    touched,
    walk,
    weighed,
)
from pencilwright.app.cli import main
from pencilwright.app.web import puzzle_tasks, responses
from pencilwright.app.web.jobs import JobQueue
from pencilwright.app.web.routes import puzzle
from pencilwright.app.web.routes.puzzle import Attempt
from pencilwright.app.web.state import Recent
from pencilwright.app.web.store import Day
from pencilwright.games import GAMES, Game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import puzzle as tianxia
from pencilwright.generator.book import Shapes
from pencilwright.solver.puzzles import module_of, objection
from pencilwright.templates.phrases import phrase, say, word
from tests.app.web.client import Browser
from tests.refusals import refused

PUZZLED = [game for game in GAMES.values() if "puzzle" in game.rooms]
IDS = [game.id for game in PUZZLED]
KINDS = [(game.id, kind) for game in PUZZLED for kind in kinds(game, ())]
KINDS_TRIED = [
    pytest.param(*each, marks=pytest.mark.slow if each[1] in ("liquidation", "two-rolls", "town") else ())
    for each in KINDS
]
MOST_WALKED = 60
"""Ways of taps on a drawing that are tried."""
MOST_TAPS, WIDEST = 3.0, 16


@cache
def asked(game_id: str, kind: str) -> OpenPuzzle:
    """The first puzzle of a kind."""
    own = module_of(game_id)
    for n in range(40):
        question = own.candidate(kind, f"x{n}")
        if question is None:
            continue
        result = own.weigh(question)
        if not objection(result.options, own.MARGIN[kind], own.FEWEST[kind]):
            return OpenPuzzle(GAMES[game_id], question, result)
    raise AssertionError(f"no puzzle of {game_id}, {kind}")


def first(game_id: str) -> tuple[OpenPuzzle, str]:
    """A puzzle of a game, and its code as the address has it."""
    item = asked(game_id, GAMES[game_id].puzzles.KINDS_OF_PUZZLE[0])
    return item, puzzlecode.compact(GAMES[game_id].puzzles.to_code(item.question))


# --- choosing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game_id", "kind"), KINDS_TRIED)
def test_every_answer_is_reached_and_every_way_ends_at_an_answer(game_id: str, kind: str) -> None:
    item = asked(game_id, kind)
    answers = stepped(item)
    names = {option.name for option in item.weighed.options}
    results: list[str] = []
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        walked = walk(answers, path := waiting.pop())
        if walked.name is not None:
            results.append(walked.name)
            assert path_of(answers, walked.name) == path
            continue
        level = walked.levels[-1]
        assert 2 <= len(level.choices) <= WIDEST
        for language in ("en", "ja"):
            messages = [say(choice.label, language) for choice in level.choices]
            assert len(set(messages)) == len(messages), "two choices of a level read alike"
            assert all(messages) and say(level.ask, language)
        waiting += [(*path, at) for at in range(len(level.choices))]
    assert sorted(results) == sorted(names)


def places(answer: Stepped) -> set[str]:
    """The places of the drawing that an answer has."""
    return {place for step in answer.steps for place in step.places}


@pytest.mark.parametrize(("game_id", "kind"), KINDS_TRIED)
def test_every_tap_on_the_drawing_leads_on_or_back_and_answers_are_reached_by_taps_alone(
    game_id: str, kind: str
) -> None:
    item = asked(game_id, kind)
    answers = stepped(item)
    by_path = {path_of(answers, answer.name): answer for answer in answers}
    seen: set[tuple[int, ...]] = set()
    waiting: list[tuple[int, ...]] = [()]
    while waiting and len(seen) < MOST_WALKED:
        path = waiting.pop()
        seen.add(path)
        for tap in touched(answers, path).taps:
            walk(answers, tap.path)  # there is such a path
            has = places(by_path[tap.path]) if tap.path in by_path else set()
            assert not has or (tap.place in has) != tap.is_taken or tap.path == path
            waiting += [tap.path] if tap.path not in seen else []
    drawn = {place for answer in answers for place in places(answer)}
    assert bool(seen & by_path.keys()) == bool(drawn)
    facts = puzzle_tasks.facts(puzzlecode.compact(item.game.puzzles.to_code(item.question)))
    shapes = msgspec.json.decode(puzzle_tasks.shapes(facts, "ja"), type=Shapes)
    assert {place.lower() for place in drawn} - shapes.places.keys() <= {"piece.mausoleum"}
    for place in drawn:
        inside = [box for _, box in shapes.parts if box.overlap(shapes.places[place.lower()]) > 0]
        assert inside, f"{place} is in no part"


def taken_at(answers: tuple[Stepped, ...], path: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """The places that an answer has so far, and where a tap on each leads."""
    return {tap.place: tap.path for tap in touched(answers, path).taps if tap.is_taken}


def test_pieces_are_put_on_the_wall_and_taken_away_by_taps_one_by_one() -> None:
    answers = stepped(asked("tianxia", "wall"))
    first = min(place for answer in answers for place in places(answer)).rpartition(".")[0]
    for answer in (item for item in answers if any(place.startswith(first) for place in places(item))):
        path: tuple[int, ...] = ()
        for place in sorted(places(answer)):
            (path,) = (tap.path for tap in touched(answers, path).taps if tap.place == place)
        assert set(taken_at(answers, path)) == places(answer), answer.name
        while taken := taken_at(answers, path):
            place, path = taken.popitem()
            assert place not in taken_at(answers, path)


def test_the_rooms_that_the_chosen_die_does_not_concern_are_folded(browser: Browser) -> None:
    item, code = first("troyes-dice")
    answers = stepped(item)
    rooms = {answer.steps[0].room for answer in answers}
    assert set(touched(answers, ()).rooms) == rooms and len(rooms) > 1
    for answer in answers:
        path = path_of(answers, answer.name)[:1]
        assert touched(answers, path).rooms == (answer.steps[0].room,)
    text = browser.get(f"/puzzle/{code}?path=0").text
    folded = text.partition('<div class="rest">')[2].partition("</details>")[0]
    assert folded.count("<image ") >= 4 and text.count("<image ") > folded.count("<image ") + 4


@pytest.mark.parametrize(
    "game_id",
    [pytest.param(id_, marks=pytest.mark.slow if id_ == "terra-mystica" else ()) for id_ in IDS],
)
def test_an_answer_takes_three_taps_on_average(game_id: str) -> None:
    of_kinds = []
    for kind in kinds(GAMES[game_id], ()):
        answers = stepped(asked(game_id, kind))
        of_kinds.append(mean(len(path_of(answers, answer.name)) for answer in answers))
    assert mean(of_kinds) <= MOST_TAPS


def test_the_order_of_the_choices_tells_nothing_of_their_worth() -> None:
    item, _ = first("troyes-dice")
    turned = item._replace(weighed=item.weighed._replace(options=item.weighed.options[::-1]))
    assert stepped(item) == stepped(turned)


def test_many_choices_are_put_into_groups_and_an_answer_within_another_is_offered() -> None:
    request = asked("tianxia", "deliveries")
    item = request.game.puzzles.steps(request.question, "A1", (phrase("tianxia.puzzle.none"),))
    many = tuple(Stepped(str(n), (item[0]._replace(word=f"{n:02}", text=n),)) for n in range(40))
    level = walk(many, ()).levels[0]
    assert [say(choice.label, "en") for choice in level.choices] == ["0 … 13", "14 … 27", "28 … 39"]
    assert {walk(many, path_of(many, answer.name)).name for answer in many} == {a.name for a in many}
    longer = (
        Stepped("a", item[:1]),
        *(Stepped(f"a {n}", (item[0], item[1]._replace(word=f"{n}", text=n))) for n in range(3)),
    )
    assert say(walk(longer, ()).levels[0].choices[0].label, "en") == "ship A"
    for path in ((9,), (0, 0, 0), (-1,)):
        with refused("puzzles.path"):
            walk(many, path)


# --- a puzzle ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", IDS)
def test_a_puzzle_is_opened_chosen_and_graded_as_its_answers_are_weighed(
    browser: Browser, game_id: str
) -> None:
    item, code = first(game_id)
    page = browser.get(f"/puzzle/{code}")
    assert page.status == 200
    assert page.text.count("<h1") == 1
    for part in item.game.puzzles.question_text(item.question):
        assert say(part, "en").split(".")[0].replace("'", "&#39;") in page.text
    for _ in range(6):
        sent = re.search(r'name="answer" value="([^"]+)"', page.text)
        if sent:
            break
        steps = re.findall(r'data-step href="([^"]+)"', page.text)
        page = browser.get(steps[-1].replace("&amp;", "&"))
    assert sent
    name = sent[1].replace("&gt;", ">")
    assert name in {option.name for option in item.weighed.options}
    for answer in (name, item.weighed.options[1].name):
        grade = browser.post(f"/puzzle/{code}/answer", {"answer": answer}).data
        fields = grade_of(item, answer, reveal=False).grade
        for part in ("answer", "value", "loss", "credit"):
            assert grade[part] == getattr(fields, part)
        assert not {"best", "best_text", "best_plan", "plan"} & grade.keys()
        assert len(grade["view"]) == 2, "worth and loss, not what the best one is worth"
    drawing = browser.get(f"/puzzle/{code}.svg?language=ja")
    assert (drawing.status, drawing.headers["content-type"]) == (200, "image/svg+xml")
    assert 'role="img"' in drawing.text


def test_hints_cost_and_after_the_best_answer_nothing_counts(browser: Browser) -> None:
    me = browser.other()
    item, code = first("terracotta-army")
    best, worse = item.weighed.options[0].name, item.weighed.options[-1].name
    hints = module_of(item.game.id).hints(item.question, item.weighed)
    assert say(hints[0], "en") not in me.get(f"/puzzle/{code}").text
    assert me.post(f"/puzzle/{code}/answer", {"answer": worse}).data["points"] == 0
    fields = me.post(f"/puzzle/{code}/hint", {}).data
    assert (fields["told"]["hints"], fields["told"]["more"]) == ([say(hints[0], "en")], len(hints) - 1)
    assert say(hints[0], "en") in me.get(f"/puzzle/{code}").text
    grade = me.post(f"/puzzle/{code}/answer", {"answer": best}).data
    assert (grade["credit"], grade["points"], grade["tries"]) == (10, 8, 2)
    assert me.get(f"/puzzle/{code}").says("web.puzzle.line", game=item.game.name, n=8, full=10)
    assert me.post(f"/puzzle/{code}/answer", {"answer": best}).data["tries"] == 2
    solved = me.post(f"/puzzle/{code}/reveal", {}).data
    assert solved["proved"] is True
    assert solved["answers"][0]["name"] == best
    assert solved["count"] == len(item.weighed.options)
    fresh = browser.other()
    fresh.post(f"/puzzle/{code}/reveal", {})
    assert fresh.post(f"/puzzle/{code}/answer", {"answer": best}).data["points"] is None
    assert fresh.post(f"/puzzle/{code}/hint", {}).data["hints_taken"] == 0


def test_what_counts_is_the_best_of_the_answers() -> None:
    attempt = Attempt().given("a", 6).given("b", 10)
    assert attempt.best and (attempt.best.name, attempt.best.points) == ("b", 9)
    late = Attempt(hints=2).given("a", 9).given("b", 9)
    assert late.best and (late.best.name, late.best.points, late.last) == ("a", 7, "b")
    assert Attempt(is_revealed=True).given("a", 10).best is None


def test_a_form_without_a_script_is_led_to_a_page(browser: Browser) -> None:
    me = browser.other()
    item, code = first("tianxia")
    name = item.weighed.options[-1].name
    sent = me.form(f"/puzzle/{code}/answer", answer=name)
    assert (sent.status, sent.location.startswith(f"/puzzle/{code}")) == (303, True)
    assert 'class="huge pen"' in me.get(sent.location).text
    answer = me.form(f"/puzzle/{code}/answer", answer="<b>no</b>")
    assert answer.status == 422
    assert "<b>no</b>" not in answer.text and "&lt;b&gt;no" in answer.text
    assert me.form(f"/puzzle/{code}/hint", path="0").location == f"/puzzle/{code}?path=0"


@pytest.mark.parametrize(
    ("answer", "status", "key"),
    [
        *((text, 422, "words.wrong") for text in ("", "nonsense", "x" * 5000, "\0", "/etc/passwd")),
        (7, 422, "web.body.shape"),
        ("x" * 70000, 413, "web.body.large"),
    ],
    ids=repr,
)
def test_what_is_no_answer_is_refused(browser: Browser, answer: object, status: int, key: str) -> None:
    result = browser.post(f"/puzzle/{first('tianxia')[1]}/answer", {"answer": answer})
    assert (result.status, result.says(key)) == (status, True)


def test_what_is_no_choice_or_no_paper_is_refused(browser: Browser) -> None:
    _, code = first("tianxia")
    for path in ("99", "-1", "x", "0.0.0.0.0", "9" * 50):
        page = browser.get(f"/puzzle/{code}?path={path}")
        assert (page.status, page.says("puzzles.path")) == (404, True)
    page = browser.get(f"/puzzle/{code}.pdf?paper=a9")
    assert (page.status, page.says("page.none")) == (422, True)


# --- fresh ones -------------------------------------------------------------------------------------------


def made(browser: Browser, at: str) -> str:
    """Wait for a puzzle that is being made; return where it is."""
    answer = browser.until(at, lambda data: data["at"] or not data["told"])
    return str(answer.data["at"])


def test_the_puzzle_of_the_day_is_made_once_and_its_result_kept(browser: Browser, tmp_path: object) -> None:
    waiting = browser.ask("GET", "/today/tianxia")
    assert waiting.status == 200 and waiting.says("web.puzzles.making")
    at = made(browser, "/today/tianxia")
    today = puzzle.today()
    assert at.endswith(f"?day={today}")
    assert made(browser.other(), "/today/tianxia") == at
    code = at.partition("?")[0].removeprefix("/puzzle/")
    page = browser.get(at)
    bar = re.findall("<small>(.*)</small><h1", page.text)
    assert bar == [f"{say(responses.day_of(today), 'en')} · Tianxia"] and "proved" in page.text
    facts = puzzle_tasks.facts(code)
    answers = weighed(GAMES["tianxia"], GAMES["tianxia"].puzzles.from_code(code), confirm=False)
    best = answers.weighed.options[0].name
    browser.post(f"/puzzle/{code}/hint", {"day": today})
    browser.post(f"/puzzle/{code}/answer", {"answer": best, "day": today})
    shared = {"date": today, "game": "Tianxia", "n": 9, "full": 10}
    assert browser.get(at).says("web.puzzle.line_of", **shared)
    assert browser.get("/puzzles/tianxia").says("web.puzzles.done", n=9, full=10)
    browser.post(f"/puzzle/{code}/answer", {"answer": answers.weighed.options[-1].name, "day": "2020-01-01"})
    assert browser.get("/puzzles/tianxia").text.count("9/10") == 1
    target = f"{tmp_path}/one.pdf"
    printed = ["puzzles", "tianxia", "--one", "--seed", f"{today}.tianxia", "--jobs", "1", "-o", target]
    done = CliRunner().invoke(main.cli, printed)
    assert done.exit_code == 0, done.output
    view = pypdf.PdfReader(io.BytesIO(browser.get(f"/puzzle/{code}.pdf").body))
    paper = pypdf.PdfReader(target)
    assert view.attachments == paper.attachments
    solution = [word("en", "puzzles.solution") in item.pages[0].extract_text() for item in (view, paper)]
    assert solution == [False, True], "the page keeps the answer to itself"
    assert facts.code == code


def test_a_fresh_puzzle_is_made_of_the_kind_that_is_wanted(browser: Browser) -> None:
    at = browser.form("/puzzles/tianxia", kind="deliveries", level="mixed").location
    assert browser.other().ask("GET", at).status == 404
    assert browser.get(made(browser, at)).says("tianxia.puzzle.kind.deliveries")


def test_a_slow_puzzle_is_weighed_behind_a_page_that_waits_and_graded_from_what_was_found(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tianxia, "SLOW_KINDS", ("wall",))
    monkeypatch.setattr(browser.state, "puzzles", Recent())
    monkeypatch.setattr(browser.state, "solutions", Recent())
    me = browser.other()
    item, code = first("tianxia")
    slow = phrase("web.puzzles.slow", kind=item.game.kind_named("wall"))
    assert say(slow, "en") in unescape(me.get("/puzzles/tianxia").text)
    answer = me.ask("GET", f"/puzzle/{code}")
    assert (answer.status, answer.location.startswith("/making/")) == (303, True)
    assert made(me, answer.location) == f"/puzzle/{code}"
    assert me.get(f"/puzzle/{code}").status == 200
    best, worse = item.weighed.options[0], item.weighed.options[-1]
    grade = me.post(f"/puzzle/{code}/answer", {"answer": worse.name}).data
    assert (grade["answer"], grade["loss"]) == (worse.name, float(best.value - worse.value))
    solved = me.post(f"/puzzle/{code}/reveal", {}).data
    assert (solved["answers"][0]["name"], solved["proved"]) == (best.name, False)
    monkeypatch.setattr(browser.state, "solutions", Recent())
    browser.state.proved.keep(code, True)
    assert me.post(f"/puzzle/{code}/reveal", {}).data["proved"] is True


def test_a_puzzle_is_made_of_a_position_but_not_of_a_path(browser: Browser) -> None:
    done = CliRunner().invoke(main.cli, ["example", "troyes-dice", "--left", "2", "--seed", "3"])
    assert done.exit_code == 0, done.output
    at = browser.form("/puzzles/troyes-dice/of", position=done.output).location
    assert at.startswith("/puzzle/TDP1") and browser.get(at).says("troyes.choose.die")


def test_the_day_s_puzzle_is_begun_anew_when_who_had_it_made_has_left(browser: Browser) -> None:
    address = "/today/terracotta-army"
    key = (puzzle.today(), "terracotta-army")
    assert browser.ask("GET", address).status == 200
    first = browser.state.days[key]
    browser.runner.run(stopped(browser.state.jobs, first))
    assert browser.ask("GET", address).status == 200
    assert browser.state.days[key] != first


async def stopped(works: JobQueue, id: str) -> None:
    job = works.stop(id)
    assert job
    await job.wait()
    assert job.state == "stopped"


def test_a_puzzle_that_takes_too_long_is_there_all_the_same(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def slow(*_: object, **__: object) -> None:
        raise InputError(phrase("web.work.slow", n=20))

    monkeypatch.setattr(browser.state, "puzzles", Recent())
    monkeypatch.setattr(JobQueue, "run", slow)
    page = browser.get(f"/puzzle/{first('tianxia')[1]}")
    assert page.status == 422 and page.says("web.work.slow", n=20)


def test_the_days_puzzles_are_made_ahead_today_first_one_after_the_other(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, str]] = []

    async def ahead(_server: object, known: Game, day: str) -> None:
        made.append((day, known.id))

    async def a_moment() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(puzzle.make_ahead(browser.state), 0.2)

    monkeypatch.setattr(puzzle, "_ahead", ahead)
    monkeypatch.setattr(puzzle, "BEFORE_AHEAD", 0)
    browser.runner.run(a_moment())
    games = [item.id for item in GAMES.values() if "puzzle" in item.rooms]
    assert [id for _, id in made] == [*games, *games]
    assert made[0][0] == puzzle.today() < made[-1][0]


def test_the_puzzle_of_today_is_weighed_and_drawn_before_anybody_asks(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, code = first("tianxia")
    monkeypatch.setattr(puzzle, "today", lambda: "2001-01-01")  # a day that has no puzzle yet
    browser.state.store.put_new(Day(code, id=puzzle.today(), game="tianxia"))
    browser.runner.run(puzzle._ahead(browser.state, GAMES["tianxia"], puzzle.today()))
    assert code in browser.state.puzzles
    page = browser.ask("GET", "/today/tianxia").location
    text = browser.get(page).text
    assert text.count("<image ") > 1, "a phone has the drawing in parts"
