"""How the inputs of each section of refusals.toml are tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilwright.games.terra_mystica import commands, legality, own_values, reading, setup
from tests.games.changed import changed
from tests.games.terra_mystica.helpers import do, under_way

BASE: dict[str, Any] = {
    "format": "terra-mystica/1",
    "players": [{"faction": "witches", "structures": {"F4": "D"}}],
}
RICH = "witches vp:20 c:20 w:20 p:3 pw:0/0/12 D:F4,F2 TH:E9 | nomads D:F3"
BESIDE_GREEN = "witches c:20 w:20 pw:0/0/12 D:F4,F2 | nomads D:A5"
LATE = reading.parse(
    "TM1 r6 act:ACT2 bon:BON3=1 | witches vp:20 c:12 w:9 p:2 pw:2/4/4 ship:1 cult:4/0/7/2 D:F4 TH:E9 "
    "bon:BON7 fav:FAV12 | cultists vp:9 pw:5/7/0 D:E7,F5 cult:5/3/2/8 passed"
)


def beside_green(row: str) -> None:
    game = under_way(BESIDE_GREEN)
    game.state.terrain["E7"] = "green"
    do(game, f"witches: {row}")


SECTIONS: dict[str, Callable[..., Any]] = {
    "parse": reading.parse,
    "changed": lambda path, value: reading.parse(changed(BASE, path, value)),
    "rich": lambda row: do(under_way(RICH), f"witches: {row}"),
    "beside_green": beside_green,
    "turn": lambda text, row: do(under_way(text), row),
    "commands": lambda *rows: commands.apply_actions(LATE, "witches", rows),
    "problems": lambda text: legality.problems(reading.parse(text)),
    "own_values": own_values.load,
    "fixed": lambda *texts: setup.draw(1, fixed=setup.parse_fixed(texts)),
}
