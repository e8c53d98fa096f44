"""How the inputs of each section of refusals.toml are tried."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pencilwright.games.terracotta_army import (
    commands,
    legality,
    own_values,
    paper,
    reading,
    setup,
    transcript,
)
from pencilwright.games.terracotta_army.state import State
from tests.games.changed import changed
from tests.games.terracotta_army.helpers import position, solo, table, warrior

JSON = json.loads(reading.to_json(solo(warrior("Y", "guard", "C3"))))
CODE = setup.to_code(setup.draw("transcript"))
SEATED = paper.DOCUMENTS["score-sheet"].seated


def command(text: str) -> State:
    state = table(2, warrior("P", "guard", "A1"))
    state.player("Y").wet = 3
    return commands.apply_actions(state, "Y", (text,))


SECTIONS: dict[str, Callable[..., Any]] = {
    "parse": reading.parse,
    "changed": lambda path, value: reading.parse(changed(JSON, path, value)),
    "row": lambda row: reading.parse(changed(JSON, "grid", [row, *["." + " ." * 8] * 6])),
    "own_values": own_values.load,
    "draw": lambda options: setup.draw(1, **options),
    "transcript": transcript.parse,
    "turns": lambda *lines: transcript.parse("\n".join([f"setup {CODE}", *lines])),
    "command": command,
    "seats": lambda text: SEATED and SEATED.number(text),
    "problems": lambda text: legality.problems(position(text)),
    "fixed": lambda *texts: setup.draw(1, fixed=setup.parse_fixed(texts)),
}
