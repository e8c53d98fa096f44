"""`read` turns what the photo reader says into positions, pictures and questions, and never guesses."""

import csv
import io
import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pencilwright.app.cli import ask_marks, main
from pencilwright.app.positions import photos
from pencilwright.games import game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play import demo
from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates import page, tables
from pencilwright.templates.phrases import Sentence, phrase
from tests.japanese import english_in
from tests.refusals import says

TROYES = game("troyes-dice")
STATE = TROYES.reading.parse(demo.AFTER)
VALUES = {key: value for key, value in TROYES.marks.to_marks(STATE).items() if key != "name"}
SETUP = TROYES.setups.to_code(TROYES.setups.draw("photo"))
PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff\xe0 a photograph"


@dataclass
class Mark:
    """A mark as the reader tells it."""

    kind: str = "ticked"
    by: str = "eye"
    why: str = ""
    confidence: float = 0.9
    chances: dict[str, float] = field(default_factory=dict)


@dataclass
class Sheet:
    """A sheet as the reader tells it."""

    copy: int = 1
    values: dict[str, str] = field(default_factory=lambda: dict(VALUES))
    likely: dict[str, str] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    contradictions: tuple[Any, ...] = ()
    notes: tuple[str, ...] = ()
    game: str = "troyes-dice"
    setup: str | None = SETUP
    spot: str = ""
    given: dict[str, str] = field(default_factory=dict)

    @property
    def page_code(self) -> str:
        return pagecode.encode(pagecode.PageCode("TD", 0, 2, "en", "colour", "a4", False, self.copy, SETUP))

    @property
    def marks(self) -> dict[str, Mark]:
        return {name: Mark("unsure", "asked", "it is smeared") for name in self.questions}


@dataclass
class Reading:
    """A photograph as the reader tells it."""

    sheets: tuple[Sheet, ...]
    refused: tuple[Sentence, ...] = ()


def marks_of(sheet: Sheet) -> Any:
    """The marks of the page, without the photo reader."""
    from teaching.photos import readers

    return {mark.id: mark for mark in readers.page_of(sheet.page_code).marks}


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(photos, "overlay", lambda sheet, language: PNG + str(sheet.copy).encode())
    monkeypatch.setattr(photos, "marks_of", marks_of)
    monkeypatch.setattr(ask_marks, "somebody_is_there", lambda: False)
    Path("photo.jpg").write_bytes(JPEG)


def needs_all(sheet: Sheet) -> Callable[[Any], Any]:
    """Every open mark of a sheet matters."""
    return lambda answers: photos.settle(sheet, answers)[1]


def shows(monkeypatch: pytest.MonkeyPatch, *sheets: Sheet, refused: tuple[Sentence, ...] = ()) -> None:
    """Every photograph shows these sheets."""
    monkeypatch.setattr(photos, "read", lambda data, code=None: Reading(sheets, refused))
    monkeypatch.setattr(photos, "answered", lambda sheet, answers: sheet)  # one answer says nothing of others


def test_a_sheet_without_questions_becomes_a_position_and_a_picture(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet())
    code = main.run(["read", "photo.jpg"])
    summary = capsys.readouterr().out
    written = TROYES.reading.parse(Path("output/photo.json").read_bytes())
    assert TROYES.marks.to_marks(written) == VALUES
    assert TROYES.setups.to_code(written.setup) == SETUP
    assert Path("output/photo.webp").read_bytes().startswith(PNG)
    assert "output/photo.json" in summary
    assert code == (1 if "breaks the rules" in summary else 0)


@pytest.mark.parametrize(("source", "folder"), [("output/scan.webp", None), ("scan.webp", ".")])
def test_a_photograph_is_never_written_over(
    monkeypatch: pytest.MonkeyPatch, source: str, folder: str | None
) -> None:
    shows(monkeypatch, Sheet())
    Path("output").mkdir()
    Path(source).write_bytes(b"the only one")
    main.run(["read", source, *(["-o", folder] if folder else [])])
    assert Path(source).read_bytes() == b"the only one"
    assert Path(source).with_name("scan-read.webp").read_bytes().startswith(PNG)
    assert Path(source).with_name("scan-read.json").exists()


def test_an_open_mark_is_listed_and_nothing_is_guessed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(questions=("link.9",)))
    assert main.run(["read", "photo.jpg"]) == 1
    summary = capsys.readouterr().out
    assert "1 mark is open" in summary and "--answer link.9=blank|circled" in summary and "smeared" in summary
    assert not Path("output/photo.json").exists()
    assert Path("output/photo.webp").exists()


def test_an_answer_on_the_command_line_settles_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    shows(monkeypatch, Sheet(questions=("citizens.red.20",)))
    main.run(["read", "photo.jpg", "--answer", "citizens.red.20=blank"])
    written = TROYES.reading.parse(Path("output/photo.json").read_bytes())
    assert TROYES.marks.to_marks(written) == VALUES


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("citizens.red.20=struck", "citizens.red.20 can't be 'struck'; it must be blank or circled"),
        ("citizens.red.20", "must be MARK=VALUE"),
        ("citizens.blue.1=blank", "no sheet here has a mark 'citizens.blue.1'"),
        ("influence.1=circled", "influence.1 can't be 'circled'; it must be blank or spent"),
        ("name=circled", "no mark 'name' that could be answered"),
        ("total=circled", "total can't be 'circled'; it must be a number of at most 3 digits, or blank"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str, sentence: str
) -> None:
    shows(monkeypatch, Sheet())
    assert main.run(["read", "photo.jpg", "--answer", answer]) == 2
    assert sentence in capsys.readouterr().err


def test_a_person_at_the_terminal_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    shows(monkeypatch, Sheet(questions=("citizens.red.20", "link.9")))
    questions: list[str] = []

    def answer(text: str, **_: object) -> str:
        questions.append(text)
        return "blank"

    monkeypatch.setattr(ask_marks, "somebody_is_there", lambda: True)
    monkeypatch.setattr(ask_marks.click, "prompt", answer)
    main.run(["read", "photo.jpg"])
    assert len(questions) == 2 and questions[0].startswith("[1 of 2] copy 1, citizens.red.20: ")
    assert Path("output/photo.json").exists()


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "a number of at most 3 digits, or blank"), ("ja", "3桁までの数か blank です")],
)
def test_what_is_no_number_of_a_comb_is_refused_in_the_person_s_language(
    language: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    comb = page.Mark("total.blue", "number", "", page.Box(0, 0, 1, 1), "", 0, cells=3)
    typed = iter(("1234", "x", "-", "x" * 50, "007", " blank "))
    monkeypatch.setattr(ask_marks.click, "prompt", lambda text, **_: next(typed))
    assert [ask_marks._answer(comb, "?", language, "1") for _ in range(2)] == ["007", "blank"]
    refused = capsys.readouterr().err.splitlines()
    assert len(refused) == 4 and all(told in line and "x" * 41 not in line for line in refused)


@pytest.mark.parametrize(("language", "told"), [("en", "can't be 'maybe'"), ("ja", "「maybe」にできません")])
def test_a_refused_answer_begins_with_no_word_of_another_language(
    language: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = page.Mark("citizens.red.20", "tick", "", page.Box(0, 0, 1, 1), "", 0)
    monkeypatch.setattr(sys, "stdin", io.StringIO("maybe\nblank\n"))
    assert ask_marks._answer(mark, "?", language, "circled") == "blank"
    err = capsys.readouterr().err
    assert told in err and "Error" not in err and err.count("t: ticked") + err.count("t：ticked") == 2


def test_strict_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    shows(monkeypatch, Sheet(questions=("link.9",)))
    monkeypatch.setattr(ask_marks, "somebody_is_there", lambda: True)
    monkeypatch.setattr(ask_marks, "ask", lambda sheet, language: pytest.fail("asked"))
    assert main.run(["read", "photo.jpg", "--strict"]) == 1
    assert not Path("output/photo.json").exists()


def test_several_sheets_give_several_positions_and_a_ranking(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(1), Sheet(2, values={}), refused=("copy 3 is hidden",))
    assert main.run(["read", "photo.jpg"]) == 1
    summary = capsys.readouterr().out
    assert sorted(path.name for path in Path("output").iterdir()) == [
        "photo-copy1.json",
        "photo-copy1.webp",
        "photo-copy2.json",
        "photo-copy2.webp",
    ]
    assert "place" in summary and "not read: copy 3 is hidden" in summary


def test_many_photographs_give_one_ranking_with_names_and_a_bad_one_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sheets = {JPEG: Sheet(values=VALUES | {"name": "Ada"}), JPEG + b"2": Sheet(values={}), JPEG + b"3": None}
    for name, data in zip(("a.jpg", "b.jpg", "c.jpg"), sheets, strict=True):
        Path(name).write_bytes(data)

    def reading(data: bytes, code: str | None = None) -> Reading:
        if sheets[data] is None:
            raise InputError(phrase("photo.nothing"))
        return Reading((sheets[data],))

    monkeypatch.setattr(photos, "read", reading)
    assert main.run(["read", "a.jpg", "b.jpg", "c.jpg"]) == 1
    summary = capsys.readouterr().out
    assert re.search(r"^ *1  Ada +\d+\n *2  b.jpg, copy 1 +3$", summary, re.MULTILINE)
    assert "c.jpg\nnot read: no sheet of ours is in this picture" in summary
    assert main.run(["read", "a.jpg", "b.jpg", "--json", "--lang", "ja"]) == 0
    first, second = json.loads(capsys.readouterr().out)["ranking"]
    assert (first["name"], first["place"], second["name"], second["place"]) == ("Ada", 1, "b.jpgの1枚目", 2)
    Path("again.jpg").write_bytes(JPEG)
    assert main.run(["read", "a.jpg", "again.jpg"]) == 0
    summary = capsys.readouterr().out
    assert "a.jpg, copy 1 and again.jpg, copy 1 are the same sheet" in summary and "place" not in summary


def test_a_filled_pdf_stands_among_the_photographs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(values={}))
    printed = build(
        "troyes-dice", "score-sheet", setup=TROYES.setups.from_code(SETUP), options=PrintOptions()
    )
    Path("ada.pdf").write_bytes(fill.fill(printed, VALUES | {"name": "Ada"}))
    assert main.run(["read", "photo.jpg", "ada.pdf", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    (sheet,) = answer["photos"][1]["sheets"]
    written = TROYES.reading.parse(Path(sheet["position"]).read_bytes())
    assert TROYES.marks.to_marks(written) == VALUES | {"name": "Ada"}
    assert [entry["name"] for entry in answer["ranking"]] == ["Ada", "photo.jpg, copy 1"]
    Path("evening").mkdir()
    Path("photo.jpg").rename("evening/photo.jpg")
    Path("ada.pdf").rename("evening/ada.pdf")
    assert main.run(["read", "evening", "--jobs", "1"]) == 0
    summary = capsys.readouterr().out
    assert "2 photographs, 2 sheets scored" in summary
    assert re.search(r"^ *1  Ada +\d+\n *2  photo.jpg, copy 1 +3$", summary, re.MULTILINE)


def test_what_is_read_is_told_in_japanese(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(), Sheet(2, questions=("link.9",)), refused=(phrase("photo.pale"),))
    assert main.run(["read", "photo.jpg", "--lang", "ja"]) == 1
    summary = capsys.readouterr().out
    files = "photo.jpg output/photo-copy1.json output/photo-copy1.webp output/photo-copy2.webp"
    assert english_in(summary, files, "link.9=blank|circled --answer", "smeared") == []


def test_marks_that_contradict_each_other_are_told_beside_the_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(values={"cathedral.1.2": "ticked"}))
    assert main.run(["read", "photo.jpg"]) == 1
    summary = capsys.readouterr().out
    assert re.search("breaks the rules: .*only this is marked: cathedral of column 1 has number 2", summary)
    assert Path("output/photo.json").exists()


def test_json_tells_questions_with_their_choices(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(questions=("influence.2",)))
    assert main.run(["read", "photo.jpg", "--json"]) == 1
    (photo,) = json.loads(capsys.readouterr().out)["photos"]
    (question,) = photo["sheets"][0]["questions"]
    assert question["mark"] == "influence.2"
    assert question["choices"] == ["blank", "spent"]
    assert photo["sheets"][0]["position"] == ""


def test_a_folder_becomes_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("evening").mkdir()
    for name in ("a.jpg", "b.JPG", "notes.txt", ".hidden.jpg"):
        Path("evening", name).write_bytes(JPEG)

    def reading(data: bytes, code: str | None = None) -> Reading:
        calls.append(1)
        if len(calls) == 2:
            raise InputError(phrase("photo.empty"))
        return Reading((Sheet(1), Sheet(2, questions=("link.1", "citizens.red.20"), likely=VALUES)))

    calls: list[int] = []
    monkeypatch.setattr(photos, "read", reading)
    assert main.run(["read", "evening", "--jobs", "1"]) == 1
    with open("output/evening.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["photo"], row["copy"], row["open"]) for row in rows] == [
        ("a.jpg", "1", "0"),
        ("a.jpg", "2", "1"),
        ("b.JPG", "", ""),
    ]
    points = int(rows[0]["points"])
    assert rows[1]["points"] == f"{points} to {points + 1}"
    assert (
        rows[1]["open_marks"] == "citizens.red.20"
        and rows[2]["error"] == "no sheet was found in this picture"
    )
    summary = capsys.readouterr().out
    assert says(summary, "photo.table.wrote", scored=1, open=1, failed=1)
    assert f"{points} to {points + 1}" in summary


def test_a_folder_without_photographs_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("evening").mkdir()
    assert main.run(["read", "evening"]) == 2
    assert says(capsys.readouterr().err, "position.no_files", folder="'evening'")


def test_score_takes_a_photograph(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet())
    main.run(["score", "photo.jpg", "--json"])
    (sheet,) = json.loads(capsys.readouterr().out)["sheets"]
    assert sheet["total"] == TROYES.scoring.score(STATE).total
    assert sheet["copy"] == 1


def test_strict_score_and_advice_refuse_a_photograph_with_open_marks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(questions=("link.1", "link.2")))
    for command in (["score", "--strict"], ["advise"]):
        assert main.run([*command, "photo.jpg"]) == 2
        assert says(capsys.readouterr().err, "photo.open", n=2, copy=1)


def without(*names: str) -> dict[str, str]:
    """The marks of the sheet without some that are open."""
    return {name: value for name, value in VALUES.items() if name not in names}


def test_open_marks_give_a_range_of_points_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = TROYES.scoring.score(STATE).total
    names = ("citizens.red.19", "citizens.red.20", "link.1")
    shows(monkeypatch, Sheet(questions=names, values=without(*names), likely=without(*names)))
    assert main.run(["score", "photo.jpg"]) == 0
    summary = capsys.readouterr().out
    assert f"{plain} to {plain + 2}" in summary and "2 marks are open: citizens.red.19" in summary
    assert says(summary, "photo.idle", marks="link.1")
    assert main.run(["score", "photo.jpg", "--json"]) == 0
    (sheet,) = json.loads(capsys.readouterr().out)["sheets"]
    assert (sheet["total"], sheet["low"], sheet["high"], sheet["whole"]) == (None, plain, plain + 2, True)
    assert (sheet["open"], sheet["guessed"]) == (["citizens.red.19", "citizens.red.20"], ["link.1"])
    lines = {line["id"]: line for line in sheet["lines"]}
    assert lines["points.citizens.red"]["points"] is None
    assert lines["points.citizens.white"]["points"] is not None


def test_open_marks_that_change_no_points_leave_the_score_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(questions=("link.1", "slot.3.2"), likely=VALUES))
    main.run(["score", "photo.jpg", "--json"])
    (sheet,) = json.loads(capsys.readouterr().out)["sheets"]
    assert sheet["total"] == TROYES.scoring.score(STATE).total and "open" not in sheet
    assert sheet["guessed"] == ["link.1", "slot.3.2"]
    main.run(["score", "photo.jpg"])
    assert says(capsys.readouterr().out, "photo.idle", n=2)
    assert main.run(["score", "photo.jpg", "--strict"]) == 2


def test_a_line_of_the_same_points_names_all_reasons(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lines(values: dict[str, str]) -> list[Any]:
        results = (TROYES.marks.read(values | {"influence.17": value})[0] for value in ("", "circled"))
        return [TROYES.scoring.score(state).lines[6] for state in results]

    more = VALUES | {"influence.18": "circled"}
    values = next(each for each in (VALUES, more) if len({line.points for line in lines(each)}) == 1)
    shows(monkeypatch, Sheet(values=values, questions=("influence.17",), likely=values))
    main.run(["score", "photo.jpg", "--json"])
    (answer,) = json.loads(capsys.readouterr().out)["sheets"]
    line = next(line for line in answer["lines"] if line["id"] == "points.influence")
    assert line["points"] == lines(values)[0].points
    assert all(str(item.reason) in line["reason"] for item in lines(values))


def test_advice_goes_on_where_open_marks_change_nothing_that_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet())
    code = main.run(["advise", "photo.jpg"])
    plain = capsys.readouterr()
    shows(monkeypatch, Sheet(questions=("cathedral.1.2",), likely=VALUES))
    assert main.run(["advise", "photo.jpg"]) == code
    summary = capsys.readouterr()
    assert summary.out == plain.out
    remark, _, rest = summary.err.partition("\n")
    assert remark.endswith("taken as most likely: cathedral.1.2.") and rest == plain.err


def test_the_likeliest_reading_is_taken_only_when_asked_for_and_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = TROYES.scoring.score(STATE).total
    likely = VALUES | {"citizens.red.20": "circled"}
    shows(monkeypatch, Sheet(questions=("citizens.red.20",), likely=likely))
    main.run(["score", "photo.jpg", "--likeliest"])
    summary = capsys.readouterr().out
    assert re.search(rf"^ *{plain + 1} +total", summary, re.MULTILINE)
    assert says(summary, "score.guessed", n=1)
    assert main.run(["score", "photo.jpg", "--likeliest", "--strict"]) == 2


def test_places_are_told_where_open_marks_leave_them_decided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fewer = {name: value for name, value in VALUES.items() if not name.startswith("citizens")}
    near = {name: value for name, value in VALUES.items() if name != "citizens.red.1"}
    sheets = [Sheet(values=VALUES), Sheet(copy=2, values=fewer), Sheet(copy=3, values=near)]
    sheets[1].questions = ("citizens.red.20",)
    shows(monkeypatch, *sheets)
    main.run(["score", "photo.jpg", "--json"])
    ranked = json.loads(capsys.readouterr().out)["ranking"]
    assert {item["copy"]: item["place"] for item in ranked} == {1: 1, 3: 2, 2: 3}
    sheets[2].questions = ("citizens.red.19", "citizens.red.20")
    main.run(["score", "photo.jpg"])
    table = capsys.readouterr().out.rpartition("place")[2]
    assert re.findall(r"^ *(\d to \d|\d) ", table, re.MULTILINE) == ["1 to 2", "1 to 2", "3"]


def test_what_many_open_tracks_may_come_to_is_the_true_least_and_most() -> None:
    from pencilwright.app.answers import ranges
    from pencilwright.app.positions.load import of_page

    page_code = Sheet().page_code
    kinds = {mark.id: mark for mark in marks_of(Sheet()).values()}
    tracks = [f"citizens.{colour}.{n}" for colour in ("red", "white") for n in range(3, 15)]
    tracks += [f"influence.{n}" for n in range(1, 18)]
    settled = of_page(page_code, {name: value for name, value in VALUES.items() if name not in tracks})
    left = {name: photos.choices(kinds[name]) for name in tracks}
    (result,) = ranges.ranges(settled._replace(open=left))

    def total(**fields: str) -> int:
        marks = {name: fields[name.partition(".")[0]] for name in tracks}
        view = of_page(page_code, {**settled.written, **{name: v for name, v in marks.items() if v}})
        return int(TROYES.scoring.score(view.state).total)

    assert result.whole
    assert (result.total.low, result.total.high) == (
        min(total(citizens="", influence=name) for name in ("", "spent")),
        total(citizens="circled", influence="circled"),
    )


def test_an_open_number_leaves_it_open_how_far_the_points_go(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    values = {"track.yellow": "70", "track.blue": "4"}
    open_number = Mark("unsure", "asked", "it is smeared", 0.6, {"4": 0.6, "9": 0.4})
    pad = Pad(values=values, questions=("track.blue",), game="terracotta-army", setup=None)
    monkeypatch.setattr(Sheet, "marks", {"track.blue": open_number})
    shows(monkeypatch, pad)
    assert main.run(["score", "photo.jpg", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert not any(sheet["whole"] for sheet in answer["sheets"])
    assert [(sheet["low"], sheet["high"]) for sheet in answer["sheets"]] == [(70, 70), (4, 9)]
    assert [item["place"] for item in answer["ranking"]] == [None, None]


def at_terminal(monkeypatch: pytest.MonkeyPatch, *typed: str) -> list[str]:
    """A person who types these answers, of which none settles another mark; return the questions."""
    answers, visible = iter(typed), []

    def prompt(text: str, **_: object) -> str:
        visible.append(text)
        return next(answers)

    monkeypatch.setattr(ask_marks.click, "prompt", prompt)
    monkeypatch.setattr(photos, "answered", lambda sheet, answers: sheet)
    return visible


def test_enter_takes_the_guess_and_one_key_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet(questions=("link.9", "deniers.9", "citizens.red.20"), likely={"link.9": "circled"})
    visible = at_terminal(monkeypatch, "", "s", "b")
    result = ask_marks.ask("en", sheet, needs_all(sheet))
    assert result == {"link.9": "circled", "deniers.9": "spent", "citizens.red.20": "blank"}
    assert visible[0].endswith("[Enter: circled; b: blank]")


def test_many_that_look_alike_are_one_line_and_who_is_named_is_asked_again_as_something_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tuple(f"influence.{n}" for n in (4, 5, 6, 12))
    sheet = Sheet(questions=names, likely=dict.fromkeys(names, "circled"))
    mark = Mark("unsure", "asked", "unclear", chances={"ticked": 0.6, "spent": 0.3, "blank": 0.1})
    monkeypatch.setattr(Sheet, "marks", property(lambda self: dict.fromkeys(self.questions, mark)))
    visible = at_terminal(monkeypatch, "7", "5, 12", "12")
    result = ask_marks.ask("en", sheet, needs_all(sheet))
    assert result == dict.fromkeys(names, "circled") | {"influence.5": "spent", "influence.12": "blank"}
    assert "influence 4 5 6 12: all circled?" in visible[0]
    assert len(visible) == 3 and "influence 5 12: all spent?" in visible[2]
    assert says(capsys.readouterr().err, "photo.ask.none", word="'7'")


def test_when_none_is_what_it_seems_all_are_asked_about_as_one_again(monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(f"influence.{n}" for n in (4, 5, 6, 12))
    sheet = Sheet(questions=names, likely=dict.fromkeys(names, "circled"))
    mark = Mark("unsure", "asked", "unclear", chances={"ticked": 0.6, "spent": 0.3, "blank": 0.1})
    monkeypatch.setattr(Sheet, "marks", property(lambda self: dict.fromkeys(self.questions, mark)))
    visible = at_terminal(monkeypatch, ask_marks.NONE, "12")
    result = ask_marks.ask("en", sheet, needs_all(sheet))
    assert result == dict.fromkeys(names, "spent") | {"influence.12": "blank"}
    assert ["all spent?" in text for text in visible] == [False, True]


def test_who_denies_all_that_is_likely_is_asked_about_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("influence.4", "influence.5")
    sheet = Sheet(questions=names, likely=dict.fromkeys(names, "circled"))
    mark = Mark("unsure", "asked", "unclear", chances={"ticked": 1.0, "spent": 0.0, "blank": 0.0})
    monkeypatch.setattr(Sheet, "marks", property(lambda self: dict.fromkeys(self.questions, mark)))
    at_terminal(monkeypatch, ask_marks.NONE, "5")
    assert set(ask_marks.ask("en", sheet, needs_all(sheet)).values()) == {"blank", "spent"}


def test_what_cannot_be_seen_is_one_line_wherever_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("slot.1.3", "slot.2.0", "slot.10.3")
    sheet = Sheet(questions=names, likely=dict.fromkeys(names, "blank"))
    mark = Mark("unsure", "asked", photos.HIDDEN, chances={"blank": 0.5, "ticked": 0.5})
    monkeypatch.setattr(Sheet, "marks", property(lambda self: dict.fromkeys(self.questions, mark)))
    visible = at_terminal(monkeypatch, "2.0")
    result = ask_marks.ask("en", sheet, needs_all(sheet))
    assert result == {"slot.1.3": "blank", "slot.2.0": "circled", "slot.10.3": "blank"}
    (line,) = visible
    assert "slot 1.3 2.0 10.3 (they cannot be seen): all blank?" in line


def test_who_is_named_among_many_is_the_one_other_thing_that_it_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tracks, rings = (tuple(f"{row}.{n}" for n in (4, 5, 6, 12)) for row in ("influence", "citizens.red"))
    sheet = Sheet(questions=(*tracks, *rings), likely=dict.fromkeys((*tracks, *rings), "circled"))
    mark = Mark("unsure", "asked", "alike", chances={"blank": 0.0, "ticked": 0.6, "spent": 0.4})
    monkeypatch.setattr(Sheet, "marks", property(lambda self: dict.fromkeys(self.questions, mark)))
    at_terminal(monkeypatch, "5, 12", "6")
    result = ask_marks.ask("en", sheet, needs_all(sheet))
    others = {"influence.5": "spent", "influence.12": "spent", "citizens.red.6": "blank"}
    assert result == dict.fromkeys((*tracks, *rings), "circled") | others


def test_score_at_a_terminal_asks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(questions=("citizens.red.20",)))
    monkeypatch.setattr(ask_marks, "somebody_is_there", lambda: True)
    monkeypatch.setattr(ask_marks.click, "prompt", lambda text, **_: "blank")
    main.run(["score", "photo.jpg", "--json"])
    assert json.loads(capsys.readouterr().out)["sheets"][0]["total"] > 0


def test_score_at_a_terminal_asks_what_can_change_points_and_no_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet(questions=("link.9", "slot.3.2", "citizens.red.20"), likely=VALUES))
    monkeypatch.setattr(ask_marks, "somebody_is_there", lambda: True)
    visible: list[str] = []

    def prompt(text: str, **_: object) -> str:
        visible.append(text)
        return "blank"

    monkeypatch.setattr(ask_marks.click, "prompt", prompt)
    main.run(["score", "photo.jpg", "--json"])
    (sheet,) = json.loads(capsys.readouterr().out)["sheets"]
    assert len(visible) == 1 and "citizens.red.20" in visible[0]
    assert sheet["total"] == TROYES.scoring.score(STATE).total and len(sheet["guessed"]) == 2


class Pad(Sheet):
    """A scoring pad of two players as the reader tells it."""

    @property
    def page_code(self) -> str:
        document = game("terracotta-army").paper.DOCUMENTS["score-sheet"]
        return pagecode.encode(
            pagecode.PageCode("TA", document.number, document.version, "en", "colour", "a4", False, 1, None)
        )


def test_a_pad_of_several_players_ranks_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    values = {"track.yellow": "70", "track.blue": "4"}
    shows(monkeypatch, Pad(values=values, game="terracotta-army", setup=None))
    Path("pad.jpg").write_bytes(JPEG)
    assert main.run(["read", "pad.jpg", "--json"]) == 0
    (sheet,) = json.loads(capsys.readouterr().out)["photos"][0]["sheets"]
    assert sheet["points"] is None
    assert [(each["player"], each["points"]) for each in sheet["players"]] == [("yellow", 70), ("blue", 4)]
    Path("pads").mkdir()
    Path("pads/one.jpg").write_bytes(JPEG)
    assert main.run(["read", "pads", "--jobs", "1", "-o", "pads.csv"]) == 0
    (row,) = csv.DictReader(Path("pads.csv").read_text().splitlines())
    assert row["points"] == "yellow=70 blue=4"


def test_one_name_that_is_not_utf8_loses_no_folder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet())
    Path("evening").mkdir()
    for name in (b"caf\xe9.jpg", b"photo.jpg", b"=cmd|calc.jpg", b"a\x1b[31m.jpg"):
        Path("evening", os.fsdecode(name)).write_bytes(JPEG)
    main.run(["read", "evening", "-o", "evening.csv", "--jobs", "1"])
    table = Path("evening.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(table.splitlines()))
    assert [row["photo"] for row in rows] == ["'=cmd|calc.jpg", r"a\x1b[31m.jpg", r"caf\xe9.jpg", "photo.jpg"]
    assert len({row["points"] for row in rows}) == 1 and rows[0]["points"]
    assert "4 photographs, 4 sheets scored" in capsys.readouterr().out


def test_a_photograph_whose_name_is_not_utf8_is_told_with_escapes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet())
    name = os.fsdecode(b"caf\xe9.jpg")
    Path(name).write_bytes(JPEG)
    main.run(["read", name, "--json"])
    (photo,) = json.loads(capsys.readouterr().out)["photos"]
    assert photo["photo"] == r"caf\xe9.jpg" and photo["sheets"][0]["position"] == r"output/caf\xe9.json"
    main.run(["read", name])
    assert capsys.readouterr().out.startswith("caf\\xe9.jpg\n")


@pytest.mark.parametrize("name", ["holiday [/b] 2.jpg", "[red]x.jpg"])
def test_brackets_in_a_name_are_no_markup_of_the_terminal(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shows(monkeypatch, Sheet())
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_bytes(JPEG)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main.run(["read", name]) in (0, 1)
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("value", ["=1+1", "+1", "-1", "@SUM", "\tx", "\rx"])
def test_no_spreadsheet_takes_a_text_for_a_formula(value: str) -> None:
    assert tables.cell(value) == f"'{value}"


@pytest.mark.parametrize("value", ["plain", "a=1", "", 12, -3])
def test_other_cells_stay_as_they_are(value: object) -> None:
    assert tables.cell(value) == value


@pytest.mark.parametrize(
    "start", [b"II*\0", b"MM\0*", b"BM" + bytes(8), b"GIF89a", b"\0\0\0 ftypavif", b"\x89PNG"]
)
@pytest.mark.parametrize("command", ["read", "score"])
def test_what_only_begins_as_a_picture_is_told_with_the_kinds_that_are_read(
    start: bytes, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("picture").write_bytes(start + bytes(2_000_000))
    assert main.run([command, "picture"]) == 2
    assert says(capsys.readouterr().err, "photo.file.none")


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"\0\0\0\x0cjP  \r\n\x87\n", "JPEG 2000"), (b"\xff\x4f\xff\x51", "JPEG 2000"), (b"AT&TFORM", "DjVu"),
        (b"8BPS", "Photoshop"), (b"II*\0\x10\0\0\0CR", "RAW"), (b"FUJIFILMCCD-RAW", "RAW"),
        (b"\xff\x0a", "JPEG XL"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["read", "score"])
def test_pictures_of_a_kind_that_is_not_read_are_told_by_its_name(
    start: bytes, kind: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("picture").write_bytes(start + bytes(2_000))
    assert main.run([command, "picture"]) == 2
    message = capsys.readouterr().err
    assert says(message, "photo.file.kind") and kind in message


def test_a_filled_pdf_is_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = build("terracotta-army", "score-sheet", setup=None, options=PrintOptions())
    filled = fill.fill(blank, {"track.yellow": "71", "track.blue": "60"})
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(filled), isatty=lambda: False))
    assert main.run(["read", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["photos"][0]["sheets"]
