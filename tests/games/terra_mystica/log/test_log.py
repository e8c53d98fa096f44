"""Whole games are replayed from their logs, each step checked, to the final score."""

import re
from pathlib import Path

import pytest

from pencilwright.games.terra_mystica import reading
from pencilwright.games.terra_mystica.example import play_game
from pencilwright.games.terra_mystica.legality import problems
from pencilwright.games.terra_mystica.log import read, replay
from pencilwright.games.terra_mystica.log.replay import History
from pencilwright.games.terra_mystica.rules import apply
from pencilwright.games.terra_mystica.rules.turn import begin, whose
from pencilwright.games.terra_mystica.scoring import final, score, scores, tallies
from pencilwright.games.terra_mystica.setup import draw
from pencilwright.games.terra_mystica.state import in_order
from tests.games.terra_mystica.helpers import example_log
from tests.refusals import has, noted, refused


def replayed(text: str) -> History:
    """A log read and played through."""
    return replay.replay(read.parse(text))


GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_log_ends_with_the_totals_written_in_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read.parse(text)
    game = replay.replay(record).game
    assert game.is_over and game.state.round == 6
    assert sum(len(line.commands) for line in record.lines) >= 60
    result = final(tallies(game.state))
    assert result.totals == {name: int(points) for name, points in re.findall(r"# total (\w+) (\d+)", text)}
    reached = in_order(game.state)
    assert problems(reached) == [] and score(reached) == result
    for seat in game.state.seats.values():
        assert seat.points == 20 + sum(entry.points for entry in game.ledger if entry.faction == seat.faction)
    assert {line.id.split(".")[0] for line in result.lines} == game.state.seats.keys()


@pytest.mark.parametrize("path", GAMES[:1], ids=lambda path: path.stem)
def test_a_log_with_one_command_changed_is_refused_with_its_line(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if "upgrade" in line)
    lines[number] = re.sub(r"upgrade \w+", "upgrade A1", lines[number])
    with refused("wrong.line", n=number + 1):
        replayed("\n".join(lines))


@pytest.mark.parametrize("seed", (1, 2))
def test_every_position_of_simple_players_can_arise(seed: int) -> None:
    setup = draw(f"play {seed}", players=2 + seed % 4, expansion=seed % 2 == 1)
    game, rows = play_game(setup, seed)
    assert game.is_over and len(rows) > 30
    assert problems(in_order(game.state)) == []


def test_a_given_network_size_wins_over_the_map() -> None:
    read = reading.parse("TM1 | witches vp:10 D:F4 net:9 | nomads vp:10 D:F3,G4 ship:3")
    assert [line.points for line in score(read).lines if line.id.endswith("area")] == [18, 12]
    tied = score(reading.parse("TM1 | witches net:9 | nomads net:9"))
    assert [noted(name) for name, _ in scores(reading.parse("TM1 | witches name:Ann | nomads"))] == [
        "mystica.player.named name=Ann who=(mystica.faction.witches)",
        "mystica.faction.nomads",
    ]
    assert tied.winners == ("witches", "nomads") and has(
        tied.lines[5].reason, "mystica.score.tied n=1 reason=(mystica.score.area n=9)"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("witches: build E7", "mystica.ledger.no_setup rounds=[1, 2, 3, 4, 5, 6]"),
        ("TM1-0000\nhello", "wrong.line n=2 why=(words.wrong example='witches: build E7' text=hello)"),
        ("TM1-0000\nelves: build E7", "wrong.line"),
        ("x" * 1_000_001, "wrong.long most=1000000 n=1000001"),
    ],
)
def test_a_broken_log_is_refused(text: str, words: str) -> None:
    with refused(words):
        replayed(text)


def test_an_unfinished_log_says_who_is_next() -> None:
    lines = GAMES[0].read_text(encoding="utf-8").splitlines()
    game = replayed("\n".join(lines[: len(lines) // 2])).game
    assert not game.is_over and whose(game) in game.state.seats


def test_what_was_copied_stays_as_it_was_while_the_game_goes_on() -> None:
    record = read.parse(example_log(8, 3))
    game, remaining = begin(record.setup), []
    for line in record.lines:
        remaining.append((game.copied(), reading.to_json(in_order(game.state)), game.ledger))
        apply.apply_turn(game, line.faction, line.commands)
    assert game.is_over and len({text for _, text, _ in remaining}) > 30
    for copied, text, entry in remaining:
        assert (reading.to_json(in_order(copied.state)), copied.ledger) == (text, entry)
