"""The commands of games in which pieces are placed: chancellor, board, advise, score, printing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pencilwright.app.cli import main
from pencilwright.games.terracotta_army import own_values
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.reading import parse, to_json
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import start
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.generator.fill import fill
from tests.refusals import says

pytestmark = pytest.mark.usefixtures("pdfs_read_here")

GAME = "terracotta-army"


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main.run(list(arguments)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main.run(list(arguments)) == 2
    return capsys.readouterr().err


def begin(name: str = "start.json", difficulty: str = "") -> str:
    Path(name).write_bytes(to_json(start(draw("placing", difficulty=difficulty))))
    return name


def test_a_whole_round_is_played_by_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    from pencilwright.games.rng import Stream
    from pencilwright.games.terracotta_army.example import simple_turn

    source, stream = begin(), Stream.from_seed("you")
    for number in range(5):
        text = told(capsys, "chancellor", source, "--roll", "--seed", f"turn {number}", "-o", "next.json")
        assert "turn 3" in text or "turn 4b" in text
        state = parse(Path("next.json").read_bytes())
        simple_turn(state, state.human, stream)
        Path(source).write_bytes(to_json(state))
    text = told(capsys, "chancellor", source, "--finish", "--roll", "--seed", "end", "-o", "next.json")
    assert "scoring" in text and parse(Path("next.json").read_bytes()).round == 2


def test_your_own_turn_is_played_before_his(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "example", GAME, "--left", "5", "--his-turn", "-o", "begin.json")
    told(capsys, "chancellor", "begin.json", "--roll", "--seed", "1", "-o", "yours.json")
    assert "yellow is to move" in refused(capsys, "chancellor", "yours.json", "--dice", "3,5")
    turn = ("--yours", "3c / coin / clay / -", "--roll", "--seed", "4")
    text = told(capsys, "chancellor", "yours.json", *turn, "-o", "next.json")
    assert text.startswith("you: +1 coin\nyou: +1 wet clay\nyou: nothing\n")
    before, after = (parse(Path(name).read_bytes()) for name in ("yours.json", "next.json"))
    assert (after.human.coins, after.human.craftsmen) == (before.human.coins + 1, before.human.craftsmen - 1)
    assert after.him.craftsmen + after.him.artisans < before.him.craftsmen + before.him.artisans


def test_a_decree_that_is_due_is_asked_for_and_one_too_many_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = begin()
    first = json.loads(told(capsys, "chancellor", source, "--dice", "1,1", "--json"))
    assert first["format"] == "pencilwright-chancellor/1" and first["needs_decree"]
    assert says(
        refused(capsys, "chancellor", source, "--dice", "1,1", "-o", "half.json"),
        "terracotta.chancellor.error.waiting",
    )
    assert not Path("half.json").exists()
    decrees: list[str] = []
    while first["needs_decree"]:
        assert says(
            told(capsys, "chancellor", source, "--dice", "1,1", *decrees), "terracotta.chancellor.decree"
        )
        decrees += ["--decree", "7"]
        first = json.loads(told(capsys, "chancellor", source, "--dice", "1,1", *decrees, "--json"))
    assert says(
        refused(capsys, "chancellor", source, "--dice", "1,1", *decrees, "--decree", "2"),
        "terracotta.chancellor.error.unused",
    )


def test_all_outcomes_are_listed_and_each_can_be_had(capsys: pytest.CaptureFixture[str]) -> None:
    state = start(draw("placing"))
    for player in state.players:
        player.craftsmen = 0
    state.wheel = parse(to_json(state)).wheel
    state.over = False
    Path("end.json").write_bytes(to_json(state))
    assert says(refused(capsys, "chancellor", "end.json", "--finish"), "terracotta.problem.workers")
    done = example("outcomes", 2)
    from pencilwright.games.rng import Stream
    from pencilwright.games.terracotta_army.example import simple_turn, turn_of_his

    stream = Stream.from_seed("to the end")
    while (player := done.to_move()) is not None:
        if done.is_him(player):
            done = turn_of_his(done, stream)
        else:
            simple_turn(done, player, stream)
    Path("end.json").write_bytes(to_json(done))
    answer = json.loads(told(capsys, "chancellor", "end.json", "--finish", "--json"))
    assert answer["outcomes"] == len({tuple(taken) for taken in answer["others"]}) or answer["outcomes"] > 20
    last = told(capsys, "chancellor", "end.json", "--finish", "--outcome", str(answer["outcomes"]))
    assert f"this is number {answer['outcomes']}" in last
    assert says(
        refused(capsys, "chancellor", "end.json", "--finish", "--outcome", str(answer["outcomes"] + 1)),
        "setup.wrong.range",
    )


def test_the_board_file_is_read_by_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "board", GAME)
    assert text == own_values.write()
    Path("mine.toml").write_text("domination = [9, 9, 9, 9, 9]\npresence = [1, 1, 1, 1, 1]\n")
    source = begin()
    for arguments in (
        ("chancellor", source, "--roll"), ("score", source), ("advise", source, "--ask", "placement"),
        ("card", GAME, "--seed", "1", "-o", "card.pdf"), ("reference", GAME, "-o", "reference.pdf"),
    ):  # fmt: skip
        told(capsys, *arguments, "--components", "mine.toml")
    assert says(refused(capsys, "advise", source), "terracotta.turn.error.his")
    message = told(capsys, "advise", source, "--components", "mine.toml", "--ask", "placement")
    assert "organizer" in message and "domination," not in message.rpartition("defaults:")[2]


@pytest.mark.slow
def test_advice_on_one_piece_and_on_several(capsys: pytest.CaptureFixture[str]) -> None:
    state = example("advice", 3)
    state.human.wet = 6
    Path("a.json").write_bytes(to_json(state))
    item = json.loads(told(capsys, "advise", "a.json", "--json", "--cost", "2"))
    assert item["format"] == "pencilwright-placement/1" and item["placements"][0]["value"] == item["value"]
    assert sum(part["points"] for part in item["parts"]) == item["value"]
    Path("b.json").write_bytes(to_json(example("advice", 1)))
    two = json.loads(told(capsys, "advise", "b.json", "--json", "--cost", "2", "--pieces", "2"))
    assert two["value"] >= two["nothing"] and two["complete"]
    text = told(capsys, "advise", "a.json", "--cost", "2")
    assert "Unchanged" in text and "unverified house defaults" in text
    assert "belong to --ask placement" in refused(capsys, "advise", "a.json", "--ask", "turn", "--cost", "2")
    assert says(
        refused(capsys, "advise", "a.json", "--pieces", "9"), "terracotta.advice.error.pieces", most=3
    )
    assert says(refused(capsys, "advise", "a.json", "--for", "pink"), "terracotta.advice.error.colour")


def test_players_are_scored_and_ranked_and_faults_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("three.json").write_bytes(to_json(example("three", 2, players=3)))
    answer = json.loads(told(capsys, "score", "three.json", "--json"))
    assert len(answer["sheets"]) == len(answer["ranking"]) == 3
    assert all(sheet["band"] is None for sheet in answer["sheets"])
    assert says(refused(capsys, "advise", "three.json", "--ask", "placement"), "terracotta.advice.error.who")
    bad = parse(Path("three.json").read_bytes())
    bad.players[0].craftsmen += 1
    Path("bad.json").write_bytes(to_json(bad))
    assert main.run(["score", "bad.json"]) == 1
    assert "in hand" in capsys.readouterr().out


def test_a_wrong_total_on_the_pad_is_remarked(capsys: pytest.CaptureFixture[str]) -> None:
    blank = build(GAME, "score-sheet", setup=draw("pad", players=2), options=PrintOptions())
    marked = {"track.yellow": "100", "track.purple": "8", "total.purple": "8"}
    Path("pad.pdf").write_bytes(fill(blank, marked | {"total.yellow": "77"}))
    assert says(told(capsys, "score", "pad.pdf"), "score.remark", written="'77'", place="Yellow: total")
    text = told(capsys, "score", "pad.pdf", "--lang", "ja")
    assert "「77」" in text and "「8」" not in text


@pytest.mark.slow
def test_the_chancellor_and_advice_speak_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "example", GAME, "--left", "3", "-o", "a.json")
    turn = ("--yours", "3c / coin / clay / -", "--roll", "--seed", "4")
    text = told(capsys, "chancellor", "a.json", *turn, "--lang", "ja")
    assert text.startswith("あなた：1コインを得る\n") and "監督者は" in text and "紫色95勝利点" in text
    answer = json.loads(told(capsys, "chancellor", "a.json", *turn, "--lang", "ja", "--json"))
    assert answer["steps"][0]["text_phrase"]["key"].startswith("terracotta.step.overseer")
    assert answer["steps"][0]["rule"] == "turn 2" and answer["steps"][0]["name"] == "手番2"
    every = json.loads(told(capsys, "advise", "a.json", "--cost", "1", "--lang", "ja", "--json"))[
        "placements"
    ]
    best = every[0]
    assert best["notation"].startswith("build guard D3") and "D3に軍吏俑" in best["text"]
    assert len(every) > 20
    assert all(sum(change["points"] for change in item["why"]) == item["gain"] for item in every)
    assert main.run(["chancellor", "a.json", "--dice", "7,1", "--lang", "ja"]) == 2
    assert "監督者のダイス" in capsys.readouterr().err
