"""What is said to people: phrases, and each language's words in words/<language>/*.toml.

A folder there is a language. What it lacks is said in English, with one warning for the language.

A phrase is a key of the words and what fills its blanks; `say` makes the sentence of a language of it.
Whoever has something to say about a position (rules, solvers, doors) makes phrases; the language is chosen
where they are shown.
"""

from __future__ import annotations

import os
import re
import string
import unicodedata
import warnings
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import Any, TypeAlias, TypeVar, Union, cast

import msgspec

from pencilwright import templates
from pencilwright.templates.errors import TemplateError

HERE = os.path.dirname(__file__)
ENGLISH = "en"

Atom: TypeAlias = Union[str, int, float, "Phrase"]
Word: TypeAlias = Atom | tuple[Atom, ...]
"""What fills a blank: a number, a phrase, several with commas between them, or a text as it stands."""
W = TypeVar("W", bound=Word)
Sentence: TypeAlias = "str | Phrase"
"""What is shown to people: a phrase; a text only where languages have no word for it (a name, a notation)."""


class Phrase(msgspec.Struct, frozen=True):
    """A sentence of the words with what fills its blanks: ("troyes.puzzle.gain", (("n", 3), ...)).

    As a text (`str`) it is in English.
    """

    key: str
    words: tuple[tuple[str, Word], ...] = ()

    def __str__(self) -> str:
        return say(self, ENGLISH)


def phrase(key: str, /, **words: Word) -> Phrase:
    """Return a phrase, its words in the order of their names."""
    return Phrase(key, tuple(sorted(words.items())))


def plain(text: str) -> Phrase:
    """Return a text that has no words: what developers' tools say, in English."""
    return phrase("plain", one=text)


TRANSLATED = "translated"
"""The key of a phrase that carries its own words: a language -> its text, the first for all others."""


def translated(texts: Mapping[str, str]) -> Phrase:
    """Return words that stand in no file of ours, such as those of a person's pad, as a phrase."""
    return Phrase(TRANSLATED, tuple(texts.items()))


def called(key: str, name: Atom) -> Atom:
    """Return the words of a key, the name itself where there are none: of a game from outside."""
    return name if _text(ENGLISH, key) is None else phrase(key)


def shortened(text: Word) -> Word:
    """Return a phrase in the words for places with little room, its own and those in its blanks."""
    if isinstance(text, tuple):
        return tuple(cast("Atom", shortened(item)) for item in text)
    if not isinstance(text, Phrase) or text.key == TRANSLATED:
        return text
    key = text.key if _text(ENGLISH, f"{text.key}.short") is None else f"{text.key}.short"
    return Phrase(key, tuple((name, shortened(word)) for name, word in text.words))


def dotted(parts: Iterable[str], language: str) -> str:
    """Return texts with a middle dot of the language between them, without empty ones."""
    return reduce(
        lambda first, other: word(language, "page.dotted", one=first, other=other), filter(None, parts)
    )


def say(text: Word, language: str) -> str:
    """Return a phrase, or several with commas between them, in a language; numbers and texts as they stand.

    Raises TemplateError for a key that English lacks and for a blank that nothing fills.
    """
    if isinstance(text, Phrase) and text.key == TRANSLATED:
        return str(dict(text.words).get(language, text.words[0][1]))
    if isinstance(text, Phrase):
        return word(language, text.key, **{name: _filling(value, language) for name, value in text.words})
    if isinstance(text, tuple):
        return joined(text, language)
    return str(text)


def joined(messages: Iterable[Word], language: str, by: str = "list.comma") -> str:
    """Return several phrases as one text, with the words of the key `by` between them."""
    between = word(language, by)
    return (between + _gap(between)).join(say(item, language) for item in messages)


def chained(messages: Sequence[W], key: str) -> W | Phrase:
    """Return several phrases as one, each put to those before it by the words of a key: {one} or {other}."""
    together: Sequence[W | Phrase] = messages
    return reduce(lambda first, other: phrase(key, one=first, other=other), together)


def sentences(messages: Iterable[Word], language: str) -> str:
    """Return several whole sentences one after another."""
    texts = [say(item, language) for item in messages]
    return "".join(text + _gap(text) for text in texts[:-1]) + "".join(texts[-1:])


def as_json(text: Word) -> Any:
    """Return a phrase as programs get it: its key and its values; numbers and texts as they stand."""
    if isinstance(text, Phrase):
        return {"key": text.key, "values": {name: as_json(value) for name, value in text.words}}
    return [as_json(item) for item in text] if isinstance(text, tuple) else text


def answered(value: Any, language: str) -> Any:
    """Return plain values with each phrase in them as its sentence; dicts get its key and values beside it.

    So {"reason": phrase} becomes {"reason": sentence, "reason_phrase": {"key", "values"}}, lists likewise.
    A record becomes a dict of its fields, in the order in which its class declares them, without those that
    it names as `unlisted`.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Phrase):
        return say(value, language)
    if isinstance(value, list | tuple):
        return [answered(entry, language) for entry in value]
    if isinstance(value, msgspec.Struct):
        value = _fields(value)
    if not isinstance(value, Mapping):
        return value
    results = {}
    for name, item in value.items():
        results[name] = answered(item, language)
        if isinstance(item, Phrase):
            results[f"{name}_phrase"] = as_json(item)
        elif isinstance(item, list | tuple) and Phrase in map(type, item):
            results[f"{name}_phrase"] = as_json(tuple(item))
    return results


def _fields(record: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a record that are set: those that its class only inherits, then its others."""
    unlisted: Container[str] = getattr(record, "unlisted", ())
    results = {}
    for name in _names(type(record)):
        if name not in unlisted and (value := getattr(record, name)) is not msgspec.UNSET:
            results[name] = value
    return results


@cache
def _names(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    every, declared = kind.__struct_fields__, kind.__annotations__
    return *(name for name in every if name not in declared), *(name for name in declared if name in every)


def _filling(value: Word, language: str) -> str | int | float:
    """Return what stands in a blank, in a language; numbers stay numbers, as the words may count them."""
    if isinstance(value, int | float):
        return value
    return say(value, language)


def _gap(text: str) -> str:
    """Return what follows a sign: a space, but nothing where signs are as wide as they are high."""
    return "" if text and unicodedata.east_asian_width(text[-1]) in "WF" else " "


def width(text: str) -> int:
    """Return how many columns a text takes: wide East Asian characters two, accents none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def padded(text: str, columns: int) -> str:
    """Return the text with spaces after it, so that it takes so many columns of a terminal."""
    return text + " " * (columns - width(text))


OPENING, CLOSING = "（「『［", "、。，．：；！？）」』］ーっゃゅょッャュョァィゥェォ"
"""Signs that no line ends with, and those that none begins with."""


def folded(text: str, columns: int) -> list[str]:
    """Return a text as lines of at most so many columns of a terminal.

    It is broken between words, or after a sign that is as wide as it is high.
    """
    narrow = r"\x21-\u10ff"
    lines = [""]
    for part in re.findall(
        rf"\s*[{OPENING}]*(?:[{narrow}]*[(\[][^{narrow}\s]|[{narrow}]+|\S)[{CLOSING}]*", text
    ):
        if lines[-1] and width(lines[-1] + part) > columns:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return lines


# --- the words --------------------------------------------------------------------------------------------


class Named(dict[str, str]):
    """A table that names itself when something is missing from it."""

    def __init__(self, what: str, entries: Mapping[str, str]) -> None:
        super().__init__(entries)
        self.what = what

    def __missing__(self, key: str) -> str:
        raise TemplateError(f"{self.what} has no entry {key!r}")


class IncompleteLanguage(UserWarning):
    """A language lacks words, which were said in English."""


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have words, those of outside games included, sorted."""
    return _languages(*templates.__path__)


@cache
def _languages(*folders: str) -> tuple[str, ...]:
    inside = [os.path.join(folder, "words") for folder in dict.fromkeys((HERE, *folders))]
    entries = [entry for folder in inside if os.path.isdir(folder) for entry in os.scandir(folder)]
    return tuple(sorted({entry.name for entry in entries if entry.is_dir()}))


_lent: set[str] = set()


def lend(language: str) -> None:
    """Let a language be asked for that a person's own pad has words in; all else is said in English there."""
    if language not in languages():
        _lent.add(language)


def is_known(language: str) -> bool:
    """Return whether a language can be asked for: it has words, or is lent."""
    return language in languages() or language in _lent


def native_name(language: str) -> str:
    """Return what a language calls itself; its code where it does not say."""
    return _own_words(language, *templates.__path__).get("web.language", language)


def words(language: str) -> Named:
    """Return all words of one language, outside games included; those of English where it has none.

    Raises TemplateError when there is no such language.
    """
    return _words(language, *templates.__path__)


@cache
def _words(language: str, *folders: str) -> Named:
    return Named(f"words/{language}", {**_own_words(ENGLISH, *folders), **_own_words(language, *folders)})


def part(language: str, name: str) -> Named:
    """Return the words of a language in the files NAME.toml, in English where it has none.

    No other file is read.
    """
    return _part(language, name, *templates.__path__)


@cache
def _part(language: str, name: str, *folders: str) -> Named:
    results: dict[str, dict[str, str]] = {ENGLISH: {}, language: {}}
    for spoken, entries in results.items():
        for folder in dict.fromkeys((HERE, *folders)):
            path = os.path.join(folder, "words", spoken, f"{name}.toml")
            entries.update(texts(path) if os.path.isfile(path) else {})
    if results[ENGLISH].keys() - results[language].keys():
        warn_incomplete(language)
    return Named(f"words/{language}/{name}.toml", results[ENGLISH] | results[language])


@cache
def _own_words(language: str, *folders: str) -> Mapping[str, str]:
    results: dict[str, str] = {}
    for path in _files(language, *folders):
        added = texts(path)
        if twice := results.keys() & added.keys():
            raise TemplateError(f"{path}: {min(twice)!r} has words already")
        results |= added
    return results


@cache
def _files(language: str, *folders: str) -> dict[str, str]:
    """Return the files of a language's words, those of outside games last, with what is written in each."""
    if language not in _languages(*folders):
        if language in _lent:
            return {}
        raise TemplateError(f"there are no words called {language!r} (known: {', '.join(languages())})")
    results = {}
    for folder in dict.fromkeys((HERE, *folders)):
        inside = os.path.join(folder, "words", language)
        for name in sorted(os.listdir(inside) if os.path.isdir(inside) else ()):
            if name.endswith(".toml"):
                path = os.path.join(inside, name)
                results[path] = _written(path)
    return results


@cache
def _written(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


@cache
def texts(path: str) -> Mapping[str, str]:
    """Return a flat TOML table of texts. Raises TemplateError for anything else in it."""
    import tomllib

    table = tomllib.loads(_written(path))
    wrong = next((key for key, value in table.items() if not isinstance(value, str)), None)
    if wrong is not None:
        name = "/".join(path.split(os.sep)[-2:])
        raise TemplateError(f"{name}: {wrong!r} must be a text")
    return table


def _text(language: str, key: str) -> str | None:
    """Return the words for a key, in English where the language has none; None where neither has.

    No file is parsed that does not name the key.
    """
    text = _text_in(language, key, *templates.__path__)
    if text is None and language != ENGLISH:
        text = _text_in(ENGLISH, key, *templates.__path__)
        if text is not None:
            warn_incomplete(language)
    return text


@cache
def warn_incomplete(language: str) -> None:
    """Warn, once a run, that a language lacks words; of one that is lent nobody expects them."""
    if language in _lent:
        return
    warnings.warn(IncompleteLanguage(phrase("language.lacks", language=language)), stacklevel=2)


@cache
def _text_in(language: str, key: str, *folders: str) -> str | None:
    results = [
        texts(path)[key]
        for path, written in _files(language, *folders).items()
        if f'"{key}"' in written and key in texts(path)
    ]
    return results[0] if len(results) == 1 else _own_words(language, *folders).get(key)


class _Blanks(string.Formatter):
    """Fills blanks; {n:point|points} is the first word for 1 and the second for every other number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        item, bar, many = format_spec.partition("|")
        if bar:
            return item if value == 1 else many
        return str(super().format_field(value, format_spec))

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        return "".join(
            before
            if name is None
            else before + self.format_field(self.convert_field(kwargs[name], conversion), format_spec or "")
            for before, name, format_spec, conversion in _parts(format_string)
        )


BLANKS = _Blanks()
"""What fills the blanks of a text that stands in no file, as `word` fills those of its key."""


@cache
def _parts(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    """Return a text's parts, as string.Formatter has them: a score has hundreds of lines of few texts."""
    return list(BLANKS.parse(text))


def word(language: str, key: str, /, **params: object) -> str:
    """Return the words for a key, with its {parameters} filled in.

    Raises TemplateError when the key or one of its parameters is missing.
    """
    text = _text(language, key) or words(ENGLISH)[key]
    try:
        return BLANKS.vformat(text, (), params) if "{" in text else text
    except (KeyError, IndexError, ValueError) as error:
        raise TemplateError(f"words/{language}, {key!r}: {error.args[0]!r} is not given") from error
