"""A player's own plan, carried out by the rules: what is at hand after each command, what is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from pencilwright.app.positions.entered import Position
from pencilwright.games.errors import InputError
from pencilwright.games.shared.own_values import named
from pencilwright.games.shared.tables import Cell, SetupRow
from pencilwright.templates.phrases import Sentence, phrase, say
from pencilwright.templates.tables import table

LONGEST_SHOWN: Final = 100
"""Signs that are shown of a command that is refused."""
MOST_IN_A_LINE: Final = 3
"""Things that stand beside each other in a line; more stand below each other."""


class Amount(Struct, frozen=True):
    """What a player has of something."""

    what: Sentence
    value: Cell


class PlanStep(Struct, frozen=True):
    """A command, "" before the first, and what is at hand after it."""

    command: str
    has: tuple[Amount, ...]


class Refused(Struct, frozen=True):
    """The command at which a plan breaks a rule, and the rule."""

    command: str
    why: Sentence


class PlanAnswer(Struct, frozen=True, kw_only=True):
    """What `--json` gives: what the player has after each command, what comes, and what is refused."""

    format: str = "pencilwright-plan/1"
    game: str
    who: str
    steps: list[PlanStep]
    refused: Refused | None
    ahead: list[SetupRow]
    unverified: list[str]
    position: str


def answer_for(position: Position, text: str, who: str = "") -> PlanAnswer:
    """Return what a plan comes to.

    who : the player that a person means; "" where there is only one.

    Raises InputError for a game whose plans cannot be followed, for a player that there is not, and for a
    position that breaks the rules.
    """
    forecast = position.game.forecast
    position.game.check(position.state)
    name = forecast.player(position.state, who)
    plan = forecast.commands(text)
    steps = [_step("", forecast.has(position.state, name))]
    state, refused = position.state, None
    try:
        for state in position.game.follow(position.state, name, plan):
            steps.append(_step(plan[len(steps) - 1], forecast.has(state, name)))
    except InputError as error:
        command = plan[min(len(steps), len(plan)) - 1]
        inner = error.__cause__  # games that name the command say the rule by itself there
        refused = Refused(command, (inner if isinstance(inner, InputError) else error).sentence)
    return PlanAnswer(
        game=position.game.id,
        who=name,
        steps=steps,
        refused=refused,
        ahead=list(forecast.ahead(state, name)),
        unverified=list(position.game.unverified(state)),
        position=position.game.to_text(state),
    )


def _step(command: str, has: Sequence[tuple[Sentence, Cell]]) -> PlanStep:
    return PlanStep(command, tuple(Amount(*one) for one in has))


def in_words(answer: PlanAnswer, language: str) -> str:
    """Return a plan as a table, what comes after it, and why it goes no further."""
    return "\n".join(_lines(answer, language))


def _lines(answer: PlanAnswer, language: str) -> Iterator[str]:
    head = [say(item.what, language) for item in answer.steps[0].has]
    begins = say(phrase("plan.begins"), language)
    rows = [[step.command or begins, *(item.value for item in step.has)] for step in answer.steps]
    numbers = tuple(n for n, cell in enumerate(rows[0]) if isinstance(cell, int))
    yield table(rows, head=[say(phrase("plan.command"), language), *head], right=numbers)
    if refused := answer.refused:
        yield ""
        yield say(phrase("plan.refused", command=refused.command[:LONGEST_SHOWN], why=refused.why), language)
    yield ""
    for row in answer.ahead:
        if len(row.lines) > MOST_IN_A_LINE:
            yield say(phrase("plan.ahead", what=row.what, lines=()), language).rstrip()
            yield from (f"- {say(line, language)}" for line in row.lines)
        else:
            yield say(phrase("plan.ahead", what=row.what, lines=row.lines), language)
    if answer.unverified:
        yield say(phrase("plan.unverified", names=named(answer.game, answer.unverified)), language)
