"""The paper constants are what docs/coordinates.md promises, on every paper and for every copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright import templates
from pencilwright.templates import frame
from pencilwright.templates.errors import TemplateError
from pencilwright.templates.paths import Box
from pencilwright.templates.render import render


def test_the_content_box_is_centred_and_clear_of_the_safe_margin_on_every_paper() -> None:
    for paper, (width, height) in frame.PAPERS.items():
        sheet = frame.sheet("page", paper)
        assert sheet.left * 2 + sheet.content.width == pytest.approx(width)
        assert sheet.top * 2 + sheet.content.height == pytest.approx(height)
        assert min(sheet.left, sheet.top) >= frame.SAFE_MARGIN


def test_the_constants_that_printed_paper_relies_on_have_not_changed() -> None:
    assert (*frame.CONTENT, frame.MARKER_SIZE, frame.RULER) == (194, 263, 10, 50)
    assert frame.CONTENT.marker_places == (
        (0, 0), (92, 0), (184, 0), (184, 126.5), (184, 253), (92, 253), (0, 253), (0, 126.5),
    )  # fmt: skip


def test_every_copy_has_eight_markers_of_its_own() -> None:
    words = [
        marker.word for copy in range(1, frame.COPIES + 1) for marker in frame.build(copy, "", "").markers
    ]
    assert sorted(words) == list(range(1000))


@pytest.mark.parametrize("copy", [0, 126, -1])
def test_a_copy_without_markers_is_refused(copy: int) -> None:
    with pytest.raises(TemplateError, match="1 to 125"):
        frame.build(copy, "", "")


def test_a_marker_is_a_black_border_around_its_four_rows() -> None:
    rows = frame.marker_rows(0)  # b532: 1011 0101 0011 0010, 1 = white
    assert rows == ("######", "#.#..#", "##.#.#", "###..#", "###.##", "######")


def test_all_markers_differ_however_the_paper_is_turned() -> None:
    seen = set()
    for word in range(1000):
        rows = frame.marker_rows(word)
        turned = {rows}
        for _ in range(3):
            rows = tuple("".join(row[i] for row in reversed(rows)) for i in range(len(rows)))
            turned.add(rows)
        assert not turned & seen
        seen |= turned


def test_a_page_code_of_twenty_characters_makes_the_smallest_qr_code() -> None:
    rows = frame.qr_rows("TDA000109Q1NYF16G11N")
    assert len(rows) == 21
    assert rows[0].startswith("#######")


def test_unknown_sizes_are_refused() -> None:
    with pytest.raises(TemplateError, match="known: a4, letter"):
        frame.sheet("page", "a3")
    with pytest.raises(TemplateError, match="known: a4, letter"):
        frame.sheet("10x10", "a4")


FRAMED = """\
{% import "macros/frame.svg.j2" as frame_ with context -%}
<svg viewBox="0 0 {{ page.width }} {{ page.height }}" data-title="Frame">
<g transform="translate({{ page.left }},{{ page.top }})">
{{ frame_.markers() }}{{ frame_.qr(100, 50, 20) }}{{ frame_.ruler(20, 100) }}{{ frame_.samples(20, 150) }}
</g></svg>"""


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_macros_place_markers_code_ruler_and_samples_as_areas(
    language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "framed.svg.j2").write_text(FRAMED, encoding="utf-8")
    monkeypatch.setattr(templates, "__path__", [*templates.__path__, str(tmp_path)])
    page = render(
        "framed.svg.j2",
        data={},
        language=language,
        theme="colour",
        paper="a4",
        code="TDA000109Q1NYF16G11N",
        copy=3,
    )
    left, top = 8, 17
    for number, (x, y) in enumerate(frame.CONTENT.marker_places):
        assert page.area(f"marker.{number}") == Box(left + x, top + y, 10, 10)
    assert page.area("qr") == Box(108, 67, 20, 20)
    assert page.area("ruler").width == 50
    names = [area.id for area in page.areas if area.id.startswith("sample.")]
    assert names == ["sample.blank", "sample.circled", "sample.struck", "sample.spent"]


def test_a_page_without_a_code_cannot_draw_one() -> None:
    with pytest.raises(TemplateError, match="no page code"):
        frame.build(1, "", "").code_pattern(0, 0, 20)
