"""The questions that `advise` answers for a position, and the answers in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.shared.own_values import named
from pencilwright.games.tianxia import forecast
from pencilwright.games.tianxia.answer import Answer
from pencilwright.games.tianxia.rules.normalize import check_plan
from pencilwright.games.tianxia.state import State
from pencilwright.solver import verify
from pencilwright.solver.tianxia import building_defence, last_turns
from pencilwright.solver.tianxia.last_turns.questions import PARTS, part_of
from pencilwright.solver.tianxia.optimum import Optimum
from pencilwright.solver.view import View
from pencilwright.templates.phrases import chained, phrase, say

WHOLE: Final = "last-turns"
"""What is asked where nothing is said."""
ASKS: Final = (*PARTS, "save")
"""What can be asked: everything first, then a part of it, and what a building needs."""
GAME: Final = games.game("tianxia")
NEEDED: Final[Mapping[str, str]] = MappingProxyType(
    {"deliveries": "ships", "leftovers": "tiles", "governors": "candidates", "save": "space"}
)
"""What a question cannot do without: a field of its part of the plan."""


def solve(name: str | None, state: State, letter: str) -> Optimum:
    """Return the optimum of a question for a player, carried out by the rules on the whole position.

    Without a name everything is asked. Raises InputError for a question that there is not, and naming the
    field of the position or plan at fault; Disagreement when the rules give another value.
    """
    name = WHOLE if name is None else name
    if name not in ASKS:
        text = phrase("tianxia.ask.unknown", name=name[:20])
        raise InputError(phrase("json.words", said=text, known=ASKS), field="ask")
    check_plan(state.plan)
    if name == "save":
        answer = building_defence.best(state, letter)
    else:
        answer = last_turns.best(state, letter, part=part_of(name, state))
    verify.carry_out(GAME, state, answer.plan)
    return answer


def answer_for(state: State, *, colour: str | None = None, ask: str | None = None) -> Answer:
    """Return the answer to a question.

    Parameters
    ----------
    state : the position, with the plan that the question needs.
    colour : the letter of the player who asks; the only player when not said.
    ask : one of ASKS; everything when not said.

    Raises InputError as `solve`, and for a player that there is not.
    """
    ask = WHOLE if ask is None else ask
    letter = forecast.player(state, colour or "") if ask in ASKS else ""
    if ask in NEEDED and not getattr(getattr(state.plan, ask), NEEDED[ask]):
        field, file = f"plan.{ask}.{NEEDED[ask]}", "docs/solver-tianxia.md"
        what = phrase(f"tianxia.needed.{ask}")
        raise InputError(phrase("tianxia.needed", field=field, what=what, file=file), field=field)
    best = solve(ask, state, letter)
    return Answer(
        ask=ask,
        question=phrase(f"tianxia.ask.{ask}"),
        player=letter,
        note=phrase(f"tianxia.note.{ask}"),
        **best._asdict(),
    )


def in_words(answer: Answer, top: int, language: str) -> str:
    """Return the answer as a few lines for a person; `top` is of no use here, the answer is one."""
    del top
    value, nothing, most = answer.value, answer.nothing, answer.at_most
    best = "strength" if answer.unit == "strength" else "best" if most == value else "open"
    if answer.ask == WHOLE:
        best = "turns" if most == value else "turns.open"
    messages = [
        phrase("tianxia.advice.asked", asked=answer.question, who=answer.player),
        phrase(f"tianxia.advice.{best}", value=value, nothing=nothing, most=most),
        *(phrase("tianxia.advice.line", said=line) for line in answer.lines),
    ]
    if answer.missing:
        messages.append(phrase("tianxia.advice.missing", what=chained(answer.missing, "list.semicolon")))
    if answer.beside:
        messages.append(phrase("tianxia.advice.beside", n=answer.beside))
    if answer.unverified:
        messages.append(phrase("tianxia.advice.unverified", names=named(GAME.id, answer.unverified)))
    messages.append(answer.note)
    if answer.plan.commands:
        messages.append(
            phrase("tianxia.advice.commands", commands=chained(answer.plan.commands, "list.semicolon"))
        )
    return "\n".join(say(item, language) for item in messages)


def view(answer: Answer) -> View:
    """Return an answer as a screen lists it."""
    return View(
        answer.question,
        f"{answer.value}",
        unit=phrase(f"web.advice.unit.{answer.unit}"),
        remarks=(phrase("web.advice.nothing", n=answer.nothing),),
        notes=(answer.note,),
        lines=(answer.lines,) if answer.lines else (),
    )
