"""Check your copy: what no source proves is asked on the page, kept for who told it, and used."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pencilwright.app import user_values
from pencilwright.app.answers.board import OwnBoard
from pencilwright.app.cli.main import run
from pencilwright.app.positions.load import of_bytes
from pencilwright.app.web import posted, sessions
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.store import StoredSheet
from pencilwright.app.web.views import board as views
from pencilwright.app.web.views import ranking, sheet
from pencilwright.app.web.worker_tasks import Entered
from pencilwright.games import GAMES, Game, game
from tests.app.web.test_sheet import codes
from tests.refusals import says

from .client import PHONE, Answer, Browser

TERRACOTTA, TROYES = game("terracotta-army"), game("troyes-dice")
SMALLER = "columns = 7\n"
UNPROVED = "troyes.setup.colours_unverified"


@pytest.fixture(autouse=True)
def config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(user_values.VARIABLE, str(tmp_path / "config"))
    return tmp_path / "config"


def send(browser: Browser, known: Game, options: dict[str, str], client: str = "127.0.0.1") -> Answer:
    return browser.form(f"/board/{known.id}", client=client, **options)


def fields(known: Game, key: str, text: str = "") -> dict[str, str]:
    """The fields of a card as the page has them before anything is changed."""
    cards = views.cards(OwnBoard(known, text), {})
    card = next(card for card in cards if key in card.keys)
    cells = {cell.name: cell.value for row in card.rows for cell in row.cells if cell.value}
    return {"keys": " ".join(card.keys), **cells}


def told(browser: Browser, known: Game, client: str = "127.0.0.1") -> dict[str, object]:
    text = browser.ask("GET", f"/board/{known.id}/board.toml", client=client).text
    return tomllib.loads(text)


@pytest.mark.parametrize("known", [item for item in GAMES.values() if not item.is_pad], ids=str)
def test_each_card_of_each_game_is_confirmed_as_it_is_shown(browser: Browser, known: Game) -> None:
    questions = {item.key for item in known.own_values.value_lines()}
    while (board := OwnBoard(known, user_values.text_of(known) or "")).open:
        before = len(board.typed)
        answer = send(browser, known, fields(known, board.open[0], board.text))
        assert answer.status == 303 and answer.location.startswith(f"/board/{known.id}#card-")
        assert len(OwnBoard(known, user_values.text_of(known) or "").typed) > before
    assert answer.location.endswith("#card-end")
    assert not questions & set(known.own_values.load(user_values.text_of(known) or "").unverified)
    assert (
        OwnBoard(known, user_values.text_of(known) or "").as_shown(known.own_values.value_lines()[0])
        is not None
    )


def test_all_the_rest_is_as_printed_and_forgotten_again(browser: Browser) -> None:
    send(browser, TERRACOTTA, {**fields(TERRACOTTA, "musician_lead"), "musician_lead..0": "3"})
    send(browser, TERRACOTTA, {"rest": "1"})
    values = told(browser, TERRACOTTA)
    assert len(values) == 15 and values["musician_lead"] == 3
    assert 'class="small own"' in browser.get("/setup/terracotta-army").text
    send(browser, TERRACOTTA, {"forget": "1"})
    assert user_values.text_of(TERRACOTTA) is None and told(browser, TERRACOTTA) == {}


def test_at_the_computer_it_is_the_file_that_every_command_uses(
    browser: Browser, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    send(browser, TERRACOTTA, {**fields(TERRACOTTA, "columns"), "inspectors.column_start.0": "C"})
    user_values._say_once.cache_clear()
    assert run(["start", "terracotta-army", "--seed", "1"]) == 0
    view = capsys.readouterr()
    assert '"column_start": "C"' in view.out and says(view.err, "kept.used", game="Terracotta Army")
    assert (config / "terracotta-army-board.toml").is_file()


def test_what_does_not_hold_any_more_is_said_and_can_be_forgotten(browser: Browser, config: Path) -> None:
    config.mkdir()
    (config / "terracotta-army-board.toml").write_text("columns = 8\n", "utf-8")
    page = browser.get("/board/terracotta-army")
    assert page.status == 422 and 'role="alert"' in page.text and 'name="forget"' in page.text
    assert send(browser, TERRACOTTA, {"forget": "1"}).location == "/board/terracotta-army"
    assert browser.get("/board/terracotta-army").status == 200


def test_what_cannot_be_is_one_sentence_on_its_card_and_nothing_is_lost(browser: Browser) -> None:
    options = {**fields(TERRACOTTA, "columns"), "columns..0": "8", "inspectors.row_start.0": "4"}
    answer = send(browser, TERRACOTTA, options)
    assert answer.status == 422 and answer.text.count('role="alert"') == 1
    assert answer.says("json.words")
    assert re.search(r'name="inspectors.row_start.0" value="4"', answer.text)
    assert user_values.text_of(TERRACOTTA) is None
    twice = {**fields(game("terra-mystica"), "bridge_places"), "keys": "nothing bridge_places"}
    del twice[next(name for name in twice if name != "keys")]
    assert send(browser, game("terra-mystica"), twice).status == 303
    assert len(told(browser, game("terra-mystica"))["bridge_places"]) == 28


def test_a_phone_without_a_table_keeps_it_for_itself(browser: Browser) -> None:
    first, second = browser.other(), browser.other()
    send(first, TERRACOTTA, {"rest": "1"}, PHONE)
    assert len(told(first, TERRACOTTA, PHONE)) == 15
    assert told(second, TERRACOTTA, PHONE) == {} and user_values.text_of(TERRACOTTA) is None
    assert first.ask("GET", "/board/terracotta-army", client=PHONE).says("web.board.phone")


def table_of(*browsers: Browser) -> str:
    """The letters of a table at which these sit."""
    code = browsers[0].form("/tables", game="terracotta-army").location.rpartition("/")[2]
    for browser, name in zip(browsers, ("Ann", "Bo"), strict=True):
        assert browser.form(f"/table/{code}", client=PHONE, name=name, players="Y,P").status == 303
    return code


def test_at_a_table_it_is_that_of_all_who_sit_there(browser: Browser) -> None:
    first, second, third = browser.other(), browser.other(), browser.other()
    code = table_of(first, second)
    before = first.ask("GET", f"/table/{code}").headers["etag"]
    assert send(second, TERRACOTTA, {"rest": "1"}, PHONE).status == 303
    assert first.ask("GET", f"/table/{code}").headers["etag"] != before, "the standings are counted anew"
    assert len(told(first, TERRACOTTA, PHONE)) == 15
    assert told(third, TERRACOTTA, PHONE) == {}
    page = first.ask("GET", "/board/terracotta-army", client=PHONE)
    assert page.says("web.board.table", code=code) and f'href="/table/{code}"' in page.text


def test_a_table_plays_with_the_copy_of_the_first_who_has_told_of_one(browser: Browser) -> None:
    first, second = browser.other(), browser.other()
    send(first, TERRACOTTA, {"rest": "1"}, PHONE)
    table_of(first, second)
    assert len(told(second, TERRACOTTA, PHONE)) == 15


def test_the_line_on_what_is_unproved_goes_once_it_is_told(browser: Browser) -> None:
    known, phone = game("tianxia"), browser.other()
    marks = known.marks.to_marks(known.examples.example("3", 1))
    code = blank(known, "", "en")
    before = phone.score(code, marks)
    assert before["doubt"]["see"] == "/board/tianxia"
    assert says(before["doubt"]["text"], "own.tianxia.neutral_marker_ranks.name")
    assert any(line["is_doubtful"] for item in before["players"] for line in item["lines"])
    options = {**fields(known, "neutral_marker_ranks"), "neutral_marker_ranks..0": "false"}
    send(phone, known, options, PHONE)
    after = phone.score(code, marks)
    assert after["doubt"] is None
    assert [item["total"] for item in after["players"]] != [item["total"] for item in before["players"]]


def test_a_worker_draws_with_what_the_phone_has_told(browser: Browser) -> None:
    known, phone, address = game("troyes-dice"), browser.other(), "/papers/troyes-dice/setup-page.svg"
    assert phone.ask("GET", address, client=PHONE).says(UNPROVED)
    send(phone, known, {**fields(known, "plazas"), "plazas..3": "Y/W", "plazas..5": "R/Y"}, PHONE)
    assert not phone.ask("GET", address, client=PHONE).says(UNPROVED)
    assert browser.other().ask("GET", address, client=PHONE).says(UNPROVED)


def test_every_page_of_a_game_leads_to_where_its_copy_is_checked(browser: Browser) -> None:
    for address in ("/games/tianxia", "/setup/tianxia", "/about"):
        assert 'href="/board/tianxia"' in browser.get(address).text


def test_a_grid_of_seven_columns_has_its_own_table_of_priorities(browser: Browser) -> None:
    send(browser, TERRACOTTA, {**fields(TERRACOTTA, "columns"), "columns..0": "7"})
    send(browser, TERRACOTTA, {"rest": "1"})
    values = told(browser, TERRACOTTA)
    assert len(values) == 15 and values["columns"] == 7
    assert [len(row) for row in values["placement"]] == [7] * 9


# --- positions that a page is given are counted and advised on the board that the person keeps --------------


def pasted(known: Game) -> str:
    """Return the example of a game as it is pasted; of Terracotta Army its start, which fits any board."""
    if known is not TERRACOTTA:
        return posted.example(known)
    state = known.start(known.setups.draw("web"), known.components.STANDARD)
    return known.to_json(state).decode()


def band(page_code: str) -> str:
    """Return the title of a blank sheet's score."""
    return str(sheet.score(page_code, {}, "en")["players"][0]["band"])


def test_a_pasted_position_is_on_the_kept_board() -> None:
    text = pasted(TERRACOTTA)
    assert Entered(text).position(TERRACOTTA).state.board.columns == 9
    assert "columns" not in sessions.begun(TERRACOTTA, text).game
    user_values.keep(TERRACOTTA, SMALLER)
    assert Entered(text).position(TERRACOTTA).state.board.columns == 7
    assert '\nboard {"columns": 7}\n' in sessions.begun(TERRACOTTA, text).game


def test_a_position_with_values_of_its_own_keeps_them() -> None:
    user_values.keep(TERRACOTTA, SMALLER)
    text = Entered(pasted(TERRACOTTA)).position(TERRACOTTA)
    own = TERRACOTTA.to_json(text.state).decode()
    user_values.keep(TERRACOTTA, "musician_lead = 3\n")
    assert Entered(own).position(TERRACOTTA).state.board.columns == 7


def test_a_sheet_is_scored_and_compared_with_kept_values() -> None:
    code = next(code for known, code in codes() if known == TROYES)
    before = band(code)
    user_values.keep(TROYES, '[[score_bands]]\nat_least = 0\ntitle = "Mine"\n')
    assert before != band(code) and "Mine" in band(code)
    assert Entered(page_code=code).position(TROYES).user_values.score_bands[0].title == "Mine"
    compared = ranking.compared([StoredSheet(code, "Ana", id="id")])
    named = compared.answers[0].band
    assert named is not None and named.title == "Mine"


def test_what_open_marks_can_make_of_the_total_is_counted_with_kept_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = next(code for known, code in codes() if known == TROYES)
    questions: list[Game] = []
    monkeypatch.setattr(user_values, "text_of", questions.append)
    posted.of_sheet(code, {})
    assert set(questions) == {TROYES}


@pytest.mark.parametrize("known", GAMES.values(), ids=lambda known: known.id)
def test_without_kept_values_a_position_is_as_it_was_written(known: Game) -> None:
    text = pasted(known)
    result = Entered(text).position(known)
    assert result.user_values is None and result.state == of_bytes(text.encode()).positions[0].state
