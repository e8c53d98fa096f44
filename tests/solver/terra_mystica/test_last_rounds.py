"""How last rounds of whole games ended, against what was played and what the rules carry out."""

import pytest

from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.log import read, replay
from pencilwright.solver.terra_mystica import last_rounds
from pencilwright.solver.terra_mystica.whole_round.answer import Answer
from pencilwright.solver.verify import Disagreement
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


def test_more_points_than_the_bound_are_a_defect_and_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_rounds.answer, "best", lambda *_, **__: Answer(-1, -1, ()))
    with pytest.raises(Disagreement, match="no line exceeds -1"):
        last_rounds.last_rounds(log.to_ledger(made(11, 2)), 0.1)


def test_a_pass_in_the_row_of_the_last_actions_begins_no_action_earlier() -> None:
    """Who is left alone may act and pass in one row: the question begins with it, not with the row before."""
    *lines, act, upgrade, other, last = log.to_text(made(13, 4)).rstrip().splitlines()
    who = last.split(":")[0]
    row = ". ".join((act, upgrade.split(": ")[1], last.split(": ")[1]))
    whole = replay.replay(read.parse("\n".join([*lines, row, other])))
    assert row.startswith(who) and row.endswith("pass") and whole.game.is_over
    assert last_rounds._first_row(whole, who) == len(lines) + 1
    before = max(n for n, line in enumerate(lines, 1) if line.startswith("darklings: upgrade"))
    assert last_rounds._first_row(whole, "darklings") == before, (
        "a row that is only a pass goes with the one before"
    )
