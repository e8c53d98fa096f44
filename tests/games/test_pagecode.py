"""The code on a printed page says which page it is, and is never misread."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import pagecode, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import PageCode, decode, encode, pretty
from tests.refusals import refused

SETUP = "TD1-3G92-30VQ-VS2S"
LONG_SETUP = sharecode.encode("TD1", 32**13 + 720**3 * 337 * 9**9 - 1)  # the last setup of all
PAGE = PageCode("TD", 0, 1, "en", "colour", "a4", False, 3, SETUP)
QR_ALPHANUMERIC = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

PAGES = st.builds(
    PageCode,
    st.just("TD"),
    st.integers(0, 7),
    st.integers(1, 15),
    st.sampled_from(pagecode.page_languages()),
    st.sampled_from(pagecode.THEMES),
    st.sampled_from(pagecode.PAPERS),
    st.booleans(),
    st.integers(1, 125),
    st.none()
    | st.integers(0, 32**13 + 720**3 * 337 * 9**9 - 1).map(lambda number: sharecode.encode("TD1", number)),
    seats=st.just(0),
)


def test_a_page_code_is_pinned() -> None:
    assert encode(PAGE) == "TDADPKD5TCC7GNZ80H58"
    assert pretty(encode(PAGE)) == "TDAD-PKD5-TCC7-GNZ8-0H58"
    assert decode("TDAD-PKD5-TCC7-GNZ8-0H58") == PAGE


@given(PAGES)
def test_every_page_comes_back_from_its_code(page: PageCode) -> None:
    assert decode(encode(page)) == page
    assert decode(pretty(encode(page)).lower()) == page


@given(PAGES)
def test_a_page_code_fits_qr_alphanumeric(page: PageCode) -> None:
    code = encode(page)
    assert set(code) <= QR_ALPHANUMERIC
    usual = page.setup is None or sharecode.decode("TD1", page.setup) < 1152 * 337 * 9**9
    assert len(code) == 20 if usual else len(code) <= 24


@given(PAGES, st.data())
def test_one_wrong_character_of_a_page_code_is_located(page: PageCode, data: st.DataObject) -> None:
    code = encode(page)
    place = data.draw(st.integers(3, len(code) - 1))
    wrong = data.draw(st.sampled_from([symbol for symbol in sharecode.ALPHABET if symbol != code[place]]))
    change = f"(code.change given={wrong} n={place + 1} right={code[place]})"
    with refused(f"code.fix change={change} code={pretty(code)}", "code"):
        decode(code[:place] + wrong + code[place + 1 :])


def payload(
    *, setup: int = 0, document: int = 0, version: int = 1, language: int = 0, theme: int = 0, paper: int = 0,
    blank: int = 0, copy: int = 0, setup_format: int = 0, symbols: int = 15
) -> str:  # fmt: skip
    """Write a page code by the radices of docs/formats.md, without the limits that the program keeps."""
    number = setup
    fields = (document, version, language, theme, paper, blank, copy, setup_format)
    for value, radix in zip(fields, (8, 16, 16, 8, 4, 2, 125, 8), strict=True):
        number = number * radix + value
    return sharecode.add_check("TDA" + sharecode.number_to_symbols(number, symbols))


def test_the_documented_radices_are_those_of_the_code() -> None:
    number = sharecode.decode("TD1", SETUP)
    assert payload(setup=number, setup_format=1, copy=2) == encode(PAGE)
    assert payload(version=9, document=5, language=1, theme=1, paper=1, blank=1, copy=124) == encode(
        PageCode("TD", 5, 9, "ja", "ink-saver", "letter", True, 125, None)
    )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"document": 8}, "document"),
        ({"document": -1}, "document"),
        ({"version": 0}, "version"),
        ({"version": 16}, "version"),
        ({"copy": 0}, "copy"),
        ({"copy": 126}, "copy"),
        ({"language": "fr"}, "language"),
        ({"theme": "neon"}, "theme"),
        ({"paper": "a3"}, "paper"),
        ({"setup": "TD1-3G92-30VQ-VS2T"}, "code"),
        ({"setup": "TD9-3G92-30VQ-VS2S"}, "code"),
        ({"setup": ""}, "code"),
        ({"setup": None, "seats": -1}, "seats"),
        ({"setup": None, "seats": 2**40}, "seats"),
    ],
)
def test_a_page_that_cannot_be_printed_gets_no_code(changes: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        encode(PAGE._replace(**changes))  # type: ignore[arg-type]
    assert caught.value.field == field


def test_who_plays_without_a_setup_comes_back_in_a_code_of_the_usual_length() -> None:
    page = PAGE._replace(setup=None, seats=pagecode.MOST_SEATS)
    assert decode(encode(page)) == page
    assert len(encode(page)) == 20


def test_a_page_that_cannot_be_told_who_plays_is_known_by_nobody() -> None:
    page = PAGE._replace(setup=None, seats=3, version=2)
    with refused("page.nowhere"):
        pagecode.document_of(page)
    pagecode.document_of(page._replace(seats=0))


def test_a_setup_numbered_at_will_makes_a_longer_page_code_of_at_most_25_characters() -> None:
    assert 20 < len(encode(PAGE._replace(setup=LONG_SETUP))) <= 25


@given(st.text(max_size=40) | st.text(sharecode.ALPHABET, max_size=30).map(lambda text: "TDA" + text))
def test_random_text_is_a_page_or_an_input_error(text: str) -> None:
    try:
        page = decode(text)
    except InputError as caught:
        assert str(caught)
    else:
        assert decode(encode(page)) == page


def test_a_page_code_stands_for_the_share_code_it_holds() -> None:
    assert pagecode.share_code_in(pagecode.pretty(encode(PAGE)).lower()) == PAGE.setup
    assert pagecode.share_code_in("TD1-anything") == "TD1-anything"
    with refused("page.setup"):
        pagecode.share_code_in(encode(PAGE._replace(setup=None)))
