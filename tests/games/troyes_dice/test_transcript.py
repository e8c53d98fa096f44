"""Games written down half-day by half-day: there and back, fair dice, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import rules, setup, status, transcript
from pencilwright.games.troyes_dice.transcript import Transcript


@pytest.fixture(scope="module", params=[False, True], ids=["base", "expansion"])
def game(request: pytest.FixtureRequest) -> Transcript:
    """A whole game on the fair dice of its code, each move the last of the legal ones."""
    drawn = setup.draw("a game", numbering="random", expansion=request.param)
    played = transcript.begin(drawn, "Ana")
    for roll in transcript.fair_rolls(setup.to_code(drawn)):
        played = played.played(roll, rules.legal_moves(*played.rolled(roll))[-1])
    return played


def test_a_game_is_read_back_as_it_was_written(game: Transcript) -> None:
    text = transcript.to_text(game)
    assert transcript.parse(text) == game
    assert text.splitlines()[0] == f"setup {setup.to_code(game.setup)}"
    assert text.splitlines()[-1] == f"score {rules.final_score(game.turns[-1].after)}"
    half = game._replace(turns=game.turns[:7])
    assert transcript.parse(transcript.to_text(half)) == half


def test_remarks_empty_lines_and_sentences_are_read(game: Transcript) -> None:
    first = game.turns[0]
    told = rules.describe(first.sheet, first.table, first.move)
    black, *others = first.roll
    dice = f"{others[0]} {others[1]} b{black} {others[2]}"
    read = transcript.parse(f"# ours\n\nsetup {setup.to_code(game.setup)}\n1AM {dice} | {told}\n")
    assert read == game._replace(player="", turns=game.turns[:1])


def test_each_turn_begins_where_the_one_before_ended(game: Transcript) -> None:
    for number, turn in enumerate(game.turns):
        sheet, table = game._replace(turns=game.turns[:number]).rolled(turn.roll)
        assert (sheet, table) == (turn.sheet, turn.table)
        assert rules.play(sheet, table, turn.move) == turn.after
        assert turn.time == transcript.time_of(number)


def test_the_dice_follow_from_the_code_alone() -> None:
    code = setup.to_code(setup.draw("dice"))
    assert transcript.fair_rolls(code) == transcript.fair_rolls(code.lower())
    assert transcript.fair_rolls(code)[:3] == [(1, 3, 4, 5), (3, 1, 3, 6), (2, 1, 3, 6)]
    other = setup.to_code(setup.draw("other dice"))
    assert transcript.fair_rolls(code) != transcript.fair_rolls(other)
    faces = [die for number in range(300) for roll in transcript.fair_rolls(_code(number)) for die in roll]
    assert all(abs(faces.count(face) / len(faces) - 1 / 6) < 0.01 for face in range(1, 7))


def _code(number: int) -> str:
    return setup.to_code(setup.draw(number))


def test_a_game_that_is_over_takes_no_more_dice(game: Transcript) -> None:
    with pytest.raises(InputError, match="the game is over"):
        game.rolled((1, 1, 1, 1))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [], "the transcript is empty"),
        (lambda lines: lines[1:], "line 1: a game begins with its setup"),
        (lambda lines: ["setup TD1-0000-0000-0000"], "line 1: "),
        (lambda lines: [*lines[:3], *lines[4:]], "line 4: the next half-day is 1pm, not '2am'"),
        (lambda lines: [*lines[:2], "1am b1 2 3 | s0 W2 gain"], "line 3: 'b1 2 3' is no roll"),
        (lambda lines: [*lines[:2], "1am b1 2 3 4 s0 W2 gain"], "line 3: a half-day is told as"),
        (lambda lines: [*lines[:2], "1am b1 2 3 4 | fallback"], "line 3: "),
        (lambda lines: [*lines[:5], "score 12"], "line 6: a score stands at the end of the game"),
        (lambda lines: [*lines[:-1], "score 1"], "line 19: the moves lead to "),
        (lambda lines: [*lines, "8pm b1 2 3 4 | s0 W2 gain"], "line 20: nothing may follow the score"),
        (lambda lines: [lines[0], "player " + "x" * 300], "line 2: sheet.player has"),
        (lambda lines: [lines[0], "player a\x1b[2J"], "line 2: sheet.player holds a character"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(
    game: Transcript, change: Callable[[list[str]], list[str]], message: str
) -> None:
    lines = transcript.to_text(game).splitlines()
    with pytest.raises(InputError) as caught:
        transcript.parse("\n".join(change(lines)))
    assert str(caught.value).startswith(message)


def test_a_position_in_lines_shows_dice_prices_resources_and_boxes(game: Transcript) -> None:
    last = game.turns[-1]
    lines = status.tell(last.sheet, last.table).splitlines()
    assert [line[:12].strip() for line in lines[:4]] == [
        "s0  free",
        "s1  1 of any",
        "s2  1 denier",
        "s3  2 denier",
    ]
    assert sum("black die on" in line for line in lines) == 1
    assert lines[4].startswith("at hand") and lines[5].startswith("citizens")
    assert [line.split()[0] for line in lines[7:10]] == ["red", "yellow", "white"]
    before, table = game._replace(turns=()).position()
    assert status.tell(before, table).startswith("at hand     influence 3 (of 3 circled)")
