"""What the things of the game are called: phrases for what is said of a position."""

from __future__ import annotations

from functools import cache
from typing import Final

from pencilwright.templates.phrases import Phrase, phrase

PICTURES: Final = {
    "D": "dwelling", "TH": "trading_house", "TE": "temple", "SH": "stronghold", "SA": "sanctuary",
}  # fmt: skip
"""Structure -> its drawing."""


@cache
def who(faction: str) -> Phrase:
    """Return the name of a faction."""
    return phrase(f"mystica.faction.{faction}")


@cache
def player(seat: int) -> Phrase:
    """Return the name of a player whose faction is not known."""
    return phrase("mystica.player", seat=seat)


@cache
def cult(name: str) -> Phrase:
    """Return the name of a cult."""
    return phrase(f"mystica.cult.{name}")


@cache
def land(colour: str) -> Phrase:
    """Return the name of a terrain."""
    return phrase(f"mystica.land.{colour}")


@cache
def structure(kind: str) -> Phrase:
    """Return the name of a structure: D, TH, TE, SH, SA."""
    return phrase(f"mystica.structure.{kind}")


@cache
def thing(name: str) -> Phrase:
    """Return a tile, card or action by what it does, its number in brackets: "ACT4", "TW2"."""
    return phrase(f"mystica.thing.{name or 'TW'}")


@cache
def good(name: str) -> Phrase:
    """Return the name of goods: C, W, P, PW, VP."""
    return phrase(f"mystica.good.{name}")


def amount(name: str, n: int) -> Phrase:
    """Return so many goods in words."""
    return phrase(f"mystica.amount.{name}", n=n)


def price(workers: int, coins: int, priests: int) -> tuple[Phrase, ...]:
    """Return workers, coins and priests in words, what is none left out."""
    parts = (("W", workers), ("C", coins), ("P", priests))
    return tuple(amount(name, n) for name, n in parts if n) or (phrase("mystica.amount.none"),)
