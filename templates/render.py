"""Template, data, words and theme become a Page."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from pencilwright import templates
from pencilwright.templates import drawing, flow, frame, paths
from pencilwright.templates.bytecode import BesideSource
from pencilwright.templates.errors import TemplateError
from pencilwright.templates.page import Page
from pencilwright.templates.parsing import read
from pencilwright.templates.phrases import Named, dotted, say, texts, word

HERE = Path(__file__).parent


def themes() -> tuple[str, ...]:
    """Return the names of the themes, sorted."""
    return tuple(sorted(path.stem for path in (HERE / "themes").glob("*.toml")))


SCREEN = "screen"
"""The theme of what a screen shows: its colours are numbers of roles, and one drawing serves light and dark.
It is nothing to print with."""
SCREENS = ("light", "dark")
"""The themes that give its roles their colours."""


PRINTED_LINES = 0.66
"""Share of their width that lines have on paper, where they are black: on screens they are pale."""


@cache
def screen_colours(name: str) -> Named:
    """Return the colours of the light or the dark theme of screens as #rrggbb; light has those of paper."""
    own = texts(str(HERE / "themes" / "screen" / f"{name}.toml"))
    paper = theme_colours("colour") if name == "light" else {}
    return Named(f"themes/screen/{name}.toml", {**paper, **own})


@cache
def roles() -> Mapping[str, str]:
    """Return number of a role as #rrggbb, as in pages of the theme "screen" -> its name ("red_tint")."""
    return {f"#{number:06x}": role for number, role in enumerate(screen_colours("light"), start=1)}


@cache
def theme_colours(theme: str) -> Named:
    """Return all colours of one theme as #rrggbb. Raises TemplateError when there is no such theme."""
    if theme == SCREEN:
        return Named("themes/screen", {role: number for number, role in roles().items()})
    if theme not in themes():
        raise TemplateError(f"there are no themes called {theme!r} (known: {', '.join(themes())})")
    return Named(f"themes/{theme}.toml", texts(str(HERE / "themes" / f"{theme}.toml")))


@cache
def _loading_from(*folders: str) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        bytecode_cache=BesideSource(),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        keep_trailing_newline=True,
    )
    for name in ("icon", "hatch_disc", "pattern", "polar", "ring_sector", "text_width"):
        environment.globals[name] = getattr(drawing, name)
    environment.globals |= {
        "flow": flow.flow,
        "fitting": flow.fitting,
        "fitted": flow.fitted,
        "too_wide": flow.too_wide,
    }
    environment.globals |= {"outline": paths.outline, "qr_path": frame.qr_path}
    return environment


# All that a page depends on, by keyword, so that nothing is hidden in a global.
def render(
    template: str,
    *,
    data: Mapping[str, Any],
    language: str,
    theme: str,
    paper: str,
    code: str = "",
    code_text: str = "",
    copy: int = 1,
    size: str = "page",
    camera: bool = True,
    line_count: Callable[[str, float, float], int] = drawing.estimated_lines,
) -> Page:
    """Render a template to a Page.

    Parameters
    ----------
    template : name below templates/, such as "troyes_dice/score_sheet.svg.j2".
    data : what the template calls `d`; plain values from the game's paper.py.
    language, theme : names of files in words/ and themes/.
    paper : "a4", "letter", "a5" or "a6"; cards do not depend on it.
    code, code_text : the page code for the QR code, and as people read it (the code itself when not given).
    copy : number of the copy, 1 to 125; it decides the markers.
    size : "page", or the size of a card such as "70x120".
    camera : print what a camera needs; without it a score sheet has neither markers nor code.
    line_count : how many lines a text of a size takes in a width (mm). Fonts are measured on a higher floor,
        which gives its own; nothing that a pencil or a camera needs may depend on it.

    Raises
    ------
    TemplateError : a missing word, colour or value, or a drawing outside the subset, with template and line.
    NoRoom : the boxes of a person's own pad do not fit on the page.
    """
    sheet = frame.sheet(size, paper)
    context = {
        "d": data,
        "c": theme_colours(theme),
        "t": lambda key, **params: word(language, key, **params),
        "say": lambda text: say(text, language),
        "dotted": lambda *parts: dotted(parts, language),
        "language": language,
        "theme": theme,
        "screen": theme == SCREEN,
        "paper": paper,
        "size": size,
        "page": sheet,
        "frame": frame.build(copy, code, code_text, content=sheet.content, camera=camera),
        "paper_constants": frame,
        "least": flow.SMALLEST_TO_ENLARGE if paper == "a5" and "marks" not in data else flow.SMALLEST,
        "line_count": line_count,
    }
    try:
        source = _loading_from(*templates.__path__).get_template(template).render(context)
    except flow.NoRoom:
        raise
    except jinja2.TemplateNotFound as error:
        raise TemplateError(f"there is no template {error.name!r}") from error
    except jinja2.TemplateSyntaxError as error:
        raise TemplateError(f"{error.name}, line {error.lineno}: {error.message}") from error
    except (jinja2.UndefinedError, TemplateError, KeyError, IndexError, TypeError, ValueError) as error:
        raise TemplateError(f"{_where(error, template)}: {error}") from error
    lines = 1.0 if theme == SCREEN else PRINTED_LINES
    return read(source, template=template, language=language, lines=lines)


def _where(error: BaseException, template: str) -> str:
    """Template and line from the traceback, which Jinja2 has rewritten to point into the templates."""
    where, trace = template, error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.endswith(".j2"):
            short = name.removeprefix(f"{HERE}{os.sep}").replace(os.sep, "/")
            where = f"{short}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return where
