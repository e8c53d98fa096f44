"""Tests of the words and the short notation of moves."""

import pytest

from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.templates.phrases import say
from tests.games.troyes_dice.helpers import move, sheet, table
from tests.refusals import refused

WHEEL = table("R1 *Y2 W4 R5")
CASCADE = sheet("citizens=14/13/5")


@pytest.mark.slow
def test_every_move_of_a_position_full_of_cascades_reads_back_from_its_notation() -> None:
    moves = rules.legal_actions(CASCADE, WHEEL)
    texts = [move_text.notation(CASCADE, WHEEL, entry) for entry in moves]
    assert len(set(texts)) == len(moves) > 300
    for entry, text in list(zip(moves, texts, strict=True))[:: len(moves) // 30]:
        assert move_text.parse_move(text, CASCADE, WHEEL) == entry


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_move_reads_back_from_its_sentence(language: str) -> None:
    before = sheet("citizens=14/2/2")
    lines = [move_text.describe(before, WHEEL, entry) for entry in rules.legal_actions(before, WHEEL)]
    sentences = [say(item, language) for item in lines]
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences[::97]:
        entry = move_text.parse_move(f"  {sentence.upper()}. ", before, WHEEL)
        assert say(move_text.describe(before, WHEEL, entry), language) == sentence


def test_notation_does_not_mind_case_and_spaces() -> None:
    assert move(sheet(), WHEEL, " S2  w4>y3   PUBLIC ") == move(sheet(), WHEEL, "s2 W4>Y3 public")


def test_a_missing_or_wrong_choice_names_the_possible_ones() -> None:
    before = sheet("citizens=20/4/4")
    with refused("troyes.refused.no_choice", options="[yellow, white]"):
        move_text.parse_move("s0 R1 public yellow", before, WHEEL)
    with refused("json.words", known="[yellow, white]"):
        move_text.parse_move("s0 R1 public yellow red", before, WHEEL)
    with refused("troyes.refused.move", text="fortress1"):
        move_text.parse_move("s0 R1 public yellow white fortress1", before, WHEEL)


def test_no_raid_is_told_when_the_dice_are_unknown_or_the_game_is_over() -> None:
    assert str(move_text.describe_attack(sheet(), table("5am"))) == ""
    over = table("*R1 R1 R1 R1 8pm")
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
