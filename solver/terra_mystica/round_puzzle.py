"""The puzzle of a whole last round: its answers, how they look to players, its second proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from pencilwright.games.terra_mystica import wording
from pencilwright.games.terra_mystica.components import CULTS
from pencilwright.games.terra_mystica.table import Table
from pencilwright.solver.carried import Disagreement
from pencilwright.solver.puzzles import PROVED, Option, Unproved, no_other
from pencilwright.solver.terra_mystica import last_round, liquidation
from pencilwright.solver.terra_mystica.actions import Action
from pencilwright.solver.terra_mystica.last_round import Question
from pencilwright.solver.terra_mystica.liquidation import Done, Found, Part, Step
from pencilwright.solver.terra_mystica.plans import changed
from pencilwright.templates.phrases import Phrase, phrase

MOST_LISTED: Final = 60
"""Sets of actions that a puzzle may have: all of them are printed."""


class Answer(NamedTuple):
    """A set of actions: as an option, in its best order with changes of goods, how it looks to players."""

    option: Option
    steps: tuple[Step, ...]
    views: tuple[int, ...]


def answers(table: Table, who: str) -> list[Answer]:
    """Return each set of actions that wastes none, and passing; none when there are too many."""
    question = liquidation.offered(table, who)
    listed = liquidation.parts(question)
    found = liquidation.every_set(question, listed)
    if found is None:
        return []
    kept = []
    for done, one in liquidation.without_waste(found).items():
        kept.append(_answer(question, listed, done, one))
    return kept


def _answer(question: Question, listed: Sequence[Part], done: Done, one: Found) -> Answer:
    names = [part.name for part, count in zip(listed, done, strict=True) for _ in range(count)]
    actions = liquidation.actions_of(listed, done)
    told = in_order(one.steps) or (phrase("mystica.puzzle.nothing"),)
    option = Option(" ".join(names) or "pass", Fraction(one.points), (), told)
    return Answer(option, one.steps, _views(question, actions, one.points))


def _views(question: Question, actions: list[Action], points: int) -> tuple[int, ...]:
    """Return how a set looks: its points; with cult steps; with goods spent; all but the power of steps."""
    scored = sum(action.points for action in actions)
    steps = sum(action.steps for action in actions)
    spent = sum(sum(action.cost) - sum(action.gain) for action in actions)
    return scored, scored + steps, 3 * (scored + steps) - spent, 3 * points - spent


def in_order(steps: tuple[Step, ...]) -> tuple[Phrase, ...]:
    """Return the steps of a set in words, the changes of goods before each action among them."""
    said: list[Phrase] = []
    for step, slot in zip(steps, in_slots(steps), strict=True):
        said += wording.told(". ".join(changed(slot.burn, slot.changes)))
        said += told(step.action)
    return tuple(said)


def told(action: Action) -> tuple[Phrase, ...]:
    """Return an action in words."""
    if action.cult >= 0 and action.name.startswith("action"):
        return (wording.special(action.name.split()[1], CULTS[action.cult], action.steps),)
    return wording.told(action.name)


def in_slots(steps: Sequence[Step]) -> list[last_round.Step]:
    """Return the steps of a set as the slots of last_round.py."""
    found = []
    for step in steps:
        changes = zip(last_round.CHANGES, (*step.power, *step.down), strict=True)
        used = tuple((name, count) for name, count in changes if count)
        found.append(last_round.Step(step.burned, used, step.action.name))
    return found


def prove(table: Table, who: str, options: tuple[Option, ...], done: tuple[tuple[Step, ...], ...]) -> None:
    """Prove by CP-SAT that no set of actions is better than the best, and what the best ones are worth.

    Any other set, the best one with more actions aside, is looked for with a no-good cut.

    Raises Disagreement when a value differs, Unproved when the search is cut short or a key is better kept,
    Cooked when another set is as good.
    """
    question = liquidation.offered(table, who)
    whole = last_round.liquidate(question)
    if whole.at_most > options[0].value and (whole.points < whole.at_most or question.keys):
        raise Unproved
    no_other((options[0], options[0]), Fraction(whole.points))  # a priest is sent to a lower place, for room
    _same(options[0], whole.points)
    for option, steps in list(zip(options, done, strict=True))[:PROVED]:
        fixed = last_round.liquidate(liquidation.fixed(question, [step.action for step in steps]))
        if fixed.at_most > fixed.points or (question.keys and fixed.points > option.value):
            raise Unproved
        _same(option, fixed.points)
    cut = tuple(
        (tuple(dict.fromkeys(way.name for way in part.ways)), count)
        for part in liquidation.parts(question)
        if (count := sum(step.action in part.ways for step in done[0]))
    )
    if cut:
        no_other(options, Fraction(last_round.liquidate(replace(question, other_than=cut)).at_most))


def weighed_set(table: Table, who: str, text: str) -> Answer | None:
    """Return a set of actions that a person gives, wasteful ones too; None for one that cannot be done."""
    question = liquidation.offered(table, who)
    listed = liquidation.parts(question)
    words = [word.lower() for word in text.split()]
    done = tuple(words.count(part.name.lower()) for part in listed)
    found = liquidation.every_set(question, listed)
    if sum(done) != len(words) or found is None or done not in found:
        return None
    return _answer(question, listed, done, found[done])


def _same(option: Option, again: int) -> None:
    if again != option.value:
        raise Disagreement(f"{option.name} is worth {option.value} or {again}: a defect")
