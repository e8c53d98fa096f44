"""A person's own values count and stay with the share code; where their file is missing, it is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pencilwright.app.cli.main import run
from pencilwright.app.positions import setups, sources
from pencilwright.games import GAMES, game
from tests import refusals
from tests.refusals import says

BANDS = '[[score_bands]]\nat_least = 0\ntitle = "Small"\n[[score_bands]]\nat_least = 30\ntitle = "Our Own"\n'
PLAZAS = 'plazas = ["R/R", "Y/Y", "W/W", "R/Y", "R/Y", "R/Y", "Y/W", "W/R", "W/R"]\n'
OWN = {
    "troyes-dice": PLAZAS,
    "terracotta-army": "musician_lead = 3\n",
    "terra-mystica": 'bridge_places = ["A3-C1"]\n',
    "tianxia": "wall_costs = [2, 2, 3, 3, 5]\n",
}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"bands": BANDS, "plazas": PLAZAS, "none": "# nothing\n", **OWN}.items():
        Path(f"{name}.toml").write_text(text)


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = run(list(arguments))
    summary = capsys.readouterr()
    assert code == 0, summary.err
    return summary.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 2
    summary = capsys.readouterr()
    assert summary.out == "" and summary.err.count("\n") == 1
    return summary.err


def code_of(capsys: pytest.CaptureFixture[str], game_id: str, *arguments: str) -> str:
    return str(json.loads(answered(capsys, "setup", game_id, "--seed", "7", "--json", *arguments))["code"])


def test_own_score_bands_name_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    answered(capsys, "example", "troyes-dice", "-o", "position.json")
    assert says(answered(capsys, "score", "position.json"), "score.band.ours", title="band  Journeyman")
    assert "  band  Our Own\n" in answered(capsys, "score", "position.json", "--components", "bands.toml")
    summary = answered(capsys, "score", "position.json", "--components", "bands.toml", "--json")
    assert json.loads(summary)["sheets"][0]["band"] == {"title": "Our Own", "verified": True}
    other = answered(capsys, "score", "position.json", "--components", "plazas.toml")
    assert says(other, "score.band.ours", title="Journeyman")


@pytest.mark.parametrize("game_id", OWN)
def test_a_code_with_own_values_asks_for_their_file(capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    plain = code_of(capsys, game_id)
    assert "+" not in plain
    code = code_of(capsys, game_id, "--components", f"{game_id}.toml")
    mark = code[-5:]
    assert mark.startswith("+")
    for command in ("card", "setup"):
        summary = refused(capsys, command, game_id, "--code", code)
        assert says(summary, "setup.no_values", mark=mark)
    with_file = answered(capsys, "setup", game_id, "--code", code, "--components", f"{game_id}.toml")
    assert code in with_file
    Path("other.toml").write_text(
        OWN[game_id].replace("3", "4").replace("A4-C1", "A7-C3").replace("W/R", "R/W")
    )
    other = code_of(capsys, game_id, "--components", "other.toml")[-5:]
    summary = refused(capsys, "card", game_id, "--code", code, "--components", "other.toml")
    assert says(summary, "setup.other_values", given=other)
    assert "+" not in code_of(capsys, game_id, "--components", "none.toml")


def test_the_mark_of_own_values_does_not_depend_on_comments_and_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("one.toml").write_text(f"# mine\n{PLAZAS}{BANDS}")
    rows = BANDS.split("[[")
    Path("two.toml").write_text(
        PLAZAS + "[[" + "[[".join(rows[1:]).replace("at_least = 0\n", "\nat_least=0\n")
    )
    troyes = game("troyes-dice")
    first, second = (sources.user_components(troyes, name) for name in ("one.toml", "two.toml"))
    assert first == second and first.mark != sources.user_components(troyes, "plazas.toml").mark
    assert sources.user_components(troyes, None) == setups.OwnValues(troyes.components.STANDARD)
    assert sources.user_components(troyes, "none.toml").mark == ""


def test_a_mark_is_read_in_small_letters_and_with_lookalikes(capsys: pytest.CaptureFixture[str]) -> None:
    code = code_of(capsys, "troyes-dice", "--components", "plazas.toml")
    assert code.endswith("+XCVB")
    small = code.lower()
    assert code in answered(capsys, "setup", "troyes-dice", "--code", small, "--components", "plazas.toml")


def test_the_card_prints_the_code_with_its_mark_and_its_file_is_named_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = code_of(capsys, "troyes-dice", "--components", "plazas.toml")
    summary = answered(capsys, "card", "troyes-dice", "--code", code, "--components", "plazas.toml")
    assert says(summary, "print.more.own", code=code)
    assert Path(f"output/troyes-dice-setup-card-{code}.pdf").exists()
    import pypdf

    text = pypdf.PdfReader(f"output/troyes-dice-setup-card-{code}.pdf").pages[0].extract_text()
    assert code in text
    plain = code.partition("+")[0]
    summary = answered(capsys, "card", "troyes-dice", "--code", plain)
    assert says(summary, "print.more", code=plain)


def test_a_code_typed_into_a_position_is_refused_with_its_mark(capsys: pytest.CaptureFixture[str]) -> None:
    with refusals.refused("code.plus"):
        game("troyes-dice").setups.from_code("TD1-0000-5F5H-C0SA+XCVB")


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_prints_its_unproven_values_as_a_file(
    capsys: pytest.CaptureFixture[str], game_id: str
) -> None:
    text = answered(capsys, "board", game_id)
    Path("board.toml").write_text(text)
    room = game(game_id).own_values
    assert sources.user_components(game(game_id), "board.toml").components == room.load(text)


def test_a_plaza_that_the_box_lacks_is_possible_with_own_plazas(capsys: pytest.CaptureFixture[str]) -> None:
    three = [part for notch in range(3) for part in ("--fix", f"P{notch}=R/Y")]
    summary = refused(capsys, "setup", "troyes-dice", *three)
    assert "fixed.plazas has R/Y more than 2 times" in summary
    summary = answered(capsys, "setup", "troyes-dice", *three, "--components", "plazas.toml")
    assert all(
        says(summary, "told.plaza", n=notch, plaza="R/Y", up="red", back="yellow") for notch in range(3)
    )


def test_a_fresh_seed_has_at_most_eight_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda bound: bound - 1)
    assert setups.fresh_seed() == "99999999"
