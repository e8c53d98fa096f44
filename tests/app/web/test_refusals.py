"""What there is not, and what cannot be: one table of what is asked, the status, and the sentence's key."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.web.client import Answer, Browser, sheet_example

CODE, _ = sheet_example("troyes-dice")
ADVICE, PLAY, OF = "/advice/troyes-dice", "/play/terracotta-army", "/puzzles/troyes-dice/of"
SHEET, TURN = "/sheets/a-sheet-1", f"/turn/{CODE}"
BLANK: dict[str, Any] = {"page_code": CODE, "marks": {}}


def ask(browser: Browser, how: str, path: str, data: dict[str, Any]) -> Answer:
    """Get a page, send a form, or send JSON by POST or PUT."""
    if how == "get":
        return browser.ask("GET", path)
    return browser.form(path, **data) if how == "form" else browser.post(path, data, how)


@pytest.mark.parametrize(
    ("how", "path", "data", "status", "key"),
    [
        # games, tables and answers that are not there
        *(("get", path, {}, 404, "web.play.none") for path in ("/play/snothing", "/play/snothing/game.txt")),
        *(("get", f"/play/{game}", {}, 404, "web.solo.none") for game in ("tianxia", "terra-mystica")),
        ("form", "/play/tianxia", {}, 404, "web.solo.none"),
        ("get", "/table/BCDFG", {}, 404, "web.keep.no_table"),
        ("get", "/table/x", {}, 404, "web.keep.no_code"),
        ("get", "/reveal/BCDFG", {}, 404, "web.keep.no_table"),
        ("get", "/reveal/mine", {}, 404, "web.reveal.nobody"),
        ("POST", "/tables", {"game": "chess"}, 422, "game.unknown"),
        ("form", "/tables", {}, 422, "game.unknown"),
        ("get", "/board/chess", {}, 404, "game.unknown"),
        ("get", "/puzzles/no-such-game", {}, 404, "game.unknown"),
        ("get", "/jobs/nothing", {}, 404, "web.job.none"),
        ("get", "/making/nobody?game=tianxia", {}, 404, "web.puzzles.no_job"),
        ("get", "/replay/tianxia", {}, 404, "web.replay.none"),
        ("get", "/replay/terra-mystica/nothing", {}, 404, "web.job.none"),
        ("form", "/replay/terra-mystica", {"logs": " "}, 422, "web.replay.empty"),
        ("get", "/sheet/terra-mystica?document=map", {}, 404, "web.sheet.no_marks"),
        ("get", "/papers/troyes-dice/score-sheet.svg?paper=a0", {}, 422, "page.none"),
        ("form", "/puzzles/tianxia", {"kind": "no-such"}, 422, "puzzles.kind.none"),
        ("form", "/puzzles/tianxia", {"level": "impossible"}, 422, "web.puzzles.no_level"),
        ("form", "/setup/tianxia", {"players": "99"}, 422, "setup.wrong.range"),
        # no position, and none that a game begins with
        *(
            (how, path, {"position": text}, 422, "position.none")
            for how, path in (("POST", ADVICE), ("form", ADVICE), ("form", PLAY))
            for text in ("/etc/passwd", "%PDF-1.7 x")
        ),
        *(
            (how, ADVICE, {"position": text}, 422, "position.none")
            for how in ("POST", "form")
            for text in ("-", "~/.ssh/id_rsa", "file:///etc/passwd")
        ),
        *((how, ADVICE, {"position": ""}, 422, "web.advice.no_position") for how in ("POST", "form")),
        *(("POST", OF, {"position": text}, 422, "position.none") for text in ("/etc/passwd", "-")),
        ("POST", OF, {"position": ""}, 422, "position.empty"),
        ("POST", OF, {"position": "{}"}, 422, "position.format"),
        ("POST", OF, {"position": "TD1"}, 422, "line.parts"),
        ("form", PLAY, {"position": "setup TA1-1"}, 422, "code.short"),
        ("form", PLAY, {"position": "TD1-0000-5H6D-A4GK"}, 422, "web.advice.other_game"),
        ("form", PLAY, {"players": "9"}, 422, "setup.wrong.range"),
        ("form", PLAY, {"players": "2", "names": "A,B,C"}, 422, "terracotta.session.names"),
        # no sheet
        ("PUT", "/sheets/short", BLANK, 422, "web.sheets.id"),
        ("PUT", SHEET, BLANK | {"marks": {"die.pink.1": "struck"}}, 422, "marks.unknown"),
        ("PUT", SHEET, BLANK | {"marks": {"die.red.1": "eaten"}}, 422, "marks.value"),
        ("PUT", SHEET, BLANK | {"stamps": {"die.pink.1": 3}}, 422, "photo.answer.mark"),
        ("PUT", SHEET, BLANK | {"stamps": {"die.red.1": -3}}, 422, "web.keep.times"),
        ("PUT", SHEET, BLANK | {"page_code": "TDA0"}, 422, "code.short"),
        ("PUT", SHEET, BLANK | {"name": "x" * 41}, 422, "web.keep.name"),
        *(
            ("PUT", SHEET, BLANK | more, 422, "web.keep.name")
            for name in ("a\nb", "a\u202eb", "a\u200bb", "a\ufeff")
            for more in ({"name": name}, {"marks": {"name": name}})
        ),
        ("PUT", SHEET, BLANK | {"marks": []}, 422, "web.body.shape"),
        # no puzzle
        *(
            ("get", f"/puzzle/{code}{ends}", {}, 404, key)
            for code, key in (("TDP1-XXXX", "code.short"), ("ZZ", "web.door.404"))
            for ends in ("", ".svg", ".pdf")
        ),
        # no turn
        *(
            ("POST", TURN, {"marks": {}, "answers": answers}, 422, f"troyes.refused.{key}")
            for key, answers in (
                ("roll", ["b9"]),
                ("roll", ["x" * 500]),
                ("sentence", ["b3 1 5 6", "s1"]),
                ("sentence", ["b3 1 5 6", "s0", "castle"]),
            )
        ),
    ],
    ids=lambda item: str(item)[:40],
)
def test_what_cannot_be_is_one_sentence(
    browser: Browser, how: str, path: str, data: dict[str, Any], status: int, key: str
) -> None:
    answer = ask(browser, how, path, data)
    assert (answer.status, answer.says(key)) == (status, True), answer.text[-300:]
    assert "root:" not in answer.text and "Traceback" not in answer.text
    assert how != "form" or path not in (ADVICE, PLAY) or answer.text.count('role="alert"') == 1
