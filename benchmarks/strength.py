"""How strong the players of Troyes Dice are: `python -m benchmarks --only strength`.

Every player plays the same games: the same setup (all numberings, half with the expansion) and the same
dice. Printed are the mean score of each and its mean lead in these games over a simpler player, with standard
errors, and processor seconds. `python -m benchmarks.strength --games N --time SECONDS --jobs J` plays more
games of the adviser, as people are advised with so much work.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from benchmarks import greedy
from benchmarks.measuring import Run, mean_and_error, milliseconds, timed
from benchmarks.table import Row, markdown
from pencilwright.app.processes.parallel import run as run_tasks
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.play import adviser, policy, rollouts
from pencilwright.solver.troyes_dice.play.policy import DICE_SIZE
from pencilwright.solver.troyes_dice.play.weights import fitted_weights
from pencilwright.solver.troyes_dice.setups import tables

SEED, GREEDY, POLICY = "strength", "tuned one-step greedy player", "fitted policy"
GAMES = 10_000
ADVISED = {0.05: (80, 6), 0.1: (60, 6), 1.0: (20, 12), 5.0: (6, 12)}
"""Seconds of work for a move: games, and points that the adviser shall be over the tuned greedy player."""
PORTION = 5  # games of a task

Game = tuple[list[int], list[int]]
"""A table at the start of day 1, and the dice of all half-days."""


def new_games(number: int) -> list[Game]:
    """Return the games that all players play."""
    dice = Stream.from_seed(SEED)
    return [(table, [dice.die() for _ in range(DICE_SIZE)]) for table in tables(number, SEED)]


def by_weights(kernels: Kernels, weights: Sequence[int]) -> Callable[[Game], int]:
    """Return a player of whole games that follows weights."""
    player = policy.Player.new(kernels, weights)
    sheet, out = kernels.vector(rules.new_sheet()), kernels.vector(1)

    def play(game: Game) -> int:
        kernels.play_on(
            player, kernels.vector(game[0]), sheet, 1, kernels.vector(game[1]), 1, rules.OVER, out
        )
        return int(out[0])

    return play


def by_advice(seconds: float) -> Callable[[Game], int]:
    """Return a player who takes the move that people are shown first after so much work."""

    def play(game: Game) -> int:
        table, dice = list(game[0]), game[1]
        sheet = tuple(rules.new_sheet())
        while table[rules.HALF] < rules.OVER:
            own = list(sheet)
            at = 4 * table[rules.HALF]
            rules.place(table, *dice[at : at + 4])
            rules.attack(own, table)
            seed = f"{SEED} {game[1]}"
            sheet = adviser.best_moves(own, table, seconds=seconds, seed=seed).moves[0].sheet
            rules.end_half(table)
        return rules.final_score(list(sheet))

    return play


def measure(run: Run) -> list[Row]:
    """Return the rows of the fitted policy and the adviser, each paired in its games with who is simpler."""
    games = new_games(run.number(GAMES, 400))
    kernels = rollouts.kernels()
    theirs = _all(by_weights(kernels, greedy.weights(greedy.tuned())), games)
    spent, ours = timed(partial(_all, by_weights(kernels, fitted_weights()), games))
    rows = [_row(POLICY, ours, spent, GREEDY, theirs, 6)]
    for seconds, (whole, least) in ADVISED.items():
        number = run.number(whole, 4)
        run.tell(f"{seconds} s of work, {number} games")
        rows += _advised(seconds, games[:number], theirs, ours, least, 1)
    return rows


def _advised(
    seconds: float, games: list[Game], theirs: list[int], ours: list[int], least: int, jobs: int
) -> list[Row]:
    """Return the rows of the adviser against both simpler players, whose scores begin with the same games."""
    tasks = [(seconds, games[at : at + PORTION]) for at in range(0, len(games), PORTION)]
    played_all = list(run_tasks(played, tasks, jobs=jobs))
    scores = [round(score) for *portion, _ in played_all for score in portion]
    spent, name = sum(portion[-1] for portion in played_all), f"advice after {seconds} s of work"
    return [
        _row(name, scores, spent, GREEDY, theirs, least), _row(name, scores, spent, POLICY, ours, 0)
    ]  # fmt: skip


def _row(what: str, ours: list[int], spent: float, against: str, theirs: list[int], least: int) -> Row:
    value, error = mean_and_error(ours)
    lead, lead_error = mean_and_error([a - b for a, b in zip(ours, theirs, strict=False)])
    measured = (
        f"{value:.2f} ± {error:.2f} points in {len(ours)} games, {lead:+.2f} ± {lead_error:.2f}; "
        f"{milliseconds(spent / len(ours))} a game"
    )
    return Row(what, against, measured, None, f"at least {least:+} points", lead >= least)


def _all(play: Callable[[Game], int], games: Sequence[Game]) -> list[int]:
    return [play(game) for game in games]


def played(given: tuple[float, list[Game]]) -> list[float]:
    """Return the adviser's scores in some games, then the processor seconds; the function of the tasks."""
    spent, scores = timed(partial(_all, by_advice(given[0]), given[1]))
    return [*scores, spent]


def main() -> None:
    options = argparse.ArgumentParser(description="Strength of the adviser on paired games.")
    options.add_argument("--games", type=int, default=60)
    options.add_argument("--time", type=float, default=0.1, help="seconds of work for each move")
    options.add_argument("--jobs", type=int, default=1, help="processes that play at a time")
    chosen = options.parse_args()
    games, kernels = new_games(chosen.games), rollouts.kernels()
    theirs = _all(by_weights(kernels, greedy.weights(greedy.tuned())), games)
    ours = _all(by_weights(kernels, fitted_weights()), games)
    print(markdown(_advised(chosen.time, games, theirs, ours, 6, chosen.jobs)))


if __name__ == "__main__":
    main()
