"""Every page of every game, in each language: there, in its language, with one heading, and no dead link."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pencilwright.app.positions import setups
from pencilwright.app.positions.sources import user_components
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.store import StoredSheet
from pencilwright.app.web.views.ranking import compared
from pencilwright.app.web.views.sections import sections_of
from pencilwright.games import GAMES, Game, pagecode
from pencilwright.templates.phrases import languages, part, phrase, say
from tests import partial_language
from tests.app.web.client import HOST, Browser

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


def pages(game: Game) -> list[str]:
    return ["/", "/about", "/photo", "/sheets", "/tables", *(item.address for item in sections_of(game))]


@pytest.mark.parametrize("language", languages())
@each_game
def test_every_page_is_there_in_each_language(browser: Browser, game: Game, language: str) -> None:
    for path in pages(game):
        view = browser.get(f"{path}?lang={language}")
        assert view.status == 200 and f'<html lang="{language}"' in view.text, path
        assert len(re.findall("<h1", view.text)) == 1 and re.search(r"<title>[^<]+</title>", view.text), path
        assert not re.search(r">\s*web\.[a-z]", view.text), path


@each_game
def test_fields_have_words_of_the_page_s_own_language(browser: Browser, game: Game) -> None:
    """Those of the help stand in for words that a page lacks."""
    own = f"help.{game.id}."
    english = [text.rstrip(".") for key, text in part("en", "help").items() if key.startswith(own)]
    for path in pages(game):
        view = unescape(browser.get(f"{path}?lang=ja").text)
        assert [text for text in english if text in view] == [], path


def test_a_field_without_words_of_its_own_is_called_as_the_help_of_its_option(browser: Browser) -> None:
    label = part("ja", "help")["help.troyes-dice.numbering"].rstrip("。")
    assert label in unescape(browser.get("/setup/troyes-dice?lang=ja").text)


@each_game
def test_links_of_pages_lead_somewhere(browser: Browser, game: Game) -> None:
    results = {
        link for path in pages(game) for link in re.findall(r'href="(/[^"#]*)"', browser.get(path).text)
    }
    seen = {re.sub(r"(id|token)=[^&]*", "", link).replace("&amp;", "&") for link in results}
    for link in seen:
        if not link.endswith((".pdf", ".svg")) and "/today/" not in link and ".pdf?" not in link:
            assert browser.get(link).status == 200, link


def test_a_choice_of_language_keeps_all_that_an_address_says(browser: Browser) -> None:
    text = browser.get("/photo?sheet=one&sheet=two&lang=en").text
    assert "/photo?sheet=one&amp;sheet=two&amp;lang=ja" in text


def test_a_sheet_of_a_setup_is_for_those_who_play() -> None:
    game = GAMES["tianxia"]
    for players in (2, 3, 4):
        code = game.setups.to_code(game.setups.draw(1, players=players))
        assert pagecode.decode(blank(game, code, "en")).seats == players


def test_two_photographs_of_one_sheet_count_once_and_tapped_sheets_each() -> None:
    known = GAMES["troyes-dice"]
    code = blank(known, known.setups.to_code(known.setups.draw(1)), "en")
    marks = {f"citizens.red.{n}": "circled" for n in range(1, 9)}
    other = {f"citizens.white.{n}": "circled" for n in range(1, 9)}
    given = {
        "a.1": marks,
        "x": marks,
        "y": marks,
        "b.1": marks,
        "b.2": other,
        "c.1": marks | {"link.1": "circled"},
    }
    stored = [StoredSheet(code, marks=marks, id=id) for id, marks in given.items()]
    result = compared(stored, of_photographs=True)
    assert [answer.sheet for answer in result.answers] == ["a.1", "x", "y", "b.2", "c.1"]
    assert [text.key for text in result.twice] == ["twice.same", "twice.differ"]
    assert len(compared(stored).answers) == 6  # at a table each is somebody's


@each_game
def test_the_codes_that_a_wrong_one_may_mean_are_links(browser: Browser, game: Game) -> None:
    setups = game.setups
    code = setups.to_code(setups.draw("meant"))
    wrong = code[:-1] + ("1" if code[-1] != "1" else "2")
    for path in (f"/code?code={wrong}", f"/setup/{game.id}/{wrong}"):
        view = browser.get(path)
        assert view.status in (404, 422)
        meant = re.findall(r'href="(/code\?code=[^"]+)"', view.text)
        assert f"/code?code={code}" in meant
        assert code in browser.get(f"/code?code={code}").text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("typed", ["TD1-NOTACODE", "<b>", "TDP1-x", "", "TD1" * 200])
def test_a_code_that_cannot_be_read_comes_back_in_its_form(
    browser: Browser, typed: str, language: str
) -> None:
    view = browser.get(f"/code?{urlencode({'code': typed, 'lang': language})}")
    assert view.status == 422
    (field,) = re.findall(r'<input[^>]* name="code"[^>]*>', view.text)
    assert f'value="{escape(typed)}"' in field and 'aria-describedby="wrong-code"' in field
    assert len(re.findall(r'<p class="wrong bad" role="alert" id="wrong-code">.+</p>', view.text)) == 1


def test_a_refusal_leads_back_to_the_page_of_ours_that_it_came_from(browser: Browser) -> None:
    ours = f"http://{HOST}/tables?lang=en"
    led = browser.get("/table/QQQQQ", headers={"referer": ours})
    assert led.status == 404
    assert 'href="/tables?lang=en"' in led.text
    for foreign in ("", "http://example.org/tables", f"http://{HOST}//example.org/", f"http://{HOST}/"):
        page = browser.get("/table/QQQQQ", headers={"referer": foreign}).text
        assert f">{say(phrase('web.refused.back'), 'en')}<" not in page, foreign


@pytest.mark.filterwarnings("ignore::pencilwright.templates.phrases.IncompleteLanguage")
def test_a_page_in_a_language_that_was_begun_has_its_words_and_english_ones(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    partial_language.french(tmp_path / "begun", monkeypatch)
    page = browser.get("/?lang=fr")
    assert '<html lang="fr"' in page.text and page.says("web.home.day")
    assert "À quoi jouons-nous ?" in page.text
    assert "français" in browser.get("/?lang=en").text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_title_of_a_refusal_says_what_is_refused_in_words(browser: Browser, language: str) -> None:
    for path, status, key in (
        ("/table/QQQQQ", 404, "missing"),
        ("/papers/troyes-dice/score-sheet.svg?paper=a0", 422, "address"),
    ):
        answer = browser.get(f"{path}{'&' if '?' in path else '?'}lang={language}")
        title = re.findall("<title>(.*)</title>", answer.text)
        assert (answer.status, title) == (status, [say(phrase(f"web.refused.{key}"), language)])


def test_a_refused_number_of_a_form_is_named_as_its_field(browser: Browser) -> None:
    page = browser.form("/setup/terracotta-army?lang=ja", players="9").text
    assert "プレイ人数は9です" in page
    assert "players" not in "".join(re.findall(r'role="alert"[^>]*>([^<]*)<', page))


@each_game
def test_what_a_draw_takes_by_itself_is_marked_before_it(browser: Browser, game: Game) -> None:
    options = [option for option in game.options.DRAW if option.choices]
    usual = {option.spelling: option.choices[0] for option in options}
    own = user_components(game, None)
    assert setups.drawn(game, "any", usual, own) == setups.drawn(game, "any", {}, own)
    text = browser.get(f"/setup/{game.id}").text
    assert all(f'name="{option.name}" value="{option.choices[0]}" checked' in text for option in options)
    assert "?" not in browser.form(f"/setup/{game.id}", **usual).location, "an address says what differs"
