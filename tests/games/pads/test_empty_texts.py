"""Each text of a pad's file may be empty: it is refused in a sentence, or its pages are drawn."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.pads.game import PadGame, game_of
from pencilwright.generator.documents import PrintOptions, render_copy
from pencilwright.templates import phrases
from tests.games.pads.gallery import TEXTS

FULLEST = "lanterns"
"""The pad whose file has most kinds of texts; the others are tried at night."""


def emptied(text: str) -> Iterator[tuple[str, str]]:
    """Yield a pad's file with each of its texts empty or blank, and the text that was there."""
    for text_of in re.finditer(r'(?<==) "([^"\n]+)"|\["([^"\n]+)"', text):
        for blank in ("", " ", "\u3000"):
            place = text_of.span(1) if text_of[1] else text_of.span(2)
            yield text[place[0] : place[1]], text[: place[0]] + blank + text[place[1] :]


def drawn(pad: PadGame) -> None:
    """Draw every page of a pad in both languages and read a blank one."""
    games.register(pad)
    try:
        for document in pad.paper.DOCUMENTS:
            for language in ("en", "ja"):
                with suppress(InputError):  # it is in one language alone
                    render_copy(
                        pad.pad.file.pad, document, setup=None, options=PrintOptions(language), copy=1
                    )
        assert pad.marks.read({}, None)
    finally:
        games.forget(pad.pad.file.pad)
        phrases._lent.clear()


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name == FULLEST else pytest.mark.long) for name in TEXTS],
)
def test_each_text_of_a_pad_may_be_empty(name: str) -> None:
    refused = 0
    for was, text in emptied(TEXTS[name]):
        try:
            drawn(game_of(text))
        except InputError as error:
            assert str(error).strip(), was
            refused += 1
    assert refused > 10
