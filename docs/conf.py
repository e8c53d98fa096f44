"""How Sphinx makes a site of these pages and of the docstrings.

python -m sphinx -W -b html docs output/docs
"""

import re
from importlib.metadata import version as version_of
from importlib.util import find_spec
from pathlib import Path
from types import GenericAlias
from typing import Any

from sphinx.application import Sphinx

from pencilwright.games import GAMES, Game

project = "pencilwright"
author = "the authors of pencilwright"
release = version = version_of(project)

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["images"]
# Annotations name types by their last name, and every game has a State: such a name leads to the first.
suppress_warnings = ["ref.python"]

# --- pages -----------------------------------------------------------------------------------------------
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # links such as cli.md#exit-codes, as code hosts understand them

# --- docstrings ------------------------------------------------------------------------------------------
autodoc_default_options = {"members": True, "member-order": "bysource", "no-value": True}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_inherit_docstrings = False
napoleon_google_docstring = False
napoleon_custom_sections = [("Attributes", "params_style")]  # several fields may share a line
default_role = "literal"  # `name` is code, as everywhere else in the project

# --- the site --------------------------------------------------------------------------------------------
html_theme = "furo"
html_title = f"{project} {release}"
html_copy_source = False

# --- links to elsewhere, which only `-b linkcheck` follows -----------------------------------------------
linkcheck_timeout = 20

# --- the rooms: a page for each game, from the registry --------------------------------------------------
ROOMS = Path(__file__).parent / "rooms"


def page_of(game: Game) -> str:
    """Return the page of a game's rooms."""
    modules = [f"pencilwright.games.{game.package}.{room}" for room in game.modules]
    title = f"# {game.title}: the rooms"
    return (
        "\n\n".join([title, *(automodule(f"`{name.rpartition('.')[2]}`", name) for name in modules)]) + "\n"
    )


def automodule(heading: str, module: str) -> str:
    """Return a section that documents a module."""
    return f"## {heading}\n\n```{{eval-rst}}\n.. automodule:: {module}\n```"


def write(path: Path, text: str) -> None:
    """Write a page, unless it stands there already: Sphinx would read it again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


ROOMS.mkdir(exist_ok=True)
contract = [("The registry", "pencilwright.games"), ("Errors", "pencilwright.games.errors")]
if find_spec("pencilwright.games.rooms"):
    contract.append(("What a room offers", "pencilwright.games.rooms"))
write(
    ROOMS / "contract.md",
    "# Games and their rooms\n\n" + "\n\n".join(automodule(*each) for each in contract) + "\n",
)
for each in GAMES.values():
    write(ROOMS / f"{each.id}.md", page_of(each))


def skip(_app: Sphinx, _kind: str, _name: str, member: object, skipped: bool, _options: object) -> bool:
    """Return whether autodoc leaves a member out.

    Names for tuple[...] and the like are no classes, and of a named tuple's fields only numbers are told.
    """
    return skipped or isinstance(member, GenericAlias) or type(member).__name__ == "_tuplegetter"


def unfold(_app: Sphinx, _kind: str, _name: str, _member: object, _options: object, lines: list[str]) -> None:
    """Put the sections of a docstring into the full form of numpydoc.

    Ours say "name : what it is", because types stand in the signature, and may end in a paragraph on errors.
    """
    before, *sections = re.split(
        r"^(Parameters|Attributes|Raises)\n-+\n", "\n".join(lines), flags=re.MULTILINE
    )
    texts = [before.rstrip()]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        items = re.sub(r"^([\w, ]+) : ", r"\1\n    ", body, flags=re.MULTILINE)
        items, _, rest = re.sub(r"\n\n(?=\S)", "\f", items, count=1).partition("\f")
        texts[0] += f"\n\n{rest.rstrip()}"
        texts.append(f"{title}\n{'-' * len(title)}\n{items.rstrip()}")
    lines[:] = "\n\n".join(texts).split("\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx what is ours."""
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-docstring", unfold, priority=400)  # before napoleon's
    return {"parallel_read_safe": True, "parallel_write_safe": True}
