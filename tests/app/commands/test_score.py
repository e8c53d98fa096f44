"""`score` takes a position in every form, adds it up, and hides nothing about an illegal one."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdf
import pytest

from pencilwright.app.answers.documents import Order, make
from pencilwright.app.answers.score import ranking, ranking_in_words
from pencilwright.app.cli import main
from pencilwright.games import GAMES, game
from pencilwright.games.troyes_dice.play import demo
from pencilwright.generator import fill
from tests.refusals import says

pytestmark = pytest.mark.usefixtures("pdfs_read_here")

TROYES = game("troyes-dice")
BEFORE = TROYES.reading.parse(demo.BEFORE)
AFTER = TROYES.reading.parse(demo.AFTER)
MARKS = TROYES.marks.to_marks(AFTER)
CIRCLE = next(mark for mark in MARKS if mark.startswith("building."))
BOXES = {mark.id for mark in TROYES.marks.MARKS if mark.kind in ("strike", "circle", "tick")}


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def blank() -> bytes:
    return make(TROYES, Order("score-sheet", BEFORE.setup, copies=3))


def scored(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    """Score with --json and return the answer."""
    assert main.run(["score", *arguments, "--json"]) == code
    summary = capsys.readouterr()
    assert summary.err == ""
    results: dict[str, Any] = json.loads(summary.out)
    return results


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Score something that must be refused, and return the sentence."""
    assert main.run(["score", *arguments]) == 2
    summary = capsys.readouterr()
    assert summary.out == "" and summary.err.count("\n") == 1
    return summary.err


def test_the_worked_game_is_52_points_from_a_filled_pdf_line_by_line(
    blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("filled.pdf").write_bytes(fill.fill(blank, MARKS, copy=2))
    (sheet,) = scored(capsys, "filled.pdf")["sheets"]
    assert (sheet["copy"], sheet["player"], sheet["total"], sheet["problems"]) == (2, "Demo", 52, [])
    assert [line["points"] for line in sheet["lines"]] == [0, 0, 4, 3, 0, 0, 4, 3, 5, 7, 16, 10]
    assert main.run(["score", "filled.pdf"]) == 0
    summary = capsys.readouterr().out
    assert "    52  total\n  band  Master (ours, unverified)\n" in summary
    key = {"key": "troyes.band.master", "values": {}}
    assert sheet["band"] == {"title": "Master", "title_phrase": key, "verified": False}


def test_a_name_that_looks_like_a_pdf_does_not_make_json_one(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(TROYES.reading.to_json(AFTER))
    data["sheet"]["player"] = "%PDF-1.7"
    Path("a.json").write_text("\n " + json.dumps({"sheet": data["sheet"], "format": data["format"]}))
    (sheet,) = scored(capsys, "a.json")["sheets"]
    assert (sheet["player"], sheet["total"]) == ("%PDF-1.7", 52)


def test_json_text_line_and_pdf_of_one_position_score_the_same(
    blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.json").write_bytes(TROYES.reading.to_json(AFTER))
    Path("a.txt").write_text(TROYES.notation.to_text(AFTER) + "\n")
    Path("a.pdf").write_bytes(fill.fill(blank, MARKS))
    answers = [
        scored(capsys, source)["sheets"][0]
        for source in ("a.json", "a.txt", "a.pdf", TROYES.notation.to_text(AFTER))
    ]
    assert all(answer["lines"] == answers[0]["lines"] for answer in answers)
    assert {answer["total"] for answer in answers} == {52}


@pytest.mark.parametrize("form", ["json", "text", "pdf"])
def test_standard_input_takes_every_form(form: str, blank: bytes) -> None:
    data = {
        "json": TROYES.reading.to_json(AFTER),
        "text": TROYES.notation.to_text(AFTER).encode(),
        "pdf": fill.fill(blank, MARKS),
    }[form]
    done = subprocess.run(
        [sys.executable, "-m", "pencilwright.app.cli.main", "score", "-"],
        input=data,
        capture_output=True,
        check=True,
    )
    assert b"52  total" in done.stdout


@pytest.mark.slow
def test_a_form_that_another_program_filled_is_read(blank: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(blank))
    for page in writer.pages:
        names = {f"copy1.{mark}": f"/{value}" if mark in BOXES else value for mark, value in MARKS.items()}
        for mark, value in MARKS.items():
            track, _, n = mark.rpartition(".")
            if track in ("influence", "deniers", "knowledge"):
                parts = ("gained", "spent") if value == "spent" else ("gained",)
                names |= {f"copy1.{track}.{part}.{n}": f"/{part}" for part in parts}
        writer.update_page_form_field_values(page, names, auto_regenerate=False)
    writer.write("viewer.pdf")
    (sheet,) = scored(capsys, "viewer.pdf")["sheets"]
    assert (sheet["copy"], sheet["total"]) == (1, 52)


def test_several_filled_copies_are_ranked_and_equal_points_share_a_place(
    blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    data = fill.fill(blank, {"influence.4": "circled", "name": "Ada"}, copy=1)
    Path("three.pdf").write_bytes(fill.fill(fill.fill(data, MARKS, copy=3), MARKS | {"name": ""}, copy=2))
    ranking = scored(capsys, "three.pdf")["ranking"]
    assert [(entry["place"], entry["name"], entry["total"]) for entry in ranking] == [
        (1, "copy 2", 52),
        (1, "copy 3 (Demo)", 52),
        (3, "copy 1 (Ada)", 4),
    ]
    assert main.run(["score", "three.pdf"]) == 0
    summary = capsys.readouterr().out
    assert summary.index("copy 1 (Ada)\n") < summary.index("place  sheet")
    assert summary.count("copy 2\n") == 1 and summary.index("copy 2\n") < summary.index("place  sheet")


def test_a_blank_copy_is_left_out_and_an_all_blank_file_refused(
    blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("blank.pdf").write_bytes(blank)
    assert "3 sheets blank" in refused(capsys, "blank.pdf")


def test_an_illegal_position_is_scored_all_the_same_and_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(TROYES.reading.to_json(AFTER))
    data["sheet"]["deniers"]["spent"] = 19
    data["sheet"]["links"] = ["L4", "L6", "L9"]
    Path("wrong.json").write_text(json.dumps(data))
    answer = scored(capsys, "wrong.json", code=1)
    (sheet,) = answer["sheets"]
    assert len(sheet["lines"]) == 12
    assert {"field", "rule", "nearest"} <= set(sheet["problems"][0])
    fields = [problem["field"] for problem in sheet["problems"]]
    assert any(field.startswith("sheet.deniers") for field in fields)
    assert any(field.startswith("sheet.links") for field in fields)
    assert main.run(["score", "wrong.json"]) == 1
    summary = capsys.readouterr()
    assert summary.err == "" and "total" in summary.out and says(summary.out, "score.problems")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "empty"),
        (b"hello", "this is not a position"),
        (b"{", "JSON"),
        (b'{"format": 3}', "format"),
        (b'{"format": "chess/1"}', "no game called 'chess'"),
        (b'{"format": "troyes-dice/9", "sheet": {}}', "troyes-dice/1"),
        (b"[1]", "format"),
        (b"\xff\xd8\xff\xe0 JFIF", "picture"),
        (b"\x89PNG\r\n", "picture"),
        (b"\x00\x00\x00\x18ftypheic", "picture"),
        (b"%PDF-1.7\nnothing", "PDF"),
        (b"TD1 8pm", "9 parts"),
    ],
)
def test_what_is_no_position_is_one_sentence(
    data: bytes, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").write_bytes(data)
    assert told in refused(capsys, "file")


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("sheet", "citizens", "red"), "many", "sheet.citizens.red"),
        (("sheet", "influence", "circeld"), 3, "circeld"),
        (("sheet", "built", "fortress"), [7], "sheet.built.fortress"),
        (("table",), 3, "table"),
        (("setup",), "TD1-0000-0000-0000", "code"),
    ],
)
def test_a_wrong_field_is_named(
    path: tuple[str, ...], value: object, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(TROYES.reading.to_json(AFTER))
    node = data
    for name in path[:-1]:
        node = node[name]
    node[path[-1]] = value
    Path("file.json").write_text(json.dumps(data))
    assert told in refused(capsys, "file.json")


@pytest.mark.parametrize("share", [10, 50, 90, 99])
def test_a_pdf_cut_short_is_one_sentence(
    share: int, blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("cut.pdf").write_bytes(blank[: len(blank) * share // 100])
    assert "PDF" in refused(capsys, "cut.pdf")


def test_a_pdf_of_somebody_else_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(200, 200)
    writer.write("theirs.pdf")
    assert says(refused(capsys, "theirs.pdf"), "fill.not_ours")


def test_a_pdf_that_says_nothing_about_marks_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("printed.pdf").write_bytes(make(TROYES, Order("score-sheet", BEFORE.setup, form=False)))
    assert says(refused(capsys, "printed.pdf"), "fill.blank")


def test_marks_of_a_cathedral_that_contradict_each_other_stop_no_other_copy(
    blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = {"building.cathedral.5": "circled", "cathedral.5.2": "ticked", "cathedral.5.3": "ticked"}
    data = fill.fill(fill.fill(blank, MARKS, copy=1), twice, copy=2)
    Path("twice.pdf").write_bytes(fill.fill(data, {"cathedral.5.2": "ticked"}, copy=3))
    answer = scored(capsys, "twice.pdf", code=1)
    sheets = answer["sheets"]
    assert isinstance(sheets, list) and [sheet["total"] for sheet in sheets] == [52, 5, 3]
    assert sheets[0]["problems"] == []
    first = sheets[1]["problems"][0]
    assert (first["field"], first["nearest"]) == ("cathedral.5.3", "cathedral of column 5 has number 2")
    assert first["rule"].startswith("2 of them are marked; cathedral 5 has exactly one number")
    (alone,) = sheets[2]["problems"]
    assert alone["rule"].startswith("only this is marked: cathedral of column 5 has number 2; ")
    assert alone["nearest"] == "it counts nothing"


TWICE = {"p1.palace.white.1": "circled", "p1.palace.white.2": "circled"}


def test_a_copy_that_says_two_things_is_scored_beside_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    tianxia = game("tianxia")
    pad = make(tianxia, Order("score-sheet", None, copies=2))
    example = tianxia.marks.to_marks(tianxia.examples.example("1", 0))
    Path("two.pdf").write_bytes(fill.fill(fill.fill(pad, TWICE, copy=1), example, copy=2))
    answer = scored(capsys, "two.pdf", code=1)
    assert isinstance(answer["sheets"], list) and answer["refused"] == []
    assert [len(sheet["problems"]) for sheet in answer["sheets"]] == [1, 0, 0, 0]
    (problem,) = answer["sheets"][0]["problems"]
    assert problem["marks"] == list(TWICE)


def test_a_pad_that_says_two_things_is_scored_and_says_how_to_mend_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("one.pdf").write_bytes(fill.fill(make(game("tianxia"), Order("score-sheet", None)), TWICE))
    assert main.run(["score", "one.pdf"]) == 1
    out = capsys.readouterr().out
    assert "2 of them are marked; player 1 has one place on the white track" in out
    assert "Clear: player 1: place 1 on the white palace track" in out


def test_a_typed_number_that_is_none_is_open_and_never_0(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever typed it is neither ranked last nor in the way of those whose points are known."""
    pad = make(game("tianxia"), Order("score-sheet", None))
    pad = fill.fill(pad, {"p1.points": "1O", "p2.points": "60", "p3.points": "40"})
    Path("pad.pdf").write_bytes(pad)
    result = scored(capsys, "pad.pdf", code=1)
    open_, *known = result["sheets"]
    assert (open_["total"], open_["low"], open_["high"]) == (None, 0, None)
    assert (open_["open"], [item["total"] for item in known]) == (["p1.points"], [60, 40])
    assert [(item["field"], item["rule_phrase"]["key"]) for item in open_["problems"]] == [
        ("p1.points", "pad.no_number")
    ]
    places = [(entry["first"], entry["last"]) for entry in result["ranking"]]
    assert places == [(1, 2), (2, 3), (1, 3)]
    assert main.run(["score", "pad.pdf", "--likeliest"]) == 1
    text = capsys.readouterr().out
    assert "at least 0" in text and "'1O'" in text and "typed number is open: p1.points" in text
    assert main.run(["advise", "pad.pdf"]) == 2
    assert "'1O' is not a number" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game_id", "marks", "said", "total", "place"),
    [
        (
            "terracotta-army",
            {"track.yellow": "70"},
            {"total.yellow": "77"},
            70,
            "Yellow: total",
        ),
        ("terra-mystica", {"p1.vp": "100"}, {"p1.total": "130"}, 100, "total of player 1"),
        ("tianxia", {"p1.points": "20"}, {"p1.sum.total": "31"}, 20, "player 1, own sum: Total"),
    ],
)
def test_a_wrong_total_that_a_player_wrote_is_remarked_in_every_game(
    capsys: pytest.CaptureFixture[str],
    game_id: str,
    marks: dict[str, str],
    said: dict[str, str],
    total: int,
    place: str,
) -> None:
    played = game(game_id)
    setup = played.setups.draw("1")
    in_setup = "score-sheet" in played.paper.WITH_SETUP
    pad = make(played, Order("score-sheet", setup if in_setup else None))
    ((mark, words),) = said.items()
    for written, remarked in ((words, True), (str(total), False)):
        Path("pad.pdf").write_bytes(fill.fill(pad, marks | {mark: written}))
        main.run(["score", "pad.pdf", "--json"])
        sheets = json.loads(capsys.readouterr().out)["sheets"]
        first = next(sheet for sheet in sheets if sheet["total"] == total)
        assert (
            first["remarks"] == [f"the sheet says {words!r} for {place}; it is {first['total']}"]
        ) is remarked


def answer_of(
    game_id: str, name: str, total: int, copy: int, ties: tuple[int, ...] = ()
) -> dict[str, object]:
    """Return what a ranking looks at of a sheet's answer."""
    lines = [{"what": "towers", "number": number, "unverified": ["x"]} for number in ties]
    return {
        "game": game_id,
        "name": name,
        "file": "",
        "total": total,
        "copy": copy,
        "ties": lines,
        "problems": [],
    }


def test_a_ranking_never_mixes_two_games() -> None:
    answers = [
        answer_of("troyes-dice", "Ana", 40, 1),
        answer_of("tianxia", "Bo", 95, 2),
        answer_of("troyes-dice", "Cy", 52, 3),
        answer_of("tianxia", "Di", 80, 4),
    ]
    results = ranking(answers)
    assert [(item["game"], item["place"], item["name"]) for item in results] == [
        ("troyes-dice", 1, "Cy"),
        ("troyes-dice", 2, "Ana"),
        ("tianxia", 1, "Bo"),
        ("tianxia", 2, "Di"),
    ]
    words = ranking_in_words(answers, "en")
    first, second = words.split("\n\n")
    assert first.startswith("Troyes Dice\nplace") and second.startswith("Tianxia\nplace")
    assert "Bo" not in first and "Ana" not in second
    assert ranking_in_words(answers[::2], "en").startswith("place")


def test_equal_points_share_a_place_and_ties_part_them_by_the_first_difference() -> None:
    answers = [
        answer_of("tianxia", "A", 50, 1, (3, 1)),
        answer_of("tianxia", "B", 50, 2, (3, 2)),
        answer_of("tianxia", "C", 50, 3, (2, 9)),
        answer_of("tianxia", "D", 50, 4, (3, 2)),
        answer_of("tianxia", "E", 49, 5, (9, 9)),
    ]
    results = ranking(answers)
    assert [(item["place"], item["name"], len(item["by"])) for item in results] == [
        (1, "B", 2),
        (1, "D", 2),
        (3, "A", 2),
        (4, "C", 1),
        (5, "E", 0),
    ]
    lines = ranking_in_words(answers, "en").splitlines()
    assert lines[2].split() == ["1", "B", "50", "3", "towers,", "2", "towers", "*"]
    assert lines[6].split() == ["5", "E", "49"]
    assert lines[7] == "* unverified, house default: x"


def test_many_files_are_scored_at_once_and_a_bad_one_stops_none(
    blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("evening").mkdir()
    Path("evening/ada.pdf").write_bytes(fill.fill(blank, {"influence.4": "circled", "name": "Ada"}, copy=1))
    Path("evening/none.pdf").write_bytes(fill.fill(blank, MARKS | {"name": ""}, copy=2))
    Path("evening/broken.json").write_text("{")
    Path("evening/notes.md").write_text("no position")
    terracotta = game("terracotta-army")
    state = terracotta.examples.example("1", 1, players=2)
    Path("other.json").write_bytes(terracotta.reading.to_json(state))
    answer = scored(capsys, "evening", "other.json", "missing.json", code=1)
    places = [(item["game"], item["place"], item["name"], item["file"]) for item in answer["ranking"]]
    assert places[:2] == [
        ("troyes-dice", 1, "evening/none.pdf, copy 2", "evening/none.pdf"),
        ("troyes-dice", 2, "Ada", "evening/ada.pdf"),
    ]
    assert [place[:2] for place in places[2:]] == [("terracotta-army", 1), ("terracotta-army", 2)]
    broken, missing = answer["refused"]
    assert broken.startswith("evening/broken.json: this file is not complete JSON")
    assert missing == "missing.json: there is no file 'missing.json'"
    assert main.run(["score", "evening", "other.json", "missing.json"]) == 1
    summary = capsys.readouterr().out
    assert "not scored: missing.json: there is no file" in summary and "\nTroyes Dice\nplace" in summary


def test_a_sheet_that_is_handed_in_twice_counts_once(
    blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    filled = fill.fill(blank, MARKS)
    for name, pdf in (("a.pdf", filled), ("b.pdf", filled), ("c.pdf", fill.fill(filled, {CIRCLE: ""}))):
        Path(name).write_bytes(pdf)
    result = scored(capsys, "a.pdf", "b.pdf")
    assert (len(result["sheets"]), len(result["ranking"])) == (1, 1)
    assert [text["key"] for text in result["twice_phrase"]] == ["twice.same"]
    both = scored(capsys, "a.pdf", "c.pdf", code=1)
    assert ([text["key"] for text in both["twice_phrase"]], len(both["sheets"])) == (["twice.differ"], 2)
    assert (
        len(scored(capsys, "[ab].pdf")["twice"])
        == len(scored(capsys, "a.pdf", Path("b.pdf").resolve().as_uri())["twice"])
        == 1
    )
    assert main.run(["score", "a.pdf", "b.pdf"]) == 0
    text = capsys.readouterr().out
    assert text.count("52  total") == 1 and "a.pdf, copy 1 and b.pdf, copy 1 are the same sheet" in text


def test_nothing_that_can_be_scored_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["score", "one.json", "two.json"]) == 2
    assert capsys.readouterr().out.count("not scored") == 2


def test_a_problem_of_a_sheet_names_its_marks_and_what_mends_it(
    blank: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("gap.pdf").write_bytes(fill.fill(blank, MARKS | {"cathedral.4.2": "ticked"}, copy=1))
    (sheet,) = scored(capsys, "gap.pdf", code=1)["sheets"]
    (problem,) = sheet["problems"]
    assert "cathedral.4.2" in problem["marks"] and len(problem["labels"]) == len(problem["marks"])
    assert all(phrased["key"] for phrased in problem["labels_phrase"])
    mended = {**MARKS, "cathedral.4.2": "ticked", **problem["remedy"]["marks"]}
    Path("mended.pdf").write_bytes(fill.fill(blank, {mark: value for mark, value in mended.items() if value}))
    (sheet,) = scored(capsys, "mended.pdf")["sheets"]
    assert sheet["problems"] == []
    assert main.run(["score", "gap.pdf"]) == 1
    assert says(capsys.readouterr().out, "score.remedy", remedy=problem["remedy"]["words"])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_score_in_japanese_has_no_english(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    known = game(game_id)
    state = known.examples.example("3", 1)
    Path("position.json").write_bytes(known.reading.to_json(state))
    main.run(["score", "position.json", "--lang", "ja"])
    summary = capsys.readouterr().out
    unverified = [line for line in summary.splitlines() if line.startswith("* ")]
    for line in unverified:
        summary = summary.replace(line, "")
    assert "合計" in summary and not re.search("[a-z]{3,}", summary), summary


def test_a_code_completes_sheets_that_were_printed_without_a_setup(
    capsys: pytest.CaptureFixture[str],
) -> None:
    mystica = game("terra-mystica")
    setup = mystica.setups.draw("1", fixed=mystica.setups.parse_fixed(["P1=alchemists"]))
    code = mystica.setups.to_code(setup)
    for name, printed in (("open.pdf", None), ("known.pdf", setup)):
        pad = make(mystica, Order("score-sheet", printed, blank_numbers=printed is None))
        Path(name).write_bytes(fill.fill(pad, dict.fromkeys(("p1.vp", "p2.vp", "p1.coins", "p2.coins"), "9")))
    known = scored(capsys, "known.pdf")["sheets"]
    assert scored(capsys, "open.pdf", "--code", code)["sheets"] == known
    assert scored(capsys, "open.pdf")["sheets"] != known
    assert says(refused(capsys, "known.pdf", "--code", code), "score.code_unused")
    assert says(refused(capsys, "open.pdf", "--code", "nonsense"), "score.no_code")
