"""Actions a second in random games: Troyes Dice against OpenSpiel's games that are written in Python."""

from __future__ import annotations

import random
import time
from functools import partial
from typing import Any

from benchmarks import random_play
from benchmarks.measuring import Run, peer, timed
from benchmarks.playouts import listed_games
from benchmarks.table import Row, as_text
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver import compiled, stream

PEER_GAMES = ("python_tic_tac_toe", "python_block_dominoes")
SECONDS = 3.0
COMPILED_GAMES = 200_000
PLAIN_GAMES = 1000
TARGET = 50


def peer_rate(game: Any, seconds: float) -> float:
    """Return the players' actions a second of random games in OpenSpiel; chance moves are not counted."""
    draws = random.Random(1)
    actions = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draws.choices(outcomes, weights)[0])
            else:
                state.apply_action(draws.choice(state.legal_actions()))
                actions += 1
    return actions / (time.process_time() - started)


def measure(run: Run) -> list[Row]:
    """Return our actions a second (one for each half-day, bonus choices not counted) against each peer's."""
    pyspiel = peer("pyspiel", "open_spiel")
    for module in ("tic_tac_toe", "block_dominoes"):  # importing them registers them
        peer(f"open_spiel.python.games.{module}", "open_spiel")
    quick = compiled.load([rules, stream, random_play], ["random_games"])
    sheet, table = vectors(example("actions", rules.OVER, rolls=0))
    many, few = run.number(COMPILED_GAMES, 20_000), run.number(PLAIN_GAMES, 100)
    start = (quick.vector(sheet), quick.vector(table), random_play.new_play(quick, "seed"))
    fast, _ = timed(partial(quick.random_games, *start, many))
    slow, _ = timed(partial(listed_games, sheet, table, few, "seed"))
    rows = []
    for name in PEER_GAMES:
        run.tell(name)
        theirs = peer_rate(pyspiel.load_game(name), run.number(int(SECONDS), 1))
        for kind, rate in (("compiled", many * rules.OVER / fast), ("plain Python", few * rules.OVER / slow)):
            ratio = rate / theirs
            is_aim = kind == "compiled"
            rows.append(
                Row(
                    f"actions a second, {kind}",
                    f"OpenSpiel {name}",
                    f"{as_text(rate)} / {as_text(theirs)} actions/s",
                    ratio,
                    f"≥ {TARGET}x" if is_aim else "",
                    ratio >= TARGET if is_aim else None,
                )
            )
    return rows
