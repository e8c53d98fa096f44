"""Pads of a person's own in the commands: found, begun, checked, shown, printed, scored."""

from __future__ import annotations

import io
import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest

from pencilwright import games
from pencilwright.app import pads
from pencilwright.app.cli import pad_preview
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates import phrases
from scripts.pictures import pad_of_the_page
from tests.app.doors import Door
from tests.games.pads.gallery import TEXTS
from tests.games.pads.wrong import WRONG, Wrong
from tests.refusals import pattern


@pytest.fixture(autouse=True)
def some_pads(door: Door, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A current folder with two pads, one with a mistake, and a file that is no pad."""
    monkeypatch.setenv(pads.VARIABLE, "")
    known = set(games.GAMES)
    write("yatzy.toml", TEXTS["yatzy"])
    write("broken.toml", TEXTS["skat"].replace("18..264", "18;264"))
    write("other.toml", "[tool]\npad = 1\n")
    yield
    for name in set(games.GAMES) - known:
        games.forget(name)
    phrases._lent.clear()


def write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


def test_a_pad_of_the_current_folder_is_a_game_by_its_name(door: Door) -> None:
    door("example yatzy -o evening.json")
    door("sheet yatzy --players 2 --lang sv -o sheet.pdf")
    sheets = door.data("score evening.json")["sheets"]
    assert len(sheets) == 6 and {sheet["game"] for sheet in sheets} == {"yatzy"}
    door("example yatzy --text -o evening.txt")
    door("score evening.txt")
    door("schema yatzy")


def test_one_with_a_mistake_is_told_only_where_it_is_asked_for(door: Door) -> None:
    door("games")
    assert "broken.toml: line 12, worth_of: '18;264' is neither" in door("sheet skat", code=2).err
    door("--pad broken.toml games", code=2)


def test_the_fewest_strokes_win_and_who_is_equal_shares_a_place(door: Door) -> None:
    write("golf.toml", TEXTS["golf"])
    for number, sheet in enumerate([{"ada": 4, "bo": 5}, {"cem": 3}, {"dee": 4}]):
        players = [{"name": name, "h1": strokes} for name, strokes in sheet.items()]
        write(f"{number}.json", json.dumps({"format": "golf/1", "players": players}))
    ranked = door.data("score 0.json 1.json 2.json")["ranking"]
    assert [(entry["place"], entry["total"], entry["file"][0]) for entry in ranked] == [
        (1, 3, "1"), (2, 4, "0"), (2, 4, "2"), (4, 5, "0"),
    ]  # fmt: skip


def test_a_box_parts_equal_points(door: Door) -> None:
    write("quiz.toml", TEXTS["quiz"].replace('layout = "columns"', 'layout = "columns"\nties = ["guess"]'))
    players = [{"pictures": 9, "guess": 3}, {"pictures": 9, "guess": 7}, {"pictures": 8, "guess": 9}]
    write("a.json", json.dumps({"format": "quiz/1", "players": players}))
    ranked = door.data("score a.json")["ranking"]
    assert [(entry["place"], entry["total"]) for entry in ranked] == [(1, 9), (2, 9), (3, 8)]
    assert [entry["by"][0]["number"] for entry in ranked[:2]] == [7, 3]


def test_a_new_pad_is_in_order_in_every_language_and_is_never_written_over(door: Door) -> None:
    for language, title in (("en", "Card night"), ("ja", "Yoru")):
        door(f"pad new --lang {language}", title)
        name = title.lower().replace(" ", "-")
        door(f"pad check {name}.toml --lang {language}")
        door(f"sheet {name} -o {name}.pdf")
        assert Path(f"{name}.toml").read_text("utf-8").startswith(f"#:schema ./{pads.SCHEMA}\n")
    assert json.loads(Path(pads.SCHEMA).read_text("utf-8")) == pads.schema() == door("schema pad -o -").data
    for title in ("Card night", "夜", "Nul"):
        ran = door.refused("pad new", title)
    assert ran.says("pad.begin.windows")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("total = [374]", "total = [375]", pattern("pad.example.total", right=374, expected=375)),
        ('problems = ["twos.a"]', "problems = []", pattern("pad.example.problems", found="twos.a")),
        ('sv = "Ettor"', 'sv = "\\U0001F3B2"', r"U\+1F3B2"),
        ('"Bonus (50 from 63)"', '"' + "Bonus" * 20 + '"', pattern("pad.check.paper", language="en")),
        ('en = "Yatzy", ja', 'en = "' + "For all " * 9 + '", ja', "takes 2 lines of 78 mm"),
        ('"1..6"', '"1"\nseat = [{ id = "a", name = "' + "North " * 22 + '" }]', "'North"),
        ('reckon = "all_points"', 'reckon = "all_points", most = 10', ""),
        ('write = "0, 5..30"', 'write = "0, 5..30", points = "1 + [chance]"', "several numbers"),
    ],
)  # fmt: skip
def test_a_check_says_what_is_wrong(door: Door, old: str, new: str, said: str) -> None:
    write("mine.toml", TEXTS["yatzy"].replace(old, new))
    assert re.search(said, door("pad check mine.toml", code=1 if said else 0).out)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.sentence)
def test_a_check_names_the_line(door: Door, wrong: Wrong) -> None:
    write("mine.toml", wrong.text)
    ran = door("pad check mine.toml", code=None)
    assert (ran.code == 0) == wrong.is_note
    messages = [line for line in (ran.out + ran.err).splitlines() if re.search(wrong.said, line)]
    assert messages and f"line {wrong.line}:" in messages[0].replace(",", ":")
    assert max(map(len, messages)) < 240


def test_the_pad_of_the_docs_is_in_order_and_one_without_examples_is_told_so(door: Door) -> None:
    write("foxes.toml", pad_of_the_page())
    assert door("pad check foxes.toml").out.splitlines()[-2:] == ["printed in: en, ja", "all in order"]
    write("mine.toml", TEXTS["quiz"].partition("[[example]]")[0])
    assert door("pad check mine.toml").says("pad.check.no_example")
    assert door.refused("pad check nofile.toml").err.count("nofile.toml") == 1


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


@pytest.mark.slow
def test_forms_of_an_evening_are_ranked_together(door: Door) -> None:
    evenings = {
        "yatzy": (2, {"name.a": "Ada", "twos.a": "8", "name.b": "Bo", "sixes.b": "24"}, {"chance.a": "24"}),
        "lanterns": (0, {"name.a": "Ada", "red.2.a": "x"}, {"name.a": "Bo", "red.2.a": "x", "red.3.a": "x"}),
    }
    for pad, (players, *filled) in evenings.items():
        write(f"{pad}.toml", TEXTS[pad])
        pads.add(f"{pad}.toml")
        for number, values in enumerate(filled, 1):
            Path(f"{number}.pdf").write_bytes(form(pad, players, values))
        ranked = door.data("score 1.pdf 2.pdf")["ranking"]
        assert [entry["place"] for entry in ranked] == ([1, 1, 3] if pad == "yatzy" else [1, 2])
        assert ranked[-1]["total"] < ranked[0]["total"]


def test_a_filled_form_of_another_edition_or_version_is_refused_by_name(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = pads.add("yatzy.toml").paper.DOCUMENTS
    kind = sheets["score-sheet"]
    with monkeypatch.context() as before:
        before.setitem(sheets, "score-sheet", kind._replace(version=kind.version - 1))
        Path("old.pdf").write_bytes(form("yatzy", 2, {"twos.b": "8"}))
    ran = door("score old.pdf", code=2)
    assert ran.says("photo.code.version", version=kind.version - 1, known=kind.version)
    Path("sheet.pdf").write_bytes(form("yatzy", 2, {"twos.b": "8"}))
    text = TEXTS["yatzy"].replace('write = "0, 5..30"', 'write = "0, 5..29"')
    assert text != TEXTS["yatzy"]
    write("yatzy.toml", text)
    pads.again("yatzy.toml")
    assert door("score sheet.pdf", code=2).says("pad.edition")


def test_the_preview_follows_the_file_and_answers_this_computer_alone() -> None:
    path = Path("mine.toml")
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
