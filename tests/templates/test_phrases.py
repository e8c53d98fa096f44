"""Phrases in answers for programs."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from pencilwright.templates.phrases import CLOSING, OPENING, Phrase, answered, folded, phrase, width


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


def test_no_line_is_too_wide_and_none_begins_or_ends_with_a_sign_that_may_not() -> None:
    text = "未確認の値によります：リング、法令表。（board）で入力できます！ [既定値：フォルダー] " * 3
    for columns in range(20, 60):
        lines = folded(text, columns)
        assert max(map(width, lines)) <= columns
        assert not any(line[0] in CLOSING or line[-1] in f"{OPENING}([" for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_record_is_told_field_by_field_as_its_class_declares_them() -> None:
    class Inherited(Struct):
        first: int
        value: float | None = None

    class Told(Inherited, kw_only=True):
        what: Phrase
        missing: int | UnsetType = UNSET
        value: float

    fields = answered(Told(first=1, value=2.5, what=phrase("colour.red")), "en")
    assert list(fields.items())[:2] == [("first", 1), ("what", "red")]
    assert list(fields) == ["first", "what", "what_phrase", "value"]
