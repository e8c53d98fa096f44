"""Pasted text made plain."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.terra_mystica.log.pasted import plain


@pytest.mark.parametrize(
    ("pasted", "expected"),
    [
        ("a\xa0b\u3000c", "a b c"),
        ("\uff11\uff12 \u22123", "12 -3"),
        ("a\u200bb\ufeff", "ab"),
        ("> > one\n> two", "one\ntwo"),
        ("5 &gt;&gt; 2&nbsp;x &#9;y", "5 >> 2 x \ty"),
        ("|---|---|\n| a | b |\n```", "\n| a | b |\n"),
        ("a;b;c;d;e;f;g;h;i", "a\tb\tc\td\te\tf\tg\th\ti"),
        ('a,"b, c",d,e,f,g,h,i,j', "a\tb, c\td\te\tf\tg\th\ti\tj"),
        ("one, two, three", "one, two, three"),
        ("<p>a<br>b</p>", "\na\nb"),
        ("a < b and b > a", "a < b and b > a"),
    ],
)
def test_blanks_signs_quotes_and_cells_are_those_of_plain_text(pasted: str, expected: str) -> None:
    assert plain(pasted) == expected


def test_rows_of_an_html_table_become_lines_with_tabs() -> None:
    page = "<table>\n <tr>\n  <td>a</td>\n  <td><b>2&nbsp;C</b></td>\n </tr>\n <tr><td>b<td>3</table>"
    lines = [line.strip() for line in plain(page).splitlines()]
    assert [line for line in lines if line] == ["a\t2 C", "b\t3"]


@given(st.text(max_size=200))
def test_a_line_stays_a_line(text: str) -> None:
    if "<" not in text:
        assert len(plain(text).splitlines()) <= len(text.splitlines())


@pytest.mark.parametrize("text", ["&amp; &#" + "9" * 5_000 + ";", "a," * 9 + "b" * 200_000])
def test_numbers_and_cells_beyond_all_measure_stay_as_they_are(text: str) -> None:
    assert plain(text) == text.replace("&amp;", "&")


@pytest.mark.parametrize(
    "text", ["<" * 300_000, "<td " * 80_000, " " * 300_000 + "<td>", ">" * 300_000, "&" * 300_000]
)
def test_long_rubbish_is_read_at_once(text: str) -> None:
    began = time.process_time()
    plain(text)
    assert time.process_time() - began < 2
