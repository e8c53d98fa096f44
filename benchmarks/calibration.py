"""Do shown values come true? Many games: what an adviser says its move is worth, and the score that follows.

Each game is played to some half-day by the simple player. There exact advice names a move and what score to
expect after it. The game goes on by exact advice, with dice that it never saw. Over many games the mean of
what was shown and the mean of what came must agree within two standard errors of the difference. Sampled
advice speaks of games of the fitted policy: there the values and losses of the first moves are held against
many such games, in standard errors. Who follows the advice loses nothing, and luck is 0 on average.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import hypot
from statistics import fmean
from typing import NamedTuple

from benchmarks.measuring import Run, mean_and_error
from benchmarks.table import Row
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.example import example, roll
from pencilwright.games.troyes_dice.play import rules, transcript
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.solver.troyes_dice.exact.engine import Sheet, third_kernels
from pencilwright.solver.troyes_dice.exact.estimates import Estimates
from pencilwright.solver.troyes_dice.exact.expectimax import best_moves
from pencilwright.solver.troyes_dice.play import adviser, review, rollouts
from pencilwright.solver.troyes_dice.play.player import PolicyPlayer
from pencilwright.solver.troyes_dice.proof.wheel import Roll

Adviser = Callable[[list[int], list[int]], tuple[Move, float]]
"""Takes a sheet and a table with dice; returns the move it recommends and the final score it shows for it."""

PlayOn = Callable[[list[int], list[int], list[Roll]], int]
"""Takes a sheet, the table before its next roll and the rolls of all half-days to come; returns the score."""

EXACT_GAMES = {1: 10_000, 2: 2000, 3: 1000}  # rolls to come -> games
THREE_ROLLS_WORK = 20_000_000
"""Values before the last roll: no position of a game has needed so many."""
POSITIONS, SECONDS, MOVES, TRUTH = 200, (0.1, 1.0), 3, 4000
FEWEST_ROLLS = 3
LUCK_GAMES, LUCK_SECONDS = 500, 0.05
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
        best = best_moves(sheet, table, distributions=0, work=THREE_ROLLS_WORK, with_kernels=speed).moves[0]
        return best.move, best.value

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
    shown_mean, came_mean = (fmean(values) for values in zip(*results, strict=True))
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


class Scores(NamedTuple):
    """By how many standard errors sampled numbers miss the truth: of values, and of losses."""

    values: list[float]
    losses: list[float]


def position_of(number: int) -> tuple[list[int], list[int]]:
    """Return a position with 3 to 15 rolls to come, every second with the expansion."""
    rolls = FEWEST_ROLLS + number % (rules.OVER - FEWEST_ROLLS)
    return position(example(f"z {number}", rolls + 1, rolls=1, expansion=number // 13 % 2 == 1))


def z_scores(numbers: Iterable[int], seconds: float, futures: int) -> Scores:
    """Return how far what is shown of the first moves of positions lies from so many games of the policy.

    All moves of a position play the same dice, which the adviser never saw.
    """
    player, result = PolicyPlayer(rollouts.kernels()), Scores([], [])
    for number in numbers:
        sheet, table = position_of(number)
        advice = adviser.best_moves(sheet, table, seconds=seconds)
        if advice.method == "exact":  # it speaks of the best play, not of games of the policy
            continue
        moves = advice.moves[:MOVES]
        rules.end_half(table)
        dice = Stream.from_seed(f"z truth {number}")
        rolls = range(rules.OVER - table[rules.HALF])
        games = [[roll(dice) for _ in rolls] for _ in range(futures)]
        scores = player.scores([move.sheet for move in moves], table, games)
        for move, own in zip(moves, scores, strict=True):
            truth, error = mean_and_error(own)
            result.values.append((move.value - truth) / hypot(move.error, error))
            truth, error = mean_and_error([a - b for a, b in zip(scores[0], own, strict=True)])
            if move is not moves[0] and (move.loss_error or error):
                result.losses.append((move.loss - truth) / hypot(move.loss_error, error))
    return result


def z_row(name: str, seconds: float, scores: Sequence[float]) -> Row:
    """Return z-scores as a row of the table."""
    deviation, largest = (fmean(z * z for z in scores)) ** 0.5, max(map(abs, scores))
    return Row(
        f"± of {name} at {seconds} s of work, 3 to 15 rolls to come",
        f"games of the policy, {TRUTH:,} a move",
        f"z of {len(scores)}: mean {fmean(scores):+.2f}, deviation {deviation:.2f}, largest {largest:.1f}",
        None,
        "deviation 0.9 to 1.1, none above 4",
        0.9 <= deviation <= 1.1 and largest <= 4,
    )


def advised_game(number: int, seconds: float) -> review.TurnReview:
    """Return the review of a game that follows the advice, by the same work and seed."""
    drawn = setup.draw(f"luck {number}")
    game = transcript.begin(drawn)
    for dice in transcript.fair_rolls(setup.to_code(drawn)):
        best = adviser.best_moves(*game.rolled(dice), seconds=seconds).moves[0]
        game = game.played(dice, best.move)
    start = adviser.expected(*game.start(), seconds=seconds)
    weigh = partial(_weigh, seconds)
    return review.review(game.turns, start, weigh, partial(adviser.usual, seconds=seconds))


def _weigh(seconds: float, sheet: Sequence[int], table: Sequence[int], after: Sheet) -> Estimates:
    return adviser.best_moves(sheet, table, seconds=seconds, also=(after,))


def luck_row(games: Sequence[review.TurnReview]) -> Row:
    """Return the mean luck of games as a row of the table."""
    luck, error = mean_and_error([game.luck[0] for game in games])
    lost = max(abs(game.loss[0]) for game in games)
    return Row(
        "luck in games that follow the advice",
        "no luck on average",
        f"mean {luck:+.2f} ± {error:.2f} in {len(games)} games, most lost {lost:.2f}",
        None,
        f"within {MOST_ERRORS} standard errors, nothing lost",
        abs(luck) <= MOST_ERRORS * error and lost == 0,
    )


def measure(run: Run) -> list[Row]:
    """Return the agreement of exact advice with up to three rolls to come, and the errors of sampled one."""
    exact = exact_adviser()
    rows = []
    for rolls, whole in EXACT_GAMES.items():
        games = run.number(whole, 200)
        result = agreement(exact, by_advice(exact), rolls, games, tell=run.tell)
        rows.append(row(f"exact advice, rolls to come: {rolls}", games, result))
    for seconds in SECONDS:
        run.tell(f"z-scores at {seconds} s")
        scores = z_scores(range(run.number(POSITIONS, 13)), seconds, TRUTH)
        rows += [z_row(name, seconds, own) for name, own in scores._asdict().items()]
    run.tell("luck")
    reviewed = [advised_game(number, LUCK_SECONDS) for number in range(run.number(LUCK_GAMES, 4))]
    return [*rows, luck_row(reviewed)]
