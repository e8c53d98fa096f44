"""Every document of every game comes out whole: conforming, described, readable, small and repeatable."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import page as validator
import pikepdf
import pypdf
import pytest

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.generator import finish
from pencilwright.generator.documents import PrintOptions, build, render_copy
from pencilwright.templates.page import Text
from tests.generator.orders import ORDERS, SHEETS, Order, in_colour, setup

GAME = "troyes-dice"
USUAL = tuple(order for order in ORDERS if order.paper == "a4" and order.expansion == order.blank_numbers)


@pytest.mark.parametrize("order", USUAL, ids=str)
def test_every_document_is_accessible_and_archival(order: Order) -> None:
    pdf = order.pdf()
    for profile in ("ua1", "3b"):
        report = validator.validate_pdf_bytes(pdf, profile=profile)
        assert [(failure.rule_id, failure.message) for failure in report.failures] == []


@pytest.mark.parametrize("order", in_colour(USUAL), ids=str)
def test_the_words_of_every_document_can_be_read_out_of_its_pdf(order: Order) -> None:
    text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(order.pdf())).pages)
    squeezed = "".join(text.split())
    for part in range(1, order.kind.parts + 1):
        for item in order.rendered(1, part).page.items:
            if isinstance(item, Text):
                assert "".join(item.text.split()) in squeezed


@pytest.mark.parametrize("order", in_colour(SHEETS), ids=str)
def test_the_attached_manifest_says_where_every_mark_is(order: Order) -> None:
    with pikepdf.open(io.BytesIO(order.pdf(copies=2))) as pdf:
        manifest = json.loads(pdf.attachments[finish.ATTACHMENT].get_file().read_bytes())
    assert (manifest["format"], manifest["game"], manifest["document"]) == (
        "pencilwright-pages/1", order.game, order.document,
    )  # fmt: skip
    assert (manifest["language"], manifest["theme"], manifest["paper"]) == order[2:5]
    to_code = games.game(order.game).room("setup").to_code
    assert manifest["setup"] == ("" if order.setup is None else to_code(order.setup))
    for copy, page in enumerate(manifest["pages"], 1):
        rendered = order.rendered(copy)
        assert (page["copy"], page["code"]) == (copy, rendered.code)
        assert [(m["id"], m["kind"], tuple(m["rect"])) for m in page["marks"]] == [
            (mark.id, mark.kind, tuple(mark.rect)) for mark in rendered.page.marks
        ]
        assert {area["id"] for area in page["areas"]} >= {
            "qr",
            "ruler",
            "marker.0",
            "marker.7",
            "sample.blank",
        }


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_sheets_are_small(language: str, paper: str) -> None:
    pdf = build(GAME, "score-sheet", setup=setup(GAME), options=PrintOptions(language, paper, copies=4))
    assert len(pdf) <= 300_000


SCRIPT = """
import hashlib
from pencilwright.generator.documents import PrintOptions, build
from tests.generator.orders import setup
for document in ("score-sheet", "setup-card", "setup-page", "reference"):
    for language in ("en", "ja"):
        options = PrintOptions(language=language, copies=2)
        pdf = build("troyes-dice", document, setup=setup("troyes-dice"), options=options)
        print(hashlib.sha256(pdf).hexdigest())
"""


def test_all_documents_are_the_same_bytes_in_every_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1
    assert len(set(next(iter(outputs)).split())) == 8


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"language": "xx"}, "language", "no language 'xx'; it may be en or ja"),
        ({"paper": "a5"}, "paper", "no paper 'a5'; it may be a4 or letter"),
        ({"theme": "pink"}, "theme", "no theme 'pink'; it may be colour or ink-saver"),
        ({"copies": 0}, "copies", "0 copies can't be made; ask for 1 to 125"),
        ({"copies": 126}, "copies", "126 copies can't be made"),
    ],
)
def test_options_that_do_not_exist_are_refused_with_those_that_do(
    change: dict[str, object], field: str, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        build(GAME, "score-sheet", setup=setup(GAME), options=PrintOptions(**change))  # type: ignore[arg-type]
    assert caught.value.field == field


def test_an_unknown_document_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="has no document 'poster'; it has score-sheet"):
        build(GAME, "poster", setup=setup(GAME))


def test_the_last_copy_has_the_last_markers() -> None:
    rendered = render_copy(GAME, "score-sheet", setup=setup(GAME), options=PrintOptions(), copy=125)
    assert rendered.copy == 125
    assert rendered.page.area("marker.7")


def test_a_document_without_setup_needs_none() -> None:
    assert build(GAME, "reference", setup=None).startswith(b"%PDF-1.7")
    blank = build(GAME, "score-sheet", setup=None, options=PrintOptions(blank_numbers=True))
    assert blank.startswith(b"%PDF-1.7")


def test_copies_are_bookmarked_by_number() -> None:
    reader = pypdf.PdfReader(
        io.BytesIO(build(GAME, "score-sheet", setup=setup(GAME), options=PrintOptions(copies=3)))
    )
    assert [str(entry.title)[-3:] for entry in reader.outline] == ["· 1", "· 2", "· 3"]  # type: ignore[union-attr]


def found(node: pikepdf.Object, role: str) -> list[pikepdf.Object]:
    """Every element of a role in a structure, in reading order."""
    here = [node] if node.get("/S") == f"/{role}" else []
    kids = node.get("/K")
    inside = kids if isinstance(kids, pikepdf.Array) else []
    return here + [one for kid in inside for one in found(kid, role)]


def kids(node: pikepdf.Object) -> list[str]:
    return [str(kid.S)[1:] for kid in node.K]


LISTED = [o for o in USUAL if o.document == "reference" and o.theme == "colour"]
PADS = [o for o in USUAL if o.kind.fillable and not o.kind.sheet and o.theme == "colour" and o.game != GAME]


@pytest.mark.parametrize("order", LISTED, ids=str)
def test_a_reference_has_lists_with_an_item_for_each_rule(order: Order) -> None:
    pdf = pikepdf.open(io.BytesIO(order.pdf()))
    lists = found(pdf.Root.StructTreeRoot.K[0], "L")
    assert sum(len(one.K) for one in lists) >= 8
    for one in lists:
        assert set(kids(one)) == {"LI"}
        for item in one.K:
            assert kids(item)[-1] == "LBody" and set(kids(item)) <= {"Lbl", "LBody"}
            assert len(item.K[-1].K) >= 1


@pytest.mark.parametrize("order", PADS, ids=str)
@pytest.mark.parametrize("fillable", [True, False])
def test_a_pad_is_a_table_whose_rows_are_equally_wide_and_headed(order: Order, fillable: bool) -> None:
    options = PrintOptions(order.language, order.paper, order.theme, form=fillable)
    made = build(order.game, order.document, setup=order.setup, options=options)
    pdf = pikepdf.open(io.BytesIO(made))
    (table,) = found(pdf.Root.StructTreeRoot.K[0], "Table")
    first, *rows = [kids(row) for row in table.K]
    assert set(kids(table)) == {"TR"} and len(rows) >= 7
    assert set(first) == {"TH"} and len(first) >= 3
    assert all(row == ["TH", *["TD"] * (len(first) - 1)] for row in rows)
    assert [str(cell.A.Scope) for cell in table.K[0].K] == ["/Column"] * len(first)
    assert {str(row.K[0].A.Scope) for row in list(table.K)[1:]} == {"/Row"}
    if fillable:
        assert all(found(cell, "Form") for row in list(table.K)[1:] for cell in list(row.K)[1:])


SETUPS = [o for o in USUAL if o.document.startswith("setup-") and o.theme == "colour"]


@pytest.mark.parametrize("order", [o for o in SETUPS if o.game != "terracotta-army"], ids=str)
def test_drawings_of_a_setup_that_no_words_repeat_are_figures_with_words_for_them(order: Order) -> None:
    pdf = pikepdf.open(io.BytesIO(order.pdf()))
    figures = found(pdf.Root.StructTreeRoot.K[0], "Figure")
    assert figures and all(str(figure.Alt).strip() for figure in figures)
