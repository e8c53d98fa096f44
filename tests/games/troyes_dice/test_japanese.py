"""All that is told about a position of Troyes Dice has its words in Japanese."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pencilwright.games import GAMES, sheets
from pencilwright.games.shared.marks import VALUES
from pencilwright.games.troyes_dice import legality, marks, puzzle, scoring
from pencilwright.games.troyes_dice.components import CITIZEN_SPACES
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.markrules import mark_rules
from pencilwright.games.troyes_dice.play import move_text, rules, status
from pencilwright.games.troyes_dice.play.totals import time_text
from pencilwright.games.troyes_dice.play.vectors import position, vectors
from pencilwright.games.troyes_dice.reading import parse
from pencilwright.games.troyes_dice.state import Table
from pencilwright.templates.phrases import Phrase, joined, say
from tests.games.troyes_dice.helpers import move, sheet, table
from tests.japanese import english_in
from tests.refusals import has, refused

TROYES = GAMES["troyes-dice"]


def test_a_move_reads_as_japanese() -> None:
    wheel = table("R1 *Y2 W4 R5")
    before = sheet("citizens=18/2/2")
    summary = move_text.describe(before, wheel, move(before, wheel, "s0 R1 public"))
    assert say(summary, "ja") == (
        "赤の1を無料で取る、1列の伯爵邸を建てる：騎士2人獲得。騎士20人目：職人1人獲得、司祭1人獲得。"
        "3列目の列ボーナス：影響力1獲得、1ドゥニエ獲得、知識1獲得"
    )
    summary = move_text.describe(sheet(), wheel, move(sheet(), wheel, "s0 R1>Y2 gain"))
    assert say(summary, "ja") == "赤の1を無料で取る、影響力1と知識2を使う、2ドゥニエを得る"


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("left", [1, 4, 9])
def test_moves_raids_and_positions_are_told_without_english(left: int, expansion: bool) -> None:
    chance = Random(left)
    for seed in range(6):
        state = example(seed, left, 1, expansion=expansion)
        before, wheel = vectors(state)
        assert english_in(move_text.describe_attack(before, wheel)) == []
        own, wheel = position(state)
        assert english_in(status.tell(own, wheel, "ja")) == []
        own[rules.CIT : rules.CIT + 3] = [chance.choice((5, 10, 13, 19, CITIZEN_SPACES)) for _ in range(3)]
        moves = rules.legal_actions(own, wheel)
        for item in chance.sample(moves, min(20, len(moves))):
            assert english_in(move_text.describe(own, wheel, item)) == []
            assert english_in(joined(puzzle.move_in_words(own, wheel, item), "ja")) == []


def test_lines_of_a_score_its_title_and_its_half_days_are_told_without_english() -> None:
    for seed in range(8):
        state = example(seed, 0)
        result = scoring.score(state)
        messages = [line.reason for line in result.lines]
        assert english_in(joined(messages, "ja")) == []
        title = TROYES.band(result.total, TROYES.components.STANDARD)
        assert isinstance(title, Phrase) and english_in(title) == []
    assert [say(time_text(half), "ja") for half in (0, 5, 16)] == ["1日目午前", "3日目午後", "ゲーム終了"]
    assert {name for rule in mark_rules(None) for name in english_in(rule.reason)} == set()


@pytest.mark.slow
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_what_is_wrong_with_a_sheet_is_told_without_english(seed: int) -> None:
    chance = Random(seed)
    setup = example(seed % 7, 0).setup
    drawn = [mark for mark in marks.MARKS if mark.kind != "text"]
    values = marks.to_marks(example(seed % 7, seed % 5))
    for mark in chance.sample(drawn, chance.choice((1, 2, 60))):
        values[mark.id] = chance.choice(("", *VALUES[mark.kind]))
    problems = sheets.read(TROYES, values, setup).problems
    for problem in sheets.with_remedies(TROYES, values, setup, problems[:3]):
        remedy = problem.remedy.words if problem.remedy else ""
        for text in (problem.rule, problem.nearest, remedy):
            assert text == "" or isinstance(text, Phrase)
            assert english_in(text, "RYWY") == []


@pytest.mark.parametrize(
    "changes",
    [
        {"day": 9},
        {"half": "over"},
        {"up": "RRRRRRRRR"},
        {"up": "WYWYRYWRY"},
        {"pillage": (0, 1)},
        {"day": 1, "half": "am"},
        {"day": 8, "half": "pm"},
    ],
)
@pytest.mark.parametrize("expansion", [False, True])
def test_what_is_wrong_with_a_table_is_told_without_english(
    changes: dict[str, object], expansion: bool
) -> None:
    played = example(5, 6, 2, expansion=expansion)
    assert played.table is not None
    stored = {name: getattr(played.table, name) for name in Table.__struct_fields__}
    wrong = replace(played, table=Table(**{**stored, **changes}))
    problems = legality.problems(wrong)
    assert problems
    for problem in problems:
        text = joined((problem.rule, problem.nearest), "ja")
        assert [run for run in english_in(text) if not set(run) <= set("RYW")] == [], text


def test_a_citizen_too_many_is_told_by_colour_and_not_as_three_numbers() -> None:
    values = {f"citizens.red.{n}": "circled" for n in (1, 2, 3)} | {"citizens.white.1": "circled"}
    (problem,) = sheets.read(TROYES, values, None).problems
    assert has(problem.rule, "troyes.problem.citizens")
    assert (
        say(problem.rule, "ja")
        == "建物・リンク・資源のマスから得る市民は騎士0人（印は3）、司祭0人（印は1）です"
    )


def test_a_position_read_from_a_line_is_refused_in_japanese() -> None:
    with refused("line.parts") as caught:
        parse("TD1 8pm")
    assert "準備、日時、広場、ダイス、資源" in say(caught.value.sentence, "ja")
