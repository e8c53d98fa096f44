"""The benchmark of last rounds: a run that was stopped goes on where it ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import last_rounds
from pencilwright.games.terra_mystica.log import read
from tests.games.terra_mystica.log.test_read import made
from tests.games.terra_mystica.log.writing import to_ledger


@pytest.mark.parametrize("starts", [False, True])
def test_what_a_file_keeps_is_not_asked_again(
    starts: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = to_ledger(made(11, 2))
    (tmp_path / "evening.txt").write_text(text, encoding="utf-8")
    case = (last_rounds.beginning if starts else last_rounds.ending)("evening", read.parse(text))
    assert case is not None and case.state.round == 6 and not case.state.player(case.who).passed
    file = tmp_path / "kept.jsonl"
    file.write_text(json.dumps(["evening", case.who, 5, 7, 8, 61.25]) + "\n", encoding="utf-8")
    before = file.read_text(encoding="utf-8")
    last_rounds.main([str(tmp_path), "--keep", str(file), *(["--starts"] if starts else [])])
    summary = capsys.readouterr().out
    assert f"| evening | {case.who} | 5 | 7 | 8 | 61.2 |" in summary
    assert "0 of 1 proved best; at least the player's in 1 of 1, more in 1" in summary
    assert file.read_text(encoding="utf-8") == before


@pytest.mark.slow
def test_an_end_of_a_ledger_is_answered_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = to_ledger(made(11, 2))
    record = read.parse(text)
    case = last_rounds.ending("evening", record)
    assert case is not None
    (tmp_path / "evening.txt").write_text(text, encoding="utf-8")
    file = tmp_path / "kept.jsonl"
    last_rounds.main([str(tmp_path), "--keep", str(file)])
    (row,) = last_rounds.stored(file).values()
    assert row.points <= row.at_most and (row.own is None or row.own <= row.at_most)
    assert f"{int(row.points == row.at_most)} of 1 proved best" in capsys.readouterr().out


def test_who_is_left_alone_has_the_points_of_the_whole_game() -> None:
    """Nobody acts after the last to pass, so that the frozen world is the one that was played."""
    game = made(13, 4)
    case = last_rounds.ending("evening", read.parse(to_ledger(game)))
    assert case is not None
    assert all(player.passed for player in case.state.players if player.faction != case.who)
    points = last_rounds.own_points(case.state, case.who, case.rows)
    assert points is not None
    assert case.state.player(case.who).points + points == game.score.totals[case.who]
