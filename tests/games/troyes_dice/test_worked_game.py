"""Replays every transcript; the worked game of section 14 of the rules checks every column of its table."""

from pathlib import Path

import pytest

from pencilwright.games.troyes_dice import scoring
from pencilwright.games.troyes_dice.play import rules
from tests.games.troyes_dice import transcripts
from tests.games.troyes_dice.helpers import fields

TRANSCRIPTS = sorted(transcripts.FOLDER.glob("*.txt"))
WORKED_GAME = transcripts.FOLDER / "worked_game.txt"


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_replays_line_by_line(path: Path) -> None:
    transcript = transcripts.read(path)
    sheet: list[int] = []
    for written, facts, after in transcripts.replay(transcript):
        assert written.title == facts["title"]
        lines = {name: text for name, text in written.lines.items() if name != "dice"}
        assert lines == {name: facts[name] for name in lines}, written.title
        sheet = after
    assert len(transcript.half_days) == 16
    score = scoring.score_sheet(sheet)
    expected = {"total": str(score.total)} | {line.id: f"{line.points} {line.reason}" for line in score.lines}
    assert transcript.score == expected


def test_the_worked_game_ends_on_52_with_the_sheet_of_section_14() -> None:
    transcript = transcripts.read(WORKED_GAME)
    *_, (_, _, sheet) = transcripts.replay(transcript)
    assert fields(sheet) == {
        "influence": "18-9", "deniers": "18-12", "knowledge": "16-6", "citizens": "7/16/10",
        "fortress": "4", "counts_palace": "", "great_market": "1234", "town_hall": "125",
        "cathedral": "34", "bishops_palace": "156",
        "struck.red": "126", "struck.yellow": "36", "struck.white": "236",
    }  # fmt: skip
    score = scoring.score_sheet(sheet)
    assert [line.points for line in score.lines] == [0, 0, 4, 3, 0, 0, 4, 3, 5, 7, 16, 10]
    assert score.total == rules.final_score(sheet) == 52


@pytest.mark.parametrize("name", ["wheel", "raid", "move", "words", "paid", "effect", "left", "citizens"])
def test_the_worked_game_states_every_column_for_all_half_days(name: str) -> None:
    assert all(half_day.lines.get(name) for half_day in transcripts.read(WORKED_GAME).half_days)
