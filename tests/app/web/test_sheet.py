"""The tapped sheet: its drawing has every mark as a control, its score is that of the command."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilwright import games
from pencilwright.app.answers.advice import advice, question
from pencilwright.app.answers.score import answers_for, problem_text
from pencilwright.app.positions.open_sheet import OpenSheet
from pencilwright.app.web import static_files, worker_tasks
from pencilwright.app.web.store import StoredSheet
from pencilwright.app.web.views import ranking, sheet, turn
from pencilwright.games import Game, pagecode
from pencilwright.games.controls import Number, OneOf, Text, marks_of
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import label
from pencilwright.games.sheets import FilledSheet
from pencilwright.templates.page import VALUES
from pencilwright.templates.phrases import languages, phrase, say, sentences, words
from tests.generator.orders import setup
from tests.refusals import refused, says

SPACE = "{http://www.w3.org/2000/svg}"
LARGEST, REST, MOST_ELEMENTS = 61_500, 3_000, 5_000
"""Bytes of a page with scripts and styles as they are sent, and of what it has besides drawing and data."""
BOARD, WHOLE_BOARD = 2.5, 1.35
"""By so much a board may have more elements, and its page be larger: each space has a dozen marks."""
SEATED: dict[str, Any] = {
    "terra-mystica": "witches,giants,nomads",
    "terracotta-army": "blue,chancellor",
    "tianxia": 3,
}
"""Who plays on a sheet that is printed without a setup, as the game's own option says it."""
ROLES = {OneOf: "radio", Text: "button"}


def codes() -> Iterator[tuple[Game, str]]:
    """Page codes of every document with marks: without a setup, and with several."""
    for game in games.GAMES.values():
        paper = game.paper
        for document in paper.DOCUMENTS.values():
            if not document.fillable:
                continue
            is_open = document.id not in paper.WITH_SETUP or document.id in paper.OPEN_BY_DEFAULT
            drawn = [setup(game.id), game.setups.draw("web")] if document.id in paper.WITH_SETUP else []
            for item in [*drawn, *([None] * is_open)]:
                code = None if item is None else game.setups.to_code(item)
                is_blank = item is None and document.id in paper.WITH_SETUP
                kind = (game.prefix, document.number, document.version)
                page = pagecode.PageCode(*kind, "en", "colour", "a4", blank_numbers=is_blank, setup=code)
                yield game.on(document), pagecode.encode(page)
            if document.seated:
                number = document.seated.number(SEATED[game.id])
                seated = page._replace(blank_numbers=True, setup=None, seats=number)
                yield game.on(document), pagecode.encode(seated)


CODES = tuple(codes())
each_sheet = pytest.mark.parametrize(("game", "code"), CODES, ids=[code for _, code in CODES])
each_sheet_in_a_language = pytest.mark.parametrize(
    ("game", "code", "language"),
    [
        pytest.param(*sheet, language, marks=pytest.mark.long if (n + m) % 2 else ())
        for n, sheet in enumerate(CODES)
        for m, language in enumerate(languages())
    ],
    ids=str,
)
"""Each sheet in one of the languages, at night in all."""


pytestmark = pytest.mark.usefixtures("drawn_once")


@cache
def drawing(code: str, language: str) -> ElementTree.Element:
    drawn = sheet._drawn(code, language).svg
    return ElementTree.fromstring(drawn.replace("<svg ", f'<svg xmlns="{SPACE[1:-1]}" '))


@each_sheet_in_a_language
def test_the_drawing_has_every_mark_of_the_page_once_with_role_and_label(
    game: Game, code: str, language: str
) -> None:
    page = sheet._drawn(code, language)
    groups = drawing(code, language).iter(f"{SPACE}g")
    results = {group.get("id"): group for group in groups if (group.get("id") or "").startswith("m.")}
    assert sorted(results) == sorted(f"m.{mark.id}" for mark in page.marks)
    control_of = {mark: control for control in game.marks.CONTROLS for mark in marks_of(control)}
    for mark in page.marks:
        group = results[f"m.{mark.id}"]
        control = control_of[mark.id]
        boxed = isinstance(control, Number) and len(control.marks) > 1
        usual = "spinbutton" if isinstance(control, Number) and not boxed else "checkbox"
        assert group.get("role") == ROLES.get(type(control), usual)
        assert group.get("aria-label") == mark.label
        assert group[0].get("class") == "hit"


@each_sheet_in_a_language
def test_all_marks_lie_in_what_a_screen_shows_and_nothing_of_the_camera_does(
    game: Game, code: str, language: str
) -> None:
    root = drawing(code, language)
    x, y, width, height = map(float, (root.get("viewBox") or "").split())
    for mark in sheet._drawn(code, language).marks:
        assert x <= mark.rect.x and mark.rect.right <= x + width, mark.id
        assert y <= mark.rect.y and mark.rect.bottom <= y + height, mark.id
    areas = [area.id for area in sheet.page_of(sheet.opened(code), language).areas]
    assert [area for area in areas if not area.startswith(("room.", "left."))] == ["screen"]


def modules(name: str, known: frozenset[str] = frozenset()) -> frozenset[str]:
    """A script and all that it imports."""
    text = static_files.files()[name].plain.decode()
    for other in re.findall(r'from "\./([\w.]+)"|import "\./([\w.]+)"', text):
        if (file := "".join(other)) not in known:
            known = modules(file, known | {file})
    return known | {name}


def test_no_text_of_a_script_is_taken_for_a_comment() -> None:
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|/\*[\s\S]*?\*/|(?<!:)//.*')
    for path in static_files.FOLDER.glob("*.js"):
        texts = [item for item in token.findall(path.read_text("utf-8")) if item[0] in '`"']
        assert texts and not any(" //" in text or "/*" in text for text in texts), path.name
        assert not any("\n" in text for text in texts), path.name
        assert b"/*" not in static_files.files()[path.name].plain


@each_sheet_in_a_language
def test_a_sheet_keeps_to_the_budget_and_names_colours_by_role(game: Game, code: str, language: str) -> None:
    page = sheet.page(code, language)
    text = page["svg"] + page["data"]
    larger = BOARD if game.sheet else 1
    size = len(gzip.compress(text.encode(), 5)) + REST
    size += sum(len(static_files.files()[name].packed) for name in ("theme.css", "web.css", "sheet.css"))
    late = {"columns.js": page["has_columns"], "turn.js": turn.has_turns(code)}
    scripts = modules("sheet.js").union(*(modules(name) for name, is_there in late.items() if is_there))
    size += sum(len(static_files.files()[name].packed) for name in scripts)
    assert size < LARGEST * (WHOLE_BOARD if game.sheet else 1)
    root = drawing(code, language)
    assert len(list(root.iter())) < MOST_ELEMENTS * larger * 0.9, "it has fields too"
    assert re.findall(r'(?:fill|stroke)="#[^"]*"', page["svg"]) == []
    assert "<" not in page["data"]


@each_sheet
def test_the_script_gets_each_mark_of_the_page_in_one_control(game: Game, code: str) -> None:
    data = json.loads(sheet.page(code, "en")["data"])
    visible = {mark.id for mark in sheet._drawn(code, "en").marks}
    listed = [mark for control in data["controls"] for mark in control[1] if mark in visible]
    assert sorted(listed) == sorted(visible)
    rows = [row for column in sheet.page(code, "en")["columns"] for row in column.rows]
    fields = [mark.id for row in rows for cell in row.cells for mark in cell.marks]
    assert sorted(fields) == sorted(visible), "and in one field of the list"


def some_marks(game: Game) -> st.SearchStrategy[dict[str, str]]:
    """Any values of any marks."""

    def value(kind: str) -> st.SearchStrategy[str]:
        if VALUES[kind]:
            return st.sampled_from(("", *VALUES[kind]))
        return st.integers(0, 99).map(str) if kind == "number" else st.sampled_from(("", "Ada", "天下", "12"))

    entries = [st.tuples(st.just(mark.id), value(mark.kind)) for mark in game.marks.MARKS]
    return st.lists(st.one_of(entries), max_size=30).map(dict)


@each_sheet
@settings(max_examples=2)
@given(data=st.data(), language=st.sampled_from(languages()))
def test_the_score_is_that_of_the_command(game: Game, code: str, data: Any, language: str) -> None:
    scored_alike(game, code, data, language)


@pytest.mark.long
@each_sheet
@given(data=st.data(), language=st.sampled_from(languages()))
def test_the_score_of_many_sheets_is_that_of_the_command(
    game: Game, code: str, data: Any, language: str
) -> None:
    scored_alike(game, code, data, language)


def scored_alike(game: Game, code: str, data: Any, language: str) -> None:
    """Score some marks as the page and as the command do."""
    marks = data.draw(some_marks(game))
    written = {mark: value for mark, value in marks.items() if value.strip()}
    results = sheet.score(code, marks, language)
    position = OpenSheet(FilledSheet(0, code, written)).position()
    answers = answers_for(position)
    assert [item["total"] for item in results["players"]] == [answer.total for answer in answers]
    assert results["total"] == (answers[0].total if len(answers) == 1 else None)
    for player, answer in zip(results["players"], answers, strict=True):
        assert player["name"] == say(answer.name, language)
        lines = [(line.id, line.points, say(line.reason, language)) for line in answer.lines]
        assert [(line["id"], line["points"], line["text"]) for line in player["lines"]] == lines
        assert sum(line["points"] for line in player["lines"]) == player["total"]
    if written and answers:
        problems = answers[0].problems
        marked = [list(problem.marks) for problem in problems]
        left = [item for item in results["problems"] if not item.get("written")]
        differs = [item.mark for answer in answers for item in answer.differs]
        assert [item["marks"] for item in results["problems"] if item not in left] == [differs] * bool(
            differs
        )
        assert [item["marks"] for item in left] == marked
        assert [item["text"] for item in left] == [
            sentences(problem_text(problem, mended=False), language) for problem in problems
        ]
        for problem in results["problems"]:
            assert set(problem["marks"]) <= {mark.id for mark in game.marks.MARKS}
    places = {mark.id: mark.kind for mark in game.marks.MARKS}
    assert {places[mark] for mark in results["fills"]} <= {"number", "text"}
    assert "0" not in results["fills"].values()


@pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: game.id)
def test_what_fills_the_places_for_points_adds_up_as_the_sheet_says(game: Game) -> None:
    state = game.examples.example("filled", 0)
    marks = game.marks.to_marks(state)
    code = next(item for known, item in CODES if known == game)
    printed = getattr(state, "setup", None)
    if printed is not None and pagecode.decode(code).setup:
        code = pagecode.encode(pagecode.decode(code)._replace(setup=game.setups.to_code(printed)))
    results = sheet.score(code, marks, "en")
    fills = results["fills"]
    totals = [fills[mark] for mark in fills if "total" in (mark[:5], mark.rpartition(".")[2][:5])]
    assert sorted(totals, key=int) == sorted((str(item["total"]) for item in results["players"]), key=int)


@each_sheet
def test_a_remedy_mends(game: Game, code: str) -> None:
    room = game.marks
    visible = {mark.id for mark in sheet._drawn(code, "ja").marks}
    one_of = [
        [mark for mark in control.marks if mark in visible]
        for control in room.CONTROLS
        if isinstance(control, OneOf)
    ]
    both = next((marks[:2] for marks in one_of if len(marks) > 1), [])
    if not both:
        pytest.skip("nothing on this page is one of several")
    value = VALUES[next(mark.kind for mark in room.MARKS if mark.id == both[0])][0]
    marks = dict.fromkeys(both, value)
    before = sheet.score(code, marks, "ja")["problems"]
    assert before
    for problem in before:
        for remedy in problem["remedies"]:
            assert len(sheet.score(code, marks | remedy["marks"], "ja")["problems"]) < len(before)


@pytest.mark.slow
def test_a_typed_number_that_is_none_is_no_0() -> None:
    code = next(code for known, code in codes() if known.id == "tianxia")
    result = sheet.score(code, {"p1.points": "1O", "p2.points": "60"}, "en")
    first, second, *_ = result["players"]
    assert (first["total"], second["total"]) == (say(phrase("score.least", low=0), "en"), 60)
    assert [list(problem["marks"]) for problem in result["problems"]] == [["p1.points"]]
    kept = StoredSheet(code, "Ann", {"p1.points": "1O", "p2.points": "60"}, id="s")
    compared = ranking.compared([kept])
    ((name, why),) = compared.refused
    assert (compared.answers, name) == ([], "Ann") and says(say(why, "en"), "pad.no_number", text="'1O'")
    mark = next(mark for mark in games.game("tianxia").marks.MARKS if mark.id == "p1.points")
    assert say(label(mark), "en") in say(why, "en") and "p1.points" not in say(why, "en")


def test_the_likely_way_shows_where_to_mark_the_black_die_and_writes_no_place_for_it() -> None:
    code = next(code for game, code in CODES if game.id == "troyes-dice" and pagecode.decode(code).setup)
    halls = {"building.town_hall.1": "circled", "building.town_hall.4": "circled", "slot.1.0": "circled"}
    marks = halls | {f"citizens.yellow.{n}": "circled" for n in range(1, 5)}
    (problem,) = sheet.score(code, marks, "en")["problems"]
    likely, other = problem["remedies"]
    assert problem["marks"][0] == "slot.2.0"
    assert (likely["marks"], other["marks"]) == ({}, {"slot.1.0": ""})
    place = phrase("mark.slot.pm", day=1, slot=0)
    for language in languages():
        (problem,) = sheet.score(code, marks, language)["problems"]
        die = phrase("mark.slot.pm.short")
        remedies = [say(phrase(f"remedy.{what}.short", mark=die), language) for what in ("pick", "blank")]
        rule = say(phrase("troyes.marks.contradicted.short"), language)
        assert problem["short"] in (rule, say(phrase("web.sheet.thing", at=place, rule=rule), language))
        assert [remedy["short"] for remedy in problem["remedies"]] == remedies


def test_the_marks_of_a_games_end_are_no_position_to_ask_about() -> None:
    ends = [item for item in CODES if sheet.opened(item[1]).document.final]
    assert {game.id for game, _ in ends} == {"terracotta-army"}
    for game, code in ends:
        marks = game.marks.to_marks(game.examples.example("3", 1))
        with refused("terracotta.advice.error.over"):
            advice(question(worker_tasks.Entered("", code, marks).position(game), {}))


@each_sheet
def test_unknown_marks_and_values_are_refused(game: Game, code: str) -> None:
    mark = next(mark.id for mark in game.marks.MARKS if VALUES[mark.kind])
    for marks in ({"nothing": "circled"}, {mark: "painted"}, {"__proto__": "x"}):
        with pytest.raises(InputError) as error:
            sheet.score(code, marks, "en")
        assert error.value.field == next(iter(marks))


@pytest.mark.parametrize("language", languages())
def test_what_the_script_says_has_only_blanks_that_it_fills(language: str) -> None:
    fields = {key: text for key, text in words(language).items() if key.startswith(sheet.SCRIPT_WORDS)}
    assert fields
    for key, text in fields.items():
        assert re.findall(r"\{[^}]*\}", text) == re.findall(r"\{\w+\}", text), key


def test_who_plays_is_read_from_the_page_where_it_is_printed() -> None:
    pages = {item: pagecode.decode(item) for game, item in CODES if game.id == "terra-mystica"}
    code = next(item for item, page in pages.items() if page.seats)
    blank = next(item for item, page in pages.items() if not page.seats and not page.setup)
    visible = {mark.id for mark in sheet._drawn(code, "en").marks}
    assert len(visible) < len(sheet._drawn(blank, "en").marks) / 2, "the paper has no more"
    players = [item["name"] for item in sheet.score(code, {}, "en")["players"]]
    assert players == ["Witches", "Giants", "Nomads"]
    stored = StoredSheet(code, id="a-sheet-1")
    assert [say(answer.name, "en") for answer in ranking.compared([stored]).answers] == players
    result = worker_tasks.Entered(page_code=code).position(games.game("terra-mystica"))
    assert result == OpenSheet(FilledSheet(1, code, {})).position()
