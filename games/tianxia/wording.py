"""Numbers of things and effects in words, in English; paper and catalogues: phrases.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pencilwright.games.tianxia.effects import Effect

_THINGS: Final = {
    "coin": ("coin", "coins"),
    "helmet": ("helmet", "helmets"),
    "jewel": ("jewel", "jewels"),
    "pp": ("PP", "PP"),
    "res": ("any resource", "resources of any kind"),
    "good": ("any good", "goods of any kind"),
    "res#2": ("resource", "resources of different kinds"),
    "res=2": ("resource", "resources of one kind"),
}
_WHERE: Final = {
    "any": "any section",
    "battle": "a section with a battle this round",
    "calm": "a section without a battle this round",
}
_CARDS: Final = {"goal": "goal card", "tile": "regular bonus tile", "refresh": "used bonus tile face up"}


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number with its word: 1 governor, 2 governors; `many` where an s does not do."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def amount(count: int, what: str) -> str:
    """Return so many of a thing that can be gained: 2 coins, 1 any good, 3 wood."""
    return plural(count, *_THINGS.get(what, (what, what)))


def effects(items: Iterable[Effect]) -> str:
    """Return effects in words, such as "+2 coins, +1 soldier in any section"."""
    return ", ".join(_effect(effect) for effect in items)


def _effect(effect: Effect) -> str:
    """Return one effect in words."""
    n = abs(effect.n)
    sign = "+" if effect.n > 0 else "-"
    match effect.kind:
        case "gain":
            return sign + amount(n, effect.what)
        case "soldier":
            return f"+{plural(n, 'soldier')} in {_WHERE[effect.what]}"
        case "wall":
            return f"+{plural(n, 'wall')} in any section"
        case "track":
            track = {"lowest": "your lowest", "same": "the same"}.get(effect.what, "any")
            return f"+{plural(n, 'step')} on {track} palace track"
        case "nomad":
            return f"nomad strength -{n} in a section"
        case kind:
            return sign + (plural(n, _CARDS[kind]) if kind in _CARDS else plural(n, kind))
