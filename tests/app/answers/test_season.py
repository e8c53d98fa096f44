"""`pencilwright replay` over many games: tables, CSV, pictures."""

import csv
import io
from pathlib import Path

import pytest

from pencilwright.app.answers import season as answers
from pencilwright.games.terra_mystica import log
from pencilwright.templates.phrases import say
from tests.app.commands.test_replay_pasted import made
from tests.app.doors import Door
from tests.refusals import refused, says


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two games in one file, one game cut short, and a file without a game."""
    place = tmp_path_factory.mktemp("season")
    (place / "evening.txt").write_text(made(11) + made(12), "utf-8")
    (place / "half.txt").write_text("\n".join(made(13).splitlines()[:150]), "utf-8")
    (place / "notes.txt").write_text("Game board: Base Game\n", "utf-8")
    return place


def rows(path: str) -> list[dict[str, str]]:
    """The lines of a CSV."""
    return list(csv.DictReader(Path(path).read_text("utf-8").splitlines()))


def test_a_folder_gives_a_line_for_each_player_whose_points_add_up(folder: Path, door: Door) -> None:
    text = door("replay -o .", folder, code=1).out
    lines = rows(f"{folder.name}.csv")
    played = [line for line in lines if not line["error"]]
    assert [(line["file"], line["game"]) for line in played[::4]] == [
        ("evening.txt", "1"), ("evening.txt", "2"), ("half.txt", "1"),
    ]  # fmt: skip
    assert [line["whole"] for line in played] == ["1"] * 8 + ["0"] * 4
    long = rows(f"{folder.name}-points.csv")
    for seed, (begin, end) in ((11, (0, 4)), (12, (4, 8))):
        totals = log.replayed(made(seed)).score.totals
        own_items = played[begin:end]
        assert {line["who"]: int(line["points"]) for line in own_items} == totals
        for line in own_items:
            assert sum(int(line[f"round_{n}"]) for n in range(8)) == totals[line["who"]]
            key = ("evening.txt", line["game"], line["who"])
            entries = [item for item in long if (item["file"], item["game"], item["who"]) == key]
            assert sum(int(item["points"]) for item in entries) == totals[line["who"]]
    (failed,) = [line for line in lines if line["error"]]
    assert failed["file"] == "notes.txt" and says(failed["error"], "mystica.ledger.site.bga")
    assert says(text, "season.counted", n=2, players=8) and says(text, "season.not_over", n=1)


def test_games_far_down_a_long_file_are_found_and_too_many_are_refused() -> None:
    long = made(11) + "#" * log.read.LARGEST + "\n" + made(12)
    first, second = answers.logs_in("long.txt", long)
    assert answers.replayed(first).players == answers.replayed(answers.Log("", 1, made(11))).players
    assert answers.replayed(second).players == answers.replayed(answers.Log("", 1, made(12))).players
    many = "".join(f"randomize {n}\n" + 5 * "witches: pass\n" for n in range(501))
    (refused,) = answers.logs_in("many.txt", many)
    assert "501 games" in say(answers.replayed(refused).error, "en")


def test_places_openings_passing_and_cards_are_those_of_the_log(folder: Path, door: Door) -> None:
    door("replay -o x.csv", folder, code=1)
    first = rows("x.csv")[:4]
    ranked = sorted(first, key=lambda line: -int(line["points"]))
    assert [int(line["place"]) for line in ranked] == [1, 2, 3, 4] or len(
        {item["points"] for item in first}
    ) < 4
    for n in range(6):
        assert sorted(line["passing"].split()[n] for line in first) == ["1", "2", "3", "4"]
    result = log.replayed(made(11))
    for line in first:
        last = result.game.state.player(line["who"])
        built = [kind for kind in ("SA", "SH") if kind in line["opening"]]
        assert len(line["cards"].split()) == 6
        assert all(kind in last.structures.values() for kind in built)
    assert Path("x-points.csv").exists() and Path("x-lead.svg").exists()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_pictures_name_every_faction_and_source(folder: Path, door: Door, language: str) -> None:
    (results,) = door.data(f"replay -o . --lang {language}", folder, code=1)["seasons"]
    assert [item["over"] for item in results["games"]] == [True, True, False]
    assert len(results["refused"]) == 1 and len(results["tables"]) >= 6
    sources, lead = (Path(f"{folder.name}-{name}.svg").read_text("utf-8") for name in ("sources", "lead"))
    words = log.seasons
    names = {say(words.who(line["who"]), language) for line in rows(f"{folder.name}.csv")[:8]}
    assert all(name in sources and name in lead for name in names)
    assert all(say(words.group(group), language) in sources for group in words.GROUPS)


def test_several_games_from_standard_input_are_read_once(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((made(11) + made(12)).encode())))
    door("replay - -o .")
    played = rows("games.csv")
    assert [line["game"] for line in played] == ["1"] * 4 + ["2"] * 4 and played[0]["file"] == ""


def test_what_is_for_one_game_and_empty_folders_are_refused(folder: Path, door: Door) -> None:
    door.refuses(["replay", "--at", "r6", folder], "season.one_only")
    door("replay .", code=2)
    Path("a.txt").write_text("nothing", "utf-8")
    assert door("replay . -o .", code=2).says("replay.no_code")
    with refused("season.none"):
        answers.seasons([])
