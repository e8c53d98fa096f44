"""`read` turns what the photo reader says into positions, pictures and questions, and never guesses."""

import csv
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pencilwright.app.cli import ask_marks
from pencilwright.app.positions import open_marks, photos
from pencilwright.app.positions.marked import of_page
from pencilwright.app.positions.open_marks import every
from pencilwright.app.positions.open_sheet import HIDDEN, OpenMark, OpenSheet, choices
from pencilwright.games import game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play import demo
from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.solver.photo import answers as answers_of
from pencilwright.templates import page, tables
from pencilwright.templates.phrases import ENGLISH, Sentence, phrase, say
from tests.app.doors import Door
from tests.japanese import english_in
from tests.refusals import check, pattern, says

TROYES = game("troyes-dice")
STATE = TROYES.parse(demo.AFTER)
POINTS = TROYES.room("scoring").score(STATE).total
VALUES = {key: value for key, value in TROYES.marks.to_marks(STATE).items() if key != "name"}
SETUP = TROYES.setups.to_code(TROYES.setups.draw("photo"))
PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff\xe0 a photograph"
LABEL = phrase("photo.open")


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
    mark: Mark = field(default_factory=lambda: Mark("unsure", "asked", "it is smeared"))

    @property
    def page_code(self) -> str:
        if self.game == "troyes-dice":
            code = pagecode.PageCode("TD", 0, 2, "en", "colour", "a4", False, self.copy, SETUP)
        else:
            document = game(self.game).paper.DOCUMENTS["score-sheet"]
            code = pagecode.PageCode(
                "TA", document.number, document.version, "en", "colour", "a4", False, 1, None
            )
        return pagecode.encode(code)

    @property
    def marks(self) -> dict[str, Mark]:
        return dict.fromkeys(self.questions, self.mark)


@dataclass
class Reading:
    """A photograph as the reader tells it."""

    sheets: tuple[Sheet, ...]
    refused: tuple[Sentence, ...] = ()


def pad(**more: Any) -> Sheet:
    """A scoring pad of two players as the reader tells it."""
    points = {"track.yellow": "70", "track.blue": "4"}
    return Sheet(values=points, game="terracotta-army", setup=None, **more)


@pytest.fixture(autouse=True)
def a_photograph(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "overlay", lambda sheet, language: PNG + str(sheet.copy).encode())
    monkeypatch.setattr(answers_of, "answered", lambda sheet, answers: sheet)  # none says anything of others
    monkeypatch.setattr(ask_marks, "somebody_is_there", lambda: False)
    Path("photo.jpg").write_bytes(JPEG)


Shows = Callable[..., None]


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch) -> Shows:
    """Let every photograph show some sheets, or those of its bytes; None is a photograph of nothing."""

    def showing(*sheets: Sheet, refused: tuple[Sentence, ...] = (), **of: Sheet | None) -> None:
        def read(data: bytes, code: str | None = None) -> Reading:
            if (name := data.decode("latin-1")[-1]) in of:
                result = of[name]
                if result is None:
                    raise InputError(phrase("photo.nothing"))
                return Reading((result,))
            return Reading(sheets, refused)

        monkeypatch.setattr(photos, "read", read)

    return showing


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Let a person at the terminal type these answers; return the questions."""

    def typing(*typed: str) -> list[str]:
        answers, visible = iter(typed), list[str]()
        monkeypatch.setattr(ask_marks, "somebody_is_there", lambda: True)
        monkeypatch.setattr(
            ask_marks.click, "prompt", lambda text, **_: visible.append(text) or next(answers)
        )
        return visible

    return typing


def written(path: str) -> dict[str, str]:
    """The marks of a position that was written."""
    return dict(TROYES.marks.to_marks(TROYES.parse(Path(path).read_bytes())))


def evening(*names: str) -> Iterator[Path]:
    """Make a folder with photographs of these names."""
    Path("evening").mkdir()
    for name in names:
        path = Path("evening", name)
        path.write_bytes(JPEG + name[:1].encode())
        yield path


def test_a_sheet_without_questions_becomes_a_position_and_a_picture(door: Door, shows: Shows) -> None:
    shows(Sheet())
    ran = door("read photo.jpg", code=None)
    state = TROYES.parse(Path("output/photo.json").read_bytes())
    assert written("output/photo.json") == VALUES and TROYES.setups.to_code(state.setup) == SETUP
    assert ran.written == ("output/photo.json", "output/photo.webp") and "output/photo.json" in ran.out
    assert Path("output/photo.webp").read_bytes().startswith(PNG)
    assert ran.code == (1 if "breaks the rules" in ran.out else 0)


@pytest.mark.parametrize(("source", "folder"), [("output/scan.webp", ""), ("scan.webp", "-o .")])
def test_a_photograph_is_never_written_over(door: Door, shows: Shows, source: str, folder: str) -> None:
    shows(Sheet())
    Path("output").mkdir()
    Path(source).write_bytes(b"the only one")
    door(f"read {source} {folder}", code=None)
    assert Path(source).read_bytes() == b"the only one"
    assert Path(source).with_name("scan-read.webp").read_bytes().startswith(PNG)
    assert Path(source).with_name("scan-read.json").exists()


def test_an_open_mark_is_listed_and_nothing_is_guessed(
    door: Door, shows: Shows, asked: Callable[..., list[str]]
) -> None:
    shows(Sheet(questions=("influence.2",)))
    ran = door("read photo.jpg", code=1)
    assert ran.says("photo.read.open", n=1) and "smeared" in ran.out
    assert "--answer influence.2=blank|spent" in ran.out and ran.written == ("output/photo.webp",)
    (photo,) = door.data("read photo.jpg", code=1)["photos"]
    (question,) = photo["sheets"][0]["questions"]
    assert (question["mark"], question["choices"]) == ("influence.2", ["blank", "spent"])
    assert photo["sheets"][0]["position"] == ""
    asked()  # somebody is there
    door("read photo.jpg --strict", code=1)
    assert not Path("output/photo.json").exists()


def test_an_answer_on_the_command_line_settles_a_mark(door: Door, shows: Shows) -> None:
    shows(Sheet(questions=("citizens.red.20",)))
    door("read photo.jpg --answer citizens.red.20=blank", code=None)
    assert written("output/photo.json") == VALUES


@pytest.mark.parametrize(
    ("answer", "key", "values"),
    [
        ("citizens.red.20=struck", "photo.answer.value", {"value": "struck", "may": "blank or circled"}),
        ("citizens.red.20", "photo.read.answer", {"text": "citizens.red.20"}),
        ("citizens.blue.1=blank", "photo.read.unused", {}),
        ("influence.1=circled", "photo.answer.value", {"value": "circled", "may": "blank or spent"}),
        ("name=circled", "photo.answer.mark", {}),
        ("total=circled", "photo.answer.number", {"value": "circled", "n": 3, "blank": "blank"}),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(
    door: Door, shows: Shows, answer: str, key: str, values: dict[str, object]
) -> None:
    shows(Sheet())
    mark = {"mark": answer.partition("=")[0]} if "=" in answer else {}
    error = door(f"read photo.jpg --answer {answer}", code=2).error
    assert error is not None
    check(error, key, None, **mark, **values)


def test_a_person_at_the_terminal_is_asked(door: Door, shows: Shows, asked: Callable[..., list[str]]) -> None:
    shows(Sheet(questions=("citizens.red.20", "link.9")))
    questions = asked("blank", "blank")
    door("read photo.jpg", code=None)
    assert len(questions) == 2
    assert says(questions[0], "photo.ask", n=1, all=2, copy=1, id="citizens.red.20")
    assert Path("output/photo.json").exists()
    shows(Sheet(questions=("link.9", "slot.3.2", "citizens.red.20"), likely=VALUES))
    questions = asked("blank")
    (sheet,) = door.data("score photo.jpg")["sheets"]
    assert len(questions) == 1 and "citizens.red.20" in questions[0], "what can change points and no more"
    assert sheet["total"] == POINTS and len(sheet["guessed"]) == 2


@pytest.mark.parametrize(
    ("language", "digits", "word"), [("en", "3 digits", "t: ticked"), ("ja", "3桁", "t：ticked")]
)
def test_a_refused_answer_is_asked_again_in_the_person_s_language(
    language: str, digits: str, word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    comb = page.Mark("total.blue", "number", "", page.Box(0, 0, 1, 1), "", 0, cells=3)
    mark = page.Mark("citizens.red.20", "tick", "", page.Box(0, 0, 1, 1), "", 0)
    monkeypatch.setattr(
        sys, "stdin", io.StringIO("\n".join(("1234", "x", "-", "x" * 50, "007", " blank ", "maybe", "blank")))
    )
    number, ticked = OpenMark(comb, LABEL, ("1",)), OpenMark(mark, LABEL, ("circled",))
    assert [ask_marks._answer(number, "?", language) for _ in range(2)] == ["007", "blank"]
    refused = capsys.readouterr().err
    assert refused.count("x" * 40) == 1 and "x" * 41 not in refused and refused.count(digits) == 4
    assert ask_marks._answer(ticked, "?", language) == "blank"
    err = capsys.readouterr().err
    assert "maybe" in err and "Error" not in err and err.count(word) == 2


def test_several_sheets_give_several_positions_and_a_ranking(door: Door, shows: Shows) -> None:
    shows(Sheet(1), Sheet(2, values={}), refused=(phrase("photo.pale"),))
    ran = door("read photo.jpg", code=1)
    assert ran.written == tuple(f"output/photo-copy{n}.{kind}" for n in (1, 2) for kind in ("json", "webp"))
    assert "place" in ran.out and ran.says("photo.read.file", file="photo.jpg", why=phrase("photo.pale"))


def test_many_photographs_give_one_ranking_with_names_and_a_bad_one_stops_no_other(
    door: Door, shows: Shows
) -> None:
    shows(a=Sheet(values=VALUES | {"name": "Ada"}), b=Sheet(values={}), c=None)
    files = list(evening("a.jpg", "b.jpg", "c.jpg"))
    ran = door("read", *files, code=1)
    out = ran.out
    assert re.search(r"^ *1  Ada +\d+\n *2  evening/b.jpg, copy 1 +3$", out, re.MULTILINE)
    assert "c.jpg" not in out and "c.jpg': " in ran.err and says(ran.err, "photo.nothing")
    first, second = door.data("read --lang ja", *files[:2])["ranking"]
    names = ("Ada", 1, "evening/b.jpgの1枚目", 2)
    assert (first["name"], first["place"], second["name"], second["place"]) == names


def test_a_sheet_that_is_read_twice_is_said_and_counts_once(door: Door, shows: Shows) -> None:
    shows(a=Sheet(values=VALUES | {"name": "Ada"}))
    (a,) = evening("a.jpg")
    Path("again.jpg").write_bytes(a.read_bytes())
    ran = door("read", a, "again.jpg")
    twice = {"first": "evening/a.jpg, copy 1", "second": "again.jpg, copy 1"}
    assert ran.says("twice.same", **twice) and "place" not in ran.out


def test_a_filled_pdf_stands_among_the_photographs(door: Door, shows: Shows) -> None:
    shows(Sheet(values={}))
    setup = TROYES.setups.from_code(SETUP)
    printed = build("troyes-dice", "score-sheet", setup=setup, options=PrintOptions())
    (photograph,) = evening("photo.jpg")
    (filled := Path("evening/ada.pdf")).write_bytes(fill.fill(printed, VALUES | {"name": "Ada"}))
    answer = door.data("read", photograph, filled)
    (sheet,) = answer["photos"][1]["sheets"]
    assert written(sheet["position"]) == VALUES | {"name": "Ada"}
    assert [entry["name"] for entry in answer["ranking"]] == ["Ada", "evening/photo.jpg, copy 1"]
    out = door("read evening --jobs 1").out
    assert says(out, "photo.table.wrote", scored=2, open=0, failed=0)
    assert re.search(r"^ *1  Ada +\d+\n *2  photo.jpg, copy 1 +3$", out, re.MULTILINE)


def test_what_is_read_is_told_in_japanese(door: Door, shows: Shows) -> None:
    shows(Sheet(), Sheet(2, questions=("link.9",)), refused=(phrase("photo.pale"),))
    out = door("read photo.jpg --lang ja", code=1).out
    files = "photo.jpg output/photo-copy1.json output/photo-copy1.webp output/photo-copy2.webp"
    assert english_in(out, files, "link.9=blank|circled --answer", "smeared") == []


def test_marks_that_contradict_each_other_are_told_beside_the_position(door: Door, shows: Shows) -> None:
    shows(Sheet(values={"cathedral.1.2": "ticked"}))
    out = door("read photo.jpg", code=1).out
    assert says(out, "marks.without", mark=say(phrase("mark.cathedral", column=1, number=2), ENGLISH))
    assert Path("output/photo.json").exists()


def test_a_folder_becomes_a_table(door: Door, shows: Shows) -> None:
    shows(Sheet(1), Sheet(2, questions=("link.1", "citizens.red.20"), likely=VALUES), b=None)
    list(evening("a.jpg", "b.JPG", "notes.txt", ".hidden.jpg"))
    out = door("read evening --jobs 1", code=1).out
    with open("output/evening.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = [("a.jpg", "1", "0"), ("a.jpg", "2", "1"), ("b.JPG", "", "")]
    assert [(row["photo"], row["copy"], row["open"]) for row in rows] == wanted
    assert (rows[0]["points"], rows[1]["points"]) == (f"{POINTS}", f"{POINTS} to {POINTS + 1}")
    assert rows[1]["open_marks"] == "citizens.red.20" and says(rows[2]["error"], "photo.nothing")
    assert says(out, "photo.table.wrote", scored=1, open=1, failed=1) and rows[1]["points"] in out


def test_strict_score_and_advice_refuse_a_photograph_with_open_marks(door: Door, shows: Shows) -> None:
    shows(Sheet(questions=("link.1", "link.2")))
    for command in ("score --strict", "advise"):
        door.refuses(f"{command} photo.jpg", "photo.open", None, n=2, copy=1)


def without(*names: str) -> dict[str, str]:
    """The marks of the sheet without some that are open."""
    return {name: value for name, value in VALUES.items() if name not in names}


def test_open_marks_give_a_range_of_points_line_by_line(door: Door, shows: Shows) -> None:
    names = ("citizens.red.19", "citizens.red.20", "link.1")
    shows(Sheet(questions=names, values=without(*names), likely=without(*names)))
    ran = door("score photo.jpg")
    assert f"{POINTS} to {POINTS + 2}" in ran.out and "2 marks are open: citizens.red.19" in ran.out
    assert ran.says("photo.idle", marks="link.1")
    (sheet,) = door.data("score photo.jpg")["sheets"]
    view = (sheet["total"], sheet["low"], sheet["high"], sheet["whole"])
    assert view == (None, POINTS, POINTS + 2, True)
    assert (sheet["open"], sheet["guessed"]) == (["citizens.red.19", "citizens.red.20"], ["link.1"])
    lines = {line["id"]: line for line in sheet["lines"]}
    assert lines["points.citizens.red"]["points"] is None
    assert lines["points.citizens.white"]["points"] is not None


def test_open_marks_that_change_no_points_leave_the_score_as_it_is(door: Door, shows: Shows) -> None:
    shows(Sheet(questions=("link.1", "slot.3.2"), likely=VALUES))
    (sheet,) = door.data("score photo.jpg")["sheets"]
    assert (sheet["total"], sheet["copy"]) == (POINTS, 1) and "open" not in sheet
    assert sheet["guessed"] == ["link.1", "slot.3.2"]
    assert door("score photo.jpg").says("photo.idle", n=2)
    door.refused("score photo.jpg --strict")


def test_a_line_of_the_same_points_names_all_reasons(door: Door, shows: Shows) -> None:
    def lines(values: dict[str, str]) -> list[Any]:
        results = (TROYES.marks.read(values | {"influence.17": value})[0] for value in ("", "circled"))
        return [TROYES.room("scoring").score(state).lines[6] for state in results]

    more = VALUES | {"influence.18": "circled"}
    values = next(each for each in (VALUES, more) if len({line.points for line in lines(each)}) == 1)
    shows(Sheet(values=values, questions=("influence.17",), likely=values))
    (answer,) = door.data("score photo.jpg")["sheets"]
    line = next(line for line in answer["lines"] if line["id"] == "points.influence")
    assert line["points"] == lines(values)[0].points
    assert all(str(item.reason) in line["reason"] for item in lines(values))


def test_advice_goes_on_where_open_marks_change_nothing_that_is_asked(door: Door, shows: Shows) -> None:
    shows(Sheet())
    plain = door("advise photo.jpg", code=None)
    shows(Sheet(questions=("cathedral.1.2",), likely=VALUES))
    ran = door("advise photo.jpg", code=plain.code)
    remark, _, rest = ran.err.partition("\n")
    assert (ran.out, rest) == (plain.out, plain.err) and remark.endswith(": cathedral.1.2.")


def test_the_likeliest_reading_is_taken_only_when_asked_for_and_said(door: Door, shows: Shows) -> None:
    shows(Sheet(questions=("citizens.red.20",), likely=VALUES | {"citizens.red.20": "circled"}))
    ran = door("score photo.jpg --likeliest", code=None)
    assert re.search(rf"^ *{POINTS + 1} +total", ran.out, re.MULTILINE) and ran.says("score.guessed", n=1)


def test_places_are_told_where_open_marks_leave_them_decided(door: Door, shows: Shows) -> None:
    fewer = {name: value for name, value in VALUES.items() if not name.startswith("citizens")}
    sheets = [Sheet(), Sheet(2, fewer, questions=("citizens.red.20",)), Sheet(3, without("citizens.red.1"))]
    shows(*sheets)
    ranked = door.data("score photo.jpg", code=None)["ranking"]
    assert {item["copy"]: item["place"] for item in ranked} == {1: 1, 3: 2, 2: 3}
    sheets[2].questions = ("citizens.red.19", "citizens.red.20")
    table = door("score photo.jpg", code=None).out.rpartition("place")[2]
    assert re.findall(r"^ *(\d to \d|\d) ", table, re.MULTILINE) == ["1 to 2", "1 to 2", "3"]


def test_what_many_open_tracks_may_come_to_is_the_true_least_and_most() -> None:
    page_code = Sheet().page_code
    kinds = OpenSheet(Sheet()).marks
    tracks = [f"citizens.{colour}.{n}" for colour in ("red", "white") for n in range(3, 15)]
    tracks += [f"influence.{n}" for n in range(1, 18)]
    settled = of_page(page_code, without(*tracks))
    left = {name: choices(kinds[name]) for name in tracks}
    (result,) = open_marks.ranges(settled._replace(open=left))

    def total(**fields: str) -> int:
        marks = {name: fields[name.partition(".")[0]] for name in tracks}
        view = of_page(page_code, {**settled.written, **{name: v for name, v in marks.items() if v}})
        return TROYES.room("scoring").score(view.state).known

    assert result.whole
    assert result.limits == (
        min(total(citizens="", influence=name) for name in ("", "spent")),
        total(citizens="circled", influence="circled"),
    )


def test_an_open_number_leaves_it_open_how_far_the_points_go(door: Door, shows: Shows) -> None:
    open_number = Mark("unsure", "asked", "it is smeared", 0.6, {"4": 0.6, "9": 0.4})
    shows(pad(questions=("track.blue",), mark=open_number))
    answer = door.data("score photo.jpg")
    assert not any(sheet["whole"] for sheet in answer["sheets"])
    assert [(sheet["low"], sheet["high"]) for sheet in answer["sheets"]] == [(70, 70), (4, 9)]
    assert [item["place"] for item in answer["ranking"]] == [None, None]


TRACKS, RINGS = (tuple(f"{row}.{n}" for n in (4, 5, 6, 12)) for row in ("influence", "citizens.red"))
SMEARED = {"ticked": 0.6, "spent": 0.3, "blank": 0.1}


def alike(marks: str, value: str) -> str:
    """The regular expression of a question whether all of these are that."""
    return pattern("photo.ask.alike", marks=marks, value=value)


UNSEEN = say(phrase("photo.ask.unseen", marks="slot 1.3 2.0 10.3"), ENGLISH)


@pytest.mark.parametrize(
    ("names", "likely", "mark", "typed", "others", "visible"),
    [
        # Enter takes the guess and one key the other
        (("link.9",), "circled", Mark(), ("",), {}, [r"\[Enter: circled; b: blank\]"]),
        (("deniers.9",), "", Mark(), ("s",), {"deniers.9": "spent"}, [""]),
        # many that look alike are one line; who is named is asked again as something else
        (TRACKS, "circled", Mark("unsure", "asked", "unclear", 0.9, SMEARED), ("7", "5, 12", "12"),
         {"influence.5": "spent", "influence.12": "blank"},
         [alike("influence 4 5 6 12", "circled"), "", alike("influence 5 12", "spent")]),
        # none is what it seems: all are asked about as one again
        (TRACKS, "circled", Mark("unsure", "asked", "unclear", 0.9, SMEARED), (ask_marks.NONE, "12"),
         dict.fromkeys(TRACKS, "spent") | {"influence.12": "blank"},
         ["", alike("influence 4 5 6 12", "spent")]),
        # what cannot be seen is one line wherever it stands
        (("slot.1.3", "slot.2.0", "slot.10.3"), "blank",
         Mark("unsure", "asked", HIDDEN, 0.9, {"blank": 0.5, "ticked": 0.5}), ("2.0",),
         {"slot.2.0": "circled"}, [alike(UNSEEN, "blank")]),
        # who is named among many is the one other thing that it may be
        ((*TRACKS, *RINGS), "circled",
         Mark("unsure", "asked", "alike", 0.9, {"blank": 0.0, "ticked": 0.6, "spent": 0.4}), ("5, 12", "6"),
         {"influence.5": "spent", "influence.12": "spent", "citizens.red.6": "blank"}, ["", ""]),
    ],
)  # fmt: skip
def test_marks_are_asked_about_in_as_few_lines_as_there_are_kinds(
    asked: Callable[..., list[str]], names: tuple[str, ...], likely: str, mark: Mark, typed: tuple[str, ...],
    others: dict[str, str], visible: list[str],
) -> None:  # fmt: skip
    sheet = Sheet(questions=names, likely=dict.fromkeys(names, likely) if likely else {}, mark=mark)
    questions = asked(*typed)
    result = ask_marks.ask("en", OpenSheet(sheet), every).answers
    assert result == dict.fromkeys(names, likely) | others
    assert len(questions) == len(visible)
    assert all(re.search(text, question) for text, question in zip(visible, questions, strict=True))


def test_who_denies_all_that_is_likely_is_asked_about_what_is_left(asked: Callable[..., list[str]]) -> None:
    mark = Mark("unsure", "asked", "unclear", chances={"ticked": 1.0, "spent": 0.0, "blank": 0.0})
    sheet = Sheet(questions=TRACKS[:2], likely=dict.fromkeys(TRACKS[:2], "circled"), mark=mark)
    asked(ask_marks.NONE, "5")
    result = ask_marks.ask("en", OpenSheet(sheet), every).answers
    assert set(result.values()) == {"blank", "spent"}


def test_a_pad_of_several_players_ranks_them(door: Door, shows: Shows) -> None:
    shows(pad())
    (sheet,) = door.data("read photo.jpg")["photos"][0]["sheets"]
    assert sheet["points"] is None
    assert [(each["player"], each["points"]) for each in sheet["players"]] == [("yellow", 70), ("blue", 4)]
    list(evening("one.jpg"))
    door("read evening --jobs 1 -o pads.csv")
    (row,) = csv.DictReader(Path("pads.csv").read_text().splitlines())
    assert row["points"] == "yellow=70 blue=4"


def test_two_sheets_of_a_copy_number_are_told_apart_in_the_ranking_of_a_folder(
    door: Door, shows: Shows
) -> None:
    list(evening("one.jpg"))
    shows(Sheet(spot="left"), Sheet(spot="right", values={}))
    ran = door("read evening --jobs 1", code=None)
    for spot in ("left", "right"):
        at = phrase("photo.at", n=1, spot=phrase(f"photo.spot.{spot}"))
        assert ran.says("entered.copy_in", n=at, file="one.jpg")


def test_one_name_that_is_not_utf8_loses_no_folder(door: Door, shows: Shows) -> None:
    shows(Sheet())
    latin = os.fsdecode(b"caf\xe9.jpg")
    list(evening(latin, "photo.jpg", "=cmd|calc.jpg", "a\x1b[31m.jpg"))
    ran = door("read evening -o evening.csv --jobs 1", code=None)
    rows = list(csv.DictReader(Path("evening.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["photo"] for row in rows] == ["'=cmd|calc.jpg", r"a\x1b[31m.jpg", r"caf\xe9.jpg", "photo.jpg"]
    assert len({row["points"] for row in rows}) == 1 and rows[0]["points"]
    assert ran.says("photo.table.wrote", scored=4)
    (photo,) = door.data("read", f"evening/{latin}", code=None)["photos"]
    assert photo["photo"] == r"evening/caf\xe9.jpg"
    assert photo["sheets"][0]["position"] == r"output/caf\xe9.json"


@pytest.mark.parametrize("name", ["holiday [/b] 2.jpg", "[red]x.jpg"])
def test_brackets_in_a_name_are_no_markup_of_the_terminal(
    name: str, door: Door, shows: Shows, monkeypatch: pytest.MonkeyPatch
) -> None:
    shows(Sheet())
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_bytes(JPEG)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert name in door("read", name, code=None).err


@pytest.mark.parametrize("value", ["=1+1", "+1", "-1", "@SUM", "\tx", "\rx", "plain", "a=1", "", 12, -3])
def test_no_spreadsheet_takes_a_text_for_a_formula(value: object) -> None:
    is_formula = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") and value != ""
    assert tables.cell(value) == (f"'{value}" if is_formula else value)


@pytest.mark.parametrize(
    "start", [b"II*\0", b"MM\0*", b"BM" + bytes(8), b"GIF89a", b"\0\0\0 ftypavif", b"\x89PNG"]
)
def test_what_only_begins_as_a_picture_is_told_with_the_kinds_that_are_read(start: bytes, door: Door) -> None:
    Path("picture").write_bytes(start + bytes(2_000_000))
    for command in ("read", "score"):
        assert door(f"{command} picture", code=2).says("photo.file.none")


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"\0\0\0\x0cjP  \r\n\x87\n", "JPEG 2000"), (b"\xff\x4f\xff\x51", "JPEG 2000"), (b"AT&TFORM", "DjVu"),
        (b"8BPS", "Photoshop"), (b"II*\0\x10\0\0\0CR", "RAW"), (b"FUJIFILMCCD-RAW", "RAW"),
        (b"\xff\x0a", "JPEG XL"),
    ],
)  # fmt: skip
def test_pictures_of_a_kind_that_is_not_read_are_told_by_its_name(
    start: bytes, kind: str, door: Door
) -> None:
    Path("picture").write_bytes(start + bytes(2_000))
    for command in ("read", "score"):
        ran = door(f"{command} picture", code=2)
        assert ran.says("photo.file.kind") and kind in ran.err


def test_a_filled_pdf_is_read_from_standard_input(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    blank = build("terracotta-army", "score-sheet", setup=None, options=PrintOptions())
    filled = fill.fill(blank, {"track.yellow": "71", "track.blue": "60"})
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(filled), isatty=lambda: False))
    assert door.data("read -")["photos"][0]["sheets"]
