"""Rows of logs in words: every command of recorded games, in both languages."""

from pathlib import Path

import pytest

from pencilwright.games.terra_mystica.components import BONUS, FAVOURS, POWER_ACTIONS, TOWNS
from pencilwright.games.terra_mystica.log import read
from pencilwright.games.terra_mystica.words import names
from pencilwright.games.terra_mystica.words.action_words import in_words
from pencilwright.templates.phrases import joined, say
from tests.games.terra_mystica.helpers import in_japanese

LOGS = sorted((Path(__file__).parent.parent / "games").glob("*.txt"))


def test_every_command_of_recorded_games_has_words() -> None:
    met = set()
    for path in LOGS:
        for row in read.parse(path.read_text(encoding="utf-8")).lines:
            for word in in_words(". ".join(row.commands)):
                met.add(word.key)
                in_japanese(word)
    assert "mystica.move.text" not in met and len(met) > 10


@pytest.mark.parametrize(
    ("row", "english", "japanese"),
    [
        (
            "burn 1. action ACT5. dig 1. build E7. +TW2",
            "sacrifice 1 power, power action for a spade (ACT5), dig with 1 spade, build a dwelling on E7, "
            "take the town tile with 7 VP and 2 workers (TW2)",
            "パワーを1犠牲にする、スコップ1のパワーアクション（ACT5）、スコップを1つ買う、E7に家を建てる、"
            "7点と労働者2の町タイル（TW2）を取る",
        ),
        (
            "action BON2. +air",
            "1 step on Air with the bonus card with a cult step (BON2)",
            "教団1段のボーナスカード（BON2）で風の教団を1段進める",
        ),
        (
            "action SH. +2water",
            "2 steps on Water with the action of the stronghold (SH)",
            "砦のアクション（SH）で水の教団を2段進める",
        ),
        (
            "convert 6pw to 2w. upgrade C4 to TE. send p to fire for 1. advance ship 2",
            "change 6 power into 2 workers, upgrade C4 to a temple, return a priest for a step on Fire, "
            "a step of shipping",
            "パワー6を労働者2に換える、C4を神殿に改築する、司祭を戻して火の教団を1段進める、船を1段進める",
        ),
        (
            "leech 2 from witches. convert pw to c. advance ship",
            "take 2 power from the Witches, change 1 power into 1 coin, a step of shipping",
            "ウィッチからパワー2を得る、パワー1をコイン1に換える、船を1段進める",
        ),
        (
            "+TW5 air fire. moon",
            "take the town tile with 8 VP and a step on each cult (TW5), first for Air, Fire, command moon",
            "8点と各教団1段の町タイル（TW5）を取る（先に風、火）、命令moon",
        ),
        (
            "grant 10w 0c 3pw ACT1",
            "given for the calculation: 10 workers, 3 power, power action for a bridge (ACT1)",
            "計算のために与える：労働者10、パワー3、橋のパワーアクション（ACT1）",
        ),
    ],
)
def test_a_row_in_words(row: str, english: str, japanese: str) -> None:
    assert (joined(in_words(row), "en"), joined(in_words(row), "ja")) == (english, japanese)


@pytest.mark.parametrize("name", [*BONUS, *FAVOURS, *POWER_ACTIONS, *TOWNS, "SH", "BRIDGE"])
def test_a_thing_is_told_by_what_it_does_and_its_number(name: str) -> None:
    english, japanese = (say(names.thing(name), language) for language in ("en", "ja"))
    assert english.endswith(f" ({name})") and japanese.endswith(f"（{name}）")
