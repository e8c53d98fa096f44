"""Players of whole solo games of Terracotta Army: `python -m benchmarks.chancellor [--keep FILE]`.

Three players meet the chancellor on the same setups and dice: one who places as `advise --ask placement`
says at the usual cost wherever the wheel grants it and plays simply else; one who takes the best turn by
the points that are certain; and one who weighs besides what is left to play on with (forecast.py) and what
the chancellor's pieces are worth, but no turn of three pieces. The last one measures how much harder each
difficulty option is: all options play the same games, so that the differences have smaller errors than the
margins. A file of games that were played (`--keep`) is gone on with.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.measuring import Run, mean_and_error
from benchmarks.table import Row, line
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.example import simple_choice, simple_turn
from pencilwright.games.terracotta_army.rules import actions, turns
from pencilwright.games.terracotta_army.rules.choice import NOTHING, ActionChoice
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import Player, State, start
from pencilwright.solver.terracotta_army.placing import best_placements
from pencilwright.solver.terracotta_army.question import PlacingQuestion
from pencilwright.solver.terracotta_army.turn import kernel, leaves
from pencilwright.solver.terracotta_army.turn.best import Search
from pencilwright.solver.terracotta_army.turn.forecast import RIVAL, forecast
from pencilwright.solver.terracotta_army.turn.wheel import Way, Wheel

SEED: Final = "chancellor"
OPTIONS: Final = ("", "1", "2", "3", "4", "5", "6", "7", "8", "6,7", "1,2,3,4,5,6,7,8")
"""Difficulty options, one by one, and some together."""
COST: Final = 3
WHOLE: Final = "whole game"
GAMES, PAIRED = 1_000, 200

Plays = Callable[[State, Player, Stream], None]
"""Plays a turn of the human on the position."""


class Game(NamedTuple):
    """How a game ended: points of both, and how far apart inspectors and tiles put them in each round."""

    yours: int
    his: int
    inspectors: tuple[int, ...]
    tiles: tuple[int, ...]

    @property
    def margin(self) -> int:
        """Your points less his; you win with more."""
        return self.yours - self.his


def whole_game(state: State, player: Player, _: Stream) -> None:
    """Play the turn of the player who plays on: certain points, a forecast, and the chancellor's points."""
    ways = [way for way in Wheel(state, player).ways() if _usual(way, player)]
    search = Search(
        state, player.letter, 1, leaves.load(), later=forecast(state, player), rival=RIVAL, ways=ways
    )
    turns.apply_turn(state, search.turn(search.ways[0].way, search.ways[0].spots.best[0][1]))


def _usual(way: Way, player: Player) -> bool:
    """Return whether a way is weighed: two pieces at most, a slide alone, the cheapest token."""
    pieces, token = way.purse.pieces, way.choices[1].token
    return (
        len(pieces) < kernel.DEPTH
        and (len(pieces) < 2 or kernel.SLIDE not in pieces)
        and (not token or token == player.tokens[0])
    )


def certain(state: State, player: Player, _: Stream) -> None:
    """Play the best turn by the points that are certain."""
    search = Search(state, player.letter, 1, leaves.load())
    turns.apply_turn(state, search.turn(search.ways[0].way, search.ways[0].spots.best[0][1]))


def placing(state: State, player: Player, stream: Stream) -> None:
    """Play the best placement at the usual cost where an action grants it, else a simple turn."""
    advised = placement(state, player)
    place = None if advised is None else granted(state, player, advised)
    if advised is None or place is None:
        simple_turn(state, player, stream)
        return
    sector, artisan, wanted = place
    actions.place(state, player, sector, artisan)
    for ring in actions.RINGS:
        choice = advised if ring == wanted else simple_choice(state, player, sector, ring, stream)
        if wanted == "outer" and ring != wanted and not _leaves(state, player, sector, ring, choice, advised):
            choice = NOTHING
        actions.apply_action(state, player, sector, ring, choice)


def _leaves(
    state: State, player: Player, sector: int, ring: str, choice: ActionChoice, wanted: ActionChoice
) -> bool:
    """Return whether a choice leaves a purchase on the outer ring possible."""
    after = state.clone()
    actions.apply_action(after, after.player(player.letter), sector, ring, choice)
    return wanted in actions.legal_actions_for(after, after.player(player.letter), sector, "specialist")


def placement(state: State, player: Player) -> ActionChoice | None:
    """Return the best placement of one piece as `advise --ask placement` weighs it; None for none."""
    result = best_placements(PlacingQuestion(state, player.letter, cost=COST), kernels=leaves.load()).plans
    return result[0].choices[0] if result else None


def granted(state: State, player: Player, choice: ActionChoice) -> tuple[int, bool, str] | None:
    """Return where the wheel grants a placement: sector, worker, ring; the cheapest build first."""
    results = []
    for sector, artisan in actions.places(state, player):
        if choice.what == "specialist":
            if actions.action(state, sector, "outer") == "specialist":
                results.append((0, artisan, sector, "outer"))
            continue
        name = actions.action(state, sector, "inner")
        if name.startswith("build") and player.wet >= int(name.removeprefix("build")):
            results.append((int(name.removeprefix("build")), artisan, sector, "inner"))
    if not results:
        return None
    _, artisan, sector, ring = min(results)
    return sector, artisan, ring


PLAYERS: Final[Mapping[str, Plays]] = {"placement": placing, "best turn": certain}


def play(number: int, difficulty: str, plays: Plays) -> Game:
    """Play a whole game; the same number is the same setup and the same dice for every player."""
    state = start(draw(f"{SEED} {number}", players=1, difficulty=difficulty))
    dice, own = Stream.from_seed(f"{SEED} {number} dice"), Stream.from_seed(f"{SEED} {number} own")
    inspectors, tiles = [], []
    while not state.over:
        mover = state.to_move()
        if mover is None:
            end = f"end {state.round}"
            built = simulation.follow(procedure.surprise, state, stream=dice.fork(end)).state
            inspectors.append(_gap(built, "inspector"))
            tiles.append(_gap(built, "tile"))
            state = simulation.follow(procedure.finish_round, state, stream=dice.fork(end)).state
        elif state.is_him(mover):
            turn = dice.fork(f"{state.round} {mover.in_hand}")
            state = simulation.follow(procedure.turn((turn.die(), turn.die())), state, stream=turn).state
        else:
            plays(state, mover, own)
    return Game(state.human.score, state.him.score, tuple(inspectors), tuple(tiles))


def _gap(state: State, kind: str) -> int:
    """Return how far apart the events of a kind put the two of them in this scoring phase."""
    you, him = state.human.letter, state.him.letter
    events = [award for award in scoring.phase(state) if award.id.partition(".")[0] == kind]
    return abs(sum(event.points.get(you, 0) - event.points.get(him, 0) for event in events))


class Series:
    """Games of one player or one option, kept as they are played."""

    def __init__(self) -> None:
        self.games: list[Game] = []

    @property
    def margins(self) -> list[int]:
        """Your points less his, game by game."""
        return [game.margin for game in self.games]

    def won(self) -> tuple[float, float]:
        """Return the share of games that you win, and its error."""
        return mean_and_error([float(margin > 0) for margin in self.margins])

    def against(self, other: Series) -> tuple[float, float]:
        """Return the mean difference of margins on the same games, and its error."""
        return mean_and_error([a - b for a, b in zip(self.margins, other.margins, strict=False)])


class Stored:
    """Games that were played before, as lines of a file; without a file none are."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._games: dict[tuple[int, str], Game] = {}
        if path is not None and path.exists():
            for text in path.read_text(encoding="utf-8").splitlines():
                number, name, *rest = json.loads(text)
                yours, his, inspectors, tiles = rest
                self._games[number, name] = Game(yours, his, tuple(inspectors), tuple(tiles))

    def play(self, number: int, name: str, difficulty: str, plays: Plays) -> Game:
        """Return a game of a name: the one that is kept, or a new one, which is kept from now on."""
        if (number, name) not in self._games:
            self._games[number, name] = game = play(number, difficulty, plays)
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps((number, name, *game)) + "\n")
        return self._games[number, name]


def measure_all(
    named: Mapping[str, tuple[str, Plays]],
    games: int,
    seconds: float,
    tell: Callable[[str], None],
    stored: Stored | None = None,
) -> dict[str, Series]:
    """Return games of each name (difficulty and player), the same for all, as many as there is time for."""
    result, stored = {name: Series() for name in named}, stored or Stored(None)
    started = time.monotonic()
    for number in range(games):
        for name, (difficulty, plays) in named.items():
            result[name].games.append(stored.play(number, name, difficulty, plays))
        spent = time.monotonic() - started
        tell(f"{number + 1} games of each in {spent:.0f} s")
        if spent * (number + 2) / (number + 1) > seconds and number:
            break
    return result


def table(results: Mapping[str, Series]) -> list[str]:
    """Return a line of a table for each series; differences are from the first one."""
    base = next(iter(results.values()))
    rows = []
    for name, series in results.items():
        won, won_error = series.won()
        margin, error = mean_and_error([float(margin) for margin in series.margins])
        less, less_error = series.against(base)
        cells = (
            name or "none",
            f"{len(series.games)}",
            f"{100 * won:.0f} ± {100 * won_error:.0f} %",
            f"{margin:+.1f} ± {error:.1f}",
            "" if series is base else f"{less:+.1f} ± {less_error:.1f}",
        )
        rows.append(line(cells))
    return rows


def gaps(series: Series) -> list[str]:
    """Return a line for each round: how far apart inspectors and the tile put both players, on average."""
    rows = []
    for number in range(box.ROUNDS):
        inspectors = mean_and_error([float(game.inspectors[number]) for game in series.games])
        tiles = mean_and_error([float(game.tiles[number]) for game in series.games])
        texts = (f"{mean:.1f} ± {error:.1f}" for mean, error in (inspectors, tiles))
        rows.append(line((f"{number + 1}", *texts)))
    return rows


def players(
    games: int, seconds: float, tell: Callable[[str], None], stored: Stored | None = None
) -> dict[str, Series]:
    """Return games of the first two players without difficulty options."""
    return measure_all({name: ("", plays) for name, plays in PLAYERS.items()}, games, seconds, tell, stored)


def options(
    games: int, seconds: float, tell: Callable[[str], None], stored: Stored | None = None
) -> dict[str, Series]:
    """Return games of the last player with each difficulty option."""
    return measure_all({name: (name, whole_game) for name in OPTIONS}, games, seconds, tell, stored)


def measure(run: Run) -> list[Row]:
    """Return the rows of the players against the placing one, and of the options against none."""
    met = players(run.number(PAIRED, 3), float("inf"), run.tell)
    harder = options(run.number(GAMES, 2), float("inf"), run.tell)
    met |= {WHOLE: harder[""]}
    return [
        *_rows(met, "points more than placing alone", 5),
        *_rows(harder, "points more than without options"),
    ]


def _rows(results: Mapping[str, Series], what: str, target: int | None = None) -> list[Row]:
    """Return a row for each series but the first one."""
    base_name, *names = results
    rows = []
    for name in names:
        won, won_error = results[name].won()
        more, error = results[name].against(results[base_name])
        text = (
            f"{more:+.1f} ± {error:.1f} {what}, wins {100 * won:.0f} ± {100 * won_error:.0f} %, "
            f"{len(results[name].games)} games"
        )
        reached = None if target is None else more >= target
        rows.append(
            Row(name, base_name or "none", text, None, f"at least +{target}" if target else "", reached)
        )
    return rows


def main() -> None:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(description="Players of whole games, and how hard each option is.")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each option at most")
    parser.add_argument("--paired", type=int, default=PAIRED, help="games of each player at most")
    parser.add_argument("--minutes", type=float, default=40.0, help="about as long for the options")
    parser.add_argument("--keep", type=Path, help="a file in which games are kept, and gone on with")
    chosen = parser.parse_args()

    def tell(text: str) -> None:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    stored = Stored(chosen.keep)
    met = players(chosen.paired, float("inf"), tell, stored) if chosen.paired else {}
    harder = options(chosen.games, 60 * chosen.minutes, tell, stored)
    print("\n".join([*table(met | {WHOLE: harder[""]}), "", *table(harder), "", *gaps(harder[""])]))


if __name__ == "__main__":
    main()
