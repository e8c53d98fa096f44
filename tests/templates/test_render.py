"""What is missing in a template is named: the word, the colour, the value, the file and the line."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pencilwright import templates
from pencilwright.templates import render as module
from pencilwright.templates.errors import TemplateError
from pencilwright.templates.page import Page, Text

WRAP = '<svg viewBox="0 0 10 10" data-title="x">\n{}\n</svg>'
TEXT = '<text x="1" y="2" font-size="1" fill="{{{{ c.ink }}}}">{}</text>'


def draw(
    body: str, folder: Path, monkeypatch: pytest.MonkeyPatch, language: str = "en", **data: object
) -> Page:
    """Render a template that stands here in the test."""
    (folder / "x.svg.j2").write_text(WRAP.format(body), encoding="utf-8")
    monkeypatch.setattr(templates, "__path__", [*templates.__path__, str(folder)])
    return module.render("x.svg.j2", data=data, language=language, theme="colour", paper="a4")


def words(page: Page) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Text)]


def test_words_take_their_parameters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = draw(TEXT.format("{{ t('sheet.footer', copy=7) }}"), tmp_path, monkeypatch)
    assert words(page)[0].startswith("Copy 7.")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (TEXT.format("{{ t('no.such.word') }}"), r"x.svg.j2, line 2: words/en has no entry 'no.such.word'"),
        (
            TEXT.format("{{ t('sheet.footer') }}"),
            r"line 2: words/en, 'sheet.footer': 'copy' is not given",
        ),
        (TEXT.format("{{ c.no_such_colour }}"), r"themes/colour.toml has no entry 'no_such_colour'"),
        (TEXT.format("{{ d.nothing }}"), r"x.svg.j2, line 2: .*'nothing'"),
        (TEXT.format("{{ undefined_name }}"), r"x.svg.j2, line 2: 'undefined_name' is undefined"),
        ("{% if %}", r"x.svg.j2, line 2: Expected an expression"),
        ("{{ frame.code_pattern(0, 0, 20) }}", r"x.svg.j2, line 2: this page has no page code"),
        ("<blink/>", r"x.svg.j2, rendered line 2, <blink>: no such element"),
    ],
)
def test_what_is_missing_is_named_with_its_line(
    body: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(TemplateError, match=message):
        draw(body, tmp_path, monkeypatch)


def test_data_cannot_smuggle_markup_into_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = draw(TEXT.format("{{ d.title }}"), tmp_path, monkeypatch, title='</text><rect x="1"/> & "quotes"')
    assert words(page) == ['</text><rect x="1"/> & "quotes"']


@pytest.mark.parametrize("field", ["language", "theme", "template"])
def test_unknown_names_are_refused(field: str) -> None:
    arguments = {"template": "troyes_dice/reference.svg.j2", "language": "en", "theme": "colour"} | {
        field: "nowhere"
    }
    with pytest.raises(TemplateError, match="nowhere"):
        module.render(arguments.pop("template"), data={"part": 1}, paper="a4", **arguments)


def test_themes_have_the_same_colours() -> None:
    first, *others = (set(module.theme_colours(theme)) for theme in module.themes())
    assert all(other == first for other in others)


def test_no_template_defines_a_macro_twice() -> None:
    root = Path(module.__file__).parents[1]
    sources = [path for folder in ("templates", "app") for path in (root / folder).rglob("*.j2")]
    twice = [
        f"{path.name}: {name}"
        for path in sources
        for name, n in Counter(re.findall(r"{%-?\s*macro\s+(\w+)", path.read_text("utf-8"))).items()
        if n > 1
    ]
    assert sources and twice == []
