"""The proved plan against trying everything, on small boards, and against another sum of the same points."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.choice import Choice
from pencilwright.games.terracotta_army.components import Components, Inspectors
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.grid import DIRECTIONS, Grid, Piece
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import Player, State, start
from pencilwright.solver.terracotta_army import value
from pencilwright.solver.terracotta_army.carry import carried_out
from pencilwright.solver.terracotta_army.plan import best_plans
from pencilwright.solver.terracotta_army.question import Question
from pencilwright.solver.terracotta_army.single import best_single, candidates

COLS, ROWS = 5, 3


def some_of(count: int, every: int, first: int = 0) -> list[object]:
    """All seeds; those that are not taken for the usual run are for the long one."""
    return [
        pytest.param(seed, marks=() if seed % every == first else pytest.mark.long) for seed in range(count)
    ]


def position(seed: object, cols: int = COLS, rows: int = ROWS, most: int = 9) -> State:
    """A random position on a small board, pieces anywhere, idle archers and horses among them."""
    stream = Stream.from_seed(f"plan {seed}")
    board = Components(columns=cols, rows=rows, inspectors=Inspectors(1, 1, cols - 2, -1))
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
            grid = grid.with_piece(Piece(box.TYPES[stream.below(3)], owner, cells))
        elif kind == 6:
            way = DIRECTIONS[stream.below(4)]
            if len(grid.of_kind("kneeling_archer")) < 2:
                grid = grid.with_piece(Piece("kneeling_archer", "", (cell,), way))
        elif not grid.of_kind("footman" if kind == 7 else "musician"):
            grid = grid.with_piece(Piece("footman" if kind == 7 else "musician", "", (cell,)))
    state.grid = grid
    for player in state.players:
        player.coins, player.wet, player.dry = stream.below(7), stream.below(9), stream.below(3)
        player.active = tuple(weapon for weapon in box.WEAPONS if stream.below(3))
    return state


def you(state: State) -> Player:
    return state.player("Y")


def tried(question: Question) -> tuple[int, set[tuple[Grid, int, int]]]:
    """The best value of all placements one after another, and the ends that reach it, by the game's scoring.

    The pike slides warriors that stood before the plan.
    """
    standing = {piece.cells[0] for piece in question.state.grid.pieces}
    best, found = -1, set()
    worth: dict[tuple[object, ...], int] = {}
    waiting = [(question.state, 0, 0)]
    seen: set[tuple[object, ...]] = set()
    while waiting:
        state, points, pieces = waiting.pop()
        player = state.player("Y")
        end = (state.grid, state.row, state.col)
        key = (*end, player.coins, player.wet, player.active)
        if key not in worth:
            parts = value.standing(state, "Y", question.rounds)
            worth[key] = sum(part.points for part in parts)
        here = points + worth[key]
        if here >= best:
            found = found if here == best else set()
            best = here
            found.add(end)
        if pieces == question.pieces or (*key, points, pieces) in seen:
            continue
        seen.add((*key, points, pieces))
        now = question._replace(state=state)
        for choice in candidates(now):
            if choice.ability is None or choice.ability.source in {-1} | standing:
                after, earned = carried_out(now, choice)
                waiting.append((after, points + earned, pieces + 1))
    return best, found


def agrees(question: Question) -> None:
    best, found = tried(question)
    plans = best_plans(question, most=400)
    assert plans.optimum == best
    ends = {(plan.grid, plan.row, plan.col) for plan in plans.plans}
    assert ends == found if plans.complete else ends < found


def ask(seed: object, pieces: int, **shape: int) -> Question:
    state = position(seed, **shape)
    left = 6 - state.round
    return Question(state, "Y", pieces, cost=sum(map(ord, str(seed))) % 4, rounds=1 + left // 3)


@pytest.mark.parametrize("seed", some_of(100, every=9))
def test_one_piece_is_what_trying_everything_finds(seed: int) -> None:
    agrees(ask(seed, 1))


@pytest.mark.parametrize("seed", some_of(20, every=7))
def test_two_pieces_are_what_trying_everything_finds(seed: int) -> None:
    agrees(ask(f"two {seed}", 2, cols=3, most=6))


@pytest.mark.parametrize("seed", some_of(100, every=100, first=43))
def test_two_pieces_on_a_larger_board_are_what_trying_everything_finds(seed: int) -> None:
    agrees(ask(f"larger {seed}", 2))


@pytest.mark.parametrize("seed", some_of(12, every=9, first=2))
def test_three_pieces_are_what_trying_everything_finds(seed: int) -> None:
    agrees(ask(f"three {seed}", 3, cols=3, most=5))


@pytest.mark.parametrize("seed", some_of(4, every=4, first=3))
def test_a_plan_of_two_is_never_worth_less_than_the_best_placement(seed: int) -> None:
    state = example(seed, 1 + seed % 3)
    state.human.wet, state.human.coins, state.human.active = 3, 2, box.WEAPONS
    question = Question(state, state.human.letter, 2)
    best = best_single(question._replace(pieces=1)).placements[0].points
    assert best_plans(question._replace(pieces=1)).optimum == best <= best_plans(question).optimum


def built(weapon: str, *pieces: tuple[str, str, int, int]) -> tuple[Choice, ...]:
    """The only warrior of the first best plan: inspectors on row 3 and column I, one weapon active."""
    state = start(draw("weapons"))
    state.tiles = ("coins", "clay", "center_row", "center_col", "type:guard")
    state.grid = Grid(9, 7, [Piece(kind, owner, (9 * row + col,)) for kind, owner, row, col in pieces])
    state.row, state.col = 2, 8
    you(state).wet, you(state).coins, you(state).active = 3, 0, (weapon,)
    return best_plans(Question(state, "Y", 2)).plans[0].choices


def test_a_plan_steps_an_inspector_to_a_row_that_you_dominate() -> None:
    his = [("soldier", "P", row, col) for row, col in ((2, 0), (2, 2), (2, 4), (3, 1), (3, 3), (3, 5))]
    his += [("soldier", "P", row, 8) for row in (0, 4, 6)]
    (choice,) = built("sword", *his, ("crossbowman", "Y", 1, 1), ("crossbowman", "Y", 1, 3))
    assert choice.ability is not None
    assert (choice.kind, choice.ability.axis, choice.ability.step) == ("officer", "row", -1)


def test_a_plan_slides_a_warrior_to_a_group() -> None:
    (choice,) = built("pike", ("crossbowman", "Y", 6, 0), ("crossbowman", "Y", 6, 5))
    assert choice.ability is not None and choice.kind == "guard"
    assert {choice.ability.source, choice.ability.target} in ({54, 58}, {59, 55})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "weapons"),
    [*(pytest.param(seed, box.WEAPONS, marks=pytest.mark.long) for seed in (1, 2)), (2, ())],
)
def test_a_plan_of_three_on_the_whole_board_is_proved(seed: int, weapons: tuple[str, ...]) -> None:
    state = example(seed, 2)
    state.human.wet, state.human.coins, state.human.active = 9, 6, weapons
    plans = best_plans(Question(state, state.human.letter, 3, 3, 1), most=3)
    assert plans.optimum > plans.nothing


@pytest.mark.parametrize(
    ("change", "field"),
    [({"pieces": 0}, "pieces"), ({"pieces": 4}, "pieces"), ({"cost": 10}, "cost"), ({"rounds": 6}, "rounds"),
     ({"letter": "P"}, "for"), ({"letter": "G"}, "players")],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_by_name(change: dict[str, object], field: str) -> None:
    state = start(draw("ask"))
    with pytest.raises(InputError) as caught:
        best_plans(Question(state, "Y")._replace(**change))  # type: ignore[arg-type]
    assert caught.value.field == field


def test_nothing_can_be_placed_after_the_game() -> None:
    with pytest.raises(InputError, match="the game is over"):
        best_plans(Question(example("over", 0), "Y"))
