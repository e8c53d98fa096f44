"""Rulings, worked examples and each step of the chancellor's ladders: rulings.txt, case by case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.chancellor import (
    procedure,
    simulation,
    specialist_choice,
    warrior_choice,
)
from pencilwright.games.terracotta_army.chancellor.simulation import Simulation
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.turns import read_choice, write_choice
from pencilwright.games.terracotta_army.scoring import Award
from pencilwright.games.terracotta_army.state import State
from tests.games import cases
from tests.games.terracotta_army.helpers import EMPTY, cell, cells, changes, placed, position
from tests.refusals import noted

DECREES = (9, 10)
"""What is rolled where a decree roll is due."""


CASES = cases.read(Path(__file__).parent / "rulings.txt")


@pytest.mark.parametrize("case", [pytest.param(case, id=case[0]) for case in CASES])
def test_what_the_rules_make_of_a_case(case: list[str]) -> None:
    _, text, question, result = case
    assert answer(position(text), question) == result


def answer(state: State, question: str) -> str:
    """Return the answer to a question of rulings.txt; a refusal is the key of its sentence."""
    word, _, rest = question.partition(" ")
    try:
        if word in DONE:
            return _done(state, lambda play: DONE[word](play, rest))
        return ANSWERS[word](state, rest) or "nothing"
    except InputError as error:
        return noted(error.sentence).split()[0]


# --- what the chancellor does


def _act(play: Simulation, text: str) -> None:
    name, _, sector = text.partition(" ")
    play.sector = int(sector or 1)
    procedure._act(play, name)


def _turn(play: Simulation, text: str) -> None:
    first, second = map(int, text.split(","))
    procedure.turn((first, second))(play)


DONE: dict[str, Callable[[Simulation, str], None]] = {
    "act": _act,
    "decree": lambda play, row: procedure._decree_action(play, box.STANDARD.decree[int(row)][1]),
    "overseer": lambda play, steps: procedure._move_overseer(play, int(steps)),
    "dice": _turn,
    "place": lambda play, _: procedure._place(play),
    "reserve": lambda play, _: procedure.reserve(play),
    "surprise": lambda play, _: procedure.surprise(play),
    "swing": lambda play, steps: procedure._move_for_swing(play, "bonus", [*map(int, steps.split())]),
}


def _done(state: State, act: Callable[[Simulation], None]) -> str:
    """Return what he changes, the rows of the decree table that he marks, and the rules that decide it."""
    play = Simulation(state, decrees=DECREES)
    act(play)
    rows = [f"decree={row}" for row in sorted(play.markers)]
    rules = ", ".join(dict.fromkeys(step.rule for step in play.steps))
    return " ".join(part for part in (changes(state, play.state), *rows, f"by {rules or 'nothing'}") if part)


def _ways(state: State, act: Callable[[Simulation], None]) -> str:
    """Return what each way changes that the rules leave open, and who decides."""
    results = list(simulation.outcomes(act, state, DECREES))
    who = sorted({decision.who for outcome in results for decision in outcome.decisions})
    ways = " / ".join(changes(state, outcome.state) for outcome in results)
    return f"{ways} by {', '.join(who) or 'nobody'}".strip()


# --- what the rules say


def _points(points: Mapping[str, int]) -> str:
    return " ".join(f"{owner}{number}" for owner, number in sorted(points.items())) or "none"


def _lines(awards: Iterable[Award]) -> str:
    awards = list(awards)
    lines = [f"{award.id} {_points(award.points)}" for award in awards if award.points]
    return "; ".join([*lines, f"total {_points(scoring.total(awards))}"])


def _names(spaces: Iterable[int]) -> str:
    return " ".join(sorted(map(EMPTY.name, spaces))) or "none"


def _inspector(state: State, text: str) -> str:
    axis, line = text.split()
    index = "123456789".index(line) if axis == "row" else "ABCDEFGHI".index(line)
    return _points(scoring.inspector(state.grid, axis, index).points)


def _crossbow(state: State, name: str) -> str:
    """Return the points in each direction, and with a star the directions that may be taken."""
    offered = building.crossbow_directions(state.grid, cell(name))
    points = {way: building.crossbow_points(state.grid, cell(name), way) for way in "NESW"}
    return " ".join(f"{way}{number}{'*' * (way in offered)}" for way, number in points.items())


def _slides(state: State, name: str) -> str:
    moves = building.slides(state.grid, "Y", cell(name))
    return " ".join(sorted(f"{_names(piece.cells[:1])}-{_names(spaces[:1])}" for piece, spaces in moves))


def _places(state: State, kind: str) -> str:
    kind = "kneeling_archer" if kind == "archer" else kind
    return " ".join(
        sorted(_names([space]) + way for space, way in building.specialist_places(state.grid, "Y", kind))
    )


def _do(state: State, text: str) -> str:
    """Let a player, the first unless another is named, carry out an action in sector 1 or the one named."""
    action, _, choice = text.partition(": ")
    name, _, where = action.partition(" ")
    player = (
        state.player(where)
        if where.isalpha()
        else state.players[0]
        if state.chancellor is None
        else state.human
    )
    after = state.clone()
    mover = after.player(player.letter)
    actions.apply_action_for(
        after, mover, int(where) if where.isdecimal() else 1, name, read_choice(EMPTY, choice)
    )
    return changes(state, after)


def _turn_of(state: State, text: str) -> str:
    """Place a worker of the first player on the action of a ring and carry it out."""
    action, _, choice = text.partition(": ")
    ring, name = action.split()
    sector = placed(state, state.players[0], ring, name)
    after = state.clone()
    actions.apply_action(after, after.players[0], sector, ring, read_choice(EMPTY, choice))
    return changes(state, after)


def _master(state: State, text: str) -> str:
    name, _, choice = text.partition(": ")
    after = state.clone()
    actions._use_master(after, after.players[0], 1, name, read_choice(EMPTY, choice))
    return changes(state, after)


def _choices(state: State, text: str) -> str:
    ring, name = text.split()
    sector = placed(state, state.players[0], ring, name)
    choices = actions.legal_actions(state, state.players[0], sector, ring)
    return ", ".join(sorted({write_choice(EMPTY, choice) for choice in choices}))


def _end(state: State, _: str) -> str:
    after = state.clone()
    actions.score_phase(after)
    actions.end_phase(after)
    return changes(state, after)


def _type(state: State, text: str) -> str:
    kinds, with_weapons, _ = text.partition(" with weapons")
    return warrior_choice.choose_type(state, kinds.split(), bool(with_weapons))


def _chosen(state: State, choose: Callable[[warrior_choice.Say], Iterable[int]]) -> str:
    rules: list[str] = []
    spaces = choose(lambda rule, words: rules.append(rule))
    return f"{_names(spaces)} by {', '.join(rules) or 'none'}"


ANSWERS: dict[str, Callable[[State, str], str]] = {
    "acts": lambda state, text: _ways(state, lambda play: _act(play, text)),
    "ends": lambda state, _: _ways(state, procedure.finish_round),
    "type": _type,
    "spaces": lambda state, kind: _chosen(state, lambda say: warrior_choice.choose_spaces(state, kind, say)),
    "narrow": lambda state, text: _chosen(
        state, lambda say: warrior_choice.narrow_spaces(state, cells(*text.split()), say)
    ),
    "wanted": lambda state, kind: _names(space for space, _ in specialist_choice.wanted(state, kind)),
    "archer": lambda state, _: (
        " ".join(_names([space]) + way for space, way in specialist_choice.archer_places(state)) or "none"
    ),
    "sight": lambda state, text: " ".join(
        str(warrior_choice.musicians_in_sight(state.grid, space)) for space in cells(*text.split())
    ),
    "priority": lambda state, text: " ".join(
        str(warrior_choice.priority(state, space)) for space in cells(*text.split())
    ),
    "inspector": _inspector,
    "tile": lambda state, name: _points(scoring.tile(state.grid, name, 1, state.board, {}).points),
    "archers": lambda state, _: _points(scoring.total(scoring.archers(state.grid))),
    "musicians": lambda state, _: _points(scoring.total(scoring.musicians(state.grid))),
    "final": lambda state, held: _lines(scoring.final(state.grid, scoring.goods_of(state) if held else {})),
    "score": lambda state, _: _lines(actions.score_phase(state)),
    "crossbow": _crossbow,
    "slides": _slides,
    "places": _places,
    "types": lambda state, _: " ".join(building.available_types(state, "Y")) or "none",
    "plentiful": lambda state, _: " ".join(building.plentiful_types(state, "Y")),
    "do": _do,
    "turn": _turn_of,
    "master": _master,
    "choices": _choices,
    "end": _end,
}
