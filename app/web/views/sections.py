"""The sections that a game has pages for, by what the game itself has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple
from urllib.parse import urlencode

from pencilwright.games import Game


class PageSection(NamedTuple):
    """A section of a game: its name among the words web.section.*, and where it is."""

    name: str
    address: str


def _always(_game: Game) -> bool:
    return True


def _has_room(name: str) -> Callable[[Game], bool]:
    return lambda game: name in game.rooms


SECTIONS: Final[dict[str, Callable[[Game], bool]]] = {
    "setup": _always,
    "sheet": _always,
    "advice": _has_room("editor"),
    "play": _has_room("session"),
    "puzzles": _has_room("puzzle"),
    "replay": _has_room("log"),
    "papers": _always,
}
"""Each section, and whether a game has it."""


def sections_of(
    game: Game, sheet: str = "", setup: str = "", which: Mapping[str, str] = MappingProxyType({})
) -> list[PageSection]:
    """Return the sections of a game, in the order of their tabs; what is on the table goes along.

    Parameters
    ----------
    sheet : page code of the sheet that is tapped and that advice is to be asked about, "" for none.
    setup : share code of the setup, "" for none.
    which : what the address says of which sheet of this page code it is.
    """
    results = {name: f"/{name}/{game.id}" for name, has in SECTIONS.items() if has(game)}
    results["sheet"] = f"/games/{game.id}"
    if "advice" in results:
        results["advice"] = f"/position/{game.id}"
    taken = {}
    if setup:
        results["sheet"] = f"/sheet/{game.id}"
        taken = dict.fromkeys(("sheet", "play", "papers"), f"?code={setup}") | {"setup": f"/{setup}"}
    if sheet:
        results["sheet"] = f"/sheet/{sheet}"
        taken |= {"advice": "?" + urlencode({"code": sheet, **which}), "sheet": "?" + urlencode(which)}
    return [PageSection(name, address + taken.get(name, "")) for name, address in results.items()]
