"""Phrases in answers for programs."""

from __future__ import annotations

from pencilwright.templates.phrases import answered, phrase


def test_an_answer_tells_each_phrase_with_its_key_and_values_beside_it() -> None:
    red = phrase("colour.red")
    answer = {"points": 3, "reason": red, "steps": [{"text": red}], "several": (red, "E4"), "none": ()}
    key = {"key": "colour.red", "values": {}}
    assert answered(answer, "ja") == {
        "points": 3,
        "reason": "赤",
        "reason_phrase": key,
        "steps": [{"text": "赤", "text_phrase": key}],
        "several": ["赤", "E4"],
        "several_phrase": [key, "E4"],
        "none": [],
    }
    assert answered([red], "en") == ["red"]
