"""Games written down half-day by half-day: there and back, fair dice, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import move_text, rules, status, transcript
from pencilwright.games.troyes_dice.play.transcript import Transcript
from pencilwright.games.troyes_dice.play.vectors import position
from pencilwright.templates.phrases import phrase, say, word
from tests.refusals import refused, says


@pytest.fixture(scope="module", params=[False, True], ids=["base", "expansion"])
def game(request: pytest.FixtureRequest) -> Transcript:
    """A whole game on the fair dice of its code, each move the last of the legal ones."""
    drawn = setup.draw("a game", numbering="random", expansion=request.param)
    played = transcript.begin(drawn, "Ana")
    for roll in transcript.fair_rolls(setup.to_code(drawn)):
        played = played.played(roll, rules.legal_actions(*played.rolled(roll))[-1])
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
    summary = str(move_text.describe(first.sheet, first.table, first.move))
    black, *others = first.roll
    dice = f"{others[0]} {others[1]} b{black} {others[2]}"
    read = transcript.parse(f"# ours\n\nsetup {setup.to_code(game.setup)}\n1AM {dice} | {summary}\n")
    assert read == game._replace(player="", turns=game.turns[:1])


def test_each_turn_begins_where_the_one_before_ended(game: Transcript) -> None:
    for number, turn in enumerate(game.turns):
        sheet, table = game._replace(turns=game.turns[:number]).rolled(turn.roll)
        assert (sheet, table) == (turn.sheet, turn.table)
        assert rules.apply_action(sheet, table, turn.move) == turn.after
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
    with refused("wrong.over"):
        game.rolled((1, 1, 1, 1))


@pytest.mark.parametrize(
    ("change", "n", "key"),
    [
        (lambda lines: [], 0, "transcript.empty"),
        (lambda lines: lines[1:], 1, "transcript.setup"),
        (lambda lines: ["setup TD1-0000-0000-0000"], 1, "code.wrong"),
        (lambda lines: [*lines[:3], *lines[4:]], 4, "troyes.transcript.time next=1pm text=2am"),
        (lambda lines: [*lines[:2], "1am b1 2 3 | s0 W2 gain"], 3, "troyes.refused.roll"),
        (lambda lines: [*lines[:2], "1am b1 2 3 4 s0 W2 gain"], 3, "troyes.transcript.no_bar"),
        (lambda lines: [*lines[:2], "1am b1 2 3 4 | fallback"], 3, "troyes.refused.move"),
        (lambda lines: [*lines[:5], "score 12"], 6, "transcript.early_score"),
        (lambda lines: [*lines[:-1], "score 1"], 19, "transcript.other"),
        (lambda lines: [*lines, "8pm b1 2 3 4 | s0 W2 gain"], 20, "transcript.after_score"),
        (lambda lines: [lines[0], "player " + "x" * 300], 2, "name.long"),
        (lambda lines: [lines[0], "player a\x1b[2J"], 2, "name.unprintable"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(
    game: Transcript, change: Callable[[list[str]], list[str]], n: int, key: str
) -> None:
    lines = transcript.to_text(game).splitlines()
    with refused(key, **({"n": n} if n else {})):
        transcript.parse("\n".join(change(lines)))


def test_a_position_in_lines_shows_dice_prices_resources_and_boxes(game: Transcript) -> None:
    last = game.turns[-1]
    lines = status.tell(last.sheet, last.table, "en").splitlines()
    assert [line[:12].strip() for line in lines[:4]] == [
        "s0  free",
        "s1  1 of any",
        "s2  1 denier",
        "s3  2 denier",
    ]
    assert sum(says(line, "troyes.status.black") for line in lines) == 1
    sheet = lines[next(at for at, line in enumerate(lines) if line.startswith("at hand")) :]
    assert sheet[1].startswith("citizens")
    assert [line.split()[0] for line in sheet[3:6]] == ["red", "yellow", "white"]
    before, table = game._replace(turns=()).position()
    told = status.tell(before, table, "en").partition("\nat hand     ")[2]
    assert told.startswith(at_hand("influence", 3, 3))


def at_hand(resource: str, n: int, circled: int) -> str:
    """The words of a resource."""
    words = phrase(f"resource.{resource}")
    return say(phrase("troyes.status.resource", resource=words, n=n, circled=circled), "en")


TOLD = f"""\
s0  free        red 1
s1  1 of any    white 2
s2  1 denier    red 3 (tile 8, feast)
s3  2 deniers   black die on white 6, not for sale
to come     free            1 of any        1 denier        2 deniers       up/hidden
  6am       W/W tile 7      W/R             Y/R             R/Y
  6pm       W/R             R/R tile 8      Y/W             Y/Y tile 1
  7am       W/R             Y/R             R/Y             W/R
tile 8      P2, feast: {word("en", "troyes.tile.8.feast")}
tile 1      P4, pillage: {word("en", "troyes.tile.1.pillage")}
tile 7      P6, pillage: {word("en", "troyes.tile.7.pillage")}
at hand     {at_hand("influence", 6, 9)}, {at_hand("deniers", 8, 15)}, {at_hand("knowledge", 14, 15)}
citizens    red 11, yellow 2, white 4 (of 20)
            col 1   col 2   col 3   col 4   col 5   col 6
red         1 C     2 C     3       4 x     5 x     6       F fortress, C count's palace
yellow      1 x     2 G     3 x     4       5 G     6       G great market, T town hall
white       1 B     2       3       4       5       6 x     C cathedral, B bishop's palace
            x struck
links       fortress 1+2: 1 red citizen, 3+4: 1 yellow citizen (lost), 5+6: 1 white citizen (lost)
            count's palace 1+2: 2 red citizens (had), 5+6: 3 influence (lost)
            town hall 1+2: 3 deniers (lost), 3+4: 2 yellow citizens (lost)
            bishop's palace 3+4: 3 knowledge, 5+6: 2 white citizens (lost)"""


def test_a_position_in_lines_says_what_lies_on_the_table_and_on_the_sheet() -> None:
    state = example(3, 7, 1, expansion=True)
    sheet, table = position(state)
    assert status.tell(sheet, table, "en") == TOLD
    own = state.sheet
    left = [track.circled - track.spent for track in (own.influence, own.deniers, own.knowledge)]
    assert left == [6, 8, 14]
    assert (own.citizens.red, own.citizens.yellow, own.citizens.white) == (11, 2, 4)
    assert (own.built.counts_palace, own.built.great_market, own.built.bishops_palace) == (
        (1, 2),
        (2, 5),
        (1,),
    )
    assert own.links == ("L4",)


def test_the_wheel_to_come_shows_the_plaza_that_the_black_die_turns_on_its_other_side() -> None:
    state = example(3, 7, 1, expansion=True)
    _, table = position(state)
    black = rules.NOTCH[4 * table[rules.HALF] + table[rules.BLACK]]
    up = rules.face(table, black)
    rules.end_half(table)
    assert rules.face(table, black) != up
    last = status.tell(*position(example(3, 1, 1)), "en")
    assert "to come" not in last and "tile" not in last
    next_to_last = status.tell(*position(example(3, 2, 1)), "en")
    assert "\n  8pm " in next_to_last and "8am" not in next_to_last
