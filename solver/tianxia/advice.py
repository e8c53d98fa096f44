"""The questions that `advise` answers for a position, as plain values and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.canonical import check_plan
from pencilwright.games.tianxia.state import State, player
from pencilwright.solver import carried
from pencilwright.solver.tianxia.cp import Answer

ASKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "goals": "which goal cards to discard and keep at the end",
        "wall": "stone and rice over the wall before the attack phase",
        "deliveries": "which ships to serve with which goods",
        "jade": "palace advances at the last pass",
        "leftovers": "one-shot conversions of what is left",
        "governors": "where to send governors in the rest of the round",
        "save": "what keeps a building from being raided",
    }
)
NEEDED: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "deliveries": ("ships", "the ships with their demand, port and spaces"),
        "leftovers": ("tiles", "the tiles, merchant actions and cards that may be used"),
        "governors": ("candidates", "the building spaces with their wood"),
        "save": ("space", "the building space"),
    }
)
"""What a question cannot do without: the field of its part of the plan, and what it holds."""

NO_CAP: Final = "How many pieces a section of the wall can hold stands in no source, so no limit is applied."
NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "goals": "Not weighed: battles still to come, and other uses of the same goods.",
        "wall": f"Not weighed: goal cards, leftovers, markers and the palace step. {NO_CAP}",
        "deliveries": "Not weighed: goal cards, and other uses of the same goods.",
        "jade": "Not weighed: soldiers, workers and own tiles from the steps.",
        "leftovers": "Not weighed: deliveries and other uses of the same goods.",
        "governors": "Not weighed: bonus tiles, palace steps, merchants, effects beyond the plan's worths.",
        "save": NO_CAP,
    }
)
"""What an answer does not weigh."""


def solve(name: str | None, state: State, letter: str) -> Answer:
    """Return the proved optimum of a question for a player, carried out by the rules on the whole position.

    Raises InputError for a question that there is not, and naming the field of the position or plan at fault;
    Disagreement when the rules give another value.
    """
    if name not in ASKS:
        said = "say what is asked with --ask" if name is None else f"there is no question {name[:20]!r}"
        raise InputError(f"{said}; there are {', '.join(ASKS)}", field="ask")
    best: Callable[[State, str], Answer] = import_module(f"pencilwright.solver.tianxia.{name}").best
    check_plan(state.plan)
    answer = best(state, letter)
    carried.carry_out(games.game("tianxia"), state, answer.plan)
    return answer


def answer_for(state: State, *, colour: str | None = None, ask: str | None = None) -> dict[str, Any]:
    """Return the answer to a question as plain values.

    Parameters
    ----------
    state : the position, with the plan that the question needs.
    colour : the letter of the player who asks; the only player when not said.
    ask : one of ASKS.

    Raises InputError as `solve`, and for a player that there is not.
    """
    letter = _who(state, colour) if ask in ASKS else ""
    name, what = NEEDED.get(ask or "", ("", ""))
    if name and not getattr(getattr(state.plan, ask or ""), name):
        field = f"plan.{ask}.{name}"
        raise InputError(
            f"{field} is empty: type {what} into the position (docs/solver-tianxia.md)", field=field
        )
    found = solve(ask, state, letter)
    return {
        "ask": ask,
        "player": letter,
        "value": found.value,
        "unit": found.unit,
        "nothing": found.nothing,
        "lines": list(found.steps),
        "unverified": list(found.rests_on),
        "note": NOTES[ask or ""],
        "plan": carried.as_dict(found.plan),
    }


def _who(state: State, letter: str | None) -> str:
    """Return the letter of the player who asks."""
    if letter is not None:
        return player(state, letter.strip().upper()).letter
    letters = [entry.letter for entry in state.players]
    if len(letters) == 1:
        return letters[0]
    raise InputError(f"say who asks with --for; there are {', '.join(letters)}", field="for")


def in_words(answer: dict[str, Any], top: int, language: str = "en") -> str:
    """Return the answer as a few lines for a person; `top` is of no use here, the answer is one."""
    del top, language
    unit = answer["unit"]
    values = [answer["value"], answer["nothing"]]
    if answer["unit"] == "tenths":
        unit, values = "points", [f"{value / 10:.1f}" for value in values]
    unit = "point" if (unit, answer["value"]) == ("points", 1) else unit
    lines = [
        f"{ASKS[answer['ask']]}, player {answer['player']}",
        f"least added strength: {answer['value']}, proved"
        if unit == "strength"
        else f"best: {values[0]} {unit} (doing nothing: {values[1]}), proved optimal",
        *(f"- {line}" for line in answer["lines"]),
    ]
    if answer["unverified"]:
        lines.append(f"Depends on unverified house defaults: {', '.join(answer['unverified'])}.")
    return "\n".join([*lines, *([answer["note"]] if answer["note"] else [])])
