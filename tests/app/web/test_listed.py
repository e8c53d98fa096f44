"""Without scripts the sheet is a form: what its fields say is what its marks were, and sent it is counted."""

from __future__ import annotations

import html
import re

import pytest

from pencilwright.app.web import requests
from pencilwright.app.web.store import StoredSheet
from pencilwright.app.web.views import columns, sheet
from pencilwright.games import GAMES, Game, game

from .client import Answer, Browser
from .test_sheet import CODES

pytestmark = pytest.mark.usefixtures("drawn_once")
FORM = {"content-type": requests.FORM}


def filled(known: Game, code: str) -> dict[str, str]:
    """The marks of an example that are on a page."""
    visible = {mark.id for mark in sheet._drawn(code, "en").marks}
    marks = known.on(sheet.opened(code).document).marks.to_marks(known.examples.example("filled", 1))
    return {mark: value for mark, value in marks.items() if mark in visible}


@pytest.mark.parametrize(("known", "code"), CODES, ids=lambda item: getattr(item, "id", ""))
def test_fields_say_what_the_marks_are_and_say_it_back(known: Game, code: str) -> None:
    marks = filled(known, code)
    assert marks
    text = sheet._values_in_words(sheet.opened(code), sheet._drawn(code, "en"), marks)
    back = sheet.entered(code, text, marks)
    assert {mark: value for mark, value in back.items() if value} == marks
    assert {mark for mark, value in sheet.entered(code, {}, marks).items() if value} == set()


def cells_of(code: str) -> list[columns.ColumnCell]:
    """The fields of a sheet."""
    return [cell for column in sheet.page(code, "en")["columns"] for row in column.rows for cell in row.cells]


def form_of(page: str) -> dict[str, str]:
    """What a browser without scripts would send of the list on a page."""
    inside = page[page.index('<form class="columns"') : page.index("</form>")]
    results = {}
    for tag in re.findall(r"<input[^>]*>", inside):
        fields = {name: html.unescape(text) for name, text in re.findall(r'([a-z-]+)="([^"]*)"', tag)}
        if fields.get("type") not in ("checkbox", "radio") or " checked" in tag:
            results[fields["name"]] = fields.get("value", "on")
    for name, options in re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', inside, re.DOTALL):
        chosen = re.findall(r'<option value="([^"]*)" selected', options)
        results[html.unescape(name)] = (chosen or re.findall(r'<option value="([^"]*)"', options))[0]
    return results


def send(browser: Browser, address: str, fields: dict[str, str]) -> Answer:
    answer = browser.form(address, **fields)
    return browser.get(answer.location.partition("#")[0]) if answer.status == 303 else answer


def total(page: str) -> str:
    result = re.search(r'id="total">([^<]*)<', page)
    assert result
    return result[1]


def action(page: str) -> str:
    result = re.search(r'<form class="columns"[^>]*action="([^"]*)"', page)
    assert result
    return html.unescape(result[1])


def opened(browser: Browser, name: str) -> tuple[str, str, str]:
    """A new list of a game, its page code and the id of its sheet."""
    page = browser.get(f"/sheet/{name}?as=list").text
    path, _, query = action(page).partition("?")
    return page, path.split("/")[2], query.partition("id=")[2].partition("&")[0]


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_a_list_is_sent_counted_and_sent_again(browser: Browser, known: Game) -> None:
    page, code, id = opened(browser, known.id)
    marks = filled(known, code)
    text = form_of(page) | sheet._values_in_words(sheet.opened(code), sheet._drawn(code, "en"), marks)
    after = send(browser, action(page), text)
    wanted = sheet.score(code, marks, "en")
    assert after.status == 200
    assert after.text.partition("<dialog")[0].count("<dd") == sum(
        len(item["lines"]) for item in wanted["players"]
    )
    if wanted["total"] is not None:
        assert total(after.text) == str(wanted["total"])
    stored = browser.state.store.thing(StoredSheet, id=id)
    assert stored is not None and stored.marks == marks
    send(browser, action(after.text), form_of(after.text))
    same = browser.state.store.thing(StoredSheet, id=id)
    assert same is not None and same.version == stored.version


def test_what_is_no_number_is_one_sentence_and_nothing_is_lost(browser: Browser) -> None:
    page, code, _ = opened(browser, "tianxia")
    rows = {cell.kind: cell.marks[0] for cell in cells_of(code)}
    fields = form_of(page) | {
        rows["number"].id: "many",
        rows["text"].id: "Ann <b>",
        rows["toggle"].id: rows["toggle"].id,
    }
    answer = send(browser, action(page), fields)
    assert answer.status == 422 and answer.text.count('class="card bad" role="alert"') == 1
    assert answer.says("web.sheet.number", what=rows["number"].label, text=repr("many"))
    again = form_of(answer.text)
    assert again[rows["text"].id] == "Ann <b>" and again[rows["number"].id] == "many"
    assert rows["toggle"].id in again
    assert send(browser, action(answer.text), again | {rows["number"].id: "7"}).status == 200


def test_what_another_phone_tapped_meanwhile_stays(browser: Browser) -> None:
    page, code, id = opened(browser, "troyes-dice")
    first = next(mark.id for mark in game("troyes-dice").marks.MARKS if mark.kind == "circle")
    tapped = {"page_code": code, "marks": {first: "circled"}, "stamps": {first: 5}, "version": 0}
    assert browser.post(f"/sheets/{id}", tapped, "PUT").status == 200
    field = next(cell.field for cell in cells_of(code) if cell.kind == "text")
    send(browser, action(page), form_of(page) | {field: "Ann"})
    stored = browser.state.store.thing(StoredSheet, id=id)
    assert stored is not None and stored.marks == {first: "circled", field: "Ann"}


def test_without_scripts_a_sheet_leads_to_its_list(browser: Browser) -> None:
    page = browser.get("/sheet/troyes-dice").text
    inside = page[page.index("<noscript>") : page.index("</noscript>")]
    assert "as=list" in inside
    assert "<noscript><button" in browser.get("/sheet/troyes-dice?as=list").text
