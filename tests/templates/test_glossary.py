"""One Japanese word for one English word: every text keeps to words/glossary.toml."""

from __future__ import annotations

import re
import string
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pencilwright import templates
from pencilwright.templates.phrases import word
from tests.templates.test_words import blanks

WORDS = Path(templates.__file__).parent / "words"
FILES = sorted(path.stem for path in (WORDS / "ja").glob("*.toml"))
LATIN = "latin"
KANA = "[ァ-ヺー]"


def table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


GLOSSARY = table(WORDS / "glossary.toml")


@cache
def entries(name: str, part: str) -> dict[str, Any]:
    """A part of the glossary for a file of words: what all share, and over it the file's own."""
    return {**GLOSSARY["shared"][part], **GLOSSARY.get(name, {}).get(part, {})}


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Finds the English words of the glossary, the longest first, alone or as a plural."""
    terms = sorted(entries(name, "terms"), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, terms))})(?:e?s)?(?![\w-])", re.IGNORECASE)


@cache
def by_all_games() -> dict[str, list[str | list[str]]]:
    """What each word of a game's glossary is in Japanese, for texts of several games: a word alone."""
    results: dict[str, list[str | list[str]]] = {}
    for part in GLOSSARY.values():
        for term, text in part.get("terms", {}).items() if isinstance(part, dict) else ():
            results.setdefault(term.lower(), []).append(text)
    return results


def without_blanks(text: str) -> str:
    """A text without its blanks; of {n:point|points} the last word stays."""
    return re.sub(r"\{[^{}|]*\|?([^{}]*)\}", r" \1 ", text)


def forms(text: str | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else text


def has_wrong(text: str, wrong: str) -> bool:
    """Whether a wrong form stands in a text; one of katakana only as a whole word of katakana."""
    if re.fullmatch(f"{KANA}+", wrong):
        wrong = f"(?<!{KANA}){wrong}(?!{KANA})"
        return re.search(wrong, text) is not None
    return wrong in text


def lacking(name: str, english: str, japanese: str) -> dict[str, str | list[str]]:
    """English words of the glossary in a text whose Japanese words are not in the other text."""
    terms = {term.lower(): entry for term, entry in entries(name, "terms").items()}
    results = {match[1].lower() for match in pattern(name).finditer(without_blanks(english))}
    plain = without_blanks(japanese)
    wrong = {term: terms[term] for term in results if not any(form in plain for form in forms(terms[term]))}
    meant = [form for game in by_all_games().get(english.lower(), []) for form in forms(game)]
    if meant and "terms" not in GLOSSARY.get(name, {}) and not any(form in plain for form in meant):
        wrong[english.lower()] = meant
    return wrong


def latin(name: str, text: str) -> list[str]:
    """What a Japanese text has in Latin letters though the glossary has no reason for it."""
    reasons = GLOSSARY[LATIN] | GLOSSARY.get(name, {}).get(LATIN, {})
    plain = re.sub(r"(?<!\w)--?[a-z-]+", "", without_blanks(text))  # options are typed as they are
    return [run for run in re.findall("[A-Za-z]{3,}", plain) if run not in reasons]


def faults(name: str) -> dict[tuple[str, str], str]:
    """Every text of a file that does without a word of the glossary: key and word, and what to do."""
    english, japanese = (table(WORDS / language / f"{name}.toml") for language in ("en", "ja"))
    results: dict[tuple[str, str], str] = {}
    for key, text in japanese.items():
        for term, message in lacking(name, english[key], text).items():
            results[key, term] = (
                f"{key}: {term!r} is {' or '.join(forms(message))}: {text!r} ({english[key]!r})"
            )
        for run in latin(name, text):
            results[key, LATIN] = f"{key}: {run!r} is not Japanese: {text!r} ({english[key]!r})"
    return results


def excused(name: str) -> set[tuple[str, str]]:
    """Key and word of every exception; one that is a reason alone holds for all faults of its key."""
    exceptions = GLOSSARY.get(name, {}).get("exceptions", {})
    whole = {key for key, why in exceptions.items() if isinstance(why, str)}
    return {where for where in faults(name) if where[0] in whole} | {
        (key, term) for key, terms in exceptions.items() if key not in whole for term in terms
    }


@pytest.mark.parametrize("name", FILES)
def test_a_text_with_an_english_word_of_the_glossary_has_its_japanese_word(name: str) -> None:
    results = faults(name)
    assert not [results[where] for where in sorted(results.keys() - excused(name))]


def filled(key: str, text: str, number: int) -> str:
    """A text of Japanese with its blanks filled as the program does: with a number where a form stands."""
    samples: dict[str, int | str] = {}
    for _, blank, form, _ in string.Formatter().parse(text):
        if blank and samples.get(blank) != number:
            samples[blank] = number if form else "…"
    return word("ja", key, **samples)


@pytest.mark.parametrize("name", FILES)
def test_every_sentence_filled_is_japanese_and_needs_the_blanks_of_english(name: str) -> None:
    english, japanese = (table(WORDS / language / f"{name}.toml") for language in ("en", "ja"))
    left = {
        key: run
        for key, text in japanese.items()
        for number in (1, 3)
        for run in latin(name, filled(key, text, number))
        if key not in GLOSSARY.get(name, {}).get("exceptions", {})
    }
    assert left == {}
    visible = [{key: blanks(text) for key, text in item.items()} for item in (english, japanese)]
    assert [key for key in visible[0] if visible[0][key] != visible[1][key]] == []


@pytest.mark.parametrize("name", FILES)
def test_no_text_has_a_wrong_form(name: str) -> None:
    messages = [
        f"{key}: {wrong} is wrong, {right} is right: {text!r}"
        for key, text in table(WORDS / "ja" / f"{name}.toml").items()
        for wrong, right in entries(name, "never").items()
        if has_wrong(text, wrong)
    ]
    assert not messages


def test_the_glossary_has_a_table_for_files_only_and_no_exception_that_nothing_needs() -> None:
    assert GLOSSARY.keys() <= {"shared", LATIN, *FILES}
    for name in FILES:
        needed = faults(name).keys()
        assert excused(name) <= needed
        assert GLOSSARY.get(name, {}).get("exceptions", {}).keys() <= {key for key, _ in needed}


@pytest.mark.parametrize("name", FILES)
def test_no_right_word_holds_a_wrong_form(name: str) -> None:
    right = [form for entry in entries(name, "terms").values() for form in forms(entry)]
    assert not [(form, wrong) for form in right for wrong in entries(name, "never") if has_wrong(form, wrong)]
