"""From a photograph to a position with the real reader, on a fixed small sample of the corpus."""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.app.answers import documents
from pencilwright.app.answers.documents import PrintOrder
from pencilwright.app.positions import photos
from pencilwright.games import game, pagecode
from pencilwright.games.terracotta_army import grid_marks
from pencilwright.games.terracotta_army.state import start
from pencilwright.generator import fill
from pencilwright.generator.print_options import PrintOptions
from teaching.photos import levels, positions, sample
from tests.app.doors import Door
from tests.games.terracotta_army.helpers import archer, footman, grid, table, warrior
from tests.solver.photo import photographs

TROYES = game("troyes-dice")
MARKS = TROYES.marks
KIND_OF = {mark.id: mark.kind for mark in MARKS.MARKS}
WORDS = {"struck": "struck", "spent": "spent"}
SEED = "tests"
FX1 = grid(
    *(
        warrior(who, "officer", place)
        for who, place in zip("PPGBYPY", ["C3", "D3", "E3", "F3", "C4", "D4", "E4"], strict=True)
    ),
    *(warrior("Y", "guard", place) for place in ("B6", "C6")),
    *(archer(place, facing) for place, facing in (("C2", "S"), ("D2", "S"), ("B4", "E"), ("F2", "S"))),
    footman("C5"),
)
"""The rule book's final scoring."""


def values(truth: sample.SheetTruth) -> dict[str, str]:
    """The truth in the words of the game's marks."""
    return {
        name: WORDS.get(kind, "ticked" if KIND_OF[name] == "tick" else "circled")
        for name, kind in truth.marks.items()
        if kind != "blank"
    }


@pytest.fixture(scope="module")
def scanned() -> sample.Sample:
    return sample.make(levels.level("scan"), SEED, 0)


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read each picture once, whatever is asked about it."""
    monkeypatch.setattr(photos, "read", cache(photos.read))


@pytest.mark.slow
def test_a_page_that_shows_a_sheet_again_too_small_is_a_remark_and_another_sheet_is_refused(
    scanned: sample.Sample,
) -> None:
    """Cameras keep a small picture beside the large one, which programs make a page of its own."""
    picture = Image.open(BytesIO(scanned.image)).convert("L")
    part = 6
    small = picture.resize((picture.width // part, picture.height // part), Image.Resampling.LANCZOS)
    turned = small.transpose(Image.Transpose.ROTATE_180)
    for second, remarks, refusals in ((small, 1, 0), (turned, 0, 1)):
        file = BytesIO()
        picture.save(file, "TIFF", save_all=True, append_images=[second])
        reading = photos.read(file.getvalue())
        (sheet,) = reading.sheets
        assert [note.key for note in sheet.notes].count("photo.note.again") == remarks
        assert len(reading.refused) == refusals


@pytest.mark.slow
def test_a_photographed_sheet_becomes_the_state_that_was_drawn(scanned: sample.Sample, door: Door) -> None:
    truth = scanned.truth
    Path("sheet.jpg").write_bytes(scanned.image)
    (photo,) = door.data("read sheet.jpg", code=None)["photos"]
    (fields,) = photo["sheets"]
    known = values(truth)
    answers = [f"--answer={q['mark']}={known.get(q['mark'], 'blank')}" for q in fields["questions"]]
    door("read sheet.jpg", *answers, code=None)
    state = TROYES.parse(Path("output/sheet.json").read_bytes())
    wanted, _ = MARKS.read(known, TROYES.setups.from_code(pagecode.decode(truth.page_code).setup))
    assert MARKS.to_marks(state) == MARKS.to_marks(wanted)
    assert state.setup == wanted.setup
    assert len(fields["questions"]) <= 3
    assert Path("output/sheet.webp").stat().st_size > 10_000


@pytest.mark.slow
def test_advice_from_a_photograph_with_ringed_black_dice_is_that_of_the_position(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = TROYES.examples.example("camera", 1, rolls=0, remembered=True)
    monkeypatch.setattr(positions, "_position", lambda *_: state)
    made = sample.make(levels.level("scan"), SEED, 2)
    Path("sheet.jpg").write_bytes(made.image)
    Path("sheet.json").write_bytes(TROYES.to_json(state))
    photographed, plain = (
        door.data(f"advise sheet.{kind} --dice 'b3 1 5 6' --no-proof") for kind in ("jpg", "json")
    )
    assert photographed["assumed"].startswith("Advice for day 8 afternoon") and photographed == plain


# --- boards on paper: points and advice come from them ----------------------------------------------------

ARMY = game("terracotta-army")
POINTS = {"purple": 23, "yellow": 22, "blue": 8, "green": 6}


def fx1() -> dict[str, str]:
    """The marks of the rulebook's final scoring: the spaces of the grid alone."""
    state = table(4)
    state.grid = FX1
    return {name: value for name, value in grid_marks.to_marks(state).items() if name[1].isdigit()}


def points_of(answer: Any) -> dict[str, int]:
    return {item["player"]: item["total"] for item in answer["sheets"]}


@pytest.mark.usefixtures("pdfs_read_here")
def test_the_rulebooks_final_scoring_is_counted_from_a_filled_grid(door: Door) -> None:
    blank = documents.make(ARMY, PrintOrder("grid-sheet", None))
    Path("grid.pdf").write_bytes(fill.fill(blank, fx1()))
    assert points_of(door.data("score grid.pdf")) == POINTS


@pytest.mark.long
def test_the_rulebooks_final_scoring_is_counted_from_a_photograph_of_the_grid(door: Door) -> None:
    rendered, paper = photographs.printed(PrintOptions(), None, 1, ARMY.id, "grid-sheet")
    hand = photographs.written(rendered, paper, fx1())
    Path("grid.jpg").write_bytes(photographs.jpeg(photographs.photograph(hand.paper)))
    assert points_of(door.data("score grid.jpg")) == POINTS


@pytest.mark.usefixtures("pdfs_read_here")
def test_a_filled_grid_with_its_setup_is_advised_like_the_position(door: Door) -> None:
    state = start(ARMY.setups.draw("1", players=2))
    state.grid, state.players[0].wet = FX1, 6
    state.grid = type(FX1)(9, 7, [piece for piece in FX1.pieces if piece.owner in ("", "Y", "P")])
    blank = documents.make(ARMY, PrintOrder("grid-sheet", state.setup))
    Path("grid.pdf").write_bytes(fill.fill(blank, grid_marks.to_marks(state)))
    Path("grid.json").write_bytes(ARMY.to_json(state))
    filled, plain = (
        door.data(f"advise grid.{kind} --for {state.players[0].colour}") for kind in ("pdf", "json")
    )
    assert filled == plain
