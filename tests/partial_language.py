"""A language that somebody has begun: French, of which ten keys are translated."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright import templates
from pencilwright.templates import phrases

WORDS = """\
"web.language" = "français"
"share_code" = "Code de partage"
"sheet.name" = "Nom"
"sheet.date" = "Date de la partie"
"sheet.total" = "Total des points"
"seed" = "Graine"
"web.home" = "Accueil"
"web.home.question" = "À quoi jouons-nous ?"
"web.home.games" = "Jeux"
"tianxia.pad.title" = "Tianxia · feuille de score"
"""


def french(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add French for one test."""
    begun = folder / "words" / "fr"
    begun.mkdir(parents=True)
    (begun / "begun.toml").write_text(WORDS, encoding="utf-8")
    monkeypatch.setattr(templates, "__path__", [*templates.__path__, str(folder)])
    phrases.warn_incomplete.cache_clear()
