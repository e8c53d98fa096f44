"""Tests of the words and the short notation of moves."""

import pytest

from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.templates.phrases import Phrase, Word, say
from tests.games.troyes_dice.helpers import move, sheet, table
from tests.refusals import refused

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


def parts(text: Word) -> list[str]:
    """Return the keys of a move's words with the numbers in their blanks, but for what only lists them."""
    if isinstance(text, tuple):
        return [part for item in text for part in parts(item)]
    if not isinstance(text, Phrase):
        return []
    key = text.key.removeprefix("troyes.").removeprefix("move.")
    own = ":".join([key, *(str(value) for _, value in text.words if isinstance(value, int))])
    inner = [part for _, value in text.words for part in parts(value)]
    return inner if key.startswith("list.") else [own, *inner]


TAKE = "take die:1 colour.red setup.free"


@pytest.mark.parametrize(
    ("citizens", "text", "told"),
    [
        ((0, 0, 0), "s0 R1 gain", f"{TAKE} gain amount.influence:1"),
        (
            (0, 0, 0),
            "s0 R1>Y2 gain",
            f"{TAKE} spend amount.influence:1 amount.knowledge:2 gain amount.deniers:2",
        ),
        ((0, 0, 0), "s0 R1>Y1 gain", f"{TAKE} spend amount.knowledge:2 gain amount.deniers:1"),
        (
            (0, 0, 0),
            "s3 R5 public",
            "take die:5 colour.red amount.deniers:2 brings plus amount.citizens.red:2 build "
            "building:5 building.counts_palace",
        ),
        (
            (0, 0, 0),
            "s2 W4 prestige",
            "take die:4 colour.white amount.deniers:1 number:1 build building:4 building.cathedral",
        ),
        (
            (0, 0, 0),
            "s0 R1>Y1 prestige",
            f"{TAKE} spend amount.knowledge:2 brings plus amount.influence:6 plus "
            "amount.citizens.red:1 market:2 build building:1 building.great_market",
        ),
        (
            (3, 3, 2),
            "s2 W4 public",
            "take die:4 colour.white amount.deniers:1 brings plus amount.citizens.white:2 build "
            "building:4 building.bishops_palace brings plus amount.influence:1 plus amount.deniers:1 "
            "plus amount.knowledge:1 plus amount.citizens.white:1 bonus.column:3",
        ),
        (
            (18, 2, 2),
            "s0 R1 public",
            f"{TAKE} brings plus amount.citizens.red:2 build building:1 building.counts_palace brings "
            "plus amount.citizens.yellow:1 plus amount.citizens.white:1 bonus.red:20 brings plus "
            "amount.influence:1 plus amount.deniers:1 plus amount.knowledge:1 bonus.column:3",
        ),
    ],
)
def test_moves_are_told_in_their_order(citizens: tuple[int, ...], text: str, told: str) -> None:
    before = sheet(citizens=citizens, knowledge=(5, 0) if citizens == (3, 3, 2) else (3, 0))
    assert " ".join(parts(move_text.describe(before, WHEEL, move(before, WHEEL, text)))) == told


def test_a_missing_or_wrong_choice_names_the_possible_ones() -> None:
    before = sheet(citizens=(20, 4, 4))
    with refused("troyes.refused.no_choice", options="[yellow, white]"):
        move_text.parse_move("s0 R1 public yellow", before, WHEEL)
    with refused("json.words", known="[yellow, white]"):
        move_text.parse_move("s0 R1 public yellow red", before, WHEEL)
    with refused("troyes.refused.move", text="fortress1"):
        move_text.parse_move("s0 R1 public yellow white fortress1", before, WHEEL)


def test_a_move_at_a_finished_game_is_refused() -> None:
    over = table(8, "pm", black=1, dice=(1, 1, 1))
    rules.end_half(over)
    with refused("wrong.over"):
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
