"""The finished file is accessible, archival, self-describing, and never varies."""

from __future__ import annotations

import hashlib
import io
import json
import struct
from functools import cache

import page as validator
import pikepdf
import pypdf
import pytest

from pencilwright import games
from pencilwright.games import pagecode
from pencilwright.generator import icc, postprocess
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.generator.manifest import Copy
from pencilwright.templates.page import Page
from tests.templates.drawn import page

BODY = """
<text x="2" y="5" font-size="4" fill="#000000" data-tag="H1">Sheet &amp; 用紙</text>
<rect x="2" y="10" width="6" height="6" fill="none" stroke="#000000" stroke-width="0.2"
      data-mark="die.red.1" data-kind="strike" data-label="Die box of column 1"/>
<text x="2" y="22" font-size="3" fill="#000000" data-tag="H2">Track</text>
<g data-figure="A wheel with one place"><circle cx="30" cy="12" r="5" fill="#ff0000"/>
<text x="29" y="13" font-size="3" fill="#000000">1</text></g>
<circle cx="5" cy="28" r="3" fill="#ffffff" stroke="#000000" stroke-width="0.2"
        data-mark="deniers.1" data-kind="resource" data-track="Deniers" data-label="Deniers, space 1"
        data-value="circled"/>
<rect x="12" y="25" width="6" height="6" fill="none"
      data-mark="cathedral.1.1" data-kind="tick" data-label="Number 1"/>
<rect x="22" y="25" width="16" height="6" fill="none" data-mark="name" data-kind="text" data-label="Name"/>
<circle cx="45" cy="28" r="3" fill="#ffffff" data-mark="link.1" data-kind="circle" data-label="Link 1"/>
<text x="2" y="36" font-size="2" fill="#000000">Small print</text>
"""
ABOUT = postprocess.About("Sheet & 用紙", "For <tests>", "en")


CODES = [pagecode.encode(pagecode.PageCode("TD", 0, 2, "en", "colour", "a4", copy=copy)) for copy in (1, 2)]
MANIFEST = json.dumps(
    {
        "format": "pencilwright-pages/1",
        "note": "ä",
        "pages": [{"copy": copy, "code": code} for copy, code in enumerate(CODES, 1)],
    }
).encode()


@cache
def finished(copies: int = 2) -> bytes:
    """A small finished file with a field of each kind."""
    pages: list[Page] = [page(BODY, 60, 40)] * copies
    numbered = [Copy(number, code) for number, code in enumerate(CODES[:copies], 1)]
    return postprocess.finish(pages, ABOUT, MANIFEST, copies=numbered)


def roles(node: pikepdf.Object, pdf: pikepdf.Pdf) -> list[str]:
    """Roles of the structure in reading order; fields with their labels, figures with their sentences."""
    name = str(node.S)[1:]
    if name == "Form":
        return [f"Form: {node.K.Obj.TU}"]
    if "/Alt" in node:
        return [f"{name}: {node.Alt}"]
    kids = node.get("/K")
    if isinstance(kids, pikepdf.Array):
        return [name, *(role for kid in kids for role in roles(kid, pdf))]
    return [name]


def test_headings_figures_and_fields_are_read_in_the_order_of_the_page() -> None:
    with pikepdf.open(io.BytesIO(finished(copies=1))) as pdf:
        assert roles(pdf.Root.StructTreeRoot.K[0], pdf) == [
            "Document", "Sect", "H1", "Form: Die box of column 1", "H2", "Figure: A wheel with one place",
            "Form: Deniers: 1 spent", "Form: Deniers: 1 spent", "Form: Number 1",
            "Form: Name", "Form: Link 1", "P",
        ]  # fmt: skip


def test_the_catalog_names_title_language_and_tab_order() -> None:
    with pikepdf.open(io.BytesIO(finished())) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        assert (str(pdf.docinfo.Title), str(pdf.docinfo.Subject)) == (ABOUT.title, ABOUT.subject)
        assert pdf.Root.MarkInfo.Marked
        assert "/NeedAppearances" not in pdf.Root.AcroForm
        assert {str(p.obj.Tabs) for p in pdf.pages} == {"/S"}
        with pdf.open_metadata() as metadata:
            assert metadata["dc:title"] == ABOUT.title
            assert metadata["dc:description"] == ABOUT.subject
            assert metadata.pdfa_status == "3B"


def test_the_print_dialog_proposes_true_size_and_paper_of_the_page_s_size() -> None:
    with pikepdf.open(io.BytesIO(finished())) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert (str(wishes.PrintScaling), bool(wishes.PickTrayByPDFSize)) == ("/None", True)
        assert "/Duplex" not in wishes and "/PageLabels" not in pdf.Root


def test_the_manifest_is_attached_as_data_of_the_document() -> None:
    with pikepdf.open(io.BytesIO(finished())) as pdf:
        spec = pdf.attachments["pencilwright.json"]
        assert spec.get_file().read_bytes() == MANIFEST
        assert spec.get_file().mime_type == "application/json"
        assert str(pdf.Root.AF[0].AFRelationship) == "/Data"


def test_what_copies_have_in_common_is_kept_once_and_each_page_still_says_its_own() -> None:
    long = "".join(f'<rect x="{n % 50}" y="30" width="1" height="1" fill="#000000"/>' for n in range(15))
    first = page(BODY + long, 60, 40)
    items = [
        item._replace(text="Two") if getattr(item, "text", "") == "Track" else item for item in first.items
    ]
    made = io.BytesIO(postprocess.finish([first, first._replace(items=tuple(items))], ABOUT, MANIFEST))
    with pikepdf.open(made) as pdf:
        one, two = ([part.objgen for part in page.Contents] for page in pdf.pages)
        assert [a == b for a, b in zip(one, two, strict=True)] == [True, False, True]
    texts = [page.extract_text() for page in pypdf.PdfReader(made).pages]
    assert texts[0].replace("Track", "Two") == texts[1] != texts[0]


def test_nothing_but_vectors_is_in_the_file() -> None:
    with pikepdf.open(io.BytesIO(finished())) as pdf:
        assert not [
            o
            for o in pdf.objects
            if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == pikepdf.Name.Image
        ]


@pytest.mark.parametrize(
    "seeds", [range(1), pytest.param(range(1, 120), marks=pytest.mark.long)], ids=("one", "many")
)
@pytest.mark.parametrize("game", list(games.GAMES))
def test_setups_are_archival_whatever_is_drawn(game: str, seeds: range) -> None:
    for seed in seeds:
        setup = games.game(game).setups.draw(seed)
        options = PrintOptions(("en", "ja")[seed % 2], theme=("colour", "ink-saver")[seed // 2 % 2])
        made = build(game, "setup-card", setup=setup, options=options)
        assert b"\r\nendstream" not in made
        assert not validator.validate_pdf_bytes(made, profile="3b").failures


def test_the_colour_profile_is_the_same_bytes_for_ever_with_its_size_its_kind_and_its_white() -> None:
    profile = icc.srgb()
    assert hashlib.sha256(profile).hexdigest()[:16] == "7971cc31e1f475c9"
    assert int.from_bytes(profile[:4], "big") == len(profile)
    assert profile[8:24] == b"\x02\x10\x00\x00mntrRGB XYZ "
    assert struct.unpack(">6H", profile[24:36]) == (2000, 1, 1, 0, 0, 0)
    assert profile[36:40] == b"acsp"
    white = [value / 65536 for value in struct.unpack(">3i", profile[68:80])]
    assert white == pytest.approx([0.9642, 1.0, 0.8249], abs=1e-4)
    assert profile[80:128] == bytes(48)


def test_the_colour_profile_is_srgb() -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(io.BytesIO(icc.srgb()))
    assert ImageCms.getProfileName(profile).strip() == "sRGB IEC61966-2.1"
    from PIL import Image

    there = ImageCms.buildTransform(profile, ImageCms.createProfile("sRGB"), "RGB", "RGB")
    for colour in ((0, 0, 0), (255, 255, 255), (200, 100, 30), (12, 250, 128)):
        result = ImageCms.applyTransform(Image.new("RGB", (1, 1), colour), there).getpixel((0, 0))
        assert max(abs(a - b) for a, b in zip(result, colour, strict=True)) <= 1
