"""Tianxia on the command line: battle, questions, scoring, and a pad printed and read back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from pencilwright.app.cli.main import run
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
from tests.games.tianxia.positions import battle_14_1, final_14_3, goals_14_4
from tests.refusals import says
from tests.solver.tianxia.instances import deliveries_o3, jade_o4, leftovers_o5, wall_o2

TWICE = 1
"""Exit code of the dossier's example 14.3: it has OB8 in two hands, though there is one card of each."""
Capture = pytest.CaptureFixture[str]


def written(folder: Path, position: State) -> str:
    path = folder / "position.json"
    path.write_bytes(to_json(position))
    return str(path)


def test_a_pad_of_three_players_is_printed_filled_and_read_back(tmp_path: Path, capsys: Capture) -> None:
    for language, paper in (("en", "a4"), ("ja", "letter")):
        blank = build("tianxia", "score-sheet", setup=None, options=PrintOptions(language, paper))
        path = tmp_path / f"pad-{language}.pdf"
        path.write_bytes(fill.fill(blank, marks.to_marks(final_14_3())))
        assert run(["score", str(path), "--json"]) == TWICE
        answer = json.loads(capsys.readouterr().out)
        assert [sheet["total"] for sheet in answer["sheets"]] == [111, 106, 111]
        first = answer["ranking"][0]
        assert (first["place"], first["name"]) == (1, "copy 1, A")
        assert [(tie["what"], tie["number"]) for tie in first["by"]] == [("towers", 2), ("walls", 3)]


@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_a_legal_pad_is_read_back_without_a_fault(tmp_path: Path, capsys: Capture, players: int) -> None:
    position = example(5, 0, players=players)
    blank = build("tianxia", "score-sheet", setup=None, options=PrintOptions(copies=2))
    path = tmp_path / "pad.pdf"
    path.write_bytes(fill.fill(blank, marks.to_marks(position), copy=2))
    assert run(["score", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [sheet["total"] for sheet in answer["sheets"]] == [
        e.total for e in score(position).players.values()
    ]


def test_a_sum_that_a_player_got_wrong_is_remarked_on(tmp_path: Path, capsys: Capture) -> None:
    position = example(5, 0)
    own = {"p1.sum.total": str(score(position).players["B"].total), "p2.sum.jade": "99"}
    path = tmp_path / "pad.pdf"
    path.write_bytes(fill.fill(build("tianxia", "score-sheet", setup=None), marks.to_marks(position) | own))
    assert run(["score", str(path), "--json"]) == 0
    remarks = [sheet["remarks"] for sheet in json.loads(capsys.readouterr().out)["sheets"]]
    assert [len(remark) for remark in remarks] == [0, 1, 0]
    assert remarks[1][0].startswith("the sheet says '99' for player 2, own sum: Jade")


def test_the_problems_of_a_table_are_told_once(tmp_path: Path, capsys: Capture) -> None:
    assert run(["score", written(tmp_path, final_14_3())]) == TWICE
    assert capsys.readouterr().out.count("OB8 is in two hands") == 1


def test_the_ways_to_enter_a_position_agree(tmp_path: Path, capsys: Capture) -> None:
    answers = []
    for source in (written(tmp_path, final_14_3()), to_text(final_14_3())):
        assert run(["score", source, "--json"]) == TWICE
        answers.append([sheet["lines"] for sheet in json.loads(capsys.readouterr().out)["sheets"]])
    assert answers[0] == answers[1]


def test_the_score_in_words_names_the_winner_and_the_tie_break(tmp_path: Path, capsys: Capture) -> None:
    assert run(["score", written(tmp_path, final_14_3())]) == TWICE
    out = capsys.readouterr().out
    last = out.splitlines()
    assert [line.split()[:3] for line in last if line.split()[:1] in (["1"], ["2"], ["3"])][-3:] == [
        ["1", "B", "111"], ["2", "P", "111"], ["3", "O", "106"],
    ]  # fmt: skip
    assert "2 towers, 3 walls *" in out
    assert says(out, "score.unverified")
    assert "3 governors in Qin and Yan" in out


def test_a_position_that_breaks_the_rules_is_scored_with_exit_code_1(tmp_path: Path, capsys: Capture) -> None:
    players = final_14_3().players
    twice = (players[0], msgspec.structs.replace(players[1], goals=("OB10",)), players[2])
    assert run(["score", written(tmp_path, msgspec.structs.replace(final_14_3(), players=twice))]) == 1
    assert says(capsys.readouterr().out, "tianxia.problem.goal", card="OB10")


def test_a_battle_is_told_step_by_step_with_its_house_defaults(tmp_path: Path, capsys: Capture) -> None:
    source = written(tmp_path, battle_14_1())
    assert run(["battle", source]) == 0
    out = capsys.readouterr().out
    assert "step 3: Zhao2 is raided" in out
    assert "unverified house defaults: the attack paths, the raid values" in out
    assert run(["battle", source, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert parse(answer["after"]).players[0].points == 15
    assert run(["battle", source, "--section", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["after"] is None
    assert run(["battle", written(tmp_path, final_14_3())]) == 2
    assert "no chieftain stands on a battle space" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("position", "question", "player", "value"),
    [(goals_14_4(), "goals", "B", 39), (wall_o2(), "wall", "O", 38), (jade_o4(), "jade", "B", 48)],
)
def test_questions_are_answered_with_their_optimum(
    tmp_path: Path, capsys: Capture, position: State, question: str, player: str, value: int
) -> None:
    source = written(tmp_path, position)
    assert run(["advise", source, "--ask", question, "--for", player, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["value"], answer["player"]) == (value, player)
    assert run(["advise", source, "--ask", question, "--for", player]) == 0
    out = capsys.readouterr().out
    assert f"best: {value} points" in out
    assert ("no limit is applied" in out) == (question == "wall")


def test_answers_speak_in_words_and_points(tmp_path: Path, capsys: Capture) -> None:
    assert run(["advise", written(tmp_path, deliveries_o3()), "--ask", "deliveries", "--for", "B"]) == 0
    text = capsys.readouterr().out
    assert says(text, "tianxia.advice.best", value=20, nothing=2)
    assert "- turn in Qi: deliver to Qi, space 1, paying 3 helmet" in text
    assert run(["advise", written(tmp_path, goals_14_4()), "--ask", "goals", "--for", "B"]) == 0
    assert "- discard OB24\n" in capsys.readouterr().out
    assert run(["advise", written(tmp_path, leftovers_o5(True)), "--ask", "leftovers", "--for", "B"]) == 0
    assert "- use BT-08\n" in capsys.readouterr().out


@pytest.mark.slow
def test_without_a_question_everything_is_asked(tmp_path: Path, capsys: Capture) -> None:
    source = written(tmp_path, example(3))
    answers = []
    for ask in ([], ["--ask", "last-turns"]):
        assert run(["advise", source, *ask, "--for", "P", "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1] and answers[0]["ask"] == "last-turns"


@pytest.mark.parametrize(
    ("question", "field"),
    [("deliveries", "ships"), ("leftovers", "tiles"), ("governors", "candidates"), ("save", "space")],
)
def test_a_question_without_its_plan_names_what_is_missing(
    tmp_path: Path, capsys: Capture, question: str, field: str
) -> None:
    assert run(["advise", written(tmp_path, goals_14_4()), "--ask", question, "--for", "B"]) == 2
    assert f"plan.{question}.{field} is empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    "question",
    [pytest.param(ask, marks=pytest.mark.slow if ask == "last-turns" else ()) for ask in ASKS],
)
def test_the_example_answers_every_question(tmp_path: Path, capsys: Capture, question: str) -> None:
    assert run(["advise", written(tmp_path, example(3)), "--ask", question, "--for", "P"]) == 0
    assert ", proved" in capsys.readouterr().out


NOTATION = re.compile("|".join(sorted(BOX.open, key=len, reverse=True)))
"""What a Japanese answer has in small Latin letters: keys of the file of own values."""


def left_in_english(text: str) -> list[str]:
    """Words of an answer that are neither Japanese nor notation; two kinds of lines are notation."""
    lines = [line for line in text.splitlines() if not line.startswith(("指示の書き方では：", "戦闘後："))]
    return re.findall("[A-Za-z]*[a-z]{3,}", NOTATION.sub("", "\n".join(lines)))


@pytest.mark.parametrize(
    "question",
    [pytest.param(each, marks=pytest.mark.slow if each == "last-turns" else ()) for each in ASKS],
)
def test_every_question_is_answered_in_japanese(tmp_path: Path, capsys: Capture, question: str) -> None:
    for seed, who in ((3, "B"), (8, "O")):
        questions = [
            "advise",
            written(tmp_path, example(seed)),
            "--ask",
            question,
            "--for",
            who,
            "--lang",
            "ja",
        ]
        assert run(questions) == 0
        out = capsys.readouterr().out
        assert f"（プレイヤー{who}）" in out and not left_in_english(out)


def test_battles_scores_setups_and_puzzles_are_japanese(tmp_path: Path, capsys: Capture) -> None:
    source = written(tmp_path, example(3))
    question = to_code(puzzles.candidate("wall", "ja 1"))
    for command in (
        ["battle", source],
        ["score", source],
        ["setup", "tianxia", "--deal"],
        ["solve", question],
    ):
        assert run([*command, "--lang", "ja"]) == 0
        out = capsys.readouterr().out
        assert out and set(left_in_english(out)) <= {"nothing"}, command
    assert run(["battle", source, "--lang", "ja", "--json"]) == 0
    battle = json.loads(capsys.readouterr().out)["battles"][0]
    assert battle["events_phrase"][0]["key"] == "tianxia.battle.event.2a"
    assert battle["events"][0].startswith("ステップ2a：")
    assert battle["gains"][0]["reason_phrase"]["key"] == "tianxia.battle.award.1"


def test_setups_take_the_game_s_own_options(capsys: Capture) -> None:
    assert run(["setup", "tianxia", "--seed", "1", "--players", "4", "--fix", "qin1=P6", "--json"]) == 0
    setup = json.loads(capsys.readouterr().out)["setup"]
    assert (setup["players"], setup["buildings"]["qin1"]) == (4, "P6")
    assert run(["setup", "tianxia", "--expansion"]) == 2
    assert "No such option '--expansion'" in capsys.readouterr().err


def test_hands_and_stacks_are_dealt_from_the_share_code(tmp_path: Path, capsys: Capture) -> None:
    assert run(["setup", "tianxia", "--seed", "1", "--players", "4", "--deal", "--json"]) == 0
    drawn = json.loads(capsys.readouterr().out)
    assert run(["setup", "tianxia", "--code", drawn["code"], "--deal", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["deal"] == drawn["deal"]
    hands = [card for hand in drawn["deal"]["goal_hands"] for card in hand]
    assert len(hands) == 12 and len({*hands, *drawn["deal"]["goal_deck"]}) == 28
    assert [len(stack) for stack in drawn["deal"]["round_stacks"]] == [5, 5, 5, 5]
    assert "normal_nomad_cards" in drawn["deal"]["anonymous"]
    own = tmp_path / "box.toml"
    own.write_text('normal_nomad_cards = ["a", "b", "c"]', encoding="utf-8")
    assert run(["setup", "tianxia", "--seed", "1", "--deal", "--components", str(own)]) == 2
    assert "normal_nomad_cards has 3 entries; it needs 4" in capsys.readouterr().err
    assert run(["setup", "troyes-dice", "--deal"]) == 2
    assert "No such option '--deal'" in capsys.readouterr().err


def test_the_house_defaults_can_be_printed_and_given_back(tmp_path: Path, capsys: Capture) -> None:
    assert run(["board", "tianxia"]) == 0
    text = capsys.readouterr().out
    assert load(text).unverified
    own = tmp_path / "box.toml"
    checked = re.sub(r"(?m)^#(\[raid_values\]|\d = \[3, 3, 3\])", r"\1", text)
    own.write_text(checked, encoding="utf-8")
    assert run(["battle", written(tmp_path, battle_14_1()), "--components", str(own)]) == 0
    assert capsys.readouterr().out.endswith("unverified house defaults: the attack paths\n")


def test_scoring_names_its_house_defaults_and_takes_the_user_s_own(tmp_path: Path, capsys: Capture) -> None:
    own = tmp_path / "box.toml"
    own.write_text(
        'tie_break = ["coins", "towers", "walls"]\nneutral_marker_ranks = true\n', encoding="utf-8"
    )
    source = written(tmp_path, final_14_3())
    assert run(["score", source, "--components", str(own), "--json"]) == TWICE
    answer = json.loads(capsys.readouterr().out)
    assert (answer["ranking"][0]["name"], answer["ranking"][0]["by"][0]["what"]) == ("P", "coins")
    assert not any(line.get("unverified") for sheet in answer["sheets"] for line in sheet["lines"])
    assert run(["score", source]) == TWICE
    assert says(capsys.readouterr().out, "score.unverified")
