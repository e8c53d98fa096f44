"""How last rounds of whole games ended, against what was played and what the rules carry out."""

from dataclasses import replace

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.log import read, replay
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica import advice, last_rounds
from pencilwright.solver.terra_mystica.two_rounds.script import recorded
from pencilwright.solver.terra_mystica.whole_round.answer import Answer
from pencilwright.solver.verify import Disagreement
from pencilwright.templates.phrases import Sentence, say
from tests.games.terra_mystica.log.test_read import made


@pytest.mark.parametrize("seed", [11, pytest.param(12, marks=pytest.mark.slow)])
def test_the_best_is_never_below_what_was_played(seed: int) -> None:
    results = last_rounds.last_rounds(log.to_ledger(made(seed, 4)), 0.1)
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


def test_two_rounds_are_told_step_by_step_with_what_was_played_and_the_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Stopped at once, the line is what was played; `plan` carries each row of it out."""
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.001)
    told = []

    def stop(now: Sentence, done: int, whole: int) -> None:
        told.append(say(now, "en"))
        raise KeyboardInterrupt

    game = made(11, 3)
    who = game.setup.factions[1]
    answer = last_rounds.two_rounds(log.to_ledger(game), FACTIONS[who].colour, seconds=9.0, progress=stop)
    assert answer.stopped and answer.faction == who
    total = game.score.totals[who]
    assert answer.played == answer.value == total and (answer.at_most or 0) >= total
    assert told[0] == f"{total} points so far"
    assert [step.notation for step in answer.steps] == list(answer.plan.commands)
    assert sum(step.notation.startswith("pass") for step in answer.steps) == 2
    text = advice.in_words(answer, 0, "en")
    assert f"the last two rounds: {total} points at the end of the game" in text.splitlines()[0]
    assert text.index("Round 5") < text.index("Round 6") < text.index(f"played: {total} points")
    assert "The others' rows stay as they were" in text and "Opponents stay" not in text
    assert all(word in advice.in_words(answer, 0, "ja") for word in ("第5ターン", "第6ターン", f"{total}点"))


def test_rows_that_come_to_other_points_here_are_said_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of the Cultists do whose power came late in the game."""
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.001)
    game = made(11, 3)
    who = game.setup.factions[1]
    script = recorded(game.record, who)
    other = replace(script, total=script.total + 2)
    monkeypatch.setattr(last_rounds, "recorded", lambda *_: other)

    def stop(now: Sentence, done: int, whole: int) -> None:
        raise KeyboardInterrupt

    answer = last_rounds.two_rounds(log.to_ledger(game), who, seconds=9.0, progress=stop)
    assert answer.played == answer.value == script.total
    assert f"the game ended with {script.total + 2}" in advice.in_words(answer, 0, "en")
    other.own = other.own._replace(rows={**other.own.rows, 5: (("burn 12",), *other.own.rows[5])})
    with pytest.raises(InputError, match="cannot be carried out again"):
        last_rounds.two_rounds(log.to_ledger(game), who, seconds=9.0)


def test_who_asks_about_two_rounds_is_in_the_game() -> None:
    text = log.to_ledger(made(11, 3))
    with pytest.raises(InputError, match="say who asks"):
        last_rounds.two_rounds(text, seconds=1.0)
    other = next(name for name in FACTIONS if name not in made(11, 3).setup.factions)
    with pytest.raises(InputError, match="nobody plays"):
        last_rounds.two_rounds(text, other, seconds=1.0)


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
