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
    return known.to_json(known.examples.example("3", left)).decode()


@pytest.mark.parametrize(
    ("game_id", "said"),
    [("troyes-dice", {"proof": False}), ("terracotta-army", {})],
)
def test_a_choice_is_a_text_and_a_notation(game_id: str, said: dict[str, Any]) -> None:
    text = example(game_id)
    choices = pencilwright.advise(text, **said).choices
    assert all(type(item.notation) is str and item.notation and str(item.text).isascii() for item in choices)
    assert not pencilwright.say(choices[0].text, "ja").isascii()


@pytest.mark.parametrize("game_id", GAMES)
def test_the_reasons_of_a_score_are_texts_in_the_language_asked(game_id: str) -> None:
    scores = pencilwright.score(example(game_id))
    english, japanese = ([item.to_dict(name) for item in scores] for name in ("en", "ja"))
    assert [item["total"] for item in english] == [item["total"] for item in japanese]
    lines = [line for item in scores for line in item.lines]
    assert json.loads(json.dumps(english))[0]["lines"][0]["reason"] == f"{lines[0].reason}"
    assert any(not pencilwright.say(line.reason, "ja").isascii() for line in lines)


def test_a_game_that_there_is_not_is_one_sentence() -> None:
    with refused("game.no_text"):
        pencilwright.game(None)  # type: ignore[arg-type]


def test_a_photograph_with_open_marks_has_a_range_or_what_is_likeliest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    troyes = pencilwright.game("troyes-dice")
    state = troyes.parse(demo.AFTER)
    written = dict(troyes.marks.to_marks(state))
    left = {"citizens.red.20": ("blank", "circled"), "link.1": ("blank", "circled")}
    result = load.Position(troyes, state, 1, written=written, open=left)
    monkeypatch.setattr(
        load, "of_bytes", lambda *_, doubts: load.Loaded([result], []) if doubts.leave else 1 / 0
    )
    plain = troyes.room("scoring").score(state).total
    (record,) = pencilwright.score(b"a photograph")
    assert (record.total, record.low, record.high, record.whole) == (None, plain, plain + 1, True)
    assert (record.open, record.guessed) == (("citizens.red.20",), ("link.1",))
    red = next(line for line in record.lines if line.id == "points.citizens.red")
    assert red.points is None and red.limits == (red.known, red.known + 1)
    (taken,) = pencilwright.score(b"a photograph", likeliest=True)
    assert (taken.total, taken.open, taken.guessed) == (plain, (), tuple(left))
    result = result._replace(open={"link.1": left["link.1"]})
    (record,) = pencilwright.score(b"a photograph")
    assert (record.total, record.open, record.guessed) == (plain, (), ("link.1",))
