"""Pictures of many games: lengths and heights are those of the numbers, and no word lies on another."""

from itertools import pairwise

import pytest

from pencilwright.generator import charts, documents, fonts
from pencilwright.templates.page import Text

NAMES = ("Chaos Magicians (12)", "Auren (3)", "カオスマジシャン（1）")


def test_parts_of_a_bar_are_as_long_as_their_numbers_and_end_at_the_edge() -> None:
    rows = [(NAMES[0], (20.0, 40.0, -10.0)), (NAMES[1], (20.0, 20.0, 0.0))]
    data = charts.bars("Title", ("a", "b", "c"), rows)
    first, second = data["rows"]
    scale = first["parts"][0]["width"] / 20
    assert [round(item["width"] / scale) for item in first["parts"]] == [20, 40, 10]
    assert first["parts"][2]["x"] < data["axis"] <= first["parts"][0]["x"] + 0.01
    assert first["parts"][1]["x"] == pytest.approx(
        first["parts"][0]["x"] + first["parts"][0]["width"], abs=0.02
    )
    assert (first["total"], second["total"], len(second["parts"])) == ("50", "40", 2)
    assert first["end"] + 1 + fonts.measure(first["total"], charts.SIZE, 700) <= charts.WIDTH


def test_lines_have_the_heights_of_their_numbers() -> None:
    data = charts.lines("Title", ("0", "1", "2"), [("a", (0.0, 10.0, -5.0))])
    heights = {item["name"]: item["y"] for item in data["levels"]}
    points = [tuple(map(float, part.split())) for part in data["rows"][0]["path"][1:].split("L")]
    assert [y for _, y in points] == pytest.approx([heights["0"], heights["+10"], heights["-5"]], abs=0.02)
    assert points[0][0] == data["left"] and points[-1][0] == data["right"]


def test_names_of_lines_that_end_together_stand_apart_inside_the_picture() -> None:
    rows = [(f"name {n}", (0.0, 0.01 * n)) for n in range(14)]
    data = charts.lines("Title", ("0", "1"), rows)
    ends = sorted(item["y"] for item in data["rows"])
    assert all(below - above >= charts.APART - 0.02 for above, below in pairwise(ends))
    assert data["top"] <= ends[0] and ends[-1] <= data["height"]
    assert len({(item["stroke"], item["dash"]) for item in data["rows"]}) == 14


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_name_is_on_the_picture_and_within_it(language: str) -> None:
    rows = [(name, (20.0, 30.0, -4.0)) for name in NAMES]
    for template, data in (
        (charts.BARS, charts.bars("Title", ("a", "b", "c"), rows)),
        (charts.LINES, charts.lines("Title", ("0", "1", "2"), rows)),
    ):
        page = documents.figure(template, data, language)
        texts = [item for item in page.items if isinstance(item, Text)]
        assert {*NAMES, "Title"} <= {item.text for item in texts}
        for text in texts:
            if text.anchor == "start":
                assert text.x + fonts.measure(text.text, text.size, text.weight) <= page.width + 0.01
        assert charts.drawn(template, data, language).count("<text") == len(texts)


def test_a_picture_of_nothing_is_empty_and_not_a_fault() -> None:
    assert charts.bars("Title", ("a",), [])["rows"] == []
    assert charts.lines("Title", ("0", "1"), [])["rows"] == []
