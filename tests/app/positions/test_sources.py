"""Where a position comes from, which copy is meant, and what is said when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright.app.positions import load, sources
from pencilwright.app.positions.entered import Position
from pencilwright.games import GAMES, game
from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.state import start
from pencilwright.templates.phrases import phrase

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
    ("copies", "copy", "sentence"),
    [
        ((2, 5), None, "'a.pdf' holds 2 filled sheets (copies 2, 5); choose one with --copy"),
        ((2, 5), 3, "'a.pdf' has no filled copy 3; its filled copies are 2, 5"),
        ((0,), 3, "'a.pdf' has no filled copy 3; it has no copies, as PDFs and photographs have"),
    ],
)
def test_a_copy_that_is_not_there_or_not_chosen_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, copies: tuple[int, ...], copy: int | None, sentence: str
) -> None:
    sheets(monkeypatch, *copies)
    with pytest.raises(InputError) as caught:
        sources.one("a.pdf", copy)
    assert (str(caught.value), caught.value.field) == (sentence, "copy")


def test_a_text_line_begins_with_its_games_letters_and_a_digit() -> None:
    for known in GAMES.values():
        assert load.game_of_line(f"  {known.prefix.lower()}1 and so on") is known
        assert load.game_of_line(f"{known.prefix}X") is None
    assert load.game_of_line("1234") is None
    assert load.game_of_line("") is None


def test_a_sheet_is_called_by_its_copy_and_its_player() -> None:
    state = start(SETUP.draw(1))
    assert Position(game("troyes-dice"), state).name == phrase("entered.the")
    assert Position(game("troyes-dice"), state, 4).name == phrase("entered.copy", n=4)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "the position is empty"),
        (b"\xef\xbb\xbf \n", "the position is empty"),
        (b"hello", "this is not a position: it is neither JSON nor a PDF"),
        (b'{"points": 3}', 'this JSON is not a position: it needs "format"'),
        (b'{"format": ', "this file is not complete JSON"),
        (b'{"format": "chess/1"}', "there is no game called 'chess'"),
        (b"x" * (load.LARGEST_TEXT + 1), "is larger than 1024 kB; no position is"),
    ],
)
def test_a_file_that_is_no_position_is_one_sentence(tmp_path: Path, text: bytes, sentence: str) -> None:
    (tmp_path / "position").write_bytes(text)
    with pytest.raises(InputError) as caught:
        sources.load(str(tmp_path / "position"))
    assert sentence in str(caught.value)


def test_a_file_of_the_largest_size_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "position").write_bytes(b" " * load.LARGEST_TEXT)
    with pytest.raises(InputError, match="the position is empty"):
        sources.load(str(tmp_path / "position"))


def test_links_that_lead_nowhere_or_round_in_a_circle_do_not_stop_a_folder(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text("{}", encoding="utf-8")
    (tmp_path / "round.json").symlink_to("round.json")
    (tmp_path / "nowhere.json").symlink_to("nowhere")
    assert sources.named([str(tmp_path)]) == [str(tmp_path / "good.json")]


def test_of_several_things_refused_in_a_source_the_first_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = [InputError(phrase("position.no_copies", source="a.pdf", n=n)) for n in (1, 2, 3)]
    monkeypatch.setattr(sources, "load", lambda source, *_: load.Loaded([], refused))
    with pytest.raises(InputError) as error:
        sources.one("a.pdf")
    assert error.value is refused[0]
