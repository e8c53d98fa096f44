"""Puzzle codes: text and numbers there and back, and every mistake named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import puzzlecode, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.puzzlecode import Digits
from tests.refusals import refused

PRIMER = "the quick brown fox jumps over the lazy dog\n" * 3


@given(st.text(alphabet=puzzlecode.SIGNS, min_size=1, max_size=60))
def test_a_text_comes_back_from_its_code(text: str) -> None:
    code = puzzlecode.encode("TD", text, PRIMER)
    assert puzzlecode.decode("TD", code, PRIMER) == text
    assert puzzlecode.decode("TD", puzzlecode.compact(code).lower(), PRIMER) == text


def test_the_code_of_a_text_never_changes() -> None:
    assert puzzlecode.encode("TD", "the lazy fox", PRIMER) == "TDP1-100C-TJ96-9N"


@given(st.lists(st.tuples(st.integers(0, 999), st.integers(1000, 2000)), max_size=12), st.integers(0, 10**30))
def test_digits_come_back_in_the_order_in_which_they_were_written(
    written: list[tuple[int, int]], rest: int
) -> None:
    digits = Digits()
    for digit, radix in written:
        digits.write(digit, radix)
    read = Digits(digits.whole(rest))
    assert [read.read(radix) for _, radix in written] == [digit for digit, _ in written]
    assert read.number == rest


@given(st.data())
def test_one_wrong_character_is_named_and_never_read(data: st.DataObject) -> None:
    code = puzzlecode.compact(puzzlecode.encode("TD", "a position of some length, to have two lines", PRIMER))
    place = data.draw(st.integers(4, len(code) - 1))
    other = data.draw(st.sampled_from([sign for sign in sharecode.ALPHABET if sign != code[place]]))
    with pytest.raises(InputError):
        puzzlecode.decode("TD", code[:place] + other + code[place + 1 :], PRIMER)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[:1], "puzzles.code.lines n=1 wanted=2"),
        (lambda lines: [*lines, lines[1]], "puzzles.code.text"),
        (
            lambda lines: [lines[0].replace("TD", "TA"), lines[1]],
            "puzzles.code.begins given=TAP n=1 prefix=TDP",
        ),
        (lambda lines: [], "puzzles.code.none"),
        (lambda lines: ["TDP1"], "puzzles.code.length"),
    ],
)
def test_lines_that_do_not_fit_are_refused(change: Callable[[list[str]], list[str]], words: str) -> None:
    lines = puzzlecode.encode("TD", "two lines of a quick brown fox", PRIMER).split(" ")
    assert len(lines) == 2
    with refused(words, "code"):
        puzzlecode.decode("TD", " ".join(change(lines)), PRIMER)


@pytest.mark.parametrize("hyphen", ["\ufffe", "\u00ad", "\u2011", "\n", ""])
def test_a_code_copied_from_a_page_is_read_whatever_became_of_its_hyphens(hyphen: str) -> None:
    code = puzzlecode.encode("TD", "some text of a position", "")
    copied = code.replace("-", hyphen)
    assert puzzlecode.is_code(copied)
    assert puzzlecode.decode("TD", copied, "") == "some text of a position"
