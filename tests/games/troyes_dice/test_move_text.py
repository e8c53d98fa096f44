"""Tests of the words and the short notation of moves."""

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.templates.phrases import say
from tests.games.troyes_dice.helpers import move, sheet, table

WHEEL = table(slots="RYWR", black=2, dice=(1, 4, 5))  # R1, black Y2, W4, R5
CASCADE = sheet(citizens=(14, 13, 5))


@pytest.mark.slow
def test_every_move_of_a_position_full_of_cascades_reads_back_from_its_notation() -> None:
    moves = rules.legal_actions(CASCADE, WHEEL)
    texts = [move_text.notation(CASCADE, WHEEL, entry) for entry in moves]
    assert len(set(texts)) == len(moves) > 300
    for entry, text in list(zip(moves, texts, strict=True))[:: len(moves) // 30]:
        assert move_text.parse_move(text, CASCADE, WHEEL) == entry


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_move_reads_back_from_its_sentence(language: str) -> None:
    before = sheet(citizens=(14, 2, 2))
    lines = [move_text.describe(before, WHEEL, entry) for entry in rules.legal_actions(before, WHEEL)]
    sentences = [say(item, language) for item in lines]
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences[::97]:
        entry = move_text.parse_move(f"  {sentence.upper()}. ", before, WHEEL)
        assert say(move_text.describe(before, WHEEL, entry), language) == sentence


def test_notation_does_not_mind_case_and_spaces() -> None:
    assert move(sheet(), WHEEL, " S2  w4>y3   PUBLIC ") == move(sheet(), WHEEL, "s2 W4>Y3 public")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("s0 R1 gain", "take the red 1 for free, gain 1 influence"),
        ("s0 R1>Y2 gain", "take the red 1 for free, spend 1 influence and 2 knowledge, gain 2 deniers"),
        ("s0 R1>Y1 gain", "take the red 1 for free, spend 2 knowledge, gain 1 denier"),
        ("s3 R5 public", "take the red 5 for 2 deniers, build count's palace 5: +2 red citizens"),
        ("s2 W4 prestige", "take the white 4 for 1 denier, build cathedral 4 (number 1)"),
        (
            "s0 R1>Y1 prestige",
            "take the red 1 for free, spend 2 knowledge, build great market 1 (2 dice): "
            "+6 influence, +1 red citizen",
        ),
    ],
)
def test_moves_are_told_in_words(text: str, words: str) -> None:
    assert str(move_text.describe(sheet(), WHEEL, move(sheet(), WHEEL, text))) == words


def test_a_chain_of_bonuses_is_told_in_its_order() -> None:
    before = sheet(citizens=(3, 3, 2), knowledge=(5, 0))
    entry = move(before, WHEEL, "s2 W4 public")
    assert str(move_text.describe(before, WHEEL, entry)) == (
        "take the white 4 for 1 denier, build bishop's palace 4: +2 white citizens; "
        "column 3 bonus: +1 influence, +1 denier, +1 knowledge, +1 white citizen"
    )


def test_what_a_20th_citizen_brings_is_told() -> None:
    before = sheet(citizens=(18, 2, 2))
    words = str(move_text.describe(before, WHEEL, move(before, WHEEL, "s0 R1 public")))
    assert words == (
        "take the red 1 for free, build count's palace 1: +2 red citizens; "
        "20th red citizen: +1 yellow citizen, +1 white citizen; "
        "column 3 bonus: +1 influence, +1 denier, +1 knowledge"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s2 W4>Y3", "no legal move here reads"),
        ("s2 W4 dance", "no legal move here reads"),
        ("s7 W4 gain", "slot is 7; it must be 0 to 3"),
        ("s2 W5 gain", "slot 2 holds W4, not W5"),
        ("s2 W4>Y9 gain", "a die shows 1 to 6, not 9"),
        ("s1 Y2 gain", "is not possible in this position"),
        ("s2:I W4 gain", "is not possible in this position"),
        ("fallback", "is not possible in this position"),
        ("hello", "no legal move here reads 'hello'"),
        ("", "no legal move here reads ''"),
        ("s2 W4 gain red", "'red' is not possible"),
    ],
)
def test_a_wrong_move_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        move_text.parse_move(text, sheet(), WHEEL)
    assert caught.value.field == "move"


def test_a_missing_or_wrong_choice_names_the_possible_ones() -> None:
    before = sheet(citizens=(20, 4, 4))
    with pytest.raises(InputError, match="needs one more choice: yellow, white"):
        move_text.parse_move("s0 R1 public yellow", before, WHEEL)
    with pytest.raises(InputError, match="there is no 'red'; choose yellow, white"):
        move_text.parse_move("s0 R1 public yellow red", before, WHEEL)
    with pytest.raises(InputError, match="'fortress1' is not possible"):
        move_text.parse_move("s0 R1 public yellow white fortress1", before, WHEEL)


def test_a_move_at_a_finished_game_is_refused() -> None:
    over = table(8, "pm", black=1, dice=(1, 1, 1))
    rules.end_half(over)
    with pytest.raises(InputError, match="game is over"):
        move_text.parse_move("s2 W4 gain", sheet(), over)


def test_no_raid_is_told_when_the_dice_are_unknown_or_the_game_is_over() -> None:
    assert str(move_text.describe_attack(sheet(), table(5))) == ""
    over = table(8, "pm", black=1, dice=(1, 1, 1))
    rules.end_half(over)
    assert str(move_text.describe_attack(sheet(), over)) == ""


def test_the_events_of_a_move_come_in_the_order_of_marking() -> None:
    story = move_text.events(sheet(), WHEEL, move(sheet(), WHEEL, "s2 W4>W3 prestige"))
    assert [(event.what, event.a, event.b) for event in story] == [
        ("price", 1, 1),
        ("spend", 0, 1),
        ("action", 0, 0),
        ("build", 4, 2),
        ("number", 2, 1),
    ]
