"""Pads of a person's own in the commands: found, begun, checked, shown, printed, scored."""

from __future__ import annotations

import io
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest

from pencilwright import games
from pencilwright.app import pads
from pencilwright.app.cli import main, pad_preview
from pencilwright.app.positions.load import of_bytes
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates import phrases
from scripts.pictures import pad_of_the_page
from tests.games.pads.gallery import TEXTS
from tests.games.pads.wrong import WRONG, Wrong
from tests.refusals import says


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current folder with two pads, one with a mistake, and a file that is no pad."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(pads.VARIABLE, "")
    known = set(games.GAMES)
    (tmp_path / "yatzy.toml").write_text(TEXTS["yatzy"], encoding="utf-8")
    (tmp_path / "broken.toml").write_text(TEXTS["skat"].replace("18..264", "18;264"), encoding="utf-8")
    (tmp_path / "other.toml").write_text("[tool]\npad = 1\n", encoding="utf-8")
    yield tmp_path
    for name in set(games.GAMES) - known:
        games.forget(name)
    phrases._lent.clear()


def test_a_pad_of_the_current_folder_is_a_game_by_its_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["example", "yatzy", "-o", "evening.json"]) == 0
    assert main.run(["sheet", "yatzy", "--players", "2", "--lang", "sv", "-o", "sheet.pdf"]) == 0
    capsys.readouterr()
    assert main.run(["score", "evening.json", "--json"]) == 0
    sheets = json.loads(capsys.readouterr().out)["sheets"]
    assert len(sheets) == 6
    assert {sheet["game"] for sheet in sheets} == {"yatzy"}
    assert main.run(["example", "yatzy", "--text", "-o", "evening.txt"]) == 0
    assert main.run(["score", "evening.txt"]) == 0
    assert main.run(["schema", "yatzy"]) == 0


def test_one_with_a_mistake_is_told_only_where_it_is_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["games"]) == 0
    assert main.run(["sheet", "skat"]) == 2
    assert "broken.toml: line 12, worth_of: '18;264' is neither" in capsys.readouterr().err
    assert main.run(["--pad", "broken.toml", "games"]) == 2
    assert main.run(["--pad", "nothing.toml", "games"]) == 2


def test_the_fewest_strokes_win_and_who_is_equal_shares_a_place(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "golf.toml").write_text(TEXTS["golf"], encoding="utf-8")
    evening = [{"ada": 4, "bo": 5}, {"cem": 3}, {"dee": 4}]
    for number, sheet in enumerate(evening):
        players = [{"name": name, "h1": strokes} for name, strokes in sheet.items()]
        text = json.dumps({"format": "golf/1", "players": players})
        (folder / f"{number}.json").write_text(text, encoding="utf-8")
    assert main.run(["score", "0.json", "1.json", "2.json", "--json"]) == 0
    ranked = json.loads(capsys.readouterr().out)["ranking"]
    assert [(entry["place"], entry["total"], entry["file"][0]) for entry in ranked] == [
        (1, 3, "1"), (2, 4, "0"), (2, 4, "2"), (4, 5, "0"),
    ]  # fmt: skip


def test_a_box_parts_equal_points(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TEXTS["quiz"].replace('layout = "columns"', 'layout = "columns"\nties = ["guess"]')
    (folder / "quiz.toml").write_text(text, encoding="utf-8")
    players = [{"pictures": 9, "guess": 3}, {"pictures": 9, "guess": 7}, {"pictures": 8, "guess": 9}]
    (folder / "a.json").write_text(json.dumps({"format": "quiz/1", "players": players}), encoding="utf-8")
    assert main.run(["score", "a.json", "--json"]) == 0
    ranked = json.loads(capsys.readouterr().out)["ranking"]
    assert [(entry["place"], entry["total"]) for entry in ranked] == [(1, 9), (2, 9), (3, 8)]
    assert [entry["by"][0]["number"] for entry in ranked[:2]] == [7, 3]


def test_a_new_pad_is_in_order_in_every_language_and_is_never_written_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, title in (("en", "Card night"), ("ja", "Yoru")):
        assert main.run(["pad", "new", title, "--lang", language]) == 0
        name = title.lower().replace(" ", "-")
        assert main.run(["pad", "check", f"{name}.toml", "--lang", language]) == 0
        assert main.run(["sheet", name, "-o", f"{name}.pdf"]) == 0
        assert (folder / f"{name}.toml").read_text("utf-8").startswith(f"#:schema ./{pads.SCHEMA}\n")
    assert json.loads((folder / pads.SCHEMA).read_text("utf-8")) == pads.schema()
    assert main.run(["schema", "pad", "-o", "-"]) == 0
    assert main.run(["pad", "new", "Card night"]) == 2
    assert main.run(["pad", "new", "夜"]) == 2
    assert main.run(["pad", "new", "Nul"]) == 2
    assert says(capsys.readouterr().err, "pad.begin.windows")
    assert not (folder / "nul.toml").exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("total = [374]", "total = [375]", "it comes to 374, not 375"),
        ('problems = ["twos.a"]', "problems = []", "wrong are twos.a"),
        ('sv = "Ettor"', 'sv = "\\U0001F3B2"', "U+1F3B2"),
        ('en = "Bonus (50 from 63)"', 'en = "' + "Bonus" * 20 + '"', "on paper in en"),
        ('en = "Yatzy", ja', 'en = "' + "For all " * 9 + '", ja', "takes 2 lines of 78 mm"),
        ('"1..6"', '"1"\nseat = [{ id = "a", name = "' + "North " * 22 + '" }]', "'North"),
        ('reckon = "all_points"', 'reckon = "all_points", most = 10', ""),
        ('write = "0, 5..30"', 'write = "0, 5..30", points = "1 + [chance]"', "several numbers"),
    ],
)  # fmt: skip
def test_a_check_says_what_is_wrong(
    folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    (folder / "mine.toml").write_text(TEXTS["yatzy"].replace(old, new), encoding="utf-8")
    assert main.run(["pad", "check", "mine.toml"]) == (1 if said else 0)
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.said)
def test_a_check_names_the_line(folder: Path, capsys: pytest.CaptureFixture[str], wrong: Wrong) -> None:
    (folder / "mine.toml").write_text(wrong.text, encoding="utf-8")
    assert (main.run(["pad", "check", "mine.toml"]) == 0) == wrong.is_note
    captured = capsys.readouterr()
    messages = [line for line in (captured.out + captured.err).splitlines() if wrong.said in line]
    assert messages
    assert f"line {wrong.line}:" in messages[0].replace(",", ":")
    assert max(map(len, messages)) < 240


def test_the_pad_that_the_docs_write_part_by_part_is_in_order(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "foxes.toml").write_text(pad_of_the_page(), encoding="utf-8")
    assert main.run(["pad", "check", "foxes.toml"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["printed in: en, ja", "all in order"]


def test_a_pad_without_examples_is_told_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.toml").write_text(TEXTS["quiz"].partition("[[example]]")[0], encoding="utf-8")
    assert main.run(["pad", "check", "mine.toml"]) == 0
    assert says(capsys.readouterr().out, "pad.check.no_example")


def form(pad: str, players: int, values: dict[str, str]) -> bytes:
    """Return the form of a pad, filled by another program."""
    options = PrintOptions(seats=players)
    writer = pypdf.PdfWriter(io.BytesIO(build(pad, "score-sheet", setup=None, options=options)))
    fields = writer.get_fields() or {}
    for mark, value in values.items():
        name = next(name for name in fields if name.endswith(mark))
        ticked = [state for state in fields[name].get("/_States_", ()) if state != "/Off"]
        writer.update_page_form_field_values(writer.pages[0], {name: ticked[0] if ticked else value})
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def test_a_filled_form_of_a_pad_is_scored(folder: Path) -> None:
    pads.add("yatzy.toml")
    (position,) = of_bytes(form("yatzy", 2, {"twos.b": "8"})).positions
    assert position.state.marks == {"twos.b": "8"}
    assert [score.total for _, score in position.game.scoring.scores(position.state)] == [8]


def test_forms_of_an_evening_are_ranked_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evenings = {
        "yatzy": (2, {"name.a": "Ada", "twos.a": "8", "name.b": "Bo", "sixes.b": "24"}, {"chance.a": "24"}),
        "lanterns": (0, {"name.a": "Ada", "red.2.a": "x"}, {"name.a": "Bo", "red.2.a": "x", "red.3.a": "x"}),
    }
    for pad, (players, first, second) in evenings.items():
        (folder / f"{pad}.toml").write_text(TEXTS[pad], encoding="utf-8")
        pads.add(f"{pad}.toml")
        (folder / "1.pdf").write_bytes(form(pad, players, first))
        (folder / "2.pdf").write_bytes(form(pad, players, second))
        assert main.run(["score", "1.pdf", "2.pdf", "--json"]) == 0
        ranked = json.loads(capsys.readouterr().out)["ranking"]
        assert [entry["place"] for entry in ranked] == ([1, 1, 3] if pad == "yatzy" else [1, 2])
        assert ranked[-1]["total"] < ranked[0]["total"]


def test_a_filled_form_of_another_edition_or_version_is_refused_by_name(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pads.add("yatzy.toml")
    sheets = game.paper.DOCUMENTS
    kind = sheets["score-sheet"]
    with monkeypatch.context() as before:
        before.setitem(sheets, "score-sheet", kind._replace(version=kind.version - 1))
        old = form("yatzy", 2, {"twos.b": "8"})
    (folder / "old.pdf").write_bytes(old)
    assert main.run(["score", "old.pdf"]) == 2
    message = f"version {kind.version - 1} of its template; this program reads version {kind.version}"
    assert message in capsys.readouterr().err
    (folder / "sheet.pdf").write_bytes(form("yatzy", 2, {"twos.b": "8"}))
    text = TEXTS["yatzy"].replace('write = "0, 5..30"', 'write = "0, 5..29"')
    assert text != TEXTS["yatzy"]
    (folder / "yatzy.toml").write_text(text, encoding="utf-8")
    pads.again("yatzy.toml")
    assert main.run(["score", "sheet.pdf"]) == 2
    assert says(capsys.readouterr().err, "pad.edition")


def test_the_preview_follows_the_file_and_answers_this_computer_alone(folder: Path) -> None:
    path = folder / "mine.toml"
    path.write_text("1", encoding="utf-8")
    view = pad_preview.Preview(str(path), lambda: (path.read_text("utf-8"), "said"))
    server = pad_preview.server(view, "<mine>", "en")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{pad_preview.LOCAL}:{server.server_address[1]}"
    try:

        def get(name: str, host: str = "") -> str:
            request = urllib.request.Request(address + name, headers={"Host": host} if host else {})
            with urllib.request.urlopen(request, timeout=5) as answer:
                return str(answer.read().decode())

        assert "&lt;mine&gt;" in get("/")
        first = json.loads(get("/now"))
        assert first["said"] == "said"
        assert get("/page.svg") == "1"
        path.write_text("22", encoding="utf-8")
        assert json.loads(get("/now"))["version"] != first["version"]
        assert get("/page.svg?2") == "22"
        with pytest.raises(urllib.error.HTTPError):
            get("/now", host="evil.example:80")
    finally:
        server.shutdown()
        server.server_close()
