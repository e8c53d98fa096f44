"""Words are measured as they are drawn, and lines break where readers of either language expect it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from unicodedata import combining, normalize

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.generator import fonts
from pencilwright.generator.fonts import FitError, GlyphError, layout, measure, wrap
from pencilwright.templates.page import Tag, Text
from tests.refusals import pattern, refused

JAPANESE = "大聖堂を建てた順に、１番目と２番目には「１」を書く。（３番目以降は…）"


def text(words: str, **changes: object) -> Text:
    base = Text(10, 20, words, 4, 400, "start", "#000000", 0, 5, 0, "baseline", Tag("P"))
    return base._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("weight", [400, 700])
def test_widths_are_those_of_the_font_file(weight: int) -> None:
    font = TTFont(fonts.FOLDER / fonts.FILES[weight])
    names, widths = font.getBestCmap(), font["hmtx"].metrics
    for word in ("Fortress", "要塞", "16 × 2 = 32"):
        by_hand = sum(widths[names[ord(sign)]][0] for sign in word) / font["head"].unitsPerEm
        assert measure(word, 3, weight) == pytest.approx(3 * by_hand, abs=1e-9)


def test_the_fonts_have_every_kanji_of_the_two_levels_of_jis() -> None:
    for row in range(0x30, 0x75):
        for cell in range(0x21, 0x7F):
            try:
                sign = bytes((row + 0x80, cell + 0x80)).decode("euc_jp")
            except UnicodeDecodeError:
                continue
            assert fonts.measure(sign, 1) == 1


def test_each_font_file_has_a_postscript_name_of_its_own() -> None:
    files = [*fonts.FILES.values(), "NotoSansJP-Form.ttf"]
    names = {TTFont(fonts.FOLDER / file)["name"].getDebugName(6) for file in files}
    assert len(names) == len(files)


@pytest.mark.parametrize("sign", ["\n", "\t", "\u200b", "\ue000", "가", "\x07"])
def test_signs_that_the_fonts_lack_are_refused(sign: str) -> None:
    with pytest.raises(GlyphError, match=f"U\\+{ord(sign):04X}"):
        fonts.check(f"a{sign}b")


@pytest.mark.parametrize(
    "letters",
    [
        "ĄąĆćĘęŁłŃńÓóŚśŹźŻż",  # Polish
        "ČčĎďĚěŇňŘřŠšŤťŮůŽžĹĺĽľŔŕ",  # Czech, Slovak
        "ŐőŰű",  # Hungarian
        "ĞğİıŞş",  # Turkish
        "ĂăȘșȚțŞşŢţ",  # Romanian
        "ĀāĖėĢģĪīĮįĶķĻļŅņŪūŲų",  # Lithuanian, Latvian
        "ĐđĊċĠġĦħŴŵŶŷẞƏə",  # Croatian, Maltese, Welsh, German, Azerbaijani
        "ҐґЄєІіЇїЎўЂђЉљЊњЋћЏџЃѓЌќЅѕЈј",  # Ukrainian, Belarusian, Serbian, Macedonian
        "ΆΈΉΊΌΎΏΐάέήίΰςόύώ",  # Greek
        "ẠạẢảẤấĐđƠơƯưỆệỪừ",  # Vietnamese
        "♣♦♥♠",
    ],
)
def test_every_script_has_letters_that_all_look_different(letters: str) -> None:
    signs = {letter for letter in letters + normalize("NFD", letters) if not combining(letter)}
    for weight in (400, 700):
        font = TTFont(fonts.FOLDER / fonts.FILES[weight])
        names, glyphs = font.getBestCmap(), font.getGlyphSet()
        shapes = set()
        for sign in signs:
            fonts.check(sign, weight)
            pen = RecordingPen()
            glyphs[names[ord(sign)]].draw(pen)
            shapes.add(str(pen.value))
        assert len(shapes - {"[]"}) == len(signs)


def test_people_type_letters_of_europe_into_a_form() -> None:
    for file in (fonts.FORM_FILE, *fonts.FORM_FILES.values()):
        form = TTFont(fonts.FOLDER / file).getBestCmap()
        assert {ord(sign) for sign in "Żółć Dvořák Őz İnci Țepeș Київ Άρης 山田"} <= form.keys()
    assert {ord(sign) for sign in "髙橋蓮﨑邉齋"} <= form.keys()


def test_added_letters_are_as_large_as_the_others() -> None:
    font = TTFont(fonts.FOLDER / fonts.FILES[400])
    glyf, names = font["glyf"], font.getBestCmap()
    for added, present in ("ŁL", "ęe", "єс"):
        heights = [glyf[names[ord(sign)]].yMax for sign in (added, present)]
        assert abs(heights[0] - heights[1]) < 12, (added, heights)


@pytest.mark.parametrize(
    ("words", "width", "size", "lines"),
    [
        ("the count's palace", 12, 2, "the count's|palace"),
        ("TDA0-0010-9Q1N-YF16-G11N", 14, 2, "TDA0-0010-|9Q1N-YF16-|G11N"),
        ("rounds 1–2", "rounds 1–", 2, "rounds|1–2"),
        ("known–well", "known–", 2, "known–|well"),
        ("ラウンド：1–2", "ラウンド：1–", 2, "ラウンド：|1–2"),
        ("line of 50 mm", "line of 50", 2, "line of 50|mm"),
        ("line of 50\u00a0mm", "line of 50", 2, "line of|50\u00a0mm"),
        ("一二三四。五", 4, 1, "一二|三四。五"),  # no full stop begins a line, and no sign stands alone
        ("一二三「四五」", 4, 1, "一二三|「四五」"),
        ("この線は100mmです", 5.2, 1, "この線は|100mm|です"),
        ("スタートプレイヤーの文字を丸で囲む。", 12, 1, "スタートプレイヤーの|文字を丸で囲む。"),
        ("スタートプレイヤーの文字を丸で囲む。", 14, 1, "スタートプレイヤーの文字を|丸で囲む。"),
        ("粘土6枚以上：5枚捨てて建造", 8, 1, "粘土6枚以上：|5枚捨てて建造"),
        ("セクションに、マーカーを", 8, 1, "セクションに、|マーカーを"),
    ],
)
def test_lines_break_where_readers_expect_it(words: str, width: float | str, size: float, lines: str) -> None:
    room = measure(width, size) + 0.1 if isinstance(width, str) else width
    assert wrap(words, room, size) == lines.split("|")


def test_japanese_breaks_inside_a_phrase_where_it_has_no_more_lines() -> None:
    assert wrap("あなたのマーカーをセクションに", 8, 1, most=2) == ["あなたのマーカー", "をセクションに"]


@given(st.text(JAPANESE, min_size=1, max_size=60), st.integers(3, 20))
def test_japanese_lines_obey_kinsoku_and_lose_nothing(words: str, count: int) -> None:
    try:
        lines = wrap(words, count, 1)
    except FitError:
        return  # a run of signs that may not be parted
    assert "".join(lines) == words
    for line, following in pairwise(lines):
        assert measure(line, 1) <= count + 1e-6
        assert line[-1] not in fonts.NO_END
        assert following[0] not in fonts.NO_START


def test_a_word_that_is_wider_than_its_line_is_refused() -> None:
    with pytest.raises(FitError, match=pattern("font.wide", text="incomprehensibilities", width=10)):
        wrap("incomprehensibilities", 10, 3)


def test_lines_hang_on_their_anchor_one_leading_apart() -> None:
    lines = layout(text("one two", width=8, anchor="middle"))
    assert [line.text for line in lines] == ["one", "two"]
    assert [line.y for line in lines] == [20, 25]
    for line in lines:
        assert line.x + line.width / 2 == pytest.approx(10, abs=1e-3)
    assert layout(text("one", anchor="end"))[0].x == pytest.approx(10 - measure("one", 4), abs=1e-3)


def test_a_block_in_the_middle_stays_there_however_many_lines_it_has() -> None:
    (item,) = layout(text("one", valign="middle"))
    first, second = layout(text("one two", width=8, valign="middle"))
    assert (first.y + second.y) / 2 == pytest.approx(item.y)


@pytest.mark.parametrize(
    ("harm", "key"), [(None, "font.unread"), (b"", "font.damaged"), (b"\0\1\0\0", "font.damaged")]
)
def test_a_font_that_is_missing_or_damaged_is_named(
    harm: bytes | None, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "FOLDER", tmp_path)
    for file in fonts.SHA256:
        if harm is not None:
            (tmp_path / file).write_bytes(harm)
        with refused(key, path=str(tmp_path / file)):
            fonts.read(file)


def test_every_font_file_is_the_one_that_the_program_came_with() -> None:
    assert sorted(fonts.SHA256) == sorted(path.name for path in fonts.FOLDER.glob("*.ttf"))
    for file in fonts.SHA256:
        assert fonts.read(file) == (fonts.FOLDER / file).read_bytes()


def test_turned_words_run_to_the_left_and_their_lines_upwards() -> None:
    upright, turned = (layout(text("one two", width=8)._replace(turned=on)) for on in (False, True))
    assert [line.text for line in turned] == [line.text for line in upright] == ["one", "two"]
    assert turned[0][:2] == upright[0][:2]
    assert turned[1].y == pytest.approx(2 * turned[0].y - upright[1].y)


def test_full_width_punctuation_stands_close_and_ends_flush() -> None:
    assert measure("（一）、「二」。", 2) == (8 - 5 * fonts.TRIM) * 2
    assert fonts.runs("一）。「二") == ["一）", "。", "「二"]
    assert fonts.runs("一・二：三") == ["一・二：三"]
    assert wrap("一二三。", 3.5, 1) == ["一二三。"]
    (line,) = layout(text("「一」"))
    assert (line.x, line.width) == (10 - 2, 12 - 4)
    (line,) = layout(text("一」", anchor="end"))
    assert line.x + line.width == pytest.approx(10)
