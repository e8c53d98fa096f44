"""The puzzles of the last action and of the whole last round: their answers, and their second proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pencilwright.games.terra_mystica.components import CULTS
from pencilwright.games.terra_mystica.state import State
from pencilwright.games.terra_mystica.words import action_words, names
from pencilwright.solver.puzzles import PROVED, Candidate, Reply, Unproved, WorthPart, no_other
from pencilwright.solver.terra_mystica import action_sets
from pencilwright.solver.terra_mystica.action_sets import BestSet, Doable, Done, SetQuestion, SetStep
from pencilwright.solver.terra_mystica.actions import Action
from pencilwright.solver.terra_mystica.plans import changed
from pencilwright.solver.terra_mystica.whole_round.best_action import best_value
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import Phrase, phrase

MOST_LISTED: Final = 60
"""Sets of actions that a puzzle may have: all of them are printed."""
Steps = tuple[tuple[SetStep, ...], ...]
"""What the options do, in their order."""


def last_actions(table: State, who: str) -> list[Candidate]:
    """Return each single action, and passing at once, by points still to come."""
    question = action_sets.from_table(table, who)
    answers = []
    for action in (None, *(action for action in question.actions if not action.after)):
        result = action_sets.single(question, action)
        if result is None:
            continue
        name, views = "pass", (0, 0, 0, result.points)
        in_words: tuple[Phrase, ...] = (phrase("mystica.puzzle.pass"),)
        if action is not None:
            name, in_words, points, cost = (
                action.name,
                action_in_words(action),
                action.points,
                sum(action.cost),
            )
            worth = 3 * points - cost + sum(action.gain)
            views = (points, points + action.steps, worth, result.points - cost)
        answers.append(Candidate(Reply(name, Fraction(result.points), (), in_words), result.steps, views))
    return answers


def last_rounds(table: State, who: str) -> list[Candidate]:
    """Return each set of actions that wastes none, and passing; none when there are too many."""
    question = action_sets.offered(table, who)
    listed = action_sets.parts(question)
    result = action_sets.every_set(question, listed)
    if result is None:
        return []
    return [_answer(question, listed, done, item) for done, item in action_sets.without_waste(result).items()]


def _answer(question: SetQuestion, listed: Sequence[Doable], done: Done, item: BestSet) -> Candidate:
    names = [part.name for part, count in zip(listed, done, strict=True) for _ in range(count)]
    actions = action_sets.actions_of(listed, done)
    messages = in_order(item.steps) or (phrase("mystica.puzzle.nothing"),)
    option = Reply(" ".join(names) or "pass", Fraction(item.points), (), messages)
    return Candidate(option, item.steps, _views(question, actions, item.points))


def _views(question: SetQuestion, actions: list[Action], points: int) -> tuple[int, ...]:
    """Return how a set looks: its points; with cult steps; with goods spent; all but the power of steps."""
    scored = sum(action.points for action in actions)
    steps = sum(action.steps for action in actions)
    spent = sum(sum(action.cost) - sum(action.gain) for action in actions)
    return scored, scored + steps, 3 * (scored + steps) - spent, 3 * points - spent


def in_order(steps: tuple[SetStep, ...]) -> tuple[Phrase, ...]:
    """Return the steps of a set in words, the changes of goods before each action among them."""
    messages: list[Phrase] = []
    for step in steps:
        messages += action_words.in_words(". ".join(changed(step)))
        messages += action_in_words(step.action)
    return tuple(messages)


def action_in_words(action: Action) -> tuple[Phrase, ...]:
    """Return an action in words."""
    if action.cult >= 0 and action.name.startswith("action"):
        return (action_words.special(action.name.split()[1], CULTS[action.cult], action.steps),)
    return action_words.in_words(action.name)


def weighed_set(table: State, who: str, text: str) -> Candidate | None:
    """Return a set of actions that a person gives, wasteful ones too; None for one that cannot be done."""
    question = action_sets.offered(table, who)
    listed = action_sets.parts(question)
    words = [word.lower() for word in text.split()]
    done = tuple(words.count(part.name.lower()) for part in listed)
    result = action_sets.every_set(question, listed)
    if sum(done) != len(words) or result is None or done not in result:
        return None
    return _answer(question, listed, done, result[done])


def coins_after(table: State, who: str, steps: Sequence[SetStep]) -> int:
    """Return what is left after steps, as coins."""
    return action_sets.left_over(action_sets.after(action_sets.from_table(table, who), steps))


def parts_of(table: State, who: str, steps: Sequence[SetStep]) -> Iterator[WorthPart]:
    """Yield what steps bring: each action at once, passing, the cults' race, the coins left."""
    question = action_sets.from_table(table, who)
    end = action_sets.after(question, steps)
    actions = [step.action for step in steps]
    for action in actions:
        yield WorthPart(action.name, action_in_words(action), Fraction(action.points))
    passing = action_sets.for_passing(question, actions)
    yield WorthPart("pass", phrase("mystica.puzzle.why.pass"), Fraction(passing))
    for cult, n, points in zip(CULTS, end.cults, action_sets.race(question, end), strict=False):
        yield WorthPart(cult, phrase("mystica.score.cult", n=n, cult=names.cult(cult)), Fraction(points))
    coins = action_sets.left_over(end)
    left = phrase("mystica.score.resources", n=coins)
    yield WorthPart("resources", left, Fraction(coins // question.coins_per_point))


# --- the second proof: the model of the whole round ---------------------------------------------------------


def prove_last_action(table: State, who: str, options: tuple[Reply, ...], done: Steps) -> None:
    """Prove each action's worth, and that no other one is worth more than the second of the list.

    Raises Disagreement, Unproved and Cooked as `prove_last_round` does.
    """
    offered = {action.counted: 1 for action in action_sets.from_table(table, who).actions}
    for option, steps in zip(options, done, strict=True):
        _same(option, best_value(table, who, offered, exactly=_counts(steps)))
    if done[0]:
        best = done[0][0].action.counted
        others = {name: 1 for name in offered if name != best}
        no_other(options, Fraction(best_value(table, who, others, most=1)[1]))


def prove_last_round(table: State, who: str, options: tuple[Reply, ...], done: Steps) -> None:
    """Prove that no set of actions is better than the best, and what the best ones are worth at most.

    Any other set, the best one with more actions aside, is looked for with a no-good cut. That a set is worth
    no less is for the rules to say, which carry each plan out.

    Raises Disagreement when a value is more than a set can bring, Unproved when it may bring more or the
    search is cut short, Cooked when another set is as good.
    """
    question = action_sets.offered(table, who)
    offered = Counter[str]()
    for action in question.actions:
        offered[action.counted] += action.times
    points, at_most = best_value(table, who, offered)
    if at_most > options[0].value and (points != at_most or question.start.keys):
        raise Unproved
    no_other((options[0], options[0]), Fraction(at_most))  # a priest is sent to a lower place, for room
    for option, steps in list(zip(options, done, strict=True))[:PROVED]:
        _same(option, best_value(table, who, offered, exactly=_counts(steps)))
    cut = tuple(
        (tuple(dict.fromkeys(way.counted for way in part.ways)), count)
        for part in action_sets.parts(question)
        if (count := sum(step.action in part.ways for step in done[0]))
    )
    if cut:
        no_other(options, Fraction(best_value(table, who, offered, other_than=cut)[1]))


def _counts(steps: Sequence[SetStep]) -> Mapping[str, int]:
    return Counter(step.action.counted for step in steps)


def _same(option: Reply, again: tuple[int | None, int]) -> None:
    """Compare an option's value with the model's best and bound, which may lie above what an order allows."""
    points, at_most = again
    if points is None or at_most < option.value:
        raise Disagreement(f"{option.name} is worth {option.value} or {points}: a defect")
    if at_most > option.value:
        raise Unproved
