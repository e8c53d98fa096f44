"""The setup of a table: rings, tiles, first player, the chancellor's start; drawn, or from a share code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import msgspec

from pencilwright.games.rng import Stream
from pencilwright.games.shared import fixing
from pencilwright.games.shared.fixing import NOTHING_FIXED, Fixable, Fixed
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.shared.spaces import NOTHING, Dealt, Range, Setups, Space, Subset, once, refusal
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import sectors

PREFIX: Final = "TA1"
"""Begins every share code of this game: the game's letters and the version of the code's format."""
TWO_MASTERS: Final = 4
"""The difficulty option that gives the chancellor two masters at the start."""
PARTS: Final = (
    "round3=coins", "inner=#5", "middle=#1", "first=2", "weapons=spear,sword,pike,crossbow",
    "masters=captain",
)  # fmt: skip
"""Parts of a setup as they are typed."""

_MASTER_SETS: Final = tuple(
    sorted((*((master,) for master in box.MASTERS), *combinations(box.MASTERS, 2)), key=lambda s: (len(s), s))
)


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is random before play.

    Attributes
    ----------
    players : 2 to 4, or 1 for the solo game against the chancellor.
    tiles : scoring tiles of rounds 1 to 5.
    inner, middle : sector (1 to 12, clockwise) on which the first place of each ring stands.
    first : seat that begins, 1 to the number of players; 1 in the solo game, where the chancellor begins.
    weapons : the chancellor's weapons from left to right; () with two to four players.
    masters : the chancellor's masters at the start; () with two to four players.
    difficulty : options 1 to 8 that make the solo game harder.
    """

    players: int
    tiles: tuple[str, ...]
    inner: int
    middle: int
    first: int = 1
    weapons: tuple[str, ...] = ()
    masters: tuple[str, ...] = ()
    difficulty: tuple[int, ...] = ()

    @property
    def solo(self) -> bool:
        """Whether this is the game against the chancellor."""
        return self.players == box.SOLO


def _alone(space: Space, known: Mapping[str, Any]) -> Space:
    """Return the space of a part that only the solo game has."""
    return space if known["players"] == box.SOLO else NOTHING


def _masters(known: Mapping[str, Any]) -> Space:
    count = 2 if TWO_MASTERS in known["difficulty"] else 1
    return _alone(Subset(box.MASTERS, count, sets=_MASTER_SETS), known)


SETUPS: Final = Setups(
    PREFIX,
    Setup,
    {
        "weapons": lambda known: _alone(Dealt(box.WEAPONS, len(box.WEAPONS)), known),
        "masters": _masters,
        "difficulty": lambda known: _alone(Subset(box.DIFFICULTIES), known),
        "players": Range(box.SOLO, box.MOST_PLAYERS),
        "first": Range(1, box.MOST_PLAYERS),
        "inner": Range(1, box.SECTORS),
        "middle": Range(1, box.SECTORS),
        "tiles": Dealt(box.TILES, box.ROUNDS),
    },
    sample={"players": box.SOLO, "difficulty": (TWO_MASTERS,)},
    rules={"first": lambda setup, field: Range(1, setup.players).check(setup.first, field)},
)
check, to_code, from_code, as_dict = SETUPS.check, SETUPS.to_code, SETUPS.from_code, SETUPS.as_dict


# --- Drawing ----------------------------------------------------------------------------------------------


def draw(
    seed: int | str,
    *,
    players: int = box.SOLO,
    difficulty: str = "",
    fixed: Fixed = NOTHING_FIXED,
) -> Setup:
    """Draw a setup: the same seed and options give the same setup in every version of Python.

    Parameters
    ----------
    seed : see games.rng.
    players : 2 to 4, or 1 for the solo game.
    difficulty : numbers of the solo game's difficulty options with commas, such as "1,4".
    fixed : parts to keep; the rest is drawn round them.

    Raises InputError for an unknown option and for fixed parts that cannot be together.
    """
    SETUPS.check_option("players", players)
    stream = Stream.from_seed(seed)
    given: dict[str, Any] = {
        "players": players,
        "difficulty": _difficulties(difficulty),
        "first": Range(1, players).draw(stream.fork("first"), fixed.get("first")),
        "tiles": _draw_tiles(stream.fork("tiles"), fixed.get("tiles", {})),
        "weapons": fixed.get("weapons", ()),
        "masters": fixed.get("masters", ()),
    }
    if players == box.SOLO:
        given["weapons"] = given["weapons"] or tuple(stream.fork("weapons").shuffled(box.WEAPONS))
        others = [
            item for item in stream.fork("masters").shuffled(box.MASTERS) if item not in given["masters"]
        ]
        lacking = max(0, (2 if TWO_MASTERS in given["difficulty"] else 1) - len(given["masters"]))
        given["masters"] = tuple(sorted((*given["masters"], *others[:lacking]), key=box.MASTERS.index))
    return SETUPS.drawn(stream, given, fixed)


def _difficulties(text: str) -> tuple[int, ...]:
    """Return the options of a text such as "1,4". Raises InputError for what is none."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    for part in parts:
        if part not in (known := tuple(map(str, box.DIFFICULTIES))):
            raise unknown("difficulty", part, known)
        if parts.count(part) > 1:
            raise refusal("difficulty", "often", name=part, most=1)
    return tuple(sorted(map(int, parts)))


def _draw_tiles(stream: Stream, fixed: Mapping[int, str]) -> tuple[str, ...]:
    """Lay tiles on the five rounds, keeping the fixed ones."""
    stored = once(fixed)
    others = iter(tile for tile in stream.shuffled(box.TILES) if tile not in stored)
    return tuple(fixed.get(round_) or next(others) for round_ in range(1, box.ROUNDS + 1))


def _sector(text: str) -> int:
    """Return the sector of a text. Raises ValueError for one that is no number."""
    if not sectors.is_number(text):
        raise ValueError(text)
    return sectors.read(text)


def parse_fixed(texts: Sequence[str]) -> Fixed:
    """Return the parts of texts such as "round3=coins", "inner=#5", "weapons=spear,sword,pike,crossbow".

    Raises InputError for a text of another form and for a part given twice.
    """
    rounds = {f"round{number}": number for number in range(1, box.ROUNDS + 1)}
    rings = (Fixable(name, {name: None}, read=_sector) for name in ("inner", "middle"))
    first = Fixable("first", {"first": None}, read=fixing.whole)
    lists = (
        Fixable(name, {name: None}, known, several=True)
        for name, known in (("weapons", box.WEAPONS), ("masters", box.MASTERS))
    )
    return fixing.parse(texts, (Fixable("tiles", rounds, box.TILES), *rings, first, *lists), PARTS)
