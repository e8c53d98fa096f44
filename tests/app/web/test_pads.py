"""My pads: a file is added, refused in one sentence, printed, tapped, removed; nothing leaves its folder."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright import games
from pencilwright.app import pads, user_values
from pencilwright.app.web.routes import pads as page
from pencilwright.templates import phrases
from tests.app.web.client import Answer, Browser
from tests.games.pads.gallery import TEXTS


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A person's own folder without pads."""
    monkeypatch.setenv(user_values.VARIABLE, str(tmp_path / "config"))
    monkeypatch.setenv(pads.VARIABLE, "")
    known = set(games.GAMES)
    yield tmp_path / "config" / "pads"
    for name in set(games.GAMES) - known:
        games.forget(name)
        pads._paths.pop(name, None)
    phrases._lent.clear()


def add(browser: Browser, text: str, client: str = "127.0.0.1") -> Answer:
    return browser.form("/pads", client=client, text=text)


def remove(browser: Browser, name: str, client: str = "127.0.0.1") -> Answer:
    return browser.form(f"/pads/{name}/delete", client=client)


def test_a_file_is_added_printed_tapped_and_removed(browser: Browser, own: Path) -> None:
    assert add(browser, TEXTS["quiz"].replace("\n", "\r\n")).location == "/pads?new=quiz"
    assert (own / "quiz.toml").read_text(encoding="utf-8") == TEXTS["quiz"]
    text = browser.get("/pads?new=quiz").text
    assert "Quiz night" in text
    assert browser.get("/papers/quiz/score-sheet.pdf").body.startswith(b"%PDF")
    sheet = browser.get("/sheet/quiz?document=score-sheet")
    assert sheet.status == 200
    code = re.search(r'"code":"(\w+)"', sheet.text)
    assert code
    scored = browser.score(code[1], {"right.1.a": "7", "joker.1.a": "ticked"})
    assert [player["total"] for player in scored["players"]] == [14] or scored["total"] == 14
    marks = {"joker.1.a": "ticked", "joker.2.a": "ticked"}
    problems = browser.score(code[1], marks)["problems"]
    assert "the joker is played only once" in json.dumps(problems)
    assert remove(browser, "quiz").status == 303
    assert list(own.iterdir()) == []
    assert browser.get("/papers/quiz").status == 404


@pytest.mark.parametrize(
    ("old", "new", "key", "values"),
    [
        ('write = "0..20"', 'write = "0-20"', "pad.at.row", {"line": 20, "row": "pictures"}),
        ('pad = "quiz"', 'pad = "../quiz"', "pad.form.pad", {}),
        ('pad = "quiz"', 'pad = "tianxia"', "game.taken.id", {}),
        ("# A quiz", "#" * 70_000 + " A quiz", "file.long", {"most": 65536}),
        ('points = "2 * right', 'points = "9 ** 9 ** 9 * right', "pad.at.row", {"line": 15, "row": "round"}),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence_and_kept_in_the_form(
    browser: Browser, own: Path, old: str, new: str, key: str, values: dict[str, object]
) -> None:
    text = TEXTS["quiz"].replace(old, new, 1)
    assert text != TEXTS["quiz"]
    refused = add(browser, text)
    assert refused.status == 422 and refused.says(key, **values) and "A quiz night" in refused.text
    assert not own.exists() and "quiz" not in games.GAMES


def test_a_form_that_is_too_large_is_not_read(browser: Browser, own: Path) -> None:
    assert add(browser, "#" * (page.LARGEST + 1)).status == 413


def test_a_phone_adds_but_neither_replaces_nor_removes(browser: Browser, own: Path) -> None:
    assert add(browser, TEXTS["quiz"], client="192.0.2.7").status == 303
    assert add(browser, TEXTS["quiz"], client="192.0.2.7").status == 422
    assert remove(browser, "quiz", client="192.0.2.7").status == 403
    changed = TEXTS["quiz"].replace("Quiz night", "Pub quiz")
    assert add(browser, changed).status == 303
    assert "Pub quiz" in browser.get("/pads").text


def test_games_and_files_elsewhere_are_not_removed(browser: Browser, own: Path, tmp_path: Path) -> None:
    (tmp_path / "golf.toml").write_text(TEXTS["golf"], encoding="utf-8")
    pads.add(str(tmp_path / "golf.toml"))
    assert remove(browser, "golf").status == 404
    assert remove(browser, "tianxia").status == 404
    assert (tmp_path / "golf.toml").exists()
    assert "golf" in add(browser, TEXTS["golf"]).text
    assert not (own / "golf.toml").exists()


def test_a_worker_follows_the_folder(own: Path) -> None:
    own.mkdir(parents=True)
    (own / "quiz.toml").write_text(TEXTS["quiz"], encoding="utf-8")
    pads.follow()
    assert "quiz" in games.GAMES
    (own / "quiz.toml").unlink()
    pads.follow()
    assert "quiz" not in games.GAMES


def test_a_pad_that_another_program_changes_is_drawn_anew(browser: Browser, own: Path) -> None:
    add(browser, TEXTS["quiz"])
    drawn = browser.get("/papers/quiz/score-sheet.svg").text
    tapped = browser.ask("GET", "/sheet/quiz").location
    assert "Quiz night" in drawn and "Quiz night" in browser.get(tapped).text
    path = own / "quiz.toml"
    path.write_text(TEXTS["quiz"].replace("Quiz night", "Quiz morning"), encoding="utf-8")
    later = path.stat().st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))
    assert "Quiz morning" in browser.get(tapped).text
    drawn = browser.get("/papers/quiz/score-sheet.svg").text
    assert "Quiz morning" in drawn and "Quiz night" not in drawn
    assert remove(browser, "quiz").status == 303
