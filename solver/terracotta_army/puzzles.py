"""Puzzles of Terracotta Army: your best placement, and what the chancellor builds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.rng import Stream
from pencilwright.games.shared.answers import Plan
from pencilwright.games.terracotta_army import commands, puzzle, scoring
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.chancellor import procedure, warrior_choice
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.rules import building
from pencilwright.games.terracotta_army.rules.choice import ActionChoice, in_words
from pencilwright.games.terracotta_army.rules.grid import DIRECTIONS, Grid
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.solver.puzzles import Reply, Tries, Weighed, Why, WorthPart, against, best_of
from pencilwright.solver.terracotta_army import carry_out as carry
from pencilwright.solver.terracotta_army import question
from pencilwright.solver.terracotta_army.carry_out import carried_out
from pencilwright.solver.terracotta_army.placing import Placement, best_placements
from pencilwright.solver.terracotta_army.value import parts_of
from pencilwright.solver.verify import Disagreement, carry_out, proposed
from pencilwright.templates.phrases import Phrase, phrase

PLACE, CHANCELLOR = puzzle.KINDS_OF_PUZZLE
MARGIN: Final = {PLACE: Fraction(1), CHANCELLOR: Fraction(1)}
"""How far the best answer leads at least: points; of the chancellor's warrior what is right of it."""
CREDIT_STEP: Final = {PLACE: Fraction(1, 2), CHANCELLOR: Fraction(3, 10)}
FEWEST: Final = {PLACE: 12, CHANCELLOR: 12}
LEFT: Final = (3, 2, 1)
"""Rounds left in the positions, the present one included."""
ROUNDS: Final = 1
"""Scoring phases that count."""


class Workings(NamedTuple):
    """What weighing leaves: of each option the choice with its best weapon use, or type and space."""

    choices: tuple[ActionChoice, ...]
    nothing: int = 0
    """Points when nothing is placed."""


def candidate(kind: str, seed: str) -> Question | None:
    """Return a position of a solo game between simple players, when there is something to place in it."""
    stream = Stream.from_seed(seed).fork("puzzle")
    state = example(seed, LEFT[stream.below(len(LEFT))], players=box.SOLO)
    who = state.him if kind == CHANCELLOR else state.human
    if state.over or not building.available_types(state, who.letter):
        return None
    return Question(kind, state)


def weigh(request: Question) -> Weighed:
    """Return every answer with its worth, the best first."""
    return _placements(request) if request.kind == PLACE else _his(request)


def _question(request: Question) -> question.PlacingQuestion:
    return question.PlacingQuestion(request.state, request.state.human.letter, puzzle.COST, ROUNDS)


def _placements(request: Question) -> Weighed:
    """Weigh your placements; each counts with the best use of its weapon."""
    result = best_placements(_question(request))
    best: dict[str, Placement] = {}
    for plan in result.plans:
        best.setdefault(name_of(request.state, plan.choice), plan)
    options = tuple(
        Reply(name, Fraction(item.points), (), in_words(request.state.grid, item.choice))
        for name, item in best.items()
    )
    return Weighed(options, (), Workings(tuple(item.choice for item in best.values()), result.nothing))


def name_of(state: State, choice: ActionChoice) -> str:
    """Return the short form of a placement: what, where, which way; the weapon is used as well as can be."""
    kind = choice.kind.replace("kneeling_", "")
    return f"{kind} {state.grid.name(choice.cell)} {choice.direction}".rstrip()


def _his(request: Question) -> Weighed:
    """Weigh every type and space by how much of the chancellor's warrior they foretell."""
    state = request.state
    right = [*procedure.builds(state)]
    options = []
    for kind in building.available_types(state, state.him.letter):
        for cell in state.grid.empty():
            choice = ActionChoice("build", kind, cell)
            worth = max(_right(choice, built) for built in right)
            message = in_words(state.grid, choice)
            options.append((Reply(name_of(state, choice), Fraction(worth), (), message), choice))
    options.sort(key=lambda pair: -pair[0].value)
    return Weighed(
        tuple(option for option, _ in options), (), Workings(tuple(choice for _, choice in options))
    )


def plan_of(request: Question, weighed: Weighed, index: int) -> Plan:
    """Return an answer as a plan that the rules have carried out. Raises Disagreement when they refuse it.

    Of the chancellor's warrior it is the one that he builds, the likest to the answer; what is counted is how
    much of it the answer foretells.
    """
    state, own = request.state, weighed.workings
    value, choice = weighed.options[index].value, own.choices[index]
    if request.kind == PLACE:
        plan = carry.plan_of(_question(request), [choice], value - own.nothing)
    else:
        kind, cell = max(procedure.builds(state), key=lambda built: _right(choice, built))
        command = commands.write(state.grid, ActionChoice("build", kind, cell))
        measure = commands.foretold(choice.kind, state.grid.name(choice.cell))
        plan = proposed(state.him.letter, (command,), measure, value)
    carry_out(games.game("terracotta-army"), state, plan)
    return plan


def _right(choice: ActionChoice, built: tuple[str, int]) -> int:
    """Return how much of a warrior an answer foretells."""
    return commands.TYPE_RIGHT * (choice.kind == built[0]) + commands.SPACE_RIGHT * (choice.cell == built[1])


def confirm(request: Question, weighed: Weighed, seed: str) -> None:
    """Check it a second time. Raises Disagreement when something differs.

    The rules carry every answer out, and every other placement that can be typed: they must refuse those that
    are none of the answers. Which warrior the chancellor builds is not reckoned again: tests hold his rules
    against a second statement of them.
    """
    del seed
    for index in range(len(weighed.options)):
        plan_of(request, weighed, index)
    if request.kind == PLACE:
        answers = {option.name: option.value - weighed.workings.nothing for option in weighed.options}
        if (results := every_placement(request.state)) != answers:
            differing = sorted(name for name, _ in answers.items() ^ results.items())
            raise Disagreement(f"the rules weigh {differing[0]} otherwise: a defect")


def every_placement(state: State) -> dict[str, int]:
    """Return what each placement gains that is allowed, with the best use of its weapon, by its short form.

    Everything that can be typed is tried, whether it makes sense or not.
    """
    who = state.human.letter
    points = commands.MEASURES[commands.points_of(ROUNDS)]
    before = points(state, who)
    results: dict[str, int] = {}
    for name, command in _typed(state.grid):
        try:
            after = commands.apply_actions(state, who, (command,))
        except InputError:
            continue
        gain = points(after, who) - before
        results[name] = max(results.get(name, gain), gain)
    return results


def _typed(grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield each placement that can be typed: its short form, and the command with a use of its weapon."""
    cells = range(grid.cols * grid.rows)
    spaces = [grid.name(cell) for cell in cells]
    for kind, space, way in product(box.SPECIALISTS, spaces, ("", *DIRECTIONS)):
        text = f"{kind.removeprefix('kneeling_')} {space} {way}".rstrip()
        yield text, text
    slides = [
        f" {grid.name(source)}-{grid.name(target)}"
        for source, target in product(grid.at, cells)
        if source % grid.cols == target % grid.cols or source // grid.cols == target // grid.cols
    ]
    steps = [f" {axis}{step}" for axis, step in product(building.AXES, ("+1", "-1"))]
    uses = {"pike": slides, "sword": steps, "crossbow": [f" {way}" for way in DIRECTIONS]}
    for kind, cell in product(box.TYPES, set(cells) - set(grid.at)):
        weapon, text = box.WEAPON_OF_TYPE[kind], f"{kind} {grid.name(cell)}"
        for use in ("", *(f" with {weapon}{how}" for how in ("", *uses.get(weapon, ())))):
            yield text, f"build {text}{use}"


# --- The ladder -------------------------------------------------------------------------------------------


def ladder(request: Question, weighed: Weighed, seed: str) -> Mapping[str, Tries]:
    """Return how four players answer, each looking at more than the one before."""
    del seed
    own: Workings = weighed.workings
    if request.kind == PLACE:
        rows = [_views(request, choice) for choice in own.choices]
        return {
            name: best_of([row[at] for row in rows])
            for at, name in enumerate(("greedy", "eye", "short", "long"))
        }
    return {name: _foretold(request.state, own.choices, name) for name in ("greedy", "eye", "short", "long")}


def _views(request: Question, choice: ActionChoice) -> tuple[int, int, int, int]:
    """Return what a placement looks like to the four players.

    Points at once; these and the inspectors' next scoring; these and the whole scoring phase; everything, but
    the weapon is left alone.
    """
    quiet = choice._replace(ability=None)
    posed, letter = _question(request), request.state.human.letter
    after, at_once = carried_out(posed, choice)
    extra = scoring.extra_for(after, 6)
    inspectors = sum(
        scoring.inspector(after.grid, axis, getattr(after, axis), extra).points.get(letter, 0)
        for axis in building.AXES
    )
    goods = scoring.paid(scoring.goods_of(after), scoring.income(after), ROUNDS)
    final = sum(award.points.get(letter, 0) for award in scoring.final(after.grid, goods))
    whole = parts_of(posed, [choice]).points
    return at_once, at_once + inspectors, whole - final, parts_of(posed, [quiet]).points


def _foretold(state: State, choices: Sequence[ActionChoice], name: str) -> Tries:
    """Return what a player foretells of the chancellor's warrior.

    Greedy: the type worth most, the space with the best priority. Eye: the right type, that space. Short: the
    right type, the best priority beside its largest group. Long: the right group, the best priority there.
    """
    types = building.available_types(state, state.him.letter)
    empty = state.grid.empty()
    kind = warrior_choice.choose_type(state, types, weapons=name != "greedy")
    spaces = empty
    if name == "long":
        spaces = warrior_choice.choose_spaces(state, kind)
    elif name == "short":
        groups = [
            component
            for component in state.grid.components()
            if component.kind == kind and warrior_choice.open_cells(state.grid, component)
        ]
        if groups:
            spaces = warrior_choice.open_cells(state.grid, max(groups, key=lambda item: item.size))
    best = min(warrior_choice.priority(state, cell) for cell in spaces)
    cells = [cell for cell in spaces if warrior_choice.priority(state, cell) == best]
    fitting = [at for at, choice in enumerate(choices) if choice.kind == kind and choice.cell in cells]
    return Tries({at: 1 / len(fitting) for at in fitting})


def hints(request: Question, weighed: Weighed) -> tuple[Phrase, ...]:
    """Return hints: what the best piece scores at once, which piece, its column; of him what decides."""
    choices: Sequence[ActionChoice] = weighed.workings.choices
    if request.kind == CHANCELLOR:
        types, groups = (
            [reason.id.split()[1] for reason in reasons(request, weighed) if reason.id.startswith(what)]
            for what in ("type", "group")
        )
        return (
            phrase(f"terracotta.puzzle.hint.type.{types[-1] if types else 0}"),
            phrase("terracotta.puzzle.hint.his_type", type=names.piece(choices[0].kind)),
            phrase(f"terracotta.puzzle.hint.group.{groups[0].removeprefix('1')}"),
        )
    greedy = max(_views(request, choice)[0] for choice in choices)
    n = _views(request, choices[0])[0]
    first = phrase(f"terracotta.puzzle.hint.{'less' if n < greedy else 'most'}", n=n, most=greedy)
    column = request.state.grid.name(choices[0].cell)[0]
    return (
        first,
        phrase("terracotta.puzzle.hint.piece", piece=names.piece(choices[0].kind)),
        phrase("terracotta.puzzle.hint.column", column=column),
    )


def reasons(request: Question, weighed: Weighed) -> tuple[Why, ...]:
    """Return which parts of the points lead; of the chancellor the rules that decide, step by step."""
    choices: Sequence[ActionChoice] = weighed.workings.choices
    if request.kind == PLACE:
        posed = _question(request)

        def parts(index: int) -> list[WorthPart]:
            listed = parts_of(posed, [choices[index]]).parts
            return [WorthPart(part.id, part.words, Fraction(part.points)) for part in listed]

        return against(weighed.options, parts)
    state, steps = request.state, list[Why]()

    def say(rule: str, words: Phrase) -> None:
        steps.append(Why(words, id=rule))

    types = building.available_types(state, state.him.letter)
    kind = warrior_choice.choose_type(state, types, weapons=True, say=say)
    warrior_choice.narrow_spaces(state, warrior_choice.choose_spaces(state, kind, say), say)
    return tuple(steps)


def index_of(request: Question, weighed: Weighed, text: str) -> int:
    """Return which option a person's answer is. Raises InputError for what is none."""
    wanted = " ".join(text.lower().replace("build ", "").split())
    for index, option in enumerate(weighed.options):
        if option.name.lower() == wanted:
            return index
    example = weighed.options[-1].name
    message = phrase("words.wrong", text=text[:40], example=example)
    raise InputError(message, field="answer")


def with_answer(request: Question, weighed: Weighed, text: str) -> Weighed | None:
    """Return None: every answer that the rules allow is in the list."""
    del request, weighed, text
    return None
