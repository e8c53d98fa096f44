"""Whole games written down: replayed to the letter, written again, refused where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import example, own_values, transcript
from pencilwright.games.terracotta_army.setup import draw, to_code
from pencilwright.games.terracotta_army.state import start
from pencilwright.games.terracotta_army.transcript.lines import played
from tests.refusals import refused

from .helpers import at

GAMES = sorted((Path(__file__).parent / "games").glob("*.txt"))
CODE = to_code(draw("transcript"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_transcript_replays_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n= ") > 4, "how it stood is checked"
    game = transcript.parse(text)
    assert len(game.turns) > 10
    again = transcript.parse(transcript.to_text(game))
    assert again == game
    played = [
        line for line in text.splitlines() if line[:1] not in "#=|" and line[:5] not in ("setup", "score")
    ]
    assert [turn.line for turn in game.turns] == played


def test_a_line_that_says_how_it_stood_is_held_to_the_rules() -> None:
    text = GAMES[0].read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("= "))
    with refused("transcript.other"):
        transcript.parse(text.replace(first, first.replace("vp", "0vp", 1)))


def test_a_game_begins_with_a_setup_own_values_names_or_a_position() -> None:
    board = own_values.load("domination = [5, 5, 6, 8, 10]")
    state = start(draw("transcript"), board)
    state.human.name = "Ana"
    game = transcript.begin(state)
    text = transcript.to_text(game)
    assert text.splitlines()[:3] == [
        f"setup {CODE}",
        'board {"domination": [5, 5, 6, 8, 10]}',
        "player yellow Ana",
    ]
    assert transcript.parse(text).begin == state
    later = example.example("transcript", 2)
    text = transcript.to_text(transcript.begin(later))
    assert text.splitlines()[1].startswith('position {"format": "terracotta-army/2"')
    assert transcript.parse(text).begin == later


def test_the_turn_order_of_a_position_without_a_setup_is_kept() -> None:
    state = example.example("7", 3, players=3)
    state.setup = None
    text = transcript.to_text(transcript.begin(state))
    assert text.startswith("setup TA1\nposition ")
    assert transcript.parse(text).begin == state


def lines(*entries: str) -> str:
    return "\n".join([f"setup {CODE}", *entries])


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (lines("player yellow " + "x" * 300), "name.long"),
        (lines("P dice 1,1 take " + "1 " * 50), "words.wrong"),
        ("\n" * 4000, "wrong.lines most=3000 n=4000"),
        (lines("x" * 30_000), "wrong.long most=20000 n=30000"),
    ],
    ids=["name", "take", "lines", "signs"],
)
def test_what_is_too_long_is_no_transcript(text: str, key: str) -> None:
    with refused(key):
        transcript.parse(text)


def test_nothing_comes_after_the_score_and_the_score_is_that_of_the_rules() -> None:
    state = example.example("3", 0)
    text = transcript.to_text(transcript.begin(state))
    right = " ".join(f"{player.letter} {player.score}" for player in state.players)
    assert text.endswith(f"score {right}\n")
    with refused("transcript.after_score"):
        transcript.parse(text + "P dice 1,1")
    with refused("transcript.other"):
        transcript.parse(text.replace(f"score {right}", "score P 1 Y 2"))
    with refused("wrong.over"):
        transcript.parse(text.replace(f"score {right}", "P dice 1,1"))


def test_a_refused_turn_leaves_the_position_as_it_was() -> None:
    state = start(draw("transcript", players=2))
    letter = state.players[0].letter
    before = state.clone()
    sector = at(state, "inner", "build4")
    with pytest.raises(InputError):
        played(state, f"{letter} rotate inner, {sector}c / build officer E4 / do / -")
    assert state == before


SHORT = "\n".join(GAMES[-1].read_text(encoding="utf-8").splitlines()[:14])


@given(
    st.integers(0, len(SHORT) - 1), st.integers(0, 6), st.text("YPGBcado+-/=|, 0123456789endtakr", max_size=6)
)
def test_a_spoilt_transcript_is_read_or_refused_in_a_sentence(place: int, length: int, put: str) -> None:
    try:
        game = transcript.parse(SHORT[:place] + put + SHORT[place + length :])
    except InputError as error:
        assert str(error.sentence)
        return
    assert transcript.parse(transcript.to_text(game)) == game
