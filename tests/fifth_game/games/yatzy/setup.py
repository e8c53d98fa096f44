"""Who plays, and who begins: all that is drawn before a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.yatzy.components import SEATS, STANDARD, Components
from pencilwright.templates.phrases import phrase

PREFIX: Final = "YZ1"


class Setup(NamedTuple):
    """How many play, and the seat that begins, from 1."""

    players: int
    first: int


def check(setup: Setup) -> Setup:
    """Return the setup. Raises InputError naming what cannot be."""
    if setup.players not in SEATS:
        raise InputError(phrase("yatzy.setup.players", n=setup.players, most=len(SEATS)), field="players")
    if not 1 <= setup.first <= setup.players:
        raise InputError(phrase("yatzy.setup.first", seat=setup.first, n=setup.players), field="first")
    return setup


def draw(
    seed: int | str, *, players: int = len(SEATS), fixed: int | None = None, components: Components = STANDARD
) -> Setup:
    """Return the setup of a seed; `fixed` is the seat that begins, where that is not drawn."""
    del components  # nothing of the setup depends on the bonus
    check(Setup(players, 1))
    return check(Setup(players, fixed or Stream.from_seed(seed).below(players) + 1))


def to_code(setup: Setup) -> str:
    """Return the share code."""
    return sharecode.encode(PREFIX, len(SEATS) * (setup.players - 1) + setup.first - 1)


def from_code(code: str) -> Setup:
    """Return the setup of a share code. Raises InputError for a wrong one."""
    players, first = divmod(sharecode.decode(PREFIX, code), len(SEATS))
    return check(Setup(players + 1, first + 1))


def parse_fixed(texts: Sequence[str]) -> int | None:
    """Return the seat that begins, None where nothing is fixed. Raises InputError for another text."""
    for text in texts:
        name, _, value = text.partition("=")
        if len(texts) > 1 or name != "first" or value not in map(str, SEATS):
            raise InputError(phrase("yatzy.setup.fixed", text=text[:40]), field="fix")
        return int(value)
    return None


def notes(setup: Setup) -> Sequence[str]:
    """Return keys of sentences that belong to the setup: none."""
    del setup
    return ()


def as_dict(setup: Setup) -> dict[str, Any]:
    """Return the setup as plain values."""
    return setup._asdict()
