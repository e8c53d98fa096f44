"""The names of what a sentence speaks of, as phrases: players, pieces, goods, places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pencilwright.games.terracotta_army.components import TYPES
from pencilwright.templates.phrases import Phrase, phrase

HIM: Final = phrase("terracotta.player.chancellor")
"""The chancellor, where he is one of the players."""


def colour(name: str) -> Phrase:
    """Return a player, by colour."""
    return phrase(f"terracotta.player.{name}")


def piece(kind: str) -> Phrase:
    """Return a warrior type or a specialist."""
    return phrase(f"terracotta.{'type' if kind in TYPES else 'piece'}.{kind}")


def pieces(kinds: Iterable[str]) -> tuple[Phrase, ...]:
    """Return several types or specialists."""
    return tuple(map(piece, kinds))


def one(kind: str) -> Phrase:
    """Return one piece: "an officer"."""
    return phrase(f"terracotta.one.{kind}")


def worker(artisan: bool) -> Phrase:
    """Return "a craftsman" or "an artisan"."""
    return one("artisan" if artisan else "craftsman")


def weapon(name: str) -> Phrase:
    """Return what a weapon is called."""
    return phrase(f"terracotta.weapon.{name}")


def master(name: str) -> Phrase:
    """Return what a master is called."""
    return phrase(f"terracotta.master.{name}")


def tile(name: str) -> Phrase:
    """Return a scoring tile."""
    return phrase(f"terracotta.tile.{name.replace(':', '.')}")


def ring(name: str) -> Phrase:
    """Return a ring of the wheel: "inner ring"."""
    return phrase(f"terracotta.ring.name.{name}")


def action(name: str) -> Phrase:
    """Return an action of the wheel: "build3" is "build 3", "m:builder" the builder."""
    kind, colon, value = name.partition(":")
    if colon:
        return master(value) if kind == "m" else weapon(value)
    number = name[-1]
    if number.isdigit():
        return phrase(f"terracotta.act.{name[:-1]}", n=int(number))
    return phrase(f"terracotta.act.{name}")


def count(number: int, thing: str) -> Phrase:
    """Return so many of something: a warrior type, "warrior", "coin", "clay", "wet", "dry"."""
    return phrase(f"terracotta.count.{thing}", n=number)


def lacks(player: str, thing: str, price: int, has: int) -> Phrase:
    """Return that a player, by colour, has less of "coin" or "wet" than something costs."""
    return phrase(
        "terracotta.error.lacks", colour=colour(player), price=count(price, thing), have=count(has, thing)
    )


def line(axis: str, index: int) -> Phrase:
    """Return a row or a column, index from 0."""
    if axis == "row":
        return phrase("terracotta.line.row", n=index + 1)
    return phrase("terracotta.line.col", letter=chr(ord("A") + index))


def place(cell: str, direction: str = "") -> Phrase | str:
    """Return a space, with the direction of an archer or a horse."""
    if not direction:
        return cell
    return phrase("terracotta.facing", cell=cell, direction=way(direction))


def way(direction: str) -> Phrase:
    """Return a direction of the grid: N is up."""
    return phrase(f"terracotta.direction.{direction}")


def ended_after(now: int, rounds: int) -> Phrase:
    """Return that the game ends after so many rounds, `now` being the first of them."""
    if rounds == 1:
        return phrase("terracotta.points.round")
    return phrase("terracotta.points.rounds", n=now + rounds - 1)
