"""How strong the players of Troyes Dice are: `python -m benchmarks.strength [--games 10000]`.

Every player plays the same games: the same setup (all numberings, half with the expansion) and the same
dice. Printed are the mean score of each and the mean difference from the tuned greedy player, with standard
errors, and processor seconds. `--adviser-games N --time SECONDS` lets the adviser play the first N games too,
as people are advised with so much work.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import cache, partial

from benchmarks import greedy
from benchmarks.measuring import Run, mean_and_error, milliseconds, timed
from benchmarks.table import Row
from pencilwright.app.processes.parallel import Task, run
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.play import adviser, policy, rollouts
from pencilwright.solver.troyes_dice.play.features import SIZE
from pencilwright.solver.troyes_dice.play.policy import DICE_SIZE
from pencilwright.solver.troyes_dice.play.weights import fitted_weights
from pencilwright.solver.troyes_dice.setups import tables

SEED, GREEDY = "strength", "tuned one-step greedy player"
GAMES = 10_000
ADVISED = {0.05: (80, 6), 0.1: (60, 6), 1.0: (20, 12), 5.0: (6, 12)}
"""Seconds of work for a move: games, and points that the adviser shall be over the tuned greedy player."""
PORTION, ADVISER_PORTION = 500, 5
"""Games of a task; a player who draws at random begins anew with each."""

Game = tuple[list[int], list[int]]
"""A table at the start of day 1, and the dice of all half-days."""


def new_games(number: int) -> list[Game]:
    """Return the games that all players play."""
    dice = Stream.from_seed(SEED)
    return [(table, [dice.die() for _ in range(DICE_SIZE)]) for table in tables(number, SEED)]


def by_weights(kernels: Kernels, weights: Sequence[int]) -> Callable[[Game], int]:
    """Return a player of whole games that follows weights."""
    player = policy.new_player(kernels, weights)
    sheet, out = kernels.vector(rules.new_sheet()), kernels.vector(1)

    def play(game: Game) -> int:
        kernels.play_on(player, kernels.vector(game[0]), sheet, 1, kernels.vector(game[1]), 1, out)
        return int(out[0])

    return play


def at_random(kernels: Kernels) -> Callable[[Game], int]:
    """Return a player who takes any legal move, all with the same chance."""
    player = policy.new_player(kernels, [0] * (SIZE * rules.OVER), SEED)

    def play(game: Game) -> int:
        player.sheet[:] = kernels.vector(rules.new_sheet())
        player.table[:] = kernels.vector(game[0])
        player.dice[:] = kernels.vector(game[1])
        for _ in range(rules.OVER):
            kernels.play_half(player, 1 << 31)
        return rules.final_score([int(number) for number in player.sheet])

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
    greedy_scores = _all(_player("tuned greedy", 0), games)
    spent, policy_scores = timed(partial(_all, _player("fitted policy", 0), games))
    rows = [_row("fitted policy", policy_scores, spent, GREEDY, greedy_scores, 6)]
    for seconds, (whole, least) in ADVISED.items():
        name, number = f"advice after {seconds} s of work", run.number(whole, 4)
        run.tell(f"{name}, {number} games")
        spent, scores = timed(partial(_all, by_advice(seconds), games[:number]))
        rows.append(_row(name, scores, spent, GREEDY, greedy_scores, least))
        rows.append(_row(name, scores, spent, "fitted policy", policy_scores, 0))
    return rows


def _row(what: str, ours: list[int], spent: float, against: str, theirs: list[int], least: int) -> Row:
    """Return the row of a player against one whose scores begin with the same games."""
    value, error = mean_and_error(ours)
    lead, lead_error = mean_and_error([a - b for a, b in zip(ours, theirs, strict=False)])
    measured = (
        f"{value:.2f} ± {error:.2f} points in {len(ours)} games, {lead:+.2f} ± {lead_error:.2f}; "
        f"{milliseconds(spent / len(ours))} a game"
    )
    return Row(what, against, measured, None, f"at least {least:+} points", lead >= least)


def _all(play: Callable[[Game], int], games: Sequence[Game]) -> list[int]:
    return [play(game) for game in games]


@cache
def _kernels() -> Kernels:
    return compiled.load(rollouts.MODULES, (*rollouts.WANTED, "play_half"))


def _player(name: str, seconds: float) -> Callable[[Game], int]:
    """Return a player by name, as new: what it does in a task must not depend on tasks before."""
    if name == "random":
        return at_random(_kernels())
    if name == "adviser":
        return by_advice(seconds)
    weights = fitted_weights() if name == "fitted policy" else greedy.weights(greedy.tuned())
    return by_weights(_kernels(), weights)


def played(given: tuple[str, float, list[Game]]) -> list[float]:
    """Return a player's scores in some games, then the processor seconds; the function of the tasks."""
    name, work, games = given
    play = _player(name, work)
    spent, scores = timed(partial(_all, play, games))
    return [*scores, spent]


def main() -> None:
    options = argparse.ArgumentParser(description="Strength of the players on paired games.")
    options.add_argument("--games", type=int, default=10_000)
    options.add_argument("--adviser-games", type=int, default=0)
    options.add_argument("--time", type=float, default=1.0, help="seconds of work for each move")
    options.add_argument("--jobs", type=int, default=1, help="processes that play at a time")
    chosen = options.parse_args()
    games = new_games(max(chosen.games, chosen.adviser_games))
    players = [
        ("tuned greedy", chosen.games),
        ("random", chosen.games),
        ("fitted policy", chosen.games),
        ("adviser", chosen.adviser_games),
    ]
    base: list[float] = []
    print(f"{'':<28}{'games':>6}  {'mean':>7} {'error':>6}  {'over greedy':>11} {'error':>6}  {'s/game':>8}")
    for name, number in players:
        if number == 0:
            continue
        size = ADVISER_PORTION if name == "adviser" else PORTION
        tasks = [
            Task(f"{name} {first}", (name, chosen.time, games[first : min(first + size, number)]))
            for first in range(0, number, size)
        ]
        scores: list[float] = []
        spent = 0.0
        for *item, seconds in run(played, tasks, jobs=chosen.jobs):
            scores += item
            spent += seconds
        base = base or scores
        value, error = mean_and_error(scores)
        over, over_error = mean_and_error([ours - theirs for ours, theirs in zip(scores, base, strict=False)])
        title = f"advice after {chosen.time} s" if name == "adviser" else name
        print(
            f"{title:<28}{number:>6}  {value:7.2f} {error:6.2f}  {over:11.2f} {over_error:6.2f}  "
            f"{spent / number:8.5f}"
        )


if __name__ == "__main__":
    main()
