"""Tianxia on the command line: battle, questions, scoring, and a pad printed and read back."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from pencilwright.games.tianxia import marks
from pencilwright.games.tianxia.components import BOX
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.notation import to_text
from pencilwright.games.tianxia.own_values import load
from pencilwright.games.tianxia.puzzle import to_code
from pencilwright.games.tianxia.reading import parse, to_json
from pencilwright.games.tianxia.scoring import score
from pencilwright.games.tianxia.state import State
from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.solver.tianxia import puzzles
from pencilwright.solver.tianxia.advice import ASKS
from tests.app.doors import Door
from tests.games.tianxia.positions import battle_14_1, final_14_3, goals_14_4
from tests.refusals import pattern

TWICE = 1
"""Exit code of the dossier's example 14.3: it has OB8 in two hands, though there is one card of each."""


def written(position: State) -> str:
    Path("position.json").write_bytes(to_json(position))
    return "position.json"


@pytest.mark.slow
def test_a_pad_of_three_players_is_printed_filled_and_read_back(door: Door) -> None:
    for language, paper in (("en", "a4"), ("ja", "letter")):
        blank = build("tianxia", "score-sheet", setup=None, options=PrintOptions(language, paper))
        Path("pad.pdf").write_bytes(fill.fill(blank, marks.to_marks(final_14_3())))
        answer = door.data("score pad.pdf", code=TWICE)
        assert [sheet["total"] for sheet in answer["sheets"]] == [111, 106, 111]
        first = answer["ranking"][0]
        assert (first["place"], first["name"]) == (1, "copy 1, A")
        assert [(tie["what"], tie["number"]) for tie in first["by"]] == [("towers", 2), ("walls", 3)]


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_a_legal_pad_is_read_back_without_a_fault(door: Door, players: int) -> None:
    position = example(5, 0, players=players)
    blank = build("tianxia", "score-sheet", setup=None, options=PrintOptions(copies=2))
    Path("pad.pdf").write_bytes(fill.fill(blank, marks.to_marks(position), copy=2))
    totals = [sheet["total"] for sheet in door.data("score pad.pdf")["sheets"]]
    assert totals == [item.total for item in score(position).players.values()]


def test_the_score_in_words_names_the_winner_the_tie_break_and_each_problem_once(door: Door) -> None:
    ran = door("score", written(final_14_3()), code=TWICE)
    last = [line.split()[:3] for line in ran.out.splitlines() if line.split()[:1] in (["1"], ["2"], ["3"])]
    assert last[-3:] == [["1", "B", "111"], ["2", "P", "111"], ["3", "O", "106"]]
    assert "2 towers, 3 walls *" in ran.out and "3 governors in Qin and Yan" in ran.out
    problem = pattern("tianxia.problem.goal", card="OB8")
    assert ran.says("score.unverified") and len(re.findall(problem, ran.out)) == 1
    ways = [door.data("score", way, code=TWICE)["sheets"] for way in ("position.json", to_text(final_14_3()))]
    assert ways[0][0]["lines"] == ways[1][0]["lines"]
    players = final_14_3().players
    twice = (players[0], msgspec.structs.replace(players[1], goals=("OB10",)), players[2])
    ran = door("score", written(msgspec.structs.replace(final_14_3(), players=twice)), code=1)
    assert ran.says("tianxia.problem.goal", card="OB10")


def test_a_battle_is_told_step_by_step_with_its_house_defaults(door: Door) -> None:
    line = f"battle {written(battle_14_1())}"
    ran = door(line)
    assert ran.says("tianxia.battle.event.3.governors", space="Zhao2")
    assert ran.says("tianxia.unverified", names="the attack paths, the raid values")
    assert parse(door.data(line)["after"]).players[0].points == 15
    assert door.data(f"{line} --section 1")["after"] is None
    text = door("board tianxia").out
    assert load(text).unverified
    checked = re.sub(r"(?m)^#(\[raid_values\]|\d = \[3, 3, 3\])", r"\1", text)
    Path("box.toml").write_text(checked, encoding="utf-8")
    assert door(f"{line} --components box.toml").out.endswith("unverified house defaults: the attack paths\n")
    door.refuses(["battle", written(final_14_3())], "tianxia.battle.none")


def test_answers_speak_in_words_and_points(door: Door) -> None:
    ran = door("advise --ask goals --for B", written(goals_14_4()))
    assert "best: 39 points" in ran.out and "- discard OB24\n" in ran.out


@pytest.mark.slow
def test_without_a_question_everything_is_asked(door: Door) -> None:
    line = f"advise {written(example(3))} --for P"
    answer = door.data(line)
    assert answer == door.data(f"{line} --ask last-turns") and answer["ask"] == "last-turns"


@pytest.mark.parametrize(
    ("question", "field"),
    [("deliveries", "ships"), ("leftovers", "tiles"), ("governors", "candidates"), ("save", "space")],
)
def test_a_question_without_its_plan_names_what_is_missing(door: Door, question: str, field: str) -> None:
    err = door.refused(f"advise --ask {question} --for B", written(goals_14_4())).err
    assert f"plan.{question}.{field} is empty" in err


NOTATION = re.compile("|".join(sorted(BOX.open, key=len, reverse=True)))
"""What a Japanese answer has in small Latin letters: keys of the file of own values."""


def left_in_english(text: str) -> list[str]:
    """Words of an answer that are neither Japanese nor notation; two kinds of lines are notation."""
    lines = [line for line in text.splitlines() if not line.startswith(("指示の書き方では：", "戦闘後："))]
    return re.findall("[A-Za-z]*[a-z]{3,}", NOTATION.sub("", "\n".join(lines)))


@pytest.mark.parametrize(
    "question",
    [pytest.param(each, marks=pytest.mark.long if each == "last-turns" else ()) for each in ASKS],
)
def test_every_question_is_answered_in_japanese(door: Door, question: str) -> None:
    for seed, who in ((3, "B"), (8, "O")):
        out = door(f"advise --ask {question} --for {who} --lang ja", written(example(seed))).out
        assert f"（プレイヤー{who}）" in out and not left_in_english(out)


def test_battles_scores_setups_and_puzzles_are_japanese(door: Door) -> None:
    source = written(example(3))
    code = to_code(puzzles.candidate("wall", "ja 1"))
    for line in (f"battle {source}", f"score {source}", "setup tianxia", f"solve '{code}'"):
        out = door(f"{line} --lang ja").out
        assert out and set(left_in_english(out)) <= {"nothing"}, line
    battle = door.data(f"battle {source} --lang ja")["battles"][0]
    assert battle["events_phrase"][0]["key"] == "tianxia.battle.event.2a"
    assert battle["events"][0].startswith("ステップ2a：")
    assert battle["gains"][0]["reason_phrase"]["key"] == "tianxia.battle.award.1"


def test_scoring_takes_the_user_s_own_house_defaults(door: Door) -> None:
    own = 'tie_break = ["coins", "towers", "walls"]\nneutral_marker_ranks = true\n'
    Path("box.toml").write_text(own, encoding="utf-8")
    answer = door.data("score --components box.toml", written(final_14_3()), code=TWICE)
    assert (answer["ranking"][0]["name"], answer["ranking"][0]["by"][0]["what"]) == ("P", "coins")
    assert not any(line.get("unverified") for sheet in answer["sheets"] for line in sheet["lines"])
