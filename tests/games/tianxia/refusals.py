"""How the inputs of each section of refusals.toml are tried."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pencilwright.games.tianxia import setup
from pencilwright.games.tianxia.cards import effects
from pencilwright.games.tianxia.commands import apply_actions
from pencilwright.games.tianxia.notation import to_text
from pencilwright.games.tianxia.own_values import load
from pencilwright.games.tianxia.reading import parse, to_json
from pencilwright.games.tianxia.rules.advice_inputs import Plans, TurnPlan
from pencilwright.games.tianxia.rules.normalize import check_plan
from pencilwright.games.tianxia.state import State
from tests.games.changed import changed
from tests.games.tianxia.positions import battle_14_1, rich, table

JSON = json.loads(to_json(battle_14_1()))
LINE = to_text(battle_14_1())


def line(part: int, text: str) -> State:
    parts = LINE.split()
    parts[part] = text
    return parse(" ".join(parts))


def turn(text: str, **options: Any) -> State:
    """Do a turn on a table with a bit of everything, with some tiles and what turns meet."""
    tiles = options.pop("tiles", ())
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return apply_actions(rich(*tiles, **options), "B", [text])


SECTIONS: dict[str, Callable[..., Any]] = {
    "parse": parse,
    "changed": lambda path, value: parse(changed(JSON, path, value)),
    "line": line,
    "own_values": load,
    "effects": effects.parse,
    "turn": turn,
    "turn_with": lambda options, text: turn(text, **options),
    "card": lambda card, text: apply_actions(table(goals=(card,)), "B", [text]),
    "turns_meet": lambda turns: check_plan(Plans(turns=TurnPlan(**turns))),
    "fixed": lambda *texts: setup.draw(1, fixed=setup.parse_fixed(texts)),
}
