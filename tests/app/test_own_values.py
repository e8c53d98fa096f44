"""A person's own values count and stay with the share code; where their file is missing, it is asked for."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest

from pencilwright.app.positions import setups, sources
from pencilwright.games import GAMES, game
from tests import refusals
from tests.app.doors import Door

BANDS = '[[score_bands]]\nat_least = 0\ntitle = "Small"\n[[score_bands]]\nat_least = 30\ntitle = "Our Own"\n'
PLAZAS = 'plazas = ["R/R", "Y/Y", "W/W", "R/Y", "R/Y", "R/Y", "Y/W", "W/R", "W/R"]\n'
OWN = {
    "troyes-dice": PLAZAS,
    "terracotta-army": "musician_lead = 3\n",
    "terra-mystica": 'bridge_places = ["A3-C1"]\n',
    "tianxia": "wall_costs = [2, 2, 3, 3, 5]\n",
}


@pytest.fixture(autouse=True)
def files(door: Door) -> None:
    for name, text in {"bands": BANDS, "plazas": PLAZAS, "none": "# nothing\n", **OWN}.items():
        Path(f"{name}.toml").write_text(text)


def code_of(door: Door, game_id: str, own: str = "") -> str:
    components = f"--components {own}.toml" if own else ""
    return str(door.data(f"setup {game_id} --seed 7 {components}")["code"])


def test_own_score_bands_name_the_score(door: Door) -> None:
    door("example troyes-dice -o position.json")
    assert door("score position.json").says("score.band.ours", title="band  Journeyman")
    assert "  band  Our Own\n" in door("score position.json --components bands.toml").out
    (sheet,) = door.data("score position.json --components bands.toml")["sheets"]
    assert sheet["band"] == {"title": "Our Own", "verified": True}
    assert door("score position.json --components plazas.toml").says("score.band.ours", title="Journeyman")


@pytest.mark.parametrize("game_id", OWN)
def test_a_code_with_own_values_asks_for_their_file(door: Door, game_id: str) -> None:
    assert "+" not in code_of(door, game_id) + code_of(door, game_id, "none")
    code = code_of(door, game_id, game_id)
    assert (mark := code[-5:]).startswith("+")
    for command in ("card", "setup"):
        assert door.refused(f"{command} {game_id} --code {code}").says("setup.no_values", mark=mark)
    assert code in door(f"setup {game_id} --code {code} --components {game_id}.toml").out
    other = OWN[game_id].replace("3", "4").replace("A4-C1", "A7-C3").replace("W/R", "R/W")
    Path("other.toml").write_text(other)
    ran = door.refused(f"card {game_id} --code {code} --components other.toml")
    assert ran.says("setup.other_values", given=code_of(door, game_id, "other")[-5:])


def test_the_mark_of_own_values_does_not_depend_on_comments_and_order() -> None:
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


def test_the_card_prints_the_code_with_its_mark_and_its_file_is_named_so(door: Door) -> None:
    code = code_of(door, "troyes-dice", "plazas")
    assert code.endswith("+XCVB")
    ran = door(f"card troyes-dice --code {code.lower()} --components plazas.toml")
    (path,) = ran.written
    assert ran.says("print.more.own", code=code) and path == f"output/troyes-dice-setup-card-{code}.pdf"
    assert code in pypdf.PdfReader(path).pages[0].extract_text()
    plain = code.partition("+")[0]
    assert door(f"card troyes-dice --code {plain}").says("print.more", code=plain)


def test_a_code_typed_into_a_position_is_refused_with_its_mark() -> None:
    with refusals.refused("code.plus"):
        game("troyes-dice").setups.from_code("TD1-0000-5F5H-C0SA+XCVB")


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_prints_its_unproven_values_as_a_file(door: Door, game_id: str) -> None:
    text = door(f"board {game_id}").out
    Path("board.toml").write_text(text)
    known = game(game_id)
    assert sources.user_components(known, "board.toml").components == known.own_values.load(text)


def test_a_plaza_that_the_box_lacks_is_possible_with_own_plazas(door: Door) -> None:
    three = "--fix P0=R/Y --fix P1=R/Y --fix P2=R/Y"  # refused without them: commands/refused.toml
    ran = door(f"setup troyes-dice {three} --components plazas.toml")
    assert all(ran.says("told.plaza", n=n, plaza="R/Y", up="red", back="yellow") for n in range(3))
