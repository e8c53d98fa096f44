"""What programs get: plain texts in the language that they ask for, and data that JSON can hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pencilwright
from pencilwright.app.positions import load
from pencilwright.games import GAMES
from pencilwright.games.troyes_dice.play import demo
from tests.refusals import refused


def example(game_id: str) -> str:
    """Return an example of a game as its command prints it."""
    known = pencilwright.game(game_id)
    left = {"troyes-dice": 1, "terracotta-army": 3}.get(game_id, 1)
    return known.reading.to_json(known.examples.example("3", left)).decode()


@pytest.mark.parametrize(
    ("game_id", "said"),
    [("troyes-dice", {"proof": False}), ("terracotta-army", {}), ("terracotta-army", {"ask": "placement"})],
)
def test_a_choice_is_a_text_and_a_notation(game_id: str, said: dict[str, Any]) -> None:
    text = example(game_id)
    english, japanese = (pencilwright.advise(text, language=name, **said).choices for name in ("en", "ja"))
    assert [item.notation for item in english] == [item.notation for item in japanese]
    assert all(type(item.text) is str and type(item.notation) is str and item.notation for item in english)
    assert english[0].text.isascii() and not japanese[0].text.isascii()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_reasons_of_a_score_are_texts_in_the_language_asked(game_id: str) -> None:
    text = example(game_id)
    english, japanese = (pencilwright.score(text, language=name) for name in ("en", "ja"))
    assert json.loads(json.dumps(english))
    assert [sheet.total for sheet in english] == [sheet.total for sheet in japanese]
    assert all(type(line.reason) is str for sheet in english for line in sheet.lines)
    assert any(not line.reason.isascii() for sheet in japanese for line in sheet.lines)


def test_a_language_and_a_game_that_there_is_not_are_one_sentence() -> None:
    text = example("terracotta-army")
    with refused("api.language", language="fr", known="en, ja"):
        pencilwright.score(text, language="fr")
    with refused("api.language"):
        pencilwright.advise(text, language="fr")
    with refused("game.no_text"):
        pencilwright.game(None)  # type: ignore[arg-type]


def test_a_photograph_with_open_marks_has_a_range_or_what_is_likeliest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    troyes = pencilwright.game("troyes-dice")
    state = troyes.reading.parse(demo.AFTER)
    written = dict(troyes.marks.to_marks(state))
    left = {"citizens.red.20": ("blank", "circled"), "link.1": ("blank", "circled")}
    result = load.Position(troyes, state, 1, written=written, open=left)
    monkeypatch.setattr(
        load, "of_bytes", lambda *_, doubts: load.Loaded([result], []) if doubts.leave else 1 / 0
    )
    plain = troyes.scoring.score(state).total
    (record,) = pencilwright.score(b"a photograph")
    assert (record.total, record.low, record.high, record.whole) == (None, plain, plain + 1, True)
    assert record.open == tuple(left)
    red = next(line for line in record.lines if line.id == "points.citizens.red")
    assert red.points is None and red.high == red.low + 1
    (taken,) = pencilwright.score(b"a photograph", likeliest=True)
    assert (taken.total, taken.open) == (plain, tuple(left))
    result = result._replace(open={"link.1": left["link.1"]})
    (record,) = pencilwright.score(b"a photograph")
    assert (record.total, record.open, record.low, record.high) == (plain, ("link.1",), plain, plain)
