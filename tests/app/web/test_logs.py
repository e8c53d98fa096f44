"""Logs of whole games on the page: pasted, or chosen as files, replayed, and told in tables and pictures."""

import csv

from pencilwright.games.terra_mystica import log
from tests.app.commands.test_replay_pasted import made
from tests.app.web.client import Answer, Browser

ADDRESS = "/replay/terra-mystica"


def told(browser: Browser, **fields: str) -> str:
    """The address of what logs tell, once the job is over."""
    address = browser.form(ADDRESS, **fields).location
    browser.over(address.rpartition("/")[2])
    return address


def counted(page: Answer) -> bool:
    """Whether a page tells of two games to their end, and of their players."""
    return page.says("season.counted", n=2, players=8)


def test_two_logs_in_one_paste_are_two_games_in_tables_pictures_and_csv(browser: Browser) -> None:
    address = told(browser, logs=made(11) + "\n" + made(12))
    page = browser.get(address)
    assert counted(page) and page.text.count('<svg class="paper"') == 2
    assert page.text.count('<div class="figures"') >= 6
    totals = [*log.replayed(made(11)).score.totals.items(), *log.replayed(made(12)).score.totals.items()]
    games = csv.DictReader(browser.get(f"{address}/games.csv").text.splitlines())
    assert [(line["who"], int(line["points"])) for line in games] == totals
    points = csv.DictReader(browser.get(f"{address}/points.csv").text.splitlines())
    assert sum(int(line["points"]) for line in points) == sum(total for _, total in totals)
    assert browser.get(f"{address}?lang=ja").says("season.picture.lead", "ja")


def test_files_keep_their_names_and_one_that_is_none_stops_no_other(browser: Browser) -> None:
    name = "=1+1\u202etxt.gpj"  # turns no direction and makes no formula
    logs = f"# file: a.txt\n{made(11)}# file: {name}\nGame board: Base Game\n# file: c.txt\n{made(12)}"
    address = told(browser, logs=logs.replace("\n", "\r\n"))
    page = browser.get(f"{address}?lang=en")
    assert counted(page) and page.says("mystica.ledger.site.bga") and "\u202e" not in page.text
    files = [line["file"] for line in csv.DictReader(browser.get(f"{address}/games.csv").text.splitlines())]
    assert files == ["a.txt"] * 4 + ["c.txt"] * 4 + ["'=1+1\\u202etxt.gpj"]


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
    answer = browser.ask("GET", told(browser, logs="hello"))
    assert answer.status == 422 and 'role="alert"' in answer.text and 'name="logs"' in answer.text
