"""Our adviser against OpenSpiel's MCTS bot on Troyes Dice, at equal time per move, on paired seeds.

The bot meets our rules through openspiel_game.py. It values positions in two ways: by random games in Python
(OpenSpiel's own evaluator), or by random games of our compiled kernels, which is the stronger opponent as it
sees far more of them in the same time. How much work each player may do was chosen once so that all take
about the same time per move, and is fixed: the same games are played on every machine. The table shows the
times per move that were measured.
"""

from __future__ import annotations

import statistics
from functools import partial
from typing import Any

from benchmarks import random_play
from benchmarks.measuring import Run, mean_and_error, milliseconds, peer
from benchmarks.paired import Comparison, Player, compare
from benchmarks.table import Row
from pencilwright.games.rng import seed_word
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver import compiled, stream
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact.expectimax import best_moves
from pencilwright.solver.troyes_dice.play import rollouts

EXPLORATION = 5.0  # points; 3 to 30 make no difference that 20 games show
GAMES_A_LEAF = 2  # of the compiled evaluator; more of them in fewer simulations are no better
SIMULATIONS = {"compiled": 50, "own": 15}  # about 8 ms a move
GAMES = {"compiled": 2000, "own": 200}
NAMES = ("random_action", "end_half", "random_games")
WORK = 2400  # half-days of the rollouts for each move, half of them to choose it: about the same time


class CompiledGames:
    """An evaluator for OpenSpiel: the mean of random games by our kernels.

    Parameters
    ----------
    speed : kernels with "random_action", "end_half" and "random_games".
    seed : of the random games.
    """

    def __init__(self, speed: Kernels, seed: int | str, games: int = GAMES_A_LEAF) -> None:
        self.speed = speed
        self.play = random_play.new_play(speed, seed)
        self.games = games

    def evaluate(self, state: Any) -> Any:
        """Return the mean final score of random games from a state, for its one player."""
        numpy = peer("numpy", "numpy")
        vector = self.speed.vector
        sheet, table = vector(state.vectors.sheet), vector(state.vectors.table)
        if not rules.dice_known(state.vectors.table):
            total = self.speed.random_games(sheet, table, self.play, self.games)
            return numpy.array([total / self.games])
        total = 0
        for _ in range(self.games):
            self.play.sheet[:] = sheet
            self.play.table[:] = table
            self.speed.random_action(self.play)
            self.speed.end_half(self.play.table)
            after = vector(self.play.sheet), vector(self.play.table)
            total += self.speed.random_games(*after, self.play, 1)
        return numpy.array([total / self.games])

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Return the chances of a roll, or the same for every action."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def kernels() -> Kernels:
    """Return what CompiledGames needs."""
    return compiled.load([rules, stream, random_play], NAMES)


def bot_player(
    seed: str, *, simulations: int, speed: Kernels | None, exploration: float = EXPLORATION
) -> Player:
    """Return OpenSpiel's MCTS bot as a player; without kernels it plays its own random games in Python.

    Its solver of finished parts of the tree is off: among moves it prefers any proved one with points to
    better ones that are not proved, as it was made for games that are won or lost.
    """
    numpy = peer("numpy", "numpy")
    mcts = peer("open_spiel.python.algorithms.mcts", "open_spiel")
    from benchmarks.openspiel_game import TroyesGame, TroyesState, Vectors

    draws = numpy.random.RandomState(seed_word(seed) % 2**32)
    evaluator = CompiledGames(speed, seed) if speed else mcts.RandomRolloutEvaluator(1, draws)
    game = TroyesGame()
    bot = mcts.MCTSBot(game, exploration, simulations, evaluator, solve=False, random_state=draws)

    def player(sheet: list[int], table: list[int]) -> Move:
        state = TroyesState(game, Vectors(sheet, table))
        half = table[rules.HALF]
        code, choices = bot.step(state), []
        state.apply_action(code)
        while state.vectors.table[rules.HALF] == half:
            choices.append(bot.step(state))
            state.apply_action(choices[-1])
        return Move(code, tuple(choices))

    return player


def measure(run: Run) -> list[Row]:
    """Return the mean scores of the adviser and of the bot, and their difference with its standard error."""
    peer("pyspiel", "open_spiel")
    rows = []
    adviser = partial(adviser_of_game, rollouts.kernels())
    for kind, speed in (("compiled", kernels()), ("own", None)):
        bot = partial(bot_of_game, SIMULATIONS[kind], speed)
        games = run.number(GAMES[kind], 10)
        tell = partial(_tell, run, kind)
        result = compare(adviser, bot, games, name="mcts", tell=tell)
        rows.append(row("adviser (rollouts)", f"OpenSpiel's MCTS, {kind} random games", result))
    return rows


def adviser_of_game(speed: Kernels, number: int) -> Player:
    """Return the player who takes what rollouts recommend, and the best move of the last half-day."""

    def player(sheet: list[int], table: list[int]) -> Move:
        if table[rules.HALF] == rules.OVER - 1:
            return best_moves(sheet, table, distributions=0).moves[0].move
        seed = f"adviser {number} {table[rules.HALF]}"
        return rollouts.best_moves(sheet, table, work=WORK, seed=seed, with_kernels=speed).moves[0].move

    return player


def bot_of_game(simulations: int, speed: Kernels | None, number: int) -> Player:
    """Return the bot of the game with this number."""
    return bot_player(f"mcts {number}", simulations=simulations, speed=speed)


def _tell(run: Run, kind: str, line: str) -> None:
    run.tell(f"{kind} random games: {line}")


def row(what: str, against: str, result: Comparison) -> Row:
    """Return a comparison as a row: reached where the first leads by more than two standard errors."""
    means = [statistics.fmean(side.scores) for side in (result.first, result.second)]
    errors = [mean_and_error(side.scores)[1] for side in (result.first, result.second)]
    measured = (
        f"{means[0]:.2f} ± {errors[0]:.2f} / {means[1]:.2f} ± {errors[1]:.2f} points, difference "
        f"{result.difference:+.2f} ± {result.error:.2f}, {len(result.first.scores)} games, "
        f"{milliseconds(result.first.seconds)} / {milliseconds(result.second.seconds)} a move"
    )
    is_ahead = result.difference > 2 * result.error
    return Row(what, against, measured, None, "ahead by more than two standard errors", is_ahead)
