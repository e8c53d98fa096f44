"""How last rounds of whole games ended, against what was played and what the rules carry out."""

import pytest

from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.log import read, replay
from pencilwright.solver.terra_mystica import last_rounds
from tests.games.terra_mystica.log.test_read import made


@pytest.mark.parametrize("seed", [11, 12])
def test_the_best_is_never_below_what_was_played(seed: int) -> None:
    results = last_rounds.last_rounds(log.to_ledger(made(seed, 4)), 1.0)
    assert len(results) == 4 and any(entry.own is not None for entry in results)
    for item in results:
        assert (item.own or 0) <= item.best <= item.at_most


def test_who_is_left_alone_has_the_points_of_the_whole_game() -> None:
    """Nobody acts after the last to pass, so that the frozen world is the one that was played."""
    game = made(13, 4)
    last = [
        entry.faction for entry in game.entries if entry.round == 6 and entry.commands and not entry.label
    ][-1]
    record = read.parse(log.to_ledger(game))
    whole = replay.replay(record)
    first = last_rounds._first_row(whole, last)
    state = replay.replay(record, last_rounds._before(record, whole, first)).position
    assert state is not None and all(player.passed for player in state.players if player.faction != last)
    rows = [line.commands for line in record.lines if line.number >= first and line.faction == last]
    points = last_rounds.own_points(state, last, rows)
    assert points is not None
    assert state.player(last).points + points == whole.score.totals[last]
