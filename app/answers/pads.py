"""A pad's file as its author asks about it: what is wrong with it, how its page looks, one to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, NamedTuple, cast

from pencilwright import templates
from pencilwright.games import Game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.pads.file import lacking
from pencilwright.games.pads.rooms import SHEET, PadRooms, failures
from pencilwright.templates.phrases import Phrase, Sentence, languages, phrase

FILLINGS = 20
"""Random fillings that a check writes and reads back."""


class Checked(NamedTuple):
    """What a check of a pad has shown: what it has, what is wrong, what its author may want to know."""

    told: tuple[Phrase, ...]
    faults: tuple[Sentence, ...]
    notes: tuple[Phrase, ...]


def begun(title: str, language: str) -> tuple[str, str]:
    """Return the name of a new pad's file, and its text to begin with, in a language.

    Raises InputError for a title without a letter that a file's name can have.
    """
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:30]
    if not name[:1].isalpha():
        raise InputError(phrase("pad.begin.name", title=title[:40]), field="file")
    folder = files(templates) / "pads"
    own = folder / f"begin.{language}.toml"
    text = (own if own.is_file() else folder / "begin.en.toml").read_text(encoding="utf-8")
    shown = title.replace("\\", "").replace('"', "'")
    for blank, filling in (("file", f"{name}.toml"), ("pad", name), ("title", shown)):
        text = text.replace(f"{{{blank}}}", filling)
    return f"{name}.toml", text


def printed_in(game: Game) -> tuple[str, ...]:
    """Return the languages that the pages of a pad can be printed in, its own first."""
    own = tuple(one for one in game.languages if one in pagecode.LANGUAGES)
    return own or languages()


def page(game: Game, language: str, theme: str = "colour") -> Any:
    """Return the page of a pad. Raises InputError for words without room and letters that no font has."""
    from pencilwright.generator import fonts
    from pencilwright.generator.documents import PrintOptions, render_copy
    from pencilwright.templates.page import Text

    options = PrintOptions(language, theme=theme)
    found = render_copy(game.id, SHEET, setup=None, options=options, copy=1).page
    for item in found.items:
        if isinstance(item, Text):
            fonts.layout(item)
    return found


def checked(game: Game) -> Checked:
    """Return what is right and wrong with a pad that is a game: its examples, its pages, random fillings."""
    rooms = cast(PadRooms, game.made)
    pad = rooms.pad
    faults = [*failures(pad), *_on_paper(game), *_filled(rooms)]
    told = [
        phrase("pad.check.rows", rows=len(pad.spots), n=len(rooms.MARKS)),
        phrase("pad.check.examples", n=len(pad.file.example)),
        phrase("pad.check.languages", languages=printed_in(game)),
    ]
    notes = [phrase("pad.check.lacks", language=one, row=row) for one, row in lacking(pad.file)]
    notes += [
        phrase("pad.check.unprinted", language=one) for one in game.languages if one not in pagecode.LANGUAGES
    ]
    if not pad.file.example:
        notes.append(phrase("pad.check.no_example"))
    return Checked(tuple(told), tuple(faults), tuple(notes))


def _on_paper(game: Game) -> Iterator[Sentence]:
    """Yield why the page cannot be printed, once for each reason."""
    said: set[str] = set()
    for language in printed_in(game):
        try:
            page(game, language)
        except InputError as error:
            if str(error) not in said:
                said.add(str(error))
                yield phrase("pad.check.paper", language=language, said=error.sentence)


def _filled(rooms: PadRooms) -> Iterator[Sentence]:
    """Yield what cannot be worked out, or comes back otherwise, of random fillings."""
    for seed in range(FILLINGS):
        try:
            state = rooms.example(seed, 0)
            rooms.scores(state)
            if rooms.parse(rooms.to_json(state)).marks != state.marks:
                yield phrase("pad.check.back", n=seed)
                return
        except InputError as error:
            yield error.sentence
            return
