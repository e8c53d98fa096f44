"""Files for print shops: what is cut out and what is printed beyond, which inks, and what PDF/X-4 demands."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageCms

from pencilwright.games.errors import InputError
from pencilwright.generator import icc
from pencilwright.generator.documents import PrintOptions, build
from tests.generator.orders import setup
from tests.generator.pictures import raster

MM = 72 / 25.4
CARDS = ("terracotta-army", "chancellor-cards-small")
BLACK = PrintOptions(theme="ink-saver", bleed=True)
SHOP = icc.Condition("Shop coated", icc.black().profile[:12] + b"prtrCMYK" + icc.black().profile[20:])


def opened(game: str, document: str, options: PrintOptions) -> Any:
    return pikepdf.open(io.BytesIO(build(game, document, setup=setup(game), options=options)))


def code(page: Any) -> str:
    return b"\n".join(part.read_bytes() for part in page.Contents).decode("latin-1")


@pytest.mark.parametrize(
    ("game", "document", "size"),
    [(*CARDS, (63, 88)), ("tianxia", "setup-card", (70, 120)), ("troyes-dice", "score-sheet", (210, 297))],
)  # fmt: skip
def test_each_page_is_what_is_cut_out_with_three_millimetres_around_it(
    game: str, document: str, size: tuple[int, int]
) -> None:
    with opened(game, document, PrintOptions(bleed=True)) as file:
        for page in file.pages:
            trim, bleed = [float(n) for n in page.TrimBox], [float(n) for n in page.BleedBox]
            assert [trim[2] - trim[0], trim[3] - trim[1]] == pytest.approx([side * MM for side in size])
            assert [b - t for b, t in zip(bleed, trim, strict=True)] == pytest.approx(
                [-3 * MM, -3 * MM, 3 * MM, 3 * MM], abs=0.001
            )
            assert page.MediaBox == page.BleedBox and "/Annots" not in page and "/CropBox" not in page
        assert "/AcroForm" not in file.Root and "/AF" not in file.Root and not file.attachments


def test_a_deck_is_front_and_back_in_turn_and_the_backs_ground_runs_into_the_bleed() -> None:
    made = build(*CARDS, setup=None, options=PrintOptions(bleed=True, backs=True))
    with pikepdf.open(io.BytesIO(made)) as file:
        assert len(file.pages) == 18
    front, back = (raster(made, number, pixels_per_mm=2) for number in (0, 1))
    width, height = back.size
    edges = [(1, 1), (width - 2, 1), (1, height - 2), (width - 2, height - 2)]
    assert (255, 255, 255) not in {back.getpixel(edge) for edge in edges}
    assert {front.getpixel(edge) for edge in edges} == {(255, 255, 255)}


@pytest.mark.parametrize("options", [BLACK, PrintOptions(bleed=True, condition=SHOP)], ids=["black", "shop"])
def test_a_file_of_a_known_print_has_what_pdf_x_4_demands(options: PrintOptions) -> None:
    with opened(*CARDS, replace(options, backs=True)) as file:
        (intent,) = file.Root.OutputIntents
        condition = options.condition or icc.black()
        assert (intent.S, str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", condition.name)
        assert intent.DestOutputProfile.read_bytes() == condition.profile
        assert (4 if options.condition else 1) == intent.DestOutputProfile.N
        with file.open_metadata() as about:
            assert about["pdfxid:GTS_PDFXVersion"] == "PDF/X-4" and about["pdf:Trapped"] == "False"
            assert about["xmp:CreateDate"] == about["xmp:ModifyDate"] == about["xmp:MetadataDate"]
            assert about["xmpMM:DocumentID"] and about["xmpMM:VersionID"] and about["dc:title"]
            assert "pdfaid:part" not in about
        assert (
            file.docinfo["/Trapped"] == "/False" and file.docinfo["/CreationDate"] and file.docinfo["/Title"]
        )
        assert file.pdf_version == "1.6" and file.trailer.ID and not file.is_encrypted
        for page in file.pages:
            assert page.Resources.ColorSpace.DefaultRGB[1].read_bytes() == icc.srgb()
            fonts = [font.get("/DescendantFonts", [font])[0] for font in page.Resources.Font.values()]
            assert all({"/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys()) for font in fonts)
            assert not re.search(r"\b(k|K|gs|sh|scn|SCN|cs)\b", re.sub(r"\(.*?\)", "", code(page)))


def test_black_alone_uses_no_other_ink_and_a_file_in_colour_claims_nothing_without_a_profile() -> None:
    with opened(*CARDS, replace(BLACK, backs=True)) as file:
        assert not any(re.search(r"\b(rg|RG)\b", re.sub(r"\(.*?\)", "", code(page))) for page in file.pages)
    with opened(*CARDS, PrintOptions(bleed=True)) as file, file.open_metadata() as about:
        assert "pdfxid:GTS_PDFXVersion" not in about and about["pdfaid:part"] == "3"


def test_the_profile_of_black_is_a_printers_and_its_dots_grow() -> None:
    profile = ImageCms.ImageCmsProfile(io.BytesIO(icc.black().profile))
    assert (profile.profile.device_class, profile.profile.xcolor_space.strip()) == ("prtr", "GRAY")
    grey = ImageCms.applyTransform(
        Image.new("L", (1, 1), 128),
        ImageCms.buildTransform(profile, ImageCms.createProfile("LAB"), "L", "LAB"),
    )
    assert grey.getpixel((0, 0))[0] / 255 * 100 == pytest.approx(65, abs=2)  # a third of the paper is left


def test_what_is_no_profile_of_four_inks_is_refused() -> None:
    for data in (b"", icc.srgb(), icc.black().profile):
        with pytest.raises(InputError):
            icc.of_print_shop("x.icc", data)
    assert icc.of_print_shop("a/Shop coated.icc", SHOP.profile) == SHOP
