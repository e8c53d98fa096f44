"""Where a position comes from, which copy is meant, and what is said when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright.app.cli import folders
from pencilwright.app.positions import load, sources
from pencilwright.app.positions.entered import Position
from pencilwright.games import GAMES, game
from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.state import start
from pencilwright.templates.phrases import phrase
from tests.refusals import refused

SETUP = game("troyes-dice").setups


def sheets(monkeypatch: pytest.MonkeyPatch, *copies: int) -> None:
    """Let a source hold these copies."""
    results = [Position(game("troyes-dice"), start(SETUP.draw(1)), copy) for copy in copies]
    monkeypatch.setattr(sources, "load", lambda source, *_: load.Loaded(results, []))


def test_a_copy_is_chosen_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    sheets(monkeypatch, 2, 5)
    assert sources.one("a.pdf", 5).copy == 5
    assert sources.one("a.pdf", 2).copy == 2


def test_the_only_position_needs_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    sheets(monkeypatch, 3)
    assert sources.one("a.pdf").copy == 3


@pytest.mark.parametrize(
    ("copies", "copy", "key"),
    [
        ((2, 5), None, "position.several"),
        ((2, 5), 3, "position.no_copy"),
        ((0,), 3, "position.no_copies"),
    ],
)
def test_a_copy_that_is_not_there_or_not_chosen_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, copies: tuple[int, ...], copy: int | None, key: str
) -> None:
    sheets(monkeypatch, *copies)
    filled = {"position.several": "2, 5", "position.no_copy": "2, 5"}
    values = {"copies": filled[key]} if key in filled else {}
    with refused(key, "copy", source="a.pdf", n=copy or len(copies), **values):
        sources.one("a.pdf", copy)


def test_a_text_line_begins_with_its_games_letters_and_a_digit() -> None:
    for known in GAMES.values():
        assert load.game_of_line(f"  {known.prefix.lower()}1 and so on") is known
        assert load.game_of_line(f"{known.prefix}X") is None
    for text in ("1234", "", "TD", "TDX1"):
        assert load.game_of_line(text) is None


def test_a_sheet_is_called_by_its_copy_and_its_player() -> None:
    state = start(SETUP.draw(1))
    assert Position(game("troyes-dice"), state).name == phrase("entered.the")
    assert Position(game("troyes-dice"), state, 4).name == phrase("entered.copy", n=4)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b"", "position.empty"),
        (b"\xef\xbb\xbf \n", "position.empty"),
        (b"hello", "position.none"),
        (b'{"points": 3}', "position.format"),
        (b'{"format": ', "position.broken"),
        (b"[1]", "position.format"),
        (b'{"format": "chess/1"}', "game.unknown"),
        (b'{"format": "troyes-dice/9", "sheet": {}}', "json.format"),
        (b"x" * (load.LARGEST_TEXT + 1), "position.larger"),
    ],
)
def test_a_file_that_is_no_position_is_one_sentence(tmp_path: Path, text: bytes, key: str) -> None:
    (tmp_path / "position").write_bytes(text)
    with refused(key):
        sources.load(str(tmp_path / "position"))


def test_a_file_of_the_largest_size_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "position").write_bytes(b" " * load.LARGEST_TEXT)
    with refused("position.empty"):
        sources.load(str(tmp_path / "position"))


def test_links_that_lead_nowhere_or_round_in_a_circle_do_not_stop_a_folder(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text("{}", encoding="utf-8")
    (tmp_path / "round.json").symlink_to("round.json")
    (tmp_path / "nowhere.json").symlink_to("nowhere")
    assert sources.named([str(tmp_path)]) == [str(tmp_path / "good.json")]


def test_of_several_things_refused_in_a_source_the_first_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = [InputError(phrase("position.no_copies", source="a.pdf", n=n)) for n in (1, 2, 3)]
    monkeypatch.setattr(sources, "load", lambda source, *_: load.Loaded([], errors))
    with pytest.raises(InputError) as error:
        sources.one("a.pdf")
    assert error.value is errors[0]


def test_a_components_file_has_a_megabyte_at_most(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(b"#" * load.LARGEST_TEXT)
    sources.user_components(game("troyes-dice"), str(path))
    path.write_bytes(b"#" * (load.LARGEST_TEXT + 1))
    with refused("file.larger", n=1024):
        sources.user_components(game("troyes-dice"), str(path))


def test_hidden_files_folders_and_other_files_are_no_photographs(tmp_path: Path) -> None:
    for name in ("a.jpg", "b.JPEG", "c.heic", ".d.jpg", "e.txt", "f.tif", "h.svg"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "g.png").mkdir()
    results = sources.named([str(tmp_path)], folders.SUFFIXES)
    assert [Path(name).name for name in results] == ["a.jpg", "b.JPEG", "c.heic", "f.tif"]
