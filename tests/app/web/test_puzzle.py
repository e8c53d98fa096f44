"""Puzzles on the page: every answer is reached by a few taps, and graded as the command grades it."""

from __future__ import annotations

import gzip
import io
import re
import time
from fractions import Fraction
from functools import cache
from html import unescape
from statistics import mean

import msgspec
import pypdf
import pytest
from click.testing import CliRunner

from pencilwright.app.answers.puzzle import FEW, Branch, OpenPuzzle, grade_of, in_units, kinds, tree, weighed
from pencilwright.app.cli import main
from pencilwright.app.web import puzzle_tasks, responses
from pencilwright.app.web.jobs import JobQueue
from pencilwright.app.web.routes import puzzle
from pencilwright.app.web.routes.puzzle import Attempt
from pencilwright.app.web.state import Recent
from pencilwright.app.web.views import puzzle as views
from pencilwright.games import GAMES, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import AnswerStep
from pencilwright.games.tianxia import puzzle as tianxia
from pencilwright.generator.book import Shapes
from pencilwright.solver.puzzles import Reply, module_of, objection
from pencilwright.templates.phrases import phrase, say, word
from tests.app.web.client import PATIENCE, Browser

PUZZLED = [game for game in GAMES.values() if "puzzle" in game.rooms]
IDS = [game.id for game in PUZZLED]
KINDS = [(game.id, kind) for game in PUZZLED for kind in kinds(game, ())]
KINDS_TRIED = [
    pytest.param(*each, marks=pytest.mark.slow if each[1] in ("liquidation", "two-rolls", "town") else ())
    for each in KINDS
]
MOST_TAPS, WIDEST, MOST_SENT = 3.0, 24, 6000
"""Choices to an answer on average, choices of a level, and packed bytes that a page's answers take."""


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
def test_every_answer_is_reached_by_choices_that_read_differently(game_id: str, kind: str) -> None:
    item = asked(game_id, kind)
    root = tree(item)
    names = [option.name for option in item.weighed.options]
    assert sorted(answer.name for answer in root.answers) == sorted(names)
    waiting = [root]
    while waiting:
        branch = waiting.pop()
        assert bool(branch.ways) != bool(branch.name)
        assert len(branch.ways) != 1 and len(branch.ways) <= WIDEST
        for language in ("en", "ja"):
            messages = [say(way.label, language) for way in branch.ways]
            assert len(set(messages)) == len(messages), "two choices of a level read alike"
            assert all(messages) and say(branch.ask or branch.text, language)
        waiting += branch.ways


@pytest.mark.parametrize(("game_id", "kind"), KINDS_TRIED)
def test_a_page_with_all_its_answers_is_small_and_has_their_places(game_id: str, kind: str) -> None:
    item = asked(game_id, kind)
    facts = puzzle_tasks.facts(puzzlecode.compact(item.game.puzzles.to_code(item.question)))
    shapes = msgspec.json.decode(puzzle_tasks.shapes(facts.game, facts.page, "ja"), type=Shapes)
    sent = msgspec.json.encode(views.spoken(facts.tree, "ja"))
    assert len(gzip.compress(sent, 5)) < MOST_SENT
    drawn = {place for answer in facts.tree.answers for place in answer.places}
    assert {place.lower() for place in drawn} - shapes.places.keys() <= {"piece.mausoleum"}
    pieces = views.drawing(shapes, facts.tree).parts
    tapped = {spot.name for piece in pieces for spot in piece.spots}
    assert {place for place in drawn if place.lower() in shapes.places} == tapped
    assert all(piece.box.holds(spot.box) for piece in pieces for spot in piece.spots), "none is cut"


def test_answers_of_a_die_name_the_district_that_they_concern() -> None:
    answers = tree(first("troyes-dice")[0]).answers
    rooms = {answer.room for answer in answers}
    assert len(rooms) > 1 and "" not in rooms


@pytest.mark.parametrize(
    "game_id",
    [pytest.param(id_, marks=pytest.mark.slow if id_ == "terra-mystica" else ()) for id_ in IDS],
)
def test_an_answer_takes_three_taps_on_average(game_id: str) -> None:
    of_kinds = []
    for kind in kinds(GAMES[game_id], ()):
        of_kinds.append(mean(taps(tree(asked(game_id, kind)))))
    assert mean(of_kinds) <= MOST_TAPS


def taps(branch: Branch) -> list[int]:
    """The choices to each answer."""
    return [1 + n for way in branch.ways for n in taps(way)] or [0]


def test_the_order_of_the_choices_tells_nothing_of_their_worth() -> None:
    item, _ = first("troyes-dice")
    turned = item._replace(weighed=item.weighed._replace(options=item.weighed.options[::-1]))
    assert tree(item) == tree(turned)


def test_an_answer_within_another_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    item = asked("tianxia", "deliveries")
    monkeypatch.setattr(
        tianxia, "steps", lambda _, name, __: tuple(AnswerStep(sign, sign, "?") for sign in name)
    )
    names = ["A", *(f"A{n}" for n in range(FEW))]
    weighed = item.weighed._replace(options=tuple(Reply(name, Fraction(1)) for name in names))
    root = tree(item._replace(weighed=weighed))
    assert [way.name for way in root.ways] == names
    assert [say(way.label, "en") for way in root.ways] == ["that is all", *map(str, range(FEW))]


# --- a puzzle ---------------------------------------------------------------------------------------------


def given(browser: Browser, code: str, answer: str) -> str:
    """Return the page of a puzzle after an answer."""
    return browser.get(browser.form(f"/puzzle/{code}/answer", answer=answer).location).text


def graded(page: str) -> tuple[str, ...]:
    """Return the short form of the answer that a page grades, its credit, and its worth in words."""
    parts = (r'data-last="([^"]*)"', r'class="huge pen">(\d+)<', r'<p class="big">(.*?)</p>')
    return tuple(unescape(re.findall(part, page)[0]) for part in parts)


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
    listed = re.findall(r'<option value="([^"]+)"', page.text)
    assert {unescape(name) for name in listed} == {option.name for option in item.weighed.options}
    name = unescape(listed[-1])
    for answer in (name, item.weighed.options[1].name):
        view = given(browser, code, answer)
        grade, (worth, _, _) = grade_of(item, answer, reveal=False)
        assert graded(view) == (answer, str(grade.credit), say(in_units(item, worth), "en"))
        assert 'id="solved"' not in view and "data-best" not in view
    drawing = browser.get(f"/puzzle/{code}.svg?language=ja")
    assert (drawing.status, drawing.headers["content-type"]) == (200, "image/svg+xml")
    assert 'role="img"' in drawing.text


def test_hints_cost_and_after_the_best_answer_nothing_counts(browser: Browser) -> None:
    me = browser.other()
    item, code = first("terracotta-army")
    best, worse = item.weighed.options[0].name, item.weighed.options[-1].name
    hints = module_of(item.game.id).hints(item.question, item.weighed)
    assert say(hints[0], "en") not in me.get(f"/puzzle/{code}").text
    given(me, code, worse)
    assert me.get(f"/puzzle/{code}").says("web.puzzle.counts", n=0, full=10)
    shown = unescape(me.get(me.form(f"/puzzle/{code}/hint").location).text)
    assert [say(hint, "en") in shown for hint in hints] == [True] + [False] * (len(hints) - 1)
    for _ in range(2):  # the same answer again is none
        assert graded(given(me, code, best))[:2] == (best, "10")
        assert me.get(f"/puzzle/{code}").says("web.puzzle.line", game=item.game.name, n=8, full=10)
    me.form(f"/puzzle/{code}/reveal")
    solved = me.get(f"/puzzle/{code}")
    assert solved.says("web.puzzle.proved") and f'data-best="{best}"' in unescape(solved.text)
    assert solved.says("web.puzzle.table", n=puzzle.MOST_SHOWN, all=len(item.weighed.options))
    fresh = browser.other()
    fresh.form(f"/puzzle/{code}/reveal")
    assert 'id="share-line"' not in given(fresh, code, best)
    fresh.form(f"/puzzle/{code}/hint")
    assert say(hints[0], "en") not in unescape(fresh.get(f"/puzzle/{code}").text)


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
    assert me.form(f"/puzzle/{code}/hint").location == f"/puzzle/{code}"


@pytest.mark.parametrize(
    ("answer", "status", "key"),
    [
        *((text, 422, "words.wrong") for text in ("", "nonsense", "x" * 5000, "\0", "/etc/passwd")),
        ("x" * 70000, 413, "web.body.large"),
    ],
    ids=repr,
)
def test_what_is_no_answer_is_refused(browser: Browser, answer: str, status: int, key: str) -> None:
    result = browser.form(f"/puzzle/{first('tianxia')[1]}/answer", answer=answer)
    assert (result.status, result.says(key)) == (status, True)


def test_what_is_no_paper_is_refused(browser: Browser) -> None:
    _, code = first("tianxia")
    page = browser.get(f"/puzzle/{code}.pdf?paper=a9")
    assert (page.status, page.says("print.choice")) == (422, True)


# --- fresh ones -------------------------------------------------------------------------------------------


def made(browser: Browser, at: str) -> str:
    """Wait for a puzzle that is being made; return where it is."""
    by = time.monotonic() + PATIENCE
    while time.monotonic() < by:
        answer = browser.ask("GET", at)
        at = answer.location or at
        if at.startswith("/puzzle/"):
            return at
        browser.wait(0.05)
    raise AssertionError(f"{at}: {answer.text}")


def test_the_puzzle_of_the_day_is_made_once_and_its_result_kept(browser: Browser, tmp_path: object) -> None:
    neighbour, waiting = browser.other(), browser.get("/today/tianxia")
    assert waiting.status == 200 and waiting.says("web.puzzles.making.day")
    (job,) = re.findall('data-job="(.*?)"', neighbour.get("/today/tianxia").text)
    assert f'data-job="{job}"' in waiting.text and neighbour.json(f"/jobs/{job}").status == 200
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
    browser.form(f"/puzzle/{code}/hint", day=today)
    browser.form(f"/puzzle/{code}/answer", answer=best, day=today)
    shared = {"date": today, "game": "Tianxia", "n": 9, "full": 10}
    assert browser.get(at).says("web.puzzle.line_of", **shared)
    assert browser.get("/puzzles/tianxia").says("web.puzzles.done", n=9, full=10)
    browser.form(f"/puzzle/{code}/answer", answer=answers.weighed.options[-1].name, day="2020-01-01")
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
    monkeypatch.setattr(browser.state, "proofs", Recent())
    me = browser.other()
    item, code = first("tianxia")
    slow = phrase("web.puzzles.slow", kind=item.game.kind_named("wall"))
    assert say(slow, "en") in unescape(me.get("/puzzles/tianxia").text)
    answer = me.ask("GET", f"/puzzle/{code}")
    assert (answer.status, answer.location.startswith("/making/")) == (303, True)
    assert made(me, answer.location) == f"/puzzle/{code}"
    assert me.get(f"/puzzle/{code}").status == 200
    best, worse = item.weighed.options[0], item.weighed.options[-1]
    _, (worth, _, _) = grade_of(item, worse.name, reveal=False)
    assert graded(given(me, code, worse.name))[2] == say(in_units(item, worth), "en")
    me.form(f"/puzzle/{code}/reveal")
    solved = me.get(f"/puzzle/{code}")
    assert f'data-best="{best.name}"' in unescape(solved.text) and solved.says("web.puzzle.unproved")
    monkeypatch.setattr(browser.state, "proofs", Recent())
    browser.state.proved.keep(code, True)
    assert me.get(f"/puzzle/{code}").says("web.puzzle.proved")


def test_a_puzzle_is_made_of_a_position_but_not_of_a_path(browser: Browser) -> None:
    done = CliRunner().invoke(main.cli, ["example", "troyes-dice", "--left", "2", "--seed", "3"])
    assert done.exit_code == 0, done.output
    at = browser.form("/puzzles/troyes-dice/of", position=done.output).location
    assert at.startswith("/puzzle/TDP1") and browser.get(at).says("troyes.choose.die")


def test_a_position_with_one_answer_is_refused_on_its_page(browser: Browser) -> None:
    position = GAMES["tianxia"].to_json(GAMES["tianxia"].examples.example(3, 1)).decode()
    page = browser.get(browser.form("/puzzles/tianxia/of", position=position, kind="wall").location)
    assert (page.status, page.says("puzzles.no_answers")) == (422, True)


def test_the_day_s_puzzle_is_begun_anew_when_who_had_it_made_has_left(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle, "today", lambda: "2026-12-12")  # takes two seconds
    first, again = (
        re.findall(r"/making/(\w+)", browser.ask("GET", "/today/terracotta-army").location) for _ in "ab"
    )
    assert first == again
    browser.runner.run(stopped(browser.state.jobs, first[0]))
    assert browser.get(f"/making/{first[0]}?game=terracotta-army&day=x").says("web.puzzles.today")
    other = browser.ask("GET", "/today/terracotta-army").location
    assert other.startswith("/making/") and first[0] not in other


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
