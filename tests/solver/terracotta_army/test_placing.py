"""The best placements against trying everything by the rules, on small boards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.components import STANDARD
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.building import Ability
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.rules.grid import DIRECTIONS, Grid, GridPiece
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import Inspectors, Player, State, start
from pencilwright.solver.terracotta_army import value
from pencilwright.solver.terracotta_army.carry_out import carried_out
from pencilwright.solver.terracotta_army.placing import best_placements
from pencilwright.solver.terracotta_army.question import PlacingQuestion
from tests.refusals import refused

COLS, ROWS = 5, 3


def some_of(count: int, every: int, first: int = 0) -> list[object]:
    """All seeds; those that are not taken for the usual run are for the long one."""
    return [
        pytest.param(seed, marks=() if seed % every == first else pytest.mark.long) for seed in range(count)
    ]


def position(seed: object, cols: int = COLS, rows: int = ROWS, most: int = 9) -> State:
    """A random position on a small board, pieces anywhere, idle archers and horses among them."""
    stream = Stream.from_seed(f"plan {seed}")
    board = replace(
        STANDARD, columns=cols, inspectors=box.InspectorStarts(2, "down", "ABCDEFGHI"[cols - 2], "left")
    )
    hard = ("", "6", "7")[stream.below(3)]
    state = start(draw(stream.below(10**6), difficulty=hard), board)
    if stream.below(3) == 0:
        state.chancellor = None
    state.round = 1 + stream.below(5)
    grid = Grid(cols, rows)
    for _ in range(stream.below(most)):
        empty = grid.empty()
        cell = empty[stream.below(len(empty))]
        kind = stream.below(9)
        if kind < 6:
            owner = ("Y", "P")[stream.below(2)]
            cells: tuple[int, ...] = (cell,)
            if stream.below(6) == 0 and cell % cols + 2 < cols and not {cell + 1, cell + 2} & set(grid.at):
                cells = (cell, cell + 1, cell + 2)
            grid = grid.with_piece(GridPiece(box.TYPES[stream.below(3)], owner, cells))
        elif kind == 6:
            way = DIRECTIONS[stream.below(4)]
            if len(grid.of_kind("kneeling_archer")) < 2:
                grid = grid.with_piece(GridPiece("kneeling_archer", "", (cell,), way))
        elif not grid.of_kind("footman" if kind == 7 else "musician"):
            grid = grid.with_piece(GridPiece("footman" if kind == 7 else "musician", "", (cell,)))
    state.grid = grid
    for player in state.players:
        player.coins, player.wet, player.dry = stream.below(7), stream.below(9), stream.below(3)
        player.active = tuple(weapon for weapon in box.WEAPONS if stream.below(3))
    return state


def you(state: State) -> Player:
    return state.player("Y")


def candidates(question: PlacingQuestion) -> Iterator[ActionChoice]:
    """Every build and purchase of one piece that the rules allow."""
    state, player = question.state, question.state.player(question.letter)
    if player.wet >= question.cost and state.bases(question.letter):
        yield from actions.builds(state, player, building.available_types(state, question.letter))
    for kind in building.purchasable(state, player):
        for cell, direction in building.specialist_places(state.grid, question.letter, kind):
            yield ActionChoice("specialist", kind, cell, direction)


def values_of(question: PlacingQuestion) -> list[int]:
    """What every placement of one piece is worth, by the game's rules and scoring."""
    results = []
    for choice in candidates(question):
        after, points = carried_out(question, choice)
        results.append(points + value.total(value.standing(after, question.letter, question.rounds)).points)
    return sorted(results, reverse=True)


def ask(seed: object, **shape: int) -> PlacingQuestion:
    state = position(seed, **shape)
    left = 6 - state.round
    return PlacingQuestion(state, "Y", cost=sum(map(ord, str(seed))) % 4, rounds=1 + left // 3)


@pytest.mark.parametrize("seed", some_of(100, every=20))
def test_every_placement_is_worth_what_trying_it_finds(seed: int) -> None:
    question = ask(seed)
    assert [plan.points for plan in best_placements(question).plans] == values_of(question)


@pytest.mark.parametrize("seed", some_of(20, every=7))
def test_each_placement_of_a_crowded_board_is_carried_out_for_its_points(seed: int) -> None:
    question = ask(f"two {seed}", cols=3, most=6)
    for plan in best_placements(question).plans:
        after, points = carried_out(question, plan.choice)
        assert plan.points == points + value.total(value.standing(after, "Y", question.rounds)).points


def built(weapon: str, *pieces: tuple[str, str, int, int]) -> list[ActionChoice]:
    """The warrior of each best placement: inspectors on row 3 and column I, one weapon active."""
    state = start(draw("weapons"))
    state.tiles = ("coins", "clay", "center_row", "center_col", "type:guard")
    state.grid = Grid(9, 7, [GridPiece(kind, owner, (9 * row + col,)) for kind, owner, row, col in pieces])
    state.inspectors = Inspectors.at(2, 8)
    you(state).wet, you(state).coins, you(state).active = 3, 0, (weapon,)
    plans = best_placements(PlacingQuestion(state, "Y")).plans
    return [plan.choice for plan in plans if plan.points == plans[0].points]


def test_a_placement_steps_an_inspector_to_a_row_that_you_dominate() -> None:
    his = [("soldier", "P", row, col) for row, col in ((2, 0), (2, 2), (2, 4), (3, 1), (3, 3), (3, 5))]
    his += [("soldier", "P", row, 8) for row in (0, 4, 6)]
    choices = built("sword", *his, ("crossbowman", "Y", 1, 1), ("crossbowman", "Y", 1, 3))
    assert any(choice.ability == Ability("sword", "row", -1) for choice in choices)
    assert {choice.kind for choice in choices} == {"officer"}


def test_a_placement_slides_a_warrior_to_a_group() -> None:
    for choice in built("pike", ("crossbowman", "Y", 6, 0), ("crossbowman", "Y", 6, 5)):
        assert choice.ability is not None and choice.kind == "guard"
        assert {choice.ability.source, choice.ability.target} in ({54, 58}, {59, 55})


@pytest.mark.parametrize(
    ("change", "field"),
    [({"rounds": 6}, "rounds"), ({"letter": "P"}, "for"), ({"letter": "G"}, "players")],
)
def test_what_cannot_be_asked_is_refused_by_name(change: dict[str, object], field: str) -> None:
    state = start(draw("ask"))
    with pytest.raises(InputError) as caught:
        best_placements(PlacingQuestion(state, "Y")._replace(**change))  # type: ignore[arg-type]
    assert caught.value.field == field


def test_nothing_can_be_placed_after_the_game() -> None:
    with refused("terracotta.advice.error.over"):
        best_placements(PlacingQuestion(example("over", 0), "Y"))
