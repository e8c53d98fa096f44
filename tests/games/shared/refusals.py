"""How the inputs of each section of refusals.toml are tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilwright.games import pagecode, sharecode
from pencilwright.games.shared import own_values, reading
from tests.games.shared.test_parts import BOX, OURS
from tests.games.shared.test_reading import Game

SECTIONS: dict[str, Callable[..., Any]] = {
    "json": reading.load,
    "record": lambda fields: reading.convert({"format": "x/1"} | fields, Game),
    "document": lambda text: reading.document(text, Game),
    "position_text": lambda text: reading.position_text(text, 12),
    "own_values": lambda text: own_values.load(text, OURS, BOX),
    "share_code": lambda text: sharecode.decode("TD1", text),
    "page_code": pagecode.decode,
}
