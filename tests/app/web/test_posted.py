"""Positions that a page is given are counted and advised on the board that the person keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright.app import user_values
from pencilwright.app.positions.load import of_bytes
from pencilwright.app.web import posted, sessions
from pencilwright.app.web.routes.advice import example
from pencilwright.app.web.store import Sheet
from pencilwright.app.web.views import ranking, sheet
from pencilwright.app.web.worker_tasks import Entered
from pencilwright.games import GAMES, Game, game
from tests.app.web.test_sheet import codes

TERRACOTTA, TROYES = game("terracotta-army"), game("troyes-dice")
SMALLER = "columns = 7\n"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep values in a folder of the test's own."""
    monkeypatch.setenv(user_values.VARIABLE, str(tmp_path))


def pasted(known: Game) -> str:
    """Return the example of a game as it is pasted; of Terracotta Army its start, which fits any board."""
    if known is not TERRACOTTA:
        return example(known)
    state = known.start_with(known.setups.draw("web"), known.components.STANDARD)
    return known.reading.to_json(state).decode()


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
    own = TERRACOTTA.reading.to_json(text.state).decode()
    user_values.keep(TERRACOTTA, "musician_lead = 3\n")
    assert Entered(own).position(TERRACOTTA).state.board.columns == 7


def test_a_sheet_is_scored_and_compared_with_kept_values() -> None:
    code = next(code for known, code in codes() if known == TROYES)
    before = band(code)
    user_values.keep(TROYES, '[[score_bands]]\nat_least = 0\ntitle = "Mine"\n')
    assert before != band(code) and "Mine" in band(code)
    assert Entered(page_code=code).position(TROYES).user_values.score_bands[0].title == "Mine"
    compared = ranking.compared([Sheet("id", code, "owner", "Ana", {}, {}, 1, "", 1)])
    assert compared.answers[0]["band"]["title"] == "Mine"


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
