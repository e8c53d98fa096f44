"""`score` takes a position in every form, adds it up, and hides nothing about an illegal one."""

import io
import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdf
import pytest

from pencilwright.app.answers.documents import PrintOrder, make
from pencilwright.app.answers.score import ranking, ranking_in_words
from pencilwright.games import GAMES, game
from pencilwright.games.shared.scores import Score, Tie
from pencilwright.games.troyes_dice.play import demo
from pencilwright.generator import fill
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.phrases import ENGLISH, phrase, plain, say
from tests.app.doors import COMMAND, FILES, Door
from tests.refusals import says

pytestmark = pytest.mark.usefixtures("pdfs_read_here", "door")

TROYES = game("troyes-dice")
BEFORE = TROYES.parse(demo.BEFORE)
AFTER = TROYES.parse(demo.AFTER)
MARKS = TROYES.marks.to_marks(AFTER)
CIRCLE = next(mark for mark in MARKS if mark.startswith("building."))
BOXES = {mark.id for mark in TROYES.marks.MARKS if mark.kind in ("strike", "circle", "tick")}


@pytest.fixture(scope="module")
def blank() -> bytes:
    return make(TROYES, PrintOrder("score-sheet", BEFORE.setup, PrintOptions(copies=3)))


def filled(name: str, pdf: bytes, *copies: Mapping[str, str]) -> str:
    """Write a PDF with these marks on its copies, and return its name."""
    for number, marks in enumerate(copies, 1):
        pdf = fill.fill(pdf, marks, copy=number) if marks else pdf
    Path(name).write_bytes(pdf)
    return name


def test_the_worked_game_is_52_points_from_a_filled_pdf_line_by_line(blank: bytes, door: Door) -> None:
    (sheet,) = door.data("score", filled("filled.pdf", blank, {}, MARKS))["sheets"]
    assert (sheet["copy"], sheet["player"], sheet["total"], sheet["problems"]) == (2, "Demo", 52, [])
    assert [line["points"] for line in sheet["lines"]] == [0, 0, 4, 3, 0, 0, 4, 3, 5, 7, 16, 10]
    assert "    52  total\n  band  Master (ours, unverified)\n" in door("score filled.pdf").out
    key = {"key": "troyes.band.master", "values": {}}
    assert sheet["band"] == {"title": "Master", "title_phrase": key, "verified": False}


def test_a_name_that_looks_like_a_pdf_does_not_make_json_one(door: Door) -> None:
    data = json.loads(TROYES.to_json(AFTER))
    data["sheet"]["player"] = "%PDF-1.7"
    Path("a.json").write_text("\n " + json.dumps({"sheet": data["sheet"], "format": data["format"]}))
    (sheet,) = door.data("score a.json")["sheets"]
    assert (sheet["player"], sheet["total"]) == ("%PDF-1.7", 52)


def test_json_text_line_and_pdf_of_one_position_score_the_same(blank: bytes, door: Door) -> None:
    line = TROYES.to_text(AFTER)
    Path("a.txt").write_text(line + "\n")
    sources = ("after.json", "a.txt", filled("a.pdf", blank, MARKS), line)
    answers = [door.data("score", source)["sheets"][0] for source in sources]
    assert all(answer["lines"] == answers[0]["lines"] for answer in answers)
    assert {answer["total"] for answer in answers} == {52}


@pytest.mark.parametrize("form", ["json", "pdf"])
def test_standard_input_takes_text_and_bytes(form: str, blank: bytes) -> None:
    data = FILES["after.json"]() if form == "json" else fill.fill(blank, MARKS)
    done = subprocess.run([*COMMAND, "score", "-"], input=data, capture_output=True, check=True)
    assert b"52  total" in done.stdout


@pytest.mark.slow
def test_a_form_that_another_program_filled_is_read(blank: bytes, door: Door) -> None:
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
    (sheet,) = door.data("score viewer.pdf")["sheets"]
    assert (sheet["copy"], sheet["total"]) == (1, 52)


def test_several_filled_copies_are_ranked_and_equal_points_share_a_place(blank: bytes, door: Door) -> None:
    filled("three.pdf", blank, {"influence.4": "circled", "name": "Ada"}, MARKS | {"name": ""}, MARKS)
    ranking = door.data("score three.pdf")["ranking"]
    assert [(entry["place"], entry["name"], entry["total"]) for entry in ranking] == [
        (1, "copy 2", 52), (1, "copy 3 (Demo)", 52), (3, "copy 1 (Ada)", 4),
    ]  # fmt: skip
    sheets, _, places = door("score three.pdf").out.partition("place  sheet")
    assert "copy 1 (Ada)\n" in sheets and sheets.count("copy 2\n") == 1 and "copy 2\n" not in places


def test_an_illegal_position_is_scored_all_the_same_and_says_why(door: Door) -> None:
    data = json.loads(TROYES.to_json(AFTER))
    data["sheet"]["deniers"]["spent"] = 19
    data["sheet"]["links"] = ["L4", "L6", "L9"]
    Path("wrong.json").write_text(json.dumps(data))
    (sheet,) = door.data("score wrong.json", code=1)["sheets"]
    assert len(sheet["lines"]) == 12 and {"field", "rule", "nearest"} <= set(sheet["problems"][0])
    fields = [problem["field"] for problem in sheet["problems"]]
    assert any(field.startswith("sheet.deniers") for field in fields)
    assert any(field.startswith("sheet.links") for field in fields)
    ran = door("score wrong.json", code=1)
    assert ran.err == "" and "total" in ran.out and ran.says("score.problems")


@pytest.mark.parametrize("share", [10, 99])
def test_a_pdf_cut_short_is_one_sentence(share: int, blank: bytes, door: Door) -> None:
    Path("cut.pdf").write_bytes(blank[: len(blank) * share // 100])
    assert "PDF" in door.refused("score cut.pdf").err


def test_a_pdf_of_somebody_else_or_without_a_mark_is_refused(blank: bytes, door: Door) -> None:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(200, 200)
    writer.write("theirs.pdf")
    door.refuses("score theirs.pdf", "fill.not_ours")
    filled("printed.pdf", make(TROYES, PrintOrder("score-sheet", BEFORE.setup, PrintOptions(form=False))))
    assert door.refused("score printed.pdf").says("fill.blank")
    assert "3 sheets blank" in door.refused("score", filled("blank.pdf", blank)).err


def test_marks_that_contradict_each_other_stop_no_other_copy(blank: bytes, door: Door) -> None:
    twice = {"building.cathedral.5": "circled", "cathedral.5.2": "ticked", "cathedral.5.3": "ticked"}
    filled("twice.pdf", blank, MARKS, twice, {"cathedral.5.2": "ticked"})
    sheets = door.data("score twice.pdf", code=1)["sheets"]
    assert [sheet["total"] for sheet in sheets] == [52, 5, 3] and sheets[0]["problems"] == []
    first, mark = sheets[1]["problems"][0], say(phrase("mark.cathedral", column=5, number=2), ENGLISH)
    assert (first["field"], first["nearest"]) == ("cathedral.5.3", mark)
    reason = say(phrase("troyes.rule.cathedral", column=5), ENGLISH)
    assert says(first["rule"], "marks.several", n=2, reason=reason)
    (alone,) = sheets[2]["problems"]
    assert says(alone["rule"], "marks.without", mark=mark)
    assert alone["nearest"] == "it counts nothing"


def test_a_pad_that_says_two_things_is_scored_beside_the_others_and_says_how_to_mend_it(door: Door) -> None:
    tianxia, twice = game("tianxia"), {f"p1.palace.white.{n}": "circled" for n in (1, 2)}
    example = tianxia.marks.to_marks(tianxia.examples.example("1", 0))
    filled("two.pdf", make(tianxia, PrintOrder("score-sheet", None, PrintOptions(copies=2))), twice, example)
    answer = door.data("score two.pdf", code=1)
    assert answer["refused"] == [] and [len(sheet["problems"]) for sheet in answer["sheets"]] == [1, 0, 0, 0]
    assert answer["sheets"][0]["problems"][0]["marks"] == list(twice)
    mark = say(phrase("tianxia.mark.place", column="A", n=1, track="white"), ENGLISH)
    assert door("score two.pdf", code=1).says("remedy.blank", mark=mark)


@pytest.mark.slow
def test_a_typed_number_that_is_none_is_open_and_never_0(door: Door) -> None:
    """Whoever typed it is neither ranked last nor in the way of those whose points are known."""
    pad = make(game("tianxia"), PrintOrder("score-sheet", None))
    filled("pad.pdf", pad, {"p1.points": "1O", "p2.points": "60", "p3.points": "40"})
    result = door.data("score pad.pdf", code=1)
    open_, *known = result["sheets"]
    assert (open_["total"], open_["low"], open_["high"]) == (None, 0, None)
    assert (open_["open"], [item["total"] for item in known]) == (["p1.points"], [60, 40])
    assert [(item["field"], item["rule_phrase"]["key"]) for item in open_["problems"]] == [
        ("p1.points", "pad.no_number")
    ]
    places = [(entry["first"], entry["last"]) for entry in result["ranking"]]
    assert places == [(1, 2), (2, 3), (1, 3)]
    out = door("score pad.pdf --likeliest", code=1).out
    assert "at least 0" in out and "'1O'" in out and says(out, "score.unread", n=1, marks="p1.points")
    assert door("advise pad.pdf", code=2).says("pad.no_number", text="'1O'")


@pytest.mark.parametrize(
    ("game_id", "marks", "mark", "wrong", "total", "place"),
    [
        ("terracotta-army", {"track.yellow": "70"}, "total.yellow", "77", 70, "Yellow: total"),
        ("terra-mystica", {"p1.vp": "100"}, "p1.total", "130", 100, "total of player 1"),
        ("tianxia", {"p1.points": "20"}, "p1.sum.total", "31", 20, "player A, own sum: Total"),
        ("troyes-dice", {"knowledge.4": "circled"}, "total", "99", 4, "Total"),
        ("troyes-dice", {"knowledge.4": "circled"}, "points.deniers", "ab", 4, "points for deniers"),
    ],
)
def test_a_wrong_sum_that_a_player_wrote_is_remarked_in_every_game(
    door: Door, game_id: str, marks: dict[str, str], mark: str, wrong: str, total: int, place: str
) -> None:
    played = game(game_id)
    setup = played.setups.draw("1") if "score-sheet" in played.paper.WITH_SETUP else None
    pad, right = make(played, PrintOrder("score-sheet", setup)), total if "total" in mark else 1
    for written, is_remarked in ((wrong, True), (str(right), False)):
        sheets = door.data("score", filled("pad.pdf", pad, marks | {mark: written}), code=None)["sheets"]
        first = next(sheet for sheet in sheets if sheet["total"] == total)
        key, about = ("score.total_differs", {}) if mark == "total" else ("score.differs", {"place": place})
        text = say(phrase(key, written=written, n=right, **about), ENGLISH)
        differs = [[item[key] for key in ("mark", "written", "low", "text")] for item in first["differs"]]
        assert differs == [[mark, written, right, text]] * is_remarked
        out = door("score pad.pdf", code=None).out
        assert (text in out.splitlines()) == is_remarked and not first["remarks"]


def test_a_written_total_outside_of_what_open_marks_may_give_is_the_first_line(door: Door) -> None:
    played = game("terra-mystica")
    pad = make(played, PrintOrder("score-sheet", played.setups.draw("1")))
    for total, is_outside in (("9", True), ("10", False), ("99", False)):
        filled("pad.pdf", pad, {"p1.vp": "10", "p1.coins": "1O", "p1.total": total})
        (first, *_) = door.data("score", "pad.pdf", code=None)["sheets"]
        assert [item["mark"] for item in first["differs"]] == ["p1.total"] * is_outside, first


def answer_of(game_id: str, name: str, total: int, copy: int, ties: tuple[int, ...] = ()) -> Score:
    """Return a score that a ranking can look at."""
    parts = tuple(Tie(plain("towers"), number, ("x",)) for number in ties)
    return Score(game=game_id, name=name, total=total, copy=copy, lines=(), ties=parts)


def test_a_ranking_never_mixes_two_games() -> None:
    answers = [
        answer_of("troyes-dice", "Ana", 40, 1),
        answer_of("tianxia", "Bo", 95, 2),
        answer_of("troyes-dice", "Cy", 52, 3),
        answer_of("tianxia", "Di", 80, 4),
    ]
    results = ranking(answers)
    assert [(item.game, item.place, item.name) for item in results] == [
        ("troyes-dice", 1, "Cy"), ("troyes-dice", 2, "Ana"), ("tianxia", 1, "Bo"), ("tianxia", 2, "Di"),
    ]  # fmt: skip
    first, second = ranking_in_words(answers, "en").split("\n\n")
    assert first.startswith("Troyes Dice\nplace") and second.startswith("Tianxia\nplace")
    assert ranking_in_words(answers[::2], "en").startswith("place")


def test_equal_points_share_a_place_and_ties_part_them_by_the_first_difference() -> None:
    answers = [
        answer_of("tianxia", "A", 50, 1, (3, 1)),
        answer_of("tianxia", "B", 50, 2, (3, 2)),
        answer_of("tianxia", "C", 50, 3, (2, 9)),
        answer_of("tianxia", "D", 50, 4, (3, 2)),
        answer_of("tianxia", "E", 49, 5, (9, 9)),
    ]
    assert [(item.place, item.name, len(item.by)) for item in ranking(answers)] == [
        (1, "B", 2), (1, "D", 2), (3, "A", 2), (4, "C", 1), (5, "E", 0),
    ]  # fmt: skip
    lines = ranking_in_words(answers, "en").splitlines()
    assert lines[2].split() == ["1", "B", "50", "3", "towers,", "2", "towers", "*"]
    assert lines[6].split() == ["5", "E", "49"]
    assert says(lines[7], "score.unverified", names="x")


def test_many_files_are_scored_at_once_and_a_bad_one_stops_none(blank: bytes, door: Door) -> None:
    Path("evening").mkdir()
    filled("evening/ada.pdf", blank, {"influence.4": "circled", "name": "Ada"})
    filled("evening/none.pdf", blank, {}, MARKS | {"name": ""})
    Path("evening/broken.json").write_text("{")
    Path("evening/notes.md").write_text("no position")
    answer = door.data("score evening army.json missing.json", code=1)
    places = [(item["game"], item["place"], item["name"], item["file"]) for item in answer["ranking"]]
    assert places[:2] == [
        ("troyes-dice", 1, "evening/none.pdf, copy 2", "evening/none.pdf"),
        ("troyes-dice", 2, "Ada", "evening/ada.pdf"),
    ]
    assert [place[:2] for place in places[2:]] == [("terracotta-army", 1), ("terracotta-army", 2)]
    broken, missing = answer["refused"]
    assert broken.startswith("evening/broken.json: ") and says(broken, "position.broken")
    assert missing.startswith("missing.json: ") and says(missing, "file.none", path="'missing.json'")
    out = door("score evening army.json missing.json", code=1).out
    assert f"not scored: {missing}" in out and "\nTroyes Dice\nplace" in out
    assert door("score none.json nobody.json", code=2).out.count("not scored") == 2
    Path("folder").mkdir()
    Path("folder/a.json").write_text("{}")
    assert "not scored: folder/a.json: " in door("score folder", code=2).out


def test_a_sheet_that_is_handed_in_twice_counts_once(blank: bytes, door: Door) -> None:
    filled("a.pdf", blank, MARKS), filled("b.pdf", blank, MARKS)
    filled("c.pdf", blank, {**MARKS, CIRCLE: ""})
    result = door.data("score a.pdf b.pdf")
    assert (len(result["sheets"]), len(result["ranking"])) == (1, 1)
    assert [text["key"] for text in result["twice_phrase"]] == ["twice.same"]
    both = door.data("score a.pdf c.pdf", code=1)
    assert ([text["key"] for text in both["twice_phrase"]], len(both["sheets"])) == (["twice.differ"], 2)
    for files in (["[ab].pdf"], ["a.pdf", Path("b.pdf").resolve().as_uri()]):
        assert len(door.data("score", *files)["twice"]) == 1
    assert door("score a.pdf b.pdf").out.count("52  total") == 1


def test_a_problem_of_a_sheet_names_its_marks_and_what_mends_it(blank: bytes, door: Door) -> None:
    gap: dict[str, Any] = {**MARKS, "cathedral.4.2": "ticked"}
    (sheet,) = door.data("score", filled("gap.pdf", blank, gap), code=1)["sheets"]
    (problem,) = sheet["problems"]
    assert "cathedral.4.2" in problem["marks"] and len(problem["labels"]) == len(problem["marks"])
    assert all(phrased["key"] for phrased in problem["labels_phrase"])
    assert door("score gap.pdf", code=1).says("score.remedy", remedy=problem["remedy"]["words"])
    mended = {mark: value for mark, value in (gap | problem["remedy"]["marks"]).items() if value}
    (sheet,) = door.data("score", filled("mended.pdf", blank, mended))["sheets"]
    assert sheet["problems"] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_a_score_in_japanese_has_no_english(game_id: str, door: Door) -> None:
    known = game(game_id)
    Path("position.json").write_bytes(known.to_json(known.examples.example("3", 1)))
    lines = door("score position.json --lang ja", code=None).out.splitlines()
    out = "\n".join(line for line in lines if not line.startswith("* "))
    assert "合計" in out and not re.search("[a-z]{3,}", out), out


def test_a_code_completes_sheets_that_were_printed_without_a_setup(door: Door) -> None:
    mystica = game("terra-mystica")
    setup = mystica.setups.draw("1", fixed=mystica.setups.parse_fixed(["P1=alchemists"]))
    code = mystica.setups.to_code(setup)
    for name, printed in (("open.pdf", None), ("known.pdf", setup)):
        pad = make(mystica, PrintOrder("score-sheet", printed, PrintOptions(blank_numbers=printed is None)))
        filled(name, pad, dict.fromkeys(("p1.vp", "p2.vp", "p1.coins", "p2.coins"), "9"))
    known = door.data("score known.pdf")["sheets"]
    assert door.data(f"score open.pdf --code {code}")["sheets"] == known
    assert door.data("score open.pdf")["sheets"] != known
    assert door.refused(f"score known.pdf --code {code}").says("score.code_unused")
    assert door.refused("score open.pdf --code nonsense").says("score.no_code")
