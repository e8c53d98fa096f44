"""Logs of whole games on the page: pasted, or chosen as files, replayed, and told in tables and pictures."""

import csv
from urllib.parse import urlencode

from pencilwright.app.web.requests import FORM
from pencilwright.games.terra_mystica import log
from tests.app.commands.test_replay_pasted import made
from tests.app.web.client import Answer, Browser

ADDRESS = "/replay/terra-mystica"


def sent(browser: Browser, **fields: str) -> Answer:
    """The answer to the form."""
    return browser.ask("POST", ADDRESS, urlencode(fields).encode(), {"content-type": FORM})


def told(browser: Browser, **fields: str) -> str:
    """The address of what logs tell, once the job is over."""
    answer = sent(browser, **fields)
    assert answer.status == 303
    address = answer.headers["location"]
    for _ in range(600):
        if browser.get(f"/jobs/{address.rpartition('/')[2]}").data["is_over"]:
            return address
        browser.wait(0.05)
    raise AssertionError("the job is not over")


def test_two_logs_in_one_paste_are_two_games_in_tables_pictures_and_csv(browser: Browser) -> None:
    address = told(browser, logs=made(11) + "\n" + made(12))
    page = browser.get(address).text
    assert "2 games to their end, 8 players counted" in page and page.count('<svg class="paper"') == 2
    assert page.count('<div class="figures"') >= 6
    games = list(csv.DictReader(browser.get(f"{address}/games.csv").text.splitlines()))
    totals = [*log.replayed(made(11)).score.totals.items(), *log.replayed(made(12)).score.totals.items()]
    assert [(line["who"], int(line["points"])) for line in games] == totals
    points = list(csv.DictReader(browser.get(f"{address}/points.csv").text.splitlines()))
    assert sum(int(line["points"]) for line in points) == sum(total for _, total in totals)
    assert "各ターン終了時の" in browser.get(f"{address}?lang=ja").text


def test_files_keep_their_names_and_one_that_is_none_stops_no_other(browser: Browser) -> None:
    logs = f"# file: a.txt\n{made(11)}# file: b.txt\nGame board: Base Game\n# file: c.txt\n{made(12)}"
    address = told(browser, logs=logs.replace("\n", "\r\n"))
    page = browser.get(f"{address}?lang=en").text
    assert "2 games to their end" in page and "b.txt: this is a log of Board Game Arena" in page
    files = [line["file"] for line in csv.DictReader(browser.get(f"{address}/games.csv").text.splitlines())]
    assert files == ["a.txt"] * 4 + ["c.txt"] * 4 + ["b.txt"]


def test_a_name_of_a_file_turns_no_direction_and_makes_no_formula(browser: Browser) -> None:
    address = told(
        browser, logs="# file: =1+1\u202etxt.gpj\nGame board: Base Game\n# file: a.txt\n" + made(11)
    )
    lines = csv.DictReader(browser.get(f"{address}/games.csv").text.splitlines())
    assert [line["file"] for line in lines][-1] == "'=1+1\\u202etxt.gpj"
    assert "\u202e" not in browser.get(address).text


def test_a_job_that_replays_no_logs_is_not_found(browser: Browser) -> None:
    job = told(browser, logs="hello").rpartition("/")[2]
    so_far = browser.get(f"/turn/best/{job}")
    assert so_far.status == 200 and "best" not in so_far.data
    of_another_kind = browser.state.jobs.get(job)
    assert of_another_kind is not None
    of_another_kind.result = {"answer": None}
    assert browser.get(f"{ADDRESS}/{job}").status == 404
    assert browser.get(f"{ADDRESS}/{job}/games.csv").status == 404


def test_what_is_no_log_is_said_on_the_page(browser: Browser) -> None:
    assert sent(browser, logs=" ").status == 422
    answer = browser.ask("GET", told(browser, logs="hello"))
    assert answer.status == 422 and 'role="alert"' in answer.text and 'name="logs"' in answer.text
    assert browser.get("/replay/tianxia").status == 404
    assert browser.get(f"{ADDRESS}/nothing").status == 404
