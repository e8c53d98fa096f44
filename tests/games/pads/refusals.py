"""How the inputs of each section of refusals.toml are tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilwright.games.pads import plain
from pencilwright.games.pads.expressions import parse
from pencilwright.games.pads.game import PadGame, State, game_of
from tests.games.pads.gallery import PADS, TEXTS
from tests.games.pads.test_entries import MINE, made


def yatzy(old: str, new: str) -> None:
    """Read the pad of Yatzy with one change, and score a sheet of it."""
    rooms: PadGame = game_of(TEXTS["yatzy"].replace(old, new, 1))
    rooms.scores(State({"ones.a": "1"}, None, rooms.STANDARD))


SECTIONS: dict[str, Callable[..., Any]] = {
    "expression": lambda text: parse(text, {"a"}, {"t": [1]}),
    "sum": made,
    "entries": lambda player: plain.entries(PADS["skat"].pad, [{}, player]),
    "text": lambda text: plain.parse_text(PADS["skat"].pad, text),
    "yatzy": yatzy,
    "bowling": lambda old, new: game_of(TEXTS["bowling"].replace(old, new)),
    "mine": lambda old, new: game_of(MINE.replace("PUT", "0").replace(old, new)),
}
