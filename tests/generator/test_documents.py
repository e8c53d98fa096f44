"""Every document of every game comes out whole and repeatable, and what cannot be printed is refused."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from dataclasses import replace

import pypdf
import pytest

from pencilwright.generator.documents import PrintOptions, build
from tests.generator.file_checks import faults_of_table, is_table, structure
from tests.generator.orders import SHEETS, Order, is_sample, setup
from tests.refusals import refused

GAME = "troyes-dice"


@pytest.mark.parametrize(("language", "most"), [("en", 331_000), ("ja", 776_000)])
def test_four_sheets_are_small(language: str, most: int) -> None:
    """Of which 110 kB, in Japanese 520, are the letters that a name in the form may have."""
    pdf = build(GAME, "score-sheet", setup=setup(GAME), options=PrintOptions(language, copies=4))
    assert len(pdf) <= most


def digests() -> list[str]:
    """Return what tells the bytes of a document of each kind and game: with a form, on cards, on pages."""
    orders = [
        ("score-sheet", "en", GAME, 2),
        ("setup-card", "ja", GAME, 2),
        ("setup-page", "en", GAME, 1),
        ("reference", "ja", GAME, 1),
        ("score-sheet", "ja", "terracotta-army", 1),
        ("setup-card", "en", "terra-mystica", 1),
        ("score-sheet", "en", "tianxia", 1),
    ]
    made = [
        build(game, document, setup=setup(game), options=PrintOptions(language, copies=copies))
        for document, language, game, copies in orders
    ]
    return [hashlib.sha256(pdf).hexdigest() for pdf in made]


@pytest.mark.slow
def test_all_documents_are_the_same_bytes_in_every_process_whatever_its_hash_seed_and_its_clock() -> None:
    script = "from tests.generator.test_documents import digests; print(*digests())"
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    other = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path), "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=True,
    )
    made = digests()
    assert other.stdout.split() == made
    assert len(set(made)) == len(made)


@pytest.mark.parametrize(
    ("change", "field", "key", "known"),
    [
        ({"language": "xx"}, "language", "print.choice", {"known": "en or ja"}),
        ({"paper": "a7"}, "paper", "print.choice", {"known": "a4 or letter or a5"}),
        ({"theme": "pink"}, "theme", "print.choice", {"known": "colour or ink-saver"}),
        ({"copies": 0}, "copies", "print.copies", {"most": 125}),
        ({"copies": 126}, "copies", "print.copies", {"most": 125}),
    ],
)
def test_options_that_do_not_exist_are_refused_with_those_that_do(
    change: dict[str, object], field: str, key: str, known: dict[str, object]
) -> None:
    with refused(key, field, **known):
        build(GAME, "score-sheet", setup=setup(GAME), options=PrintOptions(**change))  # type: ignore[arg-type]


def test_an_unknown_document_is_refused_with_those_there_are() -> None:
    with refused("print.document", document="poster"):
        build(GAME, "poster", setup=setup(GAME))


def test_copies_are_bookmarked_by_number() -> None:
    reader = pypdf.PdfReader(
        io.BytesIO(build(GAME, "score-sheet", setup=setup(GAME), options=PrintOptions(copies=3)))
    )
    assert [str(entry.title)[-3:] for entry in reader.outline] == ["· 1", "· 2", "· 3"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "order", [sheet for sheet in SHEETS if is_sample(sheet) and is_table(sheet)], ids=str
)
def test_a_pad_without_a_form_is_a_table_all_the_same(order: Order) -> None:
    options = replace(order.options, form=False)
    made = build(order.game, order.document, setup=order.setup, options=options)
    with structure(made) as top:
        assert list(faults_of_table(top, fillable=False)) == []
