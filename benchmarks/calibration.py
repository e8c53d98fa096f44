"""Do shown values come true? Many games: what an adviser says its move is worth, and the score that follows.

Each game is played to some half-day by the simple player. There the adviser names a move and what final score
to expect after it. The game goes on by the play that the value speaks of, with dice that the adviser never
saw: exact advice speaks of itself, rollouts speak of the fitted policy. Over many games the mean of what was
shown and the mean of what came must agree within two standard errors of the difference.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.measuring import Run, mean_and_error
from benchmarks.table import Row
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example, roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact import three_rolls
from pencilwright.solver.troyes_dice.exact.engine import third_kernels
from pencilwright.solver.troyes_dice.exact.expectimax import best_moves
from pencilwright.solver.troyes_dice.play import policy, rollouts
from pencilwright.solver.troyes_dice.play.weights import fitted_weights
from pencilwright.solver.troyes_dice.proof.wheel import Roll

Adviser = Callable[[list[int], list[int]], tuple[Move, float]]
"""Takes a sheet and a table with dice; returns the move it recommends and the final score it shows for it."""

PlayOn = Callable[[list[int], list[int], list[Roll]], int]
"""Takes a sheet, the table before its next roll and the rolls of all half-days to come; returns the score."""

EXACT_GAMES = {1: 10_000, 2: 2000, 3: 1000}  # rolls to come -> games
ROLLOUT_GAMES = {3: 2000, 8: 2000, 15: 2000}
THREE_ROLLS_WORK = 20_000_000
"""Values before the last roll: no position of a game has needed so many."""
WORK = 5000  # half-days of rollouts for each value shown
MOST_ERRORS = 2


class Agreement(NamedTuple):
    """Means of the values shown and of the scores that came; `difference` is came less shown."""

    predicted: float
    came: float
    difference: float
    error: float


def exact_adviser() -> Adviser:
    """Return exact advice (folder exact/) as an adviser for up to three rolls to come."""
    speed = third_kernels()

    def adviser(sheet: list[int], table: list[int]) -> tuple[Move, float]:
        if rules.OVER - 1 - table[rules.HALF] == three_rolls.ROLLS:
            best = three_rolls.best_moves(sheet, table, work=THREE_ROLLS_WORK, with_kernels=speed).moves[0]
        else:
            best = best_moves(sheet, table, distributions=0, with_kernels=speed).moves[0]
        return best.move, float(best.value)

    return adviser


def by_advice(adviser: Adviser) -> PlayOn:
    """Return how a game goes on whose player always takes the recommended move."""

    def play_on(sheet: list[int], table: list[int], rolls: list[Roll]) -> int:
        for dice in rolls:
            rules.place(table, *dice)
            rules.attack(sheet, table)
            sheet = rules.apply_action(sheet, table, adviser(sheet[:], table[:])[0])
            rules.end_half(table)
        return rules.final_score(sheet)

    return play_on


def rollout_adviser(speed: Kernels) -> Adviser:
    """Return rollouts (play/rollouts.py) as an adviser where any half-day is to come."""

    def adviser(sheet: list[int], table: list[int]) -> tuple[Move, float]:
        seed = f"shown {sheet} {table}"
        best = rollouts.best_moves(sheet, table, work=WORK, seed=seed, with_kernels=speed).moves[0]
        return best.move, best.value

    return adviser


def by_policy(speed: Kernels) -> PlayOn:
    """Return how a game goes on by the fitted policy, as the values of rollouts have it."""
    player = policy.new_player(speed, fitted_weights())
    out = speed.vector(1)

    def play_on(sheet: list[int], table: list[int], rolls: list[Roll]) -> int:
        known = [number for dice in rolls for number in dice]
        futures = speed.vector([0] * (policy.DICE_SIZE - len(known)) + known)
        speed.play_on(player, speed.vector(table), speed.vector(sheet), 1, futures, 1, out)
        return int(out[0])

    return play_on


def one_game(
    seed: str, rolls: int, adviser: Adviser, play_on: PlayOn, *, expansion: bool
) -> tuple[float, int]:
    """Return what was shown with so many rolls to come, and the final score of that game."""
    sheet, table = position(example(seed, rolls + 1, rolls=1, expansion=expansion))
    dice = Stream.from_seed(seed).fork("dice after the advice")
    move, view = adviser(sheet[:], table[:])
    after = rules.apply_action(sheet, table, move)
    rules.end_half(table)
    return view, play_on(after, table, [roll(dice) for _ in range(rolls)])


def agreement(
    adviser: Adviser, play_on: PlayOn, rolls: int, games: int, *, tell: Callable[[str], None]
) -> Agreement:
    """Return how shown values and final scores agree over so many games; every second has the expansion."""
    results = []
    for number in range(games):
        seed = f"calibration {number}"
        results.append(one_game(seed, rolls, adviser, play_on, expansion=number % 2 == 1))
        if number % 100 == 99:
            tell(f"rolls to come: {rolls}, game {number + 1} of {games}")
    difference, error = mean_and_error([came - view for view, came in results])
    shown_mean, came_mean = (statistics.fmean(values) for values in zip(*results, strict=True))
    return Agreement(shown_mean, came_mean, difference, error)


def row(name: str, games: int, result: Agreement) -> Row:
    """Return an agreement as a row of the table."""
    means = f"{result.predicted:.3f} / {result.came:.3f} points"
    return Row(
        f"values shown by {name}",
        "final scores that came",
        f"{means}, difference {result.difference:+.3f} ± {result.error:.3f}, {games:,} games",
        None,
        f"within {MOST_ERRORS} standard errors",
        abs(result.difference) <= MOST_ERRORS * result.error,
    )


def measure(run: Run) -> list[Row]:
    """Return the agreement of exact advice with up to three rolls to come, and of rollouts with more."""
    exact, speed = exact_adviser(), rollouts.kernels()
    rows = []
    for name, adviser, play_on, lengths in (
        ("exact advice", exact, by_advice(exact), EXACT_GAMES),
        ("rollouts", rollout_adviser(speed), by_policy(speed), ROLLOUT_GAMES),
    ):
        for rolls, whole in lengths.items():
            games = run.number(whole, 200)
            result = agreement(adviser, play_on, rolls, games, tell=run.tell)
            rows.append(row(f"{name}, rolls to come: {rolls}", games, result))
    return rows
