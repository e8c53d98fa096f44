"""A photographed pad: plain numbers and those that sums confirm are read, others asked; answers score it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from pencilwright.app.positions.open_marks import every
from pencilwright.app.positions.open_sheet import OpenSheet
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army.marks import LINES
from pencilwright.generator.print_options import PrintOptions
from pencilwright.solver.photo import answers, numbers, reader
from pencilwright.solver.photo.records import MarkReading
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from teaching.photos import writers, written_numbers
from teaching.photos.levels import LEVELS
from tests.refusals import noted, refused
from tests.solver.photo import photographs as photos

PAD = "terracotta-army"
WRITTEN = {
    "track.yellow": "71",
    "goods.yellow": "4",
    "total.yellow": "75",
    "footmen.purple": "17",
}
STRUCK = "archers.purple"


def write(hand: photos.Hand, mark: Mark, text: str, struck: bool = False) -> None:
    """Write a number as somebody careful does, or strike it out."""
    rng = np.random.default_rng(len(text))
    who = writers.writer(rng, LEVELS["easy"])
    scribe = written_numbers.Scribe(replace(who, care=0.95), 0.7, 0.0, 0.0, 1.0, "0")
    drawn = written_numbers.number(rng, scribe, text, mark.rect, mark.cells)
    for stroke in [*drawn, *(written_numbers.crossed_out(rng, drawn) if struck else [])]:
        hand.line(stroke[:, :2])


@pytest.fixture(scope="module")
def pad() -> reader.SheetReading:
    """A pad with numbers, two totals, one number struck out and a winner, photographed."""
    rendered, paper = photos.printed(PrintOptions(), game=PAD)
    hand = photos.Hand(paper)
    for mark in rendered.page.marks:
        if mark.id in WRITTEN:
            write(hand, mark, WRITTEN[mark.id])
        if mark.id == STRUCK:
            write(hand, mark, "28", struck=True)
        if mark.id == "winner.yellow":
            hand.ring(Box(*mark.rect))
    (sheet,) = reader.read(photos.jpeg(photos.photograph(hand.paper, size=(2400, 3200)))).sheets
    return sheet


@pytest.mark.slow
def test_written_numbers_are_read_or_asked_and_the_others_are_blank(pad: reader.SheetReading) -> None:
    for name, mark in pad.marks.items():
        if name.startswith("winner"):
            continue
        expected = WRITTEN.get(name, "blank")
        assert mark.kind in (expected, "unsure"), name
        if expected == "blank" and name != STRUCK:
            assert mark.kind == "blank", name
    read = [name for name in WRITTEN if pad.marks[name].kind == WRITTEN[name]]
    assert len(read) >= 3
    assert {name: pad.values[name] for name in read} == {name: WRITTEN[name] for name in read}
    assert pad.marks["winner.yellow"].seen == "ticked"


def test_a_number_that_is_struck_out_is_asked_about(pad: reader.SheetReading) -> None:
    assert STRUCK in pad.questions
    assert pad.marks[STRUCK].why is not None


def test_answers_make_the_pad_a_position_that_is_scored(pad: reader.SheetReading) -> None:
    answers = WRITTEN | {"winner.yellow": "circled", STRUCK: "blank"}
    position = OpenSheet(pad).with_answers(answers).position(every)
    scores = {str(name): score.total for name, score in game(PAD).scores(position.state)}
    assert scores == {"yellow": 75, "the chancellor": 17}
    (empty,) = position.problems()
    assert empty.field == "track.purple"


def settled(rows: dict[str, dict[str, float]], game_id: str = PAD) -> dict[str, MarkReading]:
    """The readings of combs of a pad that have these chances."""
    return numbers.settled(rows, dict.fromkeys(rows, 3), numbers.rules_of(game(game_id), None))


DOUBT = {"track.green": {"17": 0.6, "11": 0.39}, "goods.green": {"4": 0.55, "9": 0.44}}


def doubted(total: dict[str, float], **more: dict[str, float]) -> dict[str, MarkReading]:
    """The readings of a column of the pad of which two rows are doubtful."""
    rows = {f"{line}.green": {"": 1.0} for line in LINES} | DOUBT | {"total.green": total} | more
    return settled(rows)


def test_a_total_settles_its_rows_and_none_leaves_them_open() -> None:
    fields = doubted({"21": 0.99, "27": 0.001})
    assert (fields["track.green"].kind, fields["goods.green"].kind) == ("17", "4")
    assert fields["track.green"].by == "rules"
    untold = doubted({"": 1.0})
    assert untold["track.green"].kind == untold["goods.green"].kind == "unsure"
    assert noted(untold["track.green"].why) == "photo.why.number.or other=11 read=17"


def test_a_number_that_the_total_contradicts_is_asked_with_both() -> None:
    fields = doubted({"15": 1.0}, **{"goods.green": {"4": 1.0}})
    assert fields["track.green"].kind == "unsure"
    assert noted(fields["track.green"].why) == "photo.why.number.sum read=17 told=11"


def governors(card: dict[str, float], count: dict[str, float]) -> MarkReading:
    """The reading of the governors in Yan of a player of Tianxia who has kept one goal card."""
    rows = {"p1.goal.1": card, "p1.governor.yan": count, "p1.governor.qin": {"1": 0.6, "2": 0.4}}
    return settled(rows, "tianxia")["p1.governor.yan"]


def test_a_number_that_is_more_than_can_be_is_no_rival() -> None:
    card = {"12": 1.0}  # counts governors in Han, Chu and Yan, where there is room for one
    assert governors(card, {"1": 0.99, "7": 0.01}).kind == "1"
    assert governors(card, {"1": 0.99, "0": 0.01}).kind == "unsure"


def test_only_what_a_kept_card_counts_is_asked_about() -> None:
    doubt = {"1": 0.6, "0": 0.4}
    assert governors({"12": 1.0}, doubt).by == "asked"
    assert governors({"13": 1.0}, doubt).by == "left"  # Zhao and Chu
    assert governors({"13": 0.9, "12": 0.1}, doubt).by == "asked"
    assert governors({}, doubt).by == "left"  # the card is asked about first


def walls(
    card: str = "1", totals: tuple[dict[str, float], ...] = (), **more: dict[str, float]
) -> MarkReading:
    """The reading of doubtful walls of a player of Tianxia, whose card and whose rivals' totals these are."""
    rows: dict[str, dict[str, float]] = {"p1.goal.1": {card: 1.0}, "p1.walls.2": {"1": 0.6, "2": 0.4}}
    for column, total in enumerate(totals, start=1):
        rows |= {f"p{column}.sum.total": total, f"p{column}.points": {"": 1.0}}
    rows |= {name.replace("_", "."): item for name, item in more.items()}
    return settled(rows, "tianxia")["p1.walls.2"]


def test_what_parts_equal_totals_is_asked_about_only_where_totals_may_be_equal() -> None:
    assert walls(totals=({"90": 1.0}, {"84": 1.0}, {"77": 1.0})).by == "left"
    assert walls(totals=({"90": 1.0}, {"84": 1.0}, {"90": 1.0})).by == "asked"
    assert walls(totals=({"90": 1.0}, {"84": 0.7, "90": 0.3})).by == "asked"
    assert walls("24", ({"90": 1.0}, {"84": 1.0})).by == "asked", "a goal card counts walls in section 2"


def test_totals_that_nobody_wrote_may_be_equal_unless_the_rows_say_otherwise() -> None:
    nothing = {"": 1.0}
    assert walls(totals=({"90": 1.0}, nothing, nothing)).by == "left", "two columns are nobody's"
    assert walls(totals=({"90": 1.0}, nothing), p2_points={"70": 0.5, "71": 0.4}).by == "left"
    assert walls(totals=({"90": 1.0}, nothing), p2_points={"90": 0.5, "71": 0.4}).by == "asked"
    assert walls(totals=({"90": 1.0}, nothing), p2_points={"90": 0.001}).by == "asked", "it may be anything"
    rows = {f"p2_sum_{name}": {"5": 1.0} for name in ("palace", "jade", "goals", "leftovers")}
    assert walls(totals=({"90": 1.0}, nothing), p2_points={"60": 1.0}, **rows).by == "left"
    assert walls(totals=({"90": 1.0}, {"84": 1.0}), p2_points={"70": 1.0}, **rows).by == "asked", (
        "it adds up to 90"
    )


CARDS = {
    "p1.goal.1": {"10": 0.55, "18": 0.44},  # governors in Qin and Yan; in Yan, Wei and Han
    "p1.governor.qin": {"3": 1.0},
    "p1.governor.yan": {"1": 1.0},
    "p1.governor.wei": {"": 1.0},
}


def cards(points: str, **more: dict[str, float]) -> dict[str, MarkReading]:
    """The readings of a goal card, what it may count, and its points, in a column of Tianxia's pad."""
    rows = CARDS | {"p1.sum.goals": {points: 1.0}} | {f"p1.{name}": item for name, item in more.items()}
    return settled(rows, "tianxia")


def test_the_points_of_goal_cards_tell_which_they_are() -> None:
    assert cards("18")["p1.goal.1"].kind == "10"  # four governors in Qin and Yan
    assert cards("")["p1.goal.1"].kind == "unsure"


def test_the_points_of_a_goal_card_tell_what_it_counts() -> None:
    card = {"goal.1": {"10": 1.0}}
    doubtful = {"governor.qin": {"3": 0.7, "2": 0.29}}
    assert cards("18", **card, **doubtful)["p1.governor.qin"].kind == "3"
    assert cards("", **card, **doubtful)["p1.governor.qin"].kind == "unsure"
    contradicted = cards("12", **card, **doubtful)["p1.governor.qin"]
    assert noted(contradicted.why) == "photo.why.number.sum read=3 told=2"


def test_a_number_beside_a_struck_one_may_be_meant_for_it() -> None:
    def comb(name: str, x: float, y: float = 0.0) -> Mark:
        return Mark(name, "number", "", Box(x, y, 7, 7), "", 0, 1)

    marks = [comb("blank", 0), comb("left", 10), comb("struck", 19), comb("right", 28), comb("below", 10, 12)]
    number = {"3": 1.0}
    chances = {"blank": {"": 1.0}, "left": number, "struck": {"2": 0.2}, "right": number, "below": number}
    assert numbers.corrections(marks, chances) == {"left"}
    assert numbers.corrections(marks, chances | {"left": {"": 0.9}}) == set(), "blank"
    assert numbers.corrections(marks, chances | {"struck": {"2": 0.8}}) == set(), "not struck out"
    assert numbers.corrections(marks, chances | {"struck": {}}) == set(), "covered"


def test_a_plain_number_needs_no_sum_and_a_wide_margin() -> None:
    alone = {"total.green": {"": 1.0}, "track.green": {"62": 1 - 1e-5}, "goods.green": {"8": 0.99}}
    fields = settled(alone)
    assert fields["track.green"].kind == "62"
    assert fields["goods.green"].kind == "unsure"


def test_notes_that_nothing_is_counted_from_are_not_asked() -> None:
    note = {"round.2.green": {"31": 0.5, "37": 0.5}}
    (record,) = settled(note).values()
    assert (record.kind, record.by) == ("unsure", "left")
    assert not numbers.asks(record)


def test_an_answer_settles_the_others_of_its_sum(pad: reader.SheetReading) -> None:
    marks = {name: replace(mark, chances={"blank": 1.0}) for name, mark in pad.marks.items()}
    asked = ("track.purple", "goods.purple", "total.purple")
    for name, chances in zip(asked, (*DOUBT.values(), {"21": 0.5, "20": 0.49}), strict=True):
        marks[name] = MarkReading("unsure", 0.5, "unsure", "asked", chances)
    open_sheet = replace(pad, marks=marks, questions=asked)
    sheet = answers.answered(open_sheet, {"track.purple": "17"})
    assert [sheet.values.get(name) for name in asked] == ["17", "4", "21"]
    assert not sheet.questions
    assert set(asked) <= set(answers.answered(open_sheet, {"winner.purple": "circled"}).questions)


def test_an_answer_that_contradicts_a_plain_number_opens_it(pad: reader.SheetReading) -> None:
    marks = {name: replace(mark, chances={"blank": 1.0}) for name, mark in pad.marks.items()}
    asked = ("track.purple", "goods.purple", "total.purple")
    for name, chances in zip(asked, ({"17": 0.6, "11": 0.4}, {"4": 0.999}, {"21": 0.9999}), strict=True):
        marks[name] = MarkReading("unsure", 0.5, "unsure", "asked", chances)
    sheet = replace(pad, marks=marks, questions=("track.purple",))
    assert "goods.purple" in answers.answered(sheet, {"track.purple": "33"}).questions


def photographed(covered: Callable[[str], bool], shade: int = 255) -> bytes:
    """A blank pad, photographed with something of this shade on each mark of these ids."""
    rendered, printed = photos.printed(PrintOptions(), game=PAD)
    paper = printed.copy()
    for mark in rendered.page.marks:
        if covered(mark.id):
            x, y, width, height = (round(value * photos.PX) for value in mark.rect)
            paper[y - 20 : y + height + 20, x - 20 : x + width + 20] = shade
    return photos.jpeg(photos.photograph(paper, size=(2400, 3200)))


@pytest.mark.slow
def test_a_number_that_is_covered_is_asked_about() -> None:
    (sheet,) = reader.read(photographed("goods.purple".__eq__)).sheets
    assert sheet.marks["goods.purple"].why == numbers.HIDDEN
    assert "goods.purple" in sheet.questions
    others = {name: mark.kind for name, mark in sheet.marks.items() if "purple" not in name}
    assert set(others.values()) == {"blank"}


@pytest.mark.slow
def test_one_covered_winner_is_little_of_a_pad_and_all_its_numbers_are_much() -> None:
    (sheet,) = reader.read(photographed("winner.yellow".__eq__, shade=90)).sheets
    assert set(sheet.questions) == {"winner.yellow"}
    with refused("photo.covered"):
        reader.read(photographed(lambda name: not name.startswith(("winner", "name"))))


@pytest.mark.parametrize("answer", ["12x", "1000", "", "ticked"])
def test_an_answer_that_is_no_number_is_refused(pad: reader.SheetReading, answer: str) -> None:
    with pytest.raises(InputError):
        OpenSheet(pad).answer("track.yellow", answer)


def test_a_number_that_is_worked_out_is_asked_about_only_where_it_may_settle_others() -> None:
    plain = {mark: {text: 1.0} for mark, text in (("track.green", "17"), ("goods.green", "4"))}
    assert doubted({"24": 0.6, "27": 0.39}, **plain)["total.green"].by == "left"
    assert doubted({"24": 0.9996}, **plain)["total.green"].by == "asked", "it plainly says otherwise"
    assert doubted({})["total.green"].by == "asked", "it tells two rows"
