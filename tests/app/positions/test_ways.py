"""One filled sheet handed in in more than fifty ways: what is read, and why the others are refused."""

import re
from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from teaching.photos import ways
from tests.refusals import says

REFUSED = {
    "chat app, 960 pixels, from far": "photo.small",
    "half of the sheet": "photo.outside",
    "specks, divided by the spread around": "photo.bilevel",
    "out of focus": "photo.nothing",
    "cut short": "photo.file.damaged",
    "PDF with a password": "fill.password",
    "PDF of a letter": "photo.pdf photo.nothing",
}
"""Ways that are refused -> the keys of what is said."""
SEVERAL = {
    "PDF, letter, scan and photograph": 2,
    "PDF of a mixed feeder, two sheets, letters, blank backs": 2,
    "two sheets on one glass": 2,
}
QUESTIONS = {
    "black and white": 16, "PDF, black and white": 8, "TIFF, fax": 8, "photocopy": 15,
    "scanner app, hard grey": 6, "scanner app, black and white": 3, "PDF of a mixed feeder": 3,
    "Xs in place of rings": 25,
}  # fmt: skip
"""Most questions of ways whose names begin so; of all others MOST."""
MOST = 2
QUICK = (
    "dots of black, diffused, 200 dpi",
    "cut short",
    "PDF with a password",
)
"""Ways that the usual tests try: one of each kind that takes a second or two."""
PAGE = Path(__file__).resolve().parents[3] / "docs" / "photo.md"


def check(way: str) -> None:
    result = ways.outcome(ways.WAYS[way])
    if way in REFUSED:
        assert all(says(result.refused, key) for key in REFUSED[way].split()), result
        return
    most = next((n for start, n in QUESTIONS.items() if way.startswith(start)), MOST)
    assert result.sheets == SEVERAL.get(way, 1), result
    assert result.questions <= most and not result.silent, result


@pytest.mark.parametrize("way", QUICK)
def test_a_handful_of_ways_is_read_or_refused_with_its_cause(way: str) -> None:
    check(way)


OTHERS = [way for way in ways.WAYS if way not in QUICK]


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(way, marks=pytest.mark.long if n % 13 else pytest.mark.slow)
        for n, way in enumerate(OTHERS)
    ],
)
def test_all_other_ways_are_read_or_refused_with_their_cause(way: str) -> None:
    check(way)


def test_the_page_has_all_ways_and_says_which_are_refused() -> None:
    rows = re.findall(r"^- (.+?): (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    results = {way: text for way, text in rows if way in ways.WAYS}
    assert results.keys() == ways.WAYS.keys() and len(results) >= 50
    for way, text in results.items():
        assert text.startswith("refused: ") is (way in REFUSED), way
        assert re.fullmatch(r"refused: \S.*|(\d+ sheets, )?\d+ questions?", text), way
