"""`pencilwright replay` on the logs of the tests."""

import json
import re
from pathlib import Path

import pytest

from pencilwright.games.terra_mystica import log
from tests.app.doors import Door
from tests.games.terra_mystica.log.writing import to_ledger
from tests.refusals import pattern

LOG = Path(__file__).parents[2] / "games" / "terra_mystica" / "games" / "simple_players_2.txt"


@pytest.fixture
def ledger(door: Door) -> str:
    """The game of the log as a ledger."""
    text = to_ledger(log.replayed(LOG.read_text("utf-8")))
    Path("ledger.txt").write_text(text, "utf-8")
    return text


def test_a_log_is_replayed_and_scored(door: Door) -> None:
    answer = door.data("replay -o end.json", LOG)
    assert answer["over"] and answer["game"] == "terra-mystica" and len(answer["sheets"]) == 2
    totals = [sheet["total"] for sheet in answer["sheets"]]
    assert [sheet["total"] for sheet in door.data("score end.json")["sheets"]] == totals
    assert [sheet["total"] for sheet in door.data("score", LOG)["sheets"]] == totals, "a log is its end"
    ran = door("replay", LOG)
    assert "Engineers" in ran.out and ran.says("session.over")


def test_a_wrong_command_is_named_with_its_line(door: Door) -> None:
    Path("game.txt").write_text(f"{LOG.read_text('utf-8').splitlines()[0]}\nmermaids: build r7\n", "utf-8")
    assert "line 2: " in door.refused("replay game.txt").err
    Path("game.txt").write_text("witches: build F4\n", encoding="utf-8")
    door.refuses("replay game.txt", "mystica.ledger.no_setup")


@pytest.mark.usefixtures("ledger")
def test_a_ledger_is_compared_row_by_row_and_shows_where_points_came_from(door: Door) -> None:
    ran = door("replay ledger.txt --points --rows")
    rows = re.search(pattern("mystica.log.compared", n="@", many=0).replace("@", r"\b\d\d+"), ran.out)
    assert rows is not None
    assert ran.says("mystica.source.leech") and ran.says("mystica.log.rows")
    assert "隣から得たパワー" in door("replay ledger.txt --points --rows --lang ja").out
    answer = door.data("replay ledger.txt --rows")
    totals = {sheet["total"] for sheet in answer["sheets"]}
    sums = {sum(sum(by.values()) for by in own.values()) for own in answer["points"].values()}
    assert sums == totals and answer["rows"][0]["commands"] and not answer["differences"]


def test_a_row_that_differs_gives_exit_code_1(ledger: str, door: Door) -> None:
    Path("wrong.txt").write_text(re.sub(r"\t(\d+) W\t(.*send p)", r"\t9\1 W\t\2", ledger, count=1), "utf-8")
    out = door("replay wrong.txt", code=1).out
    told = pattern("mystica.log.differs", what="workers", told="9@").replace("@", r"\d*")
    assert re.search(told, out), out


@pytest.mark.usefixtures("ledger")
def test_positions_of_a_ledger_go_on_to_every_question(door: Door) -> None:
    ran = door("replay ledger.txt --at r6 -o p.json --sheet s.pdf")
    assert ran.written == ("p.json", "s.pdf") and Path("s.pdf").read_bytes()[:5] == b"%PDF-"
    assert json.loads(Path("p.json").read_text("utf-8")).get("round", 6) == 6
    door("advise p.json --for engineers --ask cults")
    door("plan p.json pass --for engineers")
    door.refuses("replay ledger.txt --at r7", "words.wrong", None, text="r7", example="r6")


def test_two_things_do_not_go_to_standard_output(door: Door) -> None:
    assert door.refused("replay -o - --sheet -", LOG).says("replay.stdout")
