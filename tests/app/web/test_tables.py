"""Saved sheets, tables by code, the ranking and its papers."""

import csv
import html
import io
import re
from collections.abc import Iterator
from datetime import date
from typing import Any
from urllib.parse import parse_qs

import pytest

pytest.importorskip("pypdfium2")

import msgspec
import pypdfium2

from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.views import ranking, sheet
from pencilwright.games import GAMES, game, pagecode
from pencilwright.generator import results
from pencilwright.generator.print_options import PrintOptions
from tests.app.web.client import TOKEN, Answer, Browser, Phone, Workers, phone, served
from tests.app.web.client import sheet_example as example

TROYES = game("troyes-dice")


@pytest.fixture
def host(shared_workers: Workers) -> Iterator[Browser]:
    with served(shared_workers) as item:
        yield item


def put(browser: Browser, id: str, code: str, marks: dict[str, str], **more: Any) -> Answer:
    return browser.post(f"/sheets/{id}", {"page_code": code, "marks": marks, **more}, "PUT")


@pytest.mark.parametrize("game_id", GAMES)
def test_a_kept_sheet_has_the_score_of_its_page(host: Browser, game_id: str) -> None:
    code, marks = example(game_id)
    stored = put(host, "a-sheet-1", code, marks, name="Ada").data
    counted = sheet.score(code, marks, "en")
    assert stored["score"]["total"] == counted["total"]
    assert [player["total"] for player in stored["score"]["players"]] == [
        player["total"] for player in counted["players"]
    ]
    assert "Ada" in host.get("/sheets").text
    pages = [host.get(f"/reveal/mine{tail}") for tail in ("", f"/{game_id}.csv", f"/{game_id}.json")]
    assert [page.status for page in pages] == [200, 200, 200]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_sheet_of_a_game_is_a_new_one_each_time(host: Browser, game_id: str) -> None:
    known = game(game_id)
    setup = known.setups.to_code(known.examples.example(1, 1).setup)
    first, second = (host.ask("GET", f"/sheet/{game_id}?code={setup}").location for _ in range(2))
    assert first.partition("?")[0] == second.partition("?")[0]
    id, code = first.partition("?id=")[2], first.partition("?")[0].removeprefix("/sheet/")
    begun = host.get(first).script_data["stored"]
    assert begun == {"id": id, "version": 0, "place": id}, "its first tap is kept under the address's id"
    mark = next(mark.id for mark in known.marks.MARKS if mark.kind == "text")
    put(host, id, code, {mark: "Ada"})
    assert host.get(first).script_data["marks"] == {mark: "Ada"}
    assert host.get(second).script_data["marks"] == {}
    again = host.ask("GET", f"/sheet/{code}?new=1").location
    assert again.partition("?")[0] == f"/sheet/{code}"
    assert again not in (first, second)
    assert f'href="/sheet/{code}?new=1"' in host.get(first).text


def test_drawing_and_list_are_of_the_sheet_in_the_address(host: Browser) -> None:
    code, marks = example("troyes-dice")
    put(host, "a-sheet-1", code, marks)
    drawn = host.get(f"/sheet/{code}?id=a-sheet-1").text
    assert 'href="?id=a-sheet-1&amp;as=list"' in drawn
    listed = host.get(f"/sheet/{code}?id=a-sheet-1&as=list")
    assert 'href="?id=a-sheet-1"' in listed.text
    assert listed.script_data["marks"] == marks


def test_only_its_owner_and_the_computer_delete_a_sheet(host: Browser) -> None:
    code, marks = example("troyes-dice")
    owner, other = phone(host), phone(host)
    put(owner, "a-sheet-1", code, marks)
    assert other.form("/sheets/a-sheet-1/delete").status == 403
    assert host.form("/sheets/a-sheet-1/delete").status == 303
    assert owner.form("/sheets/a-sheet-1/delete").status == 404
    put(owner, "a-sheet-1", code, marks)
    assert owner.form("/sheets/a-sheet-1/delete").status == 303
    assert owner.json("/sheets").data == {"sheets": []}


def seated(host: Browser) -> tuple[str, Phone, Phone]:
    """A table with a sheet of each of two phones."""
    ada, bo = phone(host), phone(host)
    code = ada.form("/tables", game="troyes-dice").location.rpartition("/")[2]
    for seed, (item, name) in enumerate(((ada, "Ada"), (bo, "Bo")), 1):
        page_code, marks = example("troyes-dice", seed)
        put(item, f"sheet-of-{name}", page_code, marks, name=name)
        assert item.form(f"/table/{code}/join", sheet=f"sheet-of-{name}").status == 303
    return code, ada, bo


def test_two_browsers_at_one_table_see_each_other(host: Browser) -> None:
    code, ada, bo = seated(host)
    before = bo.json(f"/table/{code.lower()}")
    assert {item["name"] for item in before.data["standings"]} == {"Ada", "Bo"}
    tag = {"if-none-match": before.headers["etag"]} | {"accept": "application/json"}
    again = bo.ask("GET", f"/table/{code.lower()}", headers=tag)
    assert (again.status, again.body) == (304, b"")

    sheet = ada.ask("GET", "/sheets/sheet-of-Ada").data
    assert put(ada, "sheet-of-Ada", sheet["page_code"], {}, version=sheet["version"]).status == 200
    after = bo.ask("GET", f"/table/{code.lower()}", headers=tag)
    assert after.status == 200
    points = {item["name"]: item["total"] for item in after.data["standings"]}
    assert points["Ada"] < sheet["score"]["total"]
    assert [item["total"] for item in after.data["standings"]] == sorted(points.values(), reverse=True)
    page = bo.get(f"/table/{code}")
    assert "Ada" in page.text
    assert page.headers["etag"] != after.headers["etag"]
    assert bo.ask("GET", f"/table/{code}", headers={"if-none-match": page.headers["etag"]}).status == 304


def test_at_a_table_everyone_changes_own_sheets_and_the_computer_all(host: Browser) -> None:
    code, ada, bo = seated(host)
    kept = ada.ask("GET", "/sheets/sheet-of-Ada")
    sheet, tag = kept.data, {"if-none-match": kept.headers["etag"]}
    assert ada.ask("GET", "/sheets/sheet-of-Ada", headers=tag).status == 304
    assert put(bo, "sheet-of-Ada", sheet["page_code"], {}).status == 403
    assert bo.form(f"/table/{code}/leave", sheet="sheet-of-Ada").status == 403
    assert put(host, "sheet-of-Ada", sheet["page_code"], sheet["marks"], name="Eve").data["name"] == "Eve"
    assert ada.form(f"/table/{code}/leave", sheet="sheet-of-Ada").status == 303
    assert "Eve" not in bo.get(f"/table/{code}").text


def test_a_sheet_that_is_begun_at_a_table_has_the_tables_setup(host: Browser) -> None:
    code, ada, _ = seated(host)
    begun = ada.form(f"/table/{code}", name="Cy", more="1")
    assert begun.status == 303
    remaining = ada.json("/sheets").data["sheets"]
    assert {item["name"] for item in remaining} == {"Ada", "Cy"}
    assert {item["table"] for item in remaining} == {code}
    assert ada.get(begun.location).status == 200


def test_a_sheet_of_another_game_does_not_sit_down(host: Browser) -> None:
    code = host.form("/tables", game="tianxia").location.rpartition("/")[2]
    page_code, marks = example("troyes-dice")
    put(host, "a-sheet-1", page_code, marks)
    assert host.form(f"/table/{code}/join", sheet="a-sheet-1").status == 422
    assert host.form(f"/table/{code}/join", sheet="another-1").status == 404


def test_an_evening_is_taken_home(host: Browser) -> None:
    code, _, _ = seated(host)
    ranked = host.ask("GET", f"/reveal/{code}/troyes-dice.json").data
    assert ranked["format"] == ranking.FORMAT
    assert {entry["name"] for entry in ranked["marks"].values()} == {"Ada", "Bo"}
    rows = list(csv.DictReader(io.StringIO(host.get(f"/reveal/{code}/troyes-dice.csv").text)))
    assert [int(row["points"]) for row in rows] == [entry["total"] for entry in ranked["ranking"]]
    page = host.get(f"/reveal/{code}?lang=ja").text
    for item in ranked["ranking"]:
        assert item["name"] in page
    assert host.get(f"/reveal/{code}/tianxia.csv").status == 404


def test_names_are_shown_as_text_and_are_changed_where_they_stand(host: Browser) -> None:
    code, ada, bo = seated(host)
    changed = ada.form("/sheets/sheet-of-Ada/name", name="<b>Ada", back=f"/reveal/{code}")
    assert (changed.status, changed.location) == (303, f"/reveal/{code}")
    assert bo.form("/sheets/sheet-of-Ada/name", name="X").status == 403
    for address in (f"/reveal/{code}", f"/table/{code}", "/sheets"):
        text = ada.get(address).text
        assert "&lt;b&gt;Ada" in text
        assert "<b>Ada" not in text
    away = ada.form("/sheets/sheet-of-Ada/name", name="A", back="//example.org/")
    assert away.location == "/sheets"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_result_is_printed_with_all_that_counts(language: str) -> None:
    lines = tuple((f"line {n} of what was done in this game, told at some length", n) for n in range(1, 13))
    players = [
        results.ResultPlayer(n, f"Player {n}", 100 - n, lines, "more coins" * (n == 2)) for n in range(1, 8)
    ]
    for paper in ("a4", "letter"):
        made = results.build("troyes-dice", players, date(2026, 11, 22), PrintOptions(language, paper))
        text = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(made)]
        assert len(text) > 1
        assert all(f"Player {n}" in "".join(text) for n in range(1, 8))
        assert "".join(text).count("line 12 of what") == 7
    again = results.build("troyes-dice", players, date(2026, 11, 22), PrintOptions(language, "letter"))
    assert again == made


def test_a_sheet_of_an_older_version_is_told_and_deleted_and_stops_no_other(
    host: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _ = seated(host)
    for game_id in ("troyes-dice", "terra-mystica"):
        put(ada, f"a-sheet-of-{game_id}", *example(game_id), name=game_id)
    documents = TROYES.paper.DOCUMENTS
    newer = {name: document._replace(version=document.version + 1) for name, document in documents.items()}
    monkeypatch.setattr(TROYES.paper, "DOCUMENTS", newer)
    page_code, marks = example("troyes-dice")
    put(ada, "a-new-sheet", page_code, marks, name="New")
    assert ada.form(f"/table/{table}/join", sheet="a-new-sheet").status == 303

    listed = {item["id"]: item for item in ada.json("/sheets").data["sheets"]}
    assert [bool(listed[id]["error"]) for id in ("a-sheet-of-troyes-dice", "a-new-sheet")] == [True, False]
    page = ada.get("/sheets").text
    assert listed["a-sheet-of-troyes-dice"]["error"] in html.unescape(page)
    assert 'value="a-sheet-of-troyes-dice"' not in page, "it cannot be ranked"
    for address in ("/reveal/mine", f"/reveal/{table}", f"/table/{table}"):
        answer = ada.get(address)
        assert answer.status == 200, address
        assert answer.says("photo.code.version"), "why a sheet is missing is told"
    evening = ada.get(f"/reveal/{table}/troyes-dice.json").data
    assert [item["name"] for item in evening["sheets"]] == ["New"]
    assert {item["name"] for item in evening["refused"]} == {"Ada", "Bo"}
    rows = list(csv.DictReader(io.StringIO(ada.get(f"/reveal/{table}/troyes-dice.csv").text)))
    assert {row["file"] for row in rows if row["error"]} == {"Ada", "Bo"}
    assert ada.form("/sheets/a-sheet-of-troyes-dice/delete").status == 303
    assert "a-sheet-of-troyes-dice" not in ada.get("/sheets").text


def test_nobody_is_told_the_ids_of_other_peoples_sheets(host: Browser) -> None:
    code, ada, bo = seated(host)
    for first, own, other in ((ada, "Ada", "Bo"), (bo, "Bo", "Ada")):
        for address in (f"/table/{code}", f"/reveal/{code}", f"/reveal/{code}/troyes-dice.json"):
            for answer in (first.get(address), first.json(address)):
                assert f"sheet-of-{other}" not in answer.text, address
        lines = first.json(f"/table/{code}").data["standings"]
        assert {entry["name"]: entry["sheet"] for entry in lines}[own] == f"sheet-of-{own}"
        record = first.get(f"/reveal/{code}/troyes-dice.json").data
        assert {entry["sheet"] for entry in record["sheets"]} == set(record["marks"])
        assert f"sheet-of-{own}" in record["marks"]
    assert host.get(f"/reveal/{code}/troyes-dice.json").data["marks"].keys() == {
        "sheet-of-Ada",
        "sheet-of-Bo",
    }


@pytest.mark.parametrize(
    ("game_id", "said", "seats"),
    [
        ("terra-mystica", {"factions": "ウィッチ、ジャイアント"}, "witches,giants"),
        ("tianxia", {"players": "2"}, 2),
    ],
)
def test_the_first_sheet_of_a_table_is_told_who_plays_and_the_others_are_like_it(
    host: Browser, game_id: str, said: dict[str, str], seats: object
) -> None:
    code = host.form("/tables", game=game_id).location.rpartition("/")[2]
    assert f'name="{next(iter(said))}"' in host.get(f"/table/{code}").text
    wanted = next(
        document.seated for document in GAMES[game_id].paper.DOCUMENTS.values() if document.seated
    ).number(seats)
    for form in (said, {}):
        begun = host.form(f"/table/{code}", **form)
        assert begun.status == 303
        printed = pagecode.decode(begun.location.removeprefix("/sheet/").partition("?")[0])
        assert (printed.seats, printed.setup) == (wanted, None)
        assert host.ask("GET", begun.location).status == 200
    assert f'name="{next(iter(said))}"' not in host.get(f"/table/{code}").text
    refused = {"factions": "dragons", "players": "9"}
    other = host.form("/tables", game=game_id).location.rpartition("/")[2]
    answer = host.form(f"/table/{other}", **refused, name="Ada")
    assert answer.status == 422
    name = next(iter(said))
    field = re.search(rf'<input [^>]*name="{name}" value="{refused[name]}"[^>]*>', answer.text)
    assert field and f'aria-describedby="wrong-{name}"' in field[0]
    assert f'id="wrong-{name}"' in answer.text and 'value="Ada"' in answer.text
    answer = host.form(f"/table/{other}", name="Ada", code="TD1-0000")
    assert answer.status == 422 and 'value="TD1-0000"' in answer.text
    assert answer.text.count('role="alert"') == 1


def test_a_phone_has_one_seat_unless_somebody_more_plays_on_it(host: Browser) -> None:
    code, ada, _ = seated(host)
    again = ada.form(f"/table/{code}", name="Ada").location
    assert "id=sheet-of-Ada" in again
    more = ada.form(f"/table/{code}", name="Cy", more="1").location
    assert more != again
    assert len(host.json(f"/table/{code}").data["standings"]) == 3


def test_a_tables_code_brings_the_key_and_one_name_is_asked(host: Browser) -> None:
    code, _, _ = seated(host)
    page = host.get(f"/table/{code}?show=1")
    assert page.says("web.home.alone") and page.says("web.home.lan")
    assert 'class="qr"' not in page.text, "only this computer is served"
    host.state.address = f"http://192.168.1.20:8731/?token={TOKEN}"
    assert 'class="qr"' in host.get(f"/table/{code}?show=1").text
    newcomer = Phone(host.app, host.runner)
    led = newcomer.ask("GET", f"/table/{code}?token={TOKEN}")
    assert (led.status, led.location) == (303, f"/table/{code}")
    page = newcomer.get(f"/table/{code}").text
    fields = re.findall(r'<(?:input|select)[^>]* name="([^"]*)"', page)
    assert fields == ["name"]
    assert "192.168.1.20:8731/table/" in page
    assert newcomer.form(f"/table/{code}", name="Cy").status == 303
    for address in ("/", "/tables"):
        text = newcomer.get(address).text
        assert f'href="/table/{code}"' in text and "Ada" in text
    other = host.form("/tables", game="tianxia").location.rpartition("/")[2]
    assert 'value="Cy"' in newcomer.get(f"/table/{other}").text, "the name is remembered"


def test_dice_are_entered_once_for_all_who_sit_there(host: Browser) -> None:
    code, ada, bo = seated(host)
    at = f"/table/{code}/dice"
    before = bo.json(f"/table/{code}")
    rolled = {"time": "7 am", "dice": "b3 1 2 4"}
    assert ada.post(at, rolled, "PUT").data == {"dice": rolled | {"name": "Ada"}}
    after = bo.json(f"/table/{code}")
    assert after.data["rolled"] == [rolled | {"name": "Ada"}] and before.data["rolled"] == []
    assert after.headers["etag"] != before.headers["etag"], "who polls the table is told"
    mended = rolled | {"dice": "b3 1 2 5"}
    assert bo.post(at, mended, "PUT").data == {"dice": mended | {"name": "Bo"}}
    assert phone(host).post(at, rolled, "PUT").status == 403
    assert ada.post(at, rolled | {"dice": "x" * 2000}, "PUT").status == 422


def test_dice_of_a_table_are_asked_about_ahead_for_all_sheets_that_they_are_for(host: Browser) -> None:
    code, ada, bo = seated(host)
    page_code = blank(GAMES["troyes-dice"], "", "en")
    for item, name in ((ada, "ada"), (bo, "bo")):
        put(item, f"a-new-one-of-{name}", page_code, {}, name=name)
        item.form(f"/table/{code}/join", sheet=f"a-new-one-of-{name}")
    turn = bo.post(f"/turn/{page_code}", {"marks": {}, "answers": ["b3 2 4 6"]}).data
    before = set(host.state.jobs._jobs)
    ada.post(f"/table/{code}/dice", {"time": "8pm", "dice": "b3 2 4 6"}, "PUT")
    assert before == set(host.state.jobs._jobs), "no sheet is there"
    ada.post(f"/table/{code}/dice", {"time": turn["time"], "dice": "b3 2 4 6"}, "PUT")
    (job,) = set(host.state.jobs._jobs) - before
    assert bo.post(f"/turn/{page_code}/best", {"marks": {}, "answers": turn["answers"]}).data["job"] == job
    bo.ask("DELETE", f"/jobs/{job}")


def test_a_ranking_is_handed_to_bg_stats_by_its_link(host: Browser) -> None:
    code, _, _ = seated(host)
    (address,) = re.findall(r'href="(https://[^"]*)"', host.get(f"/reveal/{code}?lang=ja").text)
    result = host.get(f"/table/{code}").text.partition('id="result"')[2].partition("</div>")[0]
    assert f'href="{address}"' in result, "the table has it too, where its script follows the standings"
    base, _, query = html.unescape(address).partition("?")
    assert base == "https://app.bgstatsapp.com/createPlay.html"
    play = msgspec.json.decode(parse_qs(query)["data"][0])
    assert play["game"]["name"] == "Troyes Dice" and play["sourcePlayId"].startswith(code)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    ranked = host.ask("GET", f"/reveal/{code}/troyes-dice.json").data["ranking"]
    lines = [(item["name"], int(item["score"]), item["rank"]) for item in play["players"]]
    assert lines == [(item["name"], item["total"], item["place"]) for item in ranked]
    assert [item["winner"] for item in play["players"]] == [item["place"] == 1 for item in ranked]
