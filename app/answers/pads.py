"""A pad's file: one to begin with, and its page."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from pencilwright import templates
from pencilwright.games import Game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.pads.file import PAD
from pencilwright.games.pads.game import SHEET
from pencilwright.templates.phrases import languages, phrase

if TYPE_CHECKING:
    from pencilwright.templates.page import Page


def begun(title: str, language: str) -> tuple[str, str]:
    """Return the name of a new pad's file, and its text to begin with, in a language.

    Raises InputError for a title without a letter that a file's name can have.
    """
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:30]
    if not name[:1].isalpha():
        raise InputError(phrase("pad.begin.name", title=title[:40]), field="file")
    if not re.match(PAD, name):
        raise InputError(phrase("pad.begin.windows", name=name), field="file")
    folder = files(templates) / "pads"
    own = folder / f"begin.{language}.toml"
    text = (own if own.is_file() else folder / "begin.en.toml").read_text(encoding="utf-8")
    plain_title = title.replace("\\", "").replace('"', "'")
    for blank, filling in (("file", f"{name}.toml"), ("pad", name), ("title", plain_title)):
        text = text.replace(f"{{{blank}}}", filling)
    return f"{name}.toml", text


def printed_in(game: Game) -> tuple[str, ...]:
    """Return the languages that the pages of a pad can be printed in, its own first."""
    own_languages = tuple(language for language in game.languages if language in pagecode.LANGUAGES)
    return own_languages or languages()


def rendered(game: Game, language: str, theme: str = "colour") -> Page:
    """Return the page of a pad. Raises InputError where its boxes have no room on it."""
    from pencilwright.generator.documents import render_copy
    from pencilwright.generator.print_options import PrintOptions

    options = PrintOptions(language, theme=theme)
    return render_copy(game.id, SHEET, setup=None, options=options, copy=1).page
