"""What a person may say about a game, as fields of a form, built from its options and read back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pencilwright.app.web.requests import PageRequest
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import LIST, NUMBER, SWITCH, TIME, Option
from pencilwright.templates.phrases import Atom, Phrase, Sentence, Word, called, phrase

MOST_SECONDS: Final = 60.0
"""Of sampling: a page's answers come while somebody waits."""
MOST_SIGNS: Final = 40


def form(
    request: PageRequest,
    game: Game,
    page: str,
    options: Sequence[Option],
    fields: Mapping[str, str],
    error: InputError | None = None,
) -> tuple[list[dict[str, Any]], Sentence]:
    """Return a field for each option, and what is wrong with none of them, "" for nothing.

    fields : what they say now, by their names. error : why what was sent is given back; its sentence stands
    at its field.
    """
    results = [field(request, game, page, option, fields, error) for option in options]
    if error is None or any(item["error"] for item in results):
        return results, ""
    return results, error.sentence


def field(
    request: PageRequest,
    game: Game,
    page: str,
    option: Option,
    fields: Mapping[str, str],
    error: InputError | None = None,
) -> dict[str, Any]:
    """Return a field for an option, its words those of `web.PAGE.GAME.OPTION`, else those of its help.

    fields, error : as of `form`.
    """
    key, item = f"web.{page}.{game.id}.{option.name}", fields.get(option.name, "")
    helps = [f"help.{whose}.{option.spelling}" for whose in (game.id, "option")]

    def words(name: str) -> str:
        return request.say(called(f"{key}.{name}", name))

    is_wrong = error is not None and error.field in (option.name, option.spelling)
    label = request.say(_called((key, *helps), option.name)).rstrip("。.")
    return {
        "name": option.name,
        "error": _with_label(error.sentence, option, label) if error is not None and is_wrong else "",
        "kind": "several" if option.several else option.kind,
        "label": label,
        "hint": request.say(called(f"{key}.hint", option.example or option.metavar)),
        "several": [
            {
                "name": f"{option.name}.{choice.value}",
                "words": request.say(choice.words).rstrip("。."),
                "note": request.say(choice.note),
                "points": choice.points,
                "value": choice.value,
                "is_on": choice.value in item.split(option.between or None)
                or f"{option.name}.{choice.value}" in fields,
            }
            for choice in option.several
        ],
        "choices": [(name, words(name)) for name in option.taps or option.choices],
        "may_lack": bool(option.taps),
        "value": item,
    }


def _with_label(sentence: Phrase, option: Option, label: str) -> Phrase:
    """Return what is wrong with an option, its label in place of how a terminal spells it."""
    spelled = (option.name, option.spelling)

    def worded(key: str, word: Word) -> Word:
        if isinstance(word, Phrase):
            return _with_label(word, option, label)
        return label if key in ("field", "where") and word in spelled else word

    return Phrase(sentence.key, tuple((key, worded(key, word)) for key, word in sentence.words))


def _called(keys: Sequence[str], name: str) -> Atom:
    """Return the words of the first of some keys that has any, else the name."""
    return next((text for key in keys if (text := called(key, name)) != name), name)


def values(options: Sequence[Option], fields: Mapping[str, str]) -> dict[str, Any]:
    """Return what the fields of a form say, by the spellings of the options; empty ones are left out.

    Raises InputError for what is no number where one belongs.
    """
    texts = [(option, text_of(option, fields)) for option in options]
    return {option.spelling: value(option, text) for option, text in texts if text}


def text_of(option: Option, fields: Mapping[str, str]) -> str:
    """Return what the fields of a form say of an option, "" for nothing: typed, chosen, or ticked."""
    ticked = (item.value for item in option.several if fields.get(f"{option.name}.{item.value}"))
    return fields.get(option.name, "").strip() or option.between.join(sorted(ticked))


def value(option: Option, text: str) -> Any:
    """Return what the text of a field says. Raises InputError for what is no number where one belongs."""
    if option.kind == LIST:
        by = r"[;\n]" if option.between else r"[;\s]"
        return tuple(filter(None, (part.strip() for part in re.split(by, text))))
    if option.kind == SWITCH:
        return text == "1"
    if option.kind not in (NUMBER, TIME):
        return text
    number = r"-?[0-9]{1,9}" if option.kind == NUMBER else r"[0-9]{1,9}(\.[0-9]{1,3})?"
    if not re.fullmatch(number, text):
        raise InputError(phrase("web.setup.number", text=text[:MOST_SIGNS]), field=option.name)
    return int(text) if option.kind == NUMBER else min(MOST_SECONDS, max(0.001, float(text)))
