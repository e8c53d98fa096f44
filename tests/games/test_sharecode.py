"""Share codes survive people: one wrong character is always found and named, and nothing is ever guessed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.sharecode import ALPHABET, decode, encode
from pencilwright.templates.phrases import Phrase
from tests.refusals import has, noted

NUMBERS = st.integers(0, 32**14 - 1)
CODE = "TD1-3G92-30VQ-VS2S"
NUMBER = 123456789012345


def error(text: str) -> Phrase:
    with pytest.raises(InputError) as caught:
        decode("TD1", text)
    assert caught.value.field == "code"
    return caught.value.sentence


def change(place: int, given: str, right: str) -> str:
    return f"code.change given={given} n={place + 1} right={right}"


def test_a_code_is_pinned() -> None:
    assert encode("TD1", NUMBER) == CODE
    assert decode("TD1", CODE) == NUMBER


def test_the_least_code_has_ten_payload_symbols() -> None:
    assert encode("TD1", 0) == "TD1-0000-0000-00KT"


def times(a: int, b: int) -> int:
    """Multiply in GF(32) the slow way: shift, add, reduce by x^5 + x^2 + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 32:
            a ^= 0b100101
        b >>= 1
    return product


@given(NUMBERS)
def test_a_code_is_a_polynomial_with_the_roots_2_and_4(number: int) -> None:
    for root in (2, 4):
        value = 0
        for character in encode("TD1", number).replace("-", ""):
            value = times(value, root) ^ ALPHABET.index(character)
        assert value == 0


@given(NUMBERS)
def test_every_number_comes_back(number: int) -> None:
    assert decode("TD1", encode("TD1", number)) == number


@given(NUMBERS, st.integers(1, 20))
def test_every_number_comes_back_at_any_minimum_length(number: int, symbols: int) -> None:
    assert decode("TD1", encode("TD1", number, symbols), symbols) == number


@pytest.mark.parametrize(
    "text",
    [
        "td1-3g92-30vq-vs2s",
        "TD13G9230VQVS2S",
        "  TD1 3G92 30VQ VS2S\n",
        "TDI-3G92-3OVQ-VS2S",
        "tdl–3g92—3ovq‐vs2s",
        "ＴＤ１－３Ｇ９２　３０ＶＱーＶＳ２Ｓ",
    ],
)
def test_codes_are_read_as_people_type_them(text: str) -> None:
    assert decode("TD1", text) == NUMBER


@given(NUMBERS, st.data())
def test_one_wrong_character_is_located_and_the_right_one_named(number: int, data: st.DataObject) -> None:
    code = encode("TD1", number).replace("-", "")
    place = data.draw(st.integers(3, len(code) - 1))
    wrong = data.draw(st.sampled_from([symbol for symbol in ALPHABET if symbol != code[place]]))
    message = error(code[:place] + wrong + code[place + 1 :])
    fix = change(place, wrong, code[place])
    assert has(message, f"code.fix change=({fix}) code={encode('TD1', number)}")


def test_every_wrong_character_of_one_code_is_located() -> None:
    code = CODE.replace("-", "")
    for place in range(3, len(code)):
        for wrong in ALPHABET:
            if wrong != code[place]:
                message = error(code[:place] + wrong + code[place + 1 :])
                assert f"(code.change given={wrong} n={place + 1} " in noted(message)


@given(NUMBERS, st.data())
def test_two_neighbours_swapped_are_noticed_and_the_swap_is_offered(number: int, data: st.DataObject) -> None:
    code = encode("TD1", number).replace("-", "")
    places = [place for place in range(3, len(code) - 1) if code[place] != code[place + 1]]
    place = data.draw(st.sampled_from(places))
    message = error(code[:place] + code[place + 1] + code[place] + code[place + 2 :])
    assert has(message, f"code.swap m={place + 2} n={place + 1}")


@given(NUMBERS, st.data())
def test_two_wrong_characters_are_never_accepted(number: int, data: st.DataObject) -> None:
    code = list(encode("TD1", number).replace("-", ""))
    first, second = sorted(data.draw(st.sets(st.integers(3, len(code) - 1), min_size=2, max_size=2)))
    for place in (first, second):
        code[place] = data.draw(st.sampled_from([symbol for symbol in ALPHABET if symbol != code[place]]))
    assert error("".join(code)).key in ("code.wrong", "code.mistake")


def test_a_code_with_several_mistakes_says_so() -> None:
    assert has(error("TD1-0092-30VQ-VS2S"), "code.wrong code=TD1-0092-30VQ-VS2S what=(code.share)")


def test_a_corrected_code_stays_a_suggestion() -> None:
    message = error("TD1-3GZ2-30VQ-VS2S")
    suggestion = re.findall(r"TD1-[0-9A-Z-]+", noted(message))[-1]
    assert decode("TD1", suggestion) == NUMBER


def test_a_code_with_a_needless_zero_is_not_canonical() -> None:
    longer = sharecode.add_check("TD1" + "0" + "3G9230VQVS")
    assert error(longer).key == "code.zero"


def test_the_prefix_takes_part_in_the_check() -> None:
    assert encode("TD1", NUMBER)[-2:] != encode("TA1", NUMBER)[-2:]


@given(st.text(max_size=40) | st.text(ALPHABET + "-", max_size=40).map(lambda text: "TD1" + text))
def test_random_text_is_a_number_or_an_input_error(text: str) -> None:
    try:
        number = decode("TD1", text)
    except InputError as caught:
        assert str(caught)
    else:
        assert decode("TD1", encode("TD1", number)) == number


def test_a_number_that_is_negative_or_too_long_for_the_check_is_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="from 0"):
        encode("TD1", -1)
    with pytest.raises(ValueError, match="at most 31"):
        encode("TD1", 32**26)
    assert decode("TD1", encode("TD1", 32**26 - 1)) == 32**26 - 1
