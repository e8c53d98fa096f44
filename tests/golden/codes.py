"""Share codes: drawn from a seed and options, each with a hash of the setup that it stands for."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import product
from typing import Any

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.options import Option
from tests.golden.digest import digest

COUNT = 500
REFUSED = "refused:"
SAID: Mapping[str, Mapping[str, tuple[Any, ...]]] = {
    "troyes-dice": {
        "fix": ((), ("P4=R/Y",), ("X7",), ("X7=P4", "X2"), ("red=456123",), ("P0=W/W", "white=654321")),
    },
    "terracotta-army": {
        "players": (None, 1, 2, 3, 4),
        "difficulty": (None, "1", "2,4", "1,2,4,5,8", "3,6,7"),
        "fix": ((), ("round3=coins",), ("inner=#5", "middle=#1"), ("first=2",), ("masters=captain",),
                ("weapons=spear,sword,pike,crossbow",)),
    },
    "terra-mystica": {
        "players": (None, 2, 3, 4, 5),
        "fix": ((), ("R3=SCORE1", "BON4"), ("P1=witches",), ("only=witches,auren,giants,dwarves,nomads",),
                ("without=giants",), ("extras=towns,bonus,scoring", "start=revised"), ("order=passing",)),
    },
    "tianxia": {
        "players": (None, 1, 2, 3, 4),
        "difficulty": (None, "easy", "normal"),
        "fix": ((), ("qin1=P6",), ("wei=black",), ("yan=silk",), ("qin1=P6", "wei=black", "yan=silk")),
    },
}  # fmt: skip
"""What is said of the options of a draw that aren't switches, or in an order of its own."""


def _values(game_id: str, option: Option) -> tuple[Any, ...]:
    """Return what is said of an option, nothing among it."""
    own = SAID[game_id].get(option.name)
    return own or (None, *option.choices) if option.choices or own else (None, True)


def combinations(game_id: str) -> list[dict[str, Any]]:
    """Return all that can be said of a draw, each thing with every other."""
    options = games.game(game_id).options.DRAW
    names = [option.name for option in options]
    return [
        {name: value for name, value in zip(names, text, strict=True) if value not in (None, ())}
        for text in product(*(_values(game_id, option) for option in options))
    ]


def spelt(fields: Mapping[str, Any]) -> str:
    """Return what is said as it is typed."""
    parts = []
    for name, value in fields.items():
        flag = f"--{name.replace('_', '-')}"
        parts += [flag] if value is True else [f"{flag} {item}" for item in _each(value)]
    return " ".join(parts)


def _each(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def entries(game_id: str) -> dict[str, str]:
    """Return COUNT codes, each seed with the next combination; then those that are refused."""
    codes: dict[str, str] = {}
    refused: dict[str, str] = {}
    form = deque(Stream.from_seed("golden").shuffled(combinations(game_id)))
    while len(codes) < COUNT:
        own = form[0]
        result = _code(game_id, len(codes), own)
        if result.startswith(REFUSED):
            refused[spelt(form.popleft())] = result
        else:
            codes[f"--seed {len(codes)} {spelt(own)}".strip()] = result
            form.rotate(-1)
    return codes | refused


def _code(game_id: str, seed: int, fields: Mapping[str, Any]) -> str:
    game = games.game(game_id)
    room = game.setups
    rest = {name: value for name, value in fields.items() if name != "fix"}
    try:
        setup = room.draw(seed, **rest, fixed=room.parse_fixed(fields.get("fix", ())))
    except InputError as error:
        return f"{REFUSED}{error.field}"
    code = room.to_code(setup)
    return f"{code} setup:{digest(room.as_dict(room.from_code(code)))}"
